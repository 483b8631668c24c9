import { msg } from "../../problem/message.ts";
import { z } from "zod";
import { COLOURS, type Dice, type Die, facesOf, facesText, groupDice } from "../../dice/dice.ts";
import { getElement } from "../../arrays.ts";
import { joinCodeWords } from "../../problem/wording.ts";
import { MAX_SYMBOL_LENGTH, MAX_DICE, MAX_HANDS, MAX_SIDES } from "../limits.ts";
import { about, byId, type IssueSink, report, strict, wholeNumber, words, writtenAs } from "./definition.ts";

const face = wholeNumber(-100, 100);

export const layers = byId(
  about(words(), "The name of a layer. → { de: innen, en: inner }"),
  4,
  "Double dice: the layers of each die, by id. Each layer is scored by itself and fills its own box. → { inner: { de: innen, en: inner }, outer: { de: außen, en: outer } }",
);

export const symbols = byId(
  about(words(MAX_SYMBOL_LENGTH), "What a face shows. → { de: D, en: Q }"),
  MAX_SIDES,
  'What faces show instead of their number, by number. → { "4": { de: D, en: Q }, "5": { de: K, en: K } }',
  z.string(),
);

export const hands = about(
  wholeNumber(1, MAX_DICE),
  "The number of hands into which the player splits the dice after the last roll; each hand fills a box. → 2",
);

const colours = z.enum(COLOURS);

const shape = strict({
  count: about(wholeNumber(1, MAX_DICE), "How many dice are rolled. → 5").optional(),
  sides: about(wholeNumber(2, MAX_SIDES), "How many sides a die has; 6 by default. → 6").optional(),
  low: about(face, "The lowest number on a die; 1 by default. → 0").optional(),
  keep: about(
    wholeNumber(1, MAX_DICE),
    "How many dice are scored, with `hands` of each hand; all by default. → 5",
  ).optional(),
  hands: hands.optional(),
  set: about(
    z
      .array(z.tuple([face, face]))
      .min(1)
      .max(MAX_DICE),
    "Different dice, one by one, each with its lowest and highest number; instead of `count`, `sides` and `low`. → [[1, 6], [0, 9]]",
  ).optional(),
  colours: about(
    writtenAs(z.record(z.string(), colours), z.record(z.string().regex(/^-?\d+$/), colours)),
    'The colour of each number on the dice. → { "1": black, "2": red }',
  ).optional(),
  wild: about(
    strict({
      faces: about(z.array(face).min(1).max(MAX_SIDES), "The numbers that are wild. → [1]"),
      beside: about(
        z.boolean(),
        "Whether they may only replace a number that another die shows. → true",
      ).default(false),
    }),
    "Numbers that may replace any other, also for the score. Boxes for any dice, a sum or a colour count them as rolled. → { faces: [1], beside: true }",
  ).optional(),
  // Read separately, since layers have labels.
  layers: writtenAs(z.unknown(), layers).optional(),
  symbols: writtenAs(z.unknown(), symbols).optional(),
});

type Written = z.infer<typeof shape>;

/** The dice of one turn, or of one layer or hand: equal (`count`, `sides`, `low`) or listed one by one (`set`). */
export const dice: z.ZodType<Dice> = about(
  shape.transform((written, context): Dice => {
    const all = oneHand(buildDice(written, context), written.hands ?? 1, context);
    const scored = written.keep ?? all.length;
    if (all.length > 0 && scored > all.length) {
      const message = msg`rules.keep-too-large: \`keep\` scores ${scored} dice, but only ${all.length} are rolled`;
      const hint = msg`rules.at-most: at most ${all.length}`;
      report(context, { code: "keep-too-large", message, hint }, ["keep"]);
    } else if (handCount(all, scored) > MAX_HANDS) {
      const message = msg`rules.too-many-hands: these dice have more than ${MAX_HANDS} different rolls, too many to work with`;
      const hint = msg`rules.too-many-hands-hint: use fewer dice or fewer sides`;
      report(context, { code: "too-many-hands", message, hint, atKey: true });
    }
    checkWild(written, all, context);
    return { dice: all, scored, colours: buildColours(written, all, context), wild: written.wild };
  }),
  "The dice that are rolled. → { count: 5, sides: 6 }",
);

