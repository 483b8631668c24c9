import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { userFolder } from "../../src/cli/user.ts";
import { emptyFolder, MAIN } from "../support/command-line.ts";

const NOBODY = () => {
  throw new Error("ENOENT: no such user");
};

describe("the folders of a user", () => {
  it.each([
    [{ XDG_CONFIG_HOME: "/x", HOME: "/h" }, "/x/augenblock", "/h/.cache/augenblock"],
    [{ XDG_CACHE_HOME: "/x", HOME: "/h" }, "/h/.config/augenblock", "/x/augenblock"],
    [{}, "/account/.config/augenblock", "/account/.cache/augenblock"],
    [{ HOME: "" }, "/account/.config/augenblock", "/account/.cache/augenblock"],
    [
      { HOME: ".", XDG_CONFIG_HOME: "x", XDG_CACHE_HOME: "" },
      "/account/.config/augenblock",
      "/account/.cache/augenblock",
    ],
  ])("%j", (env, settings, cache) => {
    expect(userFolder("settings", env, "linux", () => "/account")).toBe(settings);
    expect(userFolder("cache", env, "linux", () => "/account")).toBe(cache);
  });

  it("are none for a user that the system does not know, and none from an empty name", () => {
    for (const account of [NOBODY, () => ""])
      for (const kind of ["settings", "cache"] as const)
        expect(userFolder(kind, { HOME: "", XDG_CACHE_HOME: "." }, "linux", account)).toBeNull();
  });
});

describe("the program", () => {
  const folderOfSomebodyElse = () => {
    const folder = emptyFolder();
    mkdirSync(join(folder, ".config", "augenblock"), { recursive: true });
    writeFileSync(join(folder, ".config", "augenblock", "config.yaml"), "lang: de\n");
    chmodSync(folder, 0o777);
    return folder;
  };
  const run = (cwd: string, env: NodeJS.ProcessEnv, uid?: number) =>
    execFileSync(process.execPath, [MAIN, "odds", "yatzy-small.yaml"], {
      cwd,
      env: { ...process.env, NO_COLOR: "1", LC_ALL: "en_GB", ...env },
      stdio: ["ignore", "pipe", "ignore"],
      encoding: "utf8",
      ...(uid === undefined ? {} : { uid }),
    });
  const game = `id: yatzy-small
extends: numbers5
name: {de: Klein, en: Small}
start: {method: free}
categories: {ones: null, twos: null, threes: null, fours: null}
sections: {upper: {label: {de: U, en: L}, rows: [fives, sixes]}}
`;
  const NO_HOME = { HOME: "", XDG_CONFIG_HOME: undefined, XDG_CACHE_HOME: undefined };

  it("takes no settings from the current folder where HOME is empty, and leaves no cache there", () => {
    const folder = folderOfSomebodyElse();
    writeFileSync(join(folder, "yatzy-small.yaml"), game);
    expect(run(folder, NO_HOME)).toContain("Optimal play earns on average");
    expect(existsSync(join(folder, ".cache"))).toBe(false);
  });

  it.skipIf(process.getuid?.() !== 0)("runs for a user that the system does not know", () => {
    const folder = folderOfSomebodyElse();
    writeFileSync(join(folder, "yatzy-small.yaml"), game);
    expect(run(folder, { ...NO_HOME, HOME: undefined }, 54_321)).toContain("Optimal play earns on average");
    expect(existsSync(join(folder, ".cache"))).toBe(false);
  });
});
