import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deserialize, serialize } from "node:v8";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { readBuildCache } from "../package/prepared.ts";

/** The name under which the build prepares an empty store: PostgreSQL takes seconds to make one. */
export const EMPTY_STORE = "season";

/** The files of a folder: paths of folders, each before what is in it, and the content of each file, the same bytes once. */
interface PackedFolder {
  readonly folders: readonly string[];
  readonly files: readonly (readonly [path: string, content: number])[];
  readonly contents: readonly Uint8Array[];
}

/** A folder with all that is in it, as one value that takes little room. */
export function packFolder(folder: string): Uint8Array {
  const all = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .sort()
    .map((path) => ({ path, isFolder: statSync(join(folder, path)).isDirectory() }));
  const contents = new Map<string, number>();
  const files = all
    .filter(({ isFolder }) => !isFolder)
    .map(({ path }) => {
      const content = readFileSync(join(folder, path), "latin1");
      const at = contents.get(content) ?? contents.size;
      contents.set(content, at);
      return [path.replaceAll("\\", "/"), at] as const;
    });
  const packed: PackedFolder = {
    folders: all.filter(({ isFolder }) => isFolder).map(({ path }) => path.replaceAll("\\", "/")),
    files,
    contents: [...contents.keys()].map((content) => Buffer.from(content, "latin1")),
  };
  return deflateRawSync(serialize(packed));
}

/** Makes a folder again as it was packed, for its owner alone. */
export function unpackFolder(packed: Uint8Array, folder: string): void {
  const { folders, files, contents }: PackedFolder = deserialize(inflateRawSync(packed));
  for (const path of ["", ...folders]) mkdirSync(join(folder, path), { recursive: true, mode: 0o700 });
  for (const [path, at] of files) writeFileSync(join(folder, path), contents[at] ?? "", { mode: 0o600 });
}

/**
 * Puts the files of an empty store into a folder that is not there yet.
 *
 * @returns false if the build has not prepared any
 */
export function putEmptyStore(folder: string): boolean {
  const packed = readBuildCache(EMPTY_STORE, () => null);
  if (!(packed instanceof Uint8Array)) return false;
  unpackFolder(packed, folder);
  return true;
}
