import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { augenblock, emptyFolder, put } from "../support/command-line.ts";

/** What a shell would offer at the end of a line. */
async function offered(words: readonly string[], folder?: string): Promise<string[]> {
  const { code, out } = await augenblock(["complete", "--", ...words], folder);
  expect(code).toBe(0);
  const lines = out.trimEnd().split("\n");
  expect(lines.pop()).toMatch(/^:\d+$/);
  return lines.map((line) => line.split("\t")[0] ?? "");
}

describe("completion of a line", () => {
  it.each<[string[], string[]]>([
    [["pu"], ["publish"]],
    [["pad", "yaz"], ["yazzo"]],
    [["pad", "yazzo", "--prof"], ["--profile"]],
    [["pad", "yazzo", "--profile", "co"], ["copyshop"]],
    [
      ["pad", "yazzo", "--lang", ""],
      ["de", "en", "sv"],
    ],
    [["rules", "yazzo", "--format", "m"], ["md"]],
    [["diff", "yatzy-d"], ["yatzy-deluxe"]],
    [
      ["setup", "complete", ""],
      ["bash", "zsh", "fish", "powershell"],
    ],
  ])("%j", async (words, expected) => {
    expect(await offered(words)).toEqual(expected);
  });

  it("offers files and folders where a file may stand, hidden ones only when they are asked for", async () => {
    const folder = emptyFolder();
    put(folder, "night.yaml", "");
    put(folder, ".hidden.yaml", "");
    mkdirSync(join(folder, "photos"));
    put(join(folder, "photos"), "one.jpg", "");
    expect(await offered(["check", ""], folder)).toEqual(["night.yaml", "photos/"]);
    expect(await offered(["check", "photos/"], folder)).toEqual(["photos/one.jpg"]);
    expect(await offered(["check", ".h"], folder)).toEqual([".hidden.yaml"]);
    expect(await offered(["check", "nowhere/"], folder)).toEqual([]);
  });
});

describe("the script", () => {
  it.each(["bash", "zsh", "fish", "powershell"])("for %s asks the command", async (shell) => {
    const { code, out } = await augenblock(["setup", "complete", shell]);
    expect(code).toBe(0);
    expect(out).toMatch(/augenblock complete (--|')|complete --/);
  });

  it("is valid bash", async () => {
    const { out } = await augenblock(["setup", "complete", "bash"]);
    expect(spawnSync("bash", ["-n"], { input: out }).status).toBe(0);
  });
});
