import type { PhotoScore, SheetScore } from "./compare.ts";
import { greatestShare, smallestShare } from "./interval.ts";
import { markdown } from "./markdown.ts";

/** Correct sheets of one kind, and how many of them were called correct at once. */
export interface ReachGroup {
  readonly name: string;
  /** What we want to reach, as a share; null where nothing is. */
  readonly goal: number | null;
  readonly sheets: number;
  readonly atOnce: number;
}

interface Sheet extends SheetScore {
  readonly isHard: boolean;
}

/** What is counted, and our goals. Sheets whose ink the photo does not show in full stand in a line of their own and in no other. */
const GROUPS: readonly { name: string; goal: number | null; has: (sheet: Sheet) => boolean }[] = [
  { name: "all difficulties", goal: 0.95, has: ({ isApart }) => !isApart },
  { name: "hard photos", goal: 0.85, has: ({ isApart, isHard }) => !isApart && isHard },
  { name: "half-filled games", goal: 0.8, has: ({ isApart, isHalfFilled }) => !isApart && isHalfFilled },
  { name: "counted apart: ink that the photo does not show", goal: null, has: ({ isApart }) => isApart },
];

/** How many correct sheets of each kind were called so at once. */
export function reachGroups(scores: readonly PhotoScore[]): ReachGroup[] {
  const sheets = scores.flatMap(({ difficulty, sheets }) =>
    sheets.map((sheet): Sheet => ({ ...sheet, isHard: difficulty === "hard" })),
  );
  const correct = sheets.filter(({ isFound, isCorrect }) => isFound && isCorrect);
  return GROUPS.map(({ name, goal, has }) => {
    const own = correct.filter(has);
    const atOnce = own.filter(({ verdict }) => verdict === "correct").length;
    return { name, goal, sheets: own.length, atOnce };
  });
}

/** The same as a table, with the range of shares that is compatible with the counts (90 %, 95 % on each side). */
export function reachTable(groups: readonly ReachGroup[]): string {
  const percent = (share: number) => `${Math.round(100 * share)} %`;
  const rows = groups.map(({ name, goal, sheets, atOnce }) => [
    name,
    `${atOnce} of ${sheets}`,
    sheets === 0 ? "–" : percent(atOnce / sheets),
    sheets === 0
      ? "–"
      : `${percent(smallestShare(atOnce, sheets))} to ${percent(greatestShare(atOnce, sheets))}`,
    goal === null ? "–" : percent(goal),
  ]);
  return markdown([["correct sheets called so at once", "sheets", "share", "between", "goal"], ...rows]);
}
