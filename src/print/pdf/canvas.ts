import type { AnyFamily, Weight } from "../fonts/typeface.ts";
import { type Area, PT_PER_MM, type Segment } from "../geometry.ts";
import { findRuns, type Shape } from "../shapes/figures.ts";
import { openFont } from "./embedded-font.ts";
import type { Colour } from "./colour.ts";
import type { Kit } from "./kit.ts";

/** The share of black, from 0 for the white of the paper to 1 for black, or a colour. A share is written as grey, never mixed. */
export type Ink = number | Colour;

/** Something to draw on. Everything is measured in mm from the top left corner of the page. */
export type PdfCanvas = Pick<
  KitCanvas,
  "text" | "line" | "fill" | "modules" | "shapes" | "picture" | "outlines"
>;

export interface TextLine {
  readonly text: string;
  readonly xMm: number;
  readonly baselineMm: number;
  readonly sizePt: number;
  readonly weight: Weight;
  readonly ink: Ink;
  /** Turned by 90 degrees, so that it reads upwards from its point; level if left out. */
  readonly upwards?: boolean;
}

interface Line extends Segment {
  readonly weightPt: number;
  readonly ink: Ink;
  /** The lengths of dash and gap; unbroken if left out. */
  readonly dashMm?: readonly [number, number];
}

/** Where the unit square of a figure lies on the page. */
interface FigurePlace {
  readonly xMm: number;
  readonly yMm: number;
  readonly sideMm: number;
  /** Replaces the black of the figure. */
  readonly colour?: Colour | null;
}

/** A step of a path, in the units of its drawing: to a point, along a cubic curve, or back to where it began. */
export type PathStep =
  | readonly ["M" | "L", x: number, y: number]
  | readonly ["C", x1: number, y1: number, x2: number, y2: number, x: number, y: number]
  | readonly ["Z"];

/** A path that is filled, stroked or both, in one colour each. */
export interface PaintedPath {
  readonly steps: readonly PathStep[];
  readonly fill: Ink | null;
  readonly isEvenOdd: boolean;
  /** Caps and joins as PDF counts them: 0 butt or mitre, 1 round, 2 square or bevel. */
  readonly stroke: (Readonly<Record<"weight" | "cap" | "join", number>> & { readonly ink: Ink }) | null;
}

/** A drawing of plain outlines, and the part of it that is shown. */
export interface Outlines {
  readonly box: Readonly<Record<"x" | "y" | "width" | "height", number>>;
  readonly outlines: readonly PaintedPath[];
}

type Numeral = Extract<Shape, { kind: "numeral" }>;
type Outline = Exclude<Shape, Numeral>;
/** From the unit square to points on the page. */
type Scale = Readonly<Record<"x" | "y" | "length", (value: number) => number>>;

/** Draws on the page of a document that is open. */
export class KitCanvas {
  /** @internal */
  protected readonly kit: Kit;
  readonly #fonts: AnyFamily;
  readonly #images = new Map<Uint8Array, PDFKit.Mixins.ImageSrc>();

  /** @internal */
  constructor(kit: Kit, fonts: AnyFamily) {
    this.kit = kit;
    this.#fonts = fonts;
  }

