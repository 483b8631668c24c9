import { describe, expect, test } from "vitest";
import {
  catalogue,
  chooseCategories,
  type Fitting,
  filterFittingOffers,
} from "../../../src/authoring/scaffold/catalogue.ts";
import {
  type NewGameDecisions,
  freshText,
  buildNameText,
} from "../../../src/authoring/scaffold/extending.ts";
import { lintVariantFile } from "../../../src/authoring/lint/lint.ts";
import { showProblems } from "../../../src/rules/problem/problem.ts";
import { KEYS } from "../../../src/rules/variant/parts/variant.ts";
import { gameFrom, SHIPPED, shippedFiles } from "../../support/games.ts";
import { language } from "../../support/languages.ts";
import { uncommentedOneByOne } from "../../support/uncomment.ts";

const ALL = catalogue(SHIPPED, shippedFiles);
const START = {
  id: "my-game",
  name: buildNameText("my-game", [language("de"), language("en")]),
  file: "my-game.yaml",
  schema: "variant.schema.json",
};

function offersFor(count: number, rolls = 3): Fitting[] {
  return filterFittingOffers(ALL, KEYS.dice.parse({ count }), rolls);
}

function chosen(words: string, count = 5): Fitting[] {
  const read = chooseCategories(words.split(","), offersFor(count));
  if (!read.ok) throw new Error(showProblems(read.problems));
  return read.value;
}

function textFor(decisions: Partial<NewGameDecisions>): string {
  const columns = ["free"] as const;
  const usual = { dice: 5, rolls: 3, columns, categories: chosen("ones,twos,chance"), bonus: null };
  return freshText(START, { ...usual, ...decisions }, [language("de"), language("en")]);
}

function problemsOf(text: string): string {
  return showProblems(lintVariantFile(START.file, text, shippedFiles).problems);
}

describe("the catalogue", () => {
  test("has each pair of dice and worth once, number boxes and chance among the first", () => {
    const worths = ALL.map(({ rule: { label: _, ...rule } }) => JSON.stringify(rule));
    expect(new Set(worths).size).toBe(worths.length);
    expect(new Set(ALL.map(({ word }) => word)).size).toBe(ALL.length);
    const first = ALL.slice(0, 8).map(({ word }) => word);
    expect(first).toEqual(expect.arrayContaining(["ones", "sixes", "chance"]));
  });

  test("calls a category as most games do, and knows it by its other names", () => {
    const chance = ALL.find(({ word }) => word === "chance");
    expect(chance?.names).toEqual(expect.arrayContaining(["chance", "choice", "maximum"]));
    expect(chosen("choice,ones").map(({ id }) => id)).toEqual(["chance", "ones"]);
  });

  test("offers only what the dice can show", () => {
    const words = (count: number) => offersFor(count).map(({ word }) => word);
    expect(words(5)).not.toContain("three_pairs");
    expect(words(6)).toContain("three_pairs");
    expect(words(1)).toContain("ones");
  });

  test("refuses what it does not know, and two boxes of one name", () => {
    const codes = (words: string) => {
      const read = chooseCategories(words.split(","), offersFor(5));
      return read.ok ? [] : read.problems.map(({ code, hint }) => `${code}: ${hint}`);
    };
    expect(codes("ones,chanse")).toEqual(["unknown-category: did you mean `chance`?"]);
    expect(codes("ones,ones")).toEqual(["category-twice: leave out one of them"]);
    expect(codes("three_pairs,nothing")).toHaveLength(2);
  });
});

describe("a game of its own", () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8])(
    "has no problem with %i dice and everything that fits them",
    (count) => {
      const offers = offersFor(count);
      const kept = offers.filter(
        (offer, at) =>
          chooseCategories(
            [...offers.slice(0, at), offer].map(({ word }) => word),
            offers,
          ).ok,
      );
      const columns = (["free", "down", "up", "inward"] as const).slice(0, 1 + (count % 4));
      const text = textFor({ dice: count, columns, categories: kept });
      const game = gameFrom(text);
      expect(game.dice.dice).toHaveLength(count);
      expect(game.columns.map(({ order }) => order.kind)).toEqual(columns);
      expect(game.sections.flatMap(({ categories }) => categories)).toHaveLength(kept.length);
    },
  );

  test("has no problem and no oddity with boxes that go together", () => {
    const categories = chosen(
      "ones,twos,threes,fours,fives,sixes,pair,two_pairs,full_house,large,chance,yatzy",
    );
    const text = textFor({ columns: ["down", "free", "up"], categories });
    expect(problemsOf(text)).toBe("");
    expect(gameFrom(text).players.sheet).toBe("own");
  });

  test("puts number boxes into a section of their own, in their order", () => {
    const game = gameFrom(textFor({ categories: chosen("chance,threes,ones") }));
    const rows = game.sections.map(({ id, categories }) => [id, categories.map((c) => c.id)]);
    expect(rows).toEqual([
      ["upper", ["ones", "threes"]],
      ["lower", ["chance"]],
    ]);
  });

  test("says in every language what its sections and columns are called", () => {
    const game = gameFrom(textFor({}));
    expect(game.sections.map(({ label }) => label)).toEqual([
      { de: "Oberer Teil", en: "Upper section" },
      { de: "Unterer Teil", en: "Lower section" },
    ]);
  });

  test("offers a bonus and one column more, each without a problem when it is taken", () => {
    const text = textFor({ categories: chosen("ones,twos,threes,fours,fives,sixes,chance") });
    const offers = uncommentedOneByOne(text);
    expect([...offers.keys()].map((line) => line.split(":")[0])).toEqual(["tiers", "inward"]);
    for (const [line, taken] of offers) expect(problemsOf(taken), line).toBe("");
    expect(gameFrom([...offers.values()][0] ?? "").sections[0]?.tiers).toEqual([{ from: 63, add: 35 }]);
  });
});
