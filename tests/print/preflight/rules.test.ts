import { describe, expect, it } from "vitest";
import type { Asked } from "../../../src/print/preflight/requirements.ts";
import { PT_PER_MM } from "../../../src/print/geometry.ts";
import { findingsIn, onePage, type PageSource, streamOf } from "../../support/pdf-source.ts";

/** A rule with a file that just keeps it and one that just breaks it, and what is told of that. */
type Case = [
  rule: string,
  keeps: PageSource,
  breaks: PageSource,
  told: string | readonly string[],
  asked?: Asked,
];

/** Level lines of some thickness, in points; 36 pt are 12.7 mm. */
const line = (pen: number, x = 36, y = 648, long = 72) => `${pen} w ${x} ${y} m ${x + long} ${y} l S`;
const drawn = (draw: string): PageSource => ({ draw });
/** So many times as wide that a number has no end. */
const FAR = "9000000 0 0 1 0 0 cm ".repeat(50);
/** The letter `a` some times, of 10 pt. */
const text = (x: number, y: number, letters = "aaaa") => `BT /F 10 Tf ${x} ${y} Td (${letters}) Tj ET`;
/** A page that is cut 10 mm within the paper. */
const TRIM = "/TrimBox[28.3465 28.3465 331.6535 691.6535]";
const trimmed = (draw: string): PageSource => ({ draw, page: TRIM });
const boxes = (page: string): PageSource => ({ page });

