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
import type { Operation } from "./content-parser.ts";
import { concat, type Matrix, matrixOf } from "./geometry.ts";
import { dictAt, listAt, numberAt } from "./objects.ts";

/** What shapes and letters are drawn with: `q` keeps it, and `Q` brings it back (ISO 32000-1, 8.4). */
export interface GraphicsState {
  /** From what is counted in here to mm on the page. */
  readonly matrix: Matrix;
  readonly penPt: number;
  readonly fill: Colour;
  readonly fillSpace: ColourSpace;
  readonly stroke: Colour;
  readonly strokeSpace: ColourSpace;
  readonly font: PDFDict | null;
  readonly sizePt: number;
}

/** What a page begins with, apart from where it lies. */
export const BEGINNING: Omit<GraphicsState, "matrix"> = {
  penPt: 1,
  fill: null,
  fillSpace: GREY,
  stroke: null,
  strokeSpace: GREY,
  font: null,
  sizePt: 1,
};

export function numbersIn(operands: readonly PDFObject[]): number[] {
  return operands.flatMap((one) => (one instanceof PDFNumber ? one.asNumber() : []));
}

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

/** Colours of lines have capital letters (ISO 32000-1, 8.6.8). */
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
