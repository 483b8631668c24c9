import type { Face } from "../../rules/dice/dice.ts";
import type { Area, Segment, Size } from "../geometry.ts";
import type { Arrow } from "../shapes/figures.ts";
import type { FieldPurpose } from "./pad-form.ts";
import type { SheetCode } from "./sheet-code.ts";

/** A box to write in: of a category, or of a line. */
export interface PadBox extends Area {
  /** Counted from 1. */
  readonly player: number;
  /** Null for lines that span the columns. */
  readonly column: string | null;
  readonly category: string | null;
  readonly line: string | null;
}

/** A small box to tick; scans ignore it. */
export interface PadTick extends Area {
  /** Counted from 1. */
  readonly player: number;
  /** What is ticked: `saved-rolls`, `chips`. */
  readonly ticks: string;
}

/** A blank for words: a player's name, a date. */
export interface PadBlank extends Area {
  /** Counted from 1; null for a blank that is about the whole sheet. */
  readonly player: number | null;
  /** The label next to the blank. */
  readonly label: string;
  readonly purpose: FieldPurpose | null;
  /** Turned by 90 degrees, reading upwards. */
  readonly upwards: boolean;
}

/** A line of text, with the cell that it must not leave. */
export interface PlacedText {
  readonly text: string;
  readonly cell: Area;
  /** The measured ink of the text; it lies inside the cell. */
  readonly ink: Area;
  readonly xMm: number;
  readonly baselineMm: number;
  readonly sizePt: number;
  readonly weight: "regular" | "bold";
  /** Share of black. */
  readonly grey: number;
  /** Whether it has the accent colour, on pads with one. */
  readonly isAccented: boolean;
  /** Turned by 90 degrees: the baseline runs up from its point. */
  readonly upwards: boolean;
}

/** A line of the table; its grey is 0 for white to 1 for black. */
export interface Rule extends Segment {
  readonly weightPt: number;
  readonly grey: number;
}

/** A filled rectangle below everything else. */
export interface Tint extends Area {
  readonly grey: number;
}

/** The place of a figure of the unit square. */
type PlacedSquare = Readonly<Record<"xMm" | "yMm" | "sideMm", number>>;

/** One of the square marks by which a photographed sheet is found. */
export interface Mark extends Area {
  /** 0 to 7: the corners clockwise from top left, then the middles of the edges in the same order. */
  readonly place: number;
}

/** The small code of a sheet, with the letters that say the same to people. */
export interface PlacedCode {
  /** The symbol at the head of the sheet and, if there is room, again at its foot. */
  readonly areas: readonly [Area, ...Area[]];
  /** Its content, without the sheet's number. */
  readonly code: SheetCode;
  /** The places of the groups of letters, from the top; the last one is the sheet's number. */
  readonly letters: readonly Omit<PlacedText, "text" | "ink">[];
}

/** Everything on one sheet, in mm, origin top left. Printing and scanning share this geometry. */
export interface PadLayout {
  readonly variant: string;
  readonly page: Size;
  readonly marginMm: number;
  readonly boxes: readonly PadBox[];
  readonly ticks: readonly PadTick[];
  readonly blanks: readonly PadBlank[];
  readonly texts: readonly PlacedText[];
  readonly rules: readonly Rule[];
  readonly tints: readonly Tint[];
  /** Faces are numbers, or symbols of one or two letters; `tint` is the look for a colour, null without colours. */
  readonly dice: readonly (PlacedSquare & { readonly face: Face | string; readonly tint: number | null })[];
  readonly arrows: readonly (PlacedSquare & { readonly arrow: Arrow })[];
  /** The place of the branding's logo; null without one. */
  readonly logo: Area | null;
  /** The place of the QR code with the branding's link; null without one. */
  readonly link: Area | null;
  /** On sheets of one player each: the names, in turn; empty where names are written by hand. */
  readonly owners: readonly PlacedText[];
  /** None on a pad without marks. */
  readonly marks: readonly Mark[];
  readonly code: PlacedCode | null;
}
