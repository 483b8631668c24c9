import { segmentArea, type Size, within } from "../../print/geometry.ts";
import { type CodedMarks, placeFiducials } from "../../print/layout/marks.ts";
import type { PadLayout, RuleRank } from "../../print/layout/pad-layout.ts";
import { PAPERS } from "../../print/layout/paper.ts";
import { BETWEEN_MM } from "../../print/layout/plan-sheet.ts";
import { readSheetCode, type SheetCode } from "../../print/layout/sheet-code.ts";
import { type KnownSymbols, readSymbol, recogniseView } from "../code/read-code.ts";
import { symbolInPhoto, type SymbolView } from "../code/symbol.ts";
import { distance, type Grey, interpolateLevel, type Photo, type Point } from "../image/picture.ts";
import type { OpenCv, PhotoTools } from "../image/tools.ts";
import { areaCorners, fitHomography, type Homography, project } from "../marks/page-fit.ts";
import { isLarge, type PlacedRuledSheet } from "../tables/find-tables.ts";
import {
  combinedExtent,
  QUARTERS,
  type Quarters,
  type RuledTable,
  turnTables,
} from "../tables/ruled-sheet.ts";
import { projectPoint } from "../warp/sheet-view.ts";

/*
 * Quiet sheets have no fiducials: their tables are found by the ruled lines, their code below the bottom right corner of the last table,
 * and their place in the photo by matching the lines with those of the layout that the code names.
 */

/** The tables of a sheet as they lie if it is turned upright. */
export interface UprightTables {
  readonly tables: readonly RuledTable[];
  /** From px of the upright picture to px of the photo. */
  readonly toPhoto: (x: number, y: number) => Point;
}

/** The large tables of a ruled sheet in each turn; none if it has only small ones. */
export function uprightWays(sheet: PlacedRuledSheet): UprightTables[] {
  return QUARTERS.flatMap((turn) => {
    const tables = turnTables(sheet, turn).filter(isLarge);
    return tables.length === 0 ? [] : { tables, toPhoto: mapToPhoto(sheet, turn) };
  });
}

function mapToPhoto({ grey, pxPerMm, view }: PlacedRuledSheet, turn: Quarters): UprightTables["toPhoto"] {
  const [lastX, lastY] = [grey.widthPx - 1, grey.heightPx - 1];
  const beforeTurn = (x: number, y: number): [number, number] => {
    switch (turn) {
      case 0:
        return [x, y];
      case 1:
        return [y, lastY - x];
      case 2:
        return [lastX - x, lastY - y];
      case 3:
        return [lastX - y, x];
      default:
        return turn satisfies never;
    }
  };
  return (x, y) => {
    const [xPx, yPx] = beforeTurn(x, y);
    return projectPoint(view, (xPx + 0.5) / pxPerMm, (yPx + 0.5) / pxPerMm);
  };
}

/** Where the code may be: from the bottom right corner of the tables to the left, to the right and down, as shares of their width. */
const SEARCHED = { left: 0.28, right: 0.03, down: 0.15 } as const;
/** The rim of a symbol of which half is in sight has more contrast than this, in levels of even light; blank paper and table tops hardly ever have. */
const MIN_RIM = 40;
/** Px of the searched picture for each px of the photo. */
const ENLARGED = [2, 1] as const;
const MAX_SEARCHED_PX = 1600;

/** Reads the code of a quiet sheet; null if there is none to be read. @param known the symbols that quiet sheets may have */
export async function readQuietCode(
  { grey }: Photo,
  ways: readonly UprightTables[],
  tools: PhotoTools,
  known: KnownSymbols,
): Promise<{ readonly code: SheetCode; readonly way: UprightTables } | null> {
  const corners = ways.flatMap((way) => findCorner(tools.cv, way) ?? []);
  for (const corner of corners)
    for (const enlarged of ENLARGED)
      for (const text of await tools.readSymbols(cornerPicture(grey, corner, enlarged))) {
        const code = readQuiet(text);
        if (code !== null) return { code, way: corner.way };
      }
  const views = corners.flatMap((corner) => codeViews(grey, corner));
  for (const { view, corner } of views) {
    const code = await readSymbol([view], tools);
    if (code?.marks === QUIET) return { code, way: corner.way };
  }
  for (const { view, corner, page } of views) {
    const code = readQuiet(recogniseView(tools.cv, view, () => known(page), MIN_RIM) ?? "");
    if (code !== null) return { code, way: corner.way };
  }
  return null;
}

