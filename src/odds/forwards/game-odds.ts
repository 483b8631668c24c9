import { getElement } from "../../rules/arrays.ts";
import type { TotalDistribution } from "../distribution.ts";
import type { Model } from "../model.ts";
import { Spread } from "./spread.ts";
import { BatchTurnEnds, type VisitEnd, SingleTurnEnds, type TurnEnds } from "./turn-ends.ts";
import type { OpenMove, Solver, StateValues } from "../solve.ts";
import { MAX_LANES } from "../turn/kernel.ts";

/** The distribution of a game under optimal play. */
export interface GameOdds {
  /** The best expected total, exactly. */
  readonly mean: number;
  readonly totals: TotalDistribution;
  /** By register of a bonus: the probability that at least one tier is reached, at least two, and so on. */
  readonly tiers: ReadonlyMap<number, readonly number[]>;
  readonly boxes: readonly BoxOdds[];
  /** The share of games that the distribution neglects, as their states are too rare. */
  readonly neglected: number;
}

/** The statistics of a box, or the mean of several that differ in their column only. */
interface BoxOdds {
  readonly mean: number;
  /** The probability of a zero. */
  readonly zero: number;
  /** By turn: the probability that it is filled then. */
  readonly turns: readonly number[];
}

/** The distribution neglects states with a lower probability. */
const RARE = 1e-8;
/** The most totals that are kept after a turn, over all states; in larger games, more states are neglected. */
const ROOM = 50_000_000;

/**
 * The distribution of totals of a solved game.
 *
 * @param onProgress receives the share that is done, from 0 to 1
 * @param room the most totals that are kept after a turn, over all states
 */
export function gameOdds(
  solver: Solver,
  values: StateValues,
  onProgress?: (done: number) => void,
  room = ROOM,
): GameOdds {
  const forwards = new Forwards(solver, values);
  forwards.play(onProgress, room);
  return forwards.odds((values[0] ?? 0) + solver.model.start);
}

/** Only the `tiers` of the game's odds, in less time. */
export function tiersReached(solver: Solver, values: StateValues): GameOdds["tiers"] {
  const forwards = new Forwards(solver, values, false);
  forwards.play();
  return forwards.tiers;
}

interface Tally {
  sum: number;
  zero: number;
  readonly turns: Float64Array;
}

class Forwards {
  readonly #solver: Solver;
  readonly #model: Model;
  readonly #turn: TurnEnds;
  readonly #boxes: readonly Tally[];
  readonly #tiers: readonly number[][];
  readonly #spread: Spread;
  #neglected = 0;
  #rare = RARE;
  // The state that is being expanded: by move, the place of the next position's first lane; the state's place; its probability; its turn.
  readonly #next = new Map<OpenMove, number>();
  #place = 0;
  #chance = 0;
  #number = 0;

  /** @param totals whether to compute their distribution */
  constructor(solver: Solver, values: StateValues, totals = true) {
    const { model } = solver;
    this.#spread = new Spread(totals);
    const { game } = model;
    this.#solver = solver;
    this.#model = model;
    const isFree = game.turn.setAside === "reusable";
    this.#turn = isFree ? new BatchTurnEnds(solver, values) : new SingleTurnEnds(solver, values);
    const turns = Math.ceil(
      model.boxes.reduce((sum, { nodes }) => sum + nodes.length, 0) / game.turn.entries,
    );
    this.#boxes = model.boxes.map(() => ({ sum: 0, zero: 0, turns: new Float64Array(turns) }));
    const { stages } = model.positionShape(0);
    this.#tiers = model.registers.map(({ extra }, at) => {
      const count = extra?.node.rule.kind === "tiers" ? extra.node.rule.tiers.length : 0;
      const reached = stages[at]?.classes[0]?.tiers ?? 0;
      return Array.from({ length: count }, (_, tier) => (tier < reached ? 1 : 0));
    });
  }

  /** Positions are ordered by filled boxes, so that only two layers are kept at a time. */
  play(onProgress?: (done: number) => void, room = ROOM): void {
    const spread = this.#spread;
    spread.begin(0, this.#model.positionShape(0).lanes, this.#model.start);
    const turns = this.#boxes[0]?.turns.length ?? 0;
    for (let turn = 0; turn < turns; turn++) {
      this.#number = turn;
      this.#rare = spread.computePruneThreshold(room, RARE);
      const { places } = spread.from;
      let at = 0;
      for (const [position, place] of places) {
        this.#playPosition(position, place);
        if (at++ % 64 === 0) onProgress?.((turn + at / places.size) / turns);
      }
      spread.advanceTurn();
    }
  }

  odds(mean: number): GameOdds {
    const boxes = this.#boxes.map(({ sum, zero, turns }, at) => {
      const columns = getElement(this.#model.boxes, at).nodes.length;
      return { mean: sum / columns, zero: zero / columns, turns: [...turns].map((one) => one / columns) };
    });
    const { tiers } = this;
    return { mean, totals: this.#spread.distribution, tiers, boxes, neglected: this.#neglected };
  }

  get tiers(): GameOdds["tiers"] {
    return new Map(this.#tiers.flatMap((chances, at) => (chances.length > 0 ? [[at, chances]] : [])));
  }

  #playPosition(position: number, place: number): void {
    const { chances } = this.#spread.from;
    const shape = this.#model.positionShape(position);
    const frequent: number[] = [];
    for (let lane = 0; lane < shape.lanes; lane++) {
      const chance = chances[place + lane] ?? 0;
      if (chance >= this.#rare) frequent.push(lane);
      else this.#neglected += chance;
    }
    if (frequent.length === 0) return;
    const open = this.#solver.openMoves(position, shape);
    this.#next.clear();
    for (const one of open)
      this.#next.set(one, this.#spread.to.allocateState(one.next, this.#model.positionShape(one.next).lanes));
    for (let from = 0; from < frequent.length; from += MAX_LANES) {
      const lanes = Int32Array.from(frequent.slice(from, from + MAX_LANES));
      this.#turn.load({ position, shape, open, lanes });
      lanes.forEach((lane, i) => {
        this.#place = place + lane;
        this.#chance = chances[place + lane] ?? 0;
        this.#turn.ends(i, this.#visit);
      });
    }
  }

  readonly #visit: VisitEnd = (open, value, entry, lane, gain, chance) => {
    this.#spread.add(this.#place, (this.#next.get(open) ?? 0) + lane, gain, chance);
    const weight = this.#chance * chance;
    const { boxes, written } = open.move;
    for (let at = 0; at < boxes.length; at++) {
      const points = written[value]?.[at] ?? 0;
      const tally = getElement(this.#boxes, boxes[at] ?? 0);
      tally.sum += points * weight;
      if (points === 0) tally.zero += weight;
      tally.turns[this.#number] = (tally.turns[this.#number] ?? 0) + weight;
    }
    const reached = open.transition?.reached;
    if (reached === undefined || reached.size === 0) return;
    for (const { register, from, to } of reached.get(entry) ?? []) {
      const tiers = this.#tiers[register];
      if (tiers === undefined) continue;
      for (let tier = Math.min(from, to); tier < Math.max(from, to); tier++)
        tiers[tier] = (tiers[tier] ?? 0) + (to > from ? weight : -weight);
    }
  };
}
