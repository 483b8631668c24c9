import type PdfKit from "pdfkit";
import { featuresFor } from "../type/features.ts";
import type { TypeFamily } from "../type/typeface.ts";

type Kit = InstanceType<typeof PdfKit>;

/** As much of pdfkit's embedded font as `openFont` touches; its types do not tell. */
interface ShapingFont {
  layoutRun(text: string, features: unknown): unknown;
}

const remembering = new WeakSet<ShapingFont>();

/**
 * Makes a font the current one, and makes it remember how it shaped a text: pdfkit shapes each line when it draws it and
 * once more for its width, which nobody asks for. It is shaped with the features that it was measured with.
 *
 * @returns the kit, to go on with
 */
export function openFont(kit: Kit, weight: keyof TypeFamily): Kit {
  kit.font(weight);
  const { _font: font } = kit as unknown as { _font: ShapingFont };
  if (remembering.has(font)) return kit;
  remembering.add(font);
  const shape = font.layoutRun.bind(font);
  const shaped = new Map<string, unknown>();
  font.layoutRun = (text) => {
    const known = shaped.get(text) ?? shape(text, featuresFor(text));
    shaped.set(text, known);
    return known;
  };
  return kit;
}
