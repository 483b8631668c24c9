import PdfKit from "pdfkit";
import type { TypeFamily } from "../fonts/typeface.ts";
import { type Metadata, xmpPacket } from "./xmp.ts";

export type Kit = InstanceType<typeof PdfKit>;

export interface PdfInformation {
  readonly title: string;
  /** BCP 47 code of the language that the text is in. */
  readonly language: string;
  readonly fonts: TypeFamily;
  /** What the document is about, in one sentence. */
  readonly subject?: string;
  /**
   * Whether the file is to be kept for long: PDF/A-2, at level A for a tagged document, at level B for others. Everything it
   * takes is inside, and says what its greys look like.
   */
  readonly isArchived?: boolean;
}

/** Who made every file of ours. */
const MAKER = "augenblock";
const OURS = { creator: MAKER, producer: MAKER } as const;

/**
 * An open document of pdfkit, with our fonts and no date.
 *
 * @param isTagged whether everything in it will be marked with the element that it belongs to: PDF/UA-1
 */
export function openKit(information: PdfInformation, isTagged = false): Kit {
  const { title, language, subject, fonts, isArchived = false } = information;
  const archiveLevel = isTagged ? "A" : "B";
  const kit = new PdfKit({
    autoFirstPage: false,
    displayTitle: true,
    lang: language,
    pdfVersion: "1.7",
    tagged: isTagged,
    // With this, pdfkit says what grey looks like: it has a profile of sRGB with it, whose greys ours are.
    ...(isArchived ? { subset: `PDF/A-2${archiveLevel === "A" ? "a" : "b"}` as const } : {}),
    // No default font: it would be one of the standard 14, which are never embedded.
    font: "",
    info: {
      Title: title,
      Producer: MAKER,
      Creator: MAKER,
      // The file's identifier is made from the information; a date of its own would make each run differ.
      CreationDate: new Date(0),
      ...(subject === undefined ? {} : { Subject: subject }),
    },
  });
  delete kit.info.CreationDate;
  // pdfkit would repeat the information in a second place, unescaped (`&` in a title breaks it) and with the date.
  const endMetadata = () => {
    if (!isArchived && !isTagged) return;
    const level = isArchived ? archiveLevel : null;
    writeMetadata(kit, {
      ...OURS,
      title,
      subject: subject ?? null,
      archiveLevel: level,
      isAccessible: isTagged,
    });
  };
  Object.assign(kit, { endMetadata });
  kit.registerFont("regular", fonts.regular.bytes);
  kit.registerFont("bold", fonts.bold.bytes);
  return kit;
}

/** Puts metadata where every program finds them, those too that know no PDF: not packed. */
function writeMetadata(kit: Kit, metadata: Metadata): void {
  const stream = kit.ref({ Type: "Metadata", Subtype: "XML" });
  stream.compress = false;
  stream.end(new TextEncoder().encode(xmpPacket(metadata)));
  // Its types do not tell of the catalogue.
  (kit as unknown as { _root: { data: Record<string, unknown> } })._root.data.Metadata = stream;
}

/**
 * Runs `draw` with the page's content turned into a form of its own. The form shares the page's coordinates, so whatever
 * is drawn into it lands in the same place on every page of that size.
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
  // What the drawing used was noted at the page. Its types do not tell of the lists.
  const { data } = (page as unknown as { resources: { data: Record<string, unknown> } }).resources;
  for (const list of ["Font", "XObject", "ExtGState", "Pattern", "ColorSpace"])
    if (data[list] !== undefined) Object.assign(entries.Resources, { [list]: { ...data[list] } });
  return form;
}
