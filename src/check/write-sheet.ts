import { oneLine } from "../rules/problem/wording.ts";
import { rowName } from "../i18n/game-words.ts";
import type { Language } from "../i18n/language.ts";
import type { Column, Game } from "../rules/game/game.ts";
import { flowYaml, type YamlMap } from "../rules/source/write-yaml.ts";
import { gameNames } from "./read/names.ts";
import { OCCASION_KEYS } from "./read/occasion.ts";
import type { SheetFormat } from "./read/read-sheet.ts";
import { boxEntry, type PlayerSheet, gameReference, type Sheet, writtenValue } from "./sheet.ts";

/** Lets a spreadsheet know that the file is UTF-8. */
export const BYTE_ORDER_MARK = "\ufeff";

type CellValue = string | number | null;

/**
 * Writes a sheet down so that `readSheet` gives it back. Blank boxes and lines are left out, except in a spreadsheet.
 *
 * @returns the text of the file; for a spreadsheet with a byte order mark
 */
export function saveSheet(sheet: Sheet, format: SheetFormat): string {
  if (format === "csv") return sheetCsv(sheet, null);
  return format === "yaml" ? sheetYaml(sheet, null) : `${JSON.stringify(jsonSheet(sheet), null, 2)}\n`;
}

/** How an empty sheet to be filled in is written. */
export interface EmptySheetOptions {
  /** The names on the sheet; if empty, two placeholders. */
  readonly players: readonly string[];
  /** The number of games of the players in turns, in place of players. */
  readonly games?: number | undefined;
  readonly format: "yaml" | "csv";
  readonly language: Language;
}

/**
 * A sheet to fill in. YAML has comments that explain it; CSV has rows as on the pad, the delimiter of the language's spreadsheets and a
 * byte order mark.
 *
 * @returns the text of the file, which `readSheet` reads
 */
export function emptySheet(game: Game, { players, games, format, language }: EmptySheetOptions): string {
  const placeholders = (key: string, count: number) =>
    Array.from({ length: count }, (_, at) => language.translate(key, { n: String(at + 1) }));
  const columnsAreGames = games !== undefined;
  const people = players.length > 0 ? players : placeholders("sheet.made-up-name", 2);
  const names = columnsAreGames ? placeholders("sheet.made-up-game", games) : people;
  const blank = { left: false, boxes: new Map(), columnLines: new Map(), sheetLines: new Map() };
  const sheet: Sheet = {
    ...{ file: "", game, complete: columnsAreGames ? null : false, columnsAreGames },
    ...(columnsAreGames && players.length > 0 ? { owners: players } : {}),
    players: names.map((name) => ({ name, ...blank })),
  };
  return format === "csv" ? sheetCsv(sheet, language) : sheetYaml(sheet, language);
}

/** The options whose choice is not the default, with the choice. */
function chosenOptions(game: Game): (readonly [id: string, choice: string])[] {
  return game.options
    .filter((option) => option.chosen !== option.default)
    .map((option) => [option.id, option.chosen]);
}

function occasionEntries(occasion: Sheet["occasion"]): (readonly [key: string, value: string])[] {
  return OCCASION_KEYS.map((key) => [key, occasion?.[key] ?? ""] as const).filter(
    ([, value]) => value !== "",
  );
}

/** The content of a box or line of one column; null if it is blank. */
function writtenCell(player: PlayerSheet, column: string, row: string): CellValue {
  return writtenValue(boxEntry(player, column, row)) ?? player.columnLines.get(column)?.get(row) ?? null;
}

function jsonSheet({ game, complete, columnsAreGames, owners, players, occasion }: Sheet): unknown {
  const options = chosenOptions(game);
  const { columnRows } = gameReference(game);
  const column = (player: PlayerSheet, id: string) =>
    columnRows
      .map((row) => [row, writtenCell(player, id, row)] as const)
      .filter(([, written]) => written !== null);
  return {
    variant: game.id,
    ...(options.length > 0 ? { options: Object.fromEntries(options) } : {}),
    ...(complete === null ? {} : { complete }),
    ...(columnsAreGames === true ? { games_of: plainOwners(owners) } : {}),
    ...Object.fromEntries(occasionEntries(occasion)),
    players: players.map((player) => ({
      name: player.name,
      ...(player.left ? { left: true } : {}),
      columns: Object.fromEntries(game.columns.map(({ id }) => [id, Object.fromEntries(column(player, id))])),
      ...Object.fromEntries(player.sheetLines),
    })),
  };
}

