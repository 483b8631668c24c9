import { spawnSync } from "node:child_process";
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { COMMANDS } from "../../src/cli/program.ts";
import { augenblock, emptyFolder, MAIN, put } from "../support/command-line.ts";
import { TRIES_ALL } from "../support/cases.ts";

const NAMES = Object.keys(COMMANDS);

describe("--help", () => {
  it.each(NAMES)("of %s shows an example", async (command) => {
    const { code, out } = await augenblock([command, "--help"]);
    expect(code).toBe(0);
    expect(out).toContain(`$ augenblock ${command}`);
  });

  it("lists all commands", async () => {
    const { out } = await augenblock(["--help"]);
    expect(NAMES.length).toBeGreaterThanOrEqual(15);
    expect(NAMES.length).toBeLessThanOrEqual(21);
    for (const command of NAMES) expect(out).toMatch(new RegExp(`^ {2}${command} `, "m"));
  });
});

describe("a name from before the commands were grouped", () => {
  const moved: readonly (readonly [string, string])[] = [
    ...["advise", "strategy", "balance"].map((name) => [name, `odds ${name}`] as const),
    ["enqueue", "queue add"],
    ["work", "queue work"],
    ["learn", "pads learn"],
    ["schema", "setup schema"],
    ["complete", "setup complete"],
    ["layout", "show --layout"],
  ];

  it.each(moved)("still works, and names the new one: %s", async (old, present) => {
    const [was, is] = [
      await augenblock([old, "--help"]),
      await augenblock([...present.split(" "), "--help"]),
    ];
    expect(was.err).toBe(`\`augenblock ${old}\` is now called \`augenblock ${present}\`\n`);
    expect({ ...was, err: "" }).toEqual(is);
    expect(is.code).toBe(0);
    expect(is.out).toContain(`$ augenblock ${present.replace("--layout", "")}`);
    expect((await augenblock(["--help"])).out).not.toMatch(new RegExp(`^ {2}${old} `, "m"));
  });

  it("is known to `help`, and gives what it gave", async () => {
    expect((await augenblock(["help", "enqueue"])).out).toBe(
      (await augenblock(["queue", "add", "--help"])).out,
    );
    const layout = await augenblock(["layout", "yazzo", "--paper", "a6"]);
    expect(layout.out).toBe((await augenblock(["show", "yazzo", "--layout", "--paper", "a6"])).out);
    expect((await augenblock(["--lang", "de", "pads", "kniffel-card"])).out).toBe(
      (await augenblock(["pads", "list", "kniffel-card", "--lang", "de"])).out,
    );
  });
});

describe("the manual page", () => {
  const page = readFileSync(join(dirname(MAIN), "../augenblock.1"), "utf8").replaceAll("\\-", "-");
  const [, ...sections] = page.split(/^\.SS /m);

  it.each(NAMES)("has %s with every flag of its help", async (command) => {
    const { out } = await augenblock([command, "--help"]);
    const flags = out.match(/^ +(?:-\w, )?--[\w-]+/gm)?.map((flag) => flag.replace(/.* /s, "")) ?? [];
    expect(flags).toContain("--help");
    const section = sections.find((one) => one.startsWith(`\\fB${command}\\fR`)) ?? "";
    expect(flags.filter((flag) => !section.includes(flag))).toEqual([]);
  });
});

describe("help <command>", () => {
  it("is what --help of the command prints", async () => {
    const { code, out } = await augenblock(["help", "pad"]);
    expect(code).toBe(0);
    expect(out).toBe((await augenblock(["pad", "--help"])).out);
    expect((await augenblock(["help"])).out).toBe((await augenblock(["--help"])).out);
  });
});

describe("--version", () => {
  it("tells program, model and Node.js", async () => {
    const { code, out } = await augenblock(["--version"]);
    expect(code).toBe(0);
    expect(out).toMatch(/^augenblock \d+\.\d+\.\d+, digit model [0-9a-f]{8}, Node\.js v\d+/);
  });
});

describe("dashes that editors and phones put in place of hyphens", () => {
  it.each([
    ["–sheets", "2"],
    ["—sheets=2"],
    ["-–sheets", "2"],
    ["‑‑sheets", "2"],
    ["--numbered", "1–2"],
    ["--numbered", "1—2"],
    ["––numbered=1‑2"],
  ])("are hyphens in %s %s", async (...flags) => {
    const { code, out } = await augenblock(["pad", "crag", ...flags, "--out", "pad.pdf"]);
    expect([code, out.replace("\u00a0", " ")]).toEqual([0, "pad.pdf (2 sheets)\n"]);
  });

  it("are hyphens in short flags, languages and rolls, and stay in a title", async () => {
    expect((await augenblock(["–V"])).out).toMatch(/^augenblock \d/);
    expect((await augenblock(["score", "crag", "6–6–1", "—lang", "sv"])).out).toContain("Sexor");
    const folder = emptyFolder();
    await augenblock(["rules", "crag", "--title", "2025–26", "--format", "md", "--out", "r.md"], folder);
    expect(readFileSync(join(folder, "r.md"), "utf8")).toContain("2025–26");
  });
});

