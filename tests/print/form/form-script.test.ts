import { describe, expect, it } from "vitest";
import { checkSheet } from "../../../src/check/check-sheet.ts";
import { boxField } from "../../../src/check/form/fields.ts";
import { rulesDigest } from "../../../src/print/form/form-script.ts";
import type { Game } from "../../../src/rules/game/game.ts";
import { StandInViewer, scriptedForm, textsOfPlayer } from "../../support/forms.ts";
import { SHIPPED, shippedGame } from "../../support/games.ts";
import { correctSheet, randomFrom } from "../../support/sheets.ts";

const GAMES = new Map(SHIPPED.map((id) => [id, shippedGame(id)]));

function gameOf(id: string): Game {
  return GAMES.get(id) ?? shippedGame(id);
}

function viewerOf(id: string): StandInViewer {
  return new StandInViewer(scriptedForm(gameOf(id)));
}

/** Random games that are over or on. */
const TURNS = [1, 4, 9, null, null];

describe("the sums of a form", () => {
  it.each(SHIPPED)("%s: are those of the check, on sheets that are full and half full", (id) => {
    const game = gameOf(id);
    TURNS.forEach((turns, seed) => {
      const sheet = correctSheet(game, randomFrom(seed + 1), { players: 1, turns, lines: 0 });
      const viewer = viewerOf(id);
      const [player] = sheet.players;
      if (player === undefined) throw new Error("nobody plays");
      for (const [name, text] of textsOfPlayer(1, 1, player))
        expect(viewer.enter(name, text), `${name}: ${text} ${viewer.alerts}`).toBe(true);
      const lines = checkSheet(sheet).players[0]?.lines ?? [];
      let shown = 0;
      for (const { column, line, computed } of lines.filter(({ line }) => line !== "repeats")) {
        const text = viewer.texts.get(boxField(1, 1, { column, row: line }));
        if (text === undefined) continue;
        if (text !== "") shown++;
        expect(text === "" ? null : Number(text), `${column} ${line} after ${turns}`).toBe(
          text === "" && turns !== null ? null : computed,
        );
      }
      if (turns === null) expect(shown).toBeGreaterThan(0);
    });
  });

  it("stay blank until something is entered that they are made from", () => {
    const viewer = viewerOf("yatzy");
    const at = (row: string) => viewer.texts.get(`sheet1.player1.${row}`);
    viewer.enter("sheet1.player1.main.chance", "20");
    expect([at("main.upper-sum"), at("main.upper-bonus"), at("main.lower-sum")]).toEqual(["", "", "20"]);
    expect(at("sheet.grand-total")).toBe("20");
    viewer.enter("sheet1.player1.main.chance", "");
    expect(at("sheet.grand-total")).toBe("");
  });

  it("wait where a formula needs every box that it speaks of", () => {
    const viewer = viewerOf("yamb");
    const enter = (row: string, text: string) => viewer.enter(`sheet1.player1.free.${row}`, text);
    const sum = () => viewer.texts.get("sheet1.player1.free.middle-sum") ?? "no such line";
    enter("ones", "3");
    enter("max", "25");
    expect(sum()).toBe("");
    enter("min", "9");
    expect(sum()).toBe("48");
  });

  it("of one player leave those of another alone", () => {
    const viewer = viewerOf("yatzy");
    viewer.enter("sheet1.player1.main.ones", "3");
    viewer.texts.set("sheet1.player1.sheet.grand-total", "typed over");
    viewer.enter("sheet1.player2.main.ones", "4");
    expect(viewer.texts.get("sheet1.player1.sheet.grand-total")).toBe("typed over");
    expect(viewer.texts.get("sheet1.player2.sheet.grand-total")).toBe("4");
  });
});

describe("an entry in a form", () => {
  it("is refused where no dice can earn it, with what is possible", () => {
    const viewer = viewerOf("yatzy");
    expect(viewer.enter("sheet1.player1.main.twos", "7")).toBe(false);
    expect(viewer.enter("sheet1.player1.main.yatzy", "49")).toBe(false);
    expect(viewer.enter("sheet1.player1.main.ones", "viele")).toBe(false);
    expect(viewer.alerts).toEqual([
      "7 kann hier nicht stehen. Möglich ist 6 oder 8.",
      "49 kann hier nicht stehen. Möglich ist 50.",
      "Hierher gehört eine ganze Zahl oder, wenn das Feld gestrichen ist, –.",
    ]);
    expect(viewer.texts.get("sheet1.player1.main.twos")).toBe("");
  });

  it("may be a strike, but for boxes that are never struck", () => {
    const yatzy = viewerOf("yatzy");
    for (const mark of ["/", "x", "X", "-", "–", "0"])
      expect(yatzy.enter("sheet1.player1.main.twos", mark), mark).toBe(true);
    const game = gameOf("yazzo");
    const never = game.sections.flatMap(({ categories }) => categories).filter((c) => c.strike === "never");
    for (const { id } of never)
      expect(viewerOf("yazzo").enter(`sheet1.player1.mixed.${id}`, "/"), id).toBe(false);
  });

  it("is one that its own column takes", () => {
    const game = gameOf("yamb");
    const viewer = viewerOf("yamb");
    for (const { id } of game.columns) expect(viewer.enter(`sheet1.player1.${id}.ones`, "4"), id).toBe(true);
    const generala = viewerOf("generala");
    const legal = [...(gameOf("generala").sections.at(-1)?.categories.at(-1)?.legal ?? [])];
    const row = gameOf("generala").sections.at(-1)?.categories.at(-1)?.id;
    for (const score of legal)
      expect(generala.enter(`sheet1.player1.main.${row}`, String(score)), `${row} ${score}`).toBe(true);
  });

  it("is typed in figures, signs and strike marks only", () => {
    const viewer = viewerOf("yatzy");
    for (const key of ["1", "0", "-", "/", "x", "X", "12"])
      expect(viewer.takes("sheet1.player1.main.twos", key), key).toBe(true);
    for (const key of ["a", "§", "1a"])
      expect(viewer.takes("sheet1.player1.main.twos", key), key).toBe(false);
  });

  it("is a multiple where extra points are noted", () => {
    const viewer = viewerOf("yahtzee-block");
    expect(viewer.enter("sheet1.player1.sheet.repeats", "70")).toBe(false);
    expect(viewer.alerts).toEqual(["70 kann hier nicht stehen. Möglich ist 50."]);
    expect(viewer.enter("sheet1.player1.sheet.repeats", "100")).toBe(true);
    expect(viewer.texts.get("sheet1.player1.sheet.grand-total")).toBe("100");
  });
});

describe("the digest of the rules", () => {
  it("differs from game to game and with house rules, and not with words", () => {
    const games = SHIPPED.map((id) => rulesDigest(gameOf(id)));
    expect(new Set(games).size).toBe(SHIPPED.length);
    const game = gameOf("yatzy");
    expect(rulesDigest({ ...game, name: { de: "Anders", en: "Different" } })).toBe(rulesDigest(game));
    const [first] = game.columns;
    if (first === undefined) throw new Error("no column");
    expect(rulesDigest({ ...game, columns: [{ ...first, order: { kind: "up" } }] })).not.toBe(
      rulesDigest(game),
    );
  });
});
