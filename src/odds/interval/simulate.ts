import { getElement } from "../../rules/arrays.ts";
import type { SumNode } from "../../rules/sums/sum-graph.ts";
import { Random } from "../turn/held-ways.ts";
import { StuckError } from "../solvable.ts";
import { type Kernel, MAX_LANES } from "../turn/kernel.ts";
import type { Policy, PlayState } from "./policy.ts";
import type { ExtraRolls } from "./relaxation.ts";
import type { ValueShares } from "./sheet-rules.ts";
import { LayeredTurns, SimulatedTurns } from "./simulated-turns.ts";
import type { TdSample, Observation } from "./td-learning.ts";
import type { LaneStakes } from "./turn-tables.ts";

/** Games of one policy. */
export interface SimulatedGames {
  readonly totals: readonly number[];
  /** By game: the initial estimate plus the corrections of each turn. The mean is that of the totals, with less variance. */
  readonly estimates: readonly number[];
  /** By box: the share of each value, and of each turn. */
  readonly written: ValueShares;
  readonly turns: readonly (readonly number[])[];
  /** By box: its category and columns, its mean, the share of zeros. */
  readonly places: readonly { readonly category: string; readonly columns: readonly string[] }[];
  readonly means: readonly number[];
  readonly zeros: readonly number[];
  /** Samples for TD learning; only with exploration. */
  readonly samples: readonly TdSample[];
  /** By bonus: the share of games that reached at least one tier, at least two, and so on. */
  readonly tiers: readonly { readonly node: SumNode; readonly reached: readonly number[] }[];
}

/** Rules of a turn that the tables of the policy lack. */
export interface TurnLimits {
  /** How many boxes a game fills. */
  readonly turns: number;
  /** How many rolls a turn has itself. */
  readonly rolls: number;
  readonly extraRolls: ExtraRolls | null;
  /** Boxes that must be announced after the first roll. */
  readonly announced: readonly number[];
  /** How many layers the dice have, each with a box to fill. */
  readonly layers: number;
}

interface SimulationOptions {
  /** Receives the share that is done, from 0 to 1. */
  readonly onProgress?: (done: number) => void;
  /** How often a random box is filled instead of the best one. */
  readonly explorationRate?: number;
}

/** Simulates games. The same seed gives the same dice. */
export function simulateGames(
  policy: Policy,
  limits: TurnLimits,
  games: number,
  seed: number,
  { onProgress = () => {}, explorationRate = 0 }: SimulationOptions = {},
): SimulatedGames {
  const simulation = new Simulation(policy, limits, new Random(seed), explorationRate);
  const batch = limits.announced.length > 0 ? 1 : MAX_LANES;
  for (let played = 0; played < games; played += batch) {
    simulation.play(Math.min(batch, games - played));
    onProgress(Math.min(1, (played + batch) / games));
  }
  return simulation.result();
}

interface GameRun {
  state: PlayState;
  total: number;
  estimate: number;
  worths: readonly (Float64Array | null)[];
  /** The lanes of its alternatives: one for no announcement, and one for each box that it could announce. */
  lanes: readonly number[];
  /** By register: how many tiers are reached. */
  readonly tiers: number[];
  /** One record for each turn, for TD learning. */
  readonly records: TurnRecord[];
}

interface TurnRecord {
  readonly observation: Observation;
  /** The new estimate less the one before. */
  readonly tdError: number;
  isExploration: boolean;
}

/** An entry with its estimated worth. */
interface ChosenEntry {
  readonly box: number;
  /** The index of the value. */
  readonly value: number;
  readonly bonus: number;
  readonly worth: number;
}

/** The number of entries of a layer to combine with the best ones of the next layer. */
const CANDIDATES = 5;

