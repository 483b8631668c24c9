import { readFileSync } from "node:fs";
import { PACKAGE_ROOT } from "./package.ts";

const MODELS = new URL("models/", PACKAGE_ROOT);

/** The network that reads digits, in ONNX form. */
export function digitsNetwork(): Uint8Array {
  return readFileSync(new URL("numbers.onnx", MODELS));
}

/** How its input and output are laid out, as JSON. */
export function digitsDescription(): string {
  return readFileSync(new URL("numbers.json", MODELS), "utf8");
}
