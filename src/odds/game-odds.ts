import { elementAt } from "../rules/arrays.ts";
import { BestTurn, type Outcome } from "./best-play.ts";
import { type TotalDistribution, Mass } from "./distribution.ts";
import type { Model } from "./model.ts";
import type { Solver, StateValues } from "./solve.ts";
import { MAX_LANES } from "./turn/kernel.ts";

/** What becomes of a game under best play. */
export interface GameOdds {
  /** The best expected total, exactly. */
  readonly mean: number;
  readonly totals: TotalDistribution;
  /** For each bonus of a model's registers the probability that at least so many tiers are reached, from one on. */
  readonly tiers: ReadonlyMap<number, readonly number[]>;
  /** By box of the model. */
  readonly boxes: readonly BoxOdds[];
  /** The share of games that was left out because its states come up too rarely. */
  readonly neglected: number;
}

/** What becomes of a box, or on average of several that differ in nothing but their column. */
interface BoxOdds {
  readonly mean: number;
  /** The probability of a zero. */
  readonly zero: number;
  /** The probability that it is filled in each turn, the first one first. */
  readonly turns: readonly number[];
}

/** States that come up more rarely are left out of the distribution. */
const RARE = 1e-8;

/** Plays a solved game forwards with all its chances. @param tell hears from time to time how much is done, from 0 to 1 */
export function gameOdds(solver: Solver, values: StateValues, tell?: (done: number) => void): GameOdds {
  const forwards = new Forwards(solver, values);
  forwards.play(tell);
  return forwards.odds((values[0] ?? 0) + solver.model.start);
}

/** What is known of a box so far. */
interface Tally {
  sum: number;
  zero: number;
  readonly turns: Float64Array;
}

class Forwards {
  readonly #solver: Solver;
  readonly #model: Model;
  readonly #best: BestTurn;
  readonly #boxes: readonly Tally[];
  readonly #tiers: readonly number[][];
  /** By position, by lane: the totals so far with their probabilities. */
  readonly #masses = new Map<number, (Mass | undefined)[]>();
  #neglected = 0;
  #end = new Mass();

  constructor(solver: Solver, values: StateValues) {
    const { model } = solver;
    this.#solver = solver;
    this.#model = model;
    this.#best = new BestTurn(solver, values);
    const turns = Math.ceil(
      model.boxes.reduce((sum, { nodes }) => sum + nodes.length, 0) / model.game.turn.entries,
    );
    this.#boxes = model.boxes.map(() => ({ sum: 0, zero: 0, turns: new Float64Array(turns) }));
    const { moments } = model.shapeAt(0);
    this.#tiers = model.registers.map(({ extra }, at) => {
      const count = extra?.node.rule.kind === "tiers" ? extra.node.rule.tiers.length : 0;
      const reached = moments[at]?.classes[0]?.tiers ?? 0;
      return Array.from({ length: count }, (_, tier) => (tier < reached ? 1 : 0));
    });
  }

  /** Positions come up by how many boxes are filled, so that only those of two sizes are kept at a time. */
  play(tell?: (done: number) => void): void {
    this.#masses.set(0, [Mass.at(this.#model.start)]);
    const turns = this.#boxes[0]?.turns.length ?? 0;
    for (let turn = 0; turn < turns; turn++) {
      const positions = [...this.#masses.keys()];
      positions.forEach((position, at) => {
        this.#playPosition(position, turn);
        if (at % 64 === 0) tell?.((turn + at / positions.length) / turns);
      });
    }
    for (const masses of this.#masses.values())
      for (const mass of masses) if (mass !== undefined) this.#end.add(mass, 0, 1);
  }

  odds(mean: number): GameOdds {
    const boxes = this.#boxes.map(({ sum, zero, turns }, at) => {
      const columns = elementAt(this.#model.boxes, at).nodes.length;
      return { mean: sum / columns, zero: zero / columns, turns: [...turns].map((one) => one / columns) };
    });
    const tiers = new Map(
      this.#tiers.flatMap((chances, at) => (chances.length > 0 ? [[at, chances] as const] : [])),
    );
    return { mean, totals: this.#end.distribution, tiers, boxes, neglected: this.#neglected };
  }

  #playPosition(position: number, turn: number): void {
    const masses = this.#masses.get(position) ?? [];
    this.#masses.delete(position);
    const shape = this.#model.shapeAt(position);
    const open = this.#solver.movesAt(position, shape);
    for (let lane = 0; lane < shape.lanes; lane += MAX_LANES) {
      const lanes = Math.min(MAX_LANES, shape.lanes - lane);
      const frequent = Array.from({ length: lanes }, (_, i) => masses[lane + i]).map((mass) => {
        if (mass === undefined || mass.total >= RARE) return mass;
        this.#neglected += mass.total;
        return undefined;
      });
      if (frequent.every((mass) => mass === undefined)) continue;
      this.#best.look({ position, shape, open, lane, lanes });
      frequent.forEach((mass, i) => {
        if (mass === undefined) return;
        mass.trim();
        for (const outcome of this.#best.outcomes(i)) this.#follow(mass, outcome, turn);
      });
    }
  }

  #follow(mass: Mass, outcome: Outcome, turn: number): void {
    const { open, lane, gain, chance } = outcome;
    const weight = mass.total * chance;
    this.#tally(outcome, weight, turn);
    const next = this.#masses.get(open.next) ?? [];
    this.#masses.set(open.next, next);
    const there = next[lane] ?? new Mass();
    next[lane] = there;
    there.add(mass, gain, chance);
    for (const { register, from, to } of open.transition?.reached.get(outcome.entry) ?? []) {
      const tiers = this.#tiers[register];
      if (tiers === undefined) continue;
      for (let tier = Math.min(from, to); tier < Math.max(from, to); tier++)
        tiers[tier] = (tiers[tier] ?? 0) + (to > from ? weight : -weight);
    }
  }

  #tally({ open, value }: Outcome, weight: number, turn: number): void {
    open.move.boxes.forEach((box, at) => {
      const written = open.move.written[value]?.[at] ?? 0;
      const tally = elementAt(this.#boxes, box);
      tally.sum += written * weight;
      if (written === 0) tally.zero += weight;
      tally.turns[turn] = (tally.turns[turn] ?? 0) + weight;
    });
  }
}
