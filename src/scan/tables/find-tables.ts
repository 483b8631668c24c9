import { median } from "../../rules/arrays.ts";
import { removeBlemishes } from "../image/blemishes.ts";
import { evenLight } from "../image/light.ts";
import {
  type Grey,
  type Photo,
  type PictureSize,
  type PixelArea,
  type Point,
  quantile,
  WHITE,
} from "../image/picture.ts";
import {
  scaleGrey,
  disposeAfterUse,
  copyGrey,
  type Mat,
  type OpenCv,
  type PhotoTools,
} from "../image/tools.ts";
import { fitHomography, growth, type Homography, project, rectCorners } from "../marks/page-fit.ts";
import { type Bend, bendShift } from "../warp/bend.ts";
import { projectPoint, type SheetProjection, warpSheet, straightenInColour } from "../warp/sheet-view.ts";
import { findBend, flatStroke, flatten, type MapPoint } from "./flatten.ts";
import { isolatePapers, isolateOutline } from "./papers.ts";
import {
  cellArea,
  cropSheet,
  type Extent,
  lineExtent,
  compareReadingOrder,
  type RuledLine,
  type RuledSheet,
  type RuledTable,
} from "./ruled-sheet.ts";
import { sheetGroups } from "./sheet-groups.ts";
import {
  findStrokes,
  type RuledGroup,
  ruledGroups,
  type Stroke,
  groupTouchingStrokes,
  computeTurnAngle,
} from "./strokes.ts";
import { tableLines, addFaintLines } from "./table-lines.ts";

/** The longer side of the picture in which strokes are first searched. */
const SEARCH_PX = 1600;
/** Resolutions of the straightened sheet for finding its lines exactly, and for reading. */
const LINES_PX_PER_MM = 5;
const READ_PX_PER_MM = 8;
/** The photo is scaled to this many times the resolution for lines, because its near end is slightly larger. */
const OVERSCALE = 1.3;
/** The greatest tilt of lines on the straightened sheet, in radians. */
const MAX_TILT = 0.06;
/** Shorter strokes are no lines of a table. In mm. */
const MIN_LINE_MM = 3.5;

/**
 * Finds sheets by the ruled lines of their tables, turned any way, in perspective and bent.
 *
 * @param shown the photo that the straightened sheets show, if it is a different one of the same view
 * @returns the sheet with the most lines first; none if no table is large enough for a game
 */
export function findTables(
  photo: Photo,
  { cv }: Pick<PhotoTools, "cv">,
  shown: Photo = photo,
): PlacedRuledSheet[] {
  if (shown !== photo) return searchTables(photo, cv, shown);
  // Cached, because a photo is searched for sheets with a code first, then for those of store-bought pads.
  const found = FOUND.get(photo) ?? searchTables(photo, cv, shown);
  FOUND.set(photo, found);
  return found;
}

const FOUND = new WeakMap<Photo, PlacedRuledSheet[]>();

export interface PlacedRuledSheet extends RuledSheet {
  /** The projection of the straightened picture, in mm of its own scale, into the photo. */
  readonly view: SheetProjection;
}

function searchTables(photo: Photo, cv: OpenCv, shown: Photo): PlacedRuledSheet[] {
  const { grey } = photo;
  const scale = Math.min(1, SEARCH_PX / Math.max(grey.widthPx, grey.heightPx));
  const small = disposeAfterUse((keep) => copyGrey(keep(scaleGrey(cv, grey, scale))));
  const groups = ruledGroups(findStrokes(cv, small)).filter((group) => !isGrid(group));
  return sheetGroups(groups, small).flatMap((lines) => {
    const rough = flatten(lines);
    if (rough === null) return [];
    const view = { ...rough, toPhoto: scaleHomography(rough.toPhoto, scale) };
    return refineSheet(cv, photo, view, shown) ?? [];
  });
}

/** No table of a game has more lines than this in both directions; squared paper, cloths and fences have. */
const MAX_LINES = 36;
/** Lines are counted where they cross the middle of a group, and next to it. */
const COUNTED_AT = [0.35, 0.5, 0.65];

