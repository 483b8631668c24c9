import { execFileSync, spawn } from "node:child_process";
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  watch,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { dropDraft, newDraft, placeDraft } from "../../src/cli/console/drafts.ts";
import { resolveOutputTargets } from "../../src/cli/console/write-file.ts";
import { writeAll, writeWhole } from "../../src/cli/console/write-file.ts";
import { program } from "../../src/cli/program.ts";
import { noteInput } from "../../src/files/read/read-file.ts";
import { Failure, type Problem } from "../../src/rules/problem/problem.ts";
import { checkFiles } from "../support/check.ts";
import { emptyFolder, MAIN, printedBy, put } from "../support/command-line.ts";
import { someOf } from "../support/cases.ts";

const isWindows = process.platform === "win32";

/** What is wrong with work that has to end with problems. */
async function problemsOf(work: () => unknown): Promise<readonly Problem[]> {
  try {
    await work();
  } catch (error) {
    if (error instanceof Failure) return error.problems;
    throw error;
  }
  throw new Error("expected problems");
}

/** The problems with which a command ends, as it is typed. */
async function refusal(...args: string[]): Promise<string[]> {
  const work = async () => (await program(args)).parseAsync(["node", "augenblock", ...args]);
  return (await problemsOf(() => printedBy(work))).map(({ code }) => code);
}

const OURS = "id: ours\nextends: yazzo\nname: {de: Unser Yazzo, en: Our Yazzo}\n";
const NIGHT = "variant: ./ours.yaml\nplayers: [{name: Anna}]\n";

describe("an output that is an input", () => {
  const names = ["itself", "link", "hard link", "link to a folder", "link to a link"] as const;

  /** A folder with a variant, a sheet and other names for both. @returns the other name of a file */
  function folderWith(name: (typeof names)[number]) {
    const folder = emptyFolder();
    const files = { ours: put(folder, "ours.yaml", OURS), night: put(folder, "night.yaml", NIGHT) };
    const other = (file: string) => join(folder, `${file}-link`);
    for (const [key, file] of Object.entries(files)) {
      if (name === "hard link") linkSync(file, other(key));
      else if (name === "link" || name === "link to a link") symlinkSync(file, other(key));
      if (name === "link to a link") symlinkSync(other(key), `${other(key)}-link`);
    }
    if (name === "link to a folder") symlinkSync(folder, join(folder, "here"));
    const alias = (key: "ours" | "night") => {
      if (name === "itself") return files[key];
      if (name === "link to a folder") return join(folder, "here", `${key}.yaml`);
      return name === "link to a link" ? `${other(key)}-link` : other(key);
    };
    return { ...files, alias, texts: () => Object.values(files).map((file) => readFileSync(file, "utf8")) };
  }

  it.each(someOf(names, 2))("is refused by every command, and stays as it is: %s", async (name) => {
    const { ours, night, alias, texts } = folderWith(name);
    const found = [
      await refusal("pad", ours, "--out", alias("ours")),
      await refusal("pad", ours, "--profile", "fillable", "--out", alias("ours")),
      await refusal("rules", ours, "--format", "md", "--out", alias("ours")),
      await refusal("sheet", ours, "--out", alias("ours")),
      await refusal("lint", ours, "--sarif", alias("ours")),
      await refusal("check", night, "--csv", alias("night")),
      await refusal("check", night, "--report", alias("night")),
      await refusal("check", night, "--csv", alias("ours")),
    ];
    // The extension is objected to first.
    const isYaml = alias("night").endsWith(".yaml");
    const ofOtherKind = Array(3).fill([isYaml ? "wrong-ending" : "would-overwrite"]);
    expect(found).toEqual([...ofOtherKind, ["would-overwrite"], ["would-overwrite"], ...ofOtherKind]);
    expect(texts()).toEqual([OURS, NIGHT]);
  });

  it("is a sheet that somebody has filled in, unless --force replaces it", async () => {
    const { night, texts } = folderWith("itself");
    expect(await refusal("sheet", "yazzo", "--out", night)).toEqual(["exists"]);
    expect(await refusal("pad", "yazzo", "--out", night)).toEqual(["wrong-ending"]);
    expect(await refusal("rules", "yazzo", "--out", night)).toEqual(["wrong-ending"]);
    expect(texts()).toEqual([OURS, NIGHT]);
    const replace = (...more: string[]) => {
      const args = ["sheet", "yazzo", "--out", night, "--force", ...more];
      return printedBy(async () => (await program(args)).parseAsync(["node", "augenblock", ...args]));
    };
    await replace();
    await replace();
    expect(texts()).not.toContain(NIGHT);
    expect(readFileSync(`${night}.old`, "utf8")).toBe(NIGHT);
    expect(existsSync(`${night}.old2`)).toBe(false);
    await replace("--players", "Anna");
    expect(readFileSync(`${night}.old`, "utf8")).toBe(NIGHT);
    expect(existsSync(`${night}.old2`)).toBe(true);
  });

  it("is no file that an earlier run wrote into the folder that is checked", async () => {
    const folder = emptyFolder();
    put(folder, "night.yaml", "variant: yazzo\nplayers: [{name: Anna}]\n");
    const csv = join(folder, "ranking.csv");
    for (const _ of ["the first run", "the second"])
      expect(await checkFiles([folder], { csv })).toMatchObject({ code: 0, err: "" });
    expect(readdirSync(folder).sort()).toEqual(["night.yaml", "ranking.csv"]);
  });

  it("may also be a template or a block file", async () => {
    const folder = emptyFolder();
    mkdirSync(join(folder, "own", "de"), { recursive: true });
    const template = put(join(folder, "own", "de"), "rules.hbs", "Hello");
    const block = put(folder, "lion.yaml", "block: yatzy\n");
    const own = ["--templates", join(folder, "own")];
    expect(await refusal("rules", "yatzy", "--format", "md", ...own, "--out", template)).toEqual([
      "would-overwrite",
    ]);
    expect(await refusal("pad", block, "--out", block)).toEqual(["wrong-ending"]);
    expect([readFileSync(template, "utf8"), readFileSync(block, "utf8")]).toEqual([
      "Hello",
      "block: yatzy\n",
    ]);
  });
});

