import { distance } from "fastest-levenshtein";
import { type Message, type MessageValue, msg } from "./message.ts";

/** The known word closest to a misspelt one; null if over a third of the letters differ. One slip is forgiven from two letters on. */
export function nearest(word: string, candidates: Iterable<string>): string | null {
  const most = word.length < 2 ? 0 : Math.max(1, Math.floor(word.length / 3));
  const near = [...candidates]
    .map((known) => ({ known, distance: slips(word.toLowerCase(), known.toLowerCase()) }))
    .filter(({ distance }) => distance <= most)
    .sort((a, b) => a.distance - b.distance);
  return near[0]?.known ?? null;
}

/** How many typing slips lie between two words; two neighbours that changed places are one slip. */
function slips(a: string, b: string): number {
  const at = [...a].findIndex((letter, i) => letter !== b[i]);
  const swapped = a.slice(0, at) + a.charAt(at + 1) + a.charAt(at) + a.slice(at + 2);
  return at !== -1 && swapped === b ? 1 : distance(a, b);
}

/** The near miss of a misspelt word as a hint; null if there is none. */
export function nearHint(word: string, candidates: Iterable<string>): Message | null {
  const near = nearest(word, candidates);
  return near === null ? null : meantHint(near);
}

/** The hint that something else was meant. */
export function meantHint(meant: string): Message {
  return msg("rules.near-miss-hint")`did you mean \`${meant}\`?`;
}

/** The hint for a misspelt word: the near miss if there is one, else the words that would do. */
export function suggestWord(word: string, candidates: readonly string[]): Message {
  if (candidates.length === 0)
    return msg("rules.no-words-hint")`remove it: there is nothing to choose from here`;
  return (
    nearHint(word, candidates) ?? msg("rules.possible-words-hint")`possible here: ${candidates.join(", ")}`
  );
}

/** Words in a row: "a", "a and b", "a, b and c". */
export function formatList(words: readonly string[], by: "and" | "or" = "and"): MessageValue {
  if (words.length < 2) return words.join("");
  const [others, last] = [words.slice(0, -1).join(", "), words.at(-1) ?? ""];
  return by === "and"
    ? msg("rules.list-and")`${others} and ${last}`
    : msg("rules.list-or")`${others} or ${last}`;
}

/** A number as the language writes it: 6.5, or 6,5 in German. @param digits how many stand behind the point; as many as it has if left out */
export function decimal(value: number, digits?: number): MessageValue {
  const [whole = "", fraction] = (digits === undefined ? String(value) : value.toFixed(digits)).split(".");
  return fraction === undefined ? whole : msg("rules.decimal-number")`${whole}.${fraction}`;
}

/** A number with a unit behind it. */
export function formatQuantity(value: MessageValue, unit: string): Message {
  return msg("rules.quantity")`${value} ${unit}`;
}

/** Words of a file as they stand there, in quotation marks. */
export function quotedWords(words: string): Message {
  return msg("rules.quoted-words")`“${words}”`;
}

/** Messages in a row: "a, b, c". */
export function messagesInRow(words: readonly Message[]): MessageValue {
  return words.length === 0 ? "" : words.reduce((before, next) => msg("rules.list-row")`${before}, ${next}`);
}

/** Words of a file in a row: "`a`, `b` and `c`". */
export function joinCodeWords(words: readonly string[], by: "and" | "or" = "and"): MessageValue {
  return formatList(
    words.map((word) => `\`${word}\``),
    by,
  );
}

/** A text of a file for use inside a message: on one line, at most 40 characters. */
export function shorten(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length > 40 ? `${line.slice(0, 39)}…` : line;
}

/** A text as it can stand in a comment: on one line, with spaces that an editor shows as such. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
