import { featuresFor } from "../fonts/features.ts";
import { asRead, asSeen } from "../fonts/soft-hyphen.ts";
import type { TypeFamily } from "../fonts/typeface.ts";
import type { Kit } from "./kit.ts";
import { MeaningfulSubset, type ReadGlyph, type SubsetFont } from "./meanings.ts";

interface Run {
  glyphs: readonly ReadGlyph[];
}

/** As much of pdfkit's embedded font as `openFont` touches; its types do not tell. */
interface ShapingFont extends SubsetFont {
  layoutRun(text: string, features: unknown): Run;
}

const remembering = new WeakSet<ShapingFont>();

/**
 * Makes a font the current one, and makes it remember how it shaped a text: pdfkit shapes each line when it draws it and
 * once more for its width, which nobody asks for. It is shaped with the features that it was measured with, and each glyph
 * tells what it stands for.
 *
 * @returns the kit, to go on with
 */
export function openFont(kit: Kit, weight: keyof TypeFamily): Kit {
  kit.font(weight);
  const { _font: font } = kit as unknown as { _font: ShapingFont };
  if (remembering.has(font)) return kit;
  remembering.add(font);
  const shape = font.layoutRun.bind(font);
  const meanings = new MeaningfulSubset(font);
  const shaped = new Map<string, Run>();
  font.layoutRun = (text) => {
    const known = shaped.get(text);
    if (known !== undefined) return known;
    const run = shape(asSeen(text), featuresFor(text));
    run.glyphs = meanings.tell(run.glyphs, asRead(text));
    shaped.set(text, run);
    return run;
  };
  return kit;
}
