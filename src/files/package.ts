import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * The root of the package: the folder of `package.json`, `templates/` and `variants/`. Sources, modules and the bundle of the command
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

/** Identifies the network that reads digits: the start of its SHA-256. */
export function modelVersion(): string {
  const network = readFileSync(new URL("models/numbers.onnx", PACKAGE_ROOT));
  return createHash("sha256").update(network).digest("hex").slice(0, 8);
}

const MODELS = new URL("models/", PACKAGE_ROOT);

/** The network that reads digits, in ONNX form. */
export function digitsNetwork(): Uint8Array {
  return readFileSync(new URL("numbers.onnx", MODELS));
}

/** How its input and output are laid out, as JSON. */
export function digitsDescription(): string {
  return readFileSync(new URL("numbers.json", MODELS), "utf8");
}

const OPENJPEG = "openjpeg.wasm";
/** Where the build copies it; sources find it in its package. */
const COPY = new URL(`dist/vendor/pdfjs/wasm/${OPENJPEG}`, PACKAGE_ROOT);

/** The path of the folder with the WebAssembly files by which pdf.js decodes pictures, with a slash at its end. */
export function pdfDecoders(): string {
  const require = createRequire(import.meta.url);
  const file = existsSync(COPY) ? fileURLToPath(COPY) : require.resolve(`pdfjs-dist/wasm/${OPENJPEG}`);
  return `${dirname(file)}/`;
}
