import Handlebars from "handlebars";
import { describe, expect, it, test } from "vitest";
import { readLanguage } from "../../src/i18n/read-language.ts";
import {
  asText,
  CallMistake,
  FUNCTIONS,
  isList,
  isMap,
  isSafe,
  ownProperty,
  type Value,
} from "../../src/i18n/template-functions.ts";
import { english } from "../../src/rules/problem/message.ts";
import { good } from "../support/results.ts";

const WORDS = good(
  readLanguage(
    "en",
    "templates/en/words.yaml",
    `
list: { comma: ", ", and: " and ", or: " or " }
quoted: "“{name}”"
points: "{n, plural, one {# point} other {# points}}"
pair: "{first} before {second}"
rule:
  tie: { shared: { long: Shared. }, split: { long: "Split, {money}." } }
  stop-early: { if-so: { long: You may. }, if-not: { long: You may not. } }
`,
  ),
);

/** What a function makes of values; of a mistake, message and hint. */
function call(
  name: string,
  args: readonly Value[] = [],
  named: Readonly<Record<string, Value>> = {},
): unknown {
  const value = FUNCTIONS[name]?.(args, named, WORDS);
  if (value instanceof CallMistake) return `${english(value.message)} | ${value.hint && english(value.hint)}`;
  return isSafe(value as Value) ? String(value) : value;
}

describe("what templates may call", () => {
  it.each<[name: string, args: readonly Value[], named: Readonly<Record<string, Value>>, made: unknown]>([
    ["translate", ["points"], { n: 2 }, "2 points"],
    ["say", ["points"], { n: 1 }, "1 point"],
    ["translate", ["pair"], { first: { en: "A", de: "B" }, second: "C" }, "A before C"],
    ["translate", ["pair"], { first: true, second: null }, "true before "],
    ["translate", ["points"], {}, "the message `points` needs n=… | null"],
    ["translate", ["pair"], {}, "the message `pair` needs first=… second=… | null"],
    ["translate", ["pair"], { first: "x" }, "the message `pair` needs second=… | null"],
    [
      "translate",
      ["pints"],
      {},
      "the word list of `en` (templates/en/words.yaml) lacks the message `pints` | did you mean `points`?",
    ],
    [
      "translate",
      ["xyz"],
      {},
      "the word list of `en` (templates/en/words.yaml) lacks the message `xyz` | null",
    ],
    ["rule", ["tie", "shared"], {}, "Shared."],
    ["rule", ["tie", "split"], { money: "all" }, "Split, all."],
    ["rule", ["stop-early", true], {}, "You may."],
    ["rule", ["stop-early", false], {}, "You may not."],
    ["text", [{ en: "Pair", de: "Paar" }], {}, "Pair"],
    ["text", ["Pair"], {}, "this is not a text in several languages | null"],
    ["text", [{ en: 5 }], {}, "this is not a text in several languages | null"],
    ["text", [["Pair"]], {}, "this is not a text in several languages | null"],
    ["quoted", ["Pair"], {}, "“Pair”"],
    ["quoted", [["Pair", 5]], {}, ["“Pair”", "“5”"]],
    ["join", ["a", 5, true, null, ["x"]], {}, "a5true"],
    ["join", [], {}, ""],
    ["number", [12360], {}, "12,360"],
    ["number", ["12360"], {}, "this is not a number | null"],
    ["list", [["a", "b", "c"]], {}, "a, b, c"],
    ["list", [["a", "b", "c"]], { with: "; " }, "a; b; c"],
    ["list", [["a", "b", "c"]], { with: "; ", last: " & " }, "a; b & c"],
    ["list", [["a", "b", "c"]], { last: " & " }, "a, b & c"],
    ["list", [["a"]], { last: " & " }, "a"],
    ["list", [[]], {}, ""],
    ["list", [["a", "b", "c"]], { by: "and" }, "a, b and c"],
    ["list", [["a", "b", "c"]], { by: "or", last: " & " }, "a, b or c"],
    ["list", [["a", "b"]], { by: "nor" }, "a, b"],
    ["list", [[{ x: "a" }, { x: 5 }]], { of: "x", with: "+" }, "a+5"],
    ["list", [[{ x: "a" }, { y: 5 }]], { of: "x" }, "an item of the list has no `x` | null"],
    ["list", ["a"], {}, "this is not a list | null"],
    ["sentence", ["the run 1-2-3"], {}, "The run 1-2-3."],
    ["sentence", ["done."], {}, "Done."],
    ["sentence", ["why?"], {}, "Why?"],
    ["sentence", ["stop!"], {}, "Stop!"],
    ["sentence", ["and so on…"], {}, "And so on…"],
    ["sentence", ["a. b"], {}, "A. b."],
    ["sentence", [""], {}, ""],
    ["sentence", ["𝒶"], {}, "𝒶."],
    ["eq", ["a", "a"], {}, true],
    ["eq", [1, "1"], {}, false],
    ["eq", [null], {}, true],
    ["ne", ["a", "b"], {}, true],
    ["ne", ["a", "a"], {}, false],
    ["ne", [null], {}, false],
    ["gt", [2, 1], {}, true],
    ["gt", [1, 1], {}, false],
    ["gt", ["10", "9"], {}, true],
    ["and", [1, "a"], {}, true],
    ["and", [1, ""], {}, false],
    ["or", [0, "a"], {}, true],
    ["or", [0, ""], {}, false],
    ["not", [""], {}, true],
    ["not", ["a"], {}, false],
    ["not", [[]], {}, true],
    ["not", [[0]], {}, false],
    ["dice", ["5"], {}, "`dice` takes a list of faces | null"],
    ["dice", [[1, 2]], {}, "\ue0001,2\ue001"],
    ["dice", [[5, 5, 1]], { hit: [5] }, "\ue0005!,5,1\ue001"],
    ["dice", [[5, 5, 1]], { hit: [5, 5], dropped: 1 }, "\ue0005!,5!,1?\ue001"],
    ["dice", [[5, 5, 1, 5]], { hit: [5], dropped: 5 }, "\ue0005!,5,1,5?\ue001"],
    ["dice", [[5, 1]], { hit: [5], dropped: 5 }, "\ue0005!,1\ue001"],
    ["dice", [[5, 1]], { hit: [6], dropped: 4 }, "\ue0005,1\ue001"],
    ["dice", [[0, 9]], { dropped: 0 }, "\ue0000?,9\ue001"],
  ])("%s %j %j", (name, args, named, made) => {
    expect(call(name, args, named)).toEqual(made);
  });

  it("are these, under these names", () => {
    expect(Object.keys(FUNCTIONS)).toEqual([
      ...[
        "translate",
        "say",
        "rule",
        "text",
        "quoted",
        "join",
        "list",
        "number",
        "dice",
        "written",
        "sentence",
      ],
      ...["eq", "ne", "gt", "and", "or", "not"],
    ]);
  });

  it("give dice as they are to be put in, not to be escaped", () => {
    expect(isSafe(FUNCTIONS.dice?.([[1]], {}, WORDS) as Value)).toBe(true);
  });
});

