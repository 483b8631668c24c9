import PdfKit from "pdfkit";
import type { TypeFamily } from "../fonts/typeface.ts";
import { PT_PER_MM, type Size } from "../geometry.ts";

/** An object of a file. */
export type Reference = ReturnType<PDFKit.PDFDocument["ref"]>;
type Entries = Record<string, unknown>;

export interface PdfInformation {
  readonly title: string;
  /** BCP 47 code of the language of the text. */
  readonly language: string;
  readonly fonts: TypeFamily;
  /** Whether the file is made for archives: PDF/A-2, at level A for a tagged document, at level B for others. */
  readonly isArchived?: boolean;
}

const MAKER = "augenblock";

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
  readonly family: TypeFamily;
  readonly #information: PdfInformation;
  readonly #isTagged: boolean;

  /** @param isTagged whether everything in it will be marked with its structure element: PDF/UA-1 */
  constructor(information: PdfInformation, isTagged = false) {
    const { title, language, fonts, isArchived = false } = information;
    super({
      autoFirstPage: false,
      displayTitle: true,
      lang: language,
      pdfVersion: "1.7",
      tagged: isTagged,
      // With this, pdfkit says what grey looks like: it includes a profile of sRGB, whose greys are ours.
      ...(isArchived ? { subset: `PDF/A-2${isTagged ? "a" : "b"}` as const } : {}),
      // No default font: it would be one of the standard 14, which are never embedded.
      font: "",
      // The file's identifier is made from the information; the current date would make each run differ.
      info: { Title: title, Producer: MAKER, Creator: MAKER, CreationDate: new Date(0) },
    });
    this.#information = information;
    this.#isTagged = isTagged;
    delete this.info.CreationDate;
    this.family = fonts;
    this.registerFont("regular", fonts.regular.bytes);
    this.registerFont("bold", fonts.bold.bytes);
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
    if (this.#information.isArchived !== true && !this.#isTagged) return;
    const stream = this.ref({ Type: "Metadata", Subtype: "XML" });
    // For programs that know no PDF.
    stream.compress = false;
    stream.end(new TextEncoder().encode(xmpPacket(this.#information, this.#isTagged)));
    this._root.data.Metadata = stream;
  }

  addSheet({ widthMm, heightMm }: Size): void {
    this.addPage({ size: [widthMm * PT_PER_MM, heightMm * PT_PER_MM], margin: 0 });
  }

  /** Writes an object. @param content of a stream */
  written(entries: object, content?: Uint8Array): Reference {
    const reference = this.ref(entries);
    reference.end(content);
    return reference;
  }
}

/** The metadata of a file as an XMP packet (ISO 16684-1), without a date, so that the same file has the same bytes. */
function xmpPacket({ title, isArchived = false }: PdfInformation, isTagged: boolean): string {
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
  // Readers find the packet by this identifier, which is the same in every file.
  return `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
${descriptions.join("\n")}
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>`;
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
