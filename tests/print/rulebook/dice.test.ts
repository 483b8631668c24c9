import { describe, expect, it } from "vitest";
import { diceWords, readDice } from "../../../src/print/rulebook/dice.ts";
import { LANGUAGES, language } from "../../support/languages.ts";

const told = (dice: string, code = "en") => diceWords(readDice(dice), language(code));

describe("dice in words", () => {
  it("put those of one face together, in the order in which they lie", () => {
    expect(told("3,3,3,5,5")).toBe("three threes and two fives");
    expect(told("5,5,1")).toBe("two fives and a one");
    expect(told("6,6,6,6,6,6")).toBe("six sixes");
  });

  it("count out those that are all different", () => {
    expect(told("1,2,3,4,5")).toBe("one, two, three, four and five");
    expect(told("2,4")).toBe("a two and a four");
    expect(told("1")).toBe("a one");
  });

  it("tell the pattern first and what lies beside it", () => {
    expect(told("5!,5!,5!,2,4")).toBe("three fives next to a two and a four");
    expect(told("2,5!,5!,5!,4")).toBe("three fives next to a two and a four");
    expect(told("2!,2!,4!,4!,1?")).toBe("two twos and two fours; a one left out");
  });

  it("name symbols and faces that no word counts", () => {
    expect(told("A,A,K")).toBe("two dice showing A and one die showing K");
    expect(told("0,9,-1")).toBe("zero, nine and \u22121");
    expect(told("8,8,8,8,8,8,8")).toBe("seven eights");
    expect(told("12,12")).toBe("two dice showing 12");
  });

  it("speak each language", () => {
    expect(told("3!,3!,3!,5,2?", "de")).toBe("drei Dreien, daneben eine Fünf; eine Zwei bleibt weg");
    expect(told("1,2,3,4,5,6", "de")).toBe("eins, zwei, drei, vier, fünf und sechs");
    expect(LANGUAGES.length).toBeGreaterThan(1);
    for (const code of LANGUAGES)
      for (const dice of ["1!,1!,2!,3!,4!,5!,6!,12,12,K?", "1,2,3,4,5,6"]) {
        expect(told(dice, code)).not.toMatch(/[[\]{}]/);
        expect(told(dice, code).length).toBeGreaterThan(25);
      }
  });
});
