import { getElement, sum } from "../../rules/arrays.ts";
import { Random } from "../turn/held-ways.ts";
import type { ExtraRolls, RuleBound } from "./relaxation.ts";
import type { ValueShares } from "./sheet-rules.ts";
import { SimulatedTurns } from "./simulated-turns.ts";
import { boundRepeat, type LaneStakes, type TurnTables } from "./turn-tables.ts";
import type { Prices } from "./upper-bound.ts";

/** The dual variables. Any values give a bound; the search looks for low ones. */
interface DualVariables {
  /** The price of an entry, by box. */
  readonly boxes: Float64Array;
  /** The slopes of rule bounds. */
  readonly slopes: readonly number[][];
  rollPrice: number;
}

/** Prices with the slopes behind them. */
export interface DualPrices {
  readonly prices: Prices;
  readonly slopes: readonly (readonly number[])[];
  /** The values written in the simulated turns of the search. */
  readonly written: ValueShares;
}

export function makePrices(
  { boxes }: TurnTables,
  ruleBounds: readonly RuleBound[],
  slopes: readonly (readonly number[])[],
  costs: Pick<DualVariables, "boxes" | "rollPrice">,
): Prices {
  const gains = boxes.map(({ at, values, weight }) =>
    Float64Array.from(values, (value) =>
      ruleBounds.reduce(
        (sum, ruleBound, m) =>
          ruleBound.boxes.includes(at)
            ? (slopes[m] ?? []).reduce((all, slope, i) => all + slope * ruleBound.gain(i, at, value), sum)
            : sum,
        value * weight,
      ),
    ),
  );
  const constant = ruleBounds.reduce((sum, one, m) => sum + one.constant(slopes[m] ?? []).constant, 0);
  return { gains, boxes: costs.boxes, rollPrice: costs.rollPrice, constant };
}

const STEPS = 240;
const TURNS_EACH = 48;
/** The weight of the counts of the step before. */
const FADE = 0.99;

/**
 * Finds dual prices by subgradient descent, estimated from simulated turns, in the relaxation in which each box takes its number of
 * entries on average only.
 */
export function findDualPrices(
  tables: TurnTables,
  ruleBounds: readonly RuleBound[],
  turns: number,
  extraRolls: ExtraRolls | null,
): DualPrices {
  const search = new Search(tables, ruleBounds, turns, extraRolls);
  for (let step = 0; step < STEPS; step++) search.step((1 - step / STEPS) ** 2);
  return search.best();
}

class Search {
  readonly #tables: TurnTables;
  readonly #ruleBounds: readonly RuleBound[];
  readonly #turns: number;
  readonly #extraRolls: ExtraRolls | null;
  readonly #random = new Random(1);
  readonly #simulated: SimulatedTurns;
  readonly #variables: DualVariables;
  readonly #all: readonly number[];
  readonly #speeds = new Map<string, number>();
  #lowest = Number.POSITIVE_INFINITY;
  #found: Omit<DualPrices, "written"> | null = null;
  /** By box and value: how often it was written, with older steps discounted. */
  readonly #counts: readonly Float64Array[];

