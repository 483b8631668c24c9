import { median } from "../../rules/arrays.ts";
import { evenLight } from "../image/light.ts";
import type { Grey, Photo, Point } from "../image/picture.ts";
import { scaledGrey } from "../image/scaled.ts";
import { freeing, greyOf, type OpenCv, type PhotoTools } from "../image/tools.ts";
import { cornersOf, growth, type Homography } from "../marks/page-fit.ts";
import { type Bend, shiftAt } from "../warp/bend.ts";
import { seenAt, type SheetProjection, straightened, straightenedInColour } from "../warp/sheet-view.ts";
import { cellDarkness, isChecked } from "./cell-darkness.ts";
import { cropped } from "./cropped.ts";
import { isTableCutOff } from "./cut-off.ts";
import { withFaintLines } from "./faint-lines.ts";
import { flatStroke, type MapPoint } from "./flat-strokes.ts";
import { bendBy, flatten } from "./flatten.ts";
import { extentOf, type RuledLine, type RuledSheet, type RuledTable } from "./found-table.ts";
import { type RuledGroup, ruledGroups, touching } from "./ruled-groups.ts";
import { sheetGroups } from "./sheet-groups.ts";
import { findStrokes, type Stroke, turnTo } from "./strokes.ts";
import { tableLines } from "./table-lines.ts";
import { partAlone, papersOn } from "./papers.ts";
import { evenTintedCells } from "./tinted-cells.ts";
import { inReadingOrder } from "./turned.ts";

/** The longer side of the picture in which strokes are looked for first. */
const SEARCH_PX = 1600;
/** Px per mm of the straightened sheet in which its lines are found exactly, and of the one that is read. */
const LINES_PX_PER_MM = 5;
const READ_PX_PER_MM = 8;
/** The photo is scaled to this many times the scale at which lines are looked for: it is a little larger at the near end. */
const OVERSCALE = 1.3;
/** On the straightened sheet lines run straight across or down up to this angle, in radians. */
const LEVEL = 0.06;
/** What touches no other line for this long is no line of a table. In mm. */
const MIN_LINE_MM = 3.5;

/**
 * Finds sheets by the ruled lines of their tables, turned any way, in perspective and bent.
 *
 * @param shown the photo that the straightened sheets show, if it is another one of the same view
 * @returns the sheet with the most lines first; none where no table is large enough to write a game into
 */
export function findTables(photo: Photo, { cv }: Pick<PhotoTools, "cv">, shown: Photo = photo): RuledSheet[] {
  const { grey } = photo;
  const scale = Math.min(1, SEARCH_PX / Math.max(grey.widthPx, grey.heightPx));
  const small = freeing((keep) => greyOf(keep(scaledGrey(cv, grey, scale))));
  const groups = ruledGroups(findStrokes(cv, small)).filter((group) => !isGrid(group));
  return sheetGroups(groups, small).flatMap((lines) => {
    const rough = flatten(lines);
    if (rough === null) return [];
    const view = { ...rough, toPhoto: enlarged(rough.toPhoto, scale) };
    return sheetOf(cv, photo, view, shown) ?? [];
  });
}

/** No table of a game has more lines than these both across and down: squared paper has, a cloth, a fence. */
const MAX_LINES = 36;
/** Lines are counted where they cross the middle of a group, and beside it. */
const COUNTED_AT = [0.35, 0.5, 0.65];

/** Whether lines cross each other as on squared paper. What follows takes longest where there are many lines. */
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

/** The same on each paper by itself, whatever lies around it. A table that goes on beyond what was taken for the paper is left out. */
export function tablesOnPapers(photo: Photo, tools: Pick<PhotoTools, "cv">): RuledSheet[] {
  return Array.from(papersOn(photo, tools.cv), (paper) => wholeTables(paper, tools, photo)).flat();
}

/** The same in a part of a photo. @param outline corners of the part, in px of the photo */
export function tablesWithin(
  photo: Photo,
  outline: readonly Point[],
  tools: Pick<PhotoTools, "cv">,
): RuledSheet[] {
  return wholeTables(partAlone(photo, tools.cv, outline), tools, photo);
}

function wholeTables(part: Photo, tools: Pick<PhotoTools, "cv">, photo: Photo): RuledSheet[] {
  return findTables(part, tools, photo).flatMap((sheet) => {
    const tables = sheet.tables.filter((table) => !isTableCutOff(table, sheet.grey));
    if (tables.length === sheet.tables.length) return sheet;
    return tables.some(isLarge) ? cropped(sheet, tables) : [];
  });
}

/** From a map into a picture that was made smaller to one into the picture itself. The middle of a pixel is its place. */
function enlarged([a, b, c, d, e, f, g, h, i]: Homography, scale: number): Homography {
  const off = 0.5 / scale - 0.5;
  const x = (px: number, w: number) => px / scale + off * w;
  return [x(a, g), x(b, h), x(c, i), x(d, g), x(e, h), x(f, i), g, h, i];
}

