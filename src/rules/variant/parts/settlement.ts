import { z } from "zod";
import type { ColumnPrizes, Settlement } from "../../game/game.ts";
import { whole, words } from "./common.ts";
import { type Hearer, oneForm, say, strict } from "./said.ts";
import { about, writtenAs } from "./written.ts";

/** Money in a text such as "2.50", to hundredths; a number in YAML would lose its last 0, and then its exactness. */
const MONEY = /^(\d{1,6})(?:\.(\d{1,2}))?$/;

const money = writtenAs(z.unknown().transform(readMoney), z.string().regex(MONEY));

function readMoney(value: unknown, context: Hearer): number {
  const match = typeof value === "string" ? MONEY.exec(value) : null;
  if (match === null) {
    const message = "expected an amount of money in quotation marks";
    say(context, { code: "bad-money", message, hint: 'write it like "2.50", with a point' });
    return z.NEVER;
  }
  return Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0"));
}

const pot: z.ZodType<Settlement> = strict({
  stakes: z
    .array(money)
    .min(1)
    .max(20)
    .meta(about("All stakes that are offered, each in quotation marks.", ["2.50", "5.00"])),
  stake: money.meta(about("The stake that is played for, in quotation marks.", "2.50")),
  currency: words().meta(about("What the stakes are paid in.", { de: "Euro", en: "euros" })),
  share: whole(1, 100).meta(about("How much is paid out, in per cent.", 90)),
  base: z
    .enum(["pot", "stake"])
    .meta(about("What that is a share of: all stakes together (`pot`), or a single `stake`.", "pot")),
  rest: z
    .enum(["house", "players"])
    .meta(
      about("Who gets what can't be split evenly: the `house`, or one each to the first `players`.", "house"),
    ),
  leaver: z
    .enum(["forfeits", "refunded"])
    .meta(
      about("Whether the stake of a player who leaves early stays in the pot or is given back.", "forfeits"),
    ),
}).transform((read, context) => {
  if (!read.stakes.includes(read.stake)) {
    const hint = `possible here: ${read.stakes.map((s) => `"${(s / 100).toFixed(2)}"`).join(", ")}`;
    say(context, { code: "unknown-stake", message: "`stake` is none of the `stakes`", hint }, ["stake"]);
  }
  return read;
});

/** A prize for a column; nobody plays for more. */
const prize = whole(0, 1_000);

const columnPrizes: z.ZodType<ColumnPrizes> = strict({
  per_column: z.record(z.string(), prize).meta(
    about("What winning a column is worth, by column: the winner gets it from each of the others.", {
      left: 1,
      right: 2,
    }),
  ),
  sweep: prize.meta(about("What is added for whoever wins all columns.", 3)).default(0),
}).transform(({ per_column, sweep }) => ({ worth: new Map(Object.entries(per_column)), sweep }));

/** Stakes in a pot, or prizes for columns that are won one by one. */
export type SettlementPart =
  | { readonly kind: "pot"; readonly pot: Settlement }
  | { readonly kind: "columns"; readonly prizes: ColumnPrizes };

const POT_KEYS = ["stakes", "stake", "currency", "share", "base", "rest", "leaver"];

const potForm = pot.transform((read): SettlementPart => ({ kind: "pot", pot: read }));
const columnsForm = columnPrizes.transform((read): SettlementPart => ({ kind: "columns", prizes: read }));

export const settlement: z.ZodType<SettlementPart> = oneForm<SettlementPart>(
  "stakes, or what columns are worth",
  {},
  {
    per_column: columnsForm,
    sweep: columnsForm,
    ...Object.fromEntries(POT_KEYS.map((key) => [key, potForm])),
  },
).meta(
  about("Stakes and what is paid out, or what winning a column is worth.", {
    stakes: ["2.50"],
    stake: "2.50",
    currency: { de: "Euro", en: "euros" },
    share: 100,
    base: "pot",
    rest: "players",
    leaver: "forfeits",
  }),
);
