import type { Size, Area } from "../../geometry.ts";
import type { Block } from "./blocks.ts";
import { composePieces } from "./compose.ts";
import { type PageFrame, computePageFrame, type Around, layOutFoot, setHead } from "./frame.ts";
import {
  type FigureMark,
  type FigureSetting,
  moveMarks,
  computeTypeMetrics,
  SPACING,
  type Spacing,
  type TypeSetting,
  type Piece,
} from "./marks.ts";
import { getElement } from "../../../rules/arrays.ts";

/** Pages with everything in its place. */
export interface SetPages {
  readonly paper: Size;
  readonly pages: readonly { readonly marks: readonly FigureMark[] }[];
  /** The columns of all pages with the pieces in them. */
  readonly columns: readonly (TextColumn & { readonly widthMm: number })[];
  readonly sizePt: number;
}

/** The smallest type by the width of the paper: comfortable at arm's length on A4, and on what is held closer in the hand. */
const MIN_PT = [
  { fromMm: 180, sizePt: 9 },
  { fromMm: 130, sizePt: 8.5 },
  { fromMm: 0, sizePt: 8 },
] as const;
const SIZE_STEP_PT = 0.25;
const SIZE_STEPS = 8;
/** The largest type of all. */
export const LARGEST_PT = MIN_PT[0].sizePt + SIZE_STEPS * SIZE_STEP_PT;

/** So much is a step of type size worth, in columns left blank. */
const COST_PER_STEP = 0.03;
/** So much lines of the usual distance are worth. */
const COST_OF_CLOSE = 0.12;

/** The pages of one folded sheet. */
const FOLDED_PAGES = 4;

/**
 * Sets a rule sheet on as few pages as the smallest type allows, in the largest type that needs no more and splits nothing.
 * Beyond one page, the number of pages is even. Lines are closer if that avoids a split or saves a second folded sheet.
 */
export function setPages(blocks: readonly Block[], paper: Size, around: Around, type: TypeSetting): SetPages {
  const frame = computePageFrame(paper);
  const minPt = MIN_PT.find(({ fromMm }) => paper.widthMm >= fromMm)?.sizePt ?? MIN_PT[0].sizePt;
  const findBestSize = (spacing: Spacing): Way => {
    const sizes = Array.from({ length: SIZE_STEPS + 1 }, (_, step) =>
      composeSheet(
        blocks,
        frame,
        around,
        computeTypeMetrics({ ...type, spacing }, minPt + step * SIZE_STEP_PT),
      ),
    );
    return cheapest(sizes, evenPages(sizes));
  };
  const usual = findBestSize(SPACING.usual);
  const mayBeClose = usual.isTorn || usual.pages.length > FOLDED_PAGES;
  const { pages, head, foot, setting } = mayBeClose ? better(usual, findBestSize(SPACING.close)) : usual;
  const collectMarks = (columns: readonly TextColumn[], at: number) => {
    const marks = foot.listMarks({ page: at + 1, pages: pages.length });
    return [...(at === 0 ? head : []), ...columns.flatMap(columnMarks), ...marks];
  };
  return {
    paper,
    sizePt: setting.sizePt,
    pages: pages.map((columns, at) => ({ marks: collectMarks(columns, at) })),
    columns: pages.flat().map((column) => ({ ...column, widthMm: frame.columnMm })),
  };
}

/** One page, or as many as fill both sides of leaves. */
function evenPages(sizes: readonly Composed[]): number {
  const fewest = Math.min(...sizes.map((set) => fewestPages(set.pieces, set.placesOf, set.highestMm)));
  return fewest === 1 ? 1 : fewest + (fewest % 2);
}

/** The way with closer lines where it takes fewer pages and tears no more, or costs clearly less on as many. */
function better(usual: Way, close: Way): Way {
  const [from, to] = [usual.pages.length, close.pages.length];
  if (from > to) return close.isTorn && !usual.isTorn ? usual : close;
  return close.cost + COST_OF_CLOSE < usual.cost ? close : usual;
}

type Way = ReturnType<typeof cheapest>;

/** The type size at which `wanted` pages cost least. */
function cheapest(sizes: readonly Composed[], wanted: number) {
  const ways = sizes.flatMap((set, step) => {
    const slots = Array.from({ length: wanted }, (_, page) =>
      toSlots(set.placesOf(page), page === wanted - 1),
    );
    const filled = fillColumns(set.pieces, slots.flat(), set.highestMm);
    if (filled === null) return [];
    const pages = slots.map((_, page) => filled.columns.slice(page * set.columns, (page + 1) * set.columns));
    return [{ ...set, pages, isTorn: filled.isTorn, cost: filled.cost - step * COST_PER_STEP }];
  });
  const best = ways.toSorted((a, b) => a.cost - b.cost)[0];
  if (best === undefined) throw new Error("no way to set pages");
  return best;
}

function toSlots(places: readonly ColumnPlace[], isOnLastPage: boolean): ColumnSlot[] {
  return places.map((place, at) => ({ ...place, endsPage: at === places.length - 1, isOnLastPage }));
}

/** A rule sheet set in one size, not yet on pages. */
type Composed = ReturnType<typeof composeSheet>;

