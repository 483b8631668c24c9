import { PDFArray, PDFDict, type PDFObject, PDFRawStream } from "@cantoo/pdf-lib";
import { joined } from "../../rules/bytes.ts";
import type { Area } from "../geometry.ts";
import {
  changeBy,
  type Colour,
  type GraphicsState,
  imageColour,
  INITIAL_STATE,
  nameIn,
  shadingColour,
  TextState,
} from "./graphics-state.ts";
import { type Content, INLINE_IMAGE, type Operation, readContent } from "./content.ts";
import {
  boundsOf,
  concat,
  cornersOf,
  IDENTITY,
  type Matrix,
  minScale,
  type Point,
  transform,
} from "./matrix.ts";
import { bytesOf, dictAt, listAt, matrixAt, nameAt, numbersIn, streamAt } from "./objects.ts";
import type { Page } from "./page.ts";

/** What a page draws, as far as print is concerned. */
export interface Painted {
  readonly lines: readonly DrawnLine[];
  readonly coloured: readonly Coloured[];
  readonly letterings: readonly Lettering[];
  /** False where the content of the page ends in the middle or makes no sense. */
  readonly isWhole: boolean;
}

/** A line, a shape, an image or letters in a colour. */
interface Coloured {
  readonly area: Area;
  /** The name of its colour space: `RGB`, an ink. */
  readonly colour: string;
}

/** Letters of one font, and where the first of them stand. */
interface Lettering {
  readonly font: PDFDict;
  readonly area: Area;
}

/** Forms nested in forms, deeper than anybody draws. */
const MAX_DEPTH = 24;
/** Operations of a page, forms included: more than the map of a city has. */
const MAX_OPERATIONS = 4_000_000;
const MAX_SAVED_STATES = 10_000;

/** Content streams that many pages share are read once. */
export type KnownContent = Map<PDFRawStream, Content>;

/**
 * Follows what a page draws: how thick lines are, in what colour and in which font. What is clipped away counts
 * as drawn.
 */
export function paintPage({ dict, resources, shown, toMm }: Page, known: KnownContent): Painted {
  const painter = new Painter(shown, toMm, known);
  const streams = listAt(dict, "Contents").filter((one) => one instanceof PDFRawStream);
  painter.paint(streams, resources, 0);
  return painter.painted();
}

class Painter {
  readonly #page: Area;
  readonly #known: KnownContent;
  readonly #path = new Path();
  readonly #text = new TextState();
  readonly #lines: DrawnLine[] = [];
  readonly #coloured: Coloured[] = [];
  readonly #letterings = new Map<PDFDict, Lettering>();
  #state: GraphicsState;
  #saved: GraphicsState[] = [];
  #operations = 0;
  #isWhole = true;

  constructor(page: Area, toMm: Matrix, known: KnownContent) {
    this.#page = page;
    this.#state = { ...INITIAL_STATE, matrix: toMm };
    this.#known = known;
  }

