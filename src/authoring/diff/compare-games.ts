import type { Game } from "../../rules/game/game.ts";
import { boxesOf, turnsOf } from "../../rules/game/rows.ts";
import { highestPoints, highestTotal, lowestTotal } from "../../rules/sums/totals.ts";
import { compareBoxes } from "./compare-boxes.ts";
import { compareColumns } from "./compare-columns.ts";
import { compareOthers } from "./compare-others.ts";
import { comparePlain } from "./compare-plain.ts";
import { compareOptions, compareRepeats, compareStakes, compareTexts } from "./compare-round.ts";
import { CLAUSES, type Difference } from "./difference.ts";

/** What a game comes to: boxes and turns of one player, and the highest and lowest totals of a full sheet. */
export interface Outcome {
  readonly boxes: number;
  readonly turns: number;
  readonly highest: number;
  readonly lowest: number;
  /** The most victory points; 0 in a game that has none. */
  readonly points: number;
}

/** Two games side by side. */
export interface Comparison {
  readonly before: Game;
  readonly after: Game;
  /** Every clause in which they differ, in the order of a rule sheet; examples and ids of the games are left out. */
  readonly differences: readonly Difference[];
  readonly outcomes: { readonly before: Outcome; readonly after: Outcome };
}

/** Compares two games clause by clause, each under the house rules that were chosen for it. */
export function compareGames(before: Game, after: Game): Comparison {
  return {
    before,
    after,
    differences: differencesBetween(before, after),
    outcomes: { before: outcomeOf(before), after: outcomeOf(after) },
  };
}

/** Every clause in which two games differ, in the order of a rule sheet. */
export function differencesBetween(before: Game, after: Game): Difference[] {
  const differences = [
    ...comparePlain(before, after),
    ...compareBoxes(before, after),
    ...compareColumns(before, after),
    ...compareRepeats(before, after),
    ...compareStakes(before, after),
    ...compareOptions(before, after),
    ...compareTexts(before, after),
    ...compareOthers(before, after),
  ];
  const headings = Object.values(CLAUSES);
  // By heading alone, so that what is said of one box stays together.
  return differences.toSorted(
    (a, b) => headings.indexOf(CLAUSES[a.clause]) - headings.indexOf(CLAUSES[b.clause]),
  );
}

function outcomeOf(game: Game): Outcome {
  return {
    boxes: boxesOf(game),
    turns: turnsOf(game),
    highest: highestTotal(game),
    lowest: lowestTotal(game),
    points: highestPoints(game),
  };
}

/** Scores that a box can have in the second game and not in the first, ascending, and the other way round. */
export function changedScores({ clause, before, after }: Difference): { gained: number[]; lost: number[] } {
  if (clause !== "box" && clause !== "box-rule" && clause !== "box-scores") return { gained: [], lost: [] };
  const was = before?.legal ?? [];
  const is = after?.legal ?? [];
  return {
    gained: is.filter((score) => !was.includes(score)),
    lost: was.filter((score) => !is.includes(score)),
  };
}
