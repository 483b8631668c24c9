import { getElement, sum } from "../../rules/arrays.ts";
import { type Box, possibleSums, sumMeasures } from "../boxes.ts";
import type { Stage, Register } from "../registers.ts";
import { distributeSum, type ValueShares } from "./sheet-rules.ts";
import type { TrackedBoxes } from "./tracked-boxes.ts";
import type { TurnTables } from "./turn-tables.ts";

/** A state of the relaxed game: the filled tracked boxes, how many others are filled, and the classes of the retained rules as one number. */
export interface TrackedState {
  readonly position: number;
  readonly extra: number;
  readonly at: number;
}

/** The transitions of a box, by class and value. */
interface Steps {
  readonly next: Int32Array;
  readonly pays: Float64Array;
}

/** Rules that are retained in a relaxed game, and the layout of its states. */
export class RetainedRules {
  readonly states: number;
  readonly #registers: readonly Register[];
  /** The factor of what the rules pay. */
  readonly #factor: number;
  readonly #tables: TurnTables;
  readonly #starts: Float64Array;
  /** By register: its stages, and their index by position. */
  readonly #stages: readonly MergedStage[][];
  readonly #stageIndices: readonly Int32Array[];
  readonly #steps = new Map<number, Steps>();
  /** By value: the index of the next class. */
  readonly #places: Int32Array;

