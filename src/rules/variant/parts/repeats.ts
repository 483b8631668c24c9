import { msg } from "../../problem/message.ts";
import { z } from "zod";
import { BOX_STATES, type Joker, type RepeatGate, type Repeats } from "../../game/game.ts";
import { about, byAnyKey, oneForm, strict, wholeNumber } from "./definition.ts";

const gate: z.ZodType<RepeatGate> = strict({
  box: about(
    z.enum(BOX_STATES),
    "The state of the category's own box: `scored`, it holds points, or `filled`, it holds points or is struck. → scored",
  ).optional(),
  own_number: about(
    z.enum(["free", "filled"]),
    "The state of the number box of the dice rolled: still `free`, or already `filled`. → free",
  ).optional(),
  thrown_before: about(z.boolean(), "An earlier one is enough, wherever it was entered. → true").default(
    false,
  ),
});

const OPEN: RepeatGate = { box: null, ownNumber: null, thrownBefore: false };

const JOKER_KEYS = {
  if: about(gate, "What must be true before a further one may be a joker. → { box: filled }").optional(),
  upper: about(
    z.enum(["none", "own", "any"]),
    "Number boxes that the joker may fill: `none`, its `own` number's, or `any`. → own",
  ).default("none"),
  upper_value: about(
    z.enum(["normal", "max"]),
    "What it is worth there: what its dice show, or the most that the box can hold. → normal",
  ).default("normal"),
  upper_first: about(
    z.boolean(),
    "Whether the number box of its own must be filled as long as it is free. → true",
  ).default(false),
  lower: about(z.enum(["none", "any"]), "Whether the joker may fill any of the other boxes. → any").default(
    "none",
  ),
  lower_value: about(
    z.enum(["as_if_matched", "max"]),
    "What it is worth there: as if the dice showed the pattern, or the most that the box can hold. → max",
  ).default("as_if_matched"),
};

/** Wrapped in a map, because a bare null would mean a missing key. */
const jokerMap: z.ZodType<{ joker: Joker | null }> = strict(JOKER_KEYS).transform(
  ({ if: gate, ...read }) => ({ joker: { gate: gate ?? OPEN, ...read } }),
);

const joker = oneForm<{ joker: Joker | null }>(
  msg("rules.none-map-says")`\`none\` or a map that says where the joker goes`,
  { none: { joker: null } },
  byAnyKey(JOKER_KEYS, jokerMap),
);

export const repeats: z.ZodType<Repeats> = about(
  strict({
    of: about(z.string(), "The id of the category that is rolled again. → five"),
    bonus: about(wholeNumber(0), "The extra points for each further one; 0 if there are none. → 50"),
    multiplied: about(
      z.boolean(),
      "Whether the extra points are multiplied like the column that the further one is entered in. → true",
    ).default(false),
    bonus_if: about(
      gate,
      "What must be true before a further one earns the extra points. → { box: scored }",
    ).optional(),
    joker: about(
      joker,
      "Where a further one may be used as a joker: `none`, or a map that says where. → { if: { box: scored }, upper: own, lower: any }",
    ),
    note_on: about(
      z.enum(["sheet", "back_of_sheet"]),
      "Where the extra points are noted. → back_of_sheet",
    ).default("sheet"),
  }).transform(({ bonusIf, joker, noteOn, ...read }) => ({
    ...read,
    gate: bonusIf ?? OPEN,
    ...joker,
    noteOn,
  })),
  "What the second and further rolls of the top category are worth. → { of: five, bonus: 50, joker: none }",
);
