import {
  type Chips,
  DIRECTIONS,
  type Players,
  LAYER_ORDERS,
  SERVED_ON,
  type Start,
  START_METHODS,
  type Turn,
  BOX_STATES,
  type Joker,
  type RepeatGate,
  type Repeats,
  type ColumnPrizes,
  RANKED_BY,
  type Ranking,
  type Settlement,
  TIES,
} from "../../game/game.ts";
import { MAX_DICE } from "../limits.ts";
import {
  about,
  report,
  strict,
  wholeNumber,
  byAnyKey,
  oneForm,
  type IssueSink,
  words,
  writtenAs,
} from "./definition.ts";
import { msg } from "../../problem/message.ts";
import { z } from "zod";

/** A pad has no room for more. */
const MAX_CHIPS = 12;

const chips: z.ZodType<Chips> = strict({
  count: about(wholeNumber(1, MAX_CHIPS), "How many chips each player gets for the whole game. → 3"),
  per_turn: about(
    wholeNumber(1, MAX_CHIPS),
    "How many may be spent in one turn; all by default. → 1",
  ).optional(),
}).transform((read, context) => {
  if (read.perTurn !== null && read.perTurn > read.count) {
    const message = msg`rules.chips-per-turn: \`per_turn: ${read.perTurn}\` is more than the ${read.count} that a player has`;
    report(context, { code: "contradiction", message }, ["per_turn"]);
  }
  return read;
});

/** The rules of a turn. */
export const turn: z.ZodType<Omit<Turn, "entries">> = strict({
  rolls: about(wholeNumber(1, 20), "The number of rolls in a turn. → 3"),
  stop_early: about(z.boolean(), "Whether a player may stop before the last roll. → true").default(true),
  set_aside: about(
    z.enum(["reusable", "final"]),
    "Whether dice that were set aside may be rolled again in the same turn (`reusable`) or not (`final`). → final",
  ).default("reusable"),
  bank_unused_rolls: about(
    z.boolean(),
    "Whether unused rolls are saved for later turns; the pad gets boxes to tick them off. → true",
  ).default(false),
  chips: about(
    chips,
    "Chips that buy an additional roll; the pad gets boxes to tick them off. → { count: 3, per_turn: 1 }",
  ).optional(),
  served: about(
    z.enum(SERVED_ON),
    "When dice count as served: all in one roll, whichever it is (`any_throw`), or in the first roll (`first_throw`). → first_throw",
  ).default("any_throw"),
  layer_order: about(
    z.enum(LAYER_ORDERS),
    "For double dice: whether the layers are entered in the order of `dice.layers` (`listed`) or in any order (`free`). → free",
  ).default("listed"),
}).transform(({ bankUnusedRolls, chips, served, ...read }, context) => {
  if (bankUnusedRolls && (!read.stopEarly || read.rolls === 1)) {
    const message = msg`rules.banked-rolls: rolls can be saved only if a player may stop early`;
    const hint = msg`rules.banked-rolls-hint: remove \`bank_unused_rolls\`, or allow \`stop_early\` with two rolls or more`;
    report(context, { code: "contradiction", message, hint, atKey: true }, ["bank_unused_rolls"]);
  }
  return { ...read, banksRolls: bankUnusedRolls, chips, servedOn: served };
});

