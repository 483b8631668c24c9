import type { Chance } from "../chance.ts";
import { type Cv, freeing } from "./cv.ts";

export const BACKGROUNDS = ["wood", "cloth", "checked", "dark", "stone", "light"] as const;
export type BackgroundKind = (typeof BACKGROUNDS)[number];

/** A piece of a table, seen from above. It is mirrored at its edges to cover all of it. */
export interface Tabletop {
  readonly sidePx: number;
  readonly pxPerMm: number;
  readonly rgb: Uint8Array;
}

type Colour = readonly [number, number, number];

const SIDE = 1280;
const PX_PER_MM = 5;

/** Paints a tabletop. */
export function paintTabletop(kind: BackgroundKind, cv: Cv, chance: Chance): Tabletop {
  const rgb = new Uint8Array(3 * SIDE * SIDE);
  const shade = shadesOf(kind, cv, chance);
  for (let at = 0; at < SIDE * SIDE; at++) {
    const [red, green, blue] = shade(at % SIDE, Math.floor(at / SIDE), at);
    rgb[3 * at] = byte(red);
    rgb[3 * at + 1] = byte(green);
    rgb[3 * at + 2] = byte(blue);
  }
  return { sidePx: SIDE, pxPerMm: PX_PER_MM, rgb };
}

function byte(value: number): number {
  return Math.max(0, Math.min(255, value));
}

/** Smooth noise between about -2 and 2 with bumps of the given size. */
function noise(cv: Cv, chance: Chance, bumpX: number, bumpY: number): Float32Array {
  const [columns, rows] = [Math.max(2, Math.round(SIDE / bumpX)), Math.max(2, Math.round(SIDE / bumpY))];
  return freeing((keep) => {
    const small = keep(new cv.Mat(rows, columns, cv.CV_32FC1));
    for (let at = 0; at < rows * columns; at++) small.data32F[at] = chance.near(0, 1);
    const large = keep(new cv.Mat());
    cv.resize(small, large, new cv.Size(SIDE, SIDE), 0, 0, cv.INTER_CUBIC);
    return large.data32F.slice();
  });
}

type Shade = (x: number, y: number, at: number) => Colour;

function shadesOf(kind: BackgroundKind, cv: Cv, chance: Chance): Shade {
  switch (kind) {
    case "wood":
      return wood(cv, chance);
    case "cloth":
      return cloth(cv, chance);
    case "checked":
      return checked(cv, chance);
    case "dark":
      return plain(
        cv,
        chance,
        chance.pick([
          [38, 34, 33],
          [28, 30, 36],
          [52, 40, 32],
        ]),
        2,
      );
    case "stone":
      return plain(
        cv,
        chance,
        chance.pick([
          [150, 146, 140],
          [118, 122, 126],
          [168, 150, 128],
        ]),
        8,
      );
    case "light":
      return plain(
        cv,
        chance,
        chance.pick([
          [226, 224, 219],
          [236, 236, 238],
          [214, 206, 192],
        ]),
        3,
      );
  }
}

/** Planks with grain along them. */
function wood(cv: Cv, chance: Chance): Shade {
  const base = chance.pick<Colour>([
    [150, 104, 66],
    [186, 146, 100],
    [104, 68, 44],
    [200, 168, 128],
  ]);
  const [broad, fine, pores] = [
    noise(cv, chance, 640, 40),
    noise(cv, chance, 260, 7),
    noise(cv, chance, 70, 2.5),
  ];
  const plank = chance.between(420, 700);
  const shades = Array.from({ length: 8 }, () => chance.near(0, 12));
  return (_x, y, at) => {
    const seam = Math.abs((y % plank) - 2) < 1.6 ? -45 : 0;
    const grain = 14 * (broad[at] ?? 0) + 9 * (fine[at] ?? 0) - 14 * Math.max(0, (pores[at] ?? 0) - 0.9);
    const value = grain + seam + (shades[Math.floor(y / plank)] ?? 0);
    return [base[0] + value, base[1] + 0.85 * value, base[2] + 0.65 * value];
  };
}

/** A woven cloth with soft folds. */
function cloth(cv: Cv, chance: Chance): Shade {
  const base = chance.pick<Colour>([
    [34, 82, 60],
    [120, 36, 42],
    [60, 70, 100],
    [150, 140, 122],
  ]);
  const [folds, threads] = [noise(cv, chance, 220, 160), noise(cv, chance, 3, 3)];
  const period = chance.between(4.5, 8);
  return (x, y, at) => {
    const weave = 9 * Math.sin((2 * Math.PI * x) / period) * Math.sin((2 * Math.PI * y) / period);
    const value = weave + 7 * (folds[at] ?? 0) + 6 * (threads[at] ?? 0);
    return [base[0] + value, base[1] + value, base[2] + value];
  };
}

/** A tablecloth with checks or with dots, dark on light. */
function checked(cv: Cv, chance: Chance): Shade {
  const ink = chance.pick<Colour>([
    [178, 42, 48],
    [46, 74, 140],
    [44, 110, 74],
    [40, 40, 44],
  ]);
  const ground: Colour = [232, 226, 214];
  const [folds, threads] = [noise(cv, chance, 260, 200), noise(cv, chance, 3, 3)];
  const side = chance.between(45, 130);
  const hasDots = chance.isSo(0.3);
  const share = (x: number, y: number) => {
    const [u, v] = [(x / side) % 2, (y / side) % 2];
    if (hasDots) return Math.hypot(((x / side) % 1) - 0.5, ((y / side) % 1) - 0.5) < 0.24 ? 1 : 0;
    return ((u < 1 ? 1 : 0) + (v < 1 ? 1 : 0)) / 2;
  };
  return (x, y, at) => {
    const cover = share(x, y);
    const value = 6 * (folds[at] ?? 0) + 5 * (threads[at] ?? 0);
    const mix = (channel: 0 | 1 | 2) => ground[channel] + cover * (ink[channel] - ground[channel]) + value;
    return [mix(0), mix(1), mix(2)];
  };
}

function plain(cv: Cv, chance: Chance, base: Colour, speckle: number): Shade {
  const [clouds, fine] = [noise(cv, chance, 240, 240), noise(cv, chance, 2.2, 2.2)];
  return (_x, _y, at) => {
    const value = 0.6 * speckle * (clouds[at] ?? 0) + speckle * (fine[at] ?? 0);
    return [base[0] + value, base[1] + value, base[2] + value];
  };
}
