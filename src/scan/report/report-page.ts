import { translateProblem } from "../../i18n/catalogue.ts";
import { type CheckedSheet, type Evening, eveningTitle, type Reject } from "../../check/evening.ts";
import { strikeMarks } from "../../check/read/ink.ts";
import { sheetWords, type TableCell } from "../../check/sheet-table.ts";
import { payoutWords, standingWords } from "../../i18n/game-words.ts";
import { escapeHtml, fillPlaceholders, htmlPage, placeholder } from "../../i18n/html.ts";
import type { Language } from "../../i18n/language.ts";
import { renderTemplate, type TemplateSource } from "../../i18n/template.ts";
import { elementAt } from "../../rules/arrays.ts";
import { success } from "../../rules/problem/problem.ts";
import { platform } from "../../platform/node.ts";
import { contentPolicy, sourceHash } from "../../print/page-policy.ts";
import type { TypeFamily } from "../../print/fonts/typeface.ts";
import { base64 } from "../../rules/bytes.ts";
import type { PhotoSheet } from "../photo-sheet.ts";
import { enlarged } from "../image/annotate.ts";
import { annotated, type BoxMark, boxMarks } from "./annotation.ts";
import { photoWords, placeWords, readingsOf, tellQuestion, writtenWords } from "./photo-words.ts";
import { sheetYamlLines } from "./sheet-yaml.ts";

/** What the page is made from: the templates of the page and of one sheet on it. */
interface PageParts {
  readonly page: TemplateSource;
  readonly sheet: TemplateSource;
  /** Style sheet and script as they stand on the page. */
  readonly style: string;
  readonly script: string;
}

/** What stands on the page. */
export interface ReportPage {
  readonly sheets: readonly PageSheet[];
  readonly evenings: readonly Evening[];
  readonly rejects: readonly Reject[];
}

/**
 * All checked sheets on one page that needs nothing else: pictures, style and script are inside, and nothing is fetched. On it a person
 * sees each doubtful box enlarged, types what stands on the paper and saves the corrected sheet as YAML.
 *
 * @returns the file's text, or every problem of the templates
 */
export async function reportPage(report: ReportPage, language: Language, parts: PageParts) {
  const pictures: string[] = [];
  // Addresses of pictures are too long for a template: they are filled in at the end.
  const place = (address: string) => placeholder(pictures.push(address) - 1);
  const options = { language, escape: escapeHtml };
  const views = report.sheets.map((sheet, at) => sheetView(sheet, at, language, place));
  const sheets: string[] = [];
  for (const view of views) {
    const written = renderTemplate(parts.sheet, [], view, options);
    if (!written.ok) return written;
    sheets.push(written.value);
  }
  // A player alone on the only sheet needs no ranking.
  const evenings = report.evenings.filter(({ sheets, ranking }) => sheets > 1 || ranking.length > 1);
  const page = {
    sheets: sheets.length,
    links: sheets.length > 1 ? views : [],
    evenings: evenings.map((one) => eveningView(one, language)),
    rejects: report.rejects.map(({ problems, ...reject }) => ({
      ...reject,
      problems: problems.map((one) => translateProblem(one, language)),
    })),
    body: place(sheets.join("\n")),
  };
  const around = renderTemplate(parts.page, [], page, options);
  if (!around.ok) return around;
  const contentOf = (at: string) => pictures[Number(at)];
  // The sheets hold the places of pictures themselves.
  const body = fillPlaceholders(fillPlaceholders(around.value, contentOf), contentOf);
  return success(wholePage(body, language, parts));
}

/** The policy allows nothing but this very style and script, and pictures on the page itself. */
function wholePage(body: string, language: Language, { style, script }: PageParts): string {
  const words = scriptJson({
    empty: language.translate("photo.empty"),
    fault: language.translate("photo.page.fault"),
    none: language.translate("photo.page.unchanged"),
  });
  const scriptSource = `script-src ${sourceHash(script)}`;
  return htmlPage({
    language: language.code,
    title: language.translate("photo.page.title"),
    policy: contentPolicy(style, "img-src data:", "font-src data:", scriptSource),
    style,
    body: `<main>
${body}
</main>
<script type="application/json" id="words">${words}</script>
<script>${script}</script>`,
  });
}

/** A box is shown with half its height around it: what sticks out belongs to it. */
const AROUND = 0.5;
const ENLARGED = 2;

/** The annotated sheet and its boxes, enlarged, by index in the reading, as `data:` addresses; null where no picture was kept. */
export async function pagePictures(photo: PhotoSheet, language: Language, family: TypeFamily) {
  const { picture } = photo;
  if (picture === null) return null;
  const address = (jpeg: Uint8Array) => `data:image/jpeg;base64,${base64(jpeg)}`;
  const image = await platform.images.decode(picture.jpeg, { colours: "rgb" });
  const boxes = new Map<number, string>();
  for (const { at } of boxesToShow(photo, language)) {
    const { xPx, yPx, widthPx, heightPx } = elementAt(picture.areas, at);
    const margin = heightPx * AROUND;
    const [width, height] = [widthPx + 2 * margin, heightPx + 2 * margin];
    const wider = { xPx: xPx - margin, yPx: yPx - margin, widthPx: width, heightPx: height };
    const cut = await enlarged(image, wider, ENLARGED);
    if (cut !== null) boxes.set(at, address(cut));
  }
  const whole = address(await annotated(photo, picture, language, "jpeg", family));
  return { whole, widthPx: picture.widthPx, heightPx: picture.heightPx, boxes };
}

