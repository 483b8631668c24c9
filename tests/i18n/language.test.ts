import { describe, expect, it } from "vitest";
import { compareLanguages, readLanguage } from "../../src/i18n/read-language.ts";
import type { Language } from "../../src/i18n/language.ts";
import { LANGUAGES, language } from "../support/languages.ts";

function read(yaml: string, code = "en") {
  return readLanguage(code, "words.yaml", yaml);
}

function list(yaml: string, code = "en"): Language {
  const result = read(yaml, code);
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.value;
}

function problemsOf(yaml: string) {
  const result = read(yaml);
  return result.ok ? [] : result.problems;
}

it("keeps lists apart whose file names and texts run into each other", () => {
  const keys = (file: string, yaml: string) => {
    const result = readLanguage("en", file, yaml);
    return result.ok ? result.value.keys() : result.problems;
  };
  expect(keys("a\nb: c", "d: e")).toEqual(["d"]);
  expect(keys("a", "b: c\nd: e")).toEqual(["b", "d"]);
});

describe("the shipped word lists", () => {
  it("are those of three languages", () => {
    expect(LANGUAGES).toEqual(["de", "en", "sv"]);
  });

  it("have the same keys, and the same arguments for each", () => {
    for (const code of LANGUAGES) expect(compareLanguages(language(code), language("de"))).toEqual([]);
    expect(language("de").keys().length).toBeGreaterThan(100);
  });

  it.each(LANGUAGES)("hold no empty and no ragged message: %s", (code) => {
    const words = language(code);
    for (const key of words.keys()) {
      const args = Object.fromEntries(words.listArguments(key).map((name) => [name, 2]));
      expect(words.translate(key, args), key).not.toMatch(/^\[|undefined|\{|\}/);
    }
  });

  it.each(LANGUAGES)(
    "keep what a choice is worth in one line, and confirm answers alike everywhere: %s",
    (code) => {
      const words = language(code);
      expect(words.translate("strategy.more", { n: "2.5" })).not.toContain(" ");
      const [page, studio] = ["photo.page.take", "studio.ask.take"].map((key) => words.translate(key));
      expect(page).toBe(studio);
      expect(page).not.toMatch(/ (it|det|es)$/);
    },
  );

  it("agree with their number", () => {
    const de = language("de");
    expect(de.translate("unit.points", { n: 1 })).toBe("1\u00a0Punkt");
    expect(de.translate("unit.points", { n: 63 })).toBe("63\u00a0Punkte");
    expect(de.translate("unit.throws", { n: 1 })).toBe("1\u00a0Wurf");
    expect(de.translate("unit.throws", { n: 3 })).toBe("3\u00a0Würfe");
    const en = language("en");
    expect(en.translate("unit.dice", { n: 1 })).toBe("1\u00a0die");
    expect(en.translate("unit.dice", { n: 5 })).toBe("5\u00a0dice");
    expect(en.translate("unit.boxes", { n: 1 })).toBe("1\u00a0box");
    const sv = language("sv");
    expect(sv.translate("unit.boxes", { n: 1 })).toBe("1\u00a0ruta");
    expect(sv.translate("unit.boxes", { n: 15 })).toBe("15\u00a0rutor");
    expect(sv.translate("unit.points", { n: 1 })).toBe("1\u00a0poäng");
  });
});

describe("a word list", () => {
  it("writes negative numbers with a minus sign, and leaves hyphens alone", () => {
    expect(list("worth: '{n} points'").translate("worth", { n: -5 })).toBe("\u22125 points");
    expect(list("run: 'the run {run}'").translate("run", { run: "1-2-3" })).toBe("the run 1-2-3");
  });

  it("groups only numbers of five figures and more", () => {
    const words = list("worth: '{n, plural, other {#}}'", "de");
    expect(words.translate("worth", { n: 1236 })).toBe("1236");
    expect(words.translate("worth", { n: 12360 })).toBe("12.360");
  });

  it("puts in texts that look like messages as they are", () => {
    expect(list("hello: 'Hello {name}'").translate("hello", { name: "{x, plural, <b>" })).toBe(
      "Hello {x, plural, <b>",
    );
  });

  it("shows the key where a word or an argument is missing", () => {
    const words = list("a: {b: 'x {n}'}");
    expect(words.translate("a.c")).toBe("[a.c]");
    expect(words.translate("a.b")).toBe("[a.b]");
    expect(words.translate("a.b", { n: 1 })).toBe("x 1");
    expect(words.has("a.b")).toBe(true);
    expect(words.has("a")).toBe(false);
    expect(words.has("toString")).toBe(false);
  });

  it("takes a variant's words in its language, else English, else any", () => {
    const words = list("a: b", "fr");
    expect(words.text({ de: "Paar", en: "Pair", fr: "Paire" })).toBe("Paire");
    expect(words.text({ de: "Paar", en: "Pair" })).toBe("Pair");
    expect(words.text({ de: "Paar" })).toBe("Paar");
    expect(
      [
        { de: "Paar", fr: "Paire" },
        { de: "Paar", en: "Pair" },
      ].map((text) => words.speaks(text)),
    ).toEqual([true, false]);
  });

  it("calls a variant's words what its own list calls them, the variant's first language deciding", () => {
    const gameWords = new Map([
      ["Pair", "Paire"],
      ["Ass", "As"],
      ["Ace", "Un"],
    ]);
    const words = list("a: b", "fr").with({ gameWords });
    expect(words.text({ de: "Paar", en: "Pair" })).toBe("Paire");
    expect(words.text({ de: "Ass", en: "Ace" })).toBe("As");
    expect(words.text({ de: "Einser", en: "Ace" })).toBe("Un");
    expect(words.text({ de: "Paar", en: "Pair", fr: "Deux pareils" })).toBe("Deux pareils");
    expect(words.text({ de: "toString", en: "Chance" })).toBe("Chance");
    expect(words.speaks({ de: "Paar", en: "Pair" })).toBe(true);
    expect(words.speaks({ de: "Drilling", en: "Triple" })).toBe(false);
  });

  it("tells whoever listens what it can't say", () => {
    const heard: string[] = [];
    const bad = readLanguage("en", "words.yaml", "a: 'x {n}'\nb: '{n, plural, one {x}'\n", true);
    if (!bad.ok) throw new Error("not read");
    const words = bad.value.with({ onUnsaid: (key) => heard.push(key) });
    expect([
      words.translate("a", { n: 1 }),
      words.translate("a"),
      words.translate("b", { n: 1 }),
      words.translate("c"),
    ]).toEqual(["x 1", "[a]", "[b]", "[c]"]);
    expect(heard).toEqual(["a", "b", "c"]);
  });

  it("reports every bad message with its place", () => {
    const found = problemsOf(
      "fine: ok\nunit:\n  points: '{n, plural, one {x}'\n  dice: '{n, plural, one {x}}'\n",
    );
    expect(found.map(({ code, place }) => [code, place?.file, place?.line, place?.col])).toEqual([
      ["bad-message", "words.yaml", 3, 11],
      ["bad-message", "words.yaml", 4, 9],
    ]);
    expect(found[0]?.message).toContain("`unit.points`");
  });

  it("reports values that are not texts, keys that stand twice, and files that are not lists", () => {
    expect(problemsOf("a: 5\nb: [x]\n").map(({ code, place }) => [code, place?.line])).toEqual([
      ["not-a-text", 1],
      ["not-a-text", 2],
    ]);
    expect(problemsOf("a: x\na: y\n").map(({ code, place }) => [code, place?.line])).toEqual([
      ["repeated-key", 2],
    ]);
    expect(problemsOf("- a\n")[0]?.code).toBe("not-a-word-list");
    expect(problemsOf("a: [")[0]?.place?.line).toBe(1);
  });

  it("is told apart from a complete one", () => {
    const found = compareLanguages(list("a: x\nc: '{n}'"), list("a: x\nb: y\nc: '{m}'"));
    expect(found.map(({ code }) => code)).toEqual(["missing-word", "other-arguments"]);
    expect(found[0]?.message).toContain("`b`");
  });
});
