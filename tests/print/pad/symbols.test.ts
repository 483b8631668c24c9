import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import { CODE_MODULES } from "../../../src/print/layout/marks.ts";
import { codeSymbol, symbolMaker } from "../../../src/print/pad/symbols.ts";
import { pictureOf } from "../../support/modules.ts";

const runtime = createRequire(import.meta.url).resolve("zxing-wasm/reader/zxing_reader.wasm");
prepareZXingModule({ overrides: { wasmBinary: readFileSync(runtime).buffer as ArrayBuffer } });

describe("the symbol of a code", () => {
  it("has the shape that the layout leaves room for", () => {
    const symbol = codeSymbol("1542AB3F9Q0042");
    expect(symbol.length).toBe(CODE_MODULES.rows);
    for (const row of symbol) expect(row.length).toBe(CODE_MODULES.columns);
  });

  it.each(["154AB3F9Q00000", "1ZZZZZZZZZ9999", "16100000000001"])(
    "says %s to a reader of codes",
    async (text) => {
      const { pixels, widthPx, heightPx } = pictureOf(codeSymbol(text), 5, 3);
      const data = new Uint8ClampedArray(pixels.length * 4).map((_, at) =>
        at % 4 === 3 ? 255 : (pixels[Math.floor(at / 4)] ?? 0),
      );
      const picture = { data, width: widthPx, height: heightPx, colorSpace: "srgb" as const };
      const [found] = await readBarcodes(picture, { formats: ["DataMatrix"] });
      expect(found?.text).toBe(text);
    },
  );
});

describe("symbols of a numbered block", () => {
  it("are those that single codes have", () => {
    const symbolOf = symbolMaker();
    const codes = ["1512AB3F900001", "1512AB3F900002", "1512AB3F909876", "1512AB3F9Z9999", "1512AB3F900001"];
    for (const code of codes) {
      const { bits, columns } = symbolOf(code);
      const wide = Math.ceil(columns / 8);
      const rows = codeSymbol(code);
      expect(rows.length).toBe(CODE_MODULES.rows);
      rows.forEach((row, at) => {
        const read = row.map(
          (_, column) => ((bits[at * wide + (column >> 3)] ?? 0) & (0x80 >> (column & 7))) === 0,
        );
        expect(read).toEqual(row);
      });
    }
  });
});
