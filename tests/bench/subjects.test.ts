import { expect, test } from "vitest";
import { PAD_MODULES } from "../../bench/any-pad/measure/subject.ts";
import { fingerprintOf } from "../../bench/photos/fingerprint.ts";
import { VIEWS_MADE_BY } from "../../bench/photos/kept-views.ts";
import { PHOTO_MODULES } from "../../bench/photos/measure/subject.ts";

test.each([
  ["our own pads", PHOTO_MODULES],
  ["store-bought pads", PAD_MODULES],
])("the bench of %s finds every function of the program where it says", async (_, modules) => {
  const named = Object.entries(modules);
  expect(named.length).toBeGreaterThan(0);
  for (const [name, path] of named) {
    const module = await import(new URL(`../../src/${path}.ts`, import.meta.url).pathname);
    expect(typeof module[name], `${name} in ${path}`).toBe("function");
  }
});

test("what cuts out boxes is there", () => {
  expect(VIEWS_MADE_BY.length).toBeGreaterThan(0);
  expect(fingerprintOf(VIEWS_MADE_BY)).toMatch(/^[0-9a-f]+$/);
});
