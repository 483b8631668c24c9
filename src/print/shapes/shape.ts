/**
 * A drawing without a place: shapes in a unit square, origin top left, y downwards. Whoever draws it scales it.
 *
 * Ink is the share of black: 0 is the white of the paper, 1 is black. Line weights are in units of the square, too.
 */
export type Shape =
  | {
      readonly kind: "rounded-rectangle";
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
      readonly radius: number;
      /** Null: nothing is filled. */
      readonly fill: number | null;
      readonly line: Line | null;
    }
  | {
      readonly kind: "circle";
      readonly centerX: number;
      readonly centerY: number;
      readonly radius: number;
      readonly fill: number | null;
      readonly line: Line | null;
    }
  | {
      readonly kind: "path";
      /** A chain of straight strokes with round ends and corners. */
      readonly points: readonly Point[];
      readonly closed: boolean;
      readonly fill: number | null;
      readonly line: Line | null;
    }
  | {
      /** A short numeral in the bold cut, centred on its point. */
      readonly kind: "numeral";
      readonly text: string;
      readonly centerX: number;
      readonly centerY: number;
      /** Height of its figures. */
      readonly height: number;
      readonly ink: number;
    };

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Line {
  readonly weight: number;
  readonly ink: number;
  /** Lengths of dash and gap; null for an unbroken line. */
  readonly dash: readonly [number, number] | null;
}
