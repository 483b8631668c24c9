import { expect, test } from "vitest";
import { firstPrintsOf } from "../../src/files/pictures/sheet-sources.ts";
import { SHIPPED, shippedGame } from "../support/games.ts";

test.each(SHIPPED)("sheets of %s that were printed with the first layout are on record", (id) => {
  const prints = [...firstPrintsOf(id).values()];
  const usual = prints.filter(({ choices }) => Object.keys(choices).length === 0);
  expect(usual.map(({ language }) => language)).toEqual(["de", "en", "sv"]);
  // What was printed must stay possible: options and choices are renamed in the record, too.
  const { options } = shippedGame(id);
  const known = options.flatMap((option) => option.choices.map((choice) => `${option.id}=${choice.id}`));
  const printed = prints.flatMap(({ choices }) => Object.entries(choices).map((pair) => pair.join("=")));
  expect(printed.filter((choice) => !known.includes(choice))).toEqual([]);
});

test("a game that is not shipped has none", () => {
  expect(firstPrintsOf("my-game").size).toBe(0);
});
