import type { PDFDict, PDFName } from "@cantoo/pdf-lib";
import { english, type Message, type MessageValue, msg } from "../../rules/problem/message.ts";
import { decimal, formatQuantity, quotedWords } from "../../rules/problem/wording.ts";
import { type Area, grown, MM_PER_PT, overlaps, within } from "../geometry.ts";
import { ARCHIVE_CHECKS } from "./archive-checks.ts";
import type { PageCheck } from "./check.ts";
import { INK } from "./colour.ts";
import type { Fault, PreflightCode } from "./finding.ts";
import { lowBoxes } from "./low-boxes.ts";
import { computeBounds, rectangleCorners } from "./matrix.ts";
import { asDict, lookUpDict, lookUpList, lookUpName, lookUpObject, lookUpRectangle } from "./objects.ts";
import { PRESS_CHECKS } from "./press-checks.ts";
import type { PageText } from "./texts.ts";

/** Boxes are rounded, by some programs to whole points, and the height of text is only estimated from its size. */
const TOLERANCE_MM = 0.05;

/** The content of a page can be read to its end. */
const wholePage: PageCheck = ({ isWhole }) => {
  const message = () => msg("print.what-page-draws")`what the page draws breaks off, or goes on without end`;
  const hint = msg("print.export-file-once")`export the file once more: printers stop where viewers go on`;
  return isWhole ? [] : [{ code: "broken-page", message, hint }];
};

/** Each box of a page lies within those around it: cut within bleed, bleed within paper (ISO 32000-1, 14.11.2.1). */
const pageBoxes: PageCheck = ({ boxes }, { trimBox }) => {
  const there = [...boxes];
  const faults = there.flatMap(([name, area], at): Fault[] => {
    const outer = there.slice(0, at).find(([, other]) => !within(area, other, TOLERANCE_MM));
    if (outer === undefined) return [];
    const message = () =>
      msg("print.pages-reaches-beyond")`the page’s ${name} reaches beyond its ${outer[0]}`;
    const hint = msg(
      "print.set-boxes-anew",
    )`set the boxes anew: TrimBox is the cut sheet, BleedBox lies around it, MediaBox is the paper`;
    return [{ code: "boxes-not-nested", message, hint, about: name, area }];
  });
  if (!trimBox || boxes.has("TrimBox")) return faults;
  const message = () => msg("print.page-does-not")`the page does not say where it is cut: it has no TrimBox`;
  const hint = msg(
    "print.augenblock-pad-profile",
  )`\`augenblock pad --profile printshop\` sets it; elsewhere, export with bleed and crop marks`;
  return [...faults, { code: "no-trim-box", message, hint }];
};

const MAX_FONT_NAME_LENGTH = 60;

/** The file embeds every font that its pages are written in. */
const embeddedFonts: PageCheck = ({ letterings }) => {
  const missing = letterings.filter(({ font }) => !isEmbedded(font));
  return missing.map(({ font, area }) => {
    const name = fontName(font);
    const hint = msg(
      "print.export-all-fonts",
    )`export with all fonts embedded: a printer that lacks it takes another one`;
    const message = () =>
      msg(
        "print.font-not-embedded",
      )`the font ${name ?? msg("print.without-name")`without a name`} is not embedded`;
    return { code: "font-not-embedded", message, hint, about: name ?? "", area };
  });
};

/** The file embeds every font that its fields are filled in with. @internal */
export function embeddedFieldFonts(catalogue: PDFDict): Fault[] {
  const fonts = lookUpDict(lookUpDict(lookUpDict(catalogue, "AcroForm"), "DR"), "Font");
  return (fonts?.keys() ?? []).flatMap((key: PDFName): Fault[] => {
    const font = lookUpDict(fonts, key.decodeText());
    if (font === null || isEmbedded(font)) return [];
    const name = fontName(font);
    const message = () =>
      msg(
        "print.fields-filled-font",
      )`fields are filled in with the font ${name ?? msg("print.without-name")`without a name`}, which is not embedded`;
    const hint = msg(
      "print.export-all-fonts-embedded",
    )`export with all fonts embedded: a viewer that lacks it takes another one`;
    return [{ code: "font-not-embedded", message, hint, about: `field ${name ?? ""}` }];
  });
}

/** What a font is called, without the letters that mark a subset; null for one without a name. */
function fontName(font: PDFDict): string | null {
  const name = lookUpName(font, "BaseFont");
  return name?.replace(/^[A-Z]{6}\+/, "").slice(0, MAX_FONT_NAME_LENGTH) ?? null;
}

