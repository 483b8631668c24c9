import { PDFArray, PDFDict, PDFNumber, type PDFObject, PDFRawStream } from "@cantoo/pdf-lib";
import { type Area, MM_PER_INCH, MM_PER_PT } from "../geometry.ts";
import {
  black,
  imagePaint,
  isMask,
  type PagePaint,
  applyColourOperator,
  type Shade,
  shadingPaint,
  type DeviceSpace,
} from "./colour.ts";
import {
  computeBounds,
  concat,
  IDENTITY,
  type Matrix,
  toMatrix,
  minScale,
  type PagePoint,
  rectangleCorners,
  transform,
} from "./matrix.ts";
import {
  INLINE_IMAGE,
  type Operation,
  type ParsedContent,
  readContent,
  lookUpDict,
  lookUpList,
  lookUpMatrix,
  lookUpName,
  findName,
  lookUpNumber,
  filterNumbers,
  lookUpObject,
  lookUpStream,
} from "./objects.ts";
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
  /** Type under 8 pt: its size on the page and how it is inked. */
  readonly smallType: readonly { readonly area: Area; readonly sizePt: number; readonly shade: Shade }[];
  /** Images by their dots per inch on the page, in the direction that has fewer; symbols of large modules are left out. */
  readonly images: readonly { readonly area: Area; readonly dpi: number }[];
  /** Filled shapes and images that are more than lines and not white. */
  readonly fills: readonly Area[];
  /** The areas of transparent objects. */
  readonly transparent: readonly Area[];
  /** The areas of white objects set to overprint, which print nothing. */
  readonly whiteOverprint: readonly Area[];
  /** The spaces of devices that anything is painted in. */
  readonly devices: ReadonlySet<DeviceSpace>;
  /** Whether everything draws with resources of its own; forms may otherwise use those of their page. */
  readonly ownsResources: boolean;
  /** The fonts, with the area of the first letters of each. */
  readonly letterings: readonly { readonly font: PDFDict; readonly area: Area }[];
  /** False where the content of the page ends in the middle or makes no sense. */
  readonly isWhole: boolean;
}

/** The deepest nesting of forms. */
const MAX_DEPTH = 256;
/** Operations of a page, forms included: more than the map of a city has. */
const MAX_OPERATIONS = 4_000_000;
const MAX_SAVED_STATES = 10_000;
/** A rectangle this many times as long as it is wide is a line. */
const SLENDER = 8;
/** Type that is larger can be printed in any grey. */
const SMALL_TYPE_PT = 8;
/** Shapes no larger than this each way are rules and dots. */
const MAX_DOT_MM = 1;
/** A mask with no more modules each way than the largest code symbol (ISO/IEC 18004 and 16022 have fewer) is meant to be coarse. */
const MAX_MODULES = 177;
/** Text rendering modes that show nothing (ISO 32000-1, 9.3.6). */
const INVISIBLE = new Set([3, 7]);

/** Content streams that many pages share are read once. */
export type KnownContent = Map<PDFRawStream, ParsedContent>;

/** Interprets the content of a page: line widths, colours, fonts. Clipping is ignored. */
export function paintPage({ dict, resources, shown, toMm }: Page, known: KnownContent): Painted {
  const painter = new Painter(shown, toMm, known, resources);
  const streams = lookUpList(dict, "Contents").filter((one) => one instanceof PDFRawStream);
  painter.paint(streams, resources);
  return { ...painter.painted, letterings: [...painter.letterings.values()] };
}

/** The graphics state, which `q` saves and `Q` restores (ISO 32000-1, 8.4). */
interface GraphicsState {
  /** From the units of the content to mm on the page. */
  readonly matrix: Matrix;
  readonly penPt: number;
  readonly fill: PagePaint;
  readonly stroke: PagePaint;
  readonly font: PDFDict | null;
  readonly sizePt: number;
  /** Whether fills and strokes are transparent. */
  readonly seeThrough: Readonly<Record<Use, boolean>>;
  /** Whether inks are left as they are where this has none. */
  readonly overprint: Readonly<Record<Use, boolean>>;
}

/** Shapes and letters are filled, lines stroked. */
type Use = "fill" | "stroke";

/** Where lines of text begin: the matrix leads from the letters to the units of the content. How wide letters are does not matter. */
const TEXT = { matrix: IDENTITY, leading: 0, mode: 0 };

type Operator = (painter: Painter, numbers: readonly number[], operands: readonly PDFObject[]) => void;

