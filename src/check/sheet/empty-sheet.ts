import type { Column, Game } from "../../rules/game/game.ts";
import { categoryLabel, columnLabel, lineLabel } from "../../i18n/game-words.ts";
import type { Language } from "../../i18n/language.ts";
import { type Names, namesOf } from "./names.ts";
import { oneLine, yamlWord } from "./quote.ts";
import { referenceOf } from "./reference.ts";
import { BYTE_ORDER_MARK, chosenOptions, columnRows, csvText } from "./save-sheet.ts";

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
  const names =
    players.length > 0
      ? players
      : [1, 2].map((n) => language.translate("sheet.made-up-name", { n: String(n) }));
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
  const tracks = players.flatMap((name) => game.columns.map((column) => ({ name, column })));
  const blanks = tracks.map(() => null);
  const options = chosenOptions(game).map(([id, choice]) => [`${word("option")} ${id}`, choice]);
  const rows: (string | null)[][] = [
    [word("variant"), game.id],
    ...options,
    [word("complete"), word("denied")],
    [word("player"), ...tracks.map(({ name }) => name)],
  ];
  if (game.columns.length > 1) {
    const heads = tracks.map(({ column }) => columnName(column, names, language));
    rows.push([word("column"), ...heads]);
  }
  const ids = [...columnRows(game), ...referenceOf(game).sheetLines.map(({ id }) => id)];
  for (const id of ids) rows.push([rowName(game, id, names, language), ...blanks]);
  return BYTE_ORDER_MARK + csvText(rows, csvDelimiter(language));
}

/** A row's label if that leads back to it, else its id. */
function rowName(game: Game, id: string, names: Names, language: Language): string {
  const label = oneLine(rowLabel(game, language, id));
  const [target, ...others] = names.rows(label);
  return target?.id === id && others.length === 0 ? label : id;
}

function columnName(column: Column, names: Names, language: Language): string {
  const label = oneLine(columnLabel(language, column));
  const [target, ...others] = names.columns(label);
  return target === column.id && others.length === 0 ? label : column.id;
}

/** Where a comma stands in decimal numbers, spreadsheets put semicolons between cells. */
export function csvDelimiter(language: Language): string {
  const half = new Intl.NumberFormat(language.code).format(0.5);
  return half.includes(",") ? ";" : ",";
}
