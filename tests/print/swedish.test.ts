import { describe, expect, it } from "vitest";
import { padText } from "../../src/print/pad/pad-text.ts";
import { rulesMarkdown } from "../../src/print/rulebook/markup.ts";
import { gameFrom, SHIPPED, shippedGame } from "../support/games.ts";
import { language } from "../support/languages.ts";
import { bad, good, padTemplates } from "../support/pads.ts";
import { shippedTemplates } from "../support/templates.ts";

const sv = language("sv");

function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

describe("what is printed in a language that variants need not speak", () => {
  it.each(SHIPPED)("has no word of another from top to bottom: %s", (id) => {
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

  it("is nothing of a variant that lacks some of its words, which are told", () => {
    const game = gameFrom(
      "id: test\nextends: yatzy\nname: {de: Unser Yatzy, en: Our Yatzy}\ncategories:\n  pair: {label: {de: Zwilling, en: Twins}}\n  chance: {label: {de: Egal, en: Whatever}}\n",
    );
    for (const result of [
      padText(game, sv, padTemplates("sv")),
      rulesMarkdown(game, sv, shippedTemplates("sv", "rules")),
    ]) {
      const [problem, ...others] = bad(result);
      expect(others).toEqual([]);
      expect(problem?.code).toBe("untranslated");
      expect(problem?.message).toBe(
        "`test` lacks words in `sv` for `categories.pair.label`, `categories.chance.label`",
      );
      expect(problem?.hint).toContain("`augenblock lint <variant> --words sv`");
    }
    expect(padText(game, language("de"), padTemplates("de")).ok).toBe(true);
  });
});
