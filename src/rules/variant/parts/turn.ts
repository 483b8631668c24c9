import { z } from "zod";
import { type Chips, SERVED_ON, type Turn } from "../../game/game.ts";
import { about, report, strict } from "./definition.ts";
import { whole } from "./values.ts";

/** More chips than this are no part of a sheet that one can print. */
const MAX_CHIPS = 12;

const chips: z.ZodType<Chips> = strict({
  count: about(whole(1, MAX_CHIPS), "How many chips each player gets for the whole game.", 3),
  per_turn: about(
    whole(1, MAX_CHIPS),
    "How many of them may be spent in one turn; left out: as many as one has.",
    1,
  ).optional(),
}).transform(({ count, per_turn }, context) => {
  if (per_turn !== undefined && per_turn > count) {
    const message = `\`per_turn: ${per_turn}\` is more than the ${count} that a player has`;
    report(context, { code: "contradiction", message }, ["per_turn"]);
  }
  return { count, perTurn: per_turn ?? null };
});

/** How a turn goes, as a file writes it. */
export const turn: z.ZodType<Omit<Turn, "entries">> = strict({
  rolls: about(whole(1, 20), "How many throws a turn has.", 3),
  stop_early: about(z.boolean(), "Whether a player may stop before the last throw.", true).default(true),
  set_aside: about(
    z.enum(["reusable", "final"]),
    "Whether dice that were set aside may be thrown again in the same turn, or stay aside.",
    "final",
  ).default("reusable"),
  bank_unused_rolls: about(
    z.boolean(),
    "Whether throws that a player does not need are kept for later turns; the pad gets boxes to tick them.",
    true,
  ).default(false),
  chips: about(chips, "Chips that buy a throw more than a turn has; the pad gets boxes to tick them.", {
    count: 3,
    per_turn: 1,
  }).optional(),
  served: about(
    z.enum(SERVED_ON),
    "What a box's `served` score asks for: all dice in one throw, whichever it is (`any_throw`), or in the first one (`first_throw`).",
    "first_throw",
  ).default("any_throw"),
}).transform((read, context) => {
  const banksRolls = read.bank_unused_rolls;
  if (banksRolls && (!read.stop_early || read.rolls === 1)) {
    const message = "throws can be kept only where a player may stop early";
    const hint = "leave out `bank_unused_rolls`, or allow `stop_early` with two throws or more";
    report(context, { code: "contradiction", message, hint, atKey: true }, ["bank_unused_rolls"]);
  }
  return {
    rolls: read.rolls,
    stopEarly: read.stop_early,
    setAside: read.set_aside,
    banksRolls,
    chips: read.chips ?? null,
    servedOn: read.served,
  };
});
