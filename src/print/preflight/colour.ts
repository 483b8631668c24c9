import { PDFArray, type PDFDict, PDFName, type PDFObject } from "@cantoo/pdf-lib";
import {
  asDict,
  lookUpDict,
  resolveItems,
  findName,
  lookUpNumber,
  filterNumbers,
  lookUpObject,
} from "./objects.ts";

/** Spaces that say how much ink there is, not what it looks like (ISO 32000-1, 8.6.4). */
export type DeviceSpace = "DeviceGray" | "DeviceRGB" | "DeviceCMYK";

/** What something is painted with: null for grey and for bare paper, else the name of the colour space. */
type PageColour = string | null;

/** How much of a shape is inked: nothing, a screen of dots, or all of it. A mix of several inks counts as solid. */
export type Shade = "white" | "screened" | "solid";

/** How the components of a colour are read (ISO 32000-1, 8.6). */
interface ColourSpace {
  readonly name: PageColour;
  /** Null if the file defines how its colours look. */
  readonly device: DeviceSpace | null;
  /** Without any components, that of the initial colour. */
  readonly shadeOf: (parts: readonly number[]) => Shade;
  /** Whether these components paint no colour. Black in RGB is one, since it is mixed from all inks; black alone of CMYK is not. */
  readonly isPlain: (parts: readonly number[]) => boolean;
}

const hasNoInk = (parts: readonly number[]) => parts.every((part) => part <= 0);

/** The shade of a share of ink. */
function shadeOfInk(ink: number): Shade {
  if (ink <= 0) return "white";
  return ink < 1 ? "screened" : "solid";
}

const GREY: ColourSpace = {
  name: null,
  device: null,
  shadeOf: ([light = 0]) => shadeOfInk(1 - light),
  isPlain: () => true,
};
const RGB: ColourSpace = {
  name: "RGB",
  device: null,
  shadeOf: ([red = 0, green = 0, blue = 0]) =>
    red === green && green === blue ? shadeOfInk(1 - red) : "solid",
  isPlain: (parts) => parts.length > 0 && parts.every((part) => part >= 1),
};
const CMYK: ColourSpace = {
  name: "CMYK",
  device: null,
  shadeOf: (parts) => (hasNoInk(parts.slice(0, 3)) ? shadeOfInk(parts[3] ?? 1) : "solid"),
  isPlain: (parts) => hasNoInk(parts.slice(0, 3)),
};

/** Spaces given by a name alone, which inline images abbreviate. A pattern defines its own colours. */
const NAMED: ReadonlyMap<string, ColourSpace> = new Map([
  ...["DeviceGray", "G"].map((name) => [name, { ...GREY, device: "DeviceGray" }] as const),
  ...["CalGray", "Pattern"].map((name) => [name, GREY] as const),
  ...["DeviceRGB", "RGB"].map((name) => [name, { ...RGB, device: "DeviceRGB" }] as const),
  ["CalRGB", RGB],
  ...["DeviceCMYK", "CMYK"].map((name) => [name, { ...CMYK, device: "DeviceCMYK" }] as const),
  ["Lab", { ...RGB, name: "Lab", isPlain: () => false }],
]);

/** The spaces of profiles by their number of components; grey for any other number. */
const COMPONENTS = new Map<number | null, ColourSpace>([
  [3, RGB],
  [4, CMYK],
]);

/** Inks that every plate, or the one of black, prints. */
const BLACK_INKS = new Set(["Black", "All", "None"]);
const MAX_INKS_LENGTH = 60;
/** The prefix of spot colours among the names of colours. */
export const INK = "the ink ";
/** A space may build on another one, in a hostile file without end. */
const MAX_DEPTH = 8;

/** The colour space that a PDF object describes. @param resources those of the page, which define names */
function colourSpace(object: PDFObject | null, resources: PDFDict | null, depth = 0): ColourSpace {
  if (depth > MAX_DEPTH) return GREY;
  if (object instanceof PDFName) {
    const name = object.decodeText();
    const named = lookUpObject(lookUpDict(resources, "ColorSpace"), name);
    const known = NAMED.get(name);
    return known === undefined
      ? colourSpace(named, resources, depth + 1)
      : resolveDefaultSpace(known, resources);
  }
  const [family, base = null] = object instanceof PDFArray ? resolveItems(object) : [];
  const name = family instanceof PDFName ? family.decodeText() : "";
  switch (name) {
    case "ICCBased":
      return COMPONENTS.get(lookUpNumber(asDict(base), "N")) ?? GREY;
    case "Indexed":
    case "I":
      return colourSpace(base, resources, depth + 1);
    case "Separation":
    case "DeviceN": {
      const alternative = object instanceof PDFArray ? (resolveItems(object)[2] ?? null) : null;
      const { device } = colourSpace(alternative, resources, depth + 1);
      const inks = base instanceof PDFArray ? resolveItems(base) : [];
      return byInks(name === "Separation" ? [base] : inks, device);
    }
    default:
      return NAMED.get(name) ?? GREY;
  }
}

