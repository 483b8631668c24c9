import { type Area, MM_PER_PT, type Size } from "../../geometry.ts";
import type { Block } from "./blocks.ts";
import { composePieces } from "./compose.ts";
import { type PageFrame, computePageFrame, type Around, layOutFoot, setHead } from "./frame.ts";
import {
  type FigureMark,
  type FigureSetting,
  moveMarks,
  computeTypeMetrics,
  SPACING,
  type TypeSetting,
  type Piece,
} from "./marks.ts";
import { getElement, sum } from "../../../rules/arrays.ts";

/** Pages with everything in its place. */
export interface SetPages {
  readonly paper: Size;
  readonly pages: readonly { readonly marks: readonly FigureMark[] }[];
  /** The columns of all pages with the pieces in them. */
  readonly columns: readonly (TextColumn & { readonly widthMm: number })[];
  readonly sizePt: number;
}

/** The type size by the width of the paper, the same for every game: for arm's length on A4, and for what is held closer in the hand. */
const SIZES_PT = [
  { fromMm: 180, sizePt: 9.5 },
  { fromMm: 130, sizePt: 9 },
  { fromMm: 0, sizePt: 8.5 },
] as const;
/** The largest type of all. */
export const LARGEST_PT = SIZES_PT[0].sizePt;

/** A little over 70 characters; after longer lines the eye misses the start of the next. */
const MAX_LINE_EM = 35;

/** Lines of the usual distance are worth this much. */
const COST_OF_CLOSE = 0.3;
/** A page is worth this much. */
const COST_OF_PAGE = 5;
/** More pages than needed that are tried, where the fewest would leave a page nearly empty or tear a table. */
const MORE_PAGES = 1;

/** Sets a rule sheet in the type size of its paper, on the number of pages that are filled best; lines are closer if that helps. */
export function setPages(blocks: readonly Block[], paper: Size, around: Around, type: TypeSetting): SetPages {
  const sizePt = SIZES_PT.find(({ fromMm }) => paper.widthMm >= fromMm)?.sizePt ?? LARGEST_PT;
  const frame = computePageFrame(paper, MAX_LINE_EM * sizePt * MM_PER_PT);
  const ways = [SPACING.usual, SPACING.close].flatMap((spacing) => {
    const set = composeSheet(blocks, frame, around, computeTypeMetrics({ ...type, spacing }, sizePt));
    return fillings(set, spacing === SPACING.close ? COST_OF_CLOSE : 0);
  });
  const best = ways.toSorted((a, b) => a.cost - b.cost)[0];
  if (best === undefined) throw new Error("no way to set pages");
  const { pages, head, foot } = best;
  const collectMarks = (columns: readonly TextColumn[], at: number) => {
    const marks = foot.listMarks({ page: at + 1, pages: pages.length });
    return [...(at === 0 ? head : []), ...columns.flatMap(columnMarks), ...marks];
  };
  return {
    paper,
    sizePt,
    pages: pages.map((columns, at) => ({ marks: collectMarks(columns, at) })),
    columns: pages.flat().map((column) => ({ ...column, widthMm: frame.columnMm })),
  };
}

/** The best ways to fill the fewest pages, and some more. */
function fillings(set: Composed, extraCost: number) {
  const fewest = fewestPages(set.pieces, set.placesOf, set.highestMm);
  const most = fewest === 1 ? 1 : fewest + MORE_PAGES;
  return Array.from({ length: most - fewest + 1 }, (_, more) => fewest + more).flatMap((wanted) => {
    const filled = fillPages(set, wanted);
    return filled === null
      ? []
      : [{ ...set, ...filled, cost: filled.cost + extraCost + wanted * COST_OF_PAGE }];
  });
}

/** A rule sheet set in one size, not yet on pages. */
type Composed = ReturnType<typeof composeSheet>;