  painted(): Painted {
    return {
      lines: this.#lines,
      coloured: this.#coloured,
      letterings: [...this.#letterings.values()],
      isWhole: this.#isWhole,
    };
  }

  /** Paints content; the graphics state is the same afterwards. @param depth in how many forms it stands */
  paint(streams: readonly PDFRawStream[], resources: PDFDict | null, depth: number): void {
    const [state, saved] = [this.#state, this.#saved];
    this.#saved = [];
    for (const operation of this.#operationsOf(streams)) {
      if (++this.#operations > MAX_OPERATIONS) {
        this.#isWhole = false;
        break;
      }
      this.#follow(operation, resources, depth);
    }
    [this.#state, this.#saved] = [state, saved];
  }

  #operationsOf(streams: readonly PDFRawStream[]): readonly Operation[] {
    const [first] = streams;
    if (first === undefined) return [];
    const isShared = streams.length === 1;
    const content = (isShared ? this.#known.get(first) : undefined) ?? contentOf(streams);
    if (isShared) this.#known.set(first, content);
    this.#isWhole &&= content.isWhole;
    return content.operations;
  }

  #follow(operation: Operation, resources: PDFDict | null, depth: number): void {
    const { operator, operands } = operation;
    const numbers = numbersIn(operands);
    const ended = this.#path.end(operator);
    if (ended !== null) this.#paintPath(ended);
    else if (this.#path.draw(operator, numbers, this.#state.matrix)) return;
    else if (this.#text.follow(operator, numbers)) this.#showText(operands);
    else if (!this.#saveOrPlace(operation, resources, depth))
      this.#state = { ...this.#state, ...changeBy(operation, this.#state, resources) };
  }

  #paintPath({ area, isFilled, isDrawn, slender }: EndedPath): void {
    const { matrix, penPt, fill, stroke } = this.#state;
    if (area === null) return;
    if (isFilled) this.#addColour(area, fill);
    if (isFilled && !isDrawn) this.#lines.push(...slender);
    if (!isDrawn) return;
    this.#addColour(area, stroke);
    this.#lines.push({ area, widthMm: Math.abs(penPt) * minScale(matrix) });
  }

  /** The place of a text is a square of the letters' size: enough to point at. */
  #showText(operands: readonly PDFObject[]): void {
    const { font, sizePt, fill, matrix } = this.#state;
    const isEmpty = operands.every((one) => one instanceof PDFArray && one.size() === 0);
    const area = boundsOf(cornersOf(concat(this.#text.matrix, matrix), [0, 0], [sizePt, sizePt]));
    if (area === null || isEmpty || !this.#text.isVisible) return;
    if (font !== null && !this.#letterings.has(font)) this.#letterings.set(font, { font, area });
    this.#addColour(area, fill);
  }

  /** Saves and restores the state, and places what is drawn elsewhere. @returns whether the operator is one of these */
  #saveOrPlace({ operator, operands }: Operation, resources: PDFDict | null, depth: number): boolean {
    const [image] = operands;
    switch (operator) {
      case "q":
        if (this.#saved.length < MAX_SAVED_STATES) this.#saved.push(this.#state);
        return true;
      case "Q":
        this.#state = this.#saved.pop() ?? this.#state;
        return true;
      case "Do":
        this.#placeObject(streamAt(dictAt(resources, "XObject"), nameIn(operands)), resources, depth);
        return true;
      case INLINE_IMAGE:
        if (image instanceof PDFDict) this.#placeImage(image, resources);
        return true;
      case "sh": {
        const shading = dictAt(dictAt(resources, "Shading"), nameIn(operands));
        this.#addColour(this.#page, shadingColour(shading, resources));
        return true;
      }
      default:
        return false;
    }
  }

  /** Draws a form, or places an image. */
  #placeObject(stream: PDFRawStream | null, resources: PDFDict | null, depth: number): void {
    if (stream === null) return;
    const { dict } = stream;
    if (nameAt(dict, "Subtype") !== "Form") this.#placeImage(dict, resources);
    else if (depth >= MAX_DEPTH) this.#isWhole = false;
    else {
      const before = this.#state;
      this.#state = { ...before, matrix: concat(matrixAt(dict, "Matrix") ?? IDENTITY, before.matrix) };
      this.paint([stream], dictAt(dict, "Resources") ?? resources, depth + 1);
      this.#state = before;
    }
  }

  /** An image fills the unit square. */
  #placeImage(image: PDFDict, resources: PDFDict | null): void {
    const area = boundsOf(cornersOf(this.#state.matrix, [0, 0], [1, 1]));
    this.#addColour(area, imageColour(image, resources, this.#state.fill));
  }

  #addColour(area: Area | null, colour: Colour): void {
    if (colour !== null && area !== null) this.#coloured.push({ area, colour });
  }
}

const NEWLINE = new TextEncoder().encode("\n");

/** Several streams of a page are one (ISO 32000-1, 7.8.2): an operator may stand in the next. */
function contentOf(streams: readonly PDFRawStream[]): Content {
  const [first] = streams;
  if (first === undefined) return { operations: [], isWhole: true };
  const parts = streams.map(bytesOf);
  const bytes = joined(parts.flatMap((part) => (part === null ? [] : [part, NEWLINE])));
  const { operations, isWhole } = readContent(bytes, first.dict.context);
  return { operations, isWhole: isWhole && !parts.includes(null) };
}

/** A line that was drawn, or a rectangle so slender that it looks like one. */
export interface DrawnLine {
  readonly area: Area;
  readonly widthMm: number;
}

/** A rectangle this many times as long as it is wide is a line. */
const SLENDER = 8;

/** What the operator that ends a path does with it (ISO 32000-1, 8.5.3). */
const ENDINGS = new Map([
  ...["S", "s"].map((operator) => [operator, { isFilled: false, isDrawn: true }] as const),
  ...["f", "F", "f*"].map((operator) => [operator, { isFilled: true, isDrawn: false }] as const),
  ...["B", "B*", "b", "b*"].map((operator) => [operator, { isFilled: true, isDrawn: true }] as const),
  ["n", { isFilled: false, isDrawn: false }],
]);

/** A path that has ended. */
interface EndedPath {
  readonly isFilled: boolean;
  readonly isDrawn: boolean;
  /** Its bounds; null if it has no points. Curves lie within their control points. */
  readonly area: Area | null;
  /** If the path has nothing but rectangles: those so slender that they look like lines. */
  readonly slender: readonly DrawnLine[];
}

/** The path that is being drawn. */
class Path {
  #points: Point[] = [];
  #rectangles: Area[] = [];
  #isAllRectangles = true;

  /** @returns whether the operator continues a path, or clips by it */
  draw(operator: string, numbers: readonly number[], matrix: Matrix): boolean {
    switch (operator) {
      case "m":
      case "l":
      case "c":
      case "v":
      case "y":
        this.#isAllRectangles = false;
        for (let at = 0; at + 1 < numbers.length; at += 2)
          this.#points.push(transform(matrix, [numbers[at] ?? 0, numbers[at + 1] ?? 0]));
        return true;
      case "re":
        this.#addRectangle(numbers, matrix);
        return true;
      case "h":
      case "W":
      case "W*":
        return true;
      default:
        return false;
    }
  }

  #addRectangle([x = 0, y = 0, width = 0, height = 0]: readonly number[], matrix: Matrix): void {
    const corners = cornersOf(matrix, [x, y], [x + width, y + height]);
    this.#points.push(...corners);
    const area = boundsOf(corners);
    if (area !== null) this.#rectangles.push(area);
  }

  /** @returns null if the operator does not end a path */
  end(operator: string): EndedPath | null {
    const ending = ENDINGS.get(operator);
    if (ending === undefined) return null;
    const slender = this.#isAllRectangles ? this.#rectangles.flatMap(asLine) : [];
    const ended = { ...ending, area: boundsOf(this.#points), slender };
    this.#points = [];
    this.#rectangles = [];
    this.#isAllRectangles = true;
    return ended;
  }
}

function asLine(area: Area): DrawnLine[] {
  const widthMm = Math.min(area.widthMm, area.heightMm);
  const longMm = Math.max(area.widthMm, area.heightMm);
  return longMm >= SLENDER * widthMm && longMm > 0 ? [{ area, widthMm }] : [];
}
