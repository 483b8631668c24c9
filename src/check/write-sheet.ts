import { oneLine } from "../rules/problem/wording.ts";
import { categoryLabel, columnLabel, lineLabel } from "../i18n/game-words.ts";
import type { Language } from "../i18n/language.ts";
import type { Game } from "../rules/game/game.ts";
import { namesOf } from "./read/names.ts";
import type { SheetFormat } from "./read/read-sheet.ts";
import { entryAt, padOrder, type PlayerSheet, referenceOf, type Sheet, writtenIn } from "./sheet.ts";

/** Lets a spreadsheet know that the file is UTF-8. */
export const BYTE_ORDER_MARK = "\ufeff";

/** Writes a sheet down so that `readSheet` gives it back. Blank boxes and lines are left out, except in a spreadsheet. */
export function saveSheet(sheet: Sheet, format: SheetFormat): string {
  if (format === "csv") return saveCsv(sheet);
  return format === "yaml" ? saveYaml(sheet) : `${JSON.stringify(jsonSheet(sheet), null, 2)}\n`;
}

/** The options whose choice is not the default, with the choice. */
export function chosenOptions(game: Game): (readonly [id: string, choice: string])[] {
  return game.options
    .filter((option) => option.chosen !== option.default)
    .map((option) => [option.id, option.chosen]);
}

/** Ids of boxes and lines of one column, from the top of the pad to its foot. */
export function columnRows(game: Game): string[] {
  const { lines } = referenceOf(game);
  return padOrder(game).filter((id) => lines.get(id)?.scope !== "sheet");
}

/** What stands in a box or on a line of one column; null if nothing does. */
function inkAt(player: PlayerSheet, column: string, row: string): string | number | null {
  return writtenIn(entryAt(player, column, row)) ?? player.columnLines.get(column)?.get(row) ?? null;
}

function columnInk(game: Game, player: PlayerSheet, column: string): (readonly [string, string | number])[] {
  return columnRows(game).flatMap((row) => {
    const value = inkAt(player, column, row);
    return value === null ? [] : [[row, value] as const];
  });
}

function jsonSheet({ game, complete, players }: Sheet): unknown {
  const options = chosenOptions(game);
  return {
    variant: game.id,
    ...(options.length > 0 ? { options: Object.fromEntries(options) } : {}),
    ...(complete === null ? {} : { complete }),
    players: players.map((player) => ({
      name: player.name,
      ...(player.left ? { left: true } : {}),
      columns: Object.fromEntries(
        game.columns.map(({ id }) => [id, Object.fromEntries(columnInk(game, player, id))]),
      ),
      ...Object.fromEntries(player.sheetLines),
    })),
  };
}

function saveYaml({ game, complete, players }: Sheet): string {
  const options = chosenOptions(game);
  const lines = [`variant: ${yamlWord(game.id)}`];
  if (options.length > 0)
    lines.push("options:", ...options.map(([id, choice]) => `  ${id}: ${yamlWord(choice)}`));
  if (complete !== null) lines.push(`complete: ${complete}`);
  lines.push("players:", ...players.flatMap((player) => playerYaml(game, player)));
  return `${lines.join("\n")}\n`;
}

function playerYaml(game: Game, player: PlayerSheet): string[] {
  const lines = [`  - name: ${yamlWord(player.name)}`];
  if (player.left) lines.push("    left: true");
  lines.push("    columns:");
  for (const { id } of game.columns) {
    lines.push(`      ${yamlWord(id)}:`);
    for (const [row, value] of columnInk(game, player, id))
      lines.push(`        ${row}: ${typeof value === "number" ? value : yamlWord(value)}`);
  }
  for (const [id, value] of player.sheetLines) lines.push(`    ${id}: ${value}`);
  return lines;
}

function saveCsv({ game, complete, players }: Sheet): string {
  const tracks = players.flatMap((player) => game.columns.map((column) => ({ player, column: column.id })));
  const options = chosenOptions(game).map(([id, choice]) => [`option ${id}`, choice]);
  const yesNo = (is: boolean) => (is ? "yes" : "no");
  const rows: (string | number | null)[][] = [["variant", game.id], ...options];
  if (complete !== null) rows.push(["complete", yesNo(complete)]);
  rows.push(["player", ...tracks.map(({ player }) => player.name)]);
  if (game.columns.length > 1) rows.push(["column", ...tracks.map(({ column }) => column)]);
  if (players.some((player) => player.left))
    rows.push(["left", ...tracks.map(({ player }) => yesNo(player.left))]);
  for (const row of columnRows(game))
    rows.push([row, ...tracks.map(({ player, column }) => inkAt(player, column, row))]);
  const [first] = game.columns;
  for (const { id } of referenceOf(game).sheetLines) {
    const values = tracks.map(({ player, column }) =>
      column === first?.id ? (player.sheetLines.get(id) ?? null) : null,
    );
    rows.push([id, ...values]);
  }
  return BYTE_ORDER_MARK + csvText(rows, ";");
}

