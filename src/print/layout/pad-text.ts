import type { PadText } from "./pad-form.ts";

export type { ColumnHead, FieldPurpose, LineRank, PadField, PadRow, PadText } from "./pad-form.ts";

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

/** What has words in `PadText` and `Branding`; all other keys hold ids and values. */
const WORD_KEYS = /^(title|subtitle|label|name|factor|text|hint|foot|footer|names|date)$/;

/** The same text or branding with all its words as `change` makes them. The order of keys stays. */
export function mapWords<T extends PadText | Branding>(of: T, change: (words: string) => string): T {
  const mapValue = (value: unknown, key: string): unknown => {
    if (typeof value === "string") return WORD_KEYS.test(key) ? change(value) : value;
    if (Array.isArray(value)) return value.map((item) => mapValue(item, key));
    if (value instanceof Map) return new Map([...value].map(([id, head]) => [id, mapValue(head, key)]));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([inner, item]) => [inner, mapValue(item, inner)]));
  };
  return mapValue(of, "") as T;
}
