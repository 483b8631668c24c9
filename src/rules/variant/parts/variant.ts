import { msg } from "../../problem/message.ts";
import { z } from "zod";
import {
  isVariantId,
  MAX_CATEGORIES,
  MAX_CHOICES,
  MAX_COLUMNS,
  MAX_CHOICE_LENGTH,
  MAX_ENTRIES,
  MAX_EXAMPLES,
  MAX_ID_LENGTH,
  MAX_NUMBER,
  MAX_OPTIONS,
  MAX_SECTIONS,
  VARIANT_ID,
  VARIANT_ID_HINT,
} from "../limits.ts";
import { category } from "./category.ts";
import {
  about,
  byId,
  choiceId,
  report,
  someWords,
  strict,
  wholeNumber,
  words,
  writtenAs,
} from "./definition.ts";
import { dice } from "./dice.ts";
import { ranking, settlement, repeats, direction, players, start, strike, turn } from "./play.ts";
import { bonus, column, constraint, lineLabelPart, note, section } from "./table.ts";

const choice = about(
  strict({
    label: about(words(MAX_CHOICE_LENGTH), "The name of the choice. → { de: Alle zählen, en: All count }"),
    pad: about(
      words(),
      "What a pad says where it is chosen, in place of both names: one short sentence without a full stop. → { de: Beide Bonusstufen zählen, en: Both bonus steps count }",
    ).optional(),
    set: about(
      z.record(z.string(), z.unknown()),
      "What the choice changes: paths, which are keys joined by dots, with their new values. `null` removes a value. → { sections.upper.tier_mode: sum }",
    ).default({}),
  }),
  "A choice of a house rule. → { label: { de: beide, en: both } }",
);

const option = about(
  strict({
    label: about(words(), "The name of the house rule. → { de: Bonusstufen, en: Bonus tiers }"),
    default: about(z.string(), "The id of the choice that applies by default. → highest"),
    // The ids and the number of choices are checked separately, so that their problems have the right place.
    choices: about(
      writtenAs(
        z.record(z.string(), choice),
        z.record(choiceId, choice).meta({ maxProperties: MAX_CHOICES }),
      ),
      "The choices, by id. → { highest: { label: { de: nur die höhere, en: highest only } }, both: { label: { de: beide, en: both }, set: { sections.upper.tier_mode: sum } } }",
    ),
  }),
  "A house rule with several choices. → { label: { de: Bonusstufen, en: Bonus tiers }, default: highest, choices: { highest: { label: { de: nur die höhere, en: highest only } } } }",
);

/** The warnings of `authoring/lint`, each as a sentence. A file can `accept` them. */
export const LINT_WARNINGS = {
  "same-boxes": "Two boxes score every roll alike, so they can never differ.",
  "bonus-unreachable": "Nobody can reach this bonus.",
  "bonus-certain": "Nobody can miss this bonus.",
  "bonus-step-idle": "A bonus step earns no more than the one before it.",
  "strike-pays": "A struck box is worth more than a scored one.",
  "cannot-finish": "A sheet can reach a point where nothing may be entered.",
  "constraint-idle": "A constraint can never be broken, or never be kept.",
  "joker-beats-real": "A joker is worth more than the roll that it replaces.",
  "groups-unsaid": "It is unclear whether one number may fill several groups.",
  "later-throw-pays": "A box is worth more on a later roll.",
  "by-roll-idle": "Points by roll, but every turn takes all its rolls.",
  "served-pays-less": "Dice that come up in one roll are worth less than the same dice collected in several.",
  "option-idle": "A choice of an option changes nothing.",
  "start-dice": "The roll for who begins uses more dice than the game has.",
  "line-unseen": "A label is for a sum line that the sheet does not have.",
  "note-unseen": "A note belongs to a part that the rule sheet does not have.",
  "note-about-nothing": "A note is about a key that does not exist.",
} as const;
export type LintWarningCode = keyof typeof LINT_WARNINGS;

const ids = z.array(z.string()).min(1).max(MAX_ENTRIES);

/** Accepted warnings: for each kind the ids that it may be about. */
const accept: z.ZodType<Readonly<Partial<Record<LintWarningCode, readonly string[]>>>> = about(
  strict(
    Object.fromEntries(
      Object.keys(LINT_WARNINGS).map((code) => {
        const said = `The ids that \`lint\` should no longer report as \`${code}\`, because they are meant to be so.`;
        return [code, about(ids, `${said} → [ chance ]`).optional()] as const;
      }),
    ),
  ),
  "Warnings that `lint` should not report, because the rule is intended: the ids concerned, by kind of warning. → { same-boxes: [chance] }",
);

const faces = z.array(wholeNumber(-1_000, 1_000)).min(1).max(40);

/** An example. Without a score, the roll must not be allowed in its row. */
export type ExamplePart = z.output<typeof example>;