function composeSheet(blocks: readonly Block[], frame: PageFrame, around: Around, setting: FigureSetting) {
  const { heightMm, marginMm, leftMm, columns, columnMm, gutterMm } = frame;
  const { head, bottomMm, rest } = setHead(blocks, frame, around.strip, setting);
  const foot = layOutFoot(around, frame, setting);
  const listPlaces = (page: number): ColumnPlace[] => {
    const yMm = page === 0 ? bottomMm : marginMm;
    return Array.from({ length: columns }, (_, at) => ({
      xMm: leftMm + at * (columnMm + gutterMm),
      yMm,
      heightMm: heightMm - foot.heightMm - yMm,
    }));
  };
  const pieces = composePieces(rest, columnMm, setting, columns === 1, (name) =>
    around.language.translate("rules.continued", { name }),
  );
  const highestMm = Math.max(...[0, 1].flatMap(listPlaces).map((place) => place.heightMm));
  return { head, foot, setting, columns, pieces, placesOf: listPlaces, highestMm };
}

function columnMarks({ place, pieces }: TextColumn): FigureMark[] {
  let y = place.yMm;
  return pieces.flatMap((piece, at) => {
    if (at > 0) y += piece.spaceBeforeMm;
    const marks = moveMarks(piece.marks, place.xMm, y);
    y += piece.heightMm;
    return marks;
  });
}

type ColumnPlace = Omit<Area, "widthMm">;

interface TextColumn {
  readonly place: ColumnPlace;
  readonly pieces: readonly Piece[];
}

/** The cost of a split between columns of a page, and between pages. */
type Parting = readonly [samePage: number, overleaf: number];

/** Splits from the worst. Figures are added up on one page. A table is torn only where pages or columns would be left far from full. */
const PARTINGS = {
  figures: [4, 4],
  /** What is about a table. */
  note: [4, 4],
  boxes: [1.5, 2],
  /** Text between a heading and its first table. */
  intro: [3, 4],
  /** The last paragraph of a section, or its last lines. */
  rest: [1.5, 4],
  paragraph: [0.04, 0.4],
  /** A word that is hyphenated. */
  word: [0.1, 1],
  section: [0.01, 0.04],
  none: [0, 0],
} as const satisfies Record<string, Parting>;

/** Overflowing a column is worse than any split. */
const OVERFLOW_COST = 100;
/** The least share of a page that is filled, and of the last page. */
const LEAST_FILL = { page: 0.75, last: 0.4 } as const;
/** What a page costs that is emptier, and each line by which its columns differ more than one: on the last page, even ends matter less. */
const EMPTY_COST = 30;
const UNEVEN_COST = 0.02;
/** What blank paper costs. */
const BLANK_COST = 0.3;

/** Pieces that stay together. */
type Chunk = readonly Piece[];

/** How high pieces are one below the other, at the top of a column. */
export function measureChunk(chunk: Chunk): number {
  return chunk.reduce((sum, piece, at) => sum + piece.heightMm + (at === 0 ? 0 : piece.spaceBeforeMm), 0);
}

/** Pieces that stay together: figures wherever a column has room for them; other tables may be torn, at a cost. */
function splitChunks(pieces: readonly Piece[], highestMm: number): Chunk[] {
  const isKept = ({ keepWithNext, keepIfRoom, of }: Piece) =>
    keepWithNext || (keepIfRoom === true && of.kind === "figures");
  return groupPieces(pieces, isKept).flatMap((chunk) =>
    measureChunk(chunk) <= highestMm ? [chunk] : groupPieces(chunk, ({ keepWithNext }) => keepWithNext),
  );
}

/** Pieces grouped by which of them stay with the next. */
function groupPieces(pieces: readonly Piece[], isKept: (piece: Piece) => boolean): Chunk[] {
  const starts = pieces.flatMap((_, at) => {
    const before = pieces[at - 1];
    return before !== undefined && isKept(before) ? [] : [at];
  });
  return starts.map((from, at) => pieces.slice(from, starts[at + 1]));
}

