import { proposePadId } from "../../../src/cli/commands/learn.ts";
import {
  loadCommercialPad,
  shippedPadIds,
  shippedPads,
} from "../../../src/files/pictures/store-bought-pads.ts";
import { playableIds, shippedIds } from "../../../src/files/package/variants.ts";
import { getElement } from "../../../src/rules/arrays.ts";
import { listCategories } from "../../../src/rules/game/rows.ts";
import { need, success } from "../../../src/rules/problem/problem.ts";
import { NO_INK } from "../../../src/scan/digits/evidence.ts";
import { padYaml, readPadFile } from "../../../src/scan/pads/pad-file.ts";
import { padFits } from "../../../src/scan/pads/fit-rows.ts";
import type { SeenSheet } from "../../../src/scan/pads/weigh-pads.ts";
import { type Pad, PAD_LIMITS, type RowContent, rowsOfPad } from "../../../src/scan/pads/pad.ts";
import { partToLearn, rankFits } from "../../../src/scan/pads/learn-pad.ts";
import { misplacedBoxes, proposePads, uprightness, replaceRows } from "../../../src/scan/pads/propose-pad.ts";
import { type RuledTable, turnSheet } from "../../../src/scan/tables/ruled-sheet.ts";
import { shippedGame } from "../../support/games.ts";
import { numbers } from "../../support/made-up-photo.ts";
import { shippedText } from "../../support/pads.ts";
import { emptyFolder, put } from "../../support/command-line.ts";
import { filledSheet, madeUpSheet, madeUpTable, rowsFilled, tablesOf } from "../../support/ruled-sheets.ts";
import { correctSheet, randomFrom } from "../../support/sheets.ts";
import { describe, expect, it } from "vitest";
import { rareTest, someOf } from "../../support/cases.ts";

const yatzy = {
  id: "own",
  name: { en: "Own" },
  game: shippedGame("yatzy"),
  columns: "players",
  changes: {},
} as const;
const kniffel = { ...yatzy, game: shippedGame("kniffel") };
const known = await shippedPads();
const NO_HINTS = { rows: new Map<number, RowContent>(), labels: null };
const ids = (pad: Parameters<typeof rowsOfPad>[0]) =>
  rowsOfPad(pad).map(({ holds }) => ("id" in holds ? holds.id : holds.kind));

/** Games whose own pads have no headings but those of sections, and no boxes to tick for saved rolls. */
const OTHER_HEADINGS = ["balut", "escalero", "kniffel-extreme", "maxi-yatzy", "triple-yahtzee"];
const OWN_PADS = playableIds().filter((id) => !OTHER_HEADINGS.includes(id));

const misplaced = (pad: Pad) =>
  misplacedBoxes(
    rowsOfPad(pad).map(({ holds }) => holds),
    pad.game,
  );

