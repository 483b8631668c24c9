import { platform } from "../../platform/node.ts";
import { getElement } from "../../rules/arrays.ts";
import type { Game } from "../../rules/game/game.ts";
import { DASHES } from "../../rules/problem/wording.ts";
import { type CodedMarks, USUAL_MARKS } from "./marks.ts";
import type { PadText } from "./pad-form.ts";
import { GAMES_ON_SHEET, type Paper } from "./paper.ts";

/** Raised whenever the same game and words are laid out differently, so that no printed sheet is read by the wrong geometry. */
export const LAYOUT_VERSION = 5;

/** The content of the small code on a sheet. */
export interface SheetCode {
  readonly layoutVersion: number;
  readonly marks: CodedMarks;
  /** The name of a paper, with `-large` for large print and with the edge that is kept free for glue, or `other`. */
  readonly paper: string;
  readonly players: number;
  /** The columns of `players` are games that one person plays in a row; left out for a sheet of players. */
  readonly columnsAreGames?: boolean;
  /** Two characters of a hash of the variant's id: they identify the variant even after it changed. */
  readonly variantTag: string;
  /** Four characters of a hash of rules, options and words. */
  readonly digest: string;
  /** 0 for a sheet without a number. */
  readonly number: number;
}

/** The first character of a code is the layout's version, plus this many times the index of the marks. */
const VERSIONS = 12;
const MARKS = ["double", "standard", "quiet"] as const satisfies readonly CodedMarks[];

export const CODE_CHARACTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const CODE_LENGTH = 14;
/** For values that a code can't express. */
const OTHER = "Z";
/** The letters of a paper: as it is, and with 10 mm kept free for glue at its top or at its left, where a code can say that. */
const LETTERS = {
  a4: "4AB",
  a5: "5CD",
  a6: "6EF",
  letter: "LMN",
  "a4-large": "GPQ",
  "a5-large": "HRS",
  "letter-large": "KTU",
  "80x240mm": "7",
  "95x200mm": "9",
};
const PAPER_LETTERS: ReadonlyMap<string, string> = new Map(
  ["", "-top10", "-left10"].flatMap((edge, at) =>
    Object.entries(LETTERS).flatMap(([name, letters]) =>
      letters[at] === undefined ? [] : [[name + edge, letters.charAt(at)] as const],
    ),
  ),
);
/** The names of papers that a code can express. */
export const CODED_PAPERS: readonly string[] = [...PAPER_LETTERS.keys()];
const SHAPE = /^([0-9A-Z])([4-79LA-HKMNP-UZ])([1-9A-Z])([0-9A-Z]{2})([0-9A-Z]{4})([0-9A-Z][0-9]{4})$/;
/** The first of the five places of a number goes up to Z. */
export const MAX_SHEETS = CODE_CHARACTERS.length * 10_000 - 1;

/** The first and the last number of a block of sheets. */
export interface NumberSpan {
  readonly from: number;
  readonly to: number;
  /** The least number of figures: four for `0001-0050`. */
  readonly figures?: number;
}

const SPAN = new RegExp(`^\\s*(\\d{1,6})\\s*[${DASHES}]\\s*(\\d{1,6})\\s*$`);

/** Reads numbers such as `1-50`, `1 – 50` or `0001-0050`; null for anything else. */
export function parseNumberSpan(text: string): NumberSpan | null {
  const [first = "", last = ""] = (SPAN.exec(text) ?? []).slice(1);
  const [from, to] = [Number(first), Number(last)];
  if (from < 1 || to < from || to > MAX_SHEETS) return null;
  return first.startsWith("0") ? { from, to, figures: first.length } : { from, to };
}

/** Above the numbers of players, each number of games has a character of its own: S for 2 games to Z for 9. */
const FIRST_OF_GAMES = CODE_CHARACTERS.indexOf("Z") - GAMES_ON_SHEET.max;
/** Higher numbers of players share one code. */
const MAX_PLAYERS = FIRST_OF_GAMES + GAMES_ON_SHEET.min - 1;

/** A code as it is printed: 14 characters of `0-9A-Z`. */
export function writeSheetCode(code: SheetCode): string {
  const { layoutVersion, marks, paper, players, variantTag, digest, number } = code;
  const first = layoutVersion + VERSIONS * MARKS.indexOf(marks);
  const columns = code.columnsAreGames === true ? FIRST_OF_GAMES + players : Math.min(players, MAX_PLAYERS);
  const head = `${digit(first)}${PAPER_LETTERS.get(paper) ?? OTHER}${digit(columns)}`;
  const rest = String(number % 10_000).padStart(4, "0");
  return `${head}${variantTag}${digest}${digit(Math.floor(number / 10_000))}${rest}`;
}

