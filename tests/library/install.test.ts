import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { COMMANDS, program } from "../../src/cli/program.ts";
import { emptyFolder } from "../support/command-line.ts";
import { lend, unpack } from "../support/packed.ts";

/**
 * The package as npm installs it from a tarball, globally and for `npx`. There is no network: its dependencies are left out of the
 * tarball and found in a folder above, where those of this repository are.
 */
const folder = emptyFolder();
const TARBALL = join(folder, "augenblock.tgz");
const env = { ...process.env, npm_config_cache: join(folder, "cache"), npm_config_offline: "true" };
const PHOTO = fileURLToPath(new URL("../../examples/photos/first.jpg", import.meta.url));

beforeAll(() => {
  const { dependencies, devDependencies, ...rest } = unpack(join(folder, "package"));
  writeFileSync(join(folder, "package/package.json"), JSON.stringify(rest));
  execFileSync("tar", ["-czf", TARBALL, "-C", folder, "package"]);
  lend(folder, Object.keys(dependencies as object));
});

describe("npm install -g", () => {
  const prefix = join(folder, "global");
  const run = (...args: string[]) => {
    const cwd = join(folder, "elsewhere");
    mkdirSync(cwd, { recursive: true });
    return spawnSync(join(prefix, "bin/augenblock"), args, { cwd, encoding: "utf8" });
  };

  beforeAll(() => {
    execFileSync("npm", ["install", "--global", "--prefix", prefix, TARBALL], { env, stdio: "pipe" });
  });

  it("installs a command that prints pads and rules", () => {
    expect(run("pad", "yazzo", "--out", "pad.pdf")).toMatchObject({ status: 0, stderr: "" });
    expect(run("rules", "yazzo", "--out", "rules.pdf")).toMatchObject({ status: 0, stderr: "" });
    for (const file of ["pad.pdf", "rules.pdf"])
      expect(readFileSync(join(folder, "elsewhere", file), "latin1")).toMatch(/^%PDF-1\.\d.*%%EOF\s*$/s);
  });

  it("installs a command that reads photos", () => {
    const { status, stdout, stderr } = run("check", PHOTO, "--json");
    expect(stderr).toBe("");
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ sheets: [{ verdict: "mistakes", variant: "yatzy" }] });
  });

  it("installs a manual page with every command and every flag", async () => {
    const page = readFileSync(join(prefix, "share/man/man1/augenblock.1"), "utf8");
    const { commands } = await program(Object.keys(COMMANDS));
    const flags = commands.flatMap(({ options }) => options.map(({ long }) => long ?? ""));
    expect(flags.length).toBeGreaterThan(80);
    const shown = page.replaceAll("\\-", "-");
    expect(
      commands.map((one) => one.name()).filter((name) => !shown.includes(`.SS \\fB${name}\\fR`)),
    ).toEqual([]);
    expect(flags.filter((flag) => !shown.includes(flag))).toEqual([]);
  });

  it("installs README, docs and examples", () => {
    const files = readdirSync(join(prefix, "lib/node_modules/augenblock"), { recursive: true });
    const wanted = [
      "README.md",
      "CHANGELOG.md",
      "LICENSE",
      "docs/variants.md",
      "docs/pictures/pad-yazzo.png",
      "examples/lion.yaml",
    ];
    expect(files).toEqual(expect.arrayContaining(wanted));
  });
});

it("npx runs the tarball", () => {
  const args = [
    "--yes",
    "--package",
    TARBALL,
    "augenblock",
    "score",
    "yatzy",
    "5",
    "5",
    "5",
    "3",
    "3",
    "--lang",
    "en",
  ];
  expect(execFileSync("npx", args, { cwd: folder, env, encoding: "utf8" })).toMatch(/^Full house +21$/m);
});
