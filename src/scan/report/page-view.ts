import { strikeMarks } from "../../check/read/ink.ts";
import { sheetTable, type TableCell } from "../../check/sheet-table.ts";
import { tellFinding } from "../../check/finding.ts";
import type { Language } from "../../i18n/language.ts";
import { payoutWords, standingWords } from "../../i18n/game-words.ts";
import { type BoxMark, boxMarks } from "./annotation.ts";
import type { PhotoSheet } from "../photo-sheet.ts";
import { yamlLines } from "./sheet-yaml.ts";

/** The pictures of a sheet as `data:` addresses. */
export interface PagePictures {
  /** The annotated sheet. */
  readonly whole: string;
  readonly widthPx: number;
  readonly heightPx: number;
  /** Boxes cut out and enlarged, by their index in the reading. */
  readonly boxes: ReadonlyMap<number, string>;
}

/** A sheet as it comes onto the page. */
export interface PageSheet {
  readonly checked: CheckedSheet;
  /** Null for a sheet that was typed in. */
  readonly photo: PhotoSheet | null;
  readonly pictures: PagePictures | null;
  /** The name under which the corrected sheet is saved. */
  readonly saveAs: string;
}

/** Puts a picture's address into its place when the page is written: templates are not made for texts of that length. */
export type PlacePicture = (address: string) => string;

/** What the sheet's template is told. */
export function sheetView(page: PageSheet, at: number, language: Language, place: PlacePicture): object {
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

export function sheetId(at: number): string {
  return `sheet-${at + 1}`;
}

/** What a sheet is called on the page. */
export function titleOf({ checked, photo }: PageSheet, language: Language): string {
  if (photo !== null) return tellTitle(photo, language);
  return `${language.text(checked.sheet.game.name)} · ${checked.file}`;
}

/** The verdict in a sentence, where no list of findings tells it. */
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

/** The boxes to look at: those that are asked about, then those that a finding speaks of. */
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

/** What the page's script needs to write the corrected sheet: its file line by line. */
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

/** JSON that can stand in a script element: nothing in it can end the element or be taken for the place of a picture. */
export function scriptJson(value: unknown): string {
  const escaped = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return JSON.stringify(value).replace(/[<\ue000-\uf8ff]/g, escaped);
}

/** What the page is told of an evening. */
export function eveningView(evening: Evening, language: Language): object {
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
