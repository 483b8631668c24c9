import { getElement, sum } from "../../../rules/arrays.ts";
import { type Block, inBold, type Runs, type TableBlock } from "./blocks.ts";
import { breakLines, type TypesetLine, textMark } from "./lines.ts";
import {
  type FigureMark,
  type FigureSetting,
  inAccent,
  inGrey,
  moveMarks,
  type Piece,
  resizeType,
} from "./marks.ts";

/** Space above headings by level, and above other blocks, as shares of the leading. */
const ABOVE_HEADING = [1, 1, 0.75, 0.5] as const;
const ABOVE_PARAGRAPH = 0.4;
const ABOVE_BULLET = 0.08;
const ABOVE_TABLE = 0.25;
const HEADING_SIZE = [1, 2.2, 1.2, 1.02] as const;
const BULLET_INDENT_EM = 0.95;

/** A piece by itself. */
type BarePiece = Omit<Piece, "of">;

/**
 * Sets the blocks of a rule sheet for a column of the given width.
 * @param isAlone whether it is the only column of its page, so that a long table may be split into two halves
 * @param continued what a heading says above the rest of its table in another column
 */
export function composePieces(
  blocks: readonly Block[],
  widthMm: number,
  setting: FigureSetting,
  isAlone: boolean,
  continued: (heading: string) => string,
): Piece[] {
  return blocks.flatMap((block, at) => {
    const before = blocks[at - 1];
    const pieces = blockPieces(block, before, widthMm, setting, isAlone);
    const isWithNote = block.kind === "boxes" && isNoted(blocks[at + 1]);
    const whole = block.kind === "boxes" ? unbroken(pieces, isWithNote) : pieces;
    const stays = needsNext(block, blocks.slice(at + 1)) || isEndOfList(blocks, at) || isWithNote;
    const kept = stays ? setKeepWithNext(whole, (i) => i === whole.length - 1) : whole;
    const again =
      block.kind === "boxes" && before?.kind === "heading"
        ? headingAgain(before, widthMm, setting, continued)
        : null;
    return kept.map((piece, row) => ({
      ...piece,
      of: block,
      ...(again === null || row === 0 ? {} : { again }),
    }));
  });
}

/** A heading that is said again above the rest of its table; it belongs to no content, which has it once. */
function headingAgain(
  heading: Extract<Block, { kind: "heading" }>,
  widthMm: number,
  setting: FigureSetting,
  continued: (heading: string) => string,
): Piece {
  const text = continued(heading.runs.map((run) => (run.kind === "text" ? run.text : "")).join(""));
  const size = inAccent(resizeType(setting, HEADING_SIZE[heading.level] ?? 1));
  const lines = breakLines([{ kind: "text", text, weight: "bold", content: null }], widthMm, size);
  const marks = stackLines(lines, 0, 0, size);
  const heightMm = lines.length * size.leadingMm + ABOVE_TABLE * setting.leadingMm;
  return { heightMm, spaceBeforeMm: 0, keepWithNext: true, of: heading, marks };
}

/** Whether a block must stay with the next: a heading with its text, a sentence with a colon with what it announces, dice with both, figures with what explains them. */
function needsNext(block: Block, [next, after]: readonly Block[]): boolean {
  if (next === undefined) return false;
  if (block.kind === "heading") return true;
  if (block.kind === "figures") return next.kind === "paragraph" && !announces(next);
  if (block.kind !== "paragraph" || next.kind === "heading") return false;
  if (next.kind === "paragraph")
    return block.runs.some(({ kind }) => kind !== "text") && after?.kind === "figures" && announces(next);
  return next.kind !== "boxes" || announces(block);
}

/** Whether a point must stay with the next: no list leaves one point alone at the foot of a column, or takes one alone overleaf. */
function isEndOfList(blocks: readonly Block[], at: number): boolean {
  const isPoint = (index: number) => blocks[index]?.kind === "bullet";
  return isPoint(at) && isPoint(at + 1) && !(isPoint(at - 1) && isPoint(at + 2));
}

