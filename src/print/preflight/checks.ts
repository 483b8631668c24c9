import type { PDFDict, PDFName } from "@cantoo/pdf-lib";
import { english, type Message, type MessageValue, msg } from "../../rules/problem/message.ts";
import { decimal, formatQuantity, quotedWords } from "../../rules/problem/wording.ts";
import { type Area, grown, MM_PER_PT, overlaps, within } from "../geometry.ts";
import { ARCHIVE_CHECKS } from "./archive-checks.ts";
import { INK } from "./colour.ts";
import { type Fault, type PageCheck, type PageText, type PreflightCode, singleFault } from "./finding.ts";
import { computeBounds, rectangleCorners } from "./matrix.ts";
import { asDict, lookUpDict, lookUpList, lookUpName, lookUpObject, lookUpRectangle } from "./objects.ts";
import { LOWEST_BOX_MM } from "../layout/sizes.ts";

/** Boxes are rounded, by some programs to whole points, and the height of text is only estimated from its size. */
const TOLERANCE_MM = 0.05;

const wholePage: PageCheck = ({ isWhole }) => {
  const message = msg`print.broken-page: the page content is cut off or never ends`;
  const hint = msg`print.broken-page-hint: export the file again: viewers tolerate this, printers do not`;
  return isWhole ? [] : [singleFault("broken-page", message, hint)];
};

/** Each box of a page lies within those around it: cut within bleed, bleed within paper (ISO 32000-1, 14.11.2.1). */
const pageBoxes: PageCheck = ({ boxes }, { trimBox }) => {
  const there = [...boxes];
  const faults = there.flatMap(([name, area], at): Fault[] => {
    const outer = there.slice(0, at).find(([, other]) => !within(area, other, TOLERANCE_MM));
    if (outer === undefined) return [];
    const message = msg`print.boxes-not-nested: the page’s ${name} extends beyond its ${outer[0]}`;
    const hint = msg`print.boxes-not-nested-hint: correct the page boxes: TrimBox is the cut sheet, BleedBox lies around it, MediaBox is the paper`;
    return [singleFault("boxes-not-nested", message, hint, { about: name, area })];
  });
  if (!trimBox || boxes.has("TrimBox")) return faults;
  const message = msg`print.no-trim-box: the page does not say where to cut: it has no TrimBox`;
  const hint = msg`print.no-trim-box-hint: \`augenblock pad --profile printshop\` sets it; from other programs, export with bleed and crop marks`;
  return [...faults, singleFault("no-trim-box", message, hint)];
};

const MAX_FONT_NAME_LENGTH = 60;

/** The file embeds every font that its pages are written in. */
const embeddedFonts: PageCheck = ({ letterings }) => {
  const missing = letterings.filter(({ font }) => !isEmbedded(font));
  return missing.map(({ font, area }) => {
    const name = fontName(font);
    const hint = msg`print.font-not-embedded-hint: export with all fonts embedded: a printer without this font uses another one`;
    const message = msg`print.font-not-embedded: the font ${name ?? msg`print.without-name: without a name`} is not embedded`;
    return singleFault("font-not-embedded", message, hint, { about: name ?? "", area });
  });
};

/** The file embeds every font that its fields are filled in with. @internal */
export function embeddedFieldFonts(catalogue: PDFDict): Fault[] {
  const fonts = lookUpDict(lookUpDict(lookUpDict(catalogue, "AcroForm"), "DR"), "Font");
  return (fonts?.keys() ?? []).flatMap((key: PDFName): Fault[] => {
    const font = lookUpDict(fonts, key.decodeText());
    if (font === null || isEmbedded(font)) return [];
    const name = fontName(font);
    const message = msg`print.field-font-not-embedded: the form fields use the font ${name ?? msg`print.without-name: without a name`}, which is not embedded`;
    const hint = msg`print.field-font-not-embedded-hint: export with all fonts embedded: a viewer without this font uses another one`;
    return [singleFault("font-not-embedded", message, hint, { about: `field ${name ?? ""}` })];
  });
}

