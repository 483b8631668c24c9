import { PDFArray, PDFDict, PDFNumber, type PDFObject, PDFRawStream } from "@cantoo/pdf-lib";
import type { Area } from "../geometry.ts";
import { BLACK, imageColour, type PageColour, type PagePaint, paintBy, shadingColour } from "./colour.ts";
import { INLINE_IMAGE, type Operation, type ParsedContent, readContent } from "./content.ts";
import { boundsOf, concat, IDENTITY, type Matrix, matrixOf, minScale, type PagePoint } from "./matrix.ts";
import { rectangleCorners, transform } from "./matrix.ts";
import { dictAt, listAt, matrixAt, nameAt, nameIn, numberAt, numbersIn, streamAt } from "./objects.ts";
import type { Page } from "./page.ts";

/** A line that was drawn, or a rectangle so slender that it looks like one. */
interface DrawnLine {
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
/** A rectangle this many times as long as it is wide is a line. */
const SLENDER = 8;
/** Text rendering modes that show nothing (ISO 32000-1, 9.3.6). */
const INVISIBLE = new Set([3, 7]);

/** Content streams that many pages share are read once. */
export type KnownContent = Map<PDFRawStream, ParsedContent>;

/** Follows what a page draws: how thick lines are, in what colour and in which font. What is clipped away counts as drawn. */
export function paintPage({ dict, resources, shown, toMm }: Page, known: KnownContent): Painted {
  const painter = new Painter(shown, toMm, known);
  const streams = listAt(dict, "Contents").filter((one) => one instanceof PDFRawStream);
  painter.paint(streams, resources);
  return { ...painter.painted, letterings: [...painter.letterings.values()] };
}

/** What shapes and letters are drawn with: `q` saves it, and `Q` restores it (ISO 32000-1, 8.4). */
interface GraphicsState {
  /** From the units of the content to mm on the page. */
  readonly matrix: Matrix;
  readonly penPt: number;
  readonly fill: PagePaint;
  readonly stroke: PagePaint;
  readonly font: PDFDict | null;
  readonly sizePt: number;
}

/** Where lines of text begin: the matrix leads from the letters to the units of the content. How wide letters are does not matter. */
const TEXT = { matrix: IDENTITY, leading: 0, mode: 0 };

/** What an operator does. */
type Operator = (painter: Painter, numbers: readonly number[], operands: readonly PDFObject[]) => void;

class Painter {
  readonly painted = {
    lines: [] as DrawnLine[],
    coloured: [] as Painted["coloured"][number][],
    isWhole: true,
  };
  readonly letterings = new Map<PDFDict, Painted["letterings"][number]>();
  readonly #page: Area;
  readonly #known: KnownContent;
  #state: GraphicsState;
  #saved: GraphicsState[] = [];
  #resources: PDFDict | null = null;
  /** The forms in which the content stands. */
  readonly #forms = new Set<PDFRawStream>();
  #operations = 0;
  /** The path that is being drawn; if it has nothing but rectangles, four points are one. */
  #points: PagePoint[] = [];
  #isAllRectangles = true;
  #text = TEXT;

  constructor(page: Area, toMm: Matrix, known: KnownContent) {
    this.#page = page;
    this.#state = { matrix: toMm, penPt: 1, fill: BLACK, stroke: BLACK, font: null, sizePt: 1 };
    this.#known = known;
  }

