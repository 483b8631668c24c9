import { type Grey, quantile, WHITE } from "./picture.ts";

/*
 * What happens to a sheet on a table is no ink: the brown rim of a cup, and the fold of a sheet that was in a pocket. Both are taken out of
 * the straightened picture before its boxes are cut out.
 */

/** A straightened sheet in even light, where paper is white. */
export interface EvenPicture {
  readonly grey: Grey;
  readonly rgb: Uint8Array;
  readonly pxPerMm: number;
}

/** The places of printed lines, in px: of those across from the top, of those down from the left. */
export interface PrintedLines {
  readonly across: readonly number[];
  readonly down: readonly number[];
}

/** Takes stains and creases out of a picture, in place. */
export function removeBlemishes(picture: EvenPicture, printed: PrintedLines): void {
  removeStains(picture);
  removeCreases(picture, printed);
}

/** Coffee and tea are brown: redder than green and greener than blue, but pale. In levels. Inks are darker, or have no such hue. */
const STAIN = { leastHue: 22, mostHue: 110, leastRed: 140 } as const;
/**
 * Of the hue of a stain, at least this share lies between green and blue; of red ink it all lies between red and green. On a noisy photo
 * some pixels of red ink look brown, so all reddish ones of a square count together.
 */
const BROWN = { pixel: 0.22, square: 0.33 } as const;
/** Ink is darker than this in red. */
const INK_RED = 130;
/** Next to ink, lenses and JPEG leave brown seams up to this many px wide. */
const SEAM_PX = 2;

/** A stain is at least this long: numbers in a light brown pencil are shorter. Gaps up to `gapMm` are bridged: lines and ink cross there. */
const STAIN_SIZE = { longMm: 20, gapMm: 2 } as const;
/** Stains are measured in squares of this side, in mm, with at least this many brown px. */
const SQUARE = { mm: 1, px: 3 } as const;

/** Turns brown stains into paper, in place. Ink on them stays. */
function removeStains({ grey, rgb, pxPerMm }: EvenPicture): void {
  const { widthPx, heightPx, pixels } = grey;
  const side = Math.max(1, Math.round(SQUARE.mm * pxPerMm));
  const [columns, rows] = [Math.ceil(widthPx / side), Math.ceil(heightPx / side)];
  const brown: number[] = [];
  const [counts, excess] = [new Uint16Array(columns * rows), new Float32Array(columns * rows)];
  for (let y = SEAM_PX; y < heightPx - SEAM_PX; y++)
    for (let x = SEAM_PX; x < widthPx - SEAM_PX; x++) {
      const at = y * widthPx + x;
      const [red, green, blue] = [
        rgb[3 * at] as number,
        rgb[3 * at + 1] as number,
        rgb[3 * at + 2] as number,
      ];
      const hue = red - blue;
      if (hue < STAIN.leastHue || hue > STAIN.mostHue || red < STAIN.leastRed) continue;
      if (isNearInk(rgb, x, y, widthPx)) continue;
      const square = findSquare(at, widthPx, side, columns);
      excess[square] = (excess[square] as number) + green - blue - BROWN.square * hue;
      if (green - blue < BROWN.pixel * hue) continue;
      brown.push(at);
      counts[square] = (counts[square] as number) + 1;
    }
  for (let square = 0; square < counts.length; square++)
    if ((excess[square] as number) < 0) counts[square] = 0;
  const stained = longPatches(counts, columns, rows);
  for (const at of brown) if (stained[findSquare(at, widthPx, side, columns)] === 1) pixels[at] = WHITE;
}

/** The square that a pixel is in. */
function findSquare(at: number, widthPx: number, side: number, columns: number): number {
  return Math.floor(Math.floor(at / widthPx) / side) * columns + Math.floor((at % widthPx) / side);
}

