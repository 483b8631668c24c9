/**
 * What the engine needs from its surroundings and the language does not have. `node.ts` and `browser.ts` provide it; the engine
 * imports `node.ts`, and bundlers for browsers replace that by `browser.ts` (`"browser"` in package.json).
 */
export interface Platform {
  /** Compresses bytes to a zlib stream (RFC 1950). `short` saves time where thousands of streams have a few hundred bytes each. */
  deflate(bytes: Uint8Array, length?: "short"): Uint8Array;
  /** The SHA-256 of bytes (FIPS 180-4), 32 bytes. */
  sha256(bytes: Uint8Array): Uint8Array;
  /** Loads the hyphenation patterns of a language by its BCP 47 code in lower case. @throws if there are none */
  hyphenation(code: string): Promise<HyphenationPatterns>;
  readonly images: ImageTools;
}

/** The patterns of one language. */
export interface HyphenationPatterns {
  /** Puts `hyphenChar` wherever a word of the text may be broken. */
  hyphenateSync(text: string, options: { readonly hyphenChar: string }): string;
}

/** Decodes, changes and encodes images. Every function throws if a file is broken or no image. */
export interface ImageTools {
  /** Reads what the file says about one of its images, from 0; without decoding its pixels where that is possible. */
  info(file: Uint8Array, page?: number): Promise<ImageInfo>;
  /** Decodes a file to eight bits a channel, without transparency (on white) and without colour profile. */
  decode(file: Uint8Array, options: DecodeOptions): Promise<RawImage>;
  /** Scales an image; the proportions need not stay. */
  resize(image: RawImage, size: ImageSize, kernel?: "lanczos3" | "cubic"): Promise<RawImage>;
  /** Cuts off a border that is white to within `threshold` levels, and scales down what remains to fit into a box in its proportions. */
  trimWhite(image: RawImage, threshold: number, box: ImageSize): Promise<RawImage>;
  /** Draws an SVG as large as the image over it. The SVG has no text, since no font may be installed. */
  overlaySvg(image: RawImage, svg: string): Promise<RawImage>;
  /** @param compression 0 to 9 */
  encodePng(image: RawImage, compression: number): Promise<Uint8Array>;
  /** @param quality 1 to 100 */
  encodeJpeg(image: RawImage, quality: number): Promise<Uint8Array>;
  /** Frees the memory of an image that was decoded here, if that need not wait; the image can't be used afterwards. */
  forget(image: RawImage): void;
}

/** In pixels. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** Decoded pixels, row by row from the top left: a byte for grey, or red, green and blue, and opacity in what decoders hand in. */
export interface RawImage extends ImageSize {
  readonly pixels: Uint8Array;
  readonly channels: 1 | 3 | 4;
}

/** The metadata of an image file. The size is that of the pixels as they are stored, before they are turned upright. */
export interface ImageInfo extends ImageSize {
  /** How the image must be turned and mirrored to be upright, 1 to 8 as in Exif. */
  readonly orientation: number;
  /** How many images the file holds. */
  readonly pages: number;
  readonly channels: number;
  readonly bytesPerSample: number;
  /** Whether it is stored in several passes, so that all of it must be held while it is decoded. */
  readonly isProgressive: boolean;
}

export interface DecodeOptions {
  readonly colours: "rgb" | "grey";
  /** The image is scaled to exactly this size, or scaled down to fit inside of it with its proportions. */
  readonly size?: ImageSize & { readonly fit: "fill" | "inside" };
  /** Turns the image upright by its orientation; otherwise it comes as it is stored. */
  readonly upright?: boolean;
  /** How many times as large as it says an SVG is drawn; once if left out. */
  readonly svgScale?: number;
  /** Takes colours as they are stored; converting by a colour profile takes as long as decoding. */
  readonly ignoreProfile?: boolean;
  /** More pixels than these are refused; as many as any image has if left out. */
  readonly maxPixels?: number;
  /** Takes an image with faults as long as all of it is there; otherwise any real fault is an error. */
  readonly tolerant?: boolean;
}
