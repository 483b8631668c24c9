/** A glyph, and the characters that it stands for. */
export interface ReadGlyph {
  /** Its number in the font; of a glyph with a second meaning, a name that the subset knows. */
  readonly id: number | string;
  readonly advanceWidth: number;
  readonly codePoints: readonly number[];
}

/** As much of pdfkit's embedded font as meanings need; its types do not tell. */
export interface SubsetFont {
  readonly subset: {
    /** The glyphs of the font by their places in the subset. */
    readonly glyphs: (number | string)[];
    readonly mapping: Record<string | number, number>;
  };
  /** What stands for what: the characters of each place in the subset, which becomes the table `ToUnicode`. */
  readonly unicode: (readonly number[])[];
}

/** What a glyph says that is none: Unicode's sign for a character that can't be told. */
const NO_CHARACTER = 0xfffd;

/**
 * Lets each character of a text be read as what it is. A font draws several with one glyph (blank and no-break space, hyphen
 * and soft hyphen), and the file says for each glyph what it stands for; so a glyph has a place in the subset for each of its
 * meanings (ISO 32000-1, 9.10.3).
 */
export class MeaningfulSubset {
  readonly #font: SubsetFont;
  /** What each glyph meant when it was first used. */
  readonly #first = new Map<number | string, string>();

  constructor(font: SubsetFont) {
    this.#font = font;
    // PDF/A and PDF/UA forbid the character 0, which pdfkit gives to the place of missing glyphs.
    font.unicode[0] = [NO_CHARACTER];
  }

  /** The glyphs of a text with what they mean in it. */
  tell(glyphs: readonly ReadGlyph[], text: string): ReadGlyph[] {
    const points = [...text].map((character) => character.codePointAt(0) ?? NO_CHARACTER);
    const count = glyphs.reduce((sum, { codePoints }) => sum + codePoints.length, 0);
    // Where accents were taken from their letters, the font knows better who stands for what.
    const isTold = count === points.length;
    let at = 0;
    return glyphs.map(({ id, advanceWidth, codePoints }) => {
      const from = at;
      at += codePoints.length;
      return this.#placed({ id, advanceWidth, codePoints: isTold ? points.slice(from, at) : codePoints });
    });
  }

  #placed(glyph: ReadGlyph): ReadGlyph {
    const { id, codePoints } = glyph;
    const meaning = codePoints.join(" ");
    const first = this.#first.get(id) ?? meaning;
    this.#first.set(id, first);
    if (first === meaning) return glyph;
    const name = `${id} as ${meaning}`;
    const { mapping, glyphs } = this.#font.subset;
    mapping[name] ??= glyphs.push(id) - 1;
    return { ...glyph, id: name };
  }
}