const LINES: readonly Case[] = [
  [
    "a line has a quarter of a point",
    drawn(line(0.2476)),
    drawn(line(0.2474)),
    "thin-line on 1 at 12.7,25.4 25.4×0: 1 line is too thin (0.25 pt)",
  ],
  [
    "a pen that nobody sets draws lines of a point",
    drawn("36 648 m 108 648 l S"),
    drawn("q .2 0 0 .2 0 0 cm 180 3240 m 540 3240 l S Q"),
    "thin-line on 1 at 12.7,25.4 25.4×0: 1 line is too thin (0.20 pt)",
  ],
  [
    "a line counts as thin as its pen gets where it is squeezed",
    drawn(`q .25 0 0 4 0 0 cm ${line(1, 144, 162, 288)} Q`),
    drawn(`q .2 0 0 4 0 0 cm ${line(1, 180, 162, 360)} Q`),
    "thin-line on 1 at 12.7,25.4 25.4×0: 1 line is too thin (0.20 pt)",
  ],
  [
    "also where it is squeezed aslant",
    drawn(`q .6 .8 -.8 .6 200 300 cm ${line(0.25, 0, 0, 100)} Q`),
    drawn(`q 1 1 1 1.5 200 300 cm ${line(1, 0, 0, 36)} Q`),
    "thin-line on 1 at 70.56,135.47 12.7×12.7: 1 line is too thin (0.22 pt)",
  ],
  [
    "the sign of a pen does not matter",
    drawn(line(-0.5)),
    drawn(line(-0.2)),
    "thin-line on 1 at 12.7,25.4 25.4×0: 1 line is too thin (0.20 pt)",
  ],
  [
    "a crop mark has a tenth of a mm",
    trimmed(line(0.2808, 0, 648, 20)),
    trimmed(line(0.2804, 0, 648, 20)),
    "thin-mark on 1 at 0,25.4 7.06×0: 1 crop mark is too thin (0.10 mm)",
  ],
  [
    "a line that touches the cut is no crop mark",
    trimmed(line(0.27, 0, 648, 28.33)),
    trimmed(line(0.27, 0, 648, 28.3)),
    "thin-mark on 1 at 0,25.4 9.98×0: 1 crop mark is too thin (0.10 mm)",
  ],
  [
    "what lies beyond the page does not matter",
    drawn(line(0.1, -73)),
    drawn(line(0.1, -72)),
    "thin-line on 1 at -25.4,25.4 25.4×0: 1 line is too thin (0.10 pt)",
  ],
  [
    "nor does a crop mark out there",
    trimmed(line(0.1, -73)),
    trimmed(line(0.1, -60)),
    "thin-mark on 1 at -21.17,25.4 25.4×0: 1 crop mark is too thin (0.04 mm)",
  ],
  [
    "a filled rectangle is a line if it is eight times as long as it is wide",
    drawn("36 648 1.59 .2 re f"),
    drawn("36 648 1.61 .2 re f"),
    "thin-line on 1 at 12.7,25.33 0.57×0.07: 1 line is too thin (0.20 pt)",
  ],
  [
    "upright, too",
    drawn("36 648 .2 1.59 re f"),
    drawn("36 648 .2 1.61 re f*"),
    "thin-line on 1 at 12.7,24.83 0.07×0.57: 1 line is too thin (0.20 pt)",
  ],
  [
    "each rectangle of a path stands for itself, and one without size is nothing",
    drawn("36 648 20 10 re 72 648 20 10 re 100 100 0 0 re F"),
    drawn("36 648 20 10 re 72 648 20 .1 re F"),
    "thin-line on 1 at 25.4,25.36 7.06×0.04: 1 line is too thin (0.10 pt)",
  ],
  [
    "a rectangle with an outline is as thick as its pen",
    drawn("36 648 72 .1 re B"),
    drawn(".1 w 36 648 72 .1 re B"),
    "thin-line on 1 at 12.7,25.36 25.4×0.04: 1 line is too thin (0.10 pt)",
  ],
  [
    "a shape of other lines is none",
    drawn("36 648 72 .1 re 36 600 m 108 600 l 108 500 l f"),
    drawn("36 648 72 .1 re 36 600 m 108 600 l 108 500 l n 36 648 72 .1 re f"),
    "thin-line on 1 at 12.7,25.36 25.4×0.04: 1 line is too thin (0.10 pt)",
  ],
  [
    "a line without end is nowhere",
    drawn(`.1 w ${FAR}1 648 m 1 600 l S`),
    drawn(`q .1 w ${FAR}1 648 m 1 600 l S Q ${line(0.1)}`),
    "thin-line on 1 at 12.7,25.4 25.4×0: 1 line is too thin (0.10 pt)",
  ],
  [
    "sheared lines stand where they end up",
    drawn(`q 1 .5 .25 1 0 0 cm 1 .5 .25 1 36 36 cm ${line(1, 0, 0, 72)} Q`),
    drawn(`q 1 .5 .25 1 0 0 cm 1 .5 .25 1 36 36 cm .1 w 0 0 m 72 144 l S Q`),
    "thin-line on 1 at 15.88,152.4 53.97×82.55: 1 line is too thin (0.04 pt)",
  ],
  [
    "lines of one thickness are told together, others apart",
    drawn(`${line(0.3)} ${line(0.25)}`),
    drawn(`${line(0.1)} ${line(0.2)} ${line(0.1, 72)}`),
    [
      "thin-line on 1 at 12.7,25.4 25.4×0: 2 lines are too thin (0.10 pt)",
      "thin-line on 1 at 12.7,25.4 25.4×0: 1 line is too thin (0.20 pt)",
    ],
  ],
  [
    "so are crop marks",
    trimmed(`${line(0.3, 0, 648, 20)} ${line(0.3, 0, 600, 20)}`),
    trimmed(`${line(0.2, 0, 648, 20)} ${line(0.2, 0, 600, 20)}`),
    "thin-mark on 1 at 0,25.4 7.06×0: 2 crop marks are too thin (0.07 mm)",
  ],
];

