import { faultOf, scoreIn } from "../../check/sheet.ts";
import type { Category, Constraint } from "../../rules/game/game.ts";
import { constraintHolds } from "../../rules/game/rows.ts";
import { combined, type Distribution, distributionOf, normalised, pruned, weightAt } from "./distribution.ts";
import type { Factor, MarginalSink, WeightedWay } from "./factor.ts";
import { type BoxFilling, scoreOf } from "./fillings.ts";
import { PRIORS } from "./priors.ts";
import { entryOf } from "./sheet-reading.ts";

/** A box with the ways in which it may have been filled. */
export interface BoxFillings {
  /** The index of the box on the sheet. */
  readonly at: number;
  readonly fillings: readonly BoxFilling[];
}

/** A filling of each of several boxes, as a list: that of the last box, and those of the boxes before it. */
interface JointFilling {
  readonly before: JointFilling | null;
  readonly filling: BoxFilling;
  /** The index of this filling among those of all boxes. */
  readonly place: number;
  /** What the boxes add up to. */
  readonly value: number;
  readonly weight: number;
}

/** One box, or several that constraints tie together, and what they add up to. */
export class BoxFactor implements Factor {
  readonly upward: Distribution;
  readonly #boxes: readonly BoxFillings[];
  readonly #joint: readonly JointFilling[];
  readonly #sink: MarginalSink;

  /** @param tie of several boxes; null for a box by itself */
  constructor(boxes: readonly BoxFillings[], tie: ConstraintTie | null, sink: MarginalSink) {
    this.#boxes = boxes;
    this.#sink = sink;
    const joint = jointFillings(boxes);
    this.#joint = tie === null ? joint : tied(joint, tie);
    this.upward = normalised(distributionOf(this.#joint, sink.semiring));
  }

  passDown(rest: Distribution): void {
    const { semiring } = this.#sink;
    const weights = new Float64Array(this.#boxes.reduce((count, { fillings }) => count + fillings.length, 0));
    for (const joint of this.#joint) {
      const whole = joint.weight * weightAt(rest, joint.value);
      for (let own: JointFilling | null = joint; own !== null; own = own.before)
        weights[own.place] = combined(weights[own.place] ?? 0, whole, semiring);
    }
    let place = 0;
    for (const { at, fillings } of this.#boxes) {
      const ways: WeightedWay[] = [];
      for (const { written, counts } of fillings) {
        const weight = weights[place++] ?? 0;
        ways.push({ written, weight, slip: counts === scoreOf(written) ? 0 : weight });
      }
      this.#sink.add(at, ways);
    }
  }
}

function jointFillings(boxes: readonly BoxFillings[]): readonly JointFilling[] {
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

/** Each joint filling with each filling of one more box, whose own fillings have the indices from `first` on. */
function withBox(
  joint: readonly (JointFilling | null)[],
  fillings: readonly BoxFilling[],
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

function tied(joint: readonly JointFilling[], tie: ConstraintTie): JointFilling[] {
  const ways: JointFilling[] = [];
  for (const way of pruned(joint, NEGLIGIBLE)) {
    const fillings: BoxFilling[] = [];
    for (let own: JointFilling | null = way; own !== null; own = own.before) fillings.push(own.filling);
    ways.push({ ...way, weight: way.weight * tie.weightOf(fillings.reverse()) });
  }
  return ways;
}

/** How much rarer fillings of tied boxes are for the constraints that they break. */
export class ConstraintTie {
  readonly #group: readonly Category[];
  readonly #constraints: readonly Constraint[];

  /** @param group the categories of the tied boxes */
  constructor(group: readonly Category[], constraints: readonly Constraint[]) {
    this.#group = group;
    this.#constraints = constraints;
  }

  /** @returns 1 where nothing is broken */
  weightOf(fillings: readonly BoxFilling[]): number {
    let weight = 1;
    for (const constraint of this.#constraints) {
      const left = this.#scoreOf(constraint.left, fillings);
      const right = this.#scoreOf(constraint.right, fillings);
      if (!constraintHolds(constraint, left, right)) weight *= PRIORS.brokenConstraint;
    }
    return weight;
  }

  /** The score in the box of a category; null where the box is empty, or not one of the tied ones. */
  #scoreOf(id: string, fillings: readonly BoxFilling[]): number | null {
    const at = this.#group.findIndex((category) => category.id === id);
    const [category, filling] = [this.#group[at], fillings[at]];
    if (category === undefined || filling === undefined) return null;
    const entry = entryOf(filling.written);
    // A box that is wrong by itself says nothing about the other.
    return faultOf(entry, category, false) === null ? scoreIn(entry) : null;
  }
}
