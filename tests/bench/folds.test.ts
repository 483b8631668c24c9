import { mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { byFold, FIRST_FOLD, openFolds } from "../../bench/photos/folds.ts";

function folderWith(...names: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), "augenblock-folds-"));
  for (const name of names) mkdirSync(join(folder, name));
  return folder;
}

test("without a folder there is the first fold alone", () => {
  expect(openFolds(null)).toEqual([FIRST_FOLD]);
});

test("each folder of a fold holds the ink of its writers and the network that does not know them", () => {
  const folder = folderWith("fold-3", "fold-2", "notes");
  const there = (name: string) => join(folder, name);
  expect(openFolds(folder)).toEqual([FIRST_FOLD, there("fold-2"), there("fold-3")]);
});

test("a folder without folds is none", () => {
  expect(() => openFolds(folderWith("2"))).toThrow(/there is no fold in .*fold-2/);
});

test("every fold has an equal share of the photos, in their order", () => {
  const folds = openFolds(folderWith("fold-2", "fold-3"));
  const shares = (count: number) =>
    byFold(
      Array.from({ length: count }, (_, at) => at),
      folds,
    ).map(({ tasks }) => tasks);
  expect(shares(6)).toEqual([
    [0, 1],
    [2, 3],
    [4, 5],
  ]);
  expect(shares(7)).toEqual([[0, 1, 2], [3, 4, 5], [6]]);
});
