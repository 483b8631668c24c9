import { describe, expect, test } from "vitest";
import { need, showProblems } from "../../src/rules/problem/problem.ts";
import {
  type OptionCombinations,
  listVariantProblems,
  readOptionCombinations,
  readVariant,
} from "../../src/rules/variant/read-variant.ts";
import {
  DOCUMENTED,
  SHIPPED,
  SHIPPED_FILES,
  shippedFiles,
  shippedGame,
  TRIED,
  shippedText,
} from "../support/games.ts";

const IDS = SHIPPED_FILES.map((file) => file.slice(0, -".yaml".length));
const BASES = IDS.filter((id) => !SHIPPED.includes(id));

/** A shipped variant under its combinations of options, read once: the scores that dice can earn are then worked out once. */
const read = new Map<string, OptionCombinations>();
function combinationsOf(id: string): OptionCombinations {
  const known = read.get(id) ?? need(readOptionCombinations(`${id}.yaml`, shippedText(id), shippedFiles));
  read.set(id, known);
  return known;
}

describe("shipped variants", () => {
  test("are the documents' games, the family and two bases", () => {
    expect(SHIPPED_FILES).toHaveLength(SHIPPED.length + 2);
    expect(DOCUMENTED).toHaveLength(6);
    expect(new Set(SHIPPED).size).toBe(SHIPPED.length);
    expect(BASES.sort()).toEqual(["kniffel-core", "numbers5"]);
  });

  test.each(IDS)("%s has no problem under any choice", (id) => {
    expect(showProblems(listVariantProblems(combinationsOf(id)))).toBe("");
  });

  test.each(SHIPPED)("%s carries its file's name", (id) => {
    expect(shippedGame(id).id).toBe(id);
  });

  test.each(BASES)("%s cannot be played by itself", (id) => {
    const read = readVariant(`${id}.yaml`, shippedText(id), shippedFiles);
    expect(read.ok ? [] : read.problems.map((p) => p.code)).toEqual(["abstract"]);
  });

  test.each(TRIED)("%s can be played under every choice and every pair of choices", (id) => {
    const { options } = shippedGame(id);
    const all = options.flatMap((o) => o.choices.map((c) => [o.id, c.id] as const));
    // The usual choice is made anyway, so it adds nothing to another one.
    const isUsual = (option: string, choice: string) =>
      options.some((o) => o.id === option && o.default === choice);
    for (const [b, second] of all) {
      const others = all.filter(([a, first]) => a < b && !isUsual(a, first) && !isUsual(b, second));
      for (const choices of [{ [b]: second }, ...others.map(([a, first]) => ({ [a]: first, [b]: second }))]) {
        const game = combinationsOf(id).play(choices);
        expect(game?.options.find((o) => o.id === b)?.chosen).toBe(second);
      }
    }
  });

  test.each(SHIPPED)("%s shows all its examples that hold by default", (id) => {
    const examples = shippedGame(id).examples;
    expect(examples.length).toBeGreaterThanOrEqual(7);
    expect(examples.some((e) => e.score !== null)).toBe(true);
  });
});

describe("what the documents say", () => {
  const labelsOf = (id: string, section: number) =>
    shippedGame(id).sections[section]?.categories.map((category) => category.label.de);

  test("rows stand in the order of the documents, under their names", () => {
    // The document mixes Einsen, Zweier and Sechsen; the pad has one form for all.
    expect(labelsOf("doppel-yatzy", 0)?.join(", ")).toBe("Einser, Zweier, Dreier, Vierer, Fünfer, Sechser");
    expect(labelsOf("doppel-yatzy", 1)?.join(", ")).toBe(
      "Paar, Zwei Paare, Drilling, Vierling, Kleine Straße, Große Straße, Full House, Chance, Yatzy, Extra",
    );
    expect(labelsOf("yatzy-deluxe", 1)?.join(", ")).toBe(
      "Drei Paare, Zwei Drillinge, Full House, Straße, Yatzy, 5er-Straße, 5er-Yatzy, Chance",
    );
    expect(labelsOf("edencity-yatzy", 1)?.join(", ")).toBe(
      "Dreierpasch, Viererpasch, Full House, Kleine Straße, Große Straße, Yatzy, Chance",
    );
    expect(labelsOf("yazzo", 0)).toEqual(["1er", "2er", "3er", "4er", "5er", "6er"]);
    expect(labelsOf("yazzo", 1)?.join(", ")).toBe("Minimum, Maximum, Full House, Straße, Yazzo");
    expect(labelsOf("yahtzee-block", 0)?.join(", ")).toBe("Einsen, Zweien, Dreien, Vieren, Fünfen, Sechsen");
    expect(labelsOf("yahtzee-block", 1)?.join(", ")).toBe(
      "Dreierpasch, Viererpasch, Full House, Kleine Straße, Große Straße, Yahtzee, Chance",
    );
  });

  test("double dice: six rolled, five scored in each layer, two boxes a turn", () => {
    const { dice, layers, turn } = shippedGame("doppel-yatzy");
    expect([dice.dice.length, dice.scored, turn.entries]).toEqual([6, 5, 2]);
    expect(layers.map((layer) => layer.id)).toEqual(["inner", "outer"]);
  });

  test("three columns, each with its own order", () => {
    const orders = shippedGame("yazzo").columns.map((column) => [column.id, column.order.kind]);
    expect(orders).toEqual([
      ["mixed", "free"],
      ["down", "down"],
      ["up", "up"],
    ]);
    expect(shippedGame("yazzo").turn.setAside).toBe("final");
  });

  test("stakes in hundredths, nine tenths of the pot to the winner", () => {
    expect(shippedGame("edencity-yatzy").settlement).toEqual({
      stakes: [250, 500],
      stake: 250,
      currency: { de: "Credits", en: "credits" },
      share: 90,
      base: "pot",
      rest: "house",
      leaver: "forfeits",
    });
    expect(shippedGame("edencity-yatzy", { stake: "5.00" }).settlement?.stake).toBe(500);
    expect(shippedGame("edencity-yatzy", { stake: "none" }).settlement).toBeNull();
  });

  test("further Yahtzees: extra points and a joker anywhere on the pad, nothing at all elsewhere", () => {
    const scored = { box: "scored", ownNumber: null, thrownBefore: false };
    expect(shippedGame("yahtzee-block").repeats).toEqual({
      of: "five",
      bonus: 50,
      multiplied: false,
      gate: scored,
      joker: {
        gate: scored,
        upper: "any",
        upperValue: "max",
        upperFirst: false,
        lower: "any",
        lowerValue: "max",
      },
      noteOn: "back_of_sheet",
    });
    const before = { box: null, ownNumber: null, thrownBefore: true };
    expect(shippedGame("yahtzee-block", { repeat_gate: "any_previous" }).repeats?.gate).toEqual(before);
    expect(shippedGame("edencity-yatzy").repeats).toMatchObject({ bonus: 0, joker: null });
    expect(shippedGame("yazzo").repeats).toBeNull();
  });

  test("notes are in both languages and follow the choices", () => {
    for (const id of SHIPPED) {
      for (const { text } of shippedGame(id).notes) expect(text.de === text.en).toBe(false);
    }
    const has = (choice: string) =>
      shippedGame("doppel-yatzy", { extra: choice }).notes.some((note) => note.id === "extra_drop");
    expect(["minus", "chance", "strike"].map(has)).toEqual([true, false, false]);
  });
});
