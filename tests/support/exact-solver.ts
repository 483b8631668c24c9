import { facesOf, type Roll } from "../../src/rules/dice/dice.ts";
import { scoresOfRoll } from "../../src/rules/dice/scores.ts";
import type { Category, Column, Game } from "../../src/rules/game/game.ts";
import { orderAllows } from "../../src/rules/game/order.ts";
import { listCategories, constraintHolds } from "../../src/rules/game/rows.ts";
import { applyRule, type SumNode, sumGraph } from "../../src/rules/sums/sum-graph.ts";

interface Box {
  readonly column: Column;
  readonly category: Category;
}

/** The value of each box, column by column; null while it is empty. */
type Sheet = readonly (number | null)[];

/** The state of a turn. */
interface Turn {
  readonly sheet: Sheet;
  /** Chips, or throws saved. */
  readonly stock: number;
  readonly isTopBefore: boolean;
  readonly thrown: number;
  /** Whether all dice fell in the last throw. */
  readonly isServed: boolean;
  /** The box that was announced; -1 if none was. */
  readonly announced: number;
  /** Dice that were set aside for good. */
  readonly aside: Roll;
}

/** For a game, the total of a full sheet, without extra points for repeated rolls. */
export function sheetTotal(game: Game): (sheet: Sheet) => number {
  const rows = listCategories(game).map(({ id }) => id);
  const columns = game.columns.map(({ id }) => id);
  const total = sumGraph(game).total;
  return (sheet) => {
    const value = (node: SumNode): number => {
      if (node.kind === "repeats") return 0;
      if (node.kind !== "box") return applyRule(node, node.inputs.map(value));
      return sheet[columns.indexOf(node.column ?? "") * rows.length + rows.indexOf(node.row)] ?? 0;
    };
    return value(total);
  };
}

/**
 * The best expected total of a small game by trying every play: columns with every kind of order and entry, bonuses, constraints, chips,
 * saved rolls, extra points for repeated rolls. All dice are alike. Shares only the rules with the solver.
 */
