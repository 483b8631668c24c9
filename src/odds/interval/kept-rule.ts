import { elementAt } from "../../rules/arrays.ts";
import type { Moment, Register } from "../registers.ts";
import type { OpenBoxes } from "./open-boxes.ts";
import type { TurnTables } from "./turn-tables.ts";

/** A state: which tracked boxes are filled, how many others, and the class that the kept rule is in. */
export interface Place {
  readonly position: number;
  readonly extra: number;
  readonly at: number;
}

/** Where the entries of a box lead, by class and value: the next class, and what the rule pays. */
interface Steps {
  readonly next: Int32Array;
  readonly pays: Float64Array;
}

/** A rule that ties tracked boxes and is kept as it is, or none; and with it, where states stand. */
export class KeptRule {
  readonly states: number;
  readonly #register: Register | null;
  /** What the rule pays is multiplied by this. */
  readonly #factor: number;
  readonly #tables: TurnTables;
  readonly #starts: Float64Array;
  readonly #moments: Moment[] = [];
  readonly #momentOf: Int32Array;
  readonly #steps = new Map<number, Steps>();

  constructor(tables: TurnTables, tracked: OpenBoxes, register: Register | null, factor: number) {
    const { count, spare } = tracked;
    this.#tables = tables;
    this.#register = register;
    this.#factor = factor;
    this.#starts = new Float64Array(count + 1);
    this.#momentOf = new Int32Array(count);
    const indices = new Map<Moment, number>();
    for (let position = 0; position < count; position++) {
      const moment = register?.moment((box) => tracked.filled(position, box));
      if (moment !== undefined) {
        const known = indices.get(moment) ?? this.#moments.push(moment) - 1;
        indices.set(moment, known);
        this.#momentOf[position] = known;
      }
      this.#starts[position + 1] = (this.#starts[position] ?? 0) + this.classes(position) * (spare + 1);
    }
    this.states = this.#starts[count] ?? 0;
  }

  /** How many classes the rule can be in. */
  classes(position: number): number {
    return this.#register === null
      ? 1
      : elementAt(this.#moments, this.#momentOf[position] ?? 0).classes.length;
  }

  /** Where a state stands. */
  state({ position, extra, at }: Place): number {
    const width = this.#register === null ? 1 : this.classes(position);
    return (this.#starts[position] ?? 0) + extra * width + at;
  }

  /** What the rule has paid before any box is filled. */
  get start(): number {
    const register = this.#register;
    return this.#factor * (register?.moment(() => 0).classes[0]?.pays ?? 0);
  }

  /** What comes after each value of a tracked box is written: what the rule pays, and what the next state is worth. */
  follow(
    { position, extra, at }: Place,
    box: number,
    next: number,
    values: Float64Array,
    worths: Float64Array,
    first: number,
  ): void {
    const count = elementAt(this.#tables.boxes, box).values.length;
    if (this.#register === null || !this.#register.boxes.includes(box)) {
      worths.fill(values[this.state({ position: next, extra, at })] ?? 0, first, first + count);
      return;
    }
    const steps = this.#stepsOf(position, box, next);
    const start = this.state({ position: next, extra, at: 0 });
    for (let value = 0; value < count; value++) {
      const entry = at * count + value;
      worths[first + value] = (steps.pays[entry] ?? 0) + (values[start + (steps.next[entry] ?? 0)] ?? 0);
    }
  }

  #stepsOf(position: number, box: number, next: number): Steps {
    const key = (this.#momentOf[position] ?? 0) * this.#tables.boxes.length + box;
    const known = this.#steps.get(key) ?? this.#makeSteps(position, box, next);
    this.#steps.set(key, known);
    return known;
  }

  #makeSteps(position: number, box: number, after: number): Steps {
    const from = elementAt(this.#moments, this.#momentOf[position] ?? 0);
    const to = elementAt(this.#moments, this.#momentOf[after] ?? 0);
    const { values } = elementAt(this.#tables.boxes, box);
    const next = new Int32Array(from.classes.length * values.length);
    const pays = new Float64Array(next.length);
    for (let at = 0; at < from.classes.length; at++)
      values.forEach((value, v) => {
        const step = this.#register?.enter(from, to, at, box, value) ?? null;
        next[at * values.length + v] = step?.next ?? 0;
        pays[at * values.length + v] = step === null ? Number.NEGATIVE_INFINITY : this.#factor * step.pays;
      });
    return { next, pays };
  }
}
