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

/** No column should be filled less than this share of the fullest one. */
const MIN_LEVEL = 0.7;

/**
 * Sets a rule sheet on as few pages as the smallest type allows, in the largest that needs no more and leaves no column half empty. Where
 * one leaf does not do, both sides of all leaves are filled.
 */
export function setPages(blocks: readonly Block[], paper: Size, around: Around, type: TypeSetting): SetPages {
  const frame = pageFrameOf(paper);
  const minPt = MIN_PT.find(({ fromMm }) => paper.widthMm >= fromMm)?.sizePt ?? MIN_PT[0].sizePt;
  const known = new Map<number, Composed>();
  const composed = (step: number): Composed => {
    const kept = known.get(step);
    const set = kept ?? composedIn(blocks, frame, around, settingAt(type, minPt + step * SIZE_STEP_PT));
    if (kept === undefined) known.set(step, set);
    return set;
  };
  // Larger type seldom takes fewer pages, where it breaks tables in another way.
  const counts = Array.from({ length: SIZE_STEPS + 1 }, (_, step) => composed(step).fill(1).length);
  const fewest = Math.min(...counts);
  const wanted = fewest === 1 ? 1 : fewest + (fewest % 2);
  // A table is rather set small than torn.
  const torn = counts.map((count, step) =>
    count <= wanted ? composed(step).torn : Number.POSITIVE_INFINITY,
  );
  const largest = torn.lastIndexOf(Math.min(...torn));
  const { pages, head, foot, setting } = mostLevel(largest, wanted, (step) => {
    const { fill, ...set } = composed(step);
    return Array.from({ length: wanted }, (_, full) => ({
      pages: evenly(wanted, (share) => fill(share, full)),
      ...set,
    }));
  });
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
function evenly(wanted: number, fill: (share: number) => Column[][]): Column[][] {
  const whole = fill(1);
  if (wanted === 1 || whole.length > wanted) return whole;
  const shareAt = (at: number) => 1 - (at + 1) / (2 * SHARE_STEPS);
  const least = lastIndexWhere(SHARE_STEPS, (at) => fill(shareAt(at)).length <= wanted);
  return least === -1 ? whole : fill(shareAt(least));
}

/** So much of a level is worth a step of type size, as long as columns are not level enough. */
const LEVEL_PER_STEP = 0.02;

/**
 * Of ways to set pages the first that takes as many as wanted and is level enough, in the largest type; where that is not to be had, type gets
 * smaller only if pages get much more level by it.
 *
 * @param ways by step of size, the better ones first
 */
function mostLevel<Way extends { readonly pages: readonly Column[][] }>(
  largest: number,
  wanted: number,
  ways: (step: number) => readonly Way[],
): Way {
  // Where no height fills just so many pages, a blank one is better than none.
  const levelFor = ({ pages }: Way) => (pages.length === wanted ? Math.min(levelOf(pages), MIN_LEVEL) : -1);
  let best: { way: Way; worth: number } | null = null;
  for (let step = largest; step >= 0; step--)
    for (const way of ways(step)) {
      const worth = levelFor(way) + step * LEVEL_PER_STEP;
      if (best === null || worth > best.worth) best = { way, worth };
      if (best.worth >= MIN_LEVEL + step * LEVEL_PER_STEP) return best.way;
    }
  if (best === null) throw new Error("no way to set pages");
  return best.way;
}

/** The last page may be filled so many times less than the others. */
const LAST_FACTOR = 2;

/** How full the emptiest column is, as a share of the fullest one. The columns of the last page are evened out anyway, so they count as one. */
function levelOf(pages: readonly Column[][]): number {
  const shares = pages.map((columns) =>
    columns.map(({ place, pieces }) => heightOf(pieces, true) / place.heightMm),
  );
  const last = shares.at(-1) ?? [];
  const lastShare = last.reduce((sum, share) => sum + share, 0) / last.length;
  const emptiest = Math.min(...shares.slice(0, -1).flat(), LAST_FACTOR * lastShare);
  return pages.length === 1 ? 1 : emptiest / Math.max(...shares.flat());
}

/** A rule sheet set in one size, not yet on pages. */
type Composed = ReturnType<typeof composedIn>;

function composedIn(blocks: readonly Block[], frame: PageFrame, around: Around, setting: FigureSetting) {
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
  const highestMm = Math.max(...[0, 1].flatMap(placesOf).map((place) => place.heightMm));
  // One looks for the rest of a table in the next column, but turns a page without thinking: only figures are added up on one.
  const mustStay = (chunk: Chunk) => columns > 1 || !chunk.some(({ isOfBoxes }) => isOfBoxes);
  const torn = wholeChunks(pieces).filter(
    (chunk) => heightOf(chunk, true) > highestMm && mustStay(chunk),
  ).length;
  /** @param share how much of the height of columns may be used. @param full so many pages at the beginning use all of it */
  const fill = (share: number, full = 0) =>
    fillPages(pieces, placesOf, highestMm, (page) => (page < full ? 1 : share));
  return { head, foot, setting, torn, fill };
}

/** Pieces that stay together. */
type Chunk = readonly Piece[];

/**
 * Fills columns page after page, evenly on the last.
 * @param placesOf the columns of a page by its number, from 0
 * @param highestMm the highest column of all pages
 * @param shareOf how much of each column's height may be used on a page
 */
function fillPages(
  pieces: readonly Piece[],
  placesOf: (page: number) => readonly ColumnPlace[],
  highestMm: number,
  shareOf: (page: number) => number,
): Column[][] {
  const pages: Column[][] = [];
  let left: readonly Chunk[] = wholeChunks(pieces)
    // What is higher than any column is torn where it may be.
    .flatMap((chunk) =>
      heightOf(chunk, true) <= highestMm ? [chunk] : chunksOf(chunk, ({ keepWithNext }) => keepWithNext),
    );
  while (left.length > 0) {
    const places = placesOf(pages.length);
    const { filled, rest } = fillPage(left, places, shareOf(pages.length), highestMm);
    pages.push(rest.length === 0 ? balanced(left, places, highestMm) : filled);
    left = rest;
  }
  // A template may have nothing but a title.
  return pages.length > 0 ? pages : [placesOf(0).map((place) => ({ place, pieces: [] }))];
}

/** Pieces that stay together wherever a column has room for them. */
function wholeChunks(pieces: readonly Piece[]): Chunk[] {
  return chunksOf(pieces, ({ keepWithNext, keepIfRoom }) => keepWithNext || keepIfRoom === true);
}

/** Pieces grouped by which of them stay with the next. */
function chunksOf(pieces: readonly Piece[], isKept: (piece: Piece) => boolean): Chunk[] {
  const starts = pieces.flatMap((_, at) => {
    const before = pieces[at - 1];
    return before !== undefined && isKept(before) ? [] : [at];
  });
  return starts.map((from, at) => pieces.slice(from, starts[at + 1]));
}

/**
 * @param share how much of each column's height may be used
 * @param highestMm the highest column of all pages: what fits there overflows no lower one
 */
function fillPage(
  chunks: readonly Chunk[],
  places: readonly ColumnPlace[],
  share: number,
  highestMm: number,
) {
  let at = 0;
  const filled = places.map((place) => {
    const pieces: Piece[] = [];
    let used = 0;
    for (let chunk = chunks[at]; chunk !== undefined; chunk = chunks[++at]) {
      const height = heightOf(chunk, pieces.length === 0);
      const isWaiting = pieces.length > 0 || (height > place.heightMm && height <= highestMm);
      // A chunk higher than any column overflows it.
      if (used + height > place.heightMm * share && isWaiting) break;
      pieces.push(...chunk);
      used += height;
    }
    return { place, pieces };
  });
  at -= tornFrom(chunks.slice(0, at), filled.at(-1)?.pieces ?? []);
  return { filled, rest: chunks.slice(at) };
}

/** A paragraph is torn from one page to the next only where more lines than these would have to move. */
const MAX_MOVED = 6;

/** Takes the lines of a paragraph that goes on overleaf from the last column of a page. @returns how many chunks that were */
function tornFrom(placed: readonly Chunk[], column: Piece[]): number {
  const goesOn = (chunk: Chunk | undefined) => chunk?.at(-1)?.goesOn === true;
  const whole = placed.findLastIndex((chunk, at) => at < placed.length - 1 && !goesOn(chunk)) + 1;
  const torn = goesOn(placed.at(-1)) ? placed.slice(whole) : [];
  const lines = torn.flat().length;
  if (lines > MAX_MOVED || lines >= column.length) return 0;
  column.splice(column.length - lines);
  return torn.length;
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
function balanced(chunks: readonly Chunk[], places: readonly ColumnPlace[], highestMm: number) {
  const fillAt = (step: number) => fillPage(chunks, places, (step + 1) / HEIGHT_STEPS, highestMm);
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
