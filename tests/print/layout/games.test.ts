import { describe, expect, it, test } from "vitest";
import { layOutPad } from "../../../src/print/layout/layout.ts";
import { GAMES_ON_SHEET, parsePaper } from "../../../src/print/layout/paper.ts";
import { readSheetCode, writeSheetCode } from "../../../src/print/layout/sheet-code.ts";
import { overlaps, within } from "../../../src/print/geometry.ts";
import { listCategories } from "../../../src/rules/game/rows.ts";
import { SHIPPED, shippedGame } from "../../support/games.ts";
import { LANGUAGES } from "../../support/languages.ts";
import { bad, FAMILY, good, shippedText } from "../../support/pads.ts";

const layOut = (id: string, games: number, paper: string, code = "en") => {
  const game = shippedGame(id);
  const size = { paper: good(parsePaper(paper)), players: games, columnsAreGames: true };
  return layOutPad(game, shippedText(game, code), size, FAMILY);
};
const isOfOneColumn = (id: string) => shippedGame(id).columns.length === 1;
const [shared, alone] = [SHIPPED.filter(isOfOneColumn), SHIPPED.filter((id) => !isOfOneColumn(id))];
/** Further sheets of a few games, as each takes its time: small paper, and the fewest and most games. */
const OTHERS: Readonly<Record<string, readonly (readonly [games: number, paper: string])[]>> = {
  yatzy: [
    [6, "a5"],
    [2, "a5"],
    [9, "a4"],
  ],
  crag: [[6, "a5"]],
};

describe("a pad of games", () => {
  test.each(shared)("%s: has a column for each game, and the name once", (id) => {
    const sheets: readonly (readonly [games: number, paper: string])[] = [[6, "a4"], ...(OTHERS[id] ?? [])];
    const laid = sheets.map(([games, paper]) => [games, good(layOut(id, games, paper))] as const);
    for (const [games, layout] of laid) {
      const { boxes, blanks, texts, code } = layout;
      const numbers = Array.from({ length: games }, (_, at) => at + 1);
      expect(layout.columnsAreGames).toBe(true);
      expect(blanks.filter(({ purpose }) => purpose === "name")).toHaveLength(1);
      expect(blanks.filter(({ player }) => player !== null)).toEqual([]);
      for (const { id: box } of listCategories(shippedGame(id))) {
        const own = boxes.filter(({ category }) => category === box);
        expect(own.map(({ player }) => player)).toEqual(numbers);
        for (const { player, xMm, widthMm, yMm } of own) {
          const heads = texts.filter(
            ({ text, cell }) =>
              text === String(player) &&
              cell.yMm < yMm &&
              Math.abs(cell.xMm - xMm) < 0.01 &&
              cell.widthMm === widthMm,
          );
          expect(heads).toHaveLength(1);
        }
      }
      for (const [at, one] of texts.entries()) {
        expect(within(one.ink, one.cell)).toBe(true);
        expect(texts.slice(at + 1).filter(({ ink }) => overlaps(ink, one.ink, 0))).toEqual([]);
      }
      if (code === null) throw new Error("the sheet has no code");
      expect(code.code).toMatchObject({ players: games, columnsAreGames: true });
      expect(readSheetCode(writeSheetCode(code.code))).toEqual(code.code);
    }
  });

  it.each(alone)("%s: is refused, as each game has a sheet", (id) => {
    const { code, message } = bad(layOut(id, 6, "a4"))[0] ?? {};
    expect(code).toBe("does-not-fit");
    expect(message).toMatch(/^a sheet has room for one game of /);
  });

  it("has a way out where so many do not fit", () => {
    const [only, ...others] = bad(layOut("doppel-yatzy", 9, "a6"));
    expect([only?.code, others]).toEqual(["does-not-fit", []]);
    expect(only?.message).toContain("9 games of `doppel-yatzy` do not fit side by side on a6");
    expect(only?.hint).toMatch(/--(paper|games) /);
    expect(only?.hint).not.toContain("--players");
  });

  it("leads out by each way that is named, for labels of every language", () => {
    for (const code of LANGUAGES) {
      const [problem] = bad(layOut("doppel-yatzy", 6, "a6", code));
      const [, paper = ""] = problem?.hint?.match(/--paper (\S+?)(;|$)/) ?? [];
      const [, games = "0"] = problem?.hint?.match(/--games (\d)/) ?? [];
      expect(layOut("doppel-yatzy", 6, paper, code).ok, `${code} ${paper}`).toBe(true);
      expect(layOut("doppel-yatzy", Number(games), "a6", code).ok, `${code} ${games}`).toBe(true);
    }
  });

  it("has from 2 to 9 games", () => {
    for (const games of [0, 1, 10, 2.5])
      expect(bad(layOut("yatzy", games, "a4")).map(({ code }) => code)).toEqual(["bad-value"]);
  });
});

test("the code of a sheet tells every number of games from every number of players", () => {
  const code = good(layOut("yatzy", 2, "a4")).code?.code;
  if (code === undefined) throw new Error("the sheet has no code");
  const { columnsAreGames: _, ...plain } = code;
  const codes = [
    ...Array.from({ length: 27 }, (_, at) => ({ ...plain, players: at + 1 })),
    ...Array.from({ length: GAMES_ON_SHEET.max - GAMES_ON_SHEET.min + 1 }, (_, at) => ({
      ...code,
      players: GAMES_ON_SHEET.min + at,
    })),
  ];
  const written = codes.map(writeSheetCode);
  expect(new Set(written).size).toBe(35);
  expect(written.map(readSheetCode)).toEqual(codes);
});