/** Whether a file contains the shapes of a font (ISO 32000-1, 9.9); fonts of type 3 are drawings in the file. */
function isEmbedded(font: PDFDict): boolean {
  const kind = lookUpName(font, "Subtype");
  if (kind === "Type3") return true;
  // A composite font has its shapes in the one below it, which is none of its own kind.
  const inner = kind === "Type0" ? asDict(lookUpList(font, "DescendantFonts")[0]) : font;
  const descriptor = lookUpDict(inner, "FontDescriptor");
  return ["FontFile", "FontFile2", "FontFile3"].some((key) => lookUpObject(descriptor, key) !== null);
}

/** Programs round what they write. */
const WIDTH_TOLERANCE = 0.99;
/** The area of a level line has no height, and would overlap nothing. */
const LINE_MARGIN_MM = 0.01;
/** A line is at least 0.25 pt thick, a crop mark (beyond the cut) 0.1 mm: thinner ones break off on the plate. */
const MIN_WIDTHS = [
  {
    code: "thin-line",
    min: 0.25,
    unit: "pt",
    unitMm: MM_PER_PT,
    one: (width: MessageValue) => msg("print.1-line-has")`1 line has ${width}, which is too thin`,
    many: (n: number, width: MessageValue) =>
      msg("print.lines-have-which")`${n} lines have ${width}, which is too thin`,
  },
  {
    code: "thin-mark",
    min: 0.1,
    unit: "mm",
    unitMm: 1,
    one: (width: MessageValue) => msg("print.1-crop-mark")`1 crop mark has ${width}, which is too thin`,
    many: (n: number, width: MessageValue) =>
      msg("print.crop-marks-have")`${n} crop marks have ${width}, which is too thin`,
  },
] as const;

const lineWeights: PageCheck = ({ lines, shown, boxes }) =>
  MIN_WIDTHS.flatMap(({ code, min, unit, unitMm, one, many }) =>
    lines.flatMap(({ area, widthMm }): Fault[] => {
      const touches = (other: Area) => overlaps(grown(area, LINE_MARGIN_MM), other);
      const isMark = !touches(boxes.get("TrimBox") ?? shown);
      const isThick = widthMm / unitMm >= min * WIDTH_TOLERANCE;
      if (isThick || isMark !== (code === "thin-mark") || !touches(shown)) return [];
      const width = formatQuantity(decimal(widthMm / unitMm, 2), unit);
      const message = (times: number) => (times === 1 ? one(width) : many(times, width));
      const hint = msg("print.draw-more")`draw with ${decimal(min)} ${unit} or more`;
      return [{ code, about: english(width), message, hint, area }];
    }),
  );

/** A table has boxes that one can write in. */
const boxHeights: PageCheck = ({ lines, shown, boxes }) => lowBoxes(lines, boxes.get("TrimBox") ?? shown);

const MAX_QUOTE_LENGTH = 40;

/** No text stands where the block is glued, nor so near to the cut that it may be cut off. What lies beyond the cut is the printer's. */
const textZones: PageCheck = ({ texts, boxes, shown }, { safetyMm, glueEdge, glueMm }) => {
  const trim = boxes.get("TrimBox") ?? shown;
  const onSheet = texts.filter(({ area }) => overlaps(area, trim));
  // An area overlaps the glue only if it reaches into it by more than the tolerance.
  const reach = glueEdge === "none" ? 0 : glueMm - TOLERANCE_MM;
  const glue = { ...trim, [glueEdge === "top" ? "heightMm" : "widthMm"]: reach };
  const glued = onSheet.filter(({ area }) => reach > 0 && overlaps(area, glue));
  const safe = grown(trim, -safetyMm);
  const cut = onSheet.filter((one) => !glued.includes(one) && !within(one.area, safe, TOLERANCE_MM));
  const glueHint = msg(
    "print.keep-edge-free",
  )`keep the edge free with --glue-edge and --glue-mm, or have it glued at another one`;
  const cutHint = msg("print.move-inwards-take")`move it inwards, or take larger paper`;
  return [
    ...textFaults(
      "text-in-glue",
      glued,
      msg("print.mm-where-block")`in the ${glueMm} mm where the block is glued`,
      glueHint,
    ),
    ...textFaults(
      "text-near-cut",
      cut,
      msg("print.nearer-than-mm")`nearer than ${safetyMm} mm to the cut`,
      cutHint,
    ),
  ];
};

