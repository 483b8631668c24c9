import PdfKit from "pdfkit";
import type { AnyFamily } from "../fonts/typeface.ts";
import { PT_PER_MM, type Size } from "../geometry.ts";
import { type Cmyk, type Colour, pressInk } from "./colour.ts";

/**
 * What a print shop must know about a file (ISO 15930-4, PDF/X-1a:2003). That part of the standard takes black, CMYK and named inks, all
 * opaque, which is all that pads are made of; and for a printing condition of the register of the International Color Consortium it
 * takes the name instead of a profile, so that the file needs no licensed profile.
 */
export const PDF_X = "PDF/X-1a:2003";

/** The version of PDF that it builds on: no packed objects. */
const PDF_X_VERSION = "1.4";

/** Offset printing on uncoated paper, which takes pencil and ballpoint (ISO 12647-2, PSO uncoated v3). */
export const PRINT_CONDITION = {
  identifier: "FOGRA52",
  name: "Offset on wood-free uncoated white paper (ISO 12647-2:2013, paper type 5)",
  registry: "http://www.color.org",
} as const;

/** An object of a file. */
export type Reference = ReturnType<PDFKit.PDFDocument["ref"]>;
type Entries = Record<string, unknown>;

export interface PdfInformation extends Described {
  /** BCP 47 code of the language of the text. */
  readonly language: string;
  readonly fonts: AnyFamily;
  /** The edge around which a printer should turn the paper to print both sides; left to its settings if left out. */
  readonly flip?: keyof typeof DUPLEX;
}

/** The viewer preference of printing on both sides (ISO 32000-1, 12.2). */
const DUPLEX = { "long-edge": "DuplexFlipLongEdge", "short-edge": "DuplexFlipShortEdge" } as const;

