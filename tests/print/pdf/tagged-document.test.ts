import { describe, expect, it } from "vitest";
import { PdfDocument, type StructureElement } from "../../../src/print/pdf/document.ts";
import { FAMILY } from "../../support/pads.ts";
import { type ReadElement, readOut } from "../../support/read-out.ts";

const A6 = { widthMm: 105, heightMm: 148 };
const LINE = { sizePt: 10, weight: "regular", ink: 1 } as const;
const [LEFT, RIGHT, DRAWING] = [Symbol("left"), Symbol("right"), Symbol("drawing")];

function open(...children: StructureElement["children"]): PdfDocument {
  const structure: StructureElement = { role: "Document", children: [{ role: "P", children }] };
  const document = new PdfDocument({
    title: "Blöcke & <Würfel>\u0001",
    language: "de",
    fonts: FAMILY,
    structure,
  });
  document.addPage(A6);
  return document;
}

function write(document: PdfDocument, content: symbol, text: string, baselineMm = 10): void {
  document.content(content, () => document.text({ text, xMm: 5, baselineMm, ...LINE }));
}

async function paragraphOf(document: PdfDocument): Promise<ReadElement> {
  const { pages, unmarked } = await readOut(await document.finish());
  expect(unmarked).toEqual([]);
  const [paragraph] = pages[0]?.children ?? [];
  return paragraph as ReadElement;
}

function square(document: PdfDocument, xMm: number): void {
  const area = { xMm, yMm: 50, widthMm: 10, heightMm: 10 };
  document.content(DRAWING, () => document.fill({ ...area, ink: 1 }), area);
}

describe("a tagged document", () => {
  it("is read in the order of its structure, whatever is drawn first", async () => {
    const document = open(LEFT, RIGHT);
    write(document, RIGHT, "zuletzt");
    write(document, LEFT, "zuerst ");
    write(document, RIGHT, " und Schluss");
    expect((await paragraphOf(document)).children).toEqual(["zuerst ", "zuletzt", " und Schluss"]);
  });

  it("is read in the order of its pages, though a sheet to fold shows the last page first", async () => {
    const document = open(LEFT);
    document.readAsPage(3);
    write(document, LEFT, "zuletzt");
    document.addPage(A6);
    document.readAsPage(0);
    write(document, LEFT, "zuerst ");
    const pdf = Buffer.from(await document.finish()).toString("latin1");
    const pages = Array.from(pdf.matchAll(/(\d+) 0 obj\s*<<\s*\/Type \/Page\s/g), ([, number]) => number);
    // Only parts that are not on the page where an element begins name theirs.
    const goesOn = Array.from(pdf.matchAll(/\/Type \/MCR\s+\/Pg (\d+) 0 R/g), ([, number]) => number);
    expect(pages.length).toBe(2);
    expect(goesOn).toEqual(pages.slice(0, 1));
  });

  it("lets every character be read as what it is, though the font draws some alike", async () => {
    const document = open(LEFT);
    write(document, LEFT, "10\u00a0Punkte für Fünf-Finger-Würfe, Auf\u00adlage: schaff");
    write(document, LEFT, "End\u00ad", 15);
    expect((await paragraphOf(document)).children.join("")).toBe(
      "10\u00a0Punkte für Fünf-Finger-Würfe, Auflage: schaffEnd\u00ad",
    );
  });

  it("knows of no content that nobody would read", () => {
    expect(() => write(open(LEFT), RIGHT, "nie")).toThrow(RangeError);
  });

  it("leaves an element empty of which nothing is drawn", async () => {
    const document = open(LEFT, { role: "Figure", alternative: "nichts", children: [DRAWING] });
    write(document, LEFT, "da");
    expect((await paragraphOf(document)).children).toEqual(["da"]);
  });

  it("tells where a drawing lies, in points from below; but not of one that goes on over the page", async () => {
    const figure: StructureElement = { role: "Figure", alternative: "zwei Felder", children: [DRAWING] };
    const once = open(figure);
    square(once, 10);
    square(once, 30);
    const pdf = Buffer.from(await once.finish()).toString("latin1");
    const box =
      /\/BBox \[([\d. ]+)\]/
        .exec(pdf)?.[1]
        ?.split(" ")
        .map((pt) => (Number(pt) * 25.4) / 72) ?? [];
    expect(box.map((mm) => Math.round(mm * 100) / 100)).toEqual([10, 88, 40, 98]);
    const twice = open(figure);
    square(twice, 10);
    twice.addPage(A6);
    square(twice, 10);
    expect(Buffer.from(await twice.finish()).toString("latin1")).not.toContain("/BBox");
  });

  it("has a title that stays a title, with every sign that XML knows", async () => {
    const document = open(LEFT);
    write(document, LEFT, "da");
    const { metadata } = await readOut(await document.finish());
    expect(metadata.get("dc:title")).toBe("Blöcke & <Würfel> ".trim());
  });

  it("marks nothing where there is no structure", async () => {
    const document = new PdfDocument({ title: "Block", language: "de", fonts: FAMILY });
    document.addPage(A6);
    write(document, LEFT, "gezeichnet");
    document.decoration("Layout", () => document.fill({ xMm: 1, yMm: 1, widthMm: 1, heightMm: 1, ink: 1 }));
    const { pages, unmarked } = await readOut(await document.finish());
    expect(pages).toEqual([]);
    expect(unmarked).toEqual(["gezeichnet", "a drawing"]);
  });
});
