import { listNames } from "../../src/i18n/game-words.ts";
import type { Language } from "../../src/i18n/language.ts";
import { SOFT_HYPHEN } from "../../src/print/fonts/hyphenation.ts";
import { MM_PER_PT } from "../../src/print/geometry.ts";
import { type FigureMark, LEADING, type Piece } from "../../src/print/rulebook/pdf/marks.ts";
import { measureChunk } from "../../tests/support/pieces.ts";
import type { SetPages } from "../../src/print/rulebook/pdf/pages.ts";
import type { Game } from "../../src/rules/game/game.ts";

/** What a reader would dislike on the pages of one rule sheet. */
export interface LeafletFacts {
  readonly sizePt: number;
  /** How full the columns of each page are, as shares of their height. */
  readonly pages: readonly (readonly number[])[];
  /** The largest difference between the columns of each page, in lines. */
  readonly unevenLines: readonly number[];
  /** Words divided at the end of a line, with their two halves joined by a hyphen. */
  readonly divided: readonly string[];
  /** Those whose second half begins a last line. */
  readonly dividedAtEnd: readonly string[];
  /** Those that are part of the name of the game, a box, a column or a sum. */
  readonly dividedNames: readonly string[];
  /** Headings with nothing or a single line below them in their column. */
  readonly loneHeadings: number;
  /** Tables that go on in the next column though a column has room for them and their heading, or of which fewer than three rows are in one of both. */
  readonly tornTables: number;
  /** Paragraphs about a table that begin the next column. */
  readonly partedNotes: number;
  /** Spaces above headings that are higher than any line, as if to fill a column, in mm. */
  readonly stretched: readonly number[];
}

/** Measures the pages of a game's rules. */
export function measureLeaflet(game: Game, language: Language, set: SetPages): LeafletFacts {
  const across = set.columns.length / set.pages.length;
  const fills = set.columns.map(({ place, pieces }) => measureChunk(pieces) / place.heightMm);
  const lineMm = 1.36 * set.sizePt * MM_PER_PT;
  const pages = set.pages.map((_, page) => fills.slice(page * across, (page + 1) * across));
  const heightOf = (page: number) => set.columns[page * across]?.place.heightMm ?? 0;
  const words = listDivided(set.columns.flatMap(({ pieces }) => pieces));
  const names = new Set(listNames(game, language).flatMap((name) => name.match(/\p{L}{4,}/gu) ?? []));
  return {
    sizePt: set.sizePt,
    pages,
    unevenLines: pages.map(
      (columns, page) => ((Math.max(...columns) - Math.min(...columns)) * heightOf(page)) / lineMm,
    ),
    divided: words.map(({ word }) => word),
    dividedAtEnd: words.filter(({ isAtEnd }) => isAtEnd).map(({ word }) => word),
    dividedNames: words.map(({ word }) => word).filter((word) => names.has(word.replace("-", ""))),
    loneHeadings: count(set, isLoneHeading),
    tornTables: count(set, (last, next) => isTorn(last, next, set)),
    partedNotes: count(set, (last, next) => isTable(last.at(-1)) && next[0]?.of.kind === "paragraph"),
    stretched: set.columns.flatMap(({ pieces }) => listHighSpaces(pieces.slice(1), set.sizePt)),
  };
}

function listHighSpaces(pieces: readonly Piece[], sizePt: number): number[] {
  const headings = pieces.filter(({ of }) => of.kind === "heading");
  const lineMm = Math.max(...Object.values(LEADING)) * sizePt * MM_PER_PT;
  return headings.map(({ spaceBeforeMm }) => spaceBeforeMm).filter((mm) => mm > lineMm + 0.01);
}

type TextMark = Extract<FigureMark, { kind: "text" }>;

/** The words that are divided, and whether a last line begins with their second half. */
function listDivided(pieces: readonly Piece[]): { readonly word: string; readonly isAtEnd: boolean }[] {
  const texts = pieces.flatMap((piece, at) =>
    piece.marks.flatMap((mark) => (mark.kind === "text" ? [{ piece, at, mark }] : [])),
  );
  return texts.flatMap(({ piece, mark }, at) => {
    const next = texts[at + 1];
    if (!mark.text.endsWith(SOFT_HYPHEN) || next === undefined) return [];
    const isRow = next.piece === piece;
    const isAtEnd = isRow ? !goesOn(piece, next.mark) : pieces[next.at + 1]?.of !== piece.of;
    return [{ word: joinHalves(mark.text, next.mark.text), isAtEnd }];
  });
}

/** Whether a cell has a line below, which may begin with dice. */
function goesOn({ marks }: Piece, line: TextMark): boolean {
  return marks.some((mark) => {
    if (mark.kind === "die") return mark.yMm > line.baselineMm && Math.abs(mark.xMm - line.xMm) < 0.1;
    if (mark.kind !== "text" || mark.baselineMm < line.baselineMm + 0.1) return false;
    return mark.content === line.content || Math.abs(mark.xMm - line.xMm) < 0.1;
  });
}

