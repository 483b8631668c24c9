import { getElement, sum } from "../../../rules/arrays.ts";
import { isSumRow, joinText, type Runs, sayAgain, type TableBlock } from "./blocks.ts";
import { FIGURE_PADDING, figureColumns, headSize } from "./figures.ts";
import { breakLines, type TypesetLine } from "./lines.ts";
import { type FigureMark, type FigureSetting, type Growth, toGrey, moveMarks, resizeType } from "./marks.ts";
import { type BarePiece, HEAD_SIZE, stackLines } from "./rows.ts";

/** How a filled-in pad is drawn: in one grid, or in two halves side by side. */
export const PAD_SHAPES = ["whole", "halved"] as const;
export type PadShape = (typeof PAD_SHAPES)[number];

/** Rows of a pad are at most this much higher than lines of text need, as a share of the leading. */
const ROW_GROWTH = 0.7;
/** Left and right of what is in a cell. */
const CELL_PADDING_EM = 0.4;
/** The cells of a single column are at most this wide. */
const MAX_CELL_EM = 5;
/** Between two halves. */
const HALVES_GAP_EM = 1.6;
const LINE = { weightPt: 0.35, ink: 0.5 } as const;
const FRAME = { weightPt: 0.8, ink: 0.8 } as const;

/** A row of a pad: its name and numbers. Sums have bold names. */
interface PadRow {
  readonly name: Runs;
  readonly cells: readonly Runs[];
  readonly note: Runs;
  readonly isSum: boolean;
}

/**
 * A pad as it is after the game, its numbers written by hand, with notes that point at rows: next to the grid if they have room there, else below.
 * It may be higher, which makes its rows higher. One that is higher than a column is drawn in several parts.
 */
export function padPieces(
  table: TableBlock,
  { widthMm, highestMm }: { readonly widthMm: number; readonly highestMm: number },
  setting: FigureSetting,
  shape: PadShape,
): BarePiece[] {
  // A heading above it takes some of the column.
  const mostMm = highestMm - ROOM_ABOVE * setting.leadingMm;
  const listParts = (pad: Pad): BarePiece[] => {
    const piece = padPiece(pad, widthMm, setting, shape);
    if (piece.heightMm <= mostMm || pad.rows.length < 2)
      return [{ ...piece, growth: limitGrowth(piece.growth, mostMm - piece.heightMm) }];
    const middle = Math.ceil(pad.rows.length / 2);
    const [first, second] = [pad.rows.slice(0, middle), pad.rows.slice(middle)];
    const noteHead = first.some(({ note }) => note.length > 0) ? sayAgain(pad.noteHead) : pad.noteHead;
    return [
      ...listParts({ ...pad, rows: first }),
      ...listParts({ head: pad.head.map(sayAgain), noteHead, rows: second }),
    ];
  };
  return listParts(readPad(table));
}

/** The room for the heading of a pad, in lines. */
const ROOM_ABOVE = 3.5;

function limitGrowth({ mostMm, draw }: Growth, roomMm: number): Growth {
  return { mostMm: Math.max(0, Math.min(mostMm, roomMm)), draw };
}

interface Pad {
  readonly head: readonly Runs[];
  readonly noteHead: Runs;
  readonly rows: readonly PadRow[];
}

function padPiece({ head, noteHead, rows }: Pad, widthMm: number, setting: FigureSetting, shape: PadShape) {
  const noted = rows.filter(({ note }) => note.length > 0);
  const halves = shape === "halved" ? halvedGrids(head, rows, widthMm, setting) : null;
  const grids = halves ?? [buildGrid(head, rows, widthMm, setting)];
  const [grid] = grids;
  const notesAtSide =
    halves === null && grid !== undefined ? sideNotes(grid, noteHead, rows, widthMm, setting) : null;
  const gridMm = Math.max(...grids.map(gridHeight));
  const count = Math.max(...grids.map(({ rows }) => rows.length));
  const below = notesAtSide === null ? placeNotes(grids, noteHead, noted, widthMm, setting) : null;
  const draw = (extraMm: number): FigureMark[] => [
    ...grids.flatMap((one) => drawGrid(one, extraMm / count, setting)),
    ...(notesAtSide?.(extraMm / count) ?? []),
    ...(below === null
      ? []
      : moveMarks(below.marks, below.xMm, below.yMm + (extraMm * below.rowsAbove) / count)),
  ];
  return {
    heightMm: Math.max(gridMm, below === null ? 0 : below.yMm + below.heightMm),
    spaceBeforeMm: 0,
    keepWithNext: false,
    marks: draw(0),
    growth: { mostMm: count * ROW_GROWTH * setting.leadingMm, draw },
  };
}