export const start: z.ZodType<Start> = about(
  strict({
    method: about(
      z.enum(START_METHODS),
      "Who begins: anyone (`free`), or the player who rolls the highest die, the highest sum or the lowest sum. → highest_sum",
    ),
    dice: about(wholeNumber(1, MAX_DICE), "How many dice each player rolls for it. → 5").optional(),
    tie: about(z.literal("roll_off"), "Players who roll the same roll again. → roll_off").optional(),
  }).transform(({ method, dice, tie }, context) => {
    if (method === "free") {
      for (const [key, value] of Object.entries({ dice, tie })) {
        if (value === null) continue;
        const message = msg`rules.free-start-rolls: \`${key}\` is not allowed here: nobody rolls for a free start`;
        const hint = msg`rules.remove-key-hint: remove it; if it comes from a base, write \`${key}: null\``;
        report(context, { code: "contradiction", message, hint, atKey: true }, [key]);
      }
    } else if (dice === null) {
      const message = msg`rules.start-without-dice: \`method: ${method}\` needs \`dice\`, the number of dice that each player rolls`;
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
    min: about(wholeNumber(1, 100), "The least number of players. → 2").default(1),
    max: about(wholeNumber(1, 100), "The greatest number of players; unlimited by default. → 6").optional(),
    sheet: about(
      z.enum(["shared", "own"]),
      "`shared`: a column for each player on one sheet; `own`: a sheet for each player. → own",
    ).default("shared"),
    scorekeeper: about(z.boolean(), "Whether one player writes for all. → true").default(false),
    age: about(wholeNumber(1, 99), "The youngest age, in years. → 8").optional(),
    minutes: about(wholeNumber(1, 999), "How long a game lasts, in minutes. → 30").optional(),
  }).transform((read, context) => {
    if (read.max !== null && read.max < read.min) {
      const message = msg`rules.max-below-min: \`max: ${read.max}\` is less than \`min: ${read.min}\``;
      report(context, { code: "contradiction", message }, ["max"]);
    }
    const { max, ...others } = read;
    // The codes of printed sheets depend on this order of keys.
    return max === null ? { ...others, max } : read;
  }),
  "The number of players, and which sheets they use. → { min: 2, sheet: own }",
);

const mark = z.string().trim().min(1).max(3);

export const strike: z.ZodType<{ marks: readonly string[]; voluntary: boolean }> = about(
  strict({
    marks: about(z.array(mark).min(1).max(10), 'The marks of a struck box, the usual one first. → [/, "0"]'),
    voluntary: about(
      z.boolean(),
      "Whether a box may be struck although the roll would score in it. → true",
    ).default(true),
  }).transform((read, context) => {
    read.marks.forEach((one, i) => {
      if (read.marks.indexOf(one) !== i) {
        const message = msg`rules.repeated-mark: the mark \`${one}\` is listed twice`;
        report(context, { code: "duplicate", message }, ["marks", i]);
      }
      if (/^[-+]?\d+$/.test(one) && Number(one) !== 0) {
        const message = msg`rules.mark-is-number: the mark \`${one}\` could be taken for points`;
        const hint = msg`rules.mark-is-number-hint: use a mark such as \`X\`, \`/\` or \`0\``;
        report(context, { code: "bad-mark", message, hint }, ["marks", i]);
      }
    });
    return read;
  }),
  "How boxes are struck. → { marks: [/], voluntary: true }",
);

const gate: z.ZodType<RepeatGate> = strict({
  box: about(
    z.enum(BOX_STATES),
    "The state of the category's own box: `scored` (has points) or `filled` (has any entry). → scored",
  ).optional(),
  own_number: about(
    z.enum(["free", "filled"]),
    "The state of the number box of the rolled number: `free` or `filled`. → free",
  ).optional(),
  thrown_before: about(z.boolean(), "An earlier one is enough, wherever it was entered. → true").default(
    false,
  ),
});

const OPEN: RepeatGate = { box: null, ownNumber: null, thrownBefore: false };

const JOKER_KEYS = {
  if: about(gate, "What must be true before a repeat may be a joker. → { box: filled }").optional(),
  upper: about(
    z.enum(["none", "own", "any"]),
    "Which number boxes the joker may fill: `none`, its `own`, or `any`. → own",
  ).default("none"),
  upper_value: about(
    z.enum(["normal", "max"]),
    "What it scores there: what its dice show, or the highest score of the box. → normal",
  ).default("normal"),
  upper_first: about(
    z.boolean(),
    "Whether its own number box must be filled while it is free. → true",
  ).default(false),
  lower: about(z.enum(["none", "any"]), "Whether the joker may fill any of the other boxes. → any").default(
    "none",
  ),
  lower_value: about(
    z.enum(["as_if_matched", "max"]),
    "What it scores there: as if the dice showed the pattern, or the highest score of the box. → max",
  ).default("as_if_matched"),
};

/** Wrapped, because a bare null would mean a missing key. */
const jokerMap: z.ZodType<{ joker: Joker | null }> = strict(JOKER_KEYS).transform(
  ({ if: gate, ...read }) => ({ joker: { gate: gate ?? OPEN, ...read } }),
);

const joker = oneForm<{ joker: Joker | null }>(
  msg`rules.a-joker-rule: \`none\` or a map that says where the joker goes`,
  { none: { joker: null } },
  byAnyKey(JOKER_KEYS, jokerMap),
);

export const repeats: z.ZodType<Repeats> = about(
  strict({
    of: about(z.string(), "The id of the category that is rolled again. → five"),
    bonus: about(wholeNumber(0), "The extra points for each repeat; 0 for none. → 50"),
    multiplied: about(
      z.boolean(),
      "Whether the extra points have the multiplier of the column in which the repeat is entered. → true",
    ).default(false),
    bonus_if: about(
      gate,
      "What must be true before a repeat earns extra points. → { box: scored }",
    ).optional(),
    joker: about(
      joker,
      "Where a repeat may be used as a joker: `none`, or a map. → { if: { box: scored }, upper: own, lower: any }",
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
  "What rolls of the top category after the first are worth. → { of: five, bonus: 50, joker: none }",
);

export const ranking: z.ZodType<Ranking> = about(
  strict({
    by: about(
      z.enum(RANKED_BY),
      "What decides: the grand `total`, the victory `points` that `bonuses` bring, or the `columns`, each won by the best total in it. → points",
    ).default("total"),
    order: about(
      z.enum(["highest", "lowest"]),
      "Whether the highest or the lowest total wins. → highest",
    ).default("highest"),
    tie: about(
      z.enum(TIES),
      "After a tie, the win is `shared`, a `roll_off` decides, or the stakes are `split`. → roll_off",
    ).default("shared"),
  }),
  "Who wins. → { order: highest, tie: shared }",
);

/** Money as a text such as "2.50"; a number in YAML would lose its last 0 and its exactness. */
const MONEY = /^(\d{1,6})(?:\.(\d{1,2}))?$/;

const money = writtenAs(z.unknown().transform(readMoney), z.string().regex(MONEY));

function readMoney(value: unknown, context: IssueSink): number {
  const match = typeof value === "string" ? MONEY.exec(value) : null;
  if (match === null) {
    const message = msg`rules.bad-money: expected an amount of money in quotation marks`;
    report(context, {
      code: "bad-money",
      message,
      hint: msg`rules.bad-money-hint: write it like "2.50", with a point`,
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
  share: about(wholeNumber(1, 100), "The share that is paid out, in per cent. → 90"),
  base: about(
    z.enum(["pot", "stake"]),
    "What the share is of: all stakes together (`pot`) or a single `stake`. → pot",
  ),
  rest: about(
    z.enum(["house", "players"]),
    "Who gets the remainder that cannot be split evenly: the `house`, or the first `players`, one each. → house",
  ),
  leaver: about(
    z.enum(["forfeits", "refunded"]),
    "Whether the stake of a player who leaves early stays in the pot (`forfeits`) or is returned (`refunded`). → forfeits",
  ),
};

const pot: z.ZodType<SettlementPart> = strict(POT_KEYS).transform((read, context) => {
  if (!read.stakes.includes(read.stake)) {
    const hint = msg`rules.possible-words-hint: possible here: ${read.stakes.map((s) => `"${(s / 100).toFixed(2)}"`).join(", ")}`;
    report(
      context,
      {
        code: "unknown-stake",
        message: msg`rules.unknown-stake: \`stake\` is not one of the \`stakes\``,
        hint,
      },
      ["stake"],
    );
  }
  return { kind: "pot", pot: read };
});

/** A prize for a column, with a generous limit. */
const prize = wholeNumber(0, 1_000);

const PRIZE_KEYS = {
  per_column: about(
    z.record(z.string(), prize),
    "What winning a column is worth, by column: each of the others pays it to the winner. → { left: 1, right: 2 }",
  ),
  sweep: about(prize, "The bonus for winning all columns. → 3").default(0),
};

const prizes: z.ZodType<SettlementPart> = strict(PRIZE_KEYS).transform(({ perColumn, sweep }) => ({
  kind: "columns",
  prizes: { worth: new Map(Object.entries(perColumn)), sweep },
}));

/** Stakes in a pot, or prizes for columns. */
export type SettlementPart =
  | { readonly kind: "pot"; readonly pot: Settlement }
  | { readonly kind: "columns"; readonly prizes: ColumnPrizes };

export const settlement: z.ZodType<SettlementPart> = about(
  oneForm<SettlementPart>(
    msg`rules.a-settlement: stakes, or what columns are worth`,
    {},
    { ...byAnyKey(PRIZE_KEYS, prizes), ...byAnyKey(POT_KEYS, pot) },
  ),
  'Stakes and what is paid out, or what winning a column is worth. → { stakes: ["2.50"], stake: "2.50", currency: { de: Euro, en: euros }, share: 100, base: pot, rest: players, leaver: forfeits }',
);