  /** Paints content; the graphics state is the same afterwards. */
  paint(streams: readonly PDFRawStream[], resources: PDFDict | null): void {
    const before = [this.#state, this.#saved, this.#resources] as const;
    [this.#saved, this.#resources] = [[], resources];
    for (const { operator, operands } of this.#operationsOf(streams)) {
      if (++this.#operations > MAX_OPERATIONS) {
        this.painted.isWhole = false;
        break;
      }
      const act = Painter.#operators.get(operator);
      if (act === undefined) this.#setColour(operator, operands);
      else act(this, numbersIn(operands), operands);
    }
    [this.#state, this.#saved, this.#resources] = before;
  }

  #operationsOf(streams: readonly PDFRawStream[]): readonly Operation[] {
    const [first] = streams;
    if (first === undefined) return [];
    const isShared = streams.length === 1;
    const content =
      (isShared ? this.#known.get(first) : undefined) ?? readContent(streams, first.dict.context);
    if (isShared) this.#known.set(first, content);
    this.painted.isWhole &&= content.isWhole;
    return content.operations;
  }

  static readonly #operators: ReadonlyMap<string, Operator> = new Map(
    Object.entries<Operator>({
      // The graphics state (ISO 32000-1, 8.4.4).
      q: (on) => void (on.#saved.length < MAX_SAVED_STATES && on.#saved.push(on.#state)),
      Q: (on) => on.#change(on.#saved.pop() ?? {}),
      cm: (on, numbers) => on.#change({ matrix: concat(matrixOf(numbers), on.#state.matrix) }),
      w: (on, [penPt = on.#state.penPt]) => on.#change({ penPt }),
      gs: (on, _, operands) => {
        const dict = dictAt(dictAt(on.#resources, "ExtGState"), nameIn(operands));
        const [font, size] = listAt(dict, "Font");
        on.#change({ penPt: numberAt(dict, "LW") ?? on.#state.penPt });
        if (font instanceof PDFDict && size instanceof PDFNumber)
          on.#change({ font, sizePt: size.asNumber() });
      },
      // Paths (8.5); curves lie within their control points.
      ...each(["m", "l", "c", "v", "y"], (on, numbers) => {
        on.#isAllRectangles = false;
        for (let at = 0; at + 1 < numbers.length; at += 2)
          on.#points.push(transform(on.#state.matrix, [numbers[at] ?? 0, numbers[at + 1] ?? 0]));
      }),
      re: (on, [x = 0, y = 0, width = 0, height = 0]) =>
        on.#points.push(...rectangleCorners(on.#state.matrix, [x, y], [x + width, y + height])),
      ...each(["S", "s"], (on) => on.#endPath(false, true)),
      ...each(["f", "F", "f*"], (on) => on.#endPath(true, false)),
      ...each(["B", "B*", "b", "b*"], (on) => on.#endPath(true, true)),
      n: (on) => on.#endPath(false, false),
      // Text (9.4).
      BT: (on) => on.#setText({ matrix: IDENTITY }),
      Tm: (on, numbers) => on.#setText({ matrix: matrixOf(numbers) }),
      Td: (on, [x = 0, y = 0]) => on.#moveText(x, y),
      TD: (on, [x = 0, y = 0]) => {
        on.#setText({ leading: -y });
        on.#moveText(x, y);
      },
      TL: (on, [leading = 0]) => on.#setText({ leading }),
      Tr: (on, [mode = 0]) => on.#setText({ mode }),
      Tf: (on, [sizePt = 1], operands) =>
        on.#change({ font: dictAt(dictAt(on.#resources, "Font"), nameIn(operands)), sizePt }),
      "T*": (on) => on.#moveText(0, -on.#text.leading),
      ...each(["Tj", "TJ"], (on, _, operands) => on.#showText(operands)),
      ...each(["'", '"'], (on, _, operands) => {
        on.#moveText(0, -on.#text.leading);
        on.#showText(operands);
      }),
      // What is drawn elsewhere (8.7.4, 8.8 to 8.10).
      Do: (on, _, operands) => on.#placeObject(streamAt(dictAt(on.#resources, "XObject"), nameIn(operands))),
      [INLINE_IMAGE]: (on, _, [image]) => image instanceof PDFDict && on.#placeImage(image),
      sh: (on, _, operands) => {
        const shading = dictAt(dictAt(on.#resources, "Shading"), nameIn(operands));
        on.#addColour(on.#page, shadingColour(shading, on.#resources));
      },
    }),
  );

  #change(change: Partial<GraphicsState>): void {
    this.#state = { ...this.#state, ...change };
  }

  /** Operators for the colour of lines have capital letters (ISO 32000-1, 8.6.8). */
  #setColour(operator: string, operands: readonly PDFObject[]): void {
    const small = operator.toLowerCase();
    const use = operator === small ? "fill" : "stroke";
    const paint = paintBy(small, operands, this.#state[use], this.#resources);
    if (paint !== null) this.#change({ [use]: paint });
  }

  #endPath(isFilled: boolean, isDrawn: boolean): void {
    const { matrix, penPt, fill, stroke } = this.#state;
    const { lines } = this.painted;
    const area = boundsOf(this.#points);
    if (isFilled) this.#addColour(area, fill.colour);
    if (isFilled && !isDrawn && this.#isAllRectangles) lines.push(...slender(this.#points));
    if (area !== null && isDrawn) {
      this.#addColour(area, stroke.colour);
      lines.push({ area, widthMm: Math.abs(penPt) * minScale(matrix) });
    }
    this.#points = [];
    this.#isAllRectangles = true;
  }

  #setText(change: Partial<typeof TEXT>): void {
    this.#text = { ...this.#text, ...change };
  }

  #moveText(x: number, y: number): void {
    this.#setText({ matrix: concat([1, 0, 0, 1, x, y], this.#text.matrix) });
  }

  /** The place of a text is a square of the letters' size: enough to point at. */
  #showText(operands: readonly PDFObject[]): void {
    const { font, sizePt, fill, matrix } = this.#state;
    const isEmpty = operands.every((one) => one instanceof PDFArray && one.size() === 0);
    const area = boundsOf(rectangleCorners(concat(this.#text.matrix, matrix), [0, 0], [sizePt, sizePt]));
    if (area === null || isEmpty || INVISIBLE.has(this.#text.mode)) return;
    if (font !== null && !this.letterings.has(font)) this.letterings.set(font, { font, area });
    this.#addColour(area, fill.colour);
  }

  /** Draws a form, or places an image. A form that draws itself has no end. */
  #placeObject(stream: PDFRawStream | null): void {
    if (stream === null) return;
    const { dict } = stream;
    if (nameAt(dict, "Subtype") !== "Form") this.#placeImage(dict);
    else if (this.#forms.has(stream) || this.#forms.size >= MAX_DEPTH) this.painted.isWhole = false;
    else {
      const before = this.#state;
      this.#forms.add(stream);
      this.#change({ matrix: concat(matrixAt(dict, "Matrix") ?? IDENTITY, before.matrix) });
      this.paint([stream], dictAt(dict, "Resources") ?? this.#resources);
      this.#forms.delete(stream);
      this.#state = before;
    }
  }

  /** An image fills the unit square. */
  #placeImage(image: PDFDict): void {
    const area = boundsOf(rectangleCorners(this.#state.matrix, [0, 0], [1, 1]));
    this.#addColour(area, imageColour(image, this.#resources, this.#state.fill.colour));
  }

  #addColour(area: Area | null, colour: PageColour): void {
    if (colour !== null && area !== null) this.painted.coloured.push({ area, colour });
  }
}

/** Operators that do the same. */
function each(operators: readonly string[], act: Operator): Record<string, Operator> {
  return Object.fromEntries(operators.map((operator) => [operator, act]));
}

/** Those of the rectangles that look like lines. */
function slender(corners: readonly PagePoint[]): DrawnLine[] {
  return corners.flatMap((_, at) => {
    const area = at % 4 === 0 ? boundsOf(corners.slice(at, at + 4)) : null;
    if (area === null) return [];
    const widthMm = Math.min(area.widthMm, area.heightMm);
    const longMm = Math.max(area.widthMm, area.heightMm);
    return longMm >= SLENDER * widthMm && longMm > 0 ? [{ area, widthMm }] : [];
  });
}
