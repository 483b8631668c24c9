import { readdirSync, readFileSync } from "node:fs";
import { parse, parseDocument } from "yaml";
import { describe, expect, it } from "vitest";
import { editYaml, type YamlPath, type YamlSetting } from "../../../src/rules/source/edit-yaml.ts";

function edit(text: string, path: YamlPath, value: YamlSetting["value"]): string {
  const edited = editYaml(text, [{ path, value }]);
  if (edited === null) throw new Error("this can’t be edited");
  return edited;
}

const GAME = `# Our game
id: ours   # for the file
name: { de: Unser, en: "Ours" }

sections:
  upper:   # the numbers
    tiers:
    - { from: 63, add: 35 }  # as ever
    - from: 70
      add: 50
    # perhaps more
  lower: { rows: [pair, chance,] }
turn:
notes: {}
`;

describe("editing YAML", () => {
  it.each([
    ["a value", ["id"], "mine", "id: mine   # for the file"],
    ["a quoted value", ["name", "en"], "It’s: ours", '{ de: Unser, en: "It’s: ours" }'],
    ["a value in a list", ["sections", "upper", "tiers", 0, "add"], 40, "- { from: 63, add: 40 }  # as ever"],
    ["a value beside a dash", ["sections", "upper", "tiers", 1, "from"], 71, "- from: 71\n      add: 50\n"],
    ["a key of its own", ["dice"], { count: 6 }, "notes: {}\ndice: { count: 6 }\n"],
    ["a key between brackets", ["name", "sv"], "Vårt", '{ de: Unser, en: "Ours", sv: Vårt }'],
    ["a key without a value", ["turn", "rolls"], 3, "turn: { rolls: 3 }\nnotes"],
    ["the first key of a map", ["notes", "a", "de"], "Ja", "notes: { a: { de: Ja } }\n"],
    ["a key in a block", ["sections", "upper", "floor"], 0, "      add: 50\n    floor: 0\n    # perhaps"],
    ["another element", ["sections", "lower", "rows", 2], "yatzy", "rows: [pair, chance, yatzy,]"],
    ["an element on a line", ["sections", "upper", "tiers", 2], 7, "      add: 50\n    - 7\n"],
    ["a whole list", ["sections", "upper", "tiers"], [], "    tiers: []\n    # perhaps more"],
  ] as const)("sets %s", (_, path, value, expected) => {
    const edited = edit(GAME, path, value);
    expect(edited).toContain(expected);
    expect(parseDocument(edited).getIn([...path], true)).toBeDefined();
  });

  it("takes away the only thing between brackets", () => {
    expect(edit("{ a: 1 }\n", ["a"], undefined)).toBe("{ }\n");
    expect(edit("{ a: 1 , }\n", ["a"], undefined)).toBe("{ }\n");
    expect(edit("[ 1 ,]\n", [0], undefined)).toBe("[ ]\n");
  });

  it("begins a list where nothing stands, and goes on with one", () => {
    expect(edit("a:\nb: 1\n", ["a", 0], 5)).toBe("a: [5]\nb: 1\n");
    expect(edit("a:\n", ["a", 0, "b"], 5)).toBe("a: [{ b: 5 }]\n");
    expect(editYaml("- a\n- b\n", [{ path: [3], value: 1 }])).toBeNull();
    expect(editYaml("- a\n", [{ path: ["0"], value: 1 }])).toBeNull();
  });

  it.each<[what: string, text: string, path: YamlPath, value: YamlSetting["value"], expected: string]>([
    ["an element beside a dash", "- - a\n  - b\n- c\n", [0, 0], undefined, "- - b\n- c\n"],
    ["the last element beside a dash", "- - a\n- c\n", [0, 0], undefined, "- c\n"],
    ["a text of several lines", "a: |\n  x\n  y\n\nb: 1\n", ["a"], "z", "a: z\n\nb: 1\n"],
    ["an element in the middle of a file", "a:\n  - 1\nb: 2\n", ["a", 1], 5, "a:\n  - 1\n  - 5\nb: 2\n"],
    ["an element of a list without indent", "a:\n- 1\nb: 2\n", ["a", 1], 5, "a:\n- 1\n- 5\nb: 2\n"],
    ["an element at the end of a file", "- 1", [1], 5, "- 1\n- 5\n"],
    ["a key in the middle of a file", "a:\n  b: 1\nc: 2\n", ["a", "d"], 5, "a:\n  b: 1\n  d: 5\nc: 2\n"],
    ["a key without a colon", "{ a, b }\n", ["a"], 5, "{ a: 5, b }\n"],
    ["a key behind one without a value", "a:\nc:\n", ["d"], 5, "a:\nc:\nd: 5\n"],
    ["a key without a colon before others", "{ a, b: 1 }\n", ["a"], 5, "{ a: 5, b: 1 }\n"],
    ["an element of several lines", "- a: 1\n  b: 2\n- c\n", [0], 5, "- 5\n- c\n"],
    ["a comment on the next key", "a: 1 # x\n# about b\nb: 2\n", ["a"], undefined, "# about b\nb: 2\n"],
    ["the last key", "a: 1\nb: 2", ["b"], undefined, "a: 1\n"],
    ["the first of some between brackets", "[ 1, 2 ]\n", [0], undefined, "[ 2 ]\n"],
    ["the last of some between brackets", "[ 1, 2 ]\n", [1], undefined, "[ 1 ]\n"],
    ["the first element between brackets", "a: []\n", ["a", 0], { b: 1 }, "a: [{ b: 1 }]\n"],
  ])("leaves the rest as it was: %s", (_, text, path, value, expected) => {
    expect(edit(text, path, value)).toBe(expected);
  });

  it("sets all values or none", () => {
    const [good, bad] = [
      { path: ["a"], value: 2 },
      { path: ["a", "b"], value: 1 },
    ];
    expect(editYaml("a: 1\n", [good, { path: ["b"], value: 3 }])).toBe("a: 2\nb: 3\n");
    expect(editYaml("a: 1\n", [bad, good])).toBeNull();
    expect(editYaml("a: 1\n", [{ path: [], value: 1 }])).toBeNull();
  });

  it("begins a file that holds nothing, and one whose last line has no end", () => {
    expect(edit("", ["a", "b"], 1)).toBe("a: { b: 1 }\n");
    expect(edit("# notes", ["a"], 1)).toBe("# notes\na: 1\n");
    expect(edit("a: 1", ["b"], 2)).toBe("a: 1\nb: 2\n");
  });

  it("keeps the comment of a key whose block is replaced", () => {
    expect(edit("a: # why\n  - 1\n  - 2\nb: 1\n", ["a"], [3])).toBe("a: [3] # why\nb: 1\n");
  });

  it.each([
    ["a line", ["id"], "# Our game\nname:"],
    ["what stands between brackets", ["name", "de"], 'name: { en: "Ours" }'],
    ["the last between brackets", ["name", "en"], "name: { de: Unser }"],
    ["an element of a list", ["sections", "lower", "rows", 0], "rows: [chance,]"],
    ["an element with lines of its own", ["sections", "upper", "tiers", 1], "# as ever\n    # perhaps"],
    ["what stands beside a dash", ["sections", "upper", "tiers", 1, "from"], "- add: 50"],
    ["a map that would be empty", ["sections", "lower", "rows"], "# perhaps more\nturn:"],
  ] as const)("takes away %s", (_, path, expected) => {
    const edited = edit(GAME, path, undefined);
    expect(edited).toContain(expected);
    expect(parse(edited)).not.toEqual(parse(GAME));
  });

  it("writes into a file that says nothing, and into one without a last line break", () => {
    expect(edit("# empty\n", ["name", "de"], "Neu")).toBe("# empty\nname: { de: Neu }\n");
    expect(edit("id: a", ["name"], "b")).toBe("id: a\nname: b\n");
  });

  it("leaves alone what it can’t read or reach", () => {
    expect(editYaml("a: [", [{ path: ["a"], value: 1 }])).toBeNull();
    expect(editYaml("a: 1", [{ path: ["a", "b"], value: 1 }])).toBeNull();
    expect(edit("a: 1\n", ["b", "c"], undefined)).toBe("a: 1\n");
  });

  it("changes no other value and no comment of the shipped games", () => {
    const comments = (text: string) => text.match(/#.*/g)?.length ?? 0;
    for (const name of readdirSync("variants").filter((file) => file.endsWith(".yaml"))) {
      const text = readFileSync(`variants/${name}`, "utf8");
      const paths = leavesOf(parse(text), []);
      expect(paths.length).toBeGreaterThan(5);
      // A few of each file: every one would take half a minute.
      for (const path of paths.filter((_, at) => at % 150 === 7)) {
        const set = edit(text, path, "new: value");
        expect(parse(set), `${name} ${path.join(".")}`).toEqual(withValue(parse(text), path, "new: value"));
        expect(comments(set)).toBe(comments(text));
        const taken = edit(text, path, undefined);
        expect(leavesOf(parse(taken), []).length, `${name} ${path.join(".")}`).toBe(paths.length - 1);
        const [key = ""] = path;
        if (!isMap(parse(text)[key])) continue;
        expect(parse(edit(text, [key, "new_key"], 5))[key].new_key, `${name} ${key}`).toBe(5);
      }
    }
  });
});

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function leavesOf(value: unknown, path: YamlPath): YamlPath[] {
  if (Array.isArray(value)) return value.flatMap((below, at) => leavesOf(below, [...path, at]));
  if (isMap(value)) return Object.entries(value).flatMap(([key, below]) => leavesOf(below, [...path, key]));
  return [path];
}

function withValue(value: unknown, [name, ...rest]: YamlPath, leaf: string): unknown {
  if (name === undefined) return leaf;
  if (Array.isArray(value)) return value.map((one, at) => (at === name ? withValue(one, rest, leaf) : one));
  return { ...(value as object), [name]: withValue((value as Record<string, unknown>)[name], rest, leaf) };
}