class Simulation {
  readonly #policy: Policy;
  readonly #limits: TurnLimits;
  readonly #random: Random;
  readonly #turns: SimulatedTurns;
  readonly #counts: Float64Array[];
  readonly #filledIn: Float64Array[];
  readonly #totals: number[] = [];
  readonly #estimates: number[] = [];
  readonly #tiers: number[][] = [];
  readonly #repeatIndices: readonly number[];
  readonly #explorationRate: number;
  readonly #samples: TdSample[] = [];
  /** Null for dice with one layer. */
  readonly #layered: LayeredTurns | null;

  constructor(policy: Policy, limits: TurnLimits, random: Random, explorationRate: number) {
    this.#explorationRate = explorationRate;
    const { boxes, repeatRolls, ways } = policy.tables;
    this.#policy = policy;
    this.#limits = limits;
    this.#random = random;
    this.#turns = new SimulatedTurns(policy.tables);
    this.#layered = limits.layers === 1 ? null : new LayeredTurns(policy.tables, limits.layers);
    this.#counts = boxes.map(({ values }) => new Float64Array(values.length));
    this.#filledIn = boxes.map(() => new Float64Array(limits.turns / limits.layers));
    const at = new Array<number>(ways.count - ways.firstRoll).fill(-1);
    repeatRolls?.rolls.forEach((roll, i) => {
      at[roll] = i;
    });
    this.#repeatIndices = at;
  }

  play(games: number): void {
    const { turns, layers } = this.#limits;
    const runs = Array.from({ length: games }, (): GameRun => {
      const { rules } = this.#policy;
      const state = this.#policy.start(turns);
      const tiers = rules.registers.map((register) => register.stage(() => 0).classes[0]?.tiers ?? 0);
      return { state, total: rules.start, estimate: rules.start, worths: [], lanes: [], tiers, records: [] };
    });
    for (let turn = 0; turn < turns / layers; turn++) this.#playTurn(runs, turn);
    for (const { total, estimate, tiers, records } of runs) {
      this.#recordSamples(records);
      this.#totals.push(total);
      // The worth of a turn with one layer does not estimate one with several.
      this.#estimates.push(layers === 1 ? estimate : total);
      this.#tiers.push(tiers);
    }
  }