  /** One line of text; it is neither broken nor clipped. */
  text({ text, xMm, baselineMm, sizePt, weight, ink, upwards = false }: TextLine): void {
    const [x, y] = [xMm * PT_PER_MM, baselineMm * PT_PER_MM];
    this.kit.save();
    if (upwards) this.kit.rotate(-90, { origin: [x, y] });
    this.kit.addContent(this.#inkOperator(ink, "fill"));
    this.#setText(text, x, y, sizePt, weight);
    this.kit.restore();
  }

  line({ fromXMm, fromYMm, toXMm, toYMm, weightPt, ink, dashMm }: Line): void {
    const dash = dashMm?.map((mm) => (mm * PT_PER_MM).toFixed(3)).join(" ") ?? "";
    this.kit.addContent(`q ${this.#inkOperator(ink, "stroke")} [${dash}] 0 d`);
    this.kit.lineWidth(weightPt).moveTo(fromXMm * PT_PER_MM, fromYMm * PT_PER_MM);
    this.kit.lineTo(toXMm * PT_PER_MM, toYMm * PT_PER_MM).stroke();
    this.kit.addContent("Q");
  }

  /** A filled rectangle. */
  fill({ ink, ...area }: Area & { readonly ink: Ink }): void {
    this.kit.addContent(`q ${this.#inkOperator(ink, "fill")}`);
    this.kit.rect(...toPtBox(area)).fill();
    this.kit.addContent("Q");
  }

  /** A pattern of black square modules, row by row, as one path that is filled once, so that no seams show between them. */
  modules({ rows, ...area }: Area & { readonly rows: readonly (readonly boolean[])[] }): void {
    const heightMm = area.heightMm / rows.length;
    this.kit.addContent(`q ${this.#inkOperator(1, "fill")}`);
    rows.forEach((row, at) => {
      const stepMm = area.widthMm / row.length;
      for (const [from, to] of findRuns(row)) {
        const [xMm, yMm] = [area.xMm + from * stepMm, area.yMm + at * heightMm];
        this.kit.rect(...toPtBox({ xMm, yMm, widthMm: (to - from) * stepMm, heightMm }));
      }
    });
    this.kit.addContent("f Q");
  }

  /** Shapes of a unit square, drawn with the given side. */
  shapes(shapes: readonly Shape[], { xMm, yMm, sideMm, colour }: FigurePlace): void {
    const scale: Scale = {
      x: (x) => (xMm + x * sideMm) * PT_PER_MM,
      y: (y) => (yMm + y * sideMm) * PT_PER_MM,
      length: (length) => length * sideMm * PT_PER_MM,
    };
    const chooseInk = (share: number): Ink => (share === 1 && colour ? colour : share);
    for (const shape of shapes) {
      this.kit.addContent("q");
      if (shape.kind === "numeral") this.#drawNumeral(shape, scale, chooseInk(shape.ink));
      else {
        this.#tracePath(shape, scale);
        this.#paintPath(shape, scale, chooseInk);
      }
      this.kit.addContent("Q");
    }
  }

  /** An opaque image, grey or in colour, stretched over its area. It is embedded once, however often it is drawn. */
  picture({ png, ...area }: Area & { readonly png: Uint8Array }): void {
    const image = this.#images.get(png) ?? this.kit.openImage(png);
    this.#images.set(png, image);
    const [x, y, width, height] = toPtBox(area);
    this.kit.image(image, x, y, { width, height });
  }

  /** Outlines, stretched over their area and cut off at its edges. */
  outlines({ outlines: { box, outlines }, ...area }: Area & { readonly outlines: Outlines }): void {
    const [left, top, wide, high] = toPtBox(area);
    const x = (value: number) => (left + ((value - box.x) / box.width) * wide).toFixed(3);
    const y = (value: number) => (top + ((value - box.y) / box.height) * high).toFixed(3);
    const length = (value: number) => ((value / box.width) * wide).toFixed(3);
    this.kit.addContent(
      `q ${left.toFixed(3)} ${top.toFixed(3)} ${wide.toFixed(3)} ${high.toFixed(3)} re W n`,
    );
    for (const { steps, fill, isEvenOdd, stroke } of outlines) {
      if (fill !== null) this.kit.addContent(this.#inkOperator(fill, "fill"));
      if (stroke !== null) {
        const { ink, weight, cap, join } = stroke;
        this.kit.addContent(
          `${this.#inkOperator(ink, "stroke")} ${length(weight)} w ${cap} J ${join} j [] 0 d`,
        );
      }
      this.kit.addContent(steps.map((step) => stepOperator(step, x, y)).join(" "));
      const star = isEvenOdd ? "*" : "";
      this.kit.addContent(fill === null ? "S" : stroke === null ? `f${star}` : `B${star}`);
    }
    this.kit.addContent("Q");
  }

  /** The operator that sets the ink. In PDF, 0 is black and 1 is white. */
  #inkOperator(ink: Ink, use: "fill" | "stroke"): string {
    const [operands, operator] =
      typeof ink === "number" ? [(1 - ink).toFixed(3), "g"] : this.kit.colourOperator(ink);
    return `${operands} ${use === "fill" ? operator : operator.toUpperCase()}`;
  }

  #setText(text: string, x: number, y: number, sizePt: number, weight: Weight): void {
    openFont(this.kit, weight);
    // An (empty) list of features makes pdfkit shape the line as a whole, as `fonts/` measures it, instead of word by word.
    this.kit.fontSize(sizePt).text(text, x, y, { lineBreak: false, baseline: "alphabetic", features: [] });
  }

