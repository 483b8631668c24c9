import { type Message, msg } from "../../rules/problem/message.ts";
import { shorten } from "../../rules/problem/wording.ts";
import type { TextScalar } from "../../rules/source/text.ts";
import type { BoxEntry } from "../sheet.ts";

/** The marks that people strike with in any game; a game adds its own. */
const COMMON_MARKS = ["x", "×", "✗", "✘", "/", "//", "\\", "-", "–", "—", "−"] as const;

/** No score is larger. */
const MAX_NUMBER = 1_000_000;

/** The message and hint of each fault. */
const FAULTS = {
  "not-a-score": (written: string) => ({
    message: msg("check.not-a-score")`\`${written}\` is neither a score nor a strike`,
    hint: msg("check.not-a-score-hint")`write a whole number, a strike mark (X, /, –) or nothing`,
  }),
  "not-whole": (written: string) => ({
    message: msg("check.not-whole")`\`${written}\` is not a whole number`,
    hint: msg("check.not-whole-hint")`scores are whole numbers, without separators`,
  }),
  "number-too-large": (written: string) => ({
    message: msg("check.number-too-large")`\`${written}\` is more than any dice can score`,
    hint: msg("check.number-too-large-hint")`if the number is unknown, leave the box empty`,
  }),
};

/** Why the content of a box is neither number nor strike mark. */
export interface InkFault {
  readonly code: keyof typeof FAULTS;
  readonly message: Message;
  readonly hint: Message;
}

/** Spreadsheets put an apostrophe before what they keep as text. */
const NUMBER = /^'?([+\-−–]?)([0-9]+)(?:[.,]([0-9]*))?$/;

/** All strike marks of a game, in lower case. */
export function strikeMarks(own: readonly string[]): ReadonlySet<string> {
  return new Set([...COMMON_MARKS, ...own.map((mark) => mark.toLowerCase())]);
}

/** A number (in quotation marks, too, or with a spreadsheet's `,0`), a strike mark, or nothing. @param marks in lower case */
export function readInk(node: TextScalar, marks: ReadonlySet<string>): BoxEntry | InkFault {
  const { value, source } = node;
  if (typeof value === "number") return numberInk(value, source);
  if (typeof value === "boolean") return fault("not-a-score", source);
  const text = value?.trim() ?? "";
  if (text === "") return { kind: "empty" };
  const number = NUMBER.exec(text);
  if (number === null)
    return marks.has(text.toLowerCase()) ? { kind: "strike", mark: text } : fault("not-a-score", text);
  const [, sign = "", whole = "", fraction = ""] = number;
  if (/[1-9]/.test(fraction)) return fault("not-whole", text);
  return numberInk(sign === "" || sign === "+" ? Number(whole) : -Number(whole), text);
}

function numberInk(value: number, source: string): BoxEntry | InkFault {
  if (Number.isNaN(value)) return fault("not-a-score", source);
  if (Math.abs(value) > MAX_NUMBER) return fault("number-too-large", source);
  if (!Number.isInteger(value)) return fault("not-whole", source);
  // No minus before a zero.
  return { kind: "score", value: value === 0 ? 0 : value };
}

function fault(code: InkFault["code"], source: string): InkFault {
  return { code, ...FAULTS[code](shorten(source)) };
}
