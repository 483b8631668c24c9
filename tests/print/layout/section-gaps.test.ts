import { expect, it } from "vitest";
import { overlaps, segmentArea } from "../../../src/print/geometry.ts";
import type { PadLayout } from "../../../src/print/layout/pad-layout.ts";
import { shippedGame } from "../../support/games.ts";
import { good, laidOut } from "../../support/pads.ts";

/** The white between the framed parts of the tables, from the top. */
function listGaps({ panels }: PadLayout) {
  return panels.slice(1).map((panel, at) => {
    const { yMm = 0, heightMm = 0 } = panels[at] ?? {};
    const end = yMm + heightMm;
    return { ...panel, yMm: end, heightMm: panel.yMm - end };
  });
}

it.each([
  ["yatzy", "a5", 4, 1],
  ["yatzy", "a4", 2, 1],
  ["yamb", "a4", 1, 2],
])("sections of %s on %s are apart", (id, paper, players, count) => {
  const layout = good(laidOut(shippedGame(id), "de", paper, players));
  const gaps = listGaps(layout);
  expect(gaps).toHaveLength(count);
  for (const { heightMm, ...gap } of gaps) {
    expect(heightMm).toBeGreaterThan(1.499);
    expect(heightMm).toBeLessThan(2.3);
    // Scans see an eighth of a box around it.
    const above = layout.boxes.filter(({ yMm, ...box }) => Math.abs(yMm + box.heightMm - gap.yMm) < 0.01);
    expect(Math.max(...above.map((box) => box.heightMm))).toBeLessThan(8 * (heightMm - 0.4));
    const white = { ...gap, yMm: gap.yMm + 0.3, heightMm: heightMm - 0.6 };
    const across = layout.rules.filter((rule) => overlaps(segmentArea(rule), white));
    expect(across.every(({ rank }) => rank === "bracket")).toBe(true);
  }
});

it("quiet sheets, which are found by their frame, have a whole one around all sections", () => {
  const { panels, tables, rules } = good(laidOut(shippedGame("yatzy"), "de", "a5", 4, "quiet"));
  expect(panels).toEqual(tables);
  const sides = rules.filter(({ rank, fromXMm, toXMm }) => rank === "frame" && fromXMm === toXMm);
  expect(sides.map(({ fromYMm, toYMm }) => toYMm - fromYMm)).toEqual(
    [1, 2].map(() => expect.closeTo(tables[0]?.heightMm ?? 0)),
  );
});

it.each([
  ["doppel-yatzy", "a6", 4],
  ["yahtzee-block", "a6", 2],
])("rows of %s on %s keep their height where a gap has no room, and in two tables", (id, paper, players) => {
  const { panels, tables } = good(laidOut(shippedGame(id), "de", paper, players));
  expect(panels).toEqual(tables);
});