function composeSheet(blocks: readonly Block[], frame: PageFrame, around: Around, setting: FigureSetting) {
  const { heightMm, marginMm, columns, columnMm, gutterMm } = frame;
  const { head, bottomMm, rest } = setHead(blocks, frame, around.strip, setting);
  const foot = layOutFoot(around, frame, setting);
  const listPlaces = (page: number): ColumnPlace[] => {
    const yMm = page === 0 ? bottomMm : marginMm;
    return Array.from({ length: columns }, (_, at) => ({
      xMm: marginMm + at * (columnMm + gutterMm),
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

/** A place for a column on a page. */
interface ColumnSlot extends ColumnPlace {
  /** Whether it is the last of its page. */
  readonly endsPage: boolean;
  readonly isOnLastPage: boolean;
}

interface TextColumn {
  readonly place: ColumnPlace;
  readonly pieces: readonly Piece[];
}

/** Pieces in columns, with a cost: 1 is as bad as a blank column. */
interface Filled {
  readonly columns: readonly TextColumn[];
  readonly cost: number;
  /** Whether a table or the like is split. */
  readonly isTorn: boolean;
}

/** The cost of a split between columns of a page, and between pages. */
type Parting = readonly [samePage: number, overleaf: number];

/** Splits from the worst. A table of boxes is easier to follow overleaf than in the next column; figures are added up on one page. */
const PARTINGS = {
  figures: [4, 4],
  boxes: [4, 2],
  /** Text between a heading and its first table. */
  intro: [0.3, 0.5],
  /** The last paragraph of a section, or its last lines. */
  rest: [0.2, 0.4],
  paragraph: [0.04, 0.4],
  /** A word that is hyphenated. */
  word: [0.1, 1],
  section: [0.01, 0.04],
  none: [0, 0],
} as const satisfies Record<string, Parting>;

/** From this cost on, a split counts as torn. */
const TORN_COST = 0.2;

/** Overflowing a column is worse than any split. */
const OVERFLOW_COST = 100;

/** A last page may be emptier than others. */
const LAST_PAGE_WEIGHT = 0.5;

/** Pieces that stay together. */
type Chunk = readonly Piece[];

/** How high pieces are one below the other, at the top of a column. */
export function measureChunk(chunk: Chunk): number {
  return chunk.reduce((sum, piece, at) => sum + piece.heightMm + (at === 0 ? 0 : piece.spaceBeforeMm), 0);
}

/** Pieces that stay together wherever a column has room for them, and the parts of what is higher than any column. */
function splitChunks(pieces: readonly Piece[], highestMm: number): Chunk[] {
  return groupPieces(pieces, ({ keepWithNext, keepIfRoom }) => keepWithNext || keepIfRoom === true).flatMap(
    (chunk) =>
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

/** A way to fill some columns, from the last one back. */
interface Filling {
  readonly cost: number;
  readonly isTorn: boolean;
  readonly from: number;
  readonly before: Filling | null;
}

/**
 * Fills columns at the least cost: little is parted that belongs together, and the columns are about equally full. Null where the pieces need
 * more columns.
 * @param highestMm the highest column of all pages
 */
function fillColumns(
  pieces: readonly Piece[],
  slots: readonly ColumnSlot[],
  highestMm: number,
): Filled | null {
  const chunks = splitChunks(pieces, highestMm);
  const heights = sumHeights(chunks);
  const least = leastColumns(heights, highestMm);
  const partings = listBreakCosts(chunks);
  let ways = new Map<number, Filling>([[0, { cost: 0, isTorn: false, from: 0, before: null }]]);
  for (const [at, slot] of slots.entries()) {
    const next = new Map<number, Filling>();
    for (const [from, way] of ways)
      for (let to = from; to <= heights.chunks; to++) {
        if (to > from && !isRoom(heights, from, to, slot.heightMm, highestMm)) break;
        if (getElement(least, to) > slots.length - at - 1) continue;
        const usedMm = to === from ? 0 : heights.between(from, to);
        const blank = 1 - usedMm / slot.heightMm;
        const parted = to === from ? 0 : getElement(partings, to)[slot.endsPage ? 1 : 0];
        const unfilled =
          blank < -HAIR_MM ? OVERFLOW_COST : blank ** 2 * (slot.isOnLastPage ? LAST_PAGE_WEIGHT : 1);
        const cost = way.cost + unfilled + parted;
        if (cost < (next.get(to)?.cost ?? Number.POSITIVE_INFINITY))
          next.set(to, { cost, isTorn: way.isTorn || parted >= TORN_COST, from, before: way });
      }
    ways = next;
  }
  const best = ways.get(heights.chunks);
  return best === undefined
    ? null
    : { cost: best.cost, isTorn: best.isTorn, columns: traceColumns(best, heights.chunks, chunks, slots) };
}

/** The fewest columns that hold the chunks from each on, if all are as high as the highest. */
function leastColumns(heights: Heights, highestMm: number): number[] {
  const least = Array.from({ length: heights.chunks + 1 }, () => 0);
  let end = heights.chunks;
  for (let from = heights.chunks - 1; from >= 0; from--) {
    if (!isRoom(heights, from, end, highestMm, highestMm)) end = from + 1;
    least[from] = 1 + getElement(least, end);
  }
  return least;
}

function traceColumns(
  last: Filling,
  end: number,
  chunks: readonly Chunk[],
  slots: readonly ColumnSlot[],
): TextColumn[] {
  const columns: TextColumn[] = [];
  let to = end;
  for (let way = last; way.before !== null; way = way.before) {
    const pieces = chunks.slice(way.from, to).flat();
    const again = pieces[0]?.again;
    columns.unshift({
      place: getElement(slots, slots.length - 1 - columns.length),
      pieces: again === undefined ? pieces : [again, ...pieces],
    });
    to = way.from;
  }
  return columns;
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