describe("a pad is proposed from its lines", () => {
  it("with names at its head, where the first label is blank", () => {
    const table = madeUpTable({ rows: 19, labels: 1, columns: 6, blank: [0], double: [6, 17] });
    const [best] = proposePads([table], yatzy, NO_HINTS);
    expect(best && ids(best.pad).slice(0, 10)).toEqual(
      "names ones twos threes fours fives sixes upper.sum upper.bonus pair".split(" "),
    );
    expect(best?.pad.tables[0]).toMatchObject({ labels: 1, entries: { min: 6, max: 6 } });
  });

  it("in two tables, each a section", () => {
    const upper = madeUpTable({ rows: 9, labels: 2, columns: 6, double: [5, 6, 7] });
    const lower = madeUpTable({ rows: 10, labels: 2, columns: 6, double: [6, 7, 8], topPx: 700 });
    const [best] = proposePads([upper, lower], kniffel, NO_HINTS);
    expect(best?.pad.tables.map(({ rows }) => rows.length)).toEqual([9, 10]);
    expect(best && ids(best.pad).slice(-4)).toEqual(["chance", "lower.sum", "upper.total", "grand.total"]);
  });

  it("keeping to what a person says of rows", () => {
    const table = madeUpTable({ rows: 19, labels: 1, columns: 6 });
    const rows = new Map<number, RowContent>([[10, { kind: "nothing" }]]);
    const [best] = proposePads([table], yatzy, { rows, labels: 1 });
    expect(best && ids(best.pad)[9]).toBe("nothing");
    expect(best && misplaced(best.pad)).toEqual({ missing: [], twice: [] });
  });

  it("with the rows of a known pad, where it is like one", () => {
    let compared = 0;
    for (const pad of known) {
      const tables = tablesOf(pad, pad.tables[0]?.entries.min ?? 1);
      const start = { ...yatzy, game: shippedGame(pad.game.id), columns: pad.columns };
      const [best] = proposePads(tables, start, NO_HINTS, known);
      expect([pad.id, best && ids(best.pad)]).toEqual([pad.id, ids(pad)]);
      const rightOf = (one: typeof pad) => rowsOfPad(one).map(({ right = [] }) => right);
      expect([pad.id, best && rightOf(best.pad)]).toEqual([pad.id, rightOf(pad)]);
      compared++;
    }
    expect(compared).toBeGreaterThan(5);
  });

  it("right without a hint on nine of ten layouts like those of known pads", () => {
    let all = 0;
    const wrong: string[] = [];
    for (const pad of known) {
      const ofGame = known.filter(({ game }) => game.id === pad.game.id);
      for (const look of LOOKS) {
        const real = lookingOtherwise(pad, look);
        // Without names, it has as many rows as another one with them, and looks the same.
        const isLike = ofGame.some((other) => rowsOfPad(other).length === rowsOfPad(real).length);
        if (look === "without names" && isLike) continue;
        const tables = printedTables(real, look);
        const start = { ...yatzy, game: shippedGame(pad.game.id), columns: pad.columns };
        const [best] = proposePads(tables, start, NO_HINTS, ofGame);
        const isRight = best !== undefined && ids(best.pad).join() === ids(real).join();
        if (!isRight || best.pad.tables[0]?.labels !== real.tables[0]?.labels)
          wrong.push(`${pad.id} ${look}`);
        all++;
      }
    }
    expect(all).toBeGreaterThan(100);
    const perLook = LOOKS.map((look) => [look, wrong.filter((one) => one.endsWith(look)).length]);
    expect(perLook).toEqual(
      LOOKS.map((look) => [look, expect.toSatisfy((faults) => faults <= 0.1 * known.length)]),
    );
  });

  it("with the rows that our own pads of a game have, where no known pad has them", () => {
    for (const id of someOf(OWN_PADS, 4)) {
      const start = { ...yatzy, game: shippedGame(id) };
      const rows = shippedText(start.game, "en").rows.map((row) => {
        if (row.kind === "box") return row.category;
        return row.kind === "line" ? row.line : "nothing";
      });
      const { length: columns } = start.game.columns;
      const table = madeUpTable({ rows: rows.length, labels: 1, columns });
      const proposed = proposePads([table], start, NO_HINTS, known).map(({ pad }) => ids(pad).join(" "));
      expect([id, proposed]).toEqual([id, expect.arrayContaining([rows.join(" ")])]);
    }
  });

  rareTest("right on most pads that are not known: empty among the first four, filled in at once", () => {
    const ranks = { empty: [] as number[], filled: [] as number[] };
    for (const pad of known) {
      const others = known.filter(({ id }) => id !== pad.id);
      const tables = tablesOf(pad, pad.tables[0]?.entries.min ?? 1);
      const start = { ...yatzy, game: shippedGame(pad.game.id), columns: pad.columns };
      const proposals = proposePads(tables, start, NO_HINTS, others);
      const written = filledSheet(tables, pad.tables[0]?.labels ?? 1, finishedGame(pad));
      const fits = proposals.flatMap(({ pad, cost }) => {
        const [fit] = padFits({ tables }, pad).filter(({ rows }) => rows.every((cells) => cells !== null));
        return fit === undefined ? [] : [{ ...fit, cost }];
      });
      const isRight = (one: Pad) => ids(one).join() === ids(pad).join();
      const boxes = listCategories(pad.game).length;
      const countBoxes = (one: Pad) => rowsOfPad(one).filter(({ holds }) => holds.kind === "category").length;
      expect([pad.id, ...new Set(proposals.map((one) => countBoxes(one.pad)))]).toEqual([pad.id, boxes]);
      ranks.empty.push(proposals.findIndex((one) => isRight(one.pad)));
      ranks.filled.push(rankFits(fits, written).findIndex((fit) => isRight(fit.pad)));
      // Letters that are printed in the cells of some columns are no numbers, and change nothing.
      const letters = numbers({ "3": 0.5, "8": 0.3, "9": 0.2 });
      const printed: SeenSheet = {
        ...written,
        evidence: ({ column }) => (column % 2 > 0 ? letters : NO_INK),
      };
      expect([pad.id, ...rankFits(fits, printed)]).toEqual([pad.id, ...fits]);
    }
    const count = (of: readonly number[], most: number) => of.filter((at) => at >= 0 && at < most).length;
    expect(ranks.empty.length).toBeGreaterThan(12);
    // Of Balut, no other pad shows that there are sums and points right of the boxes.
    expect(count(ranks.empty, 4)).toBeGreaterThanOrEqual(known.length - 1);
    expect(count(ranks.empty, 1)).toBeGreaterThanOrEqual(0.55 * known.length);
    expect(count(ranks.filled, 1)).toBeGreaterThanOrEqual(0.9 * known.length);
  });

  it("with names in a first row without a label, though no known pad has its rows", () => {
    let named = 0;
    for (const pad of known) {
      const others = known.filter(({ game, id }) => game.id === pad.game.id && id !== pad.id);
      const tables = tablesOf(pad, pad.tables[0]?.entries.min ?? 1);
      const start = { ...yatzy, game: shippedGame(pad.game.id), columns: pad.columns };
      const [best] = proposePads(tables, start, NO_HINTS, others);
      if (best === undefined || rowsOfPad(pad)[0]?.holds.kind !== "names") continue;
      expect([pad.id, ids(best.pad)[0]]).toEqual([pad.id, "names"]);
      named++;
    }
    expect(named).toBeGreaterThan(8);
  });

  it("of one of several sheets on a page", () => {
    let parts = 0;
    for (const pad of known.filter(({ tables }) => tables.length === 1)) {
      const [one] = tablesOf(pad, pad.tables[0]?.entries.min ?? 1);
      if (one === undefined) throw new Error("the pad should have a table");
      const by = (one.down.at(-1)?.atPx ?? 0) + 60;
      const other = { ...one, down: one.down.map((line) => ({ ...line, atPx: line.atPx + by })) };
      const start = { ...yatzy, game: shippedGame(pad.game.id), columns: pad.columns };
      const page = madeUpSheet([one, other]);
      const own = known.filter(({ game }) => game.id === pad.game.id);
      const part = partToLearn(page, { start, known: own });
      expect([pad.id, part.tables.length]).toEqual([pad.id, 1]);
      expect(partToLearn(madeUpSheet([one]), { start, known: own }).tables).toEqual([one]);
      parts++;
    }
    expect(parts).toBeGreaterThan(8);
  });

  it("with names at its head, where a person says only that another row holds nothing", () => {
    const table = madeUpTable({ rows: 20, labels: 1, columns: 6, blank: [0] });
    const rows = new Map<number, RowContent>([[10, { kind: "nothing" }]]);
    const [best] = proposePads([table], yatzy, { rows, labels: 1 });
    expect(best && ids(best.pad).slice(0, 2)).toEqual(["names", "ones"]);
    expect(best && ids(best.pad)[9]).toBe("nothing");
  });

  it("with its sums, where it is empty and has no column of labels", () => {
    const labels = madeUpTable({ rows: 18, labels: 1, columns: 4 });
    const table = madeUpTable({ rows: 18, labels: 0, columns: 4 });
    const [labelled] = proposePads([labels], yatzy, NO_HINTS);
    const [bare] = proposePads([table], yatzy, NO_HINTS);
    expect(bare && ids(bare.pad)).toEqual(labelled && ids(labelled.pad));
  });

  it("with and without labels, where all columns are as wide and the first ones are dark", () => {
    const { across, down, darkness } = madeUpTable({ rows: 18, labels: 0, columns: 4 });
    const columns = (labels: number) =>
      proposePads([filled], yatzy, NO_HINTS).filter(({ pad }) => pad.tables[0]?.labels === labels);
    // Two players have written into every row: their columns are no labels.
    const filled = { across, down, darkness: darkness.map((row) => row.map((_, at) => (at < 2 ? 0.1 : 0))) };
    for (const labels of [0, 1]) {
      const [best] = columns(labels);
      expect(best?.pad.tables[0]?.entries).toEqual({ min: 4 - labels, max: 4 - labels });
    }
    expect(columns(2)).toEqual([]);
    const [blank] = proposePads([{ across, down, darkness }], yatzy, NO_HINTS);
    expect(blank?.pad.tables[0]?.labels).toBe(0);
  });

  it("not at all, where there are too few rows", () => {
    expect(proposePads([madeUpTable({ rows: 9, labels: 1, columns: 3 })], yatzy, NO_HINTS)).toEqual([]);
  });
});

