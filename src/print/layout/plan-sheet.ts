import type { Game } from "../../rules/game/game.ts";
import type { TypeFamily } from "../fonts/typeface.ts";
import type { Area } from "../geometry.ts";
import { divideHeight, divideWidth, type Division, type PlacedRow } from "./division.ts";
import { type Feet, planFeet } from "./foot.ts";
import { type Frame, frameOf } from "./frame.ts";
import { type HeadPlan, planHead } from "./head.ts";
import type { PadText } from "./pad-text.ts";
import { type Paper, sizesFor } from "./paper.ts";
import type { Typesetting } from "./parts.ts";
import { type Addition, additionOf, headHeight } from "./table.ts";

/** What a sheet is laid out for. */
export interface PadSize {
  readonly paper: Paper;
  /** Players who share the sheet. */
  readonly players: number;
  /** Whether the sheet carries marks and a code, so that it can be read from a photo; it does if this is left out. */
  readonly marks?: boolean;
}

/** Every decision about a sheet, before anything is placed. On large print, small print gives way where it has no room. */
export interface SheetPlan extends Typesetting, Pick<PadSize, "paper" | "players"> {
  readonly game: Game;
  /** The strips with the marks; null on a sheet without. */
  readonly frame: Frame | null;
  readonly head: HeadPlan;
  /** From the top of the title to the tables, as wide as the sheet. */
  readonly titleRow: Area;
  readonly addition: Addition | null;
  readonly division: Division;
  /** One below the title or, where a game has too many rows for that, two side by side. */
  readonly tables: readonly { readonly area: Area; readonly headMm: number; readonly rows: PlacedRow[] }[];
  readonly feet: Feet;
}

/**
 * Decides every size of a sheet: how the width is divided, what stands at the head and at the foot, and how the rows share the height
 * that is left. One table is tried first, then two side by side. Null if something does not fit.
 */
export function planSheet(game: Game, text: PadText, size: PadSize, family: TypeFamily): SheetPlan | null {
  const plan = planTables(game, text, size, family, 1) ?? planTables(game, text, size, family, 2);
  if (plan !== null || size.paper.isLargePrint !== true || text.foot.length === 0) return plan;
  // Small print that is large takes the room of boxes. It only repeats the rules.
  return planSheet(game, { ...text, foot: [] }, size, family);
}

/** Between two tables that stand side by side. */
const BETWEEN_MM = 4;

function planTables(
  game: Game,
  text: PadText,
  { paper, players, marks = true }: PadSize,
  family: TypeFamily,
  count: 1 | 2,
): SheetPlan | null {
  const addition = count === 1 ? additionOf(game, text) : null;
  const paperSizes = sizesFor(paper);
  const sizes = addition === null ? { ...paperSizes, gutterMm: 0 } : paperSizes;
  const setting: Typesetting = { text, sizes, family };
  const xMm = sizes.marginMm;
  const widthMm = paper.widthMm - 2 * xMm;

  const columns = game.columns.length;
  const tableMm = (widthMm - (count - 1) * BETWEEN_MM) / count;
  const division = divideWidth(setting, tableMm, players * columns);
  if (division === null) return null;

  const frame = marks ? frameOf(paper, family) : null;
  const headMm = headHeight(division.boxMm, columns, sizes);
  const corner = { widthMm: division.labelsMm - division.gutterMm, heightMm: headMm.least };
  const isTurned = columns === 1 && headMm.least >= sizes.nameMm;
  const head = planHead(setting, frame, widthMm, corner, isTurned);
  if (head === null) return null;

  const feet = planFeet(paper, frame, setting);
  const titleRow = { xMm, yMm: frame?.title.yMm ?? xMm, widthMm, heightMm: head.title?.heightMm ?? 0 };
  const top = titleRow.yMm + titleRow.heightMm;
  const heights = divideHeight(text, feet[0].room.yMm - top, headMm, sizes, count);
  if (heights === null) return null;
  const tables = heights.map(({ headMm, rows }, at) => {
    let end = top + headMm;
    const placedRows = rows.map((row) => {
      const yMm = end;
      end += row.heightMm;
      return { ...row, yMm };
    });
    const left = xMm + at * (tableMm + BETWEEN_MM);
    const area = { xMm: left, yMm: top, widthMm: tableMm, heightMm: end - top };
    return { area, headMm, rows: placedRows };
  });
  return { game, paper, players, ...setting, frame, head, titleRow, addition, division, tables, feet };
}
