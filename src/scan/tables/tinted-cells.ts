import { evenLight } from "../image/light.ts";
import { type Grey, type PixelArea, quantile, WHITE } from "../image/picture.ts";
import { freeing, type Mat, type OpenCv } from "../image/tools.ts";
import { cellArea, type RuledSheet } from "./found-table.ts";

/** Beside a line so many px may be part of it. */
const EDGE_PX = 2;
/** Smaller cells hold no number. In px. */
const MIN_PX = 12;
/** The levels of so many px each way are taken together: noise is no tint. */
const BLOCK_PX = 4;
/**
 * The paper of a cell is tinted, in whole or in part, if so large a share of it is darker than white by so many levels; a row or
 * column is, if more than so large a share of its cells are.
 */
const TINTED = { share: 0.15, levels: 12, cells: 0.5 } as const;

/**
 * Makes the paper of tinted cells white, in place. Where the light of a whole sheet is made even, the white of neighbouring rows reaches into
 * tinted ones, so that spots of tint are left; in a cell by itself there is but one paper.
 *
 * @param straight the straightened sheet in colour, in the light of the photo
 * @param grey the same in even light
 */
export function evenTintedCells(
  cv: OpenCv,
  straight: Mat,
  grey: Grey,
  { tables, pxPerMm }: Pick<RuledSheet, "tables" | "pxPerMm">,
): void {
  for (const [table, { darkness }] of tables.entries()) {
    const areas = darkness.map((cells, row) =>
      cells.map((_, column) => inner(cellArea({ tables }, { table, row, column }))),
    );
    const tinted = areas.map((row) => row.map((area) => isTinted(grey, area)));
    const isMostlyTinted = (cells: readonly boolean[]) =>
      cells.filter(Boolean).length > TINTED.cells * cells.length;
    // Tints come in rows or columns, shadows don't. Some cells may have too little of their tint to be told by.
    const rows = tinted.map(isMostlyTinted);
    const columns = (tinted[0] ?? []).map((_, at) => isMostlyTinted(tinted.map((row) => row[at] ?? false)));
    for (const [row, cells] of areas.entries())
      for (const [column, area] of cells.entries())
        if ((rows[row] || columns[column]) && isLarge(area)) evenAlone(cv, straight, grey, { area, pxPerMm });
  }
}

/** What part of a sheet is made even by itself. */
interface Part {
  readonly area: PixelArea;
  readonly pxPerMm: number;
}

function evenAlone(cv: OpenCv, straight: Mat, grey: Grey, { area, pxPerMm }: Part): void {
  const { xPx, yPx, widthPx, heightPx } = area;
  const even = freeing((keep) => {
    const part = keep(new cv.Mat());
    keep(straight.roi(new cv.Rect(xPx, yPx, widthPx, heightPx))).copyTo(part);
    return evenLight(cv, part, pxPerMm, []).grey;
  });
  for (let y = 0; y < heightPx; y++)
    grey.pixels.set(even.subarray(y * widthPx, (y + 1) * widthPx), (yPx + y) * grey.widthPx + xPx);
}

function inner({ xPx, yPx, widthPx, heightPx }: PixelArea): PixelArea {
  return {
    xPx: xPx + EDGE_PX,
    yPx: yPx + EDGE_PX,
    widthPx: widthPx - 2 * EDGE_PX,
    heightPx: heightPx - 2 * EDGE_PX,
  };
}

function isLarge({ widthPx, heightPx }: PixelArea): boolean {
  return Math.min(widthPx, heightPx) >= MIN_PX;
}

function isTinted({ widthPx, pixels }: Grey, area: PixelArea): boolean {
  const [across, down] = [Math.floor(area.widthPx / BLOCK_PX), Math.floor(area.heightPx / BLOCK_PX)];
  if (across < 1 || down < 1) return false;
  const means = new Float32Array(across * down);
  for (let y = 0; y < down * BLOCK_PX; y++)
    for (let x = 0; x < across * BLOCK_PX; x++) {
      const block = Math.floor(y / BLOCK_PX) * across + Math.floor(x / BLOCK_PX);
      const level = pixels[(area.yPx + y) * widthPx + area.xPx + x] as number;
      means[block] = (means[block] as number) + level / BLOCK_PX ** 2;
    }
  return quantile(means, TINTED.share) < WHITE - TINTED.levels;
}
