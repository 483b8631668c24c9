import { expect, test } from "vitest";
import { checkSheet } from "../../../src/check/check-sheet.ts";
import type { Sheet } from "../../../src/check/sheet.ts";
import { getElement } from "../../../src/rules/arrays.ts";
import type { Game } from "../../../src/rules/game/game.ts";
import { listSheetLines } from "../../../src/rules/sums/sum-graph.ts";
import { inferReading } from "../../../src/scan/inference/infer.ts";
import { judge, type WeighedFinding } from "../../../src/scan/inference/judge.ts";
import {
  type Alternative,
  alternativeReadings,
  confirm,
  lineValue,
  type SheetReading,
  toTypedSheet,
  writtenKey,
} from "../../../src/scan/inference/sheet-reading.ts";
import { rareTest, someOf, TRIES_ALL } from "../../support/cases.ts";
import { shippedGame } from "../../support/games.ts";
import { CLEAN, photographed, placesOf, truthOf } from "../../support/photographed.ts";
import { seeing, seenAs } from "../../support/seen.ts";
import { correctSheet, pick, type Random, randomFrom, type Slip, withLines } from "../../support/sheets.ts";

/** A clearly written sum or total that is farther off than slips usually are: the sums make another one probable, and must not settle it. */

const GAMES = ["yatzy", "yahtzee-block", "doppel-yatzy", "yazzo", "edencity-yatzy"];
const SHEETS_PER_GAME = 5;

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
function withSlip(sheet: Sheet, slip: Slip, random: Random, isCarriedOn: boolean): Sheet {
  const [player] = sheet.players;
  if (player === undefined) throw new Error("a sheet without a player");
  if (isCarriedOn) return { ...sheet, players: [withLines(sheet.game, player, random, 1, slip)] };
  const { column, line, off } = slip;
  const lines = column === null ? player.sheetLines : (player.columnLines.get(column) ?? new Map());
  const changed = new Map(lines).set(line, (lines.get(line) ?? 0) + off);
  if (column === null) return { ...sheet, players: [{ ...player, sheetLines: changed }] };
  const columnLines = new Map(player.columnLines).set(column, changed);
  return { ...sheet, players: [{ ...player, columnLines }] };
}

