import { type Kysely, sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { keepSheets } from "../../src/season/store/keep.ts";
import { listPlayers, undoLast } from "../../src/season/store/players.ts";
import { refoldNames } from "../../src/season/store/refold-names.ts";
import type { Tables } from "../../src/season/store/tables.ts";
import { emptySeason, madeUpSheet } from "../support/seasons.ts";

let db: Kysely<Tables>;
beforeEach(async () => {
  db = await emptySeason();
});

async function names() {
  return (await listPlayers(db)).map(({ name, games, aliases }) => [name, games, ...aliases]);
}

const on = (date: string) => ({ evening: { date, place: "", name: "" } });

describe("a store of an earlier rule for names", () => {
  /** Names as the first rule kept them: lower case, and single spaces. */
  async function asBefore(changes: Readonly<Record<string, string>>): Promise<void> {
    const key = (name: string) =>
      name.normalize("NFKC").toLowerCase().normalize("NFKC").replace(/\s+/gu, " ").trim();
    for (const [name, before] of Object.entries(changes))
      for (const table of ["aliases", "players"] as const)
        await db
          .updateTable(table)
          .set({ name: before, key: key(before) })
          .where("name", "=", name)
          .execute();
  }

  it("has the same players afterwards, and those that are one by the new rule together", async () => {
    await keepSheets(
      db,
      [
        madeUpSheet("a", { One: [1, 1, 1, 1], Ben: [2, 2, 2, 2] }, on("2026-01-01")),
        madeUpSheet("b", { Two: [3, 3, 3, 3], Ben: [1, 1, 1, 1] }, on("2026-01-02")),
        madeUpSheet("c", { Three: [3, 3, 3, 3], Four: [1, 1, 1, 1] }, on("2026-01-03")),
      ],
      "Zoe",
    );
    await asBefore({ One: "Weiß", Two: "WEISS\u200b", Three: "\u200bBen", Four: "\u200b" });
    await refoldNames(db);
    expect(await names()).toEqual([
      ["Ben", 3],
      ["U+200B", 1],
      ["WEISS", 2, "Weiß"],
    ]);
    await keepSheets(
      db,
      [madeUpSheet("d", { weiss: [1, 2, 1, 1], "u+200b": [1, 1, 1, 2] }, on("2026-02-01"))],
      "Zoe",
    );
    expect(await names()).toEqual([
      ["Ben", 3],
      ["U+200B", 2],
      ["WEISS", 3, "Weiß"],
    ]);
    for (let n = 0; n < 2; n++) expect(await undoLast(db, "Zoe")).toMatchObject({ value: { kind: "merge" } });
    expect((await names()).length).toBe(5);
  });

  it("keeps those apart who have played each other", async () => {
    const sheet = madeUpSheet("a", { One: [1, 1, 1, 1], Two: [2, 2, 2, 2] });
    await keepSheets(db, [sheet], "Zoe");
    await asBefore({ One: "Anna", Two: "Anna\u2060" });
    await refoldNames(db);
    expect(await names()).toEqual([
      ["Anna", 1],
      ["Anna", 1],
    ]);
  });

  it("is not changed where the rules agree", async () => {
    await keepSheets(db, [madeUpSheet("a", { Anna: [1, 1, 1, 1], "Ben K.": [2, 2, 2, 2] })], "Zoe");
    const all = async () =>
      (await sql`select * from aliases a join players p on p.id = a.player_id`.execute(db)).rows;
    const before = await all();
    await refoldNames(db);
    expect(await all()).toEqual(before);
    expect(before.length).toBe(2);
  });
});
