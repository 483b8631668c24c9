import { describe, expect, it } from "vitest";
import { houseRulesInForce, countGameTurns, listCategories } from "../../../src/rules/game/rows.ts";
import { rulesMarkdown } from "../../../src/print/rulebook/markup.ts";
import { rulesView } from "../../../src/print/rulebook/view/rules-view.ts";
import { readBlockFile } from "../../../src/print/pad/block-file.ts";
import type { Game } from "../../../src/rules/game/game.ts";
import { readVariant } from "../../../src/rules/variant/read-variant.ts";
import { SHIPPED, shippedFiles, shippedGame } from "../../support/games.ts";
import { LANGUAGES, language } from "../../support/languages.ts";
import { good } from "../../support/results.ts";
import { shippedTemplates } from "../../support/templates.ts";

/** A rule sheet with ordinary spaces. */
function sheet(game: Game, code: string, hasAlternatives = true): string {
  const templates = shippedTemplates(code, "rules");
  const text = good(rulesMarkdown(game, language(code), templates, undefined, { hasAlternatives }));
  return text.replaceAll("\u00a0", " ");
}

const SHEETS = SHIPPED.flatMap((id) =>
  LANGUAGES.map((code) => {
    const game = shippedGame(id);
    return { id, code, game, text: sheet(game, code) };
  }),
);

