import { parseSeasonAddress } from "../../src/cli/flags.ts";
import { parseSeason } from "../../src/files/season/season-address.ts";
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSeason, withSeason } from "../../src/files/season/season-store.ts";
import { need } from "../../src/rules/problem/problem.ts";
import { USUAL_LEAGUE } from "../../src/season/league/league-file.ts";
import { leagueReport } from "../../src/season/league/report.ts";
import { claimNext } from "../../src/season/store/open-sheets.ts";
import { keepSheets } from "../../src/season/store/keep.ts";
import { bundled } from "../support/bundled.ts";
import { emptyFolder } from "../support/command-line.ts";
import { hasServer, itWithServer, PostgresServer } from "../support/postgres-server.ts";
import { canMount, onSmallDisk } from "../support/small-disk.ts";
import { counted, emptySeason, madeUpSheet, seasonFolder } from "../support/seasons.ts";
import { TRIES_ALL } from "../support/cases.ts";

/** Sheets of two players each, all different. */
const sheets = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) =>
    madeUpSheet(`${from + at}`, { [`P${(from + at) % 7}`]: [1, 2, 3, from + at], Ben: [1, 2, 3, 4] }),
  );

/** A sheet from a photo with a question, different from those of other numbers. */
const waitingSheet = (at: number) =>
  madeUpSheet(
    `w${at}`,
    {},
    {
      ...{ source: "photo", waits: "questions", verdict: "unsure", results: [] },
      open: { packed: JSON.stringify({ games: [{}], sheets: [{ at }] }), questions: 1, picture: null },
    },
  );

describe("a season on a server", () => {
  let server: PostgresServer | null = null;
  let url = "";
  const running = (): PostgresServer => server ?? noServer();
  beforeAll(async () => {
    if (!hasServer) return;
    server = await PostgresServer.start();
    url = await server.database("seasons");
  });
  afterAll(() => server?.stop());

  (TRIES_ALL ? itWithServer : it.skip)("says the same as an embedded one", async () => {
    const { db, close } = need(await openSeason(parseSeasonAddress(url), { isNew: true }));
    const said = [];
    for (const one of [db, await emptySeason()]) {
      await keepSheets(one, sheets(0, 30), "Zoe");
      said.push(
        JSON.stringify([await leagueReport(one, { ...USUAL_LEAGUE, best: 3 }, true), await counted(one)]),
      );
    }
    await close();
    expect(said[0]?.replaceAll("augenblock", "")).toBe(said[1]);
  });

  itWithServer("holds several seasons, each by its name", async () => {
    for (const name of ["winter", "summer"])
      need(
        await withSeason(parseSeasonAddress(`${url}#${name}`), { isNew: true }, ({ db }) =>
          keepSheets(db, sheets(0, name.length), "Zoe"),
        ),
      );
    const count = need(
      await withSeason(parseSeasonAddress(`${url}#winter`), { isNew: false }, ({ db }) =>
        db.selectFrom("sheets").select("id").execute(),
      ),
    ).length;
    expect(count).toBe(6);
    const none = await openSeason(parseSeasonAddress(`${url}#autumn`), { isNew: false });
    expect(none.ok || none.problems[0]?.code).toBe("no-season");
  });

  itWithServer("takes the same sheets from several people at once, and counts each once", async () => {
    const stores = await Promise.all(
      [1, 2, 3].map(async () => need(await openSeason(parseSeasonAddress(`${url}#crowd`), { isNew: true }))),
    );
    const kept = await Promise.all(stores.map(({ db }) => keepSheets(db, sheets(0, 40), "Zoe", true)));
    expect(kept.flat().filter(({ outcome }) => outcome === "kept")).toHaveLength(40);
    const [first] = stores;
    expect(await counted(first?.db ?? fail())).toHaveLength(80);
    for (const { close } of stores) await close();
  });

  itWithServer("gives each of several people another sheet, at the same moment", async () => {
    const stores = await Promise.all(
      [1, 2, 3, 4].map(async () =>
        need(await openSeason(parseSeasonAddress(`${url}#asked`), { isNew: true })),
      ),
    );
    const waiting = Array.from({ length: 4 }, (_, at) => waitingSheet(at));
    await keepSheets(stores[0]?.db ?? fail(), waiting, "Zoe");
    const claims = await Promise.all(stores.map(({ db }, at) => claimNext(db, `person ${at}`)));
    expect(new Set(claims.map((one) => one?.id)).size).toBe(4);
    for (const { close } of stores) await close();
  });

  itWithServer("gives nobody a sheet that somebody claimed who began to ask a moment later", async () => {
    const [early, late] = await Promise.all(
      [1, 2].map(async () => need(await openSeason(parseSeasonAddress(`${url}#moment`), { isNew: true }))),
    );
    if (early === undefined || late === undefined) throw new Error("two stores are open");
    await keepSheets(early.db, [waitingSheet(0)], "Zoe");
    await early.db.transaction().execute(async (transaction) => {
      // The moment of a transaction is that of its first statement.
      await sql`select now()`.execute(transaction);
      expect(await claimNext(late.db, "the later one")).not.toBeNull();
      expect(await claimNext(transaction, "the earlier one")).toBeNull();
    });
    for (const { close } of [early, late]) await close();
  });

  itWithServer("is whole after a crash in the middle of keeping", async () => {
    const season = `${url}#crash`;
    const opened = need(await openSeason(parseSeasonAddress(season), { isNew: true }));
    await keepSheets(opened.db, sheets(0, 50), "Zoe", true);
    const keeping = keepSheets(opened.db, sheets(50, 4000), "Zoe", true);
    const failed = keeping.then(
      () => false,
      () => true,
    );
    const busy =
      "select 1 from pg_stat_activity where xact_start is not null and application_name = 'augenblock'";
    await expect.poll(() => running().query("seasons", busy)).not.toEqual([]);
    await running().kill();
    expect(await failed).toBe(true);
    await opened.close().catch(() => undefined);
    await running().run();
    const again = need(await openSeason(parseSeasonAddress(season), { isNew: false }));
    expect(await counted(again.db)).toHaveLength(100);
    await keepSheets(again.db, sheets(0, 150), "Zoe", true);
    expect(await counted(again.db)).toHaveLength(300);
    await again.close();
  });

  itWithServer("says in one problem that the server went away", async () => {
    const gone = await withSeason(parseSeasonAddress(`${url}#gone`), { isNew: true }, async ({ db }) => {
      await running().kill();
      await keepSheets(db, sheets(0, 5), "Zoe");
    });
    await running().run();
    expect(gone.ok || gone.problems.map(({ code }) => code)).toEqual(["season-failed"]);
  });
});

