import { existsSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { type CheckFlags, readCheckSettings } from "../../src/cli/commands/check/settings.ts";
import { augenblock, emptyFolder, put } from "../support/command-line.ts";

const SHEET = "variant: yatzy\nplayers:\n  - { name: Anna, scores: { ones: 3 } }\n";
let folder: string;

beforeAll(() => {
  folder = emptyFolder();
  put(folder, "night.yaml", SHEET);
  // Whoever looks into them says so: they hold nothing.
  put(folder, "a.jpg", "");
  put(folder, "b.jpg", "");
});

/** What `check` prints where a flag ends it before any sheet is read. */
async function refused(...args: string[]): Promise<string> {
  const { code, out, err } = await augenblock(["check", ...args, "--lang", "en"], folder);
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err).not.toContain("jpg is empty");
  return err;
}

describe("a flag of `check` that can't be right ends it before any sheet is read", () => {
  it.each([
    [
      ["a.jpg", "--set", "tie=foo"],
      "no-game",
      "name it with `--variant`, or the store-bought pad with `--pad`",
    ],
    [["night.yaml", "--variant", "yatzy", "--set", "tie=shared"], "no-photo", "leave it out"],
    [["a.jpg", "--variant", "yatzy", "--set", "tie=foo"], "unknown-choice", "possible here: shared"],
    [["a.jpg", "b.jpg", "--variant", "yatzyy"], "unknown-variant", "did you mean `yatzy`?"],
    [["night.yaml", "--variant", "yatzyy"], "unknown-variant", "did you mean `yatzy`?"],
    [["night.yaml", "--save", "x.yaml"], "no-photo", "leave it out, or name photos; they end in .jpg"],
    [["a.jpg", "--into", "s", "--date", "gestern"], "bad-value", "`gestern` is not a date"],
    [["a.jpg", "--into", "s", "--date", "9999-01-01"], "future-date", "9999-01-01 is in the future"],
    [["a.jpg", "--into", "night.yaml"], "no-season", "name a folder instead"],
    [["a.jpg", "--into", "."], "not-a-season", "name an empty or new folder"],
    [["a.jpg", "--into", "night.yaml/s"], "unwritable", "choose another place with --into"],
    [["a.jpg", "--picture", "m.jpg"], "wrong-ending", "use `--picture m.png`"],
  ])("%j", async (args, code, hint) => {
    const told = await refused(...args);
    expect(told).toContain(`[${code}]`);
    expect(told).toContain(hint);
    expect(told.match(/error:/g)).toHaveLength(1);
    expect(existsSync(join(folder, "s"))).toBe(false);
  });
});

describe("the ending of what `check` writes", () => {
  const common = { lang: "en", set: {}, jobs: 1 };
  const told = (flags: Partial<CheckFlags>) => {
    const settings = readCheckSettings({ ...common, ...flags });
    return settings.ok ? [] : settings.problems.map(({ hint }) => hint);
  };

  it("is that of its kind", () => {
    const wrong = {
      picture: "m.jpg",
      save: "a.b/first.txt",
      report: "x.pdf",
      csv: "x.YAML",
      results: "r.csv",
    };
    expect(told(wrong)).toEqual([
      "use `--picture m.png`",
      "use `--save a.b/first.yaml`",
      "use `--report x.html`",
      "use `--csv x.csv`",
      "use `--results r.jsonl`",
    ]);
    expect(
      told({ picture: "m.PNG", save: "x.yml", report: "x.htm", csv: "x.csv", results: "r.jsonl" }),
    ).toEqual([]);
  });

  it("may be left out, and a folder has none", () => {
    const named = emptyFolder();
    expect(told({ picture: "marked", save: "a.b/", csv: "/dev/stdout", report: "night.2026" })).toEqual([]);
    expect(told({ picture: named })).toEqual([]);
  });
});

describe("the flags of `check`", () => {
  it("are refused with all that is wrong with them, before anything is read", async () => {
    const told = await refused(
      ...["a.jpg", "--code", "abc", "--names", ",", "--show", "kitty", "--place", "Lion"],
      ...["--set", "tie=foo", "--shard", "1/2", "--same-sheet", "--csv", "x.pdf"],
    );
    const codes = [...told.matchAll(/\[([a-z-]+)\]/g)].map(([, code]) => code);
    expect(codes).toEqual([
      ...["not-the-whole", "not-the-whole", "no-questions", "no-season", "no-game"],
      ...["bad-value", "bad-value", "wrong-ending"],
    ]);
  });
});
