import type { Difficulty } from "../sheets/truth.ts";

/** From the least to the most that a difficulty asks for. */
export type Range = readonly [least: number, most: number];

/** What a difficulty asks for; shares are from 0 to 1. */
export interface Demands {
  /** The longer side of the sheet in the photo, in pixels. */
  readonly sheetPx: Range;
  readonly tiltDegrees: Range;
  readonly anyTurn: number;
  readonly distortion: number;
  readonly bendMm: number;
  readonly flat: number;
  readonly shadows: number;
  readonly hardShadow: number;
  /** Share of the light that a shadow takes. */
  readonly depth: Range;
  readonly warm: number;
  readonly dim: number;
  /** Of the picture on the sheet. */
  readonly blurMm: Range;
  readonly motion: number;
  readonly motionMm: number;
  readonly noise: Range;
  readonly quality: Range;
  readonly lightTable: number;
  readonly thumb: number;
  readonly glare: number;
  readonly neighbour: number;
  readonly pair: number;
  readonly cut: number;
}

export const DEMANDS: Readonly<Record<Difficulty, Demands>> = {
  easy: {
    sheetPx: [2100, 3500],
    tiltDegrees: [0, 12],
    anyTurn: 0.15,
    distortion: 0.015,
    bendMm: 3,
    flat: 0.6,
    shadows: 0.35,
    hardShadow: 0.1,
    depth: [0.1, 0.35],
    warm: 0.3,
    dim: 0,
    blurMm: [0.03, 0.07],
    motion: 0.1,
    motionMm: 0.12,
    noise: [0.004, 0.012],
    quality: [80, 92],
    lightTable: 0.1,
    thumb: 0.04,
    glare: 0,
    neighbour: 0.1,
    pair: 0.04,
    cut: 0,
  },
  medium: {
    sheetPx: [1500, 2800],
    tiltDegrees: [6, 24],
    anyTurn: 0.5,
    distortion: 0.035,
    bendMm: 8,
    flat: 0.3,
    shadows: 0.7,
    hardShadow: 0.3,
    depth: [0.2, 0.5],
    warm: 0.5,
    dim: 0.15,
    blurMm: [0.05, 0.12],
    motion: 0.3,
    motionMm: 0.25,
    noise: [0.008, 0.022],
    quality: [70, 90],
    lightTable: 0.2,
    thumb: 0.2,
    glare: 0.05,
    neighbour: 0.3,
    pair: 0.08,
    cut: 0.03,
  },
  hard: {
    sheetPx: [900, 2000],
    tiltDegrees: [16, 35],
    anyTurn: 1,
    distortion: 0.06,
    bendMm: 15,
    flat: 0.1,
    shadows: 0.9,
    hardShadow: 0.5,
    depth: [0.3, 0.65],
    warm: 0.6,
    dim: 0.5,
    blurMm: [0.07, 0.17],
    motion: 0.5,
    motionMm: 0.4,
    noise: [0.014, 0.035],
    quality: [60, 78],
    lightTable: 0.3,
    thumb: 0.4,
    glare: 0.3,
    neighbour: 0.4,
    pair: 0.08,
    cut: 0.08,
  },
};
