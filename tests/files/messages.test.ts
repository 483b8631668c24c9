import { describe, expect, it, test } from "vitest";
import { loadCatalogueSentences } from "../../src/files/package/languages.ts";
import { languageCodes } from "../../src/files/package.ts";
import { loadLanguage } from "../../src/files/package/languages.ts";
import { translateProblem } from "../../src/i18n/language.ts";
import { msg } from "../../src/rules/problem/message.ts";
import { need, problem, relatedPlace } from "../../src/rules/problem/problem.ts";
import { suggestWord } from "../../src/rules/problem/wording.ts";
import { createPlaceLocator } from "../../src/rules/source/text.ts";
import { messagesInCode } from "../support/messages.ts";

const messages = messagesInCode();
const textsById = new Map(messages.map(({ id, text }) => [id, text]));
/** The code is written in English. */
const translations = languageCodes().filter((code) => code !== "en");
const english = (id: string) => textsById.get(id) ?? "";
const gapsIn = (text: string) => [...new Set(text.match(/\{\d+\}/g))].sort().join();

test("no gap of a message holds English words: they would stay English in every language", () => {
  expect(messages.length).toBeGreaterThan(900);
  expect(messages.filter(({ untranslated }) => untranslated.length > 0)).toEqual([]);
});

test("an id is of one sentence, and begins with the layer that has it", () => {
  expect(messages.filter(({ id, text }) => textsById.get(id) !== text)).toEqual([]);
  const layers = new Set(messages.map(({ file }) => file.split("/")[1]));
  const misnamed = [...textsById.keys()].filter(
    (id) => !/^[a-z0-9]+\.[a-z0-9-]+$/.test(id) || !layers.has(id.split(".")[0]),
  );
  expect(misnamed).toEqual([]);
});

describe.each(translations)("the messages in %s", (code) => {
  const sentences = loadCatalogueSentences(code);

  it("are those of the code, no fewer and no more", () => {
    const missing = messages.filter(({ id }) => !sentences.has(id));
    const reports = missing.map(
      ({ id, text, file }) => `templates/${code}/messages lacks ${id} of ${file}: ${JSON.stringify(text)}`,
    );
    expect(reports).toEqual([]);
    expect([...sentences.keys()].filter((id) => !textsById.has(id))).toEqual([]);
  });

  it("have the same gaps as in English", () => {
    expect(sentences.size).toBe(textsById.size);
    const other = [...sentences].filter(([id, sentence]) => gapsIn(english(id)) !== gapsIn(sentence));
    expect(other).toEqual([]);
  });

  it("write commands and keys as they are", () => {
    const commands = /`augenblock [a-z]+|(?<![\w-])--[a-z-]+/g;
    const named = (text: string) => [...new Set(text.match(commands))].sort().join();
    const other = [...sentences].filter(([id, sentence]) => named(english(id)) !== named(sentence));
    expect(other).toEqual([]);
  });
});

describe("a problem", () => {
  const place = createPlaceLocator("a.yaml", "id: a\n")(0);
  const unknown = problem("unknown-variant", msg`rules.unknown-variant: there is no variant \`${"yazo"}\``, {
    hint: suggestWord("yazo", ["yazzo"]),
    related: [relatedPlace(msg`rules.first-place: the first one is here`, place)],
  });
  const inGerman = translateProblem(unknown, need(loadLanguage("de")));

  it("is English, and can be told in another language with all that belongs to it", () => {
    expect(unknown.message).toBe("there is no variant `yazo`");
    expect(inGerman.message).toBe("es gibt keine Variante `yazo`");
    expect(inGerman.hint).toBe("meintest du `yazzo`?");
    expect(inGerman.related.map(({ message }) => message)).toEqual(["das erste steht hier"]);
    expect(inGerman.code).toBe(unknown.code);
  });

  it("stays English in a language without messages", () => {
    expect(translateProblem(unknown, need(loadLanguage("en")))).toEqual(unknown);
  });

  it("survives the way out of another thread", () => {
    expect(translateProblem(structuredClone(unknown), need(loadLanguage("de")))).toEqual(inGerman);
  });
});
