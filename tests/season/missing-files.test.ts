import { parseSeasonAddress } from "../../src/cli/flags.ts";
import { cpSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { openSeason } from "../../src/files/season/season-store.ts";
import { FILE_LIST, inspectStore, TABLE_FILE } from "../../src/files/season/store-files.ts";
import { need, type Result } from "../../src/rules/problem/problem.ts";
import { keepSheets } from "../../src/season/store/keep.ts";
import { rareTest, someOf } from "../support/cases.ts";
import { emptyFolder } from "../support/command-line.ts";
import { counted, folderState, madeUpSheet, seasonFolder } from "../support/seasons.ts";

const FAULTS = ["missing", "empty", "placeholder"] as const;
type Fault = (typeof FAULTS)[number];

/** Files and folders below a folder, those of a store by their paths in it. */
const paths = (folder: string) => readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
const filesOf = (folder: string) => paths(folder).filter((path) => statSync(join(folder, path)).isFile());

const sheets = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) =>
    madeUpSheet(`${from + at}`, { [`P${(from + at) % 7}`]: [1, 2, 3, from + at], Ben: [1, 2, 3, 4] }),
  );

/** A season of ten sheets, closed in good order; and the same one with ten sheets more, as a process left it that was killed then. */
let closed = "";
let killed = "";
/** The files of some tables and indexes of the latter. */
let tables: ReadonlyMap<string, string> = new Map();

beforeAll(async () => {
  closed = seasonFolder();
  const first = need(await openSeason(parseSeasonAddress(closed), { isNew: true }));
  await keepSheets(first.db, sheets(0, 10), "Zoe", true);
  await first.close();
  const working = copyOf(closed);
  const { db, close } = need(await openSeason(parseSeasonAddress(working), { isNew: false }));
  await keepSheets(db, sheets(10, 10), "Zoe", true);
  const { rows } = await sql<{ name: string; file: string }>`
    select relname as name, pg_relation_filepath(oid) as file from pg_class
    where relname in ('results', 'results_pkey', 'sheets_id_seq')`.execute(db);
  tables = new Map(rows.map(({ name, file }) => [name, file]));
  killed = copyOf(working);
  rmSync(join(killed, "lock"));
  await close();
});

function copyOf(season: string): string {
  const copy = join(emptyFolder(), "season");
  cpSync(season, copy, { recursive: true });
  return copy;
}

/** Does work while a file of a store has a fault, which is mended afterwards. */
async function withFault(store: string, path: string, fault: Fault, work: () => Promise<unknown>) {
  const file = join(store, path);
  const aside = join(emptyFolder(), "aside");
  const placeholder = join(dirname(file), `.${basename(file)}.icloud`);
  renameSync(file, aside);
  if (fault === "empty") writeFileSync(file, "");
  if (fault === "placeholder") writeFileSync(placeholder, "bplist00");
  await work();
  rmSync(file, { force: true });
  rmSync(placeholder, { force: true });
  renameSync(aside, file);
}

const codeOf = (result: Result<unknown>) => (result.ok ? "opened" : result.problems[0]?.code);

/** The number of results that count. */
async function countIn(folder: string): Promise<number> {
  const { db, close } = need(await openSeason(parseSeasonAddress(folder), { isNew: false }));
  const results = await counted(db);
  await close();
  return results.length;
}

