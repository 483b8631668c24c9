import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { printPad } from "../../src/cli/commands/pad/pad.ts";
import { DISK } from "../../src/files/package/variants.ts";
import { Failure } from "../../src/rules/problem/problem.ts";
import { readVariant } from "../../src/rules/variant/read-variant.ts";
import { checkFiles } from "../support/check.ts";
import { emptyFolder, json, printedBy, put } from "../support/command-line.ts";
import { formOf } from "../support/forms.ts";
import { shippedGame } from "../support/games.ts";

// What sheets, forms, block files and variants may name: strangers may have written them.

interface CheckJson {
  readonly sheets: readonly {
    readonly file: string;
    readonly variant: string | null;
    readonly problems: readonly { readonly code: string; readonly hint: string | null }[];
  }[];
}

/** Checks a sheet as the command does. */
async function checked(file: string, flags: { variant?: string; report?: string } = {}): Promise<CheckJson> {
  return JSON.parse((await checkFiles([file], { json: true, ...flags })).out);
}

const SECRET = "root:x:0:0:the secret:/root:/bin/sh\nid: 7\npassword: the secret\n";
const HOUSE = "id: house\nextends: yahtzee-block\nname: {de: Haus, en: House}\n";
const isWindows = process.platform === "win32";

/** A folder with files of a stranger, next to and below one that holds a secret. */
function strangersFolder() {
  const home = emptyFolder();
  put(home, "secret.yaml", SECRET);
  put(home, "house.yaml", HOUSE);
  const folder = join(home, "mail");
  mkdirSync(join(folder, "games"), { recursive: true });
  put(folder, "notes.yaml", SECRET);
  put(folder, "house.yaml", HOUSE);
  put(join(folder, "games"), "deep.yaml", HOUSE.replace("id: house", "id: deep"));
  symlinkSync(join(home, "secret.yaml"), join(folder, "link.yaml"));
  symlinkSync(home, join(folder, "up"));
  return { home, folder };
}

const sheet = (variant: string) => JSON.stringify({ variant, players: [{ name: "Anna" }] });

describe("the game that a sheet names", () => {
  const { home, folder } = strangersFolder();

  it.each([
    ["an absolute path", join(home, "secret.yaml"), "leads-out"],
    ["a path of Windows", "C:\\secret.yaml", "leads-out"],
    ["a path from another folder of Windows", "c:secret.yaml", "leads-out"],
    ["the standard input", "/dev/stdin", "leads-out"],
    ["a path upwards", "../secret.yaml", "leads-out"],
    ["a path down and up", "games/../../secret.yaml", "leads-out"],
    ["nothing above", "../nowhere.yaml", "leads-out"],
    ["a link out of the folder", "./link.yaml", "leads-out"],
    ["such a link by its id", "link", "leads-out"],
    ["a path through a link out of the folder", "up/secret.yaml", "leads-out"],
    ["a file that is not a variant", "./notes.yaml", "no-variant"],
    ["such a file by its id", "notes", "no-variant"],
    ["a folder", "./games", "unreadable"],
  ])("is not %s, and nothing of that is shown", async (_, variant, code) => {
    const file = put(folder, "night.json", sheet(variant));
    const report = join(emptyFolder(), "report.html");
    const { sheets } = await checked(file, { report });
    expect(sheets[0]?.problems.map((one) => one.code)).toEqual([code]);
    const plain = await checkFiles([file]);
    expect([plain.code, plain.err.includes(`[${code}]`)]).toEqual([2, true]);
    for (const told of [JSON.stringify(sheets), readFileSync(report, "utf8"), plain.out + plain.err])
      expect(told).not.toContain("the secret");
  });

  it.each([
    ["./house.yaml", "house"],
    ["house", "house"],
    ["games/deep.yaml", "deep"],
    ["yazzo", "yazzo"],
    ["Maxi Yatzy", "maxi-yatzy"],
  ])("is %s, beside the sheet or below, or shipped", async (variant, id) => {
    const { sheets } = await checked(put(folder, "night.json", sheet(variant)));
    expect(sheets[0]?.variant).toBe(id);
  });

  it("is found from the sheet, not from where the command runs", async () => {
    put(home, "plain", HOUSE);
    const file = put(folder, "night.json", sheet("plain"));
    expect((await json<CheckJson>(["check", file], 2, home)).sheets[0]?.problems[0]?.code).toBe(
      "unknown-variant",
    );
  });

  it("may be anywhere if the person names it", async () => {
    const file = put(folder, "night.json", sheet("house"));
    const { sheets } = await checked(file, { variant: join(home, "house.yaml") });
    expect(sheets[0]?.variant).toBe("house");
  });

  it.skipIf(isWindows)("is not waited for", async () => {
    execFileSync("mkfifo", [join(folder, "pipe.yaml")]);
    const file = put(folder, "night.json", sheet("./pipe.yaml"));
    expect((await checked(file)).sheets[0]?.problems[0]?.code).toBe("no-file");
  });

  it("builds on no file that is something else", async () => {
    const text = HOUSE.replace("house", "sly").replace("yahtzee-block", "notes");
    const sly = put(folder, "sly.yaml", text);
    const { sheets } = await checked(put(folder, "night.json", sheet("sly")));
    expect(sheets[0]?.problems.map(({ code }) => code)).toEqual(["no-variant"]);
    const read = readVariant(sly, text, DISK);
    expect(read.ok ? [] : read.problems).toMatchObject([
      { code: "no-variant", place: { file: sly, line: 2 } },
    ]);
    expect(JSON.stringify(read)).not.toContain("the secret");
  });
});

