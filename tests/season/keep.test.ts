import { stripVTControlCharacters } from "node:util";
import { type Kysely, sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { sheetComparison } from "../../src/cli/commands/season/open.ts";
import { need } from "../../src/rules/problem/problem.ts";
import type { SheetToKeep } from "../../src/season/sheet-to-keep.ts";
import { clockFault } from "../../src/season/store/keep.ts";
import { keepSheets } from "../../src/season/store/keep.ts";
import { comparedSheets, decide, openSheets } from "../../src/season/store/open-sheets.ts";
import { aliasPlayer, leaveSeason } from "../../src/season/store/players.ts";
import type { Tables } from "../../src/season/store/tables.ts";
import { language } from "../support/languages.ts";
import { counted, emptySeason, madeUpSheet, takeExport, writeExport } from "../support/seasons.ts";

let db: Kysely<Tables>;
beforeEach(async () => {
  db = await emptySeason();
});

async function keep(...sheets: SheetToKeep[]) {
  return (await keepSheets(db, sheets, "Zoe")).map(({ outcome }) => outcome);
}

async function totals() {
  return (await counted(db)).map(({ name, total }) => [name, total]);
}

describe("keeping sheets", () => {
  it("counts each sheet once, handed in together or later", async () => {
    const one = madeUpSheet("a", { Anna: [1, 2, 3, 4], Ben: [1, 2, 3, 5] });
    const two = madeUpSheet("b", { Anna: [4, 4, 4, 4] });
    expect(await keep(one, two, one)).toEqual(["kept", "kept", "same"]);
    expect(await keep(two, one)).toEqual(["same", "same"]);
    expect(await totals()).toEqual([
      ["Anna", 10],
      ["Ben", 11],
      ["Anna", 16],
    ]);
  });

  it("counts what is typed beside a photo of the same player with another game", async () => {
    const photo = { source: "photo", identity: "P1", number: 1 } as const;
    await keep(madeUpSheet("a", { Anna: [1, 1, 1, 1] }, photo));
    expect(await keep(madeUpSheet("b", { Anna: [2, 2, 2, 2] }))).toEqual(["kept"]);
    expect(await totals()).toEqual([
      ["Anna", 4],
      ["Anna", 8],
    ]);
  });

  it("leaves a photo that waits because of its names to whoever has its boxes", async () => {
    await keep(madeUpSheet("a", { Anna: [1, 1, 1, 1] }));
    await aliasPlayer(db, "Anna", "Ännchen", "Zoe");
    const photo = { source: "photo", identity: "P1", number: 1 } as const;
    await keep(madeUpSheet("b", { Anna: [3, 1, 3, 1], Ännchen: [1, 3, 1, 3] }, photo));
    expect(await keep(madeUpSheet("c", { Ben: [2, 2, 2, 2], Cem: [4, 4, 4, 4] }))).toEqual(["kept"]);
    expect((await openSheets(db)).map(({ file, waits }) => [file, waits])).toEqual([["b.yaml", "players"]]);
    expect(await keep(madeUpSheet("d", { Anna: [3, 1, 3, 1], Dora: [1, 3, 1, 3] }))).toEqual(["replaced"]);
    expect(await openSheets(db)).toEqual([]);
  });

  it("brings further names along that no sheet has yet", async () => {
    await keep(madeUpSheet("a", { Anna: [1, 1, 1, 1] }));
    await aliasPlayer(db, "Anna", "Ännchen", "Zoe");
    const exported = await writeExport(db);
    db = await emptySeason();
    await takeExport(db, exported);
    await takeExport(db, exported);
    await keep(madeUpSheet("b", { Ännchen: [2, 2, 2, 2] }));
    expect((await totals()).map(([name]) => name)).toEqual(["Anna", "Anna"]);
  });

  it("counts each game of a sheet of games, and later the games that came since", async () => {
    const inARow = (hash: string, ...games: readonly (readonly (number | null)[])[]) => {
      const sheets = games.map((boxes) => madeUpSheet(hash, { Anna: boxes }));
      const results = sheets.flatMap((sheet, at) => sheet.results.map((one) => ({ ...one, seat: at + 1 })));
      return madeUpSheet(
        hash,
        {},
        { results, seats: games.length, identity: "P1", number: 1, source: "photo" },
      );
    };
    expect(await keep(inARow("a", [1, 1, 1, 1], [2, 2, 2, 2]))).toEqual(["kept"]);
    expect((await openSheets(db)).length).toBe(0);
    const more = [
      [1, 1, 1, 1],
      [2, 2, 2, 2],
      [3, 3, 3, 3],
    ] as const;
    expect(await keep(inARow("b", ...more))).toEqual(["replaced"]);
    expect(await keep(inARow("c", ...more), inARow("d", [1, 1, 1, 1], [2, 2, 2, 2]))).toEqual([
      "again",
      "worse",
    ]);
    expect(await keep(inARow("e", [4, 4, 4, 4], ...more.slice(1)))).toEqual(["disputed"]);
    expect(await totals()).toEqual([
      ["Anna", 4],
      ["Anna", 8],
      ["Anna", 12],
    ]);
    const { rows } = await sql<{
      n: number;
    }>`select count(distinct match_id)::integer as n from results where counts`.execute(db);
    expect(rows).toEqual([{ n: 3 }]);
  });

  it("keeps sheets of one photo apart", async () => {
    const sheet = madeUpSheet("photo", { Anna: [1, 1, 1, 1] });
    expect(await keep(sheet, { ...sheet, part: 1 })).toEqual(["kept", "kept"]);
  });

  it("keeps all sheets or none", async () => {
    const good = madeUpSheet("a", { Anna: [1, 2, 3, 4] });
    const bad = madeUpSheet("b", { Ben: [1, 2, 3, 4] }, { evening: { date: "soon", place: "", name: "" } });
    await expect(keep(good, bad)).rejects.toThrow();
    expect(await totals()).toEqual([]);
  });

  it("takes names for the same that are written in another case or another way", async () => {
    await keep(madeUpSheet("a", { Zoë: [1, 1, 1, 1] }), madeUpSheet("b", { "zoe\u0308 ": [2, 2, 2, 2] }));
    expect(await totals()).toEqual([
      ["Zoë", 4],
      ["Zoë", 8],
    ]);
  });

  it("keeps names in any script, and SQL in names, as they are", async () => {
    const names = ["さくら", "Łukasz 🎲", "'); drop table results; --", "علي", "$1"];
    await keep(madeUpSheet("a", Object.fromEntries(names.map((name) => [name, [1, 1, 1, 1]]))));
    expect((await counted(db)).map(({ name }) => name)).toEqual(names);
  });

  it("does not count a game that is not over", async () => {
    expect(await keep(madeUpSheet("a", { Anna: [1, null, 3, 4] }, { complete: false }))).toEqual(["kept"]);
    expect(await totals()).toEqual([]);
  });

  it("ranks the first sheets of everybody against each other, then their second ones", async () => {
    await keep(
      madeUpSheet("a", { Anna: [1, 1, 1, 1] }),
      madeUpSheet("b", { Ben: [2, 2, 2, 2] }),
      madeUpSheet("c", { Anna: [9, 9, 9, 9] }),
    );
    await keep(madeUpSheet("d", { Cleo: [1, 1, 1, 1] }), madeUpSheet("e", { Ben: [1, 1, 1, 1] }));
    expect((await counted(db)).map(({ name, rank, players }) => [name, rank, players])).toEqual([
      ["Anna", 2, 3],
      ["Ben", 1, 3],
      ["Anna", 1, 2],
      ["Cleo", 2, 3],
      ["Ben", 2, 2],
    ]);
  });
});

describe("a sheet without a number that is nearly there", () => {
  it("is the same if its boxes are, and takes the place of an earlier state", async () => {
    expect(await keep(madeUpSheet("a", { Anna: [1, 2, null, 4] }, { complete: false }))).toEqual(["kept"]);
    expect(await keep(madeUpSheet("b", { Anna: [1, 2, 3, 4] }))).toEqual(["replaced"]);
    expect(await keep(madeUpSheet("c", { Anna: [1, 2, 3, 4] }))).toEqual(["again"]);
    expect(await totals()).toEqual([["Anna", 10]]);
  });

  it("takes the place of one whose game was not over if it is called complete, with no box more", async () => {
    const boxes = { Anna: [1, 2, null, 4] };
    expect(await keep(madeUpSheet("a", boxes, { complete: false }))).toEqual(["kept"]);
    expect(await keep(madeUpSheet("b", boxes))).toEqual(["replaced"]);
    expect(await keep(madeUpSheet("c", boxes, { complete: false }))).toEqual(["again"]);
    expect(await totals()).toEqual([["Anna", 7]]);
  });

  it("waits for a person if a box or so differs, and is another game if more do", async () => {
    await keep(madeUpSheet("a", { Anna: [1, 2, 3, 4], Ben: [1, 2, 3, 4] }));
    expect(await keep(madeUpSheet("b", { Anna: [1, 2, 3, 4], Ben: [1, 2, 3, 5] }))).toEqual(["disputed"]);
    expect(await keep(madeUpSheet("c", { Anna: [1, 2, 9, 4], Ben: [1, 9, 3, 5] }))).toEqual(["kept"]);
    expect(await totals()).toHaveLength(4);
  });

  it("is shown beside the other one, with what differs and nothing else", async () => {
    await keep(madeUpSheet("a", { Anna: [1, 2, 3, 4], Ben: [1, 2, 3, 4] }));
    await keep(madeUpSheet("b", { Anna: [1, 2, 3, 4], Ben: [1, 2, 3, 5] }));
    const [open] = await openSheets(db);
    const compared = need(await comparedSheets(db, open?.id ?? 0));
    const lines = stripVTControlCharacters(sheetComparison(compared, language("en"))).split("\n");
    expect(lines.map((line) => line.trim().split(/\s{2,}/))).toEqual([
      ["this: 2", "other: 1"],
      ["file", "b.yaml", "a.yaml"],
      ["player 2, yatzy", "5", "4"],
      ["player 2, Total", "11", "10"],
    ]);
    expect((await comparedSheets(db, 1)).ok).toBe(false);
  });

  it("is another game if a store says so that has decided that", async () => {
    const sheets = [madeUpSheet("a", { Anna: [1, 2, 3, 4] }), madeUpSheet("b", { Anna: [1, 2, 3, 4] })];
    const kept = await keepSheets(db, sheets, "Zoe", true);
    expect(kept.map(({ outcome }) => outcome)).toEqual(["kept", "kept"]);
  });
});

describe("a photo of a numbered sheet that is there", () => {
  const photo = (hash: string, scores: readonly (number | null)[], more: Partial<SheetToKeep> = {}) =>
    madeUpSheet(hash, { Anna: scores }, { source: "photo", identity: "Y7", number: 7, ...more });
  const waiting = (hash: string, questions: number) =>
    photo(hash, [], {
      ...{ waits: "questions", verdict: "unsure", results: [] },
      open: { packed: JSON.stringify({ games: [{}], sheets: [{ hash }] }), questions, picture: null },
    });

  it("is the same sheet again if it says the same", async () => {
    expect(await keep(photo("a", [1, 2, 3, 4]))).toEqual(["kept"]);
    expect(await keep(photo("b", [1, 2, 3, 4]))).toEqual(["again"]);
    expect(await keep(photo("b", [1, 2, 3, 4]))).toEqual(["same"]);
    expect(await totals()).toEqual([["Anna", 10]]);
  });

  it("takes its place if the game went on, and tells nothing if it was taken earlier", async () => {
    await keep(photo("a", [1, 2, null, null], { complete: false }));
    expect(await keep(photo("b", [1, 2, 3, 4]))).toEqual(["replaced"]);
    expect(await keep(photo("c", [1, null, null, null], { complete: false }))).toEqual(["worse"]);
    expect(await totals()).toEqual([["Anna", 10]]);
  });

  it("waits for a person if it says something else, and counts nothing until then", async () => {
    await keep(photo("a", [1, 2, 3, 4]));
    expect(await keep(photo("b", [1, 2, 3, 5]))).toEqual(["disputed"]);
    expect(await totals()).toEqual([["Anna", 10]]);
    const open = await db.selectFrom("sheets").select("waits").where("state", "=", "open").execute();
    expect(open).toEqual([{ waits: "number" }]);
  });

  it("takes the place of one that waits if it leaves fewer questions", async () => {
    expect(await keep(waiting("a", 3))).toEqual(["waits"]);
    expect(await keep(waiting("b", 3))).toEqual(["worse"]);
    expect(await keep(waiting("c", 1))).toEqual(["replaced"]);
    expect(await keep(photo("d", [1, 2, 3, 4]))).toEqual(["replaced"]);
    expect(await keep(waiting("e", 1))).toEqual(["worse"]);
    expect(await totals()).toEqual([["Anna", 10]]);
  });

  it("is settled when it comes in again without questions", async () => {
    await keep(waiting("a", 3));
    expect(await keep(photo("a", [1, 2, 3, 4]))).toEqual(["settled"]);
    expect(await totals()).toEqual([["Anna", 10]]);
  });

  it("is settled by any photo of one that gave way to it", async () => {
    await keep(waiting("a", 3));
    const also = [{ hash: "c", part: 0, file: "c.jpg" }];
    expect(await keep({ ...waiting("b", 3), also })).toEqual(["worse"]);
    expect(await keep(photo("c", [1, 2, 3, 4]))).toEqual(["settled"]);
    expect(await totals()).toEqual([["Anna", 10]]);
  });

  it("waits for a person if something else was typed of it once it counts", async () => {
    await keep(photo("a", [1, 2, 3, 4]));
    const typed = (boxes: number[]) => madeUpSheet("a", { Anna: boxes }, { source: "typed" });
    expect(await keep(typed([1, 2, 3, 4]))).toEqual(["same"]);
    expect(await keep(typed([1, 2, 9, 4]))).toEqual(["disputed"]);
    expect(await keep(typed([1, 2, 9, 4]), photo("a", [1, 2, 3, 4]))).toEqual(["same", "same"]);
    expect(await totals()).toEqual([["Anna", 10]]);
    const [open] = await openSheets(db);
    expect((await decide(db, open?.id ?? 0, "this", "Zoe")).ok).toBe(true);
    expect(await totals()).toEqual([["Anna", 16]]);
    expect(await keep(photo("a", [1, 2, 3, 4]), typed([1, 2, 9, 4]))).toEqual(["same", "same"]);
    expect(await totals()).toEqual([["Anna", 16]]);
  });

  it("asks nothing about somebody who has left", async () => {
    const both = madeUpSheet("a", { Anna: [1, 2, 3, 4], Ben: [1, 1, 1, 1] });
    await keep(both);
    await leaveSeason(db, "Ben", "Zoe");
    expect(await keep(both)).toEqual(["same"]);
    expect(await totals()).toEqual([["Anna", 10]]);
  });

  it("leaves a record of what it replaced", async () => {
    await keep(photo("a", [1, 2, null, null], { complete: false }));
    await keep(photo("b", [1, 2, 3, 4]));
    const record = await db.selectFrom("audit").select(["kind", "by", "before"]).execute();
    const results = [{ player: "Anna", total: 3, boxes: [1, 2, null, null], struck: [] }];
    expect(record).toMatchObject([{ kind: "replaced", by: "Zoe", before: { file: "a.yaml", results } }]);
  });
});

describe("the clock of a computer", () => {
  const HOUR_MS = 3_600_000;
  const hoursOff = async (hours: number) => clockFault(db, new Date(Date.now() + hours * HOUR_MS));

  it("is right within half a day of that of the store", async () => {
    expect(await hoursOff(0)).toBeNull();
    expect(await hoursOff(12)).toBeNull();
    expect(await hoursOff(-12)).toBeNull();
    expect(await hoursOff(14)).toMatchObject({ kind: "server" });
    expect(await hoursOff(-14)).toMatchObject({ kind: "server" });
  });

  it("is wrong if the last sheets were kept days later than now", async () => {
    const keptIn = async (hash: string, interval: string) => {
      await keep(madeUpSheet(hash, { Anna: [1, 2, 3, 4] }));
      await sql`update sheets set kept_at = now() + ${interval}::interval where hash = ${hash}`.execute(db);
    };
    await keptIn("a", "0");
    expect(await hoursOff(0)).toBeNull();
    await keptIn("a", "2 days");
    expect(await hoursOff(0)).toMatchObject({ kind: "season" });
    expect(await hoursOff(12)).toMatchObject({ kind: "season" });
    await keptIn("b", "3 days");
    expect(await hoursOff(0)).toMatchObject({ kind: "season" });
    // A day that was told ends that.
    await keptIn("c", "0");
    expect(await hoursOff(0)).toBeNull();
  });

  it("is not wrong because one run had a wrong one", async () => {
    await keep(madeUpSheet("a", { Anna: [1, 2, 3, 4] }));
    await sql`update sheets set kept_at = now() - interval '1 day'`.execute(db);
    await keep(madeUpSheet("b", { Ben: [1, 2, 3, 4] }), madeUpSheet("c", { Cem: [1, 2, 3, 4] }));
    await sql`update sheets set kept_at = now() + interval '9 years' where hash <> 'a'`.execute(db);
    expect(await hoursOff(0)).toBeNull();
  });
});