/** The name of a font without its subset prefix; null if it has none. */
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
/** A level line has no height, so its area alone would overlap nothing. */
const LINE_MARGIN_MM = 0.01;
/** A line is at least 0.25 pt thick, a crop mark (beyond the cut) 0.1 mm: thinner ones break off on the plate. */
const MIN_WIDTHS = [
  {
    code: "thin-line",
    min: 0.25,
    unit: "pt",
    unitMm: MM_PER_PT,
    one: (width: MessageValue) => msg`print.thin-line: 1 line is too thin (${width})`,
    many: (n: number, width: MessageValue) => msg`print.thin-lines: ${n} lines are too thin (${width})`,
  },
  {
    code: "thin-mark",
    min: 0.1,
    unit: "mm",
    unitMm: 1,
    one: (width: MessageValue) => msg`print.thin-mark: 1 crop mark is too thin (${width})`,
    many: (n: number, width: MessageValue) => msg`print.thin-marks: ${n} crop marks are too thin (${width})`,
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
      const hint = msg`print.thin-line-hint: make lines at least ${decimal(min)} ${unit} thick`;
      return [{ code, about: english(width), message, hint, area }];
    }),
  );

const boxHeights: PageCheck = ({ lines, texts, shown, boxes }) =>
  lowBoxes(lines, texts, boxes.get("TrimBox") ?? shown);

const MAX_QUOTE_LENGTH = 40;

/** Text keeps clear of the glue, and of the cut, which may be off. Marks beyond the cut are the printer's. */
const textZones: PageCheck = ({ texts, boxes, shown }, { safetyMm, glueEdge, glueMm }) => {
  const trim = boxes.get("TrimBox") ?? shown;
  const onSheet = texts.filter(({ area }) => overlaps(area, trim));
  // An area overlaps the glue only if it reaches into it by more than the tolerance.
  const reach = glueEdge === "none" ? 0 : glueMm - TOLERANCE_MM;
  const glue = { ...trim, [glueEdge === "top" ? "heightMm" : "widthMm"]: reach };
  const glued = onSheet.filter(({ area }) => reach > 0 && overlaps(area, glue));
  const safe = grown(trim, -safetyMm);
  const cut = onSheet.filter((one) => !glued.includes(one) && !within(one.area, safe, TOLERANCE_MM));
  const glueHint = msg`print.text-in-glue-hint: keep the edge free with --glue-edge and --glue-mm, or have the block glued at another edge`;
  const cutHint = msg`print.text-near-cut-hint: move the text inwards, or use larger paper`;
  return [
    ...textFaults("text-in-glue", glued, msg`print.in-glue-strip: in the ${glueMm} mm glue strip`, glueHint),
    ...textFaults(
      "text-near-cut",
      cut,
      msg`print.close-to-cut: less than ${safetyMm} mm from the cut`,
      cutHint,
    ),
  ];
};

function textFaults(code: PreflightCode, texts: readonly PageText[], where: Message, hint: Message): Fault[] {
  return texts.map(({ text, area }) => {
    const message = (times: number) => {
      const short = text.length > MAX_QUOTE_LENGTH ? `${text.slice(0, MAX_QUOTE_LENGTH)}…` : text;
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters must not reach a terminal
      const quoted = quotedWords(short.replace(/[\u0000-\u001f\u007f-\u009f]/g, " "));
      if (times === 1) return msg`print.text-position: ${quoted} is ${where}`;
      if (times === 2) return msg`print.text-position-and-1: ${quoted} and 1 other text are ${where}`;
      return msg`print.text-position-and-more: ${quoted} and ${times - 1} other texts are ${where}`;
    };
    return { code, message, hint, area };
  });
}

