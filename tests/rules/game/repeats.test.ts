import { describe, expect, it } from "vitest";
import { holdsRepeat, repeatValues } from "../../../src/rules/game/repeats.ts";
import { listColumnCategories, listCategories, findCategory } from "../../../src/rules/game/rows.ts";
import { highestTotal } from "../../../src/rules/sums/totals.ts";
import { gameFrom, SHIPPED, shippedGame } from "../../support/games.ts";

const BONUS = { further_yatzys: "bonus" };

/*
 * By hand, with 100 points for each further Yatzy. Above: five alike in every row, 5+10+15+20+25+30 = 105, and 50 for the
 * sum. Below: pair 12, two pairs 24 (6666), three 18, four 24, small 15, large 20, full house 30 (66666), chance 30, Yatzy
 * 50, Extra -5 (11111): 218. Every box but that of the Yatzy can hold a further one: 15 × 100.
 * 155 + 218 + 1500 = 1873.
 */
describe("the highest total with further rolls of the top category", () => {
  it.each<[Record<string, string>, number, string]>([
    [{}, 1873, "worked out above"],
    [{ extra: "chance" }, 1908, "Extra 30 instead of -5"],
    [{ extra: "strike" }, 1878, "Extra 0 instead of -5; a further Yatzy may be struck there"],
    [{ yatzy_value: "plus_pips" }, 1903, "80 for the Yatzy"],
    [
      { same_face_groups: "strict" },
      1859,
      "two pairs and full house: a joker is worth its pips where the box can have that score, at most 20 (6644, 66611), not 24 and 30",
    ],
    [{ same_face_groups: "strict", extra: "chance" }, 1894, "both"],
    [{ same_face_groups: "strict", extra: "strike" }, 1864, "both"],
  ])("%j: %i, %s", (choices, highest) => {
    expect(highestTotal(shippedGame("doppel-yatzy", { ...BONUS, ...choices }))).toBe(highest);
  });

  it("a joker fills a strict full house with 15 or 20 only", () => {
    // Of 5, 10, 15, 20, 25 and 30 no other is three alike and two alike of another face: 11166 and 66611.
    const game = shippedGame("doppel-yatzy", { ...BONUS, same_face_groups: "strict" });
    const fullHouse = findCategory(game, "full_house");
    if (fullHouse === undefined) throw new Error("no full house");
    expect(fullHouse.legal.at(-1)).toBe(28);
    expect([...repeatValues(game, fullHouse)].sort((a, b) => a - b)).toEqual([0, 15, 20]);
  });
});

describe("jokers", () => {
  const games = SHIPPED.flatMap((id) =>
    choicesOf(id).map((choices) => [id, choices, shippedGame(id, choices)] as const),
  );
  const withRepeats = games.filter(([, , { repeats }]) => (repeats?.bonus ?? 0) > 0);

  it("are looked at in every game that pays for further rolls", () => {
    expect(withRepeats.length).toBeGreaterThan(10);
  });

  it.each(withRepeats)("%s with %j: never add to the legal scores", (_, __, game) => {
    for (const category of listCategories(game)) {
      const illegal = [...repeatValues(game, category)].filter((v) => v !== 0 && !category.legal.includes(v));
      expect(illegal, category.id).toEqual([]);
    }
  });

  it("fill a box of fixed worth, whatever number was thrown", () => {
    const game = shippedGame("doppel-yatzy", BONUS);
    const small = findCategory(game, "small");
    if (small === undefined) throw new Error("no small straight");
    expect(holdsRepeat(game, small, 15)).toBe(true);
    expect(holdsRepeat(game, small, 20)).toBe(false);
  });
});

describe("a column that counts more than once", () => {
  const highest = (yaml: string) =>
    highestTotal(gameFrom(`id: test\nextends: kniffel-core\nname: {de: T, en: T}\n${yaml}\n`));
  const times = (multiplier: number) => `columns: {main: {multiplier: ${multiplier}}}\n`;

  it("multiplies what its sections come to", () => {
    // 105 + 35 above, 30 + 30 + 25 + 30 + 40 + 50 + 30 below.
    expect(highest(times(1))).toBe(375);
    expect(highest(times(2))).toBe(750);
  });

  it("does not multiply extra points", () => {
    // Full house and straights are struck by further ones, which pays more: 140 above, 140 below, 12 × 100.
    const repeats = "repeats: {of: five, bonus: 100, joker: none}";
    expect(highest(times(1) + repeats)).toBe(1480);
    expect(highest(times(2) + repeats)).toBe(1760);
  });
});

describe("a column whose boxes have other scores", () => {
  it("has values of its own for further rolls, whichever column is asked about first", () => {
    const columns = [
      "main: {label: {de: A, en: A}}",
      "quick: {label: {de: B, en: B}, order: free, entry: {max_roll: 1}}",
    ];
    const yaml = [
      "id: test\nextends: kniffel-core\nname: {de: T, en: T}",
      "categories: {chance: {score: {by_roll: [50, 40, 30]}}}",
      `columns: {${columns.join(", ")}}`,
      "repeats: {of: five, bonus: 100, joker: none}",
    ].join("\n");
    const valuesIn = (...order: number[]) => {
      const game = gameFrom(yaml);
      return order.map((at) => {
        const column = game.columns[at];
        const chance = column && listColumnCategories(game, column).find(({ id }) => id === "chance");
        if (chance === undefined) throw new Error("no chance");
        return [...repeatValues(game, chance)].sort((a, b) => a - b);
      });
    };
    const [main, quick] = [
      [0, 30, 40, 50],
      [0, 50],
    ];
    expect(valuesIn(0, 1)).toEqual([main, quick]);
    expect(valuesIn(1, 0)).toEqual([quick, main]);
  });
});

/** The defaults, and every choice of every option on its own; with further top rolls where these are a choice. */
function choicesOf(id: string): Record<string, string>[] {
  const { options } = shippedGame(id);
  const single = options.flatMap((option) => option.choices.map((choice) => ({ [option.id]: choice.id })));
  const further = options.some((option) => option.id === "further_yatzys") ? BONUS : {};
  return [{}, ...single.map((choice) => ({ ...further, ...choice }))];
}
