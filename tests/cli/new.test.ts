import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { askBase, decisionsFrom } from "../../src/cli/commands/new.ts";
import type { Asker } from "../../src/cli/console/prompts.ts";
import { variantSchema } from "../../src/rules/variant/schema/variant-schema.ts";
import { augenblock, emptyFolder } from "../support/command-line.ts";
import { language } from "../support/languages.ts";
import { uncommentedLines, uncommentedOneByOne } from "../support/uncomment.ts";

const FROM_YAZZO = ["new", "my-yazzo", "--from", "yazzo"];
const OWN = ["new", "my-game", "--dice", "5", "--rolls", "3", "--columns", "down,free"];
const BOXES = ["--categories", "ones,twos,threes,fours,fives,sixes,chance"];

describe("schema", () => {
  it("prints the schema, or writes it to a file", async () => {
    const folder = emptyFolder();
    const printed = await augenblock(["schema"], folder);
    expect(JSON.parse(printed.out)).toEqual(variantSchema());
    expect((await augenblock(["schema", "--out", "s.json"], folder)).code).toBe(0);
    expect(readFileSync(join(folder, "s.json"), "utf8")).toBe(printed.out);
  });
});

describe("new", () => {
  it("writes a variant and its schema, from which a game can be printed at once", async () => {
    const folder = emptyFolder();
    const { code, out } = await augenblock(FROM_YAZZO, folder);
    expect([code, out.split("\n").slice(0, 2)]).toEqual([0, ["my-yazzo.yaml", "variant.schema.json"]]);
    const text = readFileSync(join(folder, "my-yazzo.yaml"), "utf8");
    expect(text.split("\n")[0]).toBe("# yaml-language-server: $schema=variant.schema.json");
    expect(JSON.parse(readFileSync(join(folder, "variant.schema.json"), "utf8"))).toEqual(variantSchema());
    const wanted = [...uncommentedOneByOne(text).keys()].filter((line) => /^(inward|upper):/.test(line));
    writeFileSync(join(folder, "my-yazzo.yaml"), uncommentedLines(text, wanted));
    expect((await augenblock(["lint", "my-yazzo.yaml"], folder)).out).toBe("my-yazzo.yaml: ok\n");
    expect((await augenblock(["pad", "my-yazzo.yaml"], folder)).code).toBe(0);
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

  it("takes a folder, a file beside and the standard output", async () => {
    const folder = emptyFolder();
    mkdirSync(join(folder, "rules"));
    expect((await augenblock([...FROM_YAZZO, "--out", "rules"], folder)).code).toBe(0);
    expect(readdirSync(join(folder, "rules")).sort()).toEqual(["my-yazzo.yaml", "variant.schema.json"]);
    const beside = ["new", "her-yazzo", "--from", "rules/my-yazzo.yaml", "--out", "rules"];
    expect((await augenblock(beside, folder)).code).toBe(0);
    expect(readFileSync(join(folder, "rules/her-yazzo.yaml"), "utf8")).toContain("extends: my-yazzo\n");
    const printed = await augenblock([...FROM_YAZZO, "--out", "-"], folder);
    expect(printed.out).toBe(readFileSync(join(folder, "rules/my-yazzo.yaml"), "utf8"));
    expect(readdirSync(folder)).toEqual(["rules"]);
  });

  it("never overwrites a file, unless it is told to, and leaves another schema alone", async () => {
    const folder = emptyFolder();
    for (const name of ["my-yazzo.yaml", "variant.schema.json"]) writeFileSync(join(folder, name), "mine");
    const { code, err } = await augenblock(FROM_YAZZO, folder);
    expect([code, readFileSync(join(folder, "my-yazzo.yaml"), "utf8")]).toEqual([2, "mine"]);
    expect(err).toContain("--force");
    const forced = await augenblock([...FROM_YAZZO, "--force"], folder);
    expect([forced.code, forced.out.includes("augenblock schema --out variant.schema.json")]).toEqual([
      0,
      true,
    ]);
    expect(readFileSync(join(folder, "my-yazzo.yaml"), "utf8")).toContain("extends: yazzo");
    expect(readFileSync(join(folder, "variant.schema.json"), "utf8")).toBe("mine");
  });

  it.each<[string[], string, string]>([
    [["new", "My Yazzo"], "`My Yazzo`", "did you mean `my-yazzo`?"],
    [["new", "Größe"], "can’t be the name", "did you mean `groesse`?"],
    [["new", "../yazzo2"], "is a path", "--out"],
    [["new", "x".repeat(41)], "41 characters", "shorter"],
    [["new", "yazzo"], "comes with the program", "our-yazzo"],
    [["new", "con"], "device", "my-con"],
    [["new", "-"], "can’t be the name", "small letters"],
    [["new", "mine", "--from", "yazo"], "no variant `yazo`", "did you mean `yazzo`?"],
    [["new", "mine", "--from", "yazzo", "--dice", "5"], "`--from` takes", "leave out"],
    [["new", "mine", "--from", "yazzo", "--out", "other.yaml"], "is called `mine.yaml`", "--out mine.yaml"],
    [["new", "mine"], "needs `--categories`", "ones, twos"],
    [["new", "mine", "--categories", "ones,chanse"], "no category `chanse`", "did you mean `chance`?"],
    [["new", "mine", "--columns", "dwon", ...BOXES], "no order `dwon`", "did you mean `down`?"],
    [["new", "mine", "--columns", "", ...BOXES], "needs a column", "free"],
    [["new", "mine", "--dice", "11", ...BOXES], "--dice", "1 to 10"],
    [["new", "mine", "--bonus", "63", ...BOXES], "`--bonus`: expected points", "63:35"],
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
    expect([code, err.includes("does not lie beside"), existsSync(join(folder, "sub/mine.yaml"))]).toEqual([
      2,
      true,
      false,
    ]);
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
    const decisions = await decisionsFrom({}, language("en"), asker);
    expect(asker.asked.map((message) => message.replace(/\?.*/, "?"))).toEqual([
      "How many dice?",
      "How many throws in a turn?",
      "Which columns?",
      "Which boxes?",
      "Bonus for the number boxes: from how many points on?",
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
    await decisionsFrom({ dice: 5, rolls: 3, columns: "up" }, language("de"), asker);
    expect(asker.asked).toHaveLength(3);
    const silent = answering([]);
    const boxes = { dice: 5, rolls: 3, columns: "up", categories: "ones,twos" };
    expect((await decisionsFrom({ ...boxes, bonus: "none" }, language("de"), silent)).bonus).toBeNull();
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
    expect((await decisionsFrom({}, language("de"), asker)).bonus).toBeNull();
  });
});
