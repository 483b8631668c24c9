import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { tryOr } from "../rules/problem/problem.ts";

/**
 * The root of the package: the folder of `package.json`, `templates/` and `variants/`. Sources, modules and the bundle of the command
 * line are all two folders below it. @internal
 */
export const PACKAGE_ROOT = new URL("../../", import.meta.url);

/** The shipped templates, with a folder for each language. @internal */
export const TEMPLATES = new URL("templates/", PACKAGE_ROOT);

/** The script of the report page, as the build bundles it. @internal */
export const REPORT_SCRIPT = new URL("dist/report-page.js", PACKAGE_ROOT);

/**
 * The codes of all languages, in alphabetical order: the folders below `templates/` that hold a word list.
 *
 * @param own a folder of the user's own templates, which may add languages
 */
export function languageCodes(own: string | null = null): string[] {
  const shipped = existsSync(TEMPLATES) ? readdirSync(TEMPLATES) : [];
  const added = own === null ? [] : tryOr([], () => readdirSync(own));
  const isOwn = (code: string) => own !== null && isLocale(code) && existsSync(join(own, code, "words.yaml"));
  const codes = [
    ...shipped.filter((code) => existsSync(new URL(`${code}/words.yaml`, TEMPLATES))),
    ...added.filter(isOwn),
  ];
  return [...new Set(codes)].sort();
}

function isLocale(code: string): boolean {
  return tryOr(false, () => Intl.getCanonicalLocales(code).length > 0);
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

/** The network that reads digits, as ONNX. */
export function digitsNetwork(): Uint8Array {
  return readFileSync(new URL("numbers.onnx", MODELS));
}

/** The description of the network's input and output, as JSON. */
export function digitsDescription(): string {
  return readFileSync(new URL("numbers.json", MODELS), "utf8");
}

const OPENJPEG = "openjpeg.wasm";
/** The copy made by the build; without a build, the file is in its package. */
const COPY = new URL(`dist/vendor/pdfjs/wasm/${OPENJPEG}`, PACKAGE_ROOT);

/** The folder with the WebAssembly files that pdf.js needs to decode pictures, with a trailing slash. */
export function pdfDecoders(): string {
  const require = createRequire(import.meta.url);
  const file = existsSync(COPY) ? fileURLToPath(COPY) : require.resolve(`pdfjs-dist/wasm/${OPENJPEG}`);
  return `${dirname(file)}/`;
}
