import PdfKit from "pdfkit";
import type { AnyFamily } from "../fonts/typeface.ts";
import { PT_PER_MM, type Size } from "../geometry.ts";
import type { Cmyk, Colour } from "./colour.ts";
import { nameText, PDF_X, PDF_X_VERSION, PRINT_CONDITION, pressInk } from "./press.ts";
import { type Described, MAKER, xmpPacket } from "./xmp.ts";

/** An object of a file. */
export type Reference = ReturnType<PDFKit.PDFDocument["ref"]>;
type Entries = Record<string, unknown>;

export interface PdfInformation extends Described {
  /** BCP 47 code of the language of the text. */
  readonly language: string;
  readonly fonts: AnyFamily;
}

/** A name among the information of a file, all of which pdfkit takes for text. */
class Name {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** A document of pdfkit, with our fonts and no date, that keeps its file: as a stream it would differ between Node and browsers. */
export class Kit extends PdfKit {
  /** The file so far. A field of its own would come too late: the constructor of pdfkit writes already. */
  declare pieces: Uint8Array[];
  // What pdfkit's types leave out.
  declare _pageBuffer: unknown[];
  declare readonly _offsets: (number | null)[];
  declare readonly _root: { readonly id: number; readonly data: Entries };
  declare readonly _info: { readonly id: number };
  declare readonly _id: Uint8Array;
  declare readonly _fontFamilies: Readonly<Record<string, { readonly id: string; ref(): Reference }>>;
  declare _font: unknown;
  declare _finalize: () => void;
  declare _addToParent: (field: Reference) => void;
  /** Opens an image, which can then be drawn any number of times. */
  declare openImage: (png: Uint8Array) => PDFKit.Mixins.ImageSrc;

  /** What its text is set in. */
  readonly family: AnyFamily;
  readonly #information: PdfInformation;
  readonly #isAccessible: boolean;
  /** The colour spaces of named inks. */
  readonly #inks = new Map<string, Reference>();

  /**
   * @param isTagged whether everything in it will be marked with its structure element
   * @param isAccessible whether it promises PDF/UA-1 with that
   */
  constructor(information: PdfInformation, isTagged = false, isAccessible = isTagged) {
    const { title, language, fonts, isArchived = false, pressDate } = information;
    super({
      autoFirstPage: false,
      displayTitle: true,
      lang: language,
      pdfVersion: pressDate === undefined ? "1.7" : PDF_X_VERSION,
      tagged: isTagged,
      // With this, pdfkit says what grey looks like: it includes a profile of sRGB, whose greys are ours.
      ...(isArchived ? { subset: `PDF/A-2${isTagged ? "a" : "b"}` as const } : {}),
      // No default font: it would be one of the standard 14, which are never embedded.
      font: "",
      // The file's identifier is made from the information; the current date would make each run differ.
      info: { Title: title, Producer: MAKER, Creator: MAKER, CreationDate: pressDate ?? new Date(0) },
    });
    this.#information = information;
    this.#isAccessible = isAccessible;
    if (pressDate === undefined) delete this.info.CreationDate;
    else this.#forPress(pressDate);
    this.family = fonts;
    this.registerFont("regular", fonts.regular.bytes);
    this.registerFont("bold", fonts.bold.bytes);
    if (fonts.hand !== undefined) this.registerFont("hand", fonts.hand.bytes);
  }

  /** pdfkit's way to pass on a piece of its file; null at the end. */
  override push(piece: Uint8Array | null): boolean {
    this.pieces ??= [];
    if (piece === null) this.emit("complete");
    else this.pieces.push(piece);
    return true;
  }

  /** pdfkit would repeat the information in XMP, unescaped (`&` in a title breaks it) and with the date. */
  override endMetadata(): void {
    const { isArchived = false, pressDate } = this.#information;
    if (!isArchived && !this.#isAccessible && pressDate === undefined) return;
    const stream = this.ref({ Type: "Metadata", Subtype: "XML" });
    // For programs that know no PDF.
    stream.compress = false;
    stream.end(new TextEncoder().encode(xmpPacket(this.#information, this.#isAccessible)));
    this._root.data.Metadata = stream;
  }

  /** What PDF/X wants to know: dates, no trapping, and the condition that the file was made for. */
  #forPress(date: Date): void {
    Object.assign(this.info, { ModDate: date, GTS_PDFXVersion: PDF_X, Trapped: new Name("False") });
    const intent = this.writeObject({
      Type: "OutputIntent",
      S: "GTS_PDFX",
      OutputConditionIdentifier: new String(PRINT_CONDITION.identifier),
      OutputCondition: new String(PRINT_CONDITION.name),
      RegistryName: new String(PRINT_CONDITION.registry),
      Info: new String(PRINT_CONDITION.name),
    });
    this._root.data.OutputIntents = [intent];
  }

  /** Operands and operator for filling with a colour: its inks in a file for a press, else its light. */
  colourOperator(colour: Colour): [operands: string, operator: string] {
    const formatShares = (shares: readonly number[]) => shares.map((share) => share.toFixed(3)).join(" ");
    if (this.#information.pressDate === undefined)
      return [formatShares([colour.red, colour.green, colour.blue]), "rg"];
    const ink = pressInk(colour);
    if (ink.spot === null) return [formatShares(ink.cmyk), "k"];
    return [`/${this.#separation(ink.spot, ink.cmyk)}`, "cs"];
  }

  /** The colour space of a named ink, for the open page (ISO 32000-1, 8.6.6.4). Its initial colour is the full ink. @returns its name */
  #separation(spot: string, cmyk: Cmyk): string {
    const id = `Ink${[...this.#inks.keys(), spot].indexOf(spot) + 1}`;
    const look = { FunctionType: 2, Domain: [0, 1], C0: [0, 0, 0, 0], C1: [...cmyk], N: 1 };
    const space =
      this.#inks.get(spot) ??
      this.writeObject(["Separation", nameText(spot), "DeviceCMYK", this.writeObject(look)]);
    this.#inks.set(spot, space);
    // pdfkit's types leave out this list.
    (this.page as unknown as { colorSpaces: Record<string, Reference> }).colorSpaces[id] = space;
    return id;
  }

  override ref(data: object): Reference {
    return super.ref(data instanceof Name ? (data.text as unknown as object) : data);
  }

  addSheet({ widthMm, heightMm }: Size): void {
    this.addPage({ size: [widthMm * PT_PER_MM, heightMm * PT_PER_MM], margin: 0 });
  }

  /** Writes an object. @param content of a stream */
  writeObject(entries: object, content?: Uint8Array): Reference {
    const reference = this.ref(entries);
    reference.end(content);
    return reference;
  }
}
