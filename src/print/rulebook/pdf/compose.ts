import { MM_PER_PT } from "../../geometry.ts";
import { type Block, inBold } from "./blocks.ts";
import { tablePieces } from "./tables.ts";
import { breakLines, type TypesetLine, textMark } from "./lines.ts";
import { BLACK, moved, type Piece, resized, type FigureSetting } from "./marks.ts";

/** Space above headings by level, and above other blocks, as shares of the leading. */
const ABOVE_HEADING = [1, 1, 0.75, 0.5] as const;
const ABOVE_PARAGRAPH = 0.4;
const ABOVE_BULLET = 0.08;
const ABOVE_TABLE = 0.25;
const HEADING_SIZE = [1, 2.2, 1.2, 1.02] as const;
const BULLET_INDENT_EM = 0.95;

/** Sets the blocks of a rule sheet for a column of the given width. */
export function composePieces(blocks: readonly Block[], widthMm: number, setting: FigureSetting): Piece[] {
  return blocks.flatMap((block, at) => {
    const next = blocks[at + 1];
    const pieces = blockPieces(block, blocks[at - 1], widthMm, setting);
    const last = pieces.length - 1;
    return staysWith(block, next)
      ? pieces.map((one, i) => (i === last ? { ...one, keepWithNext: true } : one))
      : pieces;
  });
}

/** Whether a block must stay with the next: a heading with its text, a sentence with a colon with what it announces. */
function staysWith(block: Block, next: Block | undefined): boolean {
  if (next === undefined) return false;
  if (block.kind === "heading") return true;
  if (block.kind !== "paragraph" || next.kind === "paragraph" || next.kind === "heading") return false;
  const last = block.runs.at(-1);
  return (
    next.kind === "bullet" || next.kind === "figures" || (last?.kind === "text" && last.text.endsWith(":"))
  );
}

function blockPieces(
  block: Block,
  before: Block | undefined,
  widthMm: number,
  setting: FigureSetting,
): Piece[] {
  const measureMm = Math.min(widthMm, setting.maxLineMm);
  const { leadingMm } = setting;
  switch (block.kind) {
    case "heading": {
      const size = resized(setting, HEADING_SIZE[block.level] ?? 1);
      const above = before?.kind === "heading" ? 0.15 : (ABOVE_HEADING[block.level] ?? 0.5);
      const lines = breakLines(inBold(block.runs), widthMm, size);
      const pieces = linePieces(lines, above * leadingMm, size.leadingMm);
      return pieces.map((piece) => ({ ...piece, keepWithNext: true }));
    }
    case "paragraph": {
      const above = before?.kind === "heading" ? 0.1 : ABOVE_PARAGRAPH;
      return linePieces(breakLines(block.runs, measureMm, setting), above * leadingMm, leadingMm);
    }
    case "bullet": {
      const above = before?.kind === "bullet" || before?.kind === "heading" ? ABOVE_BULLET : 0.25;
      return bulletPieces(block, measureMm, above * leadingMm, setting);
    }
    case "boxes":
    case "figures":
      return tablePieces(block, widthMm, ABOVE_TABLE * leadingMm, setting);
    default:
      return block satisfies never;
  }
}

/** The first two lines of a paragraph stay together, and so do the last two. */
function linePieces(lines: readonly TypesetLine[], aboveMm: number, leadingMm: number): Piece[] {
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
): Piece[] {
  const indent = BULLET_INDENT_EM * setting.sizePt * MM_PER_PT;
  const lines = breakLines(runs, measureMm - indent, setting);
  const text = { text: "•", weight: "regular", content: label } as const;
  const bullet = textMark(text, 0.1 * setting.sizePt * MM_PER_PT, setting, BLACK, " ");
  return linePieces(lines, aboveMm, setting.leadingMm).map((piece, at) => {
    const marks = moved(piece.marks, indent, 0);
    return { ...piece, marks: at === 0 ? [bullet, ...marks] : marks };
  });
}
