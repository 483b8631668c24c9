import type { Reference } from "../../check/sheet/reference.ts";
import { faultOf, scoreIn } from "../../check/sheet/values.ts";
import type { Category, Constraint } from "../../rules/game/game.ts";
import { constraintHolds } from "../../rules/game/rows.ts";
import type { Bond } from "./box-part.ts";
import type { Filling } from "./fillings.ts";
import { HABITS } from "./habits.ts";
import { entryOf } from "./written.ts";

/** How much rarer fillings of tied boxes are for the constraints that they break. */
export class ConstraintBond implements Bond {
  readonly #group: readonly Category[];
  readonly #constraints: readonly Constraint[];
  readonly #reference: Reference;

  /** @param group the categories of the tied boxes */
  constructor(group: readonly Category[], constraints: readonly Constraint[], reference: Reference) {
    this.#group = group;
    this.#constraints = constraints;
    this.#reference = reference;
  }

  of(fillings: readonly Filling[]): number {
    let bond = 1;
    for (const constraint of this.#constraints) {
      const left = this.#scoreOf(constraint.left, fillings);
      const right = this.#scoreOf(constraint.right, fillings);
      if (!constraintHolds(constraint, left, right)) bond *= HABITS.brokenConstraint;
    }
    return bond;
  }

  /** The score in the box of a category; null where the box is empty, or not one of the tied ones. */
  #scoreOf(id: string, fillings: readonly Filling[]): number | null {
    const at = this.#placeOf(id);
    const [category, filling] = [this.#group[at], fillings[at]];
    if (category === undefined || filling === undefined) return null;
    const entry = entryOf(filling.written);
    // A box that is wrong by itself says nothing about the other.
    return faultOf(entry, category, this.#reference, false) === null ? scoreIn(entry) : null;
  }

  #placeOf(id: string): number {
    for (let at = 0; at < this.#group.length; at++) if (this.#group[at]?.id === id) return at;
    return -1;
  }
}
