import type { RawImage } from "../../platform/platform.ts";

/**
 * Decodes the first picture of a HEIC file, with opacity. The decoder carries out the turns and mirrorings of the file itself (`irot`,
 * `imir`). The orientation in its Exif repeats them and must not be applied again.
 *
 * @throws if the file is broken, or before any pixel is decoded if there are more than `maxPixels`
 */
export async function decodeHeic(bytes: Uint8Array, maxPixels: number): Promise<RawImage> {
  // Loaded only when needed: it takes 8 MB and few photos are of this kind. Its own `HeifDecoder` writes to the console when a file
  // is broken, so the functions beneath it are called instead.
  const { default: heif } = await import("libheif-js/wasm-bundle.js");
  const context = heif.heif_context_alloc();
  const made: (() => void)[] = [() => heif.heif_context_free(context)];
  try {
    const { code } = heif.heif_context_read_from_memory(context, bytes);
    if (code !== heif.heif_error_code.heif_error_Ok) throw new Error("libheif can't read the file");
    const [id = 0] = intact(heif.heif_js_context_get_list_of_top_level_image_IDs(context));
    const handle = intact(heif.heif_js_context_get_image_handle(context, id));
    made.push(() => heif.heif_image_handle_release(handle));
    const width = heif.heif_image_handle_get_width(handle);
    const height = heif.heif_image_handle_get_height(handle);
    if (width * height > maxPixels) throw new RangeError("the picture has too many pixels");
    const { heif_colorspace_RGB: rgb } = heif.heif_colorspace;
    const { heif_chroma_interleaved_RGBA: rgba } = heif.heif_chroma;
    const decoded = intact(heif.heif_js_decode_image2(handle, rgb, rgba));
    made.push(() => heif.heif_image_release(decoded.image));
    const [plane] = decoded.channels;
    if (plane?.width !== width || plane.height !== height) throw new Error("libheif gave no whole picture");
    const pixels = new Uint8Array(4 * width * height);
    for (let y = 0; y < height; y++) {
      const from = y * plane.stride;
      pixels.set(plane.data.subarray(from, from + 4 * width), 4 * y * width);
    }
    return { pixels, width, height, channels: 4 };
  } finally {
    for (const free of made.reverse()) free();
  }
}

/** What libheif gave. @throws if it gave an error instead, which has a code */
function intact<T extends object>(given: T | { readonly code: unknown }): T {
  if (given === null || "code" in given) throw new Error("libheif can't decode the file");
  return given;
}
