import type { Area } from "../../src/print/geometry.ts";
import type { PadLayout } from "../../src/print/layout/pad-layout.ts";
import { BETWEEN_MM } from "../../src/print/layout/plan-sheet.ts";

/** What a designer would measure on a sheet. */
export interface SheetMeasures {
  /** The label columns' share of the width between the margins. */
  readonly labelShare: number;
  /** The number of tables side by side. */
  readonly tables: number;
  readonly smallestPt: number;
  readonly smallestBoxMm: { readonly widthMm: number; readonly heightMm: number };
  /** From an example die to the nearest ink of a text; infinite without dice. */
  readonly diceGapMm: number;
  /** The rows with more than one example die. */
  readonly diceRows: number;
  /** The most by which dice of one row are nearer to the middle of their row than those of another; 0 where all rows look alike. */
  readonly diceShiftMm: number;
  readonly darkestTint: number;
}

/** Measures a sheet that is laid out. @param columns the boxes in a row of a player @returns lengths in mm, type in pt */
export function measureSheet(layout: PadLayout, players: number, columns: number): SheetMeasures {
  const { boxes, texts, dice, page, marginMm } = layout;
  const written = boxes.filter(({ category }) => category !== null);
  const columnsOf = (cells: typeof boxes) =>
    new Map(cells.map(({ xMm, widthMm }) => [xMm.toFixed(3), widthMm]));
  const tables = Math.round(columnsOf(written).size / (players * columns));
  const widths = columnsOf([...written, ...boxes.filter(({ line }) => isRowTotal(line))]);
  const innerMm = page.widthMm - 2 * marginMm;
  const boxesMm = [...widths.values()].reduce((sum, widthMm) => sum + widthMm, 0);
  const squares = dice.map(({ sideMm, ...place }) => ({ ...place, widthMm: sideMm, heightMm: sideMm }));
  const several = squares.filter((die) => isFollowed(die, squares));
  const shifts = several.flatMap(({ xMm, yMm, heightMm }) => {
    const isRight = (box: Area) => box.xMm > xMm && box.yMm <= yMm && yMm < box.yMm + box.heightMm;
    const [row] = written.filter(isRight).sort((one, other) => one.xMm - other.xMm);
    return row === undefined ? [] : yMm + heightMm / 2 - (row.yMm + row.heightMm / 2);
  });
  const gaps = squares.flatMap((die) => texts.map(({ ink }) => gapMm(die, ink)));
  return {
    labelShare: (innerMm - boxesMm - (tables - 1) * BETWEEN_MM) / innerMm,
    tables,
    smallestPt: Math.min(...texts.map(({ sizePt }) => sizePt)),
    smallestBoxMm: {
      widthMm: Math.min(...boxes.map(({ widthMm }) => widthMm)),
      heightMm: Math.min(...boxes.map(({ heightMm }) => heightMm)),
    },
    diceGapMm: Math.min(...gaps),
    diceRows: new Set(several.map(rowKey)).size,
    diceShiftMm: shifts.length === 0 ? 0 : Math.max(...shifts) - Math.min(...shifts),
    darkestTint: Math.max(0, ...layout.tints.map(({ grey }) => grey)),
  };
}

/** Whether a line is the total of a row, in a cell of its own right of the columns. */
function isRowTotal(line: string | null): boolean {
  return line?.startsWith("sum.") === true;
}

const rowKey = ({ yMm }: Area) => yMm.toFixed(2);

function isFollowed(die: Area, dice: readonly Area[]): boolean {
  const nextMm = die.xMm + 1.5 * die.widthMm;
  return dice.some((other) => rowKey(other) === rowKey(die) && other.xMm > die.xMm && other.xMm < nextMm);
}

/** The larger of the distances across and down; negative where the areas overlap. */
function gapMm(one: Area, other: Area): number {
  const across = Math.max(other.xMm - one.xMm - one.widthMm, one.xMm - other.xMm - other.widthMm);
  const down = Math.max(other.yMm - one.yMm - one.heightMm, one.yMm - other.yMm - other.heightMm);
  return Math.max(across, down);
}
