import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readLanguage } from "../../../src/i18n/read-language.ts";
import { escapeMarkdown, rulesMarkdown } from "../../../src/print/rulebook/markup.ts";
import type { Game } from "../../../src/rules/game/game.ts";
import { listWordings } from "../../../src/i18n/game-words.ts";
import { someOf } from "../../support/cases.ts";
import { gameFrom, SHIPPED, shippedGame } from "../../support/games.ts";
import { calledSo } from "../../support/labels.ts";
import { LANGUAGES, language } from "../../support/languages.ts";
import { shippedText } from "../../support/pads.ts";
import { shippedTemplates } from "../../support/templates.ts";
import { COLUMN_FACTS } from "./column-facts.ts";
import { FACTS } from "./facts.ts";
import { FAMILY_FACTS } from "./family-facts.ts";

const ALL_FACTS = [...FACTS, ...FAMILY_FACTS, ...COLUMN_FACTS];

function markdown(game: Game, code: string): string {
  const written = rulesMarkdown(game, language(code), shippedTemplates(code, "rules"));
  if (!written.ok) throw new Error(written.problems.map(({ message }) => message).join("\n"));
  return written.value;
}

const written = new Map<string, string>();

/** The rules of a shipped game; each is made once, however many tests read it. */
function shippedRules(id: string, code: string, choices: Readonly<Record<string, string>> = {}): string {
  const key = JSON.stringify([id, code, choices]);
  const text = written.get(key) ?? markdown(shippedGame(id, choices), code);
  written.set(key, text);
  return text;
}

/** Without Markdown's signs, and with ordinary spaces. */
function plain(text: string): string {
  return text.replaceAll("\u00a0", " ").replace(/\*\*|~~|\\/g, "");
}

describe("what the rules tell", () => {
  it("is asked of every game", () => {
    expect(new Set(ALL_FACTS.map(({ game }) => game))).toEqual(new Set(SHIPPED));
    expect(FACTS.length).toBeGreaterThan(130);
  });

  it.each(ALL_FACTS.map((fact) => [`${fact.game}: ${fact.fact}`, fact] as const))("%s", (_, fact) => {
    expect(plain(shippedRules(fact.game, "de", fact.choices))).toContain(fact.de);
    expect(plain(shippedRules(fact.game, "en", fact.choices))).toContain(fact.en);
  });
});

/** Every shipped game under every single choice of its options, in one language after the other. */
const CHOICES = SHIPPED.flatMap((id) =>
  shippedGame(id).options.flatMap((option) =>
    option.choices.map((choice) => [id, option.id, choice.id] as const),
  ),
).map((choice, at) => [...choice, LANGUAGES[at % LANGUAGES.length] ?? "de"] as const);

