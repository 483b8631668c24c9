import { PDFArray, PDFDict, type PDFObject, PDFRawStream } from "@cantoo/pdf-lib";
import { joined, latin1Bytes } from "../../rules/bytes.ts";
import type { Area } from "../geometry.ts";
import { type ParsedContent, INLINE_IMAGE, type Operation, readContent } from "./content.ts";
import { changeBy, imageColour, INITIAL_STATE, nameIn, shadingColour, TextState } from "./graphics-state.ts";
import type { PageColour, GraphicsState } from "./graphics-state.ts";
import { boundsOf, concat, rectangleCorners, IDENTITY, minScale, transform } from "./matrix.ts";
import type { Matrix, PagePoint } from "./matrix.ts";
import { bytesOf, dictAt, listAt, matrixAt, nameAt, numbersIn, streamAt } from "./objects.ts";
import type { Page } from "./page.ts";

/** A line that was drawn, or a rectangle so slender that it looks like one. */
export interface DrawnLine {
  readonly area: Area;
  readonly widthMm: number;
}

/** What a page draws, as far as print is concerned. */
export interface Painted {
  readonly lines: readonly DrawnLine[];
  /** Lines, shapes, images and letters in a colour, by the name of its colour space: `RGB`, an ink. */
  readonly coloured: readonly { readonly area: Area; readonly colour: string }[];
  /** The fonts, and where the first letters of each stand. */
  readonly letterings: readonly { readonly font: PDFDict; readonly area: Area }[];
  /** False where the content of the page ends in the middle or makes no sense. */
  readonly isWhole: boolean;
}

/** Forms nested in forms, deeper than anybody draws. */
const MAX_DEPTH = 24;
/** Operations of a page, forms included: more than the map of a city has. */
const MAX_OPERATIONS = 4_000_000;
const MAX_SAVED_STATES = 10_000;

/** Content streams that many pages share are read once. */
export type KnownContent = Map<PDFRawStream, ParsedContent>;

/** Follows what a page draws: how thick lines are, in what colour and in which font. What is clipped away counts as drawn. */
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
  readonly #coloured: Painted["coloured"][number][] = [];
  readonly #letterings = new Map<PDFDict, Painted["letterings"][number]>();
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
    const content = (isShared ? this.#known.get(first) : undefined) ?? contentOf(streams, first.dict);
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

  #paintPath({ area, isFilled, isDrawn, slender }: NonNullable<ReturnType<Path["end"]>>): void {
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
    const area = boundsOf(rectangleCorners(concat(this.#text.matrix, matrix), [0, 0], [sizePt, sizePt]));
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
    const area = boundsOf(rectangleCorners(this.#state.matrix, [0, 0], [1, 1]));
    this.#addColour(area, imageColour(image, resources, this.#state.fill));
  }

  #addColour(area: Area | null, colour: PageColour): void {
    if (colour !== null && area !== null) this.#coloured.push({ area, colour });
  }
}

/** Several streams of a page are one (ISO 32000-1, 7.8.2): an operator may stand in the next. */
function contentOf(streams: readonly PDFRawStream[], { context }: PDFDict): ParsedContent {
  const parts = streams.map(bytesOf);
  const bytes = joined(parts.flatMap((part) => (part === null ? [] : [part, latin1Bytes("\n")])));
  const { operations, isWhole } = readContent(bytes, context);
  return { operations, isWhole: isWhole && !parts.includes(null) };
}

/** A rectangle this many times as long as it is wide is a line. */
const SLENDER = 8;

/** What ends a path: `S` draws its outline, `f` fills it, `B` does both and `n` neither (ISO 32000-1, 8.5.3). */
const ENDINGS = new Set(["S", "s", "f", "F", "f*", "B", "B*", "b", "b*", "n"]);

/** The path that is being drawn. */
class Path {
  #points: PagePoint[] = [];
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
      case "re": {
        const [x = 0, y = 0, width = 0, height = 0] = numbers;
        const corners = rectangleCorners(matrix, [x, y], [x + width, y + height]);
        this.#points.push(...corners);
        const area = boundsOf(corners);
        if (area !== null) this.#rectangles.push(area);
        return true;
      }
      case "h":
      case "W":
      case "W*":
        return true;
      default:
        return false;
    }
  }

  /**
   * @returns null if the operator does not end a path; else its bounds (curves lie within their control points) and, if it has nothing
   * but rectangles, those so slender that they look like lines
   */
  end(operator: string) {
    if (!ENDINGS.has(operator)) return null;
    const slender = this.#rectangles.flatMap((area): DrawnLine[] => {
      const widthMm = Math.min(area.widthMm, area.heightMm);
      const longMm = Math.max(area.widthMm, area.heightMm);
      const isLine = this.#isAllRectangles && longMm >= SLENDER * widthMm && longMm > 0;
      return isLine ? [{ area, widthMm }] : [];
    });
    const [isFilled, isDrawn] = [/[fb]/i.test(operator), /[sb]/i.test(operator)];
    const ended = { isFilled, isDrawn, area: boundsOf(this.#points), slender };
    this.#points = [];
    this.#rectangles = [];
    this.#isAllRectangles = true;
    return ended;
  }
}
