import type { Game } from "../rules/game/game.ts";
import type { Message } from "../rules/problem/message.ts";
import type { SumNode } from "../rules/sums/sum-graph.ts";
import { Model } from "./model.ts";
import { unsupportedRules, StuckError } from "./solvable.ts";
import { Solver, type OpenMove, type StateValues } from "./solve.ts";
import { getElement, lastIndexWhere } from "../rules/arrays.ts";
import { Spread, standardDeviation, type TotalDistribution, percentile } from "./forwards/spread.ts";
import { BatchTurnEnds, type VisitEnd, SingleTurnEnds, type TurnEnds } from "./forwards/turn-ends.ts";
import { MAX_LANES } from "./turn/kernel.ts";

/** The odds of a game for one player who maximizes the expected total. */
export interface Odds {
  readonly mean: number;
  readonly deviation: number;
  readonly percentiles: Readonly<Record<(typeof PERCENTILES)[number], number>>;
  readonly states: number;
  readonly tiers: readonly TierOdds[];
  /** By column and category; equal columns share their numbers. */
  readonly boxes: readonly PlacedBoxOdds[];
  readonly totals: { readonly from: number; readonly chances: readonly number[] };
  /** The share of games that the distribution neglects: too rare states. The mean is exact. */
  readonly neglected: number;
}

const PERCENTILES = ["p5", "p25", "p50", "p75", "p95"] as const;

interface TierOdds {
  /** The id of the section or bonus. */
  readonly section: string;
  readonly column: string | null;
  readonly from: number;
  readonly probability: number;
}

interface PlacedBoxOdds extends BoxOdds {
  readonly column: string;
  readonly category: string;
}

/** Games with more states are not solved: their values alone take 8 bytes each. */
export const MAX_STATES = 60_000_000;

/** The cost of solving a game, or why it can't be solved. */
export type OddsCost =
  | {
      readonly kind: "exact";
      readonly model: Model;
      readonly states: number;
      /** Of all odds, on one processor; a rough estimate. */
      readonly seconds: number;
      /** Of the best expected total alone. */
      readonly meanSeconds: number;
      readonly megabytes: number;
    }
  | { readonly kind: "too-large"; readonly states: number }
  | { readonly kind: "unsolvable"; readonly rules: readonly Message[] };

/** Seconds for each state and way to hold dice, per roll. */
const SECONDS_PER_WAY = 3e-9;
/** The factor where timings matter. */
const TIMED = 5;
/** Bytes for the distribution of a state, on average. */
const TOTAL_BYTES = 350;
/** Megabytes at least, and of distributions at most. */
const BASE = 150;
const MOST_FOR_TOTALS = 1300;
/** The time to compute the distribution, relative to solving. Dice that stay aside are followed state by state. */
const FORWARDS = { reusable: 2, final: 19 };
/** More of it where timings matter: each is followed apart. */
const TIMED_FORWARDS = 1.5;

/** The cost of solving a game. Takes a fraction of a second. */
export function oddsCost(game: Game): OddsCost {
  const rules = unsupportedRules(game, "exact");
  if (rules.length > 0) return { kind: "unsolvable", rules };
  const model = new Model(game);
  const states = model.estimateStates();
  if (states > MAX_STATES) return { kind: "too-large", states };
  const { turn } = game;
  const perState = SECONDS_PER_WAY * model.ways.count * turn.rolls * (turn.setAside === "final" ? 6 : 1);
  const isTimed = model.timings.length > 1;
  const meanSeconds = states * perState * (isTimed ? TIMED : 1);
  const seconds = meanSeconds * (1 + FORWARDS[turn.setAside] * (isTimed ? TIMED_FORWARDS : 1));
  return {
    kind: "exact",
    model,
    states,
    seconds,
    meanSeconds,
    megabytes: Math.ceil(BASE + (states * 8) / 1e6 + Math.min(MOST_FOR_TOTALS, (states * TOTAL_BYTES) / 1e6)),
  };
}

/**
 * Solves a game and computes the distribution of its totals.
 *
 * @param onProgress receives the share that is done, from 0 to 1
 * @throws StuckError where every play can reach a turn in which no box may be filled
 */
export function computeOdds(model: Model, onProgress: (done: number) => void = () => {}): Odds {
  const { solver, values } = solveModel(model, (done) => onProgress(done / 4));
  if (values[0] === Number.NEGATIVE_INFINITY) throw new StuckError();
  const { mean, totals, tiers, boxes, neglected } = gameOdds(solver, values, (done) =>
    onProgress((1 + 3 * done) / 4),
  );
  return {
    mean,
    deviation: standardDeviation(totals),
    percentiles: listPercentiles(totals),
    states: model.layout.states,
    tiers: tierOdds(model, tiers),
    boxes: model.game.columns.flatMap(({ id }) =>
      model.boxes.flatMap(({ at, nodes, category }) =>
        nodes.some((node) => node.column === id)
          ? [{ column: id, category: category.id, ...getElement(boxes, at) }]
          : [],
      ),
    ),
    totals: { from: totals.from, chances: [...totals.chances] },
    neglected,
  };
}

