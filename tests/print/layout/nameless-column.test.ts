import { expect, it } from "vitest";
import { gameFrom } from "../../support/games.ts";
import { good, laidOut } from "../../support/pads.ts";

const START = "id: test\nextends: kniffel-core\nname: {de: T, en: T}\n";
const sheet = (column: string) =>
  good(laidOut(gameFrom(`${START}columns: {main: null, score: ${column}}\n`), "de", "a5", 4, "none"));

it("an only column looks the same with a name and without", () => {
  const nameless = sheet("{order: down}");
  expect(nameless).toEqual(sheet("{order: down, label: {de: Punkte, en: Points}}"));
  expect(nameless.boxes.filter(({ column }) => column === "score").length).toBeGreaterThan(4 * 13);
});
