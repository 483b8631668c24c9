import type { Chance } from "../chance.ts";
import type { InkedPaper } from "../hand/ink-layer.ts";

/** What lies on a sheet or has happened to it that is no ink. */
export const DAMAGES = ["rim", "crease", "shine", "things", "pen"] as const;
export type DamageKind = (typeof DAMAGES)[number];

/** The light that is left at a spot, for red, green and blue: 1 is all of it. In mm from the middle of the page. */
export type Damage = (x: number, y: number) => readonly [number, number, number];

type Page = { readonly widthMm: number; readonly heightMm: number };

const UNTOUCHED = [1, 1, 1] as const;

/** Draws the damage to a sheet. @param written where anything is written, in mm from the middle of the page: nothing lies there */
export function pickDamage(
  kind: DamageKind,
  page: Page,
  sheet: InkedPaper,
  written: readonly Spot[],
  chance: Chance,
): Damage {
  switch (kind) {
    case "rim":
      return coffeeRim(page, chance);
    case "crease":
      return crease(page, chance);
    case "shine":
      return otherSide(sheet, chance);
    case "things":
      return things(page, written, chance);
    case "pen":
      return penOn(page, written, chance);
    default:
      return kind satisfies never;
  }
}

/** The brown ring of a cup: soft inside, with a darker edge outside. */
function coffeeRim({ widthMm, heightMm }: Page, chance: Chance): Damage {
  const rims = Array.from({ length: chance.whole(1, 2) }, () => ({
    x: chance.between(-0.4, 0.4) * widthMm,
    y: chance.between(-0.4, 0.4) * heightMm,
    radius: chance.between(26, 40),
    dark: chance.between(0.25, 0.5),
    start: chance.between(0, 2 * Math.PI),
    widthMm: chance.between(0.8, 1.6),
  }));
  return (x, y) => {
    const dark = Math.max(
      ...rims.map((rim) => {
        const off = Math.hypot(x - rim.x, y - rim.y) - rim.radius;
        const soft = Math.exp(-((off / rim.widthMm) ** 2));
        const edge = Math.exp(-(((off - rim.widthMm) / 0.35) ** 2));
        const around = 0.55 + 0.45 * Math.sin(2 * (Math.atan2(y - rim.y, x - rim.x) + rim.start));
        return rim.dark * Math.max(0.6 * soft, edge) * around;
      }),
    );
    return [1 - 0.55 * dark, 1 - 0.8 * dark, 1 - dark];
  };
}

/** A fold from edge to edge: a dark line with a bright one beside it. */
function crease({ widthMm, heightMm }: Page, chance: Chance): Damage {
  const isAcross = chance.isSo(0.5);
  const place = chance.between(-0.28, 0.28) * (isAcross ? heightMm : widthMm);
  const tilt = chance.near(0, 0.008);
  const [dark, width] = [chance.between(0.25, 0.55), chance.between(0.16, 0.35)];
  return (x, y) => {
    const off = isAcross ? y - place - tilt * x : x - place - tilt * y;
    const shade = dark * Math.exp(-((off / width) ** 2)) - 0.12 * Math.exp(-(((off - 0.7) / 0.5) ** 2));
    return [1 - shade, 1 - shade, 1 - shade];
  };
}

/** What is printed and written on the other side shines through, mirrored. */
function otherSide({ widthPx, heightPx, pxPerMm, rgb }: InkedPaper, chance: Chance): Damage {
  const share = chance.between(0.08, 0.2);
  const [offX, offY] = [chance.near(0, 3), chance.near(0, 3)];
  const darkAt = (x: number, y: number) => {
    const column = Math.round(widthPx / 2 - (x + offX) * pxPerMm);
    const row = Math.round(heightPx / 2 + (y + offY) * pxPerMm);
    if (column < 0 || row < 0 || column >= widthPx || row >= heightPx) return 0;
    return 1 - (rgb[3 * (row * widthPx + column) + 1] ?? 255) / 255;
  };
  const spread = [-0.25, 0, 0.25];
  return (x, y) => {
    const sum = spread.reduce(
      (all, dx) => all + spread.reduce((own, dy) => own + darkAt(x + dx, y + dy), 0),
      0,
    );
    const left = 1 - share * (sum / 9);
    return [left, left, left];
  };
}

interface Spot {
  readonly x: number;
  readonly y: number;
}