const QUIET: CodedMarks = "quiet";

function readQuiet(text: string): SheetCode | null {
  const code = readSheetCode(text);
  return code?.marks === QUIET ? code : null;
}

/** The bottom right corner of the tables and what is around it. */
interface TableCorner {
  readonly way: UprightTables;
  /** The extent of the tables in the upright picture, in px. */
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** From px of the upright picture to px of the photo, around the corner. */
  readonly map: Homography;
}

function findCorner(cv: OpenCv, way: UprightTables): TableCorner | null {
  const [left, right] = combinedExtent(way.tables.map(({ down }) => down));
  const [top, bottom] = combinedExtent(way.tables.map(({ across }) => across));
  const width = right - left;
  const around = areaCorners({
    xMm: right - SEARCHED.left * width,
    yMm: bottom,
    widthMm: (SEARCHED.left + SEARCHED.right) * width,
    heightMm: SEARCHED.down * width,
  });
  const onPhoto = around.map(({ x, y }) => way.toPhoto(x, y));
  const map = fitHomography(cv, around, onPhoto);
  return map && { way, left, right, top, bottom, map };
}

/** The surroundings of the corner, upright. */
function cornerPicture(grey: Grey, { left, right, bottom, map }: TableCorner, enlarged: number): Grey {
  const width = right - left;
  const size = { across: (SEARCHED.left + SEARCHED.right) * width, down: SEARCHED.down * width };
  const from = right - SEARCHED.left * width;
  const scale = distance(project(map, from, bottom), project(map, right, bottom)) / (SEARCHED.left * width);
  const pxPerPx = Math.min(enlarged * scale, MAX_SEARCHED_PX / size.across);
  const [widthPx, heightPx] = [Math.ceil(size.across * pxPerPx), Math.ceil(size.down * pxPerPx)];
  const pixels = new Uint8Array(widthPx * heightPx);
  for (let y = 0, at = 0; y < heightPx; y++)
    for (let x = 0; x < widthPx; x++) {
      const place = project(map, from + x / pxPerPx, bottom + y / pxPerPx);
      pixels[at++] = interpolateLevel(grey, place.x, place.y);
    }
  return { widthPx, heightPx, pixels };
}

/** A table that was found alone may be one of two side by side. */
const WIDTHS = [
  { tables: 1, betweenMm: 0 },
  { tables: 2, betweenMm: BETWEEN_MM },
];
/** The top of the tables may be this far from where the head of the page ends, as a share of the page's height. */
const MAX_OFF = 0.12;

/** Where the code is on each page that the tables may lie on. */
function codeViews(
  grey: Grey,
  corner: TableCorner,
): { readonly view: SymbolView; readonly corner: TableCorner; readonly page: Size }[] {
  const { left, right, top, bottom, map } = corner;
  const widths = WIDTHS.slice(0, corner.way.tables.length === 1 ? 2 : 1);
  const sizes = PAPERS.flatMap((page) => widths.map((width) => ({ page, ...width })));
  return sizes.flatMap(({ page, tables, betweenMm }) => {
    const { head, foot, code, clearMm } = placeFiducials(page, QUIET);
    const pxPerMm = ((right - left) * tables) / (head.widthMm - betweenMm);
    const bottomMm = foot.yMm - clearMm;
    const topMm = bottomMm - (bottom - top) / pxPerMm;
    if (Math.abs(topMm - head.yMm - head.heightMm) > MAX_OFF * page.heightMm) return [];
    const place = {
      xMm: right + (code.xMm - head.xMm - head.widthMm) * pxPerMm,
      yMm: bottom + (code.yMm - bottomMm) * pxPerMm,
      widthMm: code.widthMm * pxPerMm,
      heightMm: code.heightMm * pxPerMm,
    };
    return { view: symbolInPhoto(grey, map, place, { x: 0, y: 0 }), corner, page };
  });
}

/** The lines of a table end within this distance of its edge. */
const EDGE_MM = 0.5;
/** Lines that divide no rows or columns. */
const OTHER_RANKS: readonly RuleRank[] = ["field", "bracket"];
/** A line of a layout is part of a table if it is at least this share as long as the tables are wide, or high. */
const LONG = 0.4;
/** The two scales of a straightened sheet differ at most by this factor. */
const MAX_STRETCH = 1.4;

/**
 * The place of a sheet with a known layout by the lines of its tables, bent paper as a plane. Of two tables side by side, the code is below
 * the right one, which may have been found alone.
 *
 * @returns the map from mm on the sheet to px of the photo; null if the lines don't fit the layout
 */
