import { faultOf, scoreIn } from "../../check/sheet.ts";
import type { Category, Constraint } from "../../rules/game/game.ts";
import { constraintHolds } from "../../rules/game/rows.ts";
import { combined, Distribution, pruned } from "./distribution.ts";
import type { Factor } from "./factor.ts";
import { type BoxFilling, scoreOf } from "./fillings.ts";
import type { Marginals } from "./marginals.ts";
import { PRIORS } from "./priors.ts";
import { entryOf } from "./sheet-reading.ts";

/** A box with the ways in which it may have been filled. */
export interface BoxFillings {
  /** The index of the box on the sheet. */
  readonly at: number;
  readonly fillings: readonly BoxFilling[];
}

/** Joint fillings with less weight than this share of the greatest are left out. */
const NEGLIGIBLE = 1e-10;

/**
 * One box, or several that constraints tie together, and what they add up to.
 *
 * @param tie how much rarer a filling of each box is for the constraints that they break; null for a box by itself
 */
export function boxFactor(
  boxes: readonly BoxFillings[],
  tie: ((fillings: readonly BoxFilling[]) => number) | null,
  sink: Marginals,
): Factor {
  let joint: { readonly fillings: readonly BoxFilling[]; readonly value: number; readonly weight: number }[];
  joint = [{ fillings: [], value: 0, weight: 1 }];
  for (const { fillings } of boxes) {
    joint = joint.flatMap((before) =>
      fillings.map((filling) => ({
        fillings: [...before.fillings, filling],
        value: before.value + filling.counts,
        weight: before.weight * filling.weight,
      })),
    );
  }
  if (tie !== null)
    joint = pruned(joint, NEGLIGIBLE).map((way) => ({ ...way, weight: way.weight * tie(way.fillings) }));
  return {
    upward: Distribution.of(joint, sink.semiring).normalised(),
    passDown(rest) {
      const weights = new Map<BoxFilling, number>();
      for (const { fillings, value, weight } of joint) {
        const whole = weight * rest.at(value);
        for (const filling of fillings)
          weights.set(filling, combined(weights.get(filling) ?? 0, whole, sink.semiring));
      }
      for (const { at, fillings } of boxes) {
        const ways = fillings.map((filling) => {
          const weight = weights.get(filling) ?? 0;
          const { written, counts } = filling;
          return { written, weight, slip: counts === scoreOf(written) ? 0 : weight };
        });
        sink.add(at, ways);
      }
    },
  };
}

/** How much rarer fillings of tied boxes, which have these categories, are for the constraints that they break: 1 where they break none. */
export function constraintTie(group: readonly Category[], constraints: readonly Constraint[]) {
  return (fillings: readonly BoxFilling[]): number => {
    /** The score in the box of a category; null where the box is empty, or not one of the tied ones. */
    const scoreOf = (id: string): number | null => {
      const at = group.findIndex((category) => category.id === id);
      const [category, filling] = [group[at], fillings[at]];
      if (category === undefined || filling === undefined) return null;
      const entry = entryOf(filling.written);
      // A box that is wrong by itself says nothing about the other.
      return faultOf(entry, category, false) === null ? scoreIn(entry) : null;
    };
    return constraints.reduce((weight, one) => {
      const holds = constraintHolds(one, scoreOf(one.left), scoreOf(one.right));
      return holds ? weight : weight * PRIORS.brokenConstraint;
    }, 1);
  };
}
