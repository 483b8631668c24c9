import { elementAt } from "../../rules/arrays.ts";
import { nameKey } from "../name-key.ts";
import type { SheetToKeep } from "../sheet-to-keep.ts";

/** The boxes of a player, as results hold them. */
interface Boxes {
  readonly boxes: readonly (number | null)[];
  readonly struck: readonly number[];
}

/** The entry of a numbered sheet of which another photo comes in. */
export interface KeptTwin {
  readonly id: number;
  readonly isOpen: boolean;
  readonly questions: number;
  readonly complete: boolean;
  readonly results: readonly (Boxes & { readonly key: string })[];
}

/**
 * What is done with a photo of a numbered sheet that is there from another photo:
 *
 * - one that is settled replaces one that waits, and of two that wait the one with fewer questions replaces the other;
 * - one that waits, or leaves more questions, tells nothing new beside one that is settled (`worse`);
 * - of two that are settled, the same boxes are the same sheet (`again`); if it has all of them and more, the game went on, and it
 *   replaces the earlier state; if it has only some of them, it is an earlier state (`worse`);
 * - otherwise a person decides: nothing is overwritten (`disputed`).
 */
export function twinRule(twin: KeptTwin, sheet: SheetToKeep): "replaces" | "worse" | "again" | "disputed" {
  const isOpen = sheet.waits !== null;
  if (twin.isOpen) return isOpen && (sheet.open?.questions ?? 0) >= twin.questions ? "worse" : "replaces";
  if (isOpen) return "worse";
  const areSamePlayers =
    twin.results.length === sheet.results.length &&
    sheet.results.every(({ name }, at) => twin.results[at]?.key === nameKey(name));
  if (!areSamePlayers) return "disputed";
  const pairs = sheet.results.map((one, at) => [elementAt(twin.results, at), one] as const);
  const isWithin = (few: Boxes, many: Boxes) =>
    few.boxes.every((score, box) => score === null || isSame(few, many, box));
  const goesOn = pairs.every(([before, now]) => isWithin(before, now));
  const isEarlier = pairs.every(([before, now]) => isWithin(now, before));
  if (goesOn && isEarlier) return "again";
  return goesOn ? "replaces" : isEarlier ? "worse" : "disputed";
}

function isSame(a: Boxes, b: Boxes, box: number): boolean {
  return a.boxes[box] === b.boxes[box] && a.struck.includes(box) === b.struck.includes(box);
}