function announces(block: Extract<Block, { kind: "paragraph" }>): boolean {
  const last = block.runs.at(-1);
  return last?.kind === "text" && last.text.endsWith(":");
}

/** Whether a block below a table is about it: a bonus or a constraint, which begins with its name in bold. */
function isNoted(below: Block | undefined): boolean {
  const first = below?.kind === "paragraph" ? below.runs[0] : undefined;
  return first?.kind === "text" && first.weight === "bold";
}

/** A table that is torn only where it is higher than a column. @param withNext whether what follows belongs to it */
function unbroken(pieces: readonly BarePiece[], withNext: boolean): BarePiece[] {
  return pieces.map((piece, at) => ({ ...piece, keepIfRoom: withNext || at < pieces.length - 1 }));
}

/** Rows of which neither the first nor the last is left alone where a table is torn. */
function withoutLoneRows(pieces: readonly BarePiece[]): BarePiece[] {
  const last = pieces.length - 1;
  return setKeepWithNext(pieces, (at) => at < last && (at === 0 || at === last - 1));
}

/** Pieces of which some, by their index, must not be the last in their column. */
function setKeepWithNext(pieces: readonly BarePiece[], isKept: (at: number) => boolean): BarePiece[] {
  return pieces.map((piece, at) => (isKept(at) ? { ...piece, keepWithNext: true } : piece));
}

function blockPieces(
  block: Block,
  before: Block | undefined,
  widthMm: number,
  setting: FigureSetting,
  isAlone: boolean,
): BarePiece[] {
  const isBelowHeading = before?.kind === "heading";
  switch (block.kind) {
    case "heading": {
      const above = isBelowHeading
        ? 0.15
        : (ABOVE_HEADING[block.level] ?? 0.5) * setting.spacing.aboveHeadings;
      const size = inAccent(resizeType(setting, HEADING_SIZE[block.level] ?? 1));
      const lines = breakLines(inBold(block.runs), widthMm, size);
      return setKeepWithNext(linePieces(lines, above * setting.leadingMm, size), () => true);
    }
    case "paragraph": {
      const above = (isBelowHeading ? 0.1 : ABOVE_PARAGRAPH) * setting.leadingMm;
      return linePieces(breakLines(block.runs, widthMm, setting), above, setting);
    }
    case "bullet": {
      const above = isBelowHeading || before?.kind === "bullet" ? ABOVE_BULLET : 0.25;
      return bulletPieces(block, widthMm, above * setting.leadingMm, setting);
    }
    case "boxes":
    case "words":
    case "figures": {
      const spaceBeforeMm = ABOVE_TABLE * setting.leadingMm;
      const pieces =
        block.kind === "boxes"
          ? boxPieces(block, widthMm, setting)
          : block.kind === "words"
            ? wordPieces(block, widthMm, setting)
            : ((isAlone ? halvedPieces(block, widthMm, setting) : null) ??
              figurePieces(block, widthMm, setting));
      return pieces.map((piece, at) => (at === 0 ? { ...piece, spaceBeforeMm } : piece));
    }
    default:
      return block satisfies never;
  }
}

/** The first two lines of a paragraph stay together, and so do the last two. */
function linePieces(
  lines: readonly TypesetLine[],
  aboveMm: number,
  { leadingMm }: FigureSetting,
): BarePiece[] {
  return lines.map(({ marks }, at) => ({
    heightMm: leadingMm,
    spaceBeforeMm: at === 0 ? aboveMm : 0,
    keepWithNext: at < lines.length - 1 && (at === 0 || at === lines.length - 2),
    marks,
  }));
}

function bulletPieces(
  { runs, label }: Extract<Block, { kind: "bullet" }>,
  measureMm: number,
  aboveMm: number,
  setting: FigureSetting,
): BarePiece[] {
  const indent = BULLET_INDENT_EM * setting.emMm;
  const lines = breakLines(runs, measureMm - indent, setting);
  const text = { text: "•", weight: "regular", content: label } as const;
  const bullet = textMark(text, 0.1 * setting.emMm, setting, " ");
  return linePieces(lines, aboveMm, setting).map((piece, at) => {
    const marks = moveMarks(piece.marks, indent, 0);
    return { ...piece, marks: at === 0 ? [bullet, ...marks] : marks };
  });
}

