import { expect, it } from "vitest";
import { shippedPads } from "../../../src/files/pictures/store-bought-pads.ts";
import { getElement } from "../../../src/rules/arrays.ts";
import { need } from "../../../src/rules/problem/problem.ts";
import { type Evidence, NO_INK } from "../../../src/scan/digits/evidence.ts";
import type { DigitReader } from "../../../src/scan/digits/reader.ts";
import type { Grey } from "../../../src/scan/image/picture.ts";
import { type KnownPads, readTables } from "../../../src/scan/pads/read-tables.ts";
import { judge } from "../../../src/scan/inference/judge.ts";
import { EMPTY, toTypedSheet, type Written, writtenKey } from "../../../src/scan/inference/sheet-reading.ts";
import { padBoxes, padFits } from "../../../src/scan/pads/fit-rows.ts";
import { proposePads } from "../../../src/scan/pads/propose-pad.ts";
import { columnsPerPlayer, isPadAsked, type Pad, rowsOfPad } from "../../../src/scan/pads/pad.ts";
import type { SeenSheet } from "../../../src/scan/pads/weigh-pads.ts";
import { markUncertain } from "../../../src/scan/sheet/judge-sheet.ts";
import { cellKey, type CellPlace } from "../../../src/scan/tables/ruled-sheet.ts";
import type { BoxPlace } from "../../../src/check/sheet.ts";
import { clearly } from "../../support/made-up-photo.ts";
import { filledSheet, rowsFilled, tablesOf } from "../../support/ruled-sheets.ts";
import { correctSheet, randomFrom } from "../../support/sheets.ts";
import { rareTest, someOf } from "../../support/cases.ts";

const shipped = await shippedPads();
const padOf = (id: string) =>
  getElement(
    shipped.filter((one) => one.id === id),
    0,
  );
const pad = padOf("yatzy-pad");
const WRITTEN = rowsFilled(pad, {
  ...{ ones: 3, twos: 6, threes: 9, fours: 8, fives: 15, sixes: 24, "upper.sum": 65, "upper.bonus": 50 },
  ...{ pair: 10, two_pairs: 20, three: 12, four: "/", small: 15, large: "/", full_house: 26, chance: 21 },
  ...{ yatzy: 50, "grand.total": 269 },
});

/** What is read on a sheet of the pad, of which the last rows are cut off. */
function readSheet(written: typeof WRITTEN, rowsCutOff: number, known: KnownPads) {
  const tables = tablesOf(pad, 6).map(({ across, down, darkness }) => ({
    across: across.slice(0, across.length - rowsCutOff),
    down,
    darkness: darkness.slice(0, darkness.length - rowsCutOff),
  }));
  return readCells(tables, filledSheet(tables, 1, written), known);
}

/** What is read on tables whose cells look like this. */
async function tryCells(
  tables: ReturnType<typeof tablesOf>,
  { cells: places, evidence }: Pick<SeenSheet, "cells" | "evidence">,
  known: KnownPads,
  cutEdges: Parameters<typeof readTables>[0]["cutEdges"] = [],
) {
  const seen = new Map<Grey, Evidence>();
  const cells = places.map((place) => {
    const picture = { widthPx: 1, heightPx: 1, pixels: new Uint8Array(1) };
    seen.set(picture, evidence(place) ?? NO_INK);
    const area = { xPx: 0, yPx: 0, widthPx: 1, heightPx: 1 };
    return { place, box: { picture, visible: 1, isBlank: false, isFaint: false, area } };
  });
  const look = async (pictures: readonly Grey[]) => pictures.map((one) => seen.get(one) ?? NO_INK);
  const digits: DigitReader = { read: look, readCarefully: look, close: async () => {} };
  const turns = [{ turn: 0 as const, tables, cells, picture: null }];
  return readTables({ turns, cutEdges }, known, digits, "photo");
}

async function readCells(...sheet: Parameters<typeof tryCells>) {
  return need(await tryCells(...sheet));
}