/** Colours that aren't inks, or not grey where grey was promised: colour, and mixed black, take three more plates. */
const colours: PageCheck = ({ coloured, shown }, { colours: wanted }) => {
  const seen = coloured.filter(({ area }) => overlaps(area, shown) || area.widthMm * area.heightMm === 0);
  const wrong = seen.filter(({ colour }) => wanted === "grey" || LIGHT.has(colour));
  return (wanted === "any" ? [] : wrong).map(({ colour, area }) => ({
    code: "colour",
    about: colour,
    message: (times) => COLOUR_MESSAGES[wanted === "grey" ? "grey" : "inks"](times, colourWords(colour)),
    hint:
      wanted === "grey"
        ? msg`print.not-grey-hint: export in grey: as DeviceGray, or with only the black of CMYK`
        : msg`print.not-ink-hint: export for a printing press: in CMYK, grey or spot colours`,
    area,
  }));
};

/** The name of a colour space, or of a spot colour. */
function colourWords(colour: string): string | Message {
  return colour.startsWith(INK)
    ? msg`print.spot-colour: the spot colour ${colour.slice(INK.length)}`
    : colour;
}

/** Additive colours, by the names that `paintPage` gives them. */
const LIGHT = new Set(["RGB", "Lab"]);

const COLOUR_MESSAGES = {
  grey: (times: number, colour: string | Message) =>
    times === 1
      ? msg`print.object-not-grey: 1 object is in ${colour} instead of grey`
      : msg`print.objects-not-grey: ${times} objects are in ${colour} instead of grey`,
  inks: (times: number, colour: string | Message) =>
    times === 1
      ? msg`print.object-not-ink: 1 object is in ${colour}, but presses print with inks`
      : msg`print.objects-not-ink: ${times} objects are in ${colour}, but presses print with inks`,
} as const;

/** Annotations that print shops add themselves (ISO 32000-1, 14.11.3 and 14.11.6). */
const FOR_PRINTERS = new Set(["PrinterMark", "TrapNet"]);
const MAX_KIND_LENGTH = 40;

/** A link or note may be printed or lost. Only a fillable PDF may have form fields. */
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
        ? msg`print.annotation: 1 annotation lies on the page (${about})`
        : msg`print.annotations: ${times} annotations lie on the page (${about})`;
    const hint = msg`print.annotation-hint: remove it, or flatten it into the page: it is for the screen only`;
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

// Where a press differs from a screen. The thresholds are those of print shops; programs round what they write.

const ROUNDING = 0.99;
const MIN_DPI = 200;
const MIN_TYPE_PT = 6;
const MIN_GREY_TYPE_PT = 8;

/** Nothing shows through: presses print solid inks, and each program flattens transparency in its own way. */
const opaque: PageCheck = ({ transparent, shown }) =>
  onPage(transparent, shown).map((area) => ({
    code: "transparency",
    area,
    message: (times) =>
      times === 1
        ? msg`print.transparent-object: 1 object is transparent`
        : msg`print.transparent-objects: ${times} objects are transparent`,
    hint: msg`print.transparency-hint: flatten it before you export, or export as PDF/X-1a`,
  }));

/** White knocks out the objects below it; set to overprint, it prints nothing. */
const whiteKnocksOut: PageCheck = ({ whiteOverprint, shown }) =>
  onPage(whiteOverprint, shown).map((area) => ({
    code: "white-overprint",
    area,
    message: (times) =>
      times === 1
        ? msg`print.white-object-overprints: 1 white object is set to overprint and won’t print`
        : msg`print.white-objects-overprint: ${times} white objects are set to overprint and won’t print`,
    hint: msg`print.white-overprint-hint: turn off overprint for white objects`,
  }));

