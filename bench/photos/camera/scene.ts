import type { Chance } from "../chance.ts";
import type { Difficulty } from "../sheets/truth.ts";
import { BACKGROUNDS, type BackgroundKind } from "./backgrounds.ts";
import { type Bend, type BendKind, pickBend } from "./bend.ts";
import { DEMANDS, type Demands, type Range } from "./demands.ts";
import type { View } from "./lens.ts";

/** A shadow that falls on the table, in pixels of the photo. */
export interface Shadow {
  readonly x: number;
  readonly y: number;
  /** The direction into the shadow. */
  readonly angle: number;
  /** Half the width of what throws it; without end for a wall or a person. */
  readonly reach: number;
  readonly edgePx: number;
  readonly depth: number;
}

export interface Scene {
  readonly view: View;
  readonly bend: Bend;
  /** The paper that was printed on. */
  readonly paper: { readonly widthMm: number; readonly heightMm: number };
  /** How much larger than meant the sheet was printed. */
  readonly printScale: number;
  readonly background: BackgroundKind;
  /** Gains of red, green and blue: the colour of the light. */
  readonly light: readonly [number, number, number];
  /** How much brighter it is on one side, and where that is. */
  readonly slope: { readonly amount: number; readonly angle: number };
  readonly vignette: number;
  readonly shadows: readonly Shadow[];
  /** How bright white paper comes out, 1 is white. */
  readonly exposure: number;
  readonly blurPx: number;
  readonly motion: { readonly lengthPx: number; readonly angle: number };
  readonly noise: number;
  readonly sharpening: number;
  readonly quality: number;
  /** The way in which the phone notes that it was turned; 1 if it was not. */
  readonly orientation: 1 | 3 | 6 | 8;
  readonly hasThumb: boolean;
  readonly hasGlare: boolean;
  /** Another sheet: none, one that reaches in, or one next to that is photographed as well. */
  readonly neighbour: "none" | "part" | "whole";
}

type PageSize = { readonly widthMm: number; readonly heightMm: number };

export interface SceneWish {
  /** How the sheet is turned, in radians. Such a sheet lies alone. */
  readonly turn?: number;
  /** The longer side of the sheet in the photo. */
  readonly sheetPx?: number;
  /** How much of the photo the sheet takes. */
  readonly fill?: number;
  readonly background?: BackgroundKind;
  /** Of the JPEG. */
  readonly quality?: number;
}

/** What a difficulty asks for, but for what was wished. */
function demandsOf(difficulty: Difficulty, { turn, sheetPx, quality }: SceneWish): Demands {
  const usual = DEMANDS[difficulty];
  return {
    ...usual,
    ...(turn === undefined ? {} : { neighbour: 0, pair: 0, cut: 0, thumb: 0 }),
    ...(sheetPx === undefined ? {} : { sheetPx: [sheetPx, sheetPx] }),
    ...(quality === undefined ? {} : { quality: [quality, quality] }),
  };
}

/** Draws how a sheet lies and how it is photographed. */
export function pickScene(page: PageSize, difficulty: Difficulty, chance: Chance, wish: SceneWish): Scene {
  const demands = demandsOf(difficulty, wish);
  const between = ([least, most]: Range) => chance.between(least, most);
  const neighbour = chance.weighted([
    ["whole", demands.pair],
    ["part", demands.neighbour],
    ["none", 1 - demands.pair - demands.neighbour],
  ] as const);
  const printScale = pickPrintScale(chance);
  const paper = chance.isSo(0.04) ? { widthMm: page.widthMm * 1.41, heightMm: page.heightMm * 1.41 } : page;
  const view = pickView(paper, demands, neighbour === "whole", chance, wish);
  const pxPerMm = view.focal / view.distanceMm;
  const isDim = chance.isSo(demands.dim);
  return {
    view,
    bend: pickBend(paper.widthMm, paper.heightMm, demands.bendMm, pickBendKind(demands, chance), chance),
    paper,
    printScale,
    background: wish.background ?? pickBackground(demands, chance),
    light: pickLight(chance.isSo(demands.warm), chance),
    slope: { amount: chance.between(0, isDim ? 0.5 : 0.25), angle: chance.between(0, 2 * Math.PI) },
    vignette: chance.between(0.02, 0.3),
    shadows: pickShadows(view, demands, chance),
    exposure: isDim ? chance.between(0.5, 0.7) : chance.between(0.62, 0.98),
    blurPx: Math.max(0.55, between(demands.blurMm) * pxPerMm),
    motion: {
      lengthPx: chance.isSo(demands.motion) ? demands.motionMm * chance.between(0.4, 1) * pxPerMm : 0,
      angle: chance.between(0, Math.PI),
    },
    noise: between(demands.noise) * (isDim ? 1.4 : 1),
    sharpening: chance.isSo(0.7) ? chance.between(0.2, 0.9) : 0,
    quality: Math.round(between(demands.quality)),
    orientation: chance.weighted([
      [1, 0.6],
      [6, 0.25],
      [3, 0.05],
      [8, 0.1],
    ] as const),
    hasThumb: chance.isSo(demands.thumb),
    hasGlare: chance.isSo(demands.glare),
    neighbour,
  };
}

