import type { BoxPlace } from "../../check/sheet.ts";
import type { Face } from "../../rules/dice/dice.ts";
import type { Area, Segment, Size } from "../geometry.ts";
import type { PathStep } from "../pdf/canvas.ts";
import type { Arrow, DieStyle } from "../shapes/figures.ts";
import type { FieldPurpose } from "./pad-form.ts";
import type { Mark } from "./marks.ts";
import type { SheetCode } from "./sheet-code.ts";
import type { Sizes } from "./sizes.ts";

/** A box to write in: of a category, or of a line. */
export type PadBox = Area & BoxPlace;

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

/** The texts that a style may set in its own face. */
export type TextRole = "title" | "subtitle" | "heading" | "total";

/** A line of text, with the cell that it must not leave. */
export interface PlacedText {
  readonly text: string;
  readonly cell: Area;
  /** The measured ink of the text; it lies inside the cell. */
  readonly ink: Area;
  readonly xMm: number;
  readonly baselineMm: number;
  readonly sizePt: number;
  readonly weight: "regular" | "bold" | "title";
  /** Share of black. */
  readonly grey: number;
  /** Whether it has the accent colour, on pads with one. */
  readonly isAccented: boolean;
  /** What a style may set in its own face; null for all other text. */
  readonly role: TextRole | null;
  /** Turned by 90 degrees: the baseline runs up from its point. */
  readonly upwards: boolean;
}

/** What a line of a sheet divides, in its weight. */
export type RuleRank = keyof Sizes["weight"];

/** A line of the table; its grey is 0 for white to 1 for black. */
export interface Rule extends Segment {
  readonly weightPt: number;
  readonly grey: number;
}

/** A line of a pad's own table. */
export interface PadRule extends Rule {
  readonly rank: RuleRank;
}

/** A filled rectangle below everything else. */
export interface Tint extends Area {
  readonly rank: "head" | "heading" | "sum" | "grand";
  readonly grey: number;
}

/** The place of a figure of the unit square. */
type PlacedSquare = Readonly<Record<"xMm" | "yMm" | "sideMm", number>>;

/** An example die of a row. */
export interface PlacedDie extends PlacedSquare {
  /** A number, or a symbol of one or two letters. */
  readonly face: Face | string;
  /** The look for its colour; null without colours. */
  readonly tint: number | null;
  /** Whether it is a small die inside a large one; left out for other dice. */
  readonly isDouble?: true;
}

/** The small code of a sheet, with the letters that say the same to people. */
export interface PlacedCode {
  /** The symbol of the sheet and, with double marks and if there is room, a second one at its foot. */
  readonly areas: readonly [Area, ...Area[]];
  /** Its content, without the sheet's number. */
  readonly code: SheetCode;
  /** The places of the groups of letters, from the top; the last one is the sheet's number. */
  readonly letters: readonly Omit<PlacedText, "text" | "ink">[];
}

/** What a style adds to a sheet. */
export interface SheetDecoration {
  readonly dice: DieStyle;
  /** Drawn above the tints and below everything else, in mm. */
  readonly shapes: readonly DecorationShape[];
}

/** A path that is filled or stroked. */
export interface DecorationShape {
  readonly steps: readonly PathStep[];
  /** Share of black; null to fill nothing. */
  readonly fill: number | null;
  /** The weight of its black outline; null for none. */
  readonly strokePt: number | null;
  /** Whether black is the accent colour, on pads with one. */
  readonly isAccented: boolean;
}

/** Everything on one sheet, in mm, origin top left. Printing and scanning share this geometry. */
export interface PadLayout {
  readonly variant: string;
  /** The “players” are games that one person plays in a row; left out for a sheet of players. */
  readonly columnsAreGames?: boolean;
  readonly page: Size;
  readonly marginMm: number;
  readonly boxes: readonly PadBox[];
  readonly ticks: readonly PadTick[];
  readonly blanks: readonly PadBlank[];
  readonly texts: readonly PlacedText[];
  readonly rules: readonly PadRule[];
  readonly tints: readonly Tint[];
  /** The outside of each table. */
  readonly tables: readonly Area[];
  /** The framed parts of the tables: their sections, where there is white between them. */
  readonly panels: readonly Area[];
  readonly dice: readonly PlacedDie[];
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
  /** What a style adds; left out for a sheet without one. */
  readonly decoration?: SheetDecoration;
}
