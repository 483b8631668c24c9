import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { PACKAGE_ROOT } from "./package.ts";

const OPENJPEG = "openjpeg.wasm";
/** Where the build copies it; sources find it in its package. */
const COPY = new URL(`dist/vendor/pdfjs/wasm/${OPENJPEG}`, PACKAGE_ROOT);

/** The path of the folder with the WebAssembly files by which pdf.js decodes pictures, with a slash at its end. */
export function pdfDecoders(): string {
  const require = createRequire(import.meta.url);
  const file = existsSync(COPY) ? fileURLToPath(COPY) : require.resolve(`pdfjs-dist/wasm/${OPENJPEG}`);
  return `${dirname(file)}/`;
}