/** A sheet on the page. */
export interface PageSheet {
  readonly checked: CheckedSheet;
  /** Null for a typed sheet. */
  readonly photo: PhotoSheet | null;
  readonly pictures: Awaited<ReturnType<typeof pagePictures>>;
  /** The name under which the corrected sheet is saved. */
  readonly saveAs: string;
}

function sheetView(sheet: PageSheet, at: number, language: Language, place: (address: string) => string) {
  const { checked, photo, pictures, saveAs } = sheet;
  const words = photo === null ? sheetWords(checked, language) : photoWords(photo, language);
  const { notes, disagreements, warnings, table } = words;
  const cellViews = (cells: readonly TableCell[]) => cells.map((cell) => cellView(cell, language));
  const pictureOf = (address: string | undefined) => (address === undefined ? null : place(address));
  const whole = pictureOf(pictures?.whole);
  const boxes =
    photo === null ? [] : boxesToShow(photo, language).map((mark) => boxView(mark, photo, language));
  return {
    ...words,
    id: `sheet-${at + 1}`,
    verdict: checked.verdict,
    verdictWords: language.translate(`photo.verdict.${checked.verdict}`),
    notes: [...notes, ...disagreements, ...warnings.map((one) => translateProblem(one, language).message)],
    picture: whole,
    width: pictures?.widthPx,
    height: pictures?.heightPx,
    table: {
      players: cellViews(table.players),
      columns: cellViews(table.columns ?? []),
      rows: table.rows.map((row) => ({ ...row, cells: cellViews(row.cells) })),
    },
    hasComputed: table.hasComputed,
    boxes: boxes.map((box) => ({ ...box, picture: pictureOf(pictures?.boxes.get(box.at)) })),
    command: `augenblock check ${saveAs}`,
    lines: photo === null ? "" : linesJson(photo, saveAs, boxes, language),
  };
}

function cellView({ text, span, wrong, doubtful }: TableCell, language: Language) {
  const mark = doubtful ? "asked" : wrong ? "wrong" : "";
  return {
    text: doubtful && text === language.translate("table.missing") ? "" : text,
    span,
    mark,
    sign: doubtful ? "?" : "✗",
    spoken: mark === "" ? "" : language.translate(`photo.page.${mark}`),
  };
}

/** The boxes to look at: those with an open question, then those that a finding is about. */
function boxesToShow(photo: PhotoSheet, language: Language): BoxMark[] {
  const marks = boxMarks(photo, language);
  const of = (kind: BoxMark["kind"]) => marks.filter((mark) => mark.kind === kind);
  return [...of("asked"), ...of("wrong")];
}

function boxView({ at, kind }: BoxMark, photo: PhotoSheet, language: Language) {
  const box = elementAt(photo.reading.boxes, at);
  const place = placeWords(box, photo, language);
  const reading = writtenWords(box.written, language);
  const mark = photo.game.strike.marks[0] ?? "/";
  const choices = readingsOf(at, photo).map((written) => {
    const words = writtenWords(written, language);
    return { words, value: written.kind === "strike" ? mark : words };
  });
  const isAsked = kind === "asked";
  const read = language.translate("photo.page.read", { box: place, reading });
  return {
    ...{ at, kind, place, reading, isLine: box.line !== null },
    words: isAsked ? tellQuestion(at, photo, language) : read,
    choices: isAsked ? choices : choices.slice(1),
  };
}

type BoxView = ReturnType<typeof boxView>;

/** The input of the page's script, which writes the corrected sheet: its file line by line. */
function linesJson(photo: PhotoSheet, file: string, boxes: readonly BoxView[], language: Language): string {
  const places = Object.fromEntries(boxes.map(({ at, place }) => [at, place]));
  const lines = sheetYamlLines(photo, language).map((line) =>
    line.kind === "fixed" ? line.text : [line.at, line.before, line.value],
  );
  return scriptJson({ file, lines, places, strikes: [...strikeMarks(photo.game.strike.marks)] });
}

/** JSON for a script element: nothing in it can end the element or be taken for a placeholder. */
function scriptJson(value: unknown): string {
  const escaped = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return JSON.stringify(value).replace(/[<\ue000-\uf8ff]/g, escaped);
}

function eveningView(evening: Evening, language: Language): object {
  const { game, ranking, isProvisional } = evening;
  const places = ranking.map(({ rank, name, total, points, payout }) => ({
    ...{ rank, name, points: standingWords(language, { points, total }) },
    payout: payout === null ? "" : payoutWords(language, game, payout),
  }));
  return { title: eveningTitle(evening, language), isProvisional, ranking: places };
}