describe("rules as Markdown", () => {
  it("are tried under many choices", () => {
    expect(CHOICES.length).toBeGreaterThan(20);
  });

  it.each(someOf(CHOICES, 4))("%s with %s=%s are whole in %s", (id, option, choice, code) => {
    const text = shippedRules(id, code, { [option]: choice });
    expect(text).not.toMatch(/\[[a-z.-]+\]|undefined|null|NaN|[\ue000-\uf8ff]| {2}|\( | \)| ,| ;|\.\./);
    // Every table row has as many cells as its head.
    for (const [table] of text.matchAll(/(?:^\|.*\|\n)+/gm)) {
      const cells = table
        .trimEnd()
        .split("\n")
        .map((row) => row.split(/(?<!\\)\|/).length);
      expect(new Set(cells).size, `${id} ${code}`).toBe(1);
    }
  });

  it.each(SHIPPED)("of %s are the same each time", (id) => {
    expect(markdown(shippedGame(id), "de")).toBe(shippedRules(id, "de"));
  });

  it.each(SHIPPED)("of %s never part a number from its noun", (id) => {
    const nouns =
      /\d (Würfel|Würfe|Wurf|Punkte?n?|Runden?|Felder|Feld|Spalten?|Spieler|points?|dice|die|turns?|boxes|columns)\b/;
    const notes = shippedGame(id).notes.flatMap(({ text }) => Object.values(text));
    const options = shippedGame(id).options.flatMap(({ choices }) =>
      choices.flatMap(({ label }) => Object.values(label).map((words) => words.replace(/^.*?: ./, ""))),
    );
    for (const code of LANGUAGES) {
      // A variant's own words are not ours to space.
      const ours = [...notes, ...options]
        .sort((a, b) => b.length - a.length)
        .reduce((text, words) => text.replaceAll(words, ""), shippedRules(id, code));
      expect(ours).not.toMatch(nouns);
    }
  });

  it.each(SHIPPED)("of %s are set with the language's quotation marks", (id) => {
    expect(shippedRules(id, "de")).not.toMatch(/["”]/);
    expect(shippedRules(id, "en")).not.toMatch(/["„]/);
  });

  it("are written in any language that has a word list and templates", () => {
    const file = new URL("../../../templates/en/words.yaml", import.meta.url);
    const dutch = readLanguage("nl", "words.yaml", readFileSync(file, "utf8"));
    if (!dutch.ok) throw new Error("no word list");
    const templates = shippedTemplates("en", "rules");
    const game = shippedGame("edencity-yatzy");
    const gameWords = new Map(listWordings(game).map(({ text }) => [text.en ?? "", text.en ?? ""]));
    const text = rulesMarkdown(game, dutch.value.with({ gameWords }), templates);
    expect(text.ok && text.value).toContain("| 2 | 5,00 | 4,50 | +2,00 |");
  });

  it("show dice as figures, the hit in bold and the die left out struck through", () => {
    const text = markdown(shippedGame("doppel-yatzy"), "de");
    expect(text).toContain("| **3-3-3**-6-6-~~1~~ |");
    expect(text).toContain("| 6-6-~~4~~-3-3-3 |");
  });
});

describe("what the rule sheet says of the pad", () => {
  const SHEETS = SHIPPED.flatMap((id) =>
    LANGUAGES.map((code) => ({
      text: plain(shippedRules(id, code)),
      pad: shippedText(shippedGame(id), code),
      id: `${id} (${code})`,
    })),
  );

  it("speaks of ticks for extra points exactly where the pad draws them", () => {
    const drawn = SHEETS.filter(({ pad: { rows } }) =>
      rows.some((row) => row.kind === "line" && row.tally !== undefined),
    );
    expect(drawn.length).toBeGreaterThan(9);
    const said = SHEETS.filter(({ text }) =>
      /tick a small box|ein Kästchen an \(sind|i en liten ruta på raden/.test(text),
    );
    expect(said.map(({ id }) => id)).toEqual(drawn.map(({ id }) => id));
  });

  it("explains the goals of number boxes exactly where the pad shows them", () => {
    const shown = SHEETS.filter(({ pad: { rows } }) =>
      rows.some((row) => row.kind === "box" && /^(goal|Ziel|mål) \d/.test(row.hint ?? "")),
    );
    expect(shown.length).toBeGreaterThan(30);
    const said = SHEETS.filter(({ text }) =>
      /the goals on the pad|die Ziele auf dem Block|målen på blocket/.test(text),
    );
    expect(said.map(({ id }) => id)).toEqual(shown.map(({ id }) => id));
  });
});

describe("rules that no shipped game has", () => {
  const told = (yaml: string, code: string) =>
    plain(markdown(gameFrom(`id: test\nextends: kniffel-core\nname: {de: Test, en: Test}\n${yaml}`), code));

  it.each([
    ["turn: {rolls: 2, stop_early: false}", "Du wirfst zweimal, zuerst", "Früher aufhören darfst du nicht."],
    [
      "turn: {rolls: 1}",
      "Du wirfst ein einziges Mal, mit allen fünf Würfeln.",
      "Dann trägst du dein Ergebnis",
    ],
    ["players: {min: 2, max: 6}", "2 bis 6 Spieler", ""],
    ["players: {min: 3}", "ab 3 Spielern", ""],
    [
      "strike: {voluntary: false, marks: [X, /, '0']}",
      "„X“, „/“ oder „0“ hinein",
      "nur, wenn wirklich nichts passt",
    ],
    ["ranking: {order: lowest}", "möglichst wenige Punkte", "die wenigsten Punkte hat, gewinnt"],
    [
      "columns: {main: {order: down}}",
      "nur von oben nach unten, angefangen bei „Einser“",
      "Die Reihenfolge gilt auch",
    ],
    [
      "dice: {count: 7, keep: 5}",
      "immer genau fünf Würfel, gleich für welches Feld; zwei lässt du weg. Welche,",
      "sind nur die gewerteten Würfel gemeint.",
    ],
    [
      "categories: {chance: {strike: never}}",
      "„Chance“ wird nie gestrichen.",
      "Dieses Feld darf nicht gestrichen werden.",
    ],
    [
      "categories: {large: {score: {by_roll: [66, 56, 46]}}}",
      "66 Punkte im ersten Wurf, 56 im zweiten, 46 im dritten",
      "",
    ],
    ["categories: {five: {served: 80}}", "mit allen Würfeln in einem einzigen Wurf, 80 Punkte", ""],
  ])("%s", (yaml, ...sentences) => {
    for (const sentence of sentences) expect(told(yaml, "de")).toContain(sentence);
    expect(told(yaml, "en").length).toBeGreaterThan(1000);
  });

  it("tell columns that count more than once, and fill from elsewhere", () => {
    const text = told(
      "columns:\n  main: null\n  i: {label: {de: Rein, en: In}, order: inward, multiplier: 2}\n  o: {label: {de: Raus, en: Out}, order: {outward: [sixes, three]}}\n",
      "de",
    );
    expect(text).toContain(
      "Rein: nur von den beiden Enden zur Mitte, ohne ein Feld auszulassen; die Spalte zählt doppelt",
    );
    expect(text).toContain("Raus: von „Sechser“ nach oben und von „Dreierpasch“ nach unten");
    expect(text).toContain(
      "„Summe der Spalte“ ist „Gesamt oben“ + „Summe unten“. Jede „Spaltensumme“ ist „Summe der Spalte“, in der Spalte „Rein“ mal 2; „Gesamtsumme“ ist die Summe dieser zwei Zahlen.",
    );
  });

  it.each([
    ["de", "„Gesamtsumme“ ist 3 mal („Gesamt oben“ + „Summe unten“)."],
    ["en", "“Grand total” is 3 times (“Upper total” + “Lower sum”)."],
  ])("tell an only column that counts more than once, in %s", (code, sentence) => {
    expect(told("columns: {main: {multiplier: 3}}", code)).toContain(sentence);
  });

  it("tell a joker that must go to its own number first", () => {
    const text = told(
      "repeats: {of: five, bonus: 100, bonus_if: {box: scored}, joker: {upper: own, upper_value: normal, upper_first: true, lower: any, lower_value: as_if_matched, if: {box: filled}}}",
      "en",
    );
    expect(text).toContain("is also a joker if the ");
    expect(text).toContain("in the box for the number rolled, if that is still open;");
    expect(text).toContain(
      "otherwise in any open box under “Lower section”, as if you had rolled what it asks for.",
    );
    expect(text).not.toContain("like any other roll");
  });

  it("tell a joker that waits for its own number", () => {
    const text = told(
      "repeats: {of: five, bonus: 50, bonus_if: {box: filled, own_number: free}, joker: {upper: own, upper_value: normal, lower: any, lower_value: as_if_matched, if: {box: filled, own_number: filled}}}",
      "de",
    );
    expect(text).toContain("und das der geworfenen Zahl noch frei ist");
    expect(text).toContain("und das der geworfenen Zahl");
    expect(text).not.toContain("- in das Feld der geworfenen Zahl");
  });
});

describe("a variant's words", () => {
  const HOSTILE = "<script>alert(1)</script> | **x** # [a](http://b) `c` _d_ {{name}} &lt; 1. ~~e~~ \\";
  it("are shown as they are in Markdown", () => {
    const text = markdown(calledSo(shippedGame("yazzo"), HOSTILE), "en");
    const unescaped = text.replace(/\\([\\`*_[\]<>|~&:])/g, "$1");
    expect(unescaped).toContain(`# ${HOSTILE}\n`);
    expect(text).toContain("\\<script\\>");
    expect(text).not.toContain("<script>");
    expect(markdown(calledSo(shippedGame("yazzo"), "# Titel"), "de")).toMatch(/^# \\# Titel$/m);
  });

  it("keep what needs no escape", () => {
    for (const words of ["5er-Straße", "1. Teil", "2,50 ℂ", "+4", "- a", "Anna & Ben", "3 + 2"]) {
      expect(escapeMarkdown(words).replace("\ue002", "")).toBe(words);
    }
  });

  it("cannot break a line or forge dice", () => {
    expect(escapeMarkdown("a\n\n# b\u2028c")).toBe("a # b c");
    expect(escapeMarkdown("\ue0001,2\ue001")).toBe("1,2");
  });
});
