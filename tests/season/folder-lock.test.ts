import { parseSeasonAddress } from "../../src/cli/flags.ts";
import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { lockFolder } from "../../src/files/season/folder-lock.ts";
import { withSeason } from "../../src/files/season/season-store.ts";
import { need, type Result } from "../../src/rules/problem/problem.ts";
import { keepSheets } from "../../src/season/store/keep.ts";
import { emptyFolder, put } from "../support/command-line.ts";
import { counted, madeUpSheet, seasonFolder } from "../support/seasons.ts";

/** A lock that doesn't change counts as left behind after 0.1 seconds. */
const QUICK = { stepMs: 10, steps: 40, staleSteps: 10 };
/** Only what the system says about a process ends the wait. */
const BY_PROCESS = { stepMs: 10, steps: 5, staleSteps: 1000 };

const codesOf = (result: Result<unknown>) => (result.ok ? [] : result.problems.map(({ code }) => code));

/** What a lock of this process says. */
async function ownLock(): Promise<Readonly<Record<string, unknown>>> {
  const folder = emptyFolder();
  const { release } = need(await lockFolder(folder));
  const said = JSON.parse(readFileSync(join(folder, "lock"), "utf8"));
  await release();
  return said;
}

/** The lock of a process whose number says nothing here. */
const lockFromElsewhere = (more: object = {}) =>
  JSON.stringify({ id: "there", pid: 1, host: "nas", system: "another boot", start: "1", ...more });

/** The number of a process that has ended. */
async function endedProcess(): Promise<number> {
  const child = spawn(process.execPath, ["-e", ""]);
  await new Promise((done) => child.on("exit", done));
  return child.pid ?? 0;
}

/** Takes a lock, gives it back, and says how that went. */
async function outcomeOf(folder: string, patience: typeof QUICK): Promise<string> {
  const lock = await lockFolder(folder, patience);
  if (!lock.ok) return codesOf(lock).join();
  await lock.value.release();
  return "taken";
}

