import { describe, expect, it } from "vitest";
import { findingsIn, onePage, type PageSource, pdfFrom, streamOf } from "../../support/pdf-source.ts";

/** A level line of 72 pt from a point; a thin one is found, with its place. */
const line = (x: number, y: number) => `${x} ${y} m ${x + 72} ${y} l S`;
const THIN = ".1 w";
/** Where the thin lines on a page begin and how far they reach, in mm; each in a file has a thickness of its own. */
async function thinLines(source: PageSource): Promise<string[]> {
  const findings = await findingsIn(onePage(source));
  return findings.map(
    (told) => /^thin-line on 1 at (.*): 1 line is too thin \((.*)\)/.exec(told)?.slice(1).join(" ") ?? told,
  );
}

describe("the graphics state", () => {
  it.each<[what: string, draw: string, lines: string[]]>([
    ["a pen stays until another one is taken", `${THIN} 1 w ${line(36, 648)}`, []],
    ["a pen without width changes nothing", `${THIN} w ${line(36, 648)}`, ["12.7,25.4 25.4×0 0.10 pt"]],
    ["what was saved comes back", `q ${THIN} 36 0 0 36 0 0 cm Q ${line(36, 648)}`, []],
    [
      "once for each time it was saved",
      `q ${THIN} q 1 w Q ${line(36, 648)} Q ${line(36, 600)}`,
      ["12.7,25.4 25.4×0 0.10 pt"],
    ],
    ["what was never saved does not", `${THIN} Q ${line(36, 648)}`, ["12.7,25.4 25.4×0 0.10 pt"]],
    [
      "moved and scaled",
      `${THIN} q 1 0 0 1 36 36 cm 2 0 0 2 0 0 cm ${line(0, 306)} Q`,
      ["12.7,25.4 50.8×0 0.20 pt"],
    ],
    [
      "scaled and moved",
      `${THIN} q 2 0 0 2 0 0 cm 1 0 0 1 18 18 cm ${line(0, 306)} Q`,
      ["12.7,25.4 50.8×0 0.20 pt"],
    ],
    ["turned", `${THIN} q 0 1 -1 0 72 0 cm ${line(576, 36)} Q`, ["12.7,25.4 0×25.4 0.10 pt"]],
    [
      "a matrix that is too short is filled up with that of nothing",
      `${THIN} q 1 0 0 cm ${line(36, 648)} Q`,
      ["12.7,25.4 25.4×0 0.10 pt"],
    ],
    ["by its name", `/Fine gs ${line(36, 648)}`, ["12.7,25.4 25.4×0 0.15 pt"]],
    ["a state that says nothing of pens", `${THIN} /Font gs ${line(36, 648)}`, ["12.7,25.4 25.4×0 0.10 pt"]],
    ["a state that is not there", `${THIN} /No gs ${line(36, 648)}`, ["12.7,25.4 25.4×0 0.10 pt"]],
  ])("%s", async (_, draw, lines) => {
    const resources = "/ExtGState<</Fine<</LW .15>>/Font<</Font[5 0 R 10]>>>>";
    expect(await thinLines({ draw, resources })).toEqual(lines);
  });
});

describe("a path", () => {
  it.each<[what: string, path: string, area: string]>([
    ["lines", "36 648 m 108 648 l 108 612 l S", "12.7,25.4 25.4×12.7"],
    ["a curve with two points to lean on", "36 648 m 36 684 108 720 144 612 c S", "12.7,0 38.1×38.1"],
    ["a curve from where it is", "36 648 m 72 684 108 648 v S", "12.7,12.7 25.4×12.7"],
    ["a curve to where it ends", "36 648 m 72 684 108 648 y S", "12.7,12.7 25.4×12.7"],
    ["a rectangle", "36 612 72 36 re S", "12.7,25.4 25.4×12.7"],
    ["a rectangle drawn backwards", "108 648 -72 -36 re S", "12.7,25.4 25.4×12.7"],
    ["closed", "36 648 m 108 612 l s", "12.7,25.4 25.4×12.7"],
    ["filled", "36 648 m 108 612 l 108 648 l B", "12.7,25.4 25.4×12.7"],
    ["filled by the other rule", "36 648 m 108 612 l 108 648 l B*", "12.7,25.4 25.4×12.7"],
    ["closed and filled", "36 648 m 108 612 l 108 648 l b", "12.7,25.4 25.4×12.7"],
    ["closed and filled by the other rule", "36 648 m 108 612 l 108 648 l b*", "12.7,25.4 25.4×12.7"],
    ["the one before is gone", "0 0 m 360 720 l n 36 648 m 108 612 l S", "12.7,25.4 25.4×12.7"],
    ["a point that is half there does not count", "36 648 m 108 612 l 360 l S", "12.7,25.4 25.4×12.7"],
  ])("%s", async (_, path, area) => {
    expect(await thinLines({ draw: `${THIN} ${path}` })).toEqual([`${area} 0.10 pt`]);
  });

  it("without numbers is a point, and one without points is nothing", async () => {
    expect(await thinLines({ draw: `${THIN} re S` })).toEqual(["0,254 0×0 0.10 pt"]);
    expect(await thinLines({ draw: `${THIN} S s B f` })).toEqual([]);
  });
});

