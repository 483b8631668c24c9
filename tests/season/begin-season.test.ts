import { type ChildProcess, spawn } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { FILE_LIST } from "../../src/files/season/store-files.ts";
import { rareTest } from "../support/cases.ts";
import { augenblock, emptyFolder, inOwnProcess, MAIN, put } from "../support/command-line.ts";
import { seasonFolder } from "../support/seasons.ts";

const EXAMPLES = fileURLToPath(new URL("../../examples/season/", import.meta.url));
const PAIR = ["evening-01-a.yaml", "evening-02-a.yaml"].map((name) => EXAMPLES + name);
const [SHEET = ""] = PAIR;

/** Copies the first files of an empty store: what a process had written when it was killed. */
function putPart(store: string, share: number): void {
  const from = join(seasonFolder(), "store");
  const all = readdirSync(from, { recursive: true, encoding: "utf8" })
    .filter((path) => path !== FILE_LIST)
    .sort();
  mkdirSync(store);
  for (const path of all.slice(0, Math.round(all.length * share)))
    if (statSync(join(from, path)).isDirectory()) mkdirSync(join(store, path));
    else copyFileSync(join(from, path), join(store, path));
}

/** What `check --into` says about one sheet, without the name of the season. */
async function keepOne(folder: string): Promise<string | undefined> {
  const { out, err } = await augenblock(["check", SHEET, "--into", folder]);
  return err === "" ? out.trim().split("\n").at(-1)?.replace(`${folder}: `, "") : err;
}

/** Starts `check --into` in a process of its own. */
const keeping = (folder: string): ChildProcess =>
  spawn(process.execPath, [MAIN, "check", SHEET, "--into", folder], { stdio: "ignore" });

describe("the folder of a season that a process was beginning when it was killed", () => {
  const LEFT: Readonly<Record<string, (folder: string) => void>> = {
    nothing: () => undefined,
    "an empty lock and a draft of an earlier version": (folder) => {
      put(folder, "lock.4711", "4711 here");
      put(folder, "lock.4711.gone", "4711 here");
    },
    "half a store": (folder) => putPart(join(folder, "store.new"), 0.5),
    "a store under its first name": (folder) => putPart(join(folder, "store.new"), 1),
    "a store without tables": (folder) => putPart(join(folder, "store"), 1),
  };
  for (const [what, leave] of Object.entries(LEFT))
    it(`is no season yet, and begun with the next sheet: ${what}`, async () => {
      const folder = emptyFolder();
      leave(folder);
      put(folder, "league.yaml", "league: Winter\n");
      const before = readdirSync(folder);
      const { code, err } = await augenblock(["season", "log", folder]);
      expect([code, err]).toEqual([2, expect.stringContaining("no-season")]);
      expect(readdirSync(folder)).toEqual(before);
      expect(await keepOne(folder)).toBe("kept: 1");
      expect(readdirSync(folder).filter((name) => !name.startsWith("lock."))).toEqual([
        "league.yaml",
        "store",
      ]);
    });

  rareTest("is begun whenever that was", async () => {
    // What is left before the store is in its place is made up above.
    const folder = join(emptyFolder(), "season");
    const child = keeping(folder);
    const ended = new Promise((done) => child.on("exit", done));
    while (!existsSync(join(folder, "store", FILE_LIST)) && child.exitCode === null) await wait(2);
    child.kill("SIGKILL");
    await ended;
    expect(await keepOne(folder)).toMatch(/^(?:kept|there already): 1$/);
  });
});

describe("a season that several processes begin at once", () => {
  rareTest("is one season, which holds the sheets of all", async () => {
    const folder = join(emptyFolder(), "season");
    const outcomes = await Promise.all(PAIR.map((sheet) => inOwnProcess(["check", sheet, "--into", folder])));
    expect(outcomes.map(({ err }) => err)).toEqual(PAIR.map(() => ""));
    const { out } = await augenblock(["season", "evenings", folder, "--json"]);
    expect(JSON.parse(out)).toHaveLength(PAIR.length);
    expect(readdirSync(folder)).toEqual(["store"]);
  });
});

describe("a folder in which no season may be begun", () => {
  it("is one that holds anything else, or a part of a season, and is not touched", async () => {
    const HELD: Readonly<Record<string, (folder: string) => void>> = {
      "not-a-season": (folder) => put(folder, "photo.jpg", ""),
      "broken-season of an empty store": (folder) => mkdirSync(join(folder, "store")),
      "broken-season of a part of a store": (folder) => putPart(join(folder, "store"), 0.5),
      "broken-season of a store in the cloud": (folder) => put(folder, ".store.icloud", "bplist00"),
      "broken-season of a file in its place": (folder) => put(folder, "store", ""),
    };
    for (const [code, hold] of Object.entries(HELD)) {
      const folder = emptyFolder();
      hold(folder);
      const before = readdirSync(folder, { recursive: true });
      for (const args of [
        ["check", SHEET, "--into", folder],
        ["league", folder],
      ]) {
        const { err } = await augenblock(args);
        const expected = args[0] === "league" && code === "not-a-season" ? "no-season" : code.split(" ")[0];
        expect([code, err]).toEqual([code, expect.stringContaining(`[${expected}]`)]);
        expect(readdirSync(folder, { recursive: true })).toEqual(before);
      }
    }
  });
});
