import { msg } from "../../problem/message.ts";
import { z } from "zod";
import type { Score } from "../../dice/formula.ts";
import type { Pattern } from "../../dice/pattern.ts";
import { STRIKE_RULES } from "../../dice/scores.ts";
import { BOX_STATES, type Category, WINNING_ROLLS } from "../../game/game.ts";
import { MAX_DICE, MAX_NUMBER, MAX_PATTERN_DEPTH, MAX_PATTERNS } from "../limits.ts";
import {
  about,
  byKind,
  formula,
  isRecord,
  oneForm,
  readAs,
  report,
  strict,
  wholeNumber,
  WORD,
  words,
  writtenAs,
} from "./definition.ts";

const face = wholeNumber(-1_000, 1_000);
const size = wholeNumber(1, MAX_DICE);
const same = z.literal("same");

const faceForm = strict({
  face: about(face, "A number: all dice that show it are the hit. → 3"),
  min: about(size, "The least number of dice that must show it. → 2").default(1),
});

const groupsForm = strict({
  groups: about(
    z.array(size).min(1).max(MAX_DICE),
    "Groups of equal dice: `[3]` three of a kind, `[3, 2]` a full house, `[2, 2]` two pairs. → [3, 2]",
  ),
  distinct: about(
    z.boolean(),
    "Whether each group needs a different number. With `false`, five equal dice are also a full house. → false",
  ).default(true),
  colour: about(same, "All dice of the groups have one colour. → same").optional(),
}).transform(({ groups, distinct, colour }) => ({
  sizes: groups.toSorted((a, b) => b - a),
  distinct,
  sameColour: colour !== null,
}));

const runForm = strict({
  run: about(wholeNumber(2, MAX_DICE), "A straight: how many numbers in a row. → 5"),
  from: about(face, "The number that the straight must start with; any by default. → 1").optional(),
  wrap: about(
    z.boolean(),
    "Whether the straight may wrap around from the highest number to the lowest. → true",
  ).default(false),
}).transform(({ run, ...read }) => ({ length: run, ...read }));

const total = wholeNumber(-10_000, 10_000);

const sumForm = strict({
  sum: about(
    strict({
      eq: about(total, "The exact sum of the dice. → 13").optional(),
      min: about(total, "The least sum of the dice. → 33").optional(),
      max: about(total, "The greatest sum of the dice. → 10").optional(),
    }),
    "The sum of all scored dice. → { eq: 13 }",
  ),
}).transform(({ sum }, context) => {
  const isEmpty = Object.values(sum).every((limit) => limit === null);
  if (isEmpty && context.issues.length === 0)
    report(
      context,
      {
        code: "missing-key",
        message: msg`rules.sum-without-limit: \`sum\` needs \`eq\`, \`min\` or \`max\``,
      },
      ["sum"],
    );
  return sum;
});

const tooDeep: z.ZodType<Pattern> = writtenAs(
  z.unknown().transform((_, context) => {
    const message = msg`rules.patterns-too-deep: patterns can be nested at most ${MAX_PATTERN_DEPTH} levels deep`;
    report(context, { code: "too-deep", message });
    return z.NEVER;
  }),
  z.never(),
);

/** The pattern of a category. */
export const pattern: z.ZodType<Pattern> = patternWithin(MAX_PATTERN_DEPTH);

function patternWithin(depth: number): z.ZodType<Pattern> {
  const part = depth > 1 ? patternWithin(depth - 1) : tooDeep;
  const several = z.array(part).min(1).max(MAX_PATTERNS);
  return byKind<Pattern>(msg`rules.a-pattern: a pattern`, {
    any: WORD,
    none: WORD,
    face: faceForm,
    groups: groupsForm,
    run: runForm,
    faces: strict({
      faces: about(z.array(face).min(1).max(MAX_DICE), "These numbers, each on a separate die. → [1, 3, 5]"),
    }),
    only: strict({
      only: about(
        z.array(face).min(1).max(MAX_DICE),
        "Every scored die shows one of these numbers. → [2, 4, 6]",
      ),
    }).transform(({ only }) => ({ faces: only })),
    sum: sumForm,
    colour: strict({ colour: about(same, "All scored dice have one colour. → same") }).transform(() => ({})),
    all: strict({
      all: about(
        several,
        "All of these patterns at once; the dice of the first one are the hit. → [{ groups: [2] }, { sum: { eq: 13 } }]",
      ),
    }).transform(({ all }) => ({ of: all })),
    one_of: strict({
      one_of: about(several, "Any one of these patterns. → [{ run: 5 }, { groups: [3, 2] }]"),
    }).transform(({ oneOf }) => ({ of: oneOf })),
  });
}

