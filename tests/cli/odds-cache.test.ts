import { copyFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { keepMean, keptMean, keptMethod, knownOdds } from "../../src/cli/commands/odds/need-odds.ts";
import { planOdds } from "../../src/odds/find.ts";
import type { Game } from "../../src/rules/game/game.ts";
import { smallGame } from "../odds/small-game.ts";
import { emptyFolder, printedBy } from "../support/command-line.ts";
import { good } from "../support/results.ts";

const GAME = smallGame();
const OTHER = smallGame({ dice: "{count: 2, sides: 4}" });

let cache = "";
beforeEach(() => {
  cache = emptyFolder();
  vi.stubEnv("XDG_CACHE_HOME", cache);
});
afterEach(() => {
  vi.unstubAllEnvs();
});

const folder = () => join(cache, "augenblock", "odds");
const files = () => readdirSync(folder()).map((name) => join(folder(), name));

/** The mean that the command would print, and how often it was worked out for that. */
async function found(game: Game) {
  let worked = 0;
  let mean = Number.NaN;
  await printedBy(async () => {
    const { odds } = await knownOdds(game, () => {
      worked++;
      return () => good(good(planOdds(game)).find());
    });
    ({ mean } = odds);
  });
  return { worked, mean };
}

describe("odds that were kept", () => {
  it("are worked out once", async () => {
    const first = await found(GAME);
    expect(first.worked).toBe(1);
    expect(await found(GAME)).toEqual({ worked: 0, mean: first.mean });
    expect(keptMethod(GAME)).toBe("exact");
  });

  const change = (text: string, by: (kept: { found: object }) => object) =>
    JSON.stringify(by(JSON.parse(text)));
  it.each<[string, (text: string) => string]>([
    ["another number", (text) => text.replace(/"mean":[\d.]+/, '"mean":999')],
    ["no checksum", (text) => change(text, ({ found }) => ({ found }))],
    ["another shape", (text) => change(text, ({ found }) => found)],
    [
      "another shape inside",
      (text) => change(text, (kept) => ({ ...kept, found: { odds: 7, interval: null } })),
    ],
    ["half of it", (text) => text.slice(0, text.length / 2)],
    ["nothing", () => ""],
    ["null", () => "null"],
  ])("are worked out anew, and kept again, where the file holds %s", async (_, edit) => {
    const { mean } = await found(GAME);
    const [file = ""] = files();
    const before = readFileSync(file, "utf8");
    writeFileSync(file, edit(before));
    expect(keptMethod(GAME)).toBeNull();
    expect(await found(GAME)).toEqual({ worked: 1, mean });
    expect(await found(GAME)).toEqual({ worked: 0, mean });
  });

  it("are not taken for those of another game whose file lies under their name", async () => {
    await found(GAME);
    const [mine = ""] = files();
    const { mean } = await found(OTHER);
    const other = files().find((file) => file !== mine) ?? "";
    copyFileSync(mine, other);
    expect(await found(OTHER)).toEqual({ worked: 1, mean });
  });

  it("are so of means alone, too", () => {
    keepMean(GAME, 12.5);
    expect(keptMean(GAME)).toBe(12.5);
    const [file = ""] = files();
    writeFileSync(file, readFileSync(file, "utf8").replace("12.5", "13.5"));
    expect(keptMean(GAME)).toBeNull();
  });

  it("of another version of the program are worked out anew, and each version keeps its own", async () => {
    const mine = await found(GAME);
    vi.resetModules();
    vi.doMock("../../src/files/package.ts", async (original) => ({
      ...(await original<object>()),
      version: () => "0.0.1",
    }));
    const old = await import("../../src/cli/commands/odds/need-odds.ts");
    vi.doUnmock("../../src/files/package.ts");
    let worked = 0;
    const work = () => {
      worked++;
      return () => good(good(planOdds(GAME)).find());
    };
    expect(old.keptMethod(GAME)).toBeNull();
    for (let run = 0; run < 2; run++)
      await printedBy(async () => {
        await old.knownOdds(GAME, work);
      });
    expect(worked).toBe(1);
    expect(files()).toHaveLength(2);
    expect(await found(GAME)).toEqual({ worked: 0, mean: mine.mean });
  });
});