/** Whether lines cross each other as on squared paper. Skipping such groups also saves the most time. */
function isGrid({ across, down }: RuledGroup): boolean {
  const count = (strokes: readonly Stroke[], along: "xs" | "ys") => {
    const spans = strokes.map((stroke) => [Math.min(...stroke[along]), Math.max(...stroke[along])] as const);
    const [first, last] = [Math.min(...spans.map(([from]) => from)), Math.max(...spans.map(([, to]) => to))];
    const crossing = COUNTED_AT.map((share) => {
      const at = first + share * (last - first);
      return spans.filter(([from, to]) => from < at && to > at).length;
    });
    return median(crossing);
  };
  return count(across, "xs") > MAX_LINES && count(down, "ys") > MAX_LINES;
}

/** Like {@link findTables}, on each paper by itself. Tables that continue beyond the detected paper are left out. */
export function tablesOnPapers(photo: Photo, tools: Pick<PhotoTools, "cv">): RuledSheet[] {
  return Array.from(isolatePapers(photo, tools.cv), (paper) => wholeTables(paper, tools, photo)).flat();
}

/** Like {@link findTables}, within an outline. @param outline corners, in px of the photo */
export function tablesWithin(
  photo: Photo,
  outline: readonly Point[],
  tools: Pick<PhotoTools, "cv">,
): RuledSheet[] {
  return wholeTables(isolateOutline(photo, tools.cv, outline), tools, photo);
}

function wholeTables(part: Photo, tools: Pick<PhotoTools, "cv">, photo: Photo): RuledSheet[] {
  return findTables(part, tools, photo).flatMap((sheet) => {
    const tables = sheet.tables.filter((table) => !isTableCutOff(table, sheet.grey));
    if (tables.length === sheet.tables.length) return sheet;
    return tables.some(isLarge) ? cropSheet(sheet, tables) : [];
  });
}

/** Converts a map into a scaled-down picture to one into the picture itself. Coordinates refer to the middles of pixels. */
function scaleHomography([a, b, c, d, e, f, g, h, i]: Homography, scale: number): Homography {
  const off = 0.5 / scale - 0.5;
  const x = (px: number, w: number) => px / scale + off * w;
  return [x(a, g), x(b, h), x(c, i), x(d, g), x(e, h), x(f, i), g, h, i];
}

/** Second pass on the straightened sheet: finds its lines exactly, unbends it by them, and builds its tables. */
function refineSheet(
  cv: OpenCv,
  photo: Photo,
  rough: SheetProjection,
  shown: Photo,
): PlacedRuledSheet | null {
  const { across, down } = levelStrokes(cv, photo.grey, rough);
  const onPage = buildBendMap(rough.bend);
  const bend = findBend(
    {
      across: across.map((stroke) => flatStroke(stroke, onPage, true)),
      down: down.map((stroke) => flatStroke(stroke, onPage, false)),
    },
    rough.bend,
  );
  const view = { ...rough, bend };
  const flat: MapPoint = (x, y) => unbendPoint(bend, onPage(x, y));
  const strokes = [...across, ...down].map((stroke) => mapStroke(stroke, flat));
  return disposeAfterUse((keep) => {
    const straight = keep(straightenInColour(cv, shown, view, READ_PX_PER_MM));
    const { rgb, grey: pixels } = evenLight(cv, straight, READ_PX_PER_MM, []);
    const grey = { widthPx: straight.cols, heightPx: straight.rows, pixels };
    const found = dropNested(groupTouchingStrokes(strokes).flatMap((group) => findTable(group, grey) ?? []));
    if (!found.some((table) => isLarge(table) && !isChecked(table.darkness))) return null;
    const tables = found.toSorted(compareReadingOrder);
    evenTintedCells(cv, straight, grey, { tables, pxPerMm: READ_PX_PER_MM });
    const places = (lines: readonly RuledLine[]) => lines.map(({ atPx }) => atPx);
    removeBlemishes(
      { grey, rgb, pxPerMm: READ_PX_PER_MM },
      {
        across: tables.flatMap(({ across }) => places(across)),
        down: tables.flatMap(({ down }) => places(down)),
      },
    );
    const { widthMm, heightMm } = view.page;
    const outline = rectCorners(0, 0, widthMm, heightMm).map(({ x, y }) => projectPoint(view, x, y));
    return { tables, grey, rgb, pxPerMm: READ_PX_PER_MM, outline, view };
  });
}