/** Dice and coins, where nothing is written. */
function things({ widthMm, heightMm }: Page, spots: readonly Spot[], chance: Chance): Damage {
  const lying: { x: number; y: number; halfMm: number; face: number; turn: number }[] = [];
  for (let attempt = 0; attempt < 60 && lying.length < 4; attempt++) {
    const one = {
      x: chance.between(-0.45, 0.45) * widthMm,
      y: chance.between(-0.4, 0.45) * heightMm,
      halfMm: chance.between(6.5, 11),
      face: chance.whole(0, 6),
      turn: chance.between(0, Math.PI),
    };
    const isFree = (spot: Spot, far: number) => Math.hypot(spot.x - one.x, spot.y - one.y) > far;
    if (
      spots.every((spot) => isFree(spot, 1.5 * one.halfMm + 6)) &&
      lying.every((other) => isFree(other, 30))
    )
      lying.push(one);
  }
  return (x, y) => {
    const one = lying.find((thing) => Math.hypot(x - thing.x, y - thing.y) < 1.45 * thing.halfMm);
    if (one === undefined) return UNTOUCHED;
    const [cos, sin] = [Math.cos(one.turn), Math.sin(one.turn)];
    const [u, v] = [
      ((x - one.x) * cos + (y - one.y) * sin) / one.halfMm,
      ((y - one.y) * cos - (x - one.x) * sin) / one.halfMm,
    ];
    return one.face === 0 ? coinAt(Math.hypot(u, v)) : dieAt(u, v, one.face);
  };
}

/** A pen, where nothing is written: dark, with a line of light along it. */
function penOn({ widthMm, heightMm }: Page, spots: readonly Spot[], chance: Chance): Damage {
  const half = { along: 70, across: chance.between(3.5, 5.5) };
  const tried = Array.from({ length: 60 }, () => {
    const turn = chance.between(0, Math.PI);
    const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
    const [x, y] = [chance.between(-0.5, 0.5) * widthMm, chance.between(-0.5, 0.5) * heightMm];
    const place = (spot: Spot) => ({
      along: (spot.x - x) * cos + (spot.y - y) * sin,
      across: (spot.y - y) * cos - (spot.x - x) * sin,
    });
    const room = spots.map((spot) => {
      const { along, across } = place(spot);
      return Math.hypot(
        Math.max(0, Math.abs(along) - half.along),
        Math.max(0, Math.abs(across) - half.across),
      );
    });
    return { place, room: Math.min(...room) };
  });
  // No pen, rather than one that hides ink.
  const free = tried.find(({ room }) => room > 6);
  if (free === undefined) return () => UNTOUCHED;
  const [red, green, blue] = chance.pick([
    [0.12, 0.12, 0.14],
    [0.15, 0.2, 0.5],
    [0.6, 0.12, 0.12],
  ] as const);
  return (x, y) => {
    const { along, across } = free.place({ x, y });
    if (Math.abs(along) > half.along || Math.abs(across) > half.across) return UNTOUCHED;
    const shine = 1 + 1.2 * Math.exp(-(((across / half.across + 0.35) / 0.15) ** 2));
    return [red * shine, green * shine, blue * shine];
  };
}

function coinAt(far: number): readonly [number, number, number] {
  if (far > 1) return UNTOUCHED;
  const shade = far > 0.86 || (far > 0.4 && far < 0.5) ? 0.6 : 0.85;
  return [0.75 * shade, 0.55 * shade, 0.35 * shade];
}

/** The pips of a die by its face, -1 to 1 from its middle. */
export const PIPS: Readonly<Record<number, readonly (readonly [number, number])[]>> = {
  1: [[0, 0]],
  2: [
    [-1, -1],
    [1, 1],
  ],
  3: [
    [-1, -1],
    [0, 0],
    [1, 1],
  ],
  4: [
    [-1, -1],
    [-1, 1],
    [1, -1],
    [1, 1],
  ],
  5: [
    [-1, -1],
    [-1, 1],
    [0, 0],
    [1, -1],
    [1, 1],
  ],
  6: [
    [-1, -1],
    [-1, 0],
    [-1, 1],
    [1, -1],
    [1, 0],
    [1, 1],
  ],
};

/** A die covers what is printed below it: as light as it gets, it is grey. */
function dieAt(u: number, v: number, face: number): readonly [number, number, number] {
  const edge = Math.max(Math.abs(u), Math.abs(v));
  if (edge > 1) return UNTOUCHED;
  const isPip = (PIPS[face] ?? []).some(([x, y]) => Math.hypot(u - 0.5 * x, v - 0.5 * y) < 0.2);
  const shade = isPip ? 0.15 : edge > 0.93 ? 0.6 : 0.95;
  return [shade, shade, shade];
}
