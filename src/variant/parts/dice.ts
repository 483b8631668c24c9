import { z } from "zod";
import type { Dice, Die, Face } from "../../dice/dice.ts";
import { enumerated } from "../expected.ts";
import { LONGEST_LABEL, MOST_DICE, MOST_HANDS, MOST_SIDES } from "../limits.ts";
import { line, whole } from "./common.ts";
import { type Hearer, say, strict } from "./said.ts";

const face = whole(-100, 100);

const shape = strict({
  count: whole(1, MOST_DICE).optional(),
  sides: whole(2, MOST_SIDES).optional(),
  low: face.optional(),
  keep: whole(1, MOST_DICE).optional(),
  set: z
    .array(z.tuple([face, face]))
    .min(1)
    .max(MOST_DICE)
    .optional(),
  colours: z.record(z.string(), line(LONGEST_LABEL)).optional(),
  // Read apart: layers have labels of their own.
  layers: z.unknown().optional(),
});

type Written = z.infer<typeof shape>;

/** The dice of one turn or of one layer of it: alike (`count`, `sides`, `low`) or written out one by one (`set`). */
export const dice: z.ZodType<Dice> = shape.transform((written, context): Dice => {
  const all = diceFrom(written, context);
  const scored = written.keep ?? all.length;
  if (all.length > 0 && scored > all.length) {
    const message = `\`keep\` scores ${scored} dice, but only ${all.length} are rolled`;
    say(context, { code: "keep-too-large", message, hint: `at most ${all.length}` }, ["keep"]);
  } else if (handCount(all, scored) > MOST_HANDS) {
    const message = `these dice can fall in more than ${MOST_HANDS} ways that count, too many to look at each`;
    say(context, { code: "too-many-hands", message, hint: "take fewer dice or fewer sides", atKey: true });
  }
  return { dice: all, scored, colours: coloursFrom(written, all, context) };
});

function diceFrom(written: Written, to: Hearer): Die[] {
  if (written.set === undefined) {
    if (written.count === undefined) {
      say(to, { code: "missing-key", message: "`dice` needs `count`, the number of dice", atKey: true });
      return [];
    }
    const low = written.low ?? 1;
    const die = { low, high: low + (written.sides ?? 6) - 1 };
    return Array.from({ length: written.count }, () => die);
  }
  const beside = (["count", "sides", "low"] as const).filter((key) => written[key] !== undefined);
  if (beside.length > 0) {
    const keys = enumerated(beside.map((key) => `\`${key}\``));
    const message = `\`set\` lists the dice one by one, so ${keys} cannot stand beside it`;
    const hint = `leave it out; what a base has goes away with \`${beside[0]}: null\``;
    say(to, { code: "contradiction", message, hint, atKey: true }, ["set"]);
  }
  return written.set.map(([low, high], i) => {
    if (high <= low || high - low >= MOST_SIDES) {
      const message = `a die goes from its lowest face to its highest, at most ${MOST_SIDES} faces`;
      say(to, { code: "bad-die", message, hint: "write `[1, 6]`" }, ["set", i]);
    }
    return { low, high };
  });
}

/** How many different hands `scored` of these dice can make; equal dice taken together. */
function handCount(all: readonly Die[], scored: number): number {
  const kinds = new Map<string, { sides: number; count: number }>();
  for (const die of all) {
    const key = `${die.low} ${die.high}`;
    kinds.set(key, { sides: die.high - die.low + 1, count: (kinds.get(key)?.count ?? 0) + 1 });
  }
  let ways = [1];
  for (const { sides, count } of kinds.values()) {
    ways = Array.from({ length: scored + 1 }, (_, total) =>
      sumOver(Math.min(count, total), (taken) => (ways[total - taken] ?? 0) * multisets(sides, taken)),
    );
  }
  return ways[scored] ?? 0;
}

function sumOver(last: number, term: (i: number) => number): number {
  let sum = 0;
  for (let i = 0; i <= last; i++) sum += term(i);
  return sum;
}

/** Multisets of `size` faces out of `sides`. */
function multisets(sides: number, size: number): number {
  let ways = 1;
  for (let i = 1; i <= size; i++) ways = (ways * (sides + i - 1)) / i;
  return ways;
}

function coloursFrom(written: Written, all: readonly Die[], to: Hearer): ReadonlyMap<Face, string> | null {
  if (written.colours === undefined || to.issues.length > 0) return null;
  const faces = new Set(
    all.flatMap((die) => Array.from({ length: die.high - die.low + 1 }, (_, i) => die.low + i)),
  );
  const colours = new Map(Object.entries(written.colours).map(([key, name]) => [Number(key), name]));
  for (const key of Object.keys(written.colours).filter((k) => !faces.has(Number(k)))) {
    say(to, { code: "unknown-face", message: `no die shows \`${key.slice(0, 20)}\``, atKey: true }, [
      "colours",
      key,
    ]);
  }
  const bare = [...faces].filter((f) => !colours.has(f));
  if (bare.length > 0) {
    say(to, { code: "missing-colour", message: `no colour for ${bare.join(", ")}`, atKey: true }, [
      "colours",
    ]);
  }
  return colours;
}
