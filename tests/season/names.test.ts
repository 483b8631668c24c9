import fc from "fast-check";
import { type Kysely, sql } from "kysely";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { showPlayers } from "../../src/cli/commands/season/lists.ts";
import { success } from "../../src/rules/problem/problem.ts";
import { answering } from "../support/answering.ts";
import { printedBy } from "../support/command-line.ts";
import { nameKey } from "../../src/check/name.ts";
import { openSheets } from "../../src/season/store/open-sheets.ts";
import { keepSheets } from "../../src/season/store/keep.ts";
import {
  aliasPlayer,
  leaveSeason,
  listPlayers,
  renamePlayer,
  undoLast,
} from "../../src/season/store/players.ts";
import { refoldNames } from "../../src/season/store/migrations.ts";
import type { Tables } from "../../src/season/store/tables.ts";
import {
  toSeasonSheet,
  mergePlayerNames,
  transferHead,
  type TransferSheet,
  transferSheets,
} from "../../src/season/store/transfer.ts";
import { transferSheet } from "../../src/season/transfer-file.ts";
import { counted, emptySeason, madeUpSheet } from "../support/seasons.ts";
import { twoSpellings } from "../support/spellings.ts";

let db: Kysely<Tables>;
let person: ReturnType<typeof answering>;
vi.mock("../../src/files/season/season-store.ts", () => ({
  withSeason: async (_address: unknown, _how: unknown, work: (store: object) => Promise<unknown>) =>
    success(await work({ db, folder: null })),
}));
vi.mock("../../src/cli/console/prompts.ts", async (original) => ({
  ...(await original<object>()),
  isTerminal: () => true,
  terminalPrompter: () => person.prompter,
}));

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

describe("who leaves", () => {
  /** Words that records have as keys or as values that are no names. */
  const WORDS = ["name", "players", "names", "file", "hash", "results", "player", "merge", "by", "sheets"];

  async function records(): Promise<unknown[]> {
    const audit = await db.selectFrom("audit").select(["before", "after"]).orderBy("id").execute();
    const answers = await db.selectFrom("answers").select("answer").orderBy("id").execute();
    const sheets = await db.selectFrom("sheets").select("packed").orderBy("id").execute();
    return [audit, answers, sheets.map(({ packed }) => packed && JSON.parse(packed))];
  }

  it.each(WORDS)("is taken out by name where the name is a word of records: %s", async (word) => {
    const photo = {
      kind: "photo",
      names: [word, "Ben"],
      unnamed: [word],
      files: ["a.jpg", `${word.toUpperCase()}.jpg`],
      reading: { players: [1, 2], by: "x" },
    };
    const packed = JSON.stringify({ games: [{}], sheets: [photo] });
    await keepSheets(
      db,
      [
        madeUpSheet("a", { [word]: [1, 1, 1, null], Ben: [2, 2, 2, 2] }),
        madeUpSheet("aa", { [word]: [1, 1, 1, 1], Ben: [2, 2, 2, 2] }, { file: "again.yaml" }),
        madeUpSheet(
          "b",
          {},
          { source: "photo", waits: "questions", open: { packed, questions: 1, picture: null } },
        ),
      ],
      "Zoe",
    );
    await renamePlayer(db, word, `${word} II`, "Zoe");
    await aliasPlayer(db, "Ben", "Benny", word);
    const [{ id = 0 } = {}] = await db
      .selectFrom("sheets")
      .select("id")
      .where("waits", "is not", null)
      .execute();
    const answers = [
      { kind: "box", box: 1, written: { kind: "score", value: 3 } },
      { kind: "name", player: 1, name: ` ${word.toUpperCase()}\u200b` },
    ];
    for (const [box, answer] of answers.entries())
      await db
        .insertInto("answers")
        .values({ sheet_id: id, box, reading: 1, answer: JSON.stringify(answer), by: word, seconds: 1 })
        .execute();
    const plain = (all: unknown) =>
      JSON.parse(JSON.stringify(all), (key, value) => (key === "file" ? undefined : value));
    const before = plain(await records()) as [
      Record<string, unknown>[],
      unknown[],
      Record<string, unknown>[],
    ];
    expect(await leaveSeason(db, `${word} ii`, "Zoe")).toMatchObject({ ok: true });
    const after = plain(await records()) as typeof before;
    const isThem = (text: unknown) =>
      typeof text === "string" && [word, `${word} ii`].includes(nameKey(text));
    const expected = (value: unknown, path: string): unknown => {
      if (Array.isArray(value)) return value.map((one) => expected(one, path));
      if (typeof value === "object" && value !== null)
        return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, expected(one, key)]));
      return isThem(value) && ["name", "names", "unnamed", "player"].includes(path) ? "–" : value;
    };
    const [audit, , sheets] = expected(before, "") as typeof before;
    // The record of their leaving came after.
    expect(after[0].slice(0, -1)).toEqual(audit);
    expect(after[1]).toEqual([{ answer: answers[0] }]);
    expect(after[2]).toEqual(sheets.map((sheet) => sheet && { ...sheet, files: [expect.anything(), "–"] }));
    expect(await db.selectFrom("answers").select("by").execute()).toEqual([{ by: "–" }]);
  });
});

