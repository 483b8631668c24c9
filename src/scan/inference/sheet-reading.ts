import {
  type BoxEntry,
  type BoxPlace,
  type PlayerSheet,
  gameReference,
  entryScore,
  type Sheet,
} from "../../check/sheet.ts";
import { checkSheet } from "../../check/check-sheet.ts";
import type { Game } from "../../rules/game/game.ts";
import type { Evidence } from "../digits/evidence.ts";

/** A box of a photographed sheet before it is read. */
export interface SeenBox extends BoxPlace {
  /** Null where the box can't be seen: covered, in a glare, outside of the photo. */
  readonly evidence: Evidence | null;
  /** From the visible part of a hidden box. It counts for less than a full picture, and ranks proposals. */
  readonly partialEvidence?: Evidence | null;
  /** Whether ink across its upper or lower line may be its entry, of which the picture shows a part. */
  readonly isAstride?: boolean;
}

/** The content of a box, as far as it was read. */
export type Written =
  | { readonly kind: "empty" }
  | { readonly kind: "strike" }
  | { readonly kind: "score"; readonly value: number }
  /** Ink that is neither, or a box that can't be seen. */
  | { readonly kind: "unknown" };

export const EMPTY: Written = { kind: "empty" };

/** One of several contents that a box may have. */
export interface Alternative {
  readonly written: Written;
  readonly probability: number;
}

/** Why a person should be asked about a box. */
export type Doubt = "hidden" | "corrected" | "scribble" | "unclear";

/** A box read with the rules in mind. */
export interface ReadBox extends BoxPlace {
  readonly written: Written;
  /** The probability of `written`, given all evidence on the sheet. 1 once a person has confirmed it. */
  readonly confidence: number;
  /** The next most probable contents, best first; at most five. */
  readonly alternatives: readonly Alternative[];
  /** Null if nobody needs to be asked. */
  readonly doubt: Doubt | null;
  /** Whether a person confirmed the content. */
  readonly confirmed: boolean;
}

/** The possible contents of a box: first what was read, then its alternatives. */
export function alternativeReadings({ written, confidence, alternatives }: ReadBox): Alternative[] {
  return [{ written, probability: confidence }, ...alternatives];
}

/** A photographed sheet as it was read, box by box. */
export interface SheetReading {
  /** In the order in which the boxes were given. */
  readonly boxes: readonly ReadBox[];
  /** Players, counted from 1, whose columns hold any ink. */
  readonly players: readonly number[];
}

/** A string that identifies what was written. */
export function writtenKey(written: Written): string {
  return written.kind === "score" ? String(written.value) : written.kind;
}

/** The entry for a typed sheet. All strike marks are equal; unknown content is left empty. */
export function toBoxEntry(written: Written): BoxEntry {
  if (written.kind === "score") return written;
  return written.kind === "strike" ? { kind: "strike", mark: "/" } : { kind: "empty" };
}

/** The number on a line: 0 if it was struck through, null if it is blank. */
export function lineValue(written: Written): number | null {
  return entryScore(toBoxEntry(written));
}

/** The boxes of a player, with their indices on the sheet. */
export function playerBoxes<Box extends { readonly player: number }>(boxes: readonly Box[], player: number) {
  return boxes.flatMap((box, at) => (box.player === player ? [{ ...box, at }] : []));
}

/** The contents that a person confirmed, by index of the box. */
export type Answers = ReadonlyMap<number, Written>;
export const NO_ANSWERS: Answers = new Map();

export function personAnswers({ boxes }: SheetReading): Answers {
  return new Map(boxes.flatMap(({ confirmed, written }, at) => (confirmed ? [[at, written] as const] : [])));
}

/** The reading with a person's answer for the box with this index; no other box changes. */
export function confirm(reading: SheetReading, at: number, written: Written): SheetReading {
  const box = reading.boxes[at];
  if (box === undefined) return reading;
  const isUnknown = written.kind === "unknown";
  const answered: ReadBox = {
    ...box,
    written,
    confidence: isUnknown ? 0 : 1,
    alternatives: isUnknown ? box.alternatives : [],
    doubt: isUnknown ? (box.doubt ?? "unclear") : null,
    confirmed: !isUnknown,
  };
  const holdsInk = lineValue(written) !== null;
  const players = new Set([...reading.players, ...(holdsInk ? [box.player] : [])]);
  return { boxes: reading.boxes.with(at, answered), players: [...players].sort((a, b) => a - b) };
}

/**
 * Converts a reading into a typed sheet of the players who wrote anything; unreadable boxes are left empty.
 *
 * @param names of the players in the order of the pad; a player without a name gets a number
 */
export function toTypedSheet(
  reading: SheetReading,
  game: Game,
  file: string,
  names: readonly string[],
): Sheet {
  const players = reading.players.map((player) =>
    toPlayerSheet(playerBoxes(reading.boxes, player), game, names[player - 1] || String(player)),
  );
  return { file, game, complete: null, players };
}

/**
 * Converts one player of a reading. Store-bought pads repeat some lines; if the copies differ, the wrong one is taken, so that the check
 * reports it.
 */
export function toPlayerSheet(own: readonly ReadBox[], game: Game, name: string): PlayerSheet {
  const player = fillPlayerSheet(own, game, name);
  if (!own.some((box) => contradictsCopy(box, own))) return player;
  const other = fillPlayerSheet(own.toReversed(), game, name);
  const faults = (one: PlayerSheet) =>
    checkSheet({ file: "", game, complete: null, players: [one] }).findings.length;
  return faults(other) > faults(player) ? other : player;
}

/** Whether the pad repeats this line and the copy holds another number. */
function contradictsCopy({ line, column, written }: ReadBox, own: readonly ReadBox[]): boolean {
  const value = lineValue(written);
  if (line === null || value === null) return false;
  return own.some((other) => {
    const copy = lineValue(other.written);
    return other.line === line && other.column === column && copy !== null && copy !== value;
  });
}

function fillPlayerSheet(own: readonly ReadBox[], game: Game, name: string): PlayerSheet {
  const { rowIds } = gameReference(game);
  const blank = rowIds.map((row): [string, BoxEntry] => [row, { kind: "empty" }]);
  const boxes = new Map(game.columns.map(({ id }) => [id, new Map(blank)]));
  const columnLines = new Map(game.columns.map(({ id }) => [id, new Map<string, number>()]));
  const sheetLines = new Map<string, number>();
  for (const { column, category, line, written } of own) {
    if (category !== null) boxes.get(column ?? "")?.set(category, toBoxEntry(written));
    const value = lineValue(written);
    const lines = column === null ? sheetLines : columnLines.get(column);
    if (line !== null && value !== null) lines?.set(line, value);
  }
  return { name, left: false, boxes, columnLines, sheetLines };
}
