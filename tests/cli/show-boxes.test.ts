import { spawnSync } from "node:child_process";
import { cpSync, existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { inShell } from "../support/clone.ts";
import { augenblock, emptyFolder } from "../support/command-line.ts";

const PHOTO = fileURLToPath(new URL("../../examples/photos/second.jpg", import.meta.url));
const hasTerminal =
  spawnSync("script", ["--version"]).status === 0 || process.env.AUGENBLOCK_TOOLS === "required";

/** What a terminal gets when somebody takes the second answer to the question about a photo. */
async function confirmed(way: string): Promise<string> {
  const folder = emptyFolder();
  cpSync(PHOTO, join(folder, "photo.jpg"));
  const command = `npx augenblock check photo.jpg --confirm --lang en --show ${way}`;
  const { code, out, err } = await inShell(command, folder, { to: /❯/, by: "\u001b[B\r" });
  expect(code, out + err).toBe(0);
  return (out + err).replaceAll("\u001b", "␛");
}

describe("a question about a box", () => {
  it.skipIf(!hasTerminal).each([
    ["kitty", /questions?\r\n␛_G[^❯]+❯/],
    ["sixel", /questions?\r\n␛P[^❯]+❯/],
    ["none", /questions?\r\n[^\r\n]*\?[^❯\r\n]*\r\n[^\r\n]*❯/],
  ])("stands below its picture: %s", async (way, shown) => {
    const said = (await confirmed(way)).replace(/one question/, "questions");
    expect(said).toMatch(shown);
    expect(said).not.toContain("can’t be shown");
  });

  it.skipIf(!hasTerminal)("comes with the name of a picture that is gone when all are answered", async () => {
    const [, file = ""] = /The questions are marked on (\S+\.png)/.exec(await confirmed("file")) ?? [];
    expect(file).toMatch(/sheet-1\.png$/);
    expect(existsSync(file)).toBe(false);
  });
});

it("is not shown where none is asked", async () => {
  const { code, err } = await augenblock(["check", PHOTO, "--show", "kitty", "--lang", "en"], emptyFolder());
  expect([code, err]).toEqual([2, expect.stringContaining("add `--confirm`")]);
});
