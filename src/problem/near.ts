import { distance } from "fastest-levenshtein";

/**
 * The known word closest to a misspelt one.
 *
 * @returns the nearest candidate if it is near enough to be what was meant (at most a third of the letters differ, and at
 * least one typing slip is always forgiven), else null
 */
export function nearest(word: string, candidates: Iterable<string>): string | null {
  let best: string | null = null;
  let bestDistance = Math.max(1, Math.floor(word.length / 3)) + 1;
  for (const candidate of candidates) {
    const d = distance(word.toLowerCase(), candidate.toLowerCase());
    if (d < bestDistance) {
      best = candidate;
      bestDistance = d;
    }
  }
  return best;
}

/** The hint for a misspelt word: the near miss if there is one, else the words that would do. */
export function hintFor(word: string, candidates: readonly string[]): string {
  const near = nearest(word, candidates);
  if (near !== null) return `did you mean \`${near}\`?`;
  return candidates.length === 0 ? "nothing may stand here" : `possible here: ${candidates.join(", ")}`;
}
