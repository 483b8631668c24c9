import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readText, unreadable } from "../../src/files/read/read-file.ts";
import { MAX_TEXT_LENGTH } from "../../src/rules/source/text.ts";
import { emptyFolder, put } from "../support/command-line.ts";
import { withCode } from "../support/system-errors.ts";

/** What is told of a file that can't be read: the reason, and the way out. */
function told(file: string): string {
  const text = readText(file);
  return text.ok ? "" : text.problems.map(({ message, hint }) => `${message} | ${hint}`).join();
}

describe("a file that can't be read", () => {
  it.each([
    ["ENOENT", "there is no such file | check the name and the folder"],
    ["EACCES", "no permission | ask the owner for permission to read it, or for a copy"],
    ["ELOOP", "the symbolic links form a loop | name the file that the links should point to"],
    ["EIO", "the disk reports an error | copy it to another disk, and name the copy"],
  ])("is told with the way out: %s", (code, words) => {
    const { message, hint } = unreadable("night.jpg", withCode(code));
    expect(`${message} | ${hint}`).toBe(`night.jpg can’t be read: ${words}`);
  });

  it("leads to one of nearly the same name, a folder to what is in it", () => {
    const folder = emptyFolder();
    const there = put(folder, "night.yaml", "");
    symlinkSync("loop", join(folder, "loop"));
    expect(told(join(folder, "nigth.yaml"))).toContain(`| did you mean \`${there}\`?`);
    expect(told(folder)).toContain("this is a folder | name a file in it");
    expect(told(join(folder, "loop"))).toContain("| name the file that the links should point to");
  });

  it("is told how much of a text is read, where there is more", () => {
    const file = put(emptyFolder(), "night.yaml", "a".repeat(MAX_TEXT_LENGTH + 1));
    const way = "split it into several files, or name another file";
    expect(told(file)).toBe(`${file} is too large: at most 1 MB can be read | ${way}`);
  });
});
