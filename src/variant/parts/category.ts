import { z } from "zod";
import type { Score } from "../../dice/formula.ts";
import { type Category, STRIKE_RULES } from "../../game/game.ts";
import { LARGEST_NUMBER } from "../limits.ts";
import { formula, whole, words } from "./common.ts";
import { pattern } from "./pattern.ts";
import { isRecord, oneForm, strict } from "./said.ts";

const byThrow: z.ZodType<Score> = strict({
  by_roll: z.array(whole(-LARGEST_NUMBER)).min(1).max(20),
}).transform(({ by_roll }) => ({ kind: "by-throw", values: by_roll }));

const mapScore = oneForm<Score>("a score", {}, { by_roll: byThrow });
const formulaScore = formula.transform((read): Score => ({ kind: "formula", formula: read }));

/** What a hit is worth: a formula, or one value for each throw it may have been made in. */
const score: z.ZodType<Score> = z.unknown().transform((value, context): Score => {
  const read = (isRecord(value) ? mapScore : formulaScore).safeParse(value);
  if (read.success) return read.data;
  context.issues.push(...(read.error.issues as z.core.$ZodRawIssue[]));
  return z.NEVER;
});

/** A category as a file writes it; its id is the key it stands under. */
export type CategoryPart = Omit<Category, "id" | "legal">;

export const category: z.ZodType<CategoryPart> = strict({
  label: words(),
  pattern,
  score,
  served: formula.optional(),
  strike: z.enum(STRIKE_RULES).default("allowed"),
}).transform((read) => ({ ...read, served: read.served ?? null }));