/** One fault for all texts; it quotes the first. */
function textFaults(code: PreflightCode, texts: readonly PageText[], where: Message, hint: Message): Fault[] {
  return texts.map(({ text, area }) => {
    const message = (times: number) => {
      const short = text.length > MAX_QUOTE_LENGTH ? `${text.slice(0, MAX_QUOTE_LENGTH)}…` : text;
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters must not reach a terminal
      const quoted = quotedWords(short.replace(/[\u0000-\u001f\u007f-\u009f]/g, " "));
      if (times === 1) return msg("print.stands")`${quoted} stands ${where}`;
      if (times === 2) return msg("print.1-further-text")`${quoted} and 1 further text stand ${where}`;
      return msg("print.further-texts-stand")`${quoted} and ${times - 1} further texts stand ${where}`;
    };
    return { code, message, hint, area };
  });
}

/** What a press can't print with inks, and what takes more of them than were promised: colour takes three more plates, and so does a mixed black. */
const colours: PageCheck = ({ coloured, shown }, { colours: wanted }) => {
  const seen = coloured.filter(({ area }) => overlaps(area, shown) || area.widthMm * area.heightMm === 0);
  const wrong = seen.filter(({ colour }) => wanted === "grey" || LIGHT.has(colour));
  return (wanted === "any" ? [] : wrong).map(({ colour, area }) => ({
    code: "colour",
    about: colour,
    message: (times) => COLOUR_MESSAGES[wanted === "grey" ? "grey" : "inks"](times, colourWords(colour)),
    hint:
      wanted === "grey"
        ? msg("print.export-grey-devicegray")`export in grey: DeviceGray, or black alone of CMYK`
        : msg("print.export-press-cmyk")`export for a press: in CMYK, grey or named inks`,
    area,
  }));
};

/** What a colour is called; inks have names of their own. */
function colourWords(colour: string): string | Message {
  return colour.startsWith(INK) ? msg("print.ink")`the ink ${colour.slice(INK.length)}` : colour;
}

/** Colours that are mixed from light, by the names that `paintPage` gives them. */
const LIGHT = new Set(["RGB", "Lab"]);

const COLOUR_MESSAGES = {
  grey: (times: number, colour: string | Message) =>
    times === 1
      ? msg("print.1-thing-painted")`1 thing is painted with ${colour} where grey was promised`
      : msg("print.things-painted-where")`${times} things are painted with ${colour} where grey was promised`,
  inks: (times: number, colour: string | Message) =>
    times === 1
      ? msg("print.1-thing-painted-presses")`1 thing is painted with ${colour}, and presses print inks`
      : msg(
          "print.things-painted-presses",
        )`${times} things are painted with ${colour}, and presses print inks`,
} as const;

/** What print shops put over a page themselves (ISO 32000-1, 14.11.3 and 14.11.6). */
const FOR_PRINTERS = new Set(["PrinterMark", "TrapNet"]);
const MAX_KIND_LENGTH = 40;

/** Nothing lies over a page that is printed: a link or note may come out on paper, or vanish. The fields of a form are wanted. */
const annotations: PageCheck = ({ dict, toMm }, requirements) =>
  lookUpList(dict, "Annots").flatMap((object): Fault[] => {
    const annotation = asDict(object);
    const kind = lookUpName(annotation, "Subtype") ?? "nameless";
    const isWanted = requirements.annotations === "fields" && kind === "Widget";
    if (annotation === null || isWanted || FOR_PRINTERS.has(kind)) return [];
    const box = lookUpRectangle(annotation, "Rect");
    const area =
      box === null ? null : computeBounds(rectangleCorners(toMm, [box[0], box[1]], [box[2], box[3]]));
    const about = kind.slice(0, MAX_KIND_LENGTH);
    const message = (times: number) =>
      times === 1
        ? msg("print.1-annotation-lies")`1 annotation lies over the page (${about})`
        : msg("print.annotations-lie-over")`${times} annotations lie over the page (${about})`;
    const hint = msg(
      "print.leave-out-flatten",
    )`leave it out, or flatten it into the page: it is for the screen only`;
    return [{ code: "annotation", about, message, hint, area }];
  });

const pressChecks: PageCheck = (page, requirements) =>
  requirements.press ? PRESS_CHECKS.flatMap((check) => check(page, requirements)) : [];

/** Everything that a page is checked for, in the order in which it is reported. @internal */
export const PREFLIGHT_CHECKS: readonly PageCheck[] = [
  wholePage,
  pageBoxes,
  embeddedFonts,
  lineWeights,
  boxHeights,
  textZones,
  colours,
  pressChecks,
  annotations,
  ...ARCHIVE_CHECKS,
];
