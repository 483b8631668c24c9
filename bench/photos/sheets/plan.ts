import { checkSheet } from "../../../src/check/check-sheet.ts";
import type { PlayerSheet, Sheet } from "../../../src/check/sheet.ts";
import type { PadLayout } from "../../../src/print/layout/pad-layout.ts";
import type { CodedMarks } from "../../../src/print/layout/marks.ts";
import type { Game } from "../../../src/rules/game/game.ts";
import { countGameTurns, withRowSums } from "../../../src/rules/game/rows.ts";
import type { SharesByCategory } from "../../../src/odds/casual-play.ts";
import { listSheetLines } from "../../../src/rules/sums/sum-graph.ts";
import { DOCUMENTED, shippedGame } from "../../../tests/support/games.ts";
import { gamesFor, MISTAKES } from "../../../tests/support/mistakes.ts";
import { laidOut } from "../../../tests/support/pads.ts";
import { correctSheet } from "../../../tests/support/sheets.ts";
import { type Chance, chanceFor } from "../chance.ts";
import { type Fault, faultOf, isSameFault } from "./truth.ts";

export type PadLanguage = "de" | "en" | "sv";

/** A sheet before it is printed and written. */
export interface PlannedSheet {
  readonly game: Game;
  readonly language: PadLanguage;
  readonly paper: string;
  /** Players for whom the sheet has room. */
  readonly places: number;
  readonly number: number;
  readonly layout: PadLayout;
  readonly sheet: Sheet;
  readonly planted: Fault | null;
  readonly faults: readonly Fault[];
  /** What is written where no bonus was earned. */
  readonly noBonus: NoBonus;
}

const NO_BONUS = ["zero", "dash", "blank"] as const;
type NoBonus = (typeof NO_BONUS)[number];

/** What goes wrong on sheets, each with how often it is planted; what few games give occasion for weighs more there. */
const PLANTED: readonly (readonly [mistake: string, weight: number])[] = [
  ["wrongLine", 3],
  ["wrongLineCarriedOn", 2],
  ["wrongTier", 2],
  ["nearlyLegalScore", 3],
  ["illegalScore", 1],
  ["outOfOrder", 8],
  ["constraint", 3],
  ["strikeNotAllowed", 3],
  ["repeats", 3],
];

const games = new Map<string, Game>();

function gameOf(id: string): Game {
  const game = games.get(id) ?? withRowSums(shippedGame(id));
  games.set(id, game);
  return game;
}

export interface SheetWish {
  /** Take this game and no other. */
  readonly variant?: string;
  readonly paper?: string;
  readonly marks?: CodedMarks;
  /** What goes wrong; null for a correct sheet. */
  readonly mistake?: string | null;
  /** Whether the game is still on. */
  readonly isHalfFilled?: boolean;
  /** How frequent scores and strikes are; each score is as frequent as the other if left out. */
  readonly shares?: SharesByCategory;
}

/** A pad before anything is written on a sheet of it. */
export interface PlannedPad
  extends Pick<PlannedSheet, "language" | "paper" | "places" | "number" | "layout"> {
  /** As many of its places are used at least. */
  readonly fewestPlayers: number;
}

/** Plans the sheet of a photo: game, paper, what is on it, and what is wrong with it. */
export function planSheet(photo: number, topic: string, wish: SheetWish = {}): PlannedSheet {
  return planSheetOf(gameOf(wish.variant ?? DOCUMENTED[photo % DOCUMENTED.length] ?? ""), photo, topic, wish);
}

/** Plans a sheet of any game. */
export function planSheetOf(game: Game, photo: number, topic: string, wish: SheetWish): PlannedSheet {
  const chance = chanceFor(photo, `sheet ${topic}`);
  const planned = fillPad(game, planPad(game, wish, chance), wish, chance);
  return planned ?? planSheetOf(game, photo, `${topic}, again`, withEasyMistake(wish));
}

/** A wish that can be fulfilled on any pad. */
export function withEasyMistake(wish: SheetWish): SheetWish {
  return { ...wish, isHalfFilled: false, mistake: "wrongLine" };
}

/** What is on a sheet of a pad, and what is wrong with it; null if there is no occasion for the mistake that was drawn. */
export function fillPad(game: Game, pad: PlannedPad, wish: SheetWish, chance: Chance): PlannedSheet | null {
  const drawn = chance.isSo(0.5) ? pickMistake(game, chance) : null;
  const mistake = wish.mistake === undefined ? drawn : wish.mistake;
  // The order can be seen to be broken only as long as boxes are empty.
  const isHalfFilled = wish.isHalfFilled ?? (mistake === "outOfOrder" || chance.isSo(0.22));
  const players = pad.places === 1 ? 1 : chance.whole(pad.fewestPlayers, pad.places);
  const noBonus = chance.pick(NO_BONUS);
  for (let attempt = 0; attempt < 60; attempt++) {
    const whole = fill(game, players, isHalfFilled, mistake, chance, wish.shares);
    const filled = whole === null ? null : written(whole, mistake, noBonus, chance);
    if (filled !== null) return { game, ...pad, ...filled, noBonus };
  }
  return null;
}

