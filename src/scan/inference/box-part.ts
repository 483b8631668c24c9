import type { Filling } from "./fillings.ts";
import type { Noted, Part, Tally } from "./part.ts";
import { gathered, joined, type Spread, trimmed, weightAt } from "./spread.ts";
import { worthwhile } from "./worthwhile.ts";

/** A box with the ways in which it may have been filled. */
export interface FilledBox {
  /** The place of the box on the sheet. */
  readonly at: number;
  readonly fillings: readonly Filling[];
}

/** How well the fillings of tied boxes, in the boxes' order, go together, from 0 to 1. */
export interface Bond {
  of(fillings: readonly Filling[]): number;
}

/** A filling of each of several boxes: that of the last one, and those of the boxes before it. */
interface JointFilling {
  readonly before: JointFilling | null;
  readonly filling: Filling;
  /** The place of this filling among those of all boxes. */
  readonly place: number;
  /** What the boxes count together. */
  readonly value: number;
  readonly weight: number;
}

/** One box, or several that constraints tie together, and what they count together. */
export class BoxPart implements Part {
  readonly up: Spread;
  readonly #boxes: readonly FilledBox[];
  readonly #joint: readonly JointFilling[];
  readonly #tally: Tally;

  /** @param bond of tied boxes; null for a box by itself */
  constructor(boxes: readonly FilledBox[], bond: Bond | null, tally: Tally) {
    this.#boxes = boxes;
    this.#tally = tally;
    const joint = jointFillings(boxes);
    this.#joint = bond === null ? joint : bonded(joint, bond);
    this.up = trimmed(gathered(this.#joint, tally.algebra));
  }

  take(rest: Spread): void {
    const weights = this.#weightsWith(rest);
    let place = 0;
    for (const { at, fillings } of this.#boxes) {
      const ways: Noted[] = [];
      for (const filling of fillings) ways.push(noted(filling, weights[place++] ?? 0));
      this.#tally.note(at, ways);
    }
  }

  /** The weights of all fillings of all boxes, one box after the other. */
  #weightsWith(rest: Spread): Float64Array {
    const { algebra } = this.#tally;
    const weights = new Float64Array(this.#boxes.reduce(countFillings, 0));
    for (const joint of this.#joint) {
      const whole = joint.weight * weightAt(rest, joint.value);
      for (let own: JointFilling | null = joint; own !== null; own = own.before)
        weights[own.place] = joined(weights[own.place] ?? 0, whole, algebra);
    }
    return weights;
  }
}

function noted({ written, counts }: Filling, weight: number): Noted {
  const value = written.kind === "score" ? written.value : 0;
  return { written, weight, slip: counts === value ? 0 : weight };
}

function countFillings(count: number, { fillings }: FilledBox): number {
  return count + fillings.length;
}

function jointFillings(boxes: readonly FilledBox[]): readonly JointFilling[] {
  const [box, ...others] = boxes;
  if (box === undefined) return [];
  let joint = withBox([null], box.fillings, 0);
  let first = box.fillings.length;
  for (const { fillings } of others) {
    joint = withBox(joint, fillings, first);
    first += fillings.length;
  }
  return joint;
}

/** Each joint filling with each filling of one box more, whose own begin at the place `first`. */
function withBox(
  joint: readonly (JointFilling | null)[],
  fillings: readonly Filling[],
  first: number,
): JointFilling[] {
  const ways: JointFilling[] = [];
  for (const before of joint) {
    let place = first;
    for (const filling of fillings) {
      const value = (before?.value ?? 0) + filling.counts;
      const weight = (before?.weight ?? 1) * filling.weight;
      ways.push({ before, filling, place: place++, value, weight });
    }
  }
  return ways;
}

/** Joint fillings with less weight than this share of the greatest are left out. */
const NEGLIGIBLE = 1e-10;

function bonded(joint: readonly JointFilling[], bond: Bond): JointFilling[] {
  const ways: JointFilling[] = [];
  for (const way of worthwhile(joint, NEGLIGIBLE))
    ways.push({ ...way, weight: way.weight * bond.of(fillingsIn(way)) });
  return ways;
}

/** The fillings that make a joint filling, in the order of the boxes. */
function fillingsIn(joint: JointFilling): Filling[] {
  const fillings: Filling[] = [];
  for (let own: JointFilling | null = joint; own !== null; own = own.before) fillings.push(own.filling);
  return fillings.reverse();
}
