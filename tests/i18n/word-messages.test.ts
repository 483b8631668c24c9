import { describe, expect, it, test } from "vitest";
import { compileWord, Language } from "../../src/i18n/language.ts";

/** A message with arguments put in, and the names of all that it needs; null if it is not valid. */
function compiled(message: string, args: Readonly<Record<string, string | number>> = {}, code = "en") {
  const word = compileWord(message, code);
  return word && [word.format(args), word.arguments];
}

describe("a message of a word list", () => {
  it.each<
    [message: string, args: Readonly<Record<string, string | number>>, text: string, names: readonly string[]]
  >([
    ["plain words", {}, "plain words", []],
    ["63~points~or more", {}, "63\u00a0points\u00a0or more", []],
    ["two\nlines\n", {}, "two\nlines", []],
    ["{n} and\n{m}\n", { n: 1, m: 2 }, "1 and\n2", ["m", "n"]],
    ["it''s {name}", { name: "Anna" }, "it's Anna", ["name"]],
    ["it''s", {}, "it's", []],
    ["'{'braces'}'", {}, "{braces}", []],
    ["<b>{name}</b>", { name: "<i>" }, "<b><i></b>", ["name"]],
    ["{n, plural, one {# die} other {# dice}}", { n: 1 }, "1 die", ["n"]],
    ["{n, plural, one {# die} other {# dice}}", { n: 12360 }, "12,360 dice", ["n"]],
    [
      "{n, plural, =0 {none} other {{who} has # of {of}}}",
      { n: 1236, who: "A", of: 5 },
      "A has 1236 of 5",
      ["n", "of", "who"],
    ],
    ["{z} {a} {z}", { z: "x", a: "y" }, "x y x", ["a", "z"]],
    ["{is, select, true {yes {n}} other {no}}", { is: "true", n: 3 }, "yes 3", ["is", "n"]],
    ["{n, number}", { n: 1234.5 }, "1234.5", ["n"]],
    ["{n, selectordinal, one {#st} other {#th}}", { n: 21 }, "21st", ["n"]],
  ])("%j", (message, args, text, names) => {
    expect(compiled(message, args)).toEqual([text, names]);
  });

  it.each(["{n", "{n, plural, one {x}}", "{n, plural}", "{}", "{n, nonsense}"])(
    "is not valid: %s",
    (message) => {
      expect(compileWord(message, "en")).toBeNull();
    },
  );

  it("follows the language's own numbers and plurals", () => {
    expect(compiled("{n, plural, one {# Punkt} other {# Punkte}}", { n: 12360 }, "de")?.[0]).toBe(
      "12.360 Punkte",
    );
    expect(compiled("{n, plural, one {# one} other {# other}}", { n: 0 }, "fr")?.[0]).toBe("0 one");
  });
});

describe("a language", () => {
  const words = new Map([
    ["a", "x {m} {n}"],
    ["b", "{n"],
    ["minus", "{n} - 5 -6"],
  ]);
  const language = new Language("fr", "fr.yaml", words);

  it("has its messages, in the order of the file, and the arguments that they need", () => {
    expect(language.keys()).toEqual(["a", "b", "minus"]);
    expect(["a", "b", "c"].map((key) => language.listArguments(key))).toEqual([["m", "n"], [], []]);
    expect(language.translate("a", { m: "1-2", n: -3, more: 4 })).toBe("x 1-2 −3");
    expect(language.translate("minus", { n: 4 })).toBe("4 - 5 −6");
  });

  it("says a key in brackets where it has no message, or not all that one needs", () => {
    expect([
      language.translate("c"),
      language.translate("b", { n: 1 }),
      language.translate("a", { n: 1 }),
    ]).toEqual(["[c]", "[b]", "[a]"]);
  });

  it("finds words of variants, or none", () => {
    expect(
      [{}, { de: "Paar" }, { de: "Paar", en: "Pair" }, { fr: "", en: "Pair" }].map((text) =>
        language.text(text),
      ),
    ).toEqual(["", "Paar", "Pair", ""]);
    expect([{}, { en: "Pair" }, { fr: "" }].map((text) => language.speaks(text))).toEqual([
      false,
      false,
      true,
    ]);
    const known = language.with({ gameWords: new Map([["Pair", "Paire"]]) });
    expect([{}, { de: "Paar" }, { de: "Paar", en: "Pair" }].map((text) => known.text(text))).toEqual([
      "",
      "Paar",
      "Paire",
    ]);
    expect([{}, { de: "Paar" }, { de: "Paar", en: "Pair" }].map((text) => known.speaks(text))).toEqual([
      false,
      false,
      true,
    ]);
  });

  it("takes a variant's words in another language first where it is told to", () => {
    const german = language.with({ gameCode: "de" });
    expect(german.text({ de: "Paar", fr: "Paire" })).toBe("Paar");
    expect(german.text({ en: "Pair", fr: "Paire" })).toBe("Paire");
  });

  it("keeps what it was given before when it is given more", () => {
    const heard: string[] = [];
    const both = language.with({ gameCode: "de" }).with({ onUnsaid: (key) => heard.push(key) });
    expect([both.text({ de: "Paar", fr: "Paire" }), both.translate("c"), heard]).toEqual([
      "Paar",
      "[c]",
      ["c"],
    ]);
    expect([both.code, both.file]).toEqual(["fr", "fr.yaml"]);
  });
});

test("what is put in stays as it is, but for minus signs", () => {
  const language = new Language("en", "en.yaml", new Map([["a", "{x}"]]));
  expect(language.translate("a", { x: "{y} '' ~ -5" })).toBe("{y} '' ~ −5");
});
