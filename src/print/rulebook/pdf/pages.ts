import { getElement, lastIndexWhere, sum } from "../../../rules/arrays.ts";
import { memoizeByText } from "../../../rules/memoize.ts";
import { type Area, MM_PER_PT, type Size } from "../../geometry.ts";
import { type Block, joinText } from "./blocks.ts";
import { composePieces } from "./compose.ts";
import {
  type Around,
  computePageFrame,
  type LooseSection,
  layOutFoot,
  type PageFrame,
  setHead,
} from "./frame.ts";
import {
  addSpans,
  type Chunk,
  fitColumn,
  HAIR_MM,
  type HeightRange,
  measureSpace,
  measureSpan,
  NO_HEIGHT,
} from "./heights.ts";
import {
  computeTypeMetrics,
  type FigureMark,
  type FigureSetting,
  LEADING,
  moveMarks,
  type Piece,
  type TypeSetting,
} from "./marks.ts";
import type { PadShape } from "./pad-figure.ts";

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

/** What a sheet costs whose lines are closer or wider apart than usual. */
const COST_OF_LEADING = 0.3;
/** Lines are set as far apart as this, and otherwise only where none of the first is good. */
const LEADINGS = [
  ["usual", "close"],
  ["middle", "wide"],
] as const;
/** A sheet that costs as much in addition to its pages is not good: a page is nearly empty or uneven, or a table torn. */
const BAD_COST = 6;
/** What it costs for each two sections that are in another order than in the template: text, and what illustrates it, only as a last resort. */
const COST_OF_MOVE = { figure: 0.12, text: 3.5 } as const;
/** A pad in one piece, next to its notes, is worth this much. */
const COST_OF_HALVES = 0.3;
/** Points that may be left out are worth this much. */
const COST_OF_POINTS = 5.5;
/** A page is worth this much. */
const COST_OF_PAGE = 5;
/** More pages than needed that are tried, where the fewest would leave a page nearly empty or columns uneven. */
const MORE_PAGES = 1;

/**
 * Sets a rule sheet in the type size of its paper, on the number of pages that are filled best; lines are closer or wider apart, and sections
 * elsewhere, if that helps. @returns null only where that takes more pages than `most`
 */
export function setPages(
  blocks: readonly Block[],
  paper: Size,
  around: Around,
  type: TypeSetting,
  most = Number.POSITIVE_INFINITY,
): SetPages | null {
  const sizePt = SIZES_PT.find(({ fromMm }) => paper.widthMm >= fromMm)?.sizePt ?? LARGEST_PT;
  const frame = computePageFrame(paper, MAX_LINE_EM * sizePt * MM_PER_PT);
  const fill = memoizeByText((leading: keyof typeof LEADING) => {
    const setting = computeTypeMetrics({ ...type, leading: LEADING[leading] }, sizePt);
    return listOrders(composeSheet(blocks, frame, around, setting), around.loose);
  });
  const mayFit = ({ sections, sheet }: Order) => fewestPages(stackSections(sections), sheet) <= most;
  // With the lines as close as they may be, that is found out at once.
  if (most < Number.POSITIVE_INFINITY && !fill("close").some(mayFit)) return null;
  const [first, others] = LEADINGS;
  let best = bestFilling(first.flatMap(fill));
  if (best.cost - best.order.sheet.costOfPages(best.wanted) >= BAD_COST)
    best = bestFilling(others.flatMap(fill), best);
  if (best.wanted > most) return null;
  const { sheet, sections } = best.order;
  const pages = tracePages(best.filling, stackSections(sections), sheet, best.wanted);
  const collectMarks = (columns: readonly TextColumn[], at: number) => {
    const marks = sheet.foot.listMarks({ page: at + 1, pages: pages.length });
    return [...(at === 0 ? sheet.head : []), ...columns.flatMap(columnMarks), ...marks];
  };
  const pieces = sections.flatMap(({ chunks }) => chunks.flat());
  return {
    paper,
    sizePt,
    pages: pages.map((columns, at) => ({ marks: collectMarks(columns, at) })),
    blocks: [...sheet.headBlocks, ...new Set(pieces.map(({ of }) => of))],
    columns: pages.flat().map((column) => ({ ...column, widthMm: frame.columnMm })),
  };
}

/** A sheet with its sections in an order and in a way that costs this much, in addition to its pages. */
interface Order {
  readonly sheet: Composed;
  readonly sections: readonly Section[];
  readonly cost: number;
  /** What it costs with the fewest pages that have room for all of it. */
  readonly leastCost: number;
}

