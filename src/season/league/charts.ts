import type { Language } from "../../i18n/language.ts";
import { sum } from "../../rules/arrays.ts";
import type { PlayerDetails } from "./details.ts";
import { type PlayedLeague, fewestPointsWin } from "./league-file.ts";
import { oneDecimal, points } from "./league-words.ts";
import type { LeagueReport } from "./report.ts";
import type { Standing } from "./standings.ts";

const PAGE: ChartSize = { width: 640, height: 326, words: 1.45 };

/** The points of a player after each evening, by the rules of the league. */
function computeRunningScores(
  league: PlayedLeague,
  evenings: readonly (number | null)[],
  games: readonly number[],
): number[] {
  const { best, score } = league;
  const better = fewestPointsWin(league) ? 1 : -1;
  const soFar: number[] = [];
  let played = 0;
  return evenings.map((value, at) => {
    if (value !== null) soFar.push(value);
    played += games[at] ?? 0;
    const counted = best === null ? soFar : soFar.toSorted((a, b) => (a - b) * better).slice(0, best);
    const sum = counted.reduce((all, one) => all + one, 0);
    if (score === "sum") return sum;
    return counted.length === 0 ? 0 : sum / (played === 0 ? counted.length : played);
  });
}

/** Whether there is a chart of points by evening. The best single games don't add up: an evening may have several of them, or none. */
export function hasCurves({ league: { of, best }, evenings }: LeagueReport): boolean {
  return evenings.length >= 2 && (of === "evenings" || best === null);
}

/** A chart of the first players' points from evening to evening; null if there is nothing to show. */
export function curvesChart(
  report: LeagueReport,
  language: Language,
  { width, height, words }: ChartSize = PAGE,
): Chart | null {
  if (!hasCurves(report)) return null;
  const { league, standings, evenings, details } = report;
  const byPlayer = new Map(details.map((one) => [one.player, one]));
  // One line per colour.
  const lines = standings.slice(0, CURVES.length).map((one) => {
    const curve = byPlayer.get(one.player)?.curve ?? [];
    const at = evenings.map(({ id }) => curve.find(({ evening }) => evening === id));
    const isMeanOfGames = league.of === "games" && league.score === "mean";
    const values = computeRunningScores(
      league,
      at.map((point) => point?.points ?? null),
      isMeanOfGames ? at.map((point) => point?.games ?? 0) : [],
    );
    return { one, values };
  });
  const all = lines.flatMap(({ values }) => values);
  const [low, high] = [Math.min(0, ...all), Math.max(0, ...all)];
  const room = words * estimateNameWidth(lines.map(({ one }) => one));
  const [left, right, top, bottom] = [44, width - 14 - room, 14, height - 26];
  const x = (at: number) => left + ((right - left) * at) / (evenings.length - 1);
  const y = (value: number) => bottom - ((bottom - top) * (value - low)) / (high - low || 1);
  const labels = spreadPositions(
    lines.map(({ values }) => y(values.at(-1) ?? 0)),
    words > 1 ? 20 : 17,
    top,
    bottom,
  );
  const drawn = lines.map(({ one, values }, colour) => ({
    alternative: language.translate("league.curves-alt", {
      name: one.name,
      points: points(one.points, language),
      n: one.evenings,
    }),
    marks: [
      { kind: "curve", colour, points: values.map((value, at): ChartPoint => [x(at), y(value)]) },
      buildNameLabel(one.name, [right + 8, (labels[colour] ?? 0) + 4], "start", colour),
    ] satisfies ChartMark[],
  }));
  const grid = ticks(low, high).flatMap((value): ChartMark[] => [
    { kind: "grid", from: [left, y(value)], to: [right, y(value)] },
    buildNumberLabel(points(value, language), [left - 6, y(value) + 4], "end"),
  ]);
  // Evenings are numbered as densely as there is room.
  const every = [1, 2, 5, 10, 20, 50].find((one) => evenings.length / one <= (right - left) / 22) ?? 100;
  const feet = evenings.flatMap((_, at): ChartMark[] =>
    (at + 1) % every === 0 ? [buildNumberLabel(String(at + 1), [x(at), bottom + 20], "middle")] : [],
  );
  const help = { alternative: null, marks: [...grid, ...feet] };
  return { width, height, title: language.translate("league.curves"), parts: [help, ...drawn] };
}

interface MeansSize extends Omit<ChartSize, "height"> {
  /** The height of the row of a player. */
  readonly row: number;
  /** The greatest number of players. */
  readonly most: number;
}

/** A chart of the mean, standard deviation and range of each player's totals. */
export function meansChart(
  { standings, details }: LeagueReport,
  language: Language,
  { width, words, row, most }: MeansSize = { ...PAGE, row: 24, most: details.length },
): Chart | null {
  const shown = standings.slice(0, Math.min(most, details.length));
  if (shown.length === 0) return null;
  const results = shown.flatMap(({ best, worst }) => [best, worst]);
  const [low, high] = [Math.min(...results), Math.max(...results)];
  const [left, right, top] = [words * estimateNameWidth(shown) + 16, width - 16, 8];
  const x = (value: number) => left + ((right - left) * (value - low)) / (high - low || 1);
  const bottom = top + row * shown.length;
  const rows = shown.map((one, at) => {
    const y = top + row * at + row / 2;
    const sd = one.spread ?? 0;
    const [worst, best] = [Math.min(one.best, one.worst), Math.max(one.best, one.worst)];
    const inside = (value: number) => Math.min(best, Math.max(worst, value));
    const [mean, spreadWords] = [oneDecimal(one.mean, language), oneDecimal(sd, language)];
    const words = { name: one.name, mean, spread: spreadWords, worst, best };
    const alternative = language.translate("league.means-alt", words);
    const spread: ChartMark[] =
      sd === 0
        ? []
        : [{ kind: "spread", from: [x(inside(one.mean - sd)), y], to: [x(inside(one.mean + sd)), y] }];
    const marks: ChartMark[] = [
      buildNameLabel(one.name, [left - 12, y + 4], "end", null),
      { kind: "range", from: [x(worst), y], to: [x(best), y] },
      ...spread,
      { kind: "dot", colour: null, at: [x(one.mean), y], radius: 4.5 },
    ];
    return { alternative, marks };
  });
  const grid = ticks(low, high).flatMap((value): ChartMark[] => [
    { kind: "grid", from: [x(value), top], to: [x(value), bottom] },
    buildNumberLabel(points(value, language), [x(value), bottom + 18], "middle"),
  ]);
  const title = language.translate("league.means");
  return { width, height: bottom + 26, title, parts: [{ alternative: null, marks: grid }, ...rows] };
}

