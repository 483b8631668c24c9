import { getElement } from "../../rules/arrays.ts";
import type { Game } from "../../rules/game/game.ts";
import { countBoxes, listCategories } from "../../rules/game/rows.ts";
import { standardDeviation } from "../forwards/spread.ts";
import { type Odds, listTiers, listPercentiles } from "../odds.ts";
import { makeRegisters } from "../registers.ts";
import { checkSolvable, StuckError } from "../solvable.ts";
import { findDualPrices, type DualPrices, makePrices } from "./dual-prices.ts";
import {
  layeredBound,
  LAYERS,
  TRIES,
  type RetainedPart,
  type Prices,
  solveRelaxed,
  splitBound,
  upperBound,
} from "./upper-bound.ts";
import { type RelaxedSolution, Policy } from "./policy.ts";
import {
  boundSum,
  relaxGame,
  type RelaxedGame,
  type RuleBound,
  boundFormula,
  boundConstraint,
} from "./relaxation.ts";
import { mergeRareSums, RetainedRules } from "./retained-rules.ts";
import { SheetRules } from "./sheet-rules.ts";
import { type SimulatedGames, simulateGames, type TurnLimits } from "./simulate.ts";
import { TrackedBoxes } from "./tracked-boxes.ts";
import { TurnTables } from "./turn-tables.ts";
import { fitCorrection, type ValueCorrection } from "./td-learning.ts";

/** Bounds of the best expected total of a game that can't be solved. */
export interface Interval {
  /** A lower bound with this confidence: the mean of a simulated policy less its statistical error. */
  readonly low: number;
  readonly confidence: number;
  /** No play has a higher expected total. */
  readonly high: number;
  /** The odds of the simulated games. */
  readonly played: Odds;
  readonly games: number;
}

/** The cost of an interval. */
export interface IntervalPlan {
  readonly states: number;
  /** Of one processor; a rough estimate. */
  readonly seconds: number;
  readonly megabytes: number;
}

export interface Effort {
  /** Of one processor, for the upper bound; a rough limit. */
  readonly seconds: number;
  /** For the lower bound. */
  readonly games: number;
}

const DEFAULT_EFFORT: Effort = { seconds: 40, games: 2000 };

/** The time for retained bonuses, relative to the rest. */
const SPLIT_TIMES = 9;

const CONFIDENCE = 0.975;
/** The one-sided quantile for the confidence. */
const DEVIATIONS = 1.96;

/** A planned interval. */
export class IntervalWork {
  readonly plan: IntervalPlan;
  readonly #game: Game;
  readonly #relaxed: RelaxedGame;
  readonly #tables: TurnTables;
  readonly #ruleBounds: readonly RuleBound[];
  readonly #found: DualPrices;
  readonly #tracked: TrackedBoxes;
  /** All boxes of a game with double dice, where they can be tracked. */
  readonly #layered: TrackedBoxes | null;
  readonly #turns: number;
  readonly #effort: Effort;
  readonly #parts: readonly RetainedPart[];

