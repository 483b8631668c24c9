import { createHash } from "node:crypto";
import { layoutJson } from "../../src/cli/commands/games.ts";
import type { Area, Size } from "../../src/print/geometry.ts";
import type { PadLayout } from "../../src/print/layout/pad-layout.ts";
import type { FoundText } from "../support/pdfs.ts";

/** A pad of a game in one language, and the texts on the first page of its PDF. */
export interface PrintedPad {
  readonly lang: string;
  readonly layout: PadLayout;
  readonly texts: readonly FoundText[];
}

/** A line of the table: a row of boxes with the texts next to it, or a text that is in no row. */
interface Entry {
  readonly yMm: number;
  readonly heightMm: number | null;
  /** `ones`, `upper.sum`; empty for a text that is in no row. */
  readonly row: string;
  /** The letter of the places where the row's boxes are. */
  readonly boxes: string;
  readonly texts: readonly FoundText[];
}

/**
 * The pads of one game as a table for people, in mm from the top left corner and in pt: a line for every row and for every text that
 * is in no row, from the top down. Languages that agree in a line share it, with their words separated by `|`. What the table
 * does not show (lines, tints, dice ...) is counted, with a hash that changes when any of it moves by a thousandth of a mm.
 */
export function padTable(pads: readonly PrintedPad[]): string {
  const of = (line: (pad: PrintedPad) => string) =>
    grouped(pads, line).map(([text, group]) => `${named(group, pads)}${text}`);
  const entries = pads.flatMap((pad) => entriesOf(pad).map((entry) => ({ pad, entry })));
  const rows = grouped(entries, ({ entry }) => placeOf(entry)).map(([, group]) => ({
    yMm: Math.min(...group.map(({ entry }) => entry.yMm)),
    about: named(
      group.map(({ pad }) => pad),
      pads,
    ),
    text: lineOf(group.map(({ entry }) => entry)),
  }));
  // Where languages have little in common, they follow one another.
  const isOneTable = rows.length < entries.length * 0.75;
  rows.sort((one, other) => (isOneTable ? 0 : one.about.localeCompare(other.about)) || one.yMm - other.yMm);
  return [
    ...of(({ layout }) => pageLine(layout)),
    ...of(
      ({ layout }) =>
        `boxes ${boxPlaces(layout)
          .map(([places, letter]) => `${letter} ${places}`)
          .join("  ")}`,
    ),
    ...rows.map(({ about, text }) => about + text),
    ...of(({ layout }) => hashLine(layout)),
  ].join("\n");
}

/** One line that says how a pad looks on another paper. */
export function padSummary({ page, boxes, ...layout }: PadLayout): string {
  const heights = boxes.map(({ heightMm }) => heightMm);
  const sizes = layout.texts.map(({ sizePt }) => sizePt);
  const range = (of: readonly number[]) => `${Math.min(...of).toFixed(1)}–${Math.max(...of).toFixed(1)}`;
  const players = Math.max(...boxes.map(({ player }) => player));
  return `${size(page)}, ${players} players, rows ${range(heights)}, type ${range(sizes)} pt, ${hash({ page, boxes, ...layout })}`;
}

/** The most by which boxes to tick are further in than boxes to write into. */
const INDENT_MM = 10;

const mm = (value: number) => value.toFixed(1);
const size = ({ widthMm, heightMm }: Size) => `${mm(widthMm)} × ${mm(heightMm)}`;
const span = ({ xMm, widthMm }: Area) => `${mm(xMm)}–${mm(xMm + widthMm)}`;

/** Which languages a line is about; empty where all agree. */
function named(some: readonly PrintedPad[], all: readonly PrintedPad[]): string {
  return (some.length === all.length ? "" : some.map(({ lang }) => lang).join(" ")).padEnd(6);
}

/** What has the same key, in the order of the first of each. */
function grouped<T>(items: readonly T[], keyOf: (item: T) => string): [key: string, group: T[]][] {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return [...groups];
}

function pageLine({ page, marginMm, marks, code }: PadLayout): string {
  const sized = (areas: readonly Area[]) =>
    grouped(areas, size)
      .map(([of, at]) => `${of} at ${at.map(({ xMm, yMm }) => `${mm(xMm)},${mm(yMm)}`).join(" ")}`)
      .join(" and ");
  return `page ${size(page)}, margin ${mm(marginMm)}; marks ${sized(marks)}; codes ${sized(code?.areas ?? [])}`;
}

