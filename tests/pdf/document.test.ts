import { getDocument, OPS } from "pdfjs-dist/legacy/build/pdf.mjs";
import { describe, expect, it } from "vitest";
import { dieShapes } from "../../src/figure/die.ts";
import { openPdf, type PdfDocument } from "../../src/pdf/document.ts";
import { FAMILY } from "../support/pads.ts";

const PAGE = { widthMm: 148, heightMm: 210 };
const MM_PER_PT = 25.4 / 72;

function made(draw: (pdf: PdfDocument) => void, title = "Test"): Promise<Uint8Array> {
  const pdf = openPdf({ title, language: "de", fonts: FAMILY });
  draw(pdf);
  return pdf.finish();
}

/** Opens what was made. pdf.js takes the bytes away, so it gets a copy. */
function opened(bytes: Uint8Array) {
  return getDocument({ data: bytes.slice(), verbosity: 0 }).promise;
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("latin1");
}

const WORDS = { weight: "bold", sizePt: 12, ink: 1 } as const;

describe("a PDF", () => {
  it("puts text where it was asked to stand, in mm from the top left", async () => {
    const bytes = await made((pdf) => {
      pdf.addPage(PAGE);
      pdf.text({ ...WORDS, text: "Große Straße AVATAR", xMm: 20, baselineMm: 50 });
    });
    const page = await (await opened(bytes)).getPage(1);
    const [item] = (await page.getTextContent()).items;
    if (item === undefined || !("str" in item)) throw new Error("no text");
    expect(item.str).toBe("Große Straße AVATAR");
    expect(item.transform[4] * MM_PER_PT).toBeCloseTo(20, 3);
    expect(PAGE.heightMm - item.transform[5] * MM_PER_PT).toBeCloseTo(50, 3);
    expect(item.width * MM_PER_PT).toBeCloseTo(FAMILY.bold.width("Große Straße AVATAR", 12), 1);
  });

  it("turns text to read upwards from its point", async () => {
    const bytes = await made((pdf) => {
      pdf.addPage(PAGE);
      pdf.text({ ...WORDS, text: "Anna", xMm: 30, baselineMm: 60, upwards: true });
    });
    const page = await (await opened(bytes)).getPage(1);
    const [item] = (await page.getTextContent()).items;
    if (item === undefined || !("str" in item)) throw new Error("no text");
    const [a, b, , , x, y] = item.transform;
    expect(a).toBeCloseTo(0, 5);
    expect(b).toBeCloseTo(12, 5);
    expect(x * MM_PER_PT).toBeCloseTo(30, 3);
    expect(PAGE.heightMm - y * MM_PER_PT).toBeCloseTo(60, 3);
  });

  it("embeds its fonts as subsets and none of the standard fourteen", async () => {
    const text = latin1(
      await made((pdf) => {
        pdf.addPage(PAGE);
        pdf.text({ ...WORDS, text: "fett", xMm: 20, baselineMm: 50 });
        pdf.text({ ...WORDS, weight: "regular", text: "mager", xMm: 20, baselineMm: 60 });
      }),
    );
    const names = [...text.matchAll(/\/BaseFont \/(\S+)/g)].map(([, name]) => name);
    expect(new Set(names)).toEqual(
      new Set(
        ["BZZZZZ+SourceSans3-Bold", "CZZZZZ+SourceSans3-Regular"].map((n) =>
          expect.stringContaining(n.slice(7)),
        ),
      ),
    );
    expect(text.match(/\/FontFile2/g)?.length).toBe(2);
    expect(text).not.toMatch(/Helvetica|Times|Courier/);
  });

  it("says its title and language, also with signs that other formats would trip over", async () => {
    const bytes = await made((pdf) => pdf.addPage(PAGE), "Würfel & „Block“ <1>");
    const pdf = await opened(bytes);
    const { info } = await pdf.getMetadata();
    expect(info).toMatchObject({ Title: "Würfel & „Block“ <1>", Language: "de" });
    expect(info).not.toHaveProperty("CreationDate");
  });

  it("is the same byte for byte when made again", async () => {
    const draw = (pdf: PdfDocument) => {
      pdf.addPage(PAGE);
      pdf.text({ ...WORDS, text: "gleich", xMm: 20, baselineMm: 50 });
      pdf.shapes(dieShapes(5, { state: "hit" }), { xMm: 10, yMm: 10, sideMm: 5 });
    };
    expect(latin1(await made(draw))).toBe(latin1(await made(draw)));
  });

  it("draws figures: pips as filled circles, numerals as text", async () => {
    const bytes = await made((pdf) => {
      pdf.addPage(PAGE);
      pdf.shapes(dieShapes(3, { state: "plain" }), { xMm: 10, yMm: 10, sideMm: 5 });
      pdf.shapes(dieShapes(8, { state: "plain" }), { xMm: 20, yMm: 10, sideMm: 5 });
    });
    const page = await (await opened(bytes)).getPage(1);
    const { fnArray } = await page.getOperatorList();
    expect(fnArray.filter((op) => op === OPS.constructPath).length).toBe(2 + 3);
    const { items } = await page.getTextContent();
    expect(items).toContainEqual(expect.objectContaining({ str: "8" }));
  });
});

describe("a stamp", () => {
  it("shows the same on every page it is pressed on, and is stored once", async () => {
    const sheets = (pages: number) =>
      made((pdf) => {
        pdf.addPage(PAGE);
        const stamp = pdf.stamp(() => {
          for (let row = 1; row < 20; row++) {
            pdf.text({ ...WORDS, text: `Zeile ${row} mit Text`, xMm: 20, baselineMm: row * 10 });
          }
        });
        pdf.press(stamp);
        for (let page = 1; page < pages; page++) {
          pdf.addPage(PAGE);
          pdf.press(stamp);
        }
      });
    const [one, many] = [await sheets(1), await sheets(101)];
    const pdf = await opened(many);
    expect(pdf.numPages).toBe(101);
    const textOn = async (page: number) =>
      (await (await pdf.getPage(page)).getTextContent()).items.map((item) => ("str" in item ? item.str : ""));
    expect((await textOn(1)).filter((words) => words !== "").length).toBe(19);
    expect(await textOn(101)).toEqual(await textOn(1));
    expect((many.length - one.length) / 100).toBeLessThan(700);
  });

  it("is not drawn before it is pressed", async () => {
    const bytes = await made((pdf) => {
      pdf.addPage(PAGE);
      pdf.stamp(() => pdf.text({ ...WORDS, text: "später", xMm: 20, baselineMm: 50 }));
    });
    const page = await (await opened(bytes)).getPage(1);
    expect((await page.getTextContent()).items).toEqual([]);
  });
});
