import type LibHeif from "libheif-js/wasm-bundle.js";
import type { ImageSize, RawImage } from "../../platform/platform.ts";

/**
 * Decodes the first picture of a HEIC file. The decoder carries out the turns and mirrorings of the file itself (`irot`, `imir`). The
 * orientation in its Exif repeats them and must not be applied again.
 *
 * @param mayDecode is asked before any pixel is decoded
 * @returns red, green and blue for each pixel, transparent parts white; null if the picture may not be decoded
 * @throws if the file is broken
 */
export async function decodeHeic(
  bytes: Uint8Array,
  mayDecode: (size: ImageSize) => boolean,
): Promise<RawImage | null> {
  // Loaded only when needed: it takes 8 MB and few photos are of this kind. Its own `HeifDecoder` writes to the console when a file
  // is broken, so the functions beneath it are called instead.
  const { default: heif } = await import("libheif-js/wasm-bundle.js");
  const context = heif.heif_context_alloc();
  if (context === null) throw new Error("libheif has no memory");
  try {
    const { code } = heif.heif_context_read_from_memory(context, bytes);
    if (code !== heif.heif_error_code.heif_error_Ok) throw new Error("libheif can't read the file");
    const [id] = intact(heif.heif_js_context_get_list_of_top_level_image_IDs(context));
    if (id === undefined) throw new Error("the file holds no picture");
    const handle = intact(heif.heif_js_context_get_image_handle(context, id));
    try {
      return decodeImage(heif, handle, mayDecode);
    } finally {
      heif.heif_image_handle_release(handle);
    }
  } finally {
    heif.heif_context_free(context);
  }
}

function decodeImage(
  heif: typeof LibHeif,
  handle: object,
  mayDecode: (size: ImageSize) => boolean,
): RawImage | null {
  const width = heif.heif_image_handle_get_width(handle);
  const height = heif.heif_image_handle_get_height(handle);
  if (!mayDecode({ width, height })) return null;
  const { heif_colorspace_RGB } = heif.heif_colorspace;
  const { heif_chroma_interleaved_RGBA } = heif.heif_chroma;
  const decoded = intact(
    heif.heif_js_decode_image2(handle, heif_colorspace_RGB, heif_chroma_interleaved_RGBA),
  );
  try {
    const plane = decoded.channels.find(({ id }) => id === heif.heif_channel.heif_channel_interleaved);
    if (plane === undefined || plane.width !== width || plane.height !== height)
      throw new Error("libheif gave no interleaved pixels");
    return { pixels: onWhite(plane.data, plane.stride, width, height), width, height, channels: 3 };
  } finally {
    heif.heif_image_release(decoded.image);
  }
}

/** @returns red, green and blue for each pixel; @param stride bytes from one row to the next */
function onWhite(rgba: Uint8Array, stride: number, width: number, height: number): Uint8Array {
  const rgb = new Uint8Array(3 * width * height);
  for (let y = 0, to = 0; y < height; y++)
    for (let at = y * stride; at < y * stride + 4 * width; at += 4) {
      const opacity = (rgba[at + 3] as number) / 255;
      for (let channel = 0; channel < 3; channel++)
        rgb[to++] = 255 + ((rgba[at + channel] as number) - 255) * opacity;
    }
  return rgb;
}

/** What libheif gave. @throws if it gave an error instead, which has a code */
function intact<T extends object>(given: T | { readonly code: unknown }): T {
  if (given === null || "code" in given) throw new Error("libheif can't decode the file");
  return given;
}
