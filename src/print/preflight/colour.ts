import { PDFArray, type PDFDict, PDFName, PDFNumber, type PDFObject } from "@cantoo/pdf-lib";
import { asDict, dictAt, itemsOf, nameAt, numberAt, objectAt } from "./objects.ts";

/** What something is painted with: null for grey and for nothing but paper, else what it is called. */
export type Colour = string | null;

/** How colours are counted (ISO 32000-1, 8.6). */
export interface ColourSpace {
  readonly kind: "grey" | "rgb" | "cmyk" | "other";
  readonly name: string;
}

export const GREY: ColourSpace = { kind: "grey", name: "grey" };
export const RGB: ColourSpace = { kind: "rgb", name: "RGB" };
export const CMYK: ColourSpace = { kind: "cmyk", name: "CMYK" };
const LAB: ColourSpace = { kind: "other", name: "Lab" };
const PATTERN: ColourSpace = { kind: "grey", name: "a pattern" };

/** Spaces that have their name only; pictures inside a page shorten it. */
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
  // What it is painted with is said in the pattern itself.
  Pattern: PATTERN,
};

/** Inks that every plate, or the one of black, prints. */
const BLACK_INKS = new Set(["Black", "All", "None"]);
/** A space may stand on another one, which may go on for ever in a hostile file. */
const DEEPEST = 8;

/**
 * What a colour space is.
 *
 * @param resources where the page tells what it means by a name
 */
export function colourSpace(object: PDFObject | null, resources: PDFDict | null, depth = 0): ColourSpace {
  if (depth > DEEPEST || object === null) return GREY;
  if (object instanceof PDFName) {
    const name = object.decodeText();
    const named = objectAt(dictAt(resources, "ColorSpace"), name);
    return NAMED[name] ?? (named === null ? GREY : colourSpace(named, resources, depth + 1));
  }
  if (!(object instanceof PDFArray)) return GREY;
  const [family, base] = itemsOf(object);
  if (!(family instanceof PDFName)) return GREY;
  switch (family.decodeText()) {
    case "ICCBased":
      return byComponents(numberAt(asDict(base), "N"));
    case "Indexed":
    case "I":
      return colourSpace(base ?? null, resources, depth + 1);
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

function byInks(inks: readonly (PDFObject | undefined)[]): ColourSpace {
  const names = inks.map((ink) => (ink instanceof PDFName ? ink.decodeText() : ""));
  const coloured = names.filter((name) => !BLACK_INKS.has(name));
  return coloured.length === 0
    ? GREY
    : { kind: "other", name: `the ink ${coloured.join(", ").slice(0, 60)}` };
}

/**
 * What a colour is told as. Black of RGB is a colour: it is mixed of all inks. Black of CMYK alone is not, and white prints nothing.
 *
 * @param operands the components; without any it is the one that the space begins with
 */
export function colourOf(space: ColourSpace, operands: readonly PDFObject[]): Colour {
  const parts = operands.flatMap((part) => (part instanceof PDFNumber ? part.asNumber() : []));
  switch (space.kind) {
    case "grey":
      return null;
    case "rgb":
      return parts.length > 0 && parts.every((part) => part >= 1) ? null : space.name;
    case "cmyk":
      return parts.slice(0, 3).every((part) => part <= 0) ? null : space.name;
    case "other":
      return parts.length > 0 && parts.every((part) => part <= 0) && space !== LAB ? null : space.name;
  }
}

/** What a picture is painted with; a mask has the colour that it is filled with. */
export function pictureColour(picture: PDFDict, resources: PDFDict | null, fill: Colour): Colour {
  const isMask = String(objectAt(picture, "ImageMask") ?? objectAt(picture, "IM") ?? "") === "true";
  if (isMask) return fill;
  const space = objectAt(picture, "ColorSpace") ?? objectAt(picture, "CS");
  const { kind, name } = colourSpace(space, resources);
  return kind === "grey" ? null : name;
}

/** What a pattern is painted with: shades tell their space, tiles are drawn and not looked into. */
export function patternColour(pattern: PDFDict | null, resources: PDFDict | null): Colour {
  return shadingColour(dictAt(pattern, "Shading"), resources);
}

export function shadingColour(shading: PDFDict | null, resources: PDFDict | null): Colour {
  const { kind, name } = colourSpace(objectAt(shading, "ColorSpace"), resources);
  return kind === "grey" || nameAt(shading, "ColorSpace") === "Pattern" ? null : name;
}