describe("a season that can’t be opened", () => {
  const codeOf = async (season: string, isNew = false) => {
    const address = parseSeason(season);
    const opened = address.ok ? await openSeason(address.value, { isNew }) : address;
    if (!opened.ok) return opened.problems.map(({ code }) => code).join();
    await opened.value.close();
    return "opened";
  };

  it("is told by one problem: no season, a file, a folder with other things, a bad URL, nobody there", async () => {
    const folder = emptyFolder();
    writeFileSync(join(folder, "photo.jpg"), "");
    expect(await codeOf(join(folder, "none"))).toBe("no-season");
    expect(await codeOf(join(folder, "photo.jpg"), true)).toBe("no-season");
    expect(await codeOf(folder, true)).toBe("not-a-season");
    expect(await codeOf("postgres://[")).toBe("bad-url");
    expect(await codeOf("postgres://localhost/club#Winter; drop")).toBe("bad-url");
    expect(await codeOf("postgres://127.0.0.1:1/club", true)).toBe("no-server");
    expect(existsSync(join(folder, "none"))).toBe(false);
  });

  it.skipIf(process.platform !== "linux")(
    "is one where nobody may make a folder, not even below it",
    async () => {
      for (const folder of ["/proc/season", "/proc/season/below"]) {
        const opened = await openSeason(parseSeasonAddress(folder), { isNew: true });
        const told = opened.ok ? [] : opened.problems.map(({ code, hint }) => [code, hint]);
        expect(told).toEqual([["unwritable", "name another folder, or get permission to write there"]]);
      }
    },
  );

  it("never shows the password", async () => {
    const opened = await openSeason(parseSeasonAddress("postgres://anna:secret@127.0.0.1:1/club"), {
      isNew: false,
    });
    expect(JSON.stringify(opened)).not.toContain("secret");
  });

  it("is not waited for if nobody answers", async () => {
    // A server that takes calls and says nothing.
    const silent = createServer(() => {});
    await new Promise<void>((ready) => silent.listen(0, "127.0.0.1", ready));
    const address = silent.address();
    const port = typeof address === "object" && address ? address.port : 0;
    const opened = await openSeason(parseSeasonAddress(`postgres://127.0.0.1:${port}/club`), {
      isNew: false,
      connectMs: 300,
    });
    expect(opened.ok || opened.problems.map(({ code }) => code)).toEqual(["no-server"]);
    silent.close();
  });

  it.skipIf(!TRIES_ALL || !canMount())(
    "is as it was before if its disk fills up, and goes on once there is room (needs root, to mount a small disk)",
    async () => {
      await onSmallDisk(56, async (disk) => {
        const folder = seasonFolder(disk);
        const keep = (from: number, count: number) =>
          withSeason(parseSeasonAddress(folder), { isNew: true }, ({ db }) =>
            keepSheets(db, sheets(from, count), "Zoe", true),
          );
        need(await keep(0, 10));
        const { bavail, bsize } = statfsSync(disk);
        // A little is left, so that the season is opened.
        writeFileSync(join(disk, "other"), new Uint8Array(bavail * bsize - 200_000));
        const refused = await keep(10, 1500);
        expect(refused.ok ? [] : refused.problems.map(({ code, message }) => [code, message])).toEqual([
          ["season-failed", `${folder} can’t be used any more: the disk is full`],
        ]);
        rmSync(join(disk, "other"));
        const count = () =>
          withSeason(
            parseSeasonAddress(folder),
            { isNew: false },
            async ({ db }) => (await counted(db)).length,
          );
        expect(need(await count())).toBe(20);
        need(await keep(10, 40));
        expect(need(await count())).toBe(100);
      });
    },
  );

  it("is told by one problem if its files are damaged, or come from elsewhere", async () => {
    const broken = emptyFolder();
    mkdirSync(join(broken, "store"));
    writeFileSync(join(broken, "store", "PG_VERSION"), "18\n");
    expect(await codeOf(broken)).toBe("broken-season");
    const old = emptyFolder();
    mkdirSync(join(old, "store"));
    writeFileSync(join(old, "store", "PG_VERSION"), "15\n");
    expect(await codeOf(old)).toBe("other-store");
  });
});

