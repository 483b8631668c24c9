/** The kinds of elements (ISO 32000-1, 14.8.4) that our documents are made of. */
export type Role =
  | "Document"
  | `H${1 | 2 | 3 | 4 | 5 | 6}`
  | "P"
  | "L"
  | "LI"
  | "Lbl"
  | "LBody"
  | "Table"
  | "TR"
  | "TH"
  | "TD"
  | "Figure";

/** Something on paper that belongs to an element: a stretch of text, or a drawing. Whoever draws it names it. */
export type Content = symbol;

/** An element of a document with what it is made of, in reading order. */
export interface StructureElement {
  readonly role: Role;
  readonly children: readonly (StructureElement | Content)[];
  /** What is read out instead of a drawing. */
  readonly alternative?: string;
  /** Of which cells a `TH` is the heading. */
  readonly scope?: "Row" | "Column";
  /** What a `Table` holds, where its columns have no headings on paper. */
  readonly summary?: string;
}

/** What is on paper and says nothing: what repeats on every page, and rules. */
export type Decoration = "Pagination" | "Layout";

/** The kind of the element that each content belongs to. */
export function rolesOf(element: StructureElement): Map<Content, Role> {
  return new Map(
    element.children.flatMap((child): [Content, Role][] =>
      typeof child === "symbol" ? [[child, element.role]] : [...rolesOf(child)],
    ),
  );
}