test("a value has what it has itself, and nothing that it inherits", () => {
  const value = { a: 1, none: undefined, [Symbol.iterator]: 0 } as unknown as Value;
  expect([
    ownProperty(value, "a"),
    ownProperty(value, "none"),
    ownProperty(value, "b"),
    ownProperty(value, "toString"),
  ]).toEqual([1, null, undefined, undefined]);
  expect([ownProperty(["x"], "0"), ownProperty(["x"], "1"), ownProperty(["x"], "map")]).toEqual([
    "x",
    undefined,
    undefined,
  ]);
  expect([
    ownProperty("abc", "length"),
    ownProperty(null, "a"),
    ownProperty(undefined, "a"),
    ownProperty(5, "a"),
  ]).toEqual(Array(4).fill(undefined));
  expect(ownProperty(new Handlebars.SafeString("x"), "string")).toBeUndefined();
});

test("values are lists, groups, or texts", () => {
  const safe = new Handlebars.SafeString("x");
  const values: Value[] = [["a"], { a: 1 }, safe, "a", 5, true, null, undefined];
  expect(values.map(isList)).toEqual([true, ...Array(7).fill(false)]);
  expect(values.map(isMap)).toEqual([false, true, ...Array(6).fill(false)]);
  expect(values.map(isSafe)).toEqual([false, false, true, ...Array(5).fill(false)]);
  expect(values.map(asText)).toEqual(["", "", "x", "a", "5", "true", "", ""]);
});
