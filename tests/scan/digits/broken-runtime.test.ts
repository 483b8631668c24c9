import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, it, vi } from "vitest";
import { openReader } from "../../../src/scan/digits/reader.ts";

// In a file of its own: a process that was given a broken runtime once can't be given another.
it("a runtime that ends early is told, and nothing is thrown", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  vi.spyOn(console, "warn").mockImplementation(() => {});
  const wasm = createRequire(import.meta.url).resolve("onnxruntime-web/ort-wasm-simd-threaded.wasm");
  const result = await openReader({
    weights: readFileSync("models/numbers.onnx"),
    description: readFileSync("models/numbers.json", "utf8"),
    runtime: readFileSync(wasm).subarray(0, 100_000),
  });
  expect(result).toMatchObject({ ok: false, problems: [{ code: "broken-model" }] });
});
