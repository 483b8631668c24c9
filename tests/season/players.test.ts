import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Kysely, sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { keepSheets } from "../../src/season/store/keep.ts";
import {
  aliasPlayer,
  leaveSeason,
  listPlayers,
  mergePlayers,
  renamePlayer,
  undoLast,
} from "../../src/season/store/players.ts";
import type { Tables } from "../../src/season/store/tables.ts";
import { augenblock, emptyFolder, put } from "../support/command-line.ts";
import { counted, emptySeason, madeUpSheet } from "../support/seasons.ts";

let db: Kysely<Tables>;
beforeEach(async () => {
  db = await emptySeason();
  await keepSheets(
    db,
    [
      madeUpSheet("a", { Anna: [1, 1, 1, 1], Ben: [2, 2, 2, 2] }),
      madeUpSheet("b", { Ann: [3, 3, 3, 3], Ben: [1, 1, 1, 1] }),
    ],
    "Zoe",
  );
});

async function names() {
  return (await listPlayers(db)).map(({ name, games, aliases }) => [name, games, ...aliases]);
}

const APART = [
  ["Ann", 1],
  ["Anna", 1],
  ["Ben", 2],
];

describe("players", () => {
  it("are merged, and the merge is taken back", async () => {
    expect(await mergePlayers(db, "ann", "ANNA", "Zoe")).toMatchObject({ ok: true });
    expect(await names()).toEqual([
      ["Anna", 2, "Ann"],
      ["Ben", 2],
    ]);
    await keepSheets(
      db,
      [madeUpSheet("c", { Ann: [1, 2, 1, 1] }, { evening: { date: "2026-02-01", place: "", name: "" } })],
      "Zoe",
    );
    expect(await names()).toContainEqual(["Anna", 3, "Ann"]);
    expect(await undoLast(db, "Zoe")).toMatchObject({ ok: true, value: { kind: "merge", name: "Ann" } });
    expect(await names()).toContainEqual(["Ann", 2]);
  });

  it("are not merged if they played against each other", async () => {
    const merged = await mergePlayers(db, "Anna", "Ben", "Zoe");
    expect(merged.ok || merged.problems[0]?.code).toBe("two-players");
    expect(await names()).toEqual(APART);
  });

  it("are renamed, keep their old name for sheets to come, and get it back", async () => {
    await renamePlayer(db, "Ben", "Benedikt", "Zoe");
    expect(await names()).toContainEqual(["Benedikt", 2, "Ben"]);
    await undoLast(db, "Zoe");
    expect(await names()).toEqual(APART);
  });

  it("take changes back from the last to the first", async () => {
    await aliasPlayer(db, "Ben", "Benny", "Zoe");
    await mergePlayers(db, "Ann", "Anna", "Zoe");
    await renamePlayer(db, "Anna", "Anne", "Zoe");
    for (const kind of ["rename", "merge", "alias"])
      expect(await undoLast(db, "Zoe")).toMatchObject({ value: { kind } });
    expect(await names()).toEqual(APART);
    const last = await undoLast(db, "Zoe");
    expect(last.ok || last.problems[0]?.code).toBe("nothing-to-undo");
  });

  it("tell who is meant by a name that nobody has, and refuse one that somebody else has", async () => {
    const unknown = await renamePlayer(db, "Bem", "Benno", "Zoe");
    expect(unknown.ok || unknown.problems[0]?.hint).toBe("did you mean `Ben`?");
    const taken = await renamePlayer(db, "Ben", "Anna", "Zoe");
    expect(taken.ok || taken.problems[0]?.code).toBe("name-taken");
  });

  it("are ranked anew where each has a sheet and two names are one", async () => {
    db = await emptySeason();
    await keepSheets(
      db,
      [
        madeUpSheet("a", { Anna: [1, 1, 1, 1] }),
        madeUpSheet("b", { Ben: [2, 2, 2, 2] }),
        madeUpSheet("c", { Ann: [9, 9, 9, 9] }),
      ],
      "Zoe",
    );
    const ranks = async () => (await counted(db)).map(({ name, rank, players }) => [name, rank, players]);
    expect(await ranks()).toEqual([
      ["Anna", 3, 3],
      ["Ben", 2, 3],
      ["Ann", 1, 3],
    ]);
    await mergePlayers(db, "Ann", "Anna", "Zoe");
    expect(await ranks()).toEqual([
      ["Anna", 2, 2],
      ["Ben", 1, 2],
      ["Anna", 1, 1],
    ]);
    await undoLast(db, "Zoe");
    expect(await ranks()).toContainEqual(["Ann", 1, 3]);
  });

  it("leave, and nothing in the store names them; what others came to stays", async () => {
    await mergePlayers(db, "Ann", "Anna", "Zoe");
    await renamePlayer(db, "Anna", "Annabell", "Zoe");
    expect(await leaveSeason(db, "Anna", "Zoe")).toMatchObject({ ok: true, value: 2 });
    expect((await counted(db)).map(({ name, total, rank, players }) => [name, total, rank, players])).toEqual(
      [
        ["Ben", 8, 1, 2],
        ["Ben", 4, 2, 2],
      ],
    );
    for (const table of ["players", "aliases", "sheets", "results", "answers", "audit"] as const) {
      const { rows } = await sql<{ text: string }>`select t::text as text from ${sql.table(table)} t`.execute(
        db,
      );
      for (const { text } of rows) expect(text).not.toMatch(/ann/i);
    }
    // The same sheet does not come in again.
    const [again] = await keepSheets(
      db,
      [madeUpSheet("a", { Anna: [1, 1, 1, 1], Ben: [2, 2, 2, 2] })],
      "Zoe",
    );
    expect(again?.outcome).toBe("same");
    const last = await undoLast(db, "Zoe");
    expect(last.ok || last.problems[0]?.code).toBe("nothing-to-undo");
  });
});

