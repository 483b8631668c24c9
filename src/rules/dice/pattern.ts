import type { Face } from "./dice.ts";

/**
 * What the dice must show for a category. A pattern says nothing about points; see `formula.ts`.
 *
 * `groups` wants at least these many equal dice per group; `distinct` groups need different faces, otherwise one face may
 * serve several groups (four alike as two pairs). `run` wants consecutive faces, from a given face or anywhere. `faces`
 * wants each listed face on a die of its own. `sum` and `colour` look at all scored dice.
 */
export type Pattern =
  | { readonly kind: "any" }
  | { readonly kind: "none" }
  | { readonly kind: "face"; readonly face: Face; readonly min: number }
  | {
      readonly kind: "groups";
      readonly sizes: readonly number[];
      readonly distinct: boolean;
      readonly sameColour: boolean;
    }
  | { readonly kind: "run"; readonly length: number; readonly from: Face | null; readonly wrap: boolean }
  | { readonly kind: "faces"; readonly faces: readonly Face[] }
  | {
      readonly kind: "sum";
      readonly eq: number | null;
      readonly min: number | null;
      readonly max: number | null;
    }
  | { readonly kind: "colour" }
  | { readonly kind: "all"; readonly of: readonly Pattern[] }
  | { readonly kind: "one-of"; readonly of: readonly Pattern[] };
