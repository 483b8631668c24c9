import { describe, expect, it } from "vitest";
import { highestTotal } from "../../src/rules/sums/totals.ts";
import { shippedGame } from "../support/games.ts";
import { PLAIN } from "./games.ts";
import { best, legalOf, type Pay, type Roll, type Way } from "./plain.ts";

/** What a further five alike may be entered as, in plain code: as the dice show, as a joker, as a strike; with its extra points. */
interface Regime {
  readonly bonus: number;
  /** Whether a further one earns its extra points only in the box of its own number. */
  readonly ownNumberOnly: boolean;
  readonly joker: boolean;
}

const plain = PLAIN.find(({ id }) => id === "yahtzee");
const FIVE_ALIKE: readonly Roll[] = [1, 2, 3, 4, 5, 6].map((face) => Array.from({ length: 5 }, () => face));
const FIXED: Readonly<Record<string, number>> = { full_house: 25, small: 30, large: 40 };

function waysOf(box: string, pay: Pay, isNumber: boolean, { bonus, ownNumberOnly, joker }: Regime): Way[] {
  const first = [0, ...legalOf(plain?.rolls ?? [], pay)].map((score) => ({ score, extra: 0 }));
  if (box === "five") return first;
  const further = FIVE_ALIKE.flatMap((roll) => {
    const natural = pay(roll);
    if (isNumber) return natural.length > 0 || !ownNumberOnly ? [...natural, ...struck(ownNumberOnly)] : [];
    if (ownNumberOnly) return [];
    const fixed = FIXED[box];
    return [...natural, ...(joker && fixed !== undefined ? [fixed] : []), 0];
  });
  return [...first, ...further.map((score) => ({ score, extra: bonus }))];
}

/** Who may enter a further one anywhere may as well strike a box for it, and keeps the extra points. */
function struck(ownNumberOnly: boolean): number[] {
  return ownNumberOnly ? [] : [0];
}

function highest(regime: Regime): number {
  if (plain === undefined) throw new Error("no plain Yahtzee");
  const above = Object.entries(plain.above).map(([box, pay]) => waysOf(box, pay, true, regime));
  const below = Object.entries(plain.below).map(([box, pay]) => waysOf(box, pay, false, regime));
  return best(above, below, plain.bonus);
}

/*
 * The totals that are told of Yahtzee: 1575 with a joker, forced or not (375 and twelve times 100), 1480 without one: the
 * full house and both straights are then empty, 95 points less, and still each of their turns earned 100. Kniffel's 675 is 375
 * and six times 50, for only the six number boxes can hold a further one that is paid.
 */
describe("the highest total with further five alike", () => {
  it.each<[string, Record<string, string>, Regime, number]>([
    ["yahtzee", {}, { bonus: 100, ownNumberOnly: false, joker: true }, 1575],
    ["yahtzee", { joker: "free" }, { bonus: 100, ownNumberOnly: false, joker: true }, 1575],
    ["yahtzee", { joker: "none" }, { bonus: 100, ownNumberOnly: false, joker: false }, 1480],
    ["kniffel", {}, { bonus: 50, ownNumberOnly: true, joker: true }, 675],
    ["kniffel", { further_value: "hundred" }, { bonus: 100, ownNumberOnly: true, joker: true }, 975],
    ["kniffel", { struck_kniffel: "lost" }, { bonus: 50, ownNumberOnly: true, joker: true }, 675],
    ["kniffel", { further_kniffels: "both" }, { bonus: 50, ownNumberOnly: false, joker: true }, 975],
    ["kniffel", { further_kniffels: "none" }, { bonus: 0, ownNumberOnly: true, joker: false }, 375],
  ])("%s with %j", (id, choices, regime, told) => {
    expect(highest(regime)).toBe(told);
    expect(highestTotal(shippedGame(id, choices))).toBe(told);
  });
});
