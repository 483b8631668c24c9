import { type Area, PT_PER_MM } from "../geometry.ts";
import { joined } from "../../rules/bytes.ts";
import type { PdfCanvas } from "./canvas.ts";
import { canvasOf } from "./draw.ts";
import { type Kit, openKit, type PdfInformation } from "./kit.ts";
import { type Content, type Decoration, type StructureElement, Tagging } from "./tagging.ts";

/** An open document. Everything is measured in mm from the top left corner of the page. */
export interface PdfDocument extends PdfCanvas {
  addPage(size: { readonly widthMm: number; readonly heightMm: number }): void;
  /** Draws the content of a structure element. @param area where a figure lies */
  content(content: Content, draw: () => void, area?: Area): void;
  /** Draws what is not read out. */
  decoration(kind: Decoration, draw: () => void): void;
  /** Closes the document. @returns the whole file */
  finish(): Promise<Uint8Array>;
}

interface DocumentInformation extends PdfInformation {
  /**
   * The structure of the document, for programs that read it out (PDF/UA-1). Everything must then be drawn as its `content` or as
   * `decoration`; without a structure these only draw.
   */
  readonly structure?: StructureElement;
}

/**
 * Opens a PDF. Fonts are embedded as subsets; identical calls give identical bytes, because the file has no date.
 *
 * @param kit for callers who add more to the file than drawings
 * @returns a document without pages
 */
export function openPdf(
  information: DocumentInformation,
  kit = openKit(information, information.structure !== undefined),
): PdfDocument {
  const { structure } = information;
  const tagging = structure === undefined ? null : new Tagging(kit, structure);
  return {
    addPage: ({ widthMm, heightMm }) => {
      kit.addPage({ size: [widthMm * PT_PER_MM, heightMm * PT_PER_MM], margin: 0 });
    },
    ...canvasOf(kit, information.fonts),
    content: (content, draw, area) => (tagging === null ? draw() : tagging.content(content, draw, area)),
    decoration: (kind, draw) => (tagging === null ? draw() : tagging.decoration(kind, draw)),
    finish: () => {
      tagging?.finish();
      return completed(kit);
    },
  };
}

function completed(kit: Kit): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    kit.on("error", reject);
    kit.on("complete", () => resolve(joined(kit.pieces)));
    kit.end();
  });
}
