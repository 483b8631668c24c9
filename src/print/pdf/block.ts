import { concatBytes, latin1Text } from "../../rules/bytes.ts";
import type { TypeFamily, Weight } from "../fonts/typeface.ts";
import { type Area, PT_PER_MM, type Size } from "../geometry.ts";
import { KitCanvas, type PdfCanvas, type TextLine } from "./canvas.ts";
import { type Letters, prepareLetters } from "./embedded-font.ts";
import { Kit, type PdfInformation, type Reference } from "./kit.ts";
import { type Sink, type BlockPage, PageFile } from "./object-file.ts";

/** Something that was drawn once and can be put on any page. */
export interface Stamp {
  readonly name: string;
}

/**
 * A document of many similar pages. Shared content is recorded first; then page after page is written and dropped, so
 * that a block takes no more memory the longer it gets. Identical calls give identical bytes, because the file has no date.
 */
export class PdfBlock {
  readonly #kit: Kit;
  readonly #fonts: TypeFamily;
  readonly #sink: Sink;
  readonly #isPacked: boolean;
  readonly #forms = new Map<string, Reference>();
  readonly #fontNames = new Set<string>();
  #file: PageFile | null = null;

  /** @param sink takes the bytes of the file, one piece at a time; the next page waits for it */
  constructor(information: PdfInformation, sink: Sink) {
    this.#kit = new Kit(information);
    this.#fonts = information.fonts;
    this.#sink = sink;
    this.#isPacked = information.pressDate === undefined;
  }

  /** Records what `draw` draws on an area of this size, in mm from its top left corner. */
  stamp(size: Size, draw: (canvas: PdfCanvas) => void): Stamp {
    const name = `S${this.#forms.size + 1}`;
    this.#forms.set(
      name,
      recordForm(this.#kit, size, () => draw(new KitCanvas(this.#kit, this.#fonts))),
    );
    return { name };
  }