describe("the folder of a season", () => {
  const sheet = (name: string) =>
    `variant: yatzy\ncomplete: true\ndate: 2026-01-09\nplayers:\n  - {name: ${name}, columns: {main: {chance: 20}}}\n`;
  const holds = (folder: string, word: string) =>
    readdirSync(folder, { recursive: true, withFileTypes: true }).some(
      (one) => one.isFile() && readFileSync(join(one.parentPath, one.name)).includes(word),
    );

  it("holds nothing of who has left, in no file", async () => {
    const folder = emptyFolder();
    put(folder, "a.yaml", sheet("Kunigunde"));
    put(folder, "b.yaml", sheet("Waldemar"));
    await augenblock(["check", "a.yaml", "b.yaml", "--into", "winter"], folder);
    expect(holds(join(folder, "winter"), "Kunigunde")).toBe(true);
    const leave = ["season", "players", "winter", "--leave", "kunigunde", "--lang", "en"];
    const asked = await augenblock(leave, folder);
    expect(asked.code).toBe(2);
    expect(asked.err).toContain("`--leave` deletes everything about Kunigunde");
    expect(asked.err).toContain("--yes");
    expect(holds(join(folder, "winter"), "Kunigunde")).toBe(true);
    await augenblock([...leave, "--yes"], folder);
    expect(holds(join(folder, "winter"), "Kunigunde")).toBe(false);
    expect(holds(join(folder, "winter"), "kunigunde")).toBe(false);
    expect(holds(join(folder, "winter"), "Waldemar")).toBe(true);
    // The record is in the language of the reader.
    const { out } = await augenblock(["season", "log", "winter", "--lang", "de"], folder);
    expect(out).toMatch(/ Spieler gelöscht +Ergebnisse: 1$/m);
  });

  it("is not begun for nothing", async () => {
    const folder = emptyFolder();
    put(folder, "a.yaml", "variant: yatzy\nplayers: many\n");
    const { code, out } = await augenblock(["check", "a.yaml", "--into", "winter", "--lang", "en"], folder);
    expect({ code, out }).toEqual({ code: 2, out: "winter: nothing was kept\n" });
    expect(existsSync(join(folder, "winter"))).toBe(false);
  });
});
