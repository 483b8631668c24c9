import { type Area, type Size, PT_PER_MM } from "../geometry.ts";
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

/** A node that is still open: all it has are the ids of its children. */
interface Node {
  readonly id: number;
  readonly kids: number[];
  pages: number;
}

/**
 * The tree of pages of a file (ISO 32000-1, 7.7.3), written while it grows: a node goes into the file as soon as it is full, and
 * only one node of each level is ever kept.
 */
export class PageTree {
  readonly #file: ObjectFile;
  readonly #root: number;
  readonly #resources: string;
  /** The open nodes, from the lowest level up. */
  readonly #open: Node[] = [];
  #mediaBox: string | null = null;

  /**
   * @param root the object that the catalogue names
   * @param resources what all pages draw with
   */
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
    const parent = this.#into(0, id, 1);
    const boxes = [
      box === this.#mediaBox ? "" : `/MediaBox${box}`,
      page.bleed === undefined ? "" : `/BleedBox${boxOf(page.bleed, page)}`,
      page.trim === undefined ? "" : `/TrimBox${boxOf(page.trim, page)}`,
    ];
    const streams = contents.map((content) => `${content} 0 R`).join(" ");
    const content = contents.length === 1 ? ` ${streams}` : `[${streams}]`;
    this.#file.pack(id, `<</Type/Page/Parent ${parent} 0 R/Contents${content}${boxes.join("")}>>`);
  }

  /** Closes all nodes. The root stands above the highest of them. */
  finish(): void {
    for (let level = 0; level < this.#open.length; level++) {
      const node = this.#open[level] as Node;
      const isTop = level === this.#open.length - 1;
      this.#write(node, isTop ? this.#root : this.#into(level + 1, node.id, node.pages));
    }
    const top = this.#open.at(-1);
    const root = { kids: top === undefined ? [] : [top.id], pages: top?.pages ?? 0 };
    const shared = `/MediaBox${this.#mediaBox ?? "[0 0 1 1]"}/Resources${this.#resources}`;
    this.#file.pack(this.#root, `<<${nodeText(root)}${shared}>>`);
  }

  /** Puts a child into the open node of a level. @returns the node's id */
  #into(level: number, id: number, pages: number): number {
    const node = this.#open[level] ?? this.#fresh(level);
    if (node.kids.length === FAN_OUT) {
      this.#write(node, this.#into(level + 1, node.id, node.pages));
      this.#open[level] = { id: this.#file.reserve(), kids: [id], pages };
      return this.#open[level].id;
    }
    node.kids.push(id);
    node.pages += pages;
    return node.id;
  }

  #fresh(level: number): Node {
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
  const left = xMm;
  const bottom = page.heightMm - yMm - heightMm;
  const sides = [left, bottom, left + widthMm, bottom + heightMm];
  return `[${sides.map((mm) => Math.round(mm * PT_PER_MM * 1000) / 1000).join(" ")}]`;
}
