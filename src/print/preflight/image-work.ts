import { PDFArray, PDFDict, type PDFObject, PDFRawStream, PDFRef } from "@cantoo/pdf-lib";
import { lookUpDict, lookUpList, findName, lookUpNumber } from "./objects.ts";
import { listPageLeaves } from "./page.ts";
import { openFile } from "./preflight.ts";

/** Packed faxes and JBIG2 take this many times as long to unpack as other images of their size. */
const SLOW = 3;

/**
 * How much work the largest image of each page is, in pixels that a fast decoder unpacks. Pages may share a list of all images of a file,
 * so those of a page can't be added up.
 *
 * @returns none for a file that can't be looked at so
 */
export async function imageWork(bytes: Uint8Array): Promise<number[]> {
  const catalogue = await openFile(bytes);
  return typeof catalogue === "string" ? [] : listPageLeaves(catalogue).map(estimatePageWork);
}

/** Entries of a page that lead to other pages, annotations or metadata, not to its content. */
const NOT_PAINTED = new Set(["Parent", "Annots", "B", "Metadata", "StructParents"]);

function estimatePageWork({ dict: page, from }: ReturnType<typeof listPageLeaves>[number]): number {
  const seen = new Set<PDFObject>();
  const open: PDFObject[] = [page, ...lookUpList(from.Resources ?? page, "Resources")];
  let work = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const object = next instanceof PDFRef ? page.context.lookup(next) : next;
    if (object === undefined || seen.has(object)) continue;
    seen.add(object);
    if (object instanceof PDFArray) open.push(...object.asArray());
    const dict = object instanceof PDFRawStream ? object.dict : object;
    if (!(dict instanceof PDFDict)) continue;
    for (const [key, value] of dict.entries()) if (!NOT_PAINTED.has(key.decodeText())) open.push(value);
    if (object instanceof PDFRawStream) work = Math.max(work, workOfStream(object));
  }
  return work;
}

/** Decoders believe what an image says of its size, or what its packed data say: the greater counts. */
function workOfStream(stream: PDFRawStream): number {
  const { dict } = stream;
  const [width, height] = [lookUpNumber(dict, "Width") ?? 0, lookUpNumber(dict, "Height") ?? 0];
  const packed = lookUpList(dict, "Filter").map((filter, at) => {
    const parms = lookUpList(dict, "DecodeParms")[at];
    const own = parms instanceof PDFDict ? parms : lookUpDict(dict, "DecodeParms");
    switch (findName([filter])) {
      case "CCITTFaxDecode":
        return (
          SLOW *
          (lookUpNumber(own, "Columns") ?? USUAL_COLUMNS) *
          Math.max(lookUpNumber(own, "Rows") ?? 0, height, 1)
        );
      case "JBIG2Decode":
        return SLOW * Math.max(width * height, regionPixels(stream.contents));
      default:
        return 0;
    }
  });
  return Math.max(0, width * height, ...packed);
}

/** The default width of a fax (ISO 32000-1, 7.4.6). */
const USUAL_COLUMNS = 1728;

/** The kinds of segments of JBIG2 (ISO 14492, 7.3) that begin with the size of a region or a page. */
const SIZED = new Set([4, 6, 7, 20, 22, 23, 36, 38, 39, 40, 42, 43, 48]);
/** The height of pages and the length of regions that only their end reveals. */
const UNKNOWN = 0xffffffff;

/** The pixels of all regions in a stream of JBIG2, as its segments say. */
function regionPixels(data: Uint8Array): number {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  let pixels = 0;
  try {
    for (let at = 0; at + 11 <= data.length; ) {
      const [number, flags] = [view.getUint32(at), view.getUint8(at + 4)];
      const short = view.getUint8(at + 5) >> 5;
      const isLong = short === 7;
      const referred = isLong ? view.getUint32(at + 5) & 0x1fffffff : short;
      const size = number <= 256 ? 1 : number <= 65_536 ? 2 : 4;
      const counts = isLong ? 4 + Math.ceil((referred + 1) / 8) : 1;
      const after = at + 5 + counts + size * referred + ((flags & 0x40) === 0 ? 1 : 4);
      const length = view.getUint32(after);
      const begin = after + 4;
      if (SIZED.has(flags & 0x3f)) {
        const [width, height] = [view.getUint32(begin), view.getUint32(begin + 4)];
        pixels += width * (height === UNKNOWN ? 1 : height);
      }
      if (length === UNKNOWN) break;
      at = begin + length;
    }
  } catch {
    // Truncated data: the decoder reports it.
  }
  return pixels;
}