/** Looks again at the straightened sheet: finds its lines exactly, unbends it by them, and tells its tables. */
function sheetOf(cv: OpenCv, photo: Photo, rough: SheetProjection, shown: Photo): RuledSheet | null {
  const { across, down } = levelStrokes(cv, photo.grey, rough);
  const onPage = bentBy(rough.bend);
  const bend = bendBy(
    {
      across: across.map((stroke) => flatStroke(stroke, onPage, true)),
      down: down.map((stroke) => flatStroke(stroke, onPage, false)),
    },
    rough.bend,
  );
  const view = { ...rough, bend };
  const flat: MapPoint = (x, y) => unbentBy(bend, onPage(x, y));
  const strokes = [...across, ...down].map((stroke) => moved(stroke, flat));
  return freeing((keep) => {
    const straight = keep(straightenedInColour(cv, shown, view, READ_PX_PER_MM));
    const { rgb, grey: pixels } = evenLight(cv, straight, READ_PX_PER_MM, []);
    const grey = { widthPx: straight.cols, heightPx: straight.rows, pixels };
    const found = withoutInner(touching(strokes).flatMap((group) => tableOf(group, grey) ?? []));
    if (!found.some((table) => isLarge(table) && !isChecked(table.darkness))) return null;
    const tables = found.toSorted(inReadingOrder);
    evenTintedCells(cv, straight, grey, { tables, pxPerMm: READ_PX_PER_MM });
    const outline = cornersOf({ xMm: 0, yMm: 0, ...view.page }).map(({ x, y }) => seenAt(view, x, y));
    return { tables, grey, rgb, pxPerMm: READ_PX_PER_MM, outline };
  });
}

/** The strokes of a straightened sheet that run across it, and those that run down; in px of {@link LINES_PX_PER_MM}. */
function levelStrokes(cv: OpenCv, grey: Grey, view: SheetProjection) {
  const straight = freeing((keep) => {
    const scale = Math.min(1, (OVERSCALE * LINES_PX_PER_MM) / growth(view.toPhoto, ...middleOf(view)));
    const photo = { mat: keep(scaledGrey(cv, grey, scale)), scale };
    const mat = keep(straightened(cv, photo, view, LINES_PX_PER_MM, 0));
    return greyOf(mat);
  });
  const strokes = findStrokes(cv, straight).filter(
    ({ lengthPx }) => lengthPx >= MIN_LINE_MM * LINES_PX_PER_MM,
  );
  const along = (direction: number) =>
    strokes.filter(({ angle }) => Math.abs(turnTo(direction, angle)) < LEVEL);
  return { across: along(0), down: along(Math.PI / 2) };
}

function middleOf({ page }: SheetProjection): [number, number] {
  return [page.widthMm / 2, page.heightMm / 2];
}

/** From px of the picture of lines to where the paper really is, in mm of the page that is not bent. */
function bentBy(bend: Bend): MapPoint {
  return (x, y) => {
    const [xMm, yMm] = [(x + 0.5) / LINES_PX_PER_MM, (y + 0.5) / LINES_PX_PER_MM];
    const [across, down] = shiftAt(bend, xMm, yMm);
    return { x: xMm + across, y: yMm + down };
  };
}

/** The flat place that a bend moves to a place. Bends are smooth, so that few steps lead there. */
function unbentBy(bend: Bend, { x, y }: Point): Point {
  let [flatX, flatY] = [x, y];
  for (let step = 0; step < 3; step++) {
    const [across, down] = shiftAt(bend, flatX, flatY);
    [flatX, flatY] = [x - across, y - down];
  }
  return { x: flatX, y: flatY };
}

/** A stroke put through a map. */
function moved(stroke: Stroke, map: MapPoint): Stroke {
  const [xs, ys] = [stroke.xs.slice(), stroke.ys.slice()];
  for (let at = 0; at < xs.length; at++) {
    const { x, y } = map(xs[at] as number, ys[at] as number);
    [xs[at], ys[at]] = [x * READ_PX_PER_MM - 0.5, y * READ_PX_PER_MM - 0.5];
  }
  return { ...stroke, xs, ys, lengthPx: (stroke.lengthPx * READ_PX_PER_MM) / LINES_PX_PER_MM };
}

const toMm: MapPoint = (x, y) => ({ x: (x + 0.5) / READ_PX_PER_MM, y: (y + 0.5) / READ_PX_PER_MM });

/** Leaves out what lies inside another table: pictures of dice. */
function withoutInner(tables: readonly RuledTable[]): RuledTable[] {
  const isIn = (inner: readonly RuledLine[], outer: readonly RuledLine[]) => {
    const [[from, to], [outerFrom, outerTo]] = [extentOf(inner), extentOf(outer)];
    return from > outerFrom && to < outerTo;
  };
  return tables.filter(({ across, down }) =>
    tables.every((other) => !isIn(across, other.across) || !isIn(down, other.down)),
  );
}

/** Fewer cells than these are no table that a game is written into: a form, a logo, the windows of a house. */
const MIN_CELLS = { along: 5, across: 2 } as const;

/** Whether a table is large enough for a game, whichever way it is turned. */
export function isLarge({ across, down }: RuledTable): boolean {
  const [rows, columns] = [across.length - 1, down.length - 1];
  return Math.max(rows, columns) >= MIN_CELLS.along && Math.min(rows, columns) >= MIN_CELLS.across;
}

function tableOf(strokes: readonly Stroke[], grey: Grey): RuledTable | null {
  const isAcross = ({ angle }: Stroke) => Math.abs(turnTo(0, angle)) < LEVEL;
  const across = strokes.filter(isAcross).map((stroke) => flatStroke(stroke, toMm, true));
  const down = strokes.filter((stroke) => !isAcross(stroke)).map((stroke) => flatStroke(stroke, toMm, false));
  const found = tableLines(across, down, grey, READ_PX_PER_MM);
  if (found === null) return null;
  const lines = withFaintLines(found, grey);
  return { ...lines, darkness: cellDarkness(lines, grey) };
}
