import { describe, expect, it } from "vitest";
import { PdfBlock } from "../../../src/print/pdf/block.ts";
import { concatBytes } from "../../../src/rules/bytes.ts";
import { FAMILY } from "../../support/pads.ts";
import { pagesOf, textsOf } from "../../support/pdfs.ts";

const A6 = { widthMm: 105, heightMm: 148 };

/** A block whose pages bear their numbers, counted from 1. */
async function numbered(pages: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  const block = new PdfBlock({ title: "Block & Co.", language: "de", fonts: FAMILY }, async (bytes) => {
    pieces.push(bytes.slice());
  });
  const stamp = block.stamp(A6, (on) =>
    on.text({ text: "Shared", xMm: 10, baselineMm: 20, sizePt: 12, weight: "bold", ink: 1 }),
  );
  const letters = block.letters("regular", "No. 0123456789()\\");
  for (let page = 1; page <= pages; page++) {
    await block.page(A6, (on) => {
      on.press(stamp);
      on.write({ letters, text: `No. ${page}`, xMm: 10, baselineMm: 30, sizePt: 10, ink: 1 });
    });
  }
  await block.finish();
  return concatBytes(pieces);
}

describe("a block of pages", () => {
  it("has all of them in their order, however many nodes its tree needs", async () => {
    const pdf = await numbered(64 * 64 + 2);
    expect(await pagesOf(pdf)).toBe(64 * 64 + 2);
    for (const page of [1, 64, 65, 4096, 4098]) {
      const texts = await textsOf(pdf, page);
      expect(texts.map(({ text }) => text)).toEqual(["Shared", `No. ${page}`]);
      expect(texts.map(({ yMm }) => Math.round(yMm))).toEqual([20, 30]);
    }
  });

  it("takes little more for each page than what is new on it", async () => {
    const [few, many] = await Promise.all([numbered(1), numbered(1001)]);
    expect((many.length - few.length) / 1000).toBeLessThan(150);
  });

  it("writes once what its pages begin with, and packs what is worth it", async () => {
    const places = Array.from({ length: 20 }, (_, at) => ({ xMm: 10, baselineMm: 10 + 5 * at }));
    const block = async (last: number) => {
      const pieces: Uint8Array[] = [];
      const open = new PdfBlock({ title: "t", language: "de", fonts: FAMILY }, async (bytes) => {
        pieces.push(bytes.slice());
      });
      const letters = open.letters("regular", "0123456789");
      for (let page = 1; page <= last; page++)
        await open.page(A6, (on) => {
          for (const place of places) on.write({ letters, text: "12345", ...place, sizePt: 10, ink: 1 });
          // The last page begins otherwise.
          const xMm = page === last ? 50 : 40;
          on.write({ letters, text: String(page), xMm, baselineMm: 10, sizePt: 10, ink: 1 });
        });
      await open.finish();
      return concatBytes(pieces);
    };
    const pdf = await block(300);
    for (const page of [1, 2, 150, 300]) {
      const texts = (await textsOf(pdf, page)).map(({ text }) => text);
      expect(texts).toEqual([...places.map(() => "12345"), String(page)]);
    }
    // Twenty texts of some forty bytes each, if they stood on each page.
    expect((pdf.length - (await block(2)).length) / 298).toBeLessThan(160);
  });

  it("has the same bytes each time", async () => {
    const [one, other] = await Promise.all([numbered(3), numbered(3)]);
    expect(Buffer.compare(one, other)).toBe(0);
  });

  it("says that it has no pages if it has none, and is a file all the same", async () => {
    const pdf = await numbered(0);
    expect(await pagesOf(pdf)).toBe(0);
    expect(Buffer.from(pdf).toString("latin1")).toMatch(/^%PDF-1\.7\n.*%%EOF\s*$/s);
  });

  it("waits for whoever takes its bytes", async () => {
    let waiting = 0;
    let most = 0;
    let pieces = 0;
    const block = new PdfBlock({ title: "t", language: "de", fonts: FAMILY }, async () => {
      pieces++;
      most = Math.max(most, ++waiting);
      await new Promise((resolve) => setImmediate(resolve));
      waiting--;
    });
    for (let page = 0; page < 3000; page++) await block.page(A6, () => undefined);
    await block.finish();
    expect(pieces).toBeGreaterThan(2);
    expect(most).toBe(1);
  });

  it("turns what stands on its head, and names the boxes of a page", async () => {
    const pieces: Uint8Array[] = [];
    const block = new PdfBlock({ title: "t", language: "de", fonts: FAMILY }, async (bytes) => {
      pieces.push(bytes.slice());
    });
    const letters = block.letters("regular", "A(\\)");
    const trim = { xMm: 3, yMm: 3, widthMm: 99, heightMm: 142 };
    await block.page({ ...A6, trim }, (on) =>
      on.at({ ...trim, isTurned: true }, (place) =>
        place.write({ letters, text: "A(\\)", xMm: 0, baselineMm: 0, sizePt: 10, ink: 1 }),
      ),
    );
    await block.finish();
    const pdf = concatBytes(pieces);
    const [text] = await textsOf(pdf, 1);
    expect(text?.text).toBe("A(\\)");
    expect([text?.xMm, text?.yMm].map((mm) => Math.round(mm ?? 0))).toEqual([102, 145]);
  });

  it("refuses characters that were not prepared", () => {
    const block = new PdfBlock({ title: "t", language: "de", fonts: FAMILY }, async () => undefined);
    const letters = block.letters("regular", "1");
    expect(() => letters.encode("2")).toThrow(RangeError);
  });
});
