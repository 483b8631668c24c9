import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterEach, describe, expect, it, vi } from "vitest";
import { askBase, collectGameDecisions } from "../../src/cli/commands/new.ts";
import type { Asker } from "../../src/cli/console/prompts.ts";
import { blockSchema } from "../../src/print/pad/block-file.ts";
import { styleSchema } from "../../src/print/style/style-file.ts";
import { padSchema } from "../../src/scan/pads/pad-file.ts";
import { variantSchema } from "../../src/rules/variant/schema/variant-schema.ts";
import { rareTest } from "../support/cases.ts";
import { augenblock, emptyFolder, put } from "../support/command-line.ts";
import { language } from "../support/languages.ts";
import { uncommentedLines, uncommentedOneByOne } from "../support/uncomment.ts";

const FROM_YAZZO = ["new", "my-yazzo", "--from", "yazzo"];
const OWN = ["new", "my-game", "--dice", "5", "--rolls", "3", "--columns", "down,free"];
const BOXES = ["--categories", "ones,twos,threes,fours,fives,sixes,chance"];

/** Lets programs that are started have their settings in a folder. */
function withSettings(folder: string): string {
  vi.stubEnv("XDG_CONFIG_HOME", folder);
  vi.stubEnv("APPDATA", folder);
  return folder;
}

afterEach(() => {
  vi.unstubAllEnvs();
});

describe("schema", () => {
  it("prints the schema, or writes it to a file", async () => {
    const folder = emptyFolder();
    const printed = await augenblock(["setup", "schema"], folder);
    expect(JSON.parse(printed.out)).toEqual(variantSchema());
    expect((await augenblock(["setup", "schema", "--out", "s.json"], folder)).code).toBe(0);
    expect(readFileSync(join(folder, "s.json"), "utf8")).toBe(printed.out);
    const block = await augenblock(["setup", "schema", "block"], folder);
    expect(JSON.parse(block.out)).toEqual(blockSchema());
  });

  it("names the kinds that there are, and does not write to two places", async () => {
    const unknown = await augenblock(["setup", "schema", "blok"]);
    expect([unknown.code, unknown.err]).toEqual([2, expect.stringContaining("did you mean `block`?")]);
    const both = await augenblock(["setup", "schema", "--install", "--out", "s.json"]);
    expect([both.code, both.err]).toEqual([2, expect.stringContaining("leave out `--out`")]);
  });

  it("is put where files in any folder find it, in the newest version", async () => {
    const settings = withSettings(join(emptyFolder(), "Einstellungen für alle"));
    const installed = await augenblock(["setup", "schema", "--install"]);
    const lines = installed.out.split("\n").filter((line) => line.startsWith("# "));
    const texts = lines.map((line) =>
      JSON.parse(readFileSync(fileURLToPath(line.split("=")[1] ?? ""), "utf8")),
    );
    expect(texts).toEqual([variantSchema(), blockSchema(), padSchema(), styleSchema()]);
    const file = join(settings, "augenblock", "block.schema.json");
    writeFileSync(file, "{}");
    expect((await augenblock(["setup", "schema", "--install"])).code).toBe(0);
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(blockSchema());
  });
});

