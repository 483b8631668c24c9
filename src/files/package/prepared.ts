import { readFileSync } from "node:fs";
import { deserialize, serialize } from "node:v8";
import { crc32 } from "node:zlib";
import { PACKAGE_ROOT } from "../package.ts";

/** The build cache; null for a program that runs from its sources. */
export const PREPARED = import.meta.url.endsWith(".ts") ? null : new URL("dist/prepared/", PACKAGE_ROOT);

/** A cached value with the checksums of its source texts, by name. */
interface Prepared {
  readonly sums: ReadonlyMap<string, number>;
  readonly value: unknown;
}

/**
 * Reads a value that the build computed from shipped files, because computing it again takes longer than printing a pad. It is ignored if
 * a source has changed since.
 *
 * @param textOf the current text of a source, by its name
 * @returns null if nothing is cached for these texts
 */
export function readBuildCache(name: string, textOf: (source: string) => string | null): unknown {
  if (PREPARED === null) return null;
  try {
    const { sums, value }: Prepared = deserialize(readFileSync(new URL(fileName(name), PREPARED)));
    return [...sums].every(([source, sum]) => crc32(textOf(source) ?? "") === sum) ? value : null;
  } catch {
    // The file may be missing, or written for another version of Node.
    return null;
  }
}

/** The file for {@link readBuildCache}. */
export function preparedFile(name: string, sources: ReadonlyMap<string, string>, value: unknown) {
  const sums = new Map([...sources].map(([source, text]) => [source, crc32(text)]));
  return { name: fileName(name), bytes: serialize({ sums, value } satisfies Prepared) };
}

function fileName(name: string): string {
  return name.replaceAll("/", "-");
}
