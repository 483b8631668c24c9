import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { commentedBlocks, createSetting, yamlLines } from "../../../src/authoring/scaffold/extending.ts";
import { flowYaml } from "../../../src/rules/source/write-yaml.ts";

describe("settings as lines", () => {
  test("have every key once, and what stands alone below a key on its line", () => {
    const lines = yamlLines([
      createSetting(["a", "b", "c"], 1),
      createSetting(["d"], [1, 2]),
      createSetting(["a", "e", "f"], "x", "two\n words"),
      createSetting(["a", "e", "g"], null),
    ]);
    expect(lines).toEqual([
      "a:",
      "  b: { c: 1 }",
      "  e:",
      "    # two words",
      "    f: x",
      "    g: null",
      "d: [1, 2]",
    ]);
  });

  test("are commented block by block", () => {
    expect(commentedBlocks([createSetting(["a", "b"], 1), createSetting(["c"], 2)])).toEqual([
      "",
      "# a:",
      "#   b: 1",
      "",
      "# c: 2",
    ]);
  });
});

describe("YAML on one line", () => {
  test.each([
    [
      "",
      "yes",
      "no",
      "null",
      "~",
      "2.50",
      "0x1f",
      "1e3",
      "24:00",
      "-",
      "–",
      "/",
      "#",
      "a: b",
      "a, b",
      "[x]",
      "{y}",
      "*z",
      "&z",
      "!t",
      "%d",
      "@e",
      "`f`",
      "'",
      '"',
      "\\n",
      "a\nb",
      " x ",
      "x #y",
      "ä€😀",
      "? k",
      "| l",
      "> m",
    ],
    [0, -5, 1.5, true, false, null],
    [{ "1": "black", "grand.total": { de: "Summe", en: "Total" }, "a b": [], c: {} }],
  ])("reads as it was: %j", (...values) => {
    for (const value of values) expect(parse(flowYaml(value))).toEqual(value);
    const line = flowYaml(values);
    expect(parse(line)).toEqual(values);
    expect(line).not.toContain("\n");
  });
});
