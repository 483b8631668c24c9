import { PDFDict, PDFName, PDFNumber, type PDFObject } from "@cantoo/pdf-lib";
import {
  CMYK,
  type Colour,
  type ColourSpace,
  colourOf,
  colourSpace,
  GREY,
  patternColour,
  RGB,
} from "./colour.ts";
import type { Operation } from "./content.ts";
import { concat, IDENTITY, type Matrix, matrixOf } from "./matrix.ts";
import { dictAt, listAt, numberAt, numbersIn } from "./objects.ts";

/** What shapes and letters are drawn with: `q` saves it, and `Q` restores it (ISO 32000-1, 8.4). */
export interface GraphicsState {
  /** From the units of the content to mm on the page. */
  readonly matrix: Matrix;
  readonly penPt: number;
  readonly fill: Colour;
  readonly fillSpace: ColourSpace;
  readonly stroke: Colour;
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
    case "gs":
      return byDictionary(dictAt(dictAt(resources, "ExtGState"), nameIn(operands)), state);
    default:
      return byColour(operation, state, resources);
  }
}

function byDictionary(dict: PDFDict | null, { penPt }: GraphicsState): Partial<GraphicsState> {
  const [font, size] = listAt(dict, "Font");
  return {
    penPt: numberAt(dict, "LW") ?? penPt,
    ...(font instanceof PDFDict && size instanceof PDFNumber ? { font, sizePt: size.asNumber() } : {}),
  };
}

/** Operators for the colour of lines have capital letters (ISO 32000-1, 8.6.8). */
function byColour(
  { operator, operands }: Operation,
  { fillSpace, strokeSpace }: GraphicsState,
  resources: PDFDict | null,
): Partial<GraphicsState> {
  const isFill = operator === operator.toLowerCase();
  const mixed = mixedBy(operator.toLowerCase(), operands, isFill ? fillSpace : strokeSpace, resources);
  if (mixed === null) return {};
  const { space, colour } = mixed;
  return isFill ? { fill: colour, fillSpace: space } : { stroke: colour, strokeSpace: space };
}

function mixedBy(
  operator: string,
  operands: readonly PDFObject[],
  before: ColourSpace,
  resources: PDFDict | null,
): { readonly space: ColourSpace; readonly colour: Colour } | null {
  const of = (space: ColourSpace, parts: readonly PDFObject[]) => ({ space, colour: colourOf(space, parts) });
  switch (operator) {
    case "g":
      return of(GREY, operands);
    case "rg":
      return of(RGB, operands);
    case "k":
      return of(CMYK, operands);
    case "cs":
      return of(colourSpace(operands[0] ?? null, resources), []);
    case "sc":
    case "scn": {
      const pattern = dictAt(dictAt(resources, "Pattern"), nameIn(operands));
      if (pattern === null) return of(before, operands);
      return { space: before, colour: patternColour(pattern, resources) };
    }
    default:
      return null;
  }
}

/** Rendering modes that show nothing (ISO 32000-1, 9.3.6). */
const INVISIBLE = new Set([3, 7]);
const SHOWING = new Set(["Tj", "TJ", "'", '"']);

/** Where lines of text begin. How wide the letters are does not matter here. */
export class TextState {
  #lineStart: Matrix = IDENTITY;
  #leading = 0;
  #mode = 0;

  /** From the letters to the page. */
  get matrix(): Matrix {
    return this.#lineStart;
  }

  get isVisible(): boolean {
    return !INVISIBLE.has(this.#mode);
  }

  /** Follows a text operator (ISO 32000-1, 9.4). @returns whether it shows letters */
  follow(operator: string, numbers: readonly number[]): boolean {
    const [x = 0, y = 0] = numbers;
    switch (operator) {
      case "BT":
        this.#lineStart = IDENTITY;
        break;
      case "Tm":
        this.#lineStart = matrixOf(numbers);
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
    this.#lineStart = concat([1, 0, 0, 1, x, y], this.#lineStart);
  }
}