  /** @throws RangeError where `unsupportedRules` finds a rule */
  constructor(game: Game, effort: Effort = DEFAULT_EFFORT) {
    checkSolvable(game, "interval");
    this.#game = game;
    this.#effort = effort;
    this.#relaxed = relaxGame(game);
    const { extraRolls, game: free } = this.#relaxed;
    const most = extraRolls?.most ?? free.turn.rolls;
    this.#tables = new TurnTables(free, Math.min(most, MAX_ROLLS), most > MAX_ROLLS);
    this.#ruleBounds = makeRuleBounds(game, this.#tables);
    this.#turns = countBoxes(game);
    const turns = this.#turns;
    this.#found = findDualPrices(this.#tables, this.#ruleBounds, turns, extraRolls);
    this.#tracked =
      this.#relaxed.entries > 1
        ? new TrackedBoxes(
            this.#tables,
            this.#tables.boxes.map(() => false),
          )
        : chooseTracked(this.#tables, this.#found, effort.seconds);
    this.#layered = layeredBoxes(this.#tables, this.#relaxed.entries, effort.seconds);
    const count = this.#tracked.count * (this.#tracked.spare + 1);
    const layered = (this.#layered?.count ?? 0) / LAYERS;
    this.#parts = this.#split((SPLIT_TIMES * effort.seconds) / secondsPerState(this.#tables));
    const kept = this.#parts.map((part) => part.kept.states);
    const states = kept.reduce((sum, one) => sum + one, count);
    this.plan = {
      states: states + layered,
      seconds:
        ((states + layered * TRIES) *
          secondsPerState(this.#tables) *
          (this.#tables.timings.length > 1 ? TIMED : 1) +
          effort.games * (1 + TRAINING_SHARE) * turns * PER_TURN * (this.#tables.maxRolls / 3)) *
        (this.#relaxed.entries > 1 ? LAYERED : 1),
      megabytes: Math.ceil((Math.max(count, ...kept) * 9) / 1e6) + 60,
    };
  }

  /**
   * Computes the interval.
   *
   * @param onProgress receives the share that is done, from 0 to 1
   * @throws StuckError where the policy, or every play, reaches a turn in which no box may be filled
   */
  find(onProgress: (done: number) => void = () => {}): Interval {
    const { extraRolls } = this.#relaxed;
    const { prices, slopes } = this.#found;
    const shares = { single: 0.1, split: 0.7, play: 0.2 };
    const worth = solveRelaxed(this.#tables, this.#tracked, prices, extraRolls, undefined, (done) =>
      onProgress(done * shares.single),
    );
    const high = upperBound(this.#tables, worth, prices, extraRolls);
    if (high === Number.NEGATIVE_INFINITY) throw new StuckError();
    const split = (done: number) => onProgress(shares.single + done * shares.split);
    const layered = this.#boundLayers(split);
    const lower =
      this.#parts.length === 0
        ? high
        : splitBound(this.#tables, this.#tracked, this.#parts, extraRolls, split);
    const ruleBounds = this.#ruleBounds.map((ruleBound, m) => ({ ruleBound, slopes: getElement(slopes, m) }));
    const relaxed = { tables: this.#tables, prices, worth, ruleBounds, extraRolls };
    const played = this.#play(relaxed, (done) => onProgress(1 - shares.play + done * shares.play));
    const { mean, error } = estimateMean(played.estimates);
    const { states } = this.plan;
    return {
      low: mean - DEVIATIONS * error,
      confidence: CONFIDENCE,
      high: Math.min(high, lower, layered),
      played: playedOdds(this.#game, played, mean, states),
      games: played.totals.length,
    };
  }

  /** The upper bound of double dice with all boxes tracked; infinite where that takes too long. */
  #boundLayers(onProgress: (done: number) => void): number {
    return this.#layered === null
      ? Number.POSITIVE_INFINITY
      : layeredBound(this.#tables, this.#layered, this.#found.prices, onProgress);
  }

  /** The bonuses to retain, in the fewest groups that the number of states allows; none if boxes are priced or single bonuses have too many states. */
  #split(most: number): RetainedPart[] {
    const { boxes } = this.#tables;
    const { extras } = this.#tables.totalParts;
    const sums = extras.flatMap(({ kind }, at) => (kind === "sum" ? [at] : []));
    if (sums.length === 0 || this.#tracked.spare > 0) return [];
    const registers = makeRegisters(this.#game, boxes, extras);
    const merge = mergeRareSums(boxes, this.#found.written);
    const retain = (group: readonly number[], factor: number) =>
      new RetainedRules(
        this.#tables,
        this.#tracked,
        group.map((at) => getElement(registers, at)),
        factor,
        merge,
      );
    const groups = mergeGroups(sums, (group) => retain(group, 1).states, most);
    return groups.map((group) => ({
      kept: retain(group, groups.length),
      prices: this.#pricesOutside(group, groups.length),
    }));
  }

  /** Prices for games that retain `group` and pay it `factor` times: its bounds are subtracted again, except once. */
  #pricesOutside(group: readonly number[], factor: number): Prices {
    const { slopes, prices } = this.#found;
    const rest = slopes.map((mine, m) =>
      group.includes(m) ? mine.map((slope) => slope * (1 - factor)) : mine,
    );
    const { gains } = makePrices(this.#tables, this.#ruleBounds, rest, prices);
    const constant = this.#ruleBounds.reduce((sum, one, m) => {
      const ceiling = one.constant(getElement(slopes, m)).constant;
      return sum + (group.includes(m) ? (1 - factor) * ceiling : ceiling);
    }, 0);
    return { ...prices, gains, constant };
  }

  #play(relaxed: RelaxedSolution, onProgress: (done: number) => void): SimulatedGames {
    const { game: free, extraRolls, entries } = this.#relaxed;
    const game = this.#game;
    const maxRolls = Math.min(extraRolls?.most ?? game.turn.rolls, MAX_SIMULATED_ROLLS);
    const { columns, constraints, sections, strike } = game;
    const playable = { ...free, columns, constraints, sections, strike };
    const tables = new TurnTables(playable, maxRolls);
    const rules = new SheetRules(game, tables);
    const announced = tables.boxes.flatMap(({ at, column }) =>
      column.entry.kind === "announced" ? [at] : [],
    );
    const limits: TurnLimits = {
      turns: this.#turns,
      rolls: game.turn.rolls,
      extraRolls,
      announced,
      layers: entries,
    };
    const { games } = this.#effort;
    const share = TRAINING_SHARE / (TRAINING_SHARE + 1);
    const learned = trainPolicy(rules, tables, relaxed, limits, games, (done) => onProgress(done * share));
    return simulateGames(learned, limits, games, 2, {
      onProgress: (done) => onProgress(share + done * (1 - share)),
    });
  }
}

/** All boxes of a game with two layers; null where tracking them takes too long. */
function layeredBoxes(tables: TurnTables, layers: number, seconds: number): TrackedBoxes | null {
  if (layers !== LAYERS) return null;
  const positions = tables.boxes.reduce((all, { nodes }) => all * (nodes.length + 1), 1);
  if ((positions / LAYERS) * TRIES * secondsPerState(tables) > seconds) return null;
  const isTracked = tables.boxes.map(() => true);
  return new TrackedBoxes(tables, isTracked);
}

/** Merges bonuses into groups, greedily by the number of states. None where even single bonuses have too many states. */
function mergeGroups(
  sums: readonly number[],
  states: (group: readonly number[]) => number,
  most: number,
): (readonly number[])[] {
  let groups = sums.map((at) => ({ group: [at], states: states([at]) }));
  const all = (some: typeof groups) => some.reduce((sum, one) => sum + one.states, 0);
  if (all(groups) > most) return [];
  for (;;) {
    const joined = groups.flatMap((one, i) =>
      groups.slice(i + 1).map((other) => {
        const group = [...one.group, ...other.group];
        const rest = groups.filter((mine) => mine !== one && mine !== other);
        return [...rest, { group, states: states(group) }];
      }),
    );
    const [best] = joined.sort((a, b) => all(a) - all(b));
    if (best === undefined || all(best) > most) return groups.map(({ group }) => group);
    groups = best;
  }
}

/** Later rolls of a turn are bounded instead of solved. */
const MAX_ROLLS = 12;
/** The simulated policy makes no more rolls in a turn. */
const MAX_SIMULATED_ROLLS = 20;

/** Linear bounds for all rules that tie boxes to each other. */
function makeRuleBounds(game: Game, { boxes, columnGroups, totalParts }: TurnTables): RuleBound[] {
  const above = totalParts.extras.map((extra) =>
    extra.kind === "sum" ? boundSum(extra, boxes) : boundFormula(extra, boxes),
  );
  const shifts = game.constraints.flatMap((constraint) =>
    columnGroups.flatMap(
      (_, columnGroup) =>
        boundConstraint(
          constraint,
          boxes.filter((box) => box.columnGroup === columnGroup),
        ) ?? [],
    ),
  );
  return [...above, ...shifts];
}

/** Seconds for each state; a rough estimate. */
function secondsPerState({ ways, maxRolls, game, repeatRolls }: TurnTables): number {
  const isFinal = game.turn.setAside === "final";
  const each = (isFinal ? 2e-6 : 4e-6) + 1e-9 * ways.count * (maxRolls - 1) * (isFinal ? 11 : 6);
  return repeatRolls === null ? each : each * REPEAT_FACTOR;
}

/** The factor for repeats, which are bounded over all situations of the boxes. */
const REPEAT_FACTOR = 10;

/** The factor where timings matter. */
const TIMED = 2.5;

/** The factor for double dice. */
const LAYERED = 1.8;

/** Seconds for a simulated turn of three rolls. */
const PER_TURN = 4e-5;

/** The boxes that can be tracked in the time: those with low prices are dropped first, from the column group with the most positions. */
function chooseTracked(tables: TurnTables, { prices }: DualPrices, seconds: number): TrackedBoxes {
  const isTracked = tables.boxes.map(() => true);
  const most = seconds / secondsPerState(tables);
  const counts = (columnGroup: number) =>
    tables.boxes
      .filter((box) => box.columnGroup === columnGroup && isTracked[box.at])
      .reduce((all, box) => all * (box.nodes.length + 1), 1);
  const isFree = (columnGroup: number) => tables.columnGroups[columnGroup]?.[0]?.order.kind === "free";
  const positions = (columnGroup: number) =>
    isFree(columnGroup) ? counts(columnGroup) : counts(columnGroup) === 1 ? 1 : 16;
  const spare = () =>
    tables.boxes.reduce((sum, { at, nodes }) => sum + (isTracked[at] ? 0 : nodes.length), 0);
  const states = () =>
    tables.columnGroups.reduce((all, _, columnGroup) => all * positions(columnGroup), spare() + 1);
  while (states() > most) {
    const columnGroup = tables.columnGroups.reduce(
      (best, _, at) => (positions(at) > positions(best) ? at : best),
      0,
    );
    const mine = tables.boxes.filter((box) => box.columnGroup === columnGroup && isTracked[box.at]);
    if (mine.length === 0) break;
    const [cheapest] = mine.toSorted((a, b) => (prices.boxes[a.at] ?? 0) - (prices.boxes[b.at] ?? 0));
    for (const box of isFree(columnGroup) ? [cheapest] : mine)
      if (box !== undefined) isTracked[box.at] = false;
  }
  return new TrackedBoxes(tables, isTracked);
}

/** The odds of simulated games. @param mean the expected total @param states the number of solved states */
function playedOdds(game: Game, played: SimulatedGames, mean: number, states: number): Odds {
  const totals = countTotals(played.totals);
  return {
    mean,
    deviation: standardDeviation(totals),
    percentiles: listPercentiles(totals),
    states,
    tiers: played.tiers.flatMap(({ node, reached }) => listTiers(node, reached)),
    boxes: simulatedBoxes(game, played),
    totals: { from: totals.from, chances: [...totals.chances] },
    neglected: 0,
  };
}

/** Equal columns were simulated as one. */
function simulatedBoxes(game: Game, played: SimulatedGames): Odds["boxes"] {
  return game.columns.flatMap((column) =>
    listCategories(game).flatMap((category) => {
      const at = played.places.findIndex(
        (place) => place.category === category.id && place.columns.includes(column.id),
      );
      if (at === -1) return [];
      const zero = played.zeros[at] ?? 0;
      const turns = played.turns[at] ?? [];
      return [{ column: column.id, category: category.id, mean: played.means[at] ?? 0, zero, turns }];
    }),
  );
}

function countTotals(totals: readonly number[]) {
  const from = totals.reduce((least, one) => Math.min(least, one), Number.POSITIVE_INFINITY);
  const most = totals.reduce((most, one) => Math.max(most, one), Number.NEGATIVE_INFINITY);
  const chances = new Float64Array(most - from + 1);
  for (const total of totals) chances[total - from] = (chances[total - from] ?? 0) + 1 / totals.length;
  return { from, chances };
}

const ROUNDS = 5;
/** Games of the first policy, and of each trial, as shares of those for the lower bound. */
const PILOT = 0.08;
const TRIAL = 0.08;
/** Games to learn from in each round, as the same share. */
const SAMPLES = 0.24;
/** How often training tries a random box. */
const EXPLORATION_RATE = 0.1;

/** Games for the training of a policy, as a share of those for the lower bound. */
const TRAINING_SHARE = PILOT + (ROUNDS + 1) * TRIAL + ROUNDS * SAMPLES;

/**
 * The best of several policies, each trained on games of the one before. The first follows the relaxation, the second uses the scores
 * of its games.
 *
 * @param games the number for the lower bound, which sets the amount of training
 * @param onProgress receives the share that is done, from 0 to 1
 */
function trainPolicy(
  rules: SheetRules,
  tables: TurnTables,
  relaxed: RelaxedSolution,
  limits: TurnLimits,
  games: number,
  onProgress: (done: number) => void,
): Policy {
  const pilots = Math.ceil(games * PILOT);
  const trials = Math.ceil(games * TRIAL);
  const { written } = simulateGames(new Policy(rules, tables, relaxed, null), limits, pilots, 1);
  let correction: ValueCorrection | null = null;
  let best: { policy: Policy; mean: number } | null = null;
  for (let round = 0; ; round++) {
    const policy = new Policy(rules, tables, relaxed, written, correction);
    const { mean } = estimateMean(simulateGames(policy, limits, trials, TRIAL_SEED + round).estimates);
    if (best === null || mean > best.mean) best = { policy, mean };
    onProgress((round + 1) / (ROUNDS + 1));
    // With several layers, the error of a turn says nothing about single boxes.
    if (round === ROUNDS || limits.layers > 1) return best.policy;
    const { samples } = simulateGames(policy, limits, Math.ceil(games * SAMPLES), SAMPLE_SEED + round, {
      explorationRate: EXPLORATION_RATE,
    });
    correction = fitCorrection(tables.boxes, samples).after(correction);
  }
}

// Seeds: each series of dice is used once.
const TRIAL_SEED = 50;
const SAMPLE_SEED = 10;

/** The mean of games, with its standard error. */
function estimateMean(totals: readonly number[]): { mean: number; error: number } {
  const mean = totals.reduce((sum, one) => sum + one, 0) / totals.length;
  const spread = totals.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (totals.length - 1);
  return { mean, error: Math.sqrt(spread / totals.length) };
}