export function solveExactly(game: Game): number {
  const boxes = game.columns.flatMap((column) =>
    listCategories(game).map((category): Box => ({ column, category })),
  );
  const values = new Map<string, number>();
  const memoize = (key: string, work: () => number): number => {
    const value = values.get(key) ?? work();
    values.set(key, value);
    return value;
  };
  const { turn: rules, repeats } = game;
  const rows = listCategories(game).map(({ id }) => id);
  const isSum =
    game.constraints.length + game.bonuses.length === 0 &&
    game.sections.every(({ tiers, floor, total }) => tiers.length === 0 && floor === null && total === null);
  const rolls = new Rolls(game);
  const total = sheetTotal(game);
  const dice = game.dice.dice.length;
  const most = (values: readonly number[]) => Math.max(Number.NEGATIVE_INFINITY, ...values);

  const isOpen = (sheet: Sheet, at: number): boolean => {
    const { column, category } = boxes[at] as Box;
    if (sheet[at] !== null) return false;
    const filledIn = (id: string) =>
      boxes.flatMap((box, i) => (box.column.id === id && sheet[i] !== null ? [box.category.id] : []));
    if (column.after !== null && filledIn(column.after).length < rows.length) return false;
    return orderAllows(column.order, rows, new Set([...filledIn(column.id), category.id]));
  };

  const openByFilled = new Map<number, readonly number[]>();
  /** Which boxes are open depends on which are filled, not on their values. */
  const openBoxes = (sheet: Sheet): readonly number[] => {
    const filled = sheet.reduce<number>((set, one, at) => (one === null ? set : set | (1 << at)), 0);
    const open = openByFilled.get(filled) ?? boxes.flatMap((_, at) => (isOpen(sheet, at) ? [at] : []));
    openByFilled.set(filled, open);
    return open;
  };

  const scoresByRoll = new WeakMap<Roll, Map<Category, readonly number[]>>();
  const scores = (category: Category, roll: Roll): readonly number[] => {
    const known = scoresByRoll.get(roll) ?? new Map<Category, readonly number[]>();
    const found = known.get(category) ?? scoresOfRoll(game.dice, category, roll);
    scoresByRoll.set(roll, known.set(category, found));
    return found;
  };

  const obeysConstraints = (sheet: Sheet) =>
    game.constraints.every((constraint) =>
      game.columns.every((_, column) => {
        const value = (id: string) => sheet[column * rows.length + rows.indexOf(id)] ?? null;
        return constraintHolds(constraint, value(constraint.left), value(constraint.right));
      }),
    );

  /** What may be written in a box for a roll, but for a strike where nothing else fits. */
  const fitting = ({ thrown, isServed }: Turn, at: number, roll: Roll): number[] => {
    const { column, category } = boxes[at] as Box;
    const { entry } = column;
    const counts =
      entry.kind === "single_throw" ? isServed : entry.kind !== "max_roll" || thrown <= entry.throws;
    const values = counts ? scores(category, roll) : [];
    return game.strike.voluntary && category.strike !== "never" ? [0, ...values] : [...values];
  };

  const isTop = (roll: Roll) => {
    const top = listCategories(game).find(({ id }) => id === repeats?.of);
    return top !== undefined && scores(top, roll).length > 0;
  };

  /** Extra points for a further roll of the top category. */
  const extra = ({ sheet, isTopBefore }: Turn, roll: Roll): number => {
    if (repeats === null || !isTop(roll)) return 0;
    const { box, thrownBefore } = repeats.gate;
    const tops = sheet.filter((_, at) => boxes[at]?.category.id === repeats.of);
    const isReady = box === null || tops.every((one) => (box === "filled" ? one !== null : (one ?? 0) !== 0));
    return isReady && (!thrownBefore || isTopBefore) ? repeats.bonus : 0;
  };

  const write = (turn: Turn, roll: Roll): number => {
    const { sheet, stock, announced, thrown, isTopBefore } = turn;
    const allowed = openBoxes(sheet).filter((at) =>
      announced === -1 ? boxes[at]?.column.entry.kind !== "announced" : at === announced,
    );
    const fits = allowed.flatMap((at) => fitting(turn, at, roll).map((value) => ({ at, value })));
    const zeros = allowed.flatMap((at) => (boxes[at]?.category.strike === "never" ? [] : [{ at, value: 0 }]));
    const left = rules.banksRolls ? stock + rules.rolls - thrown : stock - Math.max(0, thrown - rules.rolls);
    const before = isTopBefore || isTop(roll);
    return most(
      (fits.length > 0 ? fits : zeros)
        .map(({ at, value }) => ({ at, value, next: sheet.with(at, value) }))
        .filter(({ next }) => obeysConstraints(next))
        .map(
          ({ at, value, next }) =>
            (isSum ? value * (boxes[at]?.column.multiplier ?? 1) : 0) +
            extra(turn, roll) +
            worth(next, left, before),
        ),
    );
  };

  /** How many throws the turn can have. */
  const mostRolls = ({ stock }: Turn) =>
    rules.rolls +
    (rules.banksRolls ? stock : rules.chips === null ? 0 : Math.min(stock, rules.chips.perTurn ?? stock));

  const lying = (turn: Turn, roll: Roll): number =>
    memoize(`${keyOf(turn)} ${roll.join("")}`, () => {
      const { thrown, aside } = turn;
      const stop = rules.stopEarly || thrown >= rules.rolls ? write(turn, roll) : Number.NEGATIVE_INFINITY;
      if (thrown === mostRolls(turn)) return stop;
      const holds = subsets(roll).filter((held) => held.length < dice && holdsAll(held, aside));
      return most([stop, ...holds.map((held) => rollRest(turn, held))]);
    });

  const rollRest = (turn: Turn, held: Roll): number => {
    const aside = rules.setAside === "final" ? held : [];
    const next: Turn = { ...turn, thrown: turn.thrown + 1, isServed: held.length === 0, aside };
    return memoize(`${keyOf(next)} held ${held.join("")}`, () =>
      rolls.mean(held, (roll) => lying(next, roll)),
    );
  };

  const worth = (sheet: Sheet, stock: number, isTopBefore: boolean): number => {
    if (sheet.every((one) => one !== null)) return isSum ? 0 : memoize(sheet.join(), () => total(sheet));
    const turn = { sheet, stock, isTopBefore, thrown: 1, isServed: true, announced: -1, aside: [] };
    return memoize(keyOf({ ...turn, thrown: 0 }), () =>
      rolls.mean([], (roll) => {
        const named = openBoxes(sheet).filter((at) => boxes[at]?.column.entry.kind === "announced");
        return most([-1, ...named].map((announced) => lying({ ...turn, announced }, roll)));
      }),
    );
  };

  const seenBySheet = new WeakMap<Sheet, string>();
  const brief = (value: number) => (repeats?.gate.box === "scored" ? Math.sign(value) : 0);
  /** Only what rules can look at later. */
  const keyOf = ({ sheet, stock, isTopBefore, thrown, isServed, announced, aside }: Turn): string => {
    const seen =
      seenBySheet.get(sheet) ?? sheet.map((one) => (one === null ? "o" : isSum ? brief(one) : one)).join();
    seenBySheet.set(sheet, seen);
    const before = repeats?.gate.thrownBefore === true && isTopBefore;
    return `${seen} ${stock} ${before} ${thrown} ${isServed} ${announced} ${aside.join("")}`;
  };

  return worth(
    boxes.map(() => null),
    rules.chips?.count ?? 0,
    false,
  );
}

/** All ways to hold some of the dice of a roll or all, each once. */
export function subsets(roll: Roll): Roll[] {
  const all = Array.from({ length: 2 ** roll.length }, (_, set) => roll.filter((_, at) => (set >> at) & 1));
  return [...new Map(all.map((held) => [held.join(""), held])).values()];
}

function holdsAll(held: Roll, wanted: Roll): boolean {
  const rest = [...held];
  return wanted.every((face) => {
    const at = rest.indexOf(face);
    if (at !== -1) rest.splice(at, 1);
    return at !== -1;
  });
}

/** For all ways to hold dice that came up: the rolls that can follow, each once, with how probable they are. */
export class Rolls {
  readonly #game: Game;
  readonly #known = new Map<string, readonly { readonly roll: Roll; readonly chance: number }[]>();

  constructor(game: Game) {
    this.#game = game;
  }

  mean(held: Roll, of: (roll: Roll) => number): number {
    const key = held.join("");
    const rolls = this.#known.get(key) ?? this.#rolls(held);
    this.#known.set(key, rolls);
    return rolls.reduce((sum, { roll, chance }) => sum + chance * of(roll), 0);
  }

  #rolls(held: Roll) {
    const { dice } = this.#game;
    let all: Roll[] = [held];
    for (let die = held.length; die < dice.dice.length; die++)
      all = all.flatMap((roll) => facesOf(dice).map((face) => [...roll, face]));
    const found = new Map<string, { roll: Roll; chance: number }>();
    for (const one of all) {
      const roll = one.toSorted((a, b) => a - b);
      const chance = (found.get(roll.join())?.chance ?? 0) + 1 / all.length;
      found.set(roll.join(), { roll, chance });
    }
    return [...found.values()];
  }
}
