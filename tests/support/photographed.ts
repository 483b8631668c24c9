import type { BoxPlace, PlayerSheet, Sheet } from "../../src/check/sheet.ts";
import type { Game } from "../../src/rules/game/game.ts";
import { listCategories } from "../../src/rules/game/rows.ts";
import { listSheetLines } from "../../src/rules/sums/sum-graph.ts";
import type { BoxKind } from "../../src/scan/digits/evidence.ts";
import type { SeenBox, Written } from "../../src/scan/inference/sheet-reading.ts";
import { madeUpEvidence } from "./evidence.ts";
import type { Random } from "./sheets.ts";

/** Shares of boxes with something special about them. */
export interface Conditions {
  /** Of numbers: crossed out and written again. */
  readonly corrected: number;
  /** Of numbers: not readable. */
  readonly scribbled: number;
  /** Of all boxes. */
  readonly hidden: number;
}

/** Nothing special at all. */
export const CLEAN: Conditions = { corrected: 0, scribbled: 0, hidden: 0 };

/** A sheet as a photo shows it. */
export interface Photographed {
  readonly boxes: readonly SeenBox[];
  /** What is really in each box. */
  readonly truth: readonly Written[];
}

/** Every box of a pad for this number of players, column by column. */
export function placesOf(game: Game, players: number): BoxPlace[] {
  const lines = listSheetLines(game);
  return Array.from({ length: players }, (_, at) => at + 1).flatMap((player) => [
    ...game.columns.flatMap(({ id: column }) => [
      ...listCategories(game).map(({ id }) => ({ player, column, category: id, line: null })),
      ...lines
        .filter(({ scope }) => scope === "column")
        .map(({ id }) => ({ player, column, category: null, line: id })),
    ]),
    ...lines
      .filter(({ scope }) => scope === "sheet")
      .map(({ id }) => ({ player, column: null, category: null, line: id })),
  ]);
}

/** The content of each box of a filled-in sheet. */
export function truthOf(sheet: Sheet, places: readonly BoxPlace[], random: Random): Written[] {
  return places.map(({ player, column, category, line }) => {
    const own = sheet.players[player - 1];
    if (own === undefined) return { kind: "empty" };
    if (category !== null) return entryWritten(own, column ?? "", category);
    const value = (column === null ? own.sheetLines : own.columnLines.get(column))?.get(line ?? "");
    if (value === undefined) return { kind: "empty" };
    // Instead of a 0 many people draw a dash.
    return value === 0 && random() < 0.5 ? { kind: "strike" } : { kind: "score", value };
  });
}

function entryWritten(player: PlayerSheet, column: string, category: string): Written {
  const entry = player.boxes.get(column)?.get(category);
  if (entry === undefined || entry.kind === "empty") return { kind: "empty" };
  return entry.kind === "strike" ? { kind: "strike" } : entry;
}

/** A photo of a sheet, read by the made-up reader. */
export function photographed(
  sheet: Sheet,
  random: Random,
  conditions: Conditions,
  players = sheet.players.length,
): Photographed {
  const places = placesOf(sheet.game, players);
  const truth = truthOf(sheet, places, random);
  const boxes = places.map((place, at) => {
    const written = truth[at] ?? { kind: "empty" };
    return { ...place, evidence: random() < conditions.hidden ? null : seen(written, random, conditions) };
  });
  return { boxes, truth };
}

function seen(written: Written, random: Random, { corrected, scribbled }: Conditions) {
  if (written.kind !== "score") {
    return madeUpEvidence(written.kind === "strike" ? "struck" : "empty", null, random);
  }
  const draw = random();
  const isPlain = draw >= corrected + scribbled;
  const kind: BoxKind = isPlain ? "number" : draw < corrected ? "corrected" : "scribble";
  return madeUpEvidence(kind, String(written.value), random);
}
