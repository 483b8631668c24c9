import { describe, expect, it } from "vitest";
import { preflight } from "../../../src/print/preflight/preflight.ts";
import { findingsIn, onePage, pdfFrom, streamOf } from "../../support/pdf-source.ts";

const CATALOGUE = "<</Type/Catalog/Pages 2 0 R>>";
/** A thin line of 72 pt that begins 36 pt from the left and from the bottom. */
const LINE = streamOf(".1 w 36 36 m 108 36 l S");

/** Where the line is found, and on which pages, in a file with these nodes from object 4 on; object 3 is what the pages draw. */
async function linesIn(root: string, ...nodes: readonly string[]): Promise<string[]> {
  const findings = await findingsIn(pdfFrom(CATALOGUE, root, LINE, ...nodes));
  return findings.flatMap((told) => /^thin-line on (.*): /.exec(told)?.[1] ?? []);
}
const page = (entries = "") => `<</Type/Page/Parent 2 0 R/Contents 3 0 R${entries}>>`;
const pages = (kids: string, entries = "") => `<</Type/Pages/Kids[${kids}]/Count 1${entries}>>`;

describe("a page is as large and stands as", () => {
  it.each<[what: string, entries: string, place: string]>([
    ["its paper says", "/MediaBox[0 0 360 720]", "12.7,241.3 25.4×0"],
    ["its paper says, from any corner", "/MediaBox[360 720 0 0]", "12.7,241.3 25.4×0"],
    ["its paper says, from any origin", "/MediaBox[-36 -36 324 684]", "25.4,228.6 25.4×0"],
    ["viewers have it, without a paper", "", "12.7,266.7 25.4×0"],
    ["viewers have it, with half a paper", "/MediaBox[0 0 360]", "12.7,266.7 25.4×0"],
    ["viewers have it, with a paper without size", "/MediaBox[0 0 0 720]", "12.7,266.7 25.4×0"],
    ["viewers have it, with a paper without height", "/MediaBox[0 720 360 720]", "12.7,266.7 25.4×0"],
    ["the part that is shown", "/MediaBox[0 0 360 720]/CropBox[18 18 324 324]", "6.35,101.6 25.4×0"],
    [
      "the part that is there of what is shown",
      "/MediaBox[0 0 360 720]/CropBox[-72 -72 324 324]",
      "12.7,101.6 25.4×0",
    ],
    [
      "its paper, where nothing would be shown",
      "/MediaBox[0 0 360 720]/CropBox[400 0 500 720]",
      "12.7,241.3 25.4×0",
    ],
    [
      "its paper, where what is shown makes no sense",
      "/MediaBox[0 0 360 720]/CropBox[0 0 0 720]",
      "12.7,241.3 25.4×0",
    ],
    ["it is turned by 90°", "/MediaBox[0 0 360 720]/Rotate 90", "12.7,12.7 0×25.4"],
    ["it is turned by 180°", "/MediaBox[0 0 360 720]/Rotate 180", "88.9,12.7 25.4×0"],
    ["it is turned by 270°", "/MediaBox[0 0 360 720]/Rotate 270", "241.3,88.9 0×25.4"],
    ["it is turned by 450°", "/MediaBox[0 0 360 720]/Rotate 450", "12.7,12.7 0×25.4"],
    ["it is turned back", "/MediaBox[0 0 360 720]/Rotate -90", "241.3,88.9 0×25.4"],
    ["it is turned by 90° from any origin", "/MediaBox[-36 -72 324 648]/Rotate 90", "38.1,25.4 0×25.4"],
    ["it is turned by 180° from any origin", "/MediaBox[-36 -72 324 648]/Rotate 180", "76.2,38.1 25.4×0"],
    ["it is turned by 270° from any origin", "/MediaBox[-36 -72 324 648]/Rotate 270", "215.9,76.2 0×25.4"],
    ["a little askew is straight", "/MediaBox[0 0 360 720]/Rotate 44", "12.7,241.3 25.4×0"],
    [
      "what is shown, turned",
      "/MediaBox[0 0 360 720]/CropBox[-72 -72 324 324]/Rotate 90",
      "12.7,12.7 0×25.4",
    ],
    ["its units are larger", "/MediaBox[0 0 360 720]/UserUnit 2", "25.4,482.6 50.8×0"],
    ["its units make sense", "/MediaBox[0 0 360 720]/UserUnit 0", "12.7,241.3 25.4×0"],
    ["its units are not negative", "/MediaBox[0 0 360 720]/UserUnit -1", "12.7,241.3 25.4×0"],
  ])("%s", async (_, entries, place) => {
    expect(await linesIn(pages("4 0 R"), page(entries))).toEqual([`1 at ${place}`]);
  });

  it("a node above it says, as long as it says nothing itself", async () => {
    const tall = "/MediaBox[0 0 360 720]";
    const small = "/MediaBox[0 0 360 360]";
    expect(await linesIn(pages("4 0 R", tall), page())).toEqual(["1 at 12.7,241.3 25.4×0"]);
    expect(await linesIn(pages("4 0 R", tall), page(small))).toEqual(["1 at 12.7,114.3 25.4×0"]);
    expect(await linesIn(pages("4 0 R", tall), pages("5 0 R", small), page())).toEqual([
      "1 at 12.7,114.3 25.4×0",
    ]);
    expect(await linesIn(pages("4 0 R", `${tall}/Rotate 90`), page())).toEqual(["1 at 12.7,12.7 0×25.4"]);
    expect(await linesIn(pages("4 0 R", `${tall}/Rotate 90`), page("/Rotate 0"))).toEqual([
      "1 at 12.7,241.3 25.4×0",
    ]);
    const shown = `${tall}/CropBox[18 18 324 324]`;
    expect(await linesIn(pages("4 0 R", shown), page())).toEqual(["1 at 6.35,101.6 25.4×0"]);
    // What is not inherited.
    expect(await linesIn(pages("4 0 R", `${tall}/UserUnit 2`), page())).toEqual(["1 at 12.7,241.3 25.4×0"]);
  });

  it("its neighbour does not say", async () => {
    const blank = page().replace("/Contents 3 0 R", "");
    const found = await linesIn(
      pages("4 0 R 5 0 R", "/MediaBox[0 0 360 720]").replace("/Count 1", "/Count 2"),
      pages("6 0 R", "/MediaBox[0 0 360 360]"),
      page(),
      blank,
    );
    expect(found).toEqual(["2 at 12.7,241.3 25.4×0"]);
  });
});

