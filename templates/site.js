// The pages of a site: the reader's language, the search in the documentation, and buttons that copy commands.
const own = document.currentScript;
const KEPT = "augenblock-language";
/** What was kept earlier; null where the browser keeps nothing. */
function keptLanguage() {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
}

/** The first page of the site leads to the language that was chosen before, else to that of the browser. */
function leadToLanguage(codes) {
  const wanted = [keptLanguage(), ...navigator.languages].map((one) => one?.slice(0, 2));
  const code = wanted.find((one) => codes.includes(one));
  if (code !== undefined && code !== document.documentElement.lang) location.replace(`${code}/index.html`);
}

/** Text in lowercase without accents, for comparing. */
function plain(text) {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

/** How well a section fits the words of a query; 0 if one of them is missing. Titles count more than text. */
function rank({ page, title, text }, words) {
  const [head, about, body] = [plain(title), plain(page), plain(text)];
  let sum = 0;
  for (const word of words) {
    const count = body.split(word).length - 1;
    const begins = new RegExp(`(^|[^\\p{L}])${word.replace(/[^\p{L}\p{N}]/gu, "\\$&")}`, "u");
    const worth = (begins.test(head) ? 12 : 0) + (about.includes(word) ? 4 : 0) + Math.min(count, 5);
    if (worth === 0) return 0;
    sum += worth + (begins.test(body) ? 3 : 0);
  }
  return sum;
}

const MOST_FOUND = 12;
const BEFORE_WORD = 50;
const EXCERPT = 150;

function foundItem(section, [word], folder) {
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.href = folder + section.href;
  const title = document.createElement("strong");
  title.textContent = section.title === section.page ? section.title : `${section.page}: ${section.title}`;
  const at = Math.max(0, plain(section.text).indexOf(word) - BEFORE_WORD);
  const excerpt = document.createElement("span");
  excerpt.textContent = (at > 0 ? "… " : "") + section.text.slice(at, at + EXCERPT);
  link.append(title, excerpt);
  item.append(link);
  return item;
}

function startSearch(form) {
  const [field, list, status] = ["input", "ol", "[role=status]"].map((one) => form.querySelector(one));
  const address = form.dataset.sections;
  const folder = address.slice(0, address.lastIndexOf("/") + 1);
  let loaded = null;
  const load = () => {
    loaded ??= fetch(address).then((answer) => answer.json());
    return loaded;
  };
  const search = async () => {
    const words = plain(field.value).split(/\s+/).filter(Boolean);
    const sections = words.length === 0 ? [] : await load();
    const found = sections
      .map((section) => ({ section, worth: rank(section, words) }))
      .filter(({ worth }) => worth > 0)
      .sort((a, b) => b.worth - a.worth)
      .slice(0, MOST_FOUND);
    list.replaceChildren(...found.map(({ section }) => foundItem(section, words, folder)));
    list.hidden = found.length === 0;
    const isMissing = words.length > 0 && found.length === 0;
    status.textContent = isMissing ? form.dataset.none : words.length > 0 ? String(found.length) : "";
    status.classList.toggle("spoken", !isMissing);
  };
  form.hidden = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    list.querySelector("a")?.click();
  });
  field.addEventListener("focus", load, { once: true });
  field.addEventListener("input", search);
}

const COPIED_MS = 2000;

function startCopying(button) {
  const label = button.textContent;
  button.hidden = false;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(button.dataset.copy);
    button.textContent = button.closest("article").dataset.copied;
    setTimeout(() => {
      button.textContent = label;
    }, COPIED_MS);
  });
}

if (own.dataset.languages !== undefined) leadToLanguage(own.dataset.languages.split(" "));
addEventListener("DOMContentLoaded", () => {
  for (const link of document.querySelectorAll("[data-language]"))
    link.addEventListener("click", () => {
      try {
        localStorage.setItem(KEPT, link.dataset.language);
      } catch {
        // Without it, the browser's language decides.
      }
    });
  for (const form of document.querySelectorAll(".search")) startSearch(form);
  if (navigator.clipboard !== undefined)
    for (const button of document.querySelectorAll(".copy")) startCopying(button);
  // On narrow screens, the list of pages would be all that is seen.
  if (matchMedia("(max-width: 63.99rem)").matches)
    for (const list of document.querySelectorAll(".docs details")) list.open = false;
});
