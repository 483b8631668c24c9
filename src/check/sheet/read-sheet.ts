import { failure, type Result, success } from "../../rules/problem/problem.ts";
import { type Cell, readCsv } from "../../rules/source/csv.ts";
import { readJson } from "../../rules/source/json.ts";
import type { ReadText, TextNode } from "../../rules/source/text.ts";
import { readYaml } from "../../rules/source/yaml.ts";
import type { Language } from "../../i18n/language.ts";
import { layOutRows } from "./csv-rows.ts";
import { fold } from "./fold.ts";
import { shorten, strikeMarks } from "./ink.ts";
import { type Keywords, keywordsOf } from "./keywords.ts";
import { namesOf } from "./names.ts";
import type { Table } from "./player-reader.ts";
import { readPlayers } from "./players.ts";
import { type Games, readGame } from "./read-game.ts";
import { Reading } from "./reading.ts";
import type { Sheet } from "./sheet.ts";

export type { Games } from "./read-game.ts";

export const SHEET_FORMATS = ["yaml", "json", "csv"] as const;
export type SheetFormat = (typeof SHEET_FORMATS)[number];

export interface SheetFile {
  /** The name to print in problems. */
  readonly file: string;
  readonly text: string;
  readonly format: SheetFormat;
}

const SHEET_KEYS = ["variant", "options", "complete", "players"] as const;

/**
 * Reads a filled-in sheet: text to nodes, nodes to a sheet that belongs to its game.
 *
 * Boxes, lines and columns go by their ids or by their labels in any of the languages. What is written is not judged here;
 * see `checkSheet`.
 *
 * @param games finds the game that the sheet names
 * @param fallback the variant of sheets that name none
 * @returns the sheet, or everything that keeps it from being one
 */
export function readSheet(
  input: SheetFile,
  games: Games,
  languages: readonly Language[],
  fallback: { readonly variant: string | null },
): Result<Sheet> {
  const keywords = keywordsOf(languages);
  const text = readText(input, keywords);
  if (!text.ok) return text;
  const reading = new Reading(text.value);
  const root = reading.map(text.value.root, "a sheet", "it starts with `variant: …`");
  if (root === null) return failure(reading.problems);
  const fields = reading.fields(root, SHEET_KEYS);
  const truth = (node: TextNode, what: string) => readTruth(node, what, keywords, reading);
  const completeNode = fields.get("complete")?.value;
  const complete = completeNode === undefined ? null : truth(completeNode, "`complete`");
  const isSpreadsheet = input.format === "csv";
  const hint = isSpreadsheet ? `add a row ${keywords.rows("variant")}` : "start it with `variant: …`";
  const source = { games, fallback: fallback.variant, hint };
  const game = readGame(fields.get("variant")?.value, fields.get("options")?.value, source, reading);
  if (game === null) return failure(reading.problems);
  const table: Table = {
    game,
    names: namesOf(game, languages),
    marks: strikeMarks(game.strike.marks),
    truth,
    spreadsheet: isSpreadsheet
      ? { playerRow: keywords.rows("player"), columnRow: keywords.rows("column") }
      : null,
  };
  const players = isHeader(text.value.header, table, reading)
    ? readPlayers(fields.get("players")?.value, table, reading)
    : [];
  const { problems } = reading;
  return problems.length > 0 ? failure(problems) : success({ file: input.file, game, complete, players });
}

/** A text as nodes; of a spreadsheet also where the row with the names starts, if it doesn't say so itself. */
interface SheetText extends ReadText {
  readonly header: Cell | null;
}

function readText({ file, text, format }: SheetFile, keywords: Keywords): Result<SheetText> {
  if (format === "csv") {
    const cells = readCsv(file, text);
    if (!cells.ok) return cells;
    return success({ ...layOutRows(cells.value.rows, keywords), place: cells.value.place });
  }
  const read = format === "json" ? readJson(file, text) : readYaml(file, text);
  return read.ok ? success({ ...read.value, header: null }) : read;
}

/** Whether the row that was taken for the one with the names can be it: a box's row with words in it is none. */
function isHeader(corner: Cell | null, { game, names, spreadsheet }: Table, reading: Reading): boolean {
  if (corner === null || names.rows(corner.text).length === 0) return true;
  // Some games have a box that is called like the game.
  if ([game.id, ...Object.values(game.name)].some((name) => fold(name) === fold(corner.text))) return true;
  const row = shorten(corner.text);
  const message = `there are no players on this sheet, unless this row has their names and not \`${row}\``;
  const hint = `start the row with the names like this: ${spreadsheet?.playerRow ?? ""}`;
  reading.complain("no-players", message, corner, hint);
  return false;
}

function readTruth(node: TextNode, what: string, keywords: Keywords, reading: Reading): boolean | null {
  if (node.kind === "scalar") {
    const source = node.source.trim();
    if (typeof node.value === "boolean") return node.value;
    if (node.value === null || source === "") return null;
    const truth = keywords.truth(source);
    if (truth !== undefined) return truth;
  }
  reading.complain("wrong-type", `${what} should be yes or no`, node);
  return null;
}
