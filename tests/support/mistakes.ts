import type { FindingCode } from "../../src/check/checks.ts";
import type { BoxEntry, PlayerSheet, Sheet } from "../../src/check/sheet.ts";
import { countBoxes, listColumnCategories, listCategories } from "../../src/rules/game/rows.ts";
import type { Category, Game } from "../../src/rules/game/game.ts";
import { orderAllows } from "../../src/rules/game/order.ts";
import { listSheetLines } from "../../src/rules/sums/sum-graph.ts";
import { type Random, scoreOf, withLines } from "./sheets.ts";

/** A sheet with exactly one mistake, and where it must be found. */
interface Planted {
  readonly sheet: Sheet;
  readonly code: FindingCode;
  readonly player: string;
  readonly column: string | null;
  /** The box or line. */
  readonly row: string | null;
}

/** Spoils a correct sheet in one place; null where the sheet gives no occasion. */
export type Mistake = (sheet: Sheet, random: Random) => Planted | null;

interface Spot {
  readonly player: PlayerSheet;
  readonly column: string;
  readonly category: Category;
  readonly entry: BoxEntry;
}

function spots({ game, players }: Sheet): Spot[] {
  return players.flatMap((player) =>
    game.columns.flatMap((ofGame) =>
      listColumnCategories(game, ofGame).map((category) => ({
        player,
        column: ofGame.id,
        category,
        entry: player.boxes.get(ofGame.id)?.get(category.id) ?? { kind: "empty" as const },
      })),
    ),
  );
}

function pick<T>(from: readonly T[], random: Random): T | null {
  return from[Math.floor(random() * from.length)] ?? null;
}

/** The sheet with another entry in one box. The lines stay as they were, or are worked out anew. */
function withEntry(sheet: Sheet, { player, column, category }: Spot, entry: BoxEntry, random: Random): Sheet {
  const boxes = new Map(player.boxes);
  boxes.set(column, new Map(boxes.get(column)).set(category.id, entry));
  const spoilt = { ...player, boxes };
  const changed = random() < 0.5 ? spoilt : withLines(sheet.game, repeatsOf(spoilt), random, 1);
  return withPlayer(sheet, player, changed);
}

function withPlayer(sheet: Sheet, before: PlayerSheet, after: PlayerSheet): Sheet {
  return { ...sheet, players: sheet.players.map((player) => (player === before ? after : player)) };
}

function planted(sheet: Sheet, code: FindingCode, { player, column, category }: Spot): Planted {
  return { sheet, code, player: player.name, column, row: category.id };
}

/** An impossible score. @param reach how far it may lie beyond the possible ones */
function illegalScore(reach: number): Mistake {
  return (sheet, random) => {
    const spot = pick(
      spots(sheet).filter(({ entry }) => entry.kind !== "empty"),
      random,
    );
    if (spot === null) return null;
    const { legal } = spot.category;
    const [least, most] = [Math.min(...legal) - reach, Math.max(...legal) + reach];
    const impossible = Array.from({ length: most - least + 1 }, (_, at) => least + at).filter(
      (value) => value !== 0 && !legal.includes(value) && isSigned(value, legal),
    );
    const value = pick(impossible, random) ?? 1000;
    return planted(withEntry(sheet, spot, { kind: "score", value }, random), "illegal-score", spot);
  };
}

/** Nobody writes a minus where no score has one. */
function isSigned(value: number, legal: readonly number[]): boolean {
  return value > 0 || legal.some((score) => score < 0);
}

const strikeNotAllowed: Mistake = (sheet, random) => {
  const never = spots(sheet).filter(
    ({ category, entry }) => category.strike === "never" && entry.kind !== "empty",
  );
  const spot = pick(never, random);
  if (spot === null) return null;
  const entry: BoxEntry = random() < 0.5 ? { kind: "score", value: 0 } : { kind: "strike", mark: "–" };
  return planted(withEntry(sheet, spot, entry, random), "strike-not-allowed", spot);
};

const outOfOrder: Mistake = (sheet, random) => {
  if (sheet.complete === true) return null;
  const ids = listCategories(sheet.game).map(({ id }) => id);
  const holes = spots(sheet).filter(({ player, column, category, entry }) => {
    const order = sheet.game.columns.find(({ id }) => id === column)?.order;
    if (order === undefined || entry.kind === "empty") return false;
    const filled = ids.filter(
      (id) => scoreOf(player.boxes.get(column)?.get(id)) !== null && id !== category.id,
    );
    return !orderAllows(order, ids, new Set(filled));
  });
  const spot = pick(holes, random);
  if (spot === null) return null;
  const found = planted(withEntry(sheet, spot, { kind: "empty" }, random), "out-of-order", spot);
  return { ...found, row: null };
};

