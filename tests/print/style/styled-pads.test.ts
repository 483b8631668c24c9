import { describe, expect, it } from "vitest";
import { loadLanguage } from "../../../src/files/package/languages.ts";
import { styleIds } from "../../../src/files/package/templates.ts";
import { formPdf, padPdf, preparePad } from "../../../src/files/print/pads.ts";
import { PROFILES } from "../../../src/print/imposition/imposition.ts";
import { readAccent } from "../../../src/print/pad/accent.ts";
import { sheetSvg } from "../../../src/print/pad/draw-sheet.ts";
import { preflight } from "../../../src/print/preflight/preflight.ts";
import { someOf } from "../../support/cases.ts";
import { shippedGame } from "../../support/games.ts";
import { bad, good } from "../../support/results.ts";

const GAME = shippedGame("yahtzee-block");
const GERMAN = good(loadLanguage("de"));
const STYLES = styleIds();
const MADE = new Date("2026-11-22T12:00:00Z");

const print = async (style: string, more: Parameters<typeof padPdf>[2] = {}) =>
  good(await padPdf(GAME, GERMAN, { style, madeAt: MADE, ...more }));

describe.each(STYLES)("a pad in the style %s", (style) => {
  it.each(someOf(["home", "printshop", "archive"] as const, 3, STYLES.indexOf(style) % 3))(
    "passes preflight for %s",
    async (profile) => {
      const accent = good(readAccent(profile === "printshop" ? "spot:HKS 16=20,100,80,30" : "#7a1f1f"));
      const look = { accent, logo: null, link: null };
      const numbered = { from: 10, to: 11 };
      const pdf = await print(style, { settings: PROFILES[profile], look, numbered });
      const result = await preflight(pdf, { purpose: profile, safetyMm: 4 });
      if (typeof result === "string") throw new Error(result);
      expect(result.findings).toEqual([]);
      expect(result.looked).toBeGreaterThan(0);
    },
  );

  it("has no colour without an accent", async () => {
    const { layout, family, print } = await preparePad(GAME, GERMAN, { style });
    const svg = sheetSvg(layout, family, print.look);
    const colours = [...svg.matchAll(/#([\da-f]{6})\b/g)].map(([, hex = ""]) => hex);
    expect(colours.length).toBeGreaterThan(10);
    for (const hex of colours) expect(hex).toMatch(/^([\da-f]{2})\1\1$/);
  });

  it("can be filled in on a screen", async () => {
    expect(good(await formPdf(GAME, GERMAN, { style })).length).toBeGreaterThan(10_000);
  });
});

it("a pad in the plain style is the pad without a style, byte for byte", async () => {
  const without = good(await padPdf(GAME, GERMAN, { madeAt: MADE }));
  expect(Buffer.compare(await print("plain"), without)).toBe(0);
  expect(Buffer.compare(await print("classic"), without)).not.toBe(0);
});

it("a pad in a style that there is not has a problem", async () => {
  expect(bad(await padPdf(GAME, GERMAN, { style: "baroque" })).map(({ code }) => code)).toEqual([
    "unknown-style",
  ]);
  const missing = bad(await padPdf(GAME, GERMAN, { style: "no/such.yaml" }));
  expect(missing.map(({ code }) => code)).toEqual(["unreadable"]);
});
