import { describe, expect, it } from "vitest";
import { preflight } from "../../../src/print/preflight/preflight.ts";
import { findingsIn, onePage, streamOf } from "../../support/pdf-source.ts";

/** Something to see the colour of: 12.7 mm from the left and from the top. */
const BOX = "36 612 72 72 re";
/** So many times as wide that a number has no end. */
const FAR = "9000000 0 0 1 0 0 cm ".repeat(50);
const grey = { purpose: "home", grey: true } as const;

/** The colours that a page is told to have, in their order. */
async function coloursIn(draw: string, resources = "", objects: readonly string[] = []): Promise<string[]> {
  const result = await preflight(onePage({ draw, resources, objects }), grey);
  if (typeof result === "string") throw new Error(result);
  return result.findings.map(({ code, message }) => / in (.*) instead of grey/.exec(message)?.[1] ?? code);
}

const profile = (parts: string) => streamOf("", `${parts}/Alternate/DeviceRGB`);
const NO_FUNCTION = "<</FunctionType 2/Domain[0 1]/C0[0]/C1[1]/N 1>>";

describe("paint", () => {
  it.each<[what: string, draw: string, colours: string[]]>([
    ["nothing is said: black", `${BOX} f`, []],
    ["a grey", `.5 g ${BOX} f .2 G ${BOX} S`, []],
    ["red, green and blue", `1 0 0 rg ${BOX} f`, ["RGB"]],
    ["black that is mixed", `0 0 0 rg ${BOX} f`, ["RGB"]],
    ["one part short of white", `1 1 .99 rg ${BOX} f`, ["RGB"]],
    ["white is bare paper", `1 1 1 rg ${BOX} f`, []],
    ["white and more", `1 1.5 2 rg ${BOX} f`, []],
    ["black alone of four inks", `0 0 0 .7 k ${BOX} f`, []],
    ["a trace of the third ink", `0 0 .01 1 k ${BOX} f`, ["CMYK"]],
    ["a trace of the first ink", `.01 0 0 0 k ${BOX} f`, ["CMYK"]],
    ["less than no ink", `-1 0 -1 1 k ${BOX} f`, []],
    ["colour of lines is not that of areas", `1 0 0 RG ${BOX} f`, []],
    ["nor the other way round", `1 0 0 rg ${BOX} S`, []],
    ["lines in colour", `1 0 0 RG ${BOX} S`, ["RGB"]],
    ["lines in four inks", `1 0 0 0 K ${BOX} s`, ["CMYK"]],
    ["an area with its outline", `1 0 0 rg 1 0 0 0 K ${BOX} B`, ["RGB", "CMYK"]],
    ["back to grey", `1 0 0 rg 0 g 1 0 0 RG 0 G ${BOX} b`, []],
    ["a path that is not painted", `1 0 0 rg ${BOX} n`, []],
    ["a path that clips", `1 0 0 rg ${BOX} W n 0 g ${BOX} f`, []],
    ["a line without height", "1 0 0 RG 36 612 m 72 612 l S", ["RGB"]],
    ["saved and restored", `q 1 0 0 rg Q ${BOX} f`, []],
    ["an area without end", `1 0 0 rg ${FAR}1 0 1 5 re f`, []],
    ["a path without points", "1 0 0 rg 1 0 0 RG f S B", []],
    ["one letter", "1 0 0 rg BT /F 10 Tf 36 612 Td (a) Tj ET", ["RGB"]],
    ["a space by its name", `/DeviceRGB cs 1 0 0 sc ${BOX} f`, ["RGB"]],
    ["a space for lines", `/DeviceCMYK CS 1 0 0 0 SC ${BOX} S ${BOX} f`, ["CMYK"]],
    ["a new space begins with black", `1 0 0 rg /DeviceGray cs ${BOX} f`, []],
    ["which is a colour in RGB", `/DeviceRGB cs ${BOX} f`, ["RGB"]],
    ["but not of four inks", `/DeviceCMYK cs ${BOX} f`, []],
    ["white of a space", `/DeviceRGB cs 1 1 1 scn ${BOX} f`, []],
    ["a space that nobody knows", `/Mystery cs 1 0 0 sc ${BOX} f`, []],
    ["a space without name", `cs 1 0 0 sc ${BOX} f`, []],
    ["components without a space", `1 0 0 sc ${BOX} f`, []],
  ])("%s", async (_, draw, colours) => {
    expect(await coloursIn(draw)).toEqual(colours);
  });
});