describe("a season in a folder", () => {
  it("holds all that was kept, and nothing by halves, after its process was killed", async () => {
    const folder = seasonFolder();
    const keeping = await bundled(new URL("../support/keeping.ts", import.meta.url));
    const child = spawn(process.execPath, [keeping, folder, "0"], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let lines = 0;
    for await (const _ of createInterface({ input: child.stdout })) if (++lines === 3) child.kill("SIGKILL");
    const { db, close } = need(await openSeason(parseSeasonAddress(folder), { isNew: false }));
    const there = (await db.selectFrom("sheets").select("id").execute()).length;
    const results = (await db.selectFrom("results").select("sheet_id").execute()).length;
    await close();
    expect(lines).toBeGreaterThanOrEqual(3);
    // Ten sheets of two players in each step; the last step may be finished but not reported.
    expect([there % 10, results]).toEqual([0, 2 * there]);
    expect(there / 10).toBeGreaterThanOrEqual(lines);
  });

  it("is told to be damaged where a table of it is, whenever that is found", async () => {
    const folder = seasonFolder();
    const first = need(await openSeason(parseSeasonAddress(folder), { isNew: true }));
    await keepSheets(first.db, sheets(0, 10), "Zoe", true);
    const { rows } = await sql<{ file: string }>`select pg_relation_filepath('results') as file`.execute(
      first.db,
    );
    await first.close();
    const file = join(folder, "store", rows[0]?.file ?? "");
    writeFileSync(file, new Uint8Array(readFileSync(file).length).fill(0xa5));
    const read = await withSeason(parseSeasonAddress(folder), { isNew: false }, ({ db }) => counted(db));
    expect(read.ok || read.problems.map(({ code }) => code)).toEqual(["broken-season"]);
  });

  it("is refused if a newer version kept it", async () => {
    const folder = seasonFolder();
    const first = need(await openSeason(parseSeasonAddress(folder), { isNew: true }));
    await keepSheets(first.db, sheets(0, 10), "Zoe", true);
    await first.close();
    const second = need(await openSeason(parseSeasonAddress(folder), { isNew: false }));
    expect(await counted(second.db)).toHaveLength(20);
    await sql`insert into kysely_migration (name, timestamp) values ('999-future', '2030')`.execute(
      second.db,
    );
    await second.close();
    const refused = await openSeason(parseSeasonAddress(folder), { isNew: true });
    expect(refused.ok || refused.problems.map(({ code }) => code)).toEqual(["newer-season"]);
  });
});

function fail(): never {
  throw new Error("no store");
}

function noServer(): never {
  throw new Error("no server");
}
