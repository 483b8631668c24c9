import {
  PDFDocument,
  PDFNumber,
  PDFOperator,
  PDFOperatorNames,
  type PDFPage,
  type PDFRef,
} from "@cantoo/pdf-lib";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { pdfDecoders } from "../../src/files/package.ts";
import { scannedPage } from "../../src/scan/image/pdf-pages.ts";

const pageOf = (bytes: Uint8Array, number: number) => scannedPage(bytes, number, pdfDecoders());

/** A picture that is red above and blue below. */
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#ff0000" } })
    .composite([
      {
        input: { create: { width, height: height / 2, channels: 3, background: "#0000ff" } },
        left: 0,
        top: height / 2,
      },
    ])
    .jpeg({ quality: 95 })
    .toBuffer();

/** A page of 300 by 400 points that a picture covers. */
async function scan(quarterTurns = 0, share = 1): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const page = document.addPage([300, 400]);
  const image = await document.embedJpg(await picture(150, 200));
  page.drawImage(image, { x: 0, y: 400 - 400 * share, width: 300 * share, height: 400 * share });
  page.setRotation({ type: "degrees", angle: 90 * quarterTurns } as Parameters<typeof page.setRotation>[0]);
  return document.save();
}

/** The colours of a page in some places, given as shares of its width and height. */
async function coloursAt(jpeg: Uint8Array | null, places: readonly (readonly [number, number])[]) {
  const { data, info } = await sharp(jpeg ?? new Uint8Array(0))
    .raw()
    .toBuffer({ resolveWithObject: true });
  return places.map(([x, y]) => {
    const at = 3 * (Math.floor(y * info.height) * info.width + Math.floor(x * info.width));
    const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3);
    return green > 128 ? "white" : red > blue ? "red" : "blue";
  });
}

/** JPEG 2000 of 16 by 16 pixels, the left half black, the right half white. */
const LEFT_IS_BLACK = Buffer.from(
  [
    "AAAADGpQICANCocKAAAAFGZ0eXBqcDIgAAAAAGpwMiAAAAAtanAyaAAAABZpaGRyAAAAEAAAABAAAQcHAAAAAAAPY29scgEAAAAA",
    "ABEAAAEganAyY/9P/1EAKQAAAAAAEAAAABAAAAAAAAAAAAAAABAAAAAQAAAAAAAAAAAAAQcBAf9SAAwAAAABAAAEBAAB/1wABEBA",
    "/2QAJQABQ3JlYXRlZCBieSBPcGVuSlBFRyB2ZXJzaW9uIDIuNS4w/5AACgAAAAAArgAB/5PfhToRUFMZCq6uegq+pfYfgAAAAwkJ",
    "fh8YAAAAAMI1h9j9FOEfcpoj7lNEfcpoj7lNEfcpoj7lNEfcpoj7lNEfcpoj7lNEfcpoj7lNEfcpoj7lNEfcpoj7lNEfcpoj7lNE",
    "fcpoj7lNEfcpoj7lNEfcpoj7lNEfcpoj7lNEfcpoj7lNEfcpoj7lNEfcpoj7lNEfcpoj7lNEfcpoj7lNEf9//9k=",
  ].join(""),
  "base64",
);

/** Lets an image cover a page of 160 by 160 points. */
function drawOver(page: PDFPage, image: PDFRef): void {
  const name = page.node.newXObject("Scan", image);
  page.pushOperators(
    PDFOperator.of(
      PDFOperatorNames.ConcatTransformationMatrix,
      [160, 0, 0, 160, 0, 0].map((n) => PDFNumber.of(n)),
    ),
    PDFOperator.of(PDFOperatorNames.DrawObject, [name]),
  );
}

/** The grey of a page in a place, given as shares of its width and height. */
async function greysOf(jpeg: Uint8Array | null) {
  const picture = sharp(jpeg ?? new Uint8Array(0)).greyscale();
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  return (x: number, y: number) =>
    data[Math.floor(y * info.height) * info.width + Math.floor(x * info.width)] ?? -1;
}

