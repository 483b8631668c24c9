import { z } from "zod";
import type { Pattern } from "../../dice/pattern.ts";
import { DEEPEST_PATTERN, MOST_DICE, MOST_PATTERNS } from "../limits.ts";
import { whole } from "./common.ts";
import { oneForm, say, strict } from "./said.ts";

const face = whole(-1_000, 1_000);
const size = whole(1, MOST_DICE);
const same = z.literal("same");

const faceForm: z.ZodType<Pattern> = strict({ face, min: size.default(1) }).transform((value) => ({
  kind: "face",
  ...value,
}));

const groupsForm: z.ZodType<Pattern> = strict({
  groups: z.array(size).min(1).max(MOST_DICE),
  distinct: z.boolean().default(true),
  colour: same.optional(),
}).transform(({ groups, distinct, colour }) => ({
  kind: "groups",
  sizes: [...groups].sort((a, b) => b - a),
  distinct,
  sameColour: colour !== undefined,
}));

const runForm: z.ZodType<Pattern> = strict({
  run: whole(2, MOST_DICE),
  from: face.optional(),
  wrap: z.boolean().default(false),
}).transform(({ run, from, wrap }) => ({ kind: "run", length: run, from: from ?? null, wrap }));

const facesForm: z.ZodType<Pattern> = strict({ faces: z.array(face).min(1).max(MOST_DICE) }).transform(
  ({ faces }) => ({ kind: "faces", faces }),
);

const total = whole(-10_000, 10_000).optional();

const sumForm: z.ZodType<Pattern> = strict({
  sum: strict({ eq: total, min: total, max: total }),
}).transform(({ sum }, context) => {
  const { eq = null, min = null, max = null } = sum;
  if (eq === null && min === null && max === null && context.issues.length === 0) {
    say(context, { code: "missing-key", message: "`sum` needs `eq`, `min` or `max`" }, ["sum"]);
  }
  return { kind: "sum" as const, eq, min, max };
});

const colourForm: z.ZodType<Pattern> = strict({ colour: same }).transform(() => ({ kind: "colour" }));

const tooDeep: z.ZodType<Pattern> = z.unknown().transform((_, context) => {
  const message = `patterns stand within patterns at most ${DEEPEST_PATTERN} deep`;
  say(context, { code: "too-deep", message });
  return z.NEVER;
});

/** What the dice must show, as a file writes it. */
export const pattern: z.ZodType<Pattern> = patternWithin(DEEPEST_PATTERN);

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
  const several = z.array(part).min(1).max(MOST_PATTERNS);
  forms.all = strict({ all: several }).transform(({ all }) => ({ kind: "all", of: all }));
  forms.one_of = strict({ one_of: several }).transform(({ one_of }) => ({ kind: "one-of", of: one_of }));
  return oneForm<Pattern>("a pattern", { any: { kind: "any" }, none: { kind: "none" } }, forms);
}
