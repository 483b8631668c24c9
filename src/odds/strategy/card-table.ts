import { elementAt } from "../../rules/arrays.ts";
import { categoriesOf, isNumberRow } from "../../rules/game/rows.ts";
import type { Model } from "../model.ts";
import type { HeldWays } from "../turn/held-ways.ts";
import { fittingDice } from "./fitting-dice.ts";

/** What cards speak of: the categories of a game, the dice that fit them, and what rolls bring. Rolls are places among the whole rolls. */
export class CardTable {
  readonly model: Model;
  readonly rolls: number;
  /** From top to bottom. */
  readonly categories: readonly string[];
  /** Categories that count the dice of one number, by their place; none where there is only one. */
  readonly numbers: readonly number[];
  /** By category the boxes of the model. */
  readonly boxes: readonly (readonly number[])[];
  /** By box its category. */
  readonly categoryOf: readonly number[];
  /** By throws left, from 1 on: by category and roll, the way to hold the dice that fit it, and how many those are. */
  readonly #fitting: readonly { readonly hold: Int32Array; readonly dice: Int32Array }[];
  /** By timing: by roll and box, the index of the highest value that may be written; -1 if none may. */
  readonly #tops: readonly Int32Array[];
  readonly #unions = new Map<number, number>();

  constructor(model: Model) {
    const { ways, game, moves, timings } = model;
    const categories = categoriesOf(game);
    const numbers = categories.flatMap((category, at) => (isNumberRow(category) ? [at] : []));
    const rolls = ways.count - ways.firstRoll;
    this.model = model;
    this.rolls = rolls;
    this.categories = categories.map(({ id }) => id);
    this.numbers = numbers.length > 1 ? numbers : [];
    this.categoryOf = model.boxes.map(({ category }) => this.categories.indexOf(category.id));
    this.boxes = categories.map((_, at) =>
      model.boxes.flatMap((box) => (this.categoryOf[box.at] === at ? [box.at] : [])),
    );
    const fitting = this.boxes.map(([first = 0]) => fittingDice(model, elementAt(model.boxes, first)));
    this.#fitting = Array.from({ length: game.turn.rolls }, (_, left) => {
      const [hold, dice] = [0, 1].map(() => new Int32Array(categories.length * rolls)) as [
        Int32Array,
        Int32Array,
      ];
      fitting.forEach((mine, at) => {
        hold.set(mine[left]?.hold ?? [], at * rolls);
        dice.set(mine[left]?.dice ?? [], at * rolls);
      });
      return { hold, dice };
    });
    this.#tops = timings.map((_, timing) => {
      const tops = new Int32Array(rolls * model.boxes.length).fill(-1);
      for (const { boxes, tables, offers } of moves)
        tables[timing]?.forEach((offer, roll) => {
          tops[roll * model.boxes.length + (boxes[0] ?? 0)] = offers[offer]?.at(-1) ?? -1;
        });
      return tops;
    });
  }

  /** How many dice fit a category in a roll. */
  dice(category: number, roll: number, throwsLeft: number): number {
    return this.#fitting[throwsLeft]?.dice[category * this.rolls + roll] ?? 0;
  }

  /** The way to hold the dice that fit a category. */
  hold(category: number, roll: number, throwsLeft: number): number {
    return this.#fitting[throwsLeft]?.hold[category * this.rolls + roll] ?? 0;
  }

  /** Of several categories the open one that most dice fit, the later one if as many; -1 if none is open. */
  bestFitting(categories: readonly number[], open: Uint8Array, roll: number, throwsLeft: number): number {
    let [best, most] = [-1, -1];
    for (let at = 0; at < categories.length; at++) {
      const category = categories[at] ?? 0;
      if (open[category] !== 1) continue;
      const dice = this.dice(category, roll, throwsLeft);
      if (dice >= most) [best, most] = [category, dice];
    }
    return best;
  }

  /** Dice that are held together with those that were set aside for good. */
  withAside(hold: number, aside: number): number {
    if (aside === 0) return hold;
    const { ways } = this.model;
    const key = aside * ways.count + hold;
    const known = this.#unions.get(key) ?? unionOf(ways, hold, aside);
    this.#unions.set(key, known);
    return known;
  }

  /** The index of the highest value that a roll may be written for in a box, as far as the dice say; -1 if there is none. */
  top(timing: number, roll: number, box: number): number {
    return this.#tops[timing]?.[roll * this.model.boxes.length + box] ?? -1;
  }

  /** How many dice score when a value stands in the box of a number. */
  diceIn(box: number, value: number): number {
    const { category, values } = elementAt(this.model.boxes, box);
    const one = category.legal.find((points) => points > 0) ?? 1;
    return Math.round(elementAt(values, value) / one);
  }
}

/** The fewest dice that hold both: each face as often as it is in the one that has more of it. */
function unionOf({ faces }: HeldWays, hold: number, aside: number): number {
  const rest = [...elementAt(faces, hold)];
  const all = [...rest];
  for (const face of elementAt(faces, aside)) {
    const at = rest.indexOf(face);
    if (at === -1) all.push(face);
    else rest.splice(at, 1);
  }
  const wanted = all.sort((a, b) => a - b).join();
  return faces.findIndex((held) => held.join() === wanted);
}
