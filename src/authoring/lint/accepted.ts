import { type Place, type Problem, problem } from "../../rules/problem/problem.ts";
import { ODDITIES } from "../../rules/variant/oddities.ts";
import { valuePlace } from "../../rules/variant/tree.ts";
import type { Trial } from "../../rules/variant/trials.ts";
import type { Met, Oddity } from "./oddity.ts";

/** Whether the variant, under the choices that bring the oddity about, says that it is meant. */
export function isAccepted({ oddity, trial }: Met): boolean {
  return (trial.draft.accept[oddity.code] ?? []).some((id) => isAbout(oddity, id));
}

function isAbout({ about }: Oddity, id: string): boolean {
  return about.includes(id);
}

/**
 * Acceptances of the file itself that accept nothing, as warnings: what they were written for has gone, and they would hide
 * the next one. What a base accepts may go unused.
 */
export function acceptsNothing(played: readonly Trial[], met: readonly Met[]): Problem[] {
  const entries = played.flatMap((trial) =>
    entriesOf(trial).map((entry) => ({ ...entry, isUsed: isUsed(entry, trial, met) })),
  );
  const used = new Set(entries.filter(({ isUsed }) => isUsed).map(({ place }) => spot(place)));
  const idle = entries.filter(({ place }) => !used.has(spot(place)));
  return [...new Map(idle.map((entry) => [spot(entry.place), entry])).values()].map(({ code, id, place }) => {
    const message = `nothing here is called \`${code}\` about \`${id}\`, so there is nothing to accept`;
    return problem("accepts-nothing", message, { severity: "warning", place, hint: "take it away" });
  });
}

interface Entry {
  readonly code: Oddity["code"];
  readonly id: string;
  readonly place: Place;
}

/** What the file itself accepts under the choices of a trial. */
function entriesOf({ draft: { accept, tree } }: Trial): Entry[] {
  return ODDITIES.flatMap((code) =>
    (accept[code] ?? []).map((id, i) => ({ code, id, place: valuePlace(tree, ["accept", code, i]) })),
  ).filter(({ place }) => place.file === tree.place.file);
}

function isUsed({ code, id }: Entry, trial: Trial, met: readonly Met[]): boolean {
  return met.some((one) => one.trial === trial && one.oddity.code === code && isAbout(one.oddity, id));
}

function spot({ line, col }: Place): string {
  return `${line}:${col}`;
}
