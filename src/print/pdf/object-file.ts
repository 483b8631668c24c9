import { platform } from "../../platform/node.ts";
import { latin1Bytes } from "../../rules/bytes.ts";
import { type Area, PT_PER_MM, type Size } from "../geometry.ts";

/** Takes the bytes of a file, in order; once the promise is fulfilled, more may follow in the same memory. */
export type Sink = (bytes: Uint8Array) => Promise<void>;

/** A file that was begun elsewhere, and where each of its objects starts, from object 1 on; null for those that are not in it. */
export interface FileStart {
  readonly bytes: Uint8Array;
  readonly offsets: readonly (number | null)[];
}

/** Plain objects that are packed into one stream. */
const OBJECTS_IN_STREAM = 200;
/** Bytes that are collected before they are passed on, and the room to collect them in. */
const MIN_FLUSH_BYTES = 1 << 16;
const ROOM_BYTES = 1 << 18;
/** An entry of the cross-reference table: a byte for its kind, four for offset or stream, two for the index in the stream. */
const ENTRY = { where: 1, which: 5, bytes: 7, widths: "1 4 2" } as const;
/** Pages and their contents alternate in a block, so two entries make a row of the table: rows are alike. */
const ENTRIES_IN_ROW = 2;
const ROW_BYTES = ENTRIES_IN_ROW * ENTRY.bytes;
/** PNG's filter “up”: each row is written as its difference from the one before, byte by byte, which packs much smaller. */
const UP = 2;

/** Kinds of entries (ISO 32000-1, 7.5.8.3). */
const KIND = { free: 0, alone: 1, packed: 2 } as const;

/** The generation of a free object that stays free (7.5.4). */
const NEVER_USED = 0xffff;

/**
 * Writes the objects of a PDF file and keeps only their places. Plain objects and the cross-reference table are packed into streams
 * (ISO 32000-1, 7.5.7 and 7.5.8), which keeps a file of many pages small.
 */
class ObjectFile {
  readonly #sink: Sink;
  readonly #isPacked: boolean;
  /** Where each object lies: the entries of the cross-reference table. */
  #table = new Uint8Array(1 << 12);
  #objects: number;
  /** The bytes that are not flushed yet, from the start. */
  #waiting = new Uint8Array(ROOM_BYTES);
  #waitingBytes = 0;
  #length = 0;
  #packing: { readonly id: number; readonly text: string }[] = [];

  /** @param isPacked false for a file of PDF 1.4, which has neither packed objects nor a packed table of them */
  constructor({ bytes, offsets }: FileStart, sink: Sink, isPacked: boolean) {
    this.#sink = sink;
    this.#isPacked = isPacked;
    this.#objects = offsets.length + 1;
    offsets.forEach((offset, at) => {
      if (offset !== null) this.#locate(at + 1, KIND.alone, offset, 0);
    });
    this.#put(bytes);
  }

  /** The number of an object that will be written later. */
  reserve(): number {
    return this.#objects++;
  }

  #locate(id: number, kind: number, where: number, which: number): void {
    this.#table = withRoom(this.#table, (id + 1) * ENTRY.bytes);
    const entry = new DataView(this.#table.buffer, id * ENTRY.bytes);
    entry.setUint8(0, kind);
    entry.setUint32(ENTRY.where, where);
    entry.setUint16(ENTRY.which, which);
  }

  /** Writes an object that is no stream. */
  pack(id: number, text: string): void {
    if (!this.#isPacked) {
      this.#locate(id, KIND.alone, this.#length, 0);
      this.#put(latin1Bytes(`${id} 0 obj\n${text}\nendobj\n`));
      return;
    }
    this.#packing.push({ id, text });
    if (this.#packing.length === OBJECTS_IN_STREAM) this.#closePack();
  }

  /** Writes a stream. @param entries of its dictionary, in addition to the length, such as `/Filter/FlateDecode` */
  stream(id: number, content: Uint8Array, entries = ""): void {
    this.#locate(id, KIND.alone, this.#length, 0);
    // PDF/A wants the words that begin and end an object on lines of their own (ISO 19005-2, 6.1.9).
    this.#put(latin1Bytes(`${id} 0 obj\n<<${entries}/Length ${content.length}>>stream\n`));
    this.#put(content);
    this.#put(STREAM_END);
  }

  /** Flushes a large enough buffer. @returns what to wait for; null if nothing was flushed */
  flush(): Promise<void> | null {
    return this.#waitingBytes < MIN_FLUSH_BYTES ? null : this.#flushBuffer();
  }

  async #flushBuffer(): Promise<void> {
    await this.#sink(this.#waiting.subarray(0, this.#waitingBytes));
    this.#waitingBytes = 0;
  }