  #tracePath(shape: Outline, { x, y, length }: Scale): void {
    switch (shape.kind) {
      case "rounded-rectangle": {
        const { width, height, radius } = shape;
        this.kit.roundedRect(x(shape.x), y(shape.y), length(width), length(height), length(radius));
        return;
      }
      case "circle":
        this.kit.circle(x(shape.centerX), y(shape.centerY), length(shape.radius));
        return;
      case "path":
        shape.points.forEach((point, at) => {
          if (at === 0) this.kit.moveTo(x(point.x), y(point.y));
          else this.kit.lineTo(x(point.x), y(point.y));
        });
        return;
      default:
        shape satisfies never;
    }
  }

  /** Fills and strokes the current path in one operator, since PDF drops the path after one. */
  #paintPath({ fill, line }: Outline, { length }: Scale, inkOf: (share: number) => Ink): void {
    if (fill !== null) this.kit.addContent(this.#inkOperator(inkOf(fill), "fill"));
    if (line !== null) {
      const dash = line.dash?.map((unit) => length(unit).toFixed(3)).join(" ") ?? "";
      // Round caps and joins.
      const style = `${length(line.weight).toFixed(3)} w 1 J 1 j [${dash}] 0 d`;
      this.kit.addContent(`${this.#inkOperator(inkOf(line.ink), "stroke")} ${style}`);
    }
    if (fill !== null) this.kit.addContent(line === null ? "f" : "B");
    else this.kit.addContent(line === null ? "n" : "S");
  }

  #drawNumeral(shape: Numeral, scale: Scale, ink: Ink): void {
    const { bold } = this.#fonts;
    const heightPt = scale.length(shape.height);
    const sizePt = heightPt / PT_PER_MM / bold.height(1).capMm;
    const widthPt = bold.width(shape.text, sizePt) * PT_PER_MM;
    this.kit.addContent(this.#inkOperator(ink, "fill"));
    const [x, y] = [scale.x(shape.centerX) - widthPt / 2, scale.y(shape.centerY) + heightPt / 2];
    this.#setText(shape.text, x, y, sizePt, "bold");
  }
}

function stepOperator(step: PathStep, x: (value: number) => string, y: (value: number) => string): string {
  switch (step[0]) {
    case "M":
      return `${x(step[1])} ${y(step[2])} m`;
    case "L":
      return `${x(step[1])} ${y(step[2])} l`;
    case "C":
      return `${x(step[1])} ${y(step[2])} ${x(step[3])} ${y(step[4])} ${x(step[5])} ${y(step[6])} c`;
    case "Z":
      return "h";
    default:
      return step satisfies never;
  }
}

/** Left, top, width and height in points. */
function toPtBox({ xMm, yMm, widthMm, heightMm }: Area): [number, number, number, number] {
  return [xMm * PT_PER_MM, yMm * PT_PER_MM, widthMm * PT_PER_MM, heightMm * PT_PER_MM];
}
