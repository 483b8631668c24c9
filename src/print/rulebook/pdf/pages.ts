import { elementAt } from "../../../rules/arrays.ts";
import type { Language } from "../../../i18n/language.ts";
import type { Hyphenate } from "../../fonts/hyphenation.ts";
import type { TypeFamily } from "../../fonts/typeface.ts";
import type { Size } from "../../geometry.ts";
import { type Block, inBold, type Runs } from "./blocks.ts";
import { composePieces } from "./compose.ts";
import { breakLines } from "./lines.ts";
import {
  BLACK,
  type FigureMark,
  moved,
  type Piece,
  QUIET,
  resized,
  type FigureSetting,
  settingAt,
} from "./marks.ts";

/** Pages with everything in its place. */
export interface SetPages {
  readonly paper: Size;
  readonly pages: readonly { readonly marks: readonly FigureMark[] }[];
  /** The columns of each page with the pieces in them. */
  readonly columns: readonly {
    readonly place: ColumnPlace;
    readonly widthMm: number;
    readonly pieces: readonly Piece[];
  }[];
  readonly sizePt: number;
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

function frameOf({ widthMm }: Size) {
  const marginMm = Math.min(MAX_MARGIN_MM, Math.max(MIN_MARGIN_MM, widthMm * MARGIN_SHARE));
  const columns = widthMm >= TWO_COLUMNS_FROM_MM ? 2 : 1;
  const columnMm = (widthMm - 2 * marginMm - (columns - 1) * GUTTER_MM) / columns;
  return { marginMm, columns, columnMm };
}

/**
 * Sets a rule sheet on paper: on as few pages as the smallest type allows, in the largest type that needs no more.
 *
 * @param title for the foot of several pages
 */
export function setPages(
  blocks: readonly Block[],
  paper: Size,
  title: string,
  type: { readonly family: TypeFamily; readonly hyphenate: Hyphenate; readonly language: Language },
): SetPages {
  const { filled, head, columnsOf, setting } = bestAttempt((step) => {
    const sizePt = MIN_PT + step * SIZE_STEP_PT;
    return pagesAt(blocks, paper, settingAt(type.family, type.hyphenate, sizePt));
  });
  const frame = frameOf(paper);
  return {
    paper,
    sizePt: setting.sizePt,
    pages: filled.map(({ marks }, at) => {
      const count = { name: title, page: at + 1, pages: filled.length };
      const text = filled.length === 1 ? "" : type.language.translate("rules.page", count);
      return {
        marks: [...(at === 0 ? head.marks : []), ...marks, ...footMarks(text, paper, frame, setting)],
      };
    }),
    columns: filled.flatMap((page, at) =>
      columnsOf(at).map((place, column) => ({
        place,
        widthMm: frame.columnMm,
        pieces: page.columns[column] ?? [],
      })),
    ),
  };
}

/** Finds the largest size that needs no more pages than the smallest, by bisection. */
function bestAttempt(attempt: (step: number) => ReturnType<typeof pagesAt>) {
  let best = attempt(0);
  let fits = 0;
  let fails = SIZE_STEPS + 1;
  while (fails - fits > 1) {
    const middle = (fits + fails) >> 1;
    const tried = attempt(middle);
    if (tried.filled.length > best.filled.length) fails = middle;
    else [best, fits] = [tried, middle];
  }
  return best;
}

function pagesAt(blocks: readonly Block[], paper: Size, setting: FigureSetting) {
  const frame = frameOf(paper);
  const { head, rest } = setHead(blocks, frame, paper, setting);
  const foot = paper.heightMm - frame.marginMm;
  const columnsOf = (page: number): ColumnPlace[] => {
    const top = page === 0 ? head.bottomMm : frame.marginMm;
    return Array.from({ length: frame.columns }, (_, at) => ({
      xMm: frame.marginMm + at * (frame.columnMm + GUTTER_MM),
      yMm: top,
      heightMm: foot - top,
    }));
  };
  const filled = fillPages(composePieces(rest, frame.columnMm, setting), columnsOf);
  return { filled, head, columnsOf, setting };
}

const TITLE_SIZE = 2.3;
const HEAD_RULE_PT = 0.8;

/** The game's name and the paragraph below it stand across all columns, which begin below `bottomMm`. */
function setHead(blocks: readonly Block[], { marginMm }: Frame, { widthMm }: Size, setting: FigureSetting) {
  const [first, second] = blocks;
  if (first?.kind !== "heading" || first.level !== 1) {
    return { head: { marks: [], bottomMm: marginMm }, rest: blocks };
  }
  const across = widthMm - 2 * marginMm;
  const large = resized(setting, TITLE_SIZE);
  const marks: FigureMark[] = [];
  let y = marginMm - 0.2 * large.leadingMm;
  const add = (runs: Runs, size: FigureSetting, ink: number) => {
    for (const line of breakLines(runs, across, size, ink)) {
      marks.push(...moved(line.marks, marginMm, y));
      y += size.leadingMm;
    }
  };
  add(inBold(first.runs), large, BLACK);
  const hasLead = second?.kind === "paragraph";
  if (hasLead) add(second.runs, setting, QUIET);
  y += 0.25 * setting.leadingMm;
  marks.push({ kind: "rule", xMm: marginMm, yMm: y, widthMm: across, weightPt: HEAD_RULE_PT, ink: BLACK });
  return { head: { marks, bottomMm: y + 0.6 * setting.leadingMm }, rest: blocks.slice(hasLead ? 2 : 1) };
}

const FOOT_SIZE = 0.82;

function footMarks(
  text: string,
  { widthMm, heightMm }: Size,
  { marginMm }: Frame,
  setting: FigureSetting,
): FigureMark[] {
  const small = resized(setting, FOOT_SIZE);
  const runs = [{ kind: "text", text, weight: "regular", content: null }] as const;
  const [line] = breakLines(runs, widthMm - 2 * marginMm, small, QUIET);
  if (line === undefined) return [];
  return moved(line.marks, widthMm - marginMm - line.widthMm, heightMm - marginMm / 2 - small.leadingMm / 2);
}

/** A column on a page. */
interface ColumnPlace {
  readonly xMm: number;
  readonly yMm: number;
  readonly heightMm: number;
}

/** Pieces that stay together. */
type Chunk = readonly Piece[];

/**
 * Fills columns from top to bottom, page after page. What stays together moves to the next column as a whole. On the last page the
 * columns end at about the same height.
 *
 * @param columnsOf the columns of a page by its number, from 0
 */
function fillPages(pieces: readonly Piece[], columnsOf: (page: number) => readonly ColumnPlace[]) {
  const pages: { marks: FigureMark[]; columns: Piece[][] }[] = [];
  let left: readonly Chunk[] = chunksOf(pieces);
  while (left.length > 0) {
    const columns = columnsOf(pages.length);
    const { filled, rest } = fillPage(left, columns, 1);
    const best = rest.length === 0 ? balanced(left, columns) : filled;
    pages.push({
      columns: best,
      marks: best.flatMap((column, at) => columnMarks(column, elementAt(columns, at))),
    });
    left = rest;
  }
  return pages;
}

function chunksOf(pieces: readonly Piece[]): Chunk[] {
  const chunks: Piece[][] = [];
  let open = false;
  for (const piece of pieces) {
    if (open) chunks.at(-1)?.push(piece);
    else chunks.push([piece]);
    open = piece.keepWithNext;
  }
  return chunks;
}

/** @param share how much of each column's height may be used */
function fillPage(chunks: readonly Chunk[], columns: readonly ColumnPlace[], share: number) {
  const filled: Piece[][] = [];
  let at = 0;
  for (const column of columns) {
    const pieces: Piece[] = [];
    let used = 0;
    for (let chunk = chunks[at]; chunk !== undefined; chunk = chunks[++at]) {
      const height = heightOf(chunk, pieces.length === 0);
      // A chunk higher than a whole column overflows it.
      if (used + height > column.heightMm * share && pieces.length > 0) break;
      pieces.push(...chunk);
      used += height;
    }
    filled.push(pieces);
  }
  return { filled, rest: chunks.slice(at) };
}

function heightOf(chunk: Chunk, atTop: boolean): number {
  return chunk.reduce(
    (sum, piece, at) => sum + piece.heightMm + (atTop && at === 0 ? 0 : piece.spaceBeforeMm),
    0,
  );
}

/** The lowest columns of equal height that still hold everything, by bisection. */
function balanced(chunks: readonly Chunk[], columns: readonly ColumnPlace[]): Piece[][] {
  let tooLow = 0;
  let enough = 1;
  for (let step = 0; step < 12; step++) {
    const share = (tooLow + enough) / 2;
    if (fillPage(chunks, columns, share).rest.length === 0) enough = share;
    else tooLow = share;
  }
  return fillPage(chunks, columns, enough).filled;
}

function columnMarks(pieces: readonly Piece[], column: ColumnPlace): FigureMark[] {
  let y = column.yMm;
  return pieces.flatMap((piece, at) => {
    if (at > 0) y += piece.spaceBeforeMm;
    const marks = moved(piece.marks, column.xMm, y);
    y += piece.heightMm;
    return marks;
  });
}
