import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { NetworkFiles } from "../scan/digits/network.ts";
import { PACKAGE_ROOT } from "./package.ts";

const require = createRequire(import.meta.url);
const MODELS = new URL("models/", PACKAGE_ROOT);
const WASM = "ort-wasm-simd-threaded.wasm";
/** Where the build copies it; sources find it in its package. */
const WASM_COPY = new URL(`dist/vendor/onnxruntime/${WASM}`, PACKAGE_ROOT);

/** The network that reads digits, and what runs it. Some 16 MB, which are read faster at once than bit by bit in between. */
export function shippedNetwork(): NetworkFiles {
  const runtime = existsSync(WASM_COPY) ? WASM_COPY : require.resolve(`onnxruntime-web/${WASM}`);
  return { weights: readFileSync(new URL("numbers.onnx", MODELS)), runtime: readFileSync(runtime) };
}

/** How its input and output are laid out, as JSON. */
export function digitsDescription(): string {
  return readFileSync(new URL("numbers.json", MODELS), "utf8");
}
