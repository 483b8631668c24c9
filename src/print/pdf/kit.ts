import PdfKit from "pdfkit";
import type { TypeFamily } from "../fonts/typeface.ts";
import { PT_PER_MM, type Size } from "../geometry.ts";

/** A document of pdfkit that keeps its file: as a stream it would differ between Node and browsers. */
export class Kit extends PdfKit {
  /** The file so far. A field of its own would come too late: the constructor of pdfkit writes already. */
  declare pieces: Uint8Array[];

  /** pdfkit's way to pass on a piece of its file; null at the end. */
  override push(piece: Uint8Array | null): boolean {
    this.pieces ??= [];
    if (piece === null) this.emit("complete");
    else this.pieces.push(piece);
    return true;
  }
}

export interface PdfInformation {
  readonly title: string;
  /** BCP 47 code of the language of the text. */
  readonly language: string;
  readonly fonts: TypeFamily;
  /** What the document is about, in one sentence. */
  readonly subject?: string;
  /**
   * Whether the file is made for archives: PDF/A-2, at level A for a tagged document, at level B for others. It then contains
   * everything it needs, including what its greys look like.
   */
  readonly isArchived?: boolean;
}

const MAKER = "augenblock";

/**
 * An open document of pdfkit, with our fonts and no date.
 *
 * @param isTagged whether everything in it will be marked with its structure element: PDF/UA-1
 */
export function openKit(information: PdfInformation, isTagged = false): Kit {
  const { title, language, subject, fonts, isArchived = false } = information;
  const kit = new Kit({
    autoFirstPage: false,
    displayTitle: true,
    lang: language,
    pdfVersion: "1.7",
    tagged: isTagged,
    // With this, pdfkit says what grey looks like: it includes a profile of sRGB, whose greys are ours.
    ...(isArchived ? { subset: `PDF/A-2${isTagged ? "a" : "b"}` as const } : {}),
    // No default font: it would be one of the standard 14, which are never embedded.
    font: "",
    info: {
      Title: title,
      Producer: MAKER,
      Creator: MAKER,
      // The file's identifier is made from the information; the current date would make each run differ.
      CreationDate: new Date(0),
      ...(subject === undefined ? {} : { Subject: subject }),
    },
  });
  delete kit.info.CreationDate;
  // pdfkit would repeat the information in XMP, unescaped (`&` in a title breaks it) and with the date.
  Object.assign(kit, {
    endMetadata: () => {
      if (isArchived || isTagged) writeXmp(kit, xmpPacket(information, isTagged));
    },
  });
  kit.registerFont("regular", fonts.regular.bytes);
  kit.registerFont("bold", fonts.bold.bytes);
  return kit;
}

export function addPage(kit: Kit, { widthMm, heightMm }: Size): void {
  kit.addPage({ size: [widthMm * PT_PER_MM, heightMm * PT_PER_MM], margin: 0 });
}

/** Writes metadata uncompressed, for programs that know no PDF. */
function writeXmp(kit: Kit, packet: string): void {
  const stream = kit.ref({ Type: "Metadata", Subtype: "XML" });
  stream.compress = false;
  stream.end(new TextEncoder().encode(packet));
  // pdfkit's types leave out the catalogue.
  (kit as unknown as { _root: { data: Record<string, unknown> } })._root.data.Metadata = stream;
}

/** The metadata of a file as an XMP packet (ISO 16684-1), without a date, so that the same file has the same bytes. */
function xmpPacket({ title, subject, isArchived = false }: PdfInformation, isTagged: boolean): string {
  const descriptions = [
    description("dc", "http://purl.org/dc/elements/1.1/", {
      title: alternatives(title),
      ...(subject === undefined ? {} : { description: alternatives(subject) }),
    }),
    description("pdf", "http://ns.adobe.com/pdf/1.3/", { Producer: MAKER }),
    description("xmp", "http://ns.adobe.com/xap/1.0/", { CreatorTool: MAKER }),
    ...(isArchived
      ? [description("pdfaid", PDF_A_NAMESPACE, { part: "2", conformance: isTagged ? "A" : "B" })]
      : []),
    ...(isTagged ? [description("pdfuaid", PDF_UA_NAMESPACE, { part: "1" })] : []),
    // PDF/A requires a description of every property that it does not define itself (ISO 19005-2, 6.6.2.3).
    ...(isTagged && isArchived ? [PDF_UA_EXTENSION] : []),
  ];
  // Readers find the packet by this identifier, which is the same in every file.
  return `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
${descriptions.join("\n")}
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>`;
}

const PDF_A_NAMESPACE = "http://www.aiim.org/pdfa/ns/id/";
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

/** Properties of one namespace; their values are XML. */
function description(prefix: string, namespace: string, properties: Readonly<Record<string, string>>) {
  const tags = Object.entries(properties).map(
    ([name, xml]) => `<${prefix}:${name}>${xml}</${prefix}:${name}>`,
  );
  return `<rdf:Description rdf:about="" xmlns:${prefix}="${namespace}">\n${tags.join("\n")}\n</rdf:Description>`;
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "amp", "<": "lt", ">": "gt" };
/** Characters that XML 1.0 does not allow. */
const NO_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** A property with alternatives in several languages, of which it has only the default. */
function alternatives(text: string): string {
  const escaped = text.replace(NO_XML, " ").replace(/[&<>]/g, (sign) => `&${ENTITIES[sign]};`);
  return `<rdf:Alt><rdf:li xml:lang="x-default">${escaped}</rdf:li></rdf:Alt>`;
}

/**
 * Runs `draw` with the page's content replaced by a new form. The form shares the page's coordinates, so its content lands in the same
 * place on every page of that size.
 *
 * @param more further entries of the form's dictionary
 */
export function recordForm(kit: Kit, draw: () => void, more: object = {}): Kit["page"]["content"] {
  const page = kit.page;
  const box = [0, 0, page.width, page.height];
  const entries = { Type: "XObject", Subtype: "Form", BBox: box, ...more, Resources: {} };
  const form = kit.ref(entries);
  const own = page.content;
  page.content = form;
  draw();
  page.content = own;
  // pdfkit notes what the drawing used at the page; its types leave out these lists.
  const { data } = (page as unknown as { resources: { data: Record<string, unknown> } }).resources;
  for (const list of ["Font", "XObject", "ExtGState", "Pattern", "ColorSpace"])
    if (data[list] !== undefined) Object.assign(entries.Resources, { [list]: { ...data[list] } });
  return form;
}
