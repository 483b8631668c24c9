// Keeps the studio, so that it works without a network after the first visit. The build writes above: VERSION, which changes with every
// file; FILES, without which nothing works; LARGE, which is fetched afterwards. Both are names with digests (null where hosts may change
// what they send), so that what a browser or host has stored of another version is never taken for this one.
const { scope } = self.registration;
/** One host may have several studios, each in its folder. */
const CACHE = `augenblock-${VERSION} ${scope}`;

/** The files of the studio by their addresses. */
const OWN = new Map(
  [...FILES, ...LARGE].map(([name, integrity]) => [fileAddress(name), { name, integrity }]),
);
const HOME = fileAddress("./");
OWN.set(fileAddress("index.html"), OWN.get(HOME));

/** Whether another program now answers at the address of the studio. */
let isTaken = false;

self.addEventListener("install", (event) => {
  event.waitUntil(Promise.all(FILES.map(([name]) => keep(name))));
  self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

/** Whether a cache of ours belongs to another version of the studio. Older ones have no scope in their names. */
function isOld(name) {
  return (
    name !== CACHE && /^augenblock-\w+(?: (.*))?$/.test(name) && (RegExp.$1 === "" || RegExp.$1 === scope)
  );
}

self.addEventListener("message", ({ data, source }) => {
  if (data === "keep-all") keepAll().then(() => source?.postMessage("kept-all"));
});

/** Fetches missing files one by one, so that requests of the page come first. */
async function keepAll() {
  const cache = await caches.open(CACHE);
  for (const [name] of LARGE) if ((await cache.match(name)) === undefined) await keep(name);
}

/** Fetches a file, bypassing the HTTP cache, and caches it. */
async function keep(name) {
  const { integrity } = OWN.get(fileAddress(name));
  const request = new Request(name, { cache: "reload", ...(integrity === null ? {} : { integrity }) });
  await (await caches.open(CACHE)).add(request);
}

self.addEventListener("fetch", (event) => {
  const { request, clientId } = event;
  const { origin, pathname } = new URL(request.url);
  const own = OWN.get(origin + pathname);
  if (request.method !== "GET" || own === undefined) return;
  event.respondWith(request.mode === "navigate" ? openPage(request) : answer(request, own.name, clientId));
});

/** If the host doesn't answer in this time, the cached page is shown. */
const PATIENCE_MS = 2_000;

/** The cached page, unless another program answers at its address: then that one is shown, and the service worker unregisters. */
async function openPage(request) {
  const kept = await (await caches.open(CACHE)).match(HOME);
  if (kept === undefined) return fetch(request);
  const stranger = await strangerAt(request).catch(() => null);
  isTaken = stranger !== null;
  if (isTaken) await self.registration.unregister();
  return stranger ?? kept;
}

/** The answer of another program; null if the studio answered, or its host failed. @throws without a network */
async function strangerAt(request) {
  const response = await fetch(request, { cache: "no-cache", signal: AbortSignal.timeout(PATIENCE_MS) });
  if (response.type === "opaqueredirect") return response;
  const isStudio = (await response.clone().text()).includes('<div id="studio">');
  return response.ok && !isStudio ? response : null;
}

/** Cache first, else the network, whose answer is cached. Pages of other programs get nothing from the cache. */
async function answer(request, name, clientId) {
  if (isTaken || !(await isOwnPage(clientId))) return fetch(request);
  const cache = await caches.open(CACHE);
  const kept = await cache.match(name);
  if (kept !== undefined) return kept;
  await keep(name).catch(() => undefined);
  return (await cache.match(name)) ?? fetch(request);
}

/** Whether the page behind a request is the studio, or its worker, which has an address of its own. */
async function isOwnPage(clientId) {
  const url = (await self.clients.get(clientId))?.url;
  if (url === undefined || url.startsWith("blob:")) return true;
  const { origin, pathname } = new URL(url);
  return OWN.has(origin + pathname);
}

function fileAddress(name) {
  return new URL(name, scope).href;
}
