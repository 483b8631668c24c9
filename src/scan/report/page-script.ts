import { type LiveSheet, openReport } from "./live-report.ts";
import { drawCut, drawNames, applyRename, tappedBox } from "./photo-boxes.ts";

// The script of the report page: boxes are tapped in a table or on the photo and corrected in an editor.

const SVG = "http://www.w3.org/2000/svg";
const report = openReport(embeddedText("report"), embeddedText("language"));

function embeddedText(id: string): string {
  return document.getElementById(id)?.textContent ?? "";
}

function find<T extends Element = HTMLElement>(around: ParentNode, selector: string): T {
  const found = around.querySelector<T>(selector);
  if (found === null) throw new Error(`the page has no ${selector}`);
  return found;
}

function download(name: string, text: string): void {
  const link = document.createElement("a");
  const url = URL.createObjectURL(new Blob([text], { type: "application/yaml" }));
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** Puts a text onto the clipboard; pages that lie on a disk may have no access, but can copy what is selected. */
async function copy(text: string): Promise<void> {
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
function drawFrames(svg: Element, sheet: LiveSheet): void {
  const frames = sheet.marks().flatMap(({ at, kind }) => {
    const area = sheet.areas[at];
    if (area === undefined) return [];
    const frame = document.createElementNS(SVG, "rect");
    const { xPx, yPx, widthPx, heightPx } = area;
    const place = { x: xPx, y: yPx, width: widthPx, height: heightPx, class: kind, "data-at": at };
    for (const [name, value] of Object.entries(place)) frame.setAttribute(name, String(value));
    return [frame];
  });
  svg.replaceChildren(...frames);
}

/** Shows the names of all sheets: what is typed on one may be suggested on another. */
function showNames(): void {
  for (const article of document.querySelectorAll<HTMLElement>("[data-sheet]")) {
    const at = Number(article.dataset.sheet);
    const part = article.querySelector(".names");
    const sheet = report.sheets[at];
    if (!sheet || part === null) continue;
    part.innerHTML = report.names(at);
    const image = article.querySelector<HTMLImageElement>(".photo img");
    const canvases = part.querySelectorAll("canvas");
    drawNames(canvases, image, sheet.nameCells);
    if (image === null) for (const canvas of canvases) canvas.remove();
  }
}

function watchSheet(article: HTMLElement, sheet: LiveSheet): void {
  const editor = find(article, ".editor");
  const photo = article.querySelector<HTMLElement>(".photo");
  const image = photo?.querySelector("img") ?? null;
  let open: number | null = null;

  const show = () => {
    const { pad, verdict, findings, table, questions, changes } = sheet.html();
    article.classList.toggle("other-pad", sheet.isOtherPad);
    find(article, ".which-pad").innerHTML = pad;
    find(article, ".outcome").innerHTML = verdict;
    find(article, ".findings-and-table").innerHTML = findings + table;
    find(article, ".asks").innerHTML = questions;
    find(article, ".changes").innerHTML = changes;
    find(document, ".evenings").innerHTML = report.evenings();
    if (photo !== null) drawFrames(find(photo, "svg"), sheet);
    for (const cell of article.querySelectorAll<HTMLElement>(".cell"))
      if (Number(cell.dataset.at) === open) cell.setAttribute("aria-current", "true");
  };
  const edit = (at: number | null) => {
    open = at;
    editor.hidden = at === null;
    if (at !== null) {
      editor.innerHTML = sheet.editor(at);
      const canvas = find<HTMLCanvasElement>(editor, "canvas");
      if (!drawCut(canvas, image, sheet.areas[at])) canvas.remove();
      find(editor, "input").focus({ preventScroll: true });
    }
    show();
  };
  const close = () => {
    const last = open;
    edit(null);
    article.querySelector<HTMLElement>(`.cell[data-at="${last}"]`)?.focus();
  };
  /** Takes an answer, and goes on to the next question if this was one. */
  const answer = (typed: string) => {
    if (open === null) return;
    const wasAsked = article.querySelector(`.questions [data-at="${open}"]`) !== null;
    const fault = sheet.answer(open, typed);
    if (fault !== null) {
      find(editor, ".fault").textContent = fault;
      find(editor, "input").setAttribute("aria-invalid", "true");
    } else edit(wasAsked ? (sheet.next(open) ?? open) : open);
  };
  const undo = () => {
    if (open !== null) sheet.takeBack(open);
    edit(open);
  };
  const rename = async (field: HTMLElement, name: string) => {
    if (!(await applyRename(field, name, (player, typed) => sheet.name(player, typed)))) return;
    showNames();
    edit(open);
  };

  article.addEventListener("click", async ({ target }) => {
    const button = (target as Element).closest("button");
    if (button === null) return;
    const { at, value, name, pad } = button.dataset;
    if (pad !== undefined) {
      sheet.answerPad(pad === "this");
      edit(null);
      find(article, `[data-pad="${pad}"]`).focus();
    } else if (name !== undefined) await rename(button, name);
    else if (at !== undefined) edit(Number(at));
    else if (value !== undefined) answer(value);
    else if (button.matches(".next")) edit(open === null ? null : sheet.next(open));
    else if (button.matches(".undo")) undo();
    else if (button.matches(".close")) close();
    else if (button.matches(".download")) download(sheet.saveAs, sheet.yaml());
    else if (button.matches(".copy")) {
      await copy(sheet.yaml());
      const place = find(article, ".copied");
      place.textContent = place.dataset.words ?? "";
    }
  });
  article.addEventListener("submit", (event) => {
    event.preventDefault();
    answer(find<HTMLInputElement>(editor, "input").value);
  });
  article.addEventListener("change", ({ target }) => {
    if (target instanceof HTMLInputElement && target.matches("[data-player]"))
      void rename(target, target.value);
  });
  editor.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") close();
  });
  photo?.addEventListener("click", (event) => {
    const at = tappedBox(event, photo.getBoundingClientRect(), image?.naturalWidth ?? 0, sheet.areas);
    if (at >= 0 && !sheet.isOtherPad) edit(at);
  });
  show();
}

for (const article of document.querySelectorAll<HTMLElement>("[data-sheet]")) {
  const sheet = report.sheets[Number(article.dataset.sheet)];
  if (sheet) watchSheet(article, sheet);
}
// Pictures inside the page are decoded a moment later.
const images = [...document.querySelectorAll<HTMLImageElement>(".photo img")];
void Promise.all(images.map((image) => image.decode().catch(() => null))).then(showNames);
