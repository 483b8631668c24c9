import { platform } from "../../platform/node.ts";
import type { Game } from "../../rules/game/game.ts";
import type { PadText } from "./pad-form.ts";
import type { Paper } from "./paper.ts";

/** The layout of sheets, as their codes name it: a higher one whenever the same game and words are laid out differently, so that a printed sheet is never read by the wrong geometry. */
export const LAYOUT_VERSION = 2;

/** What the small code on a sheet says. */
export interface SheetCode {
  readonly layoutVersion: number;
  /** The name of a paper, with `-large` for large print and with the edge that is kept free for glue, or `other`. */
  readonly paper: string;
  readonly players: number;
  /** Two characters made from the variant's id: which variant it was, even if it has changed since. */
  readonly variantTag: string;
  /** Four characters made from rules, options and words. */
  readonly digest: string;
  /** 0 for a sheet without a number. */
  readonly number: number;
}

/** All characters that a code may have. */
export const CODE_CHARACTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const CODE_LENGTH = 14;
/** Stands for what a code can't express. */
const OTHER = "Z";
/** The letters of a paper: as it is, and with 10 mm kept free for glue at its top or at its left. */
const LETTERS = {
  a4: "4AB",
  a5: "5CD",
  a6: "6EF",
  letter: "LMN",
  "a4-large": "GPQ",
  "a5-large": "HRS",
  "letter-large": "KTU",
};
const PAPER_LETTERS: ReadonlyMap<string, string> = new Map(
  ["", "-top10", "-left10"].flatMap((edge, at) =>
    Object.entries(LETTERS).map(([name, letters]) => [name + edge, letters.charAt(at)] as const),
  ),
);
/** The names of papers that a code can express. */
export const CODED_PAPERS: readonly string[] = [...PAPER_LETTERS.keys()];
const SHAPE = /^([0-9A-Z])([456LA-HKMNP-UZ])([1-9A-Z])([0-9A-Z]{2})([0-9A-Z]{4})([0-9A-Z][0-9]{4})$/;
/** Beyond four digits, the first of five places counts on with letters. */
export const MAX_SHEETS = CODE_CHARACTERS.length * 10_000 - 1;

/** The first and the last number of a block of sheets. */
export interface NumberSpan {
  readonly from: number;
  readonly to: number;
  /** How many figures each number has at least: four for `0001-0050`. */
  readonly figures?: number;
}

/** Reads numbers such as `1-50`, `1 – 50` or `0001-0050`; null for anything else. */
export function parseNumberSpan(text: string): NumberSpan | null {
  const [first = "", last = ""] = (/^\s*(\d{1,6})\s*[-–]\s*(\d{1,6})\s*$/.exec(text) ?? []).slice(1);
  const [from, to] = [Number(first), Number(last)];
  if (from < 1 || to < from || to > MAX_SHEETS) return null;
  return first.startsWith("0") ? { from, to, figures: first.length } : { from, to };
}

/** More players than this have the same code. */
const MAX_PLAYERS = CODE_CHARACTERS.length - 1;

/** A code as it is printed: 14 characters of `0-9A-Z`. */
export function writeSheetCode(code: SheetCode): string {
  const { layoutVersion, paper, players, variantTag, digest, number } = code;
  const head = `${digit(layoutVersion)}${PAPER_LETTERS.get(paper) ?? OTHER}${digit(players)}`;
  const rest = String(number % 10_000).padStart(4, "0");
  return `${head}${variantTag}${digest}${digit(Math.floor(number / 10_000))}${rest}`;
}

/** Reads a code, also one that was typed with blanks or small letters, or without the sheet's number; null if it is none. */
export function readSheetCode(text: string): SheetCode | null {
  const plain = text.replace(/[\s·-]+/g, "").toUpperCase();
  const found = SHAPE.exec(plain.length === CODE_LENGTH - 5 ? `${plain}00000` : plain);
  if (found === null) return null;
  const [, version = "", paper = "", players = "", variantTag = "", digest = "", number = ""] = found;
  return {
    layoutVersion: CODE_CHARACTERS.indexOf(version),
    paper: [...PAPER_LETTERS].find(([, letter]) => letter === paper)?.[0] ?? "other",
    players: CODE_CHARACTERS.indexOf(players),
    variantTag,
    digest,
    number: CODE_CHARACTERS.indexOf(number.slice(0, 1)) * 10_000 + Number(number.slice(1)),
  };
}

/** A code in groups, for people. */
export function codeGroups(text: string): readonly [head: string, digest: string, number: string] {
  return [text.slice(0, 5), text.slice(5, 9), text.slice(9)];
}

/** The code of a game's sheets, with no number yet. */
export function buildSheetCode(game: Game, text: PadText, paper: Paper, players: number): SheetCode {
  return {
    layoutVersion: LAYOUT_VERSION,
    paper: PAPER_LETTERS.has(paper.name) ? paper.name : "other",
    players: Math.min(players, MAX_PLAYERS),
    variantTag: variantTag(game.id),
    digest: characters(digestedText(game, text), 4),
    number: 0,
  };
}

/**
 * What the digest is taken of: the rules, and the words that are printed. Names of rules, and what only rule sheets say, are left out, so
 * that sheets stay readable when a sentence is improved or a house rule is added.
 */
function digestedText(game: Game, text: PadText): string {
  const {
    notes: _notes,
    examples: _examples,
    options: _options,
    lineLabels: _labels,
    name: _name,
    ...rules
  } = game;
  return JSON.stringify(rules, omitNames) + JSON.stringify(text, plainly);
}

/** Keys of `Game` whose values are words. What of them is printed stands in the words of the pad. */
const NAMES: readonly string[] = ["label", "symbols", "currency"];

function omitNames(key: string, value: unknown): unknown {
  return NAMES.includes(key) ? undefined : plainly(key, value);
}

/** Two characters that a variant's id leads to. */
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

/** Keys of `Game` that are younger than the first printed sheets, with their unused value. It is left out, so that old codes stay. */
const UNUSED: ReadonlyMap<string, string> = new Map([
  ["requires", "[]"],
  ["section", "null"],
  ["wild", "null"],
  ["miss", "null"],
  ["after", "null"],
  ["layerOrder", '"listed"'],
  ["banksRolls", "false"],
  ["chips", "null"],
  ["servedOn", '"any_throw"'],
  ["total", "null"],
  ["floor", "null"],
  ["entry", '{"kind":"any"}'],
  ["bonuses", "[]"],
  ["multiplied", "false"],
  ["by", '"total"'],
  ["prizes", "null"],
  ["hands", "1"],
  ["symbols", "[]"],
]);

/** Keys that do not change what sheet it is: what a field is for, since when it is there, whether a house rule decides anything, what wins at once. */
const NOT_ON_SHEETS: readonly string[] = ["purpose", "since", "isIdle", "wins"];

function plainly(key: string, value: unknown): unknown {
  if (NOT_ON_SHEETS.includes(key)) return undefined;
  // These kinds had another name when the first sheets were printed.
  if (key === "kind" && value === "by_roll") return "by-throw";
  if (key === "kind" && value === "one_of") return "one-of";
  // JSON would leave maps empty.
  const plain = value instanceof Map ? [...value] : value;
  return UNUSED.has(key) && UNUSED.get(key) === JSON.stringify(plain) ? undefined : plain;
}
