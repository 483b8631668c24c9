import { type Evidence, NO_INK } from "../digits/evidence.ts";
import type { DigitReader } from "../digits/reader.ts";
import { inkIn } from "../inference/picture-reading.ts";
import { cellKey } from "../tables/found-table.ts";
import { MIN_VISIBLE } from "../warp/cut-boxes.ts";
import type { ViewedTurn } from "./view-tables.ts";
import type { SeenSheet } from "./weigh-pads.ts";

/** Reads what stands in the cells of a ruled sheet, before anything is known of its pad. @param isSigned whether a number may be below 0 */
export async function seenSheet(
  { turn, tables, cells }: ViewedTurn,
  isSigned: boolean,
  digits: DigitReader,
): Promise<SeenSheet> {
  const inked = cells.flatMap(({ box }) => (box.isBlank ? [] : [box.picture]));
  const read = (await digits.read(inked, isSigned)).values();
  const evidence = new Map<string, Evidence | null>();
  for (const { place, box } of cells) {
    const seen = box.isBlank ? NO_INK : (read.next().value ?? null);
    const weighed = seen && inkIn(seen, box.isFaint);
    evidence.set(cellKey(place), box.visible >= MIN_VISIBLE ? weighed : null);
  }
  return {
    turn,
    cells: cells.map(({ place }) => place),
    evidence: (place) => evidence.get(cellKey(place)) ?? null,
    columns: tables.map(({ down }) => down.length - 1),
  };
}
