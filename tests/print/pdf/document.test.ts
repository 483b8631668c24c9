import { describe, expect, it, vi } from "vitest";
import { PdfDocument } from "../../../src/print/pdf/document.ts";
import { FAMILY } from "../../support/pads.ts";
import { fontsOf, textsOf } from "../../support/pdfs.ts";

const A6 = { widthMm: 105, heightMm: 148 };
const LINE = { sizePt: 10, weight: "regular", ink: 1 } as const;

function open(title = "Blöcke & <Würfel>") {
  return new PdfDocument({ title, language: "de", fonts: FAMILY });
}

describe("a PDF document", () => {
  it("puts text where it was told, in mm from the top left", async () => {
    const document = open();
    document.addPage(A6);
    document.text({ text: "Große Straße", xMm: 20, baselineMm: 30, ...LINE });
    const [found] = await textsOf(await document.finish(), 1);
    expect(found).toMatchObject({ text: "Große Straße" });
    expect(found?.xMm).toBeCloseTo(20, 2);
    expect(found?.yMm).toBeCloseTo(30, 2);
  });

  it("embeds only fonts that it was given", async () => {
    const document = open();
    document.addPage(A6);
    document.text({ text: "a", xMm: 1, baselineMm: 5, ...LINE });
    const pdf = await document.finish();
    expect(fontsOf(pdf)).toEqual([expect.stringMatching(/^[A-Z]{6}\+SourceSans3-Regular$/)]);
    expect(Buffer.from(pdf).toString("latin1")).not.toMatch(/Helvetica|Times|Courier/);
  });

  it("has the same bytes whenever it is made", async () => {
    const make = () => {
      const document = open();
      document.addPage(A6);
      document.line({ fromXMm: 0, fromYMm: 0, toXMm: 10, toYMm: 10, weightPt: 0.5, ink: 1 });
      return document.finish();
    };
    const at = (date: string) => {
      vi.setSystemTime(date);
      return make();
    };
    vi.useFakeTimers({ toFake: ["Date"] });
    try {
      const first = await at("2024-02-29T12:00:00Z");
      expect(Buffer.compare(first, await at("2031-07-01T01:02:03Z"))).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it("is written in grey alone", async () => {
    const document = open();
    document.addPage(A6);
    document.fill({ xMm: 1, yMm: 1, widthMm: 9, heightMm: 9, ink: 0.5 });
    const pdf = Buffer.from(await document.finish()).toString("latin1");
    expect(pdf).not.toMatch(/DeviceRGB|DeviceCMYK/);
  });
});
