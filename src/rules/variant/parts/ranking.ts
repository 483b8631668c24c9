import { z } from "zod";
import {
  type ColumnPrizes,
  DIRECTIONS,
  type Players,
  RANKED_BY,
  type Ranking,
  type Settlement,
  type Start,
  START_METHODS,
  TIES,
} from "../../game/game.ts";
import { MAX_DICE, MAX_NUMBER } from "../limits.ts";
import { about, type IssueSink, oneForm, report, strict, writtenAs } from "./definition.ts";
import { whole, words } from "./values.ts";

export const start: z.ZodType<Start> = about(
  strict({
    method: about(
      z.enum(START_METHODS),
      "Who begins: `free`, as the players like, or who throws the highest die, the highest sum or the lowest sum.",
      "highest_sum",
    ),
    dice: about(whole(1, MAX_DICE), "How many dice each player throws for it.", 5).optional(),
    tie: about(z.literal("roll_off"), "If several throw the same, they throw again.", "roll_off").optional(),
  }).transform(({ method, dice, tie }, context) => {
    if (method === "free") {
      for (const [key, value] of Object.entries({ dice, tie })) {
        if (value === undefined) continue;
        const message = `nobody rolls for a free start; \`${key}\` has no place here`;
        report(context, { code: "contradiction", message, hint: "leave it out", atKey: true }, [key]);
      }
    } else if (dice === undefined) {
      const message = `\`method: ${method}\` needs \`dice\`, the number of dice that each player rolls`;
      report(context, { code: "missing-key", message, atKey: true });
    }
    return { method, dice: dice ?? 0, tie: tie ?? null };
  }),
  "How it is found out who begins.",
  { method: "highest_sum", dice: 5, tie: "roll_off" },
);

export const direction = about(
  z.enum(DIRECTIONS),
  "How play goes round: `clockwise`, `either` way, or `in_turn` as the players have agreed.",
  "clockwise",
);

export const players: z.ZodType<Players> = about(
  strict({
    min: about(whole(1, 100), "How many players there are at least.", 2).default(1),
    max: about(
      whole(1, 100),
      "How many players there are at most; as many as like if nothing is said.",
      6,
    ).optional(),
    sheet: about(
      z.enum(["shared", "own"]),
      "`shared`: a column for each player on one sheet; `own`: a sheet for each player.",
      "own",
    ).default("shared"),
    scorekeeper: about(z.boolean(), "Whether one player writes for all.", true).default(false),
  }).transform((read, context) => {
    if (read.max !== undefined && read.max < read.min) {
      const message = `\`max: ${read.max}\` is less than \`min: ${read.min}\``;
      report(context, { code: "contradiction", message }, ["max"]);
    }
    return { ...read, max: read.max ?? null };
  }),
  "How many play, and on which sheets.",
  { min: 2, sheet: "own" },
);

const mark = z.string().trim().min(1).max(3);

export const strike: z.ZodType<{ marks: readonly string[]; voluntary: boolean }> = about(
  strict({
    marks: about(
      z.array(mark).min(1).max(10),
      "The signs that stand for a struck box, the usual one first.",
      ["/", "0"],
    ),
    voluntary: about(z.boolean(), "Whether a box may be struck although something would fit.", true).default(
      true,
    ),
  }).transform((read, context) => {
    read.marks.forEach((one, i) => {
      if (read.marks.indexOf(one) !== i) {
        report(context, { code: "duplicate", message: `the mark \`${one}\` is listed twice` }, ["marks", i]);
      }
      if (/^[-+]?\d+$/.test(one) && Number(one) !== 0) {
        const message = `the mark \`${one}\` could be taken for points`;
        report(context, { code: "bad-mark", message, hint: "write a sign such as `X`, `/` or `0`" }, [
          "marks",
          i,
        ]);
      }
    });
    return read;
  }),
  "How boxes are struck.",
  { marks: ["/"], voluntary: true },
);

