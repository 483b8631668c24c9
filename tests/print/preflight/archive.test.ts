import { describe, expect, it } from "vitest";
import { preflight } from "../../../src/print/preflight/preflight.ts";
import { findingsIn, pdfWith, streamOf } from "../../support/pdf-source.ts";
import { printed } from "../../support/printed.ts";

/** A pad to be kept, with some of its bytes exchanged for as many others. */
async function kept(): Promise<(from?: string, to?: string) => Promise<string[]>> {
  const { pdf } = await printed("yazzo", "de", "a5", "archive");
  const text = Buffer.from(pdf).toString("latin1");
  return async (from = "", to = "") => {
    expect(from.length).toBe(to.length);
    expect(text.includes(from)).toBe(true);
    const result = await preflight(Buffer.from(text.replace(from, to), "latin1"));
    if (typeof result === "string") throw new Error(result);
    expect(result.purpose).toBe("archive");
    return result.findings.map(({ code, message }) => `${code}: ${message}`);
  };
}

describe("a pad that is to be kept", async () => {
  const findingsWith = await kept();

  it("keeps to all clauses that are checked, and to none without what they ask for", async () => {
    expect(await findingsWith()).toEqual([]);
    expect(await findingsWith("/GTS_PDFA1", "/GTS_PDFE1")).toEqual([
      "undefined-colour: no output intent defines how DeviceGray colours look",
    ]);
    expect(await findingsWith("<xmp:CreatorTool>augenblock", "<xmp:CreatorTool>Augenblock")).toEqual([
      "info-differs: Creator in the document information does not match the metadata (xmp:CreatorTool)",
    ]);
    expect(await findingsWith("/Producer", "/Subject ")).toEqual([
      "info-differs: Subject in the document information does not match the metadata (dc:description)",
    ]);
  });
});

/** What a small file is made of; entries are written as PDF writes them. */
interface Source {
  /** Properties of the metadata, as attributes. */
  readonly xmp?: string;
  readonly info?: string;
  readonly id?: string;
  readonly catalogue?: string;
  readonly pages?: string;
  readonly page?: string;
  readonly draw?: string;
  readonly object?: string;
}

const SPACES = `xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
  xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/"`;