  /** Writes the cross-reference table, which ends the file. @param trailer entries of the trailer, such as `/Root 1 0 R` */
  async end(trailer: string): Promise<void> {
    if (!this.#isPacked) return this.#endPlain(trailer);
    this.#closePack();
    const id = this.reserve();
    const start = this.#length;
    this.#locate(id, KIND.alone, start, 0);
    while (this.#objects % ENTRIES_IN_ROW > 0) this.#locate(this.reserve(), KIND.free, 0, NEVER_USED);
    const entries = `/Type/XRef/Size ${this.#objects}/W[${ENTRY.widths}]${trailer}`;
    const packing = `/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns ${ROW_BYTES}>>`;
    this.stream(id, platform.deflate(this.#differences()), entries + packing);
    this.#put(latin1Bytes(`startxref\n${start}\n%%EOF\n`));
    await this.#flushBuffer();
  }

  /** The table as text (ISO 32000-1, 7.5.4): a line of twenty bytes for each object. */
  async #endPlain(trailer: string): Promise<void> {
    const start = this.#length;
    const entries = new DataView(withRoom(this.#table, this.#objects * ENTRY.bytes).buffer);
    this.#put(latin1Bytes(`xref\n0 ${this.#objects}\n0000000000 65535 f \n`));
    for (let id = 1; id < this.#objects; id++) {
      const isThere = entries.getUint8(id * ENTRY.bytes) === KIND.alone;
      const offset = isThere ? entries.getUint32(id * ENTRY.bytes + ENTRY.where) : 0;
      this.#put(latin1Bytes(`${String(offset).padStart(10, "0")} 0000${isThere ? "0 n" : "1 f"} \n`));
    }
    this.#put(latin1Bytes(`trailer\n<</Size ${this.#objects}${trailer}>>\nstartxref\n${start}\n%%EOF\n`));
    await this.#flushBuffer();
  }

  /** The rows of the table, filtered. */
  #differences(): Uint8Array {
    const table = withRoom(this.#table, this.#objects * ENTRY.bytes);
    const filtered = new Uint8Array((this.#objects / ENTRIES_IN_ROW) * (ROW_BYTES + 1));
    for (let from = 0, to = 0; to < filtered.length; from += ROW_BYTES) {
      filtered[to++] = UP;
      for (let at = from; at < from + ROW_BYTES; at++)
        filtered[to++] = (table[at] ?? 0) - (table[at - ROW_BYTES] ?? 0);
    }
    return filtered;
  }

  #closePack(): void {
    if (this.#packing.length === 0) return;
    const stream = this.reserve();
    const heads: string[] = [];
    let length = 0;
    this.#packing.forEach(({ id, text }, at) => {
      heads.push(`${id} ${length}`);
      length += text.length + 1;
      this.#locate(id, KIND.packed, stream, at);
    });
    const head = `${heads.join(" ")} `;
    const body = this.#packing.map(({ text }) => text).join(" ");
    const entries = `/Type/ObjStm/N ${heads.length}/First ${head.length}/Filter/FlateDecode`;
    this.#packing = [];
    this.stream(stream, platform.deflate(latin1Bytes(head + body)), entries);
  }

  #put(bytes: Uint8Array): void {
    const end = this.#waitingBytes + bytes.length;
    this.#waiting = withRoom(this.#waiting, end);
    this.#waiting.set(bytes, this.#waitingBytes);
    this.#waitingBytes = end;
    this.#length += bytes.length;
  }
}

const STREAM_END = latin1Bytes("\nendstream\nendobj\n");

/** The same bytes, in a larger array if this many do not fit. */
function withRoom(bytes: Uint8Array<ArrayBuffer>, length: number): Uint8Array<ArrayBuffer> {
  if (length <= bytes.length) return bytes;
  const larger = new Uint8Array(Math.max(length, 2 * bytes.length));
  larger.set(bytes);
  return larger;
}

/** A page of the block. The boxes lie on it in mm from its top left corner; a box that is left out is the whole page. */
export interface BlockPage extends Size {
  /** The cut sheet. */
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

  /** Closes all nodes, adds the root above the highest, and ends the file. */
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
