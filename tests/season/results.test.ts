import { parseSeasonAddress } from "../../src/cli/flags.ts";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { importSeason } from "../../src/cli/commands/season/transfer.ts";
import { sortParts, isResultsFile, keepResults, readLines } from "../../src/files/season/import-files.ts";
import { Failure, need } from "../../src/rules/problem/problem.ts";
import { resultLine, resultsHead, resultsLine, transferSheet } from "../../src/season/transfer-file.ts";
import { hexDigest } from "../../src/season/sheet-to-keep.ts";
import { selectShard } from "../../src/cli/commands/check/check.ts";
import { parseShard } from "../../src/cli/commands/check/command.ts";
import { BadValue } from "../../src/cli/flags.ts";
import { augenblock, emptyFolder, put } from "../support/command-line.ts";
import { counted, emptySeason, madeUpSheet } from "../support/seasons.ts";

describe("parts of a whole", () => {
  it("are the whole again, in its order, and as large as each other but for one thing", () => {
    fc.assert(
      fc.property(fc.array(fc.string()), fc.integer({ min: 1, max: 40 }), (whole, of) => {
        const parts = Array.from({ length: of }, (_, at) => selectShard(whole, { part: at + 1, of }));
        expect(parts.flat()).toEqual(whole);
        const sizes = parts.map(({ length }) => length);
        expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it.each(["5/3", "0/3", "3", "1/0", "-1/3", "1/1000000", "1.5/3", "1/3/5", ""])("are not %j", (text) => {
    expect(() => parseShard(text)).toThrow(BadValue);
  });
});

/** A made-up sheet of a name, with a hash as files have it. */
function sheetCalled(name: string, scores: Parameters<typeof madeUpSheet>[1]) {
  return { ...madeUpSheet(name, scores), hash: hexDigest(new TextEncoder().encode(name)) };
}

/** A results file of made-up sheets, by their places in the whole. */
function resultsOf(folder: string, name: string, places: readonly number[]): string {
  const line = (at: number) =>
    resultsLine({ at, sheet: sheetCalled(`sheet-${at}`, { [`Player ${at % 5}`]: [at, 1, 2, 3] }) });
  return put(folder, name, resultsHead("0.0.0") + places.map(line).join(""));
}

async function seasonOf(files: readonly string[]) {
  const db = await emptySeason();
  const ordered = await sortParts(files);
  const kept = ordered.ok ? await keepResults(db, ordered.value, "Zoe") : ordered;
  return { kept, counted: await counted(db) };
}

describe("results of parts", () => {
  const folder = emptyFolder();
  const whole = Array.from({ length: 20 }, (_, at) => at);
  const parts = [1, 2, 3].map((part) =>
    resultsOf(folder, `part-${part}.jsonl`, selectShard(whole, { part, of: 3 })),
  );

  it("make the season of a single run, in whatever order they come in and how often", async () => {
    const one = await seasonOf([resultsOf(folder, "whole.jsonl", whole)]);
    expect(one.counted).toHaveLength(20);
    expect((await seasonOf(parts)).counted).toEqual(one.counted);
    expect((await seasonOf(parts.toReversed())).counted).toEqual(one.counted);
    const [first = "", second = ""] = parts;
    expect((await seasonOf([first, ...parts, second])).counted).toEqual(one.counted);
  });

  it("tell what could not be read", async () => {
    const problems = [{ code: "no-marks", severity: "error", message: "nothing there" }] as never;
    const text = resultsHead("0.0.0") + resultsLine({ at: 3, file: "dark.jpg", problems });
    const { kept } = await seasonOf([put(folder, "dark.jsonl", text)]);
    expect(kept).toMatchObject({ ok: true, value: { sheets: [], unread: [{ file: "dark.jpg" }] } });
  });

  it("are kept all or not at all where a file is damaged", async () => {
    const text = readFileSync(parts[1] ?? "", "utf8");
    const torn = put(folder, "torn.jsonl", text.slice(0, -20));
    const { kept, counted } = await seasonOf([parts[0] ?? "", torn]);
    expect(kept).toMatchObject({ ok: false, problems: [{ code: "broken-results" }] });
    expect(counted).toEqual([]);
  });

  it("begin no season where one of them, or anything else to import, can't be read", async () => {
    const torn = put(folder, "torn-export.json", '{"head": {"season": "winter", "form');
    const missing = join(folder, "missing.jsonl");
    const season = join(folder, "never");
    const refused = await importSeason(parseSeasonAddress(season), [...parts, torn, missing]).catch(
      (error: unknown) => error,
    );
    expect(refused).toBeInstanceOf(Failure);
    expect((refused as Failure).problems).toMatchObject([{ code: "not-exported" }, { code: "unreadable" }]);
    expect(existsSync(season)).toBe(false);
  });

  it.each([
    ["a newer version", '{"augenblock":"results","format":2,"program":"9"}\n', "newer-results"],
    ["another program", '{"players":[]}\n', "no-results"],
    ["nobody", "", "no-results"],
  ])("are refused that come from %s", async (_, text, code) => {
    const { kept } = await seasonOf([put(folder, `${code}.jsonl`, text)]);
    expect(kept).toMatchObject({ ok: false, problems: [{ code }] });
  });
});

describe("`check --shard` with `--results`", () => {
  const folder = emptyFolder();
  beforeAll(() => {
    for (const name of ["anna", "ben", "cleo", "dora", "emil"]) {
      const scores = `{ones: 3, chance: ${10 + name.length}}`;
      const text = `variant: yatzy\nplayers:\n  - name: ${name}\n    scores: ${scores}\n`;
      put(folder, `${name}.yaml`, text);
    }
  });

  const lines = (file: string) => readFileSync(join(folder, file), "utf8").split("\n").slice(1).join("\n");

  it("writes in parts what a single run writes", async () => {
    for (const part of [1, 2, 3]) {
      const args = ["check", "anna.yaml", "*.yaml", "--shard", `${part}/3`, "--results", `${part}.jsonl`];
      expect((await augenblock(args, folder)).code).toBeLessThan(2);
    }
    await augenblock(["check", "anna.yaml", "*.yaml", "--results", "all.jsonl"], folder);
    expect(isResultsFile(join(folder, "all.jsonl"))).toBe(true);
    expect(lines("all.jsonl").split("\n")).toHaveLength(6);
    expect(lines("1.jsonl") + lines("2.jsonl") + lines("3.jsonl")).toBe(lines("all.jsonl"));
  });

  it("refuses a part that there is not, and names that would go round all sheets", async () => {
    const shard = await augenblock(["check", "anna.yaml", "--shard", "5/3"], folder);
    expect(shard).toMatchObject({ code: 2, out: "" });
    expect(shard.err).toMatch(/^error: .*such as 3\/16, not `5\/3` \[bad-value\]\n$/);
    const names = await augenblock(["check", "a.jpg", "--shard", "1/3", "--names", "Anna"], folder);
    expect(names.err).toMatch("[not-the-whole]");
  });

  it("writes an empty part where there are more parts than sheets", async () => {
    const args = ["check", "anna.yaml", "--shard", "1/9", "--results", "none.jsonl"];
    expect((await augenblock(args, folder)).code).toBe(0);
    expect(lines("none.jsonl")).toBe("");
  });
});

describe("a line of a results file", () => {
  const good = JSON.parse(resultsLine({ at: 0, sheet: sheetCalled("sheet", { Anna: [1, 2], Ben: [3, 4] }) }));
  /** The paths of all values in it, lists and maps too. */
  const pathsIn = (value: unknown, path: readonly string[] = []): string[][] =>
    typeof value === "object" && value !== null
      ? [[...path], ...Object.entries(value).flatMap(([key, below]) => pathsIn(below, [...path, key]))]
      : [[...path]];
  const paths = pathsIn(good).filter((path) => path.length > 0);
  /** The line with another value, or none, at a path. */
  const changed = (path: readonly string[], value: unknown) => {
    const line = structuredClone(good);
    const parent = path.slice(0, -1).reduce((node, key) => node[key], line);
    if (value === undefined) delete parent[path.at(-1) ?? ""];
    else parent[path.at(-1) ?? ""] = value;
    return line;
  };

  it("is read as it was written", () => {
    expect(resultLine(good)).toEqual(good);
    expect(paths.length).toBeGreaterThan(50);
  });

  it("is refused wherever a value is of another kind, and names the value", () => {
    for (const path of paths) {
      const read = resultLine(changed(path, { no: ["such", "value"] }));
      // Words in other languages and the worth of columns may have any key.
      if (typeof read !== "string") expect(path.join(".")).toBe("nowhere");
      else expect(`${read}.`.startsWith(`${path.join(".")}.`)).toBe(true);
    }
  });

  it("can be exported again if it can be read, whatever stands in it", () => {
    const values = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom(undefined, -0, -1, 1e300, "\u200b", "x".repeat(5000)),
    );
    fc.assert(
      fc.property(fc.constantFrom(...paths), values, (path, value) => {
        const read = resultLine(changed(path, value));
        if (typeof read === "string" || !("sheet" in read)) return;
        const { game, ...sheet } = read.sheet;
        // JSON writes -0 as 0.
        const written = JSON.parse(JSON.stringify(sheet));
        expect(transferSheet({ ...written, rules: game.rules })).toMatchObject(written);
      }),
      { numRuns: 500 },
    );
  });

  it("that is wrong keeps everything of its file out, however much stands before it", async () => {
    const folder = emptyFolder();
    const lines = Array.from({ length: 501 }, (_, at) => resultsLine({ ...good, at }));
    const bad = JSON.stringify(changed(["sheet", "results", "0", "total"], "many"));
    put(folder, "poisoned.jsonl", `${resultsHead("0.0.0")}${lines.join("")}${bad}\n`);
    const { code, err } = await augenblock(
      ["season", "import", "s", "poisoned.jsonl", "--lang", "en"],
      folder,
    );
    expect([code, err]).toEqual([2, expect.stringContaining("invalid `sheet.results.0.total`")]);
    expect(existsSync(join(folder, "s"))).toBe(false);
  });
});

describe("what can't be imported ends at once", () => {
  it.skipIf(process.platform === "win32")("a pipe that nobody writes to", async () => {
    const folder = emptyFolder();
    execFileSync("mkfifo", [join(folder, "pipe.json")]);
    const { code, err } = await augenblock(["season", "import", "s", "pipe.json", "--lang", "en"], folder);
    expect([code, err]).toEqual([2, expect.stringContaining("[no-file]")]);
  });

  it("a season into itself, by any of its paths", async () => {
    const folder = emptyFolder();
    mkdirSync(join(folder, "s"));
    symlinkSync("s", join(folder, "link"), "dir");
    for (const source of ["s", "./s/", "link", join(folder, "s")]) {
      const { code, err } = await augenblock(["season", "import", "s", source, "--lang", "en"], folder);
      expect([source, code, err]).toEqual([source, 2, expect.stringContaining("[same-season]")]);
    }
  });

  it("a line that is longer than memory allows", async () => {
    const file = put(emptyFolder(), "long.jsonl", "");
    truncateSync(file, 70 * 1024 * 1024);
    const told = [];
    for await (const line of readLines(file))
      told.push(...(line.ok ? ["a line"] : line.problems.map((p) => p.code)));
    expect(told).toEqual(["file-too-large"]);
  });
});

it("lines end at \\n and \\r\\n only, wherever the pieces of a file end", async () => {
  const sign = fc.constantFrom("a", "ü", "😀", "\u2028", "\u2029", "\u0085", "\v", "\f", "\r", "\n", "\r\n");
  const file = join(emptyFolder(), "lines.txt");
  await fc.assert(
    fc.asyncProperty(fc.array(sign, { maxLength: 30 }), fc.constantFrom(1, 9000), async (signs, times) => {
      const text = signs.join("").repeat(times);
      writeFileSync(file, text);
      const lines: string[] = [];
      for await (const line of readLines(file)) lines.push(need(line));
      const all = text.split("\n").map((line) => line.replace(/\r$/, ""));
      expect(lines).toEqual(text === "" || text.endsWith("\n") ? all.slice(0, -1) : all);
    }),
    { numRuns: 40 },
  );
});
