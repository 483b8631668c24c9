import { PDFArray, type PDFDict, PDFName, type PDFObject } from "@cantoo/pdf-lib";
import { asDict, dictAt, itemsOf, nameAt, numberAt, numbersIn, objectAt } from "./objects.ts";

/** What something is painted with: null for grey and for bare paper, else the name of the colour space. */
export type Colour = string | null;

/** How the components of a colour are read (ISO 32000-1, 8.6). */
export interface ColourSpace {
  readonly kind: "grey" | "rgb" | "cmyk" | "other";
  readonly name: string;
}

export const GREY: ColourSpace = { kind: "grey", name: "grey" };
export const RGB: ColourSpace = { kind: "rgb", name: "RGB" };
export const CMYK: ColourSpace = { kind: "cmyk", name: "CMYK" };
const LAB: ColourSpace = { kind: "other", name: "Lab" };
const PATTERN: ColourSpace = { kind: "grey", name: "a pattern" };

/** Spaces that are nothing but a name; images inside a page shorten it. */
const NAMED: Readonly<Record<string, ColourSpace>> = {
  DeviceGray: GREY,
  G: GREY,
  CalGray: GREY,
  DeviceRGB: RGB,
  RGB,
  CalRGB: RGB,
  DeviceCMYK: CMYK,
  CMYK,
  Lab: LAB,
  // The pattern itself says what it is painted with.
  Pattern: PATTERN,
};

/** Inks that every plate, or the one of black, prints. */
const BLACK_INKS = new Set(["Black", "All", "None"]);
const MAX_INKS_LENGTH = 60;
/** A space may build on another one, in a hostile file without end. */
const MAX_DEPTH = 8;

/**
 * The colour space that a PDF object describes.
 *
 * @param resources those of the page, which define names
 */
export function colourSpace(object: PDFObject | null, resources: PDFDict | null, depth = 0): ColourSpace {
  if (depth > MAX_DEPTH) return GREY;
  if (object instanceof PDFName) {
    const name = object.decodeText();
    const named = objectAt(dictAt(resources, "ColorSpace"), name);
    return NAMED[name] ?? colourSpace(named, resources, depth + 1);
  }
  if (!(object instanceof PDFArray)) return GREY;
  const [family, base = null] = itemsOf(object);
  if (!(family instanceof PDFName)) return GREY;
  switch (family.decodeText()) {
    case "ICCBased":
      return byComponents(numberAt(asDict(base), "N"));
    case "Indexed":
    case "I":
      return colourSpace(base, resources, depth + 1);
    case "Separation":
      return byInks([base]);
    case "DeviceN":
      return byInks(base instanceof PDFArray ? itemsOf(base) : []);
    default:
      return NAMED[family.decodeText()] ?? GREY;
  }
}

function byComponents(components: number | null): ColourSpace {
  if (components === 3) return RGB;
  return components === 4 ? CMYK : GREY;
}

function byInks(inks: readonly (PDFObject | null)[]): ColourSpace {
  const names = inks.map((ink) => (ink instanceof PDFName ? ink.decodeText() : ""));
  const coloured = names.filter((name) => !BLACK_INKS.has(name));
  return coloured.length === 0
    ? GREY
    : { kind: "other", name: `the ink ${coloured.join(", ").slice(0, MAX_INKS_LENGTH)}` };
}

/**
 * The colour of some components. Black in RGB is a colour, since it is mixed from all inks; black alone of CMYK is not, and white
 * prints nothing.
 *
 * @param operands the components; without any it is the initial colour of the space
 */
export function colourOf(space: ColourSpace, operands: readonly PDFObject[]): Colour {
  const parts = numbersIn(operands);
  switch (space.kind) {
    case "grey":
      return null;
    case "rgb":
      return parts.length > 0 && parts.every((part) => part >= 1) ? null : space.name;
    case "cmyk":
      return parts.slice(0, 3).every((part) => part <= 0) ? null : space.name;
    case "other":
      return parts.length > 0 && parts.every((part) => part <= 0) && space !== LAB ? null : space.name;
    default:
      return space.kind satisfies never;
  }
}

/** What an image is painted with; a mask has the colour that it is filled with. */
export function imageColour(image: PDFDict, resources: PDFDict | null, fill: Colour): Colour {
  const isMask = String(objectAt(image, "ImageMask") ?? objectAt(image, "IM") ?? "") === "true";
  if (isMask) return fill;
  return spaceColour(objectAt(image, "ColorSpace") ?? objectAt(image, "CS"), resources);
}

/** What a pattern is painted with: a shading has a colour space, tiles are not looked into. */
export function patternColour(pattern: PDFDict | null, resources: PDFDict | null): Colour {
  return shadingColour(dictAt(pattern, "Shading"), resources);
}

export function shadingColour(shading: PDFDict | null, resources: PDFDict | null): Colour {
  if (nameAt(shading, "ColorSpace") === "Pattern") return null;
  return spaceColour(objectAt(shading, "ColorSpace"), resources);
}

function spaceColour(space: PDFObject | null, resources: PDFDict | null): Colour {
  const { kind, name } = colourSpace(space, resources);
  return kind === "grey" ? null : name;
}
