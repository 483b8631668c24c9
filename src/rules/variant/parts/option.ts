import { z } from "zod";
import { MAX_CHOICES, MAX_ENTRIES } from "../limits.ts";
import { about, choiceId, strict, writtenAs } from "./definition.ts";
import { words } from "./values.ts";

const choice = about(
  strict({
    label: about(words(), "What the choice is called.", { de: "Alle zählen", en: "All count" }),
    set: about(
      z.record(z.string(), z.unknown()),
      "What the choice changes, by path: the keys that lead there with dots between, and the new value. `null` takes away.",
      { "sections.upper.tier_mode": "sum" },
    ).default({}),
  }),
  "A choice of a house rule.",
  { label: { de: "beide", en: "both" } },
);

/** A house rule with its choices, as a file writes it. */
export const option = about(
  strict({
    label: about(words(), "What the house rule is about.", { de: "Bonusstufen", en: "Bonus tiers" }),
    default: about(z.string(), "The id of the choice that holds if nobody chooses.", "highest"),
    // Ids and number of choices are looked at apart, where the problem can be put at the right place.
    choices: about(
      writtenAs(
        z.record(z.string(), choice),
        z.record(choiceId, choice).meta({ maxProperties: MAX_CHOICES }),
      ),
      "What there is to choose from, by id.",
      {
        highest: { label: { de: "nur die höhere", en: "highest only" } },
        both: { label: { de: "beide", en: "both" }, set: { "sections.upper.tier_mode": "sum" } },
      },
    ),
  }),
  "A house rule with several choices.",
  {
    label: { de: "Bonusstufen", en: "Bonus tiers" },
    default: "highest",
    choices: { highest: { label: { de: "nur die höhere", en: "highest only" } } },
  },
);

/**
 * Kinds of rules that are well formed and bad all the same, by the names under which `accept` lets them be. `lint/` looks for
 * them; here are only the names, because a variant file uses them.
 */
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

/** Oddities that are meant: for each kind the ids of what may stay as it is. */
export type AcceptPart = Readonly<Partial<Record<LintWarningCode, readonly string[]>>>;

const ids = z.array(z.string()).min(1).max(MAX_ENTRIES);

export const accept: z.ZodType<AcceptPart> = about(
  strict(
    Object.fromEntries(
      LINT_WARNINGS.map((code) => {
        const said = `What \`lint\` should no longer warn of as \`${code}\`: the ids of what is meant to be so.`;
        return [code, about(ids, said, ["chance"]).optional()] as const;
      }),
    ),
  ),
  "Oddities that are meant, so that `lint` need not warn of them: for each kind the ids that it is about.",
  {
    "same-boxes": ["chance"],
  },
);
