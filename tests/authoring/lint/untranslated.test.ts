import { describe, expect, it } from "vitest";
import { checkTranslations } from "../../../src/authoring/lint/lint.ts";
import { readOptionCombinations } from "../../../src/rules/variant/read-variant.ts";
import { shippedFiles } from "../../support/games.ts";
import { language } from "../../support/languages.ts";
import { good } from "../../support/results.ts";

const sv = language("sv");

describe("a variant without some of a language's words", () => {
  const own = (more = "") =>
    `id: test\nextends: yatzy\nname: {de: Unser Yatzy, en: Our Yatzy${more}}\ncategories:\n  pair: {label: {de: Zwilling, en: Twins}}\n  chance: {label: {de: Egal, en: Whatever}}\n`;
  const linted = (text: string, asked: string | null = null) => {
    const { all } = good(readOptionCombinations("test.yaml", text, shippedFiles));
    const playable = all.flatMap(({ game, ...trial }) => (game === null ? [] : [{ ...trial, game }]));
    return checkTranslations(playable, {
      requested: asked,
      language: (code) => (code === "sv" ? sv : null),
    });
  };

  it("is complete for lint, unless the language is asked about", () => {
    expect(linted(own())).toEqual([]);
    const told = linted(own(), "sv").map(({ severity, message, place }) => [
      severity,
      message,
      `${place?.file}:${place?.line}:${place?.col}`,
    ]);
    expect(told).toEqual([
      ["warning", "`categories.pair.label` has no words in `sv`", "test.yaml:5:10"],
      ["warning", "`categories.chance.label` has no words in `sv`", "test.yaml:6:12"],
    ]);
    expect(linted(own(), "xx")).toEqual([]);
  });

  it("has warnings once it has begun to speak it, and errors once its name promises it", () => {
    const begun = own().replace("en: Twins", "en: Twins, sv: Tvillingar");
    expect(linted(begun).map(({ severity, place }) => [severity, place?.line])).toEqual([["warning", 6]]);
    const promised = own(", sv: Vårt Yatzy");
    expect(linted(promised).map(({ severity, place }) => [severity, place?.line])).toEqual([
      ["error", 5],
      ["error", 6],
    ]);
    expect(linted(own(", fr: Notre Yatzy"))).toEqual([]);
  });

  it("takes the words of the base where it changes none, and of the list where they are known", () => {
    const text = own().replace("Zwilling", "Turm").replace("Twins", "Tower");
    expect(linted(text, "sv").map(({ place }) => place?.line)).toEqual([6]);
  });
});
