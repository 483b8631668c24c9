import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** Changes with any of these files and folders. @param places from the root of the repository, or whole paths */
export function fingerprintOf(places: readonly string[]): string {
  const hash = createHash("sha256");
  for (const place of places) {
    for (const file of filesOf(resolve(ROOT, place))) hash.update(readFileSync(file));
  }
  return hash.digest("hex").slice(0, 16);
}

function filesOf(path: string): string[] {
  if (/\.\w+$/.test(path)) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
