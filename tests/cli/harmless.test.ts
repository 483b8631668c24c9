import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { symlinkSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { harmless, harmlessJson, progressBar } from "../../src/cli/console/output.ts";
import { program } from "../../src/cli/program.ts";
import { checkFiles } from "../support/check.ts";
import { emptyFolder, printedBy, put } from "../support/command-line.ts";

/** Clears the screen, in the two ways that terminals know, and writes backwards. */
const HOSTILE = "\u001b[2J\u009b2J\u202e";
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point
const STEERING = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

/** What a command prints; it must not end with problems of its own. */
async function printedAs(...args: string[]): Promise<string> {
  const work = async () => (await program(args)).parseAsync(["node", "augenblock", ...args]);
  const { out, err } = await printedBy(work);
  return out + err;
}

describe("what a terminal shows", () => {
  it("has signs in place of what steers it", () => {
    expect(harmless("a\u001b[2Jb\u0007\r\u007f\u009b\u202e\tc\n", true)).toBe("a␛[2Jb␇␍␡\ufffd\ufffd\tc\n");
  });

  it("has our colours where it has colours", () => {
    const red = "\u001b[31mbad\u001b[39m";
    expect(harmless(red, true)).toBe(red);
    expect(harmless(red, false)).toBe("␛[31mbad␛[39m");
    expect(harmless("\u001b[8m\u001b[31;1m", true)).toBe("␛[8m␛[31;1m");
  });

  it("as JSON is the same JSON", () => {
    const value = { name: `\u007f${HOSTILE}` };
    const json = harmlessJson(JSON.stringify(value));
    expect(json).not.toMatch(STEERING);
    expect(JSON.parse(json)).toEqual(value);
  });
});

describe("what comes from outside is shown without steering the terminal", () => {
  const folder = emptyFolder();
  const sheet = (name: string, key = "ones") =>
    JSON.stringify({ variant: "yahtzee-block", players: [{ name, scores: { [key]: 7 } }] });

  it.each([
    ["the name of a player", () => put(folder, "name.json", sheet(`${HOSTILE}Anna`)), "check"],
    ["a key of a sheet", () => put(folder, "key.json", sheet("Anna", `${HOSTILE}ones`)), "check"],
    ["the name of a file", () => put(folder, `${HOSTILE}.json`, sheet("Anna")), "check"],
    ["a file that is not there", () => join(folder, `${HOSTILE}no.json`), "check"],
    [
      "the name of a game",
      () => put(folder, "a.yaml", 'id: a\nextends: yatzy\nname: {de: A, en: "\\e[2J\\x9b2J\\u202e"}\n'),
      "lint",
    ],
    [
      "a key of a game",
      () => put(folder, "b.yaml", 'id: b\nextends: yatzy\n"\\e[2J\\x9b2J\\u202e": 1\n'),
      "lint",
    ],
  ])("%s", async (_, made, command) => {
    const file = made();
    const told = await printedAs(command, file, ...(command === "check" ? ["--lang", "en"] : []));
    expect(told.length).toBeGreaterThan(20);
    expect(told).not.toMatch(STEERING);
    const json = await printedAs(command, file, "--json");
    expect(json).not.toMatch(STEERING);
    expect(JSON.parse(json)).toBeTruthy();
  });
});

describe("files that are no ordinary files", () => {
  it.skipIf(process.platform === "win32")("have one clear problem each, and the others go on", async () => {
    const folder = emptyFolder();
    const at = (name: string) => join(folder, name);
    for (const kind of ["yaml", "json", "pdf", "csv"]) symlinkSync(at(`loop.${kind}`), at(`loop.${kind}`));
    execFileSync("mkfifo", [at("pipe.yaml"), at("pipe.pdf")]);
    const server = createServer().listen(at("socket.yaml"));
    await once(server, "listening");
    symlinkSync("/dev/zero", at("zero.csv"));
    const good = put(folder, "good.yaml", "variant: yazzo\nplayers: [{name: Anna}]\n");
    const long = `${"n".repeat(300)}.yaml`;
    const names = [
      ...["loop.yaml", "loop.json", "loop.pdf", "loop.csv", "pipe.yaml", "pipe.pdf"],
      ...["socket.yaml", "zero.csv", long],
    ];
    try {
      const files = [...names.map(at), good];
      const { out, code } = await checkFiles(files, { json: true });
      const { sheets } = JSON.parse(out) as {
        sheets: { verdict: string; problems: { code: string; message: string }[] }[];
      };
      expect(code).toBe(2);
      const told = sheets.map(({ problems }) => problems.map((one) => `${one.code} ${one.message}`).join());
      expect(
        told.map((one) => one.replace(/^(\S+) .*(can’t be read: .*|is not a regular file .*)$/, "$1 $2")),
      ).toEqual([
        ...Array(4).fill("unreadable can’t be read: the symbolic links form a loop"),
        ...Array(4).fill("no-file is not a regular file but a pipe or a device"),
        "unreadable can’t be read: the name is too long",
        "",
      ]);
      expect(sheets.at(-1)?.verdict).toBe("correct");
      const linted = await printedAs(
        "lint",
        ...names.filter((name) => name.endsWith(".yaml")).map(at),
        "yazzo",
      );
      expect(linted.match(/error: /g)?.length).toBe(4);
      expect(linted).toMatch(/yazzo\.yaml: ok/);
    } finally {
      server.close();
    }
  });
});

it("progress is a line from time to time where there is no terminal", async () => {
  const now = vi.spyOn(performance, "now").mockReturnValue(0);
  try {
    const lines: string[] = [];
    const { update } = await progressBar("{bar} {percentage} % of the odds ({value}/{total})", (line) =>
      lines.push(line),
    );
    for (const [at, done] of [
      [1000, 1],
      [16_000, 3],
      [17_000, 4],
      [40_000, 7],
    ] as const) {
      now.mockReturnValue(at);
      update(done, 8);
    }
    expect(lines).toEqual(["37 % of the odds (3/8)", "87 % of the odds (7/8)"]);
  } finally {
    now.mockRestore();
  }
});