export function placeByLines(
  cv: OpenCv,
  way: UprightTables,
  { rules, tables }: PadLayout,
): Homography | null {
  const last = tables.slice(-1);
  return matchCrossings(cv, way, { rules, tables }) ?? matchCrossings(cv, way, { rules, tables: last });
}

/** Like {@link placeByLines}, by some of the layout's tables alone. */
function matchCrossings(
  cv: OpenCv,
  { tables, toPhoto }: UprightTables,
  printed: Pick<PadLayout, "rules" | "tables">,
): Homography | null {
  const lines = tableLines(printed);
  const places = (all: readonly RuledTable["across"][]) => all.flat().map(({ atPx }) => atPx);
  const across = matchLines(places(tables.map(({ down }) => down)), lines.down);
  const down = matchLines(places(tables.map((table) => table.across)), lines.across);
  const stretch = spanScale(across) / spanScale(down);
  if (!(stretch < MAX_STRETCH && stretch > 1 / MAX_STRETCH)) return null;
  const crossings = across.flatMap((column) => down.map((row) => ({ column, row })));
  return fitHomography(
    cv,
    crossings.map(({ column, row }) => ({ x: column.mm, y: row.mm })),
    crossings.map(({ column, row }) => toPhoto(column.px, row.px)),
  );
}

/** The px for each mm between the outermost lines; NaN for fewer than two. */
function spanScale(pairs: readonly LinePair[]): number {
  const [first, last] = [pairs[0], pairs.at(-1)];
  return first === undefined || last === undefined ? NaN : (last.px - first.px) / (last.mm - first.mm);
}

/** The places of the long lines of printed tables, in mm: of those across from the top, of those down from the left. */
function tableLines({ rules, tables }: Pick<PadLayout, "rules" | "tables">) {
  const widthMm = Math.min(...tables.map((table) => table.widthMm));
  const heightMm = Math.min(...tables.map((table) => table.heightMm));
  const lengths = { across: new Map<number, number>(), down: new Map<number, number>() };
  const add = (of: Map<number, number>, at: number, length: number) => {
    const place = Math.round(10 * at) / 10;
    of.set(place, (of.get(place) ?? 0) + length);
  };
  for (const rule of rules) {
    const { rank, fromXMm, fromYMm, toXMm, toYMm } = rule;
    const isInTable = tables.some((table) => within(segmentArea(rule), table, EDGE_MM));
    if (OTHER_RANKS.includes(rank) || !isInTable) continue;
    if (fromYMm === toYMm) add(lengths.across, fromYMm, toXMm - fromXMm);
    else if (fromXMm === toXMm) add(lengths.down, fromXMm, toYMm - fromYMm);
  }
  const long = (of: ReadonlyMap<number, number>, whole: number) =>
    [...of].flatMap(([at, length]) => (length > LONG * whole ? [at] : [])).sort((a, b) => a - b);
  return { across: long(lengths.across, widthMm), down: long(lengths.down, heightMm) };
}

/** A printed line and where it was found. */
interface LinePair {
  readonly mm: number;
  readonly px: number;
}

/** A line that was found is one of the layout's within this distance, in mm: bent paper spreads rows unevenly. */
const SAME_MM = 2.2;
/** At least this share of the layout's lines must be found. */
const MIN_FOUND = 0.6;

/** Matches the lines of a layout, in mm, with those that were found, in px: as many as possible, as near as possible. None if few match. */
export function matchLines(found: readonly number[], printed: readonly number[]): LinePair[] {
  const [first, last] = [Math.min(...found), Math.max(...found)];
  let best: LinePair[] = [];
  let most = MIN_FOUND * printed.length;
  for (const [at, from] of printed.entries())
    for (const to of printed.slice(at + 1)) {
      const pxPerMm = (last - first) / (to - from);
      const offMm = (mm: number, px: number) => Math.abs((px - first) / pxPerMm + from - mm);
      let worth = 0;
      const pairs = printed.flatMap((mm) => {
        const px = found.reduce((near, one) => (offMm(mm, one) < offMm(mm, near) ? one : near));
        const off = offMm(mm, px) / SAME_MM;
        if (off >= 1) return [];
        worth += 1 - off ** 2 / 2;
        return [{ mm, px }];
      });
      if (worth <= most) continue;
      most = worth;
      best = pairs;
    }
  return best;
}