/** The owners of games as files and programs get them: a name, a list of several in turns, or null. */
export function plainOwners(owners: Sheet["owners"] = []): string | readonly string[] | null {
  return owners.length > 1 ? owners : (owners[0] ?? null);
}

/** @param language of the comments on a sheet to fill in, with all boxes and lines; null for a sheet that is saved */
function sheetYaml(sheet: Sheet, language: Language | null): string {
  const players = sheet.players.flatMap((player) => playerYaml(sheet.game, player, language));
  return `${[...yamlHead(sheet, language), ...players].join("\n")}\n`;
}

/** The lines of a sheet's file above its players. @param changes how a store-bought pad changes the rules of its variant */
export function yamlHead(
  { game, complete, columnsAreGames, owners = [], occasion }: Sheet,
  language: Language | null,
  changes: YamlMap = {},
): string[] {
  const comment = (key: string) =>
    language === null
      ? []
      : [`# ${language.translate(`sheet.comment.${key}`, { game: oneLine(language.text(game.name)) })}`];
  const options = game.options
    .filter((option) => language !== null || option.chosen !== option.default)
    .map(({ id, label, chosen, choices }) => {
      const ids = choices.map((choice) => choice.id).join(" | ");
      const all = lineComment(language, (words) => `${words.text(label)}: ${ids}`);
      return `  ${id}: ${yamlWord(chosen)}${all}`;
    });
  return [
    ...["title", "boxes", "lines"].flatMap((key) => comment(`head.${key}`)),
    `variant: ${yamlWord(game.id)}`,
    ...(options.length > 0 ? [...comment("options"), "options:", ...options] : []),
    ...(Object.keys(changes).length > 0 ? [`changes: ${flowYaml(changes)}`] : []),
    ...(complete === null ? [] : [...comment("complete"), `complete: ${complete}`]),
    ...(columnsAreGames === true ? [...comment("games-of"), `games_of:${yamlOwners(owners)}`] : []),
    ...occasionEntries(occasion).map(([key, value]) => `${key}: ${yamlWord(value)}`),
    "players:",
  ];
}

function yamlOwners(owners: readonly string[]): string {
  const words = owners.map(yamlWord).join(", ");
  return owners.length > 1 ? ` [${words}]` : words === "" ? "" : ` ${words}`;
}

function playerYaml(game: Game, player: PlayerSheet, language: Language | null): string[] {
  const { columnRows, sheetLines } = gameReference(game);
  const line = (indent: string, id: string, written: CellValue) => {
    if (written !== null)
      return [`${indent}${id}: ${typeof written === "number" ? written : yamlWord(written)}`];
    return language === null
      ? []
      : [`${indent}${id}:${lineComment(language, () => rowName(game, language, id))}`];
  };
  const rows = (indent: string, column: string) =>
    columnRows.flatMap((row) => line(indent, row, writtenCell(player, column, row)));
  const columns = game.columns.flatMap(({ id, label }) => [
    `      ${yamlWord(id)}:${lineComment(language, (words) => words.text(label))}`,
    ...rows("        ", id),
  ]);
  const [only, ...others] = game.columns;
  const isSimple = language !== null && only !== undefined && others.length === 0;
  const lines = language === null ? [...player.sheetLines.keys()] : sheetLines.map(({ id }) => id);
  return [
    `  - name: ${yamlWord(player.name)}`,
    ...(player.left ? ["    left: true"] : []),
    ...(isSimple ? ["    scores:", ...rows("      ", only.id)] : ["    columns:", ...columns]),
    ...lines.flatMap((id) => line("    ", id, player.sheetLines.get(id) ?? null)),
  ];
}

/** A comment at the end of a line of a sheet to fill in. */
function lineComment(language: Language | null, words: (language: Language) => string): string {
  return language === null ? "" : `  # ${oneLine(words(language))}`;
}

