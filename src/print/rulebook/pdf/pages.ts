import { lastIndexWhere } from "../../../rules/arrays.ts";
import type { Area, Size } from "../../geometry.ts";
import type { Block } from "./blocks.ts";
import { composePieces } from "./compose.ts";
import { type PageFrame, pageFrameOf } from "./frame.ts";
import { type Around, footOf, setHead } from "./head-and-foot.ts";
import {
  type FigureMark,
  type FigureSetting,
  moved,
  type Piece,
  settingAt,
  type TypeSetting,
} from "./marks.ts";

/** Pages with everything in its place. */
export interface SetPages {
  readonly paper: Size;
  readonly pages: readonly { readonly marks: readonly FigureMark[] }[];
  /** The columns of all pages with the pieces in them. */
  readonly columns: readonly (Column & { readonly widthMm: number })[];
  readonly sizePt: number;
}

type ColumnPlace = Omit<Area, "widthMm">;

interface Column {
  readonly place: ColumnPlace;
  readonly pieces: readonly Piece[];
}

/** The smallest type by the width of the paper: comfortable at arm's length on A4, and on what is held closer in the hand. */
const MIN_PT = [
  { fromMm: 180, sizePt: 9 },
  { fromMm: 130, sizePt: 8.5 },
  { fromMm: 0, sizePt: 8 },
] as const;
const SIZE_STEP_PT = 0.25;
const SIZE_STEPS = 8;

/**
 * Sets a rule sheet on as few pages as the smallest type allows, in the largest that needs no more. Where one leaf does not do, both
 * sides of all leaves are filled.
 */
export function setPages(blocks: readonly Block[], paper: Size, around: Around, type: TypeSetting): SetPages {
  const frame = pageFrameOf(paper);
  const minPt = MIN_PT.find(({ fromMm }) => paper.widthMm >= fromMm)?.sizePt ?? MIN_PT[0].sizePt;
  const composed = new Map<number, ReturnType<typeof composedAt>>();
  /** Everything in a size; lines are broken once for each. */
  const composedIn = (step: number) => {
    const sizePt = minPt + step * SIZE_STEP_PT;
    const known = composed.get(step) ?? composedAt(blocks, frame, around, settingAt(type, sizePt));
    composed.set(step, known);
    return known;
  };
  const fewest = composedIn(0).pagesWith(1).length;
  const wanted = fewest === 1 ? 1 : fewest + (fewest % 2);
  const step = 1 + lastIndexWhere(SIZE_STEPS, (at) => composedIn(at + 1).pagesWith(1).length <= wanted);
  const { pagesWith, head, foot, setting } = composedIn(step);
  const pages = evenly(wanted, pagesWith);
  const marksOf = (columns: readonly Column[], at: number) => {
    const marks = foot.marksOn({ page: at + 1, pages: pages.length });
    return [...(at === 0 ? head : []), ...columns.flatMap(columnMarks), ...marks];
  };
  return {
    paper,
    sizePt: setting.sizePt,
    pages: pages.map((columns, at) => ({ marks: marksOf(columns, at) })),
    columns: pages.flat().map((column) => ({ ...column, widthMm: frame.columnMm })),
  };
}

/** How finely the heights of pages are evened out. */
const SHARE_STEPS = 32;

/** The pages with as little of their height used as still makes no more than wanted, so that the last is as full as the others. */
function evenly<P extends readonly unknown[]>(wanted: number, attempt: (share: number) => P): P {
  const whole = attempt(1);
  if (wanted === 1 || whole.length > wanted) return whole;
  const shareAt = (at: number) => 1 - (at + 1) / (2 * SHARE_STEPS);
  const least = lastIndexWhere(SHARE_STEPS, (at) => attempt(shareAt(at)).length <= wanted);
  return least === -1 ? whole : attempt(shareAt(least));
}

