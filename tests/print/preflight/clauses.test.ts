import { describe, expect, it } from "vitest";
import { preflight } from "../../../src/print/preflight/preflight.ts";
import { pdfFrom, PRESS_INTENT, streamOf } from "../../support/pdf-source.ts";

// Small files that go against one clause of ISO 19005-2 each, as those of the veraPDF corpus do, or that use what the clause is about.

const CATALOGUE = `<</Type/Catalog/Pages 2 0 R${PRESS_INTENT}>>`;
const PAGES = "<</Type/Pages/Kids[3 0 R]/Count 1>>";
const BOXES = "/MediaBox[0 0 300 400]/TrimBox[10 10 290 390]";

/** One page; further objects are numbered from 5. */
function page(content: string, resources = "", ...objects: string[]): Uint8Array {
  const dictionary = `<</Type/Page/Parent 2 0 R${BOXES}/Contents 4 0 R/Resources<<${resources}>>>>`;
  return pdfFrom(CATALOGUE, PAGES, dictionary, streamOf(content), ...objects);
}

const LINE = "0.01 w 50 50 m 90 90 l S";
const FILL = "50 50 90 90 re f";
const TEXT = "BT /F 9 Tf 50 50 Td (a) Tj ET";
const HELVETICA = "/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>";
const SPOT = "<</FunctionType 2/Domain[0 1]/C0[0 0 0 0]/C1[0 .2 .8 0]/N 1>>";

const CASES: readonly (readonly [clause: string, pdf: Uint8Array, codes: readonly string[]])[] = [
  [
    "6.1.6, a string of an odd number of digits",
    page(`BT /F 9 Tf <4> Tj (a\\7) Tj ET ${LINE}`),
    ["thin-line"],
  ],
  [
    "6.1.7, a stream with a wrong length",
    pdfFrom(
      CATALOGUE,
      PAGES,
      `<<${BOXES}/Contents 4 0 R>>`,
      `<</Length 3>>stream\n1 0 0 rg ${FILL}\nendstream`,
    ),
    ["colour"],
  ],
  ["6.1.13, five hundred states within each other", page(`${"q ".repeat(500)}${LINE}`), ["thin-line"]],
  ["6.1.13, states that were never begun", page(`${"Q ".repeat(500)}${LINE}`), ["thin-line"]],
  ["6.2.2, operators that do not exist", page(`BX 1 2 magic EX foo ${LINE}`), ["thin-line"]],
  [
    "6.2.4.2, a profile of four colours that is none",
    page(`/C cs 1 0 0 1 sc ${FILL}`, "/ColorSpace<</C[/ICCBased 5 0 R]>>", streamOf("none", "/N 4")),
    ["colour"],
  ],
  [
    "6.2.4.4, a colour of its own",
    page(`/C cs 1 sc ${FILL}`, "/ColorSpace<</C[/Separation/Gold/DeviceCMYK 5 0 R]>>", SPOT),
    ["colour"],
  ],
  [
    "6.2.4.4, all colours at once, as for crop marks",
    page(`/C cs 1 sc ${FILL}`, "/ColorSpace<</C[/Separation/All/DeviceCMYK 5 0 R]>>", SPOT),
    [],
  ],
  [
    "6.2.4.4, more colours than may be mixed",
    page(
      `/C cs ${"1 ".repeat(40)}scn ${FILL}`,
      `/ColorSpace<</C[/DeviceN[${"/X".repeat(40)}]/DeviceCMYK 5 0 R]>>`,
      SPOT,
    ),
    ["colour"],
  ],
  [
    "6.2.4, colours out of themselves",
    page(`/C cs 1 sc ${LINE}`, "/ColorSpace<</C 5 0 R>>", "[/Indexed 5 0 R 1 <000000ffffff>]"),
    ["thin-line"],
  ],
  ["6.2.8, a picture among operators", page("BI /W 1 /H 1 /CS /RGB /BPC 8 ID abc EI"), ["colour"]],
  ["6.2.8, a picture among operators without an end", page("BI /W 1 /H 1 ID abc"), ["broken-page"]],
  [
    "6.2.10, transparency through itself",
    page(
      `/G gs ${LINE}`,
      "/ExtGState<</G 6 0 R>>",
      streamOf("/G gs", "/Type/XObject/Subtype/Form/Resources<</ExtGState<</G 6 0 R>>>>"),
      "<</SMask<</S/Luminosity/G 5 0 R>>/ca .5>>",
    ),
    ["thin-line", "transparency"],
  ],
  ["6.2.11.4, a font that is not embedded", page(TEXT, HELVETICA), ["font-not-embedded"]],
  ["6.2.11.4, the same for text that is not shown", page(`3 Tr ${TEXT}`, HELVETICA), []],
  [
    "6.2.11.3, a font that is below itself",
    page(TEXT, "/Font<</F 5 0 R>>", "<</Type/Font/Subtype/Type0/BaseFont/No/DescendantFonts[5 0 R]>>"),
    ["font-not-embedded"],
  ],
  [
    "6.5, actions that start programs",
    pdfFrom(
      `<</Type/Catalog/Pages 2 0 R${PRESS_INTENT}/OpenAction<</S/Launch/F(x)>>/AcroForm<</NeedAppearances true/XFA(x)>>>>`,
      PAGES,
      `<<${BOXES}/Contents 4 0 R/AA<</O<</S/JavaScript/JS(1)>>>>>>`,
      streamOf(LINE),
    ),
    ["thin-line"],
  ],
];

describe("preflight of a file against clause", () => {
  it.each(CASES)("%s", async (_, pdf, codes) => {
    const result = await preflight(pdf, { purpose: "printshop", grey: true });
    expect(typeof result === "string" ? result : result.findings.map(({ code }) => code)).toEqual(codes);
  });
});
