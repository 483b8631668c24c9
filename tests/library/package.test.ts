import { execFileSync, spawnSync } from "node:child_process";
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { lend, unpack } from "../support/packed.ts";

/**
 * The package as others install it. Packed once, for that takes seconds: unpacked into an empty folder, with nothing next to it but its
 * own dependencies, where every example of docs/api.md and of the README runs, and passes the compiler; and as npm installs it, globally
 * and for `npx`.
 */
const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const DOCS = readFileSync(join(ROOT, "docs/api.md"), "utf8");

const README = readFileSync(join(ROOT, "README.md"), "utf8");

/** The blocks of code, each with the output that is below it; null where none does. */
const BLOCKS = [
  ...`${DOCS}\n${README}`.matchAll(/```(js|ts|yaml)\n(.*?)```\n(?:\n```text\n(.*?)```)?/gs),
].map(([, language = "", code = "", output = null]) => ({ language, code, output }));
const SCRIPTS = BLOCKS.filter(({ language }) => language !== "yaml");

const folder = mkdtempSync(join(tmpdir(), "augenblock-package-"));
const installed = mkdtempSync(join(tmpdir(), "augenblock-installed-"));
/** Without the studio and most modules of the library, which the command line doesn't load. */
const TARBALL = join(installed, "augenblock.tar");
/** Also without what photos need, which is most of it: `npx` unpacks all of a tarball twice. */
const SMALL_TARBALL = join(installed, "augenblock-small.tar");

beforeAll(() => {
  const unpacked = join(folder, "node_modules", "augenblock");
  const { dependencies, devDependencies, ...rest } = unpack(unpacked);
  // There is no network: dependencies are left out of the tarball and found in a folder above.
  const manifest = readFileSync(join(unpacked, "package.json"));
  writeFileSync(join(unpacked, "package.json"), JSON.stringify(rest));
  const large = ["studio", "scan", "print", "rules", "odds", "season", "vendor"];
  for (const [tarball, without] of [
    [TARBALL, large.slice(0, -1)] as const,
    [SMALL_TARBALL, large] as const,
  ]) {
    const excluded = without.map((name) => `--exclude=augenblock/dist/${name}`);
    execFileSync("tar", ["-cf", tarball, ...excluded, "-C", dirname(unpacked), "augenblock"]);
  }
  writeFileSync(join(unpacked, "package.json"), manifest);
  lend(installed, Object.keys(dependencies as object));
  // The types of Node are the only ones that a program of its own needs.
  lend(folder, [...Object.keys(dependencies as object), "@types/node"]);
  const own = { name: "my-evening", type: "module" };
  writeFileSync(join(folder, "package.json"), JSON.stringify(own));
  writeFileSync(
    join(folder, "my-yazzo.yaml"),
    "id: my-yazzo\nextends: yazzo\nname: { de: Mein Yazzo, en: My Yazzo }\n",
  );
  writeFileSync(join(folder, "night.yaml"), BLOCKS.find(({ language }) => language === "yaml")?.code ?? "");
  copyFileSync(join(ROOT, "tests/photos/wrong-sum.jpg"), join(folder, "sheet.jpg"));
  for (const [at, { code }] of SCRIPTS.entries()) writeFileSync(join(folder, `example-${at}.ts`), code);
});

afterAll(() => {
  for (const one of [folder, installed]) rmSync(one, { recursive: true });
});

