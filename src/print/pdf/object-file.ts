import { platform } from "../../platform/node.ts";

/** Takes the bytes of a file, in order; when the promise is fulfilled, more follow, in the same memory. */
export type Sink = (bytes: Uint8Array) => Promise<void>;

/** Plain objects that share one stream, where they are packed together. */
const OBJECTS_IN_STREAM = 200;
/** Bytes that are collected before they are handed on, and the room to collect them in. */
const ENOUGH = 1 << 16;
const ROOM = 1 << 18;
/** Bytes of an entry of the table of objects: kind, where it lies, which one it is there. */
const ENTRY = { kind: 1, where: 4, which: 2 } as const;
const ENTRY_BYTES = ENTRY.kind + ENTRY.where + ENTRY.which;
/** A page and its content take turns in a block, so that every second entry is alike: so many make a row of the table. */
const ENTRIES_IN_ROW = 2;
const ROW_BYTES = ENTRIES_IN_ROW * ENTRY_BYTES;

/** What tells where an object lies, by the kinds that ISO 32000-1, 7.5.8.3 numbers. */
const KIND = { free: 0, alone: 1, packed: 2 } as const;

/** What stands at a free object that is to stay free (7.5.4). */
const NEVER_USED = 0xffff;

/** A file that was begun elsewhere and goes on here. */
export interface Beginning {
  readonly bytes: Uint8Array;
  /** Where each object starts, from object 1 on; null for those that are not in it. */
  readonly offsets: readonly (number | null)[];
}

/**
 * Writes the objects of a PDF file one after the other, and forgets them: only where they lie is kept. Plain objects are packed
 * into streams, and so is the table of objects (ISO 32000-1, 7.5.7 and 7.5.8), which is what keeps a file of many pages small.
 */
export class ObjectFile {
  readonly #sink: Sink;
  readonly #table: Table;
  /** What is not handed on yet: the first bytes of it. */
  #waiting = Buffer.alloc(ROOM);
  #waitingBytes = 0;
  #length = 0;
  #packing: { readonly id: number; readonly text: string }[] = [];

  constructor({ bytes, offsets }: Beginning, sink: Sink) {
    this.#sink = sink;
    this.#table = new Table(offsets.length + 1);
    offsets.forEach((offset, at) => {
      if (offset !== null) this.#table.set(at + 1, KIND.alone, offset, 0);
    });
    this.#put(Buffer.from(bytes));
  }

  /** The number of an object that is still to be written. */
  reserve(): number {
    return this.#table.grow();
  }

  /** Packs an object that is no stream. */
  pack(id: number, text: string): void {
    this.#packing.push({ id, text });
    if (this.#packing.length === OBJECTS_IN_STREAM) this.#closePack();
  }

  /**
   * Writes a stream.
   *
   * @param content text has a byte for each character
   * @param entries what stands in its dictionary beside its length, such as `/Filter/FlateDecode`
   */
  stream(id: number, content: string | Uint8Array, entries = ""): void {
    this.#table.set(id, KIND.alone, this.#length, 0);
    // PDF/A wants the words that begin and end an object on lines of their own (ISO 19005-2, 6.1.9).
    this.#put(`${id} 0 obj\n<<${entries}/Length ${content.length}>>stream\n`);
    this.#put(content);
    this.#put("\nendstream\nendobj\n");
  }

  /** Hands on what is written so far, once it is worth it. @returns what to wait for; null if it is not worth it yet */
  flush(): Promise<void> | null {
    return this.#waitingBytes < ENOUGH ? null : this.#handOn();
  }

  async #handOn(): Promise<void> {
    // As plain bytes, of which a slice is a copy.
    const { buffer, byteOffset } = this.#waiting;
    await this.#sink(new Uint8Array(buffer, byteOffset, this.#waitingBytes));
    this.#waitingBytes = 0;
  }

  /** Writes the table of objects, which ends the file. @param trailer what stands in the trailer, such as `/Root 1 0 R` */
  async end(trailer: string): Promise<void> {
    this.#closePack();
    const id = this.reserve();
    const start = this.#length;
    this.#table.set(id, KIND.alone, start, 0);
    while (this.#table.size % ENTRIES_IN_ROW > 0) this.#table.set(this.reserve(), KIND.free, 0, NEVER_USED);
    const { kind, where, which } = ENTRY;
    this.stream(
      id,
      platform.deflate(this.#table.differences()),
      `/Type/XRef/Size ${this.#table.size}/W[${kind} ${where} ${which}]${trailer}` +
        `/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns ${ROW_BYTES}>>`,
    );
    this.#put(`startxref\n${start}\n%%EOF\n`);
    await this.#handOn();
  }

  #closePack(): void {
    if (this.#packing.length === 0) return;
    const stream = this.reserve();
    const heads: string[] = [];
    let length = 0;
    this.#packing.forEach(({ id, text }, at) => {
      heads.push(`${id} ${length}`);
      length += text.length + 1;
      this.#table.set(id, KIND.packed, stream, at);
    });
    const head = `${heads.join(" ")} `;
    const body = this.#packing.map(({ text }) => text).join(" ");
    const entries = `/Type/ObjStm/N ${heads.length}/First ${head.length}/Filter/FlateDecode`;
    this.#packing = [];
    this.stream(stream, platform.deflate(Buffer.from(head + body, "latin1")), entries);
  }

  #put(content: string | Uint8Array): void {
    const end = this.#waitingBytes + content.length;
    if (end > this.#waiting.length)
      this.#waiting = Buffer.concat([this.#waiting], Math.max(end, 2 * this.#waiting.length));
    if (typeof content === "string") this.#waiting.write(content, this.#waitingBytes, "latin1");
    else this.#waiting.set(content, this.#waitingBytes);
    this.#waitingBytes = end;
    this.#length += content.length;
  }
}

/** Where each object lies. */
class Table {
  #bytes = Buffer.alloc(1 << 12);
  size: number;

  constructor(size: number) {
    this.size = 0;
    while (this.size < size) this.grow();
  }

  /** Makes room for one more object. @returns its number */
  grow(): number {
    if ((this.size + 1) * ENTRY_BYTES > this.#bytes.length)
      this.#bytes = Buffer.concat([this.#bytes, Buffer.alloc(this.#bytes.length)]);
    this.size += 1;
    return this.size - 1;
  }

  set(id: number, kind: number, where: number, which: number): void {
    const at = id * ENTRY_BYTES;
    this.#bytes.writeUInt8(kind, at);
    this.#bytes.writeUInt32BE(where, at + ENTRY.kind);
    this.#bytes.writeUInt16BE(which, at + ENTRY.kind + ENTRY.where);
  }

  /** Each row as what it adds to the one before, byte by byte: PNG's filter “up”, after which it packs much smaller. */
  differences(): Buffer {
    const UP = 2;
    const rows = Math.ceil(this.size / ENTRIES_IN_ROW);
    const filtered = Buffer.alloc(rows * (ROW_BYTES + 1));
    for (let row = 0; row < rows; row++) {
      filtered[row * (ROW_BYTES + 1)] = UP;
      for (let at = 0; at < ROW_BYTES; at++) {
        const here = row * ROW_BYTES + at;
        const above = row === 0 ? 0 : (this.#bytes[here - ROW_BYTES] ?? 0);
        filtered[row * (ROW_BYTES + 1) + 1 + at] = (this.#bytes[here] ?? 0) - above;
      }
    }
    return filtered;
  }
}
