import type { PDFDict, PDFName } from "@cantoo/pdf-lib";
import { asDict, dictAt, listAt, nameAt, objectAt } from "./objects.ts";

/** What a font is called, without the letters that mark a subset. */
export function fontName(font: PDFDict): string {
  return (nameAt(font, "BaseFont") ?? "a font without name").replace(/^[A-Z]{6}\+/, "").slice(0, 60);
}

/** Whether a file brings the shapes of a font along (ISO 32000-1, 9.9); fonts of type 3 are drawings in the file. */
export function isEmbedded(font: PDFDict): boolean {
  const kind = nameAt(font, "Subtype");
  if (kind === "Type3") return true;
  if (kind === "Type0") {
    const [inner] = listAt(font, "DescendantFonts").map(asDict);
    return inner !== null && inner !== undefined && isEmbedded(inner);
  }
  const descriptor = dictAt(font, "FontDescriptor");
  return ["FontFile", "FontFile2", "FontFile3"].some((key) => objectAt(descriptor, key) !== null);
}

/** The fonts in which fields are filled in, by the form of the whole file. */
export function fieldFonts(catalogue: PDFDict | null): PDFDict[] {
  const fonts = dictAt(dictAt(dictAt(catalogue, "AcroForm"), "DR"), "Font");
  return (fonts?.keys() ?? []).flatMap((key: PDFName) => dictAt(fonts, key.decodeText()) ?? []);
}
