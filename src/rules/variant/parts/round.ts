import { z } from "zod";
import {
  DIRECTIONS,
  type Players,
  RANKED_BY,
  type Ranking,
  START_METHODS,
  type Start,
  TIES,
} from "../../game/game.ts";
import { MAX_NUMBER, MAX_DICE } from "../limits.ts";
import { whole } from "./common.ts";
import { say, strict } from "./said.ts";
import { about } from "./written.ts";

export const start: z.ZodType<Start> = strict({
  method: z
    .enum(START_METHODS)
    .meta(
      about(
        "Who begins: `free`, as the players like, or who throws the highest die, the highest sum or the lowest sum.",
        "highest_sum",
      ),
    ),
  dice: whole(1, MAX_DICE).meta(about("How many dice each player throws for it.", 5)).optional(),
  tie: z
    .literal("roll_off")
    .meta(about("If several throw the same, they throw again.", "roll_off"))
    .optional(),
})
  .transform(({ method, dice, tie }, context) => {
    if (method === "free") {
      for (const [key, value] of Object.entries({ dice, tie })) {
        if (value === undefined) continue;
        const message = `nobody rolls for a free start; \`${key}\` has no place here`;
        say(context, { code: "contradiction", message, hint: "leave it out", atKey: true }, [key]);
      }
    } else if (dice === undefined) {
      const message = `\`method: ${method}\` needs \`dice\`, the number of dice that each player rolls`;
      say(context, { code: "missing-key", message, atKey: true });
    }
    return { method, dice: dice ?? 0, tie: tie ?? null };
  })
  .meta(about("How it is found out who begins.", { method: "highest_sum", dice: 5, tie: "roll_off" }));

export const direction = z
  .enum(DIRECTIONS)
  .meta(
    about(
      "How play goes round: `clockwise`, `either` way, or `in_turn` as the players have agreed.",
      "clockwise",
    ),
  );

export const players: z.ZodType<Players> = strict({
  min: whole(1, 100).meta(about("How many players there are at least.", 2)).default(1),
  max: whole(1, 100)
    .meta(about("How many players there are at most; as many as like if nothing is said.", 6))
    .optional(),
  sheet: z
    .enum(["shared", "own"])
    .meta(about("`shared`: a column for each player on one sheet; `own`: a sheet for each player.", "own"))
    .default("shared"),
  scorekeeper: z.boolean().meta(about("Whether one player writes for all.", true)).default(false),
})
  .transform((read, context) => {
    if (read.max !== undefined && read.max < read.min) {
      const message = `\`max: ${read.max}\` is less than \`min: ${read.min}\``;
      say(context, { code: "contradiction", message }, ["max"]);
    }
    return { ...read, max: read.max ?? null };
  })
  .meta(about("How many play, and on which sheets.", { min: 2, sheet: "own" }));

const mark = z.string().trim().min(1).max(3);

export const strike: z.ZodType<{ marks: readonly string[]; voluntary: boolean }> = strict({
  marks: z
    .array(mark)
    .min(1)
    .max(10)
    .meta(about("The signs that stand for a struck box, the usual one first.", ["/", "0"])),
  voluntary: z
    .boolean()
    .meta(about("Whether a box may be struck although something would fit.", true))
    .default(true),
})
  .transform((read, context) => {
    read.marks.forEach((one, i) => {
      if (read.marks.indexOf(one) !== i) {
        say(context, { code: "duplicate", message: `the mark \`${one}\` is listed twice` }, ["marks", i]);
      }
      if (/^[-+]?\d+$/.test(one) && Number(one) !== 0) {
        const message = `the mark \`${one}\` could be taken for points`;
        say(context, { code: "bad-mark", message, hint: "write a sign such as `X`, `/` or `0`" }, [
          "marks",
          i,
        ]);
      }
    });
    return read;
  })
  .meta(about("How boxes are struck.", { marks: ["/"], voluntary: true }));

export const ranking: z.ZodType<Ranking> = strict({
  by: z
    .enum(RANKED_BY)
    .meta(
      about(
        "What decides: the grand `total`, the victory `points` that `bonuses` bring, or the `columns`, each won by whoever has the best total in it.",
        "points",
      ),
    )
    .default("total"),
  order: z
    .enum(["highest", "lowest"])
    .meta(about("Whether the highest or the lowest total wins.", "highest"))
    .default("highest"),
  tie: z
    .enum(TIES)
    .meta(about("At a tie the win is `shared`, a `roll_off` decides, or the stakes are `split`.", "roll_off"))
    .default("shared"),
}).meta(about("Who wins.", { order: "highest", tie: "shared" }));

/** Points as they stand in an example. */
export const points = whole(-MAX_NUMBER);
