import { z } from "zod";
import type { Score } from "../../dice/formula.ts";
import { BOX_STATES, type Category, STRIKE_RULES } from "../../game/game.ts";
import { MAX_NUMBER } from "../limits.ts";
import { formula, whole, words } from "./common.ts";
import { pattern } from "./pattern.ts";
import { isRecord, oneForm, strict } from "./said.ts";
import { about, writtenAs } from "./written.ts";

const byThrow: z.ZodType<Score> = strict({
  by_roll: z
    .array(whole(-MAX_NUMBER))
    .min(1)
    .max(20)
    .meta(
      about("One value for each throw: what the box is worth in the first, in the second …", [66, 56, 46]),
    ),
}).transform(({ by_roll }) => ({ kind: "by-throw", values: by_roll }));

const mapScore = oneForm<Score>("a score", {}, { by_roll: byThrow });
const formulaScore = formula.transform((read): Score => ({ kind: "formula", formula: read }));

/** What a hit is worth: a formula, or one value for each throw it may have been made in. */
const score: z.ZodType<Score> = writtenAs(
  z.unknown().transform((value, context): Score => {
    const read = (isRecord(value) ? mapScore : formulaScore).safeParse(value);
    if (read.success) return read.data;
    context.issues.push(...(read.error.issues as z.core.$ZodRawIssue[]));
    return z.NEVER;
  }),
  z.union([formula, byThrow]),
);

/** A category as a file writes it; its id is the key it stands under. */
export type CategoryPart = Omit<Category, "id" | "legal">;

export const category: z.ZodType<CategoryPart> = strict({
  label: words().meta(about("The name of the box on the pad.", { de: "Große Straße", en: "Large straight" })),
  pattern: pattern.meta(
    about(
      "What the dice must show. `any` takes every roll, `none` no roll at all, so that the box can only be struck.",
      { groups: [3, 2] },
    ),
  ),
  score: score.meta(
    about(
      "What the box is worth: a number, or a sum over `sum` (all scored dice), `hit` (only the dice of the pattern), `count` (how many those are), `high` and `low`.",
      "40 + sum",
    ),
  ),
  served: formula
    .meta(about("What the box is worth instead if all dice fell in one single throw.", 45))
    .optional(),
  requires: z
    .record(z.string(), z.enum(BOX_STATES))
    .meta(
      about(
        "Boxes of the same column that come first: this one may hold points only once each of them is `scored` (holds points) or `filled` (has any entry). It may be struck at any time.",
        { five: "scored" },
      ),
    )
    .default({}),
  strike: z
    .enum(STRIKE_RULES)
    .meta(
      about(
        "Whether the box may be struck: `allowed`, `never`, or `always` for a box that earns nothing.",
        "never",
      ),
    )
    .default("allowed"),
})
  .transform(({ served, requires, ...read }) => ({
    ...read,
    served: served ?? null,
    requires: Object.entries(requires).map(([category, is]) => ({ category, is })),
  }))
  .meta(
    about("A box of the pad: its name, what the dice must show and what that is worth.", {
      label: { de: "Chance", en: "Chance" },
      pattern: "any",
      score: "sum",
    }),
  );
