import type { Cell } from "../../rules/source/csv.ts";
import { readInk, strikeMarks } from "./ink.ts";
import type { Keywords } from "./keywords.ts";

const MARKS = strikeMarks([]);

/**
 * The row with the players' names on a sheet where no row says so: the first one that has words where scores would stand.
 *
 * @returns null if a row does say so, by its word or by a blank corner, or if scores come first
 */
export function findHeader(rows: readonly (readonly Cell[])[], keywords: Keywords): readonly Cell[] | null {
  if (rows.some(([key]) => key !== undefined && keywords.opening(key.text)?.keyword === "player"))
    return null;
  for (const row of rows) {
    const [key, ...cells] = row;
    if (key === undefined || cells.every(({ text }) => text === "")) continue;
    if (keywords.opening(key.text) !== null) continue;
    return key.text !== "" && hasNames(cells) ? row : null;
  }
  return null;
}

/** Whether there is a word in one of the cells, and no number in any of them. */
function hasNames(cells: readonly Cell[]): boolean {
  const inks = cells.map(({ text, from, to }) =>
    readInk({ kind: "scalar", value: text, source: text, from, to }, MARKS),
  );
  const isWord = (at: number) => /\p{L}/u.test(cells[at]?.text ?? "");
  const hasWord = inks.some((ink, at) => "code" in ink && ink.code === "not-a-score" && isWord(at));
  return hasWord && inks.every((ink) => ("code" in ink ? ink.code === "not-a-score" : ink.kind !== "score"));
}