describe("the resources of a page", () => {
  it("may be those of a node above", async () => {
    const draw = streamOf("/A gs 36 36 m 108 36 l S");
    const resources = (width: number) =>
      `/Resources<</ExtGState<</A<</LW ${width}>>>>>>/MediaBox[0 0 360 720]`;
    const of = (above: string, own: string) =>
      findingsIn(pdfFrom(CATALOGUE, pages("4 0 R", above), draw, page(own)));
    const THIN = ["thin-line on 1 at 12.7,241.3 25.4×0: 1 line is too thin (0.10 pt)"];
    expect(await of(resources(0.1), "")).toEqual(THIN);
    expect(await of(resources(1), resources(0.1))).toEqual(THIN);
    expect(await of(resources(0.1), resources(1))).toEqual([]);
  });
});

describe("the tree of pages", () => {
  const sized = "/MediaBox[0 0 360 720]";
  const AT = "at 12.7,241.3 25.4×0";
  const blank = `<</Type/Page/Parent 2 0 R${sized}>>`;

  it.each<[what: string, root: string, nodes: string[], found: string[]]>([
    ["in order", pages("4 0 R 5 0 R 6 0 R"), [blank, page(sized), page(sized)], [`2,3 ${AT}`]],
    [
      "branch by branch",
      pages("4 0 R 5 0 R"),
      [pages("6 0 R 7 0 R"), page(sized), blank, page(sized)],
      [`2,3 ${AT}`],
    ],
    ["a root that is a page", page(sized), [], [`1 ${AT}`]],
    [
      "a node without children is a page",
      pages("4 0 R"),
      [page(sized).replace("/Type/Page", "")],
      [`1 ${AT}`],
    ],
    ["a page is one, whatever it lists", pages("4 0 R"), [page(`${sized}/Kids[]`)], [`1 ${AT}`]],
    ["what is not there is left out", pages("9 0 R 4 0 R/Name 5"), [page(sized)], [`1 ${AT}`]],
    ["a page counts once", pages("4 0 R 4 0 R"), [page(sized)], [`1 ${AT}`]],
  ])("%s", async (_, root, nodes, found) => {
    expect(await linesIn(root, ...nodes)).toEqual(found);
  });

  it("that is not there has no pages", async () => {
    expect(await findingsIn(pdfFrom("<</Type/Catalog>>"))).toEqual(["no-pages: the file has no pages"]);
  });
});

