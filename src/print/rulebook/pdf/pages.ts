import { lastIndexWhere } from "../../../rules/arrays.ts";
import type { Language } from "../../../i18n/language.ts";
import type { Hyphenate } from "../../fonts/hyphenation.ts";
import type { TypeFamily } from "../../fonts/typeface.ts";
import type { Area, Size } from "../../geometry.ts";
import { type Block, inBold, type Runs } from "./blocks.ts";
import { composePieces } from "./compose.ts";
import { breakLines } from "./lines.ts";
import type { FigureMark, FigureSetting, Piece } from "./marks.ts";
import { BLACK, inGrey, moved, resized, settingAt } from "./marks.ts";

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

/** From this width on, a line across the paper would be too long. */
const TWO_COLUMNS_FROM_MM = 180;
const GUTTER_MM = 8;
const MIN_MARGIN_MM = 8;
const MAX_MARGIN_MM = 14;
const MARGIN_SHARE = 0.075;
/** From just readable in the light of a pub up to comfortable, in quarter points. */
const MIN_PT = 8;
const SIZE_STEP_PT = 0.25;
const SIZE_STEPS = 10;

type Frame = ReturnType<typeof frameOf>;

function frameOf({ widthMm, heightMm }: Size) {
  const marginMm = Math.min(MAX_MARGIN_MM, Math.max(MIN_MARGIN_MM, widthMm * MARGIN_SHARE));
  const columns = widthMm >= TWO_COLUMNS_FROM_MM ? 2 : 1;
  const acrossMm = widthMm - 2 * marginMm;
  const columnMm = (acrossMm - (columns - 1) * GUTTER_MM) / columns;
  return { widthMm, heightMm, marginMm, acrossMm, columns, columnMm };
}

/** Sets a rule sheet on as few pages as the smallest type allows, in the largest that needs no more. @param title for their feet */
export function setPages(
  blocks: readonly Block[],
  paper: Size,
  title: string,
  type: { readonly family: TypeFamily; readonly hyphenate: Hyphenate; readonly language: Language },
): SetPages {
  const frame = frameOf(paper);
  const attempt = (step: number) =>
    pagesAt(blocks, frame, settingAt(type.family, type.hyphenate, MIN_PT + step * SIZE_STEP_PT));
  let best = attempt(0);
  lastIndexWhere(SIZE_STEPS, (step) => {
    const tried = attempt(step + 1);
    if (tried.pages.length > best.pages.length) return false;
    best = tried;
    return true;
  });
  const { pages, head, setting } = best;
  const marksOf = (columns: readonly Column[], at: number) => {
    const count = { name: title, page: at + 1, pages: pages.length };
    const foot = pages.length === 1 ? "" : type.language.translate("rules.page", count);
    return [...(at === 0 ? head : []), ...columns.flatMap(columnMarks), ...footMarks(foot, frame, setting)];
  };
  return {
    paper,
    sizePt: setting.sizePt,
    pages: pages.map((columns, at) => ({ marks: marksOf(columns, at) })),
    columns: pages.flat().map((column) => ({ ...column, widthMm: frame.columnMm })),
  };
}

function pagesAt(blocks: readonly Block[], frame: Frame, setting: FigureSetting) {
  const { heightMm, marginMm, columns, columnMm } = frame;
  const { head, bottomMm, rest } = setHead(blocks, frame, setting);
  const placesOf = (page: number): ColumnPlace[] => {
    const yMm = page === 0 ? bottomMm : marginMm;
    return Array.from({ length: columns }, (_, at) => ({
      xMm: marginMm + at * (columnMm + GUTTER_MM),
      yMm,
      heightMm: heightMm - marginMm - yMm,
    }));
  };
  return { pages: fillPages(composePieces(rest, columnMm, setting), placesOf), head, setting };
}

const TITLE_SIZE = 2.3;
const HEAD_RULE_PT = 0.8;

/** The game's name and the paragraph below it stand across all columns, which begin below `bottomMm`. */
function setHead(blocks: readonly Block[], { marginMm, acrossMm }: Frame, setting: FigureSetting) {
  const [first, second] = blocks;
  if (first?.kind !== "heading" || first.level !== 1) return { head: [], bottomMm: marginMm, rest: blocks };
  const large = resized(setting, TITLE_SIZE);
  const head: FigureMark[] = [];
  let y = marginMm - 0.2 * large.leadingMm;
  const add = (runs: Runs, size: FigureSetting) => {
    for (const line of breakLines(runs, acrossMm, size)) {
      head.push(...moved(line.marks, marginMm, y));
      y += size.leadingMm;
    }
  };
  add(inBold(first.runs), large);
  const hasLead = second?.kind === "paragraph";
  if (hasLead) add(second.runs, inGrey(setting));
  y += 0.25 * setting.leadingMm;
  head.push({ kind: "rule", xMm: marginMm, yMm: y, widthMm: acrossMm, weightPt: HEAD_RULE_PT, ink: BLACK });
  return { head, bottomMm: y + 0.6 * setting.leadingMm, rest: blocks.slice(hasLead ? 2 : 1) };
}

const FOOT_SIZE = 0.82;

function footMarks(text: string, frame: Frame, setting: FigureSetting): FigureMark[] {
  const { widthMm, heightMm, marginMm, acrossMm } = frame;
  const small = inGrey(resized(setting, FOOT_SIZE));
  const [line] = breakLines([{ kind: "text", text, weight: "regular", content: null }], acrossMm, small);
  if (line === undefined) return [];
  return moved(line.marks, widthMm - marginMm - line.widthMm, heightMm - marginMm / 2 - small.leadingMm / 2);
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
