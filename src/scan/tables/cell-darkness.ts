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
