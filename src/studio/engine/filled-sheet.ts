import { allowedExtras, examineBoxes } from "../../check/box-checks.ts";
import { checkSheet, type SheetReport } from "../../check/check-sheet.ts";
import type { Finding } from "../../check/checks.ts";
import { boxEntry, type BoxPlace, gameReference, type PlayerSheet, type Sheet } from "../../check/sheet.ts";
import { getElement } from "../../rules/arrays.ts";
import type { Roll } from "../../rules/dice/dice.ts";
import { scoresOfRoll } from "../../rules/dice/scores.ts";
import { bestScore } from "../../rules/game/examples.ts";
import type { Game } from "../../rules/game/game.ts";
import type { Choices } from "../../rules/variant/options.ts";
import {
  EMPTY,
  playerBoxes,
  toPlayerSheet,
  type ReadBox,
  toTypedSheet,
  type SheetReading,
  type Written,
} from "../../scan/inference/sheet-reading.ts";

/** What a sheet is begun with. */
export interface FillWish {
  readonly variant: string;
  readonly choices: Choices;
  /** As they were typed; who has none gets one. */
  readonly names: readonly string[];
}

/** An entry: the place of a box, and its new content. */
export interface Entered extends BoxPlace {
  readonly written: Written;
}

/** What a roll earns in a box, by its index. */
export interface Suggestion {
  readonly at: number;
  readonly value: number;
}

/** The line of extra points, the only one that players write themselves. */
const EXTRAS = "repeats";

/** A sheet that is filled in on the page, entry by entry. Its sums are worked out, as on a form. */
export class FilledSheet {
  readonly game: Game;
  /** From left to right. */
  readonly names: readonly string[];
  readonly #places: readonly BoxPlace[];
  readonly #entered: Entered[] = [];

  constructor(game: Game, names: readonly string[]) {
    this.game = game;
    this.names = names;
    this.#places = names.flatMap((_, at) => sheetPlaces(game, at + 1));
  }

  /** All that was entered, in that order. */
  get entered(): readonly Entered[] {
    return this.#entered;
  }