class Painter {
  readonly painted = {
    lines: [] as DrawnLine[],
    coloured: [] as Painted["coloured"][number][],
    smallType: [] as Painted["smallType"][number][],
    images: [] as Painted["images"][number][],
    fills: [] as Area[],
    transparent: [] as Area[],
    whiteOverprint: [] as Area[],
    devices: new Set<DeviceSpace>(),
    ownsResources: true,
    isWhole: true,
  };
  readonly letterings = new Map<PDFDict, Painted["letterings"][number]>();
  readonly #page: Area;
  readonly #known: KnownContent;
  #state: GraphicsState;
  #saved: GraphicsState[] = [];
  #resources: PDFDict | null = null;
  /** The forms that contain the current content. */
  readonly #forms = new Set<PDFRawStream>();
  #operations = 0;
  /** The current path; if it has only rectangles, every four points are one. */
  #points: PagePoint[] = [];
  #isAllRectangles = true;
  #text = TEXT;

  constructor(page: Area, toMm: Matrix, known: KnownContent, resources: PDFDict | null) {
    this.#page = page;
    const paint = { fill: black(resources), stroke: black(resources) };
    const nothing = { fill: false, stroke: false };
    const state = { ...paint, font: null, sizePt: 1, seeThrough: nothing, overprint: nothing };
    this.#state = { matrix: toMm, penPt: 1, ...state };
    this.#known = known;
  }

