import { describe, expect, test } from "vitest";
import { BOX_KINDS } from "../../../src/scan/digits/evidence.ts";
import { rawReading } from "../../../src/scan/inference/raw.ts";
import { perhapsSmear } from "../../../src/scan/inference/smear.ts";
import { seeing, seenAs } from "../../support/seen.ts";

describe("a mark that is far fainter than the ink of its sheet", () => {
  test.each(["struck", "scribble"] as const)("is no longer surely %s, and most probably nothing", (kind) => {
    const faint = perhapsSmear(seenAs(kind));
    expect(rawReading(faint).written).toEqual({ kind: "empty" });
    expect(faint.kinds[kind]).toBeGreaterThan(0.05);
    expect(rawReading(faint).probability).toBeLessThan(0.95);
  });

  test("is most probably nothing where it looks like a 1, and a number where it looks like one of several strokes", () => {
    expect(rawReading(perhapsSmear(seeing({ "1": 0.98 }))).written).toEqual({ kind: "empty" });
    expect(rawReading(perhapsSmear(seeing({ "26": 0.98 }))).written).toEqual({ kind: "score", value: 26 });
  });

  test("has kinds that come to 1, and the same texts", () => {
    const seen = seeing({ "1": 0.6, "4": 0.3 });
    const faint = perhapsSmear(seen);
    expect(BOX_KINDS.reduce((sum, kind) => sum + faint.kinds[kind], 0)).toBeCloseTo(
      BOX_KINDS.reduce((sum, kind) => sum + seen.kinds[kind], 0),
      12,
    );
    expect(faint.probability("4")).toBe(0.3);
    expect(faint.likely).toEqual(seen.likely);
  });
});
