// The page of `watch --serve`: it hears of every print, and puts pad and rules in the place of those before, so that nothing jumps.
const byId = (id) => document.getElementById(id);
const words = JSON.parse(byId("words").textContent);
/** What was heard last; null before the first time. */
let news = null;
/** What is shown: the number of the print and the language. */
let shown = "";

function element(name, className, text) {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
}

/** The language that the address names, else the first. */
function chosen() {
  const code = location.hash.slice(1);
  return news.editions.find((edition) => edition.code === code) ?? news.editions[0];
}

/** A sentence in which words of files and commands stand between backticks. */
function sentence(className, text) {
  const made = element("p", className, "");
  made.append(...text.split("`").map((part, at) => (at % 2 === 0 ? part : element("code", "", part))));
  return made;
}

function problemItem({ place, message, line, caret, hint }) {
  const item = element("li", "", "");
  if (place !== null) item.append(element("p", "place", place));
  item.append(sentence("message", message));
  if (line !== null) item.append(element("pre", "", `${line}\n${caret}`));
  if (hint !== null) item.append(sentence("hint", hint));
  return item;
}

function showProblems(problems) {
  byId("problems").hidden = problems.length === 0;
  byId("problems")
    .querySelector("ol")
    .replaceChildren(...problems.map(problemItem));
  byId("kept").hidden = news.print === 0;
}

function showLanguages(current) {
  const links = news.editions.map(({ code, name }) => {
    const link = element("a", "", name);
    link.href = `#${code}`;
    link.lang = code;
    if (code === current) link.setAttribute("aria-current", "true");
    return link;
  });
  byId("languages").replaceChildren(...links);
  byId("languages").hidden = links.length < 2;
}

/** The new sheet takes the place of the old one once it is decoded. */
async function showPad(source) {
  const picture = new Image();
  picture.alt = words.pad;
  picture.src = source;
  await picture.decode();
  return () => {
    byId("pad").href = source;
    byId("pad").replaceChildren(picture);
  };
}

/** The new rules are laid out unseen, beside the old ones, and then take their place; a frame is as high as what it shows. */
function showRules(source) {
  const frame = document.createElement("iframe");
  frame.title = words.rules;
  frame.className = "coming";
  frame.src = source;
  const loaded = new Promise((done) => frame.addEventListener("load", done, { once: true }));
  byId("rules").append(frame);
  return loaded.then(() => {
    const { body } = frame.contentDocument;
    const adjust = () => {
      frame.style.height = `${Math.ceil(body.getBoundingClientRect().height)}px`;
    };
    adjust();
    new ResizeObserver(adjust).observe(body);
    return () => {
      frame.className = "";
      for (const other of byId("rules").querySelectorAll("iframe")) if (other !== frame) other.remove();
    };
  });
}

async function show() {
  if (news.editions.length === 0) return showProblems(news.problems);
  const { code, problems } = chosen();
  showProblems([...news.problems, ...problems]);
  showLanguages(code);
  const wanted = `${news.print}/${code}`;
  if (wanted === shown || problems.length > 0) return;
  shown = wanted;
  const places = await Promise.all([showPad(`/${wanted}/pad.svg`), showRules(`/${wanted}/rules.html`)]);
  // A later one may have come first.
  if (wanted !== shown) return;
  for (const place of places) place();
  document.body.dataset.shown = shown;
}

function hear({ data }) {
  news = JSON.parse(data);
  document.title = news.name;
  byId("name").textContent = news.name;
  byId("change").textContent = news.change;
  byId("ended").hidden = true;
  show();
}

const heard = new EventSource("/news");
heard.addEventListener("message", hear);
// The browser asks again by itself, in case `watch` is started again.
heard.addEventListener("error", () => {
  byId("ended").hidden = false;
});
addEventListener("hashchange", show);
