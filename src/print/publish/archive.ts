import { zipSync } from "fflate";

/** A file by its path below the folder that is published, with `/` between. */
export interface FolderFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/**
 * The first moment that a ZIP can name, by the clock of wherever we are: so the same files give the same bytes, whenever and
 * wherever they are packed.
 */
const FIRST_MOMENT = () => new Date(1980, 0, 1);

/** Files as a ZIP (APPNOTE 6.3) that unpacks to one folder; the same files in the same order give the same bytes. */
export function zipOf(folder: string, files: readonly FolderFile[]): Uint8Array {
  const mtime = FIRST_MOMENT();
  const entries = files.map(({ path, bytes }) => [`${folder}/${path}`, bytes] as const);
  return zipSync(Object.fromEntries(entries), { level: 9, mtime });
}

/** Signature of a file's entry, and where the length of its name and the name stand (APPNOTE 4.3.7). */
const ENTRY = [0x50, 0x4b, 0x03, 0x04] as const;
const NAME_LENGTH_AT = 26;
const NAME_AT = 30;

/** The name of the first file in a ZIP, of which only the beginning is needed; null if it is none. */
export function firstEntry(beginning: Uint8Array): string | null {
  if (beginning.length < NAME_AT || ENTRY.some((byte, at) => beginning[at] !== byte)) return null;
  const length = new DataView(beginning.buffer, beginning.byteOffset).getUint16(NAME_LENGTH_AT, true);
  return new TextDecoder().decode(beginning.subarray(NAME_AT, NAME_AT + length));
}