describe("a colour space", () => {
  it.each<[what: string, space: string, parts: string, colours: string[], ...objects: string[]]>([
    ["CalGray", "[/CalGray<<>>]", ".5", []],
    ["CalRGB", "[/CalRGB<<>>]", "1 0 0", ["RGB"]],
    ["CalRGB, white", "[/CalRGB<<>>]", "1 1 1", []],
    ["Lab, always", "[/Lab<<>>]", "100 0 0", ["Lab"]],
    ["a profile of one", "[/ICCBased 7 0 R]", ".5", [], profile("/N 1")],
    ["a profile of three", "[/ICCBased 7 0 R]", "0 0 0", ["RGB"], profile("/N 3")],
    ["a profile of three, white", "[/ICCBased 7 0 R]", "1 1 1", [], profile("/N 3")],
    ["a profile of four", "[/ICCBased 7 0 R]", "0 1 0 0", ["CMYK"], profile("/N 4")],
    ["a profile of four, black", "[/ICCBased 7 0 R]", "0 0 0 1", [], profile("/N 4")],
    ["a profile of nobody knows how many", "[/ICCBased 7 0 R]", "1 0 0", [], profile("")],
    ["an ink", `[/Separation/Gold/DeviceGray ${NO_FUNCTION}]`, ".3", ["the spot colour Gold"]],
    ["an ink, none of it", `[/Separation/Gold/DeviceGray ${NO_FUNCTION}]`, "0", []],
    ["the black ink", `[/Separation/Black/DeviceCMYK ${NO_FUNCTION}]`, "1", []],
    ["all inks, for marks", `[/Separation/All/DeviceCMYK ${NO_FUNCTION}]`, "1", []],
    ["no ink", `[/Separation/None/DeviceCMYK ${NO_FUNCTION}]`, "1", []],
    ["an ink without a name", `[/Separation 5/DeviceGray ${NO_FUNCTION}]`, "1", ["the spot colour "]],
    [
      "several inks",
      `[/DeviceN[/Black/Gold/Silver]/DeviceCMYK ${NO_FUNCTION}]`,
      "0 0 .1",
      ["the spot colour Gold, Silver"],
    ],
    ["several inks, none of them", `[/DeviceN[/Black/Gold/Silver]/DeviceCMYK ${NO_FUNCTION}]`, "0 0 0", []],
    ["black among no others", `[/DeviceN[/Black/None]/DeviceCMYK ${NO_FUNCTION}]`, "1 1", []],
    ["inks that are none", `[/DeviceN/Gold/DeviceCMYK ${NO_FUNCTION}]`, "1 1", []],
    [
      "a long name",
      `[/Separation/${"Gold".repeat(16)}/DeviceGray 0]`,
      "1",
      [`the spot colour ${"Gold".repeat(15)}`],
    ],
    ["a palette", "[/Indexed/DeviceRGB 1 <000000ffffff>]", "0", ["RGB"]],
    ["a palette of greys", "[/Indexed/DeviceGray 1 <00ff>]", "1", []],
    ["a palette of a profile", "[/Indexed[/ICCBased 7 0 R] 1 <000000ffffff>]", "0", ["RGB"], profile("/N 3")],
    ["a name for a name", "/Other", "1 0 0", ["RGB"]],
    ["a list with a name", "[/DeviceRGB]", "1 0 0", ["RGB"]],
    ["a list without a name", "[5]", "1 0 0", []],
    ["an empty list", "[]", "1 0 0", []],
    ["a palette of itself", "[/Indexed/Own 1 <00>]", "1", []],
    ["what is no space", "5", "1 0 0", []],
    ["a name for itself", "/Own", "1 0 0", []],
  ])("%s", async (_, space, parts, colours, ...objects) => {
    const resources = `/ColorSpace<</Own ${space}/Other/DeviceRGB>>`;
    expect(await coloursIn(`/Own cs ${parts} scn ${BOX} f`, resources, objects)).toEqual(colours);
  });

  it("of an ink begins with all of it", async () => {
    const resources = "/ColorSpace<</Own[/Separation/Gold/DeviceGray 0]>>";
    expect(await coloursIn(`/Own cs ${BOX} f`, resources)).toEqual(["the spot colour Gold"]);
  });

  it("may stand behind others, as many as anybody would use", async () => {
    const behind = (count: number) => {
      const names = Array.from({ length: count }, (_, at) => `/S${at}/S${at + 1}`);
      return coloursIn(`/S0 cs 1 0 0 sc ${BOX} f`, `/ColorSpace<<${names.join("")}/S${count}/DeviceRGB>>`);
    };
    expect(await behind(6)).toEqual(["RGB"]);
    expect(await behind(7)).toEqual(["RGB"]);
    expect(await behind(12)).toEqual([]);
  });
});

