import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import { measureMarkInk } from "../../../bench/contact/ink.ts";
import type { CodedMarks } from "../../../src/print/layout/marks.ts";
import { shippedGame } from "../../support/games.ts";
import { good, laidOut } from "../../support/pads.ts";

const canRender = spawnSync("pdftoppm", ["-v"]).status === 0 || process.env.AUGENBLOCK_TOOLS === "required";

it.skipIf(!canRender).each<[CodedMarks, least: number, most: number]>([
  ["quiet", 0.01, 0.04],
  ["standard", 0.02, 0.04],
  ["double", 0.1, 0.15],
])("marks and codes take a share of the ink on A5: %s", async (marks, least, most) => {
  for (const id of ["yatzy", "kniffel", "crag"]) {
    const share = await measureMarkInk(good(laidOut(shippedGame(id), "de", "a5", 3, marks)));
    expect(share, id).toBeGreaterThan(least);
    expect(share, id).toBeLessThan(most);
  }
});