/** Notes below the shorter of two grids if they have room there, else below all; null for none. */
function placeNotes(
  grids: readonly Grid[],
  head: Runs,
  noted: readonly PadRow[],
  widthMm: number,
  setting: FigureSetting,
) {
  const [shortest, tallest = shortest] = grids.toSorted((a, b) => gridHeight(a) - gridHeight(b));
  if (shortest === undefined || tallest === undefined) return null;
  const below = (grid: Grid, xMm: number, roomMm: number) => {
    const notes = footNotes(head, noted, roomMm, setting);
    return notes && { ...notes, xMm, yMm: gridHeight(grid), rowsAbove: grid.rows.length };
  };
  const halfMm = widthMm - Math.max(shortest.xMm, tallest.xMm);
  const inGap = shortest === tallest ? null : below(shortest, shortest.xMm, halfMm);
  return inGap !== null && inGap.yMm + inGap.heightMm <= gridHeight(tallest)
    ? inGap
    : below(tallest, 0, widthMm);
}

/** The table as rows of a pad; its last column is of notes if nothing in it is written by hand. */
function readPad({ head, rows }: TableBlock): Pad {
  const isWritten = (runs: Runs | undefined) =>
    runs?.some((run) => run.kind === "text" && run.weight === "hand") ?? false;
  const hasNotes = head.length > 2 && !rows.some((row) => isWritten(row[head.length - 1]));
  const cells = hasNotes ? head.length - 1 : head.length;
  return {
    head: head.slice(0, cells),
    noteHead: hasNotes ? (head[cells] ?? []) : [],
    rows: rows.map(
      (row): PadRow => ({
        name: row[0] ?? [],
        cells: row.slice(1, cells),
        note: hasNotes ? (row[cells] ?? []) : [],
        isSum: isSumRow(row),
      }),
    ),
  };
}

/** A grid with all of its texts in lines; positions are in mm from the corner of the figure. */
interface Grid {
  readonly xMm: number;
  /** The edges of its columns, the first that of the names. */
  readonly edgesMm: readonly number[];
  readonly headMm: number;
  readonly heads: readonly (readonly TypesetLine[])[];
  readonly rows: readonly {
    readonly name: readonly TypesetLine[];
    readonly cells: readonly (readonly TypesetLine[])[];
    readonly isSum: boolean;
    readonly heightMm: number;
  }[];
}

function buildGrid(
  head: readonly Runs[],
  rows: readonly PadRow[],
  widthMm: number,
  setting: FigureSetting,
): Grid {
  const padMm = CELL_PADDING_EM * setting.emMm;
  const table: TableBlock = {
    kind: "figures",
    head,
    rows: rows.map(({ name, cells }) => [name, ...cells]),
  };
  const columns = figureColumns(table, widthMm - 2 * padMm, setting);
  const edges = [columns.namesMm, ...columns.rightsMm].map((edge) => edge + 2 * padMm);
  const [namesMm = 0, firstMm = 0] = edges;
  const edgesMm =
    edges.length === 2 ? [namesMm, Math.min(firstMm, namesMm + MAX_CELL_EM * setting.emMm)] : edges;
  const small = resizeType(setting, headSize(head, columns, setting));
  const widthsMm = edgesMm.map((edge, at) => edge - (edgesMm[at - 1] ?? 0));
  const heads = head.map((runs, at) => breakLines(runs, widthsMm[at] ?? 0, toGrey(small)));
  const setRow = ({ name, cells, isSum }: PadRow) => {
    const lines = breakLines(name, namesMm - 2 * padMm, setting);
    return {
      name: lines,
      cells: cells.map((runs, at) => breakLines(runs, widthsMm[at + 1] ?? 0, setting)),
      isSum,
      heightMm: (Math.max(1, lines.length) + 2 * FIGURE_PADDING) * setting.leadingMm,
    };
  };
  const headMm = Math.max(1, ...heads.map(({ length }) => length)) * small.leadingMm;
  return { xMm: 0, edgesMm, headMm, heads, rows: rows.map(setRow) };
}

