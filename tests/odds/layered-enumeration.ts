import { scoresOfRoll } from "../../src/rules/dice/scores.ts";
import type { Game } from "../../src/rules/game/game.ts";
import { listCategories } from "../../src/rules/game/rows.ts";
import { sheetTotal } from "../support/exact-solver.ts";

/** What each die shows, layer by layer. */
type Dice = readonly (readonly number[])[];
type Sheet = readonly (number | null)[];

/**
 * The best expected total of a small game with double dice and one column, by trying every play: all throws, all dice that can be held, all
 * boxes and scores for each layer, with the whole sheet as the state.
 */
export function bestOfLayers(game: Game): number {
  const rows = listCategories(game);
  const total = sheetTotal(game);
  const memory = new Map<string, number>();
  const memoize = (key: string, work: () => number): number => {
    const value = memory.get(key) ?? work();
    memory.set(key, value);
    return value;
  };

  const written = (sheet: Sheet, dice: Dice, layer: number): number => {
    const roll = dice.map((shown) => shown[layer] ?? 0);
    if (layer === game.layers.length) return worth(sheet);
    return Math.max(
      ...rows.flatMap((category, i) => {
        if (sheet[i] !== null) return [];
        const values = [0, ...scoresOfRoll(game.dice, category, roll)];
        return values.map((value) => written(sheet.with(i, value), dice, layer + 1));
      }),
    );
  };

  const lying = (sheet: Sheet, dice: Dice, left: number): number =>
    memoize(`${sheet.join()} ${dice.join(" ")} ${left}`, () => {
      const stop = written(sheet, dice, 0);
      if (left === 0) return stop;
      const sets = Array.from({ length: 2 ** dice.length - 1 }, (_, set) => set);
      return Math.max(stop, ...sets.map((held) => thrown(sheet, dice, held, left - 1)));
    });

  const thrown = (sheet: Sheet, dice: Dice, held: number, left: number): number => {
    const kept = dice.map((shown, i) => ((held >> i) & 1 ? shown : null));
    return memoize(`${sheet.join()} held ${JSON.stringify(kept)} ${left}`, () => {
      const all = kept.reduce<Dice[]>(
        (rolls, shown, i) =>
          rolls.flatMap((so) => (shown === null ? faces(game, i) : [shown]).map((one) => [...so, one])),
        [[]],
      );
      return all.reduce((sum, next) => sum + lying(sheet, next, left), 0) / all.length;
    });
  };

  const worth = (sheet: Sheet): number => {
    if (sheet.every((value) => value !== null)) return total(sheet);
    const nothing = game.dice.dice.map(() => []);
    return memoize(sheet.join(), () => thrown(sheet, nothing, 0, game.turn.rolls - 1));
  };
  return worth(rows.map(() => null));
}

/** What a die can show in all layers, each as probable as the other. */
function faces({ dice, layers }: Game, die: number): number[][] {
  const { low = 1, high = 0 } = dice.dice[die] ?? {};
  return layers.reduce<number[][]>(
    (so, _) => so.flatMap((one) => Array.from({ length: high - low + 1 }, (_, side) => [...one, low + side])),
    [[]],
  );
}
