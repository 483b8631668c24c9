import { expect, test } from "vitest";
import type { Sheet } from "../../../src/check/sheet.ts";
import { listSheetLines } from "../../../src/rules/sums/sum-graph.ts";
import { inferReading } from "../../../src/scan/inference/infer.ts";
import { judge } from "../../../src/scan/inference/judge.ts";
import {
  confirm,
  lineValue,
  toTypedSheet,
  type SheetReading,
} from "../../../src/scan/inference/sheet-reading.ts";
import { shippedGame } from "../../support/games.ts";
import { CLEAN, photographed } from "../../support/photographed.ts";
import { correctSheet, type Random, randomFrom, withLines } from "../../support/sheets.ts";

/** A clearly written sum or total that is farther off than slips usually are: the sums make another one probable, and must not settle it. */

const GAMES = ["yatzy", "yahtzee-block", "doppel-yatzy", "yazzo", "edencity-yatzy"];
const SHEETS_PER_GAME = 8;

/** A line of a sheet. */
interface Spot {
  readonly column: string | null;
  readonly line: string;
}

/** Sums and totals: what is added up, and never a bonus, which is one of a few numbers. */
function sumsOf({ game }: Sheet): Spot[] {
  return listSheetLines(game)
    .filter(({ id }) => /(sum|total)$/.test(id))
    .flatMap(({ id: line, scope }): Spot[] =>
      scope === "sheet" ? [{ column: null, line }] : game.columns.map(({ id: column }) => ({ column, line })),
    );
}

/** The sheet with one sum that is far off; the lines below either go on with it or not. */
function farOff(sheet: Sheet, random: Random, isCarriedOn: boolean) {
  const { game, players } = sheet;
  const [player] = players;
  const spots = sumsOf(sheet);
  const spot = spots[Math.floor(random() * spots.length)];
  if (player === undefined || spot === undefined) throw new Error("a sheet without sums");
  const slip = { ...spot, off: 130 + Math.floor(random() * 400) };
  const wrong = withLines(game, player, random, 1, slip);
  const { column, line } = spot;
  const lines = column === null ? player.sheetLines : (player.columnLines.get(column) ?? new Map());
  const changed = new Map(lines).set(line, (lines.get(line) ?? 0) + slip.off);
  const alone =
    column === null
      ? { ...player, sheetLines: changed }
      : { ...player, columnLines: new Map(player.columnLines).set(column, changed) };
  return { sheet: { ...sheet, players: [isCarriedOn ? wrong : alone] }, slip };
}

function judged(sheet: Sheet, random: Random) {
  const { game } = sheet;
  const { boxes, truth } = photographed({ ...sheet, complete: null }, random, CLEAN);
  const verdictOf = (reading: SheetReading) =>
    judge(reading, toTypedSheet(reading, game, "photo.jpg", ["Anna"]), boxes).verdict;
  const reading = inferReading(game, boxes);
  const answered = reading.boxes.reduce(
    (told, { doubt }, at) => (doubt === null ? told : confirm(told, at, truth[at] ?? { kind: "empty" })),
    reading,
  );
  return { reading, truth, verdict: verdictOf(reading), verdictInTheEnd: verdictOf(answered) };
}

const SHEETS = GAMES.flatMap((id, place) =>
  Array.from({ length: SHEETS_PER_GAME }, (_, at) => {
    const random = randomFrom(100 * place + at);
    const right = correctSheet(shippedGame(id), random, { players: 1, turns: null, lines: 1 });
    return { id, right, ...farOff(right, random, at % 2 === 1), seed: 100 * place + at };
  }),
);

test("a sum that is far off is never read as the right one without a question, and its sheet is never called correct", () => {
  expect(SHEETS).toHaveLength(GAMES.length * SHEETS_PER_GAME);
  const wrong = SHEETS.flatMap(({ id, sheet, slip, seed }) => {
    const { reading, truth, verdict, verdictInTheEnd } = judged(sheet, randomFrom(seed));
    const at = reading.boxes.findIndex(({ column, line }) => column === slip.column && line === slip.line);
    const [box, written] = [reading.boxes[at], lineValue(truth[at] ?? { kind: "unknown" })];
    const isMadeRight = box?.doubt === null && lineValue(box.written) === Number(written) - slip.off;
    const isTold = !isMadeRight && verdict !== "correct" && verdictInTheEnd !== "correct";
    return isTold ? [] : [`${id}, ${slip.column} ${slip.line}: ${verdict}, then ${verdictInTheEnd}`];
  });
  expect(wrong).toEqual([]);
});

test("right sheets are asked as little as without that", () => {
  const asked = SHEETS.map(({ right, seed }) => {
    const { reading } = judged(right, randomFrom(seed));
    return reading.boxes.filter(({ doubt }) => doubt !== null).length;
  });
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(10);
});