  constructor(
    tables: TurnTables,
    ruleBounds: readonly RuleBound[],
    turns: number,
    extraRolls: ExtraRolls | null,
  ) {
    this.#tables = tables;
    this.#ruleBounds = ruleBounds;
    this.#turns = turns;
    this.#extraRolls = extraRolls;
    this.#simulated = new SimulatedTurns(tables);
    this.#counts = tables.boxes.map(({ values }) => new Float64Array(values.length));
    this.#all = tables.boxes.map(({ at }) => at);
    this.#variables = {
      boxes: Float64Array.from(
        tables.boxes,
        ({ values, weight }) => (getElement(values, values.length >> 1) * weight) / 2,
      ),
      slopes: ruleBounds.map(({ start }) => [...start]),
      rollPrice: extraRolls === null ? 0 : 4,
    };
  }

  best(): DualPrices {
    if (this.#found === null) throw new RangeError("no step was taken");
    const written = this.#counts.map((counts) => {
      const all = counts.reduce((sum, one) => sum + one, 0);
      return [...counts].map((one) => one / Math.max(all, 1));
    });
    return { ...this.#found, written };
  }

  /** @param pace the size of the step, from 1 to 0 */
  step(pace: number): void {
    const { boxes, slopes, rollPrice } = this.#variables;
    const prices = makePrices(this.#tables, this.#ruleBounds, slopes, { boxes: boxes.slice(), rollPrice });
    const stakes = this.#stakes(prices);
    const { expected } = this.#tables.turn(stakes);
    this.#recordBound(prices, expected[0] ?? 0);
    const { entries, units, extra } = this.#simulateTurns(stakes);
    const share = this.#turns / TURNS_EACH;
    this.#tables.boxes.forEach(({ at, nodes }) => {
      const slope = nodes.length - share * (entries[at] ?? 0);
      boxes[at] = (boxes[at] ?? 0) - this.#scaleStep(`box ${at}`, slope) * pace * 2;
    });
    slopes.forEach((mine, m) => {
      const { constant, least } = getElement(this.#ruleBounds, m);
      const { growth } = constant(mine);
      mine.forEach((slope, i) => {
        const gradient = share * (units[m]?.[i] ?? 0) + (growth[i] ?? 0);
        mine[i] = Math.max(least, slope - this.#scaleStep(`slope ${m} ${i}`, gradient) * pace * 0.1);
      });
    });
    if (this.#extraRolls === null) return;
    const slope = this.#extraRolls.supply - share * extra;
    this.#variables.rollPrice = Math.max(0, rollPrice - this.#scaleStep("rollPrice", slope) * pace * 0.5);
  }

  #recordBound(prices: Prices, turn: number): void {
    const slots = sum(this.#tables.boxes.map(({ at, nodes }) => nodes.length * (prices.boxes[at] ?? 0)));
    const bound =
      this.#turns * turn + slots + prices.constant + prices.rollPrice * (this.#extraRolls?.supply ?? 0);
    if (bound >= this.#lowest) return;
    this.#lowest = bound;
    this.#found = { prices, slopes: this.#variables.slopes.map((mine) => [...mine]) };
  }

  /** A step for a subgradient, scaled by the earlier ones. */
  #scaleStep(name: string, slope: number): number {
    const scale = 0.9 * (this.#speeds.get(name) ?? slope * slope) + 0.1 * slope * slope;
    this.#speeds.set(name, scale);
    return scale === 0 ? 0 : slope / Math.sqrt(scale);
  }

  #stakes({ gains, boxes, rollPrice }: Prices): LaneStakes {
    const price = new Float64Array(16).fill(rollPrice);
    const extraRolls = this.#extraRolls;
    const stakes: LaneStakes = {
      lanes: 1,
      open: () => this.#all,
      worth: (_, box, value) => (gains[box]?.[value] ?? 0) - (boxes[box] ?? 0),
      repeatWorth: (lane, roll) => boundRepeat(this.#tables, stakes, lane, roll, (_, untracked) => untracked),
      price: (rollNumber) => (extraRolls !== null && rollNumber >= extraRolls.from ? price : null),
      onGrid: this.#simulated.onGrid,
    };
    return stakes;
  }

  /** Simulates turns: the entries of each box, the gains of rule bounds per unit of slope, and the number of extra rolls. */
  #simulateTurns(stakes: LaneStakes) {
    const entries = new Float64Array(this.#all.length);
    for (const counts of this.#counts)
      for (let at = 0; at < counts.length; at++) counts[at] = (counts[at] ?? 0) * FADE;
    const units = this.#ruleBounds.map(({ start }) => start.map(() => 0));
    let extra = 0;
    for (let turn = 0; turn < TURNS_EACH; turn++) {
      const end = this.#simulated.play(
        this.#simulated.first(this.#random),
        0,
        this.#random,
        (way) => this.#best(stakes, way, 0).worth,
      );
      const timing = this.#tables.timingIndex(end);
      const { box, value } = this.#best(stakes, end.way, timing);
      entries[box] = (entries[box] ?? 0) + 1;
      const counts = getElement(this.#counts, box);
      counts[value] = (counts[value] ?? 0) + 1;
      extra += Math.max(0, end.rollNumber - (this.#extraRolls?.from ?? end.rollNumber + 1) + 1);
      const written = this.#tables.boxes[box]?.values[value] ?? 0;
      this.#ruleBounds.forEach((ruleBound, m) => {
        if (!ruleBound.boxes.includes(box)) return;
        const mine = units[m] ?? [];
        mine.forEach((sum, i) => {
          mine[i] = sum + ruleBound.gain(i, box, written);
        });
      });
    }
    return { entries, units, extra };
  }

  #best(stakes: LaneStakes, way: number, timing: number) {
    const roll = way - this.#tables.ways.firstRoll;
    let best = { box: 0, value: 0, worth: Number.NEGATIVE_INFINITY };
    for (const box of this.#all) {
      const move = getElement(this.#tables.moves, box);
      for (const value of move.offers[move.tables[timing]?.[roll] ?? 0] ?? []) {
        const worth = stakes.worth(0, box, value);
        if (worth > best.worth) best = { box, value, worth };
      }
    }
    return best;
  }
}
