import type { Chance } from "../chance.ts";
import { type Point, type Stroke, smooth } from "./strokes.ts";

/**
 * Letters as strokes of a pen, in units of the x-height: x to the right, y upwards from the baseline.
 * Few, as names of players only have to look like handwriting.
 */
const LETTERS: Readonly<Record<string, { readonly wide: number; readonly strokes: readonly string[] }>> = {
  a: { wide: 0.9, strokes: ["0.7,0.8 0.35,1 0.05,0.5 0.3,0 0.65,0.4 0.7,0.95 0.7,0.2 0.95,0.05"] },
  e: { wide: 0.75, strokes: ["0.05,0.45 0.55,0.6 0.35,1 0.05,0.5 0.35,0 0.75,0.2"] },
  i: { wide: 0.4, strokes: ["0.1,0.9 0.1,0.15 0.4,0.1", "0.12,1.4 0.14,1.45"] },
  k: { wide: 0.8, strokes: ["0.1,1.9 0.1,0", "0.6,0.95 0.15,0.45 0.7,0"] },
  l: { wide: 0.4, strokes: ["0.1,1.9 0.1,0.2 0.4,0.1"] },
  m: {
    wide: 1.3,
    strokes: ["0.1,0.9 0.1,0", "0.1,0.6 0.4,1 0.55,0.6 0.55,0", "0.55,0.6 0.9,1 1.05,0.6 1.05,0.1 1.25,0.05"],
  },
  n: { wide: 0.85, strokes: ["0.1,0.9 0.1,0", "0.1,0.6 0.45,1 0.65,0.6 0.65,0.1 0.85,0.05"] },
  o: { wide: 0.8, strokes: ["0.4,1 0.05,0.5 0.4,0 0.7,0.5 0.4,1 0.8,0.85"] },
  r: { wide: 0.6, strokes: ["0.1,0.9 0.1,0", "0.1,0.55 0.35,0.95 0.6,0.9"] },
  s: { wide: 0.65, strokes: ["0.55,0.85 0.3,1 0.1,0.75 0.5,0.35 0.35,0 0.05,0.12"] },
  t: { wide: 0.6, strokes: ["0.25,1.6 0.25,0.15 0.55,0.1", "0,1.05 0.55,1.1"] },
  x: { wide: 0.75, strokes: ["0.05,0.95 0.7,0", "0.65,1 0.05,0"] },
  A: { wide: 1.2, strokes: ["0.05,0 0.55,1.9 1.1,0", "0.2,0.65 0.95,0.7"] },
  B: { wide: 1.1, strokes: ["0.1,1.85 0.1,0", "0.1,1.85 0.8,1.6 0.6,1.05 0.15,1 0.95,0.75 0.75,0.1 0.1,0"] },
  E: { wide: 1, strokes: ["0.9,1.85 0.1,1.85 0.1,0 0.95,0.02", "0.1,1 0.7,1"] },
  K: { wide: 1.1, strokes: ["0.1,1.9 0.1,0", "0.9,1.85 0.15,0.85 0.95,0"] },
  L: { wide: 1, strokes: ["0.15,1.9 0.1,0.05 0.9,0.02"] },
  M: { wide: 1.45, strokes: ["0.05,0 0.2,1.85 0.65,0.5 1.15,1.9 1.3,0"] },
  R: { wide: 1.1, strokes: ["0.1,1.85 0.1,0", "0.1,1.85 0.85,1.5 0.5,0.95 0.1,0.9 0.95,0"] },
  S: { wide: 1, strokes: ["0.85,1.6 0.5,1.9 0.15,1.45 0.75,0.6 0.45,0 0.05,0.25"] },
  T: { wide: 1.1, strokes: ["0.05,1.85 1.05,1.9", "0.55,1.85 0.5,0"] },
  ".": { wide: 0.45, strokes: ["0.15,0.02 0.2,0.06"] },
};

const NAMES = [
  ["Anna", "Max", "Lisa", "Tom", "Eli", "Nora", "Sam", "Mia", "Ben"],
  ["Tante Rosi", "Kai", "Rita", "Milan", "Emil", "Lena", "Ramon", "Karin"],
].flat();

/** Names of players, each another one. */
export function pickNames(count: number, chance: Chance): string[] {
  const left = [...NAMES];
  return Array.from({ length: Math.min(count, NAMES.length) }, () => {
    const name = chance.pick(left);
    left.splice(left.indexOf(name), 1);
    return name;
  });
}

/** A word as strokes; units and axes as those of the letters. @returns also how wide it is */
export function wordStrokes(word: string, chance: Chance): { strokes: Stroke[]; wide: number } {
  const strokes: Stroke[] = [];
  const [slant, gap] = [chance.near(0.12, 0.12), chance.between(0.05, 0.3)];
  let x = 0;
  for (const sign of word) {
    const letter = LETTERS[sign];
    if (letter === undefined) {
      x += 0.6;
      continue;
    }
    const size = Math.exp(chance.near(0, 0.07));
    for (const stroke of letter.strokes) {
      const points = stroke.split(" ").map((pair): Point => {
        const [right = 0, up = 0] = pair.split(",").map(Number);
        return [x + size * (right + slant * up) + chance.near(0, 0.03), size * up + chance.near(0, 0.04)];
      });
      strokes.push(smooth(points, 5));
    }
    x += letter.wide * size + gap;
  }
  return { strokes, wide: x };
}