  /** Paints content; the graphics state is the same afterwards. */
  paint(streams: readonly PDFRawStream[], resources: PDFDict | null): void {
    const before = [this.#state, this.#saved, this.#resources] as const;
    [this.#saved, this.#resources] = [[], resources];
    for (const { operator, operands } of this.#readOperations(streams)) {
      if (++this.#operations > MAX_OPERATIONS) {
        this.painted.isWhole = false;
        break;
      }
      const act = Painter.#operators.get(operator);
      if (act === undefined) this.#setColour(operator, operands);
      else act(this, filterNumbers(operands), operands);
    }
    [this.#state, this.#saved, this.#resources] = before;
  }

  #readOperations(streams: readonly PDFRawStream[]): readonly Operation[] {
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
      cm: (on, numbers) => on.#change({ matrix: concat(toMatrix(numbers), on.#state.matrix) }),
      w: (on, [penPt = on.#state.penPt]) => on.#change({ penPt }),
      gs: (on, _, operands) => {
        const dict = lookUpDict(lookUpDict(on.#resources, "ExtGState"), findName(operands));
        const [font, size] = lookUpList(dict, "Font");
        on.#change({ penPt: lookUpNumber(dict, "LW") ?? on.#state.penPt });
        on.#setTransparency(dict);
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
      Tm: (on, numbers) => on.#setText({ matrix: toMatrix(numbers) }),
      Td: (on, [x = 0, y = 0]) => on.#moveText(x, y),
      TD: (on, [x = 0, y = 0]) => {
        on.#setText({ leading: -y });
        on.#moveText(x, y);
      },
      TL: (on, [leading = 0]) => on.#setText({ leading }),
      Tr: (on, [mode = 0]) => on.#setText({ mode }),
      Tf: (on, [sizePt = 1], operands) =>
        on.#change({ font: lookUpDict(lookUpDict(on.#resources, "Font"), findName(operands)), sizePt }),
      "T*": (on) => on.#moveText(0, -on.#text.leading),
      ...each(["Tj", "TJ"], (on, _, operands) => on.#showText(operands)),
      ...each(["'", '"'], (on, _, operands) => {
        on.#moveText(0, -on.#text.leading);
        on.#showText(operands);
      }),
      // What is drawn elsewhere (8.7.4, 8.8 to 8.10).
      Do: (on, _, operands) =>
        on.#placeObject(lookUpStream(lookUpDict(on.#resources, "XObject"), findName(operands))),
      [INLINE_IMAGE]: (on, _, [image]) => image instanceof PDFDict && on.#placeImage(image),
      sh: (on, _, operands) => {
        const shading = lookUpDict(lookUpDict(on.#resources, "Shading"), findName(operands));
        on.#addPaint(on.#page, shadingPaint(shading, on.#resources), "fill");
        on.painted.fills.push(on.#page);
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
    const paint = applyColourOperator(small, operands, this.#state[use], this.#resources);
    if (paint !== null) this.#change({ [use]: paint });
  }

  #endPath(isFilled: boolean, isDrawn: boolean): void {
    const { matrix, penPt, fill, stroke } = this.#state;
    const { lines } = this.painted;
    const area = computeBounds(this.#points);
    if (isFilled) this.#addPaint(area, fill, "fill");
    if (isFilled && fill.shade !== "white") this.#addFill(area);
    if (isFilled && !isDrawn && this.#isAllRectangles) lines.push(...slender(this.#points));
    if (area !== null && isDrawn) {
      this.#addPaint(area, stroke, "stroke");
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
    const area = computeBounds(rectangleCorners(concat(this.#text.matrix, matrix), [0, 0], [sizePt, sizePt]));
    if (area === null || isEmpty || INVISIBLE.has(this.#text.mode)) return;
    if (font !== null && !this.letterings.has(font)) this.letterings.set(font, { font, area });
    this.#addPaint(area, fill, "fill");
    const [, , upX, upY] = concat(this.#text.matrix, matrix);
    const shownPt = (Math.abs(sizePt) * Math.hypot(upX, upY)) / MM_PER_PT;
    const isType = font !== null && shownPt > 0;
    if (isType && shownPt < SMALL_TYPE_PT)
      this.painted.smallType.push({ area, sizePt: shownPt, shade: fill.shade });
  }

  /** Draws a form, or places an image. A form that draws itself has no end. */
  #placeObject(stream: PDFRawStream | null): void {
    if (stream === null) return;
    const { dict } = stream;
    if (lookUpName(dict, "Subtype") !== "Form") this.#placeImage(dict);
    else if (this.#forms.has(stream) || this.#forms.size >= MAX_DEPTH) this.painted.isWhole = false;
    else {
      const before = this.#state;
      this.#forms.add(stream);
      this.#change({ matrix: concat(lookUpMatrix(dict, "Matrix") ?? IDENTITY, before.matrix) });
      const own = lookUpDict(dict, "Resources");
      if (own === null && this.#resources !== null) this.painted.ownsResources = false;
      this.paint([stream], own ?? this.#resources);
      this.#forms.delete(stream);
      this.#state = before;
    }
  }

  /** An image fills the unit square. */
  #placeImage(image: PDFDict): void {
    const { matrix, fill } = this.#state;
    const area = computeBounds(rectangleCorners(matrix, [0, 0], [1, 1]));
    this.#addPaint(area, imagePaint(image, this.#resources, fill), "fill");
    this.#addFill(area);
    if (area === null) return;
    if (lookUpObject(image, "SMask") !== null) this.painted.transparent.push(area);
    const [a, b, c, d] = matrix;
    const width = lookUpNumber(image, "Width") ?? lookUpNumber(image, "W") ?? 0;
    const height = lookUpNumber(image, "Height") ?? lookUpNumber(image, "H") ?? 0;
    // A single pixel is an area of one colour.
    const isCoarse = isMask(image) && Math.max(width, height) <= MAX_MODULES;
    if (isCoarse || width * height === 1) return;
    const dpi = MM_PER_INCH * Math.min(width / Math.hypot(a, b), height / Math.hypot(c, d));
    this.painted.images.push({ area, dpi });
  }

  /** Applies transparency and overprint of an `ExtGState` entry (ISO 32000-1, 8.4.5). */
  #setTransparency(dict: PDFDict | null): void {
    const { seeThrough, overprint } = this.#state;
    const blend = findName(lookUpList(dict, "BM"));
    const mask = lookUpObject(dict, "SMask");
    const isBlended = !["", "Normal", "Compatible"].includes(blend) || mask instanceof PDFDict;
    const alpha = (key: string, before: boolean) => {
      const share = lookUpNumber(dict, key);
      return isBlended || (share === null ? before : share < 1);
    };
    const readFlag = (key: string, before: boolean) => {
      const value = lookUpObject(dict, key);
      return value === null ? before : String(value) === "true";
    };
    const stroke = readFlag("OP", overprint.stroke);
    // Without `op`, `OP` is for filling, too.
    const fill = readFlag("op", lookUpObject(dict, "OP") === null ? overprint.fill : stroke);
    this.#change({
      seeThrough: { fill: alpha("ca", seeThrough.fill), stroke: alpha("CA", seeThrough.stroke) },
      overprint: { fill, stroke },
    });
  }

  #addFill(area: Area | null): void {
    if (area !== null && Math.max(area.widthMm, area.heightMm) > MAX_DOT_MM) this.painted.fills.push(area);
  }

  #addPaint(area: Area | null, { space, colour, shade }: PagePaint, use: Use): void {
    if (area === null) return;
    const { coloured, devices, transparent, whiteOverprint } = this.painted;
    if (space.device !== null) devices.add(space.device);
    if (colour !== null) coloured.push({ area, colour });
    if (this.#state.seeThrough[use]) transparent.push(area);
    if (shade === "white" && this.#state.overprint[use]) whiteOverprint.push(area);
  }
}

function each(operators: readonly string[], act: Operator): Record<string, Operator> {
  return Object.fromEntries(operators.map((operator) => [operator, act]));
}

/** Those of the rectangles that look like lines. */
function slender(corners: readonly PagePoint[]): DrawnLine[] {
  return corners.flatMap((_, at) => {
    const area = at % 4 === 0 ? computeBounds(corners.slice(at, at + 4)) : null;
    if (area === null) return [];
    const widthMm = Math.min(area.widthMm, area.heightMm);
    const longMm = Math.max(area.widthMm, area.heightMm);
    return longMm >= SLENDER * widthMm && longMm > 0 ? [{ area, widthMm }] : [];
  });
}
