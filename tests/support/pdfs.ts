import { MM_PER_PT } from "../../src/print/geometry.ts";
import { createRequire } from "node:module";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";

const require = createRequire(import.meta.url);
const FONTS = require.resolve("pdfjs-dist/package.json").replace("package.json", "standard_fonts/");
export interface FoundText {
  readonly text: string;
  /** Where it begins and where its baseline is, in mm from the top left corner of the page. */
  readonly xMm: number;
  readonly yMm: number;
  readonly sizePt: number;
}

function open(pdf: Uint8Array) {
  // pdf.js detaches the buffer that it is given.
  return getDocument({ data: pdf.slice(), standardFontDataUrl: FONTS, verbosity: 0 }).promise;
}

/** Every piece of text on a page (counted from 1), as another program reads it. */
export async function textsOf(pdf: Uint8Array, page: number): Promise<FoundText[]> {
  const document = await open(pdf);
  const opened = await document.getPage(page);
  const { height } = opened.getViewport({ scale: 1 });
  const { items } = await opened.getTextContent();
  return items.flatMap((item) => {
    if (!("str" in item) || item.str.trim() === "") return [];
    const [, , upX = 0, upY = 0, x = 0, y = 0] = item.transform as number[];
    // pdf.js gives every kind of blank as a plain one or not, as it likes.
    const text = item.str.replaceAll("\u00a0", " ");
    return [{ text, xMm: x * MM_PER_PT, yMm: (height - y) * MM_PER_PT, sizePt: Math.hypot(upX, upY) }];
  });
}

/** How many pages a PDF has. */
export async function pagesOf(pdf: Uint8Array): Promise<number> {
  return (await open(pdf)).numPages;
}

/** The names of the embedded fonts, with the six letters that mark a subset. */
export function fontsOf(pdf: Uint8Array): string[] {
  const names = [
    ...Buffer.from(pdf)
      .toString("latin1")
      .matchAll(/\/FontName \/([^\s/]+)/g),
  ].map((match) => match[1] ?? "");
  return [...new Set(names)].sort();
}