/** Head, foot and text in one size. Its `pagesWith` puts the text on pages, of whose columns it uses a share of the height. */
function composedAt(blocks: readonly Block[], frame: PageFrame, around: Around, setting: FigureSetting) {
  const { heightMm, marginMm, columns, columnMm, gutterMm } = frame;
  const { head, bottomMm, rest } = setHead(blocks, frame, around.strip, setting);
  const foot = footOf(around, frame, setting);
  const placesOf = (page: number): ColumnPlace[] => {
    const yMm = page === 0 ? bottomMm : marginMm;
    return Array.from({ length: columns }, (_, at) => ({
      xMm: marginMm + at * (columnMm + gutterMm),
      yMm,
      heightMm: heightMm - foot.heightMm - yMm,
    }));
  };
  const pieces = composePieces(rest, columnMm, setting);
  const pagesWith = (share: number) => fillPages(pieces, placesOf, share);
  return { pagesWith, head, foot, setting };
}

/** Pieces that stay together. */
type Chunk = readonly Piece[];

/**
 * Fills columns page after page, evenly on the last.
 * @param placesOf the columns of a page by its number, from 0
 * @param share how much of each column's height may be used
 */
function fillPages(
  pieces: readonly Piece[],
  placesOf: (page: number) => readonly ColumnPlace[],
  share: number,
): Column[][] {
  const pages: Column[][] = [];
  const highestMm = Math.max(...[0, 1].flatMap(placesOf).map(({ heightMm }) => heightMm));
  let left: readonly Chunk[] = chunksOf(pieces, (piece) => piece.keepWithNext || piece.keepIfRoom === true)
    // What is higher than any column is torn where it may be.
    .flatMap((chunk) =>
      heightOf(chunk, true) <= highestMm ? [chunk] : chunksOf(chunk, ({ keepWithNext }) => keepWithNext),
    );
  while (left.length > 0) {
    const places = placesOf(pages.length);
    const { filled, rest } = fillPage(left, places, share);
    pages.push(rest.length === 0 ? balanced(left, places) : filled);
    left = rest;
  }
  return pages;
}

/** Pieces grouped by which of them stay with the next. */
function chunksOf(pieces: readonly Piece[], isKept: (piece: Piece) => boolean): Chunk[] {
  const starts = pieces.flatMap((_, at) => {
    const before = pieces[at - 1];
    return before !== undefined && isKept(before) ? [] : [at];
  });
  return starts.map((from, at) => pieces.slice(from, starts[at + 1]));
}

/** @param share how much of each column's height may be used */
function fillPage(chunks: readonly Chunk[], places: readonly ColumnPlace[], share: number) {
  let at = 0;
  const filled = places.map((place) => {
    const pieces: Piece[] = [];
    let used = 0;
    for (let chunk = chunks[at]; chunk !== undefined; chunk = chunks[++at]) {
      const height = heightOf(chunk, pieces.length === 0);
      // A chunk higher than a whole column overflows it.
      if (used + height > place.heightMm * share && pieces.length > 0) break;
      pieces.push(...chunk);
      used += height;
    }
    return { place, pieces };
  });
  return { filled, rest: chunks.slice(at) };
}

function heightOf(chunk: Chunk, atTop: boolean): number {
  return chunk.reduce(
    (sum, piece, at) => sum + piece.heightMm + (atTop && at === 0 ? 0 : piece.spaceBeforeMm),
    0,
  );
}

/** How finely the heights of columns are balanced. */
const HEIGHT_STEPS = 4096;

/** The lowest columns of equal height that still hold everything. */
function balanced(chunks: readonly Chunk[], places: readonly ColumnPlace[]) {
  const fillAt = (step: number) => fillPage(chunks, places, (step + 1) / HEIGHT_STEPS);
  const tooLow = lastIndexWhere(HEIGHT_STEPS - 1, (step) => fillAt(step).rest.length > 0);
  return fillAt(tooLow + 1).filled;
}

function columnMarks({ place, pieces }: Column): FigureMark[] {
  let y = place.yMm;
  return pieces.flatMap((piece, at) => {
    if (at > 0) y += piece.spaceBeforeMm;
    const marks = moved(piece.marks, place.xMm, y);
    y += piece.heightMm;
    return marks;
  });
}
