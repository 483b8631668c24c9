import { type Block, boldRuns, joinText, type Runs, type TableBlock } from "./blocks.ts";
import { figurePieces } from "./figures.ts";
import { breakLines, type TypesetLine, textMark } from "./lines.ts";
import {
  type FigureMark,
  type FigureSetting,
  toAccent,
  toGrey,
  moveMarks,
  type Piece,
  resizeType,
} from "./marks.ts";
import { type PadShape, padPieces } from "./pad-figure.ts";
import {
  type BarePiece,
  flushRight,
  HEAD_SIZE,
  hairline,
  rowPiece,
  setKeepWithNext,
  stackLines,
  keepTogether,
  widest,
  withoutLoneRows,
} from "./rows.ts";

/** Space above headings by level, and above other blocks, as shares of the leading. */
const ABOVE_HEADING = [1, 1, 1, 0.6] as const;
/** The share of the space above a heading, paragraph or table that may be left out to make columns end level. */
const SPARE = 0.4;
const ABOVE_PARAGRAPH = 0.4;
const ABOVE_BULLET = 0.08;
const ABOVE_TABLE = 0.25;
const HEADING_SIZE = [1, 2.2, 1.2, 1.02] as const;
const BULLET_INDENT_EM = 0.95;

/** The columns of a rule sheet. */
interface ColumnSetting {
  readonly widthMm: number;
  readonly highestMm: number;
  /** How a filled-in pad is drawn. */
  readonly pad: PadShape;
}

/** Sets the blocks of a rule sheet for columns. @param continued what a heading says above the rest of its table in another column */
export function composePieces(
  blocks: readonly Block[],
  column: ColumnSetting,
  setting: FigureSetting,
  continued: (heading: string) => string,
): Piece[] {
  return blocks.flatMap((block, at) => {
    const before = blocks[at - 1];
    const pieces = blockPieces(block, before, column, setting);
    const isWithNote = block.kind === "boxes" && blocks[at + 1]?.kind === "paragraph";
    const whole = block.kind === "boxes" ? keepTogether(pieces, isWithNote) : pieces;
    const stays = needsNext(block, blocks.slice(at + 1)) || isEndOfList(blocks, at) || isWithNote;
    const kept = stays ? setKeepWithNext(whole, (i) => i === whole.length - 1) : whole;
    const again =
      block.kind === "boxes" && before?.kind === "heading"
        ? headingAgain(before, column.widthMm, setting, continued)
        : headRowAgain(block, pieces);
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
  const text = continued(joinText(heading.runs));
  const size = toAccent(resizeType(setting, HEADING_SIZE[heading.level] ?? 1));
  const lines = breakLines([{ kind: "text", text, weight: "bold", content: null }], widthMm, size);
  const marks = stackLines(lines, 0, 0, size);
  const heightMm = lines.length * size.leadingMm + ABOVE_TABLE * setting.leadingMm;
  return { heightMm, spaceBeforeMm: 0, keepWithNext: true, of: heading, marks };
}

/** The head row of a table, to be printed again above the rest of it; null if it has none. */
function headRowAgain(block: Block, [head]: readonly BarePiece[]): Piece | null {
  if (head === undefined || (block.kind !== "words" && block.kind !== "figures")) return null;
  const marks = head.marks.map((mark) => (mark.kind === "text" ? { ...mark, content: null } : mark));
  return { ...head, keepWithNext: true, of: block, marks };
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

function blockPieces(
  block: Block,
  before: Block | undefined,
  column: ColumnSetting,
  setting: FigureSetting,
): BarePiece[] {
  const { widthMm } = column;
  const isBelowHeading = before?.kind === "heading";
  switch (block.kind) {
    case "heading": {
      const above = isBelowHeading ? 0.15 : (ABOVE_HEADING[block.level] ?? 0.5);
      const aboveMm = above * setting.leadingMm;
      const size = toAccent(resizeType(setting, HEADING_SIZE[block.level] ?? 1));
      const lines = breakLines(boldRuns(block.runs), widthMm, size);
      const pieces = setKeepWithNext(linePieces(lines, aboveMm, size), () => true);
      return isBelowHeading ? pieces : withSpare(pieces);
    }
    case "paragraph": {
      const aboveMm = (isBelowHeading ? 0.1 : ABOVE_PARAGRAPH) * setting.leadingMm;
      const pieces = linePieces(breakLines(block.runs, widthMm, setting), aboveMm, setting);
      return isBelowHeading ? pieces : withSpare(pieces);
    }
    case "bullet": {
      const above = isBelowHeading || before?.kind === "bullet" ? ABOVE_BULLET : 0.25;
      return bulletPieces(block, widthMm, above * setting.leadingMm, setting);
    }
    case "boxes":
    case "words":
    case "pad":
    case "figures": {
      const spaceBeforeMm = ABOVE_TABLE * setting.leadingMm;
      const [first, ...others] = tablePieces(block, column, setting);
      return first === undefined ? [] : withSpare([{ ...first, spaceBeforeMm }, ...others]);
    }
    default:
      return block satisfies never;
  }
}

function tablePieces(table: TableBlock, column: ColumnSetting, setting: FigureSetting): BarePiece[] {
  const { widthMm } = column;
  switch (table.kind) {
    case "boxes":
      return boxPieces(table, widthMm, setting);
    case "words":
      return wordPieces(table, widthMm, setting);
    case "pad":
      return padPieces(table, column, setting, column.pad);
    case "figures":
      return figurePieces(table, widthMm, setting);
    default:
      return table.kind satisfies never;
  }
}

function withSpare([first, ...others]: readonly BarePiece[]): BarePiece[] {
  return first === undefined ? [] : [{ ...first, spareMm: SPARE * first.spaceBeforeMm }, ...others];
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

/** Above and below the text of a row, as a share of the leading. */
const PADDING = 0.16;
const GAP_EM = 0.9;
/** Names, rolls in place of them, and points wider than this share of the table are broken. */
const MAX_NAME = 0.24;
const MAX_ROLL = 0.5;
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
  const isRoll = rows.some(([name]) => name.some(({ kind }) => kind === "dice"));
  const nameMm = Math.min(column(0), (isRoll ? MAX_ROLL : MAX_NAME) * widthMm);
  const diceMm = column(1);
  const pointsMm = Math.min(column(3), MAX_POINTS * widthMm);
  return { nameMm, diceMm, pointsMm, gapMm, ruleMm: widthMm - nameMm - diceMm - pointsMm - 3 * gapMm };
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

/** In narrower columns the name of a row goes above its texts. */
const MIN_BESIDE_EM = 32;

/** A table of words: the texts of a row share the width that its name leaves. Bold names above their texts have no head. */
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
    wordRow(isStacked ? head.with(0, []) : head, [], toGrey(resizeType(setting, HEAD_SIZE))),
    ...rows.map((row) => wordRow(row, [hairline(widthMm)])),
  ];
  return withoutLoneRows(pieces);
}