describe("new", () => {
  it("writes a variant that names its schema, from which a game can be printed at once", async () => {
    const folder = emptyFolder();
    const settings = withSettings(emptyFolder());
    const { code, out } = await augenblock(FROM_YAZZO, folder);
    expect([code, out.split("\n")[0], readdirSync(folder)]).toEqual([0, "my-yazzo.yaml", ["my-yazzo.yaml"]]);
    const text = readFileSync(join(folder, "my-yazzo.yaml"), "utf8");
    const schema = join(settings, "augenblock", "variant.schema.json");
    expect(text.split("\n")[0]).toBe(`# yaml-language-server: $schema=${pathToFileURL(schema).href}`);
    expect(JSON.parse(readFileSync(schema, "utf8"))).toEqual(variantSchema());
    const wanted = [...uncommentedOneByOne(text).keys()].filter((line) => /^(inward|upper):/.test(line));
    writeFileSync(join(folder, "my-yazzo.yaml"), uncommentedLines(text, wanted));
    expect((await augenblock(["lint", "my-yazzo.yaml"], folder)).out).toBe("my-yazzo.yaml: ok\n");
    expect((await augenblock(["pad", "my-yazzo.yaml"], folder)).code).toBe(0);
  });

  rareTest("names a schema that lies beside it, so that both can be shared", async () => {
    const folder = emptyFolder();
    const settings = withSettings(emptyFolder());
    await augenblock(["setup", "schema", "--out", "variant.schema.json"], folder);
    expect((await augenblock(FROM_YAZZO, folder)).code).toBe(0);
    const text = readFileSync(join(folder, "my-yazzo.yaml"), "utf8");
    expect(text.split("\n")[0]).toBe("# yaml-language-server: $schema=variant.schema.json");
    expect(readdirSync(settings)).toEqual([]);
  });

  it("makes a game of its own from flags", async () => {
    const folder = emptyFolder();
    expect((await augenblock([...OWN, ...BOXES, "--lang", "en"], folder)).code).toBe(0);
    expect((await augenblock(["lint", "my-game.yaml"], folder)).out).toBe("my-game.yaml: ok\n");
  });

  it("gives the number boxes the bonus that is wanted", async () => {
    const folder = emptyFolder();
    expect((await augenblock([...OWN, ...BOXES, "--bonus", "60:50"], folder)).code).toBe(0);
    const game = await augenblock(["show", "my-game.yaml", "--json"], folder);
    expect(JSON.parse(game.out).sections[0].tiers).toEqual([expect.objectContaining({ from: 60, add: 50 })]);
  });

  rareTest("takes a folder, a file beside and the standard output", async () => {
    const folder = emptyFolder();
    mkdirSync(join(folder, "rules"));
    expect((await augenblock([...FROM_YAZZO, "--out", "rules"], folder)).code).toBe(0);
    expect(readdirSync(join(folder, "rules"))).toEqual(["my-yazzo.yaml"]);
    const beside = ["new", "her-yazzo", "--from", "rules/my-yazzo.yaml", "--out", "rules"];
    expect((await augenblock(beside, folder)).code).toBe(0);
    expect(readFileSync(join(folder, "rules/her-yazzo.yaml"), "utf8")).toContain("extends: my-yazzo\n");
    const printed = await augenblock([...FROM_YAZZO, "--out", "-"], folder);
    expect(printed.out).toBe(readFileSync(join(folder, "rules/my-yazzo.yaml"), "utf8"));
    expect(readdirSync(folder)).toEqual(["rules"]);
  });

  it("never overwrites a file, unless it is told to", async () => {
    const folder = emptyFolder();
    writeFileSync(join(folder, "my-yazzo.yaml"), "mine");
    const { code, err } = await augenblock(FROM_YAZZO, folder);
    expect([code, readFileSync(join(folder, "my-yazzo.yaml"), "utf8")]).toEqual([2, "mine"]);
    expect(err).toContain("--force");
    expect((await augenblock([...FROM_YAZZO, "--force"], folder)).code).toBe(0);
    expect(readFileSync(join(folder, "my-yazzo.yaml"), "utf8")).toContain("extends: yazzo");
  });

  rareTest("does without a schema where none can be put, and says so", async () => {
    const folder = emptyFolder();
    withSettings(put(folder, "settings", "a file"));
    const { code, err } = await augenblock([...FROM_YAZZO, "--lang", "en"], folder);
    expect([code, err]).toEqual([
      0,
      expect.stringMatching(/^warning: .*variant\.schema\.json can.t be written/),
    ]);
    expect(readFileSync(join(folder, "my-yazzo.yaml"), "utf8")).toMatch(/^# My Yazzo/);
  });

  it.each<[string[], string, string]>([
    [["new", "My Yazzo"], "`My Yazzo`", "did you mean `my-yazzo`?"],
    [["new", "Größe"], "can’t be the name", "did you mean `groesse`?"],
    [["new", "../yazzo2"], "is a path", "--out"],
    [["new", "x".repeat(41)], "41 characters", "shorter"],
    [["new", "yazzo"], "already ships a variant", "our-yazzo"],
    [["new", "con"], "device", "my-con"],
    [["new", "-"], "can’t be the name", "lowercase letters"],
    [["new", "mine", "--from", "yazo"], "no variant `yazo`", "did you mean `yazzo`?"],
    [["new", "mine", "--from", "yazzo", "--dice", "5"], "`--from` takes", "leave out"],
    [
      ["new", "mine", "--from", "yazzo", "--out", "other.yaml"],
      "must be named `mine.yaml`",
      "--out mine.yaml",
    ],
    [["new", "mine"], "needs `--categories`", "ones, twos"],
    [["new", "mine", "--categories", "ones,chanse"], "no category `chanse`", "did you mean `chance`?"],
    [["new", "mine", "--columns", "dwon", ...BOXES], "no order `dwon`", "did you mean `down`?"],
    [["new", "mine", "--columns", ",", ...BOXES], "needs at least one column", "free"],
    [["new", "mine", "--dice", "11", ...BOXES], "--dice", "1 to 10"],
    [["new", "mine", "--bonus", "63", ...BOXES], "`--bonus`: expected the points", "63:35"],
    [["new", "mine", "--from", "yazzo", "--bonus", "63:35"], "`--from` takes", "leave out"],
  ])("%j ends in a clear problem, and writes nothing", async (args, message, hint) => {
    const folder = emptyFolder();
    const { code, err } = await augenblock(args, folder);
    expect(code).toBe(2);
    expect(err).toContain(message);
    expect(err).toContain(hint);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("refuses a base that the new file could not find", async () => {
    const folder = emptyFolder();
    mkdirSync(join(folder, "sub"));
    writeFileSync(join(folder, "base.yaml"), "id: base\nextends: yazzo\nname: {de: A, en: B}\n");
    const { code, err } = await augenblock(["new", "mine", "--from", "base.yaml", "--out", "sub"], folder);
    expect([
      code,
      err.includes("is not in the folder of"),
      existsSync(join(folder, "sub/mine.yaml")),
    ]).toEqual([2, true, false]);
  });
});

describe("the questions of new", () => {
  /** Answers with what is given, or as usual, and remembers what it was asked. */
  function answering(
    numbers: readonly number[],
    base?: string,
  ): Asker & { readonly asked: string[]; readonly faults: unknown[] } {
    const asked: string[] = [];
    const faults: unknown[] = [];
    return {
      asked,
      faults,
      choose: async (message, choices) => {
        asked.push(message);
        return base ?? choices[0]?.word ?? "";
      },
      number: async (message, usual) => {
        asked.push(message);
        return numbers[asked.length - 1] ?? usual;
      },
      several: async (message, choices, fault) => {
        asked.push(message);
        faults.push(fault([]), fault(choices.slice(0, 1).map(({ word }) => word)));
        return choices.filter(({ usual }) => usual).map(({ word }) => word);
      },
    };
  }

  it("are about dice, throws, columns, boxes and a bonus", async () => {
    const asker = answering([6, 2]);
    const decisions = await collectGameDecisions({}, language("en"), asker);
    expect(asker.asked.map((message) => message.replace(/\?.*/, "?"))).toEqual([
      "How many dice?",
      "How many rolls in a turn?",
      "Which columns?",
      "Which boxes?",
      "Bonus for the number boxes: how many points does it take?",
      "How many points is it worth?",
    ]);
    expect(decisions.bonus).toEqual({ from: 76, add: 35 });
    expect([decisions.dice, decisions.rolls, decisions.columns]).toEqual([6, 2, ["free"]]);
    expect(decisions.categories.map(({ id }) => id)).toEqual([
      "ones",
      "twos",
      "threes",
      "fours",
      "fives",
      "sixes",
    ]);
    expect(asker.faults).toEqual(["At least one", null, "At least one", null]);
  });

  it("leave out what the flags say", async () => {
    const asker = answering([]);
    await collectGameDecisions({ dice: 5, rolls: 3, columns: "up" }, language("de"), asker);
    expect(asker.asked).toHaveLength(3);
    const silent = answering([]);
    const boxes = { dice: 5, rolls: 3, columns: "up", categories: "ones,twos" };
    expect(
      (await collectGameDecisions({ ...boxes, bonus: "none" }, language("de"), silent)).bonus,
    ).toBeNull();
    expect(silent.asked).toEqual([]);
  });

  it("offer every shipped game to build on, and none", async () => {
    expect(await askBase(language("sv"), answering([]))).toBeNull();
    const asker = answering([], "yazzo");
    const choose = vi.spyOn(asker, "choose");
    expect(await askBase(language("sv"), asker)).toBe("yazzo");
    const words = choose.mock.calls[0]?.[1].map(({ word }) => word);
    expect(words?.slice(0, 1)).toEqual([""]);
    expect(words).toEqual(expect.arrayContaining(["yatzy", "yazzo", "kniffel"]));
  });

  it("end without a bonus when nothing is to be earned", async () => {
    const asker = answering([5, 3, 0]);
    asker.number = async (message, usual) => (message.startsWith("Bonus") ? 0 : usual);
    expect((await collectGameDecisions({}, language("de"), asker)).bonus).toBeNull();
  });
});
