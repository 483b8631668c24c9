import { msg } from "../../../src/rules/problem/message.ts";
import { describe, expect, test } from "vitest";
import { failure, problem, success } from "../../../src/rules/problem/problem.ts";
import { MAX_TEXT_LENGTH } from "../../../src/rules/source/text.ts";
import { lintVariant } from "../../../src/rules/variant/read-variant.ts";
import { listKeys, readTree } from "../../../src/rules/variant/tree.ts";
import { gameFrom, shippedFiles } from "../../support/games.ts";

function codesOf(text: string): string[] {
  return lintVariant("test.yaml", text, shippedFiles).problems.map((p) => p.code);
}

const START = "id: test\nextends: numbers5\nname: {de: Eins, en: One}\n";

describe("hostile files end in one clear problem", () => {
  test.each([
    ["more than 1 MB", "#".repeat(MAX_TEXT_LENGTH + 1), "file-too-large"],
    ["brackets, 100 000 deep", "[".repeat(100_000), "too-deep"],
    ["braces, 100 000 deep", "{".repeat(100_000), "too-deep"],
    ["brackets after a key", `a: ${"[".repeat(900_000)}`, "too-deep"],
    ["list in list in list, compact", "- ".repeat(400_000), "too-deep"],
    ["complex keys, compact", "? ".repeat(400_000), "too-deep"],
    [
      "maps by indentation",
      Array.from({ length: 1_000 }, (_, i) => `${" ".repeat(i)}a:`).join("\n"),
      "too-deep",
    ],
    ["a million commas", `[${",".repeat(900_000)}]`, "file-too-large"],
    ["closing brackets only", "]".repeat(900_000), "file-too-large"],
    [
      "eighty thousand keys",
      Array.from({ length: 80_000 }, (_, i) => `k${i}: 1`).join("\n"),
      "file-too-large",
    ],
    ["anchors in a row", "&a ".repeat(300_000), "file-too-large"],
    ["a NUL byte", "id: te\u0000st\n", "control-character"],
    ["a terminal escape", "id: \u001b[31mred\n", "control-character"],
    ["half a character", 'id: "\\ud800"\n', "control-character"],
  ])("%s", (_, text, code) => {
    expect(codesOf(text)).toEqual([code]);
  });

  test("keys without end are told up to a point", () => {
    const { problems } = lintVariant(
      "a.yaml",
      Array.from({ length: 7_000 }, (_, i) => `k${i}: 1`).join("\n"),
      shippedFiles,
    );
    expect(problems.at(-2)).toMatchObject({
      code: "unknown-key",
      message: "6980 more keys of a variant are unknown",
      place: { line: 21, col: 1 },
    });
    expect(problems).toHaveLength(22);
  });

  test("aliases that would unfold to billions", () => {
    const lines = ["a0: &a0 [x, x, x]"];
    for (let i = 1; i < 40; i++) lines.push(`a${i}: &a${i} [${`*a${i - 1},`.repeat(9)}]`);
    expect(codesOf(lines.join("\n"))).toEqual(["yaml-alias"]);
  });

  test("a folder where every file extends the next one", () => {
    const find = (id: string) => {
      const next = `v${Number(id.slice(1)) + 1}`;
      return success({ file: `${id}.yaml`, text: `id: ${id}\nextends: ${next}\n` });
    };
    const { problems } = lintVariant("v0.yaml", "id: v0\nextends: v1\n", { find, ids: () => [] });
    expect(problems.map((p) => [p.code, p.message, p.place?.file])).toEqual([
      ["chain-too-long", "more than 16 variants extend each other", "v15.yaml"],
    ]);
  });

  test("a base that cannot be read is told as it is", () => {
    const unreadable = {
      find: () => failure<never>([problem("unreadable", msg`test.no: no`)]),
      ids: () => [],
    };
    expect(lintVariant("a.yaml", START, unreadable).problems.map((p) => p.code)).toEqual(["unreadable"]);
  });

  test("no path ever reaches the folder of variants", () => {
    const asked: string[] = [];
    const find = (id: string) => {
      asked.push(id);
      return null;
    };
    for (const id of ["../numbers5", "a/b", "/etc/passwd", "C:\\x", "", ".", "a b", "%2e%2e"]) {
      lintVariant("a.yaml", `id: a\nextends: ${JSON.stringify(id)}\n`, { find, ids: () => [] });
    }
    expect(asked).toEqual([]);
  });

  test("more parts than any game has", () => {
    const many = (n: number, entry: (i: number) => string) =>
      Array.from({ length: n }, (_, i) => entry(i)).join("\n");
    const columns = many(41, (i) => `  c${i}: {label: {de: A${i}, en: A${i}}, order: free}`);
    expect(codesOf(`${START}columns:\n${columns}\n`)).toEqual(["too-many"]);
    const options = many(
      51,
      (i) => `  o${i}: {label: {de: A, en: A}, default: a, choices: {a: {label: {de: A, en: A}}}}`,
    );
    expect(codesOf(`${START}options:\n${options}\n`)).toEqual(["too-many"]);
    const rows = many(201, (i) => `  r${i}: {label: {de: A${i}, en: A${i}}, pattern: any, score: sum}`);
    expect(codesOf(`${START}categories:\n${rows}\n`)).toContain("too-many");
  });

  test("the largest dice that are allowed are still looked at quickly", () => {
    const game = gameFrom(`${START}dice: {count: 5, sides: 12}\nturn: {rolls: 1}\n`);
    expect(game.sections[0]?.categories[0]?.legal).toEqual([1, 2, 3, 4, 5]);
    expect(codesOf(`${START}dice: {count: 8, sides: 8}\n`)).toEqual(["too-many-hands"]);
  });
});

describe("a file with a line break in its name", () => {
  test("is not taken for another whose name and text run on alike", () => {
    const ids = (file: string, text: string) =>
      listKeys(readTree(file, text).tree ?? expect.unreachable(), []);
    expect(ids("ours", "id: ours\nname: {}")).toEqual(["id", "name"]);
    expect(ids("ours\nid: ours", "name: {}")).toEqual(["name"]);
  });
});
