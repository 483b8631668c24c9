import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { untranslated } from "../../src/authoring/lint/lint.ts";
import { missingWords, wordingsOf } from "../../src/i18n/game-words.ts";
import { readGameWords } from "../../src/i18n/read-language.ts";
import { padText } from "../../src/print/pad/pad-text.ts";
import { rulesMarkdown } from "../../src/print/rulebook/markup.ts";
import { SPOKEN_BY_ALL, type Text } from "../../src/rules/game/game.ts";
import { readOptionCombinations } from "../../src/rules/variant/read-variant.ts";
import {
  gameFrom,
  SHIPPED,
  SHIPPED_FILES,
  shippedFiles,
  shippedGame,
  shippedText,
} from "../support/games.ts";
import { LANGUAGES, language } from "../support/languages.ts";
import { bad, good, padTemplates } from "../support/pads.ts";
import { shippedTemplates } from "../support/templates.ts";

/** Languages that variant files need not speak. */
const FURTHER = LANGUAGES.filter((code) => !SPOKEN_BY_ALL.some((other) => other === code));
const sv = language("sv");
const LIST = "templates/sv/games.yaml";
const list = good(readGameWords(LIST, readFileSync(new URL(`../../${LIST}`, import.meta.url), "utf8")));

/** Every text in a tree of plain values, whatever it is part of. */
function textsIn(value: unknown): Text[] {
  if (value instanceof Map) return [...value.values()].flatMap(textsIn);
  if (typeof value !== "object" || value === null) return [];
  if ("de" in value && "en" in value) return [value as unknown as Text];
  return Object.values(value).flatMap(textsIn);
}

function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

describe("the words of games", () => {
  it("are all those that a game has, but for its name", () => {
    let seen = 0;
    for (const id of SHIPPED) {
      const { name, ...game } = shippedGame(id);
      const texts = textsIn(game);
      const listed = wordingsOf({ name, ...game }).map(({ text }) => text);
      expect(new Set(listed), id).toEqual(new Set(texts));
      seen += texts.length;
    }
    expect(seen).toBeGreaterThan(500);
  });

  it.each(FURTHER)("are known in %s, as the shipped games are played by default", (code) => {
    const missing = SHIPPED.flatMap((id) => missingWords(shippedGame(id), language(code)));
    expect(missing.map(({ path }) => path.join("."))).toEqual([]);
  });

  it("are listed in Swedish for nothing that no shipped file says", () => {
    const said = SHIPPED_FILES.flatMap((file) =>
      stringsIn(parse(shippedText(file.slice(0, -".yaml".length)))),
    );
    // As they are read: on one line, with single spaces.
    const known = new Set(said.map((words) => words.replace(/\s+/g, " ")));
    expect([...list.keys()].filter((words) => !known.has(words))).toEqual([]);
    expect(list.size).toBeGreaterThan(200);
  });

  it.each(SHIPPED)("%s is printed in Swedish from top to bottom", (id) => {
    const game = shippedGame(id);
    const rules = good(rulesMarkdown(game, sv, shippedTemplates("sv", "rules")));
    const { rows, ...rest } = good(padText(game, sv, padTemplates("sv")));
    const told = rows.map((row) => (row.kind === "heading" ? row.text : `${row.label}\n${row.hint}`));
    const pad = [...told, ...stringsIn([rest, [...rest.columns.values()]])].join("\n");
    for (const sheet of [rules, pad]) {
      expect(sheet).not.toMatch(/\[[a-z-]+(\.[a-z-]+)+\]/);
      expect(sheet).not.toMatch(/\b(the|and|with|box|dice|throws?|und|oder|Würfel|Felder?|Punkte)\b/);
      expect(sheet).not.toMatch(/[“„ß]/);
    }
  });
});

describe("a variant without some of a language's words", () => {
  const own = (more = "") =>
    `id: test\nextends: yatzy\nname: {de: Unser Yatzy, en: Our Yatzy${more}}\ncategories:\n  pair: {label: {de: Zwilling, en: Twins}}\n  chance: {label: {de: Egal, en: Whatever}}\n`;
  const linted = (text: string, asked: string | null = null) => {
    const { all } = good(readOptionCombinations("test.yaml", text, shippedFiles));
    const playable = all.flatMap(({ game, ...trial }) => (game === null ? [] : [{ ...trial, game }]));
    return untranslated(playable, {
      requested: asked,
      language: (code) => (code === "sv" ? sv : null),
    });
  };

  it("is not printed in it, and says what is missing", () => {
    const game = gameFrom(own());
    for (const result of [
      padText(game, sv, padTemplates("sv")),
      rulesMarkdown(game, sv, shippedTemplates("sv", "rules")),
    ]) {
      const [problem, ...others] = bad(result);
      expect(others).toEqual([]);
      expect(problem?.code).toBe("untranslated");
      expect(problem?.message).toBe(
        "`test` has no words in `sv` for `categories.pair.label`, `categories.chance.label`",
      );
      expect(problem?.hint).toContain("`augenblock lint <variant> --lang sv`");
    }
    expect(padText(game, language("de"), padTemplates("de")).ok).toBe(true);
  });

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
