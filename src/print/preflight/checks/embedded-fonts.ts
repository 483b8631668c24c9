import type { PDFDict, PDFName } from "@cantoo/pdf-lib";
import type { Area } from "../../geometry.ts";
import type { Check, Fault } from "../finding.ts";
import { asDict, dictAt, listAt, nameAt, objectAt } from "../objects.ts";

const HINT = "export with all fonts embedded: a printer that lacks it takes another one";
const FIELD_HINT = "export with all fonts embedded: a viewer that lacks it takes another one";
const MAX_NAME_LENGTH = 60;

/** The file embeds every font that its pages are written in. */
export const embeddedFonts: Check = ({ letterings }) => {
  const missing = letterings.filter(({ font }) => !isEmbedded(font));
  return missing.map(({ font, area }) => {
    const name = fontName(font);
    return fault(name, `the font ${name} is not embedded`, HINT, area);
  });
};

/** The file embeds every font that its fields are filled in with. */
export function embeddedFieldFonts(catalogue: PDFDict): Fault[] {
  const fonts = dictAt(dictAt(dictAt(catalogue, "AcroForm"), "DR"), "Font");
  return (fonts?.keys() ?? []).flatMap((key: PDFName): Fault[] => {
    const font = dictAt(fonts, key.decodeText());
    if (font === null || isEmbedded(font)) return [];
    const message = `fields are filled in with the font ${fontName(font)}, which is not embedded`;
    return [fault(message, message, FIELD_HINT, null)];
  });
}

function fault(about: string, message: string, hint: string, area: Area | null): Fault {
  return { code: "font-not-embedded", about, times: 1, message: () => message, hint, area };
}

/** What a font is called, without the letters that mark a subset. */
function fontName(font: PDFDict): string {
  const name = nameAt(font, "BaseFont") ?? "a font without name";
  return name.replace(/^[A-Z]{6}\+/, "").slice(0, MAX_NAME_LENGTH);
}

/** Whether a file contains the shapes of a font (ISO 32000-1, 9.9); fonts of type 3 are drawings in the file. */
function isEmbedded(font: PDFDict): boolean {
  const kind = nameAt(font, "Subtype");
  if (kind === "Type3") return true;
  if (kind === "Type0") {
    const [inner] = listAt(font, "DescendantFonts").map(asDict);
    return inner !== null && inner !== undefined && isEmbedded(inner);
  }
  const descriptor = dictAt(font, "FontDescriptor");
  return ["FontFile", "FontFile2", "FontFile3"].some((key) => objectAt(descriptor, key) !== null);
}
