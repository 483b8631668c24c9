import { expect, it } from "vitest";
import { lintVariant } from "../../../src/rules/variant/read-variant.ts";
import { shippedFiles } from "../../support/games.ts";

const ORDER = (written: string) => `columns: {main: {order: ${written}}}`;
const ENTRY = (written: string) => `columns: {main: {order: free, entry: ${written}}}`;
const PATTERN = (written: string) => `categories: {chance: {pattern: ${written}}}`;

function hintFor(rule: string): string {
  const text = `id: ours\nextends: yatzy\nname: {de: Unser, en: Ours}\n${rule}\n`;
  const [problem] = lintVariant("ours.yaml", text, shippedFiles).problems;
  return problem?.hint ?? "";
}

it.each([
  ...["outward", "stages"].map((name) => [name, ORDER] as const),
  ...["face", "groups", "run", "faces", "sum", "all", "one_of"].map((name) => [name, PATTERN] as const),
  ["max_roll", ENTRY] as const,
])("the hint for the map `%s` written as a word shows the map", (name, rule) => {
  expect(hintFor(rule(name))).toBe(`did you mean \`{${name}: …}\`?`);
});

it.each([
  ...["free", "down", "up", "inward"].map((name) => [name, ORDER] as const),
  ...["any", "none"].map((name) => [name, PATTERN] as const),
  ...["any", "announced", "single_throw"].map((name) => [name, ENTRY] as const),
])("the hint for the word `%s` written as a map shows the word", (name, rule) => {
  expect(hintFor(rule(`{${name}: 1}`))).toBe(`did you mean \`${name}\`?`);
});
