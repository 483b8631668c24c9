import type { Filling } from "./fillings.ts";
import type { Part, Tally } from "./part.ts";
import { gathered, joined, type Spread, trimmed, weightAt } from "./spread.ts";

/** A box with the ways in which it may have been filled. */
export interface FilledBox {
  /** The place of the box on the sheet. */
  readonly at: number;
  readonly fillings: readonly Filling[];
}

/** A filling of each of several boxes. */
interface JointFilling {
  /** What the boxes count together. */
  readonly value: number;
  readonly weight: number;
  /** Which filling of each box it is. */
  readonly indexes: readonly number[];
}

/** One box, or several that constraints tie together, and what they count together. */
export class BoxPart implements Part {
  readonly up: Spread;
  readonly #boxes: readonly FilledBox[];
  readonly #joint: readonly JointFilling[];
  readonly #tally: Tally;

  /** @param bond how well the fillings of tied boxes go together, from 0 to 1 */
  constructor(boxes: readonly FilledBox[], bond: (fillings: readonly Filling[]) => number, tally: Tally) {
    this.#boxes = boxes;
    this.#tally = tally;
    this.#joint = bonded(boxes, bond);
    this.up = trimmed(gathered(this.#joint, tally.algebra));
  }

  take(rest: Spread): void {
    const { algebra } = this.#tally;
    const weights = this.#boxes.map(({ fillings }) => new Float64Array(fillings.length));
    for (const { value, weight, indexes } of this.#joint) {
      const whole = weight * weightAt(rest, value);
      indexes.forEach((index, box) => {
        const own = weights[box];
        if (own !== undefined) own[index] = joined(own[index] ?? 0, whole, algebra);
      });
    }
    this.#boxes.forEach(({ at, fillings }, box) => {
      const ways = fillings.map(({ written, counts }, index) => {
        const weight = weights[box]?.[index] ?? 0;
        const value = written.kind === "score" ? written.value : 0;
        return { written, weight, slip: counts === value ? 0 : weight };
      });
      this.#tally.note(at, ways);
    });
  }
}

/** Joint fillings with less weight than this share of the greatest are left out. */
const NEGLIGIBLE = 1e-10;

function bonded(
  boxes: readonly FilledBox[],
  bond: (fillings: readonly Filling[]) => number,
): readonly JointFilling[] {
  const joint = jointFillings(boxes);
  if (boxes.length < 2) return joint;
  const greatest = joint.reduce((most, { weight }) => Math.max(most, weight), 0);
  return joint
    .filter(({ weight }) => weight > greatest * NEGLIGIBLE)
    .map((ways) => {
      const fillings = ways.indexes.flatMap((index, box) => boxes[box]?.fillings[index] ?? []);
      return { ...ways, weight: ways.weight * bond(fillings) };
    });
}

function jointFillings(boxes: readonly FilledBox[]): JointFilling[] {
  let joint: JointFilling[] = [{ value: 0, weight: 1, indexes: [] }];
  for (const { fillings } of boxes) {
    joint = joint.flatMap((before) =>
      fillings.map((filling, index) => ({
        value: before.value + filling.counts,
        weight: before.weight * filling.weight,
        indexes: [...before.indexes, index],
      })),
    );
  }
  return joint;
}