describe("text", () => {
  /** The place of the first letter in a font that is not embedded, 10 pt high unless it has a size of its own. */
  async function placeOf(draw: string): Promise<string | undefined> {
    const fonts = "/X<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>";
    const resources = "/ExtGState<</Big<</Font[7 0 R 20]>>/Half<</Font[7 0 R]>>>>";
    const objects = ["<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"];
    const findings = await findingsIn(onePage({ draw, fonts, resources, objects }));
    const [found] = findings.filter((told) => told.startsWith("font-not-embedded"));
    return /at (.*): /.exec(found ?? "")?.[1];
  }

  // The square of the first letter: 3.53 mm high, and as wide.
  it.each<[what: string, draw: string, place: string | undefined]>([
    ["at a point", "BT /X 10 Tf 36 648 Td (A) Tj ET", "12.7,21.87 3.53×3.53"],
    ["moved twice", "BT /X 10 Tf 36 600 Td 36 48 Td (A) Tj ET", "25.4,21.87 3.53×3.53"],
    [
      "moved with the distance of lines",
      "BT /X 10 Tf 36 648 TD 36 -36 TD T* (A) Tj ET",
      "25.4,47.27 3.53×3.53",
    ],
    ["with a distance of lines", "BT /X 10 Tf 36 TL 36 648 Td T* (A) Tj ET", "12.7,34.57 3.53×3.53"],
    ["on the next line", "BT /X 10 Tf 36 TL 36 648 Td (A) ' ET", "12.7,34.57 3.53×3.53"],
    ["on the next line, spaced", 'BT /X 10 Tf 36 TL 36 648 Td 1 1 (A) " ET', "12.7,34.57 3.53×3.53"],
    [
      "by a matrix, which stands for all before",
      "BT /X 10 Tf 5 5 Td 2 0 0 2 36 648 Tm (A) Tj ET",
      "12.7,18.34 7.06×7.06",
    ],
    [
      "moved in the units of its matrix",
      "BT /X 10 Tf 2 0 0 2 0 648 Tm 18 0 Td (A) Tj ET",
      "12.7,18.34 7.06×7.06",
    ],
    ["each text begins anew", "BT /X 10 Tf 99 99 Td ET BT 36 648 Td (A) Tj ET", "12.7,21.87 3.53×3.53"],
    ["with pieces", "BT /X 10 Tf 36 648 Td [(A) -20 (B)] TJ ET", "12.7,21.87 3.53×3.53"],
    [
      "on a page that is scaled",
      "q 2 0 0 2 0 0 cm BT /X 10 Tf 18 324 Td (A) Tj ET Q",
      "12.7,18.34 7.06×7.06",
    ],
    ["in a font without size", "BT /X Tf 36 648 Td (A) Tj ET", "12.7,25.05 0.35×0.35"],
    [
      "in a font of a state",
      "BT /Big gs 36 648 Td (A) Tj ET",
      "12.7,21.52 7.06×7.06".replace("21.52", "18.34"),
    ],
    ["in half a font of a state", "BT /Half gs 36 648 Td (A) Tj ET", undefined],
    ["of nothing", "BT /X 10 Tf 36 648 Td [] TJ ET", undefined],
    ["that is invisible", "BT /X 10 Tf 3 Tr 36 648 Td (A) Tj ET", undefined],
    ["that only clips", "BT /X 10 Tf 7 Tr 36 648 Td (A) Tj ET", undefined],
    ["that is visible again", "BT /X 10 Tf 3 Tr Tr 36 648 Td (A) Tj ET", "12.7,21.87 3.53×3.53"],
    ["in outlines", "BT /X 10 Tf 1 Tr 36 648 Td (A) Tj ET", "12.7,21.87 3.53×3.53"],
    ["without a font", "BT 36 648 Td (A) Tj ET", undefined],
    ["in a font that is not there", "BT /Y 10 Tf 36 648 Td (A) Tj ET", undefined],
    ["only the first of a font", "BT /X 10 Tf 36 648 Td (A) Tj 0 -36 Td (B) Tj ET", "12.7,21.87 3.53×3.53"],
  ])("%s", async (_, draw, place) => {
    expect(await placeOf(draw)).toBe(place);
  });

  it("begins where it begins, also after a distance of nothing", async () => {
    expect(await placeOf("BT /X 10 Tf 36 648 Td T* Td (A) Tj ET")).toBe("12.7,21.87 3.53×3.53");
    expect(await placeOf("BT /X 10 Tf 36 TL TL 36 648 Td T* (A) Tj ET")).toBe("12.7,21.87 3.53×3.53");
  });
});