/** The squares of patches that are long enough for a stain, as 1. */
function longPatches(counts: Uint16Array, columns: number, rows: number): Uint8Array {
  const long = new Uint8Array(counts.length);
  const isSeen = new Uint8Array(counts.length);
  const reach = Math.round(STAIN_SIZE.gapMm / SQUARE.mm);
  for (let start = 0; start < counts.length; start++) {
    if (isSeen[start] === 1 || (counts[start] as number) < SQUARE.px) continue;
    const patch = [start];
    isSeen[start] = 1;
    let [left, right, top, bottom] = [columns, 0, rows, 0];
    for (const square of patch) {
      const [x, y] = [square % columns, Math.floor(square / columns)];
      [left, right] = [Math.min(left, x), Math.max(right, x)];
      [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
      for (let row = Math.max(0, y - reach); row <= Math.min(rows - 1, y + reach); row++)
        for (let column = Math.max(0, x - reach); column <= Math.min(columns - 1, x + reach); column++) {
          const near = row * columns + column;
          if (isSeen[near] === 1 || (counts[near] as number) < SQUARE.px) continue;
          isSeen[near] = 1;
          patch.push(near);
        }
    }
    if (Math.max(right - left, bottom - top) * SQUARE.mm < STAIN_SIZE.longMm) continue;
    for (const square of patch) long[square] = 1;
  }
  return long;
}

function isNearInk(rgb: Uint8Array, x: number, y: number, widthPx: number): boolean {
  for (let row = y - SEAM_PX; row <= y + SEAM_PX; row++)
    for (let column = x - SEAM_PX; column <= x + SEAM_PX; column++)
      if ((rgb[3 * (row * widthPx + column)] as number) < INK_RED) return true;
  return false;
}

/** A crease is sought at tilts up to this one, in steps, as its rise along the sheet. */
const TILT = { most: 0.024, step: 0.0015 } as const;
/** The step between places along a crease, and the distance of the paper next to it, in mm. */
const ALONG_MM = 2;
const ASIDE_MM = 0.9;
/** It strays from a straight line by this many px. */
const STRAY_PX = 1;
/** This share of its places is darker than the paper next to them by this many levels: words and numbers have gaps. */
const CREASED = { share: 0.8, levels: 9 } as const;
/** The edges of a sheet, as a share of it, need not show it. */
const EDGE = 0.04;
/** A candidate nearer to a printed line than this along much of its length is that line. In mm, and as a share. */
const ON_LINE = { mm: 0.7, share: 0.35 } as const;
/** At most this many folds across, and as many down. */
const MAX_CREASES = 3;

/** A line from edge to edge, in px at the middle of the sheet. */
interface Crease {
  readonly isAcross: boolean;
  readonly at: number;
  readonly tilt: number;
}

/** Lightens the lines that run from edge to edge of a sheet and are not printed, in place. Ink on them stays. */
function removeCreases(picture: EvenPicture, printed: PrintedLines): void {
  for (const isAcross of [true, false])
    for (let count = 0; count < MAX_CREASES; count++) {
      const crease = findCrease(picture, isAcross ? printed.across : printed.down, isAcross);
      if (crease === null) break;
      lightenCrease(picture, crease);
    }
}

function findCrease(picture: EvenPicture, printed: readonly number[], isAcross: boolean): Crease | null {
  const { grey, pxPerMm } = picture;
  const [length, breadth] = isAcross ? [grey.widthPx, grey.heightPx] : [grey.heightPx, grey.widthPx];
  const away = Math.round(ASIDE_MM * pxPerMm);
  const edge = Math.round(EDGE * breadth);
  const step = Math.max(1, Math.round(ALONG_MM * pxPerMm));
  let best: Crease | null = null;
  let most: number = CREASED.share;
  for (let tilt = -TILT.most; tilt <= TILT.most; tilt += TILT.step) {
    const rise = Math.ceil((Math.abs(tilt) * length) / 2) + away + STRAY_PX + 1;
    for (let at = Math.max(edge, rise); at < breadth - Math.max(edge, rise); at += 2 * STRAY_PX) {
      const share = creasedShare(grey, isAcross, at, tilt, step, away, most);
      if (share <= most || isPrinted(printed, at, tilt, length, ON_LINE.mm * pxPerMm)) continue;
      most = share;
      best = { isAcross, at, tilt };
    }
  }
  return best;
}

/** The share of places along a line that are darker than both sides; 0 as soon as it can't exceed `least`. */
function creasedShare(
  { widthPx, heightPx, pixels }: Grey,
  isAcross: boolean,
  at: number,
  tilt: number,
  step: number,
  away: number,
  least: number,
): number {
  const length = isAcross ? widthPx : heightPx;
  const [from, to] = [Math.round(EDGE * length), length - Math.round(EDGE * length)];
  const [along, aside] = isAcross ? [1, widthPx] : [widthPx, 1];
  const allowed = (1 - least) * Math.floor((to - from) / step);
  let [dark, all] = [0, 0];
  for (let place = from; place < to; place += step) {
    all++;
    const middle = Math.round(at + tilt * (place - length / 2)) * aside + place * along;
    let level = 255;
    for (let off = -STRAY_PX; off <= STRAY_PX; off++)
      level = Math.min(level, pixels[middle + off * aside] as number);
    const paper = Math.min(pixels[middle - away * aside] as number, pixels[middle + away * aside] as number);
    if (paper - level >= CREASED.levels) dark++;
    else if (all - dark > allowed) return 0;
  }
  return dark / Math.max(1, all);
}

function isPrinted(
  printed: readonly number[],
  at: number,
  tilt: number,
  length: number,
  near: number,
): boolean {
  const places = [-0.4, -0.3, -0.2, -0.1, 0, 0.1, 0.2, 0.3, 0.4].map((share) => at + tilt * share * length);
  const on = places.filter((place) => printed.some((line) => Math.abs(line - place) < near));
  return on.length > ON_LINE.share * places.length;
}

/** A crease is lightened in pieces of this length, and this far to either side, in mm. */
const PIECE_MM = 16;
const REACH_MM = 0.9;
/** Of the levels along a piece, this one is the crease's; darker ones are ink on it. */
const USUAL = 0.45;

function lightenCrease({ grey, pxPerMm }: EvenPicture, crease: Crease): void {
  const { pixels } = grey;
  const length = crease.isAcross ? grey.widthPx : grey.heightPx;
  const reach = Math.round(REACH_MM * pxPerMm);
  const piece = Math.round(PIECE_MM * pxPerMm);
  for (let from = 0; from < length; from += piece) {
    const to = Math.min(length, from + piece);
    const levels = new Float32Array(to - from);
    for (let off = -reach; off <= reach; off++) {
      for (let place = from; place < to; place++)
        levels[place - from] = pixels[pixelOnCrease(grey, crease, place, off)] ?? WHITE;
      const usual = Math.max(1, quantile(levels, USUAL));
      if (usual >= WHITE) continue;
      for (let place = from; place < to; place++) {
        const index = pixelOnCrease(grey, crease, place, off);
        if (index >= 0) pixels[index] = Math.min(WHITE, ((pixels[index] as number) * WHITE) / usual);
      }
    }
  }
}

/** The index of the pixel at a place along a crease, `off` px from its middle; -1 outside the picture. */
function pixelOnCrease(
  { widthPx, heightPx }: Grey,
  { isAcross, at, tilt }: Crease,
  place: number,
  off: number,
): number {
  const [length, breadth] = isAcross ? [widthPx, heightPx] : [heightPx, widthPx];
  const across = Math.round(at + tilt * (place - length / 2)) + off;
  if (across < 0 || across >= breadth) return -1;
  return isAcross ? across * widthPx + place : across + place * widthPx;
}
