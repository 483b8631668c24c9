import { describe, expect, test } from "vitest";
import { BOX_KINDS } from "../../../src/scan/digits/evidence.ts";
import {
  limitToVisible,
  conflictingViews,
  inkEvidence,
  joinViews,
  rawReading,
} from "../../../src/scan/inference/picture-reading.ts";
import type { SeenBox } from "../../../src/scan/inference/sheet-reading.ts";
import { clearly, numbers } from "../../support/made-up-photo.ts";
import { seeing, seenAs } from "../../support/seen.ts";

test("a box counts as seen from two thirds on, gives partial evidence from a quarter on, and nothing below", () => {
  const evidence = clearly({ kind: "score", value: 12 });
  expect(limitToVisible(evidence, 0.7)).toEqual({ evidence });
  expect(limitToVisible(evidence, 0.5)).toEqual({ evidence: null, partialEvidence: evidence });
  expect(limitToVisible(evidence, 0.2)).toEqual({ evidence: null, partialEvidence: null });
});

describe("a mark that is far fainter than the ink of its sheet", () => {
  test.each(["struck", "scribble"] as const)("is no longer surely %s, and most probably nothing", (kind) => {
    const faint = inkEvidence(seenAs(kind), true);
    expect(rawReading(faint).written).toEqual({ kind: "empty" });
    expect(faint.kinds[kind]).toBeGreaterThan(0.05);
    expect(rawReading(faint).probability).toBeLessThan(0.95);
  });

  test("is most probably nothing where it looks like a 1, and a number where it looks like one of several strokes", () => {
    expect(rawReading(inkEvidence(seeing({ "1": 0.98 }), true)).written).toEqual({ kind: "empty" });
    expect(rawReading(inkEvidence(seeing({ "26": 0.98 }), true)).written).toEqual({
      kind: "score",
      value: 26,
    });
  });

  test.each([
    { "116": 0.13, "146": 0.09, "106": 0.06 },
    { "10": 0.36, "110": 0.22, "0": 0.22 },
  ])("is most probably nothing where nobody can read it, as print of the other side: %j", (texts) => {
    const { written, probability } = rawReading(inkEvidence(seeing(texts), true));
    expect(written).toEqual({ kind: "empty" });
    expect(probability).toBeLessThan(0.95);
  });

  test("has kinds that come to 1, and the same texts", () => {
    const seen = seeing({ "1": 0.6, "4": 0.3 });
    const faint = inkEvidence(seen, true);
    expect(BOX_KINDS.reduce((sum, kind) => sum + faint.kinds[kind], 0)).toBeCloseTo(
      BOX_KINDS.reduce((sum, kind) => sum + seen.kinds[kind], 0),
      12,
    );
    expect(faint.probability("4")).toBe(0.3);
    expect(faint.likely).toEqual(seen.likely);
  });
});

const box = (evidence: SeenBox["evidence"]): SeenBox => ({
  player: 1,
  column: "main",
  category: "chance",
  line: null,
  evidence,
});
const joined = (...evidence: SeenBox["evidence"][]) =>
  joinViews(evidence.map((one) => [box(one)]))[0]?.evidence ?? null;

describe("joined evidence", () => {
  test("is what one photo shows where the others show nothing", () => {
    const seen = numbers({ "24": 0.6, "29": 0.4 });
    expect(joined(seen, null)).toBe(seen);
    expect(joined(null, null)).toBeNull();
  });

  test("is of a box with ink astride its line if any photo shows that", () => {
    const shown = [box(seenAs("empty")), { ...box(seenAs("empty")), isAstride: true }];
    expect(joinViews(shown.map((one) => [one]))).toMatchObject([{ isAstride: true }]);
    expect(joinViews(shown.slice(0, 1).map((one) => [one]))[0]).not.toHaveProperty("isAstride");
  });

  test("is surer where photos agree, but less so than if they knew nothing of each other", () => {
    const seen = numbers({ "24": 0.8, "29": 0.2 });
    const both = joined(seen, seen);
    const [first, second] = both?.likely ?? [];
    expect(first?.text).toBe("24");
    expect(first?.probability).toBeGreaterThan(0.8);
    expect(first?.probability).toBeLessThan(0.64 / (0.64 + 0.04));
    expect((first?.probability ?? 0) + (second?.probability ?? 0)).toBeCloseTo(1, 6);
    expect(both?.probability("24")).toBeCloseTo(first?.probability ?? 0, 6);
  });

  test("is torn where they contradict each other", () => {
    const both = joined(numbers({ "24": 0.9, "29": 0.1 }), numbers({ "29": 0.9, "24": 0.1 }));
    expect(both?.probability("24")).toBeCloseTo(0.5, 6);
    const kinds = joined(clearly({ kind: "strike" }), clearly({ kind: "score", value: 5 }))?.kinds;
    expect(kinds?.struck).toBeCloseTo(kinds?.number ?? 0, 6);
  });
});

describe("conflicting views", () => {
  const conflicts = (...evidence: SeenBox["evidence"][]) =>
    conflictingViews(evidence.map((one) => [box(one)])).map(({ views }) =>
      views.map(({ photo, written }) => [photo, written.kind === "score" ? written.value : written.kind]),
    );

  test("are told with what each photo shows", () => {
    const found = conflicts(numbers({ "24": 0.9 }), null, numbers({ "29": 0.9 }));
    expect(found).toEqual([
      [
        [0, 24],
        [2, 29],
      ],
    ]);
  });

  test("need photos that are sure of themselves", () => {
    expect(conflicts(numbers({ "24": 0.9 }), numbers({ "29": 0.6, "24": 0.4 }))).toEqual([]);
  });

  test("are none where one shows a 0 and the other a strike", () => {
    expect(conflicts(clearly({ kind: "strike" }), numbers({ "0": 0.99 }))).toEqual([]);
  });
});
