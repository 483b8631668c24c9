import type { Grey } from "../../src/scan/image/picture.ts";

/** Modules as a picture, each as a square of black or white pixels, with a white rim of some modules. */
export function pictureOf(rows: readonly (readonly boolean[])[], modulePx: number, rim: number): Grey {
  const columns = rows[0]?.length ?? 0;
  const widthPx = (columns + 2 * rim) * modulePx;
  const heightPx = (rows.length + 2 * rim) * modulePx;
  const pixels = new Uint8Array(widthPx * heightPx).map((_, at) => {
    const column = Math.floor((at % widthPx) / modulePx) - rim;
    const row = Math.floor(at / widthPx / modulePx) - rim;
    return rows[row]?.[column] === true ? 0 : 255;
  });
  return { widthPx, heightPx, pixels };
}