/** The orders of a sheet's sections, each of them in all ways. */
function listOrders(sheet: Composed, loose: readonly LooseSection[]): Order[] {
  const { sections, others, setting } = sheet;
  const isLoose = ({ heading }: Section) => loose.some((one) => one.heading === heading);
  const isApart = (one: Section, other: Section) =>
    loose.some(
      ({ heading, illustrates: of = other.heading }) => heading === one.heading && of !== other.heading,
    );
  const findPlace = (order: readonly Section[], name: string) =>
    order.findIndex(({ heading }) => heading === name);
  let orders = [sections.filter((section) => !isLoose(section))];
  for (const { heading, below } of loose) {
    const own = findPlace(sections, heading);
    const section = sections[own];
    if (section === undefined) continue;
    orders = orders.flatMap((order) => {
      const places = order.map((_, at) => at + 1).slice(findPlace(order, below));
      return places.map((place) => order.toSpliced(place, 0, section));
    });
  }
  const ownCost = setting.leading === LEADING.usual ? 0 : COST_OF_LEADING;
  return orders.flatMap((order) => {
    const moveCosts = order.flatMap((one, at) =>
      order
        .slice(at)
        .filter((other) => sections.indexOf(other) < sections.indexOf(one))
        .map((other) => COST_OF_MOVE[isApart(one, other) || isApart(other, one) ? "figure" : "text"]),
    );
    let ways = [{ sections: order, cost: ownCost + sum(moveCosts) }];
    for (const { of, section, cost } of others)
      ways = ways.flatMap((way) => [
        way,
        { sections: way.sections.map((own) => (own === of ? section : own)), cost: way.cost + cost },
      ]);
    return ways.map((way) => ({
      ...way,
      sheet,
      leastCost: way.cost + sheet.costOfPages(leastPages(way.sections, sheet)),
    }));
  });
}

/** The fewest pages that have room for sections. */
function leastPages(sections: readonly Section[], { placesOf, setting }: Composed): number {
  let leftMm = sum(sections.map(({ leastMm }) => leastMm));
  // The space above what begins a column is dropped.
  const spareMm = 2 * setting.leadingMm;
  for (let page = 0; ; page++) {
    leftMm -= sum(placesOf(page).map(({ heightMm }) => heightMm + spareMm));
    if (leftMm <= 0) return page + 1;
  }
}

interface BestFilling {
  readonly order: Order;
  readonly filling: Filling;
  readonly wanted: number;
  readonly cost: number;
}

/** The best of all ways to fill the fewest pages, or some more. @param known one to be bettered */
function bestFilling(orders: readonly Order[], known: BestFilling | null = null): BestFilling {
  let best = known;
  let leastCost = known?.cost ?? Number.POSITIVE_INFINITY;
  for (const order of orders.toSorted((a, b) => a.leastCost - b.leastCost)) {
    // No filling costs less than nothing.
    if (order.leastCost >= leastCost) break;
    const { sheet, sections, cost } = order;
    const stack = stackSections(sections);
    const fewest = fewestPages(stack, sheet);
    const most = fewest === 1 ? 1 : fewest + MORE_PAGES;
    for (let wanted = fewest; wanted <= most; wanted++) {
      const bound = leastCost - cost - sheet.costOfPages(wanted);
      if (bound <= 0) break;
      const filling = fillPages(stack, sheet, wanted, bound);
      if (filling === null) continue;
      leastCost = filling.cost + cost + sheet.costOfPages(wanted);
      best = { order, filling, wanted, cost: leastCost };
    }
  }
  if (best === null) throw new Error("no way to set pages");
  return best;
}

/** A rule sheet set in one size, not yet on pages. */
type Composed = ReturnType<typeof composeSheet>;

