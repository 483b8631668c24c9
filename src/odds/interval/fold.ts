import { elementAt } from "../../rules/arrays.ts";
import type { Box } from "../boxes.ts";
import type { Moment, Register } from "../registers.ts";
import { sumsOf } from "./majorants.ts";
import type { ValueShares } from "./outlook.ts";

/** For each class of a moment the one that it is taken for: itself, or one that is worth no less. */
export type Fold = (register: Register, moment: Moment) => readonly number[];

/** Sums that are rarer than this, with all beyond them, may be taken for higher ones. */
const RARE = 0.002;

/**
 * Takes sums that hardly ever come up for higher ones: low ones for the highest of them, high ones for the highest of all. A rule that
 * pays no less for more is then taken to pay no less. Other rules keep all their classes.
 *
 * @param written what boxes come to hold, roughly
 */
export function foldRareSums(boxes: readonly Box[], written: ValueShares): Fold {
  const growing = new Map<Register, boolean>();
  const grows = (register: Register) => {
    const known = growing.get(register) ?? growsWithSum(register, boxes);
    growing.set(register, known);
    return known;
  };
  return (register, moment) => {
    const same = moment.classes.map((_, at) => at);
    if (!grows(register)) return same;
    const shares = filledSums(register, moment, boxes, written);
    const order = same
      .filter((at) => moment.classes[at]?.isSettled === false)
      .sort((a, b) => sumIn(moment, a) - sumIn(moment, b));
    const chance = (is: (sum: number) => boolean) =>
      [...shares].reduce((all, [sum, share]) => (is(sum) ? all + share : all), 0);
    const low = order.findLast((at) => chance((sum) => sum <= sumIn(moment, at)) < RARE);
    const high = order.find((at) => chance((sum) => sum >= sumIn(moment, at)) < RARE);
    const top = order.at(-1);
    return same.map((at) => {
      if (!order.includes(at)) return at;
      if (low !== undefined && sumIn(moment, at) <= sumIn(moment, low)) return low;
      return high !== undefined && sumIn(moment, at) >= sumIn(moment, high) ? (top ?? at) : at;
    });
  };
}

function sumIn(moment: Moment, at: number): number {
  return moment.classes[at]?.content as number;
}

/** Whether a rule looks at a sum, and pays no less for more. */
function growsWithSum({ boxes, extra }: Register, all: readonly Box[]): boolean {
  if (extra?.kind !== "sum") return false;
  const mine = boxes.map((box) => elementAt(all, box));
  const measure = measureOf(extra, all);
  const sums = sumsOf(mine, (box, value) => measure(box)?.(value) ?? 0);
  return sums.every((sum, at) => at === 0 || extra.pays(sum) >= extra.pays(elementAt(sums, at - 1)));
}

/** How probable sums are of the boxes that are filled, as if each were filled apart from the others. */
function filledSums(
  { boxes, extra }: Register,
  moment: Moment,
  all: readonly Box[],
  written: ValueShares,
): Map<number, number> {
  let sums = new Map([[0, 1]]);
  if (extra?.kind !== "sum") return sums;
  const measure = measureOf(extra, all);
  for (const box of boxes) {
    const { nodes, values } = elementAt(all, box);
    for (let n = nodes.length - moment.open(box); n > 0; n--) {
      const grown = new Map<number, number>();
      for (const [sum, chance] of sums)
        values.forEach((value, at) => {
          const share = written[box]?.[at] ?? 0;
          if (share === 0) return;
          const next = sum + (measure(box)?.(value) ?? 0);
          grown.set(next, (grown.get(next) ?? 0) + chance * share);
        });
      sums = grown;
    }
  }
  return sums;
}

function measureOf(extra: Extract<Register["extra"], { kind: "sum" }>, all: readonly Box[]) {
  return (box: number) => elementAt(all, box).nodes.flatMap((node) => extra.measures.get(node) ?? [])[0];
}
