import { z } from "zod";
import {
  isVariantId,
  MAX_CATEGORIES,
  MAX_COLUMNS,
  MAX_ENTRIES,
  MAX_EXAMPLES,
  MAX_ID_LENGTH,
  MAX_OPTIONS,
  MAX_SECTIONS,
  VARIANT_ID,
  VARIANT_ID_HINT,
} from "../limits.ts";
import { accept, option } from "./option.ts";
import { category } from "./category.ts";
import { about, byId, report, words, writtenAs } from "./definition.ts";
import { dice } from "./dice.ts";
import { example } from "./example.ts";
import { repeats } from "./repeats.ts";
import { ranking, settlement } from "./ranking.ts";
import { bonus, column, constraint, lineLabelPart, note, section } from "./table.ts";
import { direction, players, start, strike, turn } from "./turn.ts";

const variantId = writtenAs(
  z.unknown().transform((id, context): string => {
    if (typeof id === "string" && isVariantId(id)) return id;
    report(context, { code: "bad-id", message: "this cannot be the id of a variant", hint: VARIANT_ID_HINT });
    return z.NEVER;
  }),
  z.string().regex(VARIANT_ID).max(MAX_ID_LENGTH),
);

/**
 * Every key that a variant may have, with what stands below it. This is what files are read with, part by part, and what
 * the JSON Schema for editors is made from.
 */
export const KEYS = {
  id: about(
    variantId,
    "The name of the variant: small letters, digits and hyphens. The file is called the same. → our-yazzo",
  ),
  extends: about(
    variantId,
    "The id of the variant that this one builds on: a file beside this one, or one that comes with the program. Only the differences need to be written. → yazzo",
  ),
  abstract: about(z.boolean(), "A base for other variants, which can't be played by itself. → true"),
  name: about(words(), "The name of the game, as it stands on the pad. → { de: Unser Yazzo, en: Our Yazzo }"),
  dice,
  turn: about(turn, "How a turn goes. → { rolls: 3, stop_early: true }"),
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
  options: byId(
    option,
    MAX_OPTIONS,
    "House rules with choices, by id. In a file that extends another, `default` alone changes the choice. → { bonus_tiers: { default: both } }",
  ),
  examples: about(
    z.array(example).max(MAX_EXAMPLES),
    "Rolls with what they earn: printed on the rule sheet, and proved whenever the file is read. → [{ roll: [3, 3, 3, 2, 2], row: full_house, score: 53 }]",
  ),
  notes: byId(
    note,
    MAX_ENTRIES,
    'Sentences for the rule sheet that no other key can say, by id. → { swearing: { at: turn, de: "Wer flucht, gibt eine Runde aus.", en: Whoever swears buys a round. } }',
  ),
  accept,
};

/** What a game cannot do without; a base may leave it to those that extend it. */
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