describe("two outputs that are one file", () => {
  it("are refused before anything is written", async () => {
    const folder = emptyFolder();
    const night = put(folder, "night.yaml", "variant: yazzo\nplayers: [{name: Anna}]\n");
    symlinkSync(join(folder, "new"), join(folder, "link"));
    for (const [csv, report] of [
      ["new", "new"],
      ["new", "./new"],
      ["link", "new"],
    ] as const) {
      const outputs = ["--csv", join(folder, csv), "--report", `${folder}/${report}`];
      expect(await refusal("check", night, ...outputs)).toEqual(["same-output"]);
    }
    expect(readdirSync(folder).sort()).toEqual(["link", "night.yaml"]);
  });

  it("are told together with all others that can't be written", async () => {
    const folder = emptyFolder();
    const input = put(folder, "in", "");
    noteInput(input);
    const problems = await problemsOf(() =>
      resolveOutputTargets([
        { file: input, flag: "--csv" },
        { file: join(folder, "a"), flag: "--report" },
        { file: join(folder, "a"), flag: "--save" },
        { file: folder, flag: "--picture" },
        { file: "", flag: "--out" },
      ]),
    );
    expect(problems.map(({ code }) => code)).toEqual([
      "would-overwrite",
      "same-output",
      "unwritable",
      "bad-value",
    ]);
    expect(problems[1]?.message).toContain("`--report` and `--save`");
  });

  it.skipIf(isWindows)("may be a device", async () => {
    const nothing = { file: "/dev/null", flag: "--out", content: "x" };
    await writeAll([nothing, nothing]);
    expect(statSync("/dev/null").isCharacterDevice()).toBe(true);
  });
});

