import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { reason } from "../../src/files/read/read-file.ts";
import { english } from "../../src/rules/problem/message.ts";
import { emptyFolder, put } from "../support/command-line.ts";
import { rareTest } from "../support/cases.ts";

const WINDOWS = new URL("../support/as-on-windows.mjs", import.meta.url).href;
const PROGRAM = fileURLToPath(new URL("../support/command-lines.mjs", import.meta.url));

/** The sources in a process that takes this system for Windows. */
let program: ChildProcess;

beforeAll(() => {
  const execArgv = ["--import", import.meta.resolve("tsx"), "--import", WINDOWS];
  const env = { ...process.env, NO_COLOR: "1", FORCE_COLOR: undefined, LC_ALL: "en_GB.UTF-8" };
  program = fork(PROGRAM, { execArgv, env });
});

afterAll(() => program.disconnect());

/** What the sources print there. */
async function printed(args: readonly string[], cwd: string): Promise<string> {
  program.send({ args, cwd });
  const [answer] = await Promise.race([once(program, "message"), once(program, "exit")]);
  return String(answer).trim();
}

/** Sheets and variants in folders, a good one and a bad one of each. */
function evening(): string {
  const folder = emptyFolder();
  for (const name of ["sheets", "games", "templates"]) mkdirSync(join(folder, name));
  const sheet = { variant: "yahtzee-block", players: [{ name: "Anna", scores: { ones: 3 } }] };
  put(join(folder, "sheets"), "night.json", JSON.stringify(sheet));
  put(join(folder, "sheets"), "bad.json", JSON.stringify({ ...sheet, variant: "none" }));
  put(join(folder, "games"), "mine.yaml", "id: mine\nextends: yatzy\nnonsense: 1\n");
  put(join(folder, "games"), "yours.yaml", "id: yours\nextends: mine\n");
  return folder;
}

it.each([
  ["EPERM", true, "no permission, or another program has it open"],
  ["EBUSY", true, "another program has it open"],
  ["EPERM", false, "no permission"],
])("a PDF that a viewer holds open: %s, on Windows: %s", (code, isWindows, told) => {
  expect(english(reason(Object.assign(new Error(), { code }), isWindows))).toBe(told);
});

describe("paths on Windows", () => {
  it.each([
    [["rules", "yazzo", "--format", "md"], ["output\\yazzo-rules-en.md"]],
    [["pad", "yazzo", "--calibrate"], ["output\\calibration-a4.pdf"]],
    [
      ["check", "sheets"],
      ["sheets\\night.json", "sheets\\bad.json"],
    ],
    [
      ["check", "sheets/*.json"],
      ["sheets\\night.json", "sheets\\bad.json"],
    ],
    [["pad", "games\\yours.yaml"], ["games\\mine.yaml:3"]],
    [["pad", "yazzo", "--templates", "templates"], ["templates\\de\\rules.hbs"]],
    [["complete", "--", "lint", "ga"], ["games\\"]],
    [["complete", "--", "check", "games/"], ["games/mine.yaml"]],
    [["new", "my-game", "--from", "yatzy", "--out", "games"], ["games\\my-game.yaml"]],
  ])("of %j: %s", async (args, expected) => {
    const told = await printed(args, evening());
    for (const one of expected) expect(told).toContain(one);
    // No path has both kinds of slashes.
    expect(told).not.toMatch(/[\w.-]\/[\w.-]*\\|\\[\w.-]*\//);
  });

  rareTest(
    "are those of the system in a publication's messages, and those of the web in its manifest and ZIP",
    async () => {
      const folder = emptyFolder();
      expect(await printed(["publish", "yazzo"], folder)).toMatch(
        /^output\\yazzo\\index\.html\noutput\\yazzo\.zip /,
      );
      const manifest = readFileSync(join(folder, "output/yazzo/augenblock.json"), "utf8");
      const names = Object.keys(unzipSync(readFileSync(join(folder, "output/yazzo.zip"))));
      expect(names.length).toBeGreaterThan(20);
      expect([manifest, ...names].filter((one) => one.includes("\\"))).toEqual([]);
      expect(readdirSync(folder)).toEqual(["output"]);
      put(join(folder, "output/yazzo/pads"), "mine.txt", "");
      expect(await printed(["publish", "yazzo"], folder)).toContain("not from augenblock: pads\\mine.txt");
    },
  );
});
