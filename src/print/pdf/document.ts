import { concatBytes } from "../../rules/bytes.ts";
import { type Area, PT_PER_MM, type Size } from "../geometry.ts";
import { KitCanvas } from "./canvas.ts";
import { Kit, type PdfInformation } from "./kit.ts";

type ListRole = "L" | "LI" | "Lbl" | "LBody";
type TableRole = "Table" | "TR" | "TH" | "TD";
/** The kinds of elements (ISO 32000-1, 14.8.4) that our documents are made of. */
export type Role = "Document" | `H${1 | 2 | 3 | 4 | 5 | 6}` | "P" | "Figure" | ListRole | TableRole;

/** Something on paper that belongs to an element: a stretch of text, or a figure. Drawing refers to it by this symbol. */
export type TaggedContent = symbol;

/** An element of a document with its parts in reading order. */
export interface StructureElement {
  readonly role: Role;
  readonly children: readonly (StructureElement | TaggedContent)[];
  /** Read out instead of a figure. */
  readonly alternative?: string;
  /** Which cells a `TH` is the heading of. */
  readonly scope?: "Row" | "Column";
  /** The summary of a `Table` without printed column headings. */
  readonly summary?: string;
}

/** Content without meaning (artifacts): page headers and footers, and rules. */
export type Decoration = "Pagination" | "Layout";

/** The drawn parts of a content, perhaps on several pages. */
interface Drawn {
  /** With the number of the page that each is read on. */
  readonly parts: { readonly readOn: number; readonly part: ReturnType<Kit["markStructureContent"]> }[];
  readonly page: Kit["page"];
  /** Left, bottom, right and top in points; null if no area was given, or if it lies on several pages. */
  box: readonly number[] | null;
}

/** A PDF that is being drawn; it begins without pages. Identical calls give identical bytes, because the file has no date. */
export class PdfDocument extends KitCanvas {
  readonly #structure: StructureElement | null;
  readonly #roles: ReadonlyMap<TaggedContent, Role>;
  readonly #drawn = new Map<TaggedContent, Drawn>();
  #readOn = 0;

  /**
   * @param information its `structure` is for programs that read the document out (ISO 32000-1, 14.7, and PDF/UA-1): then everything
   * must be drawn as its `content` or as `decoration`; without a structure these only draw
   * @param isTagged whether it has tags; one without a `structure` makes its own
   */
  constructor(
    information: PdfInformation & { readonly structure?: StructureElement },
    isTagged = information.structure !== undefined,
  ) {
    const { structure, fonts } = information;
    const isAccessible = structure !== undefined;
    super(new Kit(information, isTagged, isAccessible), fonts);
    this.#structure = structure ?? null;
    this.#roles = structure === undefined ? new Map() : mapRoles(structure);
    if (!isTagged) return;
    // pdfkit would write limits, which a tree that is nothing but a root must not have (ISO 32000-1, 7.9.7).
    const root = this.kit.getStructTreeRoot() as unknown as { data: { ParentTree: { limits: boolean } } };
    root.data.ParentTree.limits = false;
  }

  addPage(size: Size): void {
    this.kit.addSheet(size);
  }

  /** Says as which page, from 0, the next content is read; pages that are drawn in reading order need no number. */
  readAsPage(page: number): void {
    this.#readOn = page;
  }

  /** Draws the content of an element, perhaps in several steps. @param area of a figure. @throws RangeError if the structure lacks it */
  content(content: TaggedContent, draw: () => void, area?: Area): void {
    if (this.#structure === null) {
      draw();
      return;
    }
    const role = this.#roles.get(content);
    if (role === undefined) throw new RangeError(`the structure has no ${String(content)}`);
    const { page } = this.kit;
    const part = this.kit.markStructureContent(role);
    draw();
    this.kit.endMarkedContent();
    const box = area === undefined ? null : toPdfBox(area, page.height);
    const before = this.#drawn.get(content);
    const parts = [{ readOn: this.#readOn, part }];
    if (before === undefined) this.#drawn.set(content, { parts, page, box });
    else {
      before.parts.push(...parts);
      before.box = before.page === page ? union(before.box, box) : null;
    }
  }

  /** Draws what is not read out. */
  decoration(kind: Decoration, draw: () => void): void {
    if (this.#structure !== null) this.kit.markContent("Artifact", { type: kind });
    draw();
    if (this.#structure !== null) this.kit.endMarkedContent();
  }

  /** Closes the document. @returns the whole file */
  finish(): Promise<Uint8Array> {
    if (this.#structure !== null) this.kit.addStructure(this.#write(this.#structure));
    return new Promise((resolve, reject) => {
      this.kit.on("error", reject);
      this.kit.on("complete", () => resolve(concatBytes(this.kit.pieces)));
      this.kit.end();
    });
  }

  #write(element: StructureElement): ReturnType<Kit["struct"]> {
    const { role, children, alternative } = element;
    const written = this.kit.struct(role, alternative === undefined ? {} : { alt: alternative });
    const attributes = this.#buildAttributes(element);
    const { data } = (written as unknown as { dictionary: { data: Record<string, unknown> } }).dictionary;
    if (attributes !== null) data.A = attributes;
    for (const child of children) {
      const part = typeof child === "symbol" ? joinParts(this.#drawn.get(child)) : this.#write(child);
      if (part !== null) written.add(part);
    }
    written.end();
    return written;
  }

  /** Attributes of an element (ISO 32000-1, 14.8.5). pdfkit writes a `String` object as text, a plain string as a name. */
  #buildAttributes({ role, children, scope, summary }: StructureElement): object | null {
    if (scope !== undefined) return { O: "Table", Scope: scope };
    if (summary !== undefined) return { O: "Table", Summary: new String(summary) };
    if (role === "L") return { O: "List", ListNumbering: "Disc" };
    if (role !== "Figure") return null;
    const [box] = children.map((child) => (typeof child === "symbol" ? this.#drawn.get(child)?.box : null));
    return { O: "Layout", Placement: "Inline", ...(box == null ? {} : { BBox: box }) };
  }
}

/** The parts of a content as one, in reading order; null if nothing of it is drawn. */
function joinParts(drawn: Drawn | undefined) {
  const [first, ...others] = drawn?.parts.toSorted((one, other) => one.readOn - other.readOn) ?? [];
  for (const { part } of others) first?.part.push(part);
  return first?.part ?? null;
}

/** The role of the element that each content belongs to. */
function mapRoles(element: StructureElement): Map<TaggedContent, Role> {
  return new Map(
    element.children.flatMap((child): [TaggedContent, Role][] =>
      typeof child === "symbol" ? [[child, element.role]] : [...mapRoles(child)],
    ),
  );
}

function toPdfBox({ xMm, yMm, widthMm, heightMm }: Area, pageHeightPt: number): number[] {
  const top = pageHeightPt - yMm * PT_PER_MM;
  const left = xMm * PT_PER_MM;
  return [left, top - heightMm * PT_PER_MM, left + widthMm * PT_PER_MM, top];
}

function union(one: readonly number[] | null, other: readonly number[] | null): number[] | null {
  if (one === null || other === null) return null;
  return one.map((side, at) => (at < 2 ? Math.min : Math.max)(side, other[at] ?? side));
}
