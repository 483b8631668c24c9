import type { Colour } from "./pdf/colour.ts";
import type { Outlines } from "./pdf/canvas.ts";

/** What a pad says beside its game: whose it is, and who plays. It moves no box, mark or code, so that a sheet is read as any other. */
export interface Branding {
  /** A title above the name of the game, and a subtitle; null to keep those that the pad has. */
  readonly title: string | null;
  readonly subtitle: string | null;
  /** Below the table, beside the small print; null for none. */
  readonly footer: string | null;
  /** A picture in the table's corner: how many times as wide as high it is; null for none. */
  readonly logoRatio: number | null;
  /** A symbol beside it that leads phones to a page: how many modules a side has; null for none. */
  readonly linkModules: number | null;
  /** Who plays, in the order of the columns or of the sheets. */
  readonly names: readonly string[];
  /** What stands in the field for the date; null for a blank one. */
  readonly date: string | null;
}

/** A pad that says what its game says. */
export const UNBRANDED: Branding = {
  title: null,
  subtitle: null,
  footer: null,
  logoRatio: null,
  linkModules: null,
  names: [],
  date: null,
};

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
