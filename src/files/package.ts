import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";

/**
 * Where the package lies: the folder of `package.json`, `templates/` and `variants/`. Sources, modules and the bundle of the command
 * line are all two folders below it. @internal
 */
export const PACKAGE_ROOT = new URL("../../", import.meta.url);

/** The shipped templates; those of a language are in a folder of its own. @internal */
export const TEMPLATES = new URL("templates/", PACKAGE_ROOT);

/** The script of the report page, as the build bundles it. @internal */
export const REPORT_SCRIPT = new URL("dist/report-page.js", PACKAGE_ROOT);

/** The codes of all languages, in alphabetical order: the folders below `templates/` that hold a word list. */
export function languageCodes(): string[] {
  if (!existsSync(TEMPLATES)) return [];
  return readdirSync(TEMPLATES)
    .filter((code) => existsSync(new URL(`${code}/words.yaml`, TEMPLATES)))
    .sort();
}

/** The version of this program, from its package. */
export function version(): string {
  return String(JSON.parse(readFileSync(new URL("package.json", PACKAGE_ROOT), "utf8")).version);
}

/** What tells networks that read digits apart: the start of the SHA-256 of the shipped one. */
export function modelVersion(): string {
  const network = readFileSync(new URL("models/numbers.onnx", PACKAGE_ROOT));
  return createHash("sha256").update(network).digest("hex").slice(0, 8);
}
