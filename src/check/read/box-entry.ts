import { type Message, msg } from "../../rules/problem/message.ts";
import { shorten } from "../../rules/problem/wording.ts";
import type { TextScalar } from "../../rules/source/text.ts";
import type { BoxEntry } from "../sheet.ts";

/** Strike marks in any game; a game can add its own. */
const COMMON_MARKS = ["x", "×", "✗", "✘", "/", "//", "\\", "-", "–", "—", "−"] as const;

const MAX_NUMBER = 1_000_000;

const FAULTS = {
  "not-a-score": (written: string) => ({
    message: msg`check.not-a-score: \`${written}\` is neither a score nor a strike`,
    hint: msg`check.not-a-score-hint: write a whole number, a strike mark (X, /, –) or nothing`,
  }),
  "not-whole": (written: string) => ({
    message: msg`check.not-whole: \`${written}\` is not a whole number`,
    hint: msg`check.not-whole-hint: scores are whole numbers, without separators`,
  }),
  "number-too-large": (written: string) => ({
    message: msg`check.number-too-large: \`${written}\` is more than any dice can score`,
    hint: msg`check.number-too-large-hint: if the number is unknown, leave the box empty`,
  }),
};

/** Why the content of a box is neither number nor strike mark. */
export interface EntryFault {
  readonly code: keyof typeof FAULTS;
  readonly message: Message;
  readonly hint: Message;
}

/** Spreadsheets put an apostrophe before numbers that they keep as text. */
const NUMBER = /^'?[+\-−–]?[0-9]+(?:[.,][0-9]*)?$/;

/** All strike marks of a game, in lower case. */
export function strikeMarks(own: readonly string[]): ReadonlySet<string> {
  return new Set([...COMMON_MARKS, ...own.map((mark) => mark.toLowerCase())]);
}

/** Parses a number (also in quotation marks, or with a spreadsheet's `,0`), a strike mark, or nothing. @param marks in lower case */
export function parseEntry(node: TextScalar, marks: ReadonlySet<string>): BoxEntry | EntryFault {
  const { value, source } = node;
  if (typeof value === "number") return numberEntry(value, source);
  if (typeof value === "boolean") return fault("not-a-score", source);
  const text = value?.trim() ?? "";
  if (text === "") return { kind: "empty" };
  if (!NUMBER.test(text))
    return marks.has(text.toLowerCase()) ? { kind: "strike", mark: text } : fault("not-a-score", text);
  return numberEntry(Number(text.replace("'", "").replace(/[−–]/, "-").replace(",", ".")), text);
}

function numberEntry(value: number, source: string): BoxEntry | EntryFault {
  if (Number.isNaN(value)) return fault("not-a-score", source);
  if (Math.abs(value) > MAX_NUMBER) return fault("number-too-large", source);
  // `1.000` is a thousand for many people, and one for others.
  if (!Number.isInteger(value) || /[.,]\d{3}$/.test(source)) return fault("not-whole", source);
  // Turns -0 into 0.
  return { kind: "score", value: value === 0 ? 0 : value };
}

function fault(code: EntryFault["code"], source: string): EntryFault {
  return { code, ...FAULTS[code](shorten(source)) };
}
