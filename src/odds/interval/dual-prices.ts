import { elementAt } from "../../rules/arrays.ts";
import { Random } from "../random.ts";
import type { ExtraThrows, Majorant } from "./relaxation.ts";
import type { ValueShares } from "./sheet-rules.ts";
import { ThrownTurns } from "./simulated-turns.ts";
import { bestFurther, type LaneStakes, type TurnTables } from "./turn-tables.ts";
import type { Prices } from "./upper-bound.ts";

/** Everything that prices depend on, each any number; some numbers give lower bounds than others. */
interface Weights {
  /** What an entry costs, by box. */
  readonly boxes: Float64Array;
  /** The slopes of majorants. */
  readonly slopes: readonly number[][];
  throwing: number;
}

/** Prices with the slopes that they come from. */
export interface FoundPrices {
  readonly prices: Prices;
  readonly slopes: readonly (readonly number[])[];
  /** What turns came to that were thrown on the way. */
  readonly written: ValueShares;
}

/** Prices for some slopes: what entries earn, and what is paid in any case. */
export function pricesFor(
  { boxes }: TurnTables,
  majorants: readonly Majorant[],
  slopes: readonly (readonly number[])[],
  costs: Pick<Weights, "boxes" | "throwing">,
): Prices {
  const gains = boxes.map(({ at, values, weight }) =>
    Float64Array.from(values, (value) =>
      majorants.reduce(
        (sum, majorant, m) =>
          majorant.boxes.includes(at)
            ? (slopes[m] ?? []).reduce((all, slope, i) => all + slope * majorant.gain(i, at, value), sum)
            : sum,
        value * weight,
      ),
    ),
  );
  const constant = majorants.reduce((sum, one, m) => sum + one.constant(slopes[m] ?? []).constant, 0);
  return { gains, boxes: costs.boxes, throwing: costs.throwing, constant };
}

const STEPS = 240;
const TURNS_EACH = 48;
/** What was written a step before counts so much. */
const FADE = 0.99;

/**
 * Looks for prices under which a turn brings little beyond what its entry costs, as if each box took as many entries as it has only on
 * average: from steps against the slope of the bound, which turns that are thrown tell.
 */
export function findPrices(
  tables: TurnTables,
  majorants: readonly Majorant[],
  turns: number,
  extraThrows: ExtraThrows | null,
): FoundPrices {
  const search = new Search(tables, majorants, turns, extraThrows);
  for (let step = 0; step < STEPS; step++) search.step((1 - step / STEPS) ** 2);
  return search.best();
}

class Search {
  readonly #tables: TurnTables;
  readonly #majorants: readonly Majorant[];
  readonly #turns: number;
  readonly #extraThrows: ExtraThrows | null;
  readonly #random = new Random(1);
  readonly #thrown: ThrownTurns;
  readonly #weights: Weights;
  readonly #all: readonly number[];
  readonly #speeds = new Map<string, number>();
  #lowest = Number.POSITIVE_INFINITY;
  #found: Omit<FoundPrices, "written"> | null = null;
  /** By box and value, how often it was written; what was written earlier counts less. */
  readonly #counts: readonly Float64Array[];