/** A space as the resources define it: they can say what those of devices look like (ISO 32000-1, 8.6.5.6). */
function resolveDefaultSpace(space: ColourSpace, resources: PDFDict | null): ColourSpace {
  const key = space.device?.replace("Device", "Default");
  const isDefined = key !== undefined && lookUpObject(lookUpDict(resources, "ColorSpace"), key) !== null;
  return isDefined ? { ...space, device: null } : space;
}

/** @param device of the space that says what they look like on other presses */
function byInks(inks: readonly (PDFObject | null)[], device: DeviceSpace | null): ColourSpace {
  const names = inks.map((ink) => (ink instanceof PDFName ? ink.decodeText() : ""));
  const coloured = names.filter((name) => !BLACK_INKS.has(name));
  const measureShade = (parts: readonly number[]) =>
    shadeOfInk(Math.max(...(parts.length === 0 ? [1] : parts)));
  if (coloured.length === 0) return { ...GREY, device, shadeOf: measureShade };
  const name = `${INK}${coloured.join(", ").slice(0, MAX_INKS_LENGTH)}`;
  return { name, device, shadeOf: measureShade, isPlain: (parts) => parts.length > 0 && hasNoInk(parts) };
}

/** @internal */
export function isMask(image: PDFDict): boolean {
  return String(lookUpObject(image, "ImageMask") ?? lookUpObject(image, "IM")) === "true";
}

/** The paint of an image; a mask takes the fill colour. @internal */
export function imagePaint(image: PDFDict, resources: PDFDict | null, fill: PagePaint): PagePaint {
  if (isMask(image)) return fill;
  return toSolidPaint(colourSpace(lookUpObject(image, "ColorSpace") ?? lookUpObject(image, "CS"), resources));
}

/** @internal */
export function shadingPaint(shading: PDFDict | null, resources: PDFDict | null): PagePaint {
  return toSolidPaint(colourSpace(lookUpObject(shading, "ColorSpace"), resources));
}

/** Images and shadings use many colours of their space. */
function toSolidPaint(space: ColourSpace): PagePaint {
  return { space, colour: space.name, shade: "solid" };
}

/** A colour with the space in which an operator may change it. */
export interface PagePaint {
  readonly space: ColourSpace;
  readonly colour: PageColour;
  readonly shade: Shade;
}

/** The paint at the start of a page. @internal */
export function black(resources: PDFDict | null): PagePaint {
  return buildPaint(colourSpace(PDFName.of("DeviceGray"), resources), []);
}

/** The colour of some components; without any, the initial colour of the space. */
function buildPaint(space: ColourSpace, operands: readonly PDFObject[]): PagePaint {
  const parts = filterNumbers(operands);
  return { space, colour: space.isPlain(parts) ? null : space.name, shade: space.shadeOf(parts) };
}

/** The paint after a colour operator, whose name is in lowercase (ISO 32000-1, 8.6.8); null for any other operator. @internal */
export function applyColourOperator(
  operator: string,
  operands: readonly PDFObject[],
  before: PagePaint,
  resources: PDFDict | null,
): PagePaint | null {
  switch (operator) {
    case "g":
      return buildPaint(colourSpace(PDFName.of("DeviceGray"), resources), operands);
    case "rg":
      return buildPaint(colourSpace(PDFName.of("DeviceRGB"), resources), operands);
    case "k":
      return buildPaint(colourSpace(PDFName.of("DeviceCMYK"), resources), operands);
    case "cs":
      return buildPaint(colourSpace(operands[0] ?? null, resources), []);
    case "sc":
    case "scn": {
      const pattern = lookUpDict(lookUpDict(resources, "Pattern"), findName(operands));
      if (pattern === null) return buildPaint(before.space, operands);
      // A shading has a colour space; tiles are not looked into.
      return { ...shadingPaint(lookUpDict(pattern, "Shading"), resources), space: before.space };
    }
    default:
      return null;
  }
}
