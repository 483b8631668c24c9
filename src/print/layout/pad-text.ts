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
  /** `dice` show what is wanted: numbers, or symbols of one or two letters. */
  | (Labelled & {
      readonly kind: "box";
      readonly category: string;
      readonly dice: readonly (Face | string)[];
    })
  | (Labelled & { readonly kind: "line"; readonly line: string; readonly rank: LineRank })
  /** `ticks` says what is ticked (`saved-rolls`, `chips`), `count` how many small boxes each player has. */
  | (Labelled & { readonly kind: "ticks"; readonly ticks: string; readonly count: number });

interface Labelled {
  readonly label: string;
  readonly hint: string | null;
}

/** More small boxes than these do not fit the least cell that a player can have. */
export const MAX_TICKS = 12;

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

/** What has words in `PadText` and `Branding`; all other keys hold ids and values. */
const WORD_KEYS = /^(title|subtitle|label|name|factor|text|hint|foot|footer|names|date)$/;

/** The same text or branding with all its words as `change` makes them. The order of keys stays: a sheet's code is made from it. */
export function mapWords<T extends PadText | Branding>(of: T, change: (words: string) => string): T {
  const mapped = (value: unknown, key: string): unknown => {
    if (typeof value === "string") return WORD_KEYS.test(key) ? change(value) : value;
    if (Array.isArray(value)) return value.map((item) => mapped(item, key));
    if (value instanceof Map) return new Map([...value].map(([id, head]) => [id, mapped(head, key)]));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([inner, item]) => [inner, mapped(item, inner)]));
  };
  return mapped(of, "") as T;
}