const byRoll: z.ZodType<Score> = strict({
  by_roll: about(
    z.array(wholeNumber(-MAX_NUMBER)).min(1).max(20),
    "One value for each roll: what the box is worth on the first roll, on the second … → [66, 56, 46]",
  ),
}).transform(({ byRoll }) => ({ kind: "by_roll", values: byRoll }));

const byPattern: z.ZodType<Score> = strict({
  by_pattern: about(
    z.array(formula).min(1).max(MAX_PATTERNS),
    "One formula for each pattern of `one_of`, in the same order. → [25, 40]",
  ),
}).transform(({ byPattern }) => ({ kind: "by_pattern", formulas: byPattern }));

const mapScore = oneForm<Score>(msg`rules.a-score: a score`, {}, { by_roll: byRoll, by_pattern: byPattern });
const formulaScore = formula.transform((read): Score => ({ kind: "formula", formula: read }));

/** The score of a hit: a formula, one value for each roll of the turn, or one formula for each pattern. */
const score: z.ZodType<Score> = writtenAs(
  z.unknown().transform((value, context): Score => {
    return readAs(isRecord(value) ? mapScore : formulaScore, value, context);
  }),
  z.union([formula, byRoll, byPattern]),
);

/** A category; its id is its key. */
export type CategoryPart = Omit<Category, "id" | "legal">;

export const category: z.ZodType<CategoryPart> = about(
  strict({
    label: about(words(), "The name of the box on the pad. → { de: Große Straße, en: Large straight }"),
    pattern: about(
      pattern,
      "What the dice must show. `any`: every roll scores; `none`: no roll scores, and the box can only be struck. → { groups: [3, 2] }",
    ),
    score: about(
      score,
      "What the box is worth: a number, or a formula with `sum` (all scored dice), `hit` (the dice of the pattern), `count` (the number of those), `high` and `low`. → 40 + sum",
    ),
    served: about(
      formula,
      "What the box is worth instead if all dice came up in a single roll. → 45",
    ).optional(),
    requires: about(
      z.record(z.string(), z.enum(BOX_STATES)),
      "Boxes of the same column that must be `scored` (have points) or `filled` (have any entry) before this one can score. It may be struck at any time. → { five: scored }",
    ).default({}),
    miss: about(
      wholeNumber(-MAX_NUMBER),
      "The score of a roll that does not fit, instead of a strike. → -25",
    ).optional(),
    wins: about(
      z.enum(WINNING_ROLLS),
      "Which roll in this box wins the game at once: any that scores (`scored`), or only a served one (`served`). → served",
    ).optional(),
    strike: about(
      z.enum(STRIKE_RULES),
      "Whether the box may be struck: `allowed`, `never`, or `always` if nothing can be scored in it. → never",
    ).default("allowed"),
  }).transform(({ served, requires, miss, strike, ...read }, context) => {
    if (miss !== null && strike !== "allowed") {
      const message = msg`rules.miss-replaces-strike: \`miss\` replaces a strike, but \`strike: ${strike}\` allows none`;
      report(context, { code: "contradiction", message, atKey: true }, ["miss"]);
    }
    // The codes of printed sheets depend on this order of keys.
    return {
      ...read,
      strike: miss === null ? strike : "never",
      served,
      requires: Object.entries(requires).map(([category, is]) => ({ category, is })),
      miss,
    };
  }),
  "A box of the pad: its name, what the dice must show and what that is worth. → { label: { de: Chance, en: Chance }, pattern: any, score: sum }",
);
