import type { Place } from "../problem/problem.ts";

/**
 * A template as the program keeps it: only what it can carry out, every piece with its place in the file.
 */
export type Expression =
  | { readonly kind: "literal"; readonly value: string | number | boolean | null; readonly place: Place }
  | Path
  | Call;

/** `name`, `row.label`, `../columns`, `@index`, `this`. */
export interface Path {
  readonly kind: "path";
  /** Steps out of the surrounding `each` or `with`. */
  readonly up: number;
  /** `@index`, `@first`, `@last`, `@key` and `@root` rather than what the page tells. */
  readonly loop: boolean;
  readonly parts: readonly string[];
  readonly written: string;
  readonly place: Place;
}

/** A function with its arguments: `(say "unit.points" n=3)`. */
export interface Call {
  readonly kind: "call";
  readonly name: string;
  readonly args: readonly Expression[];
  readonly named: ReadonlyMap<string, Expression>;
  readonly place: Place;
}

export interface Body {
  readonly pieces: readonly Piece[];
  /** The names given by `as |row index|`. */
  readonly names: readonly string[];
}

export const BLOCKS = ["if", "unless", "each", "with"] as const;
export type BlockName = (typeof BLOCKS)[number];

export type Piece =
  | { readonly kind: "content"; readonly text: string }
  | { readonly kind: "output"; readonly value: Expression; readonly raw: boolean }
  | {
      readonly kind: "block";
      readonly name: BlockName;
      readonly over: Expression;
      readonly body: Body;
      readonly otherwise: Body;
    }
  | {
      readonly kind: "partial";
      readonly name: Expression;
      readonly context: Expression | null;
      readonly named: ReadonlyMap<string, Expression>;
      /** Put before each line of what the partial gives. */
      readonly indent: string;
      readonly place: Place;
    };

/** A template with the names of partials and functions still unproved. */
export interface Template {
  readonly name: string;
  readonly file: string;
  readonly body: Body;
}