const HAIRLINE = { weightPt: 0.35, ink: 0.45 } as const;
/** Above and below the text of a row, as a share of the leading. */
const PADDING = 0.16;
const GAP_EM = 0.9;
/** Names and points wider than this share of the table are broken. */
const MAX_NAME = 0.24;
const MAX_POINTS = 0.32;
/** The same where points share their line with nothing but the name. */
const MAX_POINTS_ABOVE = 0.6;
/** A narrower column is hard to read. */
const MIN_RULE_EM = 15;

/** The four parts of a box: name, dice, rule and points. */
type BoxRow = readonly [name: Runs, dice: Runs, rule: Runs, points: Runs];
/** The widths of a row's parts, which are the same in every row, and of the gaps between them. */
type Places = ReturnType<typeof measureColumns>;

/** The table of boxes: name, dice, rule and points side by side or, in a narrow column, name and points above dice and rule. */
function boxPieces(table: TableBlock, widthMm: number, setting: FigureSetting): BarePiece[] {
  const rows = table.rows.map(
    ([name = [], dice = [], rule = [], points = []]): BoxRow => [name, dice, rule, points],
  );
  const places = measureColumns(rows, widthMm, setting);
  const isWide = places.ruleMm >= MIN_RULE_EM * setting.emMm;
  const isOneLine = isWide || rows.every(([, , rule]) => widest([rule], setting) <= places.ruleMm);
  const pieces = rows.map((row) => boxPiece(row, places, isOneLine, widthMm, setting));
  return withoutLoneRows(pieces);
}

function measureColumns(rows: readonly BoxRow[], widthMm: number, setting: FigureSetting) {
  const gapMm = GAP_EM * setting.emMm;
  const column = (part: number) =>
    widest(
      rows.map((row) => row[part] ?? []),
      setting,
    );
  const nameMm = Math.min(column(0), MAX_NAME * widthMm);
  const diceMm = column(1);
  const pointsMm = Math.min(column(3), MAX_POINTS * widthMm);
  return { nameMm, diceMm, pointsMm, gapMm, ruleMm: widthMm - nameMm - diceMm - pointsMm - 3 * gapMm };
}

function widest(cells: readonly Runs[], setting: FigureSetting): number {
  const lines = cells.flatMap((runs) => breakLines(runs, Number.POSITIVE_INFINITY, setting));
  // A margin against rounding errors.
  return Math.max(0, ...lines.map((line) => line.widthMm)) + 0.01;
}

function boxPiece(
  row: BoxRow,
  { nameMm, diceMm, ruleMm, pointsMm, gapMm }: Places,
  isOneLine: boolean,
  widthMm: number,
  setting: FigureSetting,
): BarePiece {
  const top = PADDING * setting.leadingMm;
  const diceX = isOneLine ? nameMm + gapMm : 0;
  const ruleX = diceX + diceMm + gapMm;
  const points = breakLines(row[3], isOneLine ? pointsMm : MAX_POINTS_ABOVE * widthMm, setting);
  const besideMm = Math.max(0, ...points.map((line) => line.widthMm)) + gapMm;
  const name = breakLines(row[0], isOneLine ? nameMm : widthMm - besideMm, setting);
  const dice = breakLines(row[1], diceMm, setting);
  const rule = breakLines(row[2], isOneLine ? Math.max(ruleMm, 1) : widthMm - ruleX, setting);
  const above = isOneLine ? 0 : Math.max(1, name.length, points.length);
  const second = top + above * setting.leadingMm;
  const marks = [
    hairline(widthMm),
    ...stackLines(name, 0, top, setting),
    ...stackLines(dice, diceX, second, setting),
    ...stackLines(rule, ruleX, second, setting),
    ...flushRight(points, widthMm, top, setting),
  ];
  const lines = isOneLine
    ? Math.max(...[name, dice, rule, points].map(({ length }) => length))
    : above + Math.max(1, rule.length);
  return rowPiece(lines, PADDING, marks, setting);
}