/** The strokes of a straightened sheet that run across it or down, in px of {@link LINES_PX_PER_MM}. */
function levelStrokes(cv: OpenCv, grey: Grey, view: SheetProjection) {
  const straight = disposeAfterUse((keep) => {
    const { widthMm, heightMm } = view.page;
    const pxPerMm = growth(view.toPhoto, widthMm / 2, heightMm / 2);
    const scale = Math.min(1, (OVERSCALE * LINES_PX_PER_MM) / pxPerMm);
    const photo = { mat: keep(scaleGrey(cv, grey, scale)), scale };
    const mat = keep(warpSheet(cv, photo, view, LINES_PX_PER_MM, 0));
    return copyGrey(mat);
  });
  const strokes = findStrokes(cv, straight).filter(
    ({ lengthPx }) => lengthPx >= MIN_LINE_MM * LINES_PX_PER_MM,
  );
  const along = (direction: number) =>
    strokes.filter(({ angle }) => Math.abs(computeTurnAngle(direction, angle)) < MAX_TILT);
  return { across: along(0), down: along(Math.PI / 2) };
}

/** Maps px of the picture of lines to mm of the page before the bend is removed. */
function buildBendMap(bend: Bend): MapPoint {
  return (x, y) => {
    const [xMm, yMm] = [(x + 0.5) / LINES_PX_PER_MM, (y + 0.5) / LINES_PX_PER_MM];
    const [across, down] = bendShift(bend, xMm, yMm);
    return { x: xMm + across, y: yMm + down };
  };
}

/** Inverts a bend by fixed-point iteration. Bends are smooth, so a few steps suffice. */
function unbendPoint(bend: Bend, { x, y }: Point): Point {
  let [flatX, flatY] = [x, y];
  for (let step = 0; step < 3; step++) {
    const [across, down] = bendShift(bend, flatX, flatY);
    [flatX, flatY] = [x - across, y - down];
  }
  return { x: flatX, y: flatY };
}

function mapStroke(stroke: Stroke, map: MapPoint): Stroke {
  const [xs, ys] = [stroke.xs.slice(), stroke.ys.slice()];
  for (let at = 0; at < xs.length; at++) {
    const { x, y } = map(xs[at] as number, ys[at] as number);
    [xs[at], ys[at]] = [x * READ_PX_PER_MM - 0.5, y * READ_PX_PER_MM - 0.5];
  }
  return { ...stroke, xs, ys, lengthPx: (stroke.lengthPx * READ_PX_PER_MM) / LINES_PX_PER_MM };
}

const toMm: MapPoint = (x, y) => ({ x: (x + 0.5) / READ_PX_PER_MM, y: (y + 0.5) / READ_PX_PER_MM });

/** Drops tables inside other tables: pictures of dice. */
function dropNested(tables: readonly RuledTable[]): RuledTable[] {
  const isWithin = (inner: readonly RuledLine[], outer: readonly RuledLine[]) => {
    const [[from, to], [outerFrom, outerTo]] = [lineExtent(inner), lineExtent(outer)];
    return from > outerFrom && to < outerTo;
  };
  return tables.filter(({ across, down }) =>
    tables.every((other) => !isWithin(across, other.across) || !isWithin(down, other.down)),
  );
}

/** Fewer cells than these are no table that a game is written into: a form, a logo, the windows of a house. */
const MIN_CELLS = { along: 5, across: 2 } as const;

/** Whether a table is large enough for a game, whichever way it is turned. */
export function isLarge({ across, down }: RuledTable): boolean {
  const [rows, columns] = [across.length - 1, down.length - 1];
  return Math.max(rows, columns) >= MIN_CELLS.along && Math.min(rows, columns) >= MIN_CELLS.across;
}

