import { joined, latin1Text } from "../../rules/bytes.ts";
import type { TypeFamily } from "../fonts/typeface.ts";
import { type Area, PT_PER_MM, type Size } from "../geometry.ts";
import type { PdfCanvas } from "./canvas.ts";
import { canvasOf } from "./draw.ts";
import { type Letters, prepareLetters } from "./embedded-font.ts";
import { addPage, type Kit, openKit, type PdfInformation, recordForm } from "./kit.ts";
import { ObjectFile, type Sink } from "./object-file.ts";
import { type BlockPage, PageStreams, PageTree } from "./pages.ts";

/** Something that was drawn once and can be put on any page. */
export interface Stamp {
  readonly name: string;
}

/** Puts content on a page. Everything is measured in mm from the top left corner of the page, or of the place. */
export interface PageContent {
  press(stamp: Stamp): void;
  /**
   * A pattern of modules as a mask: row by row from the highest bit, each row padded to whole bytes; 0 is black. It must come before
   * any text, which sets another ink.
   */
  symbol(symbol: Area & { readonly rows: number; readonly columns: number; readonly bits: Uint8Array }): void;
  write(text: {
    readonly letters: Letters;
    readonly text: string;
    readonly xMm: number;
    readonly baselineMm: number;
    readonly sizePt: number;
    /** Share of black. */
    readonly ink: number;
  }): void;
  /**
   * Puts the content of `draw` into a place of the page, upside down if it is turned; it is measured from the corner of the place.
   *
   * @param place `scale` is the factor by which the content is scaled down; 1 if left out
   */
  at(
    place: Area & { readonly isTurned: boolean; readonly scale?: number },
    draw: (content: PageContent) => void,
  ): void;
}

/**
 * A document of many pages that are nearly alike. What they share is recorded first; then page after page is written and forgotten,
 * so that a block of a hundred thousand pages takes no more memory than one of a hundred.
 */
export interface PdfBlock {
  /** Records what `draw` draws on an area of this size, in mm from its top left corner. */
  stamp(size: Size, draw: (canvas: PdfCanvas) => void): Stamp;
  /** Prepares characters to be written on single pages. */
  letters(weight: keyof TypeFamily, characters: string): Letters;
  /**
   * Writes the next page. After the first one, neither stamps nor letters can be recorded.
   *
   * @returns what to wait for before the next page; null if there is nothing, as for most pages: a promise for each page would cost a
   * large block much memory
   */
  page(page: BlockPage, draw: (content: PageContent) => void): Promise<void> | null;
  /** Writes the end of the file. */
  finish(): Promise<void>;
}

/**
 * Opens a block. Fonts are embedded as subsets; identical calls give identical bytes, because the file has no date.
 *
 * @param sink takes the bytes of the file, one piece at a time; the next page waits for it
 */
export function openBlock(information: PdfInformation, sink: Sink): PdfBlock {
  const kit = openKit(information);
  const forms = new Map<string, Kit["page"]["content"]>();
  const fonts = new Set<string>();
  let open: ReturnType<typeof begin> | null = null;
  const opened = () => {
    open ??= begin(kit, forms, fonts, sink);
    return open;
  };
  return {
    stamp: ({ widthMm, heightMm }, draw) => {
      // Only there to be drawn on: these pages never get into the file.
      addPage(kit, { widthMm, heightMm });
      // pdfkit draws from the top of the page down; everything else here follows PDF.
      const Matrix = [1, 0, 0, -1, 0, heightMm * PT_PER_MM];
      const form = recordForm(kit, () => draw(canvasOf(kit, information.fonts)), { Matrix });
      const name = `S${forms.size + 1}`;
      forms.set(name, form);
      return { name };
    },
    letters: (weight, characters) => {
      const letters = prepareLetters(kit, weight, characters);
      fonts.add(letters.fontName);
      return letters;
    },
    page: (page, draw) => {
      const { file, tree, streams } = opened();
      const parts: string[] = [];
      draw(contentOf(parts, page.heightMm));
      tree.add(page, streams.put(parts));
      return file.flush();
    },
    finish: async () => {
      const { file, tree, trailer } = opened();
      tree.finish();
      await file.end(trailer);
    },
  };
}