  constructor(
    tables: TurnTables,
    majorants: readonly Majorant[],
    turns: number,
    extraThrows: ExtraThrows | null,
  ) {
    this.#tables = tables;
    this.#majorants = majorants;
    this.#turns = turns;
    this.#extraThrows = extraThrows;
    this.#thrown = new ThrownTurns(tables);
    this.#counts = tables.boxes.map(({ values }) => new Float64Array(values.length));
    this.#all = tables.boxes.map(({ at }) => at);
    this.#weights = {
      boxes: Float64Array.from(
        tables.boxes,
        ({ values, weight }) => (elementAt(values, values.length >> 1) * weight) / 2,
      ),
      slopes: majorants.map(({ start }) => [...start]),
      throwing: extraThrows === null ? 0 : 4,
    };
  }

  best(): FoundPrices {
    if (this.#found === null) throw new RangeError("no step was taken");
    const written = this.#counts.map((counts) => {
      const all = counts.reduce((sum, one) => sum + one, 0);
      return [...counts].map((one) => one / Math.max(all, 1));
    });
    return { ...this.#found, written };
  }

  /** @param pace how large steps are, from 1 to 0 */
  step(pace: number): void {
    const { boxes, slopes, throwing } = this.#weights;
    const prices = pricesFor(this.#tables, this.#majorants, slopes, { boxes: boxes.slice(), throwing });
    const stakes = this.#stakes(prices);
    const { expected } = this.#tables.turn(stakes);
    this.#compare(prices, expected[0] ?? 0);
    const { entries, units, extra } = this.#throwTurns(stakes);
    const share = this.#turns / TURNS_EACH;
    this.#tables.boxes.forEach(({ at, nodes }) => {
      const slope = nodes.length - share * (entries[at] ?? 0);
      boxes[at] = (boxes[at] ?? 0) - this.#move(`box ${at}`, slope) * pace * 2;
    });
    slopes.forEach((mine, m) => {
      const { constant, least } = elementAt(this.#majorants, m);
      const { growth } = constant(mine);
      mine.forEach((slope, i) => {
        const gradient = share * (units[m]?.[i] ?? 0) + (growth[i] ?? 0);
        mine[i] = Math.max(least, slope - this.#move(`slope ${m} ${i}`, gradient) * pace * 0.1);
      });
    });
    if (this.#extraThrows === null) return;
    const slope = this.#extraThrows.supply - share * extra;
    this.#weights.throwing = Math.max(0, throwing - this.#move("throwing", slope) * pace * 0.5);
  }

  #compare(prices: Prices, turn: number): void {
    const slots = this.#tables.boxes.reduce(
      (sum, { at, nodes }) => sum + nodes.length * (prices.boxes[at] ?? 0),
      0,
    );
    const bound =
      this.#turns * turn + slots + prices.constant + prices.throwing * (this.#extraThrows?.supply ?? 0);
    if (bound >= this.#lowest) return;
    this.#lowest = bound;
    this.#found = { prices, slopes: this.#weights.slopes.map((mine) => [...mine]) };
  }

  /** A step for a slope, whose scale the slopes of before set. */
  #move(name: string, slope: number): number {
    const scale = 0.9 * (this.#speeds.get(name) ?? slope * slope) + 0.1 * slope * slope;
    this.#speeds.set(name, scale);
    return scale === 0 ? 0 : slope / Math.sqrt(scale);
  }

  #stakes({ gains, boxes, throwing }: Prices): LaneStakes {
    const price = new Float64Array(16).fill(throwing);
    const extraThrows = this.#extraThrows;
    const stakes: LaneStakes = {
      lanes: 1,
      open: () => this.#all,
      worth: (_, box, value) => (gains[box]?.[value] ?? 0) - (boxes[box] ?? 0),
      further: (lane, roll) => bestFurther(this.#tables, stakes, lane, roll, (_, untracked) => untracked),
      price: (thrown) => (extraThrows !== null && thrown >= extraThrows.from ? price : null),
      hear: this.#thrown.hear,
    };
    return stakes;
  }

  /** Throws some turns: how often each box was filled, what majorants gave per unit of their slopes, how many extra throws were made. */
  #throwTurns(stakes: LaneStakes) {
    const entries = new Float64Array(this.#all.length);
    for (const counts of this.#counts)
      for (let at = 0; at < counts.length; at++) counts[at] = (counts[at] ?? 0) * FADE;
    const units = this.#majorants.map(({ start }) => start.map(() => 0));
    let extra = 0;
    for (let turn = 0; turn < TURNS_EACH; turn++) {
      const end = this.#thrown.play(
        this.#thrown.first(this.#random),
        0,
        this.#random,
        (way) => this.#best(stakes, way, 0).worth,
      );
      const timing = this.#tables.timingOf(end);
      const { box, value } = this.#best(stakes, end.way, timing);
      entries[box] = (entries[box] ?? 0) + 1;
      const counts = elementAt(this.#counts, box);
      counts[value] = (counts[value] ?? 0) + 1;
      extra += Math.max(0, end.thrown - (this.#extraThrows?.from ?? end.thrown + 1) + 1);
      const written = this.#tables.boxes[box]?.values[value] ?? 0;
      this.#majorants.forEach((majorant, m) => {
        if (!majorant.boxes.includes(box)) return;
        const mine = units[m] ?? [];
        mine.forEach((sum, i) => {
          mine[i] = sum + majorant.gain(i, box, written);
        });
      });
    }
    return { entries, units, extra };
  }

  #best(stakes: LaneStakes, way: number, timing: number) {
    const roll = way - this.#tables.ways.firstRoll;
    let best = { box: 0, value: 0, worth: Number.NEGATIVE_INFINITY };
    for (const box of this.#all) {
      const move = elementAt(this.#tables.moves, box);
      for (const value of move.offers[move.tables[timing]?.[roll] ?? 0] ?? []) {
        const worth = stakes.worth(0, box, value);
        if (worth > best.worth) best = { box, value, worth };
      }
    }
    return best;
  }
}
