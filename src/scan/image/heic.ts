/** Pixels as they were stored or decoded: `channels` values each, row by row. */
export interface RawPicture {
  readonly pixels: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly channels: 3 | 4;
}

/** Whether a picture of this size, in pixels, may be decoded. */
export type MayDecode = (size: { readonly width: number; readonly height: number }) => boolean;

/**
 * Decodes the first picture of a HEIC file. The file's own turns and mirrorings (`irot`, `imir`) are carried out by the decoder, and
 * the orientation in its Exif says the same once more: it must not be applied again.
 *
 * @param mayDecode is asked before any pixel is decoded
 * @returns red, green, blue and alpha for each pixel; null if the picture may not be decoded
 * @throws if the file is broken
 */
export async function decodeHeic(bytes: Uint8Array, mayDecode: MayDecode): Promise<RawPicture | null> {
  // Loaded only when needed: it takes 8 MB and most photos are none of this kind.
  const { default: heic } = await import("heic-decode");
  return await quietly(async () => {
    const held = await heic.all({ buffer: bytes });
    try {
      const first = held[0];
      if (!first || !mayDecode(first)) return null;
      const { data } = await first.decode();
      const pixels = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
      return { pixels, width: first.width, height: first.height, channels: 4 };
    } finally {
      held.dispose();
    }
  });
}

/** The decoder tells of broken files on the console, and the console belongs to whoever called us. */
async function quietly<T>(work: () => Promise<T>): Promise<T> {
  const { log } = console;
  console.log = () => {};
  try {
    return await work();
  } finally {
    console.log = log;
  }
}
