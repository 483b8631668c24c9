import { distance } from "fastest-levenshtein";
import { type Message, type MessageValue, msg } from "./message.ts";

/** Hyphens, dashes and minus signs, for a class of a regular expression: phones and word processors replace the one that is typed. */
export const DASHES = "-‐‑‒–—−";

/** The candidate closest to a misspelt word; null if over a third of the letters differ, except that words of two or more letters may have one typo. */
export function nearest(word: string, candidates: Iterable<string>): string | null {
  const most = word.length < 2 ? 0 : Math.max(1, Math.floor(word.length / 3));
  const near = [...candidates]
    .map((known) => ({ known, distance: slips(word.toLowerCase(), known.toLowerCase()) }))
    .filter(({ distance }) => distance <= most)
    .sort((a, b) => a.distance - b.distance);
  return near[0]?.known ?? null;
}

/** The number of typos between two words; a transposition counts as one. */
function slips(a: string, b: string): number {
  const at = [...a].findIndex((letter, i) => letter !== b[i]);
  const swapped = a.slice(0, at) + a.charAt(at + 1) + a.charAt(at) + a.slice(at + 2);
  return at !== -1 && swapped === b ? 1 : distance(a, b);
}

/** A hint with the nearest candidate; null if none is near. */
export function nearHint(word: string, candidates: Iterable<string>): Message | null {
  const near = nearest(word, candidates);
  return near === null ? null : meantHint(near);
}

/** The hint that another word was meant. */
export function meantHint(meant: string): Message {
  return msg`rules.near-miss-hint: did you mean \`${meant}\`?`;
}

/** The hint for a misspelt word: the nearest candidate, or else all candidates. */
export function suggestWord(word: string, candidates: readonly string[]): Message {
  if (candidates.length === 0)
    return msg`rules.no-words-hint: remove it: there is nothing to choose from here`;
  return (
    nearHint(word, candidates) ?? msg`rules.possible-words-hint: possible here: ${candidates.join(", ")}`
  );
}

/** Joins words: "a", "a and b", "a, b and c". */
export function formatList(words: readonly string[], by: "and" | "or" = "and"): MessageValue {
  if (words.length < 2) return words.join("");
  const [others, last] = [words.slice(0, -1).join(", "), words.at(-1) ?? ""];
  return by === "and" ? msg`rules.list-and: ${others} and ${last}` : msg`rules.list-or: ${others} or ${last}`;
}

/** A number with the decimal separator of the language: 6.5, or 6,5 in German. @param digits decimals; as many as needed by default */
export function decimal(value: number, digits?: number): MessageValue {
  const [whole = "", fraction] = (digits === undefined ? String(value) : value.toFixed(digits)).split(".");
  return fraction === undefined ? whole : msg`rules.decimal-number: ${whole}.${fraction}`;
}

export function formatQuantity(value: MessageValue, unit: string): Message {
  return msg`rules.quantity: ${value} ${unit}`;
}

/** Words of a file, verbatim in quotation marks. */
export function quotedWords(words: string): Message {
  return msg`rules.quoted-words: “${words}”`;
}

/** Joins messages: "a, b, c". */
export function messagesInRow(words: readonly Message[]): MessageValue {
  return words.length === 0 ? "" : words.reduce((before, next) => msg`rules.list-row: ${before}, ${next}`);
}

/** Joins words of a file: "`a`, `b` and `c`". */
export function joinCodeWords(words: readonly string[], by: "and" | "or" = "and"): MessageValue {
  return formatList(
    words.map((word) => `\`${word}\``),
    by,
  );
}

/** A text of a file for a message: on one line, at most 40 characters. */
export function shorten(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length > 40 ? `${line.slice(0, 39)}…` : line;
}

/** A text on one line with plain spaces, for comments. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
