import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";

/** What opening the reader with half a runtime gives. */
const OPEN = `
  import { readFileSync } from "node:fs";
  import { createRequire } from "node:module";
  import { openReader } from "./src/scan/digits/reader.ts";
  console.error = console.warn = () => {};
  const wasm = createRequire(process.cwd() + "/").resolve("onnxruntime-web/ort-wasm-simd-threaded.wasm");
  const result = await openReader({
    weights: readFileSync("models/numbers.onnx"),
    description: readFileSync("models/numbers.json", "utf8"),
    runtime: readFileSync(wasm).subarray(0, 100_000),
  });
  console.log(JSON.stringify(result));
`;

// In a process of its own: one that was given a broken runtime once can't be given another.
it("a runtime that ends early is told, and nothing is thrown", () => {
  const args = ["--import", "tsx", "--input-type=module", "--eval", OPEN];
  const result = JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8" }));
  expect(result).toMatchObject({ ok: false, problems: [{ code: "broken-model" }] });
});
