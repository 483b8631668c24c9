import type { PDFObject } from "@cantoo/pdf-lib";
import { decodePDFRawStream, PDFArray, PDFDict, PDFName, PDFNumber, PDFRawStream } from "@cantoo/pdf-lib";
import { concatBytes } from "../../rules/bytes.ts";
import { type Matrix, toMatrix } from "./matrix.ts";

// A PDF may hold anything anywhere. Each of these functions returns null for what is of another kind, missing or can't be resolved.

export function lookUpObject(dict: PDFDict | null, key: string): PDFObject | null {
  try {
    return dict?.lookup(PDFName.of(key)) ?? null;
  } catch {
    return null;
  }
}

export function lookUpDict(dict: PDFDict | null, key: string): PDFDict | null {
  return asDict(lookUpObject(dict, key));
}

/** A dictionary, or that of a stream. */
export function asDict(object: PDFObject | null | undefined): PDFDict | null {
  if (object instanceof PDFDict) return object;
  return object instanceof PDFRawStream ? object.dict : null;
}

export function lookUpStream(dict: PDFDict | null, key: string): PDFRawStream | null {
  const found = lookUpObject(dict, key);
  return found instanceof PDFRawStream ? found : null;
}

export function lookUpName(dict: PDFDict | null, key: string): string | null {
  const found = lookUpObject(dict, key);
  return found instanceof PDFName ? found.decodeText() : null;
}

export function lookUpNumber(dict: PDFDict | null, key: string): number | null {
  const found = lookUpObject(dict, key);
  return found instanceof PDFNumber ? found.asNumber() : null;
}

/** The items of an array; a single object counts as an array of itself, as for contents and filters. */
export function lookUpList(dict: PDFDict | null, key: string): PDFObject[] {
  const found = lookUpObject(dict, key);
  if (found === null) return [];
  return found instanceof PDFArray ? resolveItems(found) : [found];
}

export function resolveItems(array: PDFArray): PDFObject[] {
  return array.asArray().flatMap((_, at) => array.lookup(at) ?? []);
}

/** The numbers among operands or items. */
export function filterNumbers(objects: readonly PDFObject[]): number[] {
  return objects.flatMap((one) => (one instanceof PDFNumber ? one.asNumber() : []));
}

/** The name among the operands; empty if there is none. */
export function findName(operands: readonly PDFObject[]): string {
  return operands.find((one) => one instanceof PDFName)?.decodeText() ?? "";
}

/** A rectangle of two corners: left, bottom, right, top in points. */
export type Rectangle = readonly [left: number, bottom: number, right: number, top: number];

export function lookUpRectangle(dict: PDFDict | null, key: string): Rectangle | null {
  const numbers = filterNumbers(lookUpList(dict, key));
  if (numbers.length < 4) return null;
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = numbers;
  return [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)];
}

export function lookUpMatrix(dict: PDFDict | null, key: string): Matrix | null {
  const numbers = filterNumbers(lookUpList(dict, key));
  return numbers.length < 6 ? null : toMatrix(numbers);
}

/** More than any page of a pad, a book or a poster takes, unpacked. */
const MAX_BYTES = 1 << 26;
/** Unpacked at a time: a few bytes can unpack to more than fits into memory. */
const CHUNK_BYTES = 1 << 16;

/** The unpacked bytes of a stream. @returns null if it is packed by a method for images, or unpacks to far too much */
export function decodeStream(stream: PDFRawStream): Uint8Array | null {
  try {
    const decoder = decodePDFRawStream(stream);
    const chunks: Uint8Array[] = [];
    for (let length = 0; length <= MAX_BYTES; length += CHUNK_BYTES) {
      const chunk = decoder.getBytes(CHUNK_BYTES);
      if (chunk.length === 0) return concatBytes(chunks);
      chunks.push(Uint8Array.from(chunk));
    }
  } catch {}
  return null;
}