const NEAR = "“aaaa” is less than 4 mm from the cut";
const GLUED = "“aaaa” is in the 10 mm glue strip";
const TOP_GLUE: Asked = { glueEdge: "top" };
const LEFT_GLUE: Asked = { glueEdge: "left", glueMm: 8 };
/** 4 mm, less the tolerance of 0.05 mm, are 11.197 pt. Letters of 10 pt reach 7.5 pt up and 2.2 pt down. */
const TEXTS: readonly Case[] = [
  [
    "text begins 4 mm from the left edge",
    drawn(text(11.2, 300)),
    drawn(text(11.1, 300)),
    `text-near-cut on 1 at 3.92,145.52 14.11×3.42: ${NEAR}`,
  ],
  [
    "and ends 4 mm from the right one",
    drawn(text(360 - 40 - 11.2, 300)),
    drawn(text(360 - 40 - 11.1, 300)),
    `text-near-cut on 1 at 108.97,145.52 14.11×3.42: ${NEAR}`,
  ],
  [
    "its letters keep 4 mm from the upper edge",
    drawn(text(100, 720 - 7.5 - 11.2)),
    drawn(text(100, 720 - 7.5 - 11.1)),
    `text-near-cut on 1 at 35.28,3.92 14.11×3.42: ${NEAR}`,
  ],
  [
    "and what hangs below them from the lower one",
    drawn(text(100, 2.2 + 11.2)),
    drawn(text(100, 2.2 + 11.1)),
    `text-near-cut on 1 at 35.28,246.66 14.11×3.42: ${NEAR}`,
  ],
  [
    "turned text as well",
    drawn("BT /F 10 Tf 0 1 -1 0 18.7 300 Tm (aaaa) Tj ET"),
    drawn("BT /F 10 Tf 0 1 -1 0 18.6 300 Tm (aaaa) Tj ET"),
    `text-near-cut on 1 at 3.92,134.06 3.42×14.11: ${NEAR}`,
  ],
  [
    "text may be wide or narrow",
    drawn("BT /F 10 Tf 50 Tz 328 300 Td (aaaa) Tj ET"),
    drawn("BT /F 10 Tf 50 Tz 329 300 Td (aaaa) Tj ET"),
    `text-near-cut on 1 at 116.06,145.52 7.06×3.42: ${NEAR}`,
  ],
  [
    "the distance counts from the cut where the page tells it",
    trimmed(text(28.35 + 11.2, 300)),
    trimmed(text(28.35 + 11.1, 300)),
    `text-near-cut on 1 at 13.92,145.52 14.11×3.42: ${NEAR}`,
  ],
  [
    "what lies beyond the cut does not matter",
    trimmed(text(331.7, 300, "aa")),
    trimmed(text(331.6, 300, "aa")),
    "text-near-cut on 1 at 116.98,145.52 7.06×3.42: “aa” is less than 4 mm from the cut",
  ],
  [
    "blanks are no text",
    {
      draw: "BT /X 10 Tf 0 300 Td ( ) Tj 0 100 Td (   ) Tj /F 10 Tf 0 0 0 0 1 1 Tm (a) Tj ET",
      fonts: "/X<</Type/Font/Subtype/Type1/BaseFont/Helvetica/FontDescriptor<</FontFile 6 0 R>>>>",
    },
    drawn(text(0, 300, "a")),
    "text-near-cut on 1 at 0,145.52 3.53×3.42: “a” is less than 4 mm from the cut",
  ],
  [
    "the distance may be another one",
    drawn(text(28.3, 300)),
    drawn(text(28.1, 300)),
    "text-near-cut on 1 at 9.91,145.52 14.11×3.42: “aaaa” is less than 10 mm from the cut",
    { safetyMm: 10 },
  ],
  [
    "no text stands where the block is glued at its top",
    drawn(text(100, 720 - 7.5 - 28.3)),
    drawn(text(100, 720 - 7.5 - 28.1)),
    `text-in-glue on 1 at 35.28,9.91 14.11×3.42: ${GLUED}`,
    TOP_GLUE,
  ],
  [
    "or at its left",
    drawn(text(22.6, 300)),
    drawn(text(22.5, 300)),
    "text-in-glue on 1 at 7.94,145.52 14.11×3.42: “aaaa” is in the 8 mm glue strip",
    LEFT_GLUE,
  ],
  [
    "the glue begins at the cut",
    trimmed(text(28.35 + 22.6, 300)),
    trimmed(text(28.35 + 22.5, 300)),
    "text-in-glue on 1 at 17.94,145.52 14.11×3.42: “aaaa” is in the 8 mm glue strip",
    LEFT_GLUE,
  ],
  [
    "glue of no width is none",
    drawn(text(100, 720 - 7.5 - 11.2)),
    drawn(text(100, 720 - 7.5 - 11.1)),
    `text-near-cut on 1 at 35.28,3.92 14.11×3.42: ${NEAR}`,
    { glueEdge: "top", glueMm: 0 },
  ],
  [
    "glue that is narrower than what must keep from the cut is told first",
    drawn(text(100, 720 - 7.5 - 11.2)),
    drawn(`${text(100, 720 - 7.5 - 5.5)} ${text(100, 720 - 7.5 - 6)}`),
    [
      "text-in-glue on 1 at 35.28,1.94 14.11×3.42: “aaaa” is in the 2 mm glue strip",
      `text-near-cut on 1 at 35.28,2.12 14.11×3.42: ${NEAR}`,
    ],
    { glueEdge: "top", glueMm: 2 },
  ],
];

