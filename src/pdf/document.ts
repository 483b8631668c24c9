import PdfKit from "pdfkit";
import type { Shape } from "../figure/shape.ts";
import type { TypeFamily } from "../type/typeface.ts";
import { openFont } from "./fonts.ts";
import { type FigurePlace, paintShape } from "./paint.ts";
import { grey, PT_PER_MM } from "./units.ts";

/** Ink is the share of black: 0 is the white of the paper, 1 is black. It is written as grey, never as a mixed colour. */
type Ink = number;

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

/** What was drawn once and can be put on any page; see `stamp`. */
export interface Stamp {
  readonly name: string;
}

/** An open document. Everything is measured in mm from the top left corner of the page. */
export interface PdfDocument {
  addPage(size: { readonly widthMm: number; readonly heightMm: number }): void;
  /** One line of text; it is neither broken nor cut. */
  text(text: PdfText): void;
  line(line: PdfLine): void;
  /** A filled rectangle. */
  fill(box: PdfBox): void;
  /** A pattern of black modules as one path that is filled once, so that no seams show between modules. */
  modules(modules: PdfModules): void;
  /** Shapes of a unit square, drawn with the given side. */
  shapes(shapes: readonly Shape[], at: FigurePlace): void;
  /** Records what `draw` draws, for pages of the size of the open one, without drawing it yet. */
  stamp(draw: () => void): Stamp;
  /** Draws a stamp on the open page. */
  press(stamp: Stamp): void;
  /** Closes the document. @returns the whole file */
  finish(): Promise<Uint8Array>;
}

export interface PdfInformation {
  readonly title: string;
  /** BCP 47 code of the language that the text is in. */
  readonly language: string;
  readonly fonts: TypeFamily;
  /** What the document is about, in one sentence. */
  readonly subject?: string;
}

type Kit = InstanceType<typeof PdfKit>;

/**
 * Opens a PDF. Fonts are embedded as subsets; identical calls give identical bytes, because the file names no date.
 *
 * @returns a document without pages
 */
export function openPdf(information: PdfInformation): PdfDocument {
  const kit = openKit(information);
  const chunks: Uint8Array[] = [];
  kit.on("data", (chunk: Uint8Array) => chunks.push(chunk));
  const stamps = new Map<string, Kit["page"]["content"]>();
  const closeForms: (() => void)[] = [];
  return {
    addPage: ({ widthMm, heightMm }) => {
      kit.addPage({ size: [widthMm * PT_PER_MM, heightMm * PT_PER_MM], margin: 0 });
    },
    text: (text) => drawText(kit, text),
    line: (line) => drawLine(kit, line),
    fill: (box) => drawFill(kit, box),
    modules: (modules) => drawModules(kit, modules),
    shapes: (shapes, at) => {
      for (const shape of shapes) paintShape(kit, information.fonts, shape, at);
    },
    stamp: (draw) => {
      const name = `Stamp${stamps.size + 1}`;
      const form = recordForm(kit, draw);
      stamps.set(name, form);
      closeForms.push(() => form.end(undefined));
      return { name };
    },
    press: ({ name }) => {
      kit.page.xobjects[name] = stamps.get(name);
      kit.addContent(`/${name} Do`);
    },
    finish: () => {
      for (const close of closeForms) close();
      return finished(kit, chunks);
    },
  };
}

function openKit({ title, language, subject, fonts }: PdfInformation): Kit {
  const kit = new PdfKit({
    autoFirstPage: false,
    displayTitle: true,
    lang: language,
    pdfVersion: "1.7",
    // No default font: it would be one of the standard 14, which are never embedded.
    font: "",
    info: {
      Title: title,
      Producer: "augenblock",
      Creator: "augenblock",
      // The file's identifier is made from the information; a date of its own would make each run differ.
      CreationDate: new Date(0),
      ...(subject === undefined ? {} : { Subject: subject }),
    },
  });
  delete kit.info.CreationDate;
  // pdfkit would repeat the information in a second place, unescaped (`&` in a title breaks it) and with the date.
  Object.assign(kit, { endMetadata: () => undefined });
  kit.registerFont("regular", fonts.regular.bytes);
  kit.registerFont("bold", fonts.bold.bytes);
  return kit;
}

/**
 * Runs `draw` with the page's content turned into a form of its own. The form shares the page's coordinates, so whatever
 * is drawn into it lands in the same place on every page of that size.
 */
function recordForm(kit: Kit, draw: () => void): Kit["page"]["content"] {
  const page = kit.page;
  const resources: { Font?: unknown } = {};
  const box = [0, 0, page.width, page.height];
  const form = kit.ref({ Type: "XObject", Subtype: "Form", BBox: box, Resources: resources });
  const own = page.content;
  page.content = form;
  draw();
  page.content = own;
  resources.Font = { ...page.fonts };
  return form;
}

function finished(kit: Kit, chunks: readonly Uint8Array[]): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    kit.on("error", reject);
    kit.on("end", () => resolve(joined(chunks)));
    kit.end();
  });
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

function drawText(kit: Kit, { text, xMm, baselineMm, sizePt, weight, ink, upwards }: PdfText): void {
  const x = xMm * PT_PER_MM;
  const y = baselineMm * PT_PER_MM;
  kit.save();
  if (upwards === true) kit.rotate(-90, { origin: [x, y] });
  kit.addContent(`${grey(ink)} g`);
  // An (empty) list of features makes pdfkit shape the line whole, as `type/` measures it, instead of word by word.
  openFont(kit, weight)
    .fontSize(sizePt)
    .text(text, x, y, { lineBreak: false, baseline: "alphabetic", features: [] });
  kit.restore();
}

function drawLine(kit: Kit, line: PdfLine): void {
  const dash = line.dashMm?.map((mm) => (mm * PT_PER_MM).toFixed(3)).join(" ") ?? "";
  kit.addContent(`q ${grey(line.ink)} G [${dash}] 0 d`);
  kit
    .lineWidth(line.weightPt)
    .moveTo(line.fromXMm * PT_PER_MM, line.fromYMm * PT_PER_MM)
    .lineTo(line.toXMm * PT_PER_MM, line.toYMm * PT_PER_MM)
    .stroke();
  kit.addContent("Q");
}

function drawFill(kit: Kit, box: PdfBox): void {
  kit.addContent(`q ${grey(box.ink)} g`);
  const [x, y, width, height] = [box.xMm, box.yMm, box.widthMm, box.heightMm].map((mm) => mm * PT_PER_MM);
  kit.rect(x ?? 0, y ?? 0, width ?? 0, height ?? 0).fill();
  kit.addContent("Q");
}

function drawModules(kit: Kit, { rows, xMm, yMm, widthMm, heightMm }: PdfModules): void {
  const stepY = heightMm / rows.length;
  kit.addContent(`q ${grey(1)} g`);
  rows.forEach((row, at) => {
    const stepX = widthMm / row.length;
    for (const [from, to] of runsOf(row)) {
      const [x, y] = [xMm + from * stepX, yMm + at * stepY];
      kit.rect(x * PT_PER_MM, y * PT_PER_MM, (to - from) * stepX * PT_PER_MM, stepY * PT_PER_MM);
    }
  });
  kit.addContent("f Q");
}

/** The stretches of black modules in a row: from, and to the first one after. */
function runsOf(row: readonly boolean[]): [from: number, to: number][] {
  const runs: [number, number][] = [];
  row.forEach((isBlack, at) => {
    const last = runs.at(-1);
    if (!isBlack) return;
    if (last?.[1] === at) last[1] = at + 1;
    else runs.push([at, at + 1]);
  });
  return runs;
}