describe("a store that was closed in good order", () => {
  rareTest("is refused if any file of it is missing, empty or in the cloud", async () => {
    const folder = copyOf(closed);
    const store = join(folder, "store");
    const files = filesOf(store).filter((path) => path !== FILE_LIST);
    expect(files.length).toBeGreaterThan(400);
    const passed: string[] = [];
    // Tables are many, and alike.
    const cases = files.flatMap((path, at) => {
      if (!TABLE_FILE.test(path)) return FAULTS.map((fault) => ({ path, fault }));
      return at % 8 === 0 ? [{ path, fault: FAULTS[(at / 8) % 3] ?? "missing" }] : [];
    });
    expect(cases.filter(({ path }) => TABLE_FILE.test(path)).length).toBeGreaterThan(40);
    for (const { path, fault } of cases) {
      // What was empty before is as it was.
      if (fault === "empty" && statSync(join(store, path)).size === 0) continue;
      await withFault(store, path, fault, async () => {
        const code = codeOf(inspectStore(folder, store));
        if (code !== "broken-season") passed.push(`${path} ${fault}: ${code}`);
      });
    }
    expect(passed).toEqual([]);
    expect(inspectStore(folder, store)).toMatchObject({ ok: true, value: { isProved: true } });
  });

  rareTest(
    "is not touched where it is refused, whether it is to be read or written, and is whole once the file is back",
    async () => {
      const folder = copyOf(closed);
      const store = join(folder, "store");
      // One file of each kind.
      const kinds = new Map(filesOf(store).map((path) => [path.replaceAll(/\d+/g, "#"), path]));
      expect(kinds.size).toBeGreaterThan(15);
      const wrong: string[] = [];
      let at = 0;
      for (const path of someOf([...kinds.values()], 2).filter((one) => one !== FILE_LIST))
        for (const isNew of [false, true]) {
          const fault = FAULTS[at++ % FAULTS.length] ?? "missing";
          if (statSync(join(store, path)).size === 0) continue;
          await withFault(store, path, fault, async () => {
            const before = folderState(folder);
            const code = codeOf(await openSeason(parseSeasonAddress(folder), { isNew }));
            const isSame = JSON.stringify(folderState(folder)) === JSON.stringify(before);
            if (code !== "broken-season" || !isSame) wrong.push(`${path} ${fault}: ${code}`);
          });
        }
      expect(at).toBeGreaterThan(15);
      expect(wrong).toEqual([]);
      expect(await countIn(folder)).toBe(20);
    },
  );

  rareTest(
    "is opened without its empty folders and its list of files, which some copies leave out",
    async () => {
      const folder = copyOf(closed);
      const store = join(folder, "store");
      const isEmpty = (path: string) =>
        statSync(join(store, path)).isDirectory() && readdirSync(join(store, path)).length === 0;
      const empty = paths(store).filter(isEmpty);
      expect(empty.length).toBeGreaterThan(5);
      for (const path of empty) rmSync(join(store, path), { recursive: true });
      rmSync(join(store, FILE_LIST));
      expect(await countIn(folder)).toBe(20);
      expect(inspectStore(folder, store)).toMatchObject({ ok: true, value: { isProved: true } });
    },
  );

  it("tells the file that is missing, and a way out", async () => {
    const folder = copyOf(closed);
    await withFault(join(folder, "store"), "PG_VERSION", "empty", async () => {
      const opened = await openSeason(parseSeasonAddress(folder), { isNew: false });
      expect(opened.ok ? [] : opened.problems.map(({ message, hint }) => [message, hint])).toEqual([
        [
          `${folder} can’t be opened: store/PG_VERSION is empty`,
          "nothing was changed; restore the missing files, or copy the whole folder again",
        ],
      ]);
    });
  });
});

describe("a store whose process was killed", () => {
  /** What is wrong with what becomes of faults: a season is opened with all that was kept, or is refused and not touched. */
  async function lossesIn(folder: string, cases: readonly (readonly [path: string, fault: Fault])[]) {
    const store = join(folder, "store");
    const wrong: string[] = [];
    const refused: string[] = [];
    const pristine = copyOf(folder);
    for (const [at, [path, fault]] of cases.entries())
      await withFault(store, path, fault, async () => {
        const before = folderState(folder);
        const opened = await openSeason(parseSeasonAddress(folder), { isNew: at % 2 === 0 });
        if (opened.ok) {
          const { length } = await counted(opened.value.db);
          await opened.value.close();
          if (length !== 40) wrong.push(`${path} ${fault}: ${length} results`);
          rmSync(store, { recursive: true });
          cpSync(join(pristine, "store"), store, { recursive: true });
          return;
        }
        refused.push(path);
        const isSame = JSON.stringify(folderState(folder)) === JSON.stringify(before);
        if (codeOf(opened) !== "broken-season" || !isSame) wrong.push(`${path} ${fault}: ${codeOf(opened)}`);
      });
    expect(wrong).toEqual([]);
    expect(await countIn(folder)).toBe(40);
    return refused;
  }

  it("is opened with all that was kept, or is refused and not touched", async () => {
    const folder = copyOf(killed);
    const journal = readdirSync(join(folder, "store", "pg_wal")).find((name) => name.length === 24);
    const needed = ["pg_xact/0000", `pg_wal/${journal}`, "global/pg_control", "base/5/pg_filenode.map"];
    const [table = "", sequence = ""] = ["results", "sheets_id_seq"].map((name) => tables.get(name));
    const refusable = [
      [table, "missing"],
      [table, "placeholder"],
      [sequence, "empty"],
      ...needed.flatMap((path) => [[path, "missing"] as const, [path, "empty"] as const]),
    ] as const;
    const refused = await lossesIn(folder, [...refusable, [FILE_LIST, "missing"]]);
    expect(refused).toEqual(refusable.map(([path]) => path));
    expect(refused.length).toBe(11);
  });

  rareTest("is so even without its list of files", async () => {
    const folder = copyOf(killed);
    rmSync(join(folder, "store", FILE_LIST));
    const emptied = ["results", "results_pkey"].map((name) => [tables.get(name) ?? "", "empty"] as const);
    expect(emptied.length).toBe(2);
    await lossesIn(folder, emptied);
  });
});
