import type { CheckedSheet, Evening, Reject } from "../../check/evening.ts";
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
import { type Problem, type Result, success } from "../../rules/problem/problem.ts";
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
import { yamlLines } from "./sheet-yaml.ts";

/** What the page is made from. */
interface PageParts {
  /** The page around the sheets. */
  readonly page: TemplateSource;
  /** One sheet. */
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
  const place = (address: string) => {
    return placeholder(pictures.push(address) - 1);
  };
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
  const links = sheets.map((sheet, at) => ({
    id: sheetId(at),
    title: titleOf(sheet, language),
    verdict: sheet.checked.verdict,
    verdictWords: language.translate(`photo.verdict.${sheet.checked.verdict}`),
  }));
  return {
    sheets: sheets.length,
    links: links.length > 1 ? links : [],
    // A player alone on the only sheet needs no ranking.
    evenings: evenings
      .filter(({ sheets: n, ranking }) => n > 1 || ranking.length > 1)
      .map((one) => eveningView(one, language)),
    rejects: rejects.map(({ file, problems }) => ({ file, problems: problems.map(problemView) })),
    body,
  };
}

function problemView({ message, hint }: Problem) {
  return { message, hint: hint ?? "" };
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

/** Gives a placeholder for the address of a picture, which is too long for a template; it is filled in at the end. */
type PlacePicture = (address: string) => string;

/** The input of the template of a sheet. */
function sheetView(page: PageSheet, at: number, language: Language, place: PlacePicture): object {
  const { checked, photo, pictures, saveAs } = page;
  const { sheet, report, verdict } = checked;
  const table =
    photo === null
      ? sheetTable(sheet, report, language)
      : sheetTable(sheet, sureReport(photo), language, doubtfulSpots(photo));
  return {
    id: sheetId(at),
    title: titleOf(page, language),
    verdict,
    verdictWords: language.translate(`photo.verdict.${verdict}`),
    summary: summaryOf(page, language),
    notes: photo === null ? [] : notesOf(photo, language),
    picture: pictures === null ? null : place(pictures.whole),
    width: pictures?.widthPx ?? 0,
    height: pictures?.heightPx ?? 0,
    ...findingsOf(page, language),
    table: {
      players: table.players.map((cell) => cellView(cell, language)),
      columns: table.columns?.map((cell) => cellView(cell, language)) ?? [],
      rows: table.rows.map(({ label, rank, cells }) => ({
        label,
        rank,
        cells: cells.map((cell) => cellView(cell, language)),
      })),
    },
    hasComputed: table.hasComputed,
    boxes:
      photo === null ? [] : boxesToShow(photo, language).map((mark) => boxView(mark, page, language, place)),
    command: `augenblock check ${saveAs}`,
    lines: photo === null ? "" : linesJson(photo, saveAs, language),
  };
}

function sheetId(at: number): string {
  return `sheet-${at + 1}`;
}

/** What a sheet is called on the page. */
function titleOf({ checked, photo }: PageSheet, language: Language): string {
  if (photo !== null) return tellTitle(photo, language);
  return `${language.text(checked.sheet.game.name)} · ${checked.file}`;
}

/** The verdict in a sentence, where no findings are listed. */
function summaryOf({ checked, photo }: PageSheet, language: Language): string {
  const { sheet, verdict } = checked;
  if (verdict === "correct") return language.translate("cli.correct", { players: sheet.players.length });
  if (photo === null) return "";
  const { mistakes, suspects } = findingsToTell(photo);
  return mistakes.length + suspects.length === 0 ? language.translate("photo.nothing-sure") : "";
}

function notesOf(photo: PhotoSheet, language: Language): string[] {
  const joined =
    photo.files.length > 1 ? [language.translate("photo.joined", { n: photo.files.length })] : [];
  return [...joined, ...tellDisagreements(photo, language), ...photo.warnings.map(({ message }) => message)];
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
  const sign = doubtful ? "?" : "✗";
  const shown = doubtful && text === language.translate("table.missing") ? "" : text;
  return {
    text: shown,
    span,
    mark,
    sign,
    spoken: mark === "" ? "" : language.translate(`photo.page.${mark}`),
  };
}

/** The boxes to look at: those with an open question, then those that a finding is about. */
export function boxesToShow(photo: PhotoSheet, language: Language): BoxMark[] {
  const marks = boxMarks(photo, language);
  const of = (kind: BoxMark["kind"]) => marks.filter((mark) => mark.kind === kind);
  return [...of("asked"), ...of("wrong")];
}

function boxView({ at, kind }: BoxMark, page: PageSheet, language: Language, place: PlacePicture) {
  const { photo, pictures } = page;
  const box = photo?.reading.boxes[at];
  if (photo === null || box === undefined) return {};
  const address = pictures?.boxes.get(at);
  const where = placeWords(photo.game, photo.names, box, language);
  const reading = writtenWords(box.written, language);
  const mark = photo.game.strike.marks[0] ?? "/";
  const choices = readingsOf(at, photo).map((written) => {
    const words = writtenWords(written, language);
    return { words, value: written.kind === "strike" ? mark : words };
  });
  const told =
    kind === "asked"
      ? tellQuestion(at, photo, language)
      : language.translate("photo.page.read", { box: where, reading });
  return {
    at,
    kind,
    place: where,
    words: told,
    reading,
    isLine: box.line !== null,
    choices: kind === "asked" ? choices : choices.slice(1),
    picture: address === undefined ? null : place(address),
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
  const lines = yamlLines(photo, language).map((line) =>
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
  const { game, sheets, isSeveralGames, ranking, isProvisional } = evening;
  const key = `photo.evening.${isSeveralGames ? "several-games" : "one-game"}`;
  return {
    title: language.translate(key, { game: language.text(game.name), n: sheets }),
    isProvisional,
    ranking: ranking.map(({ rank, name, total, points, payout }) => ({
      rank,
      name,
      points: standingWords(language, { points, total }),
      payout: payout === null ? "" : payoutWords(language, game, payout),
    })),
  };
}
