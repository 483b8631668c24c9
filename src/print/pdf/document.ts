import type { Area, Size } from "../geometry.ts";
import { joined } from "../../rules/bytes.ts";
import type { PdfCanvas } from "./canvas.ts";
import { canvasOf } from "./draw.ts";
import { addPage, openKit, type PdfInformation } from "./kit.ts";
import { type TaggedContent, type Decoration, type StructureElement, Tagging } from "./tagging.ts";

/** An open document. Everything is measured in mm from the top left corner of the page. */
export interface PdfDocument extends PdfCanvas {
  addPage(size: Size): void;
  /** Draws the content of a structure element. @param area where a figure lies */
  content(content: TaggedContent, draw: () => void, area?: Area): void;
  /** Draws what is not read out. */
  decoration(kind: Decoration, draw: () => void): void;
  /** Closes the document. @returns the whole file */
  finish(): Promise<Uint8Array>;
}

/**
 * Opens a PDF without pages. Fonts are embedded as subsets; identical calls give identical bytes, because the file has no date.
 *
 * @param information `structure` is for programs that read the document out (PDF/UA-1). Everything must then be drawn as its `content`
 * or as `decoration`; without a structure these only draw
 * @param kit for callers who add more to the file than drawings
 */
export function openPdf(
  information: PdfInformation & { readonly structure?: StructureElement },
  kit = openKit(information, information.structure !== undefined),
): PdfDocument {
  const { structure } = information;
  const tagging = structure === undefined ? null : new Tagging(kit, structure);
  return {
    addPage: (size) => addPage(kit, size),
    ...canvasOf(kit, information.fonts),
    content: (content, draw, area) => (tagging === null ? draw() : tagging.content(content, draw, area)),
    decoration: (kind, draw) => (tagging === null ? draw() : tagging.decoration(kind, draw)),
    finish: () => {
      tagging?.finish();
      return new Promise((resolve, reject) => {
        kit.on("error", reject);
        kit.on("complete", () => resolve(joined(kit.pieces)));
        kit.end();
      });
    },
  };
}
