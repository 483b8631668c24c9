import type { Countable, Tallies } from "./tallies.ts";
import { connected, sumsFrom, type TiedBoxes, tiedBoxesOf } from "./tied-boxes.ts";

/** Tied boxes in the order in which they are worked out, each with the running sums that are complete after them. */
export type Stretch = readonly {
  readonly tied: TiedBoxes;
  /** Positions of running sums, each before those that it goes on to. */
  readonly complete: readonly number[];
}[];

/**
 * All boxes of a game in stretches that have no running sum in common, so that each can be worked out for itself. In a
 * stretch, boxes come in an order in which running sums are complete soon.
 */
export function stretchesOf(game: Countable, tallies: Tallies): Stretch[] {
  const groups = tiedBoxesOf(game).map((tied) => ({
    tied,
    sums: reachedBy(sumsFrom(game, tied, tallies), tallies),
  }));
  const shared = connected(groups, (a, b) => [...a.sums].some((at) => b.sums.has(at)));
  return shared.map((stretch) => {
    const isByRow = stretch.some(({ sums }) => [...sums].some((at) => tallies.all[at]?.watch?.row != null));
    const tied = stretch.map((group) => group.tied);
    return completed(game, isByRow ? byRow(game, tied) : tied, tallies);
  });
}

/** These sums with all that they go on to. */
function reachedBy(direct: ReadonlySet<number>, { all }: Tallies): Set<number> {
  const reached = new Set(direct);
  // Each sum comes before those that it goes on to, so one pass is enough.
  all.forEach(({ outlet }, at) => {
    if (reached.has(at)) for (const further of outlet.sums) reached.add(further);
  });
  return reached;
}

function byRow(game: Countable, tied: readonly TiedBoxes[]): TiedBoxes[] {
  const rows = game.sections.flatMap(({ categories }) => categories.map(({ id }) => id));
  const rowOf = ({ boxes }: TiedBoxes) => rows.indexOf(boxes[0]?.id ?? "");
  return tied.toSorted((a, b) => rowOf(a) - rowOf(b));
}

function completed(game: Countable, order: readonly TiedBoxes[], tallies: Tallies): Stretch {
  const last = tallies.all.map(() => -1);
  order.forEach((tied, position) => {
    for (const at of sumsFrom(game, tied, tallies)) last[at] = position;
  });
  tallies.all.forEach(({ outlet }, at) => {
    for (const further of outlet.sums) last[further] = Math.max(last[further] ?? -1, last[at] ?? -1);
  });
  return order.map((tied, position) => ({
    tied,
    complete: tallies.all.flatMap((_, at) => (last[at] === position ? [at] : [])),
  }));
}
