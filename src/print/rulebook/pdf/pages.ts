import type { Size } from "../../geometry.ts";
import type { Block } from "./blocks.ts";
import { type TextColumn, type ColumnPlace, type ColumnSlot, fewestPages, fillColumns } from "./columns.ts";
import { composePieces } from "./compose.ts";
import { type PageFrame, computePageFrame } from "./frame.ts";
import { type Around, layOutFoot, setHead } from "./head-and-foot.ts";
import {
  type FigureMark,
  type FigureSetting,
  moveMarks,
  computeTypeMetrics,
  SPACING,
  type Spacing,
  type TypeSetting,
} from "./marks.ts";

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
 * Sets a rule sheet on as few pages as the smallest type allows, in the largest that needs no more and parts nothing that belongs together.
 * Where one leaf does not do, both sides of all leaves are filled. Lines are closer where that keeps something whole, or on one folded sheet.
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

/** The size in which so many pages cost least. */
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