/** The best expected total alone, which takes less time; minus infinity where every play can get stuck. */
export function bestMean(model: Model): number {
  return (solveModel(model).values[0] ?? 0) + model.start;
}

/** The probabilities of bonus tiers alone. */
export function computeTierOdds(model: Model): readonly TierOdds[] {
  const { solver, values } = solveModel(model);
  const forwards = new Forwards(solver, values, false);
  forwards.play();
  return tierOdds(model, forwards.tiers);
}

/** The solver of a game, and the value of each state. @param onProgress receives the share that is done, from 0 to 1 */
export function solveModel(model: Model, onProgress?: (done: number) => void) {
  const solver = new Solver(model);
  const values = new Float64Array(model.layout.states);
  solver.solve(values, onProgress);
  return { solver, values };
}

export function listPercentiles(totals: TotalDistribution): Odds["percentiles"] {
  const at = (name: (typeof PERCENTILES)[number]) => percentile(totals, Number(name.slice(1)) / 100);
  return { p5: at("p5"), p25: at("p25"), p50: at("p50"), p75: at("p75"), p95: at("p95") };
}

function tierOdds(model: Model, reached: ReadonlyMap<number, readonly number[]>): TierOdds[] {
  return [...reached].flatMap(([register, chances]) => {
    const node = model.registers[register]?.extra?.node;
    return node === undefined ? [] : listTiers(node, chances);
  });
}

/** The tiers of a bonus. @param chances by tier: the probability that it is reached */
export function listTiers({ rule, of, row, column }: SumNode, chances: readonly number[]): TierOdds[] {
  if (rule.kind !== "tiers") return [];
  return rule.tiers.map(({ from }, at) => ({
    section: of ?? row,
    column,
    from,
    probability: chances[at] ?? 0,
  }));
}

/** A game without one of its rules. */
export interface OmittedRule {
  readonly rule: "bonus" | "further" | "joker";
  readonly game: Game;
}

/** The game without its bonuses, without extra points for repeats, without jokers: as far as it has them. */
export function omitRules(game: Game): OmittedRule[] {
  const { sections, repeats } = game;
  const without: OmittedRule[] = [];
  if (sections.some(({ tiers }) => tiers.length > 0))
    without.push({
      rule: "bonus",
      game: { ...game, sections: sections.map((one) => ({ ...one, tiers: [] })) },
    });
  if (repeats !== null && repeats.bonus !== 0)
    without.push({ rule: "further", game: { ...game, repeats: { ...repeats, bonus: 0 } } });
  if (repeats !== null && repeats.joker !== null)
    without.push({ rule: "joker", game: { ...game, repeats: { ...repeats, joker: null } } });
  return without;
}

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

class Forwards {
  readonly #solver: Solver;
  readonly #model: Model;
  readonly #turn: TurnEnds;
  readonly #boxes: readonly { sum: number; zero: number; readonly turns: Float64Array }[];
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

/** A possible flaw of a game. */
export type BalanceRemark =
  /** A box that holds a zero in more than half of the games. */
  | { readonly kind: "often-zero"; readonly column: string; readonly category: string; readonly zero: number }
  /** A box whose mean is below a fifth of the mean of a turn, though its best score is above that mean. */
  | { readonly kind: "too-little"; readonly column: string; readonly category: string; readonly mean: number }
  | ({ readonly kind: "rarely-reached" | "nearly-sure" } & TierOdds);

const OFTEN_ZERO = 0.5;
const TOO_LITTLE = 0.2;
const RARELY = 0.05;
const NEARLY_SURE = 0.95;

/**
 * Possible flaws of a game under optimal play: boxes that are nearly always struck or bring too little, bonus tiers that almost nobody or
 * almost everybody reaches.
 *
 * @param most the highest score of a category
 */
export function balanceRemarks(
  { mean, boxes, tiers }: Odds,
  most: (category: string) => number,
): BalanceRemark[] {
  const perBox = mean / boxes.length;
  const ofBoxes = boxes.flatMap(({ column, category, zero, mean }): BalanceRemark[] => {
    if (zero > OFTEN_ZERO) return [{ kind: "often-zero", column, category, zero }];
    const isLittle = mean < TOO_LITTLE * perBox && most(category) >= perBox;
    return isLittle ? [{ kind: "too-little", column, category, mean }] : [];
  });
  const ofTiers = tiers.flatMap(({ section, column, from, probability }): BalanceRemark[] => {
    if (probability < RARELY) return [{ kind: "rarely-reached", section, column, from, probability }];
    return probability > NEARLY_SURE ? [{ kind: "nearly-sure", section, column, from, probability }] : [];
  });
  return [...ofBoxes, ...ofTiers];
}

/** The threshold reached in a share of games nearest to `share`, by bisection. @param reached the share for a threshold, a falling function */
export function nearestThreshold(
  share: number,
  low: number,
  high: number,
  reached: (from: number) => number,
): number {
  const first = low + 1;
  const last = first + lastIndexWhere(high - first, (at) => reached(first + at) > share);
  return last >= first && reached(last) - share < share - reached(last + 1) ? last : last + 1;
}
