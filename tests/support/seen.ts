import type { Game } from "../../src/rules/game/game.ts";
import { BOX_KINDS, type BoxKind, type Evidence } from "../../src/scan/digits/evidence.ts";
import type { SeenBox } from "../../src/scan/inference/sheet-reading.ts";
import { placesOf } from "./photographed.ts";

/** A picture of a number that may be one of these, with their probabilities. @param other that of each other number */
export function seeing(
  texts: Readonly<Record<string, number>>,
  kind: "number" | "corrected" = "number",
  other = 1e-6,
): Evidence {
  const likely = Object.entries(texts)
    .map(([text, probability]) => ({ text, probability }))
    .sort((a, b) => b.probability - a.probability);
  return { kinds: kindsAs(kind), likely, script: null, probability: (text) => texts[text] ?? other };
}

/** A picture without a number. */
export function seenAs(kind: BoxKind): Evidence {
  return { kinds: kindsAs(kind), likely: [], script: null, probability: () => 1e-3 };
}

function kindsAs(kind: BoxKind): Record<BoxKind, number> {
  const shares = BOX_KINDS.map((name) => [name, name === kind ? 0.9996 : 0.0001] as const);
  return Object.fromEntries(shares) as Record<BoxKind, number>;
}

/**
 * The boxes of one player's sheet that was written clearly.
 *
 * @param rows the content of each box and line by its id; `/` is a strike, and what is missing is empty
 * @param changes boxes that look otherwise; null is hidden
 */
export function seenSheet(
  game: Game,
  rows: Readonly<Record<string, number | string>>,
  changes: Readonly<Record<string, Evidence | null>>,
): SeenBox[] {
  return placesOf(game, 1).map((place) => {
    const row = place.category ?? place.line ?? "";
    const change = changes[row];
    if (change !== undefined) return { ...place, evidence: change };
    const ink = rows[row];
    if (ink === undefined) return { ...place, evidence: seenAs("empty") };
    return { ...place, evidence: ink === "/" ? seenAs("struck") : seeing({ [ink]: 0.999 }) };
  });
}
