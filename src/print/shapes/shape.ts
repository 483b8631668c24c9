/**
 * A drawing without a place: shapes in a unit square, origin top left, y downwards. Whoever draws it scales it.
 *
 * Ink is the share of black: 0 is the white of the paper, 1 is black. Line weights are in units of the square, too.
 */
export type Shape =
  | ({
      readonly kind: "rounded-rectangle";
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
      readonly radius: number;
    } & Paint)
  | ({
      readonly kind: "circle";
      readonly centerX: number;
      readonly centerY: number;
      readonly radius: number;
    } & Paint)
  /** A chain of straight strokes with round ends and corners. */
  | ({
      readonly kind: "path";
      readonly points: readonly { readonly x: number; readonly y: number }[];
    } & Paint)
  /** A short numeral in the bold cut, centred on its point. `height` is that of its figures. */
  | {
      readonly kind: "numeral";
      readonly text: string;
      readonly centerX: number;
      readonly centerY: number;
      readonly height: number;
      readonly ink: number;
    };

interface Paint {
  /** Null: nothing is filled. */
  readonly fill: number | null;
  readonly line: Stroke | null;
}

export interface Stroke {
  readonly weight: number;
  readonly ink: number;
  /** Lengths of dash and gap; null for an unbroken line. */
  readonly dash: readonly [number, number] | null;
}

/** The runs of black modules in a row: from, and to the first one after. */
export function runsOf(row: readonly boolean[]): [from: number, to: number][] {
  const runs: [number, number][] = [];
  row.forEach((isBlack, at) => {
    const last = runs.at(-1);
    if (!isBlack) return;
    if (last?.[1] === at) last[1] = at + 1;
    else runs.push([at, at + 1]);
  });
  return runs;
}