describe("the content of a page", () => {
  /** A file that has the thin line only if what is before it was read as it should be. */
  const found = async (before: string, after = "") => {
    const draw = `.1 w ${before}\n36 648 m 108 648 l S ${after}`;
    return (await findingsIn(onePage({ draw }))).map((told) => told.split(": ")[0]);
  };
  const LINE_FOUND = "thin-line on 1 at 12.7,25.4 25.4×0";

  it.each<[what: string, before: string]>([
    ["comments", "% 1 w (\n"],
    ["text with brackets", "(a \\) (b) c) Tj"],
    ["hexadecimal text", "<6162> Tj"],
    ["names and words that touch", "/Name gs[1 2]0 d"],
    ["truth", "true false null /X sc"],
    ["marks with entries", "/Span<</ActualText(x)/MCID 0>>BDC EMC"],
    ["operators with signs", "f* B* b* n"],
    ["operators of no format", "BX foo 1 2 bar EX"],
    ["braces of nobody", "{ } {1 w}".replace("1 w", "")],
    ["a number with letters behind it", "/X gs 12(a)Tj"],
    ["words that begin like truth", "trueness nulls xtrue"],
    ["a long word", `${"word".repeat(20)}`],
    ["numbers before RG", "0 0 0 RG"],
    ["a picture", "BI /W 1 /H 1 /BPC 8 /CS /G ID x EI"],
    ["a picture with EI in it", "BI /W 1 /H 1 ID xEI yEI zEIa (EI EI"],
    ["a picture with half of its end in it", "BI /W 1 /H 1 ID xEI( EIx( E ( I ( XI ( EX ( EI"],
    ["a picture with a bracket", "BI /W 1 /H 1 ID ( EI"],
    ["a picture of white space", "BI /W 1 /H 1 ID \n \nEI"],
    ["a picture between comments", "BI % w\n /W 1 % h\n /H 1 % data\nID x EI"],
    ["a picture with a list", "BI /W 1 /H 1 /D[0 1]/F/Fl ID x\nEI"],
  ])("%s", async (_, before) => {
    expect(await found(before)).toEqual([LINE_FOUND]);
  });

  it.each<[what: string, after: string]>([
    ["text that is never closed", "(text"],
    ["a list that is never closed", "[1 2"],
    ["entries that are never closed", "<</A 1"],
    ["a bracket that was never opened", ") Tj"],
    ["a list that was never opened", "]"],
    ["a picture without data", "BI /W 1 /H 1"],
    ["a picture whose data has no end", "BI /W 1 /H 1 ID abc"],
    ["a picture whose end belongs to a word", "BI /W 1 /H 1 ID abcEI EIx"],
    ["a picture with a number for a name", "BI 5 /W ID x EI"],
  ])("breaks off with %s; what stood before counts", async (_, after) => {
    const findings = await found("", after);
    expect(findings.sort()).toEqual(["broken-page on 1", LINE_FOUND]);
  });

  it("ends with a picture as well", async () => {
    expect(await found("", "BI /W 1 /H 1 ID x EI")).toEqual([LINE_FOUND]);
  });

  it("that is packed in a way for pictures, or not as it says, is not there", async () => {
    for (const filter of ["/DCTDecode", "/FlateDecode"]) {
      const pdf = pdfFrom(
        CATALOGUE,
        pages("4 0 R"),
        streamOf(".1 w 36 36 m 108 36 l S", `/Filter${filter}`),
        page("/MediaBox[0 0 360 720]"),
      );
      expect(await findingsIn(pdf)).toEqual(["broken-page on 1: the page content is cut off or never ends"]);
    }
  });
});

describe("of many pages", () => {
  const many = (count: number) => {
    const kids = Array.from({ length: count }, (_, at) => `${at + 4} 0 R`).join(" ");
    return pdfFrom(
      CATALOGUE,
      pages(kids, "/MediaBox[0 0 360 720]").replace("/Count 1", `/Count ${count}`),
      LINE,
      ...Array.from({ length: count }, () => page()),
    );
  };
  const looked = async (count: number) => {
    const result = await preflight(many(count));
    if (typeof result === "string") throw new Error(result);
    return { ...result, on: result.findings[0]?.pages ?? [] };
  };

  it("every one is looked at, up to 120", async () => {
    const one = await looked(1);
    expect([one.pages, one.looked, one.on]).toEqual([1, 1, [1]]);
    const all = await looked(120);
    expect([all.pages, all.looked, all.on.length]).toEqual([120, 120, 120]);
  });

  it("of more, the first and the last and pages between them, evenly", async () => {
    const { pages: there, looked: count, on } = await looked(239);
    expect([there, count]).toEqual([239, 120]);
    expect(on).toEqual(Array.from({ length: 120 }, (_, at) => 1 + 2 * at));
  });
});