describe("a sheet on which two names are one player's", () => {
  const sheet = (hash: string, [one, two]: readonly [string, string]) =>
    madeUpSheet(hash, { [one]: [1, 1, 1, 1], [two]: [2, 2, 2, 2] }, { file: `${hash}.yaml` });
  const waiting = async () =>
    (await openSheets(db)).map(({ file, waits, namesakes }) => [file, waits, ...namesakes]);
  const results = async () => (await counted(db)).map(({ name, rank }) => [name, rank]);

  beforeEach(async () => {
    await keepSheets(
      db,
      [madeUpSheet("a", { Anna: [3, 3, 3, 3], Ben: [2, 2, 2, 2] }, on("2026-01-01"))],
      "Zoe",
    );
    await aliasPlayer(db, "Anna", "Ännchen", "Zoe");
  });

  it("waits, and never counts", async () => {
    const [kept] = await keepSheets(db, [sheet("b", ["ANNA", "Ännchen"])], "Zoe");
    expect(kept?.outcome).toBe("waits");
    expect(await waiting()).toEqual([["b.yaml", "players", "Anna", "Ännchen"]]);
    expect(await results()).toEqual([
      ["Anna", 1],
      ["Ben", 2],
    ]);
    const [again] = await keepSheets(db, [sheet("b", ["ANNA", "Ännchen"])], "Zoe");
    expect(again?.outcome).toBe("waits");
    expect((await waiting()).length).toBe(1);
  });

  it("counts once the names are taken apart", async () => {
    await keepSheets(db, [sheet("b", ["Anna", "Ännchen"])], "Zoe");
    expect(await undoLast(db, "Zoe")).toMatchObject({ value: { kind: "alias" } });
    expect(await waiting()).toEqual([]);
    expect(await results()).toEqual([
      ["Anna", 1],
      ["Ben", 2],
      ["Anna", 2],
      ["Ännchen", 1],
    ]);
  });

  it("gives way to the sheet with the name that was meant", async () => {
    await keepSheets(db, [sheet("b", ["Anna", "Ännchen"])], "Zoe");
    const [other] = await keepSheets(db, [sheet("c", ["Ben", "Ännchen"])], "Zoe");
    expect(other?.outcome).toBe("replaced");
    expect(await waiting()).toEqual([]);
    const [again] = await keepSheets(db, [sheet("b", ["Anna", "Ännchen"])], "Zoe");
    expect(again?.outcome).toBe("same");
    expect((await results()).slice(2)).toEqual([
      ["Ben", 2],
      ["Anna", 1],
    ]);
  });

  it("is as it was after export and import", async () => {
    await keepSheets(db, [sheet("b", ["Anna", "Ännchen"])], "Zoe");
    const head = await transferHead(db, "test");
    const sheets: TransferSheet[] = [];
    for await (const page of transferSheets(db))
      for (const one of page) {
        const read = transferSheet(JSON.parse(JSON.stringify(one)));
        if (typeof read === "string") throw new Error(read);
        sheets.push(read);
      }
    const [before, counts] = [await waiting(), await results()];
    db = await emptySeason();
    await keepSheets(
      db,
      sheets.flatMap((one) => toSeasonSheet(head, one) ?? []),
      "Zoe",
      true,
    );
    await mergePlayerNames(db, head.players, "Zoe");
    expect(await waiting()).toEqual(before);
    expect(await results()).toEqual(counts);
    expect(before.length).toBe(1);
  });

  it("keeps players of another season apart who have played each other here", async () => {
    const head = await transferHead(db, "test");
    db = await emptySeason();
    await keepSheets(db, [sheet("b", ["Anna", "Ännchen"])], "Zoe");
    await mergePlayerNames(db, head.players, "Zoe");
    expect(await names()).toEqual([
      ["Anna", 1],
      ["Ännchen", 1],
    ]);
  });

  it("never counts, whatever the names and their spellings", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(twoSpellings, { minLength: 1, maxLength: 6 }), async (pairs) => {
        const people = new Map(pairs.map(([name]) => [nameKey(name), name]));
        const sheets = pairs.map(([name, other], at) =>
          madeUpSheet(
            `${at}`,
            { [name]: [at, 1, 1, 1], [at % 2 === 0 ? other : `${other} ${at}`]: [1, 2, 3, at] },
            on("2026-03-01"),
          ),
        );
        db = await emptySeason();
        const kept = await keepSheets(db, sheets, "Zoe");
        for (const [at, { outcome }] of kept.entries())
          expect(outcome === "waits", JSON.stringify(pairs[at])).toBe(at % 2 === 0);
        const listed = new Set((await listPlayers(db)).map(({ name }) => nameKey(name)));
        for (const key of people.keys()) expect(listed).toContain(key);
        const { rows } = await sql`
          select from results r join results o using (sheet_id, player_id) where r.seat < o.seat and r.counts`.execute(
          db,
        );
        expect(rows).toEqual([]);
      }),
      { numRuns: 6 },
    );
  });
});

describe("who is to be deleted on the command line", () => {
  beforeEach(async () => {
    await keepSheets(db, [madeUpSheet("a", { Anna: [1, 1, 1, 1], Ben: [2, 2, 2, 2] })], "Zoe");
  });

  /** Asks for Anna's end at a terminal. @returns who is left, and what was said */
  async function leave(...answers: string[]) {
    person = answering(...answers);
    const season = { kind: "folder", folder: "winter", place: "winter" } as const;
    const said = await printedBy(() => showPlayers(season, { lang: "en", leave: "anna" }));
    expect(person.left).toEqual([]);
    return { ...said, left: (await listPlayers(db)).map(({ name }) => name), heard: person.heard };
  }

  it("deletes a player whose name is typed, however it is spelled", async () => {
    const { left, heard, out } = await leave("Ann", " ANNA ");
    expect(left).toEqual(["Ben"]);
    expect(heard[0]).toMatch(/^Everything about Anna will be deleted; .* Type the name to continue/);
    expect(heard[1]).toBe("that is not Anna");
    expect(out).toContain("deleted results: 1");
  });

  it("deletes nobody where nothing is typed", async () => {
    const { left, err } = await leave("");
    expect(left).toEqual(["Anna", "Ben"]);
    expect(err).toContain("nothing was changed");
  });
});
