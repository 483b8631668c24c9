import type { OpenCv } from "./opencv.ts";
import type { Grey } from "./picture.ts";

/** Libraries that are loaded once for all photos. */
export interface PhotoTools {
  readonly cv: OpenCv;
  /**
   * Reads the Data Matrix symbols in a picture.
   *
   * @param isClean whether the picture is nothing but one symbol, drawn without faults
   * @returns their texts; none if there is nothing to read
   */
  readonly readSymbols: (grey: Grey, isClean?: boolean) => Promise<string[]>;
}

/**
 * Loads what photos are read with.
 *
 * @param symbolRuntime the reader of symbols as WebAssembly, from the package that it comes in; nothing is fetched
 */
export async function openPhotoTools(symbolRuntime: Uint8Array): Promise<PhotoTools> {
  // Imported here, since they take a moment to load.
  const [{ loadOpenCV }, { prepareZXingModule, readBarcodes }] = await Promise.all([
    import("@opencvjs/web"),
    import("zxing-wasm/reader"),
  ]);
  // OpenCV's own types know no detector of marks.
  const cv = (await loadOpenCV()) as unknown as OpenCv;
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(symbolRuntime).buffer } });
  return { cv, readSymbols: (grey, isClean) => readSymbols(readBarcodes, grey, isClean) };
}

/** Ways to tell black from white: by the surroundings of each pixel, or by the picture as a whole. */
const BINARIZERS = ["LocalAverage", "GlobalHistogram"] as const;

async function readSymbols(
  readBarcodes: typeof import("zxing-wasm/reader").readBarcodes,
  grey: Grey,
  isClean = false,
): Promise<string[]> {
  const picture = fourChannels(grey);
  const texts = new Set<string>();
  for (const binarizer of isClean ? BINARIZERS.slice(1) : BINARIZERS) {
    const found = await readBarcodes(picture, {
      formats: ["DataMatrix"],
      tryInvert: false,
      isPure: isClean,
      binarizer,
    });
    for (const { isValid, text } of found) if (isValid) texts.add(text);
  }
  return [...texts];
}

/** The form in which pictures are handed over: red, green, blue and opacity. */
function fourChannels({ widthPx, heightPx, pixels }: Grey) {
  const data = new Uint8ClampedArray(4 * pixels.length).fill(255);
  for (let at = 0; at < pixels.length; at++) {
    const level = pixels[at] as number;
    data[4 * at] = level;
    data[4 * at + 1] = level;
    data[4 * at + 2] = level;
  }
  return { width: widthPx, height: heightPx, data, colorSpace: "srgb" as const };
}