function joinHalves(first: string, second: string): string {
  const head = first.slice(0, -1).match(/[\p{L}-]+$/u)?.[0] ?? "";
  const tail = second.match(/^[\p{L}-]+/u)?.[0] ?? "";
  return `${head}-${tail}`;
}

/** How often something is so at the foot of a column. */
function count(
  { columns }: SetPages,
  isSo: (last: readonly Piece[], next: readonly Piece[]) => boolean,
): number {
  return columns.filter(({ pieces }, at) => isSo(pieces, columns[at + 1]?.pieces ?? [])).length;
}

function isLoneHeading(pieces: readonly Piece[], next: readonly Piece[]): boolean {
  const heading = pieces.findLastIndex(({ of }) => of.kind === "heading");
  if (heading === -1 || next.length === 0) return false;
  const below = pieces.slice(heading + 1);
  return below.length === 0 || (below.length === 1 && below[0]?.of === withoutRepeat(next)[0]?.of);
}

/** The least rows of a table in one column where no column has room for all of them. */
const LEAST_ROWS = 3;

function isTorn(last: readonly Piece[], next: readonly Piece[], { columns }: SetPages): boolean {
  const [table, rest] = [last.at(-1)?.of, withoutRepeat(next)];
  if (table === undefined || rest[0]?.of !== table || !isTable(last.at(-1))) return false;
  const countRows = (pieces: readonly Piece[]) => pieces.filter(({ of }) => of === table).length;
  if (Math.min(countRows(last), countRows(next)) < LEAST_ROWS || rest === next) return true;
  // With its heading, and the first lines of what is about it.
  const pieces = columns.flatMap((column) => withoutRepeat(column.pieces));
  const first = pieces.findIndex(({ of }) => of === table);
  const end = pieces.findLastIndex(({ of }) => of === table) + 1;
  const heading = pieces.slice(0, first).findLastIndex(({ of }) => of.kind !== "heading") + 1;
  const isNoted = pieces[end - 1]?.keepWithNext === true;
  const neededMm = measureChunk(pieces.slice(heading, end + (isNoted ? 1 : 0)));
  return neededMm <= Math.max(...columns.map(({ place }) => place.heightMm));
}

/** Pieces of a column without the heading that is said again above them. */
function withoutRepeat(pieces: readonly Piece[]): readonly Piece[] {
  return pieces[1]?.again !== undefined && pieces[1].again === pieces[0] ? pieces.slice(1) : pieces;
}

function isTable(piece: Piece | undefined): boolean {
  return piece?.of.kind === "boxes" || piece?.of.kind === "figures";
}

/** The least share of a page, and of the last one, that is filled. */
const LEAST_FILL = { page: 0.75, last: 0.4 };
/** More divided words on a sheet are too many. */
const MOST_DIVIDED = 3;
/** The largest difference between columns of a page, in lines. */
const MOST_UNEVEN_LINES = 1;

/** What is not as it should be, in words, from the worst. Empty if all is well. */
export function findFaults(facts: LeafletFacts): readonly string[] {
  const { pages, unevenLines, loneHeadings, partedNotes, tornTables, stretched } = facts;
  const { divided, dividedNames, dividedAtEnd } = facts;
  const fillOf = (columns: readonly number[]) =>
    columns.reduce((sum, fill) => sum + fill, 0) / columns.length;
  const faults = pages.map((columns, at): readonly [number, string] | null => {
    const fill = fillOf(columns);
    const least = at === pages.length - 1 ? LEAST_FILL.last : LEAST_FILL.page;
    return fill >= least ? null : [1 + 10 * (least - fill), `page ${at + 1} is ${percent(fill)} full`];
  });
  const uneven = unevenLines.map((lines, at): readonly [number, string] | null =>
    lines <= MOST_UNEVEN_LINES + 0.05
      ? null
      : [lines / 5, `columns of page ${at + 1} differ by ${lines.toFixed(1)} lines`],
  );
  const counted = (
    of: number | readonly string[],
    weight: number,
    words: string,
  ): readonly [number, string] | null => {
    const n = typeof of === "number" ? of : of.length;
    const which = typeof of === "number" ? "" : ` (${of.join(", ")})`;
    return n === 0 ? null : [n * weight, `${n} ${words}${which}`];
  };
  return [
    ...faults,
    ...uneven,
    counted(loneHeadings, 5, "headings alone"),
    counted(
      stretched.map((mm) => `${mm.toFixed(1)} mm`),
      2,
      "spaces stretched",
    ),
    counted(partedNotes, 3, "notes parted from their table"),
    counted(tornTables, 1, "tables torn"),
    divided.length > MOST_DIVIDED ? counted(divided, 1, "words divided") : null,
    counted(dividedNames, 3, "names divided"),
    counted(dividedAtEnd, 2, "words divided into a last line"),
  ]
    .filter((fault) => fault !== null)
    .toSorted(([a], [b]) => b - a)
    .map(([, words]) => words);
}

export function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}