describe("a pattern", () => {
  const shading = (space: string) => `<</PatternType 2/Shading<</ShadingType 2/ColorSpace ${space}>>>>`;
  it.each<[what: string, pattern: string, draw: string, colours: string[]]>([
    ["a shading in colour", shading("/DeviceRGB"), "/Pattern cs /P scn", ["RGB"]],
    ["a shading for lines", shading("/DeviceCMYK"), `/Pattern CS /P SCN ${BOX} S`, ["CMYK"]],
    ["a shading in grey", shading("/DeviceGray"), "1 0 0 rg /P scn", []],
    ["a shading in the space of patterns", shading("/Pattern"), "/Pattern cs /P scn", []],
    ["a shading in a space of the page", shading("/Ink"), "/Pattern cs /P scn", ["the spot colour Gold"]],
    ["tiles", "<</PatternType 1>>", "1 0 0 rg /P scn", []],
    ["the space before stays", shading("/DeviceGray"), "/DeviceRGB cs /P scn 1 0 0 sc", ["RGB"]],
    ["a pattern that is not there", shading("/DeviceRGB"), "/Pattern cs /Q scn", []],
    ["a space of patterns", shading("/DeviceRGB"), "/Pattern cs", []],
  ])("%s", async (_, pattern, draw, colours) => {
    const resources = `/Pattern<</P ${pattern}>>/ColorSpace<</Ink[/Separation/Gold/DeviceGray 0]>>`;
    expect(await coloursIn(`${draw} ${BOX} f`, resources)).toEqual(colours);
  });

  it.each<[space: string, colours: string[]]>([
    ["/DeviceRGB", ["RGB"]],
    ["/DeviceGray", []],
    ["/Pattern", []],
    ["[/Separation/Gold/DeviceGray 0]", ["the spot colour Gold"]],
  ])("a shading all over the page in %s", async (space, colours) => {
    const resources = `/Shading<</S<</ShadingType 2/ColorSpace ${space}>>>>`;
    expect(await coloursIn("/S sh", resources)).toEqual(colours);
    expect(await coloursIn("/T sh", resources)).toEqual([]);
  });
});

describe("a picture", () => {
  const image = (entries: string) => streamOf("", `/Type/XObject/Subtype/Image/Width 1/Height 1${entries}`);
  it.each<[what: string, entries: string, colours: string[]]>([
    ["in colour", "/ColorSpace/DeviceRGB", ["RGB"]],
    ["in grey", "/ColorSpace/DeviceGray", []],
    ["in inks of the page", "/ColorSpace/Ink", ["the spot colour Gold"]],
    ["without a space", "", []],
    ["that is a mask", "/ImageMask true/ColorSpace/DeviceRGB", ["CMYK"]],
    ["that is no mask", "/ImageMask false/ColorSpace/DeviceRGB", ["RGB"]],
  ])("%s", async (_, entries, colours) => {
    const resources = "/XObject<</I 7 0 R>>/ColorSpace<</Ink[/Separation/Gold/DeviceGray 0]>>";
    expect(await coloursIn("1 0 0 0 k q 72 0 0 72 36 612 cm /I Do Q", resources, [image(entries)])).toEqual(
      colours,
    );
  });

  it.each<[entries: string, colours: string[]]>([
    ["/CS/RGB", ["RGB"]],
    ["/CS/CMYK", ["CMYK"]],
    ["/CS/G", []],
    ["/CS/DeviceRGB", ["RGB"]],
    ["/ColorSpace/DeviceRGB", ["RGB"]],
    ["/CS[/I/RGB 0 <000000>]", ["RGB"]],
    ["/IM true", ["CMYK"]],
    ["/ImageMask true", ["CMYK"]],
    ["/IM false/CS/G", []],
  ])("inside the page with %s", async (entries, colours) => {
    const draw = `1 0 0 0 k q 72 0 0 72 36 612 cm BI /W 1 /H 1 /BPC 8 ${entries} ID abcd EI Q`;
    expect(await coloursIn(draw)).toEqual(colours);
  });
});

describe("what is told of colour", () => {
  const told = (draw: string, page = "") => findingsIn(onePage({ draw, page }), grey);

  it("is how many things have it, and where the first stands", async () => {
    expect(await told(`1 0 0 rg ${BOX} f`)).toEqual([
      "colour on 1 at 12.7,12.7 25.4×25.4: 1 object is in RGB instead of grey",
    ]);
    expect(await told(`1 0 0 rg 0 0 0 0 re f ${BOX} f ${BOX} f 1 0 0 0 k ${BOX} f`)).toEqual([
      "colour on 1 at 0,254 0×0: 3 objects are in RGB instead of grey",
      "colour on 1 at 12.7,12.7 25.4×25.4: 1 object is in CMYK instead of grey",
    ]);
  });

  it("is nothing where it is not seen", async () => {
    expect(await told("1 0 0 rg 400 0 72 72 re f")).toEqual([]);
    expect(await told(`1 0 0 rg ${BOX} f`, "/CropBox[0 0 360 600]")).toEqual([]);
  });

  it("is where letters, pictures and shadings stand", async () => {
    const resources = "/Shading<</S<</ShadingType 2/ColorSpace/DeviceCMYK>>>>";
    const draw =
      "1 0 0 rg BT /F 10 Tf 36 612 Td (a) Tj ET q 72 0 0 36 36 612 cm BI /W 1 /H 1 /CS/CMYK ID abcd EI Q";
    const seen = " in ";
    const places = async (operators: string) =>
      (await findingsIn(onePage({ draw: operators, resources }), grey)).map((line) => line.split(seen)[0]);
    expect(await places(draw)).toEqual([
      "colour on 1 at 12.7,34.57 3.53×3.53: 1 object is",
      "colour on 1 at 12.7,25.4 25.4×12.7: 1 object is",
    ]);
    expect(await places("/S sh")).toEqual(["colour on 1 at 0,0 127×254: 1 object is"]);
  });
});
