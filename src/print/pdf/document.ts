import { joined } from "../../rules/bytes.ts";
import type { Area, Size } from "../geometry.ts";
import { KitCanvas } from "./canvas.ts";
import { Kit, type PdfInformation } from "./kit.ts";
import { type Decoration, type StructureElement, type TaggedContent, Tagging } from "./tagging.ts";

/** A PDF that is being drawn; it begins without pages. Identical calls give identical bytes, because the file has no date. */
export class PdfDocument extends KitCanvas {
  readonly #tagging: Tagging | null;

  /**
   * @param information its `structure` is for programs that read the document out (PDF/UA-1): then everything must be drawn as its
   * `content` or as `decoration`; without a structure these only draw
   */
  constructor(information: PdfInformation & { readonly structure?: StructureElement }) {
    const { structure, fonts } = information;
    super(new Kit(information, structure !== undefined), fonts);
    this.#tagging = structure === undefined ? null : new Tagging(this.kit, structure);
  }

  addPage(size: Size): void {
    this.kit.addSheet(size);
  }

  /** Draws the content of a structure element. @param area where a figure lies */
  content(content: TaggedContent, draw: () => void, area?: Area): void {
    if (this.#tagging === null) draw();
    else this.#tagging.content(content, draw, area);
  }

  /** Draws what is not read out. */
  decoration(kind: Decoration, draw: () => void): void {
    if (this.#tagging === null) draw();
    else this.#tagging.decoration(kind, draw);
  }

  /** Closes the document. @returns the whole file */
  finish(): Promise<Uint8Array> {
    this.#tagging?.finish();
    return new Promise((resolve, reject) => {
      this.kit.on("error", reject);
      this.kit.on("complete", () => resolve(joined(this.kit.pieces)));
      this.kit.end();
    });
  }
}