describe("files that are written", () => {
  it("are all in place, or none", async () => {
    const folder = emptyFolder();
    const fails = async () => {
      throw new Error("no picture");
    };
    const [first, second] = [join(folder, "a"), join(folder, "new", "b")];
    const outputs = (content: string | typeof fails) => [
      { file: first, flag: "--out", content: "a" },
      { file: second, flag: "--out", content },
    ];
    await expect(writeAll(outputs(fails))).rejects.toThrow("no picture");
    expect(readdirSync(folder)).toEqual(["new"]);
    await writeAll(outputs("b"));
    expect([readFileSync(first, "utf8"), readFileSync(second, "utf8")]).toEqual(["a", "b"]);
    expect(readdirSync(folder).sort()).toEqual(["a", "new"]);
  });

  it("leave no draft where the last step fails", async () => {
    const folder = emptyFolder();
    const file = join(folder, "pad.pdf");
    const problems = await problemsOf(() =>
      writeWhole(file, async (write) => {
        await write("x");
        mkdirSync(file);
      }),
    );
    expect(problems).toMatchObject([{ code: "unwritable", hint: expect.stringContaining("--out") }]);
    expect(readdirSync(folder)).toEqual(["pad.pdf"]);
  });

  it.skipIf(isWindows)(
    "keep the rights of those that they replace, and links to nothing are followed",
    async () => {
      const folder = emptyFolder();
      const file = put(folder, "private.csv", "old");
      chmodSync(file, 0o600);
      await writeWhole(file, "new");
      expect(statSync(file).mode & 0o777).toBe(0o600);
      symlinkSync("far", join(folder, "link"));
      await writeWhole(join(folder, "link"), "there");
      expect(readFileSync(join(folder, "far"), "utf8")).toBe("there");
    },
  );

  it("may have names as long as the system allows", async () => {
    const file = join(emptyFolder(), `${"n".repeat(250)}.pdf`);
    await writeWhole(file, "x");
    expect(readFileSync(file, "utf8")).toBe("x");
    for (const name of [`${"n".repeat(300)}.pdf`, "ü".repeat(200)])
      expect((await problemsOf(() => writeWhole(join(emptyFolder(), name), "x")))[0]?.message).toMatch(
        /can’t be written: the name is too long/,
      );
  });

  it.skipIf(isWindows)("are no circle of links, and no pipe that nobody reads", async () => {
    const folder = emptyFolder();
    symlinkSync("b", join(folder, "a"));
    symlinkSync("a", join(folder, "b"));
    execFileSync("mkfifo", [join(folder, "pipe")]);
    const told = async (name: string) =>
      (await problemsOf(() => writeWhole(join(folder, name), "x")))[0]?.message;
    expect(await told("a")).toContain("the symbolic links form a loop");
    expect(await told("a/below")).toContain("the symbolic links form a loop");
    expect(await told("pipe")).toContain("nobody reads from this pipe");
  });

  it.skipIf(isWindows)("reach whoever reads a pipe", async () => {
    const pipe = join(emptyFolder(), "pipe");
    execFileSync("mkfifo", [pipe]);
    const reader = spawn("cat", [pipe]);
    let read = "";
    reader.stdout.on("data", (piece) => {
      read += piece;
    });
    const ended = new Promise((resolve) => reader.on("close", resolve));
    // The reader takes its time to come.
    await expect.poll(() => writeWhole(pipe, "for the reader")).toBeUndefined();
    await ended;
    expect(read).toBe("for the reader");
  });
});