function findTable(strokes: readonly Stroke[], grey: Grey): RuledTable | null {
  const isAcross = ({ angle }: Stroke) => Math.abs(computeTurnAngle(0, angle)) < MAX_TILT;
  const across = strokes.filter(isAcross).map((stroke) => flatStroke(stroke, toMm, true));
  const down = strokes.filter((stroke) => !isAcross(stroke)).map((stroke) => flatStroke(stroke, toMm, false));
  const found = tableLines(across, down, grey, READ_PX_PER_MM);
  if (found === null) return null;
  const lines = addFaintLines(found, grey);
  return { ...lines, darkness: cellDarkness(lines, grey) };
}

/** This many px next to a line may be part of it. */
const EDGE_PX = 3;
/** Print and ink are darker than this. */
const DARK = 175;

/** The dark share of each cell, 0 to 1, row by row. */
function cellDarkness(lines: Pick<RuledTable, "across" | "down">, grey: Grey): number[][] {
  const table = { ...lines, darkness: [] };
  return lines.across.slice(1).map((_, row) =>
    lines.down.slice(1).map((_, column) => {
      const { xPx, yPx, widthPx, heightPx } = cellArea({ tables: [table] }, { table: 0, row, column });
      let [dark, all] = [0, 0];
      for (let y = yPx + EDGE_PX; y < yPx + heightPx - EDGE_PX; y++)
        for (let x = xPx + EDGE_PX; x < xPx + widthPx - EDGE_PX; x++, all++)
          if ((grey.pixels[y * grey.widthPx + x] as number) < DARK) dark++;
      return all === 0 ? 0 : dark / all;
    }),
  );
}

/** A cell with this share of dark pixels is black; ink and print fill less. */
const BLACK = 0.6;
/** Rows and columns with this share of black cells are headings. */
const HEADING = 0.6;
/** The least share of scattered black cells on a checked cloth, where every fourth to sixth cell is black. */
const CHECKED = 0.08;

/** Whether black cells are scattered over a table: a checked tablecloth, a board or a crossword. @param darkness of its cells, row by row */
export function isChecked(darkness: readonly (readonly number[])[]): boolean {
  const cells = darkness.map((row) => row.map((share) => share > BLACK));
  const isHeading = (line: readonly boolean[]) => line.filter(Boolean).length > HEADING * line.length;
  const columns = (cells[0] ?? []).map((_, column) => isHeading(cells.map((row) => row[column] ?? false)));
  const scattered = cells.flatMap((row) =>
    isHeading(row) ? [] : row.filter((isBlack, column) => isBlack && columns[column] !== true),
  );
  return scattered.length > CHECKED * cells.flat().length;
}

/** Continuations of lines are searched at these distances beyond the edge, and this far to either side. Farther away the paper may end. */
const BEYOND_PX = { from: 5, to: 17 } as const;
const ASIDE_PX = 8;
/** A continuation is at least this share as dark as the line inside the table. */
const AS_DARK = 0.4;
/** A table continues if more than this share of its lines does. */
const MANY = 0.6;
/** Fewer lines say nothing. */
const MIN_LINES = 3;

type TableLines = Pick<RuledTable, "across" | "down">;

/** Whether most lines of a table continue beyond its edge. @param picture the straightened sheet with a margin around its tables */
export function isTableCutOff(table: TableLines, picture: Grey): boolean {
  return tableSides(table, picture).some(
    (side) => mostLines(side, (line) => isContinued(side, line, picture) || null) !== null,
  );
}

export type PhotoEdge = "top" | "right" | "bottom" | "left";

/**
 * The edges of the photo beyond which large tables of a sheet continue: most lines of a table run on to the edge, or end so near it that
 * what follows can't be seen.
 */
