import type { Roll } from "../../src/rules/dice/dice.ts";
import { scoresOfRoll } from "../../src/rules/dice/scores.ts";
import type { Game } from "../../src/rules/game/game.ts";
import { orderAllows } from "../../src/rules/game/order.ts";
import { listCategories, constraintHolds } from "../../src/rules/game/rows.ts";
import { sheetTotal } from "../support/exact-solver.ts";

/**
 * The best expected total of a small game with one column, by trying every play: all throws, all dice that can be held, all boxes and
 * scores, with the whole sheet as the state. Shares nothing with the solver but the rules themselves.
 */
export function bestByEnumeration(game: Game): number {
  return enumerate(game).best();
}

/** The same, and what single choices of the first turn are worth by the end of the game. */
export function enumerate(game: Game) {
  const rows = listCategories(game);
  const total = sheetTotal(game);
  const ids = rows.map(({ id }) => id);
  const order = game.columns[0]?.order ?? { kind: "free" };
  type Sheet = readonly (number | null)[];

  const isAllowed = (sheet: Sheet) =>
    orderAllows(order, ids, new Set(ids.filter((_, i) => sheet[i] !== null))) &&
    game.constraints.every((constraint) => {
      const value = (id: string) => sheet[ids.indexOf(id)] ?? null;
      return constraintHolds(constraint, value(constraint.left), value(constraint.right));
    });

  const memory = new Map<string, number>();
  const memoize = (key: string, work: () => number): number => {
    const value = memory.get(key) ?? work();
    memory.set(key, value);
    return value;
  };

  const written = (sheet: Sheet, roll: Roll): number =>
    Math.max(
      ...rows.flatMap((category, i) => {
        if (sheet[i] !== null) return [];
        const scores = scoresOfRoll(game.dice, category, roll);
        const { strike, miss } = category;
        const values = miss !== null ? [miss, ...scores] : strike === "never" ? scores : [0, ...scores];
        const sheets = values.map((value) => sheet.with(i, value));
        return sheets.filter(isAllowed).map(worth);
      }),
    );

  const lying = (sheet: Sheet, roll: Roll, aside: number, left: number): number =>
    memoize(`${sheet.join()} ${roll.join()} ${aside} ${left}`, () => {
      const stop = written(sheet, roll);
      if (left === 0) return stop;
      const holds = subsets(roll.length).filter(
        (held) => (held & aside) === aside && held + 1 < 2 ** roll.length,
      );
      return Math.max(stop, ...holds.map((held) => thrown(sheet, roll, held, left - 1)));
    });

  const thrown = (sheet: Sheet, roll: Roll, held: number, left: number): number => {
    const kept = roll.map((face, i) => ((held >> i) & 1 ? face : -1));
    const aside = game.turn.setAside === "final" ? held : 0;
    return memoize(`${sheet.join()} held ${kept.join()} ${left}`, () => {
      const rolls = rollsAfter(game, roll, held);
      return rolls.reduce((sum, next) => sum + lying(sheet, next, aside, left), 0) / rolls.length;
    });
  };

  const worth = (sheet: Sheet): number => {
    if (sheet.every((value) => value !== null)) return total(sheet);
    const empty = game.dice.dice.map(() => 0);
    return memoize(sheet.join(), () => thrown(sheet, empty, 0, game.turn.rolls - 1));
  };
  const empty: Sheet = rows.map(() => null);
  return {
    best: () => worth(empty),
    /** To keep these dice of the first roll; all of them ends the turn. */
    keeping(roll: Roll, kept: Roll): number {
      const sorted = (faces: Roll) => [...faces].sort((a, b) => a - b).join();
      const held = subsets(roll.length).find(
        (set) => sorted(roll.filter((_, i) => (set >> i) & 1)) === sorted(kept),
      );
      if (held === undefined) throw new Error(`${kept.join()} is not part of ${roll.join()}`);
      return held + 1 === 2 ** roll.length
        ? written(empty, roll)
        : thrown(empty, roll, held, game.turn.rolls - 2);
    },
    /** To enter points in a box. */
    entering: (box: string, points: number) => worth(empty.with(ids.indexOf(box), points)),
  };
}

function subsets(size: number): number[] {
  return Array.from({ length: 2 ** size }, (_, set) => set);
}

/** Every way in which the dice that are not held can fall, each as probable as the other. */
function rollsAfter({ dice: { dice } }: Game, roll: Roll, held: number): Roll[] {
  return dice.reduce<number[][]>(
    (rolls, { low, high }, i) =>
      rolls.flatMap((so) =>
        (held >> i) & 1
          ? [[...so, roll[i] ?? 0]]
          : Array.from({ length: high - low + 1 }, (_, side) => [...so, low + side]),
      ),
    [[]],
  );
}
