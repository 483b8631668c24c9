import type { Line, Shape } from "../shapes/shape.ts";
import type { TypeFamily } from "../fonts/typeface.ts";
import { openFont } from "./fonts.ts";
import { type Colour, fillingWith, type Ink, liningWith } from "./ink.ts";
import type { Kit } from "./kit.ts";
import { PT_PER_MM } from "../geometry.ts";

/** Where the unit square of a figure lies on the page. */
export interface FigurePlace {
  readonly xMm: number;
  readonly yMm: number;
  readonly sideMm: number;
  /** What is black in the figure comes in this colour. */
  readonly colour?: Colour | null;
}

/** From the unit square to points on the page. */
interface Scale {
  x(x: number): number;
  y(y: number): number;
  length(length: number): number;
}

/** Paints one shape of a unit square onto the open page. */
export function paintShape(kit: Kit, fonts: TypeFamily, shape: Shape, at: FigurePlace): void {
  const scale: Scale = {
    x: (x) => (at.xMm + x * at.sideMm) * PT_PER_MM,
    y: (y) => (at.yMm + y * at.sideMm) * PT_PER_MM,
    length: (length) => length * at.sideMm * PT_PER_MM,
  };
  const inkOf = (share: number): Ink => (share === 1 && at.colour ? at.colour : share);
  kit.addContent("q");
  if (shape.kind === "numeral") paintNumeral(kit, fonts, shape, scale, inkOf);
  else {
    tracePath(kit, shape, scale);
    closePath(kit, shape.fill, shape.line, scale, inkOf);
  }
  kit.addContent("Q");
}

function tracePath(kit: Kit, shape: Exclude<Shape, { kind: "numeral" }>, scale: Scale): void {
  switch (shape.kind) {
    case "rounded-rectangle":
      kit.roundedRect(
        scale.x(shape.x),
        scale.y(shape.y),
        scale.length(shape.width),
        scale.length(shape.height),
        scale.length(shape.radius),
      );
      return;
    case "circle":
      kit.circle(scale.x(shape.centerX), scale.y(shape.centerY), scale.length(shape.radius));
      return;
    case "path": {
      const [first, ...rest] = shape.points;
      if (first === undefined) return;
      kit.moveTo(scale.x(first.x), scale.y(first.y));
      for (const point of rest) kit.lineTo(scale.x(point.x), scale.y(point.y));
      if (shape.closed) kit.closePath();
      return;
    }
  }
}

/** Fills and strokes what was traced; PDF forgets the path after one of them, so both go in one operator. */
function closePath(
  kit: Kit,
  fill: number | null,
  line: Line | null,
  scale: Scale,
  inkOf: (share: number) => Ink,
): void {
  if (fill !== null) kit.addContent(fillingWith(inkOf(fill)));
  if (line !== null) {
    const dash = line.dash?.map((length) => scale.length(length).toFixed(3)).join(" ") ?? "";
    const look = `${scale.length(line.weight).toFixed(3)} w 1 J 1 j [${dash}] 0 d`;
    kit.addContent(`${liningWith(inkOf(line.ink))} ${look}`);
  }
  if (fill !== null && line !== null) kit.addContent("B");
  else if (fill !== null) kit.addContent("f");
  else kit.addContent(line === null ? "n" : "S");
}

function paintNumeral(
  kit: Kit,
  fonts: TypeFamily,
  shape: Extract<Shape, { kind: "numeral" }>,
  scale: Scale,
  inkOf: (share: number) => Ink,
): void {
  const capMmPerPt = fonts.bold.height(1).capMm;
  const heightPt = scale.length(shape.height);
  const sizePt = heightPt / PT_PER_MM / capMmPerPt;
  const widthPt = fonts.bold.width(shape.text, sizePt) * PT_PER_MM;
  kit.addContent(fillingWith(inkOf(shape.ink)));
  openFont(kit, "bold")
    .fontSize(sizePt)
    .text(shape.text, scale.x(shape.centerX) - widthPt / 2, scale.y(shape.centerY) + heightPt / 2, {
      lineBreak: false,
      baseline: "alphabetic",
      features: [],
    });
}