export function findCutEdges(
  cv: OpenCv,
  { tables, grey, outline }: RuledSheet,
  photo: PictureSize,
): PhotoEdge[] {
  const corners = rectCorners(0, 0, grey.widthPx, grey.heightPx);
  const toPhoto = fitHomography(cv, corners, outline);
  if (toPhoto === null) return [];
  const sides = tables.filter(isLarge).flatMap((table) => tableSides(table, grey));
  const edges = sides.flatMap((side) => {
    const edgeBefore = ({ atPx }: RuledLine, alongPx: number) => {
      const { x, y } = side.isAcross ? project(toPhoto, alongPx, atPx) : project(toPhoto, atPx, alongPx);
      return crossedEdge(x, y, photo);
    };
    const cut = mostLines(side, (line) =>
      isContinued(side, line, grey) || edgeBefore(line, side.besidePx) !== null
        ? edgeBefore(line, side.rimPx)
        : null,
    );
    return cut ?? [];
  });
  return PHOTO_EDGES.filter((edge) => edges.includes(edge));
}

const PHOTO_EDGES: readonly PhotoEdge[] = ["top", "right", "bottom", "left"];

/** The edge of a photo between it and a point, the farthest one if there are two; null for a point on the photo. */
function crossedEdge(x: number, y: number, { widthPx, heightPx }: PictureSize): PhotoEdge | null {
  const beyond: Record<PhotoEdge, number> = { top: -y, right: x - widthPx, bottom: y - heightPx, left: -x };
  const farthest = PHOTO_EDGES.reduce((best, edge) => (beyond[edge] > beyond[best] ? edge : best));
  return beyond[farthest] > 0 ? farthest : null;
}

/** The lines that end at one side of a table, with places along them in px of the straightened picture. */
interface TableSide {
  readonly lines: readonly RuledLine[];
  readonly isAcross: boolean;
  readonly beyond: Extent;
  readonly within: Extent;
  /** Just beyond the side. */
  readonly besidePx: number;
  /** The edge of the picture. */
  readonly rimPx: number;
}

function tableSides({ across, down }: TableLines, { widthPx, heightPx }: PictureSize): TableSide[] {
  const { from: near, to: far } = BEYOND_PX;
  const bothEnds = (lines: readonly RuledLine[], [from, to]: Extent, isAcross: boolean): TableSide[] => [
    {
      ...{ lines, isAcross, besidePx: from - near, rimPx: 0 },
      ...{ beyond: [from - far, from - near], within: [from + near, from + far] },
    },
    {
      ...{ lines, isAcross, besidePx: to + near, rimPx: isAcross ? widthPx : heightPx },
      ...{ beyond: [to + near, to + far], within: [to - far, to - near] },
    },
  ];
  return [...bothEnds(across, lineExtent(down), true), ...bothEnds(down, lineExtent(across), false)];
}

/** What holds for most lines of a side, as its middle one of them has it; null if it holds for few. */
function mostLines<T>({ lines }: TableSide, measure: (line: RuledLine) => T | null): T | null {
  const found = lines.flatMap((line) => measure(line) ?? []);
  const isMost = lines.length >= MIN_LINES && found.length > MANY * lines.length;
  return isMost ? (found[found.length >> 1] ?? null) : null;
}

/** Whether a line continues beyond a side of its table. */
function isContinued({ beyond, within, isAcross }: TableSide, { atPx }: RuledLine, picture: Grey): boolean {
  const inside = measureLineDepth(picture, atPx, within, isAcross);
  return inside > 0 && measureLineDepth(picture, atPx, beyond, isAcross) > AS_DARK * inside;
}

/** How much darker a line is than its surroundings within an extent, in levels; 0 beyond the edge of the picture. */
function measureLineDepth(
  { widthPx, heightPx, pixels }: Grey,
  atPx: number,
  [from, to]: Extent,
  isAcross: boolean,
): number {
  const [length, breadth] = isAcross ? [widthPx, heightPx] : [heightPx, widthPx];
  const [first, last] = [Math.max(0, Math.round(from)), Math.min(length - 1, Math.round(to))];
  const middle = Math.round(atPx);
  if (last <= first || middle < ASIDE_PX || middle + ASIDE_PX >= breadth) return 0;
  const profile = Array.from({ length: 2 * ASIDE_PX + 1 }, (_, off) => {
    let sum = 0;
    for (let along = first; along <= last; along++) {
      const beside = middle - ASIDE_PX + off;
      sum += pixels[isAcross ? beside * widthPx + along : along * widthPx + beside] as number;
    }
    return sum / (last - first + 1);
  });
  return median(profile) - Math.min(...profile);
}