const example = about(
  strict({
    row: about(z.string(), "The id of the category that the roll is entered in. → full_house"),
    roll: about(faces, "All dice as rolled. → [3, 3, 3, 2, 2]").optional(),
    hand: about(faces, "Only the dice that are scored, where more are rolled. → [3, 3, 3, 2, 2]").optional(),
    drop: about(
      wholeNumber(-1_000, 1_000),
      "The dropped die, if one more is rolled than scored. → 4",
    ).optional(),
    score: about(wholeNumber(-MAX_NUMBER), "The score of the roll. → 53").optional(),
    illegal: about(
      z.literal(true),
      "Instead of `score`: the roll may not be entered in this box. → true",
    ).optional(),
    with: about(
      z.record(z.string(), z.string()),
      "House rules for which the example is true: options with their choices. → { bonus_tiers: both }",
    ).default({}),
  }).transform(({ roll, hand, illegal, ...read }, context) => {
    const { drop, score } = read;
    if ((roll === null) === (hand === null)) {
      const message = msg`rules.example-dice: an example has either \`roll\`, all dice, or \`hand\`, the scored dice`;
      report(context, { code: roll === null ? "missing-key" : "contradiction", message });
    }
    if ((score === null) === (illegal === null)) {
      const message = msg`rules.example-score: an example has either \`score\` or \`illegal: true\``;
      report(context, { code: score === null ? "missing-key" : "contradiction", message });
    }
    if (drop !== null && hand !== null) {
      const message = msg`rules.drop-with-hand: with \`hand\` there is no die to drop`;
      report(context, { code: "contradiction", message, atKey: true }, ["drop"]);
    }
    /** All dice, or the scored ones only. */
    return { ...read, faces: roll ?? hand ?? [], handOnly: hand !== null };
  }),
  "A roll with its score. It is printed on the rule sheet, and verified whenever the file is read. → { roll: [3, 3, 3, 2, 2], row: full_house, score: 53 }",
);

const variantId = writtenAs(
  z.unknown().transform((id, context): string => {
    if (typeof id === "string" && isVariantId(id)) return id;
    report(context, {
      code: "bad-id",
      message: msg`rules.bad-variant-id: this cannot be the id of a variant`,
      hint: VARIANT_ID_HINT,
    });
    return z.NEVER;
  }),
  z.string().regex(VARIANT_ID).max(MAX_ID_LENGTH),
);

/** The schema of every key of a variant, for reading files and for the JSON Schema of editors. */
export const KEYS = {
  id: about(
    variantId,
    "The id of the variant, and the name of its file: lowercase letters, digits and hyphens. → our-yazzo",
  ),
  extends: about(
    variantId,
    "The id of the variant that this one extends: a file next to it, or a shipped one. Only the differences need to be written. → yazzo",
  ),
  abstract: about(z.boolean(), "A base for other variants, which can't be played by itself. → true"),
  name: about(words(), "The name of the game, as printed on the pad. → { de: Unser Yazzo, en: Our Yazzo }"),
  dice,
  turn: about(turn, "The rules of a turn. → { rolls: 3, stop_early: true }"),
  start,
  direction,
  players,
  categories: byId(
    category,
    MAX_CATEGORIES,
    "The boxes of the pad, by id. → { chance: { label: { de: Chance, en: Chance }, pattern: any, score: sum } }",
  ),
  sections: byId(
    section,
    MAX_SECTIONS,
    "The parts of the pad, from top to bottom, by id. → { upper: { tiers: [{ from: 65, add: 100 }] } }",
  ),
  columns: byId(
    column,
    MAX_COLUMNS,
    "The columns of the pad, from left to right, by id. → { down: { label: { de: Abwärts, en: Top down }, order: down } }",
  ),
  constraints: byId(
    constraint,
    MAX_ENTRIES,
    "Boxes of one column whose values must compare in a certain way, by id. → { min_max: { expr: minimum < maximum } }",
  ),
  bonuses: byId(
    bonus,
    MAX_ENTRIES,
    "Bonuses that belong to no section, by id. → { straights: { label: { de: Vier Straßen, en: Four straights }, scope: row, row: straight, of: scored, tiers: [{ from: 4, add: 3 }], to: points } }",
  ),
  repeats,
  strike,
  ranking,
  settlement,
  lines: byId(
    lineLabelPart,
    MAX_ENTRIES,
    "Other names for the sum lines: `<section>.sum`, `<section>.bonus`, `<section>.total`, `column.total`, `repeats`, `grand.total`, `points.total`. → { grand.total: { de: Endsumme, en: Grand total } }",
    z.string(),
  ),
  former_names: byId(
    someWords,
    MAX_ENTRIES,
    "Names that categories, sum lines, `sections.<id>`, `columns.<id>`, `options.<id>` and `options.<id>.<choice>` had before, so that typed sheets and printed pads with them can still be read. → { grand.total: { en: Sum total }, columns.down: { en: Downwards } }",
    z.string(),
  ),
  options: byId(
    option,
    MAX_OPTIONS,
    "House rules with choices, by id. In a file that extends another, `default` alone changes the choice. → { bonus_tiers: { default: both } }",
  ),
  examples: about(
    z.array(example).max(MAX_EXAMPLES),
    "Rolls with their scores: printed on the rule sheet, and verified whenever the file is read. → [{ roll: [3, 3, 3, 2, 2], row: full_house, score: 53 }]",
  ),
  notes: byId(
    note,
    MAX_ENTRIES,
    'Sentences for the rule sheet that no other key can express, by id. → { swearing: { at: turn, de: "Wer flucht, gibt eine Runde aus.", en: Whoever swears buys a round. } }',
  ),
  accept,
};

/** The required keys of a game; a base may leave them to variants that extend it. */
export const NEEDED = [
  "id",
  "name",
  "dice",
  "turn",
  "categories",
  "sections",
  "columns",
  "strike",
  "ranking",
] as const satisfies readonly (keyof typeof KEYS)[];