it("rows that were told against the order leave boxes without a row", () => {
  const [best] = proposePads([madeUpTable({ rows: 18, labels: 1, columns: 6 })], yatzy, NO_HINTS);
  const pad = best && replaceRows(best.pad, new Map([[1, { kind: "category", id: "twos" }]]));
  expect(pad && misplaced(pad)).toEqual({ missing: ["ones"], twice: ["twos"] });
});

it("a sheet stands upright with its labels on the left, empty or filled in", () => {
  const table = madeUpTable({ rows: 18, labels: 1, columns: 6 });
  const filled = { ...table, darkness: table.darkness.map((cells) => cells.map(() => 0.1)) };
  for (const [name, one] of Object.entries({ empty: table, filled })) {
    const scores = ([0, 1, 2, 3] as const).map((turn) =>
      uprightness(turnSheet(madeUpSheet([one]), turn).tables),
    );
    const [upright = 0, ...others] = scores;
    expect([name, upright > Math.max(...others)]).toEqual([name, true]);
  }
});

describe("what is learned", () => {
  const ids = playableIds();

  it("is a pad file that reads as the same pad, whatever the lines are like", () => {
    const random = randomFrom(11);
    const upTo = (most: number) => Math.floor(random() * (most + 1));
    let read = 0;
    for (let draw = 0; draw < 120; draw++) {
      const id = ids[draw % ids.length] ?? "yatzy";
      const game = shippedGame(id);
      const rows = listCategories(game).length + upTo(4);
      const heights = new Map([[upTo(rows - 1), 0.05 + 9 * random()]]);
      const table = madeUpTable({
        rows,
        labels: upTo(12),
        columns: 1 + upTo(12),
        heights,
        double: [upTo(rows)],
      });
      const labels = draw % 3 === 0 ? upTo(PAD_LIMITS.labels) : null;
      const start = { ...yatzy, id: proposePadId(id), game };
      for (const { pad } of proposePads([table], start, { ...NO_HINTS, labels }).slice(0, 3)) {
        const text = padYaml(pad, { game: id, set: {}, title: "Learned" });
        const again = need(readPadFile("learned.yaml", text, () => success(game)));
        expect(again).toMatchObject({ id: pad.id, columns: pad.columns, tables: pad.tables });
        read++;
      }
    }
    expect(read).toBeGreaterThan(100);
  });

  it("has an id of its own by default", () => {
    const taken = [...shippedIds(), ...shippedPadIds()];
    expect(taken.length).toBeGreaterThan(20);
    const names = [...taken, "pad", "-pad", "…", "true", "12", "Mein Block", `${"x".repeat(59)} y`];
    for (const name of names.flatMap((one) => [one, one.toUpperCase(), `${one}-pad`])) {
      const id = proposePadId(name);
      expect(id).toMatch(/^([a-z0-9]+-)+pad$/);
      expect(taken).not.toContain(id);
    }
  });

  it("never hides the game that it is for, whatever its file is called", async () => {
    const folder = emptyFolder();
    expect(shippedPadIds().length).toBeGreaterThan(5);
    for (const id of shippedPadIds()) {
      const pad = need(await loadCommercialPad(id));
      const game = pad.game.id;
      const text = padYaml({ ...pad, id: "own-pad" }, { game, set: {}, title: "Own" });
      const file = put(folder, `${game}.yaml`, text);
      expect(need(await loadCommercialPad(file)).game.id).toBe(game);
    }
  });
});