/** Two grids side by side, split below a sum; null if they would be too narrow, or words or numbers in them broken. */
function halvedGrids(
  head: readonly Runs[],
  rows: readonly PadRow[],
  widthMm: number,
  setting: FigureSetting,
): Grid[] | null {
  const gapMm = HALVES_GAP_EM * setting.emMm;
  const halfMm = (widthMm - gapMm) / 2;
  const from = secondHalf(rows);
  const grids = [
    buildGrid(head, rows.slice(0, from), halfMm, setting),
    { ...buildGrid(head.map(sayAgain), rows.slice(from), halfMm, setting), xMm: halfMm + gapMm },
  ];
  const isNarrow = grids.some(({ edgesMm }) => (edgesMm.at(-1) ?? 0) > halfMm + 0.01);
  const isBroken = grids.some(({ heads, rows }) =>
    [heads, ...rows.map(({ name, cells }) => [name, ...cells])].flat().some(({ length }) => length > 1),
  );
  if (isNarrow || isBroken || head.length > 2) return null;
  const edgesMm = [halfMm - MAX_CELL_EM * setting.emMm, halfMm];
  return grids.map((grid) => ({ ...grid, edgesMm }));
}

/** Where the second half of a pad begins: below the sum that leaves the higher half lowest, or else in its middle. */
function secondHalf(rows: readonly PadRow[]): number {
  const middle = Math.ceil(rows.length / 2);
  const below = rows.flatMap(({ isSum }, at) => (rows[at - 1]?.isSum === true && !isSum ? [at] : []));
  return below.toSorted((a, b) => Math.abs(a - middle) - Math.abs(b - middle))[0] ?? middle;
}

function gridHeight({ headMm, rows }: Grid): number {
  return headMm + sum(rows.map(({ heightMm }) => heightMm));
}

/** The tops of its rows, and its foot, if each row is higher by so much. */
function rowTops({ headMm, rows }: Grid, extraMm: number): number[] {
  const tops = [headMm];
  for (const { heightMm } of rows) tops.push((tops.at(-1) ?? 0) + heightMm + extraMm);
  return tops;
}

function drawGrid(grid: Grid, extraMm: number, setting: FigureSetting): FigureMark[] {
  const { edgesMm, heads, headMm, rows } = grid;
  const tops = rowTops(grid, extraMm);
  const [topMm, footMm, rightMm] = [headMm, tops.at(-1) ?? 0, edgesMm.at(-1) ?? 0];
  const padMm = CELL_PADDING_EM * setting.emMm;
  const small = resizeType(setting, HEAD_SIZE);
  const texts = (
    [name = [], ...cells]: readonly (readonly TypesetLine[])[],
    yMm: number,
    highMm: number,
    { leadingMm }: FigureSetting,
  ) => {
    const middle = (lines: readonly TypesetLine[]) => yMm + (highMm - lines.length * leadingMm) / 2;
    const centred = cells.flatMap((lines, at) => {
      // A total of all columns has one wide box, as on the pad.
      const isWide = cells.slice(0, at).every((before) => before.length === 0);
      const [left, right] = [getElement(edgesMm, isWide ? 0 : at), getElement(edgesMm, at + 1)];
      return lines.flatMap(({ marks, widthMm }, line) =>
        moveMarks(marks, (left + right - widthMm) / 2, middle(lines) + line * leadingMm),
      );
    });
    return [...moveMarks(stackLines(name, padMm, middle(name), setting), 0, 0), ...centred];
  };
  const lines = tops.map((yMm, at): FigureMark => {
    const isEdge = at === 0 || at === rows.length;
    const isBold = isEdge || rows[at]?.isSum !== rows[at - 1]?.isSum;
    return { kind: "rule", xMm: 0, yMm, widthMm: rightMm, ...(isBold ? FRAME : LINE) };
  });
  const edges = [0, ...edgesMm].map((xMm, at): FigureMark => {
    const isEdge = at === 0 || at === edgesMm.length;
    const isInner = at > 1 && !isEdge;
    const last = rows.findLastIndex(({ cells }) => !isInner || cells[at - 2]?.length !== 0);
    return {
      kind: "rule",
      xMm,
      yMm: topMm,
      widthMm: 0,
      fallMm: (tops[last + 1] ?? footMm) - topMm,
      ...(isEdge ? FRAME : LINE),
    };
  });
  const written = rows.flatMap(({ name, cells, heightMm }, at) =>
    texts([name, ...cells], getElement(tops, at), heightMm + extraMm, setting),
  );
  return moveMarks([...texts(heads, 0, headMm, small), ...lines, ...edges, ...written], grid.xMm, 0);
}

/** Notes are a little smaller than text. */
const NOTE_SIZE = 0.92;
/** The room for arrows between a grid and its notes, and between two notes. */
const ARROW_EM = 2.2;
const NOTE_GAP = 0.3;
/** Narrower notes are hard to read. */
const MIN_NOTE_EM = 8.5;
const ARROW = { weightPt: 0.6, ink: 0.8 } as const;
const ARROW_HEAD_MM = 1.1;