/** Boxes in points; 0.05 mm are 0.142 pt. */
const BOXES: readonly Case[] = [
  [
    "the bleed lies on the paper",
    boxes("/BleedBox[-.14 -.14 360.14 720.14]"),
    boxes("/BleedBox[-.15 0 360 720]"),
    "boxes-not-nested on 1 at -0.05,0 127.05×254: the page’s BleedBox extends beyond its MediaBox",
  ],
  [
    "below as above",
    boxes("/BleedBox[0 0 360 720]"),
    boxes("/BleedBox[0 -.15 360 720]"),
    "boxes-not-nested on 1 at 0,0 127×254.05: the page’s BleedBox extends beyond its MediaBox",
  ],
  [
    "the cut lies within the bleed",
    boxes("/BleedBox[20 20 340 700]/TrimBox[20 20 340 700]"),
    boxes("/BleedBox[20 20 340 700]/TrimBox[20 20 340.2 700]"),
    "boxes-not-nested on 1 at 7.06,7.06 112.96×239.89: the page’s TrimBox extends beyond its BleedBox",
  ],
  [
    "and within what is shown",
    boxes("/CropBox[20 20 340 700]/TrimBox[20 20 340 700]"),
    boxes("/CropBox[20 20 340 700]/TrimBox[20 20 340 700.2]"),
    "boxes-not-nested on 1 at 0,-0.07 112.89×239.96: the page’s TrimBox extends beyond its CropBox",
  ],
  [
    "each box that reaches too far is told, with the outermost that it leaves",
    boxes("/CropBox[20 20 340 700]/BleedBox[20 20 340 700]/TrimBox[30 30 330 690]"),
    boxes("/CropBox[20 20 340 700]/BleedBox[10 10 340 700]/TrimBox[-1 30 330 690]"),
    [
      "boxes-not-nested on 1 at -3.53,0 116.42×243.42: the page’s BleedBox extends beyond its CropBox",
      "boxes-not-nested on 1 at -7.41,3.53 116.77×232.83: the page’s TrimBox extends beyond its MediaBox",
    ],
  ],
  [
    "half a box is none",
    boxes("/BleedBox[-100 -100 360]"),
    boxes("/BleedBox[-100 -100 360 720 1]"),
    "boxes-not-nested on 1 at -35.28,0 162.28×289.28: the page’s BleedBox extends beyond its MediaBox",
  ],
  [
    "a file for a print shop says where it is cut",
    boxes("/TrimBox[10 10 350 710]"),
    boxes(""),
    [
      "no-output-intent: the file names no printing condition: it has no output intent",
      "no-trim-box on 1: the page does not say where to cut: it has no TrimBox",
    ],
    { purpose: "printshop" },
  ],
];

const annotated = (...annotations: readonly string[]): PageSource => ({
  page: `/Annots[${annotations.map((entries) => `<</Type/Annot${entries}>>`).join("")}]`,
});
const RECT = "/Rect[36 612 108 648]";
const LINK = "annotation on 1 at 12.7,25.4 25.4×12.7: 1 annotation lies on the page (Link)";
const FIELDS = "/AcroForm<</Fields[<</T(x)>>]>>";