function rowPiece(
  lines: number,
  padding: number,
  marks: readonly FigureMark[],
  { leadingMm }: FigureSetting,
): BarePiece {
  return { heightMm: (lines + 2 * padding) * leadingMm, spaceBeforeMm: 0, keepWithNext: false, marks };
}

function stackLines(lines: readonly TypesetLine[], xMm: number, yMm: number, { leadingMm }: FigureSetting) {
  return lines.flatMap(({ marks }, at) => moveMarks(marks, xMm, yMm + at * leadingMm));
}

function flushRight(lines: readonly TypesetLine[], rightMm: number, yMm: number, setting: FigureSetting) {
  const { leadingMm } = setting;
  return lines.flatMap(({ marks, widthMm }, at) => moveMarks(marks, rightMm - widthMm, yMm + at * leadingMm));
}

function hairline(widthMm: number): FigureMark {
  return { kind: "rule", xMm: 0, yMm: 0, widthMm, ...HAIRLINE };
}

/** In narrower columns the name of a row goes above its texts. */
const MIN_BESIDE_EM = 32;

/** A table of words: the texts of a row share the width that its name leaves. */
function wordPieces({ head, rows }: TableBlock, widthMm: number, setting: FigureSetting): BarePiece[] {
  const gapMm = GAP_EM * setting.emMm;
  const isStacked = widthMm < MIN_BESIDE_EM * setting.emMm;
  const nameMm = isStacked ? widthMm : MAX_NAME * widthMm;
  const leftMm = isStacked ? 0 : nameMm + gapMm;
  const texts = Math.max(1, head.length - 1);
  const textMm = (widthMm - leftMm - (texts - 1) * gapMm) / texts;
  const top = PADDING * setting.leadingMm;
  const wordRow = ([name = [], ...others]: readonly Runs[], above: readonly FigureMark[], type = setting) => {
    const named = breakLines(name, nameMm, type);
    const set = others.map((runs) => breakLines(runs, textMm, type));
    const textY = top + (isStacked ? named.length * setting.leadingMm : 0);
    const stacked = set.flatMap((lines, at) =>
      stackLines(lines, leftMm + at * (textMm + gapMm), textY, setting),
    );
    const tallest = Math.max(1, ...set.map(({ length }) => length));
    const lines = isStacked ? named.length + tallest : Math.max(named.length, tallest);
    return rowPiece(lines, PADDING, [...above, ...stackLines(named, 0, top, setting), ...stacked], setting);
  };
  const pieces = [
    wordRow(head, [], inGrey(resizeType(setting, HEAD_SIZE))),
    ...rows.map((row) => wordRow(row, [hairline(widthMm)])),
  ];
  return setKeepWithNext(pieces, (at) => at === 0);
}

const FIGURE_PADDING = 0.06;
const HEAD_SIZE = 0.84;
/** Words above columns get no smaller than this share of their usual size. */
const LEAST_HEAD_SHARE = 0.75;
/** Wider columns are hard to read across. */
const MAX_COLUMN_EM = 9;
/** Left of a word above a column. */
const COLUMN_GAP_EM = 0.5;
/** The same where words would be broken otherwise. */
const LEAST_COLUMN_GAP_EM = 0.25;

/** The positions of the columns of figures: the width of the names, if any, then the right edge of each column. */
interface FigureColumns {
  readonly namesMm: number;
  readonly rightsMm: readonly number[];
  readonly widthMm: number;
}

/** A table of numbers, flush right and kept together; a first column of names is flush left. */
function figurePieces(table: TableBlock, widthMm: number, setting: FigureSetting): BarePiece[] {
  const { head, rows } = table;
  const columns = figureColumns(table, widthMm, setting);
  const pieces = [
    figureRow(head, columns, [], inGrey(resizeType(setting, headSize(head, columns, setting)))),
    ...rows.map((row) => figureRow(row, columns, [hairline(columns.widthMm)], setting)),
  ];
  return setKeepWithNext(withoutLoneRows(unbroken(pieces, false)), (at) => at === 1 && pieces.length > 2);
}