function composeSheet(blocks: readonly Block[], frame: PageFrame, around: Around, setting: FigureSetting) {
  const { heightMm, marginMm, leftMm, columns, columnMm, gutterMm } = frame;
  const { perSheet = 1 } = around;
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
  const places = [listPlaces(0), listPlaces(1)] as const;
  const highestMm = Math.max(...places.flat().map((place) => place.heightMm));
  const compose = (some: readonly Block[], pad: PadShape) => {
    const column = { widthMm: columnMm, highestMm, pad };
    const sayAgain = (name: string) => around.language.translate("rules.continued", { name });
    return measureSections(composePieces(some, column, setting, sayAgain), highestMm);
  };
  const sections = compose(rest, "whole");
  /** A section in another way; its chunks hold all of its blocks. */
  const listOtherWays = (
    isWanted: (section: Section) => boolean,
    cost: number,
    shape: PadShape,
    isKept: (block: Block) => boolean,
  ) =>
    sections.filter(isWanted).flatMap((of) => {
      const own = new Set(of.chunks.flatMap((chunk) => chunk.map((piece) => piece.of)));
      const some = rest.filter((block) => own.has(block) && isKept(block));
      return compose(some, shape).map((section) => ({ of, section, cost }));
    });
  const hasPad = ({ chunks }: Section) => chunks.some((chunk) => chunk.some(({ of }) => of.kind === "pad"));
  const hasSparePoints = ({ heading }: Section) =>
    around.loose.some((one) => one.heading === heading && one.hasSparePoints);
  return {
    head,
    headBlocks: blocks.slice(0, blocks.length - rest.length),
    foot,
    setting,
    sections,
    /** Sections that may be set in another way: the pad in two halves, and without points that may be left out. */
    others: [
      ...listOtherWays(hasPad, COST_OF_HALVES, "halved", () => true),
      ...listOtherWays(hasSparePoints, COST_OF_POINTS, "whole", ({ kind }) => kind !== "bullet"),
    ],
    costOfPages: (pages: number) => COST_OF_PAGE * perSheet * Math.ceil(pages / perSheet),
    placesOf: (page: number): readonly ColumnPlace[] => places[page === 0 ? 0 : 1],
    highestMm,
  };
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

/** Splits from the worst. A table is torn, or parted from what is about it, only where a column is too low for it. */
const PARTINGS = {
  table: [6, 6],
  /** Text between a heading and its first table. */
  intro: [7, 8],
  /** The last paragraph of a section, or its last lines. */
  rest: [2.5, 4],
  paragraph: [0.1, 0.6],
  /** A word that is hyphenated. */
  word: [0.2, 1.2],
  section: [0.08, 0.5],
  none: [0, 0],
} as const satisfies Record<string, Parting>;

/** Overflowing a column is worse than any split. */
const OVERFLOW_COST = 1000;
/** The least share of a page that is filled, and of the last page. */
const LEAST_FILL = { page: 0.75, last: 0.4 } as const;
/** What a page costs that is emptier, and more for each share that it lacks. */
const EMPTY_COST = { any: 8, share: 30 } as const;
/** What columns of a page cost that differ by more than a line, and for each line more. */
const UNEVEN_COST = { any: 7, line: 0.3 } as const;
/** What each line costs by which spaces make a column lower than usual. */
const TIGHT_COST = 0.3;
/** What blank paper costs. */
const BLANK_COST = 0.3;

/** What keeps pieces together, from the tables that a column has room for to what no column has room for. */
const KEEPS: readonly ((piece: Piece) => boolean)[] = [
  ({ keepWithNext, keepIfRoom }) => keepWithNext || keepIfRoom === true,
  ({ keepWithNext }) => keepWithNext,
  () => false,
];

/** Pieces that stay together, as far as a column has room for them. */
function splitChunks(pieces: Chunk, highestMm: number, [isKept, ...others] = KEEPS): Chunk[] {
  if (isKept === undefined) return [pieces];
  const starts = pieces.flatMap((_, at) => {
    const before = pieces[at - 1];
    return before !== undefined && isKept(before) ? [] : [at];
  });
  return starts.flatMap((from, at) => {
    const chunk = pieces.slice(from, starts[at + 1]);
    const neededMm = measureSpan(chunk).leastMm - measureSpace(getElement(chunk, 0)).leastMm;
    return neededMm <= highestMm ? [chunk] : splitChunks(chunk, highestMm, others);
  });
}

/** A section of the sheet, or what is above the first one. */
interface Section {
  /** Its heading; empty for none. */
  readonly heading: string;
  readonly chunks: readonly Chunk[];
  readonly spans: readonly HeightRange[];
  /** The least height of them all. */
  readonly leastMm: number;
  /** The space above each chunk, less what is said again there. */
  readonly aboves: readonly HeightRange[];
  /** The cost of a split before each chunk. */
  readonly partings: readonly Parting[];
}

function measureSections(pieces: readonly Piece[], highestMm: number): Section[] {
  const starts = pieces.flatMap((piece, at) =>
    at === 0 || (isHeading(piece, 2) && pieces[at - 1]?.of !== piece.of) ? [at] : [],
  );
  return starts.map((from, at) => {
    const chunks = splitChunks(pieces.slice(from, starts[at + 1]), highestMm);
    const spans = chunks.map(measureSpan);
    const first = pieces[from]?.of;
    return {
      heading: first?.kind === "heading" ? joinText(first.runs) : "",
      chunks,
      spans,
      leastMm: sum(spans.map(({ leastMm }) => leastMm)),
      aboves: chunks.map(([first]): HeightRange => {
        if (first === undefined) return NO_HEIGHT;
        const againMm = -(first.again?.heightMm ?? 0);
        return addSpans(measureSpace(first), { leastMm: againMm, usualMm: againMm, mostMm: againMm });
      }),
      partings: listBreakCosts(chunks),
    };
  });
}

/** Sections one below the other: heights of neighbouring chunks come from sums that are formed once. */
type Stack = ReturnType<typeof stackSections>;

function stackSections(sections: readonly Section[]) {
  const chunks = sections.flatMap((section) => section.chunks);
  const aboves = sections.flatMap((section) => section.aboves);
  const partings = [...sections.flatMap((section) => section.partings), PARTINGS.none];
  /** The height of all chunks before each. */
  const befores = [NO_HEIGHT];
  for (const span of sections.flatMap(({ spans }) => spans))
    befores.push(addSpans(befores.at(-1) ?? NO_HEIGHT, span));
  return { chunks, befores, aboves, partings };
}

/** The least height of the chunks from one up to, not including, another. */
function leastHeight({ befores, aboves }: Stack, from: number, to: number): number {
  if (from === to) return 0;
  return (
    getElement(befores, to).leastMm - getElement(befores, from).leastMm - getElement(aboves, from).leastMm
  );
}

/** The height that they can have in a column; more than that where they overflow it. */
function measureColumn(stack: Stack, from: number, to: number, heightMm: number): HeightRange {
  if (from === to) return NO_HEIGHT;
  const [start, end, above] = [
    getElement(stack.befores, from),
    getElement(stack.befores, to),
    getElement(stack.aboves, from),
  ];
  const leastMm = end.leastMm - start.leastMm - above.leastMm;
  const roomMm = Math.max(heightMm, leastMm);
  return {
    leastMm,
    usualMm: end.usualMm - start.usualMm - above.usualMm,
    mostMm: Math.min(roomMm, end.mostMm - start.mostMm - above.mostMm),
  };
}

/** The fewest pages that hold all chunks. */
function fewestPages(stack: Stack, { placesOf, highestMm }: Composed): number {
  let page = 0;
  for (let at = 0; at < stack.chunks.length; page++)
    for (const { heightMm } of placesOf(page)) {
      const from = at;
      while (at < stack.chunks.length && isRoom(stack, from, at + 1, heightMm, highestMm)) at++;
    }
  // A template may have nothing but a title.
  return Math.max(1, page);
}

/** Whether a column has room for chunks. One that is higher than any column overflows it, alone. */
function isRoom(stack: Stack, from: number, to: number, heightMm: number, highestMm: number): boolean {
  const neededMm = leastHeight(stack, from, to);
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
 * @param bound fillings that cost as much are of no use
 * @returns null where the chunks need more pages, or cost as much
 */
function fillPages(stack: Stack, sheet: Composed, wanted: number, bound: number): Filling | null {
  const { placesOf, highestMm, setting } = sheet;
  const count = stack.chunks.length;
  let ways = new Map<number, Filling>([[0, { cost: 0, ends: [0], before: null }]]);
  for (let page = 0; page < wanted; page++) {
    const next = new Map<number, Filling>();
    const places = placesOf(page);
    const isLast = page === wanted - 1;
    // Pages that leave more than the others hold are of no use.
    const leastEnd = firstIndexWithRoom(stack, (wanted - 1 - page) * places.length * highestMm);
    for (const [from, way] of ways) {
      const ends = [from];
      const fillColumn = (column: number): void => {
        const place = places[column];
        const begin = getElement(ends, column);
        if (place === undefined) {
          if (begin < leastEnd) return;
          const most = Math.min(bound, next.get(begin)?.cost ?? bound) - way.cost;
          const cost = pageCost(ends, places, stack, setting.leadingMm, isLast, most);
          if (cost < most) next.set(begin, { cost: way.cost + cost, ends: [...ends], before: way });
          return;
        }
        const hasRoom = (to: number) => to === begin || isRoom(stack, begin, to, place.heightMm, highestMm);
        const isEnd = isLast && column === places.length - 1;
        // A column is empty only where nothing is left, or what comes next needs a higher one.
        const first = begin < count && !hasRoom(begin + 1) ? begin : Math.min(begin + 1, count);
        for (let to = isEnd ? count : first; to <= count && hasRoom(to); to++) {
          ends[column + 1] = to;
          fillColumn(column + 1);
        }
      };
      fillColumn(0);
    }
    ways = next;
  }
  return ways.get(count) ?? null;
}

/** The first chunk from which on all chunks are no higher than a height. */
function firstIndexWithRoom(stack: Stack, heightMm: number): number {
  const count = stack.chunks.length;
  return lastIndexWhere(count, (at) => leastHeight(stack, at, count) > heightMm) + 1;
}

/** @returns the cost of a page, or some cost that is not below the bound */
function pageCost(
  ends: readonly number[],
  places: readonly ColumnPlace[],
  stack: Stack,
  leadingMm: number,
  isLast: boolean,
  bound: number,
): number {
  let cost = 0;
  for (let at = 1; at < ends.length; at++)
    cost += getElement(stack.partings, getElement(ends, at))[at === places.length ? 1 : 0];
  if (cost >= bound) return cost;
  const columns = measureColumns(ends, places, stack);
  const { leastMm, mostMm } = findLevel(columns);
  const uneven = (leastMm - mostMm) / leadingMm - 1;
  if (uneven > 0) cost += UNEVEN_COST.any + UNEVEN_COST.line * uneven;
  if (cost >= bound) return cost;
  const levels = levelColumns(columns);
  const fills = levels.map((usedMm, at) => usedMm / getElement(places, at).heightMm);
  const fill = sum(fills) / fills.length;
  const tight = Math.max(0, ...columns.map(({ usualMm }, at) => usualMm - getElement(levels, at)));
  const lacking = (isLast ? LEAST_FILL.last : LEAST_FILL.page) - fill;
  return (
    cost +
    (TIGHT_COST * tight) / leadingMm +
    (lacking > 0 ? EMPTY_COST.any + EMPTY_COST.share * lacking : 0) +
    (Math.max(...fills) > 1 + HAIR_MM ? OVERFLOW_COST : 0) +
    (isLast ? 0 : BLANK_COST * (1 - fill))
  );
}

function measureColumns(
  ends: readonly number[],
  places: readonly ColumnPlace[],
  stack: Stack,
): HeightRange[] {
  return places.map(({ heightMm }, at) =>
    measureColumn(stack, getElement(ends, at), getElement(ends, at + 1), heightMm),
  );
}

/** The height of the highest column of a page at least, and of the lowest one at most. */
function findLevel(columns: readonly HeightRange[]): Pick<HeightRange, "leastMm" | "mostMm"> {
  let [leastMm, mostMm] = [0, Number.POSITIVE_INFINITY];
  for (const column of columns) {
    leastMm = Math.max(leastMm, column.leastMm);
    mostMm = Math.min(mostMm, column.mostMm);
  }
  return { leastMm, mostMm };
}

/** How high the columns of a page are: as level as what is in them allows. */
function levelColumns(columns: readonly HeightRange[]): number[] {
  const { leastMm, mostMm } = findLevel(columns);
  return columns.map((column) => Math.min(Math.max(leastMm, mostMm), column.mostMm));
}

function tracePages(last: Filling, stack: Stack, { placesOf }: Composed, wanted: number): TextColumn[][] {
  const pages: TextColumn[][] = [];
  for (let way = last; way.before !== null; way = way.before) {
    const { ends } = way;
    const places = placesOf(wanted - 1 - pages.length);
    const levels = levelColumns(measureColumns(ends, places, stack));
    pages.unshift(
      places.map((place, at) => {
        const pieces = stack.chunks.slice(ends[at], ends[at + 1]).flat();
        const again = pieces[0]?.again;
        const all = again === undefined ? pieces : [again, ...pieces];
        return { place, pieces: fitColumn(all, getElement(levels, at)) };
      }),
    );
  }
  return pages;
}

/** The cost of a split before each chunk of a section. */
function listBreakCosts(chunks: readonly Chunk[]): Parting[] {
  const pieces = chunks.flat();
  let [at, hasTable] = [0, false];
  return chunks.map((chunk) => {
    const parting = PARTINGS[classifyBreak(pieces, at, hasTable)];
    hasTable ||= chunk.some(isTable);
    at += chunk.length;
    return parting;
  });
}

/** The kind of split before a piece. @param hasTable whether its section had a table before */
function classifyBreak(pieces: readonly Piece[], at: number, hasTable: boolean): keyof typeof PARTINGS {
  const [last, next] = [pieces[at - 1], pieces[at]];
  if (last === undefined || next === undefined || isHeading(next, 2)) return "none";
  if ((isTable(last) && next.of.kind === "paragraph") || last.keepIfRoom === true) return "table";
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
