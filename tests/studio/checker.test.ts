/// <reference path="../../src/studio/opencv.d.ts" />
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { afterEach, describe, expect, it, vi } from "vitest";
import { digitsDescription, digitsNetwork, PACKAGE_ROOT } from "../../src/files/package.ts";
import { Checker } from "../../src/studio/engine/checker.ts";
import { openEngine } from "../support/studio.ts";

const { resolve } = createRequire(import.meta.url);
const OPENCV = new URL("dist/vendor/opencv/", PACKAGE_ROOT);
vi.mock("opencv", () => import(new URL("opencv.mjs", OPENCV).href));

/** What the page fetches, from where the build has it. */
const FILES: Readonly<Record<string, () => Uint8Array>> = {
  "files/opencv.wasm": () => readFileSync(new URL("opencv.wasm", OPENCV)),
  "files/zxing.wasm": () => readFileSync(resolve("zxing-wasm/reader/zxing_reader.wasm")),
  "files/jpeg.wasm": () => readFileSync(resolve("@cwasm/jpeg-turbo/jpeg-turbo.wasm")),
  "files/numbers.onnx": () => digitsNetwork(),
  "files/numbers.json": () => new TextEncoder().encode(digitsDescription()),
};

function openChecker() {
  const engine = openEngine("en");
  const files = {
    takeFonts: async () => undefined,
    takeTexts: async () => undefined,
    fetch: async (name: string) => FILES[name]?.() ?? new Uint8Array(),
  } as never;
  return { ...engine, checker: new Checker(files, engine.spoken, engine.kept) };
}

afterEach(() => void vi.useRealTimers());

describe("photos that are kept for the night", () => {
  const photo = (name: string) => ({
    name,
    bytes: new Uint8Array(readFileSync(new URL("examples/photos/first.jpg", PACKAGE_ROOT))),
  });

  it("stay in their night, and as they were changed there, when they are kept again", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-20T20:00:00") });
    const { checker, evenings, kept } = openChecker();
    const { sheets } = await checker.add([photo("one.jpg")], () => undefined);
    expect(sheets).toHaveLength(1);
    await checker.keep();
    const [first] = await kept.sheets.all();
    expect(await evenings.rename(first?.key ?? "", 1, "Zoe")).toBeNull();
    const renamed = await kept.sheets.all();
    vi.setSystemTime(new Date("2026-11-22T20:00:00"));
    await checker.keep();
    expect(await kept.sheets.all()).toEqual(renamed);
    // A later correction is kept, in the same night, and leaves the name.
    expect(checker.answer(0, 0, "/").fault).toBeNull();
    await checker.keep();
    const [corrected, ...others] = await kept.sheets.all();
    expect(others).toEqual([]);
    expect(corrected).toMatchObject({ key: first?.key, evening: "2026-11-20" });
    expect(corrected?.yaml).toContain("Zoe");
    expect(corrected?.yaml).not.toBe(renamed[0]?.yaml);
    // So does another photo of the same sheet.
    await checker.add([photo("two.jpg")], () => undefined);
    await checker.keep();
    expect((await kept.sheets.all()).map(({ key }) => key)).toEqual([first?.key]);
    // What was deleted there comes back.
    await evenings.forget("2026-11-20");
    await checker.keep();
    expect((await evenings.all()).map(({ evening, sheets }) => [evening, sheets])).toEqual([
      ["2026-11-22", 1],
    ]);
  });
});