/** A small chart of a player's means by evening; null for a single evening. */
export function sparkline(one: Standing, { curve }: PlayerDetails, language: Language): Chart | null {
  if (curve.length < 2) return null;
  const [width, height, margin] = [240, 46, 6];
  const means = curve.map(({ mean }) => mean);
  const [low, high] = [Math.min(...means), Math.max(...means)];
  const x = (at: number) => margin + ((width - 2 * margin) * at) / (means.length - 1);
  const y = (value: number) => height - margin - ((height - 2 * margin) * (value - low)) / (high - low || 1);
  const line = means.map((mean, at): ChartPoint => [x(at), y(mean)]);
  const marks: ChartMark[] = [
    { kind: "curve", colour: 0, points: line },
    { kind: "dot", colour: 0, at: line.at(-1) ?? [0, 0], radius: 4 },
  ];
  const title = `${one.name}: ${language.translate("league.by-evening")}`;
  return { width, height, title, parts: [{ alternative: null, marks }] };
}

type TextMark = Extract<ChartMark, { kind: "text" }>;

function buildNameLabel(
  name: string,
  at: ChartPoint,
  anchor: TextMark["anchor"],
  colour: number | null,
): ChartMark {
  return { kind: "text", text: truncateLongName(name), at, anchor, colour, isQuiet: false };
}

function buildNumberLabel(text: string, at: ChartPoint, anchor: TextMark["anchor"]): ChartMark {
  return { kind: "text", text, at, anchor, colour: null, isQuiet: true };
}

/** Approximate widths of letters: of alphabets, and of scripts with square characters such as Chinese. */
const LETTER = { narrow: 7.4, wide: 13.2 } as const;

/** The approximate width of the longest name; the font is unknown here. */
function estimateNameWidth(players: readonly { readonly name: string }[]): number {
  const letterWidth = (letter: string) =>
    (letter.codePointAt(0) ?? 0) < 0x11_00 ? LETTER.narrow : LETTER.wide;
  return Math.max(30, ...players.map(({ name }) => sum([...truncateLongName(name)].map(letterWidth))));
}

function truncateLongName(name: string): string {
  const letters = [...name];
  return letters.length > 16 ? `${letters.slice(0, 15).join("")}…` : name;
}

/** The drawing of a chart, so that page and paper show the same. Lengths are in its own units, from its top left corner. */
export interface Chart {
  readonly width: number;
  readonly height: number;
  /** A description in words. */
  readonly title: string;
  /** Groups of marks, each with its text for screen readers; null for grid lines. */
  readonly parts: readonly { readonly alternative: string | null; readonly marks: readonly ChartMark[] }[];
}

export type ChartPoint = readonly [x: number, y: number];

export type ChartMark =
  /** A grid line, the range of totals, and their standard deviation. */
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

/** Type sizes of names and of numbers. */
export const NAME_SIZE = 13;
export const QUIET_SIZE = 12;
/** Line weights. */
export const WEIGHTS = { grid: 1, range: 2, spread: 5, curve: 2.25 } as const;

/** The looks of curves: colours for light and dark backgrounds, and dashes, which survive photocopying. */
export const CURVES: readonly { light: string; dark: string; dash: readonly [number, number] | null }[] = [
  { light: "#0b63a5", dark: "#6fb7ef", dash: null },
  { light: "#b5470b", dark: "#f09a62", dash: [7, 4] },
  { light: "#1d7a46", dark: "#6fce96", dash: [2, 4] },
  { light: "#9a2a86", dark: "#e58ad3", dash: [14, 5] },
  { light: "#7a6200", dark: "#d9bd4a", dash: null },
  { light: "#b02a3a", dark: "#f28b95", dash: [7, 4] },
  { light: "#0f7a80", dark: "#5fcdd3", dash: [2, 4] },
  { light: "#5b4bb7", dark: "#b3a7ff", dash: [14, 5] },
];

/** The size of a chart in its own units. In a larger chart, words appear smaller. */
export interface ChartSize {
  readonly width: number;
  readonly height: number;
  /** The greatest factor by which words may be enlarged for display, as on a phone. */
  readonly words: number;
}

/** Round numbers between two values, about five of them. */
function ticks(low: number, high: number): number[] {
  const rough = (high - low || 1) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5].find((one) => one * power >= rough) ?? 10);
  const first = Math.ceil(low / step - 1e-9);
  const count = Math.floor(high / step + 1e-9) - first + 1;
  return Array.from({ length: Math.max(0, count) }, (_, at) => (first + at) * step);
}

/** Positions along a line, moved apart as little as needed to keep a distance; in the order given. */
function spreadPositions(places: readonly number[], distance: number, low: number, high: number): number[] {
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
