import { elementAt } from "../rules/arrays.ts";
import type { Game } from "../rules/game/game.ts";
import type { Message } from "../rules/problem/message.ts";
import { standardDeviation, type TotalDistribution, percentile } from "./distribution.ts";
import { gameOdds, tiersReached } from "./forwards/game-odds.ts";
import { Model } from "./model.ts";
import { unsupportedRules, StuckError } from "./solvable.ts";
import { Solver } from "./solve.ts";

/** What a game is worth to one player who plays as well as can be, with the highest total on average as the goal. */
export interface Odds {
  readonly mean: number;
  readonly deviation: number;
  readonly percentiles: Readonly<Record<(typeof PERCENTILES)[number], number>>;
  readonly states: number;
  readonly tiers: readonly TierOdds[];
  /** By column and category; columns that are alike share their numbers. */
  readonly boxes: readonly PlacedBoxOdds[];
  readonly totals: { readonly from: number; readonly chances: readonly number[] };
  /** The share of games that is left out of all but the mean, as its states come up too rarely. */
  readonly neglected: number;
}

const PERCENTILES = ["p5", "p25", "p50", "p75", "p95"] as const;

interface TierOdds {
  /** The id of the section or bonus, with that of the column in games of several. */
  readonly section: string;
  readonly column: string | null;
  readonly from: number;
  readonly probability: number;
}

interface PlacedBoxOdds {
  readonly column: string;
  readonly category: string;
  readonly mean: number;
  /** The probability of a zero. */
  readonly zero: number;
  /** The probability that it is filled in each turn. */
  readonly turns: readonly number[];
}

/** Beyond this many states a game is not solved: their values alone take 8 bytes each. */
export const MAX_STATES = 60_000_000;

/** What it costs to solve a game, or why that can't be done. */
export type OddsCost =
  | {
      readonly kind: "exact";
      readonly model: Model;
      readonly states: number;
      /** Of all that is in the odds, on one processor; roughly. */
      readonly seconds: number;
      /** Of the best expected total alone. */
      readonly meanSeconds: number;
      readonly megabytes: number;
    }
  | { readonly kind: "too-large"; readonly states: number }
  | { readonly kind: "unsolvable"; readonly rules: readonly Message[] };

/** Seconds for a state and a way to hold dice in one throw. */
const SECONDS_PER_WAY = 3e-9;
/** Turns in which it matters when dice fell take so many times as long. */
const TIMED = 5;
/** Bytes for the totals of a state, on average over a game. */
const TOTAL_BYTES = 350;
/** Megabytes in any case, and for totals at most. */
const BASE = 150;
const MOST_FOR_TOTALS = 1300;
/** Playing forwards takes as many times as long as solving; where dice that were set aside stay so, it is done state by state. */
const FORWARDS = { reusable: 2, final: 19 };

/** What it costs to solve a game. Takes a fraction of a second. */
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
  const seconds = meanSeconds * (1 + FORWARDS[turn.setAside]);
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
 * Solves a game and plays it forwards with all its chances.
 *
 * @param onProgress hears how much is done, from 0 to 1
 * @throws StuckError where no play is sure to find a box to fill in every turn
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
          ? [{ column: id, category: category.id, ...elementAt(boxes, at) }]
          : [],
      ),
    ),
    totals: { from: totals.from, chances: [...totals.chances] },
    neglected,
  };
}

/** The best expected total alone, which is a good deal faster; minus infinity where no play is sure to find a box to fill in every turn. */
export function bestMean(model: Model): number {
  return (solveModel(model).values[0] ?? 0) + model.start;
}

/** How often bonus steps are reached, without the rest of the odds. */
export function computeTierOdds(model: Model): readonly TierOdds[] {
  const { solver, values } = solveModel(model);
  return tierOdds(model, tiersReached(solver, values));
}

/** Solves a game: its solver, and what each state is worth. @param onProgress hears how much is done, from 0 to 1 */
export function solveModel(model: Model, onProgress?: (done: number) => void) {
  const solver = new Solver(model);
  const values = new Float64Array(model.layout.states);
  solver.solve(values, onProgress);
  return { solver, values };
}

/** The percentiles of totals that are told. */
export function listPercentiles(totals: TotalDistribution): Odds["percentiles"] {
  const at = (name: (typeof PERCENTILES)[number]) => percentile(totals, Number(name.slice(1)) / 100);
  return { p5: at("p5"), p25: at("p25"), p50: at("p50"), p75: at("p75"), p95: at("p95") };
}

function tierOdds(model: Model, reached: ReadonlyMap<number, readonly number[]>): TierOdds[] {
  return [...reached].flatMap(([register, chances]) => {
    const node = model.registers[register]?.extra?.node;
    if (node?.rule.kind !== "tiers") return [];
    return node.rule.tiers.map(({ from }, at) => ({
      section: node.of ?? node.row,
      column: node.column,
      from,
      probability: chances[at] ?? 0,
    }));
  });
}

/** A rule of a game that can be left out to see what it is worth. */
export interface OmittedRule {
  readonly rule: "bonus" | "further" | "joker";
  readonly game: Game;
}

/** The game without its bonuses, without extra points for further rolls, without jokers: each that it has. */
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
