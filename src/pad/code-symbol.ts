import barcodes from "bwip-js/generic";
import { CODE_MODULES } from "../layout/marks.ts";

/** The modules of the Data Matrix that holds a sheet's code (ISO/IEC 16022, 12 × 26), row by row; true is black. */
export function codeSymbol(text: string): boolean[][] {
  const { rows, columns } = CODE_MODULES;
  const [symbol] = barcodes.raw("datamatrixrectangular", text, `version=${rows}x${columns}`);
  const modules = symbol !== undefined && "pixs" in symbol ? symbol.pixs : [];
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, column) => modules[row * columns + column] === 1),
  );
}