/** A table of fewer rows is not halved. */
const MIN_HALVED_ROWS = 12;
const HALVES_GAP_EM = 2;

/** A long table of names and numbers in two halves side by side, split after a sum; null if it doesn't fit so. */
function halvedPieces(table: TableBlock, widthMm: number, setting: FigureSetting): BarePiece[] | null {
  const { head, rows } = table;
  const gapMm = HALVES_GAP_EM * setting.emMm;
  const halfMm = (widthMm - gapMm) / 2;
  if (head.length !== 2 || rows.length < MIN_HALVED_ROWS) return null;
  const widthsMm = [0, 1].map((part) =>
    widest(
      rows.map((row) => row[part] ?? []),
      setting,
    ),
  );
  if (sum(widthsMm) + COLUMN_GAP_EM * setting.emMm > halfMm) return null;
  const from = secondHalf(rows);
  // The second head says again what the first said.
  const again = head.map((runs) =>
    runs.map((run) => (run.kind === "text" ? { ...run, content: null } : run)),
  );
  const left = figurePieces({ ...table, rows: rows.slice(0, from) }, halfMm, setting);
  const right = figurePieces({ ...table, head: again, rows: rows.slice(from) }, halfMm, setting);
  return Array.from({ length: Math.max(left.length, right.length) }, (_, at) => {
    const higher = left.length > at ? left : right;
    const marks = [...(left[at]?.marks ?? []), ...moveMarks(right[at]?.marks ?? [], halfMm + gapMm, 0)];
    return { ...getElement(higher, at), keepIfRoom: at < Math.max(left.length, right.length) - 1, marks };
  });
}

/** Where the second half of a table begins: below the sum that leaves the higher half lowest, or else in its middle. */
function secondHalf(rows: readonly (readonly Runs[])[]): number {
  const isSum = (row: readonly Runs[] | undefined) =>
    row?.[0]?.some((run) => run.kind === "text" && run.weight === "bold") ?? false;
  const middle = Math.ceil(rows.length / 2);
  const below = rows.flatMap((row, at) => (isSum(rows[at - 1]) && !isSum(row) ? [at] : []));
  return below.toSorted((a, b) => Math.abs(a - middle) - Math.abs(b - middle))[0] ?? middle;
}

/** The size of the words above columns: somewhat smaller where a word would be broken otherwise. */
function headSize(
  head: readonly Runs[],
  { namesMm, rightsMm }: FigureColumns,
  setting: FigureSetting,
): number {
  const small = resizeType(setting, HEAD_SIZE);
  const shares = (namesMm === 0 ? head : head.slice(1)).map((runs, at) => {
    const columnMm = (rightsMm[at] ?? 0) - (rightsMm[at - 1] ?? namesMm);
    return (columnMm - 0.1 * setting.emMm) / widest(splitRuns(runs), small);
  });
  return HEAD_SIZE * Math.max(LEAST_HEAD_SHARE, Math.min(1, ...shares));
}

function figureColumns({ head, rows }: TableBlock, widthMm: number, setting: FigureSetting): FigureColumns {
  const isNamed = rows.some(([first]) =>
    first?.some((run) => run.kind === "text" && /\p{L}/u.test(run.text)),
  );
  const names = rows.map(([first = []]) => first);
  const heads = isNamed ? head.slice(1) : head;
  // Names are broken where numbers would be otherwise.
  const numberMm = widest(isNamed ? rows.flatMap((row) => row.slice(1)) : [], setting);
  const leftMm = widthMm - heads.length * (numberMm + LEAST_COLUMN_GAP_EM * setting.emMm);
  const leastMm = widest(names.flatMap(splitRuns), setting);
  const mostMm = heads.length > 1 ? widthMm / 2 : widthMm;
  const usualMm = Math.min(widest(names, setting) + COLUMN_GAP_EM * setting.emMm, mostMm);
  const namesMm = isNamed ? Math.min(usualMm, Math.max(leftMm, leastMm)) : 0;
  const widthsMm = columnWidths(heads, numberMm, widthMm - namesMm, setting);
  let rightMm = namesMm;
  const rightsMm = widthsMm.map((columnMm) => (rightMm += columnMm));
  return { namesMm, rightsMm, widthMm: rightMm };
}

