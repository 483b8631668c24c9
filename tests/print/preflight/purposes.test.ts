import { describe, expect, it } from "vitest";
import { preflight } from "../../../src/print/preflight/preflight.ts";
import type { Asked, Purpose } from "../../../src/print/preflight/requirements.ts";
import { onePage, type PageSource, pdfFrom, PRESS_INTENT, streamOf } from "../../support/pdf-source.ts";

const METADATA = streamOf(
  '<x:xmpmeta xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"><pdfaid:part>2</pdfaid:part></x:xmpmeta>',
  "/Type/Metadata/Subtype/XML",
);
const FIELDS = "/AcroForm<</Fields[<</T(x)>>]>>";
const ARCHIVED: PageSource = { catalogue: "/Metadata 7 0 R", objects: [METADATA] };
const CUT = "/TrimBox[10 10 350 710]";

/** A file with an identifier. */
function identified(source: PageSource): Uint8Array {
  const text = Buffer.from(onePage(source)).toString("latin1");
  return Buffer.from(text.replace("trailer <<", "trailer <</ID[<00><00>]"), "latin1");
}

async function of(source: PageSource, asked: Asked = {}) {
  const result = await preflight(onePage(source), asked);
  if (typeof result === "string") throw new Error(result);
  return result;
}

describe("a file is for", () => {
  it.each<[what: string, source: PageSource, purpose: Purpose | null]>([
    ["nothing, if it says nothing", {}, null],
    ["filling in, if it has fields", { catalogue: FIELDS, page: CUT }, "fillable"],
    ["not for filling in, if it could have fields", { catalogue: "/AcroForm<</Fields[]>>" }, null],
    ["not for filling in, with a form of nothing", { catalogue: "/AcroForm 5" }, null],
    ["an archive, if its metadata says so", { ...ARCHIVED, page: CUT }, "archive"],
    [
      "not for an archive, if its metadata says other things",
      { ...ARCHIVED, objects: [streamOf("<x:xmpmeta/>")] },
      null,
    ],
    [
      "not for an archive, if its metadata can't be read",
      { ...ARCHIVED, objects: [METADATA.replace("<<", "<</Filter/DCTDecode")] },
      null,
    ],
    ["a print shop, if its first page is cut", { page: CUT }, "printshop"],
    ["a print shop, if it is PDF/X", { catalogue: "/OutputIntents[<</S/GTS_PDFX>>]" }, "printshop"],
    [
      "a print shop, if it is some PDF/X or other",
      { catalogue: "/OutputIntents[<</S/GTS_PDFA1>><</S/GTS_PDFX4>>]" },
      "printshop",
    ],
    ["nothing, with another intent", { catalogue: "/OutputIntents[<</S/GTS_PDFA1>> 5]" }, null],
    ["nothing, with an intent that says nothing", { catalogue: "/OutputIntents[<<>>]" }, null],
  ])("%s", async (_, source, purpose) => {
    expect((await of(source)).purpose).toBe(purpose);
    expect((await of(source, { purpose: "home" })).purpose).toBe("home");
  });

  it("what its first page says, not the others", async () => {
    const pageOf = (entries: string) => `<</Type/Page/Parent 2 0 R${entries}>>`;
    const pdf = pdfFrom(
      "<</Type/Catalog/Pages 2 0 R>>",
      "<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2/MediaBox[0 0 360 720]>>",
      pageOf(""),
      pageOf(CUT),
    );
    expect(await preflight(pdf)).toMatchObject({ purpose: null, findings: [] });
  });
});

/** A page that breaks what only some files must keep: it is not cut, in colour, and has text where many blocks are glued. */
const BREAKS: PageSource = {
  draw: "BT /F 10 Tf 100 690 Td (a) Tj ET 1 0 0 rg 36 36 72 72 re f",
  page: "/Annots[<</Subtype/Widget>>]",
};

describe("what is required of a file", () => {
  it.each<[asked: Asked, codes: string[]]>([
    [{}, ["annotation"]],
    [{ purpose: "home" }, ["annotation"]],
    [{ purpose: "copyshop" }, ["annotation"]],
    [{ purpose: "large-print" }, ["annotation"]],
    [{ purpose: "printshop" }, ["no-output-intent", "no-trim-box", "colour", "annotation"]],
    [
      { purpose: "archive" },
      ["not-archived", "no-file-id", "annotation", "undefined-colour", "undefined-colour"],
    ],
    [{ purpose: "fillable" }, ["no-fields"]],
    [{ purpose: "home", grey: true }, ["colour", "annotation"]],
    [{ purpose: "home", grey: false }, ["annotation"]],
    [{ grey: true }, ["colour", "annotation"]],
    [{ glueEdge: "top" }, ["text-in-glue", "annotation"]],
    [
      { purpose: "printshop", glueEdge: "top" },
      ["no-output-intent", "no-trim-box", "text-in-glue", "colour", "annotation"],
    ],
    [{ glueEdge: "top", glueMm: 5 }, ["annotation"]],
    [{ safetyMm: 12 }, ["text-near-cut", "annotation"]],
  ])("%j", async (asked, codes) => {
    expect((await of(BREAKS, asked)).findings.map(({ code }) => code)).toEqual(codes);
  });

  it("is the same, whether the file says it or the caller", async () => {
    const codes = async (source: PageSource) =>
      (await of({ ...BREAKS, ...source })).findings.map(({ code }) => code);
    for (const [source, purpose] of [
      [{ page: CUT }, "printshop"],
      [{ catalogue: PRESS_INTENT }, "printshop"],
      [{ catalogue: FIELDS }, "fillable"],
      [ARCHIVED, "archive"],
    ] as const) {
      const asked = await of({ ...BREAKS, ...source }, { purpose });
      expect(await codes(source)).toEqual(asked.findings.map(({ code }) => code));
    }
    expect(await codes({ page: CUT })).toEqual(["colour"]);
    expect(await codes({ catalogue: PRESS_INTENT })).toEqual(["no-trim-box", "colour", "annotation"]);
    expect(await codes(ARCHIVED)).toEqual([
      "no-file-id",
      "annotation",
      "undefined-colour",
      "undefined-colour",
    ]);
  });

  it("is kept by a file that is as it says", async () => {
    expect((await of({ catalogue: FIELDS }, { purpose: "fillable" })).findings).toEqual([]);
    expect((await of({ page: CUT }, { purpose: "printshop" })).findings).toEqual([]);
  });
});