/** What pdfkit's types leave out and it takes to continue its file. */
interface KitInside {
  _pageBuffer: unknown[];
  readonly _offsets: (number | null)[];
  readonly _root: { readonly id: number; readonly data: Record<string, unknown> };
  readonly _info: { readonly id: number };
  readonly _id: Uint8Array;
  readonly _fontFamilies: Readonly<Record<string, { readonly id: string; ref(): { readonly id: number } }>>;
  ref(data: unknown): { readonly id: number; end(): void };
  _finalize(): void;
}

/** Lets pdfkit write everything but the pages: forms, fonts, information and catalogue. */
function begin(
  kit: Kit,
  forms: ReadonlyMap<string, { readonly id: number; end(data?: unknown): void }>,
  fonts: ReadonlySet<string>,
  sink: Sink,
) {
  const inside = kit as unknown as KitInside;
  inside._pageBuffer = [];
  // The page tree is ours; pdfkit only has to refer to it.
  const pages = Object.assign(inside.ref({}), { end: () => undefined });
  inside._root.data.Pages = pages;
  // pdfkit lists a font under each of its names.
  const used = new Set(Object.values(inside._fontFamilies).filter(({ id }) => fonts.has(id)));
  const fontIds = [...used].map((font) => `/${font.id} ${font.ref().id} 0 R`);
  for (const form of forms.values()) form.end(undefined);
  inside._finalize = () => undefined;
  kit.end();
  const file = new ObjectFile(joined(kit.pieces), inside._offsets, sink);
  const formIds = [...forms].map(([name, { id }]) => `/${name} ${id} 0 R`);
  const resources = `<</XObject<<${formIds.join("")}>>/Font<<${fontIds.join("")}>>>>`;
  const id = hexOf(inside._id);
  return {
    file,
    tree: new PageTree(file, pages.id, resources),
    streams: new PageStreams(file),
    trailer: `/Root ${inside._root.id} 0 R/Info ${inside._info.id} 0 R/ID[<${id}><${id}>]`,
  };
}

/** Writes operators, turning mm from the top left corner into points from the bottom left one. A page begins with black ink. */
function contentOf(parts: string[], heightMm: number, inkBefore = 1): PageContent {
  let lastInk = inkBefore;
  const x = (mm: number) => short(mm * PT_PER_MM);
  const y = (mm: number) => short((heightMm - mm) * PT_PER_MM);
  const content: PageContent = {
    press: ({ name }) => parts.push(`/${name} Do`),
    symbol: ({ xMm, yMm, widthMm, heightMm: highMm, rows, columns, bits }) => {
      const matrix = `${x(widthMm)} 0 0 ${x(highMm)} ${x(xMm)} ${y(yMm + highMm)}`;
      const plain = latin1Text(bits);
      // Readers find the end of an inline image by the letters EI; data that contains them becomes hexadecimal digits.
      const data = plain.includes("EI") ? `/F/AHx ID ${hexOf(bits)}>` : ` ID ${plain}`;
      parts.push(`q ${matrix} cm`, `BI/W ${columns}/H ${rows}/IM true${data} EI Q`);
    },
    write: ({ letters, text, xMm, baselineMm, sizePt, ink }) => {
      const grey = ink === lastInk ? "" : `${short(1 - ink)} g `;
      lastInk = ink;
      parts.push(
        `${grey}BT/${letters.fontName} ${short(sizePt)} Tf ${x(xMm)} ${y(baselineMm)} Td${letters.encode(text)}Tj ET`,
      );
    },
    at: (place, draw) => {
      const { xMm, yMm, widthMm, isTurned, scale = 1 } = place;
      const isWhole = xMm === 0 && yMm === 0 && place.heightMm === heightMm && !isTurned && scale === 1;
      if (isWhole) return draw(content);
      const along = exact(isTurned ? -scale : scale);
      const left = exact((isTurned ? xMm + widthMm : xMm) * PT_PER_MM);
      const bottom = exact((heightMm - yMm - (isTurned ? 0 : place.heightMm)) * PT_PER_MM);
      parts.push(`q ${along} 0 0 ${along} ${left} ${bottom} cm`);
      draw(contentOf(parts, place.heightMm / scale, lastInk));
      parts.push("Q");
    },
  };
  return content;
}

/** The first lengths that were written: most recur on every page. */
const shortened = new Map<number, string>();
const MAX_SHORTENED = 1000;

/** A length in pt to a tenth: at most 0.05 pt off, the breadth of a hair. */
function short(pt: number): string {
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

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