describe("the package, unpacked into an empty folder", () => {
  it("brings what the documentation names", () => {
    const files = readdirSync(join(folder, "node_modules/augenblock"), { recursive: true });
    expect(files).toEqual(
      expect.arrayContaining([
        "docs/api.md",
        "docs/variants.md",
        "variants/variant.schema.json",
        "variants/block.schema.json",
        "LICENSE",
      ]),
    );
  });

  it("runs the examples of the documentation", () => {
    const examples = SCRIPTS.filter(({ language }) => language === "js");
    expect(examples.length).toBeGreaterThanOrEqual(5);
    // One process for all of them: most of the time goes into loading the library.
    const imports = examples.map(({ code }, at) => {
      writeFileSync(join(folder, `example-${at}.js`), code);
      return `await import("./example-${at}.js"); console.log("\\f");\n`;
    });
    writeFileSync(join(folder, "examples.js"), imports.join(""));
    const { stdout, stderr, status } = spawnSync(process.execPath, ["examples.js"], {
      cwd: folder,
      encoding: "utf8",
    });
    expect(stderr).toBe("");
    expect(status).toBe(0);
    // No editor shows which blanks of a document do not break.
    const printed = stdout.replaceAll("\u00a0", " ").split("\f\n");
    expect(printed).toHaveLength(examples.length + 1);
    for (const [at, { output }] of examples.entries()) if (output !== null) expect(printed[at]).toBe(output);
  });

  it("has written a pad and a rule sheet", () => {
    for (const file of ["yazzo.pdf", "yazzo-rules.pdf"])
      expect(readFileSync(join(folder, file), "latin1")).toMatch(/^%PDF-1\.\d.*%%EOF\s*$/s);
    expect(readFileSync(join(folder, "yazzo-rules.html"), "utf8")).toMatch(/^<!doctype html>/i);
  });

  it("is one program: what both imports have is the same", () => {
    const script = `import * as engine from "augenblock"; import * as node from "augenblock/node";
      const names = Object.keys(engine);
      console.log(names.length > 50, names.filter((name) => engine[name] !== node[name]));`;
    writeFileSync(join(folder, "both.mjs"), script);
    expect(execFileSync(process.execPath, ["both.mjs"], { cwd: folder, encoding: "utf8" })).toBe("true []\n");
  });

  it("has an engine for browsers, without modules of Node", () => {
    writeFileSync(join(folder, "page.js"), 'export { drawPad, scan } from "augenblock";\n');
    const bundle = ["scripts/browser-bundle.mjs", join(folder, "page.js"), join(folder, "page")];
    execFileSync(process.execPath, bundle, { cwd: ROOT });
    const page = readdirSync(join(folder, "page")).filter((file) => file.endsWith(".js"));
    expect(page).toContain("page.js");
    for (const file of page)
      expect(readFileSync(join(folder, "page", file), "utf8")).not.toMatch(/["'`]node:/);
  });

  const SETTINGS = [
    ["of a plain project", {}],
    ["without the types of browsers", { lib: ["es2023"], exactOptionalPropertyTypes: true }],
  ] as const;

  it.each(SETTINGS)("has types that pass the compiler with the settings %s", (_, settings) => {
    const compilerOptions = {
      ...{ target: "es2023", module: "nodenext", noEmit: true, types: ["node"] },
      ...{ strict: true, skipLibCheck: false, ...settings },
    };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.ts"] }));
    const compiler = createRequire(import.meta.url).resolve("typescript/package.json");
    const { stdout } = spawnSync(process.execPath, [join(dirname(compiler), "bin/tsc"), "--singleThreaded"], {
      cwd: folder,
      encoding: "utf8",
    });
    expect(stdout).toBe("");
  });
});

const env = { ...process.env, npm_config_cache: join(installed, "cache"), npm_config_offline: "true" };
const PHOTO = join(ROOT, "examples/photos/first.jpg");

describe("npm install -g", () => {
  const prefix = join(installed, "global");
  const run = (...args: string[]) => {
    const cwd = join(installed, "elsewhere");
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
      expect(readFileSync(join(installed, "elsewhere", file), "latin1")).toMatch(/^%PDF-1\.\d.*%%EOF\s*$/s);
  });

  it("installs a command that reads photos", () => {
    const { status, stdout, stderr } = run("check", PHOTO, "--json");
    expect(stderr).toBe("");
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ sheets: [{ verdict: "mistakes", variant: "yatzy" }] });
  });

  it("installs the manual page", () => {
    const page = readFileSync(join(prefix, "share/man/man1/augenblock.1"), "utf8");
    expect(page).toMatch(/^\.TH AUGENBLOCK 1 /);
    expect(page).toBe(readFileSync(join(ROOT, "dist/augenblock.1"), "utf8"));
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
    SMALL_TARBALL,
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
  expect(execFileSync("npx", args, { cwd: installed, env, encoding: "utf8" })).toMatch(/^Full house +21$/m);
});

describe("docs/api.md", () => {
  it("has examples of everything that it promises", () => {
    expect(SCRIPTS.length).toBeGreaterThanOrEqual(8);
    expect(SCRIPTS[0]?.code.trim().split("\n")).toHaveLength(5);
    expect(SCRIPTS[1]?.code.trim().split("\n")).toHaveLength(6);
    expect(DOCS).toContain("`skipLibCheck: false`, for which `augenblock/node` needs `@types/node`");
  });

  it("names every function of the library", async () => {
    const names = Object.keys(await import("../../src/node.ts"));
    expect(names.length).toBeGreaterThan(50);
    expect(names.filter((name) => !DOCS.includes(`\`${name}\``))).toEqual([]);
  });
});
