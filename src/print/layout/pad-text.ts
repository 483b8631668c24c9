import type { Face } from "../../rules/dice/dice.ts";
import type { Arrow } from "../shapes/figures.ts";

/** What stands on a pad and in which order, before anything is measured: made from the pad template. */
export interface PadText {
  readonly title: string;
  /** Small, behind the title; null for none. */
  readonly subtitle: string | null;
  /** Blank lines to write on, beside the title. `share` divides the room among them. */
  readonly fields: readonly PadField[];
  /** What the space for a player's name is called. */
  readonly name: string;
  /** What stands above the game's columns, by column id. */
  readonly columns: ReadonlyMap<string, ColumnHead>;
  readonly rows: readonly PadRow[];
  /** Small print below the table, each on a line of its own. */
  readonly foot: readonly string[];
}

/** What a field may be for, so that it can be filled in before it is printed. */
export const FIELD_PURPOSES = ["name", "date"] as const;
export type FieldPurpose = (typeof FIELD_PURPOSES)[number];

export interface PadField {
  readonly label: string;
  readonly share: number;
  /** Null for what only the players know. */
  readonly purpose: FieldPurpose | null;
}

export interface ColumnHead {
  readonly label: string;
  readonly arrow: Arrow | null;
  /** `×2`; null for columns that count once. */
  readonly factor: string | null;
}

export const LINE_RANKS = ["sum", "bonus", "total", "grand"] as const;
/** How heavy a sum row is. */
export type LineRank = (typeof LINE_RANKS)[number];

export type PadRow =
  | { readonly kind: "heading"; readonly text: string }
  | (Labelled & {
      readonly kind: "box";
      readonly category: string;
      /** Small dice that show what is wanted: numbers, or symbols of one or two letters. */
      readonly dice: readonly (Face | string)[];
    })
  | (Labelled & { readonly kind: "line"; readonly line: string; readonly rank: LineRank })
  | (Labelled & {
      readonly kind: "ticks";
      /** What is ticked: `saved-rolls`, `chips`. */
      readonly ticks: string;
      /** Small boxes for each player. */
      readonly count: number;
    });

interface Labelled {
  readonly label: string;
  readonly hint: string | null;
}

/** More small boxes than these do not fit the least cell that a player can have. */
export const MAX_TICKS = 12;

/** The same text with all its words as `change` makes them. The order of keys stays, for the sheet's code is made from it. */
export function mapPadText(text: PadText, change: (words: string) => string): PadText {
  const orNull = (words: string | null) => (words === null ? null : change(words));
  const changeHead = (head: ColumnHead): ColumnHead => {
    return { ...head, label: change(head.label), factor: orNull(head.factor) };
  };
  const changeRow = (row: PadRow): PadRow =>
    row.kind === "heading"
      ? { ...row, text: change(row.text) }
      : { ...row, label: change(row.label), hint: orNull(row.hint) };
  return {
    title: change(text.title),
    subtitle: orNull(text.subtitle),
    fields: text.fields.map((field) => ({ ...field, label: change(field.label) })),
    name: change(text.name),
    columns: new Map([...text.columns].map(([id, head]) => [id, changeHead(head)])),
    rows: text.rows.map(changeRow),
    foot: text.foot.map(change),
  };
}

/**
 * What a pad says beside its game: whose it is, and who plays. None of it moves a box, a mark or the code, so that a sheet is read as
 * any other of its game.
 */
export interface Branding {
  /** Instead of the title and the subtitle that the pad has; null to keep them. */
  readonly title: string | null;
  readonly subtitle: string | null;
  /** Below the table, beside the small print; null for none. */
  readonly footer: string | null;
  /** A picture left of the title: how many times as wide as high it is; null for none. */
  readonly logoRatio: number | null;
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
  names: [],
  date: null,
};

/** The same branding with all its words as `change` makes them. */
export function mapBranding(branding: Branding, change: (words: string) => string): Branding {
  const orNull = (words: string | null) => (words === null ? null : change(words));
  return {
    title: orNull(branding.title),
    subtitle: orNull(branding.subtitle),
    footer: orNull(branding.footer),
    logoRatio: branding.logoRatio,
    names: branding.names.map(change),
    date: orNull(branding.date),
  };
}
