import { cpSync, existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { rareTest } from "../support/cases.ts";
import { emptyFolder, inOwnProcess, MAIN } from "../support/command-line.ts";
import { textsOf } from "../support/pdfs.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
/** A copy of the program with languages that nobody but these tests speaks. */
const copy = emptyFolder();
const main = join(copy, "dist", "cli", "main.js");

const run = (args: string, folder = emptyFolder()) => inOwnProcess(args.split(" "), folder, main);

/** A language made from the Swedish one, which leaves help and problems in English; every change must change something. */
function addLanguage(code: string, file: string, ...changes: readonly (readonly [string, string])[]): void {
  const folder = join(copy, "templates", code);
  const filter = (path: string) => !path.endsWith("messages");
  if (!existsSync(folder)) cpSync(join(copy, "templates", "sv"), folder, { recursive: true, filter });
  const text = readFileSync(join(folder, file), "utf8");
  const changed = changes.reduce((now, [from, to]) => {
    expect(now, from).toContain(from);
    return now.replace(from, to);
  }, text);
  writeFileSync(join(folder, file), changed);
}

beforeAll(() => {
  cpSync(dirname(dirname(MAIN)), join(copy, "dist"), { recursive: true });
  cpSync(join(ROOT, "templates"), join(copy, "templates"), { recursive: true });
  for (const name of ["variants", "models", "node_modules", "package.json"])
    symlinkSync(join(ROOT, name), join(copy, name));
  addLanguage("eo", "words.yaml", ['short: "{n}~lika"', 'short: "{n}~egalaj"'], ["goal: Mål", "goal: Celo"]);
  addLanguage(
    "eo",
    "games.yaml",
    ["Full house: Kåk", "Full house: Plenulo"],
    ["Total: Totalt", "Total: Sumo"],
  );
  addLanguage("ia", "games.yaml", ["Full house: Kåk\n", ""], ["Chance: Chans\n", ""]);
  addLanguage(
    "io",
    "words.yaml",
    ['  points: "{n, plural, other {#~poäng}}"\n', ""],
    [
      '  alike: { short: "{n}~lika", long: "{n, plural, =1 {minst en tärning} =2 {två lika} other {minst {n, number, words}~lika}}", exact: "{n, plural, =1 {en tärning} other {{n, number, words}~lika}}" }\n',
      "",
    ],
  );
});

describe("a folder with one more language", () => {
  it("is all that it takes to have rules and pads in it", async () => {
    const folder = emptyFolder();
    const [rules, pad, help] = await Promise.all([
      run("rules yatzy --lang eo --format md --out -"),
      run("pad yazzo --lang eo --out pad.pdf", folder),
      run("pad --help"),
    ]);
    expect(rules).toMatchObject({ code: 0, err: "" });
    expect(rules.out).toContain("## Celo");
    expect(rules.out).toContain("**Plenulo**");
    expect(pad).toMatchObject({ code: 0, err: "" });
    const texts = await textsOf(new Uint8Array(readFileSync(join(folder, "pad.pdf"))), 1);
    const told = texts.map(({ text }) => text).join("\n");
    expect(told).toMatch(/^Plenulo$/m);
    expect(told).toContain("5 egalaj, 50");
    expect(help.out.replace(/\s+/g, " ")).toContain("messages: de, en, eo, ia, io, sv");
  });

  rareTest("is understood on sheets that are typed in, whatever language the answer is in", async () => {
    const folder = emptyFolder();
    const { out } = await run("sheet yatzy --lang eo --format csv --players A");
    const filled = out.replace("Plenulo;", "Plenulo;17").replace("Sumo;", "Sumo;16");
    writeFileSync(join(folder, "night.csv"), filled);
    const checked = await run("check night.csv --lang de", folder);
    expect(checked.out).toContain("A, Gesamtzahl: 16 stimmt nicht; richtig ist 17.");
    expect(checked.code).toBe(1);
  });
});

describe("a language that lacks words", () => {
  rareTest("of a game prints nothing, and says which; lint tells every place", async () => {
    const folder = emptyFolder();
    const [{ code, out, err }, lint] = await Promise.all([
      run("pad yatzy --lang ia --out pad.pdf", folder),
      run("lint yatzy --words ia"),
    ]);
    expect([code, out, existsSync(join(folder, "pad.pdf"))]).toEqual([2, "", false]);
    expect(err).toContain(
      "`yatzy` lacks words in `ia` for `categories.full_house.label`, `categories.chance.label`",
    );
    expect(lint.code).toBe(3);
    expect(lint.out).toMatch(
      /yatzy\.yaml:\d+:\d+ warning: `categories\.full_house\.label` has no words in `ia` \[untranslated\]/,
    );
  });

  it("of its own list ends the command with what is missing and where, and stands in no other's way", async () => {
    const folder = emptyFolder();
    const [{ code, out, err }, lint] = await Promise.all([
      run("pad yazzo --lang io --out pad.pdf", folder),
      run("lint yazzo --words io"),
    ]);
    expect([code, out, existsSync(join(folder, "pad.pdf"))]).toEqual([2, "", false]);
    for (const told of [err, lint.err]) {
      expect(told).toContain(
        "templates/io/words.yaml lacks the message `unit.points`, `pattern.alike.short`, `pattern.alike.long` and 1 more [missing-word]",
      );
      expect(told).toContain("see its text in templates/de/words.yaml");
    }
    expect(lint.code).toBe(2);
  });
});
