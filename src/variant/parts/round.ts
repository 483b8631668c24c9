import { z } from "zod";
import {
  DIRECTIONS,
  type Joker,
  type Layer,
  type Players,
  type Ranking,
  type RepeatGate,
  type Repeats,
  type Settlement,
  START_METHODS,
  type Start,
  TIES,
  type Turn,
} from "../../game/game.ts";
import { LARGEST_NUMBER, MOST_DICE } from "../limits.ts";
import { whole, words } from "./common.ts";
import { oneForm, say, strict } from "./said.ts";

export const turn: z.ZodType<Omit<Turn, "entries">> = strict({
  rolls: whole(1, 20),
  stop_early: z.boolean().default(true),
  set_aside: z.enum(["reusable", "final"]).default("reusable"),
}).transform(({ rolls, stop_early, set_aside }) => ({ rolls, stopEarly: stop_early, setAside: set_aside }));

export const layer: z.ZodType<Layer["label"]> = words();

export const start: z.ZodType<Start> = strict({
  method: z.enum(START_METHODS),
  dice: whole(1, MOST_DICE).optional(),
  tie: z.literal("roll_off").optional(),
}).transform(({ method, dice, tie }, context) => {
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
});

export const direction = z.enum(DIRECTIONS);

export const players: z.ZodType<Players> = strict({
  min: whole(1, 100).default(1),
  max: whole(1, 100).optional(),
  sheet: z.enum(["shared", "own"]).default("shared"),
  scorekeeper: z.boolean().default(false),
}).transform((read, context) => {
  if (read.max !== undefined && read.max < read.min) {
    const message = `\`max: ${read.max}\` is less than \`min: ${read.min}\``;
    say(context, { code: "contradiction", message }, ["max"]);
  }
  return { ...read, max: read.max ?? null };
});

const gate: z.ZodType<RepeatGate> = strict({
  box: z.enum(["scored", "filled"]).optional(),
  own_number: z.enum(["free", "filled"]).optional(),
  thrown_before: z.boolean().default(false),
}).transform(({ box, own_number, thrown_before }) => ({
  box: box ?? null,
  ownNumber: own_number ?? null,
  thrownBefore: thrown_before,
}));

const OPEN: RepeatGate = { box: null, ownNumber: null, thrownBefore: false };

const jokerMap: z.ZodType<Joker> = strict({
  if: gate.optional(),
  upper: z.enum(["none", "own", "any"]).default("none"),
  upper_value: z.enum(["normal", "max"]).default("normal"),
  upper_first: z.boolean().default(false),
  lower: z.enum(["none", "any"]).default("none"),
  lower_value: z.enum(["as_if_matched", "max"]).default("as_if_matched"),
}).transform((read) => ({
  gate: read.if ?? OPEN,
  upper: read.upper,
  upperValue: read.upper_value,
  upperFirst: read.upper_first,
  lower: read.lower,
  lowerValue: read.lower_value,
}));

const JOKER_KEYS = ["upper", "lower", "if", "upper_value", "upper_first", "lower_value"];

const joker = oneForm<{ joker: Joker | null }>(
  "`none` or a map that says where the joker goes",
  { none: { joker: null } },
  Object.fromEntries(JOKER_KEYS.map((key) => [key, jokerMap.transform((read) => ({ joker: read }))])),
);

export const repeats: z.ZodType<Repeats> = strict({
  of: z.string(),
  bonus: whole(0),
  bonus_if: gate.optional(),
  joker,
  note_on: z.enum(["sheet", "back_of_sheet"]).default("sheet"),
}).transform((read) => ({
  of: read.of,
  bonus: read.bonus,
  gate: read.bonus_if ?? OPEN,
  joker: read.joker.joker,
  noteOn: read.note_on,
}));

const mark = z.string().trim().min(1).max(3);

export const strike: z.ZodType<{ marks: readonly string[]; voluntary: boolean }> = strict({
  marks: z.array(mark).min(1).max(10),
  voluntary: z.boolean().default(true),
}).transform((read, context) => {
  read.marks.forEach((one, i) => {
    if (read.marks.indexOf(one) !== i) {
      say(context, { code: "duplicate", message: `the mark \`${one}\` is listed twice` }, ["marks", i]);
    }
    if (/^[-+]?\d+$/.test(one) && Number(one) !== 0) {
      const message = `the mark \`${one}\` could be taken for points`;
      say(context, { code: "bad-mark", message, hint: "write a sign such as `X`, `/` or `0`" }, ["marks", i]);
    }
  });
  return read;
});

export const ranking: z.ZodType<Ranking> = strict({
  order: z.enum(["highest", "lowest"]).default("highest"),
  tie: z.enum(TIES).default("shared"),
});

/** Money in a text such as "2.50", to hundredths; a number in YAML would lose its last 0, and then its exactness. */
const money = z.unknown().transform((value, context): number => {
  const match = typeof value === "string" ? /^(\d{1,6})(?:\.(\d{1,2}))?$/.exec(value) : null;
  if (match === null) {
    const message = "expected an amount of money in quotation marks";
    say(context, { code: "bad-money", message, hint: 'write it like "2.50", with a point' });
    return z.NEVER;
  }
  return Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0"));
});

export const settlement: z.ZodType<Settlement> = strict({
  stakes: z.array(money).min(1).max(20),
  stake: money,
  currency: words(),
  share: whole(1, 100),
  base: z.enum(["pot", "stake"]),
  rest: z.enum(["house", "players"]),
  leaver: z.enum(["forfeits", "refunded"]),
}).transform((read, context) => {
  if (!read.stakes.includes(read.stake)) {
    const hint = `possible here: ${read.stakes.map((s) => `"${(s / 100).toFixed(2)}"`).join(", ")}`;
    say(context, { code: "unknown-stake", message: "`stake` is none of the `stakes`", hint }, ["stake"]);
  }
  return read;
});

/** Points as they stand in an example. */
export const points = whole(-LARGEST_NUMBER);
