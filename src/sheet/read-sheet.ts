import type { Game } from "../game/game.ts";
import { failure, type Place, type Problem, problem, type Result, success } from "../problem/problem.ts";
import { readCsv } from "../text/csv.ts";
import { readJson } from "../text/json.ts";
import type { MapEntry, ReadText, TextNode } from "../text/node.ts";
import { readYaml } from "../text/yaml.ts";
import type { Language } from "../words/language.ts";
import { layOutRows } from "./csv-rows.ts";
import { shorten, strikeMarks } from "./ink.ts";
import { type Keywords, keywordsOf } from "./keywords.ts";
import { namesOf } from "./names.ts";
import type { Table } from "./player-reader.ts";
import { readPlayers } from "./players.ts";
import { Reading } from "./reading.ts";
import type { Sheet } from "./sheet.ts";

export const SHEET_FORMATS = ["yaml", "json", "csv"] as const;
export type SheetFormat = (typeof SHEET_FORMATS)[number];

export interface SheetFile {
  /** The name to print in problems. */
  readonly file: string;
  readonly text: string;
  readonly format: SheetFormat;
}

/** Gives the game of a variant under the chosen options, or what is wrong with either. */
export type Games = (variant: string, options: Readonly<Record<string, string>>) => Result<Game>;

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
  const game = readGame(fields, games, fallback.variant, reading);
  if (game === null) return failure(reading.problems);
  const table: Table = {
    game,
    names: namesOf(game, languages),
    marks: strikeMarks(game.strike.marks),
    truth,
    isSpreadsheet: input.format === "csv",
  };
  const players = readPlayers(fields.get("players")?.value, table, reading);
  const { problems } = reading;
  return problems.length > 0 ? failure(problems) : success({ file: input.file, game, complete, players });
}

function readText({ file, text, format }: SheetFile, keywords: Keywords): Result<ReadText> {
  if (format === "json") return readJson(file, text);
  if (format === "yaml") return readYaml(file, text);
  const cells = readCsv(file, text);
  if (!cells.ok) return cells;
  return success({ root: layOutRows(cells.value.rows, keywords), place: cells.value.place });
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

type Fields = ReadonlyMap<string, MapEntry>;

function readGame(fields: Fields, games: Games, fallback: string | null, reading: Reading): Game | null {
  const variantNode = fields.get("variant")?.value;
  const variant = variantNode === undefined ? null : reading.word(variantNode, "`variant`");
  const options = readOptions(fields.get("options")?.value, reading);
  if (variant === null && fallback === null) {
    if (variantNode?.kind !== "list" && variantNode?.kind !== "map") {
      const hint = "start it with `variant: …`";
      reading.complain("no-variant", "the sheet doesn't say which game it is", reading.text.root, hint);
    }
    return null;
  }
  const game = games(variant ?? fallback ?? "", Object.fromEntries(options));
  if (game.ok) return game.value;
  const at = options.size > 0 ? (fields.get("options") ?? null) : null;
  reading.add(game.problems.map((p) => placed(p, variantNode, at?.keySpan ?? null, reading)));
  return null;
}

/** A problem that has no place of its own is about the variant's name, or about the options if there are any. */
function placed(
  p: Problem,
  variant: TextNode | undefined,
  options: MapEntry["keySpan"] | null,
  reading: Reading,
): Problem {
  const isAboutOption = /option|choice/.test(p.code);
  const at = isAboutOption ? (options ?? variant) : variant;
  const place: Place | null = p.place ?? (at === undefined ? null : reading.text.place(at));
  return problem(p.code, p.message, { ...p, place });
}

/** Option id to choice, as typed: `2.50` stays `2.50`. */
function readOptions(node: TextNode | undefined, reading: Reading): Map<string, string> {
  const options = new Map<string, string>();
  if (node === undefined) return options;
  const map = reading.map(node, "`options`", "write `options:` and below it `option: choice`");
  const seen = new Map<string, MapEntry>();
  for (const entry of map?.entries ?? []) {
    if (reading.isTwice(seen.get(entry.key), entry)) continue;
    seen.set(entry.key, entry);
    const choice = reading.word(entry.value, `the option \`${shorten(entry.key)}\``);
    if (choice !== null) options.set(entry.key, choice);
  }
  return options;
}
