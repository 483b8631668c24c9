import { readdirSync } from "node:fs";
import { expect, it } from "vitest";
import { augenblock, emptyFolder, put } from "../support/command-line.ts";

it("a league that counts a game that nobody knows is told, and what else it says holds", async () => {
  const folder = emptyFolder();
  put(
    folder,
    "a.yaml",
    "variant: yatzy\ncomplete: true\ndate: 2026-01-09\nplayers:\n  - {name: Anna, columns: {main: {chance: 20}}}\n",
  );
  put(folder, "league.yaml", "games: [yatzi, yazzo, yatzy]\n");
  await augenblock(["check", "a.yaml", "--into", "winter"], folder);
  const { code, out, err } = await augenblock(
    ["league", "winter", "--rules", "league.yaml", "--lang", "en"],
    folder,
  );
  expect(code).toBe(0);
  expect(out).toMatch(/^1\. +Anna +20 /m);
  expect(err.match(/^warning: /gm)).toHaveLength(1);
  expect(err).toContain("`yatzi`, which the league counts [unknown-game]\n  did you mean `yatzy`?");
});

it("a name that can't be printed stops the sheet for the wall, and nothing else", async () => {
  const folder = emptyFolder();
  put(
    folder,
    "a.yaml",
    "variant: yatzy\ncomplete: true\ndate: 2026-01-09\nplayers:\n  - {name: 李, columns: {main: {chance: 20}}}\n",
  );
  await augenblock(["check", "a.yaml", "--into", "winter"], folder);
  const { code, out, err } = await augenblock(
    ["league", "winter", "--csv", "l.csv", "--html", "l.html", "--pdf", "l.pdf", "--lang", "en"],
    folder,
  );
  expect(code).toBe(2);
  expect(out).toMatch(/^1\. +李 .*^l\.csv\nl\.html$/ms);
  expect(err.match(/^error: /gm)).toHaveLength(1);
  expect(err).toContain("[missing-glyph]");
  expect(readdirSync(folder).sort()).toEqual(["a.yaml", "l.csv", "l.html", "winter"]);
});
