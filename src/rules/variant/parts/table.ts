import { msg } from "../../problem/message.ts";
import { z } from "zod";
import type { Bonus, Column, Entering, Note, Order, Section, Text } from "../../game/game.ts";
import {
  BONUS_MEASURES,
  BONUS_SCOPES,
  BONUS_TARGETS,
  COMPARISONS,
  type Constraint,
  NOTE_PLACES,
  TIER_MODES,
} from "../../game/game.ts";
import { MAX_CATEGORIES, MAX_NOTE_LENGTH, MAX_NUMBER } from "../limits.ts";
import {
  about,
  boxFormula,
  byKind,
  readAs,
  report,
  strict,
  wholeNumber,
  WORD,
  words,
  buildWordsSchema,
  writtenAs,
} from "./definition.ts";

const id = z.string();
/** The ids of a section's categories, or of a stage's. */
export const rows: z.ZodType<readonly string[]> = z.array(id).min(1).max(MAX_CATEGORIES);

const MAX_TIERS = 20;

const from = wholeNumber(-MAX_NUMBER);

/** Only the starts of bonus tiers, to check them in an otherwise invalid section. */
export const tierStarts = z.array(z.object({ from })).max(MAX_TIERS);

const tiers = z
  .array(
    strict({
      from: about(from, "The least sum that earns the bonus. → 63"),
      add: about(wholeNumber(-MAX_NUMBER), "The bonus. → 35"),
    }),
  )
  .max(MAX_TIERS);

const tierMode = about(
  z.enum(TIER_MODES),
  "Which steps count: only the `highest` that was reached, or the `sum` of all of them. → highest",
);

export type SectionPart = Omit<Section, "id" | "categories"> & { readonly rows: readonly string[] };

export const section: z.ZodType<SectionPart> = about(
  strict({
    label: about(words(), "The name of the section. → { de: Oberer Teil, en: Upper section }"),
    rows: about(rows, "Its categories by their ids, from top to bottom. → [ones, twos, threes]"),
    total: about(
      boxFormula,
      "The sum of the section as a formula over boxes of the same column, by their ids; by default the sum of its own boxes. While one of them is empty, the sum is 0. → (maximum - minimum) * ones",
    ).optional(),
    floor: about(from, "The lower limit of the section's sum. → 0").optional(),
    tiers: about(
      tiers,
      "The bonus, in one step or several, each higher than the one before. → [{ from: 60, add: 60 }, { from: 70, add: 70 }]",
    ).prefault([]),
    tier_mode: tierMode.default("highest"),
  }).transform(({ total, floor, tierMode, ...read }) => ({ ...read, total, floor, tierMode })),
  "A part of the pad with a sum and perhaps a bonus of its own. → { label: { de: Oberer Teil, en: Upper section }, rows: [ones, twos, threes], tiers: [{ from: 63, add: 35 }] }",
);

const order = byKind<Order>(msg`rules.an-order: an order`, {
  free: WORD,
  down: WORD,
  up: WORD,
  inward: WORD,
  outward: strict({
    outward: about(
      z.tuple([id, id]),
      "From the first row towards the top and from the second towards the bottom. → [maximum, minimum]",
    ),
  }).transform(({ outward: [up, down] }) => ({ up, down })),
  stages: strict({
    stages: about(
      z.array(rows).min(1).max(MAX_CATEGORIES),
      "Blocks of rows, one after the other; within a block the order is free. → [[ones, twos], [chance, yatzy]]",
    ),
  }),
});

const entry = byKind<Entering>(msg`rules.a-way-of-entering: a way of entering scores`, {
  any: WORD,
  announced: WORD,
  single_throw: WORD,
  max_roll: strict({
    max_roll: about(wholeNumber(1, 20), "The last roll whose result may be entered. → 2"),
  }).transform(({ maxRoll }) => ({ throws: maxRoll })),
});

/** A column; the only column of a game needs no label. */
export const column: z.ZodType<Omit<Column, "id">> = about(
  strict({
    label: about(
      words(),
      "The name of the column; a game with one column needs none. → { de: Abwärts, en: Top down }",
    ).optional(),
    order: about(
      order,
      "How the column is filled: `free`, `down`, `up`, `inward` from both ends, `{outward: [a, b]}` or `{stages: [[…], […]]}`. → down",
    ),
    entry: about(
      entry,
      "Which results may be entered: `any`; `announced`, if the box was named after the first roll; `single_throw`, if all dice came up in one roll; `{max_roll: 2}`, in the second roll at the latest. → announced",
    ).default({ kind: "any" }),
    after: about(id, "The column that must be full before this one is started. → first").optional(),
    multiplier: about(wholeNumber(1, 100), "What the column's total is multiplied by. → 2").default(1),
  }).transform(({ label, ...read }) => ({ label: label ?? {}, ...read })),
  "A column of the pad. → { label: { de: Abwärts, en: Top down }, order: down }",
);

const COMPARISON = /^\s*(\w+)\s*(<=|>=|<|>)\s*(\w+)\s*$/;