function planPad(game: Game, wish: SheetWish, chance: Chance): PlannedPad {
  const language = chance.pick(["de", "en"] as const);
  const drawn = chance.weighted([
    ["a5", 0.55],
    ["a4", 0.25],
    ["a6", 0.2],
  ] as const);
  const paper = wish.paper ?? drawn;
  const number = chance.isSo(0.4) ? 0 : chance.whole(1, 120);
  const most =
    game.columns.length > 1
      ? 1
      : chance.weighted([
          [1, 1],
          [2, 2],
          [3, 2],
          [4, 4],
          [5, 2],
          [6, 2],
        ] as const);
  for (let places = most; places > 0; places--) {
    const layout = laidOut(game, language, paper, places, wish.marks);
    if (!layout.ok) continue;
    return { language, paper, places, number, layout: layout.value, fewestPlayers: Math.max(1, places - 2) };
  }
  throw new Error(`${game.id} does not fit on ${paper}`);
}

function pickMistake(game: Game, chance: Chance): string {
  return chance.weighted(PLANTED.filter(([name]) => gamesFor(name, [game]).length > 0));
}

/** Of games: nobody added anything up. */
const BLANK_SUMS = 0.1;

/** A correct sheet. Where a sum will be written wrong, all sums are written. */
function fill(
  game: Game,
  players: number,
  isHalfFilled: boolean,
  mistake: string | null,
  chance: Chance,
  shares?: SharesByCategory,
): Sheet | null {
  const turns = isHalfFilled ? chance.whole(3, countGameTurns(game) - 2) : null;
  const isAboutLines = mistake !== null && /Line|Tier|repeats|Bonus/.test(mistake);
  const isBlank = chance.isSo(BLANK_SUMS);
  const usual = isHalfFilled ? chance.pick([0, 0, 0.3]) : chance.pick([1, 1, 1, 0.85]);
  const lines = isAboutLines ? 1 : isBlank ? 0 : usual;
  // Whether the game is over can't be seen on paper.
  return {
    ...correctSheet(game, chance.next, { players, turns, lines, ...(shares && { shares }) }),
    complete: null,
  };
}

/** The sheet with its mistake, or null if there is no occasion for it or if more is found than was planted. */
function written(whole: Sheet, mistake: string | null, noBonus: NoBonus, chance: Chance) {
  const names = whole.players.map(({ name }) => name);
  const spoilt = mistake === null ? null : (MISTAKES[mistake]?.(whole, chance.next) ?? null);
  if (mistake !== null && spoilt === null) return null;
  const planted =
    spoilt === null ? null : { ...spoilt, player: names.indexOf(spoilt.player) + 1, sheet: undefined };
  const sheet = noBonus === "blank" ? withoutNothing(spoilt?.sheet ?? whole) : (spoilt?.sheet ?? whole);
  const faults = checkSheet(sheet).findings.map((finding) => faultOf(finding, names));
  if (planted === null) return faults.length === 0 ? { sheet, planted, faults } : null;
  const { code, player, column, row } = planted;
  const fault: Fault = { code, player, column, row };
  const isAsPlanted = faults.length === 1 && faults.every((found) => isSameFault(found, fault));
  return isAsPlanted && isWritable(sheet) ? { sheet, planted: fault, faults } : null;
}

/** No number on a sheet is so odd that nobody would write it. */
function isWritable({ players }: Sheet): boolean {
  return players.every(({ columnLines }) =>
    [...columnLines.values()].every((lines) =>
      [...lines.values()].every((value) => Math.abs(value) < 10_000),
    ),
  );
}

/** The sheet with blanks where a bonus came to 0. */
function withoutNothing(sheet: Sheet): Sheet {
  const bonuses = new Set(
    listSheetLines(sheet.game)
      .filter(({ kind }) => kind === "bonus")
      .map(({ id }) => id),
  );
  const bare = (player: PlayerSheet): PlayerSheet => ({
    ...player,
    columnLines: new Map(
      [...player.columnLines].map(([column, lines]) => [
        column,
        new Map([...lines].filter(([line, value]) => value !== 0 || !bonuses.has(line))),
      ]),
    ),
  });
  return { ...sheet, players: sheet.players.map(bare) };
}
