// The page of checked sheets: boxes are tapped in a table or on the photo and corrected in an editor. What follows from a correction is
// worked out by `engine`, the code that checked the sheets, which stands above this script.
const textOf = (id) => document.getElementById(id).textContent;
const report = engine.openReport(textOf("report"), textOf("language"));
const SVG = "http://www.w3.org/2000/svg";
/** A box is shown with half its height around it, on a screen of any density. */
const AROUND = 0.5;
const SHARPNESS = 2;

function download(name, text) {
  const link = document.createElement("a");
  const url = URL.createObjectURL(new Blob([text], { type: "application/yaml" }));
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** Puts a text onto the clipboard; pages that lie on a disk may have no access, but can copy what is selected. */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = document.createElement("textarea");
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
}

/** Frames on the photo, around what is written: they cover none of it. */
function drawMarks(svg, sheet) {
  const frames = sheet.marks().map(({ at, kind }) => {
    const { xPx, yPx, widthPx, heightPx } = sheet.areas[at];
    const frame = document.createElementNS(SVG, "rect");
    const place = { x: xPx, y: yPx, width: widthPx, height: heightPx, class: kind, "data-at": at };
    for (const [name, value] of Object.entries(place)) frame.setAttribute(name, value);
    return frame;
  });
  svg.replaceChildren(...frames);
}

/** The box that lies under a point of the photo. */
function boxAt(event, photo, sheet) {
  const { left, top, width } = photo.getBoundingClientRect();
  const scale = photo.querySelector("img").naturalWidth / width;
  const [x, y] = [(event.clientX - left) * scale, (event.clientY - top) * scale];
  return sheet.areas.findIndex(
    ({ xPx, yPx, widthPx, heightPx }) => x >= xPx && y >= yPx && x < xPx + widthPx && y < yPx + heightPx,
  );
}

/** Cuts a part out of the photo, with a margin around it. */
function drawCut(canvas, image, area, around = AROUND) {
  if (image === null || area === undefined) return canvas.remove();
  const margin = around * area.heightPx;
  const [width, height] = [area.widthPx + 2 * margin, area.heightPx + 2 * margin];
  canvas.width = width * SHARPNESS;
  canvas.height = height * SHARPNESS;
  const from = [area.xPx - margin, area.yPx - margin, width, height];
  canvas.getContext("2d").drawImage(image, ...from, 0, 0, canvas.width, canvas.height);
}

/** Shows the names of all sheets: what is typed on one may be suggested on another. */
function showNames() {
  for (const article of document.querySelectorAll("[data-sheet]")) {
    const at = Number(article.dataset.sheet);
    const part = article.querySelector(".names");
    if (report.sheets[at] === null || part === null) continue;
    part.innerHTML = report.names(at);
    for (const canvas of part.querySelectorAll("canvas")) {
      const cell = report.sheets[at].nameCells.find(
        ({ player }) => player === Number(canvas.dataset.written),
      );
      drawCut(canvas, article.querySelector(".photo img"), cell?.area, 0);
    }
  }
}

function watchSheet(article, sheet) {
  const part = (selector) => article.querySelector(selector);
  const [editor, photo] = [part(".editor"), part(".photo")];
  let open = null;

  const show = () => {
    const { verdict, findings, table, questions, changes } = sheet.html();
    part(".outcome").innerHTML = verdict;
    part(".findings-and-table").innerHTML = findings + table;
    part(".asks").innerHTML = questions;
    part(".changes").innerHTML = changes;
    document.querySelector(".evenings").innerHTML = report.evenings();
    if (photo !== null) drawMarks(photo.querySelector("svg"), sheet);
    for (const cell of article.querySelectorAll(".cell")) {
      if (Number(cell.dataset.at) === open) cell.setAttribute("aria-current", "true");
    }
  };
  const edit = (at) => {
    open = at;
    editor.hidden = at === null;
    if (at !== null) {
      editor.innerHTML = sheet.editor(at);
      drawCut(editor.querySelector("canvas"), part(".photo img"), sheet.areas[at]);
      editor.querySelector("input").focus({ preventScroll: true });
    }
    show();
  };
  const close = () => {
    const last = open;
    edit(null);
    part(`.cell[data-at="${last}"]`)?.focus();
  };
  /** Takes an answer, and goes on to the next question if this was one. */
  const answer = (typed) => {
    const wasAsked = part(`.questions [data-at="${open}"]`) !== null;
    const fault = sheet.answer(open, typed);
    if (fault !== null) {
      editor.querySelector(".fault").textContent = fault;
      editor.querySelector("input").setAttribute("aria-invalid", "true");
    } else edit(wasAsked ? (sheet.next(open) ?? open) : open);
  };
  const undo = () => {
    sheet.takeBack(open);
    edit(open);
  };

  /** Says who a player is. */
  const rename = (field, name) => {
    const fault = sheet.name(Number(field.dataset.player), name);
    if (fault !== null) {
      field.closest("li").querySelector(".fault").textContent = fault;
      return;
    }
    showNames();
    edit(open);
  };

  article.addEventListener("click", async ({ target }) => {
    const button = target.closest("button");
    if (button === null) return;
    const { at, value, name } = button.dataset;
    if (name !== undefined) rename(button, name);
    else if (at !== undefined) edit(Number(at));
    else if (value !== undefined) answer(value);
    else if (button.matches(".next")) edit(sheet.next(open));
    else if (button.matches(".undo")) undo();
    else if (button.matches(".close")) close();
    else if (button.matches(".download")) download(sheet.saveAs, sheet.yaml());
    else if (button.matches(".copy")) {
      await copy(sheet.yaml());
      const told = part(".copied");
      told.textContent = told.dataset.words;
    }
  });
  article.addEventListener("submit", (event) => {
    event.preventDefault();
    answer(editor.querySelector("input").value);
  });
  article.addEventListener("change", ({ target }) => {
    if (target.matches("input[data-player]")) rename(target, target.value);
  });
  editor.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") close();
  });
  photo?.addEventListener("click", (event) => {
    const at = boxAt(event, photo, sheet);
    if (at >= 0) edit(at);
  });
  show();
}

for (const article of document.querySelectorAll("[data-sheet]")) {
  const sheet = report.sheets[Number(article.dataset.sheet)];
  if (sheet !== null) watchSheet(article, sheet);
}
// Pictures that stand on the page itself are decoded a moment later.
const images = [...document.querySelectorAll(".photo img")];
Promise.all(images.map((image) => image.decode().catch(() => null))).then(showNames);
