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

/** From just readable in the light of a pub up to comfortable, in quarter points. */
const MIN_PT = 8;
const SIZE_STEP_PT = 0.25;
const SIZE_STEPS = 10;

/** Sets a rule sheet on as few pages as the smallest type allows, in the largest that needs no more. */
export function setPages(blocks: readonly Block[], paper: Size, around: Around, type: TypeSetting): SetPages {
  const frame = pageFrameOf(paper);
  const attempt = (step: number) =>
    pagesAt(blocks, frame, around, settingAt(type, MIN_PT + step * SIZE_STEP_PT));
  let best = attempt(0);
  lastIndexWhere(SIZE_STEPS, (step) => {
    const tried = attempt(step + 1);
    if (tried.pages.length > best.pages.length) return false;
    best = tried;
    return true;
  });
  const { pages, head, foot, setting } = best;
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

function pagesAt(blocks: readonly Block[], frame: PageFrame, around: Around, setting: FigureSetting) {
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
  return { pages: fillPages(composePieces(rest, columnMm, setting), placesOf), head, foot, setting };
}

/** Pieces that stay together. */
type Chunk = readonly Piece[];

/** Fills columns page after page, evenly on the last. @param placesOf the columns of a page by its number, from 0 */
function fillPages(pieces: readonly Piece[], placesOf: (page: number) => readonly ColumnPlace[]): Column[][] {
  const pages: Column[][] = [];
  const starts = pieces.flatMap((_, at) => (pieces[at - 1]?.keepWithNext === true ? [] : [at]));
  let left: readonly Chunk[] = starts.map((from, at) => pieces.slice(from, starts[at + 1]));
  while (left.length > 0) {
    const places = placesOf(pages.length);
    const { filled, rest } = fillPage(left, places, 1);
    pages.push(rest.length === 0 ? balanced(left, places) : filled);
    left = rest;
  }
  return pages;
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