describe("setup templates", () => {
  it("lists what --templates can replace, and copies it or a part of it", async () => {
    const folder = emptyFolder();
    const paths = (await augenblock(["setup", "templates"])).out.trim().split("\n");
    expect(paths).toEqual(expect.arrayContaining(["pad.hbs", "rules.hbs", "partials/rules-goal.hbs"]));
    await augenblock(["templates", "--copy", "all"], folder);
    for (const path of paths)
      expect(readFileSync(join(folder, "all", path), "utf8")).toBe(readFileSync(`templates/${path}`, "utf8"));
    const { out } = await augenblock(["setup", "templates", "rules-goal", "--copy", "one"], folder);
    expect(out).toBe(`${join("one", "partials", "rules-goal.hbs")}\n`);
    expect((await augenblock(["rules", "crag", "--templates", "all", "--out", "r.pdf"], folder)).code).toBe(
      0,
    );
  });

  it("replaces nothing, and names what is near", async () => {
    const folder = emptyFolder();
    mkdirSync(join(folder, "mine"));
    put(folder, "mine/rules.hbs", "my words");
    const { code, err } = await augenblock(["setup", "templates", "--copy", "mine"], folder);
    expect([code, err]).toEqual([2, expect.stringContaining("[exists]")]);
    expect(readdirSync(join(folder, "mine"))).toEqual(["rules.hbs"]);
    expect((await augenblock(["setup", "templates", "rules-gaol"])).err).toContain("`rules-goal`");
  });
});

