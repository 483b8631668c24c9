import type { CheckedSheet } from "../check/evening.ts";
import type { Sheet } from "../check/sheet.ts";
import { openQuestions, type PhotoSheet } from "../scan/sheet/photo-sheet.ts";
import { nameKey } from "../check/name.ts";
import { openState } from "./photo-state.ts";
import {
  type EveningName,
  filledBoxes,
  hexDigest,
  keptGame,
  listPlayerResults,
  rulesHash,
  type SheetToKeep,
} from "./sheet-to-keep.ts";

/** Where a checked sheet came from. */
export interface Origin extends Pick<SheetToKeep, "source" | "hash" | "part" | "also" | "engine"> {
  /** What holds where the sheet itself says nothing. */
  readonly evening: EveningName;
}

/** A checked sheet as a season keeps it. It waits as long as there are questions about its boxes, or its players have no names. */
export function checkedToKeep(
  checked: CheckedSheet & { readonly photo: PhotoSheet | null },
  origin: Origin,
): SheetToKeep {
  const { sheet, report, verdict, number, file, photo } = checked;
  const { source, hash, part, also, engine, evening } = origin;
  const unnamed = sheet.players.filter(({ name }) => checked.unnamed.includes(name)).length;
  const hasQuestions = photo !== null && (openQuestions(photo).length > 0 || verdict === "unsure");
  const waits = hasQuestions ? "questions" : unnamed > 0 && photo !== null ? "names" : null;
  return {
    ...{ source, hash, part, also, engine, file, number, verdict },
    identity: photo?.identity ?? null,
    game: keptGame(sheet.game),
    evening: resolveEveningName(sheet, evening),
    complete: report.complete,
    waits,
    open: waits === null || photo === null ? null : openState(photo, unnamed),
    results: waits === null ? listPlayerResults(checked) : [],
    seats: sheet.players.length,
    filled: filledBoxes(sheet.players),
  };
}

/** The evening of a sheet: what it says itself, or else what was said for all. */
function resolveEveningName({ occasion }: Sheet, usual: EveningName): EveningName {
  return {
    date: occasion?.date || usual.date,
    place: occasion?.place || usual.place,
    name: occasion?.evening || usual.name,
  };
}

/** What a typed sheet says, whatever its file is called and however it is laid out: 64 hexadecimal digits. */
export function typedHash({ game, complete, players, occasion }: Sheet): string {
  const { date = "", place = "", evening = "" } = occasion ?? {};
  const said = players.map(({ name, left, boxes, columnLines, sheetLines }) => [
    nameKey(name),
    left,
    sortEntries(boxes, (column) => sortEntries(column, (entry) => (entry.kind === "strike" ? "/" : entry))),
    sortEntries(columnLines, (column) => sortEntries(column, (value) => value)),
    sortEntries(sheetLines, (value) => value),
  ]);
  const text = JSON.stringify([rulesHash(game), date, place, evening, complete, said]);
  return hexDigest(new TextEncoder().encode(text));
}

/** The entries of a map in the order of their keys. */
function sortEntries<T>(map: ReadonlyMap<string, T>, plain: (value: T) => unknown): unknown[] {
  return [...map].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, value]) => [key, plain(value)]);
}
