// Corrections on the page of a photographed sheet: what a person types or picks replaces what was read in that box and nothing else.
const words = JSON.parse(document.getElementById("words").textContent);

/** What a person typed as it stands in the file: a number, a strike mark, or nothing; null if it is none of these. */
function inkOf(typed, isLine, strikes) {
  const text = typed.trim();
  if (text.toLowerCase() === words.empty.toLowerCase()) return "";
  const number = /^([-−–]?)\s*(\d{1,6})$/.exec(text);
  if (number !== null) return (number[1] === "" ? "" : "-") + String(Number(number[2]));
  const isStrike = strikes.includes(text.toLowerCase());
  return isStrike && !isLine ? JSON.stringify(text) : null;
}

/** The sheet's file with the corrected boxes; blank boxes are left out. */
function fileOf(lines, changes) {
  const written = lines.flatMap((line) => {
    if (typeof line === "string") return [line];
    const [at, before, value] = line;
    const ink = changes.get(at)?.ink ?? value;
    return ink === "" ? [] : [before + ink];
  });
  return `${written.join("\n")}\n`;
}

function download(name, text) {
  const link = document.createElement("a");
  const url = URL.createObjectURL(new Blob([text], { type: "application/yaml" }));
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

function watchBox(box, sheet, changes, show) {
  const at = Number(box.dataset.at);
  const input = box.querySelector("input");
  const fault = box.querySelector(".fault");
  const buttons = [...box.querySelectorAll("button")];
  const take = (shown) => {
    const ink = shown.trim() === "" ? null : inkOf(shown, input.dataset.line === "true", sheet.strikes);
    const isFault = shown.trim() !== "" && ink === null;
    fault.textContent = isFault ? words.fault : "";
    input.setAttribute("aria-invalid", String(isFault));
    if (ink === null) changes.delete(at);
    else changes.set(at, { ink, shown: shown.trim(), from: input.placeholder, place: sheet.places[at] });
    box.classList.toggle("changed", ink !== null);
    for (const button of buttons)
      button.setAttribute("aria-pressed", String(ink !== null && button.dataset.value === shown.trim()));
    show();
  };
  input.addEventListener("input", () => take(input.value));
  for (const button of buttons) {
    button.addEventListener("click", () => {
      input.value = input.value === button.dataset.value ? "" : button.dataset.value;
      take(input.value);
    });
  }
}

function watchSheet(section) {
  const sheet = JSON.parse(section.querySelector(".lines").textContent);
  const changes = new Map();
  const list = section.querySelector(".changes");
  const show = () => {
    const told = [...changes.values()].map(({ place, from, shown }) =>
      from === shown ? `${place}: ${shown} ✓` : `${place}: ${from} → ${shown}`,
    );
    const items = (told.length === 0 ? [words.none] : told).map((text) => {
      const item = document.createElement("li");
      item.textContent = text;
      return item;
    });
    list.replaceChildren(...items);
  };
  for (const box of section.querySelectorAll(".look")) watchBox(box, sheet, changes, show);
  section
    .querySelector(".download")
    .addEventListener("click", () => download(sheet.file, fileOf(sheet.lines, changes)));
  show();
}

for (const section of document.querySelectorAll(".boxes")) watchSheet(section);
