import { PDFArray, PDFDict, PDFDocument, PDFName, type PDFString } from "@cantoo/pdf-lib";
import { describe, expect, it } from "vitest";
import { PdfBlock } from "../../../src/print/pdf/block.ts";
import { type Colour, pressInk, simulateInk } from "../../../src/print/pdf/colour.ts";
import { nameText } from "../../../src/print/pdf/kit.ts";
import { FAMILY } from "../../support/pads.ts";
import { readOut } from "../../support/read-out.ts";

const PAGE = { widthMm: 105, heightMm: 148 };
const DATE = new Date("2026-11-22T18:30:00Z");
const RED = { red: 1, green: 0, blue: 0 };
const INK = simulateInk({ spot: "HKS 16 (Kö)", cmyk: [0.2, 1, 0.8, 0.3] });

/** A block of two pages with a line in each of these colours. */
async function blockFor(colours: readonly Colour[], pressDate: Date | null): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  const information = { title: "Yatzy & Co", language: "de", fonts: FAMILY };
  const block = new PdfBlock({ ...information, ...(pressDate && { pressDate }) }, async (piece) => {
    pieces.push(piece.slice());
  });
  const line = { fromXMm: 10, fromYMm: 10, toXMm: 90, toYMm: 10, weightPt: 1 };
  const stamp = block.stamp(PAGE, (on) => {
    for (const ink of colours) on.line({ ...line, ink });
    for (const ink of colours) on.fill({ xMm: 10, yMm: 20, widthMm: 20, heightMm: 20, ink });
  });
  for (let page = 0; page < 2; page++)
    await block.page({ ...PAGE, trim: { ...PAGE, xMm: 0, yMm: 0 } }, (on) => on.press(stamp));
  await block.finish();
  return Buffer.concat(pieces);
}

/** The content of the only form in a file. */
async function drawn(pdf: Uint8Array): Promise<string> {
  const { context } = await PDFDocument.load(pdf);
  const forms = context
    .enumerateIndirectObjects()
    .map(([, object]) => object as { dict?: PDFDict; getUnencodedContents?: unknown });
  const form = forms.find(({ dict }) => dict?.get(PDFName.of("Subtype")) === PDFName.of("Form"));
  const { decodePDFRawStream } = await import("@cantoo/pdf-lib");
  return Buffer.from(decodePDFRawStream(form as never).decode()).toString("latin1");
}

describe("a file for a press", () => {
  it("is PDF/X-1a: it says so, when it was made, for which printing, and that nothing is trapped", async () => {
    const pdf = await blockFor([], DATE);
    const text = Buffer.from(pdf).toString("latin1");
    expect(text).toMatch(/^%PDF-1\.4\n/);
    const { context, catalog } = await PDFDocument.load(pdf, { updateMetadata: false });
    const info = context.lookup(context.trailerInfo.Info, PDFDict);
    const entry = (key: string) => info.lookup(PDFName.of(key));
    expect(String(entry("Trapped"))).toBe("/False");
    const words = ["GTS_PDFXVersion", "Title", "CreationDate", "ModDate"].map((key) =>
      (entry(key) as PDFString).decodeText(),
    );
    expect(words).toEqual(["PDF/X-1a:2003", "Yatzy & Co", "D:20261122183000Z", "D:20261122183000Z"]);
    expect(context.trailerInfo.ID).toBeInstanceOf(PDFArray);
    const intents = catalog.lookup(PDFName.of("OutputIntents"), PDFArray);
    expect(intents.size()).toBe(1);
    const intent = intents.lookup(0, PDFDict);
    expect(String(intent.get(PDFName.of("S")))).toBe("/GTS_PDFX");
    expect(String(intent.get(PDFName.of("OutputConditionIdentifier")))).toBe("(FOGRA52)");
    expect(String(intent.get(PDFName.of("RegistryName")))).toBe("(http://www.color.org)");
    const { metadata } = await readOut(pdf);
    expect(metadata.get("pdfx:gts_pdfxversion")).toBe("PDF/X-1a:2003");
    expect(metadata.get("xmp:createdate")).toBe("2026-11-22T18:30:00Z");
    expect(metadata.get("pdf:trapped")).toBe("False");
  });

  it("packs no objects, and its table names the place of each", async () => {
    const text = Buffer.from(await blockFor([INK], DATE)).toString("latin1");
    expect(text).not.toMatch(/ObjStm|\/XRef/);
    const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1]);
    const [, count = "", rows = ""] = /^xref\n0 (\d+)\n([^t]*)trailer/.exec(text.slice(start)) ?? [];
    const entries = rows.match(/.{18} \n/g) ?? [];
    expect(entries.length).toBe(Number(count));
    const used = entries.flatMap((row, id) =>
      row.includes(" n ") ? [[id, Number(row.slice(0, 10))] as const] : [],
    );
    expect(used.length).toBeGreaterThan(10);
    for (const [id, place] of used)
      expect(text.slice(place, place + 12)).toMatch(new RegExp(`^${id} 0 obj\n`));
  });

  it("is painted in inks, never in light", async () => {
    const content = await drawn(await blockFor([INK, RED], DATE));
    expect(content).toMatch(/\/Ink1 CS/);
    expect(content).toMatch(/\/Ink1 cs/);
    expect(content).toMatch(/0\.000 1\.000 1\.000 0\.000 k\b/);
    expect(content).not.toMatch(/\brg\b/i);
    const other = await drawn(await blockFor([INK, RED], null));
    expect(other).toMatch(/1\.000 0\.000 0\.000 rg/);
    expect(other).not.toMatch(/\bcs\b|\bk\b/i);
  });

  it("defines an ink once, by its name", async () => {
    const text = Buffer.from(await blockFor([INK, INK], DATE)).toString("latin1");
    expect(text.match(/\/Separation \/HKS#2016#20#28K#c3#b6#29 \/DeviceCMYK/g)?.length).toBe(1);
    expect(text).toMatch(/\/C1 \[0\.2 1 0\.8 0\.3\]/);
  });
});

describe("an ink", () => {
  it.each([
    [{ red: 0, green: 0, blue: 0 }, [0, 0, 0, 1]],
    [{ red: 1, green: 1, blue: 1 }, [0, 0, 0, 0]],
    [{ red: 0.5, green: 0.25, blue: 0 }, [0, 0.5, 1, 0.5]],
  ])("of %j is mixed with as much black as possible", (colour, cmyk) => {
    expect(pressInk(colour)).toEqual({ spot: null, cmyk });
  });

  it("has its name as PDF writes names", () => {
    expect(nameText("a b/#%")).toBe("a#20b#2f#23#25");
  });
});