/** This many px next to a line may be part of it. */
const TINT_EDGE_PX = 2;
/** Smaller cells hold no number. In px. */
const MIN_PX = 12;
/** Levels are averaged over this many px each way: noise is no tint. */
const BLOCK_PX = 4;
/**
 * A cell is tinted if this share of it is darker than white by this many levels; a row or column is tinted if more than this share of its
 * cells are.
 */
const TINTED = { share: 0.15, levels: 12, cells: 0.5 } as const;

/**
 * Makes the paper of tinted cells white, in place. Evening out the light of a whole sheet leaves spots of tint, because it mixes tinted
 * and white rows; a single cell has paper of only one colour.
 *
 * @param straight the straightened sheet in colour, with the light of the photo
 * @param grey the same in even light
 */
export function evenTintedCells(
  cv: OpenCv,
  straight: Mat,
  grey: Grey,
  { tables, pxPerMm }: Pick<RuledSheet, "tables" | "pxPerMm">,
): void {
  for (const [table, { darkness }] of tables.entries()) {
    const areas = darkness.map((cells, row) =>
      cells.map((_, column) => insetArea(cellArea({ tables }, { table, row, column }))),
    );
    const tinted = areas.map((row) => row.map((area) => isTinted(grey, area)));
    const isMostlyTinted = (cells: readonly boolean[]) =>
      cells.filter(Boolean).length > TINTED.cells * cells.length;
    // Decided by whole rows and columns: shadows don't follow them, and some tinted cells show too little of their tint.
    const rows = tinted.map(isMostlyTinted);
    const columns = (tinted[0] ?? []).map((_, at) => isMostlyTinted(tinted.map((row) => row[at] ?? false)));
    for (const [row, cells] of areas.entries())
      for (const [column, area] of cells.entries())
        if ((rows[row] || columns[column]) && Math.min(area.widthPx, area.heightPx) >= MIN_PX)
          evenCell(cv, straight, grey, { area, pxPerMm });
  }
}

/** A part of a sheet whose light is evened out by itself. */
interface Part {
  readonly area: PixelArea;
  readonly pxPerMm: number;
}

function evenCell(cv: OpenCv, straight: Mat, grey: Grey, { area, pxPerMm }: Part): void {
  const { xPx, yPx, widthPx, heightPx } = area;
  const even = disposeAfterUse((keep) => {
    const part = keep(new cv.Mat());
    keep(straight.roi(new cv.Rect(xPx, yPx, widthPx, heightPx))).copyTo(part);
    return evenLight(cv, part, pxPerMm, []).grey;
  });
  for (let y = 0; y < heightPx; y++)
    grey.pixels.set(even.subarray(y * widthPx, (y + 1) * widthPx), (yPx + y) * grey.widthPx + xPx);
}

function insetArea({ xPx, yPx, widthPx, heightPx }: PixelArea): PixelArea {
  return {
    xPx: xPx + TINT_EDGE_PX,
    yPx: yPx + TINT_EDGE_PX,
    widthPx: widthPx - 2 * TINT_EDGE_PX,
    heightPx: heightPx - 2 * TINT_EDGE_PX,
  };
}

function isTinted({ widthPx, pixels }: Grey, area: PixelArea): boolean {
  const [across, down] = [Math.floor(area.widthPx / BLOCK_PX), Math.floor(area.heightPx / BLOCK_PX)];
  if (across < 1 || down < 1) return false;
  const means = new Float32Array(across * down);
  for (let y = 0; y < down * BLOCK_PX; y++)
    for (let x = 0; x < across * BLOCK_PX; x++) {
      const block = Math.floor(y / BLOCK_PX) * across + Math.floor(x / BLOCK_PX);
      const level = pixels[(area.yPx + y) * widthPx + area.xPx + x] as number;
      means[block] = (means[block] as number) + level / BLOCK_PX ** 2;
    }
  return quantile(means, TINTED.share) < WHITE - TINTED.levels;
}
