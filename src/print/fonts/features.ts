/** OpenType features by their tags, as fontkit takes them: a list switches on, `false` switches off. */
export type Features = readonly string[] | Readonly<Record<string, boolean>>;

const AS_USUAL: Features = [];

/** What Latin letters without loose accents have no use for; looking it all up takes as long as kerning and ligatures. */
const NOT_FOR_PLAIN_TEXT: Features = Object.fromEntries(
  ["ccmp", "locl", "rlig", "rclt", "calt", "clig", "mark", "mkmk"].map((tag) => [tag, false]),
);

/**
 * The features to shape a text with, the same for whoever measures and whoever draws it. Kerning and ligatures are always on;
 * accents that stand behind their letters as characters of their own need all the rest, too.
 */
export function featuresFor(text: string): Features {
  return /\p{M}/u.test(text) ? AS_USUAL : NOT_FOR_PLAIN_TEXT;
}
