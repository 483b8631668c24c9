import { type CheckedSheet, type Evening, eveningTitle, type Reject } from "../../check/evening.ts";
import { tellFinding } from "../../check/finding.ts";
import { strikeMarks } from "../../check/read/ink.ts";
import { sheetTable, type TableCell } from "../../check/sheet-table.ts";
import { payoutWords, standingWords } from "../../i18n/game-words.ts";
import {
  contentPolicy,
  escapeHtml,
  fillPlaceholders,
  htmlPage,
  placeholder,
  sourceHash,
} from "../../i18n/html.ts";
import type { Language } from "../../i18n/language.ts";
import { renderTemplate, type TemplateSource } from "../../i18n/template.ts";
import { type Result, success } from "../../rules/problem/problem.ts";
import type { PhotoSheet } from "../photo-sheet.ts";
import { type BoxMark, boxMarks } from "./annotation.ts";
import {
  doubtfulSpots,
  findingsToTell,
  placeWords,
  readingsOf,
  sureReport,
  tellDisagreements,
  tellQuestion,
  tellTitle,
  tellWeighed,
  writtenWords,
} from "./photo-words.ts";
import { sheetYamlLines } from "./sheet-yaml.ts";

/** What the page is made from: the templates of the page and of one sheet on it. */
interface PageParts {
  readonly page: TemplateSource;
  readonly sheet: TemplateSource;
  /** Style sheet and script as they stand on the page. */
  readonly style: string;
  readonly script: string;
}

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
export async function reportPage(
  report: ReportPage,
  language: Language,
  parts: PageParts,
): Promise<Result<string>> {
  const pictures: string[] = [];
  // Addresses of pictures are too long for a template: they are filled in at the end.
  const place = (address: string) => placeholder(pictures.push(address) - 1);
  const options = { language, escape: escapeHtml };
  const sheets: string[] = [];
  for (const [at, sheet] of report.sheets.entries()) {
    const written = renderTemplate(parts.sheet, [], sheetView(sheet, at, language, place), options);
    if (!written.ok) return written;
    sheets.push(written.value);
  }
  const mark = place(sheets.join("\n"));
  const around = renderTemplate(parts.page, [], pageView(report, language, mark), options);
  if (!around.ok) return around;
  const contentOf = (at: string) => pictures[Number(at)];
  // The sheets hold the places of pictures themselves.
  const body = fillPlaceholders(fillPlaceholders(around.value, contentOf), contentOf);
  return success(await wholePage(body, language, parts));
}

function pageView({ sheets, evenings, rejects }: ReportPage, language: Language, body: string): object {
  return {
    sheets: sheets.length,
    links: sheets.length > 1 ? sheets.map((sheet, at) => sheetHead(sheet, at, language)) : [],
    // A player alone on the only sheet needs no ranking.
    evenings: evenings
      .filter(({ sheets: n, ranking }) => n > 1 || ranking.length > 1)
      .map((one) => eveningView(one, language)),
    rejects: rejects.map(({ file, problems }) => ({
      file,
      problems: problems.map(({ message, hint = "" }) => ({ message, hint })),
    })),
    body,
  };
}

/** What a sheet is called on the page, and its verdict. */
function sheetHead({ checked, photo }: PageSheet, at: number, language: Language) {
  const { sheet, file, verdict } = checked;
  const title = photo === null ? `${language.text(sheet.game.name)} · ${file}` : tellTitle(photo, language);
  return {
    id: `sheet-${at + 1}`,
    title,
    verdict,
    verdictWords: language.translate(`photo.verdict.${verdict}`),
  };
}

/** The policy allows nothing but this very style and script, and pictures on the page itself. */
async function wholePage(body: string, language: Language, { style, script }: PageParts): Promise<string> {
  const words = scriptJson({
    empty: language.translate("photo.empty"),
    fault: language.translate("photo.page.fault"),
    none: language.translate("photo.page.unchanged"),
  });
  const scriptSource = `script-src ${await sourceHash(script)}`;
  return htmlPage({
    language: language.code,
    title: language.translate("photo.page.title"),
    policy: await contentPolicy(style, "img-src data:", "font-src data:", scriptSource),
    style,
    body: `<main>
${body}
</main>
<script type="application/json" id="words">${words}</script>
<script>${script}</script>`,
  });
}

/** The pictures of a sheet as `data:` addresses. */
export interface PagePictures {
  /** The annotated sheet. */
  readonly whole: string;
  readonly widthPx: number;
  readonly heightPx: number;
  /** Boxes cut out and enlarged, by their index in the reading. */
  readonly boxes: ReadonlyMap<number, string>;
}