const constraint: Mistake = (sheet, random) => {
  const bond = pick(sheet.game.constraints, random);
  if (bond === null || bond.comparison !== "<") return null;
  const at = (player: PlayerSheet, column: string, id: string) =>
    scoreOf(player.boxes.get(column)?.get(id)) ?? 0;
  const both = spots(sheet).filter(
    ({ player, column, category }) =>
      category.id === bond.left && at(player, column, bond.left) > 0 && at(player, column, bond.right) > 0,
  );
  const spot = pick(both, random);
  if (spot === null) return null;
  const tooMuch = spot.category.legal.filter((value) => value >= at(spot.player, spot.column, bond.right));
  const value = pick(tooMuch, random);
  if (value === null) return null;
  return planted(withEntry(sheet, spot, { kind: "score", value }, random), "constraint", spot);
};

/** A box is struck that another one, which holds points, had to wait for. */
const requires: Mistake = (sheet, random) => {
  const all = spots(sheet);
  const before = all.filter((spot) =>
    all.some(
      ({ player, column, category, entry }) =>
        player === spot.player &&
        column === spot.column &&
        (scoreOf(entry) ?? 0) !== 0 &&
        category.requires.some((wanted) => wanted.category === spot.category.id && wanted.is === "scored"),
    ),
  );
  const spot = pick(before, random);
  if (spot === null) return null;
  const found = planted(withEntry(sheet, spot, { kind: "strike", mark: "X" }, random), "requires", spot);
  return { ...found, row: null };
};

const missingBox: Mistake = (sheet, random) => {
  const spot = sheet.complete === true ? pick(spots(sheet), random) : null;
  return spot === null
    ? null
    : planted(withEntry(sheet, spot, { kind: "empty" }, random), "missing-box", spot);
};

const entriesPerTurn: Mistake = (sheet, random) => {
  if (sheet.complete === true || sheet.game.turn.entries === 1) return null;
  const spot = pick(
    spots(sheet).filter(({ entry }) => entry.kind !== "empty"),
    random,
  );
  if (spot === null) return null;
  const bare = { ...spot.player, columnLines: new Map(), sheetLines: new Map() };
  const blank = withPlayer(sheet, spot.player, bare);
  const emptied = withEntry(blank, { ...spot, player: bare }, { kind: "empty" }, () => 0);
  return { sheet: emptied, code: "entries-per-turn", player: spot.player.name, column: null, row: null };
};

const repeats: Mistake = (sheet, random) => {
  const { repeats: rule } = sheet.game;
  const player = pick(sheet.players, random);
  if (rule === null || rule.bonus === 0 || player === null) return null;
  const mostTimes = Math.max(...sheet.game.columns.map(({ multiplier }) => multiplier));
  const written = random() < 0.5 ? rule.bonus + 20 : rule.bonus * countBoxes(sheet.game) * mostTimes;
  const sheetLines = new Map(player.sheetLines).set("repeats", written);
  const spoilt = { ...player, sheetLines };
  const changed = random() < 0.5 ? spoilt : withLines(sheet.game, spoilt, random, 1);
  return {
    sheet: withPlayer(sheet, player, changed),
    code: "repeats",
    player: player.name,
    column: null,
    row: "repeats",
  };
};

const CODES = {
  sum: "wrong-sum",
  bonus: "wrong-bonus",
  "row-bonus": "wrong-bonus",
  "column-bonus": "wrong-bonus",
  "sheet-bonus": "wrong-bonus",
  total: "wrong-total",
  "column-total": "wrong-total",
  "pad-sum": "wrong-sum",
  "grand-total": "wrong-total",
  "points-total": "wrong-total",
} as const;

/** A line that is off by something; the lines below are right, or carry it on. */
function wrongLine(isCarriedOn: boolean): Mistake {
  return (sheet, random) => {
    const { game } = sheet;
    const player = pick(sheet.players, random);
    const line = pick(
      listSheetLines(game).filter(({ kind }) => kind !== "repeats"),
      random,
    );
    if (player === null || line === null || line.kind === "repeats") return null;
    const column = line.scope === "sheet" ? null : (pick(game.columns, random)?.id ?? null);
    const amount = random() < 0.5 ? Math.ceil(random() * 70) : (pick([1, 2, 5, 10, 20, 100], random) ?? 1);
    const off = (random() < 0.5 ? -1 : 1) * amount;
    const spoilt = isCarriedOn
      ? withLines(game, repeatsOf(player), random, 1, { column, line: line.id, off })
      : withWrongLine(player, column, line.id, off);
    const code = CODES[line.kind];
    return { sheet: withPlayer(sheet, player, spoilt), code, player: player.name, column, row: line.id };
  };
}

