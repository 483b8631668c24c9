import { expect, test } from "vitest";
import { checkSheet } from "../../../src/check/check-sheet.ts";
import { findingsOf, scores, sheetFrom } from "../../support/sheet-files.ts";

const ROWS = [
  "ones: 3",
  "twos: 4",
  "threes: 9",
  "fours: 8",
  "fives: 10",
  "sixes: 18",
  "chance: 12",
  "small: X",
];
const turns = (n: number) => ROWS.slice(0, n).join(", ");

test("finds players who are turns away from where most are", () => {
  expect(findingsOf(scores("yatzy", turns(4), turns(2), turns(4)))).toEqual(["uneven-turns B"]);
  expect(findingsOf(scores("yatzy", turns(2), turns(7), turns(2), turns(3)))).toEqual(["uneven-turns B"]);
  expect(findingsOf(scores("yatzy", turns(5), turns(1), turns(5), turns(8)))).toEqual([
    "uneven-turns B",
    "uneven-turns D",
  ]);
});

test("takes two players who are apart for one who forgot entries", () => {
  const text = scores("yatzy", turns(2), turns(5));
  expect(findingsOf(text)).toEqual(["uneven-turns A"]);
  expect(checkSheet(sheetFrom(text)).findings[0]?.facts).toEqual({
    ...{ turns: 2, fewest: 5, most: 5, spread: 0 },
    ...{ share: "one", others: 1, name: "B" },
  });
});

test("says how many turns the others really have, and who they are", () => {
  const facts = (...counts: readonly number[]) =>
    checkSheet(sheetFrom(scores("yatzy", ...counts.map(turns)))).findings.map(({ player, facts }) => ({
      player,
      ...{ share: facts.share, others: facts.others, fewest: facts.fewest, most: facts.most },
    }));
  expect(facts(6, 3, 6)).toEqual([{ player: "B", share: "all", others: 2, fewest: 6, most: 6 }]);
  expect(facts(6, 3, 5)).toEqual([{ player: "B", share: "all", others: 2, fewest: 5, most: 6 }]);
  expect(facts(5, 1, 5, 8)).toEqual([
    { player: "B", share: "some", others: 2, fewest: 5, most: 5 },
    { player: "D", share: "some", others: 2, fewest: 5, most: 5 },
  ]);
});

test("lets players be one turn ahead", () => {
  expect(findingsOf(scores("yatzy", turns(4), turns(3), turns(4)))).toEqual([]);
  expect(findingsOf(scores("yatzy", turns(0), turns(1)))).toEqual([]);
  expect(findingsOf(scores("yatzy", turns(5)))).toEqual([]);
});

test("counts turns, not boxes", () => {
  expect(findingsOf(scores("doppel-yatzy", turns(4), turns(2)))).toEqual([]);
  expect(findingsOf(scores("doppel-yatzy", turns(6), turns(2), turns(6)))).toEqual(["uneven-turns B"]);
});

test("does not count whoever left, and nobody on a sheet that is called complete", () => {
  const text = scores("yatzy", turns(8), turns(2), turns(8));
  expect(findingsOf(text.replace("name: B", "name: B, left: yes"))).toEqual([]);
  expect(findingsOf(`complete: yes\n${text}`).some((finding) => finding.startsWith("uneven"))).toBe(false);
});
