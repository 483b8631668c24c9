import type { TypeFamily } from "../fonts/typeface.ts";
import { type Area, PT_PER_MM } from "../geometry.ts";
import { runsOf, type Shape } from "../shapes/shape.ts";
import type { FigurePlace, Ink, PdfCanvas } from "./canvas.ts";
import { openFont } from "./embedded-font.ts";
import type { Kit } from "./kit.ts";

/** Draws on the page that is open. */
export function canvasOf(kit: Kit, fonts: TypeFamily): PdfCanvas {
  const opened = new Map<Uint8Array, PDFKit.Mixins.ImageSrc>();
  return {
    text: ({ text, xMm, baselineMm, sizePt, weight, ink, upwards }) => {
      const [x, y] = [xMm * PT_PER_MM, baselineMm * PT_PER_MM];
      kit.save();
      if (upwards === true) kit.rotate(-90, { origin: [x, y] });
      kit.addContent(inkOperator(ink, "fill"));
      setText(kit, text, x, y, sizePt, weight);
      kit.restore();
    },
    line: ({ fromXMm, fromYMm, toXMm, toYMm, weightPt, ink, dashMm }) => {
      const dash = dashMm?.map((mm) => (mm * PT_PER_MM).toFixed(3)).join(" ") ?? "";
      kit.addContent(`q ${inkOperator(ink, "stroke")} [${dash}] 0 d`);
      kit.lineWidth(weightPt).moveTo(fromXMm * PT_PER_MM, fromYMm * PT_PER_MM);
      kit.lineTo(toXMm * PT_PER_MM, toYMm * PT_PER_MM).stroke();
      kit.addContent("Q");
    },
    fill: ({ ink, ...area }) => {
      kit.addContent(`q ${inkOperator(ink, "fill")}`);
      kit.rect(...boxOf(area)).fill();
      kit.addContent("Q");
    },
    modules: ({ rows, ...area }) => drawModules(kit, rows, area),
    shapes: (shapes, at) => {
      for (const shape of shapes) drawShape(kit, fonts, shape, at);
    },
    picture: ({ png, ...area }) => {
      // pdfkit's types leave out that an image is opened once and drawn any number of times.
      const { openImage } = kit as unknown as { openImage(png: Uint8Array): PDFKit.Mixins.ImageSrc };
      const image = opened.get(png) ?? openImage.call(kit, png);
      opened.set(png, image);
      const [x, y, width, height] = boxOf(area);
      kit.image(image, x, y, { width, height });
    },
  };
}

/** Left, top, width and height in points. */
function boxOf({ xMm, yMm, widthMm, heightMm }: Area): [number, number, number, number] {
  return [xMm * PT_PER_MM, yMm * PT_PER_MM, widthMm * PT_PER_MM, heightMm * PT_PER_MM];
}

function setText(kit: Kit, text: string, x: number, y: number, sizePt: number, weight: keyof TypeFamily) {
  // An (empty) list of features makes pdfkit shape the line as a whole, as `fonts/` measures it, instead of word by word.
  openFont(kit, weight)
    .fontSize(sizePt)
    .text(text, x, y, { lineBreak: false, baseline: "alphabetic", features: [] });
}

function drawModules(kit: Kit, rows: readonly (readonly boolean[])[], area: Area): void {
  const heightMm = area.heightMm / rows.length;
  kit.addContent(`q ${inkOperator(1, "fill")}`);
  rows.forEach((row, at) => {
    const stepMm = area.widthMm / row.length;
    for (const [from, to] of runsOf(row)) {
      const [xMm, yMm] = [area.xMm + from * stepMm, area.yMm + at * heightMm];
      kit.rect(...boxOf({ xMm, yMm, widthMm: (to - from) * stepMm, heightMm }));
    }
  });
  kit.addContent("f Q");
}

/** The operator that sets the ink. In PDF, 0 is black and 1 is white. */
function inkOperator(ink: Ink, use: "fill" | "stroke"): string {
  const isFill = use === "fill";
  if (typeof ink === "number") return `${(1 - ink).toFixed(3)} ${isFill ? "g" : "G"}`;
  const shares = [ink.red, ink.green, ink.blue].map((share) => share.toFixed(3));
  return `${shares.join(" ")} ${isFill ? "rg" : "RG"}`;
}

/** From the unit square to points on the page. */
type Scale = Readonly<Record<"x" | "y" | "length", (value: number) => number>>;

function drawShape(kit: Kit, fonts: TypeFamily, shape: Shape, at: FigurePlace): void {
  const scale: Scale = {
    x: (x) => (at.xMm + x * at.sideMm) * PT_PER_MM,
    y: (y) => (at.yMm + y * at.sideMm) * PT_PER_MM,
    length: (length) => length * at.sideMm * PT_PER_MM,
  };
  const inkOf = (share: number): Ink => (share === 1 && at.colour ? at.colour : share);
  kit.addContent("q");
  if (shape.kind === "numeral") drawNumeral(kit, fonts, shape, scale, inkOf(shape.ink));
  else {
    tracePath(kit, shape, scale);
    paintPath(kit, shape, scale, inkOf);
  }
  kit.addContent("Q");
}

type Numeral = Extract<Shape, { kind: "numeral" }>;
type Outline = Exclude<Shape, Numeral>;

function tracePath(kit: Kit, shape: Outline, scale: Scale): void {
  switch (shape.kind) {
    case "rounded-rectangle": {
      const { x, y, width, height, radius } = shape;
      const [left, top] = [scale.x(x), scale.y(y)];
      kit.roundedRect(left, top, scale.length(width), scale.length(height), scale.length(radius));
      return;
    }
    case "circle":
      kit.circle(scale.x(shape.centerX), scale.y(shape.centerY), scale.length(shape.radius));
      return;
    case "path": {
      const [first, ...rest] = shape.points;
      if (first === undefined) return;
      kit.moveTo(scale.x(first.x), scale.y(first.y));
      for (const point of rest) kit.lineTo(scale.x(point.x), scale.y(point.y));
      return;
    }
    default:
      shape satisfies never;
  }
}

/** Fills and strokes the path that was traced; PDF forgets it after one operator, so both take one operator. */
function paintPath(kit: Kit, { fill, line }: Outline, scale: Scale, inkOf: (share: number) => Ink): void {
  if (fill !== null) kit.addContent(inkOperator(inkOf(fill), "fill"));
  if (line !== null) {
    const dash = line.dash?.map((length) => scale.length(length).toFixed(3)).join(" ") ?? "";
    // Round caps and joins.
    const style = `${scale.length(line.weight).toFixed(3)} w 1 J 1 j [${dash}] 0 d`;
    kit.addContent(`${inkOperator(inkOf(line.ink), "stroke")} ${style}`);
  }
  if (fill !== null) kit.addContent(line === null ? "f" : "B");
  else kit.addContent(line === null ? "n" : "S");
}

function drawNumeral(kit: Kit, fonts: TypeFamily, shape: Numeral, scale: Scale, ink: Ink): void {
  const heightPt = scale.length(shape.height);
  const sizePt = heightPt / PT_PER_MM / fonts.bold.height(1).capMm;
  const widthPt = fonts.bold.width(shape.text, sizePt) * PT_PER_MM;
  kit.addContent(inkOperator(ink, "fill"));
  const [x, y] = [scale.x(shape.centerX) - widthPt / 2, scale.y(shape.centerY) + heightPt / 2];
  setText(kit, shape.text, x, y, sizePt, "bold");
}
