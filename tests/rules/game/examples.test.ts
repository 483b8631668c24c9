import { describe, expect, it } from "vitest";
import type { Pattern } from "../../../src/rules/dice/pattern.ts";
import { chooseExample, findImplications } from "../../../src/rules/game/examples.ts";
import type { Category, Example, Game } from "../../../src/rules/game/game.ts";
import { mostRepeats, holdsRepeat } from "../../../src/rules/game/repeats.ts";
import { listCategories, findCategory } from "../../../src/rules/game/rows.ts";
import { gameFrom, shippedGame } from "../../support/games.ts";

describe("what counts as something else too", () => {
  it("leaves out numbers, boxes for any dice and boxes that no dice fill", () => {
    const core = gameFrom("id: test\nextends: kniffel-core\nname: {de: T, en: T}\n");
    const never: Readonly<Record<string, Pattern>> = {
      large: { kind: "none" },
      small: { kind: "sum", eq: null, min: 31, max: null },
    };
    const sections = core.sections.map((section) => ({
      ...section,
      categories: section.categories.map((one) => ({ ...one, pattern: never[one.id] ?? one.pattern })),
    }));
    expect(Object.fromEntries(findImplications({ ...core, sections }))).toEqual({
      four: ["three"],
      full_house: ["three"],
      five: ["three", "four"],
    });
  });

  it("is in Yatzy-Deluxe just what its rules list", () => {
    expect(Object.fromEntries(findImplications(shippedGame("yatzy-deluxe")))).toEqual({
      full_house: ["three_pairs"],
      straight: ["straight5"],
      yatzy: ["three_pairs", "two_triples", "full_house", "yatzy5"],
    });
  });

  it("follows the options", () => {
    expect(findImplications(shippedGame("yatzy")).get("four")).toEqual(["pair", "two_pairs", "three"]);
    expect(findImplications(shippedGame("yatzy", { same_face_groups: "strict" })).get("four")).toEqual([
      "pair",
      "three",
    ]);
  });
});

/** "1 1 5 5 5: 1 1 = 2" with the roll, the dice that make the pattern, and the score; with the face left out in brackets. */
const FIFTY: Category["score"] = { kind: "formula", formula: { kind: "number", value: 50 } };
const FIVE_PIPS: Pattern = { kind: "sum", eq: 5, min: null, max: null };
const SIXES: Example = { category: "chance", roll: [6, 6, 6, 6, 6], drop: null, score: 30 };

/** The game with something else about its box for any roll. */
function withChance(game: Game, change: Partial<Category>): Game {
  const sections = game.sections.map((section) => ({
    ...section,
    categories: section.categories.map((one) => (one.id === "chance" ? { ...one, ...change } : one)),
  }));
  return { ...game, sections };
}

function shown(game: Game, category: Category | undefined): string | null {
  if (category === undefined) throw new Error("no such box");
  const example = chooseExample(game, category);
  if (example === null) return null;
  const dropped = example.dropped === null ? "" : ` (${example.dropped})`;
  return `${example.roll.join(" ")}${dropped}: ${example.hit.join(" ")} = ${example.score}`;
}

