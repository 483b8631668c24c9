import { z } from "zod";
import { MAX_CHOICES, MAX_ENTRIES } from "../limits.ts";
import { about, choiceId, strict, words, writtenAs } from "./definition.ts";

const choice = about(
  strict({
    label: about(words(), "What the choice is called. → { de: Alle zählen, en: All count }"),
    set: about(
      z.record(z.string(), z.unknown()),
      "What the choice changes, by path: the keys that lead there, joined by dots, with the new value. `null` removes what is there. → { sections.upper.tier_mode: sum }",
    ).default({}),
  }),
  "A choice of a house rule. → { label: { de: beide, en: both } }",
);

/** A house rule with its choices, as a file writes it. */
export const option = about(
  strict({
    label: about(words(), "What the house rule is about. → { de: Bonusstufen, en: Bonus tiers }"),
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

/** Kinds of rules that are well formed but probably a mistake. `authoring/lint` finds them; a variant file can `accept` them. */
export const LINT_WARNINGS = [
  "same-boxes",
  "bonus-unreachable",
  "bonus-certain",
  "bonus-step-idle",
  "strike-pays",
  "cannot-finish",
  "constraint-idle",
  "joker-beats-real",
  "groups-unsaid",
  "later-throw-pays",
  "by-roll-idle",
  "served-pays-less",
  "option-idle",
  "start-dice",
  "line-unseen",
  "note-unseen",
] as const;
export type LintWarningCode = (typeof LINT_WARNINGS)[number];

/** Accepted warnings: for each kind the ids that it may concern. */
export type AcceptPart = Readonly<Partial<Record<LintWarningCode, readonly string[]>>>;

const ids = z.array(z.string()).min(1).max(MAX_ENTRIES);

export const accept: z.ZodType<AcceptPart> = about(
  strict(
    Object.fromEntries(
      LINT_WARNINGS.map((code) => {
        const said = `The ids that \`lint\` should no longer report as \`${code}\`, because they are meant to be so.`;
        return [code, about(ids, `${said} → [ chance ]`).optional()] as const;
      }),
    ),
  ),
  "Warnings that `lint` should not report, because the rule is meant to be so: for each kind the ids that it concerns. → { same-boxes: [chance] }",
);