const named: KnownPads = { pads: [pad], isGiven: true };

it("is sure of a pad that a person has named only if all of its rows were found", async () => {
  const whole = await readSheet(WRITTEN, 0, named);
  expect(whole.pad).toMatchObject({ id: "yatzy-pad", isSure: true });
  expect(whole.warnings).toEqual([]);
  const part = await readSheet(WRITTEN, 1, named);
  expect(part.pad).toMatchObject({ id: "yatzy-pad", isSure: false });
  expect(isPadAsked(part.pad)).toBe(false);
  expect(part.warnings.map(({ code }) => code)).toEqual(["uncertain-pad"]);
  expect(JSON.stringify(part.warnings)).toContain("grand.total");
});

it("asks which of two pads with the same rows it is only if their rules lead to another result", async () => {
  const both: KnownPads = { pads: [pad, padOf("yatzy-pad-danish")], isGiven: false };
  const boxes = { ones: 3, twos: 6, threes: 9, fours: 12, fives: 15 };
  const lower = { pair: 10, two_pairs: 20, three: 12, four: "/", small: 15, large: "/" } as const;
  const rest = { full_house: 26, chance: 21, yatzy: 50 } as const;
  // Above 63 both pads give the bonus, at 63 only one of them.
  for (const [sixes, isSure] of [
    [24, true],
    [18, false],
  ] as const) {
    const written = rowsFilled(pad, { ...boxes, ...lower, ...rest, sixes });
    const read = await readSheet(written, 0, both);
    expect([sixes, read.pad.isSure, isPadAsked(read.pad)]).toEqual([sixes, isSure, !isSure]);
  }
});

/** A whole game of one player on a pad, as it is written into its cells. @param change what is written otherwise */
function filledPad(
  one: Pad,
  seed: number,
  change: (place: BoxPlace, due: Written) => Written = (_, due) => due,
) {
  const width = columnsPerPlayer(one);
  const most = Math.max(width, one.tables[0]?.entries.min ?? 1);
  const tables = tablesOf(one, most - (most % width));
  const [fit] = padFits({ tables }, one);
  if (fit === undefined) throw new Error(`${one.id} should fit its own tables`);
  const printed = rowsOfPad(one).some(({ holds }) => "id" in holds && holds.id === "repeats");
  const game = printed ? one.game : { ...one.game, repeats: null };
  const { players } = correctSheet(game, randomFrom(seed), { players: 1, turns: null, lines: 1 });
  const [player] = players;
  const due = ({ column, category, line }: BoxPlace): Written => {
    const entry = player?.boxes.get(column ?? "")?.get(category ?? "");
    if (category !== null && entry?.kind === "strike") return { kind: "strike" };
    const lines = column === null ? player?.sheetLines : player?.columnLines.get(column);
    const value = entry?.kind === "score" ? entry.value : lines?.get(line ?? "");
    return value === undefined ? EMPTY : { kind: "score", value };
  };
  const written = new Map<string, Written>();
  for (const { place, cell } of padBoxes(fit))
    if (place.player === 1) written.set(cellKey(cell), change(place, due(place)));
  const cells = tables.flatMap(({ darkness }, table) =>
    darkness.flatMap((row, at) => row.map((_, column): CellPlace => ({ table, row: at, column }))),
  );
  const evidence = (cell: CellPlace) => clearly(written.get(cellKey(cell)) ?? EMPTY);
  return { tables, fit, written, seen: { cells, evidence } };
}

/** The verdict on what was read, and the findings with their lines. */
function judged({ reading, game, seen }: Awaited<ReturnType<typeof readSheet>>) {
  const { verdict, findings } = judge(reading, toTypedSheet(reading, game, "", []), seen);
  return { verdict, findings: findings.map(({ finding: { code, line } }) => `${code} ${line}`) };
}