describe("the game that a form names", () => {
  it("is not a file outside of its folder", async () => {
    const { folder } = strangersFolder();
    const { pdf } = await formOf({ ...shippedGame("yatzy"), id: "../secret.yaml" });
    put(folder, "form.pdf", pdf);
    const { sheets } = await json<CheckJson>(["check", "form.pdf"], 2, folder);
    expect(sheets[0]?.problems.map(({ code }) => code)).toEqual(["leads-out"]);
  });
});

describe("what a block file names", () => {
  let folder = "";
  beforeAll(() => {
    folder = strangersFolder().folder;
    mkdirSync(join(folder, "own", "de"), { recursive: true });
    symlinkSync("..", join(folder, "own", "out"));
  });

  /** What is wrong with a block that is to be printed. */
  async function problemsOf(file: string) {
    const flags = { lang: "en", set: {}, paper: "a5", marks: true, profile: "home" } as const;
    const out = join(emptyFolder(), "pad.pdf");
    try {
      await printedBy(() => printPad(file, { ...flags, out }, Object.keys(flags)));
      return [];
    } catch (error) {
      if (error instanceof Failure) return error.problems;
      throw error;
    }
  }

  it.each([
    ["block: ../house.yaml", "leads-out"],
    ["block: /dev/stdin", "leads-out"],
    ["block: ./notes.yaml", "no-variant"],
    ["block: yazzo\nlogo: ../data.svg", "leads-out"],
    ["block: yazzo\nlogo: /dev/zero", "leads-out"],
    ["block: yazzo\nlogo: link.yaml", "leads-out"],
    ["block: yazzo\ntemplates: ..", "leads-out"],
    ["block: yazzo\ntemplates: up", "leads-out"],
  ])("%j is refused", async (text, code) => {
    const problems = await problemsOf(put(folder, "block.yaml", text));
    expect(problems.map((one) => one.code)).toEqual([code]);
    expect(JSON.stringify(problems)).not.toContain("the secret");
  });

  it("is a game beside it, by path or id", async () => {
    for (const block of ["house", "./house.yaml", "games/deep.yaml"]) {
      const file = put(folder, "block.yaml", `block: ${block}`);
      expect(await problemsOf(file)).toEqual([]);
    }
  });
});
