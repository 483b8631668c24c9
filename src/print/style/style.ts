import { DIE_STYLES, type DieStyle } from "../shapes/figures.ts";

// The looks that a style can choose. They change neither boxes nor fiducials nor codes, so that photos of all styles read alike.

/** The faces for titles: the sans of everything else, a slab serif, a tavern's sign, a rounded one, and capitals. */
export const FACES = ["sans", "slab", "tavern", "round", "capitals"] as const;
export type TitleFace = (typeof FACES)[number];

/** The line around a table. */
export const FRAMES = ["single", "double", "fine", "rounded"] as const;
/** What is at the corners of a frame. */
export const CORNERS = ["none", "diamonds", "flowers"] as const;
/** What is around the title: nothing, a band of solid ink with a light title, one with round ends, a line above and below, or two dice behind it. */
export const HEADS = ["plain", "band", "pill", "lines", "dice"] as const;
export const ALIGNMENTS = ["left", "centre"] as const;
/** How sections are headed: on a tint across the table, between lines, or on a rounded tint. */
export const SECTIONS = ["tint", "lines", "pill"] as const;
export const HEADING_FACES = ["sans", "title"] as const;
export { DIE_STYLES };

/** The darkest tint of a style, in percent: darker ones turn black on a copier. */
export const MAX_TINT = 12;
/** The limits of a title's height, in percent of the usual one. */
export const TITLE_SIZES = { min: 70, max: 150 } as const;
/** The limits of the side of dice, in percent of the usual one. */
export const DICE_SIZES = { min: 100, max: 130 } as const;

/** The look of a pad. Sizes and tints are shares of 1. */
export interface PadStyle {
  readonly face: TitleFace;
  readonly titleSize: number;
  readonly align: (typeof ALIGNMENTS)[number];
  readonly head: (typeof HEADS)[number];
  readonly frame: (typeof FRAMES)[number];
  readonly corners: (typeof CORNERS)[number];
  readonly sections: (typeof SECTIONS)[number];
  readonly headingFace: (typeof HEADING_FACES)[number];
  readonly dice: DieStyle;
  readonly diceSize: number;
  /** Of the heads of columns and sections, of sums and bonuses, and of the line that decides the game; null as laid out. */
  readonly tints: Readonly<Record<"heads" | "sums" | "total", number | null>>;
}

/** The look of a style file that sets nothing: a sheet as it is laid out. */
export const BARE_STYLE: PadStyle = {
  face: "sans",
  titleSize: 1,
  align: "left",
  head: "plain",
  frame: "single",
  corners: "none",
  sections: "tint",
  headingFace: "sans",
  dice: "outline",
  diceSize: 1,
  tints: { heads: null, sums: null, total: null },
};
