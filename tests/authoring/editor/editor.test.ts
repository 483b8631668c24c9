import { describe, expect, it } from "vitest";
import { findCompletion, findExplanation } from "../../../src/authoring/editor.ts";
import { DISK } from "../../../src/files/package/variants.ts";
import { need } from "../../../src/rules/problem/problem.ts";
import { readResolved } from "../../../src/rules/variant/read-variant.ts";

/** What can be typed at the `|` of a text; the game is Yatzy. */
function wordsAt(marked: string): string[] {
  const offset = marked.indexOf("|");
  const text = marked.replace("|", "");
  const { tree } = need(readResolved("ours.yaml", "id: ours\nextends: yatzy\n", DISK));
  const completion = findCompletion(text, offset, tree, DISK.ids());
  return completion?.suggestions.map(({ word }) => word) ?? [];
}

describe("completion in variant files", () => {
  it.each([
    ["a key at the top that is not there yet", "id: ours\nsec|\n", "sections", "id"],
    ["a key in a block", "turn:\n  rolls: 3\n  |\nname: a\n", "stop_early", "rolls"],
    ["a key between brackets", "sections: { upper: { tiers: [], | } }", "tier_mode", "tiers"],
    ["a part that the base has", "sections:\n  upper:\n    tiers: []\n  lo|", "lower", "upper"],
    ["a key of an element", "sections:\n  upper:\n    tiers:\n      - from: 5\n        |", "add", "from"],
    ["a word that a value may be", "columns:\n  main: { order: d| }", "down", "outward"],
    ["a word behind a colon", "ranking:\n  tie: |\n", "roll_off", "highest"],
    ["a word right behind a colon", "ranking:\n  tie:|\n", "split", "highest"],
    ["a base", "id: ours\nextends: y|", "yatzy", "ours"],
    ["the choices of a house rule", "options:\n  tie: { default: | }", "shared", "strict"],
    ["boxes that are not in a list", "sections: { lower: { rows: [|] } }", "ones", "pair"],
    ["true and false", "turn: { stop_early: | }", "false", "shared"],
  ])("offers %s", (_, marked, offered, left) => {
    expect(wordsAt(marked)).toContain(offered);
    expect(wordsAt(marked)).not.toContain(left);
  });

  it("puts in what has to follow a key, and no second colon", () => {
    const inserted = (text: string) =>
      findCompletion(text, 2, null, [])?.suggestions.find(({ word }) => word === "dice");
    expect(inserted("di\n")).toMatchObject({ insert: "dice: ", about: expect.stringContaining("dice") });
    expect(inserted("di: { count: 5 }\n")?.insert).toBe("dice");
  });

  it("offers nothing where nothing may stand", () => {
    expect(wordsAt("nonsense: { | }")).toEqual([]);
    expect(wordsAt("# a com|ment")).toEqual([]);
  });
});

describe("explanations in variant files", () => {
  it("explains keys and values with an example", () => {
    const text = "sections:\n  upper: { tier_mode: sum }\n";
    const key = findExplanation(text, text.indexOf("tier_mode") + 2);
    expect(key).toMatchObject({ about: expect.stringContaining("Which steps count"), example: "highest" });
    expect(text.slice(key?.from, key?.to)).toBe("tier_mode");
    expect(findExplanation(text, text.indexOf("sum"))?.about).toBe(key?.about);
    expect(findExplanation("nonsense: 1\n", 3)).toBeNull();
  });
});
