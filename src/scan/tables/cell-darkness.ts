import type { Grey } from "../image/picture.ts";
import { cellArea, type RuledTable } from "./found-table.ts";

/** Beside a line so many px may be part of it. */
const EDGE_PX = 3;
/** Darker than this is print or ink. */
const DARK = 175;

/** How much of each cell is darker than paper, 0 to 1; row by row. */
export function cellDarkness(lines: Pick<RuledTable, "across" | "down">, grey: Grey): number[][] {
  const table = { ...lines, darkness: [] };
  return lines.across.slice(1).map((_, row) =>
    lines.down.slice(1).map((_, column) => {
      const { xPx, yPx, widthPx, heightPx } = cellArea({ tables: [table] }, { table: 0, row, column });
      let [dark, all] = [0, 0];
      for (let y = yPx + EDGE_PX; y < yPx + heightPx - EDGE_PX; y++)
        for (let x = xPx + EDGE_PX; x < xPx + widthPx - EDGE_PX; x++, all++)
          if ((grey.pixels[y * grey.widthPx + x] as number) < DARK) dark++;
      return all === 0 ? 0 : dark / all;
    }),
  );
}

/** A cell is black from this share of dark pixels on; no ink and no print fills so much. */
const BLACK = 0.6;
/** Whole rows and columns may be printed black, as headings are: those with this share of black cells. */
const HEADING = 0.6;
/** Of the cells of a tablecloth every sixth or fourth is black. */
const CHECKED = 0.08;

/** Whether black cells are scattered over a table: a checked tablecloth, a board or a crossword. @param darkness of its cells, row by row */
export function isChecked(darkness: readonly (readonly number[])[]): boolean {
  const cells = darkness.map((row) => row.map((share) => share > BLACK));
  const isHeading = (line: readonly boolean[]) => line.filter(Boolean).length > HEADING * line.length;
  const columns = (cells[0] ?? []).map((_, column) => isHeading(cells.map((row) => row[column] ?? false)));
  const scattered = cells.flatMap((row) =>
    isHeading(row) ? [] : row.filter((isBlack, column) => isBlack && columns[column] !== true),
  );
  return scattered.length > CHECKED * cells.flat().length;
}