describe("each finding tells a way out", () => {
  const HINTS: Readonly<Record<string, string>> = {
    "broken-page": "export the file again: viewers tolerate this, printers do not",
    "boxes-not-nested":
      "correct the page boxes: TrimBox is the cut sheet, BleedBox lies around it, MediaBox is the paper",
    "no-trim-box":
      "`augenblock pad --profile printshop` sets it; from other programs, export with bleed and crop marks",
    "font-not-embedded": "export with all fonts embedded: a printer without this font uses another one",
    "thin-line": "make lines at least 0.25 pt thick",
    "text-near-cut": "move the text inwards, or use larger paper",
    "text-in-glue":
      "keep the edge free with --glue-edge and --glue-mm, or have the block glued at another edge",
    colour: "export for a printing press: in CMYK, grey or spot colours",
    "no-output-intent": "export it as PDF/X, as `augenblock pad --profile printshop` does",
    annotation: "remove it, or flatten it into the page: it is for the screen only",
  };

  it("on a page where everything is wrong", async () => {
    const { findings } = await of(
      {
        draw: `.1 w 36 36 m 72 36 l S BT /F 10 Tf 100 690 Td (a) Tj 0 -680 Td (a) Tj /X 10 Tf 0 300 Td (a) Tj ET
          1 0 0 rg 36 36 72 72 re f (`,
        fonts: "/X<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
        page: "/Annots[<</Subtype/Link>>]/BleedBox[0 0 361 720]",
      },
      { purpose: "printshop", glueEdge: "top" },
    );
    expect(Object.fromEntries(findings.map(({ code, hint }) => [code, hint]))).toEqual(HINTS);
  });

  it.each<[code: string, message: string, hint: string, pdf: Uint8Array, asked: Asked]>([
    ["no-pages", "the file has no pages", "export it again", pdfFrom("<</Type/Catalog>>"), {}],
    [
      "not-archived",
      "the file is not marked as PDF/A",
      "export it as PDF/A-2",
      identified({}),
      { purpose: "archive" },
    ],
    [
      "no-fields",
      "the file has no form fields",
      "`augenblock pad --profile fillable` makes a fillable PDF",
      onePage({}),
      { purpose: "fillable" },
    ],
    [
      "thin-mark",
      "1 crop mark is too thin (0.07 mm)",
      "make lines at least 0.1 mm thick",
      onePage({ draw: ".2 w 0 600 m 5 600 l S", page: CUT }),
      {},
    ],
    [
      "font-not-embedded",
      "the form fields use the font Helv, which is not embedded",
      "export with all fonts embedded: a viewer without this font uses another one",
      onePage({ catalogue: "/AcroForm<</DR<</Font<</A<</Type/Font/Subtype/Type1/BaseFont/Helv>>>>>>>>" }),
      {},
    ],
  ])("%s", async (code, message, hint, pdf, asked) => {
    expect(await preflight(pdf, asked)).toMatchObject({ findings: [{ code, message, hint }] });
  });
});

describe("texts are quoted", () => {
  const FONT = "/X<</Type/Font/Subtype/Type1/BaseFont/Helvetica/FontDescriptor<</FontFile 7 0 R>>>>";
  const quoted = async (...shown: readonly string[]) => {
    const draw = `BT /F 10 Tf ${shown.map((text, at) => `1 0 0 1 100 ${5 - at / 100} Tm (${text}) Tj`).join(" ")} ET`;
    const { findings } = await of({ draw, fonts: FONT });
    return findings.map(({ message }) => message);
  };

  it("with how many more stand there", async () => {
    expect(await quoted("a")).toEqual(["“a” is less than 4 mm from the cut"]);
  });

  it("shortened after 40 letters", async () => {
    const letters = (count: number) => {
      const draw = `BT /F 1 Tf 100 5 Td (${"a".repeat(count)}) Tj ET`;
      return of({ draw }).then(({ findings }) => findings[0]?.message);
    };
    expect(await letters(40)).toBe(`“${"a".repeat(40)}” is less than 4 mm from the cut`);
    expect(await letters(41)).toBe(`“${"a".repeat(40)}…” is less than 4 mm from the cut`);
  });

  it("the first of several, with the number of the others", async () => {
    const rows = (count: number) => {
      const draw = Array.from(
        { length: count },
        (_, at) => `BT /F 1 Tf 100 ${10 - 4 * at} Td (a) Tj ET`,
      ).join(" ");
      return of({ draw }).then(({ findings }) => findings[0]?.message);
    };
    expect(await rows(2)).toBe("“a” and 1 other text are less than 4 mm from the cut");
    expect(await rows(3)).toBe("“a” and 2 other texts are less than 4 mm from the cut");
  });
});
