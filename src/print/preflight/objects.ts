import {
  type PDFObject,
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFName,
  PDFNumber,
  PDFRawStream,
  type PDFContext,
  PDFObjectParser,
} from "@cantoo/pdf-lib";
import { concatBytes, latin1Bytes } from "../../rules/bytes.ts";
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

/** An operator of a content stream with the operands before it (ISO 32000-1, 7.8.2). */
export interface Operation {
  readonly operator: string;
  readonly operands: readonly PDFObject[];
}

/** The operator of an image inside a content stream; the image's dictionary is the only operand. */
export const INLINE_IMAGE = "BI";

/** Far more than a page takes: content with more counts as broken. */
const MAX_OPERATIONS = 2_000_000;
const BLANKS = new Set([0, 9, 10, 12, 13, 32]);
/** Characters that end a word, in addition to blanks. */
const DELIMITERS = new Set(latin1Bytes("()<>[]{}/%"));
const [E, I, LEFT_BRACE, RIGHT_BRACE] = latin1Bytes("EI{}");

/** The operations that could be read, and whether these are all. */
export interface ParsedContent {
  readonly operations: readonly Operation[];
  readonly isWhole: boolean;
}

/** Reads the content of streams as one (ISO 32000-1, 7.8.2), to its end or to the first error. */
export function readContent(streams: readonly PDFRawStream[], context: PDFContext): ParsedContent {
  const parts = streams.map(decodeStream);
  const bytes = concatBytes(parts.flatMap((part) => (part === null ? [] : [part, latin1Bytes("\n")])));
  const parser = ContentParser.of(bytes, context);
  const operations: Operation[] = [];
  let isWhole = !parts.includes(null);
  try {
    for (let next = parser.next(); next !== null; next = parser.next())
      if (operations.push(next) > MAX_OPERATIONS) throw new RangeError("content without end");
  } catch {
    isWhole = false;
  }
  return { operations, isWhole };
}

/** The library's parser of objects, extended by the operators between them. */
class ContentParser extends PDFObjectParser {
  static of(bytes: Uint8Array, context: PDFContext): ContentParser {
    const { bytes: stream } = PDFObjectParser.forBytes(bytes, context) as unknown as ContentParser;
    return new ContentParser(stream, context);
  }

  /** @returns null at the end */
  next(): Operation | null {
    const operands: PDFObject[] = [];
    for (;;) {
      this.skipWhitespaceAndComments();
      if (this.bytes.done()) return null;
      const operator = this.#word();
      if (operator === INLINE_IMAGE) return { operator, operands: [this.#inlineImage()] };
      if (operator !== null) return { operator, operands };
      operands.push(this.parseObject());
    }
  }

  /** In content, `0 0 R` can only be the start of `0 0 RG`. */
  protected override parseNumberOrRef(): PDFNumber {
    return PDFNumber.of(this.parseRawNumber());
  }

  /** A word that is no object; null if there is none here. */
  #word(): string | null {
    const start = this.bytes.offset();
    let end = start;
    for (let byte = this.bytes.peekAt(end); byte !== undefined; byte = this.bytes.peekAt(++end))
      if (BLANKS.has(byte) || DELIMITERS.has(byte)) break;
    const word = String.fromCharCode(...this.bytes.slice(start, Math.min(end, start + 16)));
    if (!/^[a-zA-Z'"]/.test(word) || /^(true|false|null)$/.test(word)) {
      const byte = this.bytes.peek();
      if (byte !== LEFT_BRACE && byte !== RIGHT_BRACE) return null;
      end = start + 1;
    }
    this.bytes.moveTo(end);
    return word;
  }

  /** The dictionary of an image (ISO 32000-1, 8.9.7); its data is skipped. */
  #inlineImage(): PDFDict {
    const entries = new Map<PDFName, PDFObject>();
    for (this.skipWhitespaceAndComments(); this.#word() !== "ID"; this.skipWhitespaceAndComments()) {
      const key = this.parseObject();
      if (!(key instanceof PDFName)) throw new RangeError("an image without end");
      entries.set(key, this.parseObject());
    }
    this.bytes.next();
    this.#skipData();
    return PDFDict.fromMapWithContext(entries, this.context);
  }

  #skipData(): void {
    for (let at = this.bytes.offset(); ; at++) {
      const [before, first, second, after] = [-1, 0, 1, 2].map((by) => this.bytes.peekAt(at + by));
      if (second === undefined) throw new RangeError("an image without end");
      const isAlone = BLANKS.has(before ?? 0) && BLANKS.has(after ?? 0);
      if (first === E && second === I && isAlone) return void this.bytes.moveTo(at + 2);
    }
  }
}
