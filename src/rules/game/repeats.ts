import { handsOf, type Roll } from "../dice/dice.ts";
import { scoresOfHand } from "../dice/scores.ts";
import { memoize } from "../remembered.ts";
import type { Category, Column, Game, RepeatGate, Repeats } from "./game.ts";
import { listColumnCategories, findCategory } from "./rows.ts";

/**
 * Further rolls of the top category. The sheet does not tell in which turn a box was filled, so this is about possibility: a box
 * "holds" a further roll if it can have been entered there, with the value that stands there, and can have earned the extra points.
 */

/** One way to enter a further roll so that it earns its extra points. */
export interface RepeatEntry {
  /** What is entered; 0 for a strike. */
  readonly value: number;
  /** Whether it is entered for what it does not show, which takes what the joker takes. */
  readonly isJoker: boolean;
  /** Categories whose boxes must be filled before in every column. */
  readonly after: readonly string[];
  /** Categories whose boxes come first: they must be filled before in this column, and wherever else it could be entered. */
  readonly behind: readonly string[];
}

/** The values (0 for a strike) with which a further roll can stand in a box and have earned its extra points. @param category in its column */
export function repeatValues(game: Game, category: Category): ReadonlySet<number> {
  return entriesByCategory(game)(category).values;
}

/** Whether a further roll can have been entered in this box with this value (0 for a strike) and counted. */
export function holdsRepeat(game: Game, category: Category, value: number): boolean {
  return repeatValues(game, category).has(value);
}

/** The ways in which a further roll can have been entered in this box with this value; none that asks for more than another. */
export function repeatEntries(game: Game, category: Category, value: number): readonly RepeatEntry[] {
  return entriesByCategory(game)(category).entries.filter((entry) => entry.value === value);
}

/** By object, as a category may have other scores in another column. Checks of many sheets need the values again and again. */
const entriesByCategory = memoize((game: Game) => {
  const { dice, repeats } = game;
  const top = repeats === null ? undefined : findCategory(game, repeats.of);
  const rolls = top && handsOf(dice).filter((hand) => scoresOfHand(dice, top, hand).length > 0);
  return memoize((category: Category) => {
    if (repeats === null || repeats.bonus === 0 || rolls === undefined)
      return { entries: [], values: new Set<number>() };
    const entries = leastDemanding(rolls.flatMap((roll) => listRepeatEntries(game, repeats, category, roll)));
    return { entries, values: new Set(entries.map(({ value }) => value)) };
  });
});

/** What a further roll earns that is entered in this column. */
export function repeatBonus(repeats: Repeats, { multiplier }: Pick<Column, "multiplier">): number {
  return repeats.multiplied ? repeats.bonus * multiplier : repeats.bonus;
}

/** What this roll can be entered as so that its extra points count. A joker never adds to the scores that a box can have. */
function listRepeatEntries(game: Game, repeats: Repeats, category: Category, roll: Roll): RepeatEntry[] {
  const { gate, joker } = repeats;
  const plain = { isJoker: false, after: [], behind: [] };
  const { own, scoring } = boxesByUse(game, repeats, category, roll);
  const isOwn = own.includes(category.id);
  const natural = scoresOfHand(game.dice, category, roll);
  if (gate.ownNumber === "free") return isOwn ? natural.map((value) => ({ ...plain, value })) : [];
  if (gate.ownNumber === "filled" && isOwn) return [];
  const isForced = joker?.upperFirst === true && isImplied(joker.gate, gate);
  const ownFirst = isOwn ? [] : own;
  const after = gate.ownNumber === "filled" ? ownFirst : [];
  const behind = isForced ? ownFirst : [];
  const claims = legalClaims(game, repeats, category, roll);
  const mayStrike =
    gate.ownNumber === null &&
    (category.strike !== "never" || category.miss !== null) &&
    // Where jokers are forced, or no box may be struck at will, a roll that scores in a box isn't a strike there.
    ((game.strike.voluntary && !isForced) || !scoring.includes(category.id));
  return [
    ...natural.map((value) => ({ ...plain, value, after, behind })),
    ...claims.map((value) => {
      const isNumberFilled = joker?.gate.ownNumber === "filled";
      return {
        value,
        isJoker: true,
        after: isNumberFilled ? ownFirst : after,
        behind: joker?.upperFirst ? ownFirst : [],
      };
    }),
    ...(mayStrike
      ? [{ ...plain, value: category.miss ?? 0, after, behind: isForced ? [...ownFirst, ...scoring] : [] }]
      : []),
  ];
}

/** Whether one condition holds wherever another one does. */
function isImplied(condition: RepeatGate, by: RepeatGate): boolean {
  const isBoxReady = condition.box === null || condition.box === by.box || by.box === "scored";
  const isNumberReady = condition.ownNumber === null || condition.ownNumber === by.ownNumber;
  return isBoxReady && isNumberReady && (!condition.thrownBefore || by.thrownBefore);
}

/** The boxes of a column that have to do with a roll: those of its own number, and all that it scores in, as itself or as a joker. */
function boxesByUse(game: Game, repeats: Repeats, category: Category, roll: Roll) {
  const column =
    game.columns.find((one) => listColumnCategories(game, one).includes(category)) ?? game.columns[0];
  const boxes = column === undefined ? [] : listColumnCategories(game, column);
  const scores = (box: Category) => scoresOfHand(game.dice, box, roll).length > 0;
  const own = boxes.filter((box) => box.pattern.kind === "face" && scores(box));
  // A box that waits for others may not be ready.
  const scoring = boxes.filter(
    (box) => box.requires.length === 0 && (scores(box) || legalClaims(game, repeats, box, roll).length > 0),
  );
  return { own: own.map(({ id }) => id), scoring: scoring.map(({ id }) => id) };
}

function legalClaims(game: Game, repeats: Repeats, category: Category, roll: Roll): number[] {
  return jokerClaims(game, repeats, category, roll).filter((value) => category.legal.includes(value));
}

/** Leaves out ways that ask for more than another one of the same value. */
function leastDemanding(entries: readonly RepeatEntry[]): RepeatEntry[] {
  const kept: RepeatEntry[] = [];
  const demands = ({ isJoker, after, behind }: RepeatEntry) => Number(isJoker) + after.length + behind.length;
  for (const entry of entries.toSorted((a, b) => demands(a) - demands(b))) {
    const isNeedless = kept.some(
      ({ value, isJoker, after, behind }) =>
        value === entry.value &&
        (entry.isJoker || !isJoker) &&
        after.every((id) => entry.after.includes(id)) &&
        behind.every((id) => entry.behind.includes(id) || entry.after.includes(id)),
    );
    if (!isNeedless) kept.push(entry);
  }
  return kept;
}

/** What a joker would be entered as in this box, whether or not the box can have that score. */
export function jokerClaims(game: Game, { joker }: Repeats, category: Category, roll: Roll): number[] {
  const highest = category.legal.at(-1);
  if (joker === null || highest === undefined) return [];
  if (category.pattern.kind === "face")
    return joker.upper === "any" && joker.upperValue === "max" ? [highest] : [];
  if (joker.lower === "none") return [];
  if (joker.lowerValue === "max") return [highest];
  // As if the pattern were made: the whole roll counts as the hit.
  return scoresOfHand(game.dice, { ...category, pattern: { kind: "any" } }, roll);
}
