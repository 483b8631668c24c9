import { z } from "zod";
import type { Column, Note, Order, Section } from "../../game/game.ts";
import { COMPARISONS, type Comparison, type Constraint, NOTE_PLACES, TIER_MODES } from "../../game/game.ts";
import { LARGEST_NUMBER, LONGEST_NOTE, MOST_CATEGORIES } from "../limits.ts";
import { whole, words } from "./common.ts";
import { oneForm, say, strict } from "./said.ts";

const id = z.string();
/** The ids of a section's categories, or of a stage's. */
export const rows: z.ZodType<readonly string[]> = z.array(id).min(1).max(MOST_CATEGORIES);

export const MOST_STEPS = 20;

const from = whole(-LARGEST_NUMBER);

/** Where a bonus step starts, whatever else there is to it. */
export const stepStart = z.object({ from });

/** A section as a file writes it: its categories by their ids. */
export type SectionPart = Omit<Section, "id" | "categories"> & { readonly rows: readonly string[] };

export const section: z.ZodType<SectionPart> = strict({
  label: words(),
  rows,
  tiers: z
    .array(strict({ from, add: whole(-LARGEST_NUMBER) }))
    .max(MOST_STEPS)
    .default([]),
  tier_mode: z.enum(TIER_MODES).default("highest"),
}).transform(({ label, rows, tiers, tier_mode }) => ({ label, rows, tiers, tierMode: tier_mode }));

const outward: z.ZodType<Order> = strict({ outward: z.tuple([id, id]) }).transform(({ outward }) => ({
  kind: "outward",
  up: outward[0],
  down: outward[1],
}));

const stages: z.ZodType<Order> = strict({ stages: z.array(rows).min(1).max(MOST_CATEGORIES) }).transform(
  ({ stages }) => ({ kind: "stages", stages }),
);

const order = oneForm<Order>(
  "an order",
  { free: { kind: "free" }, down: { kind: "down" }, up: { kind: "up" }, inward: { kind: "inward" } },
  { outward, stages },
);

/** A column; one that stands alone needs no label. */
export const column: z.ZodType<Omit<Column, "id">> = strict({
  label: words().optional(),
  order,
  multiplier: whole(1, 100).default(1),
}).transform(({ label, ...read }) => ({ label: label ?? {}, ...read }));

/** A constraint with the spots of its two categories in the text, for pointing at them. */
export type ConstraintPart = Omit<Constraint, "id"> & { readonly rightOffset: number };

const expression = z.string().transform((text, context) => {
  const match = /^(\s*)(\w+)(\s*(<=|>=|<|>)\s*)(\w+)\s*$/.exec(text);
  const [, , left, between = "", sign, right] = match ?? [];
  const comparison = COMPARISONS.find((c) => c === sign);
  if (left === undefined || right === undefined || comparison === undefined) {
    const message = "expected a comparison of two categories";
    const hint = `write it like \`minimum < maximum\`, with one of ${COMPARISONS.join(" ")}`;
    say(context, { code: "bad-constraint", message, hint });
    return z.NEVER;
  }
  const rightOffset = text.indexOf(left) + left.length + between.length;
  return { left, right, comparison: comparison as Comparison, rightOffset };
});

export const constraint: z.ZodType<ConstraintPart> = strict({
  expr: expression,
  between: z.enum(["scored", "all"]).default("scored"),
}).transform(({ expr, between }) => ({ ...expr, between }));

/** A note stands with its place and its words side by side: `{at: turn, de: …, en: …}`. */
export const note: z.ZodType<Omit<Note, "id">> = z
  .object({ at: z.enum(NOTE_PLACES) })
  .loose()
  .transform(({ at, ...rest }, context) => {
    const text = words(LONGEST_NOTE).safeParse(rest);
    if (text.success) return { at, text: text.data };
    context.issues.push(...(text.error.issues as z.core.$ZodRawIssue[]));
    return z.NEVER;
  });

/** The variant's own words for a sum line. */
export const lineLabel = words();
