import { type Area, MM_PER_PT, type Size } from "../../../src/print/geometry.ts";
import type { PadBox, PadLayout, Rule } from "../../../src/print/layout/pad-layout.ts";
import { getElement } from "../../../src/rules/arrays.ts";
import { toBoxPlace } from "../../../src/scan/pads/fit-rows.ts";
import type { CommercialPadRow, Pad } from "../../../src/scan/pads/pad.ts";
import type { Design } from "./design.ts";

type PadTable = Pad["tables"][number];

/** A cell of a table, with what it is for. */
export interface StoreBoughtCell extends Area {
  readonly row: CommercialPadRow;
  /** Counted from 0: of the columns of labels, or of the columns of numbers. */
  readonly label: number | null;
  readonly entry: number | null;
}

/** Where everything on a store-bought pad is printed. */
export interface StoreBoughtLayout {
  readonly pad: Pad;
  readonly columns: number;
  readonly design: Design;
  readonly page: Size;
  readonly cells: readonly StoreBoughtCell[];
  readonly rules: readonly Rule[];
  /** The boxes column by column, from the first table to the last. */
  readonly boxes: readonly PadBox[];
}

/** Lays a pad out: its tables one below the other, or side by side. */
export function layOutStoreBought(
  pad: Pad,
  columns: number,
  design: Design,
  isBeside: boolean,
): StoreBoughtLayout {
  const { marginMm, headMm, footMm, gapMm } = design;
  const sizes = pad.tables.map((table) => sizeOf(table, columns, design));
  const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0);
  const gaps = gapMm * (sizes.length - 1);
  const [widths, heights] = [sizes.map(({ widthMm }) => widthMm), sizes.map(({ heightMm }) => heightMm)];
  const inner = isBeside
    ? { widthMm: sum(widths) + gaps, heightMm: Math.max(...heights) }
    : { widthMm: Math.max(...widths), heightMm: sum(heights) + gaps };
  const page = {
    widthMm: inner.widthMm + 2 * marginMm,
    heightMm: inner.heightMm + headMm + footMm + 2 * marginMm,
  };
  const tables = pad.tables.map((table, at) => {
    const before = gapMm * at;
    const xMm = marginMm + (isBeside ? sum(widths.slice(0, at)) + before : 0);
    const yMm = marginMm + headMm + (isBeside ? 0 : sum(heights.slice(0, at)) + before);
    return laidTable(table, columns, design, xMm, yMm);
  });
  const cells = tables.flatMap((table) => table.cells);
  return {
    pad,
    columns,
    design,
    page,
    cells,
    rules: tables.flatMap((table) => table.rules),
    boxes: boxesOf(pad, columns, cells),
  };
}

/** The same as the program lays out its own pads, as far as those need it who write and photograph. */
export function asPadLayout({ pad, page, boxes, rules, design }: StoreBoughtLayout): PadLayout {
  return {
    variant: pad.game.id,
    page,
    marginMm: design.marginMm,
    boxes,
    ticks: [],
    blanks: [],
    texts: [],
    rules: rules.map((rule) => ({ ...rule, rank: "hairline" })),
    tints: [],
    tables: [],
    panels: [],
    dice: [],
    arrows: [],
    logo: null,
    owners: [],
    marks: [],
    code: null,
    link: null,
  };
}

function labelWidths({ labels }: PadTable, { labelMm, noteMm }: Design): number[] {
  return Array.from({ length: labels }, (_, at) => (at === 0 ? labelMm : noteMm));
}

function sizeOf(table: PadTable, columns: number, design: Design): Size {
  const labels = labelWidths(table, design).reduce((all, one) => all + one, 0);
  const rows = table.rows.reduce((all, { height }) => all + height, 0);
  return { widthMm: labels + columns * design.columnMm, heightMm: rows * design.rowMm };
}