/** The fewest pages that hold all pieces. @param placesOf the columns of a page by its number, from 0 @param highestMm the highest column of all pages */
function fewestPages(
  pieces: readonly Piece[],
  placesOf: (page: number) => readonly ColumnPlace[],
  highestMm: number,
): number {
  const heights = sumHeights(splitChunks(pieces, highestMm));
  let page = 0;
  for (let at = 0; at < heights.chunks; page++)
    for (const { heightMm } of placesOf(page)) {
      const from = at;
      while (at < heights.chunks && isRoom(heights, from, at + 1, heightMm, highestMm)) at++;
    }
  // A template may have nothing but a title.
  return Math.max(1, page);
}

/** Heights of neighbouring chunks, from sums that are formed once. */
type Heights = ReturnType<typeof sumHeights>;

function sumHeights(chunks: readonly Chunk[]) {
  const ends = [0];
  for (const chunk of chunks)
    ends.push((ends.at(-1) ?? 0) + measureChunk(chunk) + (chunk[0]?.spaceBeforeMm ?? 0));
  const between = (from: number, to: number) => {
    const first = chunks[from]?.[0];
    const aboveMm = (first?.again?.heightMm ?? 0) - (first?.spaceBeforeMm ?? 0);
    return getElement(ends, to) - getElement(ends, from) + aboveMm;
  };
  return { chunks: chunks.length, between };
}

/** Rounding of sums, in mm. */
const HAIR_MM = 1e-6;

/** Whether a column has room for chunks. One that is higher than any column overflows it, alone. */
function isRoom(heights: Heights, from: number, to: number, heightMm: number, highestMm: number): boolean {
  const neededMm = heights.between(from, to);
  return neededMm <= heightMm + HAIR_MM || (to === from + 1 && neededMm > highestMm);
}

/** A way to fill some pages, from the last one back. */
interface Filling {
  readonly cost: number;
  /** Where each column of its last page begins, and where the page ends, as indices of chunks. */
  readonly ends: readonly number[];
  readonly before: Filling | null;
}

/**
 * Fills pages at the least cost: little is parted that belongs together, columns of a page end at about the same height, and pages are full.
 *
 * @returns null where the pieces need more pages
 */
function fillPages({ pieces, placesOf, highestMm, setting }: Composed, wanted: number) {
  const chunks = splitChunks(pieces, highestMm);
  const heights = sumHeights(chunks);
  const partings = listBreakCosts(chunks);
  let ways = new Map<number, Filling>([[0, { cost: 0, ends: [0], before: null }]]);
  for (let page = 0; page < wanted; page++) {
    const next = new Map<number, Filling>();
    const isLast = page === wanted - 1;
    for (const [from, way] of ways)
      for (const ends of columnEnds(heights, from, placesOf(page), highestMm)) {
        const to = ends.at(-1) ?? from;
        if (isLast && to < heights.chunks) continue;
        const cost = way.cost + pageCost(ends, placesOf(page), heights, partings, setting.leadingMm, isLast);
        if (cost < (next.get(to)?.cost ?? Number.POSITIVE_INFINITY))
          next.set(to, { cost, ends, before: way });
      }
    ways = next;
  }
  const best = ways.get(heights.chunks);
  return best === undefined ? null : { cost: best.cost, pages: tracePages(best, chunks, placesOf, wanted) };
}

/** All ways to fill the columns of a page from a chunk on: where each begins, and where the last one ends. */
function columnEnds(
  heights: Heights,
  from: number,
  [place, ...others]: readonly ColumnPlace[],
  highestMm: number,
): number[][] {
  if (place === undefined) return [[from]];
  const all: number[][] = [];
  // A column is empty only where nothing is left.
  for (let to = Math.min(from + 1, heights.chunks); to <= heights.chunks; to++) {
    if (to > from && !isRoom(heights, from, to, place.heightMm, highestMm)) break;
    for (const rest of columnEnds(heights, to, others, highestMm)) all.push([from, ...rest]);
  }
  return all;
}

