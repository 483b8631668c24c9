import { type Evidence, NO_INK } from "../digits/evidence.ts";
import type { DigitReader } from "../digits/reader.ts";
import { asFarAsSeen, inkIn } from "../inference/picture-reading.ts";
import { cellKey } from "../tables/found-table.ts";
import type { BoxPicture } from "../warp/cut-boxes.ts";
import type { ViewedTurn } from "./view-tables.ts";
import type { SeenSheet } from "./weigh-pads.ts";

/** Pictures of cells with what was read in them. */
export type CellEvidence = Map<BoxPicture, Evidence | null>;

/**
 * Reads what stands in the cells of a ruled sheet, before anything is known of its pad.
 *
 * @param isSigned whether a number may be below 0
 * @param read what was read before; what is read now is added to it
 */
export async function seenSheet(
  { turn, tables, cells }: Pick<ViewedTurn, "turn" | "tables" | "cells">,
  isSigned: boolean,
  digits: DigitReader,
  read: CellEvidence = new Map(),
): Promise<SeenSheet> {
  const unread = cells.flatMap(({ box }) => (box.isBlank || read.has(box) ? [] : [box]));
  const seen = await digits.read(
    unread.map(({ picture }) => picture),
    isSigned,
  );
  for (const [at, box] of unread.entries()) read.set(box, seen[at] ?? null);
  const looks = new Map<string, ReturnType<typeof asFarAsSeen>>();
  for (const { place, box } of cells) {
    const seen = box.isBlank ? NO_INK : (read.get(box) ?? null);
    looks.set(cellKey(place), asFarAsSeen(seen && inkIn(seen, box.isFaint), box.visible));
  }
  return {
    turn,
    cells: cells.map(({ place }) => place),
    evidence: (place) => looks.get(cellKey(place))?.evidence ?? null,
    glimpse: (place) => looks.get(cellKey(place))?.glimpse ?? null,
    columns: tables.map(({ down }) => down.length - 1),
  };
}
