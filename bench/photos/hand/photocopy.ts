import type { Chance } from "../chance.ts";
import { type InkedPaper, toothAt } from "./ink-layer.ts";

/** What a copier does to a printed pad: lines grow or break, solid black gets holes, the glass leaves specks and a grey veil. */
export function photocopy({ rgb, widthPx, heightPx }: InkedPaper, chance: Chance): void {
  const cut = chance.between(0.42, 0.68);
  const ragged = chance.between(0.05, 0.16);
  const black = chance.between(25, 80);
  const veil = chance.isSo(0.3) ? chance.between(0.02, 0.08) : 0;
  for (let row = 0; row < heightPx; row++) {
    for (let column = 0; column < widthPx; column++) {
      const at = 3 * (row * widthPx + column);
      const tooth = toothAt(column, row);
      // Toner sticks or does not: edges become hard, by and by.
      const light = (rgb[at] ?? 255) / 255 + ragged * tooth;
      const share = Math.max(0, Math.min(1, (light - cut) * 4 + 0.5));
      const value = black + share * (255 * (1 - veil * (0.5 + 0.5 * Math.max(-1, tooth))) - black);
      rgb.fill(Math.max(0, Math.min(255, value)), at, at + 3);
    }
  }
  const specks = chance.whole(20, 160);
  for (let speck = 0; speck < specks; speck++) dot(rgb, widthPx, heightPx, chance);
}

function dot(rgb: Uint8Array, widthPx: number, heightPx: number, chance: Chance): void {
  const [side, grey] = [chance.whole(1, 4), chance.between(40, 170)];
  const [x, y] = [chance.whole(0, widthPx - side), chance.whole(0, heightPx - side)];
  for (let row = y; row < y + side; row++) {
    const from = 3 * (row * widthPx + x);
    rgb.fill(grey, from, from + 3 * side);
  }
}
