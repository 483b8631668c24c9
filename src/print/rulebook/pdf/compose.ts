import { MM_PER_PT } from "../../geometry.ts";
import type { Content } from "../../pdf/tagging.ts";
import type { Block, Runs } from "./blocks.ts";
import { boxPieces, figurePieces } from "./tables.ts";
import { breakLines, type Line } from "./lines.ts";
import { baselineOf, BLACK, type Mark, moved, type Piece, resized, type Setting } from "./marks.ts";

/** Space above headings by level, and above other blocks, as shares of the leading. */
const ABOVE_HEADING = [1, 1, 0.75, 0.5] as const;
const ABOVE_PARAGRAPH = 0.4;
const ABOVE_BULLET = 0.08;
const ABOVE_TABLE = 0.25;
const HEADING_SIZE = [1, 2.2, 1.2, 1.02] as const;
const BULLET_INDENT_EM = 0.95;

/** Sets the blocks of a rule sheet for a column of the given width. */
export function composePieces(blocks: readonly Block[], widthMm: number, setting: Setting): Piece[] {
  return blocks.flatMap((block, at) => {
    const next = blocks[at + 1];
    const pieces = blockPieces(block, blocks[at - 1], widthMm, setting);
    return staysWith(block, next) ? keepLast(pieces) : pieces;
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

function keepLast(pieces: readonly Piece[]): Piece[] {
  return pieces.map((piece, at) => (at === pieces.length - 1 ? { ...piece, keepWithNext: true } : piece));
}

function blockPieces(block: Block, before: Block | undefined, widthMm: number, setting: Setting): Piece[] {
  const measureMm = Math.min(widthMm, setting.maxLineMm);
  const { leadingMm } = setting;
  switch (block.kind) {
    case "heading":
      return headingPieces(block.level, block.runs, before, widthMm, setting);
    case "paragraph": {
      const above = before?.kind === "heading" ? 0.1 : ABOVE_PARAGRAPH;
      return linePieces(breakLines(block.runs, measureMm, setting), above * leadingMm, leadingMm);
    }
    case "bullet": {
      const above = before?.kind === "bullet" || before?.kind === "heading" ? ABOVE_BULLET : 0.25;
      return bulletPieces(block, measureMm, above * leadingMm, setting);
    }
    case "boxes":
      return boxPieces(block, widthMm, ABOVE_TABLE * leadingMm, setting);
    case "figures":
      return figurePieces(block, widthMm, ABOVE_TABLE * leadingMm, setting);
    default:
      return block satisfies never;
  }
}

function headingPieces(
  level: number,
  runs: Runs,
  before: Block | undefined,
  widthMm: number,
  setting: Setting,
): Piece[] {
  const size = resized(setting, HEADING_SIZE[level] ?? 1);
  const bold = runs.map((run) => (run.kind === "text" ? { ...run, weight: "bold" as const } : run));
  const lines = breakLines(bold, widthMm, size);
  const isStacked = before?.kind === "heading";
  const above = (isStacked ? 0.15 : (ABOVE_HEADING[level] ?? 0.5)) * setting.leadingMm;
  return linePieces(lines, above, size.leadingMm).map((piece) => ({ ...piece, keepWithNext: true }));
}

/** The first two lines of a paragraph stay together, and so do the last two. */
function linePieces(lines: readonly Line[], aboveMm: number, leadingMm: number): Piece[] {
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
  setting: Setting,
): Piece[] {
  const indent = BULLET_INDENT_EM * setting.sizePt * MM_PER_PT;
  const lines = breakLines(runs, measureMm - indent, setting);
  return linePieces(lines, aboveMm, setting.leadingMm).map((piece, at) => {
    const marks = moved(piece.marks, indent, 0);
    return at === 0 ? { ...piece, marks: [bullet(label, setting), ...marks] } : { ...piece, marks };
  });
}

function bullet(content: Content, setting: Setting): Mark {
  const text = "•";
  const { family, sizePt } = setting;
  const widthMm = family.regular.width(text, sizePt);
  const xMm = 0.1 * sizePt * MM_PER_PT;
  return {
    kind: "text",
    xMm,
    baselineMm: baselineOf(setting),
    text,
    sizePt,
    weight: "regular",
    ink: BLACK,
    widthMm,
    content,
    after: " ",
  };
}