describe("wrong usage ends with one clear problem and exit code 2", () => {
  it.each<[string[], string, string]>([
    [["padd", "yazzo"], "no command `padd`", "did you mean `pad"],
    [["pad", "yazzo", "--papr", "a4"], "no flag `--papr`", "did you mean `--paper`?"],
    [["pad"], "needs `variant`", "`augenblock pad --help`"],
    [["score", "yazzo"], "needs `faces`", "`augenblock score --help`"],
    [["help", "padd"], "no command `padd`", "did you mean `pad"],
    [["YAZZO"], "no command `YAZZO`", "did you mean `pad yazzo`?"],
    [["yatzi-deluxe"], "no command `yatzi-deluxe`", "did you mean `pad yatzy-deluxe`?"],
    [["night.jpg"], "no command `night.jpg`", "did you mean `check night.jpg`?"],
    [["night.yaml"], "no command `night.yaml`", "did you mean `check night.yaml` or `pad night.yaml`?"],
    [["xyzzy"], "no command `xyzzy`", "`augenblock --help`"],
    [
      ["sheet", "yatzy", "--games", "2", "--players", "A,B,C"],
      "3 names for 2 games; left over: C",
      "or one for each",
    ],
    [["season", "decide", "winter", "1", "that"], "`which`: `that` is not possible", "this, other, both"],
    [["setup", "complete", "basj"], "no completion for `basj`", "did you mean `bash`?"],
    [["pad", "yazo"], "no variant `yazo`", "did you mean `yazzo`?"],
    [["pad", "yazzo", "--lang", "fr"], "no language `fr`", "de, en"],
    [["pad", "yazzo", "--paper", "a55"], "a55", "a5"],
    [["pad", "yazzo", "--sheets", "0"], "--sheets", "whole number from 1"],
    [["pad", "yazzo", "--players", "-3"], "--players", "whole number from 1"],
    [["pad", "yazzo", "--set", "extra"], "--set", "option=choice"],
    [["pad", "doppel-yatzy", "--set", "extr=chance"], "extr", "did you mean `extra`?"],
    [["pad", "doppel-yatzy", "--set", "extra=chanc"], "chanc", "did you mean `chance`?"],
    [["pad", "../../etc/passwd.yaml"], "passwd.yaml", "no such file"],
    [["rules", "yazzo", "--templates", "nowhere"], "folder nowhere", "docs/templates.md"],
    [["rules", "yazzo", "--format", "doc"], "`doc` is not possible", "pdf, html, md"],
    [["score", "yazzo", "1", "2", "3"], "5 dice, not 3", "give 5 faces"],
    [["score", "yazzo", "123"], "5 dice, not 3", "give 5 faces"],
    [["score", "yazzo", "12347"], "`7` can’t be rolled", "1 to 6"],
    [["score", "yazzo", "1", "2", "3", "4", "7"], "`7` can’t be rolled", "1 to 6"],
    [["score", "yazzo", "1", "2", "3", "4", "--", "-5"], "`-5` can’t be rolled", "1 to 6"],
    [["check", "/nowhere"], "/nowhere", "no such file"],
    [["show", "numbers5"], "numbers5", ""],
    [["check", "nowhere.yaml"], "nowhere.yaml", "no such file"],
    [["check", "nowhere.jpg"], "nowhere.jpg", "no such file"],
    [["check", "night.yaml", "--picture", "x.png"], "`--picture` is only for photos", "leave it out"],
    [["check", "night.jpg", "--confirm"], "needs a terminal", "--report"],
    [["check", "night.jpg", "--jobs", "0"], "--jobs", "whole number from 1"],
    [["check", "night.jpg", "--code", "abc"], "`abc` is not the code of a sheet", "letters"],
    [["check", "night.jpg", "--names", ","], "`--names` contains no names", "commas"],
  ])("%j", async (args, message, hint) => {
    const { code, out, err } = await augenblock(args);
    expect(code).toBe(2);
    expect(err + out).toContain(message);
    expect(err + out).toContain(hint);
    expect((err + out).match(/error:/g)?.length, err + out).toBe(1);
    expect(err).not.toMatch(/\bat .*:\d+:\d+\)?$/m);
  });

  it("a pad that does not fit names the smallest paper that does, and writes nothing", async () => {
    const folder = emptyFolder();
    const { code, err } = await augenblock(
      ["pad", "yahtzee-block", "--paper", "a6", "--players", "12"],
      folder,
    );
    expect(code).toBe(2);
    expect(err).toMatch(/\ba[45]\b/i);
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe("files", () => {
  it("are written whole below output/ by default", async () => {
    const folder = emptyFolder();
    const { code, out } = await augenblock(["pad", "yazzo", "--sheets", "3"], folder);
    expect(code).toBe(0);
    expect(out).toContain("output/yazzo-en-a5-3-sheets.pdf");
    expect(readdirSync(join(folder, "output"))).toEqual(["yazzo-en-a5-3-sheets.pdf"]);
    expect(readFileSync(join(folder, "output/yazzo-en-a5-3-sheets.pdf")).subarray(0, 5).toString()).toBe(
      "%PDF-",
    );
  });

  it.each<[string[], string]>([
    [["yazzo"], "yazzo-en-a5.pdf"],
    [["yazzo", "--paper", "a4", "--lang", "en"], "yazzo-en-a4.pdf"],
    [["yatzy", "--players", "3", "--profile", "fillable"], "yatzy-en-a5-3-players-fillable.pdf"],
    [["yazzo", "--numbered", "1-8", "--profile", "copyshop"], "yazzo-en-a5-no-1-8-copyshop.pdf"],
    [["yazzo", "--on", "a4"], "yazzo-en-a5-on-a4.pdf"],
    [["yazzo", "--title", " Zum Löwen! "], "yazzo-zum-löwen-en-a5.pdf"],
    [["doppel-yatzy", "--set", "extra=chance"], "doppel-yatzy-extra-chance-en-a5.pdf"],
    [["yazzo", "--profile", "large-print"], "yazzo-en-a4-large.pdf"],
    [["yatzy", "--profile", "receipt"], "yatzy-en-80x240mm-receipt.pdf"],
  ])("%j has a name of its own", async (args, file) => {
    const folder = emptyFolder();
    expect((await augenblock(["pad", ...args], folder)).code).toBe(0);
    expect(readdirSync(join(folder, "output"))).toEqual([file]);
  });

  it("that can't be written leave nothing behind and the old one in place", async () => {
    const folder = emptyFolder();
    const blocker = put(folder, "blocker", "I am a file");
    const { code, err } = await augenblock(["pad", "yazzo", "--out", join(blocker, "pad.pdf")]);
    expect([code, err.includes("can’t be written")]).toEqual([2, true]);
    expect(readdirSync(folder)).toEqual(["blocker"]);
    const taken = emptyFolder();
    expect((await augenblock(["setup", "schema", "--out", taken])).code).toBe(2);
    expect(statSync(taken).isDirectory()).toBe(true);
  });

  it.each([
    [["pad", "yazzo"], "yazzo-en-a5.pdf"],
    [["pad", "yazzo", "--calibrate"], "calibration-a4.pdf"],
    [["pad", "yatzy", "--profile", "fillable", "--players", "2"], "yatzy-en-a5-2-players-fillable.pdf"],
    [["rules", "yazzo", "--format", "md"], "yazzo-rules-en.md"],
  ])("%j go into a folder under their usual name", async (args, name) => {
    const folder = emptyFolder();
    expect((await augenblock([...args, "--out", "."], folder)).code).toBe(0);
    expect((await augenblock([...args, "--out", "new/"], folder)).code).toBe(0);
    expect(readdirSync(folder).sort()).toEqual(["new", name].sort());
    expect(readdirSync(join(folder, "new"))).toEqual([name]);
  });

  it("are reached through links, and devices stay what they are", async () => {
    const folder = emptyFolder();
    const real = put(folder, "real.md", "old");
    symlinkSync(real, join(folder, "link.md"));
    const args = ["rules", "yazzo", "--format", "md", "--out"];
    expect((await augenblock([...args, join(folder, "link.md")])).code).toBe(0);
    expect(lstatSync(join(folder, "link.md")).isSymbolicLink()).toBe(true);
    expect(readFileSync(real, "utf8")).toMatch(/^# Yazzo/);
    expect((await augenblock([...args, "/dev/null"])).code).toBe(0);
    expect(statSync("/dev/null").isCharacterDevice()).toBe(true);
  });

  it.runIf(existsSync("/dev/full") && existsSync("/proc/self"))(
    "that the system refuses end in one line and exit code 2",
    async () => {
      const args = ["rules", "yazzo", "--format", "md", "--out"];
      for (const out of ["/dev/full", "/proc/nowhere/x.md", ""]) {
        const { code, err } = await augenblock([...args, out]);
        expect([out, code]).toEqual([out, 2]);
        expect(err.match(/error:/g)?.length).toBe(1);
      }
      expect(statSync("/dev/full").isCharacterDevice()).toBe(true);
    },
  );

  it.runIf(TRIES_ALL && existsSync("/dev/full"))(
    "a full disk behind the standard output is told, without a stack trace",
    () => {
      const { status, stderr } = spawnSync(
        "sh",
        ["-c", `"${process.execPath}" "${MAIN}" variants > /dev/full`],
        { encoding: "utf8" },
      );
      expect(status).toBe(2);
      expect(stderr).toBe("error: the output can’t be written: the disk is full\n");
    },
  );

  it("keep their old content when the new one has a problem", async () => {
    const folder = emptyFolder();
    const out = put(folder, "pad.pdf", "the last good one");
    const bad = put(folder, "bad.yaml", "id: bad\nextends: yazzo\nturn: {rols: 3}\n");
    expect((await augenblock(["pad", bad, "--out", out])).code).toBe(2);
    expect(readFileSync(out, "utf8")).toBe("the last good one");
  });

  it("go to the standard output with --out -", async () => {
    const folder = emptyFolder();
    const { out } = await augenblock(["rules", "yazzo", "--format", "md", "--out", "-"], folder);
    expect(out).toMatch(/^# Yazzo/m);
    expect(existsSync(join(folder, "output"))).toBe(false);
  });

  it("too large, binary or of another kind are refused", async () => {
    const folder = emptyFolder();
    const huge = put(folder, "huge.yaml", new Uint8Array(100_000_000));
    mkdirSync(join(folder, "sub.yaml"));
    const binary = put(folder, "binary.yaml", new Uint8Array([0xff, 0xfe, 0x00, 0xd8]));
    for (const [file, word] of [
      [huge, "too large"],
      [binary, "not a text file"],
      [join(folder, "sub.yaml"), "folder"],
    ] as const) {
      for (const command of ["lint", "check", "pad"]) {
        const { code, err, out } = await augenblock([command, file]);
        expect([command, code]).toEqual([command, 2]);
        expect(err + out).toContain(word);
      }
    }
  });
});

describe("lint", () => {
  it("goes on after a bad file and tells errors by its exit code", async () => {
    const folder = emptyFolder();
    const bad = put(folder, "bad.yaml", "id: bad\nextends: yazzo\nturn: {rols: 3}\n");
    const { code, out } = await augenblock(["lint", bad, "yazzo"]);
    expect(code).toBe(1);
    expect(out).toContain(":3:8");
    expect(out).toContain("did you mean `rolls`?");
    expect(out).toMatch(/yazzo\.yaml: ok/);
    expect((await augenblock(["lint", bad, "nowhere.yaml"])).code).toBe(2);
  });
});
