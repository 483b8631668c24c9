import { msg } from "../../problem/message.ts";
import { z } from "zod";
import {
  type Chips,
  DIRECTIONS,
  type Players,
  LAYER_ORDERS,
  SERVED_ON,
  type Start,
  START_METHODS,
  type Turn,
} from "../../game/game.ts";
import { MAX_DICE } from "../limits.ts";
import { about, report, strict, wholeNumber } from "./definition.ts";

/** A pad has no room to print more. */
const MAX_CHIPS = 12;

const chips: z.ZodType<Chips> = strict({
  count: about(wholeNumber(1, MAX_CHIPS), "How many chips each player gets for the whole game. → 3"),
  per_turn: about(
    wholeNumber(1, MAX_CHIPS),
    "How many of them may be spent in one turn; all of them by default. → 1",
  ).optional(),
}).transform((read, context) => {
  if (read.perTurn !== null && read.perTurn > read.count) {
    const message = msg(
      "rules.per-turn-more",
    )`\`per_turn: ${read.perTurn}\` is more than the ${read.count} that a player has`;
    report(context, { code: "contradiction", message }, ["per_turn"]);
  }
  return read;
});

/** How a turn goes, as a file writes it. */
export const turn: z.ZodType<Omit<Turn, "entries">> = strict({
  rolls: about(wholeNumber(1, 20), "How many throws a turn has. → 3"),
  stop_early: about(z.boolean(), "Whether a player may stop before the last throw. → true").default(true),
  set_aside: about(
    z.enum(["reusable", "final"]),
    "Whether dice that were set aside may be thrown again in the same turn, or stay aside. → final",
  ).default("reusable"),
  bank_unused_rolls: about(
    z.boolean(),
    "Whether throws that a player does not need are kept for later turns; the pad gets boxes to tick them. → true",
  ).default(false),
  chips: about(
    chips,
    "Chips that buy a throw more than a turn has; the pad gets boxes to tick them. → { count: 3, per_turn: 1 }",
  ).optional(),
  served: about(
    z.enum(SERVED_ON),
    "What a box's `served` score requires: all dice in one throw, whichever it is (`any_throw`), or in the first one (`first_throw`). → first_throw",
  ).default("any_throw"),
  layer_order: about(
    z.enum(LAYER_ORDERS),
    "Of double dice: whether a turn's results are entered layer by layer in the order of `dice.layers` (`listed`), or as the player likes (`free`). → free",
  ).default("listed"),
}).transform(({ bankUnusedRolls, chips, served, ...read }, context) => {
  if (bankUnusedRolls && (!read.stopEarly || read.rolls === 1)) {
    const message = msg("rules.throws-can-kept")`rolls can be saved only if a player may stop early`;
    const hint = msg(
      "rules.leave-out-bank",
    )`remove \`bank_unused_rolls\`, or allow \`stop_early\` with two rolls or more`;
    report(context, { code: "contradiction", message, hint, atKey: true }, ["bank_unused_rolls"]);
  }
  return { ...read, banksRolls: bankUnusedRolls, chips, servedOn: served };
});

export const start: z.ZodType<Start> = about(
  strict({
    method: about(
      z.enum(START_METHODS),
      "Who begins: `free`, as the players like, or who throws the highest die, the highest sum or the lowest sum. → highest_sum",
    ),
    dice: about(wholeNumber(1, MAX_DICE), "How many dice each player throws to decide it. → 5").optional(),
    tie: about(z.literal("roll_off"), "If several throw the same, they throw again. → roll_off").optional(),
  }).transform(({ method, dice, tie }, context) => {
    if (method === "free") {
      for (const [key, value] of Object.entries({ dice, tie })) {
        if (value === null) continue;
        const message = msg(
          "rules.nobody-rolls-free",
        )`\`${key}\` is not allowed here: nobody rolls for a free start`;
        const hint = msg("rules.leave-out-what")`remove it; if it comes from a base, write \`${key}: null\``;
        report(context, { code: "contradiction", message, hint, atKey: true }, [key]);
      }
    } else if (dice === null) {
      const message = msg(
        "rules.method-needs-dice",
      )`\`method: ${method}\` needs \`dice\`, the number of dice that each player rolls`;
      report(context, { code: "missing-key", message, atKey: true });
    }
    return { method, dice: dice ?? 0, tie };
  }),
  "How the starting player is determined. → { method: highest_sum, dice: 5, tie: roll_off }",
);

export const direction = about(
  z.enum(DIRECTIONS),
  "The order of play: `clockwise`, `either` way round, or `in_turn` as the players have agreed. → clockwise",
);

export const players: z.ZodType<Players> = about(
  strict({
    min: about(wholeNumber(1, 100), "How many players there are at least. → 2").default(1),
    max: about(
      wholeNumber(1, 100),
      "How many players there are at most; no limit by default. → 6",
    ).optional(),
    sheet: about(
      z.enum(["shared", "own"]),
      "`shared`: a column for each player on one sheet; `own`: a sheet for each player. → own",
    ).default("shared"),
    scorekeeper: about(z.boolean(), "Whether one player writes for all. → true").default(false),
  }).transform((read, context) => {
    if (read.max !== null && read.max < read.min) {
      const message = msg("rules.max-less-than")`\`max: ${read.max}\` is less than \`min: ${read.min}\``;
      report(context, { code: "contradiction", message }, ["max"]);
    }
    const { max, ...others } = read;
    // The codes of printed sheets know this order.
    return max === null ? { ...others, max } : read;
  }),
  "The number of players, and which sheets they use. → { min: 2, sheet: own }",
);

const mark = z.string().trim().min(1).max(3);

export const strike: z.ZodType<{ marks: readonly string[]; voluntary: boolean }> = about(
  strict({
    marks: about(
      z.array(mark).min(1).max(10),
      'The signs that stand for a struck box, the usual one first. → [/, "0"]',
    ),
    voluntary: about(z.boolean(), "Whether a box may be struck although something would fit. → true").default(
      true,
    ),
  }).transform((read, context) => {
    read.marks.forEach((one, i) => {
      if (read.marks.indexOf(one) !== i) {
        report(
          context,
          { code: "duplicate", message: msg("rules.mark-listed-twice")`the mark \`${one}\` is listed twice` },
          ["marks", i],
        );
      }
      if (/^[-+]?\d+$/.test(one) && Number(one) !== 0) {
        const message = msg("rules.mark-could-taken")`the mark \`${one}\` could be taken for points`;
        const hint = msg("rules.write-sign-such")`use a mark such as \`X\`, \`/\` or \`0\``;
        report(context, { code: "bad-mark", message, hint }, ["marks", i]);
      }
    });
    return read;
  }),
  "How boxes are struck. → { marks: [/], voluntary: true }",
);
