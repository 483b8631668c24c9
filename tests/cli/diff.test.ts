import { describe, expect, it } from "vitest";
import { augenblock, emptyFolder, json, put } from "../support/command-line.ts";

interface Told {
  same: boolean;
  before: { variant: string; options: Record<string, string>; maximum: number };
  after: { variant: string; options: Record<string, string>; maximum: number };
  differences: {
    clause: string;
    id: string | null;
    change: string;
    before: string | null;
    after: string | null;
    gained: number[];
    lost: number[];
    message: string;
  }[];
}

describe("diff", () => {
  it("ends with 0 where the rules are the same, in the wanted language", async () => {
    const { code, out } = await augenblock(["diff", "yazzo", "yazzo", "--lang", "de"]);
    expect([code, out]).toEqual([0, "Yazzo (yazzo) und Yazzo (yazzo) haben dieselben Regeln.\n"]);
    expect((await augenblock(["diff", "yazzo", "yazzo", "--lang", "en"])).out).toContain(
      "have the same rules",
    );
  });

  it("ends with 1 where they differ, and says in what", async () => {
    const folder = emptyFolder();
    put(
      folder,
      "ours.yaml",
      "id: ours\nextends: yazzo\nname: {de: Unser Yazzo, en: Ours}\nturn: {rolls: 4}\n",
    );
    const { code, out } = await augenblock(["diff", "yazzo", "ours.yaml", "--lang", "de"], folder);
    expect(code).toBe(1);
    expect(out).toContain("Würfe je Zug: 3\u00a0Würfe → 4\u00a0Würfe");
    expect(out).toContain("Höchstwert: 1236, wie bisher");
  });

  it("has a stable JSON shape", async () => {
    const told = await json<Told>(
      ["diff", "yatzy", "yatzy", "--set-b", "yatzy_value=plus_pips", "--lang", "en"],
      1,
    );
    expect(Object.keys(told)).toEqual(["same", "before", "after", "differences"]);
    for (const side of [told.before, told.after]) {
      expect(Object.keys(side)).toEqual(["variant", "options", "boxes", "turns", "maximum", "minimum"]);
    }
    expect([told.same, told.before.maximum, told.after.maximum]).toEqual([false, 378, 408]);
    expect(told.after.options.yatzy_value).toBe("plus_pips");
    const [rule] = told.differences;
    expect(Object.keys(rule ?? {})).toEqual([
      "clause",
      "id",
      "change",
      "before",
      "after",
      "gained",
      "lost",
      "message",
    ]);
    expect(rule).toMatchObject({
      clause: "box-rule",
      id: "yatzy",
      change: "changed",
      gained: [55, 60, 65, 70, 75, 80],
      lost: [50],
    });
  });

  it("chooses house rules in both, or in one of them", async () => {
    const both = await json<Told>(["diff", "yatzy", "doppel-yatzy", "--set", "yatzy_value=plus_pips"], 1);
    expect([both.before.options.yatzy_value, both.after.options.yatzy_value]).toEqual([
      "plus_pips",
      "plus_pips",
    ]);
    const one = await json<Told>(["diff", "yatzy", "doppel-yatzy", "--set", "extra=chance"], 1);
    expect([one.before.options.extra, one.after.options.extra]).toEqual([undefined, "chance"]);
    const first = await json<Told>(["diff", "yatzy", "yatzy", "--set-a", "yatzy_value=plus_pips"], 1);
    expect(first.before.options.yatzy_value).toBe("plus_pips");
    expect(first.after.options.yatzy_value).toBe("flat");
  });

  it.each<[string[], string, string]>([
    [["yatzy", "yazo"], "no variant `yazo`", "did you mean `yazzo`?"],
    [["yatzy"], "needs `second-variant`", "--help"],
    [["yatzy", "yazzo", "--set", "extr=chance"], "neither variant has an option `extr`", "possible here"],
    [["yatzy", "yazzo", "--set-a", "bonus_tiers=both"], "no option `bonus_tiers`", "possible here"],
    [["yatzy", "yazzo", "--set-b", "bonus_tiers=bth"], "`bth` is not a choice", "did you mean `both`?"],
    [["nowhere.yaml", "yazzo"], "nowhere.yaml", "no such file"],
  ])("%j ends with 2 and one clear problem", async (args, message, hint) => {
    const { code, out, err } = await augenblock(["diff", ...args]);
    expect(code).toBe(2);
    expect(out).toBe("");
    expect(err).toContain(message);
    expect(err).toContain(hint);
    expect(err.match(/error:/g)).toHaveLength(1);
  });

  it("tells what is wrong with both", async () => {
    const { code, err } = await augenblock(["diff", "nowhere.yaml", "elsewhere.yaml"]);
    expect(code).toBe(2);
    expect(err.match(/error:/g)).toHaveLength(2);
  });
});
