import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
} from "@cantoo/pdf-lib";
import type { Matrix } from "./geometry.ts";

/*
 * What stands in a PDF is what somebody wrote there: each of these gives the value if it is of the kind that belongs there, and null if
 * it is of another, missing, or can't be followed.
 */

function at(dict: PDFDict, key: string): PDFObject | undefined {
  try {
    return dict.lookup(PDFName.of(key));
  } catch {
    return undefined;
  }
}

export function dictAt(dict: PDFDict | null, key: string): PDFDict | null {
  return dict === null ? null : asDict(at(dict, key));
}

/** The dictionary that something is or, of a stream, has. */
export function asDict(object: PDFObject | undefined): PDFDict | null {
  if (object instanceof PDFDict) return object;
  return object instanceof PDFRawStream ? object.dict : null;
}

export function streamAt(dict: PDFDict | null, key: string): PDFRawStream | null {
  const found = dict === null ? undefined : at(dict, key);
  return found instanceof PDFRawStream ? found : null;
}

export function nameAt(dict: PDFDict | null, key: string): string | null {
  const found = dict === null ? undefined : at(dict, key);
  return found instanceof PDFName ? found.decodeText() : null;
}

export function numberAt(dict: PDFDict | null, key: string): number | null {
  const found = dict === null ? undefined : at(dict, key);
  return found instanceof PDFNumber ? found.asNumber() : null;
}

/** The things in an array; a single thing stands for an array of itself, as for contents and filters. */
export function listAt(dict: PDFDict | null, key: string): PDFObject[] {
  const found = dict === null ? undefined : at(dict, key);
  return found === undefined ? [] : found instanceof PDFArray ? itemsOf(found) : [found];
}

export function itemsOf(array: PDFArray): PDFObject[] {
  return array.asArray().flatMap((_, at) => array.lookup(at) ?? []);
}

export function objectAt(dict: PDFDict | null, key: string): PDFObject | null {
  return dict === null ? null : (at(dict, key) ?? null);
}

function numbersAt(dict: PDFDict | null, key: string): number[] {
  return listAt(dict, key).flatMap((item) => (item instanceof PDFNumber ? item.asNumber() : []));
}

/** A rectangle of two corners: left, bottom, right, top in points. */
export type Rectangle = readonly [left: number, bottom: number, right: number, top: number];

export function rectangleAt(dict: PDFDict | null, key: string): Rectangle | null {
  const [x1, y1, x2, y2] = numbersAt(dict, key);
  if (x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined) return null;
  return [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)];
}

export function matrixAt(dict: PDFDict | null, key: string): Matrix | null {
  const [a, b, c, d, e, f] = numbersAt(dict, key);
  if (a === undefined || b === undefined || c === undefined) return null;
  return d === undefined || e === undefined || f === undefined ? null : [a, b, c, d, e, f];
}

/** More than any page of a pad, a book or a poster takes, unpacked. */
const MAX_BYTES = 1 << 26;
/** So much is unpacked at a time: a few bytes can be unpacked to more than there is memory. */
const CHUNK_BYTES = 1 << 16;

/**
 * The unpacked bytes of a stream.
 *
 * @returns null if they are packed in a way that only pictures are, or if they are far too many
 */
export function bytesOf(stream: PDFRawStream): Uint8Array | null {
  try {
    const decoder = decodePDFRawStream(stream);
    const chunks: Uint8Array[] = [];
    let length = 0;
    for (let chunk = decoder.getBytes(CHUNK_BYTES); chunk.length > 0; chunk = decoder.getBytes(CHUNK_BYTES)) {
      length += chunk.length;
      if (length > MAX_BYTES) return null;
      chunks.push(Uint8Array.from(chunk));
    }
    return Buffer.concat(chunks);
  } catch {
    return null;
  }
}
