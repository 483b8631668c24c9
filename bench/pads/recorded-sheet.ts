import type { TypeFamily } from "../../src/print/fonts/typeface.ts";
import { MM_PER_PT } from "../../src/print/geometry.ts";
import { placeSerial } from "../../src/print/layout/frame.ts";
import { sheetDrawer } from "../../src/print/pad/draw-pad.ts";
import type { PageContent, PdfBlock } from "../../src/print/pdf/block.ts";
import type { PdfCanvas } from "../../src/print/pdf/canvas.ts";
import { findRuns, type Shape } from "../../src/print/shapes/figures.ts";
import { shippedGame } from "../../tests/support/games.ts";
import { language } from "../../tests/support/languages.ts";
import { FAMILY, good, laidOut } from "../../tests/support/pads.ts";

/** Something to draw, in mm from the top left corner of the page; ink is the share of black. */
export type Mark =
  | { kind: "fill"; x: number; y: number; width: number; height: number; ink: number }
  | {
      kind: "line";
      from: readonly [number, number];
      to: readonly [number, number];
      weight: number;
      ink: number;
    }
  | {
      kind: "text";
      text: string;
      x: number;
      baseline: number;
      sizePt: number;
      weight: keyof TypeFamily;
      ink: number;
      upwards: boolean;
    }
  /** Black rectangles, each as left, top, width and height. */
  | { kind: "modules"; rectangles: readonly (readonly [number, number, number, number])[] }
  | ({ kind: "rounded"; x: number; y: number; width: number; height: number; radius: number } & Paint)
  | ({ kind: "circle"; x: number; y: number; radius: number } & Paint)
  | ({ kind: "path"; points: readonly (readonly [number, number])[] } & Paint);

interface Paint {
  readonly fill: number | null;
  readonly line: { readonly weight: number; readonly ink: number } | null;
}

/** What differs from page to page. */
interface PageMarks {
  /** The names of what was recorded once and is pressed on the page. */
  readonly stamps: readonly string[];
  /** The modules of the code: row by row from the highest bit, each row filled up to whole bytes; 0 is black. */
  readonly bits: Uint8Array;
  readonly texts: readonly string[];
}

/** A sheet as our own hands draw it, for others to draw the same. */
export interface RecordedSheet {
  readonly page: { readonly widthMm: number; readonly heightMm: number };
  readonly stamps: Readonly<Record<string, readonly Mark[]>>;
  /** The symbol of the code, and every place where it is. */
  readonly symbol: {
    readonly rows: number;
    readonly columns: number;
    readonly widthMm: number;
    readonly heightMm: number;
    readonly places: readonly { readonly xMm: number; readonly yMm: number }[];
  };
  /** Where and how the texts of a page stand. */
  readonly texts: readonly {
    readonly xMm: number;
    readonly baselineMm: number;
    readonly sizePt: number;
    readonly weight: keyof TypeFamily;
    readonly ink: number;
  }[];
  pageOf(number: number): PageMarks;
}

/** The sheet of Yazzo on A5 in German, with numbers up to `last`. */
export function recordSheet(last: number): RecordedSheet {
  const layout = good(laidOut(shippedGame("yazzo"), "de", "a5", 1));
  const [before = "", after = ""] = language("de").translate("pad.serial", { number: "#" }).split("#");
  const text = (number: number) => `${before}${String(number).padStart(String(last).length, "0")}${after}`;
  const place = placeSerial(layout, text(last), FAMILY);
  if (place === null || layout.code === null) throw new Error("there is no place for number and code");
  const stamps: Record<string, Mark[]> = {};
  const drawSheet = sheetDrawer(recorder(stamps), layout, {
    from: 1,
    to: last,
    serial: { place, text },
  });
  const first = pageAt(drawSheet, 1);
  const [symbol] = first.symbols;
  if (symbol === undefined) throw new Error("the sheet has no code");
  const { rows, columns, widthMm, heightMm } = symbol;
  const places = first.symbols.map(({ xMm, yMm }) => ({ xMm, yMm }));
  return {
    page: layout.page,
    stamps,
    symbol: { rows, columns, widthMm, heightMm, places },
    texts: first.writings.map(({ letters, xMm, baselineMm, sizePt, ink }) => {
      return { xMm, baselineMm, sizePt, ink, weight: letters.fontName === "bold" ? "bold" : "regular" };
    }),
    pageOf: (number) => {
      const { pressed, symbols, writings } = pageAt(drawSheet, number);
      return {
        stamps: pressed,
        bits: symbols[0]?.bits ?? new Uint8Array(),
        texts: writings.map(({ text }) => text),
      };
    },
  };
}