/** Rows of boxes, and of small boxes to tick. */
function rowsOf({ boxes, ticks }: PadLayout) {
  const areas = [
    ...boxes.map((box) => ({ ...box, row: box.category ?? box.line ?? "" })),
    ...ticks.map((tick) => ({ ...tick, row: tick.ticks })),
  ];
  return grouped(areas, ({ row }) => row).map(([row, of]) => {
    const [xMm, yMm] = [Math.min(...of.map((area) => area.xMm)), Math.min(...of.map((area) => area.yMm))];
    const heightMm = Math.max(...of.map((area) => area.yMm + area.heightMm)) - yMm;
    return { row, xMm, yMm, heightMm, places: of.map(span).join(" ") };
  });
}

/** Where the boxes of rows are, by a letter. */
function boxPlaces(layout: PadLayout): [places: string, letter: string][] {
  const places = grouped(rowsOf(layout), (row) => row.places).map(([of]) => of);
  return places.map((of, at) => [of, String.fromCharCode(97 + at)]);
}

/** The rows of a pad and its texts. A text belongs to the row at its height whose boxes follow it. */
function entriesOf({ layout, texts }: PrintedPad): Entry[] {
  const letters = new Map(boxPlaces(layout));
  const rows = rowsOf(layout);
  const rowOf = ({ xMm, yMm }: FoundText) => {
    const nextMm = Math.min(...rows.filter((row) => row.xMm > xMm).map((row) => row.xMm));
    return rows.find(
      (row) =>
        row.yMm <= yMm && yMm <= row.yMm + row.heightMm && row.xMm > xMm && row.xMm < nextMm + INDENT_MM,
    );
  };
  const free = texts.filter((text) => rowOf(text) === undefined);
  return [
    ...rows.map((row) => ({
      ...row,
      boxes: letters.get(row.places) ?? "",
      texts: texts.filter((text) => rowOf(text) === row),
    })),
    ...free.map((text) => ({ yMm: text.yMm, heightMm: null, row: "", boxes: "", texts: [text] })),
  ];
}

const textPlace = ({ xMm, yMm, sizePt }: FoundText) => `${Number(sizePt.toFixed(2))}pt ${mm(xMm)},${mm(yMm)}`;

/** All that a line of the table says, but for the words. */
function placeOf({ yMm, heightMm, row, boxes, texts }: Entry): string {
  return [mm(yMm), mm(heightMm ?? 0), row, boxes, ...texts.map(textPlace)].join();
}

/** The line of entries that differ in their words only. */
function lineOf(entries: readonly Entry[]): string {
  const [first] = entries;
  if (first === undefined) return "";
  const words = first.texts.map((text, at) => {
    const said = grouped(entries, ({ texts }) => texts[at]?.text ?? "").map(([of]) => of);
    return `${textPlace(text)} ${said.join(" | ")}`;
  });
  const height = first.heightMm === null ? "" : mm(first.heightMm);
  const start = `${mm(first.yMm).padStart(5)} ${height.padStart(5)} ${first.boxes.padEnd(1)} ${first.row.padEnd(14)}`;
  return [start, ...words].join("  ");
}

function hashLine(layout: PadLayout): string {
  const { variant, page, marginMm, code, logo, link, ...more } = layout;
  const { tables: _, decoration: __, columnsAreGames: ___, ...lists } = more;
  const parts = Object.entries(lists).filter(([, list]) => list.length > 0);
  const counted = parts.map(([name, list]) => `${list.length} ${name} ${hash(list)}`);
  const rest = { variant, page, marginMm, code, logo, link };
  return `${counted.join(", ")}, rest ${hash(rest)}, layout --json ${hash(layoutJson(layout))}`;
}

/** Of everything in it, with numbers to three decimals. */
function hash(value: unknown): string {
  const text = JSON.stringify(value, (_, of) => {
    if (typeof of === "number") return Number(of.toFixed(3));
    if (!isRecord(of)) return of;
    // The order of keys is not seen on paper, nor is what styles go by.
    const seen = Object.entries(of).filter(([key]) => !["rank", "role", "tables"].includes(key));
    return Object.fromEntries(seen.sort(([a], [b]) => (a < b ? -1 : 1)));
  });
  return `#${createHash("sha256").update(text).digest("hex").slice(0, 6)}`;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