const fineImages: PageCheck = ({ images, shown }) =>
  images.flatMap(({ area, dpi }): Fault[] => {
    if (dpi >= MIN_DPI * ROUNDING || !overlaps(area, shown)) return [];
    const about = `${Math.round(dpi)}`;
    const message = (times: number) =>
      times === 1
        ? msg`print.coarse-image: 1 image has only ${about} dpi`
        : msg`print.coarse-images: ${times} images have only ${about} dpi`;
    const hint = msg`print.coarse-image-hint: use one with ${MIN_DPI} dpi or more, or a vector drawing`;
    return [{ code: "low-resolution", about, message, hint, area }];
  });

/** Type is large enough to be read, and larger where it is grey: a screen of dots frays small type. */
const readableType: PageCheck = ({ smallType, shown }) =>
  smallType.flatMap(({ area, sizePt, shade }): Fault[] => {
    const isSmall = sizePt < MIN_TYPE_PT * ROUNDING;
    const isGrey = shade === "screened" && sizePt < MIN_GREY_TYPE_PT * ROUNDING;
    if (shade === "white" || !(isSmall || isGrey) || !overlaps(area, shown)) return [];
    const size = formatQuantity(decimal(sizePt, 1), "pt");
    const [code, message, hint] = isSmall
      ? ([
          "small-type",
          msg`print.small-type: some text is too small (${size})`,
          msg`print.small-type-hint: use ${MIN_TYPE_PT} pt or more`,
        ] as const)
      : ([
          "grey-type",
          msg`print.grey-type: some grey text is too small (${size})`,
          msg`print.grey-type-hint: print it in a solid colour, or in ${MIN_GREY_TYPE_PT} pt or more`,
        ] as const);
    return [singleFault(code, message, hint, { about: english(size), area })];
  });

/** A background that ends this near to the cut, on either side, was meant to reach it. */
const NEAR_CUT_MM = 0.5;
/** As far beyond the cut a background must reach, for the cut may be off. */
const MIN_BLEED_MM = 2;

/** A background that reaches the cut reaches beyond it: otherwise the paper shows where the cut is off. */
const backgroundBleeds: PageCheck = ({ fills, boxes, shown }) => {
  const trim = boxes.get("TrimBox") ?? shown;
  const inside = grown(trim, -NEAR_CUT_MM);
  return fills.flatMap((area): Fault[] => {
    const reaches = [
      trim.xMm - area.xMm,
      trim.yMm - area.yMm,
      area.xMm + area.widthMm - trim.xMm - trim.widthMm,
      area.yMm + area.heightMm - trim.yMm - trim.heightMm,
    ];
    const isShort = reaches.some((mm) => mm > -NEAR_CUT_MM && mm < MIN_BLEED_MM);
    if (!isShort || !overlaps(area, inside)) return [];
    const message = (times: number) =>
      times === 1
        ? msg`print.background-without-bleed: 1 background ends at the cut`
        : msg`print.backgrounds-without-bleed: ${times} backgrounds end at the cut`;
    return [{ code: "no-bleed" satisfies PreflightCode, message, hint: BLEED_HINT, area }];
  });
};

const BLEED_HINT: Message = msg`print.no-bleed-hint: extend it 3 mm beyond the cut, or end it 4 mm before`;

function onPage(areas: readonly Area[], shown: Area): Area[] {
  return areas.filter((area) => overlaps(grown(area, 0.01), shown));
}

const PRESS_CHECKS: readonly PageCheck[] = [
  opaque,
  whiteKnocksOut,
  fineImages,
  readableType,
  backgroundBleeds,
];

/** Lines nearer to each other than this have no box between them. */
const NO_BOX_MM = 2.5;
/** The least lengths of level lines and uprights of a table. */
const MIN_LEVEL_MM = 15;
const MIN_UPRIGHT_MM = 3;
/** Lines are drawn from middle to middle. */
const LINE_TOLERANCE_MM = 0.1;
/** An upright this near to the end of a level line is the edge of the table, or a bracket next to its labels. */
const EDGE_MM = 4;
/** How far a line may be off a box that it belongs to. */
const REACH_MM = 0.5;