it("reads a game on every shipped pad in its rows, among those that are like it", async () => {
  let sure = 0;
  for (const [seed, one] of shipped.entries()) {
    const { tables, fit, written, seen } = filledPad(one, seed);
    const pads = shipped.filter(({ game }) => game.id === one.game.id || seed % 4 === 0);
    const read = await readCells(tables, seen, { pads, isGiven: false });
    const own = read.seen.map((box, at) => [box, read.reading.boxes[at]?.written ?? EMPTY] as const);
    const rows = padBoxes(fit).flatMap(({ place, cell }) =>
      place.player === 1 ? [writtenKey(written.get(cellKey(cell)) ?? EMPTY)] : [],
    );
    expect([one.id, own.flatMap(([box, is]) => (box.player === 1 ? [writtenKey(is)] : []))]).toEqual([
      one.id,
      rows,
    ]);
    expect([one.id, judged(read).findings]).toEqual([one.id, []]);
    sure += Number(read.pad.isSure);
  }
  expect(sure).toBeGreaterThanOrEqual(shipped.length - 1);
});

const someShipped = shipped.filter((_, at) => at % 3 === 0);

it("is not sure of a sheet whose columns may be missing, beyond the photo or under another sheet", async () => {
  let read = 0;
  for (const [seed, one] of someShipped.entries()) {
    const { tables, seen } = filledPad(one, seed);
    const known: KnownPads = { pads: [one], isGiven: seed % 2 === 0 };
    const cut = need(await tryCells(tables, seen, known, ["left"]));
    const codes = cut.warnings.map(({ code }) => code);
    expect([one.id, cut.pad.isSure, isPadAsked(cut.pad), codes]).toEqual([
      one.id,
      false,
      false,
      ["missing-edge"],
    ]);
    const [{ labels, entries }] = [getElement(one.tables, 0)];
    if (entries.min === entries.max) continue;
    const bare = tables.map(({ across, down, darkness }) => {
      return { across, down: down.slice(labels), darkness: darkness.map((row) => row.slice(labels)) };
    });
    const cells = seen.cells.flatMap((cell) =>
      cell.column < labels ? [] : [{ ...cell, column: cell.column - labels }],
    );
    const evidence = (cell: CellPlace) => seen.evidence({ ...cell, column: cell.column + labels });
    const covered = await tryCells(bare, { cells, evidence }, known);
    if (!covered.ok) continue;
    const { pad: seenPad } = covered.value;
    expect([one.id, seenPad.isSure, isPadAsked(seenPad)]).toEqual([one.id, false, false]);
    read++;
  }
  expect(read).toBeGreaterThan(1);
});

/** Only some rows of a sheet, counted from 0 over all of its tables. */
function takeRows(
  { tables, seen }: Pick<ReturnType<typeof filledPad>, "tables" | "seen">,
  from: number,
  to: number,
) {
  let before = 0;
  const parts = tables.flatMap((table, at) => {
    const [first, last] = [from, to].map((row) => Math.max(0, Math.min(table.darkness.length, row - before)));
    before += table.darkness.length;
    if (first === undefined || last === undefined || last <= first) return [];
    const across = table.across.slice(first, last + 1);
    return [{ at, first, table: { across, down: table.down, darkness: table.darkness.slice(first, last) } }];
  });
  const cells = parts.flatMap(({ table: { darkness } }, table) =>
    darkness.flatMap((row, at) => row.map((_, column): CellPlace => ({ table, row: at, column }))),
  );
  const evidence = ({ table, row, column }: CellPlace) => {
    const { at, first } = getElement(parts, table);
    return seen.evidence({ table: at, row: first + row, column });
  };
  return { tables: parts.map(({ table }) => table), seen: { cells, evidence } };
}

