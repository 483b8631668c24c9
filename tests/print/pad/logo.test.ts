import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { readLogo } from "../../../src/print/pad/logo.ts";
import { bad, good } from "../../support/pads.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const svg = (inner: string, attributes = 'width="200" height="80"') =>
  bytes(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inner}</svg>`,
  );
const red = svg('<rect x="50" y="20" width="100" height="40" fill="#c00000"/>');

async function picture(size: { width: number; height: number }) {
  const background = { r: 200, g: 0, b: 0, alpha: 1 };
  return await sharp({ create: { ...size, channels: 4, background } })
    .png()
    .toBuffer();
}
const png = await picture({ width: 300, height: 100 });
const hair = await picture({ width: 10, height: 400 });
const white = await sharp({ create: { width: 9, height: 9, channels: 3, background: "#fff" } })
  .png()
  .toBuffer();
const jpeg = await sharp(png).flatten().jpeg().toBuffer();

/** A PNG that says it has more pixels than it has. */
function boasting(width: number, height: number): Buffer {
  const copy = Buffer.from(png);
  copy.writeUInt32BE(width, 16);
  copy.writeUInt32BE(height, 20);
  return copy;
}

describe("a logo", () => {
  it.each([
    ["SVG", red, 2.5],
    ["PNG", png, 3],
    ["JPEG", jpeg, 3],
    ["SVG without a size", svg('<rect width="40" height="20"/>', 'viewBox="0 0 100 100"'), 2],
    [
      "SVG as large as a house",
      svg('<rect width="60000" height="30000"/>', 'width="60000" height="60000"'),
      2,
    ],
    [
      "SVG with a picture in it",
      svg(`<image width="90" height="30" href="data:image/png;base64,${png.toString("base64")}"/>`),
      3,
    ],
    [
      "SVG with a gradient of its own",
      svg(
        '<linearGradient id="a"><stop/></linearGradient><rect width="80" height="40" style="fill:url(&quot;#a&quot;)"/>',
      ),
      2,
    ],
    [
      "SVG with a comment about a script",
      svg('<!-- <script> --><style><![CDATA[.a{fill:#000}]]></style><rect class="a" width="9" height="9"/>'),
      1,
    ],
  ])("may be %s; the white around it is cut off", async (_, file, ratio) => {
    const logo = good(await readLogo("logo", file, true));
    expect(logo.ratio).toBeCloseTo(ratio, 1);
    const { width, height, hasAlpha } = await sharp(logo.png).metadata();
    expect(width / height).toBeCloseTo(logo.ratio, 6);
    expect(hasAlpha).toBe(false);
    expect(logo.png.length).toBeLessThan(200_000);
  });

  it("is grey, unless colour is asked for", async () => {
    const channels = async (inColour: boolean) =>
      (await sharp(good(await readLogo("logo.svg", red, inColour)).png).metadata()).channels;
    expect([await channels(false), await channels(true)]).toEqual([1, 3]);
  });

  it("stands upright though the camera lay on its side", async () => {
    const turned = await sharp(jpeg).withMetadata({ orientation: 6 }).toBuffer();
    expect(good(await readLogo("logo.jpg", turned, false)).ratio).toBeCloseTo(1 / 3, 1);
  });
});

describe("a logo that can't be used is told in one sentence:", () => {
  const copies = Array.from(
    { length: 30 },
    (_, at) => `<g id="a${at + 1}">${`<use xlink:href="#a${at}"/>`.repeat(9)}</g>`,
  );
  it.each<[string, Uint8Array, string, string]>([
    ["nothing", new Uint8Array(), "not-a-logo", "not an SVG"],
    ["a text", bytes("hello"), "not-a-logo", "not an SVG"],
    ["a GIF", bytes("GIF89a"), "not-a-logo", "not an SVG"],
    ["a PNG that was cut off", png.subarray(0, 200), "logo-broken", "damaged"],
    ["a JPEG that was cut off", jpeg.subarray(0, jpeg.length - 300), "logo-broken", "damaged"],
    [
      "an SVG that was cut off",
      bytes("<svg xmlns='http://www.w3.org/2000/svg'><circle"),
      "unsafe-logo",
      "damaged",
    ],
    ["a PNG that claims to be huge", boasting(60_000, 60_000), "logo-too-large", "60000 × 60000"],
    [
      "a huge PNG in an SVG",
      svg(`<image href="data:image/png;base64,${boasting(60_000, 60_000).toString("base64")}"/>`),
      "logo-too-large",
      "60000",
    ],
    ["a file of 9 MB", new Uint8Array(9 * 1024 * 1024), "logo-too-large", "8 MB"],
    ["a hair", hair, "logo-too-long", "12 times"],
    ["white on white", white, "logo-blank", "white paper"],
    ["a script", svg("<script>alert(1)</script>"), "unsafe-logo", "script"],
    ["a script in a namespace", svg("<svg:script>alert(1)</svg:script>"), "unsafe-logo", "script"],
    [
      "a script behind what looks like a comment",
      svg("<style><![CDATA[ <!-- ]]></style><script/><![CDATA[ --> ]]>"),
      "unsafe-logo",
      "script",
    ],
    ["a handler", svg('<rect onload="x()"/>'), "unsafe-logo", "opened or clicked"],
    ["a web page", svg("<foreignObject/>"), "unsafe-logo", "web page"],
    ["entities", bytes('<!DOCTYPE svg [<!ENTITY a "b">]><svg/>'), "unsafe-logo", "entities"],
    ["a file from elsewhere", svg('<image href="file:///etc/passwd"/>'), "unsafe-logo", "file:///etc/passwd"],
    ["a link in disguise", svg('<image xlink:href="&#104;ttp://x/y.png"/>'), "unsafe-logo", "http://x/y.png"],
    [
      "a style from elsewhere",
      svg('<rect style="fill:url(&quot;http://x/y#a&quot;)"/>'),
      "unsafe-logo",
      "http://x/y",
    ],
    ["a style sheet from elsewhere", svg("<style>@import 'x.css'</style>"), "unsafe-logo", "style sheet"],
    [
      "an SVG in an SVG",
      svg('<image href="data:image/svg+xml;base64,PHN2Zy8+"/>'),
      "unsafe-logo",
      "outside the file",
    ],
    [
      "copies of copies",
      svg(`<g id="a0"><rect width="9" height="9"/></g>${copies.join("")}`),
      "unsafe-logo",
      "far more elements",
    ],
    ["a copy of itself", svg('<g id="a"><use href="#a"/></g>'), "unsafe-logo", "far more elements"],
    [
      "a filter without end",
      svg('<filter id="f"><feTurbulence numOctaves="99999"/></filter>'),
      "unsafe-logo",
      "uses a filter",
    ],
    [
      "a filter from a style sheet",
      svg('<style>g { filter: drop-shadow(3px 3px 9px red) }</style><g><rect width="9" height="9"/></g>'),
      "unsafe-logo",
      "uses a filter",
    ],
    ["a mask", svg('<svg:mask id="m"/><g mask="url(#m)"/>'), "unsafe-logo", "uses a mask"],
    [
      "a pattern",
      svg('<pattern id="p"><rect width="9" height="9"/></pattern>'),
      "unsafe-logo",
      "uses a pattern",
    ],
    ["letters in disguise", bytes('<?xml version="1.0" encoding="UTF-7"?><svg/>'), "unsafe-logo", "UTF-8"],
    [
      "letters of another time",
      Buffer.from("<svg><text>Löwe</text></svg>", "latin1"),
      "unsafe-logo",
      "UTF-8",
    ],
    ["a tag without end", svg('<a "'.repeat(500_000)), "unsafe-logo", "damaged"],
    ["comments without end", svg("<!--".repeat(500_000)), "logo-broken", "damaged"],
  ])("%s", async (_, file, code, message) => {
    const problems = bad(await readLogo("logo.svg", file, false));
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ code, message: expect.stringContaining(message) });
    expect(problems[0]?.hint).not.toBeNull();
  });
});