/** @param language of a sheet to fill in; null for a sheet that is saved, with the words of the file format */
function sheetCsv(
  { game, complete, columnsAreGames, owners = [], players, occasion }: Sheet,
  language: Language | null,
): string {
  const { columnRows, sheetLines } = gameReference(game);
  const words = csvWords(game, language);
  const tracks = players.flatMap((player) => game.columns.map((column) => ({ player, column })));
  const yesNo = (is: boolean) => words.word(is ? "affirmed" : "denied");
  const row = (key: string, getCell: (track: (typeof tracks)[number]) => CellValue) => [
    key,
    ...tracks.map(getCell),
  ];
  const rows: CellValue[][] = [
    [words.word("variant"), game.id],
    ...chosenOptions(game).map(([id, choice]) => [`${words.word("option")} ${id}`, choice]),
    ...(complete === null ? [] : [[words.word("complete"), yesNo(complete)]]),
    ...(columnsAreGames === true
      ? [[words.word("games_of"), ...(owners.length === 0 ? [null] : owners)]]
      : []),
    ...occasionEntries(occasion).map(([key, value]) => [words.word(key), value]),
    row(words.word("player"), ({ player }) => player.name),
    ...(game.columns.length > 1 ? [row(words.word("column"), ({ column }) => words.column(column))] : []),
    ...(players.some(({ left }) => left)
      ? [row(words.word("left"), ({ player }) => yesNo(player.left))]
      : []),
    ...columnRows.map((id) => row(words.row(id), ({ player, column }) => writtenCell(player, column.id, id))),
    ...sheetLines.map(({ id }) =>
      row(words.row(id), ({ player, column }) =>
        column === game.columns[0] ? (player.sheetLines.get(id) ?? null) : null,
      ),
    ),
  ];
  return BYTE_ORDER_MARK + csvText(rows, language === null ? ";" : csvDelimiter(language));
}

/** How a spreadsheet names its rows: a saved one by ids and the words of the file format. */
function csvWords(game: Game, language: Language | null) {
  if (language === null) {
    const truths: Readonly<Record<string, string>> = { affirmed: "yes", denied: "no" };
    const columnId = (column: Column) => column.id;
    return { word: (key: string) => truths[key] ?? key, row: (id: string) => id, column: columnId };
  }
  const { rows, columns } = gameNames(game, [language]);
  /** A label if it can be read back, else the id. */
  const labelOr = (id: string, text: string, find: (label: string) => readonly string[]) => {
    const label = oneLine(text);
    return find(label).join() === id ? label : id;
  };
  const rowIds = (label: string) => rows.find(label).map((target) => target.id);
  return {
    word: (key: string) => language.translate(`sheet.word.${key}`),
    row: (id: string) => labelOr(id, rowName(game, language, id), rowIds),
    column: ({ id, label }: Column) => labelOr(id, language.text(label), (text) => columns.find(text)),
  };
}

/** Rows as CSV with CRLF line ends, as spreadsheets write it. */
export function csvText(rows: readonly (readonly CellValue[])[], delimiter: string): string {
  const needsQuotes = /[;,\t"\r\n]|^\s|\s$/;
  const cellText = (text: string) => (needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return rows.map((row) => `${row.map((cell) => cellText(String(cell ?? ""))).join(delimiter)}\r\n`).join("");
}

/** Where decimals have a comma, spreadsheets separate cells by semicolons. */
export function csvDelimiter(language: Language): string {
  const half = new Intl.NumberFormat(language.code).format(0.5);
  return half.includes(",") ? ";" : ",";
}

const PLAIN_WORD = /^[\p{L}_][\p{L}\p{N}_.-]*(?: [\p{L}\p{N}_.-]+)*$/u;
/** Words that YAML doesn't read as strings. */
const NOT_A_STRING = /^(?:null|true|false)$/i;

/** A string as a YAML value, quoted where necessary. */
export function yamlWord(word: string): string {
  return PLAIN_WORD.test(word) && !NOT_A_STRING.test(word) ? word : JSON.stringify(word);
}
