import { readFileSync } from "node:fs";
import sharp from "sharp";
import type { Grey } from "../../../src/scan/image/picture.ts";

/** A box that training/fixture.py wrote: its place in boxes.png, and how the training sees and reads it. */
export interface KnownBox {
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** What was written. */
  readonly kind: string;
  /** Of the greys of its window. */
  readonly darkest: number;
  readonly mean: number;
  /** The mean of what the network takes. */
  readonly ink: number;
  /** Probabilities. */
  readonly kinds: Readonly<Record<string, number>>;
  readonly best: string;
  readonly texts: Readonly<Record<string, number>>;
}

const fixture = (name: string) => readFileSync(new URL(name, import.meta.url));

/** Every known box with its picture. */
export async function knownBoxes(): Promise<{ known: KnownBox; picture: Grey }[]> {
  const boxes: readonly KnownBox[] = JSON.parse(fixture("boxes.json").toString());
  const { data, info } = await sharp(fixture("boxes.png"))
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return boxes.map((known) => {
    const { top, width, height } = known;
    const pixels = new Uint8Array(width * height);
    for (let row = 0; row < height; row++) {
      const start = (top + row) * info.width;
      pixels.set(data.subarray(start, start + width), row * width);
    }
    return { known, picture: { widthPx: width, heightPx: height, pixels } };
  });
}
