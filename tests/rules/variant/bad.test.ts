import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { type Problem, success, showProblems } from "../../../src/rules/problem/problem.ts";
import type { VariantFiles } from "../../../src/rules/variant/bases.ts";
import { lintVariant } from "../../../src/rules/variant/read-variant.ts";
import { SHIPPED_FILES, shippedFiles, shippedText } from "../../support/games.ts";

/**
 * One file for each kind of mistake. `⟦` and `⟧` are around every spot that a problem must point at; they are taken out
 * before the file is read. The messages are next to it, in `<name>.told.txt` (renewed by `npm run golden`).
 */
const HERE = dirname(fileURLToPath(import.meta.url));
const FOLDER = join(HERE, "bad");
const NAMES = readdirSync(FOLDER)
  .filter((name) => name.endsWith(".txt") && !name.endsWith(".told.txt"))
  .map((name) => name.slice(0, -".txt".length))
  .sort();

const EXTENDING = SHIPPED_FILES.filter((file) => /^extends:/m.test(shippedText(file.slice(0, -5))));

const marked = (name: string) => readFileSync(join(FOLDER, `${name}.txt`), "utf8");
const textOf = (name: string) => marked(name).replace(/[⟦⟧]/g, "");

/** The bad files, then the shipped ones. */
const files: VariantFiles = {
  find: (id, from) =>
    NAMES.includes(id) ? success({ file: `${id}.yaml`, text: textOf(id) }) : shippedFiles.find(id, from),
  ids: shippedFiles.ids,
};

/** Where the marked spots begin, as `line:col`. */
function markedSpots(name: string): string[] {
  return marked(name)
    .split("\n")
    .flatMap((line, i) =>
      [...line.matchAll(/⟦/g)].map((mark) => {
        const before = line.slice(0, mark.index).replace(/[⟦⟧]/g, "");
        return `${i + 1}:${before.length + 1}`;
      }),
    );
}

/** Where the problems in the file itself begin, each spot once. */
function toldSpots(name: string, problems: readonly Problem[]): string[] {
  const own = problems.flatMap(({ place }) => (place?.file === `${name}.yaml` ? [place] : []));
  return [...new Set(own.map(({ line, col }) => `${line}:${col}`))];
}

describe("bad variant files", () => {
  test("are all looked at", () => {
    expect(NAMES).toHaveLength(94);
  });

  test.each(NAMES)(
    "%s is told all its mistakes at once, at the marked spots, in our own words",
    async (name) => {
      const { problems } = lintVariant(`${name}.yaml`, textOf(name), files);
      expect(toldSpots(name, problems).sort()).toEqual(markedSpots(name).sort());
      await expect(`${showProblems(problems)}\n`).toMatchFileSnapshot(join(FOLDER, `${name}.told.txt`));
    },
  );

  test.each(EXTENDING)("%s without its base is told only that", (file) => {
    const id = file.slice(0, -".yaml".length);
    const text = shippedText(id).replace(/^extends: .*$/m, "extends: nowhere");
    expect(lintVariant(file, text, shippedFiles).problems.map((p) => p.code)).toEqual(["unknown-base"]);
  });

  test("are nearly all shipped ones if their bases get lost", () => {
    expect(EXTENDING.length).toBeGreaterThan(15);
  });
});
