import { describe, expect, it } from "vitest";
import { need } from "../../../src/rules/problem/problem.ts";
import { readVariant, resolveVariant } from "../../../src/rules/variant/read-variant.ts";
import { gameFrom, shippedFiles, shippedGame, shippedText } from "../../support/games.ts";

const NO_OTHERS = { find: () => null, ids: () => [] };

function resolved(text: string, choices: Record<string, string> = {}): string {
  return need(resolveVariant("test.yaml", text, shippedFiles, choices));
}

/** The game that is read from a resolved text, with nothing else at hand. */
function readBack(text: string) {
  return need(readVariant("test.yaml", text, NO_OTHERS));
}

/** Games on bases, with options, symbols, stakes, columns and lines of their own. */
const GAMES = ["yazzo", "yamb", "escalero", "edencity-yatzy"];

describe("a resolved variant", () => {
  it.each(GAMES)("of %s needs no other file and is the same game", (id) => {
    const text = resolved(shippedText(id));
    expect(text).not.toMatch(/^extends:/m);
    expect(text.split("\n")[0]).toBe(`id: ${id}`);
    expect(readBack(text)).toEqual(shippedGame(id));
  });

  it("is its own resolved variant", () => {
    const text = resolved(shippedText("yazzo"));
    expect(resolved(text)).toBe(text);
  });

  it("has the choices that were made as those that hold", () => {
    const choices = { scoring: "international", extra: "chance" };
    const game = readBack(resolved(shippedText("doppel-yatzy"), choices));
    const chosen = shippedGame("doppel-yatzy", choices);
    expect({ ...game, options: [] }).toEqual({ ...chosen, options: [] });
    expect(game.options).toEqual(chosen.options.map((option) => ({ ...option, default: option.chosen })));
  });

  it("leaves out examples that a house rule has overtaken, and keeps the others", () => {
    const own = "id: ours\nextends: yazzo\ncategories: {full_house: {score: 30 + sum}}\n";
    const text = resolved(own);
    expect(text).not.toContain("score: 53");
    expect(text).toContain("{ roll: [6, 6, 6, 6, 6], row: full_house, illegal: true }");
    expect(readBack(text)).toEqual(gameFrom(own, {}, "ours.yaml"));
  });

  it("has no key for examples where none holds", () => {
    const own =
      "id: ours\nextends: yazzo\ndice: {count: 6}\nexamples: [{hand: [1, 1, 1, 1, 1, 1], row: ones, score: 6}]\n";
    const withNone = own.replace(/^examples.*\n/m, "");
    expect(resolved(own)).toContain("examples:");
    expect(resolved(withNone)).not.toContain("examples:");
  });

  it("is none where the variant or a choice has a problem", () => {
    const told = (text: string, choices = {}) => {
      const outcome = resolveVariant("test.yaml", text, shippedFiles, choices);
      return outcome.ok ? [] : outcome.problems.map(({ code }) => code);
    };
    expect(told("id: ours\nextends: yazo\n")).toEqual(["unknown-base"]);
    expect(told(shippedText("yazzo"), { tie: "coin" })).toEqual(["unknown-choice"]);
    expect(told(shippedText("numbers5"))).toEqual(["abstract"]);
  });
});
