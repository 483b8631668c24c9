import type { Kysely } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { checkedPhoto } from "../../src/scan/sheet/photo-sheet.ts";
import { type EveningName, makeSheetToKeep } from "../../src/season/sheet-to-keep.ts";
import {
  changeEvening,
  type EveningChange,
  listEvenings,
  undoEvening,
} from "../../src/season/store/evenings.ts";
import { keepSheets } from "../../src/season/store/keep.ts";
import { openSheets, waitingSheet } from "../../src/season/store/open-sheets.ts";
import type { Tables } from "../../src/season/store/tables.ts";
import { augenblock, emptyFolder, put } from "../support/command-line.ts";
import { evening } from "../support/evenings.ts";
import { numbers, photoOf } from "../support/made-up-photo.ts";
import { counted, emptySeason, madeUpSheet } from "../support/seasons.ts";

let db: Kysely<Tables>;
beforeEach(async () => {
  db = await emptySeason();
});

const FIRST: EveningName = { date: "2026-01-09", place: "The Lion", name: "" };
const SECOND: EveningName = { date: "2026-01-16", place: "The Lion", name: "" };

/** Keeps a sheet of one player. */
const keep = (player: string, ones: number, on: EveningName) =>
  keepSheets(db, [madeUpSheet(`${player}-${ones}`, { [player]: [ones, 1, 1, 1] }, { evening: on })], "Zoe");

const change = (which: string, what: EveningChange) => changeEvening(db, which, what, "Zoe");
const list = async () =>
  (await listEvenings(db)).map(({ date, place, name, sheets }) => [date, place, name, sheets]);
const ranks = async () => (await counted(db)).map(({ name, rank, players }) => [name, rank, players]);

describe("an evening", () => {
  it("gets another day, place and name, and its old ones back", async () => {
    await keep("Anna", 1, FIRST);
    await keep("Ben", 2, FIRST);
    expect(await change("2026-01-09", { date: "2026-01-10" })).toMatchObject({ ok: true });
    expect(await change("2026-01-10", { place: "", name: "second round" })).toMatchObject({ ok: true });
    expect(await list()).toEqual([["2026-01-10", "", "second round", 2]]);
    expect(await undoEvening(db, "Zoe")).toMatchObject({ ok: true, value: { ...FIRST, date: "2026-01-10" } });
    expect(await undoEvening(db, "Zoe")).toMatchObject({ ok: true, value: FIRST });
    expect(await list()).toEqual([["2026-01-09", "The Lion", "", 2]]);
    expect(await undoEvening(db, "Zoe")).toMatchObject({
      ok: false,
      problems: [{ code: "nothing-to-undo" }],
    });
    const record = await db.selectFrom("audit").select(["kind", "by", "undone"]).execute();
    expect(record.filter(({ kind }) => kind === "evening")).toEqual([
      { kind: "evening", by: "Zoe", undone: true },
      { kind: "evening", by: "Zoe", undone: true },
    ]);
  });

  it("becomes one with another of that day and place, and players are ranked together until that is undone", async () => {
    await keep("Anna", 1, FIRST);
    await keep("Ben", 2, SECOND);
    const apart = [
      ["Anna", 1, 1],
      ["Ben", 1, 1],
    ];
    expect(await ranks()).toEqual(apart);
    await change("2026-01-16", { date: "2026-01-09" });
    expect(await list()).toEqual([["2026-01-09", "The Lion", "", 2]]);
    expect((await ranks()).toSorted()).toEqual([
      ["Anna", 2, 2],
      ["Ben", 1, 2],
    ]);
    await keep("Cleo", 3, FIRST);
    await undoEvening(db, "Zoe");
    // What came in since stays.
    expect(await list()).toEqual([
      ["2026-01-09", "The Lion", "", 2],
      ["2026-01-16", "The Lion", "", 1],
    ]);
    expect((await ranks()).toSorted()).toEqual([
      ["Anna", 2, 2],
      ["Ben", 1, 1],
      ["Cleo", 1, 2],
    ]);
  });

  it("is named by its number where several were played on one day", async () => {
    await keep("Anna", 1, FIRST);
    await keep("Ben", 2, { ...FIRST, place: "The Anchor" });
    const unclear = await change("2026-01-09", { date: "2026-01-10" });
    expect(unclear).toMatchObject({ ok: false, problems: [{ code: "unclear-evening" }] });
    const [anchor] = await listEvenings(db);
    await change(String(anchor?.number), { date: "2026-01-10" });
    expect((await list()).map(([date]) => date)).toEqual(["2026-01-09", "2026-01-10"]);
    // Numbers count evenings, whatever was changed before; days are taken as people write them.
    expect((await listEvenings(db)).map(({ number }) => number)).toEqual([1, 2]);
    expect(await change("10.1.2026", { date: "2026-01-11" })).toMatchObject({ ok: true });
    expect(await change("2", { date: "2026-01-10" })).toMatchObject({ ok: true });
    expect(await change("7777", {})).toMatchObject({ ok: false, problems: [{ code: "unknown-evening" }] });
    const same = await change("2026-01-09", { place: "The Lion" });
    expect(same).toMatchObject({ ok: false, problems: [{ code: "nothing-changes" }] });
  });

  it("takes sheets that wait along: they count on the day that it was changed to", async () => {
    const photo = photoOf(evening({ anna: "grand.total: , lower.sum: " }), [
      [{ row: "chance" }, numbers({ "24": 0.55, "29": 0.45 })],
    ]);
    const dated = {
      ...photo,
      occasion: { date: FIRST.date, place: "", evening: "", photo: `${"a".repeat(64)}-0` },
    };
    const origin = {
      source: "photo",
      hash: "aa",
      part: 0,
      also: [],
      engine: "test",
      evening: FIRST,
    } as const;
    await keepSheets(db, [makeSheetToKeep({ ...checkedPhoto(dated), photo: dated }, origin)], "Zoe");
    await change("2026-01-09", { date: "2026-01-10" });
    const [open] = await openSheets(db);
    const sheet = await waitingSheet(db, open?.id ?? 0, 1);
    expect(sheet).toMatchObject({
      ok: true,
      value: { photo: { sheet: { occasion: { date: "2026-01-10" } } } },
    });
  });
});

describe("`season evenings`", () => {
  it("lists days as people write them", async () => {
    const folder = emptyFolder();
    const sheet = "variant: yatzy\ndate: 2026-01-09\nplayers: [{name: Anna, scores: {ones: 3}}]\n";
    put(folder, "sheet.yaml", sheet);
    await augenblock(["check", "sheet.yaml", "--into", "season"], folder);
    const { out } = await augenblock(["season", "evenings", "season", "--lang", "de"], folder);
    expect(out).toMatch(/^1 +09\.01\.2026 +1$/m);
  });

  it.each([
    [["--change", "2026-01-09"], "nothing-changes"],
    [["--date", "2026-01-09"], "no-evening"],
    [["--change", "1", "--undo", "--date", "2026-01-09"], "flags-collide"],
    [["--change", "1", "--date", "soon"], "bad-value"],
    [["--change", "1", "--date", "2999-01-01"], "future-date"],
    [["--change", "1", "--place", "\u001b[31m"], "bad-value"],
  ])("refuses %j before it looks for the season", async (flags, code) => {
    const refused = await augenblock(["season", "evenings", "nowhere", ...flags], emptyFolder());
    expect(refused).toMatchObject({ code: 2, out: "" });
    expect(refused.err).toMatch(`[${code}]`);
  });
});
