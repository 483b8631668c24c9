import type { PhotoScore, SheetScore } from "./compare.ts";
import { greatestShare, smallestShare } from "./interval.ts";
import { markdown } from "./markdown.ts";

/** Sheets of one kind: what was settled at once, and what it cost. */
export interface ReachGroup {
  readonly name: string;
  /** What share of the correct sheets we want to be called so at once; null where nothing is wanted. */
  readonly goal: number | null;
  /** Correct sheets, and how many of them were called so at once. */
  readonly sheets: number;
  readonly atOnce: number;
  /** Sheets with a planted mistake, and how many of these were told at once. */
  readonly planted: number;
  readonly found: number;
  /** All sheets that were found, and the questions on them. */
  readonly read: number;
  readonly asked: number;
}

interface Sheet extends SheetScore {
  readonly isHard: boolean;
  readonly isScan: boolean;
}

/** What is counted, and our goals. Sheets whose ink the photo does not show in full are in a line of their own and in no other. */
const GROUPS: readonly { name: string; goal: number | null; has: (sheet: Sheet) => boolean }[] = [
  { name: "all difficulties", goal: 0.95, has: ({ isApart }) => !isApart },
  { name: "hard photos", goal: 0.85, has: ({ isApart, isHard }) => !isApart && isHard },
  { name: "half-filled games", goal: 0.8, has: ({ isApart, isHalfFilled }) => !isApart && isHalfFilled },
  { name: "nobody added up", goal: null, has: ({ isApart, isUnsummed }) => !isApart && isUnsummed },
  { name: "photocopied pads", goal: null, has: ({ isApart, isCopied }) => !isApart && isCopied },
  { name: "scans", goal: null, has: ({ isApart, isScan }) => !isApart && isScan },
  { name: "counted apart: ink that the photo does not show", goal: null, has: ({ isApart }) => isApart },
];

/** How many sheets of each kind were settled at once, and how many questions they cost. */
export function reachGroups(scores: readonly PhotoScore[]): ReachGroup[] {
  const read = scores.flatMap(({ difficulty, isScan, sheets }) =>
    sheets
      .filter(({ isFound }) => isFound)
      .map((sheet): Sheet => ({ ...sheet, isScan, isHard: difficulty === "hard" })),
  );
  return GROUPS.map(({ name, goal, has }) => {
    const own = read.filter(has);
    const correct = own.filter(({ isCorrect }) => isCorrect);
    const planted = own.filter((sheet) => sheet.planted !== null);
    return {
      name,
      goal,
      sheets: correct.length,
      atOnce: correct.filter(({ verdict }) => verdict === "correct").length,
      planted: planted.length,
      found: planted.filter((sheet) => sheet.planted === "found").length,
      read: own.length,
      asked: own.reduce((sum, { asked }) => sum + asked, 0),
    };
  });
}

const HEAD = [
  "by kind",
  "correct sheets called so at once",
  "share",
  "between",
  "goal",
  "mistakes told at once",
  "questions per sheet",
];

/** The same as a table, with the range of shares that is compatible with the counts (90 %, 95 % on each side). */
export function reachTable(groups: readonly ReachGroup[]): string {
  const percent = (share: number) => `${Math.round(100 * share)} %`;
  const rows = groups.map(({ name, goal, sheets, atOnce, planted, found, read, asked }) => [
    name,
    `${atOnce} of ${sheets}`,
    sheets === 0 ? "–" : percent(atOnce / sheets),
    sheets === 0
      ? "–"
      : `${percent(smallestShare(atOnce, sheets))} to ${percent(greatestShare(atOnce, sheets))}`,
    goal === null ? "–" : percent(goal),
    planted === 0 ? "–" : `${found} of ${planted}`,
    read === 0 ? "–" : (asked / read).toFixed(2),
  ]);
  return markdown([HEAD, ...rows]);
}
