import type { Game } from "../../rules/game/game.ts";
import type { TypeFamily } from "../fonts/typeface.ts";
import type { Area } from "../geometry.ts";
import { type Division, divideWidth } from "./columns.ts";
import { type FootPlan, planFeet } from "./foot.ts";
import { type Frame, frameOf } from "./frame.ts";
import { type HeadPlan, planHead } from "./head.ts";
import type { PadText } from "./pad-text.ts";
import type { Paper } from "./paper.ts";
import type { Typesetting } from "./parts.ts";
import { divideHalves, divideHeight, type Heights } from "./row-heights.ts";
import { sizesFor } from "./sizes.ts";
import { headHeight } from "./table.ts";
import { type Addition, additionOf } from "./table-rules.ts";

export interface PadSize {
  readonly paper: Paper;
  /** Players who share the sheet. */
  readonly players: number;
  /** Whether the sheet carries marks and a code, so that it can be read from a photo; it does if this is left out. */
  readonly marks?: boolean;
}

/** Every decision about a sheet, before anything is placed. */
export interface SheetPlan extends Typesetting {
  /** What is shown: on a sheet in large print, small print gives way where there is no room for it. */
  readonly text: PadText;
  /** The strips with the marks; null on a sheet without. */
  readonly frame: Frame | null;
  readonly head: HeadPlan;
  readonly addition: Addition | null;
  readonly division: Division;
  /** One below the title or, where a game has too many rows for that, two side by side. */
  readonly tables: readonly [TablePlan, ...TablePlan[]];
  /** Inside the margins. */
  readonly widthMm: number;
  /** What may stand below the tables, the best first. */
  readonly feet: readonly [FootPlan, ...FootPlan[]];
}

interface TablePlan {
  readonly area: Area;
  readonly heights: Heights;
}

/**
 * Decides every size of a sheet: how the width is divided, what stands at the head and at the foot, and how the rows share the height
 * that is left. One table is tried first, then two side by side.
 *
 * @returns null if something does not fit
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
  tables: 1 | 2,
): SheetPlan | null {
  const addition = tables === 1 ? additionOf(game, text) : null;
  const paperSizes = sizesFor(paper);
  const sizes = addition === null ? { ...paperSizes, gutterMm: 0 } : paperSizes;
  const setting: Typesetting = { sizes, family };
  const widthMm = paper.widthMm - 2 * sizes.marginMm;

  const columns = game.columns.length;
  const tableMm = (widthMm - (tables - 1) * BETWEEN_MM) / tables;
  const division = divideWidth(text, tableMm, players * columns, setting);
  if (division === null) return null;

  const frame = marks ? frameOf(paper, family) : null;
  const headMm = headHeight(division.boxMm, columns, sizes);
  const corner = { widthMm: division.labelsMm - division.gutterMm, heightMm: headMm.least };
  const isTurned = columns === 1 && headMm.least >= sizes.nameMm;
  const head = planHead(text, frame, widthMm, corner, isTurned, setting);
  if (head === null) return null;

  const feet = planFeet(text, paper, frame, setting);
  const yMm = (frame?.title.yMm ?? sizes.marginMm) + (head.title?.heightMm ?? 0);
  const room = { xMm: sizes.marginMm, yMm, widthMm: tableMm, heightMm: feet[0].room.yMm - yMm };
  const plan = { text, ...setting, frame, head, addition, division, widthMm, feet };
  if (tables === 1) {
    const heights = divideHeight(text, room.heightMm, headMm, sizes);
    return heights === null ? null : { ...plan, tables: [{ area: room, heights }] };
  }
  const halves = divideHalves(text, room.heightMm, headMm, sizes);
  if (halves === null) return null;
  // Each table is as high as its rows.
  const planned = (heights: Heights, xMm: number): TablePlan => {
    const heightMm = heights.headMm + heights.rows.reduce((sum, row) => sum + row.heightMm, 0);
    return { area: { ...room, xMm, heightMm }, heights };
  };
  const [left, right] = halves;
  const rightMm = room.xMm + tableMm + BETWEEN_MM;
  return { ...plan, tables: [planned(left, room.xMm), planned(right, rightMm)] };
}
