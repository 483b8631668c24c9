import { z } from "zod";
import { MAX_CHOICES } from "../limits.ts";
import { choiceId } from "./collection.ts";
import { words } from "./common.ts";
import { strict } from "./said.ts";
import { about, writtenAs } from "./written.ts";

const choice = strict({
  label: words().meta(about("What the choice is called.", { de: "Alle zählen", en: "All count" })),
  set: z
    .record(z.string(), z.unknown())
    .meta(
      about(
        "What the choice changes, by path: the keys that lead there with dots between, and the new value. `null` takes away.",
        { "sections.upper.tier_mode": "sum" },
      ),
    )
    .default({}),
}).meta(about("A choice of a house rule.", { label: { de: "beide", en: "both" } }));

const choices = about("What there is to choose from, by id.", {
  highest: { label: { de: "nur die höhere", en: "highest only" } },
  both: { label: { de: "beide", en: "both" }, set: { "sections.upper.tier_mode": "sum" } },
});

/** A house rule with its choices, as a file writes it. */
export const option = strict({
  label: words().meta(about("What the house rule is about.", { de: "Bonusstufen", en: "Bonus tiers" })),
  default: z.string().meta(about("The id of the choice that holds if nobody chooses.", "highest")),
  // Ids and number of choices are looked at apart, where the problem can be put at the right place.
  choices: writtenAs(
    z.record(z.string(), choice),
    z.record(choiceId, choice).meta({ maxProperties: MAX_CHOICES }),
  ).meta(choices),
}).meta(
  about("A house rule with several choices.", {
    label: { de: "Bonusstufen", en: "Bonus tiers" },
    default: "highest",
    choices: { highest: { label: { de: "nur die höhere", en: "highest only" } } },
  }),
);

/** The choices of an option alone, as far as an option needs them. */
export type OptionWritten = z.infer<typeof option>;