const ANNOTATIONS: readonly Case[] = [
  [
    "no link lies over a page, only what printers put there",
    annotated(`/Subtype/PrinterMark${RECT}`, `/Subtype/TrapNet${RECT}`),
    annotated(`/Subtype/PrinterMark${RECT}`, `/Subtype/Link${RECT}`),
    LINK,
  ],
  [
    "annotations of a kind are told together",
    annotated(),
    annotated(`/Subtype/Link${RECT}`, `/Subtype/Text/Rect[1 2 3]`, "/Subtype/Link"),
    [
      "annotation on 1 at 12.7,25.4 25.4×12.7: 2 annotations lie on the page (Link)",
      "annotation on 1: 1 annotation lies on the page (Text)",
    ],
  ],
  [
    "what has no kind is called nameless, and a long one is shortened",
    annotated(),
    annotated("", `/Subtype/${"Long".repeat(11)}`),
    [
      "annotation on 1: 1 annotation lies on the page (nameless)",
      `annotation on 1: 1 annotation lies on the page (${"Long".repeat(10)})`,
    ],
  ],
  [
    "what is no annotation is none",
    { page: "/Annots[5/Name]" },
    annotated("/Subtype 5"),
    "annotation on 1: 1 annotation lies on the page (nameless)",
  ],
  [
    "a form has fields to fill in",
    { ...annotated(`/Subtype/Widget${RECT}`), catalogue: FIELDS },
    { ...annotated(`/Subtype/Widget${RECT}`, `/Subtype/Link${RECT}`), catalogue: FIELDS },
    LINK,
    { purpose: "fillable" },
  ],
  [
    "anything else has none",
    annotated(),
    { ...annotated(`/Subtype/Widget${RECT}`), catalogue: FIELDS },
    "annotation on 1 at 12.7,25.4 25.4×12.7: 1 annotation lies on the page (Widget)",
    { purpose: "home" },
  ],
];

const EMBEDDED = "/FontDescriptor<</FontFile 7 0 R>>";
const hello = "BT /X 10 Tf 36 648 Td (Hello) Tj ET";
const inFont = (
  entries: string,
  objects: readonly string[] = ["<</Length 0>>stream\n\nendstream"],
): PageSource => ({
  draw: hello,
  fonts: `/X<</Type/Font${entries}>>`,
  objects,
});
const missing = (name: string) =>
  `font-not-embedded on 1 at 12.7,21.87 3.53×3.53: the font ${name} is not embedded`;
const inner = (entries: string) =>
  `/Subtype/Type0/Encoding/Identity-H/BaseFont/Out/DescendantFonts[<</Type/Font/Subtype/CIDFontType2/BaseFont/In${entries}>>]`;

const FONTS: readonly Case[] = [
  [
    "a font is embedded",
    inFont(`/Subtype/Type1/BaseFont/Helvetica${EMBEDDED}`),
    inFont("/Subtype/Type1/BaseFont/Helvetica"),
    missing("Helvetica"),
  ],
  [
    "whatever its kind",
    inFont(`/Subtype/TrueType/BaseFont/A${EMBEDDED.replace("File", "File2")}`),
    inFont("/Subtype/TrueType/BaseFont/A/FontDescriptor<</Flags 4>>"),
    missing("A"),
  ],
  [
    "a font of two parts has it in the inner one",
    inFont(inner(EMBEDDED.replace("File", "File3"))),
    inFont(`${inner("")}${EMBEDDED}`),
    missing("Out"),
  ],
  [
    "which it needs",
    inFont(inner(EMBEDDED)),
    inFont(`/Subtype/Type0/BaseFont/Hollow/Encoding/Identity-H${EMBEDDED}`),
    missing("Hollow"),
  ],
  [
    "the letters of a subset do not belong to its name",
    inFont(`/Subtype/Type1/BaseFont/ABCDEF+Sans${EMBEDDED}`),
    inFont("/Subtype/Type1/BaseFont/ABCDEF+Sans"),
    missing("Sans"),
  ],
  [
    "shorter or small ones do",
    inFont(`/Subtype/Type1/BaseFont/ABCDE+Sans${EMBEDDED}`),
    inFont("/Subtype/Type1/BaseFont/ABCDE+Sans"),
    missing("ABCDE+Sans"),
  ],
  [
    "nor does what stands in the middle",
    inFont(`/Subtype/Type1/BaseFont/XABCDEF+Sans${EMBEDDED}`),
    inFont("/Subtype/Type1/BaseFont/XABCDEF+Sans"),
    missing("XABCDEF+Sans"),
  ],
  [
    "a long name is shortened, a missing one said to be so",
    inFont(`/Subtype/Type1${EMBEDDED}`),
    {
      ...inFont(`/Subtype/Type1/BaseFont/${"N".repeat(61)}`),
      draw: `${hello} BT /Y 10 Tf 36 36 Td (a) Tj ET`,
      fonts: `/X<</Type/Font/Subtype/Type1/BaseFont/${"N".repeat(61)}>>/Y<</Type/Font/Subtype/Type1>>`,
    },
    [
      missing("N".repeat(60)),
      "font-not-embedded on 1 at 12.7,237.77 3.53×3.53: the font without a name is not embedded",
    ],
  ],
  [
    "fields are filled in with embedded fonts",
    { catalogue: "/AcroForm<</DR<</Font<</Square 5 0 R/No 99 0 R>>>>>>" },
    {
      catalogue:
        "/AcroForm<</DR<</Font<</Square 5 0 R/Helv<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>",
    },
    "font-not-embedded: the form fields use the font Helvetica, which is not embedded",
  ],
];

