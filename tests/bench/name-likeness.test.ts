import { expect, it } from "vitest";
import { type Chance, chanceFor } from "../../bench/photos/chance.ts";
import { FIRST_FOLD } from "../../bench/photos/folds.ts";
import { type Habit, pickHabit } from "../../bench/photos/hand/habit.ts";
import { readHands } from "../../bench/photos/hand/hands.ts";
import { writeHead, writeName } from "../../bench/photos/hand/write-head.ts";
import type { PadLayout } from "../../src/print/layout/pad-layout.ts";
import { nameCells } from "../../src/scan/view/name-cells.ts";
import { type NamedPlayer, suggestName } from "../../src/scan/view/name-cells.ts";
import { shippedGame } from "../support/games.ts";
import { laidOut } from "../support/pads.ts";
import { rareTest } from "../support/cases.ts";

const NAMES = "Anna Max Lisa Tom Eli Nora Sam Mia Ben Kai Rita Milan Emil Lena Ramon Karin".split(" ");
const PX_PER_MM = 8;
const hands = await readHands(FIRST_FOLD);

const cell = padBlanks()[0];

function padBlanks(): PadLayout["blanks"] {
  const layout = laidOut(shippedGame("yatzy"), "en", "a5", 4);
  return layout.ok ? layout.value.blanks.filter(({ player }) => player === 1) : [];
}

/** A name as someone writes it above a column, seen in grey. */
function written(name: string, habit: Habit, chance: Chance): NamedPlayer {
  if (cell === undefined) throw new Error("there should be a cell for a name");
  const place = { ...cell, xMm: 2, yMm: 2 };
  const widthPx = Math.ceil((cell.widthMm + 4) * PX_PER_MM);
  const heightPx = Math.ceil((cell.heightMm + 4) * PX_PER_MM);
  const rgb = new Uint8Array(3 * widthPx * heightPx).fill(245);
  writeName({ widthPx, heightPx, pxPerMm: PX_PER_MM, rgb }, place, name, habit, chance);
  const pixels = rgb.filter((_, at) => at % 3 === 1);
  const [seen] = nameCells(
    { blanks: [place], boxes: [] } as unknown as PadLayout,
    { widthPx, heightPx, pixels },
    PX_PER_MM,
  );
  return { player: 1, name, isGiven: true, ink: seen?.ink ?? null };
}

/** Evenings of four people who write their own names on two sheets, with the hands of the bench. */
rareTest("suggests the right name four times out of five, and rarely a wrong one", () => {
  const outcomes = { right: 0, none: 0, wrong: 0 };
  for (let night = 0; night < 60; night++) {
    const chance = chanceFor(night, "names");
    const people = [0, 1, 2, 3].map((at) => {
      const habit = pickHabit(hands[(night + at) % hands.length] ?? fail(), chance);
      return { name: NAMES[(night * 5 + at * 3) % NAMES.length] ?? "", habit };
    });
    const known = people.map(({ name, habit }) => written(name, habit, chance));
    for (const { name, habit } of people) {
      const suggested = suggestName(written(name, habit, chance), known);
      outcomes[suggested === null ? "none" : suggested === name ? "right" : "wrong"]++;
    }
  }
  const all = outcomes.right + outcomes.none + outcomes.wrong;
  expect(all).toBe(240);
  expect(outcomes.right / all).toBeGreaterThan(0.8);
  expect(outcomes.wrong / all).toBeLessThan(0.05);
});

it("finds no name in an empty cell, and suggests nothing for it", () => {
  const habit = pickHabit(hands[0] ?? fail(), chanceFor(1, "blank"));
  const blank = written("", habit, chanceFor(1, "blank"));
  expect(blank.ink).toBeNull();
  expect(suggestName(blank, [written("Anna", habit, chanceFor(2, "blank"))])).toBeNull();
});

function fail(): never {
  throw new Error("there should be a hand");
}

it("has names above the columns, a date on its line and nothing anywhere else", () => {
  const layout = laidOut(shippedGame("yatzy"), "en", "a5", 4);
  if (!layout.ok) throw new Error("there should be a pad");
  const { page, blanks } = layout.value;
  const pxPerMm = 3;
  const [widthPx, heightPx] = [Math.ceil(page.widthMm * pxPerMm), Math.ceil(page.heightMm * pxPerMm)];
  const counts = { sheets: 40, names: 0, dates: 0, outside: 0 };
  for (let sheet = 0; sheet < counts.sheets; sheet++) {
    const chance = chanceFor(sheet, "head");
    const habit = pickHabit(hands[sheet % hands.length] ?? fail(), chance);
    const rgb = new Uint8Array(3 * widthPx * heightPx).fill(245);
    writeHead({ widthPx, heightPx, pxPerMm, rgb }, layout.value, Array(4).fill(habit), chance);
    const inked = new Set<(typeof blanks)[number]>();
    for (let at = 0; at < widthPx * heightPx; at++) {
      if ((rgb[3 * at] ?? 0) > 150) continue;
      const [xMm, yMm] = [(at % widthPx) / pxPerMm, Math.floor(at / widthPx) / pxPerMm];
      const place = blanks.find(
        (one) =>
          xMm > one.xMm - 1 &&
          xMm < one.xMm + one.widthMm + 1 &&
          yMm > one.yMm - 3 &&
          yMm < one.yMm + one.heightMm + 1.5,
      );
      if (place === undefined) counts.outside++;
      else inked.add(place);
    }
    counts.names += [...inked].filter(({ player }) => player !== null).length;
    counts.dates += [...inked].filter(({ purpose }) => purpose === "date").length;
  }
  expect(counts.names / (4 * counts.sheets)).toBeGreaterThan(0.8);
  expect(counts.dates / counts.sheets).toBeGreaterThan(0.6);
  expect(counts.outside).toBe(0);
});
