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
  const { title, subtitle, footer, names, date } = branding;
  return {
    ...branding,
    title: orNull(title),
    subtitle: orNull(subtitle),
    footer: orNull(footer),
    date: orNull(date),
    names: names.map(change),
  };
}
