import { type Kysely, sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { askAll } from "../../src/cli/commands/season/open.ts";
import { checkedPhoto, type PhotoSheet } from "../../src/scan/sheet/photo-sheet.ts";
import { makeSheetToKeep } from "../../src/season/sheet-to-keep.ts";
import { askRates, claimNext, openSheets, release } from "../../src/season/store/open-sheets.ts";
import { keepSheets } from "../../src/season/store/keep.ts";
import type { Tables } from "../../src/season/store/tables.ts";
import {
  toSeasonSheet,
  type TransferSheet,
  mergePlayerNames,
  transferHead,
  transferSheets,
} from "../../src/season/store/transfer.ts";
import { transferSheet } from "../../src/season/transfer-file.ts";
import { answering } from "../support/answering.ts";
import { evening } from "../support/evenings.ts";
import { language } from "../support/languages.ts";
import { numbers, photoOf } from "../support/made-up-photo.ts";
import { counted, emptySeason } from "../support/seasons.ts";

const en = language("en");

/** A sheet with two questions; Anna's chance is 24 or 29, and Ben's threes can't be seen. */
const torn = () =>
  photoOf(evening({ anna: "grand.total: , lower.sum: ", ben: "chance: 21" }), [
    [{ player: 2, row: "threes" }, null],
    [{ row: "chance" }, numbers({ "24": 0.55, "29": 0.45 })],
  ]);
/** A sheet with one of them. */
const unclear = () =>
  photoOf(evening({ anna: "grand.total: , lower.sum: " }), [
    [{ row: "chance" }, numbers({ "24": 0.55, "29": 0.45 })],
  ]);

let db: Kysely<Tables>;
beforeEach(async () => {
  db = await emptySeason();
});

async function keep(hash: string, photo: PhotoSheet) {
  const origin = { source: "photo", hash, part: 0, also: [], engine: "test" } as const;
  const sheet = makeSheetToKeep(
    { ...checkedPhoto(photo), photo },
    { ...origin, evening: { date: "2026-01-09", place: "", name: "" } },
  );
  const [kept] = await keepSheets(db, [sheet], "Zoe");
  return kept;
}

/** Lets someone answer until nothing is left for them. */
async function asks(by: string, answers: readonly string[], second = 0) {
  const { prompter, heard, left } = answering(...answers);
  const { left: open } = await askAll({ db }, { by, second, prompter, show: async () => {}, language: en });
  expect(left).toEqual([]);
  return { heard, open };
}

const names = async () => (await counted(db)).map(({ name }) => name);

describe("asking", () => {
  it("settles what waits, the sheets first that settle most with the fewest answers", async () => {
    await keep("aa", torn());
    await keep("bb", unclear());
    expect(await names()).toEqual([]);
    expect((await openSheets(db)).map(({ questions }) => questions)).toEqual([1, 2]);
    const { heard, open } = await asks("Zoe", ["29", "29", "3"]);
    expect(heard.filter((one) => one.endsWith("?"))).toHaveLength(3);
    expect(open).toBe(0);
    expect(await names()).toEqual(["Anna", "Ben", "Anna", "Ben"]);
    const rates = await askRates(db);
    expect(rates).toMatchObject({ photos: 2, asked: 2, answers: 3, twice: 0 });
  });

  it("keeps what was said where questions are left, and goes on from there with somebody else", async () => {
    await keep("aa", torn());
    expect((await asks("Zoe", ["29", "skip"])).open).toBe(1);
    const { heard } = await asks("Yann", ["3"]);
    expect(heard.filter((one) => one.includes("Chance"))).toEqual([]);
    expect(await names()).toEqual(["Anna", "Ben"]);
  });

  it("never gives two people the same sheet, until the first one's time is up", async () => {
    await keep("aa", unclear());
    await keep("bb", torn());
    const one = await claimNext(db, "Zoe");
    const two = await claimNext(db, "Yann");
    expect([one?.id, two?.id]).toEqual([1, 2]);
    expect(await claimNext(db, "Xaver")).toBeNull();
    await sql`update sheets set claimed_until = now() - interval '1 second' where id = 1`.execute(db);
    expect((await claimNext(db, "Xaver"))?.id).toBe(1);
    await release(db, 2, "Yann");
    expect((await claimNext(db, "Wim"))?.id).toBe(2);
  });

  it("gives up a claim that was made by a clock that ran ahead", async () => {
    await keep("aa", unclear());
    await claimNext(db, "Zoe");
    await sql`update sheets set claimed_until = now() + interval '3 years'`.execute(db);
    expect((await claimNext(db, "Yann"))?.id).toBe(1);
  });

  it("has a second person read a sheet, who sees nothing of the first reading, and counts agreement", async () => {
    await keep("aa", torn());
    expect((await asks("Zoe", ["29", "3"], 1)).open).toBe(1);
    // Nothing is left for the same person.
    expect((await asks("Zoe", [], 1)).open).toBe(1);
    const { heard } = await asks("Yann", ["29", "3"], 1);
    expect(heard.filter((one) => one.includes("Chance"))).toHaveLength(1);
    expect(await names()).toEqual(["Anna", "Ben"]);
    expect(await askRates(db)).toMatchObject({ answers: 4, twice: 2, agreed: 2 });
  });

  it("lets a third reading decide where two differ, about what differs only", async () => {
    await keep("aa", torn());
    await asks("Zoe", ["29", "3"], 1);
    expect((await asks("Yann", ["24", "3"], 1)).open).toBe(1);
    expect((await openSheets(db))[0]).toMatchObject({ waits: "readers", questions: 1 });
    const { heard } = await asks("Xaver", ["24"], 1);
    expect(heard.filter((one) => one.includes("Threes"))).toEqual([]);
    expect(await askRates(db)).toMatchObject({ twice: 2, agreed: 1 });
    expect(await names()).toEqual(["Anna", "Ben"]);
  });

  it("asks for the names of players whom nobody named", async () => {
    await keep("aa", torn());
    await asks("Zoe", ["29", "3"]);
    const nameless = { ...photoOf(evening({ anna: "chance: 20" })), unnamed: ["Anna"] };
    expect(await keep("cc", nameless)).toMatchObject({ outcome: "waits" });
    expect((await openSheets(db))[0]).toMatchObject({ waits: "names", questions: 1 });
    await asks("Zoe", ["Cleo"]);
    expect(await names()).toEqual(["Anna", "Ben", "Cleo", "Ben"]);
  });
});

describe("a season in another store", () => {
  it("is the same: results, names, and what waits with all its questions", async () => {
    await keep("aa", torn());
    await keep("bb", unclear());
    await asks("Zoe", ["29", "skip", "skip"]);
    const head = await transferHead(db, "test");
    const sheets: TransferSheet[] = [];
    for await (const some of transferSheets(db)) sheets.push(...some);
    const before = await counted(db);
    const lines = sheets.map((one) => transferSheet(JSON.parse(JSON.stringify(one))));
    db = await emptySeason();
    const read = lines.map((one) => (typeof one === "string" ? one : toSeasonSheet(head, one)));
    expect(read.filter((one) => typeof one === "string" || one === null)).toEqual([]);
    await keepSheets(db, read as Exclude<(typeof read)[number], string | null>[], "Zoe", true);
    await mergePlayerNames(db, head.players, "Zoe");
    expect(await counted(db)).toEqual(before);
    await asks("Zoe", ["29", "3"]);
    expect((await counted(db)).length).toBe(4);
    const again = await keepSheets(db, read as Exclude<(typeof read)[number], string | null>[], "Zoe", true);
    expect(again.every(({ outcome }) => outcome === "same")).toBe(true);
  });
});