/** A grey image of this number of pixels on 36 pt, at this place. */
const image = (wide: number, high: number, x = 36, y = 612): PageSource => ({
  draw: `q 36 0 0 36 ${x} ${y} cm /I Do Q`,
  resources: "/XObject<</I 7 0 R>>",
  objects: [
    streamOf(
      "x",
      `/Type/XObject/Subtype/Image/Width ${wide}/Height ${high}/ColorSpace/DeviceGray/BitsPerComponent 8`,
    ),
  ],
});
const typed = (paint: string, pt: number, x = 100) => drawn(`${paint} BT /F ${pt} Tf ${x} 300 Td (a) Tj ET`);
/** A state by which something shows through, or white prints nothing. */
const stated = (entries: string, draw: string): PageSource => ({
  draw: `/G gs ${draw}`,
  resources: `/ExtGState<</G<<${entries}>>>>`,
});
/** A grey area that reaches this number of mm beyond the cut on each side. */
function background(left: number, right: number, top: number, bottom: number): PageSource {
  const [x, y] = [28.3465 - left * PT_PER_MM, 28.3465 - bottom * PT_PER_MM];
  const [toX, toY] = [331.6535 + right * PT_PER_MM, 691.6535 + top * PT_PER_MM];
  return trimmed(`.9 g ${x} ${y} ${toX - x} ${toY - y} re f`);
}
const STOPS = "1 background ends at the cut";

