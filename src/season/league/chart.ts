/** A chart as what is drawn of it, so that page and paper show the same. Lengths are in its own units, from its top left corner. */
export interface Chart {
  readonly width: number;
  readonly height: number;
  /** What it shows, in words. */
  readonly title: string;
  readonly parts: readonly ChartPart[];
}

/** What belongs together, and what is read out for it; nothing for lines of help. */
interface ChartPart {
  readonly told: string | null;
  readonly marks: readonly ChartMark[];
}

export type ChartPoint = readonly [x: number, y: number];

export type ChartMark =
  /** A line of help, how far totals reach, and how far they usually do. */
  | { readonly kind: "grid" | "range" | "spread"; readonly from: ChartPoint; readonly to: ChartPoint }
  /** A colour is one of `CURVES`, by its place. */
  | { readonly kind: "curve"; readonly colour: number; readonly points: readonly ChartPoint[] }
  | { readonly kind: "dot"; readonly colour: number | null; readonly at: ChartPoint; readonly radius: number }
  | {
      readonly kind: "text";
      readonly text: string;
      /** On its baseline. */
      readonly at: ChartPoint;
      readonly anchor: "start" | "middle" | "end";
      /** Null for names without a curve, and for numbers. */
      readonly colour: number | null;
      readonly isQuiet: boolean;
    };

/** How large words are, those of names and those of numbers. */
export const NAME_SIZE = 13;
export const QUIET_SIZE = 12;
/** How thick lines are. */
export const WEIGHTS = { grid: 1, range: 2, spread: 5, curve: 2.25 } as const;

/** How curves are told apart: by their colours on light and on dark ground, and by their dashes, which a photocopier keeps. */
export const CURVES = [
  { light: "#0b63a5", dark: "#6fb7ef", dash: null },
  { light: "#b5470b", dark: "#f09a62", dash: [7, 4] },
  { light: "#1d7a46", dark: "#6fce96", dash: [2, 4] },
  { light: "#9a2a86", dark: "#e58ad3", dash: [14, 5] },
  { light: "#7a6200", dark: "#d9bd4a", dash: null },
  { light: "#b02a3a", dark: "#f28b95", dash: [7, 4] },
  { light: "#0f7a80", dark: "#5fcdd3", dash: [2, 4] },
  { light: "#5b4bb7", dark: "#b3a7ff", dash: [14, 5] },
] as const satisfies readonly {
  readonly light: string;
  readonly dark: string;
  readonly dash: readonly [number, number] | null;
}[];

/** How large a chart is drawn, in its units; the larger, the smaller its words. */
export interface ChartSize {
  readonly width: number;
  readonly height: number;
  /** How many times as large words may be shown as they are drawn, as on a phone. */
  readonly words: number;
}

/** Round numbers between two values, about five of them. */
export function ticks(low: number, high: number): number[] {
  const rough = (high - low || 1) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5].find((one) => one * power >= rough) ?? 10);
  const first = Math.ceil(low / step - 1e-9);
  const count = Math.floor(high / step + 1e-9) - first + 1;
  return Array.from({ length: Math.max(0, count) }, (_, at) => (first + at) * step);
}

/** Places along a line, moved as little as needed so that none is nearer to the next than a distance; in the order given. */
export function apart(places: readonly number[], distance: number, low: number, high: number): number[] {
  const order = places.map((_, at) => at).sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0));
  const moved = [...places];
  let least = low;
  for (const at of order) {
    moved[at] = Math.max(moved[at] ?? 0, least);
    least = (moved[at] ?? 0) + distance;
  }
  let most = high;
  for (const at of order.toReversed()) {
    moved[at] = Math.min(moved[at] ?? 0, most);
    most = (moved[at] ?? 0) - distance;
  }
  return moved;
}
