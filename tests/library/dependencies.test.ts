import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const ROOT = new URL("../../", import.meta.url);
const DOCS = readFileSync(new URL("docs/dependencies.md", ROOT), "utf8");

it("runs nothing when it is installed, and brings no compiler", () => {
  const { scripts, dependencies } = JSON.parse(readFileSync(new URL("package.json", ROOT), "utf8"));
  expect(Object.keys(scripts)).toContain("build");
  expect(
    Object.keys(scripts).filter((name) => /^(pre|post)?(install|prepare|pack|publish)$/.test(name)),
  ).toEqual([]);
  expect(Object.keys(dependencies)).not.toContain("typescript");
  const installed = DOCS.slice(DOCS.indexOf("## Installed with it"), DOCS.indexOf("## Copied into it"));
  expect(installed).toContain("| zod |");
  expect(installed).not.toContain("| typescript |");
});

describe("docs/dependencies.md", () => {
  it("lists what is installed and copied; `node scripts/dependencies.mjs --write` renews it", () => {
    const listed = execFileSync(process.execPath, ["scripts/dependencies.mjs"], {
      cwd: ROOT,
      encoding: "utf8",
    });
    expect(DOCS.slice(DOCS.indexOf("## Installed with it"))).toBe(listed);
  });

  it("names the fonts and everything under the LGPL", () => {
    const rows = [...DOCS.matchAll(/^\| (\S+) \| \S+ \| (.*(?:LGPL|OFL).*) \|$/gm)];
    expect(rows.length).toBeGreaterThanOrEqual(4);
    const [head = ""] = DOCS.split("## Size");
    for (const [, name = ""] of rows)
      expect(head).toContain(`\`${name.replace(/^(@img\/sharp-(?:libvips-)?).*/, "$1…")}\``);
  });

  it("tells the size of an installation, which is below 120 MB", () => {
    const [, size] = /that takes \*\*([\d.]+) MB\*\*/.exec(DOCS) ?? [];
    expect(Number(size)).toBeGreaterThan(50);
    expect(Number(size)).toBeLessThan(120);
  });
});
