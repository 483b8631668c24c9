import { describe, expect, it } from "vitest";
import { lineLabel } from "../../../src/i18n/game-words.ts";
import { rulesMarkdown } from "../../../src/print/rulebook/markup.ts";
import type { Game } from "../../../src/rules/game/game.ts";
import { listCategories, houseRulesInForce } from "../../../src/rules/game/rows.ts";
import { listSheetLines } from "../../../src/rules/sums/sum-graph.ts";
import { SHIPPED, shippedGame } from "../../support/games.ts";
import { LANGUAGES, language } from "../../support/languages.ts";
import { shippedTemplates } from "../../support/templates.ts";

/*
 * What every rule sheet must hold to, whichever house rule was chosen: it speaks of nothing that this game does not have, says nothing
 * twice, and offers nothing as another way that is in force.
 */

/** The defaults, and every other choice of every option on its own. */
function choicesOf(id: string): Record<string, string>[] {
  const others = shippedGame(id).options.flatMap((option) =>
    option.choices
      .filter((choice) => choice.id !== option.default)
      .map((choice) => ({ [option.id]: choice.id })),
  );
  return [{}, ...others];
}

function rules(game: Game, code: string): string {
  const written = rulesMarkdown(game, language(code), shippedTemplates(code, "rules"));
  if (!written.ok) throw new Error("no rules");
  return written.value.replaceAll("\u00a0", " ").replaceAll("\u00ad", "");
}

const QUOTED = /[„“”]([^„“”]+)[“”]/gu;
const DOUBLED = /(?<![\p{L}\p{N}])(\p{L}{2,}) \1(?![\p{L}\p{N}])/giu;

/** What a game calls its boxes, lines, columns and sections, and how boxes are struck. */
function namesIn(game: Game, code: string): Set<string> {
  const words = language(code);
  const labels = [...listCategories(game), ...game.columns, ...game.sections].map(({ label }) =>
    words.text(label),
  );
  const lines = listSheetLines(game).map(({ id }) => lineLabel(game, words, id));
  return new Set([...labels, ...lines, ...game.strike.marks].map((name) => name.replaceAll("\u00a0", " ")));
}

/** A game under some choices, with its rules as one language tells them. */
interface Told {
  readonly choices: string;
  readonly game: Game;
  readonly text: string;
}

const told = new Map<string, readonly Told[]>();

/** A game under each of its choices, told once for all questions about it. */
function everyChoice(id: string, code: string): readonly Told[] {
  const key = `${id} ${code}`;
  const known =
    told.get(key) ??
    choicesOf(id).map((choices) => {
      const game = shippedGame(id, choices);
      return { choices: JSON.stringify(choices), game, text: rules(game, code) };
    });
  told.set(key, known);
  return known;
}

describe.each(SHIPPED)("the rules of %s, whichever option is chosen", (id) => {
  it.each(LANGUAGES)("name only boxes and lines that there are, in %s", (code) => {
    for (const { choices, game, text } of everyChoice(id, code)) {
      const names = namesIn(game, code);
      // What the rules of another choice are called may name what this game does not have.
      const body = text.split("\n").filter((line) => !line.startsWith("- **"));
      const quoted = [...body.join("\n").matchAll(QUOTED)].map(([, name = ""]) => name);
      expect(quoted.length).toBeGreaterThan(1);
      expect(
        quoted.filter((name) => !names.has(name)),
        choices,
      ).toEqual([]);
    }
  });

  it.each(LANGUAGES)("say no word twice and nothing that is no word, in %s", (code) => {
    for (const { choices, text } of everyChoice(id, code)) {
      expect(
        [...text.matchAll(DOUBLED)].map(([words]) => words),
        choices,
      ).toEqual([]);
      expect(text).not.toMatch(/undefined|null|NaN|\{|\}|\.\.|,,| ,| \.(?!\d)/u);
    }
  });

  it.each(LANGUAGES)("tell the choice in force, and only the others as other ways, in %s", (code) => {
    for (const { choices, game, text } of everyChoice(id, code)) {
      for (const { id: option, label, choices: all, chosen } of houseRulesInForce(game)) {
        const words = language(code);
        const name = `- **${words.text(label)}:** `.replaceAll("\u00a0", " ");
        const lines = text.split("\n").filter((line) => line.startsWith(name));
        const said = (wanted: boolean) =>
          all
            .filter((choice) => (choice.id === chosen) === wanted)
            .map((choice) => words.text(choice.label).replaceAll("\u00a0", " "));
        const where = `${option}: ${choices}`;
        expect(lines, where).toHaveLength(2);
        for (const choice of said(true)) expect(lines[0]?.slice(name.length), where).toBe(`${choice}.`);
        for (const choice of said(false)) expect(lines[1], where).toContain(`${choice}.`);
      }
    }
  });
});
