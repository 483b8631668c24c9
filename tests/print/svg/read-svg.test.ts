import { describe, expect, it } from "vitest";
import { readLogo } from "../../../src/print/pad/logo.ts";
import { listSvgTags, readOutlines } from "../../../src/print/svg/read-svg.ts";
import { PdfDocument } from "../../../src/print/pdf/document.ts";
import { outlinesSvg } from "../../../src/print/svg/drawing.ts";
import { FAMILY, good } from "../../support/pads.ts";

const svg = (content: string, view = "0 0 100 50") =>
  new TextEncoder().encode(
    `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" viewBox="${view}">${content}</svg>`,
  );
const read = (content: string, view?: string) =>
  readOutlines(listSvgTags(svg(content, view)), (colour) => colour);

/** The box around the ends of all steps of its outlines. */
function extentOf(outlines: ReturnType<typeof read>): number[] {
  const ends = (outlines?.outlines ?? []).flatMap(({ steps }) =>
    steps.flatMap((step) => (step[0] === "Z" ? [] : [step.slice(-2) as number[]])),
  );
  const [xs, ys] = [0, 1].map((axis) => ends.map((end) => end[axis] ?? Number.NaN));
  const least = [xs, ys].map((all) => Math.min(...(all ?? [])));
  return [...least, ...[xs, ys].map((all, axis) => Math.max(...(all ?? [])) - (least[axis] ?? 0))];
}

describe("outlines of a drawing", () => {
  it.each<[what: string, content: string, box: [number, number, number, number]]>([
    ["a rectangle", '<rect x="10" y="5" width="20" height="30"/>', [10, 5, 20, 30]],
    ["a circle", '<circle cx="20" cy="20" r="10"/>', [10, 10, 20, 20]],
    ["an ellipse", '<ellipse cx="50" cy="20" rx="30" ry="10"/>', [20, 10, 60, 20]],
    ["a line", '<line x1="10" y1="10" x2="30" y2="10" stroke="#000" stroke-width="4"/>', [10, 10, 20, 0]],
    ["a polygon", '<polygon points="10,10 40,10 25,30"/>', [10, 10, 30, 20]],
    ["a curve", '<path d="M10 10Q20 30 30 20z"/>', [10, 10, 20, 10]],
    [
      "a group that is moved and scaled",
      '<g transform="translate(10 5)"><rect width="5" height="5" transform="scale(2)"/></g>',
      [10, 5, 10, 10],
    ],
    [
      "styles, and what drawing programs note",
      '<defs/><sodipodi:namedview a="b"/><rect x="1" y="2" width="3" height="4" style="fill:#f00;stroke:none"/>',
      [1, 2, 3, 4],
    ],
  ])("%s", (_, content, box) => {
    for (const [at, length] of extentOf(read(content)).entries())
      expect(length).toBeCloseTo(box[at] ?? Number.NaN, 6);
    expect(box).toHaveLength(4);
  });

  it.each([
    ["text", '<text x="1" y="9">Hi</text>'],
    ["a gradient", '<defs><linearGradient id="g"/></defs><rect width="9" height="9" fill="url(#g)"/>'],
    ["transparency", '<rect width="9" height="9" opacity="0.5"/>'],
    ["a style sheet", '<style>rect{fill:red}</style><rect width="9" height="9"/>'],
    ["a copy", '<rect id="r" width="9" height="9"/><use href="#r" x="20"/>'],
    ["a stroke that is squeezed", '<g transform="scale(3 1)"><path d="M1 1h9" stroke="#000"/></g>'],
    ["a path that goes nowhere", '<path d="M1 1Lx"/>'],
    ["a colour by a rare name", '<rect width="9" height="9" fill="papayawhip"/>'],
    ["nothing at all", "<g/>"],
    ["numbers without end", '<circle cx="1e999" cy="1" r="1"/>'],
  ])("are not read of %s", (_, content) => {
    expect(read(content)).toBeNull();
  });

  it("are not read of a drawing without a view, or with far too much in it", () => {
    expect(read('<rect width="9" height="9"/>', "")).toBeNull();
    expect(read(`<path d="M0 0${"l1 1".repeat(30_000)}"/>`)).toBeNull();
  });

  it("are drawn with fill, stroke and rule", () => {
    const outlines = read(
      '<path d="M0 0h8v8h-8z" fill-rule="evenodd" stroke="#0f0" stroke-linecap="round"/>',
    );
    expect(outlines?.outlines).toHaveLength(1);
    const drawn = outlines === null ? "" : outlinesSvg(outlines, { width: 10, height: 10 });
    expect(drawn).toContain(
      'fill="#000000" fill-rule="evenodd" stroke="#00ff00" stroke-width="1" stroke-linecap="round"',
    );
  });
});

describe("a logo", () => {
  const lion = svg(
    '<rect x="10" y="10" width="60" height="30" fill="#7a1f1f"/><circle cx="30" cy="25" r="8" fill="#fff"/>',
  );

  it("keeps its outlines beside the picture, in its proportions, in grey or in colour", async () => {
    const grey = good(await readLogo("lion.svg", lion, false));
    expect(grey.ratio).toBeCloseTo(2, 2);
    const [ground] = grey.outlines?.outlines ?? [];
    expect(ground?.fill).toBeCloseTo(0.75, 1);
    const colour = good(await readLogo("lion.svg", lion, true));
    expect(colour.outlines?.outlines[0]?.fill).toMatchObject({ red: 0x7a / 255 });
  });

  it("is cut to what is seen on white paper", async () => {
    const framed = svg(
      '<rect width="100" height="50" fill="#fff"/><path d="M20 10h20v20" fill="none" stroke="#000" stroke-width="4"/>',
    );
    const { outlines, ratio } = good(await readLogo("framed.svg", framed, false));
    const { x, y, width, height } = outlines?.box ?? { x: 0, y: 0, width: 0, height: 0 };
    for (const [is, wanted] of [
      [x, 20],
      [y, 8],
      [width, 22],
      [height, 22],
      [ratio, 1],
    ] as const)
      expect(is).toBeCloseTo(wanted, 0);
  });

  it("is a picture where its outlines would look different", async () => {
    // The spike of a sharp corner is as long as an attribute says that is not read here.
    const corner = (limit: number) =>
      svg(
        `<path d="M46 45L50 20L54 45" fill="none" stroke="#000" stroke-width="4" stroke-miterlimit="${limit}"/>`,
      );
    expect(good(await readLogo("corner.svg", corner(4), false)).outlines).not.toBeNull();
    expect(good(await readLogo("corner.svg", corner(100), false)).outlines).toBeNull();
  });

  it("comes into a PDF without pixels", async () => {
    const { outlines } = good(await readLogo("lion.svg", lion, false));
    if (outlines === null) throw new Error("no outlines");
    const document = new PdfDocument({ title: "Lion", language: "en", fonts: FAMILY });
    document.addPage({ widthMm: 100, heightMm: 100 });
    document.outlines({ outlines, xMm: 10, yMm: 10, widthMm: 40, heightMm: 20 });
    const file = new TextDecoder("latin1").decode(await document.finish());
    expect(file).not.toContain("/Subtype /Image");
  });
});