const expression = writtenAs(
  z.string().transform((text, context) => {
    const [, left, sign, right] = COMPARISON.exec(text) ?? [];
    const comparison = COMPARISONS.find((known) => known === sign);
    if (left !== undefined && right !== undefined && comparison !== undefined)
      return { left, comparison, right };
    const message = msg`rules.bad-constraint: expected a comparison of two categories`;
    const hint = msg`rules.bad-constraint-hint: write it like \`minimum < maximum\`, with one of ${COMPARISONS.join(" ")}`;
    report(context, { code: "bad-constraint", message, hint });
    return z.NEVER;
  }),
  z.string().regex(COMPARISON),
);

export const constraint: z.ZodType<Omit<Constraint, "id">> = about(
  strict({
    expr: about(
      expression,
      "Two boxes of one column, and how they must compare: `<`, `<=`, `>` or `>=`. → minimum < maximum",
    ),
    between: about(
      z.enum(["scored", "all"]),
      "`scored`: struck boxes are exempt; `all`: a struck box counts as 0. → scored",
    ).default("scored"),
  }).transform(({ expr, between }) => ({ ...expr, between })),
  "Two boxes whose values must compare in a certain way. → { expr: minimum < maximum }",
);

/** A bonus outside of sections. */
export const bonus: z.ZodType<Omit<Bonus, "id">> = about(
  strict({
    label: about(words(), "The name of its line on the pad. → { de: Vier Straßen, en: Four straights }"),
    scope: about(
      z.enum(BONUS_SCOPES),
      "What it measures: a `row` over all columns, each `column` separately, or the whole `sheet`. → row",
    ),
    row: about(id, "The category whose boxes are measured, with `scope: row`. → straight").optional(),
    section: about(
      id,
      "The section that is measured, in each `column` or over the whole `sheet`; all sections by default. → upper",
    ).optional(),
    of: about(
      z.enum(BONUS_MEASURES),
      "What is measured: the `total` there before this bonus, or how many boxes are `scored` or `struck`. → scored",
    ).default("total"),
    tiers: about(
      tiers.min(1),
      "The bonus, in one step or several, each higher than the one before. → [{ from: 4, add: 3 }]",
    ),
    tier_mode: tierMode.default("highest"),
    to: about(
      z.enum(BONUS_TARGETS),
      "Whether it is added to the `total`, or to victory `points`, which are counted separately. → points",
    ).default("total"),
  }).transform(({ row, section, tierMode, ...read }, context) => {
    if (read.scope === "row" && section !== null) {
      const message = msg`rules.row-bonus-with-section: \`section\` is not allowed with \`scope: row\``;
      const hint = msg`rules.row-bonus-with-section-hint: leave it out, or write \`scope: sheet\` instead of \`row\``;
      report(context, { code: "contradiction", message, hint, atKey: true }, ["section"]);
    }
    if (read.scope === "row" && row === null) {
      const message = msg`rules.row-bonus-without-row: \`scope: row\` needs \`row\`, the category whose boxes count`;
      report(context, { code: "missing-key", message, atKey: true });
    } else if (read.scope !== "row" && row !== null) {
      const message = msg`rules.row-without-row-scope: \`row\` is not allowed with \`scope: ${read.scope}\``;
      const hint = msg`rules.row-without-row-scope-hint: leave it out, or write \`scope: row\``;
      report(context, { code: "contradiction", message, hint, atKey: true }, ["row"]);
    }
    return { ...read, row, section, tierMode };
  }),
  "A bonus that belongs to no section: for a row, for each column, or for the whole sheet. → { label: { de: Vier Straßen, en: Four straights }, scope: row, row: straight, of: scored, tiers: [{ from: 4, add: 3 }] }",
);

const at = about(z.enum(NOTE_PLACES), "The part of the rule sheet that it belongs to. → turn");

const ABOUT =
  "The key of the rule that the note is about: files that extend this one and change that rule do not inherit the note. → repeats.joker";
const aboutRule = about(
  z
    .string()
    .regex(/^[a-z_]+(\.[a-z0-9_]+)*$/)
    .max(MAX_NOTE_LENGTH),
  ABOUT,
).optional();

/** A note has its place and its words in one map: `{at: turn, de: …, en: …}`. */
export const note: z.ZodType<Omit<Note, "id">> = about(
  writtenAs(
    z
      .object({ at, about: aboutRule })
      .loose()
      .transform(({ at, about: _, ...rest }, context) => ({
        at,
        text: readAs(words(MAX_NOTE_LENGTH), rest, context),
      })),
    buildWordsSchema({ at, about: aboutRule }, MAX_NOTE_LENGTH),
  ),
  'A sentence for the rule sheet that no other key can express. → { at: turn, de: "Wer flucht, gibt eine Runde aus.", en: Whoever swears buys a round. }',
);

export const lineLabelPart: z.ZodType<Text> = about(
  words(),
  "The name of a sum line. → { de: Endsumme, en: Grand total }",
);