  /** Prepares characters to be written on single pages. */
  letters(weight: Weight, characters: string): Letters {
    const letters = prepareLetters(this.#kit, weight, characters);
    this.#fontNames.add(letters.fontName);
    return letters;
  }

  /** Writes the next page; stamps and letters must be recorded before. @returns what to wait for; null for most, to save memory */
  page(page: BlockPage, draw: (content: PageContent) => void): Promise<void> | null {
    this.#file ??= this.#begin();
    const parts: string[] = [];
    draw(new PageContent(parts, page.heightMm));
    this.#file.add(page, parts);
    return this.#file.flush();
  }

  /** Writes the end of the file. */
  async finish(): Promise<void> {
    const file = this.#file ?? this.#begin();
    const { _root, _info, _id } = this.#kit;
    await file.end(`/Root ${_root.id} 0 R/Info ${_info.id} 0 R/ID[<${toHex(_id)}><${toHex(_id)}>]`);
  }

  /** Lets pdfkit write everything but the pages: forms, fonts, information and catalogue. */
  #begin(): PageFile {
    const kit = this.#kit;
    kit._pageBuffer = [];
    // The page tree is ours; pdfkit only has to refer to it.
    const root = Object.assign(kit.ref({}), { end: () => undefined });
    kit._root.data.Pages = root;
    // pdfkit lists a font under each of its names.
    const fonts = new Set(Object.values(kit._fontFamilies).filter(({ id }) => this.#fontNames.has(id)));
    const fontIds = [...fonts].map((font) => `/${font.id} ${font.ref().id} 0 R`);
    for (const form of this.#forms.values()) form.end(undefined);
    kit._finalize = () => undefined;
    kit.end();
    const formIds = [...this.#forms].map(([name, { id }]) => `/${name} ${id} 0 R`);
    const resources = `<</XObject<<${formIds.join("")}>>/Font<<${fontIds.join("")}>>>>`;
    const start = { bytes: concatBytes(kit.pieces), offsets: kit._offsets };
    return new PageFile(start, this.#sink, root.id, resources, this.#isPacked);
  }
}

/** Runs `draw` on a page of this size that never gets into the file; what it draws becomes a form, which can be put on any page. */
function recordForm(kit: Kit, { widthMm, heightMm }: Size, draw: () => void): Reference {
  // Pages that are kept back are never written.
  kit.options.bufferPages = true;
  kit.addSheet({ widthMm, heightMm });
  const { page } = kit;
  const Resources: Record<string, object> = {};
  const BBox = [0, 0, page.width, page.height];
  // pdfkit draws from the top of the page down; everything else here follows PDF.
  const Matrix = [1, 0, 0, -1, 0, heightMm * PT_PER_MM];
  const form = kit.ref({ Type: "XObject", Subtype: "Form", BBox, Matrix, Resources });
  const own = page.content;
  page.content = form;
  draw();
  page.content = own;
  // pdfkit notes what the drawing used at the page; its types leave out these lists.
  const { data } = (page as unknown as { resources: { data: Record<string, object> } }).resources;
  for (const list of ["Font", "XObject", "ExtGState", "Pattern", "ColorSpace"])
    if (data[list] !== undefined) Resources[list] = { ...data[list] };
  return form;
}

/** Puts content on a page, as operators. Everything is measured in mm from the top left corner of the page, or of the place. */
export class PageContent {
  readonly #parts: string[];
  readonly #heightMm: number;
  #lastInk: number;

  /** @param lastInk a page begins with black ink */
  constructor(parts: string[], heightMm: number, lastInk = 1) {
    this.#parts = parts;
    this.#heightMm = heightMm;
    this.#lastInk = lastInk;
  }

  press({ name }: Stamp): void {
    this.#parts.push(`/${name} Do`);
  }

  /** A mask of modules: row by row from the highest bit, rows padded to whole bytes; 0 is black. It must come before any text. */
  symbol(
    symbol: Area & { readonly rows: number; readonly columns: number; readonly bits: Uint8Array },
  ): void {
    const { xMm, yMm, widthMm, heightMm, rows, columns, bits } = symbol;
    const matrix = `${short(widthMm)} 0 0 ${short(heightMm)} ${short(xMm)} ${this.#up(yMm + heightMm)}`;
    const plain = latin1Text(bits);
    // Readers find the end of an inline image by the letters EI; data that contains them becomes hexadecimal digits.
    const data = plain.includes("EI") ? `/F/AHx ID ${toHex(bits)}>` : ` ID ${plain}`;
    this.#parts.push(`q ${matrix} cm`, `BI/W ${columns}/H ${rows}/IM true${data} EI Q`);
  }

  /** @param line its ink is a share of black */
  write(line: Omit<TextLine, "weight" | "ink" | "upwards"> & { letters: Letters; ink: number }): void {
    const { letters, text, xMm, baselineMm, sizePt, ink } = line;
    const grey = ink === this.#lastInk ? "" : `${shortPt(1 - ink)} g `;
    this.#lastInk = ink;
    const font = `/${letters.fontName} ${shortPt(sizePt)} Tf`;
    const place = `${short(xMm)} ${this.#up(baselineMm)} Td`;
    this.#parts.push(`${grey}BT${font} ${place}${letters.encode(text)}Tj ET`);
  }

  /** Puts what `draw` draws into a place of the page, turned upside down and scaled by the factor `scale` if these are given. */
  at(
    place: Area & { readonly isTurned: boolean; readonly scale?: number },
    draw: (content: PageContent) => void,
  ): void {
    const { xMm, yMm, widthMm, heightMm, isTurned, scale = 1 } = place;
    const isWhole = xMm === 0 && yMm === 0 && heightMm === this.#heightMm && !isTurned && scale === 1;
    if (isWhole) {
      draw(this);
      return;
    }
    const along = exact(isTurned ? -scale : scale);
    const left = exact((isTurned ? xMm + widthMm : xMm) * PT_PER_MM);
    const bottom = exact((this.#heightMm - yMm - (isTurned ? 0 : heightMm)) * PT_PER_MM);
    this.#parts.push(`q ${along} 0 0 ${along} ${left} ${bottom} cm`);
    draw(new PageContent(this.#parts, heightMm / scale, this.#lastInk));
    this.#parts.push("Q");
  }

  #up(yMm: number): string {
    return short(this.#heightMm - yMm);
  }
}

/** The first lengths that were written: most recur on every page. */
const shortened = new Map<number, string>();
const MAX_SHORTENED = 1000;

function short(mm: number): string {
  return shortPt(mm * PT_PER_MM);
}

/** A length in pt to a tenth: at most 0.05 pt off, the breadth of a hair. */
function shortPt(pt: number): string {
  const known = shortened.get(pt);
  if (known !== undefined) return known;
  const written = String(Math.round(pt * 10) / 10).replace(/^0\./, ".");
  if (shortened.size < MAX_SHORTENED) shortened.set(pt, written);
  return written;
}

/** A number to four decimals, for matrices that much depends on. */
function exact(value: number): string {
  return String(Math.round(value * 10_000) / 10_000);
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
