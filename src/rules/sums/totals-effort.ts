import { type Range, rangeOfBox, rangeOfFormula, sumOfRanges } from "./ranges.ts";
import { type Stretch, stretchesOf } from "./stretches.ts";
import { boxesCountedIn } from "./sum-graph.ts";
import { type Countable, type CountableBox, type Counting, type Tallies, talliesOf } from "./tallies.ts";
import { sumsFrom, type TiedBoxes, waysIn } from "./tied-boxes.ts";

/**
 * An upper bound for how many fillings and running sums the highest and lowest total must look at. The games that people play
 * stay in the thousands; a file that ties many boxes together could keep us busy for ever.
 *
 * @param repeats whether further rolls of the top category earn extra points
 */
export function effortOfTotals(game: Countable, repeats: boolean): number {
  return Math.max(effortOf(game, "total", repeats), effortOf(game, "points", repeats));
}

/** The largest number, with either sign, that a total can come to, roughly and never less. */
export function largestTotal(game: Countable): number {
  const rows = game.sections.map((section) => {
    const worths = [...section.tiers.map(({ add }) => add), section.floor ?? 0];
    const ends = rangeOfSection(game, section);
    return Math.max(...ends.map(Math.abs)) + worths.reduce((sum, worth) => sum + Math.abs(worth), 0);
  });
  const column = rows.reduce((sum, most) => sum + most, 0);
  return game.columns.reduce((sum, { multiplier }) => sum + multiplier * column, 0);
}

function rangeOfSection(game: Countable, section: Countable["sections"][number]): Range {
  const boxes = game.sections.flatMap(({ categories }) => categories);
  const rangeOf = (id: string) => rangeOfBox(boxes.find((box) => box.id === id) ?? { legal: [] });
  if (section.total !== null) return rangeOfFormula(section.total, rangeOf);
  return sumOfRanges(boxesCountedIn(section).map(rangeOf));
}

function effortOf(game: Countable, counting: Counting, repeats: boolean): number {
  const tallies = talliesOf(game, counting);
  const fillings = (boxes: readonly CountableBox[]) =>
    boxes.reduce((count, { legal }) => count * (legal.length + 1) * (repeats ? 2 : 1), 1);
  return stretchesOf(game, tallies).reduce((effort, stretch) => {
    const reach = reachOfSums(game, stretch, tallies);
    const open = new Set<number>();
    let states = 1;
    for (const { tied, complete } of stretch) {
      effort += states * fillings(tied.boxes);
      for (const at of sumsFrom(game, tied, tallies)) open.add(at);
      for (const at of complete) for (const further of tallies.all[at]?.outlet.sums ?? []) open.add(further);
      for (const at of complete) open.delete(at);
      const most = [...open].reduce((ways, at) => ways * (reach[at] ?? 1), 1);
      states = Math.min(states * worthKeeping(game, tied, tallies, repeats), most);
    }
    return effort;
  }, 0);
}

/** At most as many ways to fill tied boxes are worth keeping: of those that lead to the same sums only the best one is. */
function worthKeeping(game: Countable, tied: TiedBoxes, tallies: Tallies, repeats: boolean): number {
  const scores = ({ legal }: CountableBox) => legal.length + 1;
  if (!repeats && growsWithScores(game, tied, tallies)) {
    // Of ways that are as good in all boxes but one, only the one that is best there goes on.
    return product(tied.boxes.map(scores)) / Math.max(...tied.boxes.map(scores));
  }
  const ways = waysIn(game, tied, tallies).filter(({ outlet }) => outlet.sums.length > 0);
  return product(ways.flatMap(({ boxes }) => boxes).map(scores));
}

function product(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all * one, 1);
}

/** Whether more in any of some boxes is never worse, whatever the others hold. */
function growsWithScores(game: Countable, tied: TiedBoxes, tallies: Tallies): boolean {
  const isInFormula = game.sections
    .filter(({ total }) => total !== null)
    .some((section) => tied.boxes.some(({ id }) => boxesCountedIn(section).includes(id)));
  if (isInFormula) return false;
  const isNeverNegative = tied.boxes.every(({ legal }) => (legal[0] ?? 0) >= 0);
  return [...sumsFrom(game, tied, tallies)].every((at) => {
    const tally = tallies.all[at];
    const of = tally?.watch?.of ?? "total";
    return tally?.climbs === true && (of === "total" || (of === "scored" && isNeverNegative));
  });
}

/** Beyond this many values, what a sum is worth is not looked at for each. */
const MAX_LOOKED_AT = 10_000;

/** How many values each running sum can have. */
function reachOfSums(game: Countable, stretch: Stretch, tallies: Tallies): number[] {
  const ranges = tallies.all.map((): Range => [0, 0]);
  const grow = (at: number, [least, most]: Range, factor: number) => {
    const own = ranges[at] ?? [0, 0];
    ranges[at] = sumOfRanges([own, [least * factor, most * factor]]);
  };
  for (const { tied } of stretch) {
    for (const { range, outlet } of waysIn(game, tied, tallies))
      for (const at of outlet.sums) grow(at, range, outlet.factor);
  }
  // Each sum comes before those that it goes on to.
  tallies.all.forEach(({ worth, outlet }, at) => {
    const [least, most] = ranges[at] ?? [0, 0];
    if (most - least > MAX_LOOKED_AT) return;
    const worths = Array.from({ length: most - least + 1 }, (_, i) => worth(least + i));
    for (const further of outlet.sums)
      grow(further, [Math.min(...worths), Math.max(...worths)], outlet.factor);
  });
  return ranges.map(([least, most]) =>
    most - least > MAX_LOOKED_AT ? Number.MAX_SAFE_INTEGER : most - least + 1,
  );
}
