import { PDFArray, PDFDict, type PDFObject, PDFRawStream } from "@cantoo/pdf-lib";
import { type Colour, pictureColour, shadingColour } from "./colour.ts";
import { type Content, INLINE_PICTURE, type Operation, readContent } from "./content-parser.ts";
import type { Area } from "../geometry.ts";
import { around, concat, cornersOf, leastScale, type Matrix, UNCHANGED } from "./geometry.ts";
import { BEGINNING, changeBy, type GraphicsState, nameIn, numbersIn } from "./graphics-state.ts";
import { bytesOf, dictAt, listAt, matrixAt, nameAt, streamAt } from "./objects.ts";
import type { Page } from "./pages.ts";
import type { Coloured, DrawnLine, Lettering, Painted } from "./painted.ts";
import { type EndedPath, Path } from "./path.ts";
import { Writing } from "./writing.ts";

/** Forms in forms, deeper than anybody draws. */
const DEEPEST = 24;
/** Operations of a page, forms included: more than the map of a city has. */
const MAX_OPERATIONS = 4_000_000;
/** States that are kept at the same time. */
const MAX_KEPT = 10_000;

/** Content streams that many pages share are read once. */
export type KnownContent = Map<PDFRawStream, Content>;

/**
 * Follows what a page draws, as far as print asks: how thick lines are, in what colour and in which font. What is clipped away counts
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
  readonly #writing = new Writing();
  readonly #lines: DrawnLine[] = [];
  readonly #coloured: Coloured[] = [];
  readonly #letterings = new Map<PDFDict, Lettering>();
  #state: GraphicsState;
  #kept: GraphicsState[] = [];
  #operations = 0;
  #isWhole = true;

  constructor(page: Area, toMm: Matrix, known: KnownContent) {
    this.#page = page;
    this.#state = { ...BEGINNING, matrix: toMm };
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

  /** Paints content, and goes on afterwards as before it. @param depth in how many forms it stands */
  paint(streams: readonly PDFRawStream[], resources: PDFDict | null, depth: number): void {
    const [state, kept] = [this.#state, this.#kept];
    this.#kept = [];
    for (const operation of this.#contentOf(streams)) {
      if (++this.#operations > MAX_OPERATIONS) {
        this.#isWhole = false;
        break;
      }
      this.#follow(operation, resources, depth);
    }
    [this.#state, this.#kept] = [state, kept];
  }

  #contentOf(streams: readonly PDFRawStream[]): readonly Operation[] {
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
    else if (this.#writing.follow(operator, numbers)) this.#showText(operands);
    else if (!this.#place(operation, resources, depth))
      this.#state = { ...this.#state, ...changeBy(operation, this.#state, resources) };
  }

  #paintPath({ area, isFilled, isDrawn, slender }: EndedPath): void {
    const { matrix, penPt, fill, stroke } = this.#state;
    if (area === null) return;
    if (isFilled) this.#note(area, fill);
    if (isFilled && !isDrawn) this.#lines.push(...slender);
    if (!isDrawn) return;
    this.#note(area, stroke);
    this.#lines.push({ area, widthMm: Math.abs(penPt) * leastScale(matrix) });
  }

  /** A square of the letters' size is place enough for a finger to point at. */
  #showText(operands: readonly PDFObject[]): void {
    const { font, sizePt, fill, matrix } = this.#state;
    const isEmpty = operands.every((one) => one instanceof PDFArray && one.size() === 0);
    const square = cornersOf(concat(this.#writing.matrix, matrix), [0, 0], [sizePt, sizePt]);
    const area = around(square);
    if (area === null || isEmpty || !this.#writing.isVisible) return;
    if (font !== null && !this.#letterings.has(font)) this.#letterings.set(font, { font, area });
    this.#note(area, fill);
  }

  /** Keeps and brings back the state, and places what is drawn elsewhere. @returns whether the operator is one of these */
  #place({ operator, operands }: Operation, resources: PDFDict | null, depth: number): boolean {
    const [picture] = operands;
    switch (operator) {
      case "q":
        if (this.#kept.length < MAX_KEPT) this.#kept.push(this.#state);
        return true;
      case "Q":
        this.#state = this.#kept.pop() ?? this.#state;
        return true;
      case "Do":
        this.#press(streamAt(dictAt(resources, "XObject"), nameIn(operands)), resources, depth);
        return true;
      case INLINE_PICTURE:
        if (picture instanceof PDFDict) this.#placePicture(picture, resources);
        return true;
      case "sh": {
        const shading = dictAt(dictAt(resources, "Shading"), nameIn(operands));
        this.#note(this.#page, shadingColour(shading, resources));
        return true;
      }
      default:
        return false;
    }
  }

  /** Draws a form, or places a picture. */
  #press(stream: PDFRawStream | null, resources: PDFDict | null, depth: number): void {
    if (stream === null) return;
    const { dict } = stream;
    if (nameAt(dict, "Subtype") !== "Form") this.#placePicture(dict, resources);
    else if (depth >= DEEPEST) this.#isWhole = false;
    else {
      const before = this.#state;
      this.#state = { ...before, matrix: concat(matrixAt(dict, "Matrix") ?? UNCHANGED, before.matrix) };
      this.paint([stream], dictAt(dict, "Resources") ?? resources, depth + 1);
      this.#state = before;
    }
  }

  /** A picture fills the unit square. */
  #placePicture(picture: PDFDict, resources: PDFDict | null): void {
    const area = around(cornersOf(this.#state.matrix, [0, 0], [1, 1]));
    this.#note(area, pictureColour(picture, resources, this.#state.fill));
  }

  #note(area: Area | null, colour: Colour): void {
    if (colour !== null && area !== null) this.#coloured.push({ area, colour });
  }
}

/** Several streams of a page are one (ISO 32000-1, 7.8.2): an operator may stand in the next. */
function contentOf(streams: readonly PDFRawStream[]): Content {
  const [first] = streams;
  if (first === undefined) return { operations: [], isWhole: true };
  const parts = streams.map(bytesOf);
  const bytes = Buffer.concat(parts.flatMap((part) => (part === null ? [] : [part, Buffer.from("\n")])));
  const { operations, isWhole } = readContent(bytes, first.dict.context);
  return { operations, isWhole: isWhole && !parts.includes(null) };
}