it("recognises the upper and the lower half of a sheet by its numbers, says which is missing, and is sure of neither", async () => {
  let found = 0;
  for (const [seed, one] of someShipped.entries()) {
    const { length } = rowsOfPad(one);
    const half = Math.ceil(length / 2);
    for (const [from, to, missing] of [
      [0, half, "lower"],
      [half, length, "upper"],
    ] as const) {
      const { tables, seen } = takeRows(filledPad(one, seed), from, to);
      const read = await tryCells(tables, seen, { pads: shipped, isGiven: false });
      if (!read.ok) continue;
      const { pad: seenPad, game, reading, seen: boxes, warnings } = read.value;
      const isAsked = seenPad.id === one.id && isPadAsked(seenPad);
      expect([one.id, missing, seenPad.isSure, isAsked]).toEqual([one.id, missing, false, false]);
      const isRight =
        game.id === one.game.id && warnings.some(({ hint }) => hint?.includes(`the ${missing} part`));
      if (!isRight) continue;
      found++;
      // Sums of rows that nobody can see are not wrong.
      const judgement = judge(reading, toTypedSheet(reading, game, "", []), boxes);
      expect([one.id, markUncertain(judgement, seenPad).findings]).toEqual([one.id, []]);
    }
  }
  expect(found).toBeGreaterThan(6);
});

it("asks for the name of a pad only where all its rows are found, so that naming it puts no number into a wrong row", async () => {
  let asked = 0;
  let read = 0;
  for (const [seed, one] of someOf(someShipped, 4).entries()) {
    const whole = filledPad(one, seed);
    const { length } = rowsOfPad(one);
    for (const [from, to] of [
      [1, length],
      [0, length - 1],
    ] as const) {
      const { tables, seen } = takeRows(whole, from, to);
      const pads = shipped.filter(({ game }) => game.id === one.game.id);
      const part = await tryCells(tables, seen, { pads, isGiven: false });
      if (!part.ok) continue;
      read++;
      if (!isPadAsked(part.value.pad)) continue;
      asked++;
      const due = padBoxes(whole.fit).flatMap(({ place, cell }) =>
        place.player === 1 ? [writtenKey(whole.written.get(cellKey(cell)) ?? EMPTY)] : [],
      );
      const { boxes } = part.value.reading;
      const own = boxes.flatMap(({ player, written }) => (player === 1 ? [writtenKey(written)] : []));
      expect([one.id, from, to, own]).toEqual([one.id, from, to, due]);
    }
  }
  expect([read > 1, asked < read]).toEqual([true, true]);
});

it("is sure of a pad whose labels are too faint to be seen where a whole game adds up, and only there", async () => {
  let sure = 0;
  for (const [seed, one] of someShipped.entries()) {
    const pads = shipped.filter(({ game }) => game.id === one.game.id);
    const readFaint = async (change: (place: BoxPlace, due: Written) => Written) => {
      const { tables, seen } = filledPad(one, seed, change);
      const faint = tables.map((table) => ({
        ...table,
        darkness: table.darkness.map((row) => row.map(() => 0)),
      }));
      const read = await tryCells(faint, seen, { pads, isGiven: false });
      // Where the rows are likelier than the pad, nobody is told that it is the pad with hardly any probability.
      for (const { message } of read.ok ? read.value.warnings : [])
        expect([one.id, message]).not.toEqual([one.id, expect.stringMatching(/ only [0-5]?\d %/)]);
      return read.ok && read.value.pad.isSure;
    };
    const isTotal = ({ line }: BoxPlace) => line === "grand.total";
    const more = (place: BoxPlace, due: Written): Written =>
      isTotal(place) && due.kind === "score" ? { ...due, value: due.value + 10 } : due;
    expect([one.id, await readFaint(more)]).toEqual([one.id, false]);
    expect([one.id, await readFaint((place, due) => (isTotal(place) ? EMPTY : due))]).toEqual([
      one.id,
      false,
    ]);
    sure += Number(await readFaint((_, due) => due));
  }
  expect(sure).toBeGreaterThan(1);
});

