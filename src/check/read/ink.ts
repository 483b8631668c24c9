import type { TextScalar } from "../../rules/source/text.ts";
import type { Entry } from "../sheet.ts";

/** The marks that people strike with in any game; a game adds its own. */
const COMMON_MARKS = ["x", "×", "✗", "✘", "/", "//", "\\", "-", "–", "—", "−"] as const;

/** No score is larger. */
const MAX_NUMBER = 1_000_000;

/** Why something that stands in a box is neither number nor strike mark. */
export interface InkFault {
  readonly code: "not-a-score" | "not-whole" | "number-too-large";
  readonly message: string;
  readonly hint: string;
}

const EMPTY: Entry = { kind: "empty" };
const NUMBER = /^([+\-−–]?)([0-9]+)(?:[.,]([0-9]*))?$/;

/** All strike marks of a game, in lower case. */
export function strikeMarks(own: readonly string[]): ReadonlySet<string> {
  return new Set([...COMMON_MARKS, ...own.map((mark) => mark.toLowerCase())]);
}

/**
 * What stands in a box: a number (also one in quotation marks or with a spreadsheet's `,0`), a strike mark, or nothing.
 *
 * @param marks the strike marks, in lower case
 */
export function readInk(node: TextScalar, marks: ReadonlySet<string>): Entry | InkFault {
  const { value } = node;
  if (typeof value === "number") return numberInk(value, node.source);
  if (value === null) return EMPTY;
  if (typeof value === "boolean") return notAScore(node.source);
  const text = value.trim();
  if (text === "") return EMPTY;
  const number = NUMBER.exec(text);
  if (number === null)
    return marks.has(text.toLowerCase()) ? { kind: "strike", mark: text } : notAScore(text);
  const [, sign = "", whole = "", fraction = ""] = number;
  if (/[1-9]/.test(fraction)) return notWhole(text);
  return numberInk(sign === "" || sign === "+" ? Number(whole) : -Number(whole), text);
}

function numberInk(value: number, source: string): Entry | InkFault {
  if (Number.isNaN(value)) return notAScore(source);
  if (Math.abs(value) > MAX_NUMBER) {
    const message = `\`${shorten(source)}\` is larger than anything that dice can earn`;
    return { code: "number-too-large", message, hint: "leave the box empty if the number is not known" };
  }
  if (!Number.isInteger(value)) return notWhole(source);
  // No minus before a zero.
  return { kind: "score", value: value === 0 ? 0 : value };
}

function notWhole(source: string): InkFault {
  const message = `\`${shorten(source)}\` is not a whole number`;
  return { code: "not-whole", message, hint: "scores are whole numbers, without separators" };
}

function notAScore(source: string): InkFault {
  const message = `\`${shorten(source)}\` is neither a score nor a strike`;
  return { code: "not-a-score", message, hint: "write a whole number, a strike mark (X, /, –) or nothing" };
}

/** A stretch of a file as it can stand inside a message: one line, not too long. */
export function shorten(text: string): string {
  const line = text.replace(/\s+/gu, " ");
  return line.length > 40 ? `${line.slice(0, 39)}…` : line;
}
