import { facesOf, type Roll } from "../../src/rules/dice/dice.ts";
import { scoresOfRoll } from "../../src/rules/dice/scores.ts";
import type { Category, Game } from "../../src/rules/game/game.ts";
import { categoriesOf } from "../../src/rules/game/rows.ts";
import type { StrategyCard } from "../../src/odds/strategy/card.ts";
import { evaluateColumn } from "./evaluate-column.ts";

/**
 * The expected total of a player who follows a card in a small game of one column, by throwing all dice in all ways with the whole sheet
 * as the state. Shares nothing with the program but the rules themselves.
 */
export function worthByCard(game: Game, card: StrategyCard): number {
  const rows = categoriesOf(game);
  type Sheet = readonly (number | null)[];
  const memory = new Map<string, number>();
  const remembered = (key: string, work: () => number): number => {
    const value = memory.get(key) ?? work();
    memory.set(key, value);
    return value;
  };
  const most = (category: Category, roll: Roll) => Math.max(0, ...scoresOfRoll(game.dice, category, roll));
  const mean = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length;

  const fits = new Map<string, { held: Roll; worth: number }>();
  /** The dice that one would hold for a box alone, the fewest of those that bring most. */
  const fitting = (category: Category, roll: Roll, left: number): { held: Roll; worth: number } => {
    const key = `${category.id} ${roll.join()} ${left}`;
    const known = fits.get(key) ?? findFitting(category, roll, left);
    fits.set(key, known);
    return known;
  };

  const findFitting = (category: Category, roll: Roll, left: number): { held: Roll; worth: number } => {
    if (left === 0) return { held: roll, worth: most(category, roll) };
    const after = (held: Roll) =>
      mean(thrown(game, held).map((next) => fitting(category, next, left - 1).worth));
    const ways = subsets(roll).map((held) => ({
      held,
      worth: held.length === roll.length ? most(category, roll) : after(held),
    }));
    const isSame = (a: number, b: number) => Math.abs(a - b) < 1e-9;
    ways.sort((a, b) => (isSame(a.worth, b.worth) ? a.held.length - b.held.length : b.worth - a.worth));
    return ways[0] ?? { held: [], worth: 0 };
  };

  const hold = (sheet: Sheet, roll: Roll, left: number): Roll => {
    const list = card.holds.find(({ before }) => before === (left === 1 ? "last" : "others"));
    for (const { boxes, dice } of list?.lines ?? []) {
      const fits = rows
        .filter(({ id }, at) => boxes.includes(id) && sheet[at] === null)
        .map((category) => fitting(category, roll, left).held);
      const best = fits.reduce<Roll | null>((a, b) => (a === null || b.length >= a.length ? b : a), null);
      if (best !== null && best.length >= dice) return best;
    }
    return [];
  };

  const write = (sheet: Sheet, roll: Roll): number => {
    const brings = (at: number) => most(rows[at] as Category, roll);
    const open = rows.flatMap((_, at) => (sheet[at] === null ? [at] : []));
    for (const { boxes, points, dice } of card.writes) {
      const enough = open.filter((at) => {
        const { id, pattern } = rows[at] as Category;
        const counted = pattern.kind === "face" ? roll.filter((face) => face === pattern.face).length : 0;
        return boxes.includes(id) && (dice === null ? brings(at) >= (points ?? 0) : counted >= dice);
      });
      if (enough.length > 0) return enough.reduce((a, b) => (brings(b) > brings(a) ? b : a));
    }
    return (
      open.find((at) => rows[at]?.id === card.others.find((id) => open.some((o) => rows[o]?.id === id))) ?? -1
    );
  };

  const turn = (sheet: Sheet): number =>
    remembered(sheet.join(), () =>
      sheet.every((value) => value !== null)
        ? evaluateColumn(
            game,
            sheet.map((value) => value ?? 0),
          )
        : mean(thrown(game, []).map((roll) => lying(sheet, roll, game.turn.rolls - 1))),
    );

  const lying = (sheet: Sheet, roll: Roll, left: number): number =>
    remembered(`${sheet.join()} ${roll.join()} ${left}`, () => {
      const held = left === 0 ? roll : hold(sheet, roll, left);
      if (held.length < roll.length)
        return mean(thrown(game, held).map((next) => lying(sheet, next, left - 1)));
      const at = write(sheet, roll);
      return turn(sheet.with(at, most(rows[at] as Category, roll)));
    });

  return turn(rows.map(() => null));
}

/** All ways to throw the dice that are not held, each as probable as the others. */
function thrown({ dice }: Game, held: Roll): Roll[] {
  let rolls: Roll[] = [held];
  for (let die = held.length; die < dice.dice.length; die++)
    rolls = rolls.flatMap((roll) => facesOf(dice).map((face) => [...roll, face]));
  return rolls.map((roll) => roll.toSorted((a, b) => a - b));
}

function subsets(roll: Roll): Roll[] {
  return Array.from({ length: 2 ** roll.length }, (_, mask) => roll.filter((_, at) => (mask >> at) & 1));
}