/** Rows too low to write in: strips between two level lines that uprights cross, unless they are filled in already, as in examples. */
function lowBoxes(
  lines: readonly { readonly area: Area }[],
  texts: readonly PageText[],
  shown: Area,
): Fault[] {
  const areas = lines.map(({ area }) => area).filter((area) => overlaps(grown(area, REACH_MM), shown));
  const levels = areas
    .filter(({ widthMm, heightMm }) => widthMm >= MIN_LEVEL_MM && heightMm < 1)
    .sort((one, other) => one.yMm - other.yMm);
  const uprights = areas.filter(({ widthMm, heightMm }) => heightMm >= MIN_UPRIGHT_MM && widthMm < 1);
  return levels.flatMap((level, at): Fault[] => {
    const below = levels.slice(at + 1).find((other) => isBelow(level, other));
    if (below === undefined) return [];
    const box = between(level, below);
    if (box.heightMm >= LOWEST_BOX_MM - LINE_TOLERANCE_MM) return [];
    const starts = uprights.filter((upright) => crosses(upright, box)).map(({ xMm }) => xMm);
    return starts.length === 0 || isFilled(box, starts, texts) ? [] : [lowBox(box)];
  });
}

/** Whether at least half the boxes of a strip hold text; what is left of the first one is the label. */
function isFilled(strip: Area, starts: readonly number[], texts: readonly PageText[]): boolean {
  const edges = [...starts.toSorted((a, b) => a - b), strip.xMm + strip.widthMm];
  const boxes = starts.map((_, at) => ({
    ...strip,
    xMm: edges[at] ?? 0,
    widthMm: (edges[at + 1] ?? 0) - (edges[at] ?? 0),
  }));
  const filled = boxes.filter((box) => texts.some(({ area }) => overlaps(area, grown(box, -1))));
  return 2 * filled.length >= boxes.length;
}

function middle({ yMm, heightMm }: Area): number {
  return yMm + heightMm / 2;
}

/** Whether a level line is the lower edge of boxes whose upper edge another one is. */
function isBelow(level: Area, other: Area): boolean {
  const sharedMm =
    Math.min(level.xMm + level.widthMm, other.xMm + other.widthMm) - Math.max(level.xMm, other.xMm);
  return middle(other) - middle(level) > NO_BOX_MM && sharedMm >= MIN_LEVEL_MM;
}

/** The strip that two level lines share. */
function between(upper: Area, lower: Area): Area {
  const xMm = Math.max(upper.xMm, lower.xMm);
  const endMm = Math.min(upper.xMm + upper.widthMm, lower.xMm + lower.widthMm);
  const yMm = middle(upper);
  return { xMm, yMm, widthMm: endMm - xMm, heightMm: middle(lower) - yMm };
}

/** Whether an upright line runs through a strip from edge to edge, inside it. */
function crosses(upright: Area, strip: Area): boolean {
  const xMm = upright.xMm + upright.widthMm / 2;
  const isInside = xMm > strip.xMm + EDGE_MM && xMm < strip.xMm + strip.widthMm - EDGE_MM;
  const reachesUp = upright.yMm <= strip.yMm + REACH_MM;
  return isInside && reachesUp && upright.yMm + upright.heightMm >= strip.yMm + strip.heightMm - REACH_MM;
}

function lowBox(area: Area): Fault {
  const height = formatQuantity(decimal(area.heightMm, 1), "mm");
  const message = (times: number) =>
    times === 1
      ? msg`print.low-row: 1 row of boxes is too low to write in (${height})`
      : msg`print.low-rows: ${times} rows of boxes are too low to write in (${height})`;
  const hint = msg`print.low-row-hint: make rows at least ${decimal(LOWEST_BOX_MM)} mm high: use larger paper, or fewer rows`;
  return { code: "low-box", about: english(height), message, hint, area };
}
