import { PT_PER_MM } from "../geometry.ts";
import type { Heights } from "./heights.ts";
import type { PadRow } from "./pad-text.ts";
import { columnX, GREY, level, type Setting, type SheetParts, upright, WEIGHT } from "./sheet-parts.ts";

/** Draws the lines of the table. Their weight tells rank: hairlines between rows, stronger around sections, strongest around all. */
export function placeRules(parts: SheetParts, setting: Setting, heights: Heights): void {
  const { table } = setting.grid;
  const top = table.yMm + heights.headMm;
  parts.rules.push(level(table, top, WEIGHT.section, GREY.ink));
  let yMm = top;
  heights.rows.forEach((row, at) => {
    yMm += heights.rowsMm[at] ?? 0;
    const next = heights.rows[at + 1];
    if (next !== undefined) parts.rules.push(between(row, next, setting, yMm));
  });
  placeUprights(parts, setting, heights);
  placeFrame(parts, setting);
}

/** The line between two rows. */
function between(row: PadRow, next: PadRow, { grid }: Setting, yMm: number) {
  const isGrand = next.kind === "line" && next.rank === "grand";
  if (isGrand) return level(grid.table, yMm, WEIGHT.frame, GREY.ink);
  const startsTicks = next.kind === "ticks" && row.kind !== "ticks";
  const startsSection =
    startsTicks || next.kind === "heading" || (row.kind === "line" && next.kind === "box");
  const endsBoxes = row.kind === "box" && next.kind === "line";
  if (startsSection) return level(grid.table, yMm, WEIGHT.section, GREY.ink);
  if (endsBoxes) return level(grid.table, yMm, WEIGHT.column, GREY.ink);
  return level(grid.table, yMm, WEIGHT.hairline, GREY.hairline);
}

/** Lines between labels and boxes, players and columns; they stop where a box spans the columns and where a heading stands. */
function placeUprights(parts: SheetParts, { grid }: Setting, heights: Heights): void {
  const top = grid.table.yMm;
  const bottom = top + grid.table.heightMm;
  for (let player = 0; player < grid.players; player++) {
    grid.columns.forEach((_, at) => {
      const xMm = columnX(grid, player, at);
      const isFirst = player === 0 && at === 0;
      const weight = isFirst || (at === 0 && grid.columns.length > 1) ? WEIGHT.section : WEIGHT.column;
      const grey = isFirst || at === 0 ? GREY.ink : 0.6;
      for (const [from, to] of stretches(parts, heights, top, bottom, at > 0)) {
        parts.rules.push(upright(xMm, from, to, weight, grey));
      }
    });
  }
}

/** The stretches of height in which an upright line may run. */
function stretches(
  parts: SheetParts,
  heights: Heights,
  top: number,
  bottom: number,
  inside: boolean,
): [number, number][] {
  const blocked: [number, number][] = [];
  let yMm = top + heights.headMm;
  heights.rows.forEach((row, at) => {
    const next = yMm + (heights.rowsMm[at] ?? 0);
    const spans =
      row.kind === "line" && parts.boxes.some((box) => box.line === row.line && box.column === null);
    if (row.kind === "heading" || (inside && spans)) blocked.push([yMm, next]);
    yMm = next;
  });
  const free: [number, number][] = [];
  let from = top;
  for (const [start, end] of blocked) {
    if (start > from) free.push([from, start]);
    from = end;
  }
  if (bottom - from > 0.01) free.push([from, bottom]);
  return free;
}

function placeFrame(parts: SheetParts, { grid }: Setting): void {
  const { xMm, yMm, widthMm, heightMm } = grid.table;
  const half = WEIGHT.frame / 2 / PT_PER_MM;
  const wide = { xMm: xMm - half, widthMm: widthMm + 2 * half };
  parts.rules.push(
    level(wide, yMm, WEIGHT.frame, GREY.ink),
    level(wide, yMm + heightMm, WEIGHT.frame, GREY.ink),
  );
  for (const x of [xMm, xMm + widthMm])
    parts.rules.push(upright(x, yMm, yMm + heightMm, WEIGHT.frame, GREY.ink));
}