describe("the lock of a season folder", () => {
  it("is kept from others while it is held, beats while the process is busy, and leaves nothing behind", async () => {
    const folder = emptyFolder();
    const lock = need(await lockFolder(folder));
    const before = readFileSync(join(folder, "lock"), "utf8");
    const other = await lockFolder(folder, QUICK);
    expect(codesOf(other)).toEqual(["season-busy"]);
    expect(other.ok ? "" : other.problems[0]?.hint).toContain(join(folder, "lock"));
    expect(readFileSync(join(folder, "lock"), "utf8")).toBe(before);
    expect(await lock.isHeld()).toBe(true);
    await lock.release();
    expect(readdirSync(folder)).toEqual([]);
    expect(await outcomeOf(folder, QUICK)).toBe("taken");
  });

  it("belongs to a process of anywhere that goes on setting its time", async () => {
    const folder = emptyFolder();
    const lock = put(folder, "lock", lockFromElsewhere());
    let at = 0;
    const beat = setInterval(() => utimesSync(lock, ++at, at), 5);
    const other = await lockFolder(folder, { ...QUICK, staleSteps: 20 });
    clearInterval(beat);
    expect(other.ok ? [] : other.problems.map(({ code, message }) => [code, message])).toEqual([
      ["season-busy", `another augenblock has ${folder} open (process 1 on nas)`],
    ]);
    expect(await outcomeOf(folder, QUICK)).toBe("taken");
  });

  it("is set anew by a thread, whatever the process does", async () => {
    const folder = emptyFolder();
    const { release } = need(await lockFolder(folder));
    const lock = join(folder, "lock");
    utimesSync(lock, 1, 1);
    // Nothing else of this process runs meanwhile.
    while (statSync(lock).mtimeMs === 1000);
    expect(statSync(lock).mtimeMs).toBeGreaterThan(1000);
    await release();
  });

  it("holds nobody up if it was left behind: empty, foreign, a link, or of a machine that is gone", async () => {
    const left: Readonly<Record<string, string>> = {
      empty: "",
      "of another machine": lockFromElsewhere(),
      "of a system that tells nothing": lockFromElsewhere({ system: null, start: null }),
      "as an earlier version wrote it": `${process.pid} localhost`,
      "after a power failure": "\0".repeat(200),
      "of another program": "{}",
      "JSON without anything": "null",
      "with a number that is none": lockFromElsewhere({ pid: -1 }),
      "not ours at all": "x".repeat(10_000),
    };
    for (const [what, text] of Object.entries(left)) {
      const folder = emptyFolder();
      put(folder, "lock", text);
      expect([what, await outcomeOf(folder, QUICK), readdirSync(folder)]).toEqual([what, "taken", []]);
    }
  });

  it("leads to nothing: what a link leads to stays as it is", async () => {
    const folder = emptyFolder();
    const precious = put(emptyFolder(), "precious.txt", "precious");
    // The draft of a lock once had the number of its process.
    for (const name of ["lock", `lock.${process.pid}`, `lock.${process.pid}.gone`])
      symlinkSync(precious, join(folder, name));
    expect(await outcomeOf(folder, QUICK)).toBe("taken");
    symlinkSync(join(emptyFolder(), "nowhere"), join(folder, "lock"));
    expect(await outcomeOf(folder, QUICK)).toBe("taken");
    symlinkSync(emptyFolder(), join(folder, "lock"));
    expect(await outcomeOf(folder, QUICK)).toBe("taken");
    expect(readFileSync(precious, "utf8")).toBe("precious");
    expect(readdirSync(folder)).toHaveLength(2);
  });

  it("is told where a folder of its name is in the way", async () => {
    const folder = emptyFolder();
    mkdirSync(join(folder, "lock"));
    const refused = await lockFolder(folder, QUICK);
    expect(codesOf(refused)).toEqual(["unwritable"]);
    expect(refused.ok ? "" : refused.problems[0]?.message).toContain(join(folder, "lock"));
  });

  it("is one process’s, however many want it at once", async () => {
    const folder = emptyFolder();
    put(folder, "lock", lockFromElsewhere());
    let holders = 0;
    const most: number[] = [];
    await Promise.all(
      Array.from({ length: 12 }, async () => {
        const { isHeld, release } = need(await lockFolder(folder, { ...QUICK, steps: 1000 }));
        most.push(++holders);
        await wait(5);
        expect(await isHeld()).toBe(true);
        holders--;
        await release();
      }),
    );
    expect(most).toEqual(Array.from({ length: 12 }, () => 1));
  });

  describe.skipIf(process.platform !== "linux")("and the number of its process", () => {
    it("count where boot and namespace are the same: who has ended holds nobody up", async () => {
      const own = await ownLock();
      const ended = await endedProcess();
      const cases: readonly [string, object, string][] = [
        ["has ended", { pid: ended }, "taken"],
        ["began later than the lock says", { start: "1" }, "taken"],
        ["is at work, however long ago it beat", {}, "season-busy"],
        ["has ended, after another boot", { pid: ended, system: "another boot pid:[1]" }, "season-busy"],
        ["has ended, where nothing is known", { pid: ended, system: null }, "season-busy"],
      ];
      for (const [what, more, outcome] of cases) {
        const folder = emptyFolder();
        put(folder, "lock", JSON.stringify({ ...own, id: "other", ...more }));
        expect([what, await outcomeOf(folder, BY_PROCESS)]).toEqual([what, outcome]);
      }
    });

    it("don’t count elsewhere: one that is at work here says nothing", async () => {
      const own = await ownLock();
      for (const system of ["another boot pid:[1]", `${String(own.system)}1`, null]) {
        const folder = emptyFolder();
        put(folder, "lock", JSON.stringify({ ...own, id: "other", system }));
        expect([system, await outcomeOf(folder, QUICK)]).toEqual([system, "taken"]);
      }
    });

    it("doesn’t wait for a process that has ended and whose parent doesn’t know yet", async () => {
      const own = await ownLock();
      // The shell becomes a program that never asks what became of its child, which ends after that.
      const waits = "until grep -q sleep /proc/$$/comm; do sleep 0.1; done";
      const parent = spawn("sh", ["-c", `(${waits}) & echo $!; exec sleep 60`]);
      const child = await new Promise<number>((told) => parent.stdout.once("data", (id) => told(Number(id))));
      const stat = () =>
        readFileSync(`/proc/${child}/stat`, "utf8")
          .replace(/^.*\) /s, "")
          .split(" ");
      await expect.poll(() => stat()[0]).toBe("Z");
      const folder = emptyFolder();
      put(folder, "lock", JSON.stringify({ ...own, id: "other", pid: child, start: stat()[19] }));
      expect(await outcomeOf(folder, BY_PROCESS)).toBe("taken");
      parent.kill();
    });
  });
});

describe("a process that was asleep while another one took its folder over", () => {
  it("writes nothing any more, and says so", async () => {
    const folder = seasonFolder();
    const sheet = (hash: string) => madeUpSheet(hash, { [`Anna ${hash}`]: [1, 2, 3, 4], Ben: [1, 2, 3, 5] });
    let late: Promise<Result<unknown>> | null = null;
    const early = await withSeason(parseSeasonAddress(folder), { isNew: true }, async ({ db }) => {
      await keepSheets(db, [sheet("before")], "Zoe");
      // Someone took it for one that was left behind.
      rmSync(join(folder, "lock"));
      late = Promise.resolve(
        await withSeason(parseSeasonAddress(folder), { isNew: true }, (other) =>
          keepSheets(other.db, [sheet("late")], "Zoe"),
        ),
      );
      await keepSheets(db, [sheet("after")], "Zoe");
    });
    expect(late && codesOf(await late)).toEqual([]);
    expect(early.ok ? [] : early.problems.map(({ code, message }) => [code, message])).toEqual([
      ["season-busy", `another augenblock took over ${folder} while this one was paused`],
    ]);
    const results = need(
      await withSeason(parseSeasonAddress(folder), { isNew: false }, ({ db }) => counted(db)),
    );
    expect(results).toHaveLength(4);
    expect(readdirSync(folder)).toEqual(["store"]);
  });
});
