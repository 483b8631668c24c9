import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { lintVariant } from "../../../src/rules/variant/read-variant.ts";
import {
  type JsonSchema,
  variantSchema,
  wholeVariant,
  withBelow,
} from "../../../src/rules/variant/schema/variant-schema.ts";
import { SHIPPED_FILES, shippedFiles, shippedText } from "../../support/games.ts";

const SHIPPED_SCHEMA = new URL("../../../variants/variant.schema.json", import.meta.url);
const IDS = SHIPPED_FILES.map((file) => file.slice(0, -".yaml".length));
const ajv = new Ajv({ allErrors: true, allowUnionTypes: true, allowMatchingProperties: true });
const validate = ajv.compile(JSON.parse(readFileSync(SHIPPED_SCHEMA, "utf8")));

/** What the schema finds wrong with a text, as paths. */
function faultsOf(text: string): string[] {
  validate(parse(text));
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

/** The keys that an editor could not explain: without description or example, or such that would take anything. */
function silentKeys(schema: JsonSchema, path: readonly string[] = []): string[] {
  const silent: string[] = [];
  withBelow(schema, (below, name) => {
    const here = name === null ? path : [...path, name];
    const isKey = name !== null && Object.hasOwn(schema.properties ?? {}, name);
    const { description, examples, default: _, ...demand } = below;
    const speaks = description !== undefined && examples !== undefined && Object.keys(demand).length > 0;
    if (isKey && !speaks) silent.push(here.join("."));
    silent.push(...silentKeys(below, here));
    return below;
  });
  return silent;
}

const BASE = "id: test\nextends: yazzo\nname: { de: Test, en: Test }\n";
const ALONE = `id: test
name: { de: Test, en: Test }
dice: { count: 5 }
turn: { rolls: 3 }
categories: { chance: { label: { de: Chance, en: Chance }, pattern: any, score: sum } }
sections: { all: { label: { de: Alles, en: All }, rows: [chance] } }
columns: { main: { order: free } }
strike: { marks: ["/"] }
ranking: { order: highest }
`;

describe("the shipped schema", () => {
  test("is made from the definitions as they are; `npm run schema` makes it anew", () => {
    expect(JSON.parse(readFileSync(SHIPPED_SCHEMA, "utf8"))).toEqual(variantSchema());
  });

  test("has a name of its own that never changes", () => {
    expect(variantSchema().$id).toBe("urn:augenblock:variant");
  });

  test("explains every key with an example", () => {
    expect(silentKeys(wholeVariant())).toEqual([]);
  });
});

describe("files that are right have no faults", () => {
  test.each(IDS)("%s", (id) => {
    expect(faultsOf(shippedText(id))).toEqual([]);
  });

  test.each([
    ["a game of its own", ALONE],
    ["a file that extends another and says nothing", BASE],
    [
      "columns taken away and added",
      `${BASE}columns: {up: null, inward: {label: {de: A, en: A}, order: inward}}`,
    ],
    ["half a category", `${BASE}categories: {straight: {score: 40}}`],
    ["a default alone", `${BASE}options: {tie: {default: roll_off}}`],
    [
      "a formula, a number and points by throw",
      `${BASE}categories: {straight: {score: {by_roll: [60, 50, -4]}, served: 2 * (hit + 3)}, ones: {score: -5}}`,
    ],
    [
      "formulas with everything that they may have",
      `${BASE}categories: {straight: {score: "max(sum - 20, min(0, hit / 2))"}}\nsections: {lower: {total: "max(minimum, maximum) / 2"}}`,
    ],
    [
      "dice one by one instead of alike",
      `${BASE}dice: {count: null, sides: null, set: [[1, 6], [0, 9], [1, 6], [1, 6], [1, 6]]}`,
    ],
    [
      "patterns within patterns",
      `${BASE}categories: {straight: {pattern: {one_of: [{run: 5}, {all: [{sum: {min: 20}}, any]}]}}}`,
    ],
    [
      "words in a third language, and without them",
      `${BASE}lines: {grand.total: {de: Summe, en: Total, sv: Summa, pt-BR: null}}`,
    ],
    [
      "patches of every depth",
      `${BASE}options: {tie: {choices: {none: {label: {de: A, en: A}, set: {settlement: null, name.de: Neu, categories.straight.pattern.wrap: true, sections.upper.tiers: [], columns.up: null, notes.spread.en: Words, repeats.bonus_if.box: filled}}}}}`,
    ],
  ])("%s", (_, text) => {
    expect(faultsOf(text)).toEqual([]);
  });
});

describe("typical mistakes are faults", () => {
  test.each([
    ["a key that is not there", `${BASE}sektions: {}`],
    ["a key in the wrong place", `${BASE}categories: {straight: {tiers: []}}`],
    ["a misspelt key of a pattern", `${BASE}categories: {straight: {pattern: {rnu: 5}}}`],
    ["a pattern of two forms", `${BASE}categories: {straight: {pattern: {run: 5, groups: [3]}}}`],
    ["a word that is no order", `${BASE}columns: {up: {order: upp}}`],
    ["a formula with an unknown word", `${BASE}categories: {straight: {score: 40 + pips}}`],
    ["a division by words", `${BASE}categories: {straight: {score: 40 / sum}}`],
    ["a value that was forgotten", `${BASE}categories: {straight: {score: }}`],
    [
      "words in one language only",
      `${BASE}categories: {straight: {label: {de: Straße, zwei, en: Straight}}}`,
    ],
    ["money without quotation marks", `${BASE}settlement: {stake: 2.50}`],
    ["a bonus without points", `${BASE}sections: {upper: {tiers: [{from: 63}]}}`],
    ["no list where one belongs", `${BASE}sections: {upper: {rows: ones}}`],
    ["too many dice", `${BASE}dice: {count: 50}`],
    ["an id with a capital letter", `${BASE}categories: {Straight: {score: 40}}`],
    [
      "a path that leads nowhere",
      `${BASE}options: {tie: {choices: {a: {set: {categories.straight.scor: 40}}}}}`,
    ],
    ["a patch with a wrong value", `${BASE}options: {tie: {choices: {a: {set: {turn.rolls: many}}}}}`],
    [
      "a patch of what no option may change",
      `${BASE}options: {tie: {choices: {a: {set: {extends: yatzy}}}}}`,
    ],
    ["an example with a text for a score", `${BASE}examples: [{roll: [1], row: ones, score: one}]`],
    ["nothing taken away where there is no base", ALONE.replace("strike:", "repeats: null\nstrike:")],
    ["a game without dice", ALONE.replace(/^dice.*$/m, "")],
    ["a category without a score", ALONE.replace(", score: sum", "")],
  ])("%s", (_, text) => {
    expect(faultsOf(text)).not.toEqual([]);
    expect(lintVariant("test.yaml", text, shippedFiles).problems).not.toEqual([]);
  });
});
