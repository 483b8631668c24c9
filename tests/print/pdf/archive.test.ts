import { inflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { PdfBlock } from "../../../src/print/pdf/block.ts";
import { PdfDocument } from "../../../src/print/pdf/document.ts";
import { FAMILY } from "../../support/pads.ts";
import { readOut } from "../../support/read-out.ts";

const PAGE = { widthMm: 105, heightMm: 148 };
const INFORMATION = { title: "Yatzy & Co", language: "de", fonts: FAMILY } as const;
const TEXT = { text: "Summe", xMm: 10, baselineMm: 10, sizePt: 10, weight: "regular", ink: 1 } as const;

/** A document at one go. */
async function whole(isArchived: boolean): Promise<Uint8Array> {
  const document = new PdfDocument({ ...INFORMATION, isArchived });
  document.addPage(PAGE);
  document.text(TEXT);
  return document.finish();
}

/** A block, page after page. */
async function streamed(isArchived: boolean): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  const block = new PdfBlock({ ...INFORMATION, isArchived }, async (piece) => {
    pieces.push(piece.slice());
  });
  const stamp = block.stamp(PAGE, (on) => on.text(TEXT));
  await block.page(PAGE, (on) => on.press(stamp));
  await block.finish();
  return Buffer.concat(pieces);
}

/** What is packed in the stream of an object. */
function streamOf(pdf: Uint8Array, object: string): Buffer {
  const start = Buffer.from(pdf).indexOf(`\n${object} 0 obj`);
  const from = Buffer.from(pdf).indexOf("stream\n", start) + "stream\n".length;
  return inflateSync(Buffer.from(pdf).subarray(from));
}

describe.each([
  ["at one go", whole],
  ["page after page", streamed],
])("a file to be kept that is written %s", (_, make) => {
  it("promises PDF/A-2 at level B and no more", async () => {
    const { metadata } = await readOut(await make(true));
    expect([metadata.get("pdfaid:part"), metadata.get("pdfaid:conformance")]).toEqual(["2", "B"]);
    expect(metadata.get("dc:title")).toBe("Yatzy & Co");
    expect(metadata.has("pdfuaid:part")).toBe(false);
  });

  it("has a profile inside that says what grey looks like", async () => {
    const pdf = await make(true);
    const text = Buffer.from(pdf).toString("latin1");
    expect(text.match(/\/S \/GTS_PDFA1/g)?.length).toBe(1);
    const [, object = ""] = /\/DestOutputProfile (\d+) 0 R/.exec(text) ?? [];
    const profile = streamOf(pdf, object);
    // The size, the kind of device, the colours and the signature of a profile (ICC.1, 7.2).
    expect(profile.readUInt32BE(0)).toBe(profile.length);
    expect(profile.toString("latin1", 12, 20)).toBe("mntrRGB ");
    expect(profile.toString("latin1", 36, 40)).toBe("acsp");
  });

  it("has its fonts inside, says what their glyphs mean, and runs and hides nothing", async () => {
    const text = Buffer.from(await make(true)).toString("latin1");
    const fonts = text.match(/\/Subtype \/Type0/g)?.length ?? 0;
    expect(fonts).toBe(1);
    for (const entry of [/\/ToUnicode /g, /\/FontFile2 /g, /\/CIDToGIDMap \/Identity/g])
      expect(text.match(entry)?.length).toBe(fonts);
    expect(text).toMatch(/\/ID ?\[ ?<[0-9a-f]{32}> ?<[0-9a-f]{32}> ?\]/);
    // Words that begin and end an object are on lines of their own.
    expect(text).not.toMatch(/\d 0 obj[^\n]|[^\n]endobj|endobj[^\n]/);
    expect(text).not.toMatch(/\/(?:JavaScript|JS|SMask|CA|ca|Encrypt|EmbeddedFiles|Device(?:RGB|CMYK))\b/);
  });

  it("says nothing of all that where it is not to be kept", async () => {
    const pdf = await make(false);
    expect((await readOut(pdf)).metadata.size).toBe(0);
    expect(Buffer.from(pdf).toString("latin1")).not.toMatch(/OutputIntent|Metadata/);
  });
});