/** The rows of the first column of a pad, whose game is over and added up. */
function finishedGame(pad: Pad) {
  const { game } = pad;
  const { players } = correctSheet(game, randomFrom(3), { players: 1, turns: null, lines: 1 });
  const { boxes, columnLines, sheetLines } = getElement(players, 0);
  const [column = ""] = boxes.keys();
  const written: Record<string, number | "/"> = Object.fromEntries([
    ...[...(boxes.get(column) ?? [])].map(([id, entry]) => [id, entry.kind === "score" ? entry.value : "/"]),
    ...(columnLines.get(column) ?? []),
    ...(game.columns.length === 1 ? sheetLines : []),
  ]);
  const pointsOf = (id: string) => Number(String(written[id] ?? 0).replace("/", "0"));
  for (const { id, of } of game.padSums ?? []) written[id] = of.reduce((sum, one) => sum + pointsOf(one), 0);
  return rowsFilled(pad, written);
}

/** How pads differ from known ones with the same boxes and sums. */
const LOOKS = [
  ...["as sold", "without names", "in two tables", "with names above both", "without labels"],
  ...["with a title", "with a blank row at its foot", "with a word in its head", "with letters in its head"],
] as const;

/** A pad with the same rows in other tables, or with more or fewer of them for names and for nothing. */
function lookingOtherwise(pad: Pad, look: string): Pad {
  const [first, ...others] = pad.tables;
  if (first === undefined || look === "as sold") return pad;
  const { rows } = first;
  const isNamed = rows[0]?.holds.kind === "names";
  const nothing = { holds: { kind: "nothing" }, height: 1, line: "single" } as const;
  const withFirst = (table: Partial<typeof first>) => ({
    ...pad,
    tables: [{ ...first, ...table }, ...others],
  });
  if (look === "without names") return withFirst({ rows: rows.slice(Number(isNamed)) });
  if (look === "without labels") return { ...pad, tables: pad.tables.map((one) => ({ ...one, labels: 0 })) };
  if (look === "with a title") return isNamed ? withFirst({ rows: [nothing, ...rows] }) : pad;
  if (look === "with a blank row at its foot") {
    const last = getElement(pad.tables, pad.tables.length - 1);
    return { ...pad, tables: pad.tables.with(-1, { ...last, rows: [...last.rows, nothing] }) };
  }
  const lower = pad.game.sections[1]?.categories[0]?.id;
  const at = rows.findIndex(({ holds }) => "id" in holds && holds.id === lower);
  if (look.endsWith(" in its head") || others.length > 0 || at < 0) return pad;
  const heading = rows[at - 1]?.holds.kind === "nothing" ? 1 : 0;
  const names = look === "with names above both" && isNamed ? rows.slice(0, 1) : [];
  const parts = [rows.slice(0, at - heading), [...names, ...rows.slice(at)]];
  return { ...pad, tables: parts.map((part) => ({ ...first, rows: part })) };
}

/** The tables of such a pad. */
function printedTables(pad: Pad, look: string): RuledTable[] {
  const tables = tablesOf(pad, pad.tables[0]?.entries.min ?? 1);
  const printing = (at: number, row: number, dark: (column: number) => number) => {
    const table = getElement(tables.slice(at), 0);
    const cells = getElement(table.darkness.slice(row), 0).map((_, column) => dark(column));
    return tables.with(at, { ...table, darkness: table.darkness.with(row, cells) });
  };
  if (look === "with a blank row at its foot") return printing(-1, -1, () => 0);
  const isNamed = rowsOfPad(pad)[0]?.holds.kind === "names";
  if (!isNamed || !look.endsWith(" in its head")) return tables;
  const [{ labels } = { labels: 0 }] = pad.tables;
  return printing(0, 0, (column) => (column < labels === look.startsWith("with a word") ? 0.1 : 0));
}

/** Tables on white paper. */