describe("a page of a PDF", () => {
  it("that a scan covers is a picture as fine as the scan", async () => {
    const { jpeg } = await pageOf(await scan(), 1);
    expect(await sharp(jpeg ?? new Uint8Array(0)).metadata()).toMatchObject({ width: 150, height: 200 });
    expect(
      await coloursAt(jpeg, [
        [0.5, 0.2],
        [0.5, 0.8],
      ]),
    ).toEqual(["red", "blue"]);
  });

  it("is turned as a viewer turns it", async () => {
    const { jpeg } = await pageOf(await scan(1), 1);
    expect(await sharp(jpeg ?? new Uint8Array(0)).metadata()).toMatchObject({ width: 200, height: 150 });
    // A quarter clockwise: what was above is on the right.
    expect(
      await coloursAt(jpeg, [
        [0.8, 0.5],
        [0.2, 0.5],
      ]),
    ).toEqual(["red", "blue"]);
  });

  it("is white beside the scan, and no scan where a picture is small or there is none", async () => {
    const { jpeg } = await pageOf(await scan(0, 0.8), 1);
    expect(
      await coloursAt(jpeg, [
        [0.4, 0.1],
        [0.95, 0.95],
      ]),
    ).toEqual(["red", "white"]);
    expect((await pageOf(await scan(0, 0.4), 1)).jpeg).toBeNull();
    const blank = await PDFDocument.create();
    blank.addPage([300, 400]);
    expect((await pageOf(await blank.save(), 1)).jpeg).toBeNull();
  });

  it("is put together from strips", async () => {
    const document = await PDFDocument.create();
    const page = document.addPage([300, 400]);
    const image = await document.embedJpg(await picture(150, 100));
    for (const y of [0, 200]) page.drawImage(image, { x: 0, y, width: 300, height: 200 });
    const { jpeg } = await pageOf(await document.save(), 1);
    expect(
      await coloursAt(jpeg, [
        [0.5, 0.1],
        [0.5, 0.4],
        [0.5, 0.6],
        [0.5, 0.9],
      ]),
    ).toEqual(["red", "blue", "red", "blue"]);
  });

  it.each([true, false])("is black on white where its scan has bits only (as a mask: %s)", async (isMask) => {
    const document = await PDFDocument.create();
    const page = document.addPage([160, 160]);
    // Rows of 16 bits: 0 is ink in a mask, and black in a picture.
    const bits = new Uint8Array(32).fill(255).fill(0, 0, 16);
    const colours = isMask ? { ImageMask: true } : { ColorSpace: "DeviceGray" };
    const entries = { Type: "XObject", Subtype: "Image", Width: 16, Height: 16, BitsPerComponent: 1 };
    const image = document.context.register(document.context.stream(bits, { ...entries, ...colours }));
    drawOver(page, image);
    const at = await greysOf((await pageOf(await document.save(), 1)).jpeg);
    expect(at(0.3, 0.2)).toBeLessThan(40);
    expect(at(0.3, 0.8)).toBeGreaterThan(215);
  });

  it("is read where its scan is JPEG 2000", async () => {
    const document = await PDFDocument.create();
    const page = document.addPage([160, 160]);
    const entries = {
      Type: "XObject",
      Subtype: "Image",
      Width: 16,
      Height: 16,
      BitsPerComponent: 8,
      Filter: "JPXDecode",
    };
    const stream = document.context.stream(LEFT_IS_BLACK, { ...entries, ColorSpace: "DeviceGray" });
    drawOver(page, document.context.register(stream));
    const at = await greysOf((await pageOf(await document.save(), 1)).jpeg);
    expect(at(0.2, 0.5)).toBeLessThan(40);
    expect(at(0.8, 0.5)).toBeGreaterThan(215);
  });

  it("that is no page, or of no PDF, is an error", async () => {
    await expect(pageOf(await scan(), 2)).rejects.toThrow();
    await expect(pageOf(new Uint8Array(20), 1)).rejects.toThrow();
  });
});
