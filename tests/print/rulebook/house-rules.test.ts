import { expect, it, test } from "vitest";
import { rulesMarkdown } from "../../../src/print/rulebook/markup.ts";
import { houseRulesInForce, listCategories } from "../../../src/rules/game/rows.ts";
import { highestTotal } from "../../../src/rules/sums/totals.ts";
import { SHIPPED, shippedGame } from "../../support/games.ts";
import { language } from "../../support/languages.ts";
import { shippedTemplates } from "../../support/templates.ts";

/*
 * What a rule sheet says must hold under the house rules that were chosen: no sentence of one rule may contradict another one.
 */

function rules(id: string, choices: Readonly<Record<string, string>>, code = "en"): string {
  const written = rulesMarkdown(shippedGame(id, choices), language(code), shippedTemplates(code, "rules"));
  if (!written.ok) throw new Error("no rules");
  return written.value.replaceAll("\u00a0", " ");
}

it.each<[string, string, Record<string, string>, string | RegExp]>([
  ["1-2-3-4-5 is a large straight", "doppel-yatzy", { scoring: "international" }, "small straight. The 4"],
  [
    "a box that is always struck takes no roll",
    "doppel-yatzy",
    { extra: "strike" },
    "does not count here. | **0**",
  ],
  [
    "a single stake is paid, not a share of the pot",
    "edencity-yatzy",
    { payout_base: "stake" },
    /share of the pot|\| Profit \|/,
  ],
  ["without a stake nothing is paid out", "edencity-yatzy", { stake: "none" }, /[Pp]ayout|splitting/],
  [
    "a second Generala has a box of its own",
    "generala",
    { double_generala: "yes" },
    /no extra points|or Double Generala/,
  ],
  [
    "no Kniffel is left for a box above that is open",
    "kniffel",
    { order: "upper_first" },
    /extra points if|Extra Kniffels”|you strike one of the upper/,
  ],
  [
    "no joker fills a large straight that is filled",
    "kniffel",
    { order: "down" },
    /40 points in the large straight|you strike one of the upper/,
  ],
  [
    "what one house rule took away, another may take away, too",
    "kniffel",
    { order: "upper_first", further_kniffels: "none" },
    /is (?:also )?a joker|For example, if the Kniffel/,
  ],
  [
    "Chance can't save anybody from striking",
    "yatzy",
    { striking: "needed" },
    /choose to strike a box|rather not/,
  ],
  [
    "the bonus of the sheet is none of a column",
    "yazzo",
    { bonus_for: "sheet" },
    /upper sum” earn|each column has its own bonus/i,
  ],
])("%s", (_, id, choices, contradiction) => {
  expect(rules(id, {}).length).toBeGreaterThan(1000);
  expect(rules(id, choices)).not.toMatch(contradiction);
});

it.each<[string, string, Record<string, string>, string]>([
  [
    "what takes any roll is never struck where something fits",
    "yahtzee-block",
    { striking: "needed" },
    "You may strike a box only if nothing fits. The Chance box can never be struck.",
  ],
  [
    "one bonus for all columns together",
    "yazzo",
    { bonus_for: "sheet" },
    "In “Upper section”, all columns together, 60 points or more earn 60, 70 points or more earn 70 points",
  ],
  [
    "who starts is rolled with all dice",
    "yahtzee-block",
    { start: "all_dice" },
    "Everybody rolls all five dice.",
  ],
  [
    "layers in the other order",
    "doppel-yatzy",
    { layers: "outer_first" },
    "score the dice twice, first the outer, then the inner,",
  ],
  [
    "layers in any order",
    "doppel-yatzy",
    { layers: "free" },
    "score the dice twice, inner and outer in whichever order you like,",
  ],
  [
    "a further Kniffel goes into the box of its number",
    "kniffel",
    {},
    "The roll itself goes into the box for its number.",
  ],
  [
    "jokers keep to the order, too",
    "kniffel",
    { order: "down" },
    "The order also applies to striking and to jokers.",
  ],
  [
    "the inner dice are a large straight",
    "doppel-yatzy",
    { scoring: "international" },
    "For “Large straight”, leave out one inner 2. For “Full house”, leave out the outer 4.",
  ],
  [
    "the dice keep their layers in the other order",
    "doppel-yatzy",
    { layers: "outer_first" },
    "For “Full house”, leave out the outer 4. For “Small straight”, leave out one inner 2.",
  ],
  [
    "a struck Maximum is below every Minimum",
    "yazzo",
    { struck_in_min_max: "counts_as_zero" },
    "A struck box counts as 0 here. So “Maximum” cannot be struck. 30 under “Minimum” leaves no number for “Maximum”.",
  ],
  [
    "a payout that the number of players does not change",
    "edencity-yatzy",
    { payout_base: "stake" },
    "At a stake of 2.50 credits the winner gets 2.25, however many play: −0.25 after paying the stake.",
  ],
])("%s", (_, id, choices, sentence) => {
  expect(rules(id, choices)).toContain(sentence);
});

test("a house rule that another one leaves nothing to decide is not told", () => {
  const told = (id: string, choices: Record<string, string>) =>
    houseRulesInForce(shippedGame(id, choices)).map((option) => option.id);
  expect(told("edencity-yatzy", {})).toEqual(["stake", "payout_base", "rest"]);
  expect(told("edencity-yatzy", { stake: "none" })).toEqual(["stake"]);
  expect(told("kniffel", { further_kniffels: "none" })).not.toContain("further_value");
  expect(told("kniffel", {})).toContain("further_value");
  expect(told("kniffel", { order: "upper_first" })).not.toContain("further_value");
  expect(told("kniffel", { order: "upper_first", further_kniffels: "both" })).toContain("further_value");
});

test.each(SHIPPED)(
  "house rules of %s are told in the order of its sheet, those about boxes from top to bottom",
  (id) => {
    const game = shippedGame(id);
    const rows = listCategories(game).map((row) => row.id);
    const places = houseRulesInForce(game).map(({ changes }) => {
      const parts = changes.map((path) => path.split("."));
      const own = (part: string) => parts.flatMap(([first, second = ""]) => (first === part ? [second] : []));
      const boxes = own("categories").filter((row) => rows.includes(row));
      const before = ["dice", "start", "turn", "columns"].findIndex((part) => own(part).length > 0);
      if (before !== -1) return before;
      if (own("sections").length === 0 && boxes.length > 0)
        return 10 + Math.min(...boxes.map((row) => rows.indexOf(row)));
      const after = ["repeats", "ranking", "settlement"].findIndex((part) => own(part).length > 0);
      return after === -1 || own("sections").length > 0 ? null : 100 + after;
    });
    const told = places.filter((place) => place !== null);
    expect(told.length).toBeGreaterThan(0);
    if (id === "edencity-yatzy") expect(houseRulesInForce(game)[0]?.id).toBe("stake");
    else expect(told).toEqual(told.toSorted((a, b) => a - b));
  },
);

test("extra points that no order of turns can earn are none", () => {
  expect(shippedGame("kniffel", { order: "upper_first" }).repeats?.bonus).toBe(0);
  expect(shippedGame("kniffel", { order: "down" }).repeats?.bonus).toBe(0);
  // From the bottom up the numbers come after Kniffel.
  expect(shippedGame("kniffel", { order: "up" }).repeats?.bonus).toBe(50);
  expect(shippedGame("kniffel", { order: "upper_first", further_kniffels: "both" }).repeats?.bonus).toBe(50);
  expect(highestTotal(shippedGame("kniffel", { order: "upper_first" }))).toBe(375);
});