describe("rule sheets", () => {
  it("begin with a line that says what is played with, and by whom, and tell the number of turns nowhere else", () => {
    expect(SHEETS.length).toBeGreaterThan(40);
    for (const { code, game, text } of SHEETS) {
      const words = language(code);
      const turns = words.translate("unit.turns", { n: countGameTurns(game) }).replaceAll("\u00a0", " ");
      expect(text.split("\n")[2]).toContain(` · ${turns} · `);
      const [n = "", noun = ""] = turns.split(" ");
      const written = words.translate("numerals").split(" ")[Number(n)] ?? n;
      expect(text.match(new RegExp(`\\b(?:${n}|${written}) ${noun}`, "giu"))).toHaveLength(1);
    }
  });

  it("name age and length where the game does", () => {
    const own = `id: own\nextends: yatzy\nplayers: { min: 2, sheet: shared, age: 8, minutes: 30 }\n`;
    const game = good(readVariant("own.yaml", own, shippedFiles));
    const line = (code: string) => sheet(game, code).split("\n")[2];
    expect(line("en")).toBe("5 dice · 3 rolls · 15 turns · 2 or more players, ages 8+, 30 minutes");
    expect(line("de")).toBe("5 Würfel · 3 Würfe · 15 Runden · ab 2 Spielern, ab 8 Jahren, 30 Minuten");
    expect(line("sv")).toBe("5 tärningar · 3 kast · 15 omgångar · minst 2 spelare, från 8 år, 30 minuter");
  });

  it("have their sections in the same order in all games", () => {
    for (const code of LANGUAGES) {
      const orders = SHEETS.filter((one) => one.code === code).map(({ text }) =>
        [...text.matchAll(/^## (.*)$/gm)].map(([, heading = ""]) => heading),
      );
      expect(new Set(orders.flat()).size).toBeGreaterThan(10);
      const pairs = orders.flatMap((all) =>
        all.flatMap((a, at) => all.slice(at + 1).map((b) => `${a}|${b}`)),
      );
      const known = new Set(pairs);
      for (const pair of known) expect(known.has(pair.split("|").toReversed().join("|")), pair).toBe(false);
    }
  });

  it("tell of another best roll only where a rule is about it", () => {
    const isAbout = ({ repeats, notes }: Game) =>
      (repeats?.bonus ?? 0) > 0 ||
      (repeats?.joker ?? null) !== null ||
      notes.some(({ at }) => at === "repeats");
    expect(new Set(SHEETS.map(({ game }) => isAbout(game))).size).toBe(2);
    for (const { code, game, text } of SHEETS) {
      const { repeats } = rulesView(game, language(code));
      expect(repeats !== null && text.includes(`## ${repeats.heading}\n`)).toBe(isAbout(game));
    }
  });

  it("never give the name of a box as its rule", () => {
    let seen = 0;
    for (const { text } of SHEETS)
      for (const [, name = "", rule = ""] of text.matchAll(/^\| \*\*(.+?)\*\* \| [^|]+ \| (.+?)[;.,(]/gm)) {
        seen++;
        if (/[;,(]/.test(text.slice(text.indexOf(`**${name}**`)).split("|")[2] ?? ""))
          expect(rule.toLowerCase()).not.toBe(`${name.toLowerCase()}.`);
        else expect(rule.toLowerCase()).not.toBe(name.toLowerCase());
      }
    expect(seen).toBeGreaterThan(SHEETS.length);
  });

  it("never say again what the name of a column says", () => {
    let seen = 0;
    for (const { code, game, text } of SHEETS) {
      const labels = game.columns.map(({ label }) => language(code).text(label).replaceAll("\u00a0", " "));
      for (const [, name = "", rule = ""] of text.matchAll(/^- \*\*(.+?):\*\* (.+)$/gm)) {
        // A name of one word may well be part of another.
        if (!labels.includes(name) || !name.includes(" ")) continue;
        expect(rule.toLowerCase()).not.toContain(name.toLowerCase());
        seen++;
      }
    }
    expect(seen).toBeGreaterThan(3);
  });

  it("write names of boxes small inside an English or Swedish sentence, except those of the game", () => {
    const list = (id: string, code: string, after: string) =>
      new RegExp(`${after} (.*?)\\.`).exec(
        sheet(shippedGame(id), code)
          .split("\n")
          .find((line) => line.startsWith("| **Yatzy**")) ?? "",
      )?.[1];
    expect(list("yatzy", "en", "Also counts as")).toMatch(/^one pair, two pairs, three of a kind/);
    expect(list("yatzy", "sv", "Räknas även som")).toMatch(/^ett par, två par, tretal/);
    expect(list("yatzy-deluxe", "de", "Gilt auch als")).toMatch(/^Drei Paare/);
  });

  it("put an article before what a roll also counts as in English, but not before a number of dice or pips", () => {
    const named = SHEETS.filter(({ code }) => code === "en").flatMap(({ text }) =>
      [...text.matchAll(/Also counts as ([^.]*)\./g)].flatMap(([, list = ""]) => list.split(/, | or /)),
    );
    const isRight = /^(?:an? |(?:one|two|three|four|five|thirteen)\b(?!-))/u;
    expect(named.filter((name) => !isRight.test(name))).toEqual([]);
    expect(named).toContain("a full house");
  });

  it("begin a sentence with a capital also behind a bold name", () => {
    const behind = SHEETS.flatMap(({ id, code, text }) =>
      [...text.matchAll(/^\*\*[^*]+:\*\* (.*\.)$/gmu)].map(
        ([, sentence = ""]) => `${id} ${code}: ${sentence}`,
      ),
    );
    expect(behind.length).toBeGreaterThan(20);
    expect(behind.filter((one) => !/: [\p{Lu}\d„“”«(]/u.test(one))).toEqual([]);
  });

  it("say how many dice count where more may be alike, with points on top, too", () => {
    const rules = (code: string) =>
      ["three", "two_pairs"].map((row) => sheet(shippedGame("yamb", { more_rows: row }), code)).join("\n");
    expect(rules("en")).toMatch(/alike; 40 points plus the pips of four of them\./);
    expect(rules("en")).toMatch(/alike; 20 points plus the pips of three of them\./);
    expect(rules("en")).toMatch(/; 10 points plus the pips of these four\./);
    expect(rules("de")).toMatch(/Gleiche; 40 Punkte und dazu die Augen von vier dieser Würfel\./);
    expect(rules("de")).toMatch(/; 10 Punkte und dazu die Augen dieser vier\./);
    expect(rules("sv")).toMatch(/lika; 40 poäng plus ögonen på fyra av dem\./);
    expect(rules("sv")).toMatch(/; 10 poäng plus ögonen på dessa fyra\./);
    const vague = /(?:alike|Gleiche|lika); \d+ .*(?:these pips|diese Augen|dessa ögon)/;
    for (const { id, code, text } of SHEETS) expect(vague.exec(text)?.[0], `${id} ${code}`).toBeUndefined();
  });

  it("say that all pips count where no die is left over", () => {
    const rule = (code: string, name: string) =>
      sheet(shippedGame("yatzy"), code)
        .split("\n")
        .find((line) => line.startsWith(`| **${name}**`));
    expect(rule("de", "Full House")).toContain("; alle Augen zählen.");
    expect(rule("de", "Drilling")).toContain("; nur drei davon zählen.");
    expect(rule("en", "Full house")).toContain("; add up all pips.");
  });
});

/** What comes before names of boxes and columns in sentences, and what may follow one without quotation marks. */
const NAMED: Readonly<Record<string, readonly [before: string, after: string]>> = {
  de: ["Feld(?:e[rsn]*)?|Spalten?|bei|Bei|[Ff]ür|unter|und", "\\p{L}|-"],
  en: ["in|under|with|than|as in|For|for|from|Keep|and", " ?(?:box|column|\\d)|\\p{L}| and"],
  sv: ["[Rr]utan|[Kk]olumnen|[iI]|än|under|[Ff]ör|med början på|och", "\\p{L}"],
};

it.each(Object.entries(NAMED))(
  "names of boxes and columns in %s sentences are in quotation marks, but for “the Extra box”",
  (code, [before, after]) => {
    let [bare, marked] = [[] as string[], 0];
    for (const { id, game, text } of SHEETS.filter((one) => one.code === code)) {
      // Names in bold head what is said of them, and a cell of a table has its own.
      const sentences = text.replaceAll(/^#+ .*$|\*\*[^*]+\*\*|(?<=\| )[^.|“”„]+(?= \|)/gmu, "");
      for (const { label } of [...listCategories(game), ...game.columns]) {
        const name = language(code).text(label);
        if (!/^\p{Lu}\p{Ll}/u.test(name)) continue;
        const words = new RegExp(`(?<!\\p{L})(?:${before}) ${name}(?!${after}).{0,20}`, "gu");
        bare.push(...[...sentences.matchAll(words)].map(([found]) => `${id}: ${found}`));
        marked += sentences.split(language(code).translate("quoted", { name })).length - 1;
      }
      expect(text).not.toMatch(/” (?:box|column)/u);
    }
    expect(bare).toEqual([]);
    expect(marked).toBeGreaterThan(20);
  },
);

describe("house rules on a rule sheet", () => {
  const cells = (line: string) => line.split(" | ").map((cell) => cell.replace(/^\| | \|$/g, ""));

  it("stand in one table with what else is possible", () => {
    const playing = SHEETS.filter(({ game }) => houseRulesInForce(game).length > 0);
    expect(playing.length).toBeGreaterThan(10);
    for (const { code, game, text } of playing) {
      const words = language(code);
      const rows = text.slice(text.indexOf(words.translate("rules.others"))).split("\n");
      for (const { label, choices, chosen } of houseRulesInForce(game)) {
        const row = rows.find((line) =>
          line.startsWith(`| **${words.text(label).replaceAll("\u00a0", " ")}** |`),
        );
        const [, here = "", also = ""] = cells(row ?? "");
        for (const { id, label: way } of choices) {
          const told = words.text(way).replaceAll("\u00a0", " ").slice(1);
          expect(id === chosen ? here : also).toContain(told);
        }
      }
    }
  });

  it("leave out what is not played if so asked, also by a block file", () => {
    const lonely = (code: string) => sheet(shippedGame("yazzo"), code, false);
    for (const code of LANGUAGES) {
      const also = language(code).translate("rules.options.also");
      expect(sheet(shippedGame("yazzo"), code)).toContain(also);
      expect(lonely(code)).not.toContain(also);
    }
    expect(lonely("en")).toContain("- **Bonus steps:** Only the higher one counts.");
    expect(lonely("en")).not.toContain("Both count");
    const block = good(readBlockFile("block.yaml", "block: yazzo\nalternatives: false\n"));
    expect(block.flags.alternatives).toBe(false);
  });
});
