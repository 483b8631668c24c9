import { PDFArray, PDFDict, PDFName, PDFNumber, type PDFObject } from "@cantoo/pdf-lib";
import type { Operation } from "./content.ts";
import { concat, IDENTITY, type Matrix, matrixOf } from "./matrix.ts";
import { asDict, dictAt, itemsOf, listAt, nameAt, numberAt, numbersIn, objectAt } from "./objects.ts";

/** What something is painted with: null for grey and for bare paper, else the name of the colour space. */
export type PageColour = string | null;

/** How the components of a colour are read (ISO 32000-1, 8.6). */
interface ColourSpace {
  readonly kind: "grey" | "rgb" | "cmyk" | "other";
  readonly name: string;
}

const GREY: ColourSpace = { kind: "grey", name: "grey" };
const RGB: ColourSpace = { kind: "rgb", name: "RGB" };
const CMYK: ColourSpace = { kind: "cmyk", name: "CMYK" };
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
    return NAMED[name] ?? colourSpace(named, resources, depth + 1);
  }
  if (!(object instanceof PDFArray)) return GREY;
  const [family, base = null] = itemsOf(object);
  if (!(family instanceof PDFName)) return GREY;
  switch (family.decodeText()) {
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
      return NAMED[family.decodeText()] ?? GREY;
  }
}

function byInks(inks: readonly (PDFObject | null)[]): ColourSpace {
  const names = inks.map((ink) => (ink instanceof PDFName ? ink.decodeText() : ""));
  const coloured = names.filter((name) => !BLACK_INKS.has(name));
  if (coloured.length === 0) return GREY;
  return { kind: "other", name: `the ink ${coloured.join(", ").slice(0, MAX_INKS_LENGTH)}` };
}

/**
 * The colour of some components; without any, the initial colour of the space. Black in RGB is a colour, since it is mixed from all
 * inks; black alone of CMYK is not, and white prints nothing.
 */
function colourOf(space: ColourSpace, operands: readonly PDFObject[]): PageColour {
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
export function imageColour(image: PDFDict, resources: PDFDict | null, fill: PageColour): PageColour {
  if (String(objectAt(image, "ImageMask") ?? objectAt(image, "IM")) === "true") return fill;
  return spaceColour(objectAt(image, "ColorSpace") ?? objectAt(image, "CS"), resources);
}

export function shadingColour(shading: PDFDict | null, resources: PDFDict | null): PageColour {
  if (nameAt(shading, "ColorSpace") === "Pattern") return null;
  return spaceColour(objectAt(shading, "ColorSpace"), resources);
}

function spaceColour(space: PDFObject | null, resources: PDFDict | null): PageColour {
  const { kind, name } = colourSpace(space, resources);
  return kind === "grey" ? null : name;
}

/** What shapes and letters are drawn with: `q` saves it, and `Q` restores it (ISO 32000-1, 8.4). */
export interface GraphicsState {
  /** From the units of the content to mm on the page. */
  readonly matrix: Matrix;
  readonly penPt: number;
  readonly fill: PageColour;
  readonly fillSpace: ColourSpace;
  readonly stroke: PageColour;
  readonly strokeSpace: ColourSpace;
  readonly font: PDFDict | null;
  readonly sizePt: number;
}

/** What a page begins with, apart from its matrix. */
export const INITIAL_STATE: Omit<GraphicsState, "matrix"> = {
  penPt: 1,
  fill: null,
  fillSpace: GREY,
  stroke: null,
  strokeSpace: GREY,
  font: null,
  sizePt: 1,
};

/** The name among the operands; empty if there is none. */
export function nameIn(operands: readonly PDFObject[]): string {
  return operands.find((one) => one instanceof PDFName)?.decodeText() ?? "";
}

/** What an operation changes of the state; nothing if it is of another kind. */
export function changeBy(
  operation: Operation,
  state: GraphicsState,
  resources: PDFDict | null,
): Partial<GraphicsState> {
  const { operator, operands } = operation;
  const numbers = numbersIn(operands);
  switch (operator) {
    case "cm":
      return { matrix: concat(matrixOf(numbers), state.matrix) };
    case "w":
      return { penPt: numbers[0] ?? state.penPt };
    case "Tf":
      return { font: dictAt(dictAt(resources, "Font"), nameIn(operands)), sizePt: numbers[0] ?? 1 };
    case "gs": {
      const dict = dictAt(dictAt(resources, "ExtGState"), nameIn(operands));
      const [font, size] = listAt(dict, "Font");
      const change = { penPt: numberAt(dict, "LW") ?? state.penPt };
      const isFont = font instanceof PDFDict && size instanceof PDFNumber;
      return isFont ? { ...change, font, sizePt: size.asNumber() } : change;
    }
    default:
      return byColour(operation, state, resources);
  }
}

/** Operators for the colour of lines have capital letters (ISO 32000-1, 8.6.8). */
function byColour(
  { operator, operands }: Operation,
  { fillSpace, strokeSpace }: GraphicsState,
  resources: PDFDict | null,
): Partial<GraphicsState> {
  const isFill = operator === operator.toLowerCase();
  const change = (space: ColourSpace, colour: PageColour) =>
    isFill ? { fill: colour, fillSpace: space } : { stroke: colour, strokeSpace: space };
  const setTo = (space: ColourSpace, parts = operands) => change(space, colourOf(space, parts));
  const before = isFill ? fillSpace : strokeSpace;
  switch (operator.toLowerCase()) {
    case "g":
      return setTo(GREY);
    case "rg":
      return setTo(RGB);
    case "k":
      return setTo(CMYK);
    case "cs":
      return setTo(colourSpace(operands[0] ?? null, resources), []);
    case "sc":
    case "scn": {
      const pattern = dictAt(dictAt(resources, "Pattern"), nameIn(operands));
      if (pattern === null) return setTo(before);
      // A shading has a colour space; tiles are not looked into.
      return change(before, shadingColour(dictAt(pattern, "Shading"), resources));
    }
    default:
      return {};
  }
}

/** Rendering modes that show nothing (ISO 32000-1, 9.3.6). */
const INVISIBLE = new Set([3, 7]);
const SHOWING = new Set(["Tj", "TJ", "'", '"']);

/** Where lines of text begin. How wide the letters are does not matter here. */
export class TextState {
  /** From the letters to the page. */
  matrix: Matrix = IDENTITY;
  #leading = 0;
  #mode = 0;

  get isVisible(): boolean {
    return !INVISIBLE.has(this.#mode);
  }

  /** Follows a text operator (ISO 32000-1, 9.4). @returns whether it shows letters */
  follow(operator: string, numbers: readonly number[]): boolean {
    const [x = 0, y = 0] = numbers;
    switch (operator) {
      case "BT":
        this.matrix = IDENTITY;
        break;
      case "Tm":
        this.matrix = matrixOf(numbers);
        break;
      case "TD":
        this.#leading = -y;
        this.#moveBy(x, y);
        break;
      case "Td":
        this.#moveBy(x, y);
        break;
      case "TL":
        this.#leading = x;
        break;
      case "Tr":
        this.#mode = x;
        break;
      case "T*":
      case "'":
      case '"':
        this.#moveBy(0, -this.#leading);
        break;
    }
    return SHOWING.has(operator);
  }

  #moveBy(x: number, y: number): void {
    this.matrix = concat([1, 0, 0, 1, x, y], this.matrix);
  }
}