/** Rows as CSV with the line ends that spreadsheets write. */
export function csvText(rows: readonly (readonly (string | number | null)[])[], delimiter: string): string {
  const needsQuotes = /[;,\t"\r\n]|^\s|\s$/;
  const cellText = (text: string) => (needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return rows.map((row) => `${row.map((cell) => cellText(String(cell ?? ""))).join(delimiter)}\r\n`).join("");
}

export interface EmptySheetOptions {
  /** One sheet for all of them; if empty, two players with made-up names. */
  readonly players: readonly string[];
  readonly format: "yaml" | "csv";
  readonly language: Language;
}

/**
 * A sheet to fill in: every box and line of the game without ink. In YAML with comments that explain it, in CSV with rows as
 * on the pad, in the language's words and with the separator that its spreadsheets expect.
 */
export function emptySheet(game: Game, { players, format, language }: EmptySheetOptions): string {
  const madeUp = ["1", "2"].map((n) => language.translate("sheet.made-up-name", { n }));
  const names = players.length > 0 ? players : madeUp;
  return format === "csv" ? emptyCsv(game, names, language) : emptyYaml(game, names, language);
}

function emptyYaml(game: Game, names: readonly string[], language: Language): string {
  const comment = (key: string) =>
    `# ${language.translate(`sheet.comment.${key}`, { game: oneLine(language.text(game.name)) })}`;
  const lines = [
    ...["title", "boxes", "lines"].map((key) => comment(`head.${key}`)),
    `variant: ${yamlWord(game.id)}`,
  ];
  if (game.options.length > 0) lines.push(comment("options"), "options:");
  for (const { id, chosen, choices } of game.options) {
    const all = choices.map((choice) => choice.id).join(" | ");
    lines.push(`  ${id}: ${yamlWord(chosen)}  # ${oneLine(all)}`);
  }
  lines.push(comment("complete"), "complete: false", "players:");
  for (const name of names) lines.push(...emptyPlayer(game, name, language));
  return `${lines.join("\n")}\n`;
}

function emptyPlayer(game: Game, name: string, language: Language): string[] {
  const row = (indent: string, id: string) => `${indent}${id}:  # ${oneLine(rowLabel(game, language, id))}`;
  const lines = [`  - name: ${yamlWord(name)}`];
  if (game.columns.length === 1) {
    lines.push("    scores:", ...columnRows(game).map((id) => row("      ", id)));
  } else {
    lines.push("    columns:");
    for (const column of game.columns) {
      lines.push(`      ${yamlWord(column.id)}:  # ${oneLine(columnLabel(language, column))}`);
      lines.push(...columnRows(game).map((id) => row("        ", id)));
    }
  }
  return [...lines, ...referenceOf(game).sheetLines.map(({ id }) => row("    ", id))];
}

function rowLabel(game: Game, language: Language, id: string): string {
  const category = referenceOf(game).categories.get(id);
  return category === undefined ? lineLabel(game, language, id) : categoryLabel(language, category);
}

function emptyCsv(game: Game, players: readonly string[], language: Language): string {
  const word = (key: string) => language.translate(`sheet.word.${key}`);
  const names = namesOf(game, [language]);
  /** A label if that leads back to what it stands for, else its id. */
  const labelOr = (id: string, text: string, find: (label: string) => readonly string[]) => {
    const label = oneLine(text);
    return find(label).join() === id ? label : id;
  };
  const idsOf = (label: string) => names.rows.find(label).map((target) => target.id);
  const tracks = players.flatMap((name) => game.columns.map((column) => ({ name, column })));
  const options = chosenOptions(game).map(([id, choice]) => [`${word("option")} ${id}`, choice]);
  const rows: (string | null)[][] = [
    [word("variant"), game.id],
    ...options,
    [word("complete"), word("denied")],
    [word("player"), ...tracks.map(({ name }) => name)],
  ];
  if (game.columns.length > 1) {
    const columnsOf = (label: string) => names.columns.find(label);
    const heads = tracks.map(({ column }) => labelOr(column.id, columnLabel(language, column), columnsOf));
    rows.push([word("column"), ...heads]);
  }
  const ids = [...columnRows(game), ...referenceOf(game).sheetLines.map(({ id }) => id)];
  for (const id of ids) {
    const label = labelOr(id, rowLabel(game, language, id), idsOf);
    rows.push([label, ...tracks.map(() => null)]);
  }
  return BYTE_ORDER_MARK + csvText(rows, csvDelimiter(language));
}

/** Where a comma stands in decimal numbers, spreadsheets put semicolons between cells. */
export function csvDelimiter(language: Language): string {
  const half = new Intl.NumberFormat(language.code).format(0.5);
  return half.includes(",") ? ";" : ",";
}

const PLAIN_WORD = /^[\p{L}_][\p{L}\p{N}_.-]*(?: [\p{L}\p{N}_.-]+)*$/u;
/** What YAML takes for something other than a text, although it is written in letters. */
const NO_TEXT = /^(?:null|true|false)$/i;

/** A word as a YAML value: bare where that is safe, in quotation marks elsewhere. */
export function yamlWord(word: string): string {
  return PLAIN_WORD.test(word) && !NO_TEXT.test(word) ? word : JSON.stringify(word);
}
