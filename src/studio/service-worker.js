// Keeps the studio, so that it works without a network after the first visit. The build writes above: VERSION, which changes with every
// file; FILES, without which nothing works; LARGE, which is fetched afterwards.
const CACHE = `augenblock-${VERSION}`;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)));
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

/** Caches of ours that belong to another state of the studio. */
function isOld(name) {
  return name.startsWith("augenblock-") && name !== CACHE;
}

self.addEventListener("message", ({ data, source }) => {
  if (data === "keep-all") keepAll().then(() => source?.postMessage("kept-all"));
});

/** Fetches what is missing, one after the other: whoever uses the page comes first. */
async function keepAll() {
  const cache = await caches.open(CACHE);
  for (const name of LARGE) if ((await cache.match(name)) === undefined) await cache.add(name);
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== self.location.origin) return;
  event.respondWith(answer(request));
});

/** What is kept, else what the network gives; that is kept if it is one of ours. */
async function answer(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request, { ignoreSearch: true });
  if (kept !== undefined) return kept;
  if (request.mode === "navigate") return (await cache.match("./")) ?? fetch(request);
  const response = await fetch(request);
  const isOurs = LARGE.some((name) => new URL(name, self.registration.scope).href === request.url);
  if (response.ok && isOurs) await cache.put(request, response.clone());
  return response;
}
