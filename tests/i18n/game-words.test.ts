import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { missingWords, listWordings } from "../../src/i18n/game-words.ts";
import { readGameWords } from "../../src/i18n/read-language.ts";
import { SPOKEN_BY_ALL, type Text } from "../../src/rules/game/game.ts";
import { SHIPPED, SHIPPED_FILES, shippedGame, shippedText } from "../support/games.ts";
import { LANGUAGES, language } from "../support/languages.ts";
import { good } from "../support/results.ts";

/** Languages that variant files need not speak. */
const FURTHER = LANGUAGES.filter((code) => !SPOKEN_BY_ALL.some((other) => other === code));
const LIST = "templates/sv/games.yaml";
const list = good(readGameWords(LIST, readFileSync(new URL(`../../${LIST}`, import.meta.url), "utf8")));

/** Every text in a tree of plain values. */
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
      const listed = listWordings({ name, ...game }).map(({ text }) => text);
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
});
