import { readFileSync } from "node:fs";
import { deserialize, serialize } from "node:v8";
import { crc32 } from "node:zlib";
import { PACKAGE_ROOT } from "../package.ts";

/** Where the build puts what it prepares; a program that runs from its sources has nothing prepared. */
export const PREPARED = import.meta.url.endsWith(".ts") ? null : new URL("dist/prepared/", PACKAGE_ROOT);

/** A value with the checksums of the texts that it was worked out from, by their names. */
interface Prepared {
  readonly sums: ReadonlyMap<string, number>;
  readonly value: unknown;
}

/**
 * What the build has worked out from shipped files: reading and checking them again takes longer than printing a pad. A file that was
 * changed since counts as unknown.
 *
 * @param textOf the text of a source as it is now, by its name
 * @returns null if nothing is prepared, or not from these texts
 */
export function readBuildCache(name: string, textOf: (source: string) => string | null): unknown {
  if (PREPARED === null) return null;
  try {
    const { sums, value }: Prepared = deserialize(readFileSync(new URL(fileName(name), PREPARED)));
    return [...sums].every(([source, sum]) => crc32(textOf(source) ?? "") === sum) ? value : null;
  } catch {
    // Another version of Node may not understand the file, and there may be none.
    return null;
  }
}

/** The file that `prepared` reads. */
export function preparedFile(name: string, sources: ReadonlyMap<string, string>, value: unknown) {
  const sums = new Map([...sources].map(([source, text]) => [source, crc32(text)]));
  return { name: fileName(name), bytes: serialize({ sums, value } satisfies Prepared) };
}

function fileName(name: string): string {
  return name.replaceAll("/", "-");
}
