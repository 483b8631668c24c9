import { getElement } from "../../rules/arrays.ts";
import type { Roll } from "../../rules/dice/dice.ts";
import { listCategories, isNumberRow } from "../../rules/game/rows.ts";
import type { Box } from "../boxes.ts";
import type { Model } from "../model.ts";
import { timingIndex } from "../moves.ts";
import type { HeldWays } from "../turn/held-ways.ts";

/** A roll on the table before the player holds dice. */
export interface RolledDice {
  readonly roll: number;
  readonly rollsLeft: number;
  /** Whether all dice fell in one roll. */
  readonly isServed: boolean;
}

/** The vocabulary of cards: categories, the dice that fit them, and the scores of rolls. Rolls are indices of whole rolls. */
export class CardTable {
  readonly model: Model;
  readonly rolls: number;
  /** From top to bottom. */
  readonly categories: readonly string[];
  /** The indices of categories that count the dice of one number; none where there is only one. */
  readonly numbers: readonly number[];
  /** By category: the boxes of the model. */
  readonly boxes: readonly (readonly number[])[];
  /** By box: its category. */
  readonly categoryOf: readonly number[];
  /** By box and rolls left, from 1 on: the dice that fit it. */
  readonly #fitting: readonly (readonly TimedFit[])[];
  /** By box: the number that it counts. */
  readonly #faces: readonly number[];
  /** By timing, roll and box: the index of the highest possible value; -1 if there is none. */
  readonly #tops: readonly Int32Array[];
  readonly #unions = new Map<number, number>();

  constructor(model: Model) {
    const { ways, game, moves, timings } = model;
    const categories = listCategories(game);
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
    const fits = new Map<string, readonly TimedFit[]>();
    this.#fitting = model.boxes.map((box) => {
      // Columns with the same entry rule have the same boxes.
      const key = JSON.stringify([box.category.id, box.column.entry]);
      const known = fits.get(key) ?? fittingDice(model, box);
      fits.set(key, known);
      return known;
    });
    this.#faces = model.boxes.map(({ category: { pattern } }) =>
      pattern.kind === "face" ? pattern.face : 0,
    );
    this.#tops = timings.map((_, timing) => {
      const tops = new Int32Array(rolls * model.boxes.length).fill(-1);
      for (const { boxes, tables, offers } of moves)
        tables[timing]?.forEach((offer, roll) => {
          tops[roll * model.boxes.length + (boxes[0] ?? 0)] = offers[offer]?.at(-1) ?? -1;
        });
      return tops;
    });
  }

  /** The dice of a roll that fit a box, as a way to hold them, and their number. */
  fittingHold(
    box: number,
    { roll, rollsLeft, isServed }: RolledDice,
  ): { readonly hold: number; readonly dice: number } {
    const fit = this.#fitting[box]?.[rollsLeft]?.[isServed ? "served" : "held"];
    return { hold: fit?.hold[roll] ?? 0, dice: fit?.dice[roll] ?? 0 };
  }

  /** The open box of these categories that most dice fit; of equal ones that of the highest number, in the first column. -1 if none is open. */
  bestFitting(categories: readonly number[], open: Uint8Array, lying: RolledDice): number {
    let [best, most] = [-1, -1];
    for (const category of categories) {
      const box = this.boxes[category]?.find((one) => open[one] === 1);
      if (box === undefined) continue;
      const { dice } = this.fittingHold(box, lying);
      if (dice > most || (dice === most && this.face(box) > this.face(best))) [best, most] = [box, dice];
    }
    return best;
  }

  /** The number whose dice a box counts. */
  face(box: number): number {
    return this.#faces[box] ?? 0;
  }

  /** Adds dice that were set aside for good to a way to hold dice. */
  addAside(hold: number, aside: number): number {
    if (aside === 0) return hold;
    const { ways } = this.model;
    const key = aside * ways.count + hold;
    const known = this.#unions.get(key) ?? holdUnion(ways, hold, aside);
    this.#unions.set(key, known);
    return known;
  }

  /** The index of the highest value of a roll in a box; -1 if there is none. */
  top(timing: number, roll: number, box: number): number {
    return this.#tops[timing]?.[roll * this.model.boxes.length + box] ?? -1;
  }

  /** How many dice score with a value in the box of a number. */
  countDice(box: number, value: number): number {
    const { category, values } = getElement(this.model.boxes, box);
    const one = category.legal.find((points) => points > 0) ?? 1;
    return Math.round(getElement(values, value) / one);
  }
}

/** The smallest way that holds both: each face as often as in the one with more of it. */
function holdUnion({ faces }: HeldWays, hold: number, aside: number): number {
  const rest = [...getElement(faces, hold)];
  const all = [...rest];
  for (const face of getElement(faces, aside)) {
    const at = rest.indexOf(face);
    if (at === -1) all.push(face);
    else rest.splice(at, 1);
  }
  const wanted = all.sort((a, b) => a - b).join();
  return faces.findIndex((held) => held.join() === wanted);
}