/**
 * Columns of equal width, unless that would break a word of a heading; then headings of several words share the rest.
 * @param numberMm how wide the numbers are that all of them hold
 */
function columnWidths(
  heads: readonly Runs[],
  numberMm: number,
  roomMm: number,
  setting: FigureSetting,
): number[] {
  const count = Math.max(1, heads.length);
  const equalMm = Math.min(roomMm / count, MAX_COLUMN_EM * setting.emMm);
  const small = resizeType(setting, HEAD_SIZE);
  const wordsMm = heads.map((runs) => Math.max(widest(splitRuns(runs), small), numberMm));
  const leastGapMm = LEAST_COLUMN_GAP_EM * setting.emMm;
  const spareMm = roomMm - sum(wordsMm) - count * leastGapMm;
  const gapMm = Math.min(COLUMN_GAP_EM * setting.emMm, leastGapMm + spareMm / count);
  const needsMm = wordsMm.map((wordMm) => wordMm + gapMm);
  if (spareMm < 0 || needsMm.every((needMm) => needMm <= equalMm))
    return Array.from({ length: count }, () => equalMm);
  const restMm = roomMm - sum(needsMm);
  const moreMm = heads.map((runs, at) => widest([runs], small) - (wordsMm[at] ?? 0));
  const wantedMm = sum(moreMm);
  if (wantedMm === 0) return equalizeWidths(needsMm, roomMm);
  return needsMm.map((needMm, at) => needMm + (restMm * (moreMm[at] ?? 0)) / wantedMm);
}

/** Widths that together fill the room: what was narrow is as wide as the others, or as wide as the room allows. */
function equalizeWidths(widthsMm: readonly number[], roomMm: number): number[] {
  const widestFirst = widthsMm.toSorted((a, b) => b - a);
  let leftMm = roomMm;
  // Those that are wider than an equal share of what the wider ones leave stay as they are.
  const kept = widestFirst.findIndex((widthMm, at) => {
    const isNarrow = widthMm <= leftMm / (widestFirst.length - at);
    if (!isNarrow) leftMm -= widthMm;
    return isNarrow;
  });
  const levelMm = kept === -1 ? 0 : leftMm / (widestFirst.length - kept);
  return widthsMm.map((widthMm) => Math.max(widthMm, levelMm));
}

function splitRuns(runs: Runs): Runs[] {
  return runs.flatMap((run) =>
    run.kind === "text" ? run.text.split(/\s+/).map((text): Runs => [{ ...run, text }]) : [],
  );
}

function figureRow(
  cells: readonly Runs[],
  { namesMm, rightsMm }: FigureColumns,
  above: readonly FigureMark[],
  setting: FigureSetting,
): BarePiece {
  const top = FIGURE_PADDING * setting.leadingMm;
  const [name = [], ...others] = namesMm === 0 ? [[], ...cells] : cells;
  const named = breakLines(name, namesMm, setting);
  const set = others.map((runs, column) => {
    const rightMm = rightsMm[column] ?? namesMm;
    return { rightMm, lines: breakLines(runs, rightMm - (rightsMm[column - 1] ?? namesMm), setting) };
  });
  const marks = set.flatMap(({ lines, rightMm }) => flushRight(lines, rightMm, top, setting));
  const lines = Math.max(1, named.length, ...set.map(({ lines: { length } }) => length));
  return rowPiece(
    lines,
    FIGURE_PADDING,
    [...above, ...stackLines(named, 0, top, setting), ...marks],
    setting,
  );
}
