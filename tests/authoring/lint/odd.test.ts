import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { lintVariantFile } from "../../../src/authoring/lint/lint.ts";
import { type Problem, showProblems } from "../../../src/rules/problem/problem.ts";
import { LINT_WARNINGS } from "../../../src/rules/variant/parts/variant.ts";
import { success } from "../../../src/rules/problem/problem.ts";
import type { VariantFiles } from "../../../src/rules/variant/bases.ts";
import { someOf } from "../../support/cases.ts";
import { SHIPPED_FILES, shippedFiles, shippedText } from "../../support/games.ts";
import { language } from "../../support/languages.ts";

/**
 * One file for each kind of bad rule, named after it; `# odd` is at the end of every line that must be pointed at. What
 * is said there is in `odd.golden.txt` (renewed by `npm run golden`).
 */
const FOLDER = fileURLToPath(new URL("odd/", import.meta.url));
const NAMES = readdirSync(FOLDER)
  .map((file) => file.replace(/\.yaml$/, ""))
  .sort();

const textOf = (name: string) => readFileSync(`${FOLDER}${name}.yaml`, "utf8");
const codeOf = (name: string) => Object.keys(LINT_WARNINGS).filter((code) => name.startsWith(code))[0];

const known = new Map<string, Problem[]>();

function problemsOf(name: string, text = textOf(name)): Problem[] {
  const found = known.get(text) ?? lintVariantFile(`${name}.yaml`, text, shippedFiles).problems;
  known.set(text, found);
  return found;
}

function markedLines(name: string): number[] {
  return textOf(name)
    .split("\n")
    .flatMap((line, i) => (line.endsWith("# odd") ? [i + 1] : []));
}

/** The file with the acceptance that the problem itself proposes. */
function accepting(name: string, problem: Problem | undefined): string {
  const proposed = /`accept: (\{[^`]+\})`$/.exec(problem?.hint ?? "")?.[1];
  if (proposed === undefined) throw new Error(`no acceptance proposed: ${problem?.hint}`);
  const text = textOf(name);
  return /^accept: \{ /m.test(text)
    ? text.replace(/^accept: \{ /m, `accept: { ${proposed.slice(1, -1)}, `)
    : `${text}accept: ${proposed}\n`;
}

describe("bad rules", () => {
  test("are all looked at, and every kind has a file", () => {
    expect(NAMES).toHaveLength(30);
    expect([...new Set(NAMES.map(codeOf))].sort()).toEqual(Object.keys(LINT_WARNINGS).sort());
  });

  test("are told with the reason and the key that settles them", async () => {
    const told = NAMES.map((name) => `=== ${name}\n${showProblems(problemsOf(name))}\n`).join("\n");
    await expect(told).toMatchFileSnapshot("odd.golden.txt");
  });

  test.each(someOf(NAMES, 3))("%s: found once, as a warning, at the marked line", (name) => {
    const found = problemsOf(name).map(({ code, severity, place }) => [
      code,
      severity,
      place?.file,
      place?.line,
    ]);
    expect(found).toEqual(markedLines(name).map((line) => [codeOf(name), "warning", `${name}.yaml`, line]));
    expect(found).toHaveLength(1);
  });

  test.each(someOf(NAMES, 3, 1))("%s: silent once it is accepted in the file", (name) => {
    expect(problemsOf(name, accepting(name, problemsOf(name)[0]))).toEqual([]);
  });
});

describe("bad rules of a base", () => {
  const over = (base: string, id: string) =>
    `id: ${id}\nextends: ${base}\nname: { de: Versuch, en: Trial, sv: Försök }\n`;
  /** What is told of a file that extends nothing but files of one's own, the last of them the bad one. */
  const toldOver = (
    name: string,
    text: string,
    between: Readonly<Record<string, string>> = {},
    changes = "",
  ) => {
    const own: Readonly<Record<string, string>> = { [name]: text, ...between };
    const find: VariantFiles["find"] = (id, from) =>
      own[id] === undefined ? shippedFiles.find(id, from) : success({ file: `${id}.yaml`, text: own[id] });
    const last = Object.keys(own).at(-1) ?? name;
    const { problems } = lintVariantFile("ours.yaml", `${over(last, "ours")}${changes}`, {
      ...shippedFiles,
      find,
    });
    return problems.map(({ code, message, place }) => [code, message, place?.file, place?.line]);
  };
  const toldOf = (name: string) =>
    problemsOf(name).map(({ code, message, place }) => [code, message, place?.file, place?.line]);
  // Names and options that a file leaves unused may be for other files.
  const inherited = NAMES.filter((name) => !["line-unseen", "option-idle"].includes(name));

  test("are many", () => expect(inherited.length).toBeGreaterThan(20));

  test.each(someOf(inherited, 6))("%s: told at the base, as of the base alone", (name) => {
    const told = toldOf(name);
    expect(toldOver(name, textOf(name))).toEqual(told);
    expect(toldOver(name, `${textOf(name)}abstract: true\n`)).toEqual(told);
  });

  test("are told there over a file between, too", () => {
    const name = "start-dice";
    expect(toldOver(name, textOf(name), { between: over(name, "between") })).toEqual(toldOf(name));
  });

  test("are told of the file between where its changes cause them, of the file itself where its own do", () => {
    const sound = `${over("yatzy", "sound")}sections: { upper: { tiers: [{ from: 100, add: 50 }] } }\n`;
    const cause = "categories: { sixes: { score: 5 } }\n";
    const spots = (told: readonly unknown[][]) => told.map(([code, , file, line]) => [code, file, line]);
    expect(toldOver("sound", sound)).toEqual([]);
    expect(spots(toldOver("sound", sound, { between: `${over("sound", "between")}${cause}` }))).toEqual([
      ["bonus-unreachable", "between.yaml", 2],
    ]);
    expect(spots(toldOver("sound", sound, {}, cause))).toEqual([["bonus-unreachable", "ours.yaml", 2]]);
  });
});

describe("shipped variants", () => {
  const sv = language("sv");
  const inSwedish = { requested: "sv", language: (code: string) => (code === "sv" ? sv : null) };

  test.each(SHIPPED_FILES)(
    "%s has no bad rules but those that it accepts, and all its words in Swedish",
    (file) => {
      const { problems } = lintVariantFile(
        file,
        shippedText(file.slice(0, -".yaml".length)),
        shippedFiles,
        inSwedish,
      );
      expect(showProblems(problems)).toBe("");
    },
  );
});
