import { PDF_X } from "./press.ts";

/** What a file says of itself. */
export interface Described {
  readonly title: string;
  /** Whether the file is made for archives: PDF/A-2, at level A for a tagged document, at level B for others. */
  readonly isArchived?: boolean;
  /** When a file for a print shop was made, which has to say so (PDF/X-1a); left out for all other files, which have no date. */
  readonly pressDate?: Date;
  /** The edge where its sheets are glued and how wide that is, such as `top 10`; left out where they are not. */
  readonly glue?: string;
}

/** The program that makes the files. */
export const MAKER = "augenblock";

/** The metadata of a file as an XMP packet (ISO 16684-1); without a date, so that the same file has the same bytes, but for a press. */
export function xmpPacket(
  { title, isArchived = false, pressDate, glue }: Described,
  isTagged: boolean,
): string {
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
