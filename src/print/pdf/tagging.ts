import { type Area, PT_PER_MM } from "../geometry.ts";
import type { Kit } from "./kit.ts";

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
  /** What a `Table` holds whose columns have no headings on paper. */
  readonly summary?: string;
}

/** What is on paper without meaning: what repeats on every page, and rules. */
export type Decoration = "Pagination" | "Layout";

/** What was drawn of a content, perhaps on several pages. */
interface Drawn {
  readonly part: ReturnType<Kit["markStructureContent"]>;
  readonly page: Kit["page"];
  /** Left, bottom, right and top in points; null if no area was given, or if it lies on several pages. */
  box: readonly number[] | null;
}

/** Marks everything that is drawn with its structure element (ISO 32000-1, 14.7), for programs that read a document out. */
export class Tagging {
  readonly #kit: Kit;
  readonly #structure: StructureElement;
  readonly #roles: ReadonlyMap<TaggedContent, Role>;
  readonly #drawn = new Map<TaggedContent, Drawn>();

  constructor(kit: Kit, structure: StructureElement) {
    this.#kit = kit;
    this.#structure = structure;
    this.#roles = rolesOf(structure);
    // pdfkit would write limits, which a tree that is nothing but a root must not have (ISO 32000-1, 7.9.7).
    // pdfkit's types leave out what an element holds, and the root of all elements.
    const root = kit.getStructTreeRoot() as unknown as { data: { ParentTree: { limits: boolean } } };
    root.data.ParentTree.limits = false;
  }

  /**
   * Marks what `draw` draws; a content may be drawn in several steps. @param area where a figure lies. @throws RangeError for a content
   * that the structure lacks: it would never be read out
   */
  content(content: TaggedContent, draw: () => void, area?: Area): void {
    const role = this.#roles.get(content);
    if (role === undefined) throw new RangeError(`the structure has no ${String(content)}`);
    const { page } = this.#kit;
    const part = this.#kit.markStructureContent(role);
    draw();
    this.#kit.endMarkedContent();
    const box = area === undefined ? null : boxOf(area, page.height);
    const before = this.#drawn.get(content);
    if (before === undefined) this.#drawn.set(content, { part, page, box });
    else {
      before.part.push(part);
      before.box = before.page === page ? union(before.box, box) : null;
    }
  }

  /** Marks what `draw` draws as nothing to be read out. */
  decoration(kind: Decoration, draw: () => void): void {
    this.#kit.markContent("Artifact", { type: kind });
    draw();
    this.#kit.endMarkedContent();
  }

  /** Writes the structure, once everything is drawn. */
  finish(): void {
    this.#kit.addStructure(this.#write(this.#structure));
  }

  #write(element: StructureElement): ReturnType<Kit["struct"]> {
    const { role, children, alternative } = element;
    const written = this.#kit.struct(role, alternative === undefined ? {} : { alt: alternative });
    const attributes = this.#attributesOf(element);
    const { data } = (written as unknown as { dictionary: { data: Record<string, unknown> } }).dictionary;
    if (attributes !== null) data.A = attributes;
    for (const child of children) {
      const part = typeof child === "symbol" ? this.#drawn.get(child)?.part : this.#write(child);
      if (part !== undefined) written.add(part);
    }
    written.end();
    return written;
  }

  /** Attributes of an element (ISO 32000-1, 14.8.5). Text is a `String` object, by which pdfkit tells it from names. */
  #attributesOf({ role, children, scope, summary }: StructureElement): object | null {
    if (scope !== undefined) return { O: "Table", Scope: scope };
    if (summary !== undefined) return { O: "Table", Summary: new String(summary) };
    if (role === "L") return { O: "List", ListNumbering: "Disc" };
    if (role !== "Figure") return null;
    const [box] = children.map((child) => (typeof child === "symbol" ? this.#drawn.get(child)?.box : null));
    return { O: "Layout", Placement: "Inline", ...(box == null ? {} : { BBox: box }) };
  }
}

/** The role of the element that each content belongs to. */
function rolesOf(element: StructureElement): Map<TaggedContent, Role> {
  return new Map(
    element.children.flatMap((child): [TaggedContent, Role][] =>
      typeof child === "symbol" ? [[child, element.role]] : [...rolesOf(child)],
    ),
  );
}

function boxOf({ xMm, yMm, widthMm, heightMm }: Area, pageHeightPt: number): number[] {
  const top = pageHeightPt - yMm * PT_PER_MM;
  const left = xMm * PT_PER_MM;
  return [left, top - heightMm * PT_PER_MM, left + widthMm * PT_PER_MM, top];
}

function union(one: readonly number[] | null, other: readonly number[] | null): number[] | null {
  if (one === null || other === null) return null;
  return one.map((side, at) => (at < 2 ? Math.min : Math.max)(side, other[at] ?? side));
}