/** A sheet on the page. */
export interface PageSheet {
  readonly checked: CheckedSheet;
  /** Null for a typed sheet. */
  readonly photo: PhotoSheet | null;
  readonly pictures: PagePictures | null;
  /** The name under which the corrected sheet is saved. */
  readonly saveAs: string;
}

/** The input of the template of a sheet. */
function sheetView(
  page: PageSheet,
  at: number,
  language: Language,
  place: (address: string) => string,
): object {
  const { checked, photo, pictures, saveAs } = page;
  const { sheet, report, verdict } = checked;
  const table =
    photo === null
      ? sheetTable(sheet, report, language)
      : sheetTable(sheet, sureReport(photo), language, doubtfulSpots(photo));
  const { files = [], warnings = [] } = photo ?? {};
  const notes = [
    ...(files.length > 1 ? [language.translate("photo.joined", { n: files.length })] : []),
    ...(photo === null ? [] : tellDisagreements(photo, language)),
    ...warnings.map(({ message }) => message),
  ];
  const cellViews = (cells: readonly TableCell[]) => cells.map((cell) => cellView(cell, language));
  const findings = findingsOf(page, language);
  const isUnsure = photo !== null && findings.mistakes.length + findings.suspects.length === 0;
  const correct = language.translate("cli.correct", { players: sheet.players.length });
  const pictureOf = (address: string | undefined) => (address === undefined ? null : place(address));
  return {
    ...sheetHead(page, at, language),
    summary: verdict === "correct" ? correct : isUnsure ? language.translate("photo.nothing-sure") : "",
    notes,
    picture: pictureOf(pictures?.whole),
    width: pictures?.widthPx ?? 0,
    height: pictures?.heightPx ?? 0,
    ...findings,
    table: {
      players: cellViews(table.players),
      columns: cellViews(table.columns ?? []),
      rows: table.rows.map((row) => ({ ...row, cells: cellViews(row.cells) })),
    },
    hasComputed: table.hasComputed,
    boxes: (photo === null ? [] : boxesToShow(photo, language)).map((mark) => ({
      ...(photo === null ? {} : boxView(mark, photo, language)),
      picture: pictureOf(pictures?.boxes.get(mark.at)),
    })),
    command: `augenblock check ${saveAs}`,
    lines: photo === null ? "" : linesJson(photo, saveAs, language),
  };
}

function findingsOf({ checked, photo }: PageSheet, language: Language) {
  if (photo === null) {
    const { sheet, report } = checked;
    return { mistakes: report.findings.map((one) => tellFinding(one, sheet.game, language)), suspects: [] };
  }
  const { mistakes, suspects } = findingsToTell(photo);
  const told = (some: typeof mistakes) => some.map((one) => tellWeighed(one, photo, language));
  return { mistakes: told(mistakes), suspects: told(suspects) };
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
export function boxesToShow(photo: PhotoSheet, language: Language): BoxMark[] {
  const marks = boxMarks(photo, language);
  const of = (kind: BoxMark["kind"]) => marks.filter((mark) => mark.kind === kind);
  return [...of("asked"), ...of("wrong")];
}

function boxView({ at, kind }: BoxMark, photo: PhotoSheet, language: Language) {
  const box = photo.reading.boxes[at];
  if (box === undefined) return {};
  const where = placeWords(photo.game, photo.names, box, language);
  const reading = writtenWords(box.written, language);
  const mark = photo.game.strike.marks[0] ?? "/";
  const choices = readingsOf(at, photo).map((written) => {
    const words = writtenWords(written, language);
    return { words, value: written.kind === "strike" ? mark : words };
  });
  return {
    at,
    kind,
    place: where,
    words:
      kind === "asked"
        ? tellQuestion(at, photo, language)
        : language.translate("photo.page.read", { box: where, reading }),
    reading,
    isLine: box.line !== null,
    choices: kind === "asked" ? choices : choices.slice(1),
  };
}

/** The input of the page's script, which writes the corrected sheet: its file line by line. */
function linesJson(photo: PhotoSheet, file: string, language: Language): string {
  const places = Object.fromEntries(
    boxesToShow(photo, language).flatMap(({ at }) => {
      const box = photo.reading.boxes[at];
      return box === undefined ? [] : [[at, placeWords(photo.game, photo.names, box, language)]];
    }),
  );
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

/** The input of the page's template about an evening. */
function eveningView(evening: Evening, language: Language): object {
  const { game, ranking, isProvisional } = evening;
  return {
    title: eveningTitle(evening, language),
    isProvisional,
    ranking: ranking.map(({ rank, name, total, points, payout }) => ({
      rank,
      name,
      points: standingWords(language, { points, total }),
      payout: payout === null ? "" : payoutWords(language, game, payout),
    })),
  };
}
