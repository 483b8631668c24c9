import { platform } from "../../platform/node.ts";
import { latin1Bytes } from "../../rules/bytes.ts";
import { type Area, PT_PER_MM, type Size } from "../geometry.ts";
import type { ObjectFile } from "./object-file.ts";

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
 * The page tree of a file (ISO 32000-1, 7.7.3), written while it grows: a node goes into the file as soon as it is full, and only one
 * node of each level is kept.
 */
export class PageTree {
  readonly #file: ObjectFile;
  readonly #root: number;
  readonly #resources: string;
  /** The open nodes, from the lowest level up. */
  readonly #open: Node[] = [];
  #mediaBox: string | null = null;

  /** @param root the object that the catalogue names. @param resources what all pages draw with */
  constructor(file: ObjectFile, root: number, resources: string) {
    this.#file = file;
    this.#root = root;
    this.#resources = resources;
  }

  /** Adds a page. @param contents the objects with its content, in order */
  add(page: BlockPage, contents: readonly number[]): void {
    const box = boxOf({ ...page, xMm: 0, yMm: 0 }, page);
    this.#mediaBox ??= box;
    const id = this.#file.reserve();
    const parent = this.#addKid(0, id, 1);
    const media = box === this.#mediaBox ? "" : `/MediaBox${box}`;
    const bleed = page.bleed === undefined ? "" : `/BleedBox${boxOf(page.bleed, page)}`;
    const trim = page.trim === undefined ? "" : `/TrimBox${boxOf(page.trim, page)}`;
    const streams = contents.map((content) => `${content} 0 R`).join(" ");
    const content = contents.length === 1 ? ` ${streams}` : `[${streams}]`;
    this.#file.pack(id, `<</Type/Page/Parent ${parent} 0 R/Contents${content}${media}${bleed}${trim}>>`);
  }

  /** Closes all nodes. The root stands above the highest of them. */
  finish(): void {
    // A parent that is added for a full node is closed in its turn.
    for (const [level, node] of this.#open.entries()) {
      const isTop = level === this.#open.length - 1;
      this.#write(node, isTop ? this.#root : this.#addKid(level + 1, node.id, node.pages));
    }
    const top = this.#open.at(-1);
    const root = { kids: top === undefined ? [] : [top.id], pages: top?.pages ?? 0 };
    const shared = `/MediaBox${this.#mediaBox ?? "[0 0 1 1]"}/Resources${this.#resources}`;
    this.#file.pack(this.#root, `<<${nodeText(root)}${shared}>>`);
  }

  /** Adds a child to the open node of a level. @returns the node's id */
  #addKid(level: number, id: number, pages: number): number {
    let node = this.#open[level] ?? this.#openNode(level);
    if (node.kids.length === FAN_OUT) {
      this.#write(node, this.#addKid(level + 1, node.id, node.pages));
      node = this.#openNode(level);
    }
    node.kids.push(id);
    node.pages += pages;
    return node.id;
  }

  #openNode(level: number): Node {
    const node = { id: this.#file.reserve(), kids: [], pages: 0 };
    this.#open[level] = node;
    return node;
  }

  #write(node: Node, parent: number): void {
    this.#file.pack(node.id, `<<${nodeText(node)}/Parent ${parent} 0 R>>`);
  }
}

function nodeText({ kids, pages }: Omit<Node, "id">): string {
  return `/Type/Pages/Count ${pages}/Kids[${kids.map((id) => `${id} 0 R`).join(" ")}]`;
}

/** An area as PDF wants it: left, bottom, right and top in points from the bottom left corner of the page. */
function boxOf({ xMm, yMm, widthMm, heightMm }: Area, page: Size): string {
  const bottom = page.heightMm - yMm - heightMm;
  const sides = [xMm, bottom, xMm + widthMm, bottom + heightMm];
  return `[${sides.map((mm) => Math.round(mm * PT_PER_MM * 1000) / 1000).join(" ")}]`;
}

const PACKED = "/Filter/FlateDecode";

/**
 * Writes the content of the pages of a block. A page may have several streams (ISO 32000-1, 7.8.2), so what all pages begin with is
 * written once: as much as the first two have in common.
 */
export class PageStreams {
  readonly #file: ObjectFile;
  #first: readonly string[] | null = null;
  #opening: { readonly id: number; readonly parts: readonly string[] } | null = null;

  constructor(file: ObjectFile) {
    this.#file = file;
  }

  /** Writes the content of the next page. @param parts each of whole operators and operands. @returns the objects that hold it */
  put(parts: readonly string[]): readonly number[] {
    if (this.#first === null) {
      this.#first = parts;
      return [this.#write(parts)];
    }
    this.#opening ??= this.#writeOpening(this.#first, parts);
    const { id, parts: same } = this.#opening;
    if (same.length === 0 || same.some((part, at) => part !== parts[at])) return [this.#write(parts)];
    const rest = parts.slice(same.length);
    return rest.length === 0 ? [id] : [id, this.#write(rest)];
  }

  #writeOpening(one: readonly string[], other: readonly string[]) {
    const end = one.findIndex((part, at) => part !== other[at]);
    const parts = end === -1 ? one : one.slice(0, end);
    return { id: parts.length === 0 ? 0 : this.#write(parts), parts };
  }

  #write(parts: readonly string[]): number {
    const id = this.#file.reserve();
    // Ends with white space, to separate it from what follows in another stream.
    const plain = latin1Bytes(`${parts.join("\n")}\n`);
    const packed = platform.deflate(plain, "short");
    if (packed.length + PACKED.length < plain.length) this.#file.stream(id, packed, PACKED);
    else this.#file.stream(id, plain);
    return id;
  }
}
