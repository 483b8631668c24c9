import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readTree, type MapNode, plainTree } from "../../../src/rules/variant/tree.ts";
import { merge } from "../../../src/rules/variant/bases.ts";
import { gameFrom } from "../../support/games.ts";

function tree(value: unknown, file = "test.yaml"): MapNode {
  const read = readTree(file, JSON.stringify(value));
  if (read.tree === null) throw new Error(read.problems.map((p) => p.message).join());
  return read.tree;
}

function merged(base: unknown, over: unknown): unknown {
  return plainTree(merge(tree(base), tree(over)).tree);
}

const scalar = fc.oneof(fc.integer({ min: -9, max: 9 }), fc.constantFrom("x", "y"), fc.boolean());
const leaf = fc.oneof(scalar, fc.array(scalar, { maxLength: 3 }));
/** Maps whose keys tell what is below them, as in variant files: `m…` a map, `v…` a value. */
const { map } = fc.letrec<{ map: object }>((tie) => ({
  map: fc.record(
    {
      m1: fc.option(tie("map"), { nil: {}, maxDepth: 3 }),
      m2: fc.option(tie("map"), { nil: {}, maxDepth: 3 }),
      v1: leaf,
      v2: leaf,
    },
    { requiredKeys: [] },
  ),
}));

describe("merging", () => {
  test("over nothing changes nothing", () => {
    fc.assert(
      fc.property(map, (over) => {
        expect(merged({}, over)).toEqual(over);
      }),
    );
  });

  test("nothing over a base leaves the base, but for what it says of itself", () => {
    fc.assert(
      fc.property(map, (base) => {
        expect(merged({ ...base, id: "x", abstract: true, extends: "y" }, {})).toEqual(base);
      }),
    );
  });

  test("over itself changes nothing", () => {
    fc.assert(
      fc.property(map, (base) => {
        expect(merged(base, base)).toEqual(base);
      }),
    );
  });

  test("is associative: three files can be laid over each other in any grouping", () => {
    fc.assert(
      fc.property(map, map, map, (a, b, c) => {
        expect(merged(merged(a, b), c)).toEqual(merged(a, merged(b, c)));
      }),
    );
  });

  test("null takes away what the base has, deep down too", () => {
    expect(merged({ a: { b: 1, c: 2 }, d: 3 }, { a: { b: null }, d: null })).toEqual({ a: { c: 2 } });
  });

  test("null takes away what is otherwise taken whole", () => {
    const base = { categories: { a: { pattern: { run: 5 }, served: 80 } } };
    expect(merged(base, { categories: { a: { pattern: null, served: null } } })).toEqual({
      categories: { a: {} },
    });
  });

  test("null below something new stays, so that it can be told", () => {
    expect(merged({ a: 1 }, { a: { b: null }, c: { d: null } })).toEqual({ a: { b: null }, c: { d: null } });
  });

  test("lists and scalars replace, maps merge, order stays the base's", () => {
    const base = { a: [1, 2], b: { x: 1, y: 2 }, c: 1 };
    const result = merged(base, { d: 4, b: { z: 3, x: 5 }, a: [9] });
    expect(result).toEqual({ a: [9], b: { x: 5, y: 2, z: 3 }, c: 1, d: 4 });
    expect(Object.keys(result as object)).toEqual(["a", "b", "c", "d"]);
  });

  test.each([
    [
      "pattern",
      { categories: { a: { pattern: { run: 5, from: 1 } } } },
      { categories: { a: { pattern: { run: 4 } } } },
    ],
    ["score", { categories: { a: { score: { by_roll: [1] } } } }, { categories: { a: { score: { x: 1 } } } }],
    [
      "order",
      { columns: { a: { order: { outward: [1] } } } },
      { columns: { a: { order: { stages: [1] } } } },
    ],
    ["gate", { repeats: { bonus_if: { box: 1 } } }, { repeats: { bonus_if: { thrown_before: true } } }],
    [
      "joker's gate",
      { repeats: { joker: { if: { box: 1 } } } },
      { repeats: { joker: { if: { own_number: 1 } } } },
    ],
  ])("a %s is taken whole", (_, base, over) => {
    expect(merged(base, over)).toEqual(over);
  });

  test("every value keeps the place it was written at", () => {
    const { tree: whole } = merge(
      tree({ a: { b: 1, c: 2 } }, "base.yaml"),
      tree({ a: { c: 3 } }, "over.yaml"),
    );
    const a = whole.entries.get("a")?.value;
    const fileOf = (k: string) => (a?.kind === "map" ? a.entries.get(k)?.value.place.file : undefined);
    expect([fileOf("b"), fileOf("c")]).toEqual(["base.yaml", "over.yaml"]);
  });

  test("taking away what is not there is a problem, with a near miss", () => {
    const { problems } = merge(tree({ columns: { main: 1 } }), tree({ columns: { mian: null } }));
    expect(problems.map((p) => [p.code, p.hint])).toEqual([["nothing-to-take-away", "did you mean `main`?"]]);
  });
});

describe("a note of a base that is about a rule", () => {
  const note = { at: "repeats", about: "repeats.joker", de: "Alt", en: "Old" };
  const base = {
    repeats: { bonus: 100, joker: { upper: "own" } },
    notes: { joker: note, other: { at: "turn" } },
  };
  const notesOf = (over: unknown) => Object.keys((merged(base, over) as { notes: object }).notes);

  test.each([
    { repeats: { joker: { upper: "any" } } },
    { repeats: { joker: null } },
    { repeats: { joker: "none" } },
    { repeats: null },
  ])("is not passed on to a file that changes the rule: %j", (over) => {
    expect(notesOf(over)).toEqual(["other"]);
  });

  test.each([
    {},
    { repeats: { bonus: 50 } },
    { turn: { rolls: 4 } },
    { repeats: { joker: { upper: "any" } }, notes: { joker: { en: "New" } } },
  ])("is kept by a file that leaves the rule alone or has the note, too: %j", (over) => {
    expect(notesOf(over)).toEqual(["joker", "other"]);
  });

  test("may name a key with a dot", () => {
    const lines = { "grand.total": { de: "Summe", en: "Sum" }, repeats: { de: "Extra", en: "Extra" } };
    const own = { lines, notes: { sum: { at: "end", about: "lines.grand.total", de: "Alt", en: "Old" } } };
    const notesOver = (changed: object) => merged(own, { lines: changed }) as { notes: object };
    expect(Object.keys(notesOver({ "grand.total": { en: "All" } }).notes)).toEqual([]);
    expect(Object.keys(notesOver({ "grand.total": null }).notes)).toEqual([]);
    expect(Object.keys(notesOver({ repeats: { en: "More" } }).notes)).toEqual(["sum"]);
  });

  test.each(["yahtzee", "kniffel", "yahtzee-block"])("of %s is not told beside another joker rule", (id) => {
    const game = (rule: string) =>
      gameFrom(`id: ours\nextends: ${id}\nname: {de: Unser, en: Ours}\nrepeats: ${rule}\n`);
    const told = (rule: string) => game(rule).notes.filter(({ at }) => at === "repeats").length;
    expect(told("{bonus: 55}")).toBeGreaterThan(0);
    expect(told("{joker: {upper: any, upper_first: false}}")).toBe(0);
  });
});