  /** Turns in which a random box was tried give no samples. */
  #recordSamples(records: readonly TurnRecord[]): void {
    records.forEach(({ observation, tdError, isExploration }, at) => {
      if (!isExploration)
        this.#samples.push({ before: observation, after: records[at + 1]?.observation ?? null, tdError });
    });
  }

  result(): SimulatedGames {
    const shares = (counts: Float64Array) => {
      const all = counts.reduce((sum, one) => sum + one, 0);
      return [...counts].map((one) => (all === 0 ? 0 : one / all));
    };
    const { boxes } = this.#policy.tables;
    return {
      totals: this.#totals,
      estimates: this.#estimates,
      written: this.#counts.map(shares),
      turns: this.#filledIn.map(shares),
      places: boxes.map(({ category, nodes }) => ({
        category: category.id,
        columns: nodes.flatMap(({ column }) => column ?? []),
      })),
      zeros: boxes.map(({ values }, box) => shares(getElement(this.#counts, box))[values.indexOf(0)] ?? 0),
      means: this.#counts.map((counts, box) => this.#distributionMean(box, shares(counts))),
      tiers: this.#tierShares(),
      samples: this.#samples,
    };
  }

  #distributionMean(box: number, shares: readonly number[]): number {
    const { values } = getElement(this.#policy.tables.boxes, box);
    return shares.reduce((sum, share, at) => sum + share * (values[at] ?? 0), 0);
  }

  #tierShares(): SimulatedGames["tiers"] {
    return this.#policy.rules.registers.flatMap(({ extra }, register) => {
      const node = extra?.node;
      if (node?.rule.kind !== "tiers") return [];
      const reached = node.rule.tiers.map(
        (_, tier) => this.#tiers.filter((one) => (one[register] ?? 0) > tier).length / this.#tiers.length,
      );
      return [{ node, reached }];
    });
  }

  #playTurn(runs: readonly GameRun[], turn: number): void {
    const lanes = this.#laneBoxes(runs);
    const stakes = this.#stakes(lanes);
    const kernel = this.#policy.tables.turn(stakes);
    const expected = runs.map((run) => this.#expectedWorth(kernel, run));
    // Other turns overwrite the kernel; what follows uses copies of its grids.
    runs.forEach((run, i) => {
      if (this.#layered !== null) {
        this.#writeLayers(this.#layered, run, turn);
        return;
      }
      const { stock, turnsLeft } = run.state;
      const value = this.#policy.value(run.state) + this.#policy.stockWorth(stock, turnsLeft);
      const after = this.#policy.stockWorth(this.#stockAfter(stock, 1), turnsLeft - 1);
      if (turn > 0) run.estimate -= value;
      run.estimate += (expected[i] ?? 0) + after;
      if (this.#explorationRate > 0)
        run.records.push({
          observation: this.#policy.observe(run.state),
          tdError: (expected[i] ?? 0) + after - value,
          isExploration: false,
        });
      this.#playRolls(run, stakes, turn);
    });
  }

  /** For each lane its game and the boxes that may be filled. */
  #laneBoxes(runs: readonly GameRun[]) {
    const { announced } = this.#limits;
    const lanes: { run: GameRun; open: number[] }[] = [];
    for (const run of runs) {
      run.worths = this.#policy.worths(run.state);
      const open = run.worths.flatMap((worths, box) => (worths === null ? [] : [box]));
      const first = lanes.length;
      lanes.push({ run, open: open.filter((box) => !announced.includes(box)) });
      for (const box of open) if (announced.includes(box)) lanes.push({ run, open: [box] });
      run.lanes = Array.from({ length: lanes.length - first }, (_, i) => first + i);
    }
    return lanes;
  }

  #stakes(lanes: readonly { run: GameRun; open: number[] }[]): LaneStakes {
    const { extraRolls, rolls } = this.#limits;
    const prices = Array.from({ length: this.#policy.tables.maxRolls + 1 }, (_, rollNumber) => {
      if (extraRolls === null) return null;
      return Float64Array.from({ length: MAX_LANES }, (_, lane) => {
        const state = lanes[lane]?.run.state;
        if (state === undefined || rollNumber < extraRolls.from) return 0;
        if (rollNumber > rolls + state.stock) return Number.POSITIVE_INFINITY;
        const left = state.turnsLeft - 1;
        const worthAfter = (maxRolls: number) =>
          this.#policy.stockWorth(this.#stockAfter(state.stock, maxRolls), left);
        return worthAfter(rollNumber - 1) - worthAfter(rollNumber);
      });
    });
    const stakes: LaneStakes = {
      lanes: lanes.length,
      open: (lane) => lanes[lane]?.open ?? [],
      worth: (lane, box, value) => lanes[lane]?.run.worths[box]?.[value] ?? Number.NEGATIVE_INFINITY,
      repeatWorth: (lane, roll) =>
        this.#best(stakes, lanes[lane]?.run, lane, this.#repeatRolls(lanes[lane]?.run, roll)).worth,
      price: (rollNumber) => prices[rollNumber] ?? null,
      isScoredAnew: extraRolls !== null,
      onGrid: this.#turns.onGrid,
    };
    return stakes;
  }

  /** The expected worth of a game's turn: the best of its lanes after the first roll. */
  #expectedWorth({ grid, expected, lanes: width }: Kernel, { lanes }: GameRun): number {
    const [only = 0] = lanes;
    if (lanes.length === 1) return expected[only] ?? 0;
    const { firstRoll, chances } = this.#policy.tables.ways;
    let sum = 0;
    for (let roll = 0; roll < chances.length; roll++) {
      const row = (firstRoll + roll) * width;
      sum += (chances[roll] ?? 0) * Math.max(...lanes.map((lane) => grid[row + lane] ?? 0));
    }
    return sum;
  }

  #playRolls(run: GameRun, stakes: LaneStakes, turn: number): void {
    const { tables } = this.#policy;
    const { ways } = tables;
    const first = this.#turns.first(this.#random);
    const lane = this.#bestLane(run, first);
    const choose = (way: number, rollNumber: number, isServed: boolean) =>
      this.#choose(run, stakes, lane, way - ways.firstRoll, tables.timingIndex({ rollNumber, isServed }));
    const { way, rollNumber, isServed } = this.#turns.play(
      first,
      lane,
      this.#random,
      (way, rollNumber) => choose(way, rollNumber, true).worth,
    );
    const best = choose(way, rollNumber, isServed);
    if (best.box === -1) throw new StuckError();
    const timing = tables.timingIndex({ rollNumber, isServed });
    const entry = this.#explore(run, stakes, lane, way - ways.firstRoll, timing) ?? best;
    const isTop = (this.#repeatIndices[way - ways.firstRoll] ?? -1) !== -1;
    this.#write(run, entry, isTop, turn);
    run.state = { ...run.state, stock: this.#stockAfter(run.state.stock, rollNumber) };
  }

  #write(run: GameRun, { box, value, bonus }: ChosenEntry, isTop: boolean, turn: number): void {
    const { next, gain, reached } = this.#policy.enter(run.state, box, value, isTop);
    for (const { register, tiers } of reached) if (tiers !== null) run.tiers[register] = tiers;
    run.state = next;
    run.total += gain + bonus;
    const counts = getElement(this.#counts, box);
    counts[value] = (counts[value] ?? 0) + 1;
    const filled = getElement(this.#filledIn, box);
    filled[turn] = (filled[turn] ?? 0) + 1;
  }

  /** Plays a turn of double dice and fills a box for each layer, with regard to the next layer. */
  #writeLayers(layered: LayeredTurns, run: GameRun, turn: number): void {
    const { ways } = this.#policy.tables;
    const [lane = 0] = run.lanes;
    const rolls = layered.play(this.#random, (way, left) => this.#turns.worth(way, lane, left));
    rolls.forEach((way, at) => {
      const following = rolls[at + 1];
      const entries = this.#listEntries(run.worths, way - ways.firstRoll).slice(0, CANDIDATES);
      const entryWorth = (entry: ChosenEntry) => {
        if (following === undefined) return entry.worth;
        const { next, gain } = this.#policy.enter(run.state, entry.box, entry.value, false);
        const [best] = this.#listEntries(this.#policy.worths(next), following - ways.firstRoll);
        return gain + (best?.worth ?? Number.NEGATIVE_INFINITY);
      };
      const worths = entries.map(entryWorth);
      const best = entries[worths.indexOf(Math.max(...worths))];
      if (best === undefined) throw new StuckError();
      this.#write(run, best, false, turn);
      run.worths = this.#policy.worths(run.state);
    });
  }

  /** All entries of a roll, best first; strikes where nothing fits. */
  #listEntries(worths: GameRun["worths"], roll: number): ChosenEntry[] {
    const { moves, boxes } = this.#policy.tables;
    const of = (valuesOf: (box: number) => readonly number[]) =>
      worths
        .flatMap((mine, box) =>
          mine === null
            ? []
            : valuesOf(box).map((value) => ({
                box,
                value,
                bonus: 0,
                worth: mine[value] ?? Number.NEGATIVE_INFINITY,
              })),
        )
        .filter(({ worth }) => worth !== Number.NEGATIVE_INFINITY)
        .sort((a, b) => b.worth - a.worth);
    const fitting = of((box) => {
      const move = getElement(moves, box);
      return move.offers[move.tables[0]?.[roll] ?? 0] ?? [];
    });
    return fitting.length > 0
      ? fitting
      : of((box) => {
          const zero = getElement(boxes, box).values.indexOf(0);
          return zero === -1 ? [] : [zero];
        });
  }

  /** At the exploration rate: the best entry of a random open box. */
  #explore(run: GameRun, stakes: LaneStakes, lane: number, roll: number, timing: number) {
    if (this.#explorationRate === 0 || this.#random.next() >= this.#explorationRate) return null;
    const open = stakes.open(lane);
    const only = getElement(open, this.#random.below(open.length));
    const tried = this.#choose(run, stakes, lane, roll, timing, (box) => box === only);
    const last = run.records.at(-1);
    if (tried.worth === Number.NEGATIVE_INFINITY || last === undefined) return null;
    last.isExploration = true;
    return tried;
  }

  #bestLane({ lanes }: GameRun, first: number): number {
    const left = this.#policy.tables.maxRolls - 1;
    // Where no roll is left, no dice can be held for one.
    const parts = left === 0 ? [first] : this.#turns.subHolds(first);
    const laneWorth = (lane: number) => Math.max(...parts.map((part) => this.#turns.worth(part, lane, left)));
    return lanes.reduce((best, lane) => (laneWorth(lane) > laneWorth(best) ? lane : best));
  }

  #choose(
    run: GameRun,
    stakes: LaneStakes,
    lane: number,
    roll: number,
    timing: number,
    within: (box: number) => boolean = () => true,
  ) {
    const special = this.#repeatIndices[roll] ?? -1;
    if (special !== -1) {
      const listEntries = this.#repeatRolls(run, special);
      return this.#best(stakes, run, lane, (box) => (within(box) ? listEntries(box) : []));
    }
    const { moves } = this.#policy.tables;
    return this.#best(stakes, run, lane, (box) => {
      if (!within(box)) return [];
      const move = getElement(moves, box);
      return (move.offers[move.tables[timing]?.[roll] ?? 0] ?? []).map((value) => ({ value, bonus: 0 }));
    });
  }

  /** The best entry of a roll; a strike where nothing fits. */
  #best(
    stakes: LaneStakes,
    run: GameRun | undefined,
    lane: number,
    listEntries: (box: number) => readonly { readonly value: number; readonly bonus: number }[],
  ) {
    let best = { box: -1, value: 0, bonus: 0, worth: Number.NEGATIVE_INFINITY };
    for (const box of stakes.open(lane))
      for (const { value, bonus } of listEntries(box)) {
        const worth = (run?.worths[box]?.[value] ?? Number.NEGATIVE_INFINITY) + bonus;
        if (worth > best.worth) best = { box, value, bonus, worth };
      }
    if (best.box !== -1) return best;
    for (const box of stakes.open(lane)) {
      const value = getElement(this.#policy.tables.boxes, box).values.indexOf(0);
      const worth = value === -1 ? Number.NEGATIVE_INFINITY : (run?.worths[box]?.[value] ?? 0);
      if (worth > best.worth) best = { box, value, bonus: 0, worth };
    }
    return best;
  }

  #repeatRolls(run: GameRun | undefined, roll: number) {
    const { repeatRolls, boxes } = this.#policy.tables;
    if (repeatRolls === null || run === undefined) return () => [];
    const { sheet, isTopScored } = run.state;
    const open = (box: number) =>
      getElement(boxes, box).nodes.length - this.#policy.rules.filledCount(sheet, box);
    const mayFill = (box: number) => this.#policy.rules.isOpen(sheet, box);
    return repeatRolls.entries(roll, { open, mayFill, isTopScored, isRolledBefore: sheet.isTopBefore });
  }

  #stockAfter(stock: number, rollNumber: number): number {
    const { extraRolls, rolls } = this.#limits;
    if (extraRolls === null) return 0;
    switch (extraRolls.kind) {
      case "chips":
        return stock - Math.max(0, rollNumber - rolls);
      case "saved":
        return stock + rolls - rollNumber;
      default:
        return extraRolls.kind satisfies never;
    }
  }
}
