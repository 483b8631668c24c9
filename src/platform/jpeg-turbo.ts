import type { ImageInfo, RawImage } from "./platform.ts";

// JPEGs in browsers, decoded as Node does it: each browser has a decoder of its own, and levels that differ by one tip what is nearly even.

/** What a JPEG says before its first scan. */
interface JpegHead {
  readonly info: ImageInfo;
  /** Where the data of its first scan begins. */
  readonly scanAt: number;
}

/** Decodes a JPEG that `jpegInfo` knows to red, green and blue, as it is stored. @throws if it is broken or ends early */
export type JpegDecoder = (
  file: Uint8Array,
  size: { readonly width: number; readonly height: number },
) => RawImage;

/** Baseline, extended and progressive, coded by Huffman. */
const FRAMES = [0xc0, 0xc1, 0xc2];
const PROGRESSIVE = 0xc2;
const SCAN = 0xda;
const APP1 = 0xe1;
const EXIF = "Exif\0\0";
const ORIENTATION = 0x0112;
/** `TJPF_RGB` of its header. */
const RGB = 0;

/** The metadata of a JPEG; null if it is none, or of a kind that `openJpegDecoder` leaves to others (four colours, twelve bits). */
export function jpegInfo(file: Uint8Array): ImageInfo | null {
  return parseJpegHead(file)?.info ?? null;
}

/** Reads the segments before the first scan (ITU-T T.81, B.1.1). */
function parseJpegHead(file: Uint8Array): JpegHead | null {
  if (file[0] !== 0xff || file[1] !== 0xd8) return null;
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  let frame: Omit<ImageInfo, "orientation"> | null = null;
  let orientation = 1;
  for (let at = 2; at + 4 <= file.length && file[at] === 0xff; ) {
    const marker = view.getUint8(at + 1);
    // Fill bytes may precede a marker.
    if (marker === 0xff) {
      at++;
      continue;
    }
    const next = at + 2 + view.getUint16(at + 2);
    if (next > file.length || next < at + 4) return null;
    if (marker === SCAN) return frame && { info: { ...frame, orientation }, scanAt: next };
    const content = new DataView(file.buffer, file.byteOffset + at + 4, next - at - 4);
    if (FRAMES.includes(marker)) frame = parseFrameHeader(content, marker);
    if (marker === APP1) orientation = parseExifOrientation(content) ?? orientation;
    at = next;
  }
  return null;
}

function parseFrameHeader(content: DataView, marker: number): Omit<ImageInfo, "orientation"> | null {
  if (content.byteLength < 6) return null;
  const [bits, height, width] = [content.getUint8(0), content.getUint16(1), content.getUint16(3)];
  const channels = content.getUint8(5);
  if (bits !== 8 || width * height === 0 || (channels !== 1 && channels !== 3)) return null;
  return { width, height, channels, pages: 1, bytesPerSample: 1, isProgressive: marker === PROGRESSIVE };
}

/** The orientation in a segment of Exif: an entry of twelve bytes in the first list of a small TIFF. */
function parseExifOrientation(content: DataView): number | null {
  const text = String.fromCharCode(
    ...Array.from({ length: 6 }, (_, at) => (at < content.byteLength ? content.getUint8(at) : 0)),
  );
  if (text !== EXIF) return null;
  const tiff = new DataView(content.buffer, content.byteOffset + 6, content.byteLength - 6);
  try {
    const isLittle = tiff.getUint16(0) === 0x4949;
    const list = tiff.getUint32(4, isLittle);
    for (let n = 0; n < tiff.getUint16(list, isLittle); n++) {
      const entry = list + 2 + 12 * n;
      if (tiff.getUint16(entry, isLittle) !== ORIENTATION) continue;
      const value = tiff.getUint16(entry + 8, isLittle);
      return value >= 1 && value <= 8 ? value : null;
    }
  } catch {
    // A list that leaves the segment says nothing.
  }
  return null;
}

/** The exports of the program, by their names in C. */
interface TurboJpeg {
  readonly memory: { readonly buffer: ArrayBuffer };
  malloc(bytes: number): number;
  tjInitDecompress(): number;
  tjDecompress2(
    decompressor: number,
    file: number,
    fileBytes: number,
    pixels: number,
    width: number,
    rowBytes: number,
    height: number,
    format: number,
    flags: number,
  ): number;
}

/** Nothing is printed or read, and what C would jump out of with `longjmp` ends here. */
const IMPORTS = {
  env: { setjmp: () => 0, longjmp: throwDecodeError },
  wasi_snapshot_preview1: {
    ...{ environ_sizes_get: () => 0, environ_get: throwDecodeError, proc_exit: throwDecodeError },
    ...{ fd_close: throwDecodeError, fd_seek: throwDecodeError, fd_write: throwDecodeError },
  },
};

function throwDecodeError(): never {
  throw new Error("the JPEG can't be decoded");
}

/** @param program `jpeg-turbo.wasm` of the package @cwasm/jpeg-turbo */
export function openJpegDecoder(program: Uint8Array): JpegDecoder {
  const module = new WebAssembly.Module(new Uint8Array(program));
  return (file, { width, height }) => {
    // Its memory only grows, so each photo gets one of its own.
    const turbo = new WebAssembly.Instance(module, IMPORTS).exports as unknown as TurboJpeg;
    const stored = turbo.malloc(file.length);
    new Uint8Array(turbo.memory.buffer).set(file, stored);
    const at = turbo.malloc(3 * width * height);
    if (stored === 0 || at === 0) throw new RangeError("the JPEG is too large");
    const decompressor = turbo.tjInitDecompress();
    const fault = turbo.tjDecompress2(
      decompressor,
      stored,
      file.length,
      at,
      width,
      3 * width,
      height,
      RGB,
      0,
    );
    // Most faults do no harm, as long as all of it is there.
    if (fault !== 0 && !isWhole(file)) throwDecodeError();
    return {
      pixels: new Uint8Array(turbo.memory.buffer, at, 3 * width * height),
      width,
      height,
      channels: 3,
    };
  };
}

/** Whether the end marker comes after the start of the first scan: it can't occur in the data of scans. */
function isWhole(file: Uint8Array): boolean {
  const { scanAt } = parseJpegHead(file) ?? { scanAt: file.length };
  for (let at = file.length - 2; at >= scanAt; at--)
    if (file[at] === 0xff && file[at + 1] === 0xd9) return true;
  return false;
}