function pickPrintScale(chance: Chance): number {
  return chance.weighted([
    [chance.between(0.995, 1.005), 0.6],
    [chance.between(0.93, 0.985), 0.28],
    [chance.between(1.005, 1.03), 0.12],
  ]);
}

function pickBendKind(demands: Demands, chance: Chance): BendKind {
  if (chance.isSo(demands.flat)) return "flat";
  return chance.weighted([
    ["glued", 0.45],
    ["arched", 0.2],
    ["rolled", 0.2],
    ["corner", 0.15],
  ] as const);
}

function pickBackground(demands: Demands, chance: Chance): BackgroundKind {
  if (chance.isSo(demands.lightTable)) return "light";
  return chance.pick(BACKGROUNDS.filter((kind) => kind !== "light"));
}

function pickLight(isWarm: boolean, chance: Chance): Scene["light"] {
  const warmth = isWarm ? chance.between(0.25, 1) : chance.between(-0.15, 0.2);
  return [1 + 0.02 * warmth, 1 - 0.16 * warmth, 1 - 0.46 * warmth];
}

/** The photo is as large as the sheet asks for, within what phones take: 2 to 12 million pixels, four by three. */
function pickView(paper: PageSize, demands: Demands, isPair: boolean, chance: Chance, wish: SceneWish): View {
  const sheetPx = chance.between(...demands.sheetPx) * (isPair ? 0.8 : 1);
  const turn = wish.turn ?? pickTurn(demands, chance);
  const group = isPair ? { ...paper, widthMm: 2.15 * paper.widthMm } : paper;
  const scale = sheetPx / paper.heightMm;
  const [cos, sin] = [Math.abs(Math.cos(turn)), Math.abs(Math.sin(turn))];
  const wide = scale * (cos * group.widthMm + sin * group.heightMm);
  const high = scale * (sin * group.widthMm + cos * group.heightMm);
  const isCut = !isPair && chance.isSo(demands.cut);
  const fill = isCut ? chance.between(0.98, 1.06) : (wish.fill ?? chance.between(0.62, 0.93));
  const aspect = wide > high ? 4 / 3 : 3 / 4;
  const wantedPx = Math.max(wide / fill, (high / fill) * aspect);
  const pixels = Math.max(2e6, Math.min(12.2e6, wantedPx ** 2 / aspect));
  const widthPx = Math.round(Math.sqrt(pixels * aspect) / 16) * 16;
  const heightPx = Math.round(widthPx / aspect / 16) * 16;
  const shrink = Math.min(1, widthPx / wantedPx);
  const focal = Math.max(widthPx, heightPx) * chance.between(0.76, 1.05);
  // What the sheet leaves of the photo; it may lie anywhere in there.
  const room = (size: number, used: number) => Math.max(0, size - shrink * used) / size / 2;
  const off = (free: number) => (isCut ? chance.pick([-1, 1]) * 0.05 : chance.between(-0.75, 0.75) * free);
  return {
    widthPx,
    heightPx,
    focal,
    distanceMm: focal / (scale * shrink),
    turn,
    tilt: (chance.between(...demands.tiltDegrees) * Math.PI) / 180,
    from: chance.between(0, 2 * Math.PI),
    middle: [0.5 + off(room(widthPx, wide)), 0.5 + off(room(heightPx, high))],
    distortion: chance.near(0, demands.distortion / 2),
  };
}

/** Most people hold the phone about upright; the rest comes from the other side of the table. */
function pickTurn(demands: Demands, chance: Chance): number {
  if (chance.isSo(demands.anyTurn)) {
    return chance.isSo(0.5) ? chance.between(0, 2 * Math.PI) : (chance.whole(1, 3) * Math.PI) / 2;
  }
  return chance.near(0, 0.1);
}

function pickShadows({ widthPx, heightPx }: View, demands: Demands, chance: Chance): Shadow[] {
  if (!chance.isSo(demands.shadows)) return [];
  const size = Math.hypot(widthPx, heightPx);
  return Array.from({ length: chance.whole(1, 2) }, () => {
    const isHard = chance.isSo(demands.hardShadow);
    return {
      x: widthPx * chance.between(0.1, 0.9),
      y: heightPx * chance.between(0.1, 0.9),
      angle: chance.between(0, 2 * Math.PI),
      reach: chance.isSo(0.5) ? size : size * chance.between(0.06, 0.3),
      edgePx: isHard ? chance.between(10, 30) : size * chance.between(0.04, 0.2),
      depth: chance.between(...demands.depth),
    };
  });
}