type Symbol = Parameters<PageContent["symbol"]>[0];
type Writing = Parameters<PageContent["write"]>[0];

function pageAt(drawSheet: ReturnType<typeof sheetDrawer>, number: number) {
  const pressed: string[] = [];
  const writings: Writing[] = [];
  const symbols: Symbol[] = [];
  const page = {
    press: ({ name }) => pressed.push(name),
    symbol: (drawn) => symbols.push(drawn),
    write: (writing) => writings.push(writing),
    at: (_, draw) => draw(page),
  } as Pick<PageContent, keyof PageContent> as PageContent;
  drawSheet(page, number - 1, number);
  return { pressed, symbols, writings };
}

/** A block that nothing is written to. */
function recorder(stamps: Record<string, Mark[]>): PdfBlock {
  return {
    stamp: (_, draw) => {
      const name = `S${Object.keys(stamps).length + 1}`;
      const marks: Mark[] = [];
      stamps[name] = marks;
      draw(canvasInto(marks));
      return { name };
    },
    // Letters are only asked for their weight afterwards.
    letters: (weight) => ({ fontName: weight, encode: (text) => text }),
    page: () => null,
    finish: async () => undefined,
  } as Pick<PdfBlock, keyof PdfBlock> as PdfBlock;
}

function noPictures(): never {
  throw new Error("this sheet has no pictures");
}

function canvasInto(marks: Mark[]): PdfCanvas {
  return {
    text: ({ text, xMm, baselineMm, sizePt, weight, ink, upwards = false }) =>
      marks.push({
        kind: "text",
        text,
        x: xMm,
        baseline: baselineMm,
        sizePt,
        weight: weight === "bold" ? weight : "regular",
        ink: share(ink),
        upwards,
      }),
    line: ({ fromXMm, fromYMm, toXMm, toYMm, weightPt, ink }) =>
      marks.push({
        kind: "line",
        from: [fromXMm, fromYMm],
        to: [toXMm, toYMm],
        weight: weightPt * MM_PER_PT,
        ink: share(ink),
      }),
    fill: ({ xMm, yMm, widthMm, heightMm, ink }) =>
      marks.push({ kind: "fill", x: xMm, y: yMm, width: widthMm, height: heightMm, ink: share(ink) }),
    modules: ({ rows, xMm, yMm, widthMm, heightMm }) => {
      const high = heightMm / rows.length;
      const rectangles = rows.flatMap((row, at) => {
        const wide = widthMm / row.length;
        return findRuns(row).map(
          ([from, to]) => [xMm + from * wide, yMm + at * high, (to - from) * wide, high] as const,
        );
      });
      marks.push({ kind: "modules", rectangles });
    },
    shapes: (shapes, at) => {
      for (const shape of shapes) marks.push(markOf(shape, at));
    },
    picture: noPictures,
    outlines: noPictures,
  };
}

/** Everything on a pad is grey. */
function share(ink: unknown): number {
  if (typeof ink !== "number") throw new Error("this sheet has no colours");
  return ink;
}

function markOf(shape: Shape, { xMm, yMm, sideMm }: { xMm: number; yMm: number; sideMm: number }): Mark {
  const [x, y] = [(at: number) => xMm + at * sideMm, (at: number) => yMm + at * sideMm];
  if (shape.kind === "numeral") {
    const sizePt = (shape.height * sideMm) / FAMILY.bold.height(1).capMm;
    const left = x(shape.centerX) - FAMILY.bold.width(shape.text, sizePt) / 2;
    const baseline = y(shape.centerY) + (shape.height * sideMm) / 2;
    return {
      kind: "text",
      text: shape.text,
      x: left,
      baseline,
      sizePt,
      weight: "bold",
      ink: shape.ink,
      upwards: false,
    };
  }
  const line = shape.line === null ? null : { weight: shape.line.weight * sideMm, ink: shape.line.ink };
  const paint = { fill: shape.fill, line };
  switch (shape.kind) {
    case "rounded-rectangle": {
      const [width, height, radius] = [shape.width, shape.height, shape.radius].map((side) => side * sideMm);
      return {
        ...paint,
        kind: "rounded",
        x: x(shape.x),
        y: y(shape.y),
        width: width ?? 0,
        height: height ?? 0,
        radius: radius ?? 0,
      };
    }
    case "circle":
      return {
        ...paint,
        kind: "circle",
        x: x(shape.centerX),
        y: y(shape.centerY),
        radius: shape.radius * sideMm,
      };
    case "path":
      return {
        ...paint,
        kind: "path",
        points: shape.points.map((point) => [x(point.x), y(point.y)] as const),
      };
  }
}
