import { describe, expect, it } from "vitest";
import { conflictingViews, joinViews } from "../../../src/scan/inference/join-views.ts";
import type { SeenBox } from "../../../src/scan/inference/sheet-reading.ts";
import { clearly, numbers } from "../../support/made-up-photo.ts";

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
  it("is what one photo shows where the others show nothing", () => {
    const seen = numbers({ "24": 0.6, "29": 0.4 });
    expect(joined(seen, null)).toBe(seen);
    expect(joined(null, null)).toBeNull();
  });

  it("is surer where photos agree, but less so than if they knew nothing of each other", () => {
    const seen = numbers({ "24": 0.8, "29": 0.2 });
    const both = joined(seen, seen);
    const [first, second] = both?.likely ?? [];
    expect(first?.text).toBe("24");
    expect(first?.probability).toBeGreaterThan(0.8);
    expect(first?.probability).toBeLessThan(0.64 / (0.64 + 0.04));
    expect((first?.probability ?? 0) + (second?.probability ?? 0)).toBeCloseTo(1, 6);
    expect(both?.probability("24")).toBeCloseTo(first?.probability ?? 0, 6);
  });

  it("is torn where they contradict each other", () => {
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

  it("are told with what each photo shows", () => {
    const found = conflicts(numbers({ "24": 0.9 }), null, numbers({ "29": 0.9 }));
    expect(found).toEqual([
      [
        [0, 24],
        [2, 29],
      ],
    ]);
  });

  it("need photos that are sure of themselves", () => {
    expect(conflicts(numbers({ "24": 0.9 }), numbers({ "29": 0.6, "24": 0.4 }))).toEqual([]);
  });

  it("are none where one shows a 0 and the other a strike", () => {
    expect(conflicts(clearly({ kind: "strike" }), numbers({ "0": 0.99 }))).toEqual([]);
  });
});