/** Without a word of what a file is made for, it has to be fit for a press. */
const PRESS: readonly Case[] = [
  [
    "an image has 200 dots per inch, less what programs round",
    image(99, 99),
    image(98, 99),
    "low-resolution on 1 at 12.7,25.4 12.7×12.7: 1 image has only 196 dpi",
  ],
  [
    "in both directions",
    image(400, 99),
    image(400, 98),
    "low-resolution on 1 at 12.7,25.4 12.7×12.7: 1 image has only 196 dpi",
  ],
  [
    "unless nobody sees it",
    image(9, 9, -37),
    image(9, 9, -35),
    "low-resolution on 1 at -12.35,25.4 12.7×12.7: 1 image has only 18 dpi",
  ],
  [
    "black type has 6 pt",
    typed("0 g", 5.95),
    typed("0 g", 5.93),
    "small-type on 1 at 35.28,146.07 2.09×2.09: some text is too small (5.9 pt)",
  ],
  [
    "white type is no ink",
    typed("1 g", 5),
    typed(".99 g", 5),
    "small-type on 1 at 35.28,146.4 1.76×1.76: some text is too small (5.0 pt)",
  ],
  [
    "grey type has 8 pt",
    typed(".5 g", 7.93),
    typed(".5 g", 7.91),
    "grey-type on 1 at 35.28,145.38 2.79×2.79: some grey text is too small (7.9 pt)",
  ],
  [
    "black type need not",
    typed("0 g", 7),
    typed(".1 g", 7),
    "grey-type on 1 at 35.28,145.7 2.47×2.47: some grey text is too small (7.0 pt)",
  ],
  [
    "grey may be mixed of three colours",
    typed("0 0 0 rg", 7),
    typed(".5 .5 .5 rg", 7),
    "grey-type on 1 at 35.28,145.7 2.47×2.47: some grey text is too small (7.0 pt)",
  ],
  [
    "or be the last of four inks",
    typed("0 0 0 1 k", 7),
    typed("0 0 0 .5 k", 7),
    "grey-type on 1 at 35.28,145.7 2.47×2.47: some grey text is too small (7.0 pt)",
  ],
  [
    "type beyond the page does not matter",
    typed("0 g", 5, -5.1),
    typed("0 g", 5, -4.9),
    [
      "text-near-cut on 1 at -1.73,146.84 1.76×1.71: “a” is less than 4 mm from the cut",
      "small-type on 1 at -1.73,146.4 1.76×1.76: some text is too small (5.0 pt)",
    ],
  ],
  [
    "areas are opaque",
    stated("/ca 1/CA .5", "36 612 72 72 re f"),
    stated("/ca .5", "36 612 72 72 re f"),
    "transparency on 1 at 12.7,12.7 25.4×25.4: 1 object is transparent",
  ],
  [
    "lines are, too",
    stated("/CA 1/ca .5", "36 612 72 72 re S"),
    stated("/CA .5", "36 612 72 72 re S 36 512 72 72 re S"),
    "transparency on 1 at 12.7,12.7 25.4×25.4: 2 objects are transparent",
  ],
  [
    "white does not overprint",
    stated("/OP true/op false", "1 g 36 612 72 72 re f"),
    stated("/OP true", "1 g 36 612 72 72 re f"),
    "white-overprint on 1 at 12.7,12.7 25.4×25.4: 1 white object is set to overprint and won’t print",
  ],
  [
    "other ink may, and white that is not told to",
    stated("/OP true", ".5 g 36 612 72 72 re f"),
    stated("/op true", "1 g 36 612 72 72 re f 36 512 72 72 re f"),
    "white-overprint on 1 at 12.7,12.7 25.4×25.4: 2 white objects are set to overprint and won’t print",
  ],
  [
    "a background that reaches the cut reaches 2 mm beyond it: left",
    background(2.01, 3, 3, 3),
    background(1.99, 3, 3, 3),
    `no-bleed on 1 at 8.01,7 111.99×240: ${STOPS}`,
  ],
  [
    "right",
    background(3, 2.01, 3, 3),
    background(3, 1.99, 3, 3),
    `no-bleed on 1 at 7,7 111.99×240: ${STOPS}`,
  ],
  [
    "above",
    background(3, 3, 2.01, 3),
    background(3, 3, 1.99, 3),
    `no-bleed on 1 at 7,8.01 113×238.99: ${STOPS}`,
  ],
  [
    "below",
    background(3, 3, 3, 2.01),
    background(3, 3, 3, 1.99),
    `no-bleed on 1 at 7,7 113×238.99: ${STOPS}`,
  ],
  [
    "or ends half a mm before it",
    background(-0.51, -0.51, -0.51, -0.51),
    background(-0.49, -0.51, -0.51, -0.51),
    `no-bleed on 1 at 10.49,10.51 106×232.98: ${STOPS}`,
  ],
];

describe.each<[what: string, cases: readonly Case[]]>([
  ["lines", LINES],
  ["texts", TEXTS],
  ["boxes", BOXES],
  ["annotations", ANNOTATIONS],
  ["fonts", FONTS],
  ["a press", PRESS],
])("what is required of %s", (_, cases) => {
  it.each<Case>(cases)("%s", async (_rule, keeps, breaks, told, asked) => {
    expect(await findingsIn(onePage(keeps), asked)).toEqual([]);
    expect(await findingsIn(onePage(breaks), asked)).toEqual([told].flat());
  });
});
