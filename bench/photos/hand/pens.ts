import type { Chance } from "../chance.ts";

type PenKind = "ballpoint" | "gel" | "pencil" | "felt";

/** What a pen leaves on paper. */
export interface Pen {
  readonly kind: PenKind;
  /** Share of red, green and blue light that full ink sends back. */
  readonly colour: readonly [number, number, number];
  /** How much of the paper full ink covers, 0 to 1. */
  readonly strength: number;
  /** How much that varies along a stroke. */
  readonly grain: number;
  /** How much the paper's tooth shows: a pencil touches only what stands out. */
  readonly tooth: number;
  readonly traceMm: number;
}

/** A pen as people take it along to a game. */
export function pickPen(chance: Chance): Pen {
  const kind = chance.weighted<PenKind>([
    ["ballpoint", 0.58],
    ["gel", 0.14],
    ["pencil", 0.2],
    ["felt", 0.08],
  ]);
  const colour = colourOf(kind, chance);
  switch (kind) {
    case "ballpoint": {
      const [strength, grain] = [chance.between(0.72, 0.95), chance.between(0.05, 0.2)];
      return { kind, colour, strength, grain, tooth: 0.08, traceMm: chance.between(0.32, 0.52) };
    }
    case "gel":
      return { kind, colour, strength: 0.97, grain: 0.04, tooth: 0, traceMm: chance.between(0.35, 0.6) };
    case "pencil": {
      const strength = chance.between(0.5, 0.8);
      return { kind, colour, strength, grain: 0.1, tooth: 0.36, traceMm: chance.between(0.4, 0.65) };
    }
    case "felt":
      return { kind, colour, strength: 0.95, grain: 0.06, tooth: 0, traceMm: chance.between(0.6, 0.85) };
  }
}

/** Shades of a pen, no two quite the same. */
function colourOf(kind: PenKind, chance: Chance): Pen["colour"] {
  const base =
    kind === "pencil"
      ? ([0.25, 0.25, 0.27] as const)
      : chance.weighted<Pen["colour"]>([
          [[0.09, 0.15, 0.52], 0.56],
          [[0.07, 0.07, 0.09], 0.36],
          [[0.66, 0.1, 0.12], 0.05],
          [[0.06, 0.36, 0.2], 0.03],
        ]);
  const shade = chance.between(0.8, 1.25);
  const tint = () => shade * chance.between(0.9, 1.1);
  return [base[0] * tint(), base[1] * tint(), base[2] * tint()];
}