  /** The current sheet. A box with an entry counts as confirmed. */
  get reading(): SheetReading {
    const latest = new Map(this.#entered.map(({ written, ...place }) => [placeKey(place), written]));
    const boxes = this.#places.map((place): ReadBox => {
      const written = latest.get(placeKey(place)) ?? EMPTY;
      const confirmed = written.kind !== "empty";
      return { ...place, written, confidence: 1, alternatives: [], doubt: null, confirmed };
    });
    return { boxes, players: this.names.map((_, at) => at + 1) };
  }

  /** Enters something in a box; an entry of a box that the game does not have is left out. @returns whether it was taken */
  enter({ player, column, category, line, written }: Entered): boolean {
    const place = { player, column, category, line };
    if (!this.#places.some((one) => placeKey(one) === placeKey(place))) return false;
    this.#entered.push({ ...place, written });
    return true;
  }

  /** Enters something in a box by its index in the reading. */
  write(at: number, written: Written): void {
    this.enter({ ...getElement(this.#places, at), written });
  }

  /** Takes the last entry back. */
  undo(): void {
    this.#entered.pop();
  }

  /** What was entered for the others if a player leaves, counted from 1: those to the right move up. */
  entriesWithout(leaving: number): Entered[] {
    return this.#entered
      .filter(({ player }) => player !== leaving)
      .map((one) => ({ ...one, player: one.player - (one.player > leaving ? 1 : 0) }));
  }

  /** The sheet with its sums, and what is found out about it. @param file its name */
  checkEntries(file: string): { readonly sheet: Sheet; readonly report: SheetReport } {
    const written = toTypedSheet(this.reading, this.game, file, this.names);
    const { players } = checkSheet(written);
    const sheet = {
      ...written,
      players: written.players.map((player, at) => withSums(player, getElement(players, at))),
    };
    return { sheet, report: checkSheet(sheet) };
  }

  /** The player whose turn it is, counted from 1: who has the fewest entries, from the left; null once every box is filled. */
  get turn(): number | null {
    const open = this.reading.boxes.filter(
      ({ category, written }) => category !== null && written.kind === "empty",
    );
    const left = this.names.map((_, at) => open.filter(({ player }) => player === at + 1).length);
    const most = Math.max(...left);
    return most === 0 ? null : left.indexOf(most) + 1;
  }

  /** What a roll earns a player in each of the open boxes, the most first; entries that break a rule are left out. @param player counted from 1 */
  suggestions(player: number, roll: Roll): Suggestion[] {
    const { dice, ranking } = this.game;
    const { boxes } = this.reading;
    const examine = this.#examiner(player);
    const found = boxes.flatMap((box, at): Suggestion[] => {
      if (box.player !== player || box.written.kind !== "empty") return [];
      const category = this.#category(box);
      const scores = category === undefined ? [] : scoresOfRoll(dice, category, roll);
      if (scores.length === 0) return [];
      const value = bestScore(this.game, scores);
      return examine(at, { kind: "score", value }).length === 0 ? [{ at, value }] : [];
    });
    return found.sort((a, b) => (ranking.order === "lowest" ? a.value - b.value : b.value - a.value));
  }

  #category({ column, category }: BoxPlace) {
    return gameReference(this.game)
      .inColumn.get(column ?? "")
      ?.find(({ id }) => id === category);
  }

  /** @returns gives the findings that an entry in a box of the player would bring */
  #examiner(player: number): (at: number, written: Written) => Finding[] {
    const own = this.#ownBoxes(player);
    return (at, written) => {
      const place = getElement(this.#places, at);
      const here = own.findIndex((box) => placeKey(box) === placeKey(place));
      const enter = (entry: Written) =>
        this.#examine(player, own.with(here, { ...getElement(own, here), written: entry }));
      const known = new Set(enter(EMPTY).found.map(findingKey));
      const brought = enter(written).found.filter((one) => !known.has(findingKey(one)));
      return brought.map((one) => ({ ...NOWHERE, ...one, player: getElement(this.names, player - 1) }));
    };
  }

  /** What may be entered in a box, by its index, with the findings that it would bring: every score, a strike, and nothing if the box is filled. */
  offers(at: number) {
    const place = getElement(this.#places, at);
    const { boxes } = this.reading;
    const stands = getElement(boxes, at).written;
    const category = this.#category(place);
    const possible: Written[] = [
      ...(category?.legal ?? this.#extras(place)).map((value) => ({ kind: "score", value }) as const),
      ...(category === undefined || category.strike === "never" ? [] : [{ kind: "strike" } as const]),
      ...(stands.kind === "empty" ? [] : [EMPTY]),
    ];
    const examine = this.#examiner(place.player);
    return possible.map((written) => ({ written, findings: examine(at, written) }));
  }

  /** The extra points that the rules give for a line of a player; others are no choice. */
  #extras({ player, line }: BoxPlace): number[] {
    const emptied = this.#ownBoxes(player).map((box) =>
      box.line === line ? { ...box, written: EMPTY } : box,
    );
    return allowedExtras(this.#examine(player, emptied)).filter((extra) => extra !== 0);
  }

  #ownBoxes(player: number): ReadBox[] {
    return playerBoxes(this.reading.boxes, player).map(({ at: _, ...box }) => box);
  }

  #examine(player: number, filled: readonly ReadBox[]) {
    const sheet = toPlayerSheet(filled, this.game, getElement(this.names, player - 1));
    return examineBoxes(sheet, { file: "", game: this.game, complete: null, players: [sheet] });
  }
}

/** What is written in the boxes of a sheet, as entries. */
export function sheetEntries({ game, players }: Pick<Sheet, "game" | "players">): Entered[] {
  return players.flatMap((player, at) =>
    sheetPlaces(game, at + 1).flatMap((place): Entered[] => {
      const { column, category, line } = place;
      const extras = player.sheetLines.get(line ?? "");
      const entry = category === null ? undefined : boxEntry(player, column ?? "", category);
      if (line !== null && extras !== undefined)
        return [{ ...place, written: { kind: "score", value: extras } }];
      if (entry === undefined || entry.kind === "empty") return [];
      return [{ ...place, written: entry.kind === "strike" ? { kind: "strike" } : entry }];
    }),
  );
}

/** What a finding says of a place unless it says otherwise. */
const NOWHERE = { column: null, category: null, line: null, written: null, expected: null, facts: {} };

/** Column by column what is written, then the line of extra points where there is one. */
function sheetPlaces(game: Game, player: number): BoxPlace[] {
  const { rowIds, lines } = gameReference(game);
  const boxes = game.columns.flatMap(({ id: column }) =>
    rowIds.map((category): BoxPlace => ({ player, column, category, line: null })),
  );
  const extras = lines.has(EXTRAS) ? [{ player, column: null, category: null, line: EXTRAS }] : [];
  return [...boxes, ...extras];
}

function placeKey({ player, column, category, line }: BoxPlace): string {
  return JSON.stringify([player, column, category, line]);
}

function findingKey({ code, column, category, facts }: Partial<Finding>): string {
  return JSON.stringify([code, column, category, facts]);
}

/** The player's sheet with every sum, bonus and total as it should be; extra points stay as they were written. */
function withSums(player: PlayerSheet, { lines }: SheetReport["players"][number]): PlayerSheet {
  const columnLines = new Map([...player.columnLines].map(([column, known]) => [column, new Map(known)]));
  const sheetLines = new Map(player.sheetLines);
  for (const { line, column, computed } of lines) {
    const place = column === null ? sheetLines : columnLines.get(column);
    place?.set(line, computed);
  }
  return { ...player, columnLines, sheetLines };
}