function withWrongLine(player: PlayerSheet, column: string | null, line: string, off: number): PlayerSheet {
  const spoil = (lines: ReadonlyMap<string, number>) =>
    new Map(lines).set(line, (lines.get(line) ?? 0) + off);
  if (column === null) return { ...player, sheetLines: spoil(player.sheetLines) };
  const columnLines = new Map(player.columnLines);
  columnLines.set(column, spoil(columnLines.get(column) ?? new Map()));
  return { ...player, columnLines };
}

/** A bonus that the sum does not earn: of another step, or none. The lines below are right, or carry it on. */
const wrongTier: Mistake = (sheet, random) => {
  const { game } = sheet;
  const player = pick(sheet.players, random);
  const line = pick(
    listSheetLines(game).filter(({ kind }) => kind === "bonus"),
    random,
  );
  const column = pick(game.columns, random)?.id;
  if (player === null || line?.section == null || column === undefined) return null;
  const right = player.columnLines.get(column)?.get(line.id);
  if (right === undefined) return null;
  const others = [0, ...line.section.tiers.map(({ add }) => add)].filter((bonus) => bonus !== right);
  const off = (pick(others, random) ?? right + 1) - right;
  const spoilt =
    random() < 0.5
      ? withLines(game, repeatsOf(player), random, 1, { column, line: line.id, off })
      : withWrongLine(player, column, line.id, off);
  const code = "wrong-bonus";
  return { sheet: withPlayer(sheet, player, spoilt), code, player: player.name, column, row: line.id };
};

/** The sum of the section in the box of its bonus, whose total is right all the same. */
const sumAsBonus: Mistake = (sheet, random) => {
  const player = pick(sheet.players, random);
  const line = listSheetLines(sheet.game).find(({ kind, scope }) => kind === "bonus" && scope === "column");
  const column = pick(sheet.game.columns, random)?.id;
  if (player === null || line?.section == null || column === undefined) return null;
  const lines = player.columnLines.get(column);
  const [sum, right] = [lines?.get(`${line.section.id}.sum`), lines?.get(line.id)];
  if (sum === undefined || right === undefined || sum === right) return null;
  const spoilt = withWrongLine(player, column, line.id, sum - right);
  const code = "wrong-bonus";
  return { sheet: withPlayer(sheet, player, spoilt), code, player: player.name, column, row: line.id };
};

/** The player with the extra points for repeats alone, for lines that are worked out anew. */
function repeatsOf(player: PlayerSheet): PlayerSheet {
  return { ...player, sheetLines: new Map([["repeats", player.sheetLines.get("repeats") ?? 0]]) };
}

/** Every kind of mistake that one entry can make, by name. */
export const MISTAKES: Readonly<Record<string, Mistake>> = {
  illegalScore: illegalScore(60),
  nearlyLegalScore: illegalScore(4),
  strikeNotAllowed,
  outOfOrder,
  constraint,
  requires,
  missingBox,
  entriesPerTurn,
  repeats,
  wrongLine: wrongLine(false),
  wrongLineCarriedOn: wrongLine(true),
  wrongTier,
  sumAsBonus,
};

/** Games that give occasion for a mistake of this kind. */
export function gamesFor(name: string, games: readonly Game[]): Game[] {
  const needs: Readonly<Record<string, (game: Game) => boolean>> = {
    strikeNotAllowed: (game) => listCategories(game).some(({ strike }) => strike === "never"),
    outOfOrder: (game) => game.columns.some(({ order }) => order.kind !== "free"),
    constraint: (game) => game.constraints.length > 0,
    requires: (game) => listCategories(game).some((category) => category.requires.length > 0),
    entriesPerTurn: (game) => game.turn.entries > 1,
    repeats: (game) => listSheetLines(game).some(({ kind }) => kind === "repeats"),
    wrongTier: (game) => listSheetLines(game).some(({ kind }) => kind === "bonus"),
    sumAsBonus: (game) => listSheetLines(game).some(({ kind }) => kind === "bonus"),
  };
  return games.filter((game) => needs[name]?.(game) ?? true);
}