describe("a draft", () => {
  const HOURS_AGO = new Date(Date.now() - 2 * 60 * 60 * 1000);

  it("that was left behind hours ago is swept with the next file of its name; nothing else is", async () => {
    const folder = emptyFolder();
    const kept = [
      ".pad.pdf.89abcdef.tmp",
      ".pad.pdf.mine.tmp",
      ".rules.pdf.01234567.tmp",
      "pad.pdf.01234567.tmp",
    ];
    for (const name of [".pad.pdf.01234567.tmp", ...kept]) put(folder, name, "");
    for (const name of readdirSync(folder)) utimesSync(join(folder, name), HOURS_AGO, HOURS_AGO);
    utimesSync(join(folder, ".pad.pdf.89abcdef.tmp"), new Date(), new Date());
    await writeWhole(join(folder, "pad.pdf"), "x");
    expect(readdirSync(folder).sort()).toEqual([...kept, "pad.pdf"].sort());
  });

  it("of a folder takes the place of the old one, which comes back if that fails", async () => {
    const folder = emptyFolder();
    const site = join(folder, "site");
    mkdirSync(site);
    put(site, "old", "");
    const missing = newDraft(site);
    await expect(placeDraft(missing, site)).rejects.toThrow();
    await dropDraft(missing);
    expect(readdirSync(site)).toEqual(["old"]);
    const draft = newDraft(site);
    mkdirSync(draft);
    put(draft, "new", "");
    await placeDraft(draft, site);
    expect(readdirSync(site)).toEqual(["new"]);
    expect(readdirSync(folder)).toEqual(["site"]);
  });

  it.skipIf(isWindows)(
    "that is a folder is gone after a signal, unless the command listens to it",
    async () => {
      const folder = emptyFolder();
      const before = process.listeners("SIGHUP");
      // Those of the tool that runs the tests.
      process.removeAllListeners("SIGHUP");
      const draft = newDraft(join(folder, "site"));
      mkdirSync(join(draft, "pads"), { recursive: true });
      const [ours] = process.listeners("SIGHUP");
      const kill = vi.spyOn(process, "kill").mockReturnValue(true);
      try {
        const theirs = () => undefined;
        process.on("SIGHUP", theirs);
        ours?.("SIGHUP");
        process.off("SIGHUP", theirs);
        expect(readdirSync(folder).length).toBe(1);
        expect(kill).not.toHaveBeenCalled();
        ours?.("SIGHUP");
        expect(readdirSync(folder)).toEqual([]);
        expect(kill).toHaveBeenCalledWith(process.pid, "SIGHUP");
      } finally {
        kill.mockRestore();
        await dropDraft(draft);
        expect(process.listeners("SIGHUP")).toEqual([]);
        for (const listener of before) process.on("SIGHUP", listener);
      }
    },
  );

  it.skipIf(isWindows).each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
    "is gone when %s ends `pad`, which ends by the signal",
    async (signal) => {
      const folder = emptyFolder();
      const watcher = watch(folder);
      const appeared = new Promise<void>((resolve) => watcher.on("change", () => resolve()));
      const child = spawn(
        process.execPath,
        [MAIN, "pad", "yazzo", "--numbered", "1-90000", "--out", "pad.pdf"],
        {
          cwd: folder,
        },
      );
      const ended = new Promise((resolve) => child.on("exit", (_, by) => resolve(by)));
      await Promise.race([appeared, ended]);
      watcher.close();
      child.kill(signal);
      expect(await ended).toBe(signal);
      expect(readdirSync(folder)).toEqual([]);
    },
  );
});

describe("a file that `check` can't write", () => {
  it.each(["--save", "--picture", "--report", "--csv"])(
    "is told before sheets are read: %s",
    async (flag) => {
      const letter = put(emptyFolder(), "letter.jpg", "this is a letter");
      expect(await refusal("check", letter, flag, join(letter, "out"))).toEqual(["unwritable"]);
    },
  );

  it("leaves nothing of the attempt", async () => {
    const folder = emptyFolder();
    const sheet = { variant: "yahtzee-block", players: [{ name: "Anna", scores: { ones: 3 } }] };
    const night = put(folder, "night.json", JSON.stringify(sheet));
    await checkFiles([night], { csv: join(folder, "all.csv") });
    expect(readdirSync(folder).sort()).toEqual(["all.csv", "night.json"]);
  });
});