/** Reads a code, even with blanks, in lowercase or without the sheet's number; null if it is none. */
export function readSheetCode(text: string): SheetCode | null {
  const plain = text.replace(/[\s·-]+/g, "").toUpperCase();
  const found = SHAPE.exec(plain.length === CODE_LENGTH - 5 ? `${plain}00000` : plain);
  if (found === null) return null;
  const [, first = "", paper = "", players = "", variantTag = "", digest = "", number = ""] = found;
  const version = CODE_CHARACTERS.indexOf(first);
  const columns = CODE_CHARACTERS.indexOf(players);
  return {
    layoutVersion: version % VERSIONS,
    marks: getElement(MARKS, Math.floor(version / VERSIONS)),
    paper: [...PAPER_LETTERS].find(([, letter]) => letter === paper)?.[0] ?? "other",
    ...(columns > MAX_PLAYERS
      ? { players: columns - FIRST_OF_GAMES, columnsAreGames: true }
      : { players: columns }),
    variantTag,
    digest,
    number: CODE_CHARACTERS.indexOf(number.slice(0, 1)) * 10_000 + Number(number.slice(1)),
  };
}

/** A code in groups, as it is printed for people. */
export function codeGroups(text: string): readonly [head: string, digest: string, number: string] {
  return [text.slice(0, 5), text.slice(5, 9), text.slice(9)];
}

/** The columns of a sheet, and its paper. */
interface CodedColumns extends Pick<SheetCode, "players" | "columnsAreGames"> {
  readonly paper: Paper;
}

/** The code of a game's sheets, with no number yet. */
export function buildSheetCode(
  game: Game,
  text: PadText,
  { paper, players, columnsAreGames = false }: CodedColumns,
  marks: CodedMarks = USUAL_MARKS,
): SheetCode {
  return {
    layoutVersion: LAYOUT_VERSION,
    marks,
    paper: PAPER_LETTERS.has(paper.name) ? paper.name : "other",
    ...(columnsAreGames ? { players, columnsAreGames } : { players: Math.min(players, MAX_PLAYERS) }),
    variantTag: variantTag(game.id),
    digest: characters(digestedText(game, text), 4),
    number: 0,
  };
}

/**
 * The text that the digest is a hash of: the rules and the printed words. Names of rules and what only rule sheets say are left out:
 * a better sentence or a new house rule must not make sheets unreadable.
 */
function digestedText(game: Game, text: PadText): string {
  const {
    notes: _notes,
    examples: _examples,
    options: _options,
    lineLabels: _labels,
    formerNames: _formerNames,
    padSums: _padSums,
    name: _name,
    ...rules
  } = game;
  return JSON.stringify(rules, omitNames) + JSON.stringify(text, plainly);
}

/** Keys of `Game` whose values are words; those that are printed are part of the pad's text. */
const NAMES: readonly string[] = ["label", "symbols", "currency"];

function omitNames(key: string, value: unknown): unknown {
  return NAMES.includes(key) ? undefined : plainly(key, value);
}

/** Two characters of a hash of a variant's id. */
export function variantTag(id: string): string {
  return characters(id, 2);
}

function digit(value: number): string {
  return CODE_CHARACTERS[Math.min(value, CODE_CHARACTERS.length - 1)] ?? OTHER;
}

/** The first places of a text's SHA-256, in base 36; at most 8 of them. */
export function characters(text: string, length: number): string {
  const hash = platform.sha256(new TextEncoder().encode(text));
  let value = hash.slice(0, 6).reduce((sum, byte) => sum * 256 + byte, 0);
  let written = "";
  for (let at = 0; at < length; at++) {
    written += CODE_CHARACTERS[value % CODE_CHARACTERS.length];
    value = Math.floor(value / CODE_CHARACTERS.length);
  }
  return written;
}

/** Keys that do not change the sheet: what a field is for, what effect a house rule has, what wins at once, who plays how long. */
const NOT_ON_SHEETS: readonly string[] = ["purpose", "since", "isIdle", "changes", "wins", "age", "minutes"];

function plainly(key: string, value: unknown): unknown {
  if (NOT_ON_SHEETS.includes(key)) return undefined;
  // JSON writes maps as empty objects.
  const plain = value instanceof Map ? [...value] : value;
  return isNothing(plain) ? undefined : plain;
}

/** Whether a value says nothing: it is left out, so that a new key leaves the codes of games without it as they were. */
function isNothing(value: unknown): boolean {
  return value === null || value === false || (Array.isArray(value) && value.length === 0);
}
