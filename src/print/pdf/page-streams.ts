import { platform } from "../../platform/node.ts";
import type { ObjectFile } from "./object-file.ts";

const PACKED = "/Filter/FlateDecode";

/**
 * Writes what stands on the pages of a block. A page may be made of several streams (ISO 32000-1, 7.8.2), so what the pages begin with
 * is written once: as much as the first two have in common.
 */
export class PageStreams {
  readonly #file: ObjectFile;
  #first: readonly string[] | null = null;
  #opening: { readonly id: number; readonly parts: readonly string[] } | null = null;

  constructor(file: ObjectFile) {
    this.#file = file;
  }

  /**
   * Writes what stands on the next page.
   *
   * @param parts in order, each of whole operators and operands
   * @returns the objects that hold it, in order
   */
  put(parts: readonly string[]): readonly number[] {
    const opening = this.#openingFor(parts);
    if (opening === null) return [this.#write(parts)];
    const rest = parts.slice(opening.parts.length);
    return rest.length === 0 ? [opening.id] : [opening.id, this.#write(rest)];
  }

  /** What the page begins with, if that is already written. */
  #openingFor(parts: readonly string[]) {
    if (this.#first === null) {
      this.#first = parts;
      return null;
    }
    this.#opening ??= this.#open(sameStart(this.#first, parts));
    const { parts: same } = this.#opening;
    return same.length > 0 && same.every((part, at) => part === parts[at]) ? this.#opening : null;
  }

  #open(parts: readonly string[]) {
    return { id: parts.length === 0 ? 0 : this.#write(parts), parts };
  }

  #write(parts: readonly string[]): number {
    const id = this.#file.reserve();
    // Ends with white space, so that whatever follows in another stream stands apart.
    const plain = Buffer.from(`${parts.join("\n")}\n`, "latin1");
    const packed = platform.deflate(plain, "short");
    if (packed.length + PACKED.length < plain.length) this.#file.stream(id, packed, PACKED);
    else this.#file.stream(id, plain);
    return id;
  }
}

function sameStart(one: readonly string[], other: readonly string[]): readonly string[] {
  const end = one.findIndex((part, at) => part !== other[at]);
  return end === -1 ? one : one.slice(0, end);
}
