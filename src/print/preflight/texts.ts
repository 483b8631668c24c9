import { getDocument, type PDFDocumentProxy, VerbosityLevel } from "pdfjs-dist/legacy/build/pdf.mjs";
import type { Area } from "../geometry.ts";
import { computeBounds, concat, type Matrix, toMatrix, rectangleCorners } from "./matrix.ts";

/** A stretch of text on a page. */
export interface PageText {
  readonly text: string;
  readonly area: Area;
}

/** How far letters reach above and below the baseline, as shares of the type size; accents and descenders included. */
const ABOVE = 0.75;
const BELOW = 0.22;

/** Opens a file to read its texts. @returns null if it can't be read */
export async function openTexts(bytes: Uint8Array): Promise<PDFDocumentProxy | null> {
  const task = getDocument({
    // A copy: pdf.js transfers the bytes to its worker.
    data: new Uint8Array(bytes),
    verbosity: VerbosityLevel.ERRORS,
    isEvalSupported: false,
    useSystemFonts: false,
    disableFontFace: true,
  });
  try {
    return await task.promise;
  } catch {
    await task.destroy();
    return null;
  }
}

/** Where text stands on a page. @param number counted from 1. @throws whatever the library throws if the page can't be read */
export async function listPageTexts(
  document: PDFDocumentProxy,
  number: number,
  toMm: Matrix,
): Promise<PageText[]> {
  const page = await document.getPage(number);
  const { items } = await page.getTextContent();
  page.cleanup();
  return items.flatMap((item) => {
    if (!("str" in item) || item.str.trim() === "") return [];
    const matrix = toMatrix(item.transform as number[]);
    const [a, b, c, d] = matrix;
    const size = Math.hypot(c, d);
    if (size === 0) return [];
    // The width is measured on the page, in the direction of the line, whatever the size.
    const along = item.width / (Math.hypot(a, b) || 1);
    const area = computeBounds(rectangleCorners(concat(matrix, toMm), [0, -BELOW], [along, ABOVE]));
    return area === null ? [] : [{ text: item.str, area }];
  });
}
