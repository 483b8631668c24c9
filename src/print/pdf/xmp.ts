/** What a file says about itself, and what it promises. */
export interface Metadata {
  readonly title: string;
  readonly subject: string | null;
  readonly creator: string;
  readonly producer: string;
  /** The level at which it keeps to PDF/A-2; null where it does not. */
  readonly archiveLevel: "A" | "B" | null;
  /** Whether it keeps to PDF/UA-1. */
  readonly isAccessible: boolean;
}

/**
 * The metadata of a file as an XMP packet (ISO 16684-1). It names no date, so that the same file has the same bytes, and every
 * text is escaped.
 */
export function xmpPacket(metadata: Metadata): string {
  const { title, subject, creator, producer, archiveLevel, isAccessible } = metadata;
  const descriptions = [
    description("dc", "http://purl.org/dc/elements/1.1/", {
      title: alternatives(title),
      ...(subject === null ? {} : { description: alternatives(subject) }),
    }),
    description("pdf", "http://ns.adobe.com/pdf/1.3/", { Producer: escapeXml(producer) }),
    description("xmp", "http://ns.adobe.com/xap/1.0/", { CreatorTool: escapeXml(creator) }),
    ...(archiveLevel === null
      ? []
      : [description("pdfaid", "http://www.aiim.org/pdfa/ns/id/", { part: "2", conformance: archiveLevel })]),
    ...(isAccessible ? [description("pdfuaid", UA_NAMESPACE, { part: "1" })] : []),
    // PDF/A wants to be told of every property that it does not know itself (ISO 19005-2, 6.6.2.3).
    ...(isAccessible && archiveLevel !== null ? [UA_EXTENSION] : []),
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

const UA_NAMESPACE = "http://www.aiim.org/pdfua/ns/id/";

const UA_EXTENSION = `<rdf:Description rdf:about=""
  xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
  xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#"
  xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
<pdfaSchema:schema>PDF/UA identification</pdfaSchema:schema>
<pdfaSchema:namespaceURI>${UA_NAMESPACE}</pdfaSchema:namespaceURI>
<pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>
<pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">
<pdfaProperty:name>part</pdfaProperty:name>
<pdfaProperty:valueType>Integer</pdfaProperty:valueType>
<pdfaProperty:category>internal</pdfaProperty:category>
<pdfaProperty:description>The part of PDF/UA that the file keeps to</pdfaProperty:description>
</rdf:li></rdf:Seq></pdfaSchema:property>
</rdf:li></rdf:Bag></pdfaExtension:schemas>
</rdf:Description>`;

/** Properties of one namespace; their values are XML already. */
function description(
  prefix: string,
  namespace: string,
  properties: Readonly<Record<string, string>>,
): string {
  const lines = Object.entries(properties).map(
    ([name, value]) => `<${prefix}:${name}>${value}</${prefix}:${name}>`,
  );
  return `<rdf:Description rdf:about="" xmlns:${prefix}="${namespace}">\n${lines.join("\n")}\n</rdf:Description>`;
}

/** A text that could stand in several languages; it stands in the one of the document. */
function alternatives(text: string): string {
  return `<rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(text)}</rdf:li></rdf:Alt>`;
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
/** Whatever XML 1.0 has no place for. */
const NO_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

function escapeXml(text: string): string {
  return text.replace(NO_XML, " ").replace(/[&<>]/g, (sign) => ENTITIES[sign] ?? sign);
}
