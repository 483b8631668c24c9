import { elementAt } from "../../rules/arrays.ts";
import { nameKey } from "../../check/name.ts";
import { hasLeft, type SheetToKeep } from "../sheet-to-keep.ts";
import type { WrittenBoxes } from "./corrections.ts";

/** An entry that may be of the same sheet as one that comes in. */
export interface KeptTwin {
  readonly id: number;
  readonly isOpen: boolean;
  readonly questions: number;
  /** Whether its game is over. */
  readonly complete: boolean;
  /** Whether it waits because two of its names stand for one player. */
  readonly hasNamesakes: boolean;
  /** Whether both have the same printed number; else the same players played the same game on the same evening. */
  readonly isNumbered: boolean;
  readonly results: readonly WrittenBoxes[];
}

/** Sheets without a number that differ in more than this share of the boxes are different games. */
const MAX_CONFLICTS = 0.15;

/**
 * What is done with a sheet that may be there already, from another photo or typed in another way:
 *
 * - one with the same boxes under other names replaces one that waits because of its names;
 * - one that is settled replaces one that waits, and of two that wait the one with fewer questions replaces the other;
 * - one that waits, or leaves more questions, tells nothing new beside one that is settled (`worse`);
 * - of two that are settled, the same boxes are the same sheet (`again`); if it has all of them and more, the game went on, and it
 *   replaces the earlier state; if it has only some of them, it is an earlier state (`worse`);
 * - otherwise a person decides: nothing is overwritten (`disputed`). Sheets without a number that have little in common are `new`.
 */
export function twinRule(
  twin: KeptTwin,
  sheet: SheetToKeep,
): "replaces" | "worse" | "again" | "disputed" | "new" {
  const isOpen = sheet.waits !== null;
  if (twin.hasNamesakes && !twin.isNumbered) return hasSameBoxes(twin, sheet) ? "replaces" : "new";
  if (twin.isOpen) return isOpen && (sheet.open?.questions ?? 0) >= twin.questions ? "worse" : "replaces";
  if (isOpen) return "worse";
  const otherwise = twin.isNumbered ? "disputed" : "new";
  const areSamePlayers =
    twin.results.length === sheet.results.length &&
    sheet.results.every(
      (one, at) => hasLeft(one) || [null, nameKey(one.name)].includes(elementAt(twin.results, at).key),
    );
  if (!areSamePlayers) return otherwise;
  const all = sheet.results.map((one, at) => [elementAt(twin.results, at), one] as const);
  // Of those who have left the season nothing can be compared, and nothing brings them back.
  const pairs = all.filter(([before, now]) => before.key !== null && !hasLeft(now));
  const goesOn = pairs.every(([before, now]) => isWithin(before, now));
  const isEarlier = pairs.every(([before, now]) => isWithin(now, before));
  // A sheet may be called complete later, with no box more.
  const isEnd = sheet.complete && !twin.complete;
  if (goesOn && isEarlier && !isEnd) return "again";
  if (isEarlier && !isEnd) return "worse";
  if (pairs.length < all.length) return "disputed";
  if (goesOn) return "replaces";
  const boxes = pairs.flatMap(([before, now]) => now.boxes.map((_, box) => isSame(before, now, box)));
  return boxes.filter((same) => !same).length <= MAX_CONFLICTS * boxes.length ? "disputed" : otherwise;
}

function hasSameBoxes(twin: KeptTwin, { results }: SheetToKeep): boolean {
  return (
    twin.results.length === results.length &&
    results.every((now, at) => {
      const before = elementAt(twin.results, at);
      return isWithin(before, now) && isWithin(now, before);
    })
  );
}

type Boxes = Pick<WrittenBoxes, "boxes" | "struck">;

/** Whether all that stands in the boxes of one stands in those of the other. */
function isWithin(few: Boxes, many: Boxes): boolean {
  return few.boxes.every((score, box) => score === null || isSame(few, many, box));
}

function isSame(a: Boxes, b: Boxes, box: number): boolean {
  return a.boxes[box] === b.boxes[box] && a.struck.includes(box) === b.struck.includes(box);
}
