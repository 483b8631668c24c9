import { z } from "zod";
import type { Pattern } from "../../dice/pattern.ts";
import { MAX_PATTERN, MAX_DICE, MAX_PATTERNS } from "../limits.ts";
import { whole } from "./common.ts";
import { oneForm, say, strict } from "./said.ts";
import { about, writtenAs } from "./written.ts";

const face = whole(-1_000, 1_000);
const size = whole(1, MAX_DICE);
const same = z.literal("same");

const faceForm: z.ZodType<Pattern> = strict({
  face: face.meta(about("A number: all dice that show it are the hit.", 3)),
  min: size.meta(about("How many dice must show it at least.", 2)).default(1),
}).transform((value) => ({ kind: "face", ...value }));

const groupsForm: z.ZodType<Pattern> = strict({
  groups: z
    .array(size)
    .min(1)
    .max(MAX_DICE)
    .meta(about("Alike dice: `[3]` three of a kind, `[3, 2]` a full house, `[2, 2]` two pairs.", [3, 2])),
  distinct: z
    .boolean()
    .meta(
      about(
        "Whether each group needs another number. With `false`, five alike are a full house as well.",
        false,
      ),
    )
    .default(true),
  colour: same.meta(about("All dice of the groups have one colour.", "same")).optional(),
}).transform(({ groups, distinct, colour }) => ({
  kind: "groups",
  sizes: [...groups].sort((a, b) => b - a),
  distinct,
  sameColour: colour !== undefined,
}));

const runForm: z.ZodType<Pattern> = strict({
  run: whole(2, MAX_DICE).meta(about("A straight: how many numbers in a row.", 5)),
  from: face
    .meta(about("The number that the straight must start with; any if nothing is said.", 1))
    .optional(),
  wrap: z
    .boolean()
    .meta(about("Whether the straight may go on with the lowest number after the highest.", true))
    .default(false),
}).transform(({ run, from, wrap }) => ({ kind: "run", length: run, from: from ?? null, wrap }));

const facesForm: z.ZodType<Pattern> = strict({
  faces: z
    .array(face)
    .min(1)
    .max(MAX_DICE)
    .meta(about("These numbers, each on a die of its own.", [1, 3, 5])),
}).transform(({ faces }) => ({ kind: "faces", faces }));

const total = whole(-10_000, 10_000);

const sumForm: z.ZodType<Pattern> = strict({
  sum: strict({
    eq: total.meta(about("What the dice must add up to.", 13)).optional(),
    min: total.meta(about("What the dice must add up to at least.", 33)).optional(),
    max: total.meta(about("What the dice may add up to at most.", 10)).optional(),
  }).meta(about("What all scored dice must add up to.", { eq: 13 })),
}).transform(({ sum }, context) => {
  const { eq = null, min = null, max = null } = sum;
  if (eq === null && min === null && max === null && context.issues.length === 0) {
    say(context, { code: "missing-key", message: "`sum` needs `eq`, `min` or `max`" }, ["sum"]);
  }
  return { kind: "sum" as const, eq, min, max };
});

const colourForm: z.ZodType<Pattern> = strict({
  colour: same.meta(about("All scored dice have one colour.", "same")),
}).transform(() => ({ kind: "colour" }));

const tooDeep: z.ZodType<Pattern> = writtenAs(
  z.unknown().transform((_, context) => {
    const message = `patterns stand within patterns at most ${MAX_PATTERN} deep`;
    say(context, { code: "too-deep", message });
    return z.NEVER;
  }),
  z.never(),
);

/** What the dice must show, as a file writes it. */
export const pattern: z.ZodType<Pattern> = patternWithin(MAX_PATTERN);

function patternWithin(depth: number): z.ZodType<Pattern> {
  const forms: Record<string, z.ZodType<Pattern>> = {
    face: faceForm,
    groups: groupsForm,
    run: runForm,
    faces: facesForm,
    sum: sumForm,
    colour: colourForm,
  };
  const part = depth > 1 ? patternWithin(depth - 1) : tooDeep;
  const several = z.array(part).min(1).max(MAX_PATTERNS);
  forms.all = strict({
    all: several.meta(
      about("All of these patterns at once; the dice of the first one are the hit.", [
        { groups: [2] },
        { sum: { eq: 13 } },
      ]),
    ),
  }).transform(({ all }) => ({ kind: "all", of: all }));
  forms.one_of = strict({
    one_of: several.meta(about("Any one of these patterns.", [{ run: 5 }, { groups: [3, 2] }])),
  }).transform(({ one_of }) => ({ kind: "one-of", of: one_of }));
  return oneForm<Pattern>("a pattern", { any: { kind: "any" }, none: { kind: "none" } }, forms);
}
