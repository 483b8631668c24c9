import { parseSeasonAddress } from "../../src/cli/flags.ts";
import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  readdirSync,
  rmSync,
  statfsSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { systemError } from "../../src/files/season/embedded.ts";
import { openSeason, withSeason } from "../../src/files/season/season-store.ts";
import { folderReason, refusedStore } from "../../src/files/season/store-problems.ts";
import { need, type Result } from "../../src/rules/problem/problem.ts";
import { english } from "../../src/rules/problem/message.ts";
import { keepSheets } from "../../src/season/store/keep.ts";
import { TRIES_ALL } from "../support/cases.ts";
import { emptyFolder, MAIN } from "../support/command-line.ts";
import { counted, madeUpSheet, seasonFolder } from "../support/seasons.ts";
import { canMount, onSmallDisk } from "../support/small-disk.ts";
import { withCode } from "../support/system-errors.ts";

const isRoot = process.platform === "linux" && process.getuid?.() === 0;

/** Does work as someone who may not do everything. */
async function asNobody(work: () => Promise<unknown>): Promise<void> {
  const NOBODY = 65_534;
  if (isRoot) process.seteuid?.(NOBODY);
  try {
    await work();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}

/** A season of one sheet, in a folder that all may read and write. */
async function smallSeason(parent = emptyFolder()): Promise<string> {
  const folder = seasonFolder(parent);
  const sheet = madeUpSheet("one", { Anna: [1, 2, 3, 4], Ben: [1, 2, 3, 5] });
  need(
    await withSeason(parseSeasonAddress(folder), { isNew: true }, ({ db }) => keepSheets(db, [sheet], "Zoe")),
  );
  chmodSync(parent, 0o755);
  setRights(folder, 0o777, 0o666);
  return folder;
}

function setRights(folder: string, ofFolders: number, ofFiles: number): void {
  for (const path of ["", ...readdirSync(folder, { recursive: true, encoding: "utf8" })]) {
    const at = join(folder, path);
    chmodSync(at, statSync(at).isDirectory() ? ofFolders : ofFiles);
  }
}

const toldBy = (result: Result<unknown>) =>
  result.ok ? ["opened"] : result.problems.map(({ code, message }) => `${code}: ${message}`);
const countIn = async (folder: string) =>
  need(await withSeason(parseSeasonAddress(folder), { isNew: false }, ({ db }) => counted(db))).length;

describe("a season in a folder that can’t be written to", () => {
  it.skipIf(!TRIES_ALL || process.platform === "win32")("says so, and not that it is damaged", async () => {
    const folder = await smallSeason();
    setRights(folder, 0o555, 0o444);
    await asNobody(async () => {
      for (const isNew of [false, true])
        expect(toldBy(await openSeason(parseSeasonAddress(folder), { isNew }))).toEqual([
          `unwritable: ${folder} can’t be written to: no permission`,
        ]);
    });
    setRights(folder, 0o777, 0o666);
    expect(await countIn(folder)).toBe(2);
  });

  it.skipIf(!TRIES_ALL || process.platform === "win32")("tells the file that it is about", async () => {
    const folder = await smallSeason();
    const version = join(folder, "store", "PG_VERSION");
    for (const [file, why] of [
      [version, expect.stringMatching(`${version} can’t be (?:read|written to): no permission`)],
      [
        join(folder, "store", "base"),
        `unreadable: ${join(folder, "store", "base")} can’t be read: no permission`,
      ],
    ] as const) {
      const { mode } = statSync(file);
      chmodSync(file, 0);
      await asNobody(async () =>
        expect(toldBy(await openSeason(parseSeasonAddress(folder), { isNew: false }))).toEqual([why]),
      );
      chmodSync(file, mode & 0o777);
    }
    expect(await countIn(folder)).toBe(2);
  });

  it.skipIf(!canMount())(
    "says that the disk is full, or read-only (needs root, to mount a small disk)",
    async () => {
      const kept = await smallSeason();
      await onSmallDisk(60, async (disk) => {
        const folder = join(disk, "season");
        cpSync(kept, folder, { recursive: true });
        execFileSync("mount", ["-o", "remount,ro", disk]);
        expect(toldBy(await openSeason(parseSeasonAddress(folder), { isNew: false }))).toEqual([
          `unwritable: ${folder} can’t be written to: the disk is read-only`,
        ]);
        execFileSync("mount", ["-o", "remount,rw", disk]);
        const { bavail, bsize } = statfsSync(disk);
        writeFileSync(join(disk, "other"), new Uint8Array(bavail * bsize));
        for (const [season, isNew] of [
          [folder, false],
          [join(disk, "next"), true],
        ] as const)
          expect([isNew, ...toldBy(await openSeason(parseSeasonAddress(season), { isNew }))]).toEqual([
            isNew,
            expect.stringMatching(/^unwritable: .*: the disk is full$/),
          ]);
        expect(existsSync(join(disk, "next", "store"))).toBe(false);
        rmSync(join(disk, "other"));
        expect(await countIn(folder)).toBe(2);
      });
    },
  );

  it.skipIf(!TRIES_ALL || process.platform === "win32")(
    "says that files may not grow as large as they must",
    async () => {
      const folder = await smallSeason();
      const command = `ulimit -f 200; exec "$0" "$1" season log "$2"`;
      const { stderr } = spawnSync("sh", ["-c", command, process.execPath, MAIN, folder], {
        encoding: "utf8",
      });
      expect(stderr).toContain("can’t be opened: files can’t be larger here [unwritable]");
      expect(await countIn(folder)).toBe(2);
    },
  );
});

describe("a season that links lead to", () => {
  it.skipIf(process.platform === "win32")("is told where they lead nowhere or in a circle", async () => {
    for (const target of ["nowhere", "store"]) {
      const folder = emptyFolder();
      symlinkSync(target, join(folder, "store"));
      for (const isNew of [false, true])
        expect(toldBy(await openSeason(parseSeasonAddress(folder), { isNew }))).toEqual([
          `broken-season: ${folder} can’t be opened: store is a broken link`,
        ]);
      expect(readdirSync(folder)).toEqual(["store"]);
    }
  });

  it.skipIf(process.platform === "win32")(
    "is open in one process at a time, whichever folder leads to it",
    async () => {
      const folder = await smallSeason();
      const other = emptyFolder();
      symlinkSync(join(folder, "store"), join(other, "store"));
      const first = need(await openSeason(parseSeasonAddress(folder), { isNew: false }));
      expect(readdirSync(folder)).toContain("lock");
      let isOpen = true;
      const second = openSeason(parseSeasonAddress(other), { isNew: false }).then((opened) => {
        expect(isOpen).toBe(false);
        return need(opened);
      });
      await first.db.selectFrom("sheets").select("id").execute();
      isOpen = false;
      await first.close();
      expect(await counted((await second).db)).toHaveLength(2);
      await (await second).close();
    },
  );
});

describe("what the system refuses an embedded store", () => {
  it("is told by its cause; nothing of it counts as damage", () => {
    const SAID: Readonly<Record<string, string>> = {
      "could not extend file: No space left on device": "the disk is full",
      "could not write to file: Quota exceeded": "your disk quota is used up",
      "could not write to log file: File too large": "files can’t be larger here",
      "could not create lock file: Read-only file system": "the disk is read-only",
      "could not open file: Permission denied": "no permission",
      "out of file descriptors: No file descriptors available": "too many files are open",
      "could not read block 1: I/O error": "the disk reports an error",
      "WebAssembly.Memory(): could not allocate memory": "there is not enough memory",
    };
    for (const [said, reason] of Object.entries(SAID)) {
      const code = systemError(said);
      expect([said, english(folderReason(new Error(said)))]).toEqual([said, reason]);
      const told = refusedStore("winter", withCode(code ?? ""));
      expect(toldBy(told)).toEqual([`unwritable: winter can’t be opened: ${reason}`]);
      expect(told.ok || told.problems[0]?.hint).not.toContain("begin a new season");
    }
  });

  it("is damage only where the database says so; a fault of ours stays one", () => {
    for (const code of ["XX001", "XX002", "58P01", "EDAMAGED"])
      expect(toldBy(refusedStore("winter", withCode(code)))).toEqual([
        "broken-season: winter can’t be opened: its files are damaged",
      ]);
    expect(() => refusedStore("winter", new TypeError("ours"))).toThrow("ours");
  });
});