describe("the example of a box", () => {
  const doppel = shippedGame("doppel-yatzy");
  const withExample = (example: Omit<Example, "category">) => {
    const game = { ...doppel, examples: [{ ...example, category: "chance" }] };
    return shown(game, findCategory(doppel, "chance"));
  };
  const ROLL = [6, 6, 4, 3, 3, 3];

  it.each([
    ["full_house", "6 6 4 3 3 3 (4): 3 3 3 6 6 = 21"],
    ["small", "5 4 3 2 2 1 (2): 1 2 3 4 5 = 15"],
    ["extra", "1 2 3 5 6: 1 2 3 5 6 = -17"],
    ["pair", "5 5 1 2 3: 5 5 = 10"],
  ])("is the first that the variant gives, with the die left out: %s", (id, expected) => {
    expect(shown(doppel, findCategory(doppel, id))).toBe(expected);
  });

  it("leaves out the die that the example says, or one with which the score is right", () => {
    expect(withExample({ roll: ROLL, drop: 4, score: 21 })).toBe("6 6 4 3 3 3 (4): 3 3 3 6 6 = 21");
    expect(withExample({ roll: ROLL, drop: null, score: 22 })).toBe("6 6 4 3 3 3 (3): 3 3 4 6 6 = 22");
    expect(withExample({ roll: [6, 1, 1, 1, 1], drop: null, score: 10 })).toBe("6 1 1 1 1: 6 1 1 1 1 = 10");
    const examples = [null, 21].map((score) => ({ category: "chance", roll: ROLL, drop: 4, score }));
    expect(shown({ ...doppel, examples }, findCategory(doppel, "chance"))).toBe(
      "6 6 4 3 3 3 (4): 3 3 3 6 6 = 21",
    );
  });

  it("is a typical one where the variant's earns nothing or something else", () => {
    const typical = "1 2 3 5 6: 1 2 3 5 6 = 17";
    expect(withExample({ roll: ROLL, drop: null, score: null })).toBe(typical);
    expect(withExample({ roll: ROLL, drop: 4, score: 22 })).toBe(typical);
    expect(withExample({ roll: ROLL, drop: null, score: 5 })).toBe(typical);
    expect(
      shown(
        { ...doppel, examples: [{ category: "pair", roll: ROLL, drop: 4, score: 21 }] },
        findCategory(doppel, "chance"),
      ),
    ).toBe(typical);
  });

  it.each<[string, string, (game: Game) => Game]>([
    ["1 1 1 2 3: 1 1 1 2 3 = 8", "scores that can be written", (game) => withChance(game, { legal: [8] })],
    ["1 1 1 2 4: 1 1 1 2 4 = 9", "others of them", (game) => withChance(game, { legal: [9] })],
    ["1 2 3 5 6: 1 2 3 5 6 = 50", "the worth", (game) => withChance(game, { score: FIFTY, legal: [50] })],
    ["1 1 1 1 1: 1 1 1 1 1 = 5", "the pattern", (game) => withChance(game, { pattern: FIVE_PIPS })],
    ["6 6 6 6 6: 6 6 6 6 6 = 30", "the variant's own examples", (game) => ({ ...game, examples: [SIXES] })],
  ])("is %s by %s, whatever like game was asked before", (expected, _, change) => {
    const yatzy = { ...shippedGame("yatzy"), examples: [] };
    expect(shown(yatzy, findCategory(yatzy, "chance"))).toBe("1 2 3 5 6: 1 2 3 5 6 = 17");
    const changed = change(yatzy);
    expect(shown(changed, findCategory(changed, "chance"))).toBe(expected);
  });

  it("shows half of the dice of a number, few patterns at once, and pips near the middle", () => {
    const yatzy = { ...shippedGame("yatzy"), examples: [] };
    expect(listCategories(yatzy).map((category) => `${category.id}: ${shown(yatzy, category)}`)).toEqual([
      "ones: 1 1 1 5 6: 1 1 1 = 3",
      "twos: 2 2 2 4 6: 2 2 2 = 6",
      "threes: 2 3 3 3 6: 3 3 3 = 9",
      "fours: 1 4 4 4 5: 4 4 4 = 12",
      "fives: 1 3 5 5 5: 5 5 5 = 15",
      "sixes: 1 2 6 6 6: 6 6 6 = 18",
      "pair: 1 1 4 5 6: 1 1 = 2",
      "two_pairs: 1 1 3 6 6: 1 1 6 6 = 14",
      "three: 1 2 5 5 5: 5 5 5 = 15",
      "four: 1 4 4 4 4: 4 4 4 4 = 16",
      "small: 1 2 3 4 5: 1 2 3 4 5 = 15",
      "large: 2 3 4 5 6: 2 3 4 5 6 = 20",
      "full_house: 1 1 5 5 5: 1 1 5 5 5 = 17",
      "chance: 1 2 3 5 6: 1 2 3 5 6 = 17",
      "yatzy: 3 3 3 3 3: 3 3 3 3 3 = 50",
    ]);
  });

  it("is the variant's own only on the right side of the middle, where one box has to be lower than the other", () => {
    const yazzo = shippedGame("yazzo");
    const withOwn = (category: string, roll: number[]) => {
      const score = roll.reduce((sum, face) => sum + face, 0);
      const examples = [{ category, roll, score, drop: null }];
      return chooseExample({ ...yazzo, examples }, findCategory(yazzo, category) as Category)?.roll === roll;
    };
    // An average hand has 17.5 pips.
    expect([withOwn("minimum", [1, 2, 3, 5, 6]), withOwn("minimum", [1, 2, 4, 5, 6])]).toEqual([true, false]);
    expect([withOwn("maximum", [1, 2, 4, 5, 6]), withOwn("maximum", [1, 2, 3, 5, 6])]).toEqual([true, false]);
  });

  it("of a number is the variant's own only if half of the dice show it", () => {
    const yatzy = shippedGame("yatzy");
    const withOwn = (roll: number[], score: number) => {
      const examples = [{ category: "fours", roll, score, drop: null }];
      return shown({ ...yatzy, examples }, findCategory(yatzy, "fours"));
    };
    expect(withOwn([4, 4, 4, 6, 2], 12)).toBe("4 4 4 6 2: 4 4 4 = 12");
    expect(withOwn([4, 4, 1, 6, 2], 8)).toBe("1 4 4 4 5: 4 4 4 = 12");
  });

  it("looks at the middle only where as many other patterns are made", () => {
    const kniffel = { ...shippedGame("kniffel"), examples: [] };
    // Two ones would be nearer to the middle, but make a full house.
    expect(shown(kniffel, findCategory(kniffel, "sixes"))).toBe("1 2 6 6 6: 6 6 6 = 18");
  });

  it("is that of the game and not of one asked about before, with other dice or other boxes that are compared", () => {
    const yazzo = { ...shippedGame("yazzo"), examples: [] };
    const minimum = (game: Game) => shown(game, findCategory(game, "minimum"));
    expect(minimum(yazzo)).not.toBe(minimum({ ...yazzo, constraints: [] }));
    const yatzy = { ...shippedGame("yatzy"), examples: [] };
    const fours = (game: Game) => shown(game, findCategory(game, "fours"));
    expect(fours(yatzy)).toBe("1 4 4 4 5: 4 4 4 = 12");
    expect(fours({ ...yatzy, dice: shippedGame("yatzy-deluxe").dice })).toBe("1 2 4 4 4 6: 4 4 4 = 12");
  });

  it("shows half of an even number of dice, and nothing where no dice make the pattern", () => {
    const deluxe = { ...shippedGame("yatzy-deluxe"), examples: [] };
    expect(shown(deluxe, findCategory(deluxe, "fours"))).toBe("1 2 4 4 4 6: 4 4 4 = 12");
    const extra = shippedGame("doppel-yatzy", { extra: "strike" });
    expect(shown(extra, findCategory(extra, "extra"))).toBe(null);
  });
});

