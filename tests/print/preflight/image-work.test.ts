import { PDFDocument, PDFName, type PDFRef } from "@cantoo/pdf-lib";
import { describe, expect, it } from "vitest";
import { imageWork } from "../../../src/print/preflight/image-work.ts";

type Entries = Parameters<PDFDocument["context"]["stream"]>[1];

const SIZE = { Width: 100, Height: 200 };
const CCITT = { ...SIZE, Filter: "CCITTFaxDecode" };

/** A file with an image on each page, or one that all pages lead to. */
async function workWith(images: readonly { entries?: object; data?: Uint8Array; isShared?: boolean }[]) {
  const document = await PDFDocument.create();
  for (const { entries = {}, data = new Uint8Array(8), isShared = false } of images) {
    const dict = { Type: "XObject", Subtype: "Image", ...entries } as Entries;
    const image = document.context.register(document.context.stream(data, dict));
    const page = document.addPage([100, 100]);
    if (isShared) shareWithAll(document, image);
    else page.node.newXObject("Image", image);
  }
  return imageWork(await document.save());
}

function shareWithAll(document: PDFDocument, image: PDFRef): void {
  const resources = document.context.obj({ XObject: { Image: image } });
  const [page] = document.getPages();
  page?.node.Parent()?.set(PDFName.of("Resources"), resources);
  for (const one of document.getPages()) one.node.delete(PDFName.of("Resources"));
}

/** A segment of JBIG2 (ISO 14492, 7.2) that begins with a size. */
function segment(kind: number, width: number, height: number, length = 8): number[] {
  const word = (value: number) => [24, 16, 8, 0].map((bits) => (value >>> bits) & 255);
  return [...word(0), kind, 0, 1, ...word(length), ...word(width), ...word(height)];
}

describe("how much work an image is", () => {
  it("is its pixels, three times as many where unpacking is slow, and the most that anything in it says", async () => {
    const page = segment(48, 100, 200);
    expect(
      await workWith([
        { entries: SIZE },
        { entries: { ...SIZE, Filter: "DCTDecode" } },
        { entries: { ...CCITT, DecodeParms: { Columns: 100 } } },
        { entries: { ...CCITT, DecodeParms: { Columns: 2000, Rows: 40_000 } } },
        {
          entries: {
            ...CCITT,
            Filter: ["ASCIIHexDecode", "CCITTFaxDecode"],
            DecodeParms: [{}, { Columns: 300 }],
          },
        },
        { entries: { ...SIZE, Filter: "JBIG2Decode" } },
        {
          entries: { ...SIZE, Filter: "JBIG2Decode" },
          data: Uint8Array.from([...page, ...segment(38, 9000, 8000)]),
        },
        { entries: { ...SIZE, Filter: "JBIG2Decode" }, data: Uint8Array.from(page.slice(0, 14)) },
        {
          entries: { ...SIZE, Filter: "JBIG2Decode" },
          data: Uint8Array.from(segment(38, 9000, 8000, 0xffffffff)),
        },
        {},
      ]),
    ).toEqual([
      ...[20_000, 20_000, 60_000, 240_000_000, 180_000],
      ...[60_000, 3 * (20_000 + 72_000_000), 60_000, 216_000_000, 0],
    ]);
  });

  it("is that of the largest image, as pages may share a list of all", async () => {
    const shared = { entries: { Width: 50, Height: 60 }, isShared: true };
    expect(await workWith([{}, shared])).toEqual([3000, 3000]);
  });

  it("is unknown in what is no PDF", async () => {
    expect(await imageWork(new Uint8Array(20))).toEqual([]);
  });
});
