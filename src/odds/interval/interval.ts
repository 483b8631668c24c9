import { elementAt } from "../../rules/arrays.ts";
import type { Game } from "../../rules/game/game.ts";
import { boxesOf, categoriesOf } from "../../rules/game/rows.ts";
import { deviationOf } from "../distribution.ts";
import { type Odds, percentilesOf } from "../odds.ts";
import { registersOf } from "../registers.ts";
import { checkSolvable, StuckError } from "../solvable.ts";
import { findPrices, type FoundPrices, pricesFor } from "./dual-prices.ts";
import { layeredBound, LAYERS, TRIES } from "./layered-bound.ts";
import { learnedPlayer, LEARNING_SHARE, meanOfGames } from "./policy-training.ts";
import type { Priced } from "./policy.ts";
import {
  type LeftOut,
  lineAboveSum,
  loosened,
  type Loosened,
  type Majorant,
  planeAboveFormula,
  shiftUnder,
} from "./relaxation.ts";
import { foldRareSums, KeptRules } from "./retained-rules.ts";
import { SheetRules } from "./sheet-rules.ts";
import { type PlayedGames, playGames, type TurnLimits } from "./simulate.ts";
import { OpenBoxes } from "./tracked-boxes.ts";
import { TurnTables } from "./turn-tables.ts";
import { type KeptPart, type Prices, solvePriced, splitBound, upperBound } from "./upper-bound.ts";

/** Between which totals the best expected total of a game lies, where it can't be solved. */
export interface Interval {
  /** What a player that was simulated can expect, less the error of the simulation: with this confidence it is no less. */
  readonly low: number;
  readonly confidence: number;
  /** What no play can beat. */
  readonly high: number;
  /** What becomes of the games that were played for the lower end. */
  readonly played: Odds;
  readonly games: number;
  readonly without: readonly LeftOut[];
}

/** What an interval will cost. */
export interface IntervalPlan {
  readonly states: number;
  /** Seconds of one processor, roughly. */
  readonly seconds: number;
  readonly megabytes: number;
}

/** How much work goes into an interval. */
export interface Effort {
  /** Seconds of one processor for the upper end, roughly. */
  readonly seconds: number;
  /** Games for the lower end. */
  readonly games: number;
}

const USUAL_EFFORT: Effort = { seconds: 40, games: 2000 };

/** Keeping bonuses one at a time may take so many times as long as all else. */
const SPLIT_TIMES = 9;

const CONFIDENCE = 0.975;
/** One-sided, for the confidence above. */
const DEVIATIONS = 1.96;

/** An interval that is ready to be worked out. */
export class IntervalWork {
  readonly plan: IntervalPlan;
  readonly #game: Game;
  readonly #loosened: Loosened;
  readonly #tables: TurnTables;
  readonly #majorants: readonly Majorant[];
  readonly #found: FoundPrices;
  readonly #tracked: OpenBoxes;
  /** All boxes of a game with double dice, where they can be tracked. */
  readonly #layered: OpenBoxes | null;
  readonly #turns: number;
  readonly #effort: Effort;
  readonly #parts: readonly KeptPart[];

