import type { Evidence } from "../../src/scan/digits/evidence.ts";
import type { Written } from "../../src/scan/inference/sheet-reading.ts";
import { padBoxes, type PadFit } from "../../src/scan/pads/fit-rows.ts";
import { type Pad, rowsOfPad } from "../../src/scan/pads/pad.ts";
import type { SeenSheet } from "../../src/scan/pads/weigh-pads.ts";
import type { CellPlace, RuledLine, RuledSheet, RuledTable } from "../../src/scan/tables/ruled-sheet.ts";
import { clearly } from "./made-up-photo.ts";

/** What a made-up ruled table is like. */
interface TableLook {
  readonly rows: number;
  readonly labels: number;
  readonly columns: number;
  /** Rows below which the line is double, from 0. */
  readonly double?: readonly number[];
  readonly heights?: ReadonlyMap<number, number>;
  /** Rows whose labels are blank, from 0. */
  readonly blank?: readonly number[];
  readonly topPx?: number;
}

const ROW_PX = 60;
const LABEL_PX = 150;
const COLUMN_PX = 80;

/** A ruled table as the finder gives it, with printed labels and blank cells. */
export function madeUpTable(look: TableLook): RuledTable {
  const { rows, labels, columns, double = [], heights = new Map(), blank = [], topPx = 20 } = look;
  const line = (atPx: number, isDouble = false): RuledLine => {
    return { atPx, thicknessPx: isDouble ? 7 : 2, isDouble, seen: 1 };
  };
  const across = [line(topPx)];
  for (let row = 0, at = topPx; row < rows; row++) {
    at += ROW_PX * (heights.get(row) ?? 1);
    across.push(line(at, double.includes(row)));
  }
  const down = Array.from({ length: labels + columns + 1 }, (_, at) =>
    line(20 + LABEL_PX * Math.min(at, labels) + COLUMN_PX * Math.max(0, at - labels)),
  );
  const darkness = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: labels + columns }, (_, at) => (at < labels && !blank.includes(row) ? 0.1 : 0)),
  );
  return { across, down, darkness };
}

/** The tables of a pad as it is printed. @param columns how many columns of numbers */
export function tablesOf({ tables }: Pad, columns: number): RuledTable[] {
  let topPx = 20;
  return tables.map(({ labels, rows }) => {
    const double = rows.flatMap(({ line }, at) => (line === "single" ? [] : [at]));
    const blank = rows.flatMap(({ holds }, at) => (holds.kind === "names" ? [at] : []));
    const heights = new Map(rows.map(({ height }, at) => [at, height]));
    const table = madeUpTable({ rows: rows.length, labels, columns, double, blank, heights, topPx });
    topPx = (table.across.at(-1)?.atPx ?? 0) + 30;
    return table;
  });
}

/** A sheet of white paper with these tables; no line is drawn on it. */
export function madeUpSheet(tables: readonly RuledTable[]): RuledSheet {
  const reach = (lines: readonly RuledLine[]) => Math.ceil((lines.at(-1)?.atPx ?? 0) + 20);
  const widthPx = Math.max(...tables.map(({ down }) => reach(down)));
  const heightPx = Math.max(...tables.map(({ across }) => reach(across)));
  const grey = { widthPx, heightPx, pixels: new Uint8Array(widthPx * heightPx).fill(255) };
  return {
    tables,
    grey,
    rgb: new Uint8Array(3 * grey.pixels.length).fill(255),
    pxPerMm: 8,
    outline: CORNERS,
  };
}

const CORNERS = [
  { x: 0, y: 0 },
  { x: 700, y: 0 },
  { x: 700, y: 1200 },
  { x: 0, y: 1200 },
];

/** A sheet on which rows are filled in by their number over all tables, from 0, in its first column of numbers. */
export function filledSheet(
  tables: readonly RuledTable[],
  labels: number,
  written: ReadonlyMap<number, Written>,
  turn = 0,
): SeenSheet {
  const cells: CellPlace[] = tables.flatMap(({ darkness }, table) =>
    darkness.flatMap((row, at) =>
      row.slice(labels).map((_, column) => ({ table, row: at, column: labels + column })),
    ),
  );
  const before = (table: number) =>
    tables.slice(0, table).reduce((sum, { darkness }) => sum + darkness.length, 0);
  const evidence = ({ table, row, column }: CellPlace): Evidence => {
    const here = column === labels ? written.get(before(table) + row) : undefined;
    return clearly(here ?? { kind: "empty" });
  };
  return { turn, cells, evidence, columns: tables.map(({ down }) => down.length - 1) };
}

/** The content of the rows of a pad, by their number from 0, from what its boxes and lines hold. */
export function rowsFilled(pad: Pad, contents: Readonly<Record<string, number | "/">>): Map<number, Written> {
  return new Map(
    rowsOfPad(pad).flatMap(({ holds }, at): [number, Written][] => {
      const content = "id" in holds ? contents[holds.id] : undefined;
      if (content === undefined) return [];
      return [[at, content === "/" ? { kind: "strike" } : { kind: "score", value: content }]];
    }),
  );
}

/** What a way to lay a pad upon a sheet takes the rows of its first column for. */
export function firstColumn(fit: PadFit): string[] {
  return padBoxes(fit)
    .filter(({ place }) => place.player === 1)
    .map(({ place, cell }) => `${cell.table}.${cell.row} ${place.category ?? place.line}`);
}
