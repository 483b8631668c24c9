import { describe, expect, it } from "vitest";
import { drawPad } from "../../../src/print/pad/draw-pad.ts";
import { preflight } from "../../../src/print/preflight/preflight.ts";
import { shippedGame } from "../../support/games.ts";
import { madeUp } from "../../support/made-up-pdf.ts";
import { FAMILY, good, laidOut } from "../../support/pads.ts";
import { pdfFrom, streamOf } from "../../support/pdf-source.ts";

const latin = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));
const layout = good(laidOut(shippedGame("yatzy"), "de", "a6", 1));
const print = { title: "Yatzy", language: "de", family: FAMILY };

const PAGES = "<</Type/Catalog/Pages 2 0 R>>";
const PAGE =
  "<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Contents 4 0 R/Resources<</XObject<</X 5 0 R>>>>>>";
const ONE_PAGE = "<</Type/Pages/Kids[3 0 R]/Count 1>>";

describe("a file that is none", () => {
  it.each<[string, () => Promise<Uint8Array> | Uint8Array, string]>([
    ["a photo with the ending of a PDF", () => new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16]), "not-a-pdf"],
    ["an empty file", () => new Uint8Array(0), "not-a-pdf"],
    ["a file with nothing but a beginning", () => latin("%PDF-1.7\n"), "broken-pdf"],
    [
      "a file with a password",
      () => madeUp(({ line }) => line({ x: 1, y: 1, long: 1, pt: 1 }), { userPassword: "secret" }),
      "locked-pdf",
    ],
  ])("%s", async (_, make, fault) => {
    expect(await preflight(await make(), {})).toBe(fault);
  });

  it.each([0.3, 0.6, 0.9])("a file of which only the first %f are there", async (share) => {
    const whole = await drawPad(layout, { ...print, sheets: 2 });
    const result = await preflight(whole.slice(0, whole.length * share), {});
    expect(result).toBe("broken-pdf");
  });
});

describe("a hostile file comes to an end", () => {
  const codesOf = async (pdf: Uint8Array) => {
    const result = await preflight(pdf, {});
    return typeof result === "string" ? [result] : result.findings.map(({ code }) => code);
  };

  it("whose tree of pages goes in a circle", async () => {
    const circle = pdfFrom(PAGES, "<</Type/Pages/Kids[2 0 R 3 0 R]/Count 2>>", "<</Type/Pages/Kids[2 0 R]>>");
    expect(await codesOf(circle)).toEqual(["no-pages"]);
  });

  it("whose form draws itself", async () => {
    const form = streamOf("/X Do", "/Type/XObject/Subtype/Form/Resources<</XObject<</X 5 0 R>>>>");
    expect(await codesOf(pdfFrom(PAGES, ONE_PAGE, PAGE, streamOf("/X Do"), form))).toContain("broken-page");
  });

  it("whose objects are of other kinds than they should be", async () => {
    const odd =
      "<</Type/Page/MediaBox(no)/Contents[7 0 R/Name]/Resources 5/Annots 9 0 R/Rotate/North/UserUnit(x)>>";
    expect(await codesOf(pdfFrom(PAGES, ONE_PAGE, odd))).toEqual([]);
  });

  it("that draws without sense", async () => {
    for (const content of ["Q Q Q ET ] >> 1 2", "BI /W 1 ID", "<< /A", "[[[[ 1 w", "1e9 -- 5 re S", "{}{}"])
      expect((await codesOf(pdfFrom(PAGES, ONE_PAGE, PAGE, streamOf(content)))).length).toBeLessThan(3);
  });
});

describe("a file of very many pages", () => {
  it("is looked at here and there, from the first page to the last", async () => {
    const pdf = await madeUp((on) => {
      for (let page = 1; page <= 400; page++) {
        if (page > 1) on.next();
        on.line({ x: 20, y: 40, long: 30, pt: 0.1 });
      }
    });
    const result = await preflight(pdf, {});
    if (typeof result === "string") throw new Error(result);
    const { pages, looked, findings } = result;
    expect([pages, looked]).toEqual([400, 120]);
    const [finding] = findings;
    expect(findings.length).toBe(1);
    expect([finding?.pages.length, finding?.pages[0], finding?.pages.at(-1)]).toEqual([120, 1, 400]);
  });
});