/** A name among the information of a file, all of which pdfkit takes for text. */
class Name {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** A pdfkit document with our fonts and no date. It collects its bytes, since streams differ between Node and browsers. */
export class Kit extends PdfKit {
  /** The file so far. Declared only: pdfkit's constructor writes before fields are initialized. */
  declare pieces: Uint8Array[];
  // Members that pdfkit's types lack.
  declare _pageBuffer: unknown[];
  declare readonly _offsets: (number | null)[];
  declare readonly _root: {
    readonly id: number;
    readonly data: Entries & { readonly ViewerPreferences: Reference };
  };
  declare readonly _info: { readonly id: number };
  declare readonly _id: Uint8Array;
  declare readonly _fontFamilies: Readonly<Record<string, { readonly id: string; ref(): Reference }>>;
  declare _font: unknown;
  declare _finalize: () => void;
  declare _addToParent: (field: Reference) => void;
  /** Opens an image, which can then be drawn any number of times. */
  declare openImage: (png: Uint8Array) => PDFKit.Mixins.ImageSrc;

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
    const { title, language, fonts, isArchived = false, pressDate, flip } = information;
    super({
      autoFirstPage: false,
      displayTitle: true,
      lang: language,
      pdfVersion: pressDate === undefined ? "1.7" : PDF_X_VERSION,
      tagged: isTagged,
      // pdfkit then includes an sRGB profile, which defines our greys.
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
    if (flip !== undefined) Object.assign(this._root.data.ViewerPreferences.data, { Duplex: DUPLEX[flip] });
    this.family = fonts;
    this.registerFont("regular", fonts.regular.bytes);
    this.registerFont("bold", fonts.bold.bytes);
    if (fonts.title !== undefined) this.registerFont("title", fonts.title.bytes);
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

  /** Adds what PDF/X requires: dates, no trapping, and the printing condition. */
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

/** The metadata of a file. */
interface Described {
  readonly title: string;
  /** Whether the file is made for archives: PDF/A-2, at level A for a tagged document, at level B for others. */
  readonly isArchived?: boolean;
  /** The creation date, which PDF/X-1a requires; other files have none. */
  readonly pressDate?: Date;
  /** The edge where its sheets are glued and how wide that is, such as `top 10`; left out where they are not. */
  readonly glue?: string;
}

/** The program that makes the files. */
const MAKER = "augenblock";

/** The metadata of a file as an XMP packet (ISO 16684-1). Only files for a press have a date, so that others are reproducible. */
function xmpPacket({ title, isArchived = false, pressDate, glue }: Described, isTagged: boolean): string {
  const escaped = title.replace(NO_XML, " ").replace(/[&<>]/g, (sign) => `&${ENTITIES[sign]};`);
  const descriptions = [
    // A property with alternatives in several languages, of which it has only the default.
    description(
      "dc",
      "http://purl.org/dc/elements/1.1/",
      `<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${escaped}</rdf:li></rdf:Alt></dc:title>`,
    ),
    description("pdf", "http://ns.adobe.com/pdf/1.3/", `<pdf:Producer>${MAKER}</pdf:Producer>`),
    description("xmp", "http://ns.adobe.com/xap/1.0/", `<xmp:CreatorTool>${MAKER}</xmp:CreatorTool>`),
  ];
  const level = `<pdfaid:part>2</pdfaid:part>\n<pdfaid:conformance>${isTagged ? "A" : "B"}</pdfaid:conformance>`;
  if (isArchived) descriptions.push(description("pdfaid", "http://www.aiim.org/pdfa/ns/id/", level));
  if (isTagged) descriptions.push(description("pdfuaid", PDF_UA_NAMESPACE, "<pdfuaid:part>1</pdfuaid:part>"));
  // PDF/A requires a description of every property that it does not define itself (ISO 19005-2, 6.6.2.3).
  if (isTagged && isArchived) descriptions.push(PDF_UA_EXTENSION);
  if (pressDate !== undefined) descriptions.push(...pressDescriptions(pressDate));
  if (glue !== undefined)
    descriptions.push(
      description("augenblock", "urn:augenblock:pad#", `<augenblock:Glue>${glue}</augenblock:Glue>`),
    );
  // Readers find the packet by this identifier, which is the same in every file.
  return `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
${descriptions.join("\n")}
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>`;
}

/** The same as the information of a file for a press says. */
function pressDescriptions(date: Date): string[] {
  const time = date.toISOString().replace(/\.\d+/, "");
  const dates = ["CreateDate", "ModifyDate", "MetadataDate"].map((key) => `<xmp:${key}>${time}</xmp:${key}>`);
  const version = `<pdfx:GTS_PDFXVersion>${PDF_X}</pdfx:GTS_PDFXVersion>`;
  return [
    description("xmp", "http://ns.adobe.com/xap/1.0/", dates.join("\n")),
    description("pdf", "http://ns.adobe.com/pdf/1.3/", "<pdf:Trapped>False</pdf:Trapped>"),
    description("pdfx", "http://ns.adobe.com/pdfx/1.3/", version),
  ];
}

const PDF_UA_NAMESPACE = "http://www.aiim.org/pdfua/ns/id/";

const PDF_UA_EXTENSION = `<rdf:Description rdf:about=""
  xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
  xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#"
  xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
<pdfaSchema:schema>PDF/UA identification</pdfaSchema:schema>
<pdfaSchema:namespaceURI>${PDF_UA_NAMESPACE}</pdfaSchema:namespaceURI>
<pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>
<pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">
<pdfaProperty:name>part</pdfaProperty:name>
<pdfaProperty:valueType>Integer</pdfaProperty:valueType>
<pdfaProperty:category>internal</pdfaProperty:category>
<pdfaProperty:description>The part of PDF/UA that the file keeps to</pdfaProperty:description>
</rdf:li></rdf:Seq></pdfaSchema:property>
</rdf:li></rdf:Bag></pdfaExtension:schemas>
</rdf:Description>`;

/** Properties of one namespace, as XML. */
function description(prefix: string, namespace: string, properties: string): string {
  return `<rdf:Description rdf:about="" xmlns:${prefix}="${namespace}">\n${properties}\n</rdf:Description>`;
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "amp", "<": "lt", ">": "gt" };
/** Characters that XML 1.0 does not allow. */
const NO_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** Characters that need no escape in a name (ISO 32000-1, 7.3.5). */
const REGULAR = /[A-Za-z0-9_.+-]/;

/** A name as a file has it, without its slash. */
export function nameText(name: string): string {
  const byteText = (byte: number) => {
    const character = String.fromCharCode(byte);
    return REGULAR.test(character) ? character : `#${byte.toString(16).padStart(2, "0")}`;
  };
  return Array.from(new TextEncoder().encode(name), byteText).join("");
}