it("reads a game on a pad that is not known as it would be learned, if the game is named and the numbers leave no doubt", async () => {
  let sure = 0;
  const tried = shipped.filter(({ game }) => game.columns.length === 1);
  for (const [seed, one] of tried.entries()) {
    const { game } = one;
    const contents = ({ tables }: Pad) =>
      JSON.stringify(tables.map(({ rows }) => rows.map(({ holds }) => holds)));
    const pads = shipped.filter((other) => other.game.id === game.id && contents(other) !== contents(one));
    const start = { id: "new", name: game.name, game, changes: {}, columns: one.columns };
    const propose: KnownPads["propose"] = (tables) =>
      proposePads(tables, start, { rows: new Map(), labels: null }, pads);
    for (const isOfGame of [true, false]) {
      // Numbers in wrong rows are no reason to trust what would be learned.
      const { tables, fit, written, seen } = filledPad(one, seed, (_, due) =>
        isOfGame || due.kind !== "score" ? due : { ...due, value: due.value + 7 },
      );
      const read = await tryCells(tables, seen, { pads, isGiven: false, propose });
      if (!read.ok || !read.value.pad.isSure) continue;
      const own = padBoxes(fit).filter(({ place }) => place.player === 1);
      const rows = own.map(({ cell }) => writtenKey(written.get(cellKey(cell)) ?? EMPTY));
      const is = read.value.reading.boxes
        .filter(({ player }) => player === 1)
        .map((box) => writtenKey(box.written));
      expect([one.id, isOfGame, is]).toEqual([one.id, true, rows]);
      const [warning] = read.value.warnings;
      expect([undefined, "new-pad"]).toContain(warning?.code);
      if (warning !== undefined) sure++;
    }
  }
  expect(sure).toBeGreaterThan(4);
});

rareTest("finds a wrong sum that only the pad has, and no other", async () => {
  let found = 0;
  for (const [seed, one] of shipped.entries())
    for (const { id } of one.game.padSums ?? []) {
      let changed = 0;
      const { tables, seen } = filledPad(one, seed, (place, due) =>
        place.line === id && due.kind === "score" && changed++ === 0
          ? { ...due, value: due.value + 10 }
          : due,
      );
      const read = await readCells(tables, seen, { pads: [one], isGiven: true });
      expect([one.id, judged(read)]).toEqual([
        one.id,
        { verdict: "mistakes", findings: [`wrong-sum ${id}`] },
      ]);
      found++;
    }
  expect(found).toBeGreaterThan(8);
});

rareTest("takes ticks for extra points of which it asks how many, unless they are written", async () => {
  const card = padOf("yahtzee-card");
  const ticks = rowsOfPad(card).findIndex(({ holds }) => holds.kind === "ticks");
  const readTicked = async (isTicked: boolean, change: (place: BoxPlace, due: Written) => Written) => {
    const { tables, fit, seen } = filledPad(card, 3, change);
    const cell = fit.rows[ticks]?.[0];
    const evidence: SeenSheet["evidence"] = (place) =>
      isTicked && cell !== undefined && cellKey(place) === cellKey(cell)
        ? clearly({ kind: "strike" })
        : seen.evidence(place);
    const read = await readCells(tables, { ...seen, evidence }, { pads: [card], isGiven: true });
    return judged(read);
  };
  const asDue = (_: BoxPlace, due: Written) => due;
  const withoutPoints = ({ line }: BoxPlace, due: Written) => (line === "repeats" ? EMPTY : due);
  const boxesOnly = ({ line }: BoxPlace, due: Written) => (line === null ? due : EMPTY);
  expect((await readTicked(true, asDue)).verdict).toBe("correct");
  expect((await readTicked(false, boxesOnly)).verdict).toBe("correct");
  expect((await readTicked(true, boxesOnly)).verdict).not.toBe("correct");
  // The total includes points that are written nowhere else: no mistake, but a question.
  const totalsMore = (place: BoxPlace, due: Written): Written =>
    ["grand.total", "sum.lower.sum+repeats"].includes(place.line ?? "") && due.kind === "score"
      ? { ...due, value: due.value + 100 }
      : withoutPoints(place, due);
  expect((await readTicked(true, totalsMore)).verdict).not.toBe("mistakes");
  expect((await readTicked(false, totalsMore)).verdict).toBe("mistakes");
});
