import { PDFArray, type PDFDict, PDFName, type PDFObject } from "@cantoo/pdf-lib";
import { asDict, dictAt, itemsOf, nameIn, numberAt, numbersIn, objectAt } from "./objects.ts";

/** What something is painted with: null for grey and for bare paper, else the name of the colour space. */
export type PageColour = string | null;

/** How the components of a colour are read (ISO 32000-1, 8.6). */
interface ColourSpace {
  readonly name: PageColour;
  /** Whether these components paint no colour. Black in RGB is one, since it is mixed from all inks; black alone of CMYK is not. */
  readonly isPlain: (parts: readonly number[]) => boolean;
}

const hasNoInk = (parts: readonly number[]) => parts.every((part) => part <= 0);
const GREY: ColourSpace = { name: null, isPlain: () => true };
const RGB: ColourSpace = {
  name: "RGB",
  isPlain: (parts) => parts.length > 0 && parts.every((part) => part >= 1),
};
const CMYK: ColourSpace = { name: "CMYK", isPlain: (parts) => hasNoInk(parts.slice(0, 3)) };

/** Spaces that are nothing but a name; images inside a page shorten it. A pattern itself says what it is painted with. */
const NAMED: ReadonlyMap<string, ColourSpace> = new Map([
  ...["DeviceGray", "G", "CalGray", "Pattern"].map((name) => [name, GREY] as const),
  ...["DeviceRGB", "RGB", "CalRGB"].map((name) => [name, RGB] as const),
  ...["DeviceCMYK", "CMYK"].map((name) => [name, CMYK] as const),
  ["Lab", { name: "Lab", isPlain: () => false }],
]);

/** What profiles with so many components describe; grey with any other number. */
const COMPONENTS = new Map<number | null, ColourSpace>([
  [3, RGB],
  [4, CMYK],
]);

/** Inks that every plate, or the one of black, prints. */
const BLACK_INKS = new Set(["Black", "All", "None"]);
const MAX_INKS_LENGTH = 60;
/** A space may build on another one, in a hostile file without end. */
const MAX_DEPTH = 8;

/** The colour space that a PDF object describes. @param resources those of the page, which define names */
function colourSpace(object: PDFObject | null, resources: PDFDict | null, depth = 0): ColourSpace {
  if (depth > MAX_DEPTH) return GREY;
  if (object instanceof PDFName) {
    const name = object.decodeText();
    const named = objectAt(dictAt(resources, "ColorSpace"), name);
    return NAMED.get(name) ?? colourSpace(named, resources, depth + 1);
  }
  const [family, base = null] = object instanceof PDFArray ? itemsOf(object) : [];
  const name = family instanceof PDFName ? family.decodeText() : "";
  switch (name) {
    case "ICCBased":
      return COMPONENTS.get(numberAt(asDict(base), "N")) ?? GREY;
    case "Indexed":
    case "I":
      return colourSpace(base, resources, depth + 1);
    case "Separation":
      return byInks([base]);
    case "DeviceN":
      return byInks(base instanceof PDFArray ? itemsOf(base) : []);
    default:
      return NAMED.get(name) ?? GREY;
  }
}

function byInks(inks: readonly (PDFObject | null)[]): ColourSpace {
  const names = inks.map((ink) => (ink instanceof PDFName ? ink.decodeText() : ""));
  const coloured = names.filter((name) => !BLACK_INKS.has(name));
  if (coloured.length === 0) return GREY;
  const name = `the ink ${coloured.join(", ").slice(0, MAX_INKS_LENGTH)}`;
  return { name, isPlain: (parts) => parts.length > 0 && hasNoInk(parts) };
}

/** What an image is painted with; a mask has the colour that it is filled with. */
export function imageColour(image: PDFDict, resources: PDFDict | null, fill: PageColour): PageColour {
  if (String(objectAt(image, "ImageMask") ?? objectAt(image, "IM")) === "true") return fill;
  return colourSpace(objectAt(image, "ColorSpace") ?? objectAt(image, "CS"), resources).name;
}

export function shadingColour(shading: PDFDict | null, resources: PDFDict | null): PageColour {
  return colourSpace(objectAt(shading, "ColorSpace"), resources).name;
}

/** A colour with the space in which an operator may change it. */
export interface PagePaint {
  readonly space: ColourSpace;
  readonly colour: PageColour;
}

/** What a page begins with. */
export const BLACK: PagePaint = { space: GREY, colour: null };

/** The colour of some components; without any, the initial colour of the space. */
function paintIn(space: ColourSpace, operands: readonly PDFObject[]): PagePaint {
  return { space, colour: space.isPlain(numbersIn(operands)) ? null : space.name };
}

/** What an operator for colour changes `before` to, by its name in small letters (ISO 32000-1, 8.6.8); null for any other. */
export function paintBy(
  operator: string,
  operands: readonly PDFObject[],
  before: PagePaint,
  resources: PDFDict | null,
): PagePaint | null {
  switch (operator) {
    case "g":
      return paintIn(GREY, operands);
    case "rg":
      return paintIn(RGB, operands);
    case "k":
      return paintIn(CMYK, operands);
    case "cs":
      return paintIn(colourSpace(operands[0] ?? null, resources), []);
    case "sc":
    case "scn": {
      const pattern = dictAt(dictAt(resources, "Pattern"), nameIn(operands));
      if (pattern === null) return paintIn(before.space, operands);
      // A shading has a colour space; tiles are not looked into.
      return { ...before, colour: shadingColour(dictAt(pattern, "Shading"), resources) };
    }
    default:
      return null;
  }
}
