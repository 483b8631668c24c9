import { showable } from "../fonts/showable.ts";
import type { TypeFamily } from "../fonts/typeface.ts";

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

/** All words of a branding. */
export function wordsOf({ title, subtitle, footer, names, date }: Branding): string[] {
  return [title, subtitle, footer, date, ...names].filter((words) => words !== null);
}

/** The same with every character that the fonts lack in its plain form, where it has one. */
export function showableBranding(branding: Branding, family: TypeFamily): Branding {
  const show = (words: string | null) => (words === null ? null : showable(words, family));
  return {
    ...branding,
    title: show(branding.title),
    subtitle: show(branding.subtitle),
    footer: show(branding.footer),
    names: branding.names.map((name) => showable(name, family)),
    date: show(branding.date),
  };
}