function laidTable(table: PadTable, columns: number, design: Design, xMm: number, yMm: number) {
  const widths = [...labelWidths(table, design), ...Array.from({ length: columns }, () => design.columnMm)];
  const lefts = startsOf(widths, xMm);
  const tops = startsOf(
    table.rows.map(({ height }) => height * design.rowMm),
    yMm,
  );
  const cells = table.rows.flatMap((row, down) =>
    widths.map((widthMm, across): StoreBoughtCell => {
      const isLabel = across < table.labels;
      const [top, bottom] = [getElement(tops, down), getElement(tops, down + 1)];
      return {
        xMm: getElement(lefts, across),
        yMm: top,
        widthMm,
        heightMm: bottom - top,
        row,
        label: isLabel ? across : null,
        entry: isLabel ? null : across - table.labels,
      };
    }),
  );
  return { cells, rules: rulesOf(table, lefts, tops, design) };
}

function startsOf(lengths: readonly number[], from: number): number[] {
  let at = from;
  return [from, ...lengths.map((length) => (at += length))];
}

/** The head need not have a cell above the labels. */
function rulesOf(table: PadTable, lefts: readonly number[], tops: readonly number[], design: Design): Rule[] {
  const { lineMm, frameMm, thickMm, doubleMm, head } = design;
  const [left, right] = [getElement(lefts, 0), getElement(lefts, lefts.length - 1)];
  const [top, bottom] = [getElement(tops, 0), getElement(tops, tops.length - 1)];
  const isHeadOpen = table.rows[0]?.holds.kind === "names" && head !== "blank";
  const inner = getElement(lefts, table.labels);
  const weightPt = (mm: number) => mm / MM_PER_PT;
  const across = (y: number, mm: number, from = left): Rule => {
    return { fromXMm: from, toXMm: right, fromYMm: y, toYMm: y, weightPt: weightPt(mm), grey: 1 };
  };
  const down = (x: number, mm: number, from: number, to: number): Rule => {
    return { fromXMm: x, toXMm: x, fromYMm: from, toYMm: to, weightPt: weightPt(mm), grey: 1 };
  };
  const inside = table.rows.slice(0, -1).flatMap(({ line }, row): Rule[] => {
    const y = getElement(tops, row + 1);
    switch (line) {
      case "single":
        return [across(y, lineMm)];
      case "thick":
        return [across(y, thickMm)];
      case "double":
        return [across(y - doubleMm / 2, lineMm), across(y + doubleMm / 2, lineMm)];
      default:
        return line satisfies never;
    }
  });
  const second = getElement(tops, 1);
  return [
    across(top, frameMm, isHeadOpen ? inner : left),
    ...inside,
    across(bottom, frameMm),
    ...lefts.flatMap((x, at) => {
      const isFrame = at === 0 || at === lefts.length - 1;
      const from = isHeadOpen && x < inner ? second : top;
      const isOpen = design.heading === "gap" || design.heading === "bar" || x > inner;
      const gaps = isOpen ? openHeadings(table, design) : [];
      const starts = [from, ...gaps.map((row) => getElement(tops, row + 1))];
      const ends = [...gaps.map((row) => getElement(tops, row)), bottom];
      return starts.map((start, part) => down(x, isFrame ? frameMm : lineMm, start, getElement(ends, part)));
    }),
  ];
}

/** Whether a row is the heading of the rows below it. */
export function isHeading({ rows }: Pick<PadTable, "rows">, row: CommercialPadRow): boolean {
  const at = rows.indexOf(row);
  return at > 0 && row.holds.kind === "nothing" && rows[at + 1]?.holds.kind === "category";
}

/** The headings that lines down don't run through, by their rows. */
function openHeadings(table: PadTable, { heading }: Design): number[] {
  if (heading === "row") return [];
  return table.rows.flatMap((row, at) => (isHeading(table, row) ? [at] : []));
}

function boxesOf(pad: Pad, columns: number, cells: readonly StoreBoughtCell[]): PadBox[] {
  return Array.from({ length: columns }, (_, entry) =>
    cells.flatMap(({ entry: own, row, xMm, yMm, widthMm, heightMm }): PadBox[] => {
      const place = own === entry ? toBoxPlace(pad, entry, row) : null;
      return place === null ? [] : [{ xMm, yMm, widthMm, heightMm, ...place }];
    }),
  ).flat();
}
