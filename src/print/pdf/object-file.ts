import { platform } from "../../platform/node.ts";
import { latin1Bytes } from "../../rules/bytes.ts";

/** Takes the bytes of a file, in order; once the promise is fulfilled, more may follow in the same memory. */
export type Sink = (bytes: Uint8Array) => Promise<void>;

/** Plain objects that are packed into one stream. */
const OBJECTS_IN_STREAM = 200;
/** Bytes that are collected before they are passed on, and the room to collect them in. */
const MIN_FLUSH_BYTES = 1 << 16;
const ROOM_BYTES = 1 << 18;
/** Bytes of an entry of the cross-reference table: kind, offset or stream, index in the stream. */
const ENTRY = { kind: 1, where: 4, which: 2 } as const;
const ENTRY_BYTES = ENTRY.kind + ENTRY.where + ENTRY.which;
/** Pages and their contents alternate in a block, so that every second entry is alike: two make a row of the table. */
const ENTRIES_IN_ROW = 2;
const ROW_BYTES = ENTRIES_IN_ROW * ENTRY_BYTES;

/** Kinds of entries (ISO 32000-1, 7.5.8.3). */
const KIND = { free: 0, alone: 1, packed: 2 } as const;

/** The generation of a free object that stays free (7.5.4). */
const NEVER_USED = 0xffff;

/**
 * Writes the objects of a PDF file and forgets them; only their places are kept. Plain objects are packed into streams, and so is the
 * cross-reference table (ISO 32000-1, 7.5.7 and 7.5.8), which keeps a file of many pages small.
 */
export class ObjectFile {
  readonly #sink: Sink;
  readonly #table: CrossReferences;
  /** What is not passed on yet, at its start. */
  #waiting = new Uint8Array(ROOM_BYTES);
  #waitingBytes = 0;
  #length = 0;
  #packing: { readonly id: number; readonly text: string }[] = [];

  /** Continues a file. @param offsets where each of its objects starts, from object 1 on; null for those that are not in it */
  constructor(bytes: Uint8Array, offsets: readonly (number | null)[], sink: Sink) {
    this.#sink = sink;
    this.#table = new CrossReferences(offsets.length + 1);
    offsets.forEach((offset, at) => {
      if (offset !== null) this.#table.set(at + 1, KIND.alone, offset, 0);
    });
    this.#put(bytes);
  }

  /** The number of an object that will be written later. */
  reserve(): number {
    return this.#table.grow();
  }

  /** Packs an object that is no stream. */
  pack(id: number, text: string): void {
    this.#packing.push({ id, text });
    if (this.#packing.length === OBJECTS_IN_STREAM) this.#closePack();
  }

  /** Writes a stream. @param entries what its dictionary holds beside its length, such as `/Filter/FlateDecode` */
  stream(id: number, content: Uint8Array, entries = ""): void {
    this.#table.set(id, KIND.alone, this.#length, 0);
    // PDF/A wants the words that begin and end an object on lines of their own (ISO 19005-2, 6.1.9).
    this.#put(latin1Bytes(`${id} 0 obj\n<<${entries}/Length ${content.length}>>stream\n`));
    this.#put(content);
    this.#put(STREAM_END);
  }

  /** Passes on what is written so far, once it is worth it. @returns what to wait for; null if it is not worth it yet */
  flush(): Promise<void> | null {
    return this.#waitingBytes < MIN_FLUSH_BYTES ? null : this.#passOn();
  }

  async #passOn(): Promise<void> {
    await this.#sink(this.#waiting.subarray(0, this.#waitingBytes));
    this.#waitingBytes = 0;
  }

  /** Writes the cross-reference table, which ends the file. @param trailer entries of the trailer, such as `/Root 1 0 R` */
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
    this.#put(latin1Bytes(`startxref\n${start}\n%%EOF\n`));
    await this.#passOn();
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
    this.stream(stream, platform.deflate(latin1Bytes(head + body)), entries);
  }

  #put(bytes: Uint8Array): void {
    const end = this.#waitingBytes + bytes.length;
    if (end > this.#waiting.length)
      this.#waiting = enlarged(this.#waiting, Math.max(end, 2 * this.#waiting.length));
    this.#waiting.set(bytes, this.#waitingBytes);
    this.#waitingBytes = end;
    this.#length += bytes.length;
  }
}

const STREAM_END = latin1Bytes("\nendstream\nendobj\n");

function enlarged(bytes: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(length);
  larger.set(bytes);
  return larger;
}

/** Where each object lies. */
class CrossReferences {
  #bytes = new Uint8Array(1 << 12);
  size = 0;

  constructor(size: number) {
    while (this.size < size) this.grow();
  }

  /** Makes room for one more object. @returns its number */
  grow(): number {
    if ((this.size + 1) * ENTRY_BYTES > this.#bytes.length)
      this.#bytes = enlarged(this.#bytes, 2 * this.#bytes.length);
    this.size += 1;
    return this.size - 1;
  }

  set(id: number, kind: number, where: number, which: number): void {
    const entry = new DataView(this.#bytes.buffer, id * ENTRY_BYTES);
    entry.setUint8(0, kind);
    entry.setUint32(ENTRY.kind, where);
    entry.setUint16(ENTRY.kind + ENTRY.where, which);
  }

  /** Each row as its difference from the one before, byte by byte (PNG's filter “up”), which packs much smaller. */
  differences(): Uint8Array {
    const UP = 2;
    const rows = Math.ceil(this.size / ENTRIES_IN_ROW);
    const filtered = new Uint8Array(rows * (ROW_BYTES + 1));
    for (let row = 0; row < rows; row++) {
      const here = this.#bytes.subarray(row * ROW_BYTES, (row + 1) * ROW_BYTES);
      const above = this.#bytes.subarray((row - 1) * ROW_BYTES, row * ROW_BYTES);
      filtered[row * (ROW_BYTES + 1)] = UP;
      filtered.set(
        row === 0 ? here : here.map((byte, at) => byte - (above[at] ?? 0)),
        row * (ROW_BYTES + 1) + 1,
      );
    }
    return filtered;
  }
}
