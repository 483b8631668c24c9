import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { augenblock, emptyFolder, json, put } from "../support/command-line.ts";

const ODD = "id: odd\nextends: yatzy\nname: {de: Seltsam, en: Odd}\ncategories: {pair: {strike: never}}\n";
const BROKEN = "id: broken\nextends: yatzy\nname: {de: Kaputt, en: Broken}\ncategoris: {}\n";
const FINE = "id: fine\nextends: yatzy\nname: {de: Gut, en: Fine}\n";

interface Linted {
  files: { file: string; problems: { code: string; severity: string; line: number }[] }[];
}

describe("lint", () => {
  it("tells warnings from errors by its exit code; of several files the worst counts", async () => {
    const folder = emptyFolder();
    put(folder, "odd.yaml", ODD);
    put(folder, "broken.yaml", BROKEN);
    put(folder, "fine.yaml", FINE);
    const codeOf = async (...files: string[]) => (await augenblock(["lint", ...files], folder)).code;
    expect(await codeOf("fine.yaml")).toBe(0);
    expect(await codeOf("odd.yaml", "fine.yaml")).toBe(3);
    expect(await codeOf("odd.yaml", "broken.yaml")).toBe(1);
    expect(await codeOf("odd.yaml", "broken.yaml", "nowhere.yaml")).toBe(2);
  });

  it("tells them apart in words and in JSON", async () => {
    const folder = emptyFolder();
    put(folder, "odd.yaml", ODD);
    const { out } = await augenblock(["lint", "odd.yaml"], folder);
    expect(out).toMatch(/^odd\.yaml:4:21 warning: .* \[cannot-finish\]$/m);
    expect(out).toContain("if this is intended, write `accept: {cannot-finish: [pair]}`");
    const { files } = await json<Linted>(["lint", "odd.yaml"], 3, folder);
    expect(files).toMatchObject([
      { file: "odd.yaml", problems: [{ code: "cannot-finish", severity: "warning", line: 4 }] },
    ]);
  });

  it("takes folders: variant files below them, nothing hidden, no sheets, no links to folders", async () => {
    const folder = emptyFolder();
    for (const inner of ["rules/more", "rules/.hidden", "rules/node_modules"]) {
      mkdirSync(join(folder, inner), { recursive: true });
      put(join(folder, inner), "odd.yaml", ODD);
    }
    put(join(folder, "rules"), "fine.yml", FINE);
    put(join(folder, "rules"), "night.yaml", "variant: yatzy\nplayers: []\n");
    put(join(folder, "rules"), "notes.txt", "id: no\n");
    symlinkSync("..", join(folder, "rules", "loop"));
    const { files } = await json<Linted>(["lint", "rules"], 3, folder);
    expect(files.map(({ file }) => file)).toEqual(["rules/fine.yml", "rules/more/odd.yaml"]);
  });

  it("says so where a folder holds no variants", async () => {
    const folder = emptyFolder();
    put(folder, "night.yaml", "variant: yatzy\n");
    const { code, out } = await augenblock(["lint", "."], folder);
    expect(code).toBe(2);
    expect(out).toContain("contains no variant files");
  });

  it("writes SARIF to a file beside what it says, or prints it alone", async () => {
    const folder = emptyFolder();
    put(folder, "odd.yaml", ODD);
    const { code, out } = await augenblock(
      ["lint", "odd.yaml", "fine.yaml", "--sarif", "out/lint.sarif"],
      folder,
    );
    expect(code).toBe(2);
    expect(out).toContain("warning:");
    const written = JSON.parse(readFileSync(join(folder, "out/lint.sarif"), "utf8"));
    expect(written.runs[0].results.map((result: { level: string }) => result.level)).toEqual([
      "warning",
      "error",
    ]);
    const printed = await augenblock(["lint", "odd.yaml", "--sarif", "-"], folder);
    expect(printed.code).toBe(3);
    expect(JSON.parse(printed.out)).toMatchObject({
      version: "2.1.0",
      runs: [{ results: [{ ruleId: "cannot-finish" }] }],
    });
  });

  it("refuses to print two things at once", async () => {
    const { code, err } = await augenblock(["lint", "yatzy", "--json", "--sarif", "-"]);
    expect(code).toBe(2);
    expect(err).toContain("write the SARIF to a file");
  });
});
