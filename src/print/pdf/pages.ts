import { platform } from "../../platform/node.ts";
import { latin1Bytes } from "../../rules/bytes.ts";
import { type Area, PT_PER_MM, type Size } from "../geometry.ts";
import { type FileStart, ObjectFile, type Sink } from "./object-file.ts";

/** A page of the block. The boxes lie on it in mm from its top left corner; a box that is left out is the whole page. */
export interface BlockPage extends Size {
  /** What is left once the paper is cut. */
  readonly trim?: Area;
  /** How far ink reaches beyond the cut. */
  readonly bleed?: Area;
}

/** Children of a node. With few of them a viewer finds any page in a few steps. */
const FAN_OUT = 64;

/** A node that is still open, with the ids of its children. */
interface Node {
  readonly id: number;
  readonly kids: number[];
  pages: number;
}

/**
 * The pages of a file, with their tree (ISO 32000-1, 7.7.3): a node goes into the file as soon as it is full, and only one node of
 * each level is kept. A page may have several streams (7.8.2); what the first two have in common at their beginning is written once.
 */
export class PageFile extends ObjectFile {
  readonly #root: number;
  readonly #resources: number;
  /** The open nodes, from the lowest level up. */
  readonly #open: Node[] = [];
  #mediaBox: string | null = null;
  #first: readonly string[] | null = null;
  #opening: { readonly id: number; readonly parts: readonly string[] } | null = null;

  /** @param root the object that the catalogue names for the pages. @param resources what all pages draw with */
  constructor(start: FileStart, sink: Sink, root: number, resources: string, isPacked = true) {
    super(start, sink, isPacked);
    this.#root = root;
    this.#resources = this.reserve();
    this.pack(this.#resources, resources);
  }

  /** Adds a page. @param parts its content, each part of whole operators and operands */
  add(page: BlockPage, parts: readonly string[]): void {
    const streams = this.#write(parts);
    const box = formatPdfRectangle({ ...page, xMm: 0, yMm: 0 }, page);
    this.#mediaBox ??= box;
    const id = this.reserve();
    const parent = this.#addKid(0, id, 1);
    const media = box === this.#mediaBox ? "" : `/MediaBox${box}`;
    const bleed = page.bleed === undefined ? "" : `/BleedBox${formatPdfRectangle(page.bleed, page)}`;
    const trim = page.trim === undefined ? "" : `/TrimBox${formatPdfRectangle(page.trim, page)}`;
    const content = streams.length === 1 ? ` ${streams[0]} 0 R` : `[${references(streams)}]`;
    // PDF/A wants every page to name its resources itself (ISO 19005-2, 6.2.2).
    const own = `/Resources ${this.#resources} 0 R${media}${bleed}${trim}`;
    this.pack(id, `<</Type/Page/Parent ${parent} 0 R/Contents${content}${own}>>`);
  }

  /** Closes all nodes, whose root stands above the highest of them, and the file. */
  override async end(trailer: string): Promise<void> {
    // A parent that is added for a full node is closed in its turn.
    for (const [level, node] of this.#open.entries()) {
      const isTop = level === this.#open.length - 1;
      this.#close(node, isTop ? this.#root : this.#addKid(level + 1, node.id, node.pages));
    }
    const top = this.#open.at(-1);
    const root = { kids: top === undefined ? [] : [top.id], pages: top?.pages ?? 0 };
    this.pack(this.#root, `<<${nodeText(root)}/MediaBox${this.#mediaBox ?? "[0 0 1 1]"}>>`);
    await super.end(trailer);
  }

  /** Adds a child to the open node of a level. @returns the node's id */
  #addKid(level: number, id: number, pages: number): number {
    let node = this.#open[level] ?? this.#openNode(level);
    if (node.kids.length === FAN_OUT) {
      this.#close(node, this.#addKid(level + 1, node.id, node.pages));
      node = this.#openNode(level);
    }
    node.kids.push(id);
    node.pages += pages;
    return node.id;
  }

  #openNode(level: number): Node {
    const node = { id: this.reserve(), kids: [], pages: 0 };
    this.#open[level] = node;
    return node;
  }

  #close(node: Node, parent: number): void {
    this.pack(node.id, `<<${nodeText(node)}/Parent ${parent} 0 R>>`);
  }

  /** Writes the content of a page. @returns the streams that hold it */
  #write(parts: readonly string[]): readonly number[] {
    if (this.#first === null) {
      this.#first = parts;
      return [this.#stream(parts)];
    }
    this.#opening ??= this.#writeOpening(this.#first, parts);
    const { id, parts: same } = this.#opening;
    if (same.length === 0 || same.some((part, at) => part !== parts[at])) return [this.#stream(parts)];
    const rest = parts.slice(same.length);
    return rest.length === 0 ? [id] : [id, this.#stream(rest)];
  }

  #writeOpening(one: readonly string[], other: readonly string[]) {
    const end = one.findIndex((part, at) => part !== other[at]);
    const parts = end === -1 ? one : one.slice(0, end);
    return { id: parts.length === 0 ? 0 : this.#stream(parts), parts };
  }

  #stream(parts: readonly string[]): number {
    const id = this.reserve();
    // Ends with white space, to separate it from what follows in another stream.
    const plain = latin1Bytes(`${parts.join("\n")}\n`);
    const packed = platform.deflate(plain, "short");
    if (packed.length + PACKED.length < plain.length) this.stream(id, packed, PACKED);
    else this.stream(id, plain);
    return id;
  }
}

const PACKED = "/Filter/FlateDecode";

function nodeText({ kids, pages }: Omit<Node, "id">): string {
  return `/Type/Pages/Count ${pages}/Kids[${references(kids)}]`;
}

function references(ids: readonly number[]): string {
  return ids.map((id) => `${id} 0 R`).join(" ");
}

/** An area as PDF wants it: left, bottom, right and top in points from the bottom left corner of the page. */
function formatPdfRectangle({ xMm, yMm, widthMm, heightMm }: Area, page: Size): string {
  const bottom = page.heightMm - yMm - heightMm;
  const sides = [xMm, bottom, xMm + widthMm, bottom + heightMm];
  return `[${sides.map((mm) => Math.round(mm * PT_PER_MM * 1000) / 1000).join(" ")}]`;
}