function pageCost(
  ends: readonly number[],
  places: readonly ColumnPlace[],
  heights: Heights,
  partings: readonly Parting[],
  leadingMm: number,
  isLast: boolean,
): number {
  const usedMm = places.map((_, at) => {
    const [from, to] = [getElement(ends, at), getElement(ends, at + 1)];
    return from === to ? 0 : heights.between(from, to);
  });
  const parted = places.map(
    (_, at) => getElement(partings, getElement(ends, at + 1))[at === places.length - 1 ? 1 : 0],
  );
  const fills = places.map(({ heightMm }, at) => getElement(usedMm, at) / heightMm);
  const fill = sum(fills) / fills.length;
  const uneven = Math.max(0, (Math.max(...usedMm) - Math.min(...usedMm)) / leadingMm - 1);
  const lacking = Math.max(0, (isLast ? LEAST_FILL.last : LEAST_FILL.page) - fill);
  const overflow = Math.max(...fills) > 1 + HAIR_MM ? OVERFLOW_COST : 0;
  const blank = isLast ? 0 : BLANK_COST * (1 - fill);
  return (
    sum(parted) +
    UNEVEN_COST * (4 * uneven + (isLast ? 0 : uneven ** 2)) +
    (lacking > 0 ? 0.5 + EMPTY_COST * lacking : 0) +
    overflow +
    blank
  );
}

function tracePages(
  last: Filling,
  chunks: readonly Chunk[],
  placesOf: (page: number) => readonly ColumnPlace[],
  wanted: number,
): TextColumn[][] {
  const pages: TextColumn[][] = [];
  for (let way = last; way.before !== null; way = way.before) {
    const { ends } = way;
    const places = placesOf(wanted - 1 - pages.length);
    pages.unshift(
      places.map((place, at) => {
        const pieces = chunks.slice(ends[at], ends[at + 1]).flat();
        const again = pieces[0]?.again;
        return { place, pieces: again === undefined ? pieces : [again, ...pieces] };
      }),
    );
  }
  return pages;
}

/** The cost of a split before each chunk, and after the last. */
function listBreakCosts(chunks: readonly Chunk[]): Parting[] {
  const pieces = chunks.flat();
  const partings: Parting[] = [PARTINGS.none];
  let [at, hasTable] = [0, false];
  for (const chunk of chunks) {
    for (const piece of chunk) hasTable = isTable(piece) || (hasTable && !isHeading(piece, 2));
    at += chunk.length;
    partings.push(PARTINGS[classifyBreak(pieces, at, hasTable)]);
  }
  return partings;
}

/** The kind of split before a piece. @param hasTable whether its section had a table before */
function classifyBreak(pieces: readonly Piece[], at: number, hasTable: boolean): keyof typeof PARTINGS {
  const [last, next] = [pieces[at - 1], pieces[at]];
  if (last === undefined || next === undefined || isHeading(next, 2)) return "none";
  if (isTable(last) && next.of.kind === "paragraph") return "note";
  if (last.keepIfRoom === true) return last.of.kind === "figures" ? "figures" : "boxes";
  if (!hasTable && (isHeading(next, 3) || isTable(next))) return "intro";
  if (isHeading(next, 3)) return "section";
  if (endsInHyphen(last)) return "word";
  let end = at;
  while (pieces[end]?.of === next.of) end++;
  const following = pieces[end];
  if (following === undefined || isHeading(following, 3)) return "rest";
  return last.of === next.of ? "paragraph" : "section";
}

function endsInHyphen({ marks }: Piece): boolean {
  const last = marks.findLast((mark) => mark.kind === "text");
  return last?.text.endsWith("\u00ad") ?? false;
}

function isTable({ of }: Piece): boolean {
  return of.kind === "boxes" || of.kind === "figures" || of.kind === "words";
}

/** Whether a piece begins a section, or one within it. @param level the lowest rank that counts */
function isHeading({ of }: Piece, level: number): boolean {
  return of.kind === "heading" && of.level <= level;
}
