import { getElement, sum } from "../../../rules/arrays.ts";
import { type Area, MM_PER_PT, type Size } from "../../geometry.ts";
import type { Block } from "./blocks.ts";
import { composePieces } from "./compose.ts";
import { type Around, computePageFrame, layOutFoot, type PageFrame, setHead } from "./frame.ts";
import {
  computeTypeMetrics,
  type FigureMark,
  type FigureSetting,
  LEADING,
  moveMarks,
  type Piece,
  type TypeSetting,
} from "./marks.ts";
import { PAD_SHAPES, type PadShape } from "./pad-figure.ts";

/** Pages with everything in its place. */
export interface SetPages {
  readonly paper: Size;
  readonly pages: readonly { readonly marks: readonly FigureMark[] }[];
  /** The columns of all pages with the pieces in them. */
  readonly columns: readonly (TextColumn & { readonly widthMm: number })[];
  readonly sizePt: number;
  /** What is on the pages, in the order in which it is read there. */
  readonly blocks: readonly Block[];
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
/** A pad behind the section that its template puts it behind is worth this much for each section in between. */
const COST_OF_MOVE = 0.05;
/** A pad in one piece, next to its notes, is worth this much. */
const COST_OF_HALVES = 0.3;
/** A page is worth this much. */
const COST_OF_PAGE = 5;
/** More pages than needed that are tried, where the fewest would leave a page nearly empty or tear a table. */
const MORE_PAGES = 1;

/** Sets a rule sheet in the type size of its paper, on the number of pages that are filled best; lines are closer if that helps. */
export function setPages(blocks: readonly Block[], paper: Size, around: Around, type: TypeSetting): SetPages {
  const sizePt = SIZES_PT.find(({ fromMm }) => paper.widthMm >= fromMm)?.sizePt ?? LARGEST_PT;
  const frame = computePageFrame(paper, MAX_LINE_EM * sizePt * MM_PER_PT);
  const shapes = PAD_SHAPES.slice(0, frame.columns === 1 ? undefined : 1);
  const sets = [LEADING.usual, LEADING.close].flatMap((leading) =>
    shapes.map((pad) => {
      const setting = computeTypeMetrics({ ...type, leading }, sizePt);
      const cost = (leading === LEADING.close ? COST_OF_CLOSE : 0) + (pad === "halved" ? COST_OF_HALVES : 0);
      return { ...composeSheet(blocks, frame, around, setting, pad), cost };
    }),
  );
  const best = bestFilling(sets.flatMap(orderings));
  const { pages, head, foot } = best;
  const collectMarks = (columns: readonly TextColumn[], at: number) => {
    const marks = foot.listMarks({ page: at + 1, pages: pages.length });
    return [...(at === 0 ? head : []), ...columns.flatMap(columnMarks), ...marks];
  };
  return {
    paper,
    sizePt,
    pages: pages.map((columns, at) => ({ marks: collectMarks(columns, at) })),
    blocks: [...best.headBlocks, ...new Set(best.pieces.map(({ of }) => of))],
    columns: pages.flat().map((column) => ({ ...column, widthMm: frame.columnMm })),
  };
}

/** The best of all ways to fill the fewest pages, or some more. */
function bestFilling(sets: readonly Sized[]) {
  let best: (Sized & NonNullable<ReturnType<typeof fillPages>>) | null = null;
  for (const set of sets.toSorted((a, b) => a.cost - b.cost)) {
    const chunks = splitChunks(set.pieces, set.highestMm);
    const heights = sumHeights(chunks);
    const fewest = fewestPages(heights, set.placesOf, set.highestMm);
    const partings = listBreakCosts(chunks);
    const most = fewest === 1 ? 1 : fewest + MORE_PAGES;
    for (let wanted = fewest; wanted <= most; wanted++) {
      const leastCost = set.cost + wanted * COST_OF_PAGE;
      // No filling costs less than nothing.
      if (best !== null && best.cost <= leastCost) break;
      const filled = fillPages(set, { chunks, heights, partings }, wanted);
      if (filled === null) continue;
      const cost = filled.cost + leastCost;
      if (best === null || cost < best.cost) best = { ...set, ...filled, cost };
    }
  }
  if (best === null) throw new Error("no way to set pages");
  return best;
}

/** A sheet whose sections are in an order that costs this much, in addition to its pages. */
type Sized = Composed & { readonly cost: number };

/** The orders of a sheet's sections: a filled-in pad may go behind any section after the boxes. */
function orderings(set: Sized): Sized[] {
  const starts = set.pieces.flatMap((piece, at) =>
    isHeading(piece, 2) && set.pieces[at - 1]?.of !== piece.of ? [at] : [],
  );
  const sections = starts.map((from, at) => set.pieces.slice(from, starts[at + 1]));
  const has = (kind: Block["kind"]) => (section: readonly Piece[]) =>
    section.some(({ of }) => of.kind === kind);
  const pad = sections.find(has("pad"));
  if (pad === undefined) return [set];
  const before = set.pieces.slice(0, starts[0]);
  const others = sections.filter((section) => section !== pad);
  const own = sections.indexOf(pad);
  const first = Math.min(own, others.findLastIndex(has("boxes")) + 1);
  return Array.from({ length: others.length + 1 - first }, (_, at): Sized => {
    const place = first + at;
    const pieces = [...before, ...others.slice(0, place).flat(), ...pad, ...others.slice(place).flat()];
    return { ...set, pieces, cost: set.cost + COST_OF_MOVE * Math.abs(place - own) };
  });
}

/** A rule sheet set in one size, not yet on pages. */
type Composed = ReturnType<typeof composeSheet>;

function composeSheet(
  blocks: readonly Block[],
  frame: PageFrame,
  around: Around,
  setting: FigureSetting,
  pad: PadShape,
) {
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
  const highestMm = Math.max(...[0, 1].flatMap(listPlaces).map((place) => place.heightMm));
  const column = { widthMm: columnMm, highestMm, isAlone: columns === 1, pad };
  const pieces = composePieces(rest, column, setting, (name) =>
    around.language.translate("rules.continued", { name }),
  );
  const headBlocks = blocks.slice(0, blocks.length - rest.length);
  return { head, headBlocks, foot, setting, columns, pieces, placesOf: listPlaces, highestMm };
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
  boxes: [3, 3],
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

/** The least and the greatest height of something, in mm. */
interface Span {
  readonly leastMm: number;
  readonly mostMm: number;
}

const NOTHING: Span = { leastMm: 0, mostMm: 0 };

function addSpans(a: Span, b: Span): Span {
  return { leastMm: a.leastMm + b.leastMm, mostMm: a.mostMm + b.mostMm };
}

function measureSpace({ spaceBeforeMm, spareMm = 0 }: Piece): Span {
  return { leastMm: spaceBeforeMm - spareMm, mostMm: spaceBeforeMm };
}

function measurePiece({ heightMm, growth }: Piece): Span {
  return { leastMm: heightMm, mostMm: heightMm + (growth?.mostMm ?? 0) };
}

/** How high pieces can be one below the other, with the space above the first. */
function measureSpan(pieces: Chunk): Span {
  return pieces.reduce(
    (sum, piece) => addSpans(sum, addSpans(measureSpace(piece), measurePiece(piece))),
    NOTHING,
  );
}

/** Pieces that stay together: figures wherever a column has room for them; other tables may be torn, at a cost. */
function splitChunks(pieces: readonly Piece[], highestMm: number): Chunk[] {
  const isKept = ({ keepWithNext, keepIfRoom, of }: Piece) =>
    keepWithNext || (keepIfRoom === true && of.kind === "figures");
  return groupPieces(pieces, isKept).flatMap((chunk) =>
    measureSpan(chunk).leastMm - measureSpace(getElement(chunk, 0)).leastMm <= highestMm
      ? [chunk]
      : groupPieces(chunk, ({ keepWithNext }) => keepWithNext),
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

/** The fewest pages that hold all chunks. @param placesOf the columns of a page by its number, from 0 @param highestMm the highest column of all pages */
function fewestPages(
  heights: Heights,
  placesOf: (page: number) => readonly ColumnPlace[],
  highestMm: number,
): number {
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
  const [least, most] = [[0], [0]];
  let end = NOTHING;
  for (const chunk of chunks) {
    end = addSpans(end, measureSpan(chunk));
    least.push(end.leastMm);
    most.push(end.mostMm);
  }
  const aboves = chunks.map(([first]): Span => {
    if (first === undefined) return NOTHING;
    const [againMm, { leastMm, mostMm }] = [first.again?.heightMm ?? 0, measureSpace(first)];
    return { leastMm: leastMm - againMm, mostMm: mostMm - againMm };
  });
  return {
    chunks: chunks.length,
    /** The least height of the chunks from one up to, not including, another. */
    least: (from: number, to: number) =>
      from === to ? 0 : getElement(least, to) - getElement(least, from) - getElement(aboves, from).leastMm,
    most: (from: number, to: number) =>
      from === to ? 0 : getElement(most, to) - getElement(most, from) - getElement(aboves, from).mostMm,
  };
}

/** What a sheet is split into, and what splits cost. */
interface MeasuredChunks {
  readonly chunks: readonly Chunk[];
  readonly heights: Heights;
  readonly partings: readonly Parting[];
}

/** Rounding of sums, in mm. */
const HAIR_MM = 1e-6;

/** Whether a column has room for chunks. One that is higher than any column overflows it, alone. */
function isRoom(heights: Heights, from: number, to: number, heightMm: number, highestMm: number): boolean {
  const neededMm = heights.least(from, to);
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
 * @returns null where the chunks need more pages
 */
function fillPages(
  { placesOf, highestMm, setting }: Composed,
  { chunks, heights, partings }: MeasuredChunks,
  wanted: number,
) {
  let ways = new Map<number, Filling>([[0, { cost: 0, ends: [0], before: null }]]);
  for (let page = 0; page < wanted; page++) {
    const next = new Map<number, Filling>();
    const isLast = page === wanted - 1;
    for (const [from, way] of ways)
      for (const ends of columnEnds(heights, from, placesOf(page), highestMm, isLast)) {
        const to = ends.at(-1) ?? from;
        const cost = way.cost + pageCost(ends, placesOf(page), heights, partings, setting.leadingMm, isLast);
        if (cost < (next.get(to)?.cost ?? Number.POSITIVE_INFINITY))
          next.set(to, { cost, ends, before: way });
      }
    ways = next;
  }
  const best = ways.get(heights.chunks);
  return best === undefined
    ? null
    : { cost: best.cost, pages: tracePages(best, chunks, heights, placesOf, wanted) };
}

/** All ways to fill the columns of a page from a chunk on, with all that is left if it is the last: where each begins, and where the page ends. */
function columnEnds(
  heights: Heights,
  from: number,
  [place, ...others]: readonly ColumnPlace[],
  highestMm: number,
  isLast: boolean,
): number[][] {
  if (place === undefined) return [[from]];
  const { chunks } = heights;
  const hasRoom = (to: number) => to === from || isRoom(heights, from, to, place.heightMm, highestMm);
  if (isLast && others.length === 0) return hasRoom(chunks) ? [[from, chunks]] : [];
  const all: number[][] = [];
  // A column is empty only where nothing is left, or what comes next needs a higher one.
  for (
    let to = from < chunks && !hasRoom(from + 1) ? from : Math.min(from + 1, chunks);
    to <= chunks && hasRoom(to);
    to++
  )
    for (const rest of columnEnds(heights, to, others, highestMm, isLast)) all.push([from, ...rest]);
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
  const usedMm = levelColumns(ends, places, heights);
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

/** How high the columns of a page are: as level as what is in them allows, and as high as that allows. */
function levelColumns(ends: readonly number[], places: readonly ColumnPlace[], heights: Heights): number[] {
  let [levelMm, lowestMm] = [0, Number.POSITIVE_INFINITY];
  const mosts = places.map(({ heightMm }, at) => {
    const [from, to] = [getElement(ends, at), getElement(ends, at + 1)];
    const leastMm = heights.least(from, to);
    const mostMm = Math.max(leastMm, Math.min(heights.most(from, to), heightMm));
    levelMm = Math.max(levelMm, leastMm);
    lowestMm = Math.min(lowestMm, mostMm);
    return mostMm;
  });
  levelMm = Math.max(levelMm, lowestMm);
  return mosts.map((mostMm) => Math.min(levelMm, mostMm));
}

function tracePages(
  last: Filling,
  chunks: readonly Chunk[],
  heights: Heights,
  placesOf: (page: number) => readonly ColumnPlace[],
  wanted: number,
): TextColumn[][] {
  const pages: TextColumn[][] = [];
  for (let way = last; way.before !== null; way = way.before) {
    const { ends } = way;
    const places = placesOf(wanted - 1 - pages.length);
    const levels = levelColumns(ends, places, heights);
    pages.unshift(
      places.map((place, at) => {
        const pieces = chunks.slice(ends[at], ends[at + 1]).flat();
        const again = pieces[0]?.again;
        const all = again === undefined ? pieces : [again, ...pieces];
        return { place, pieces: fitColumn(all, getElement(levels, at)) };
      }),
    );
  }
  return pages;
}

/** The pieces of a column that is to be so high: what can be lower or higher shares the difference. */
function fitColumn(pieces: readonly Piece[], heightMm: number): readonly Piece[] {
  const [first] = pieces;
  if (first === undefined) return [];
  const [all, above] = [measureSpan(pieces), measureSpace(first)];
  const leastMm = all.leastMm - above.leastMm;
  const rangeMm = all.mostMm - above.mostMm - leastMm;
  const share = rangeMm < HAIR_MM ? 1 : Math.max(0, Math.min(1, (heightMm - leastMm) / rangeMm));
  return pieces.map((piece) => {
    const { spareMm = 0, growth } = piece;
    const spaceBeforeMm = piece.spaceBeforeMm - (1 - share) * spareMm;
    if (growth === undefined) return spareMm === 0 ? piece : { ...piece, spaceBeforeMm };
    const extraMm = share * growth.mostMm;
    return { ...piece, spaceBeforeMm, heightMm: piece.heightMm + extraMm, marks: growth.draw(extraMm) };
  });
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
  return of.kind === "boxes" || of.kind === "figures" || of.kind === "words" || of.kind === "pad";
}

/** Whether a piece begins a section, or one within it. @param level the lowest rank that counts */
function isHeading({ of }: Piece, level: number): boolean {
  return of.kind === "heading" && of.level <= level;
}
