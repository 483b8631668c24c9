import type { Category, Game } from "../../rules/game/game.ts";
import { countBoxes, countGameTurns } from "../../rules/game/rows.ts";
import { highestPoints, highestTotal, lowestTotal } from "../../rules/sums/totals.ts";
import { CLAUSES } from "./clauses.ts";
import type { Difference } from "./difference.ts";

/** Two games side by side. */
export type GameComparison = Readonly<ReturnType<typeof compareGames>>;

/** Compares two games clause by clause, each under the house rules that were chosen for it. */
export function compareGames(before: Game, after: Game) {
  return {
    before,
    after,
    differences: listDifferences(before, after),
    outcomes: { before: computeOutcome(before), after: computeOutcome(after) },
  };
}

/** Every clause in which two games differ, in the order of a rule sheet; examples and ids of the games are left out. */
export function listDifferences(before: Game, after: Game): Difference[] {
  return Object.entries(CLAUSES).flatMap(([heading, groups]) =>
    groups.flatMap((differencesIn) => differencesIn(before, after)).map((one) => ({ ...one, heading })),
  );
}

/** What a game comes to: boxes and turns of one player, and the highest and lowest totals of a full sheet. */
export type GameOutcome = Readonly<ReturnType<typeof computeOutcome>>;

function computeOutcome(game: Game) {
  return {
    boxes: countBoxes(game),
    turns: countGameTurns(game),
    highest: highestTotal(game),
    lowest: lowestTotal(game),
    /** The most victory points; 0 in a game that has none. */
    points: highestPoints(game),
  };
}

/**
 * Scores that a box can have in the second game and not in the first, ascending, and the other way round; none of either where the
 * difference is no box's.
 */
export function changedScores({ clause, before, after }: Difference): { gained: number[]; lost: number[] } {
  if (!["box", "box-rule", "box-scores"].includes(clause)) return { gained: [], lost: [] };
  const [was, is] = [before, after].map((box) => (box as Category | null)?.legal ?? []);
  return {
    gained: is?.filter((score) => !was?.includes(score)) ?? [],
    lost: was?.filter((score) => !is?.includes(score)) ?? [],
  };
}