/** Draws notes next to a grid, each with an arrow to its row; null if they have no room there. */
function sideNotes(
  grid: Grid,
  head: Runs,
  rows: readonly PadRow[],
  widthMm: number,
  setting: FigureSetting,
): ((extraMm: number) => FigureMark[]) | null {
  const small = resizeType(setting, NOTE_SIZE);
  const rightMm = grid.edgesMm.at(-1) ?? 0;
  const xMm = rightMm + ARROW_EM * setting.emMm;
  if (widthMm - xMm < MIN_NOTE_EM * setting.emMm) return null;
  const notes = rows.flatMap(({ note }, row) =>
    note.length === 0 ? [] : [{ row, lines: breakLines(note, widthMm - xMm, small) }],
  );
  const measureNote = (lines: readonly TypesetLine[]) => (lines.length + NOTE_GAP) * small.leadingMm;
  if (sum(notes.map(({ lines }) => measureNote(lines))) > gridHeight(grid) - grid.headMm) return null;
  const headSetting = toGrey(resizeType(setting, HEAD_SIZE));
  const heads = breakLines(head, widthMm - xMm, headSetting);
  return (extraMm) => {
    const tops = rowTops(grid, extraMm);
    const middles = notes.map(({ row }) => (getElement(tops, row) + getElement(tops, row + 1)) / 2);
    // A note begins next to its row, or below the note before it; the last ones move up to end with the grid.
    const places: number[] = [];
    for (const [at, middle] of middles.entries()) {
      const before = notes[at - 1];
      const least =
        before === undefined ? grid.headMm : getElement(places, at - 1) + measureNote(before.lines);
      places.push(Math.max(least, middle - small.leadingMm / 2));
    }
    let footMm = tops.at(-1) ?? 0;
    for (let at = notes.length - 1; at >= 0; at--) {
      places[at] = Math.min(getElement(places, at), footMm - measureNote(getElement(notes, at).lines));
      footMm = getElement(places, at);
    }
    return [
      ...stackLines(heads, xMm, 0, headSetting),
      ...notes.flatMap(({ lines }, at) => {
        const yMm = getElement(places, at);
        const fromYMm = yMm + small.leadingMm / 2;
        const from = { xMm: xMm - 0.3 * setting.emMm, yMm: fromYMm };
        const to = { xMm: rightMm + 0.3 * setting.emMm, yMm: getElement(middles, at) };
        return [...stackLines(lines, xMm, yMm, small), ...arrow(from, to)];
      }),
    ];
  };
}

interface Point {
  readonly xMm: number;
  readonly yMm: number;
}

function arrow(from: Point, to: Point): FigureMark[] {
  const [dx, dy] = [from.xMm - to.xMm, from.yMm - to.yMm];
  const length = Math.hypot(dx, dy);
  const stroke = (end: Point): FigureMark => ({
    kind: "rule",
    ...to,
    widthMm: end.xMm - to.xMm,
    fallMm: end.yMm - to.yMm,
    ...ARROW,
  });
  const [ux, uy] = [(dx / length) * ARROW_HEAD_MM, (dy / length) * ARROW_HEAD_MM];
  const barb = (side: number) =>
    stroke({ xMm: to.xMm + ux - 0.5 * side * uy, yMm: to.yMm + uy + 0.5 * side * ux });
  return [stroke(from), barb(1), barb(-1)];
}

/** Notes below a grid, each with the name of its row. */
function footNotes(head: Runs, rows: readonly PadRow[], widthMm: number, setting: FigureSetting) {
  if (rows.length === 0) return null;
  const small = resizeType(setting, NOTE_SIZE);
  const headSetting = toGrey(resizeType(setting, HEAD_SIZE));
  const heads = breakLines(head, widthMm, headSetting);
  const bottomMm = 0.3 * small.leadingMm + heads.length * headSetting.leadingMm;
  // A name is read out once, in the table.
  const named = rows.map(({ name, note }): Runs => {
    return [{ kind: "text", text: `${joinText(name)}: `, weight: "bold", content: null }, ...note];
  });
  const lines = named.flatMap((runs) => breakLines(runs, widthMm, small));
  const marks = [
    ...stackLines(heads, 0, 0.3 * small.leadingMm, headSetting),
    ...stackLines(lines, 0, bottomMm, small),
  ];
  return { heightMm: bottomMm + lines.length * small.leadingMm, marks };
}
