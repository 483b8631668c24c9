import { msg } from "../../problem/message.ts";
import { z } from "zod";
import { type ColumnPrizes, RANKED_BY, type Ranking, type Settlement, TIES } from "../../game/game.ts";
import {
  about,
  byAnyKey,
  type IssueSink,
  oneForm,
  report,
  strict,
  wholeNumber,
  words,
  writtenAs,
} from "./definition.ts";

export const ranking: z.ZodType<Ranking> = about(
  strict({
    by: about(
      z.enum(RANKED_BY),
      "What decides: the grand `total`, the victory `points` that `bonuses` bring, or the `columns`, each won by whoever has the best total in it. → points",
    ).default("total"),
    order: about(
      z.enum(["highest", "lowest"]),
      "Whether the highest or the lowest total wins. → highest",
    ).default("highest"),
    tie: about(
      z.enum(TIES),
      "At a tie the win is `shared`, a `roll_off` decides, or the stakes are `split`. → roll_off",
    ).default("shared"),
  }),
  "Who wins. → { order: highest, tie: shared }",
);

/** Money in a text such as "2.50", to hundredths; a number in YAML would lose its last 0, and then its exactness. */
const MONEY = /^(\d{1,6})(?:\.(\d{1,2}))?$/;

const money = writtenAs(z.unknown().transform(readMoney), z.string().regex(MONEY));

function readMoney(value: unknown, context: IssueSink): number {
  const match = typeof value === "string" ? MONEY.exec(value) : null;
  if (match === null) {
    const message = msg("rules.expected-amount-money")`expected an amount of money in quotation marks`;
    report(context, {
      code: "bad-money",
      message,
      hint: msg("rules.write-like-2")`write it like "2.50", with a point`,
    });
    return z.NEVER;
  }
  return Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0"));
}

const POT_KEYS = {
  stakes: about(
    z.array(money).min(1).max(20),
    'All stakes that are offered, each in quotation marks. → ["2.50", "5.00"]',
  ),
  stake: about(money, 'The stake that is played for, in quotation marks. → "2.50"'),
  currency: about(words(), "What the stakes are paid in. → { de: Euro, en: euros }"),
  share: about(wholeNumber(1, 100), "How much is paid out, in per cent. → 90"),
  base: about(
    z.enum(["pot", "stake"]),
    "What the share is taken of: all stakes together (`pot`), or a single `stake`. → pot",
  ),
  rest: about(
    z.enum(["house", "players"]),
    "Who gets the remainder that cannot be split evenly: the `house`, or the first `players`, one each. → house",
  ),
  leaver: about(
    z.enum(["forfeits", "refunded"]),
    "Whether the stake of a player who leaves early stays in the pot or is given back. → forfeits",
  ),
};

const pot: z.ZodType<SettlementPart> = strict(POT_KEYS).transform((read, context) => {
  if (!read.stakes.includes(read.stake)) {
    const hint = msg(
      "rules.possible-here",
    )`possible here: ${read.stakes.map((s) => `"${(s / 100).toFixed(2)}"`).join(", ")}`;
    report(
      context,
      {
        code: "unknown-stake",
        message: msg("rules.stake-none-stakes")`\`stake\` is not one of the \`stakes\``,
        hint,
      },
      ["stake"],
    );
  }
  return { kind: "pot", pot: read };
});

/** A prize for a column; the limit is far above any real one. */
const prize = wholeNumber(0, 1_000);

const PRIZE_KEYS = {
  per_column: about(
    z.record(z.string(), prize),
    "What winning a column is worth, by column: the winner gets it from each of the others. → { left: 1, right: 2 }",
  ),
  sweep: about(prize, "What is added for whoever wins all columns. → 3").default(0),
};

const prizes: z.ZodType<SettlementPart> = strict(PRIZE_KEYS).transform(({ perColumn, sweep }) => ({
  kind: "columns",
  prizes: { worth: new Map(Object.entries(perColumn)), sweep },
}));

/** Stakes in a pot, or prizes for columns that are won one by one. */
export type SettlementPart =
  | { readonly kind: "pot"; readonly pot: Settlement }
  | { readonly kind: "columns"; readonly prizes: ColumnPrizes };

export const settlement: z.ZodType<SettlementPart> = about(
  oneForm<SettlementPart>(
    msg("rules.stakes-what-columns")`stakes, or what columns are worth`,
    {},
    { ...byAnyKey(PRIZE_KEYS, prizes), ...byAnyKey(POT_KEYS, pot) },
  ),
  'Stakes and what is paid out, or what winning a column is worth. → { stakes: ["2.50"], stake: "2.50", currency: { de: Euro, en: euros }, share: 100, base: pot, rest: players, leaver: forfeits }',
);
