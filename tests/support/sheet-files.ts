import { msg } from "../../src/rules/problem/message.ts";
import { checkSheet } from "../../src/check/check-sheet.ts";
import { type Games, readSheet, type SheetFormat } from "../../src/check/read/read-sheet.ts";
import type { Finding } from "../../src/check/checks.ts";
import type { BoxEntry, Sheet } from "../../src/check/sheet.ts";
import type { Language } from "../../src/i18n/language.ts";
import type { Game } from "../../src/rules/game/game.ts";
import { failure, type Problem, problem, type Result, success } from "../../src/rules/problem/problem.ts";
import { readVariant } from "../../src/rules/variant/read-variant.ts";
import { SHIPPED, shippedFiles, shippedText } from "./games.ts";
import { language } from "./languages.ts";

/** Both languages; always the same list, as in a run of the program. */
const BOTH: readonly Language[] = [language("de"), language("en")];

const known = new Map<string, ReturnType<Games>>();

/** The shipped games, as the command line passes them to the sheet reader: each read once. */
const shippedGames: Games = (id, options) => {
  if (!SHIPPED.includes(id))
    return failure([problem("unknown-variant", msg`rules.unknown-variant: there is no variant \`${id}\``)]);
  const key = JSON.stringify([id, options]);
  const game = known.get(key) ?? readVariant(`${id}.yaml`, shippedText(id), shippedFiles, options);
  known.set(key, game);
  return game;
};

/** Reads a sheet of a shipped game. */
export function read(
  text: string,
  format: SheetFormat = "yaml",
  variant: string | null = null,
): Result<Sheet> {
  return readSheet({ file: `sheet.${format}`, text, format }, shippedGames, BOTH, { variant });
}

/** As `read`; the test stops with the problems if there are any. */
export function sheetFrom(text: string, format: SheetFormat = "yaml", variant: string | null = null): Sheet {
  const result = read(text, format, variant);
  if (!result.ok) throw new Error(result.problems.map(short).join("\n"));
  return result.value;
}

/** A sheet of a game that is not shipped, as YAML. */
export function sheetOf(game: Game, text: string): Sheet {
  const result = readSheet({ file: "sheet.yaml", text, format: "yaml" }, () => success(game), BOTH, {
    variant: null,
  });
  if (!result.ok) throw new Error(result.problems.map(short).join("\n"));
  return result.value;
}

/** The problems of a sheet that can't be read, each as `code line:column`. */
export function problemsOf(
  text: string,
  format: SheetFormat = "yaml",
  variant: string | null = null,
): string[] {
  const result = read(text, format, variant);
  return result.ok ? [] : result.problems.map(short);
}

/** The problems of a sheet that can't be read in full, each as `line:column code: message | hint`, and ` @line:column` of what it collides with. */
export function toldOf(text: string, format: SheetFormat = "yaml", variant: string | null = null): string[] {
  const result = read(text, format, variant);
  return result.ok ? [] : result.problems.map(told);
}

/** A problem with its place, its way out and what it collides with. */
function told({ code, message, hint, place, related }: Problem): string {
  const at = place === null ? "-" : `${place.line}:${place.col}`;
  const others = related.map((other) => ` @${other.place.line}:${other.place.col}`).join("");
  return `${at} ${code}: ${message}${hint === null ? "" : ` | ${hint}`}${others}`;
}

function short({ code, place }: Problem): string {
  return place === null ? code : `${code} ${place.line}:${place.col}`;
}

/** What the checks find on a sheet in YAML, each as `code player/column/row`. */
export function findingsOf(text: string): string[] {
  return checkSheet(sheetFrom(text)).findings.map(spot);
}

export function spot({ code, player, column, category, line }: Finding): string {
  return `${code} ${[player, column, category ?? line].filter((part) => part !== null).join("/")}`;
}

/** The entry of a box. */
export function box(sheet: Sheet, player: number, column: string, category: string): BoxEntry | undefined {
  return sheet.players[player]?.boxes.get(column)?.get(category);
}

/** A sheet of one player of a game with several columns, from the content of each column. */
export function columns(variant: string, inks: Readonly<Record<string, string>>, complete = "no"): string {
  const lines = Object.entries(inks).map(([column, ink]) => `      ${column}: {${ink}}\n`);
  return `variant: ${variant}\ncomplete: ${complete}\nplayers:\n  - name: A\n    columns:\n${lines.join("")}`;
}

/** A sheet of a game with one column, from the content of the column of each player. */
export function scores(variant: string, ...players: readonly string[]): string {
  const lines = players.map((ink, at) => `  - {name: ${"ABCDEFGH"[at]}, scores: {${ink}}}\n`);
  return `variant: ${variant}\nplayers:\n${lines.join("")}`;
}
