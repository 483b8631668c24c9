import { getDocument, OPS } from "pdfjs-dist/legacy/build/pdf.mjs";

/** An element of a tagged PDF, with texts and elements in reading order. */
export interface ReadElement {
  readonly role: string;
  /** What is read out instead of a drawing; empty if nothing is. */
  readonly alternative: string;
  readonly children: readonly (ReadElement | string)[];
}

/** A tagged PDF as a program meets it that reads it out: character by character as the file says, with nothing guessed. */
export interface ReadOut {
  /** What each page holds of the document. */
  readonly pages: readonly ReadElement[];
  /** Texts that are marked as mere decoration. */
  readonly decoration: readonly string[];
  /** Whatever is drawn and not marked as anything. */
  readonly unmarked: readonly string[];
  readonly metadata: ReadonlyMap<string, string>;
}

/** A node of pdf.js' structure tree; its types say less than it has. */
interface Node {
  readonly role?: string;
  readonly alt?: string;
  readonly id?: string;
  readonly children?: readonly Node[];
}

/** Reads a tagged PDF. */
export async function readOut(pdf: Uint8Array): Promise<ReadOut> {
  // pdf.js detaches the buffer that it is given.
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise;
  const pages: ReadElement[] = [];
  const decoration: string[] = [];
  const unmarked: string[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    const texts = textsByMark(await page.getOperatorList(), decoration, unmarked);
    const tree = (await page.getStructTree()) as Node | null;
    const [root] = tree?.children ?? [];
    if (root !== undefined) pages.push(elementOf(root, texts));
  }
  const { metadata } = await document.getMetadata();
  return { pages, decoration, unmarked, metadata: new Map(metadata ?? []) };
}

function elementOf(
  { role = "", alt = "", children = [] }: Node,
  texts: ReadonlyMap<number, string>,
): ReadElement {
  return {
    role,
    alternative: alt,
    children: children.map((child) =>
      child.id === undefined
        ? elementOf(child, texts)
        : (texts.get(Number(/mc(\d+)$/.exec(child.id)?.[1] ?? -1)) ?? ""),
    ),
  };
}

const DRAWN = new Set([
  OPS.showText,
  OPS.constructPath,
  OPS.paintImageXObject,
  OPS.paintInlineImageXObject,
  OPS.paintImageMaskXObject,
  OPS.paintFormXObjectBegin,
  OPS.shadingFill,
]);

/** The text of each marked stretch of a page, by its number. */
function textsByMark(
  { fnArray, argsArray }: { readonly fnArray: readonly number[]; readonly argsArray: readonly unknown[] },
  decoration: string[],
  unmarked: string[],
): Map<number, string> {
  const texts = new Map<number, string>();
  const open: { readonly tag: string; readonly mark: number | null }[] = [];
  fnArray.forEach((operator, at) => {
    const args = argsArray[at];
    if (operator === OPS.beginMarkedContentProps) {
      const [tag, mark] = args as [string, number | null];
      open.push({ tag, mark });
    } else if (operator === OPS.beginMarkedContent)
      open.push({ tag: String((args as string[])[0]), mark: null });
    else if (operator === OPS.endMarkedContent) open.pop();
    if (!DRAWN.has(operator)) return;
    const text = operator === OPS.showText ? textOf(args) : "";
    const mark = open.findLast((one) => one.mark !== null)?.mark ?? null;
    if (mark !== null) texts.set(mark, (texts.get(mark) ?? "") + text);
    else if (!open.some(({ tag }) => tag === "Artifact")) unmarked.push(text === "" ? "a drawing" : text);
    else if (text !== "") decoration.push(text);
  });
  return texts;
}

/** The characters that the file gives for the glyphs of a line; between them stand numbers that move them. */
function textOf(args: unknown): string {
  const [glyphs] = args as [(number | { readonly unicode: string })[]];
  return glyphs.map((glyph) => (typeof glyph === "number" ? "" : glyph.unicode)).join("");
}

/** Every element of a role, in reading order. */
export function elementsOf(element: ReadElement, ...roles: readonly string[]): ReadElement[] {
  const inside = element.children.flatMap((child) =>
    typeof child === "string" ? [] : elementsOf(child, ...roles),
  );
  return roles.includes(element.role) ? [element, ...inside] : inside;
}

/** What is read out of an element; a word that was broken at the end of a line is whole again, and bullets are not said. */
export function spoken(element: ReadElement): string {
  if (element.role === "Lbl") return "";
  if (element.role === "Figure") return ` ${element.alternative} `;
  const inside = element.children
    .map((child) => (typeof child === "string" ? child : spoken(child)))
    .join("");
  return ` ${inside} `;
}

/** The words of a text; soft hyphens and the blanks behind them are removed. */
export function wordsIn(text: string): string[] {
  return text
    .replace(/\u00ad\s*/g, "")
    .split(/\s+/)
    .filter((word) => word !== "");
}