  /** @throws RangeError where `hindrances` names rules that stand in the way */
  constructor(game: Game, effort: Effort = USUAL_EFFORT) {
    checkSolvable(game, "interval");
    this.#game = game;
    this.#effort = effort;
    this.#loosened = loosened(game);
    const { extraThrows, game: free } = this.#loosened;
    const most = extraThrows?.most ?? free.turn.rolls;
    this.#tables = new TurnTables(free, Math.min(most, MAX_THROWS), most > MAX_THROWS);
    this.#majorants = majorantsOf(game, this.#tables);
    this.#turns = boxesOf(game);
    const turns = this.#turns;
    this.#found = findPrices(this.#tables, this.#majorants, turns, extraThrows);
    this.#tracked =
      this.#loosened.entries > 1
        ? new OpenBoxes(
            this.#tables,
            this.#tables.boxes.map(() => false),
          )
        : tracked(this.#tables, this.#found, effort.seconds);
    this.#layered = layeredBoxes(this.#tables, this.#loosened.entries, effort.seconds);
    const count = this.#tracked.count * (this.#tracked.spare + 1);
    const layered = (this.#layered?.count ?? 0) / LAYERS;
    this.#parts = this.#split((SPLIT_TIMES * effort.seconds) / secondsEach(this.#tables));
    const kept = this.#parts.map((part) => part.kept.states);
    const states = kept.reduce((sum, one) => sum + one, count);
    this.plan = {
      states: states + layered,
      seconds:
        ((states + layered * TRIES) *
          secondsEach(this.#tables) *
          (this.#tables.timings.length > 1 ? TIMED : 1) +
          effort.games * (1 + LEARNING_SHARE) * turns * PER_TURN * (this.#tables.throws / 3)) *
        (this.#loosened.entries > 1 ? LAYERED : 1),
      megabytes: Math.ceil((Math.max(count, ...kept) * 9) / 1e6) + 60,
    };
  }

  /**
   * Works it out.
   *
   * @param tell hears how much is done, from 0 to 1
   * @throws StuckError where the player came to a turn in which no box may be filled, or every play can
   */
  find(tell: (done: number) => void = () => {}): Interval {
    const { extraThrows, without } = this.#loosened;
    const { prices, slopes } = this.#found;
    const shares = { single: 0.1, split: 0.7, play: 0.2 };
    const worth = solvePriced(this.#tables, this.#tracked, prices, extraThrows, undefined, (done) =>
      tell(done * shares.single),
    );
    const high = upperBound(this.#tables, worth, prices, extraThrows);
    if (high === Number.NEGATIVE_INFINITY) throw new StuckError();
    const apart = this.#boundOfLayers((done) => tell(shares.single + done * shares.split));
    const split = (done: number) => tell(shares.single + done * shares.split);
    const lower =
      this.#parts.length === 0
        ? high
        : splitBound(this.#tables, this.#tracked, this.#parts, extraThrows, split);
    const majorants = this.#majorants.map((majorant, m) => ({ majorant, slopes: elementAt(slopes, m) }));
    const priced = { tables: this.#tables, prices, worth, majorants, extraThrows };
    const played = this.#play(priced, (done) => tell(1 - shares.play + done * shares.play));
    const { mean, error } = meanOfGames(played.estimates);
    const { states } = this.plan;
    return {
      low: mean - DEVIATIONS * error,
      confidence: CONFIDENCE,
      high: Math.min(high, lower, apart),
      played: playedOdds(this.#game, played, mean, states),
      games: played.totals.length,
      without,
    };
  }

  /** What double dice bring at most with all boxes tracked, if that does not take too long. */
  #boundOfLayers(tell: (done: number) => void): number {
    return this.#layered === null
      ? Number.POSITIVE_INFINITY
      : layeredBound(this.#tables, this.#layered, this.#found.prices, tell);
  }

  /** Bonuses to keep, in as few groups as the states allow, if all their boxes are tracked; none where even one at a time is too much. */
  #split(most: number): KeptPart[] {
    const { boxes } = this.#tables;
    const { extras } = this.#tables.worth;
    const sums = extras.flatMap(({ kind }, at) => (kind === "sum" ? [at] : []));
    if (sums.length === 0 || this.#tracked.spare > 0) return [];
    const registers = registersOf(this.#game, boxes, extras);
    const fold = foldRareSums(boxes, this.#found.written);
    const kept = (group: readonly number[], factor: number) =>
      new KeptRules(
        this.#tables,
        this.#tracked,
        group.map((at) => elementAt(registers, at)),
        factor,
        fold,
      );
    const groups = grouped(sums, (group) => kept(group, 1).states, most);
    return groups.map((group) => ({
      kept: kept(group, groups.length),
      prices: this.#pricesBeside(group, groups.length),
    }));
  }

  /** Prices where some bonuses are kept, `factor` times over: they are taken off again as points for entries, but for one time. */
  #pricesBeside(group: readonly number[], factor: number): Prices {
    const { slopes, prices } = this.#found;
    const rest = slopes.map((mine, m) =>
      group.includes(m) ? mine.map((slope) => slope * (1 - factor)) : mine,
    );
    const { gains } = pricesFor(this.#tables, this.#majorants, rest, prices);
    const constant = this.#majorants.reduce((sum, one, m) => {
      const ceiling = one.constant(elementAt(slopes, m)).constant;
      return sum + (group.includes(m) ? (1 - factor) * ceiling : ceiling);
    }, 0);
    return { ...prices, gains, constant };
  }

  #play(priced: Priced, tell: (done: number) => void): PlayedGames {
    const { game: free, extraThrows, entries } = this.#loosened;
    const game = this.#game;
    const throws = Math.min(extraThrows?.most ?? game.turn.rolls, MAX_PLAYED_THROWS);
    const { columns, constraints, sections, strike } = game;
    const playable = { ...free, columns, constraints, sections, strike };
    const tables = new TurnTables(playable, throws);
    const rules = new SheetRules(game, tables);
    const announced = tables.boxes.flatMap(({ at, column }) =>
      column.entry.kind === "announced" ? [at] : [],
    );
    const limits: TurnLimits = {
      turns: this.#turns,
      rolls: game.turn.rolls,
      extraThrows,
      announced,
      layers: entries,
    };
    const { games } = this.#effort;
    const share = LEARNING_SHARE / (LEARNING_SHARE + 1);
    const learned = learnedPlayer(rules, tables, priced, limits, games, (done) => tell(done * share));
    return playGames(learned, limits, games, 2, {
      tell: (done) => tell(share + done * (1 - share)),
    });
  }
}

/** All boxes of a game with two layers, if their positions are few enough to be tracked in the time; else null. */
function layeredBoxes(tables: TurnTables, layers: number, seconds: number): OpenBoxes | null {
  if (layers !== LAYERS) return null;
  const positions = tables.boxes.reduce((all, { nodes }) => all * (nodes.length + 1), 1);
  if ((positions / LAYERS) * TRIES * secondsEach(tables) > seconds) return null;
  const isTracked = tables.boxes.map(() => true);
  return new OpenBoxes(tables, isTracked);
}

/**
 * Bonuses in groups that are kept together: two groups become one as long as the states of all are few enough, those first that make the
 * fewest. None where the states are too many even with each bonus for itself.
 */
function grouped(
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

/** More throws in a turn are bounded, not worked out. */
const MAX_THROWS = 12;
/** A player throws no more in a turn, though the rules may let them. */
const MAX_PLAYED_THROWS = 20;

/** Points for single entries in the place of all rules that tie boxes to each other and were left out or can't be kept. */
function majorantsOf(game: Game, { boxes, strips, worth }: TurnTables): Majorant[] {
  const above = worth.extras.map((extra) =>
    extra.kind === "sum" ? lineAboveSum(extra, boxes) : planeAboveFormula(extra, boxes),
  );
  const shifts = game.constraints.flatMap((constraint) =>
    strips.flatMap(
      (_, strip) =>
        shiftUnder(
          constraint,
          boxes.filter((box) => box.strip === strip),
        ) ?? [],
    ),
  );
  return [...above, ...shifts];
}

/** Seconds for a state, roughly. */
function secondsEach({ ways, throws, game, further }: TurnTables): number {
  const isFinal = game.turn.setAside === "final";
  const each = (isFinal ? 2e-6 : 4e-6) + 1e-9 * ways.count * (throws - 1) * (isFinal ? 11 : 6);
  return further === null ? each : each * FURTHER;
}

/** Looking at further rolls in all ways in which boxes may stand takes so many times as long as the rest. */
const FURTHER = 10;

/** Turns in which it matters when dice fell take so many times as long. */
const TIMED = 2.5;

/** Double dice, whose turns are played with an eye to both layers, take so many times as long. */
const LAYERED = 1.8;

/** Seconds for a turn that is played, with three throws. */
const PER_TURN = 4e-5;

/** As many boxes as can be tracked in the time: those with low prices are let go first, from the strip with the most positions. */
function tracked(tables: TurnTables, { prices }: FoundPrices, seconds: number): OpenBoxes {
  const isTracked = tables.boxes.map(() => true);
  const most = seconds / secondsEach(tables);
  const counts = (strip: number) =>
    tables.boxes
      .filter((box) => box.strip === strip && isTracked[box.at])
      .reduce((all, box) => all * (box.nodes.length + 1), 1);
  const isFree = (strip: number) => tables.strips[strip]?.[0]?.order.kind === "free";
  const positions = (strip: number) => (isFree(strip) ? counts(strip) : counts(strip) === 1 ? 1 : 16);
  const spare = () =>
    tables.boxes.reduce((sum, { at, nodes }) => sum + (isTracked[at] ? 0 : nodes.length), 0);
  const states = () => tables.strips.reduce((all, _, strip) => all * positions(strip), spare() + 1);
  while (states() > most) {
    const strip = tables.strips.reduce((best, _, at) => (positions(at) > positions(best) ? at : best), 0);
    const mine = tables.boxes.filter((box) => box.strip === strip && isTracked[box.at]);
    if (mine.length === 0) break;
    const [cheapest] = mine.toSorted((a, b) => (prices.boxes[a.at] ?? 0) - (prices.boxes[b.at] ?? 0));
    for (const box of isFree(strip) ? [cheapest] : mine) if (box !== undefined) isTracked[box.at] = false;
  }
  return new OpenBoxes(tables, isTracked);
}

/** What became of games that were played, told as odds. @param mean the expected total @param states what was solved to play them */
function playedOdds(game: Game, played: PlayedGames, mean: number, states: number): Odds {
  const totals = totalsOf(played.totals);
  return {
    mean,
    deviation: deviationOf(totals),
    percentiles: percentilesOf(totals),
    states,
    tiers: played.tiers.flatMap(({ node, reached }) =>
      node.rule.kind === "tiers"
        ? node.rule.tiers.map(({ from }, at) => ({
            section: node.of ?? node.row,
            column: node.column,
            from,
            probability: reached[at] ?? 0,
          }))
        : [],
    ),
    boxes: boxesIn(game, played),
    totals: { from: totals.from, chances: [...totals.chances] },
    neglected: 0,
  };
}

/** Boxes of columns that are alike were played as one. */
function boxesIn(game: Game, played: PlayedGames): Odds["boxes"] {
  return game.columns.flatMap((column) =>
    categoriesOf(game).flatMap((category) => {
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

function totalsOf(totals: readonly number[]) {
  const from = totals.reduce((least, one) => Math.min(least, one), Number.POSITIVE_INFINITY);
  const most = totals.reduce((most, one) => Math.max(most, one), Number.NEGATIVE_INFINITY);
  const chances = new Float64Array(most - from + 1);
  for (const total of totals) chances[total - from] = (chances[total - from] ?? 0) + 1 / totals.length;
  return { from, chances };
}
