import { catalogue, chosenFrom, type Fitting, fitting } from "../../../authoring/scaffold/catalogue.ts";
import {
  type Decisions,
  isNumber,
  numbersFirst,
  SIMPLE_ORDERS,
  type SimpleOrder,
} from "../../../authoring/scaffold/fresh.ts";
import { hintFor } from "../../../rules/problem/wording.ts";
import { failure, problem, type Result, success } from "../../../rules/problem/problem.ts";
import { KEYS } from "../../../rules/variant/parts/variant.ts";
import { boxHint as printedHint } from "../../../i18n/box-phrases.ts";
import type { Language } from "../../../i18n/language.ts";
import { fail, need } from "../../console/failure.ts";
import { repeatedIn, splitWords } from "../../flags.ts";
import { DISK, playableIds } from "../../files/variants.ts";

/** The flags about a new game; their numbers are in bounds. */
export interface GameFlags {
  readonly dice?: number;
  readonly rolls?: number;
  /** Words with commas between. */
  readonly columns?: string;
  readonly categories?: string;
}

/** Something to choose: its word on the command line, and its description. */
interface Choosable {
  readonly word: string;
  readonly told: string;
  /** Whether it is chosen to begin with. */
  readonly usual: boolean;
}

/** Asks the user. */
export interface Asker {
  number(message: string, usual: number, most: number): Promise<number>;
  /** @param fault what is wrong with a choice, if anything */
  several(
    message: string,
    choices: readonly Choosable[],
    fault: (words: readonly string[]) => string | null,
  ): Promise<string[]>;
}

/** The defaults. */
const USUAL = { dice: 5, rolls: 3, column: "free" } as const;
/** The flags and the questions allow up to this many. */
export const MOST = { dice: 10, rolls: 20 } as const;

/**
 * What a new game is like: as the flags say. The rest is asked, or has its default if nobody can be asked. Ends the command if
 * something is impossible.
 */
export async function decisionsFrom(
  flags: GameFlags,
  language: Language,
  asker: Asker | null,
): Promise<Decisions> {
  if (asker === null && flags.categories === undefined) {
    const words = offersFor({ dice: USUAL.dice, rolls: USUAL.rolls, ...flags }).map(({ word }) => word);
    const message = "without a terminal to ask in, `new` needs `--categories`, or `--from` and a variant";
    fail("missing-value", message, `possible here: ${words.join(", ")}`);
  }
  const number = (key: "dice" | "rolls") =>
    asker === null ? USUAL[key] : asker.number(language.translate(`new.ask.${key}`), USUAL[key], MOST[key]);
  const dice = flags.dice ?? (await number("dice"));
  const rolls = flags.rolls ?? (await number("rolls"));
  const columns = need(ordersFrom(givenWords(flags.columns) ?? (await askColumns(language, asker))));
  const offers = offersFor({ dice, rolls });
  const words = givenWords(flags.categories) ?? (await askCategories(language, asker, offers));
  return { dice, rolls, columns, categories: need(chosenFrom(words, offers)) };
}

/** The categories of all shipped games that fit, number boxes first. */
function offersFor({ dice: count, rolls }: { readonly dice: number; readonly rolls: number }): Fitting[] {
  const dice = KEYS.dice.safeParse({ count });
  if (!dice.success) return fail("too-many-hands", `${count} dice are too many`, "take fewer");
  return numbersFirst(fitting(catalogue(playableIds(), DISK), dice.data, rolls));
}

const givenWords = (flag: string | undefined) => (flag === undefined ? null : splitWords(flag));

/** Columns by their orders. */
function ordersFrom(words: readonly string[]): Result<SimpleOrder[]> {
  const hint = (word: string) => ({ hint: hintFor(word, SIMPLE_ORDERS) });
  if (words.length === 0) return failure([problem("missing-value", "a game needs a column", hint(""))]);
  const wrong = words.filter((word) => !SIMPLE_ORDERS.some((order) => order === word));
  const problems = [
    ...wrong.map((word) => problem("unknown-word", `there is no order \`${word}\``, hint(word))),
    ...repeatedIn(words).map((word) => problem("duplicate", `\`--columns\`: \`${word}\` is there twice`)),
  ];
  const orders = words.flatMap((word) => SIMPLE_ORDERS.find((order) => order === word) ?? []);
  return problems.length > 0 ? failure(problems) : success(orders);
}

async function askColumns(language: Language, asker: Asker | null): Promise<readonly string[]> {
  if (asker === null) return [USUAL.column];
  const choices = SIMPLE_ORDERS.map((order) => ({
    word: order,
    told: language.translate(`rule.order.${order}.short`),
    usual: order === USUAL.column,
  }));
  return asker.several(language.translate("new.ask.columns"), choices, (words) => none(words, language));
}

async function askCategories(
  language: Language,
  asker: Asker | null,
  offers: readonly Fitting[],
): Promise<readonly string[]> {
  if (asker === null) return [];
  const choices = offers.map((offer) => {
    const hint = printedHint(language, { ...offer.rule, id: offer.id, legal: offer.legal });
    const told = language.translate("new.ask.box", { label: language.text(offer.label), hint });
    return { word: offer.word, told, usual: isNumber(offer) };
  });
  return asker.several(language.translate("new.ask.categories"), choices, (words) => {
    const fits = chosenFrom(words, offers).ok;
    return none(words, language) ?? (fits ? null : language.translate("new.ask.twice"));
  });
}

function none(words: readonly string[], language: Language): string | null {
  return words.length === 0 ? language.translate("new.ask.one") : null;
}
