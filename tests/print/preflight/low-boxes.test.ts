import { describe, expect, it } from "vitest";
import { preflight } from "../../../src/print/preflight/preflight.ts";
import { PT_PER_MM } from "../../../src/print/geometry.ts";
import { parsePaper } from "../../../src/print/layout/paper.ts";
import { chooseSizes } from "../../../src/print/layout/sizes.ts";
import { drawPad } from "../../../src/print/pad/draw-pad.ts";
import { SHIPPED, shippedGame } from "../../support/games.ts";
import { FAMILY, good, laidOut } from "../../support/pads.ts";
import { findingsIn, onePage } from "../../support/pdf-source.ts";
import { someOf } from "../../support/cases.ts";

/** Level lines of 30 mm at some heights in pt, and upright ones between two heights. */
const table = (
  levels: readonly number[],
  uprights: readonly (readonly [from: number, to: number, x?: number])[],
) =>
  [
    ...levels.map((y) => `36 ${y} m 121 ${y} l S`),
    ...uprights.map(([from, to, x = 72]) => `${x} ${from} m ${x} ${to} l S`),
  ].join(" ");

const letterAt = (x: number, y: number) => `BT /F 9 Tf ${x} ${y} Td (a) Tj ET`;

describe("boxes", () => {
  it.each<[what: string, draw: string, found: RegExp | null]>([
    ["of 7 mm are high enough", table([600, 619.9], [[600, 619.9]]), null],
    [
      "of 5 mm are too low",
      table([600, 614], [[600, 614]]),
      /^low-box on 1 at .*: 1 row of boxes .* \(4\.9 mm\)/,
    ],
    ["in two rows are told once", table([600, 614, 628], [[600, 628]]), /: 2 rows of boxes .* \(4\.9 mm\)/],
    ["are none in a strip without uprights, such as a heading", table([600, 613, 640], [[613, 640]]), null],
    ["are none between two lines that are one", table([600, 603], [[590, 610]]), null],
    ["of examples are filled in", `${table([600, 614], [[600, 614]])} ${letterAt(85, 605)}`, null],
    [
      "with nothing but a label are too low",
      `${table([600, 614], [[600, 614]])} ${letterAt(40, 605)}`,
      /: 1 row/,
    ],
    [
      "are too low if most of a row is empty",
      `${table(
        [600, 614],
        [60, 80, 100].map((x) => [600, 614, x]),
      )} ${letterAt(85, 605)}`,
      /: 1 row/,
    ],
  ])("%s", async (_, draw, found) => {
    const findings = await findingsIn(onePage({ draw }));
    if (found === null) expect(findings).toEqual([]);
    else expect(findings.join()).toMatch(found);
  });

  it("may be as low as the lowest that a pad is laid out with, and no lower", async () => {
    const leastMm = chooseSizes(good(parsePaper("a6")), 1, true).boxMm.height;
    const found = (heightMm: number) => {
      const top = 600 + heightMm * PT_PER_MM;
      return findingsIn(onePage({ draw: table([600, top], [[600, top]]) }));
    };
    expect(await found(leastMm)).toEqual([]);
    expect((await found(leastMm - 0.2)).join()).toContain("low-box");
  });

  it("of our pads are never too low, neither on A6 nor below boxes to tick", async () => {
    const layouts = SHIPPED.flatMap((id) => {
      const layout = laidOut(shippedGame(id), "de", "a5", 2);
      return layout.ok ? [layout.value] : [];
    });
    const tallied = layouts.filter(({ ticks }) => ticks.length > 0);
    expect(tallied.length).toBeGreaterThan(1);
    for (const layout of [...someOf(tallied, 2), good(laidOut(shippedGame("crag"), "de", "a6", 4))]) {
      const pdf = await drawPad(layout, { title: "", language: "de", family: FAMILY, sheets: 1 });
      const result = await preflight(pdf);
      if (typeof result === "string") throw new Error(result);
      expect(result.findings.map(({ code }) => code)).not.toContain("low-box");
    }
  });
});
