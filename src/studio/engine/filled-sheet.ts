import { allowedExtras, examineBoxes } from "../../check/box-checks.ts";
import { checkSheet, type SheetReport } from "../../check/check-sheet.ts";
import type { Finding } from "../../check/checks.ts";
import { type BoxPlace, gameReference, type PlayerSheet, type Sheet } from "../../check/sheet.ts";
import { getElement } from "../../rules/arrays.ts";
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

/** What may be entered in a box, and the findings that it would bring. */
interface Offer {
  readonly written: Written;
  readonly findings: readonly Finding[];
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
  enteredWithout(leaving: number): Entered[] {
    return this.#entered
      .filter(({ player }) => player !== leaving)
      .map((one) => ({ ...one, player: one.player - (one.player > leaving ? 1 : 0) }));
  }

  /** The sheet with its sums, and what is found out about it. @param file what it is called */
  checkEntries(file: string): { readonly sheet: Sheet; readonly report: SheetReport } {
    const written = toTypedSheet(this.reading, this.game, file, this.names);
    const { players } = checkSheet(written);
    const sheet = {
      ...written,
      players: written.players.map((player, at) => withSums(player, getElement(players, at))),
    };
    return { sheet, report: checkSheet(sheet) };
  }

  /** What may be entered in a box, by its index: every score, a strike, and nothing if the box is filled. */
  offers(at: number): Offer[] {
    const place = getElement(this.#places, at);
    const { boxes } = this.reading;
    const stands = getElement(boxes, at).written;
    const own = playerBoxes(boxes, place.player).map(({ at: _, ...box }) => box);
    const here = own.findIndex((box) => placeKey(box) === placeKey(place));
    const examineEntry = (written: Written) => {
      const filled = own.with(here, { ...getElement(own, here), written });
      const player = toPlayerSheet(filled, this.game, getElement(this.names, place.player - 1));
      const sheet = { file: "", game: this.game, complete: null, players: [player] };
      return { ...examineBoxes(player, sheet), name: player.name };
    };
    const empty = examineEntry(EMPTY);
    const known = new Set(empty.found.map(findingKey));
    const category = gameReference(this.game)
      .inColumn.get(place.column ?? "")
      ?.find(({ id }) => id === place.category);
    // Extra points that the rules don't give are no choice.
    const scores = category?.legal ?? allowedExtras(empty).filter((extra) => extra !== 0);
    const possible: Written[] = [
      ...scores.map((value) => ({ kind: "score", value }) as const),
      ...(category === undefined || category.strike === "never" ? [] : [{ kind: "strike" } as const]),
      ...(stands.kind === "empty" ? [] : [EMPTY]),
    ];
    return possible.map((written) => {
      const { found, name } = examineEntry(written);
      const brought = found.filter((one) => !known.has(findingKey(one)));
      return { written, findings: brought.map((one) => ({ ...NOWHERE, ...one, player: name })) };
    });
  }
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

function findingKey({
  code,
  column,
  category,
  facts,
}: Pick<Partial<Finding>, "code" | "column" | "category" | "facts">): string {
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