describe("a form", () => {
  const form = (content: string, entries = "") => streamOf(content, `/Type/XObject/Subtype/Form${entries}`);
  const FORMS = "/XObject<</X 7 0 R>>";

  it.each<[what: string, draw: string, form: string, lines: string[]]>([
    [
      "draws where it stands",
      "q 1 0 0 1 36 36 cm /X Do Q",
      form(`${THIN} ${line(0, 612)}`),
      ["12.7,25.4 25.4×0 0.10 pt"],
    ],
    [
      "has a matrix of its own",
      "q 1 0 0 1 36 36 cm /X Do Q",
      form(`${THIN} ${line(0, 306)}`, "/Matrix[2 0 0 2 0 0]"),
      ["12.7,25.4 50.8×0 0.20 pt"],
    ],
    [
      "has no use for half a matrix",
      "/X Do",
      form(`${THIN} ${line(36, 648)}`, "/Matrix[2 0 0 2 0]"),
      ["12.7,25.4 25.4×0 0.10 pt"],
    ],
    ["takes the pen that is there", `${THIN} /X Do`, form(line(36, 648)), ["12.7,25.4 25.4×0 0.10 pt"]],
    ["leaves it as it was", `/X Do ${line(36, 600)}`, form(`${THIN} 9 0 0 9 0 0 cm`), []],
    [
      "can't restore what was saved outside",
      `${THIN} q 1 w /X Do ${line(36, 600)} Q`,
      form(`Q ${line(36, 648)}`),
      [],
    ],
    [
      "leaves what was saved",
      `${THIN} q 1 w /X Do Q ${line(36, 648)}`,
      form("q q 2 w"),
      ["12.7,25.4 25.4×0 0.10 pt"],
    ],
    [
      "has resources of its own",
      "/X Do",
      form(`/A gs ${line(36, 648)}`, "/Resources<</ExtGState<</A<</LW .2>>>>>>"),
      ["12.7,25.4 25.4×0 0.20 pt"],
    ],
    ["else those of the page", "/X Do", form(`/A gs ${line(36, 648)}`), ["12.7,25.4 25.4×0 0.15 pt"]],
    [
      "gives them back",
      `/X Do /A gs ${line(36, 648)}`,
      form("", "/Resources<<>>"),
      ["12.7,25.4 25.4×0 0.15 pt"],
    ],
    ["that is not there", "/Y Do", form(""), []],
  ])("%s", async (_, draw, object, lines) => {
    const resources = `${FORMS}/ExtGState<</A<</LW .15>>>>`;
    expect(await thinLines({ draw, resources, objects: [object] })).toEqual(lines);
  });

  it("may stand in forms, 256 deep; what goes deeper is not read to its end", async () => {
    const nested = (depth: number) => {
      const forms = Array.from({ length: depth }, (_, at) => {
        const inside = at === depth - 1 ? `${THIN} ${line(36, 648)}` : "/X Do";
        return form(inside, `/Resources<</XObject<</X ${at + 8} 0 R>>>>`);
      });
      return thinLines({ draw: "/X Do", resources: FORMS, objects: forms });
    };
    expect(await nested(256)).toEqual(["12.7,25.4 25.4×0 0.10 pt"]);
    expect(await nested(257)).toEqual(["broken-page on 1: the page content is cut off or never ends"]);
  });

  it("that draws itself over and over comes to an end", async () => {
    const draw = "/X Do ".repeat(24);
    const findings = await thinLines({ draw: "/X Do", resources: FORMS, objects: [form(draw)] });
    expect(findings).toEqual(["broken-page on 1: the page content is cut off or never ends"]);
  });
});

describe("a page in several streams", () => {
  const page = (contents: string, ...streams: readonly string[]) =>
    findingsIn(
      pdfFrom(
        "<</Type/Catalog/Pages 2 0 R>>",
        "<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 360 720]>>",
        `<</Type/Page/Parent 2 0 R/Contents ${contents}>>`,
        ...streams,
      ),
    );
  const FOUND = ["thin-line on 1 at 12.7,25.4 25.4×0: 1 line is too thin (0.10 pt)"];

  it("is read as one, with a break between two", async () => {
    expect(await page("[4 0 R 5 0 R]", streamOf(".1"), streamOf(`w ${line(36, 648)}`))).toEqual(FOUND);
    expect(await page("[4 0 R 5 0 R]", streamOf(".1 w 36 648 m 108"), streamOf("648 l S"))).toEqual(FOUND);
    expect(await page("[4 0 R 9 0 R/No 5 0 R]", streamOf(THIN), streamOf(line(36, 648)))).toEqual(FOUND);
  });

  it("is drawn anew each time, though streams are read once", async () => {
    const pdf = pdfFrom(
      "<</Type/Catalog/Pages 2 0 R>>",
      "<</Type/Pages/Kids[3 0 R 6 0 R]/Count 2/MediaBox[0 0 360 720]>>",
      "<</Type/Page/Parent 2 0 R/Contents 4 0 R>>",
      streamOf(line(36, 648)),
      streamOf(THIN),
      "<</Type/Page/Parent 2 0 R/Contents[5 0 R 4 0 R]>>",
    );
    expect(await findingsIn(pdf)).toEqual([
      "thin-line on 2 at 12.7,25.4 25.4×0: 1 line is too thin (0.10 pt)",
    ]);
  });
});
