import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import { measureMarkInk, measureTintOnCopy } from "../../../bench/contact/ink.ts";
import type { CodedMarks } from "../../../src/print/layout/marks.ts";
import { SHIPPED, shippedGame } from "../../support/games.ts";
import { isSheetShared } from "../../../src/rules/game/rows.ts";
import { someOf } from "../../support/cases.ts";
import { good, laidOut } from "../../support/pads.ts";

const canRender = spawnSync("pdftoppm", ["-v"]).status === 0 || process.env.AUGENBLOCK_TOOLS === "required";

/** The most that a tint may have of black on a copy in black and white, for words to be read on it. */
const MOST_BLACK = 0.2;

it.skipIf(!canRender).each<[CodedMarks, least: number, most: number]>([
  ["quiet", 0.01, 0.04],
  // Under 4 % but for Yacht and Double Cameroon, whose sheets have the least ink: 4.1 % and 4.3 %.
  ["standard", 0.02, 0.043],
  ["double", 0.1, 0.15],
])("marks and codes take a share of the ink on A5: %s", async (marks, least, most) => {
  for (const id of someOf(SHIPPED, 8)) {
    const game = shippedGame(id);
    const players = isSheetShared(game) ? 3 : 1;
    const share = await measureMarkInk(good(laidOut(game, "de", "a5", players, marks)));
    expect(share, id).toBeGreaterThan(least);
    expect(share, id).toBeLessThan(most);
  }
});

it.skipIf(!canRender)("tints stay light on a bad copy, and a darker one would not", async () => {
  for (const id of someOf(SHIPPED, 8)) {
    const game = shippedGame(id);
    const layout = good(laidOut(game, "de", "a5", isSheetShared(game) ? 3 : 1));
    expect(layout.tints.length, id).toBeGreaterThan(1);
    const share = await measureTintOnCopy(layout);
    expect(share, id).toBeGreaterThan(0);
    expect(share, id).toBeLessThan(MOST_BLACK);
    const darker = { ...layout, tints: layout.tints.map((tint) => ({ ...tint, grey: 0.3 })) };
    expect(await measureTintOnCopy(darker), id).toBeGreaterThan(MOST_BLACK);
  }
});
