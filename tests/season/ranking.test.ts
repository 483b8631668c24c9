import { type Kysely, sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { checkSheet } from "../../src/check/check-sheet.ts";
import { groupEvenings } from "../../src/check/evening.ts";
import type { Sheet } from "../../src/check/sheet.ts";
import { type SheetToKeep, makeSheetToKeep } from "../../src/season/sheet-to-keep.ts";
import { keepSheets } from "../../src/season/store/keep.ts";
import { migrateStore } from "../../src/season/store/migrations.ts";
import type { Tables } from "../../src/season/store/tables.ts";
import { alone, evening } from "../support/evenings.ts";
import { sheetFrom } from "../support/sheet-files.ts";
import { emptySeason, takeBackGames } from "../support/seasons.ts";

let db: Kysely<Tables>;
beforeEach(async () => {
  db = await emptySeason();
});

const EVENING = { date: "2026-01-09", place: "", name: "" };

function checked(sheet: Sheet) {
  const report = checkSheet(sheet);
  const { verdict } = report;
  return { file: "night.yaml", number: 0, sheet, report, verdict, doubtful: [], unnamed: [], photo: null };
}

const toKeep = (sheets: readonly Sheet[]): SheetToKeep[] =>
  sheets.map((sheet, at) =>
    makeSheetToKeep(checked(sheet), {
      ...{ source: "typed", hash: `${at}a`, part: 0, also: [], engine: "test", evening: EVENING },
    }),
  );

/** Names, ranks and payouts in the order of the sheets. */
async function paid(evening = "") {
  const { rows } = await sql<{ name: string; rank: number; payout: number | null }>`
    select a.name, r.rank, r.payout from results r join aliases a on a.id = r.alias_id
      join evenings e on e.id = r.evening_id where r.counts and e.name = ${evening}
    order by r.sheet_id, r.seat`.execute(db);
  return rows.map(({ name, rank, payout }) => [name, rank, payout]);
}

const column = (score: number) =>
  `{${["nines", "tens", "jacks", "queens", "kings", "aces", "straight", "full_house", "poker", "grande"]
    .map((id) => `${id}: ${id === "nines" ? score : "X"}`)
    .join(", ")}}`;
const threeColumns = (name: string, first: number, others: number) =>
  sheetFrom(
    `variant: escalero\nplayers:\n  - {name: ${name}, columns: {first: ${column(first)}, second: ${column(others)}, third: ${column(others)}}}\n`,
  );
const unfinished = (name: string) =>
  sheetFrom(`variant: edencity-yatzy\nplayers: [{name: ${name}, scores: {ones: 2}}]\n`);

/** Evenings of which each sheet is finished. */
const EVENINGS: readonly (readonly [string, readonly Sheet[]])[] = [
  ["two with a sheet each", [alone("Anna", 3), alone("Ben", 2)]],
  ["level players", [alone("Anna", 3), alone("Ben", 3), alone("Cem", 1)]],
  ["a second sheet of somebody", [alone("Anna", 3), alone("Ben", 2), alone("Anna", 1)]],
  ["one sheet alone", [alone("Anna", 3)]],
  ["tables that share a sheet", [evening(), evening({ names: ["Cem", "Dora"] })]],
  ["a shared sheet beside others", [alone("Anna", 3), evening(), alone("Cem", 2), alone("Anna", 2)]],
  ["columns that are won one by one", [threeColumns("Anna", 3, 1), threeColumns("Ben", 1, 2)]],
  ["columns of three", [threeColumns("Anna", 3, 2), threeColumns("Ben", 1, 2), threeColumns("Cem", 2, 1)]],
];

describe("a season", () => {
  it("ranks and pays as `check` does, evening by evening", async () => {
    expect(EVENINGS.length).toBeGreaterThan(0);
    for (const [at, [what, sheets]] of EVENINGS.entries()) {
      const [night] = groupEvenings(sheets.map(checked));
      const expected = night?.entries.map(({ name, rank, payout }) => [name, rank, payout]);
      expect(expected?.length, what).toBeGreaterThan(0);
      const on = { ...EVENING, name: what };
      const kept = toKeep(sheets).map((sheet) => ({ ...sheet, part: at, evening: on }));
      await keepSheets(db, kept, "Zoe", true);
      expect(await paid(what), what).toEqual(expected);
    }
  });

  it("pays nobody as long as a sheet of the game is not over", async () => {
    const sheets = [alone("Anna", 3), unfinished("Ben")];
    expect(groupEvenings(sheets.map(checked))[0]?.entries.map(({ payout }) => payout)).toEqual([null, null]);
    await keepSheets(db, toKeep(sheets), "Zoe", true);
    expect(await paid()).toEqual([["Anna", 1, null]]);
    await keepSheets(db, [{ ...toKeep([alone("Ben", 2)])[0], hash: "b" } as SheetToKeep], "Zoe");
    expect(await paid()).toEqual([
      ["Anna", 1, 4.5],
      ["Ben", 2, 0],
    ]);
  });

  it("pays nobody where nobody kept the stakes, until somebody does", async () => {
    const [anna, ben] = toKeep([alone("Anna", 3), alone("Ben", 2)]);
    if (anna === undefined || ben === undefined) throw new Error("there are two sheets");
    const plain = (sheet: SheetToKeep) => ({
      ...sheet,
      game: { ...sheet.game, ranking: null, packed: null },
    });
    await keepSheets(db, [plain(anna)], "Zoe");
    expect(await paid()).toEqual([["Anna", 1, null]]);
    await keepSheets(db, [plain(ben)], "Zoe");
    expect(await paid()).toEqual([
      ["Anna", 1, null],
      ["Ben", 2, null],
    ]);
    await keepSheets(db, [ben], "Zoe");
    expect(await paid()).toEqual([
      ["Anna", 1, 4.5],
      ["Ben", 2, 0],
    ]);
  });

  it("is ranked and paid anew where an earlier version of the program has done so", async () => {
    const columns = [threeColumns("Anna", 3, 1), threeColumns("Ben", 1, 2)];
    await keepSheets(db, toKeep([alone("Anna", 3), alone("Ben", 2), ...columns]), "Zoe");
    const now = await paid();
    expect(now.map(([, rank]) => rank)).toEqual([1, 2, 2, 1]);
    await sql`update results set payout = 2.25, rank = 1, players = 1, match_id = sheet_id`.execute(db);
    await sql`update results set decides = 0 where columns is not null`.execute(db);
    await takeBackGames(db);
    expect((await migrateStore(db, false)).ok).toBe(true);
    expect(await paid()).toEqual(now);
  });
});