/** The dice of one hand, if they are split into several. */
function oneHand(all: readonly Die[], parts: number, to: IssueSink): readonly Die[] {
  if (parts === 1 || all.length === 0) return all;
  const [first] = all;
  const areAlike = all.every((die) => die.low === first?.low && die.high === first.high);
  if (all.length % parts !== 0 || !areAlike) {
    const message = areAlike
      ? msg`rules.uneven-dice: ${all.length} dice cannot be divided evenly into ${parts} hands`
      : msg`rules.unlike-dice-in-hands: different dice cannot be divided into hands`;
    report(to, { code: "contradiction", message, atKey: true }, ["hands"]);
  }
  return all.slice(0, Math.floor(all.length / parts));
}

function buildDice(written: Written, to: IssueSink): Die[] {
  if (written.set === null) {
    if (written.count === null) {
      report(to, {
        code: "missing-key",
        message: msg`rules.dice-without-count: \`dice\` needs \`count\`, the number of dice`,
        atKey: true,
      });
      return [];
    }
    const low = written.low ?? 1;
    const die = { low, high: low + (written.sides ?? 6) - 1 };
    return Array.from({ length: written.count }, () => die);
  }
  const beside = (["count", "sides", "low"] as const).filter((key) => written[key] !== null);
  const [first] = beside;
  if (first !== undefined) {
    const message = msg`rules.set-with-count: \`set\` already lists the dice one by one, so ${joinCodeWords(beside)} is not allowed`;
    const hint = msg`rules.remove-key-hint: remove it; if it comes from a base, write \`${first}: null\``;
    report(to, { code: "contradiction", message, hint, atKey: true }, ["set"]);
  }
  return written.set.map(([low, high], i) => {
    if (high <= low || high - low >= MAX_SIDES) {
      const message = msg`rules.bad-die: a die goes from its lowest face to its highest, at most ${MAX_SIDES} faces`;
      report(to, { code: "bad-die", message, hint: msg`rules.bad-die-hint: write \`[1, 6]\`` }, ["set", i]);
    }
    return { low, high };
  });
}

/** An upper bound on the number of hands of `scored` dice; exact for equal dice. */
function handCount(all: readonly Die[], scored: number): number {
  let ways = [1];
  for (const { die, count } of groupDice(all)) {
    const perCount = multisetCounts(die.high - die.low + 1, Math.min(count, scored));
    ways = Array.from({ length: scored + 1 }, (_, total) =>
      perCount.reduce((sum, count, taken) => sum + count * (ways[total - taken] ?? 0), 0),
    );
  }
  return ways[scored] ?? 0;
}

/** The number of multisets of 0, 1, … `most` faces out of `sides`. */
function multisetCounts(sides: number, most: number): number[] {
  const counts = [1];
  for (let size = 1; size <= most; size++)
    counts.push((getElement(counts, size - 1) * (sides + size - 1)) / size);
  return counts;
}

/** All faces of these dice, ascending. */
function listFaces(all: readonly Die[]): readonly number[] {
  return facesOf({ dice: all, scored: all.length, colours: null, wild: null });
}

/** Wild faces are on the dice, and not all of them. */
function checkWild({ wild }: Written, all: readonly Die[], to: IssueSink): void {
  if (wild === null || all.length === 0) return;
  const faces = listFaces(all);
  wild.faces.forEach((face, at) => {
    if (faces.includes(face)) return;
    report(to, { code: "unknown-face", message: msg`rules.unknown-face: no die shows \`${face}\`` }, [
      "wild",
      "faces",
      at,
    ]);
  });
  if (!faces.every((face) => wild.faces.includes(face))) return;
  const message = msg`rules.all-faces-wild: every number is wild, so every roll would fit everywhere`;
  report(to, { code: "contradiction", message }, ["wild", "faces"]);
}

function buildColours({ colours }: Written, all: readonly Die[], to: IssueSink): Dice["colours"] {
  if (colours === null || to.issues.length > 0) return null;
  const faces = listFaces(all);
  const byFace = new Map(Object.entries(colours).map(([key, name]) => [Number(key), name]));
  for (const key of Object.keys(colours).filter((k) => !faces.includes(Number(k)))) {
    const message = msg`rules.unknown-face: no die shows \`${key.slice(0, 20)}\``;
    report(to, { code: "unknown-face", message, atKey: true }, ["colours", key]);
  }
  const bare = faces.filter((face) => !byFace.has(face));
  if (bare.length > 0) {
    const message = msg`rules.missing-colours: no colour for ${facesText(bare)}`;
    report(to, { code: "missing-colour", message, atKey: true }, ["colours"]);
  }
  return byFace;
}