/** The tolerance for rounding errors. */
const EPSILON = 1e-9;

/** For a box: the dice to hold of each roll if no other box were open, and dice that were set aside could be rolled again. */
interface FittingDice {
  /** By whole roll: the best way to hold dice. Of equal ways the one with fewest dice, then with the highest. */
  readonly hold: Int32Array;
  /** By whole roll: how many dice are held. */
  readonly dice: Int32Array;
  /** By whole roll: the expected points. */
  readonly points: Float64Array;
}

/** The fitting dice of served rolls and of others, where they differ. */
interface TimedFit {
  readonly held: FittingDice;
  readonly served: FittingDice;
}

/** The fitting dice of a box, by rolls left. */
function fittingDice(model: Model, box: Box): readonly TimedFit[] {
  const { ways, game, timings } = model;
  const { rolls, stopEarly } = game.turn;
  const timedScores = (rollNumber: number, isServed: boolean) =>
    scores(model, box, timingIndex(timings, { rollNumber, isServed }));
  const none = (points: Float64Array): FittingDice => ({
    hold: new Int32Array(0),
    dice: new Int32Array(0),
    points,
  });
  const found: TimedFit[] = [
    { held: none(timedScores(rolls, rolls === 1)), served: none(timedScores(rolls, true)) },
  ];
  for (let left = 1; left < rolls; left++) {
    const after = getElement(found, left - 1);
    const fittingHolds = (isServed: boolean) => {
      const worths = new Float64Array(ways.count).fill(Number.NEGATIVE_INFINITY);
      if (stopEarly) worths.set(timedScores(rolls - left, isServed), ways.firstRoll);
      fillMeans(ways, after.held.points, worths);
      worths[0] = rollMean(ways, after.served.points);
      return bestHolds(ways, worths);
    };
    const served = fittingHolds(true);
    found.push({ served, held: timings.length === 1 || left === rolls - 1 ? served : fittingHolds(false) });
  }
  return found;
}

/** By whole roll: the highest possible points; zero where it fits nowhere. */
function scores({ moves, ways }: Model, box: Box, timing: number): Float64Array {
  const move = moves.find(({ boxes }) => boxes[0] === box.at);
  const table = move?.tables[timing];
  return Float64Array.from({ length: ways.count - ways.firstRoll }, (_, roll) => {
    const most = move?.offers[table?.[roll] ?? 0]?.at(-1);
    return most === undefined ? 0 : (box.values[most] ?? 0);
  });
}

function rollMean({ chances }: HeldWays, rolls: Float64Array): number {
  return chances.reduce((sum, chance, roll) => sum + chance * (rolls[roll] ?? 0), 0);
}

/** The mean of rolling the dice that are not held, for each way. */
function fillMeans({ firstRoll, grown }: HeldWays, rolls: Float64Array, worths: Float64Array): void {
  const after = (way: number) => (way >= firstRoll ? (rolls[way - firstRoll] ?? 0) : (worths[way] ?? 0));
  for (let way = firstRoll - 1; way >= 0; way--) {
    const [start, end] = [grown.starts[way] ?? 0, grown.starts[way + 1] ?? 0];
    let sum = 0;
    for (let at = start; at < end; at++) sum += after(grown.entries[at] ?? 0);
    worths[way] = sum / (end - start);
  }
}

function bestHolds({ count, firstRoll, reduced, faces }: HeldWays, worths: Float64Array): FittingDice {
  const best = new Float64Array(count);
  const hold = new Int32Array(count);
  for (let way = 0; way < count; way++) {
    let [most, mine] = [worths[way] ?? 0, way];
    for (let at = reduced.starts[way] ?? 0; at < (reduced.starts[way + 1] ?? 0); at++) {
      const less = reduced.entries[at] ?? 0;
      const other = best[less] ?? 0;
      const held = hold[less] ?? 0;
      const isFirst = isPreferred(getElement(faces, held), getElement(faces, mine));
      if (other > most + EPSILON || (other >= most - EPSILON && isFirst)) [most, mine] = [other, held];
    }
    best[way] = most;
    hold[way] = mine;
  }
  return {
    hold: hold.slice(firstRoll),
    dice: Int32Array.from(hold.subarray(firstRoll), (way) => getElement(faces, way).length),
    points: best.slice(firstRoll),
  };
}

/** Whether a way is preferred to an equally good one: fewer dice, then the higher ones. */
function isPreferred(one: Roll, other: Roll): boolean {
  if (one.length !== other.length) return one.length < other.length;
  const at = one.findLastIndex((face, i) => face !== other[i]);
  return at !== -1 && (one[at] ?? 0) > (other[at] ?? 0);
}