describe("further Yahtzees", () => {
  const game = shippedGame("yahtzee-block");
  const box = (id: string) => {
    const category = findCategory(game, id);
    if (category === undefined) throw new Error(id);
    return category;
  };
  const sheet = (values: Record<string, number>) =>
    game.columns.flatMap((column) =>
      Object.entries(values).map(([id, value]) => ({ column, category: box(id), value })),
    );

  it("can stand as a joker, at their pips, or as a strike", () => {
    expect([25, 0, 20].map((value) => holdsRepeat(game, box("fives"), value))).toEqual([true, true, false]);
    expect([30, 25, 24].map((value) => holdsRepeat(game, box("three"), value))).toEqual([true, true, false]);
    expect(holdsRepeat(game, box("large"), 40)).toBe(true);
  });

  it("need a scored box of the first one", () => {
    expect(mostRepeats(game, sheet({ five: 50, large: 40, fives: 25, ones: 2 }))).toBe(2);
    expect(mostRepeats(game, sheet({ five: 0, large: 40, fives: 25 }))).toBe(0);
    expect(mostRepeats(game, sheet({ large: 40, fives: 25 }))).toBe(0);
  });

  it("need only an earlier one where the house rule says so", () => {
    const kinder = shippedGame("yahtzee-block", { repeat_gate: "any_previous" });
    expect(mostRepeats(kinder, sheet({ large: 40, fives: 25, ones: 5 }))).toBe(2);
  });

  it("fill at most the twelve other boxes", () => {
    const full = Object.fromEntries(listCategories(game).map((c) => [c.id, c.legal.at(-1) ?? 0]));
    expect(mostRepeats(game, sheet(full))).toBe(12);
  });

  it("bring nothing where a game does not reward them", () => {
    const edencity = shippedGame("edencity-yatzy");
    expect(listCategories(edencity).some((c) => holdsRepeat(edencity, c, c.legal.at(-1) ?? 0))).toBe(false);
  });
});
