import { mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { EMPTY_STORE, packFolder, unpackFolder } from "../../src/files/season/folder-store.ts";
import { loadLanguage, wordFiles } from "../../src/files/package/languages.ts";
import { padSources } from "../../src/files/print/pads.ts";
import type * as Files from "../../src/files/package/prepared.ts";
import { readGame } from "../../src/files/package/read-game.ts";
import { loadTemplates, shippedTemplate, styleIds } from "../../src/files/package/templates.ts";
import { readVariantText } from "../../src/files/package/variants.ts";
import { readGameWords } from "../../src/i18n/read-language.ts";
import { readStyleFile } from "../../src/print/style/style-file.ts";
import { padText } from "../../src/print/pad/pad-text.ts";
import { scoreShares } from "../../src/odds/casual-play.ts";
import { need } from "../../src/rules/problem/problem.ts";
import { emptyFolder, put } from "../support/command-line.ts";
import { SHIPPED } from "../support/games.ts";
import { LANGUAGES } from "../support/languages.ts";

/** As built: a program that runs from its sources has nothing prepared. */
const BUILT = new URL("../../dist/files/package/prepared.js", import.meta.url).href;
const { readBuildCache: prepared, PREPARED }: typeof Files = await import(BUILT);
const templates = need(loadTemplates());

/** What is in each file, by its path; null for folders. */
function contentsOf(folder: string): Map<string, string | null> {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  const contentOf = (path: string) => (statSync(path).isDirectory() ? null : readFileSync(path, "latin1"));
  return new Map(paths.map((path) => [path, contentOf(join(folder, path))]));
}

describe("what the build has prepared", () => {
  it.each(SHIPPED)("%s: is the game, how it is played and its pads, as they are read", (id) => {
    const game = need(readGame(id, {}));
    expect(prepared(`variants/${id}`, readVariantText)).toEqual(game);
    expect(prepared(`shares/${id}`, readVariantText)).toEqual(scoreShares(game));
    for (const code of LANGUAGES) {
      const sources = padSources(code, templates);
      const text = need(padText(game, need(loadLanguage(code)), templates(code, "pad")));
      const found = prepared(`pads/${id}-${code}`, (source) => sources[source] ?? readVariantText(source));
      expect(found).toEqual(text);
      // The order of keys is part of the code on a printed sheet.
      expect(JSON.stringify(found)).toBe(JSON.stringify(text));
    }
  });

  it.each(LANGUAGES)("%s: has its words as they are read", (code) => {
    for (const { file, text } of wordFiles(code))
      expect(prepared(file, () => text)).toEqual(need(readGameWords(file, text)));
  });

  it("styles: are those of their files", async () => {
    expect(styleIds().length).toBeGreaterThan(3);
    for (const id of styleIds()) {
      const { file, text } = shippedTemplate(`styles/${id}.yaml`);
      expect(prepared(`styles/${id}`, () => text)).toEqual(need(readStyleFile(file, text)));
    }
  });

  it("an empty store: is a folder of PostgreSQL, for its owner alone", () => {
    const folder = join(emptyFolder(), "store");
    unpackFolder(prepared(EMPTY_STORE, () => null) as Uint8Array, folder);
    // What else must be there shows as soon as a season is kept in it; the tests of the commands do.
    expect(contentsOf(folder).get("PG_VERSION")).toBe("18\n");
    if (process.platform !== "win32") expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it("is nothing else", () => {
    const lists = LANGUAGES.flatMap(wordFiles).length;
    const pads = SHIPPED.length * LANGUAGES.length;
    const catalogues = LANGUAGES.length;
    expect(readdirSync(PREPARED ?? "")).toHaveLength(
      lists + catalogues + 2 * SHIPPED.length + pads + styleIds().length + 1,
    );
  });

  it("counts as unknown when a source has changed or is gone, and where nothing was prepared", () => {
    const changed = (source: string) => `${readVariantText(source)}# changed`;
    expect(prepared("variants/yazzo", changed)).toBeNull();
    expect(prepared("variants/yazzo", () => null)).toBeNull();
    expect(prepared("variants/none", readVariantText)).toBeNull();
    const base = (source: string) => (source === "kniffel" ? readVariantText(source) : changed(source));
    expect(prepared("variants/kniffel", base)).toBeNull();
  });
});

it("a folder comes out as it was packed, with what is empty and what is twice in it", () => {
  const [folder, again] = [emptyFolder(), join(emptyFolder(), "again")];
  mkdirSync(join(folder, "base", "none"), { recursive: true });
  put(
    folder,
    "bytes",
    Uint8Array.from({ length: 256 }, (_, at) => at),
  );
  put(folder, "empty", "");
  for (const name of ["one", "two"]) put(join(folder, "base"), name, "the same ".repeat(1000));
  const packed = packFolder(folder);
  expect(packed.length).toBeLessThan(1000);
  unpackFolder(packed, again);
  expect(contentsOf(again)).toEqual(contentsOf(folder));
});
