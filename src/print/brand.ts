import type { Colour } from "./pdf/colour.ts";
import type { Outlines } from "./pdf/canvas.ts";

/** Words and pictures of a pad's owner, and who plays. They move no box, mark or code, so that scans read the sheet as any other. */
export interface Branding {
  /** A title above the name of the game, and a subtitle; null to keep those that the pad has. */
  readonly title: string | null;
  readonly subtitle: string | null;
  /** Below the table, next to the small print; null for none. */
  readonly footer: string | null;
  /** Width by height of a picture in the table's corner; null for none. */
  readonly logoRatio: number | null;
  /** The modules per side of a QR code next to it; null for none. */
  readonly linkModules: number | null;
  /** What the QR code opens, printed small below it; left out or null for none. */
  readonly linkCaption?: string | null | undefined;
  /** Who plays, in the order of the columns or of the sheets. */
  readonly names: readonly string[];
  /** The text of the date's field; null for a blank one. */
  readonly date: string | null;
}

/** A pad with the words of its game alone. */
export const UNBRANDED: Branding = {
  title: null,
  subtitle: null,
  footer: null,
  logoRatio: null,
  linkModules: null,
  names: [],
  date: null,
};

/** What a QR code opens, for people: the host of its address. */
export function linkCaption(address: string): string {
  return URL.canParse(address) ? new URL(address).host.replace(/^www\./, "") : address;
}

/** The look of a branded print. */
export interface Look {
  /** The colour of titles, headings and arrows; null for black. */
  readonly accent: Colour | null;
  /** The logo as PNG; null for none. */
  readonly logo: Uint8Array | null;
  /** The logo as outlines, which pads prefer over the PNG. */
  readonly outlines?: Outlines | null;
  /** The modules of a QR code, row by row, black ones true; null for none. */
  readonly link: readonly (readonly boolean[])[] | null;
  /** Whether that code opens the game, and so may have a page of its own where the table's corner is too small. */
  readonly opensGame?: boolean;
}

/** Black, without pictures. */
export const PLAIN_LOOK: Look = { accent: null, logo: null, link: null };

/** The owner's words and look. */
export interface Brand {
  readonly branding: Branding;
  readonly look: Look;
}

export const NO_BRAND: Brand = { branding: UNBRANDED, look: PLAIN_LOOK };