/** A sum of the sheet that is far off. */
function farOff(sheet: Sheet, random: Random, isCarriedOn: boolean) {
  const slip = { ...pick(sumsOf(sheet), random), off: 130 + Math.floor(random() * 400) };
  return { sheet: withSlip(sheet, slip, random, isCarriedOn), slip };
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

rareTest("right sheets are asked as little as without that", () => {
  const asked = SHEETS.map(({ right, seed }) => {
    const { reading } = judged(right, randomFrom(seed));
    return reading.boxes.filter(({ doubt }) => doubt !== null).length;
  });
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(10);
});

/** Games with one box in each section, which are read quickly, the first the most so, and one whose totals are far above 2 000. */
const SMALL_GAMES = [smallGame("kniffel", 1), smallGame("yazzo", 2), smallGame("triple-yahtzee", 2)];
const GREAT_GAME = shippedGame("triple-yahtzee");

function smallGame(id: string, columns: number): Game {
  const game = shippedGame(id);
  const sections = game.sections.map((section) => ({ ...section, categories: section.categories.slice(-1) }));
  return { ...game, sections, columns: game.columns.slice(0, columns), constraints: [], repeats: null };
}

const FARTHEST = 2000;
/** The step between the distances that are tried; a run of all cases tries every grand total. Steps have no factor in common with ten, so all last digits occur. */
const STEPS = [
  ["grand.total", TRIES_ALL ? 1 : 3],
  ["column.total", 11],
  [".sum", 11],
] as const;
/** One distance in five is tried in all small games, the others in the first that can have it. */
const ALL_GAMES_STEP = 5;
/** One in 67 of the distances that only a great game has room for. */
const GREAT_STEP = 67;

/** A sheet as a clear photo shows it, or one that is torn between two numbers in the place of the one that is far off. */
function clearPhoto(sheet: Sheet, slip: Slip, isTorn: boolean, clear = 0.9999) {
  const places = placesOf(sheet.game, 1);
  const truth = truthOf(sheet, places, () => 0.5);
  const boxes = places.map((place, at) => {
    const written = truth[at] ?? { kind: "empty" };
    if (written.kind !== "score")
      return { ...place, evidence: seenAs(written.kind === "strike" ? "struck" : "empty") };
    const isSlip = place.line === slip.line && place.column === slip.column;
    const text = String(written.value);
    // Never the number that is due, which the sums would rightly prefer.
    const step = Math.abs(slip.off) === 5 ? 4 : 5;
    const other = text.replace(/.$/, (last) => String((Number(last) + step) % 10));
    const shares = isSlip && isTorn ? { [text]: 0.5, [other]: 0.4 } : { [text]: isSlip ? clear : 0.9999 };
    return { ...place, evidence: seeing(shares, "number", isSlip ? 1e-12 : 1e-6) };
  });
  return { boxes, truth };
}

test.each(STEPS)(
  "a clear %s at any distance is asked about or told as a mistake, and nothing else is",
  (kind, step) => {
    const random = randomFrom(11);
    const rightSheet = (game: Game) => correctSheet(game, random, { players: 1, turns: null, lines: 1 });
    const small = SMALL_GAMES.map(rightSheet);
    const great = rightSheet(GREAT_GAME);
    const all = Array.from({ length: FARTHEST / step }, (_, at) => (at + 1) * step);
    const distances = someOf(all, 5);
    const tried = [...distances, ...distances.map((distance) => -distance)].flatMap((off, at) => {
      const spotsIn = (right: Sheet) =>
        sumsOf(right)
          .map((spot) => ({ right, slip: { ...spot, off } }))
          .filter(({ slip }) => slip.line.endsWith(kind) && dueAt(right, slip) + off >= 0);
      const spots = small.slice(0, at % ALL_GAMES_STEP === 0 ? undefined : 1).flatMap(spotsIn);
      if (spots.length === 0) spots.push(...small.flatMap(spotsIn));
      if (spots.length === 0 && at % GREAT_STEP === 0) spots.push(...spotsIn(great));
      return spots.length === 0 ? [] : pick(spots, random);
    });
    const wrong = tried.flatMap(({ right, slip }) => {
      const sheet = withSlip(right, slip, random, random() < 0.5);
      const fault = faultOfReading(sheet, slip, random);
      return fault === null ? [] : `${right.game.id}, ${slip.column} ${slip.line}, ${slip.off}: ${fault}`;
    });
    expect(wrong).toEqual([]);
    expect(tried.length).toBeGreaterThan(distances.length);
  },
);

/** Grand totals that leave out a column, and column totals that leave out a section or their multiplier. */
function forgetfulSlips({ game, players }: Sheet): Slip[] {
  const [player] = players;
  const at = (column: string, line: string) => player?.columnLines.get(column)?.get(line) ?? 0;
  return game.columns.flatMap(({ id: column, multiplier }) => {
    const total = at(column, "column.total");
    const parts = game.sections.map(({ id }) => at(column, `${id}.total`) || at(column, `${id}.sum`));
    return [
      { column: null, line: "grand.total", off: -total },
      ...parts.map((part) => ({ column, line: "column.total", off: -part * multiplier })),
      { column, line: "column.total", off: total / multiplier - total },
    ].filter(({ off }) => off < -120);
  });
}

test.each(["yazzo", "triple-yahtzee"])("%s: a total that leaves out a part is told at once", (id) => {
  const random = randomFrom(23);
  const right = correctSheet(shippedGame(id), random, { players: 1, turns: null, lines: 1 });
  const slips = forgetfulSlips(right);
  expect(slips.length).toBeGreaterThan(3);
  const unsure = slips.filter((slip) => {
    const { boxes } = clearPhoto(withSlip(right, slip, random, false), slip, false, 0.97);
    const reading = inferReading(right.game, boxes);
    return judge(reading, toTypedSheet(reading, right.game, "photo.jpg", []), boxes).verdict !== "mistakes";
  });
  expect(unsure).toEqual([]);
});

/** What is wrong about how a sheet with a slip is read; null if nothing is. */
function faultOfReading(sheet: Sheet, slip: Slip, random: Random): string | null {
  const isTorn = random() < 0.3;
  const { boxes, truth } = clearPhoto(sheet, slip, isTorn);
  const reading = inferReading(sheet.game, boxes);
  const at = reading.boxes.findIndex(({ column, line }) => column === slip.column && line === slip.line);
  const box = getElement(reading.boxes, at);
  const written = getElement(truth, at);
  const isWritten = (one: Pick<Alternative, "written">) => writtenKey(one.written) === writtenKey(written);
  if (!alternativeReadings(box).some(isWritten)) return "not offered";
  const isDue = lineValue(box.written) === Number(lineValue(written)) - slip.off;
  if (box.doubt === null && (isTorn ? isDue : !isWritten(box))) return "read as another number";
  // To weigh findings takes longer than to read, and a sheet with a question is never called correct.
  if (box.doubt !== null && random() < 0.9) return null;
  const { verdict, findings } = judge(reading, toTypedSheet(reading, sheet.game, "photo.jpg", []), boxes);
  if (verdict === "correct") return "called correct";
  const real = checkSheet({ ...sheet, complete: null }).findings;
  const isReal = ({ finding: { code, column, line } }: WeighedFinding) =>
    real.some((one) => one.code === code && one.column === column && one.line === line);
  return isTorn || findings.every((one) => !one.isSure || isReal(one)) ? null : "false alarm";
}

function dueAt({ players }: Sheet, { column, line }: Spot): number {
  const [player] = players;
  const lines = column === null ? player?.sheetLines : player?.columnLines.get(column);
  return lines?.get(line) ?? Number.NEGATIVE_INFINITY;
}
