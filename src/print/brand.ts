import { type Branding, UNBRANDED } from "./layout/pad-text.ts";
import type { Colour } from "./pdf/colour.ts";
import type { Outlines } from "./pdf/canvas.ts";

/** What a print looks like that is somebody's own. */
export interface Look {
  /** Of titles, headings and arrows; null for black. */
  readonly accent: Colour | null;
  /** The picture of whoever prints it, as PNG; null for none. */
  readonly logo: Uint8Array | null;
  /** The same picture as outlines, which pads are printed with; the picture itself if it is left out or null. */
  readonly outlines?: Outlines | null;
  /** The modules of a symbol that leads phones to a page, row by row, black ones true; null for none. */
  readonly link: readonly (readonly boolean[])[] | null;
}

/** Black, without a picture. */
export const PLAIN_LOOK: Look = { accent: null, logo: null, link: null };

/** Whose print it is. */
export interface Brand {
  readonly branding: Branding;
  readonly look: Look;
}

/** A print that is nobody's in particular. */
export const NO_BRAND: Brand = { branding: UNBRANDED, look: PLAIN_LOOK };
