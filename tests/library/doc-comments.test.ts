import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const SRC = new URL("../../src/", import.meta.url);
const ENTRIES = ["index.ts", "node.ts"];
const sourceOf = (file: string) => readFileSync(new URL(file, SRC), "utf8");

/** The names that an entry exports, each with the file that declares it; `*` stands for all types of a file. */
function exportsOf(entry: string): (readonly [name: string, file: string])[] {
  const lists = sourceOf(entry).matchAll(/^export (?:type )?(?:\{([^}]*)\}|\*) from "\.\/(.+)";$/gm);
  return [...lists]
    .filter(([, , file = ""]) => !ENTRIES.includes(file))
    .flatMap(([, names = "*", file = ""]) =>
      names
        .split(",")
        .map((name) =>
          name
            .replace("type ", "")
            .replace(/ as .*/, "")
            .trim(),
        )
        .filter(Boolean)
        .map((name) => [name, file] as const),
    );
}

const DECLARED = /(\*\/\n)?^export (?:async )?(?:function|interface|type|class|const) (\w+)/gm;

/** What a file exports, and whether a comment is above it; the implementations of an overload count once. */
function declaredIn(file: string): Map<string, boolean> {
  const found = [...sourceOf(file).matchAll(DECLARED)];
  return new Map(found.map(([, comment, name = ""]) => [name, comment !== undefined]));
}

test("everything that the library exports has a comment that says what it is", () => {
  const all = ENTRIES.flatMap(exportsOf).flatMap(([name, file]) => {
    const declared = [...declaredIn(file)];
    const meant =
      name === "*" ? declared.filter(([one]) => /[a-z]/.test(one)) : declared.filter(([one]) => one === name);
    if (meant.length === 0) return [{ name: `${file}: ${name} (not declared there)`, hasComment: false }];
    return meant.map(([one, hasComment]) => ({ name: `${file}: ${one}`, hasComment }));
  });
  expect(all.length).toBeGreaterThan(120);
  expect(all.filter(({ hasComment }) => !hasComment).map(({ name }) => name)).toEqual([]);
});

test("the types that the build writes pass the compiler by themselves", () => {
  const compiler = join(
    dirname(createRequire(import.meta.url).resolve("typescript/package.json")),
    "bin/tsc",
  );
  const settings = ["--noEmit", "--strict", "--module", "nodenext", "--target", "es2023", "--types", "node"];
  const args = [
    compiler,
    "--singleThreaded",
    "--ignoreConfig",
    ...settings,
    "dist/index.d.ts",
    "dist/node.d.ts",
  ];
  const { stdout } = spawnSync(process.execPath, args, { cwd: new URL("../", SRC), encoding: "utf8" });
  expect(stdout).toBe("");
});
