import { findPieces, type Grey, type InkPiece, isForeignPiece } from "../image/picture.ts";
import type { ModelDescription } from "./model.ts";
import { fitToInput } from "./normalise.ts";

/** A normalised view of the ink of a box. */
export interface CloseUp {
  /** The height of the ink in the view, in pixels of the input. */
  readonly inkPx: number;
  /** The shear to the left, in pixels per pixel of height, which straightens writing that leans to the right. */
  readonly slant: number;
}

/** The greatest share of the input's width that ink may take. */
const WIDEST = 0.9;
/** The greatest scale; enlarging a dot or a dash more doesn't help. */
const LARGEST = 2.2;
const SMALLEST = 0.6;

/** The picture of a box without ink that reaches in from other boxes; see {@link findBoxInk}. */
export interface BoxInk extends Omit<InkPiece, "pixels"> {
  /** The picture without that ink. */
  readonly picture: Grey;
  readonly paper: number;
}

/**
 * Scales the ink of a box to a given height and centres it in the network's input, so that its size and place in the box don't matter: much
 * handwriting is smaller than in training, or has ink of the row above next to it.
 *
 * @returns `height` × `width` greys, row by row, like {@link fitToInput}
 */
export function closeUp(
  { picture, paper, left, right, top, bottom }: BoxInk,
  { inkPx, slant }: CloseUp,
  input: ModelDescription["input"],
): Uint8Array {
  const usual = input.height / picture.heightPx;
  const most = Math.min(inkPx / (bottom - top), (WIDEST * input.width) / (right - left), LARGEST * usual);
  const scale = Math.max(most, SMALLEST * usual);
  const [widthPx, heightPx] = [Math.round(input.width / scale), Math.round(input.height / scale)];
  const fromRow = Math.round((top + bottom - heightPx) / 2);
  const fromColumn = Math.round((left + right - widthPx) / 2);
  const pixels = new Uint8Array(widthPx * heightPx).fill(paper);
  for (let row = 0; row < heightPx; row++) {
    const y = row + fromRow;
    if (y < 0 || y >= picture.heightPx) continue;
    const from = fromColumn + Math.round(slant * (row - heightPx / 2));
    for (let column = Math.max(0, -from); column < widthPx && column + from < picture.widthPx; column++)
      pixels[row * widthPx + column] = picture.pixels[y * picture.widthPx + column + from] as number;
  }
  return fitToInput({ widthPx, heightPx, pixels }, input);
}

/** Ink is darker than paper by this share of the way to the darkest, and by at least this many levels. */
const INK = { share: 0.4, least: 25 } as const;
/** The ranks of paper and of the darkest ink among all pixels, from the darkest. */
const RANKS = { paper: 0.9, darkest: 0.005 } as const;
/** Specks have less than this share of the area of the largest piece of ink. */
const SPECK = 0.06;
/** The pale edge of ink, in px. */
const HALO = 2;

/** The ink of a box, without ink that reaches in from other boxes. @returns null if there is none */
export function findBoxInk(picture: Grey): BoxInk | null {
  if (picture.widthPx < 1 || picture.heightPx < 1) return null;
  const { paper, ink } = levels(picture);
  const pieces = findPieces(picture, ink);
  const own = pieces.filter((piece) => !isForeignPiece(piece, picture));
  const largest = Math.max(0, ...own.map(({ pixels }) => pixels.length));
  const main = own.filter(({ pixels }) => pixels.length >= SPECK * largest);
  if (main.length === 0) return null;
  const others = pieces.filter((piece) => !own.includes(piece));
  return {
    picture: others.length === 0 ? picture : erasePieces(picture, others, { paper, ink }),
    paper,
    left: Math.min(...main.map(({ left }) => left)),
    right: Math.max(...main.map(({ right }) => right)),
    top: Math.min(...main.map(({ top }) => top)),
    bottom: Math.max(...main.map(({ bottom }) => bottom)),
  };
}

/** The grey of paper, and the lightest that is ink. */
function levels({ pixels }: Grey) {
  const sorted = pixels.toSorted();
  const at = (rank: number) => sorted[Math.floor(rank * (sorted.length - 1))] as number;
  const paper = at(RANKS.paper);
  return { paper, ink: paper - Math.max(INK.least, INK.share * (paper - at(RANKS.darkest))) };
}

/** Turns pieces of ink, and their pale edges, into paper. */
function erasePieces(
  { widthPx, heightPx, pixels }: Grey,
  pieces: readonly InkPiece[],
  { paper, ink }: ReturnType<typeof levels>,
): Grey {
  const clean = pixels.slice();
  for (const at of pieces.flatMap((piece) => piece.pixels)) {
    const [row, column] = [Math.floor(at / widthPx), at % widthPx];
    clean[at] = paper;
    for (let y = Math.max(0, row - HALO); y <= Math.min(heightPx - 1, row + HALO); y++) {
      for (let x = Math.max(0, column - HALO); x <= Math.min(widthPx - 1, column + HALO); x++)
        if ((pixels[y * widthPx + x] as number) > ink) clean[y * widthPx + x] = paper;
    }
  }
  return { widthPx, heightPx, pixels: clean };
}