  /** @param merge classes that are replaced by others worth no less */
  constructor(
    tables: TurnTables,
    tracked: TrackedBoxes,
    registers: readonly Register[],
    factor: number,
    merge: ClassMerge = mergeNone,
  ) {
    const { count, spare } = tracked;
    this.#tables = tables;
    this.#registers = registers;
    this.#factor = factor;
    this.#places = new Int32Array(Math.max(...tables.boxes.map(({ values }) => values.length)));
    this.#starts = new Float64Array(count + 1);
    this.#stages = registers.map(() => []);
    this.#stageIndices = registers.map(() => new Int32Array(count));
    const indices = new Map<Stage, number>();
    for (let position = 0; position < count; position++) {
      registers.forEach((register, r) => {
        const stage = register.stage((box) => tracked.filledCount(position, box));
        const known =
          indices.get(stage) ?? getElement(this.#stages, r).push(mergeStage(register, stage, merge)) - 1;
        indices.set(stage, known);
        getElement(this.#stageIndices, r)[position] = known;
      });
      this.#starts[position + 1] = (this.#starts[position] ?? 0) + this.classes(position) * (spare + 1);
    }
    this.states = this.#starts[count] ?? 0;
  }

  classes(position: number): number {
    let all = 1;
    for (let r = 0; r < this.#registers.length; r++) all *= this.#classCount(r, position);
    return all;
  }

  #classCount(register: number, position: number): number {
    return this.#stage(register, position).classes.length;
  }

  #stage(register: number, position: number): MergedStage {
    return getElement(getElement(this.#stages, register), this.#stageIndices[register]?.[position] ?? 0);
  }

  /** The index of a state. */
  state({ position, extra, at }: TrackedState): number {
    return (this.#starts[position] ?? 0) + extra * this.classes(position) + at;
  }

  /** What the rules pay before any box is filled. */
  get start(): number {
    return sum(this.#registers.map((one) => this.#factor * (one.stage(() => 0).classes[0]?.pays ?? 0)));
  }

  /** By value of a tracked box: what the rules pay, plus the value of the next state. */
  follow(
    { position, extra, at }: TrackedState,
    box: number,
    next: number,
    values: Float64Array,
    worths: Float64Array,
    first: number,
  ): void {
    const count = getElement(this.#tables.boxes, box).values.length;
    const start = this.state({ position: next, extra, at: 0 });
    this.#places.fill(0, 0, count);
    worths.fill(0, first, first + count);
    let [rest, stride] = [at, 1];
    for (let r = 0; r < this.#registers.length; r++) {
      const classes = this.#classCount(r, position);
      const own = rest % classes;
      rest = (rest - own) / classes;
      const steps = this.#registers[r]?.boxes.includes(box) ? this.#entrySteps(r, position, box, next) : null;
      for (let value = 0; value < count; value++) {
        const entry = own * count + value;
        const digit = steps === null ? own : (steps.next[entry] ?? 0);
        this.#places[value] = (this.#places[value] ?? 0) + digit * stride;
        if (steps !== null) worths[first + value] = (worths[first + value] ?? 0) + (steps.pays[entry] ?? 0);
      }
      stride *= this.#classCount(r, next);
    }
    for (let value = 0; value < count; value++)
      worths[first + value] =
        (worths[first + value] ?? 0) + (values[start + (this.#places[value] ?? 0)] ?? 0);
  }

  #entrySteps(register: number, position: number, box: number, next: number): Steps {
    const stage = this.#stageIndices[register]?.[position] ?? 0;
    const key = (stage * this.#registers.length + register) * this.#tables.boxes.length + box;
    const known = this.#steps.get(key) ?? this.#makeSteps(register, position, box, next);
    this.#steps.set(key, known);
    return known;
  }

  #makeSteps(register: number, position: number, box: number, after: number): Steps {
    const from = this.#stage(register, position);
    const to = this.#stage(register, after);
    const { values } = getElement(this.#tables.boxes, box);
    const next = new Int32Array(from.classes.length * values.length);
    const pays = new Float64Array(next.length);
    from.classes.forEach((own, at) => {
      values.forEach((value, v) => {
        const step = this.#registers[register]?.enter(from.stage, to.stage, own, box, value) ?? null;
        const merged = step === null ? 0 : (to.places[step.next] ?? 0);
        next[at * values.length + v] = merged;
        pays[at * values.length + v] =
          step === null
            ? Number.NEGATIVE_INFINITY
            : this.#factor * (step.pays + extraPay(to, step.next, to.classes[merged] ?? 0));
      });
    });
    return { next, pays };
  }
}

/** The distinct classes of a stage after merging. */
interface MergedStage {
  readonly stage: Stage;
  readonly classes: readonly number[];
  /** By class of the stage: the index of its replacement. */
  readonly places: readonly number[];
}

function mergeStage(register: Register, stage: Stage, merge: ClassMerge): MergedStage {
  const into = merge(register, stage);
  const classes = [...new Set(into)];
  return { stage, classes, places: into.map((one) => classes.indexOf(one)) };
}

const mergeNone: ClassMerge = (_, { classes }) => classes.map((_, at) => at);

/** The difference of what a rule has paid in two classes. */
function extraPay({ stage }: MergedStage, less: number, more: number): number {
  return (stage.classes[more]?.pays ?? 0) - (stage.classes[less]?.pays ?? 0);
}

/** By class of a stage: the class that replaces it, itself or one worth no less. */
export type ClassMerge = (register: Register, stage: Stage) => readonly number[];

/** Sums that fewer games fall below, or exceed, may be merged. */
const RARE = 0.002;

/**
 * Merges rare sums into the next higher class, and rare high sums into the highest; the bound stays valid for monotone rules. Other rules
 * keep all their classes.
 *
 * @param written a rough distribution of the values of boxes
 */
export function mergeRareSums(boxes: readonly Box[], written: ValueShares): ClassMerge {
  const growing = new Map<Register, boolean>();
  const grows = (register: Register) => {
    const known = growing.get(register) ?? isMonotone(register, boxes);
    growing.set(register, known);
    return known;
  };
  return (register, stage) => {
    const same = stage.classes.map((_, at) => at);
    if (!grows(register)) return same;
    const countFilledBoxes = (box: number) => getElement(boxes, box).nodes.length - stage.open(box);
    const shares = distributeSum(register, boxes, countFilledBoxes, written);
    const order = same
      .filter((at) => stage.classes[at]?.isSettled === false)
      .sort((a, b) => classSum(stage, a) - classSum(stage, b));
    const chance = (is: (sum: number) => boolean) =>
      [...shares].reduce((all, [sum, share]) => (is(sum) ? all + share : all), 0);
    const low = order.findLast((at) => chance((sum) => sum <= classSum(stage, at)) < RARE);
    const high = order.find((at) => chance((sum) => sum >= classSum(stage, at)) < RARE);
    const top = order.at(-1);
    return same.map((at) => {
      if (!order.includes(at)) return at;
      if (low !== undefined && classSum(stage, at) <= classSum(stage, low)) return low;
      return high !== undefined && classSum(stage, at) >= classSum(stage, high) ? (top ?? at) : at;
    });
  };
}

function classSum(stage: Stage, at: number): number {
  return stage.classes[at]?.state as number;
}

/** Whether a rule depends on a sum and never pays less for a higher one. */
function isMonotone({ extra }: Register, all: readonly Box[]): boolean {
  if (extra?.kind !== "sum") return false;
  const sums = possibleSums(all, sumMeasures(extra, all));
  return sums.every((sum, at) => at === 0 || extra.pays(sum) >= extra.pays(getElement(sums, at - 1)));
}