export const ranking: z.ZodType<Ranking> = about(
  strict({
    by: about(
      z.enum(RANKED_BY),
      "What decides: the grand `total`, the victory `points` that `bonuses` bring, or the `columns`, each won by whoever has the best total in it.",
      "points",
    ).default("total"),
    order: about(
      z.enum(["highest", "lowest"]),
      "Whether the highest or the lowest total wins.",
      "highest",
    ).default("highest"),
    tie: about(
      z.enum(TIES),
      "At a tie the win is `shared`, a `roll_off` decides, or the stakes are `split`.",
      "roll_off",
    ).default("shared"),
  }),
  "Who wins.",
  { order: "highest", tie: "shared" },
);

/** Points as they stand in an example. */
export const points = whole(-MAX_NUMBER);

/** Money in a text such as "2.50", to hundredths; a number in YAML would lose its last 0, and then its exactness. */
const MONEY = /^(\d{1,6})(?:\.(\d{1,2}))?$/;

const money = writtenAs(z.unknown().transform(readMoney), z.string().regex(MONEY));

function readMoney(value: unknown, context: IssueSink): number {
  const match = typeof value === "string" ? MONEY.exec(value) : null;
  if (match === null) {
    const message = "expected an amount of money in quotation marks";
    report(context, { code: "bad-money", message, hint: 'write it like "2.50", with a point' });
    return z.NEVER;
  }
  return Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0"));
}

const pot: z.ZodType<Settlement> = strict({
  stakes: about(z.array(money).min(1).max(20), "All stakes that are offered, each in quotation marks.", [
    "2.50",
    "5.00",
  ]),
  stake: about(money, "The stake that is played for, in quotation marks.", "2.50"),
  currency: about(words(), "What the stakes are paid in.", { de: "Euro", en: "euros" }),
  share: about(whole(1, 100), "How much is paid out, in per cent.", 90),
  base: about(
    z.enum(["pot", "stake"]),
    "What that is a share of: all stakes together (`pot`), or a single `stake`.",
    "pot",
  ),
  rest: about(
    z.enum(["house", "players"]),
    "Who gets what can't be split evenly: the `house`, or one each to the first `players`.",
    "house",
  ),
  leaver: about(
    z.enum(["forfeits", "refunded"]),
    "Whether the stake of a player who leaves early stays in the pot or is given back.",
    "forfeits",
  ),
}).transform((read, context) => {
  if (!read.stakes.includes(read.stake)) {
    const hint = `possible here: ${read.stakes.map((s) => `"${(s / 100).toFixed(2)}"`).join(", ")}`;
    report(context, { code: "unknown-stake", message: "`stake` is none of the `stakes`", hint }, ["stake"]);
  }
  return read;
});

/** A prize for a column; nobody plays for more. */
const prize = whole(0, 1_000);

const columnPrizes: z.ZodType<ColumnPrizes> = strict({
  per_column: about(
    z.record(z.string(), prize),
    "What winning a column is worth, by column: the winner gets it from each of the others.",
    {
      left: 1,
      right: 2,
    },
  ),
  sweep: about(prize, "What is added for whoever wins all columns.", 3).default(0),
}).transform(({ per_column, sweep }) => ({ worth: new Map(Object.entries(per_column)), sweep }));

/** Stakes in a pot, or prizes for columns that are won one by one. */
export type SettlementPart =
  | { readonly kind: "pot"; readonly pot: Settlement }
  | { readonly kind: "columns"; readonly prizes: ColumnPrizes };

const POT_KEYS = ["stakes", "stake", "currency", "share", "base", "rest", "leaver"];

const potForm = pot.transform((read): SettlementPart => ({ kind: "pot", pot: read }));
const columnsForm = columnPrizes.transform((read): SettlementPart => ({ kind: "columns", prizes: read }));

export const settlement: z.ZodType<SettlementPart> = about(
  oneForm<SettlementPart>(
    "stakes, or what columns are worth",
    {},
    {
      per_column: columnsForm,
      sweep: columnsForm,
      ...Object.fromEntries(POT_KEYS.map((key) => [key, potForm])),
    },
  ),
  "Stakes and what is paid out, or what winning a column is worth.",
  {
    stakes: ["2.50"],
    stake: "2.50",
    currency: { de: "Euro", en: "euros" },
    share: 100,
    base: "pot",
    rest: "players",
    leaver: "forfeits",
  },
);
