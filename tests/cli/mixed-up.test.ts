import { describe, expect, it } from "vitest";
import { augenblock, emptyFolder, put } from "../support/command-line.ts";

const SHEET = "variant: kniffel\nplayers:\n  - name: Anna\n    scores: {ones: 3}\n";
const VARIANT = "id: our-yazzo\nextends: yazzo\nname: {de: Unser Yazzo, en: Our Yazzo}\n";

describe("a file of another kind is recognised as a whole, with the command that takes it", () => {
  it.each([
    ["pad", "night.yaml", "night.yaml is a filled-in sheet, not a variant", "`augenblock check night.yaml`"],
    [
      "rules",
      "night.yaml",
      "night.yaml is a filled-in sheet, not a variant",
      "`augenblock check night.yaml`",
    ],
    ["lint", "night.yaml", "night.yaml is a filled-in sheet, not a variant", "`augenblock check night.yaml`"],
    [
      "check",
      "our-yazzo.yaml",
      "our-yazzo.yaml is a variant, not a sheet",
      "`augenblock sheet` prints an empty",
    ],
    ["check", "lion.yaml", "lion.yaml is a block file, not a sheet", "`augenblock sheet` prints an empty"],
    ["check", "yazzo", "`yazzo` is a game, not a sheet", "`augenblock sheet yazzo` prints an empty one"],
  ])("%s %s", async (command, file, message, hint) => {
    const folder = emptyFolder();
    put(folder, "night.yaml", SHEET);
    put(folder, "our-yazzo.yaml", VARIANT);
    put(folder, "lion.yaml", "block: yazzo\ntitle: The Golden Lion\n");
    const { code, out, err } = await augenblock([command, file], folder);
    expect(code).toBeGreaterThan(0);
    const told = out + err;
    expect(told).toContain(message);
    expect(told).toContain(hint);
    expect(told.match(/error:/g)).toHaveLength(1);
  });
});

it("a workbook is to be saved as CSV", async () => {
  const folder = emptyFolder();
  put(folder, "night.xlsx", "PK\u0003\u0004");
  const { code, err } = await augenblock(["check", "night.xlsx"], folder);
  expect([code, err]).toEqual([2, expect.stringContaining("save it as “CSV UTF-8”")]);
});

describe("a name that is nearly right", () => {
  it("of a file tells the file beside it", async () => {
    const folder = emptyFolder();
    put(folder, "night.yaml", SHEET);
    const { err } = await augenblock(["check", "nihgt.yaml"], folder);
    expect(err).toContain("did you mean `night.yaml`?");
    expect((await augenblock(["pad", "other.yaml"], folder)).err).not.toContain("did you mean");
  });

  it("of a variant file without its ending tells the file", async () => {
    const folder = emptyFolder();
    put(folder, "our-yazzo.yaml", VARIANT);
    const { code, err } = await augenblock(["pad", "our-yazzo"], folder);
    expect([code, err]).toEqual([
      2,
      "error: there is no variant `our-yazzo` [unknown-variant]\n  did you mean `our-yazzo.yaml`?\n",
    ]);
  });
});

describe("a sheet or a block that is called like its game", () => {
  it.each(["kniffel.yaml", "kniffel.yml"])("%s does not stand in for the game", async (name) => {
    const folder = emptyFolder();
    put(folder, name, SHEET);
    put(folder, "night.csv", "game,kniffel\nplayer,Anna\nOnes,3\n");
    expect((await augenblock(["check", name, "night.csv"], folder)).code).toBe(0);
    put(folder, name, "block: kniffel\ntitle: The Golden Lion\n");
    const { code, out } = await augenblock(["pad", name, "--out", "block.pdf"], folder);
    expect([code, out]).toEqual([0, expect.stringMatching(/^block\.pdf \(1\ssheet\)\n$/)]);
  });

  it("but a variant of that name does, as before", async () => {
    const folder = emptyFolder();
    put(folder, "kniffel.yaml", VARIANT.replace("our-yazzo", "kniffel"));
    put(folder, "night.yaml", SHEET.replace("scores: {ones: 3}", "columns: {down: {ones: 3}}"));
    const { out } = await augenblock(["check", "night.yaml"], folder);
    expect(out).toMatch(/^Our Yazzo/);
  });
});

describe("--lang before the command", () => {
  it.each([
    [["--lang", "de", "pad", "yazo"], "es gibt keine Variante `yazo`"],
    [["--lang=sv", "pad", "yazo"], "det finns ingen variant `yazo`"],
    [["--lang", "de", "pad", "yazo", "--lang", "sv"], "det finns ingen variant `yazo`"],
    [["--lang", "de", "padd"], "meintest du `pad`?"],
    [["--lang", "de", "pad"], "`augenblock pad --help`"],
    [["--lang", "fr", "pad", "yazzo"], "no language `fr`"],
    [["--lang"], "`--lang <code>` needs a value"],
  ])("%j", async (args, told) => {
    const { code, err } = await augenblock(args);
    expect([code, err]).toEqual([2, expect.stringContaining(told)]);
  });

  it("is that of the pad and of the help", async () => {
    const folder = emptyFolder();
    expect((await augenblock(["--lang", "sv", "pad", "yazzo"], folder)).out).toMatch(
      /yazzo-sv-a5\.pdf \(1\sblad\)/,
    );
    expect((await augenblock(["--lang", "de", "help"])).out).toMatch(/^Aufruf:/);
  });
});

describe("a command line with a slip", () => {
  it.each([
    [["pad"], "`augenblock variants` lists them"],
    [["pad", "yazzo", "--players-named", "Anna,", "Ben"], "put quotes around a value that contains spaces"],
    [["pad", "yazzo", "--paper", "100x150"], "did you mean `100x150mm`?"],
    [["pad", "yazzo", "--set", "extra"], "`augenblock show <variant>` lists them"],
    [["Our night.jpg"], 'did you mean `check "Our night.jpg"`?'],
    [["version"], "did you mean `--version`?"],
  ])("%j", async (args, hint) => {
    const { code, err } = await augenblock(args);
    expect([code, err]).toEqual([2, expect.stringContaining(hint)]);
  });

  it("in German has no English placeholder", async () => {
    const { err } = await augenblock(["pad", "yazzo", "--lang", "de", "--set"]);
    expect(err).toContain("`--set <Hausregel=Wahl>`");
  });
});

it("a name in one language only tells how it is written in several", async () => {
  const folder = emptyFolder();
  put(folder, "our-yazzo.yaml", VARIANT.replace(/\{de.*\}/, "Our Yazzo"));
  const { out } = await augenblock(["lint", "our-yazzo.yaml"], folder);
  expect(out).toContain("write it in every language: `{de: Our Yazzo, en: Our Yazzo}`");
});

describe("house rules are told in words", () => {
  it("by show, with the chosen one in brackets", async () => {
    const { out } = await augenblock(["show", "yazzo", "--set", "tie=roll_off"]);
    expect(out).toMatch(
      /^tie +Tie at the end +shared +The win is shared\n +\[roll_off\] +Tied players each roll all the dice once; the highest sum wins$/m,
    );
  });

  it("on a sheet to type in", async () => {
    const { out } = await augenblock(["sheet", "yazzo", "--lang", "de"]);
    expect(out).toContain("  tie: shared  # Gleichstand am Ende: shared | roll_off");
  });
});
