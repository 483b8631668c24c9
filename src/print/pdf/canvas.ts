import { runsOf } from "../shapes/runs.ts";
import type { Shape } from "../shapes/shape.ts";
import type { TypeFamily } from "../fonts/typeface.ts";
import { openFont } from "./fonts.ts";
import { fillingWith, type Ink, liningWith } from "./ink.ts";
import type { Kit } from "./kit.ts";
import { type FigurePlace, paintShape } from "./paint.ts";
import { PT_PER_MM } from "../geometry.ts";

interface PdfText {
  readonly text: string;
  readonly xMm: number;
  /** Where the letters stand. */
  readonly baselineMm: number;
  readonly sizePt: number;
  readonly weight: keyof TypeFamily;
  readonly ink: Ink;
  /** Turned by 90 degrees, so that it reads upwards from its point; level if left out. */
  readonly upwards?: boolean;
}

interface PdfLine {
  readonly fromXMm: number;
  readonly fromYMm: number;
  readonly toXMm: number;
  readonly toYMm: number;
  readonly weightPt: number;
  readonly ink: Ink;
  /** Lengths of dash and gap in mm; unbroken if left out. */
  readonly dashMm?: readonly [number, number];
}

interface PdfBox {
  readonly xMm: number;
  readonly yMm: number;
  readonly widthMm: number;
  readonly heightMm: number;
  readonly ink: Ink;
}

/** A pattern of square modules, row by row; true is ink. */
interface PdfModules {
  readonly rows: readonly (readonly boolean[])[];
  readonly xMm: number;
  readonly yMm: number;
  readonly widthMm: number;
  readonly heightMm: number;
}

/** A picture without transparent parts, in grey or in colour. It is put into the file once, however often it is drawn. */
interface PdfPicture {
  readonly png: Uint8Array;
  readonly xMm: number;
  readonly yMm: number;
  readonly widthMm: number;
  readonly heightMm: number;
}

/** Something to draw on. Everything is measured in mm from the top left corner of the page. */
export interface PdfCanvas {
  /** One line of text; it is neither broken nor cut. */
  text(text: PdfText): void;
  line(line: PdfLine): void;
  /** A filled rectangle. */
  fill(box: PdfBox): void;
  /** A pattern of black modules as one path that is filled once, so that no seams show between modules. */
  modules(modules: PdfModules): void;
  /** Shapes of a unit square, drawn with the given side. */
  shapes(shapes: readonly Shape[], at: FigurePlace): void;
  /** A picture, stretched over its area. */
  picture(picture: PdfPicture): void;
}

/** Draws on whichever page is open. */
export function canvasOf(kit: Kit, fonts: TypeFamily): PdfCanvas {
  const opened = new Map<Uint8Array, PDFKit.Mixins.ImageSrc>();
  return {
    text: (text) => drawText(kit, text),
    line: (line) => drawLine(kit, line),
    fill: (box) => drawFill(kit, box),
    modules: (modules) => drawModules(kit, modules),
    shapes: (shapes, at) => {
      for (const shape of shapes) paintShape(kit, fonts, shape, at);
    },
    picture: ({ png, ...area }) => {
      const image = opened.get(png) ?? openPicture(kit, png);
      opened.set(png, image);
      drawPicture(kit, image, area);
    },
  };
}

function drawText(kit: Kit, { text, xMm, baselineMm, sizePt, weight, ink, upwards }: PdfText): void {
  const x = xMm * PT_PER_MM;
  const y = baselineMm * PT_PER_MM;
  kit.save();
  if (upwards === true) kit.rotate(-90, { origin: [x, y] });
  kit.addContent(fillingWith(ink));
  // An (empty) list of features makes pdfkit shape the line whole, as `type/` measures it, instead of word by word.
  openFont(kit, weight)
    .fontSize(sizePt)
    .text(text, x, y, { lineBreak: false, baseline: "alphabetic", features: [] });
  kit.restore();
}

function drawLine(kit: Kit, line: PdfLine): void {
  const dash = line.dashMm?.map((mm) => (mm * PT_PER_MM).toFixed(3)).join(" ") ?? "";
  kit.addContent(`q ${liningWith(line.ink)} [${dash}] 0 d`);
  kit
    .lineWidth(line.weightPt)
    .moveTo(line.fromXMm * PT_PER_MM, line.fromYMm * PT_PER_MM)
    .lineTo(line.toXMm * PT_PER_MM, line.toYMm * PT_PER_MM)
    .stroke();
  kit.addContent("Q");
}

function drawFill(kit: Kit, box: PdfBox): void {
  kit.addContent(`q ${fillingWith(box.ink)}`);
  const [x, y, width, height] = [box.xMm, box.yMm, box.widthMm, box.heightMm].map((mm) => mm * PT_PER_MM);
  kit.rect(x ?? 0, y ?? 0, width ?? 0, height ?? 0).fill();
  kit.addContent("Q");
}

function drawModules(kit: Kit, { rows, xMm, yMm, widthMm, heightMm }: PdfModules): void {
  const stepY = heightMm / rows.length;
  kit.addContent(`q ${fillingWith(1)}`);
  rows.forEach((row, at) => {
    const stepX = widthMm / row.length;
    for (const [from, to] of runsOf(row)) {
      const [x, y] = [xMm + from * stepX, yMm + at * stepY];
      kit.rect(x * PT_PER_MM, y * PT_PER_MM, (to - from) * stepX * PT_PER_MM, stepY * PT_PER_MM);
    }
  });
  kit.addContent("f Q");
}

/** As much of pdfkit's pictures as its types do not tell: one that was opened may be drawn any number of times. */
interface PictureKit {
  openImage(png: Buffer): PDFKit.Mixins.ImageSrc;
}

function openPicture(kit: Kit, png: Uint8Array): PDFKit.Mixins.ImageSrc {
  return (kit as unknown as PictureKit).openImage(Buffer.from(png));
}

function drawPicture(kit: Kit, image: PDFKit.Mixins.ImageSrc, area: Omit<PdfPicture, "png">): void {
  const { xMm, yMm, widthMm, heightMm } = area;
  const size = { width: widthMm * PT_PER_MM, height: heightMm * PT_PER_MM };
  kit.image(image, xMm * PT_PER_MM, yMm * PT_PER_MM, size);
}