/** What is told of a file with one empty page that is to be kept, and keeps to all clauses but for what is said. */
function told({
  xmp = "",
  info = "",
  id = "[(a)(b)]",
  catalogue = "",
  pages = "",
  page,
  draw = "",
  object,
}: Source) {
  const packet = `<rdf:Description ${SPACES} pdfaid:part="2" ${xmp}/>`;
  const file = pdfWith(
    `/ID ${id}/Info<<${info}>>`,
    `<</Type/Catalog/Pages 2 0 R/Metadata 5 0 R${catalogue}>>`,
    `<</Type/Pages/Kids[3 0 R]/Count 1${pages}>>`,
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 360 720]/Contents 4 0 R${page ?? "/Resources<<>>"}>>`,
    streamOf(draw),
    streamOf(packet),
    ...(object === undefined ? [] : [object]),
  );
  return findingsIn(file, { purpose: "archive" });
}

describe("a file that is to be kept", () => {
  it("needs no more than that it says so, and an identifier of two parts", async () => {
    expect(await told({})).toEqual([]);
    expect(await told({ catalogue: "/Metadata 9 0 R" })).toEqual([
      "not-archived: the file is not marked as PDF/A",
    ]);
    for (const id of ["[(a)]", "[(a)(b)(c)]", "(a)"])
      expect(await told({ id })).toEqual(["no-file-id: the file has no ID"]);
  });

  it.each([
    ["Title", "dc:title"],
    ["Author", "dc:creator"],
    ["Subject", "dc:description"],
    ["Keywords", "pdf:Keywords"],
    ["Creator", "xmp:CreatorTool"],
    ["Producer", "pdf:Producer"],
  ])("repeats %s of its information in its metadata", async (key, name) => {
    const differs = [
      `info-differs: ${key} in the document information does not match the metadata (${name})`,
    ];
    expect(await told({ info: `/${key}( Our pad )`, xmp: `${name}="Our pad"` })).toEqual([]);
    expect(await told({ info: `/${key}<4f757220706164>`, xmp: `${name}="Our pad"` })).toEqual([]);
    expect(await told({ info: `/${key}(Our pad)`, xmp: `${name}="Your pad"` })).toEqual(differs);
    expect(await told({ info: `/${key}(Our pad)` })).toEqual(differs);
    expect(await told({ xmp: `${name}="Our pad"` })).toEqual([]);
  });

  it.each([
    ["D:20261122183000+01'00'", "2026-11-22T17:30:00Z"],
    ["D:20261122183000-01'30'", "2026-11-22T20:00:00Z"],
    ["D:20261122183000+0130", "2026-11-22T17:00:00Z"],
    ["D:20261122183000+01", "2026-11-22T18:30:00+01:00"],
    ["D:20261122183000Z", "2026-11-22T18:30:00Z"],
    ["D:20261122183005", "2026-11-22T18:30:05Z"],
    ["D:202611221830", "2026-11-22T18:30:00Z"],
    ["D:2026112218", "2026-11-22T18:00:00Z"],
    ["D:20261122", "2026-11-22T00:00:00Z"],
    ["D:202611", "2026-11-01T00:00:00Z"],
    ["D:2026", "2026-01-01T00:00:00Z"],
  ])("tells the same time as its metadata: %s", async (date, same) => {
    const differs = "in the document information does not match the metadata";
    for (const [key, name] of [
      ["CreationDate", "xmp:CreateDate"],
      ["ModDate", "xmp:ModifyDate"],
    ]) {
      expect(await told({ info: `/${key}(${date})`, xmp: `${name}="${same}"` })).toEqual([]);
      const later = `${name}="2026-11-22T18:30:01Z"`;
      expect(await told({ info: `/${key}(${date})`, xmp: later })).toEqual([
        `info-differs: ${key} ${differs} (${name})`,
      ]);
    }
  });

  it.each(["20261122183000Z", "xD:20261122183000Z", "D:99", "soon"])(
    "tells a time: %s is none",
    async (date) => {
      const xmp = 'xmp:CreateDate="2026-11-22T18:30:00Z"';
      expect(await told({ info: `/CreationDate(${date})`, xmp })).toHaveLength(1);
    },
  );

  const UNFIT: readonly (readonly [Source, string | null])[] = [
    [{ catalogue: "/Names<</JavaScript<</Names[]>>>>" }, "scripts"],
    [{ catalogue: "/OpenAction<</S/JavaScript/JS(1)>>" }, "scripts"],
    [{ catalogue: "/AA<<>>" }, "actions that run automatically"],
    [{ catalogue: "/OpenAction<</S/Launch/F(x)>>" }, "an action that runs when the file is opened"],
    [{ catalogue: "/OpenAction<</S/GoTo/D(x)>>" }, null],
    [{ catalogue: "/OpenAction<</S/URI/URI(x)>>" }, null],
    [{ catalogue: "/OpenAction<</S/Named/N/NextPage>>" }, null],
    [{ catalogue: "/OpenAction[3 0 R/Fit]" }, null],
    [{ catalogue: "/Names<</EmbeddedFiles<</Names[]>>>>" }, "attached files, which must be PDF/A too"],
    [{ catalogue: "/AcroForm<</XFA(x)>>" }, "an XFA form"],
    [{ catalogue: "/AcroForm<</NeedAppearances true>>" }, "form fields that the viewer must draw"],
    [{ catalogue: "/AcroForm<</NeedAppearances false>>" }, null],
    [{ object: streamOf("x", "/Filter/LZWDecode") }, "data compressed with LZW"],
    [{ object: streamOf("x", "/Filter[/ASCIIHexDecode/LZWDecode]") }, "data compressed with LZW"],
    [{ object: streamOf("x", "/Filter[/ASCIIHexDecode]") }, null],
    [{ object: "<</Filter/LZWDecode>>" }, null],
  ];
  it.each(UNFIT)("may have only what stays as it is: %j", async (source, what) => {
    expect(await told(source)).toEqual(what === null ? [] : [`not-for-archives: the file contains ${what}`]);
  });

  it("says on each page what is drawn there", async () => {
    const inherited = ["inherited-resources on 1: the page uses resources that it does not list itself"];
    expect(await told({ pages: "/Resources<<>>", page: "" })).toEqual(inherited);
    expect(await told({ pages: "/Resources<<>>" })).toEqual([]);
    expect(await told({ page: "" })).toEqual([]);
  });

  it("says what its colours look like", async () => {
    const vague = (space: string) =>
      `undefined-colour on 1: no output intent defines how ${space} colours look`;
    const draw = "1 0 0 rg 36 36 72 72 re f .5 g 36 36 72 72 re f";
    const intent = (space: string, kind = "GTS_PDFA1", sign = "acsp") => ({
      catalogue: `/OutputIntents[<</S/GTS_X>><</S/${kind}/DestOutputProfile 6 0 R>>]`,
      object: streamOf(`${"x".repeat(16)}${space}${"x".repeat(16)}${sign}`),
    });
    expect(await told({ draw })).toEqual([vague("DeviceRGB"), vague("DeviceGray")]);
    expect(await told({ draw, ...intent("RGB ") })).toEqual([]);
    for (const space of ["GRAY", "CMYK"])
      expect(await told({ draw, ...intent(space) })).toEqual([vague("DeviceRGB")]);
    const defined = "/ColorSpace<</DefaultRGB[/CalRGB<</WhitePoint[1 1 1]>>]>>";
    expect(await told({ draw, page: `/Resources<<${defined}>>` })).toEqual([vague("DeviceGray")]);
    for (const none of [intent("Lab "), intent("RGB ", "GTS_Y"), intent("RGB ", "GTS_PDFA1", "text")])
      expect(await told({ draw, ...none })).toEqual([vague("DeviceRGB"), vague("DeviceGray")]);
  });
});
