import { MM_PER_PT } from "../geometry.ts";
import type { TypeFamily } from "../fonts/typeface.ts";

type Weight = keyof TypeFamily;

/** The first letters of ids of the cuts. */
const CUTS: Readonly<Record<Weight, string>> = { regular: "r", bold: "b" };

/**
 * The outlines of all glyphs that the drawings of one page use, each once: a drawing only says which glyph stands where. So
 * texts look as on paper with whatever fonts a browser has, and take little room.
 */
export class GlyphSheet {
  readonly #family: TypeFamily;
  readonly #paths = new Map<string, string>();

  constructor(family: TypeFamily) {
    this.#family = family;
  }

  /** A line of text as SVG in units of the font, from its beginning on the baseline upwards. */
  line(text: string, weight: Weight): string {
    const uses = this.#family[weight].glyphs(text).map(({ id, x, y, path }) => {
      if (path === "") return "";
      const name = CUTS[weight] + id.toString(36);
      this.#paths.set(name, path);
      return `<use href="#${name}" x="${x}"${y === 0 ? "" : ` y="${y}"`}/>`;
    });
    return uses.join("");
  }

  /** The size of a unit of the font in mm, at a size in pt. */
  unitMm(sizePt: number, weight: Weight): number {
    return (sizePt * MM_PER_PT) / this.#family[weight].unitsPerEm;
  }

  /** The outlines, in a drawing of their own that shows nothing; it has to stand on the page of the others. */
  outlines(): string {
    const paths = [...this.#paths].map(([name, path]) => `<path id="${name}" d="${path}"/>`);
    return `<svg width="0" height="0" class="outlines" aria-hidden="true"><defs>${paths.join("")}</defs></svg>`;
  }
}
