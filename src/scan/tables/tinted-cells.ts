import { evenLight, WHITE } from "../image/light.ts";
import { type Grey, type PixelArea, quantile } from "../image/picture.ts";
import { freeing, type Mat, type OpenCv } from "../image/tools.ts";
import { cellArea, type RuledSheet } from "./found-table.ts";

/** Beside a line so many px may be part of it. */
const EDGE_PX = 2;
/** Smaller cells hold no number. In px. */
const MIN_PX = 12;
/** The levels of so many px each way are taken together: noise is no tint. */
const BLOCK_PX = 4;
/** The paper of a cell is tinted, in whole or in part, if so large a share of it is darker than white by so many levels. */
const TINTED = { share: 0.15, levels: 12 } as const;

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
  for (const [table, { darkness }] of tables.entries())
    for (const [row, cells] of darkness.entries()) {
      const areas = cells
        .map((_, column) => inner(cellArea({ tables }, { table, row, column })))
        .filter(({ widthPx, heightPx }) => Math.min(widthPx, heightPx) >= MIN_PX);
      // Tints come in rows: where one cell shows it, the others may have too little of it to be told by.
      if (areas.some((area) => isTinted(grey, area)))
        for (const area of areas) evenAlone(cv, straight, grey, { area, pxPerMm });
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

function isTinted({ widthPx, pixels }: Grey, area: PixelArea): boolean {
  const [across, down] = [Math.floor(area.widthPx / BLOCK_PX), Math.floor(area.heightPx / BLOCK_PX)];
  const means = new Float32Array(across * down);
  for (let y = 0; y < down * BLOCK_PX; y++)
    for (let x = 0; x < across * BLOCK_PX; x++) {
      const block = Math.floor(y / BLOCK_PX) * across + Math.floor(x / BLOCK_PX);
      const level = pixels[(area.yPx + y) * widthPx + area.xPx + x] as number;
      means[block] = (means[block] as number) + level / BLOCK_PX ** 2;
    }
  return quantile(means, TINTED.share) < WHITE - TINTED.levels;
}
