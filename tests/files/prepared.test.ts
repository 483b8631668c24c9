import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { loadLanguage, wordFiles } from "../../src/files/languages.ts";
import { padSources } from "../../src/files/pad-text.ts";
import type * as Files from "../../src/files/prepared.ts";
import { readGame } from "../../src/files/read-game.ts";
import { loadTemplates } from "../../src/files/templates.ts";
import { textOf } from "../../src/files/variants.ts";
import { readGameWords } from "../../src/i18n/read-language.ts";
import { padText } from "../../src/print/pad/pad-text.ts";
import { playedShares } from "../../src/rules/play/played-shares.ts";
import { need } from "../../src/rules/problem/problem.ts";
import { SHIPPED } from "../support/games.ts";
import { LANGUAGES } from "../support/languages.ts";

/** As built: a program that runs from its sources has nothing prepared. */
const BUILT = new URL("../../dist/files/prepared.js", import.meta.url).href;
const { prepared, PREPARED }: typeof Files = await import(BUILT);
const templates = need(loadTemplates());

describe("what the build has prepared", () => {
  it.each(SHIPPED)("%s: is the game, how it is played and its pads, as they are read", (id) => {
    const game = need(readGame(id, {}));
    expect(prepared(`variants/${id}`, textOf)).toEqual(game);
    expect(prepared(`shares/${id}`, textOf)).toEqual(playedShares(game));
    for (const code of LANGUAGES) {
      const sources = padSources(code, templates);
      const text = need(padText(game, need(loadLanguage(code)), templates(code, "pad")));
      const found = prepared(`pads/${id}-${code}`, (source) => sources[source] ?? textOf(source));
      expect(found).toEqual(text);
      // The order of keys is part of the code on a printed sheet.
      expect(JSON.stringify(found)).toBe(JSON.stringify(text));
    }
  });

  it.each(LANGUAGES)("%s: has its words as they are read", (code) => {
    for (const { file, text } of wordFiles(code))
      expect(prepared(file, () => text)).toEqual(need(readGameWords(file, text)));
  });

  it("is nothing else", () => {
    const lists = LANGUAGES.flatMap(wordFiles).length;
    const pads = SHIPPED.length * LANGUAGES.length;
    const catalogues = LANGUAGES.length;
    expect(readdirSync(PREPARED ?? "")).toHaveLength(lists + catalogues + 2 * SHIPPED.length + pads);
  });

  it("counts as unknown when a source has changed or is gone, and where nothing was prepared", () => {
    const changed = (source: string) => `${textOf(source)}# changed`;
    expect(prepared("variants/yazzo", changed)).toBeNull();
    expect(prepared("variants/yazzo", () => null)).toBeNull();
    expect(prepared("variants/none", textOf)).toBeNull();
    const base = (source: string) => (source === "kniffel" ? textOf(source) : changed(source));
    expect(prepared("variants/kniffel", base)).toBeNull();
  });
});
