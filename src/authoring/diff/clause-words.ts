import {
  constraintPhrase,
  chipsPhrase,
  choicePhrase,
  dicePhrase,
  entryPhrase,
  gatePhrase,
  orderPhrase,
  playersPhrase,
  tierPhrases,
} from "../../i18n/rule-phrases.ts";
import { boxRule, namedFormula } from "../../i18n/box-phrases.ts";
import { formatAmount, numberRanges, quoted } from "../../i18n/format.ts";
import { boxName, colourWords, columnLabel, unusualDice } from "../../i18n/game-words.ts";
import type { Language } from "../../i18n/language.ts";
import type {
  Bonus,
  Column,
  ColumnPrizes,
  Constraint,
  Game,
  Joker,
  Option,
  Order,
  Repeats,
  Settlement,
  Start,
  Text,
} from "../../rules/game/game.ts";
import type { Clause, Facts } from "./difference.ts";

/** The game whose rules are put into words, and the language of the words. */
export interface WordContext {
  readonly game: Game;
  readonly language: Language;
}

/** Each clause in a few words. */
type ClauseWords = { readonly [C in Clause]: (fact: Facts[C], context: WordContext) => string };

/** What a game says in each clause, in the order of a rule sheet. */
export const CLAUSE_WORDS: ClauseWords = {
  name: ownWords,
  players: (players, { language }) => playersPhrase(language, players, "short"),
  sheet: choiceOf("sheet"),
  scorekeeper: choiceOf("scorekeeper"),
  dice: diceWords,
  // Faces of one colour together: "1, 6 black; 2, 5 red".
  colours: (_, { game, language }) =>
    together(colourWords(language, game.dice).map(({ colour, faces }) => `${faces.join(", ")} ${colour}`)),
  layers: (layers, context) => layers.map(({ label }) => ownWords(label, context)).join(", "),
  hands: (n, { language }) => language.translate("rule.hands.short", { n }),
  symbols: (symbols, context) =>
    symbols.map(([face, symbol]) => `${face} ${ownWords(symbol, context)}`).join(", "),
  rolls: (n, { language }) => language.translate("unit.throws", { n }),
  "stop-early": choiceOf("stop-early"),
  "set-aside": choiceOf("set-aside"),
  "bank-rolls": choiceOf("bank-rolls"),
  chips: (chips, { language }) => chipsPhrase(language, chips, "short"),
  "served-on": choiceOf("served-on"),
  entries: (n, { language }) => language.translate("unit.boxes", { n }),
  start: startWords,
  direction: choiceOf("direction"),

  section: ownWords,
  "section-label": ownWords,
  box: (box, { language, game }) => boxRule(language, game, box),
  "box-id": (id) => id,
  "box-label": ownWords,
  "box-rule": (box, { language, game }) => boxRule(language, game, box),
  "box-scores": ({ legal }, { language }) =>
    numberRanges(legal) || language.translate("diff.value.no-scores"),
  "box-strike": choiceOf("strike"),
  "box-requires": (requires, context) =>
    requires
      .map(({ category, is }) =>
        choicePhrase(context.language, "requires", is, "short", { box: quotedBox(context, category) }),
      )
      .join(", "),
  "box-section": ownWords,
  "row-order": (labels, context) => labels.map((label) => ownWords(label, context)).join(", "),
  constraint: constraintWords,
  "section-total": (total, context) => namedFormula(total, (id) => quotedBox(context, id)),
  "section-floor": (n, { language }) => language.translate("unit.points", { n }),

  bonus: tiersWords,
  "own-bonus": ownBonusWords,

  column: columnWords,
  "column-label": (label, { language }) =>
    columnLabel(language, { label }) || language.translate("diff.value.no-name"),
  "column-order": orderWords,
  "column-factor": (n, { language }) => language.translate("rule.factor.short", { n }),
  "column-entry": (entry, { language }) => entryPhrase(language, { entry }, "short"),
  prizes: prizesWords,

  "strike-marks": (marks) => marks.join(" "),
  "strike-voluntary": choiceOf("strike-voluntary"),

  repeats: repeatsWords,
  "repeats-of": (id, context) => quotedBox(context, id),
  "repeats-bonus": repeatsBonus,
  "repeats-gate": gateWords,
  "repeats-note": choiceOf("note-on"),
  "repeats-factor": choiceOf("repeats-factor"),
  joker: jokerWords,

  "ranking-by": choiceOf("ranking-by"),
  "ranking-order": choiceOf("ranking-order"),
  "ranking-tie": choiceOf("tie"),
  line: ownWords,

  settlement: settlementWords,
  stakes: amounts,
  stake: (stake, context) => amounts([stake], context),
  prize: prizeWords,
  rest: choiceOf("rest"),
  leaver: choiceOf("leaver"),

  option: (option, context) =>
    context.language.translate("diff.value.option", {
      choices: choicesWords(option.choices, context),
      chosen: chosenWords(option, context),
    }),
  "option-label": ownWords,
  "option-choices": choicesWords,
  "option-chosen": chosenWords,
  note: ({ text }, context) => ownWords(text, context),
  other: (value) => JSON.stringify(value),
};

/** A rule that has one of a few values. */
function choiceOf(rule: string): (value: string | boolean, context: WordContext) => string {
  return (value, { language }) => choicePhrase(language, rule, value);
}

/** Facts beside each other; those that are missing or empty are left out. */
function together(facts: readonly (string | null)[]): string {
  return facts.filter((fact) => fact !== null && fact !== "").join("; ");
}

/** The name of a box in quotation marks. */
function quotedBox({ game, language }: WordContext, id: string): string {
  return quoted(language, boxName(game, language, id));
}

/** A variant's own words. */
function ownWords(text: Text, { language }: WordContext): string {
  return language.text(text);
}

function diceWords({ scored }: Facts["dice"], { game, language }: WordContext): string {
  const n = game.dice.dice.length;
  const unusual = unusualDice(game.dice).map((kind) => dicePhrase(language, kind, "short"));
  const dice = unusual.join(" + ") || language.translate("unit.dice", { n });
  return scored === n ? dice : language.translate("rule.scored.short", { dice, n: scored });
}

function startWords({ method, dice, tie }: Start, { language }: WordContext): string {
  const who = choicePhrase(language, "start", method, "short", { n: dice });
  return together([who, tie === null ? null : choicePhrase(language, "start", "tie")]);
}

function constraintWords(constraint: Constraint, context: WordContext): string {
  const { game, language } = context;
  const relation = constraintPhrase(language, game, constraint, "short", (id) => quotedBox(context, id));
  return together([relation, choicePhrase(language, "between", constraint.between)]);
}

function tiersWords(section: Facts["bonus"], { language }: WordContext): string {
  return together([tierPhrases(language, section).join(", "), tierModeWords(section, language)]);
}

/** How several steps count together; null for a single one. */
function tierModeWords({ tiers, tierMode }: Facts["bonus"], language: Language): string | null {
  return tiers.length < 2 ? null : choicePhrase(language, "tiers", tierMode);
}

function ownBonusWords(bonus: Bonus, context: WordContext): string {
  const { label, scope, row, of, to } = bonus;
  const { language } = context;
  return together([
    ownWords(label, context),
    choicePhrase(language, "scope", scope),
    row === null ? null : quotedBox(context, row),
    choicePhrase(language, "measure", of),
    tierPhrases(language, bonus, of).join(", "),
    tierModeWords(bonus, language),
    choicePhrase(language, "target", to),
  ]);
}

function columnWords(column: Column, context: WordContext): string {
  const { language } = context;
  const { order, multiplier, entry } = column;
  return together([
    orderWords(order, context),
    multiplier === 1 ? null : language.translate("rule.factor.short", { n: multiplier }),
    entry.kind === "any" ? null : entryPhrase(language, column, "short"),
  ]);
}

/** In the long form where orders of one kind may differ. */
function orderWords(order: Order, context: WordContext): string {
  const form = order.kind === "outward" || order.kind === "stages" ? "long" : "short";
  return orderPhrase(context.language, context.game, order, form, (id) => quotedBox(context, id));
}

/** What winning each column is worth, and what all of them bring on top. */
function prizesWords({ worth, sweep }: ColumnPrizes, { game, language }: WordContext): string {
  const columns = game.columns.map(
    (column) => `${columnLabel(language, column)} ${worth.get(column.id) ?? 1}`,
  );
  const args = { n: sweep, columns: columns.length };
  return together([columns.join(", "), sweep === 0 ? null : language.translate("rule.sweep.short", args)]);
}

function repeatsWords(repeats: Repeats, context: WordContext): string {
  const { of, bonus, gate, noteOn, multiplied, joker } = repeats;
  const { language } = context;
  return together([
    quotedBox(context, of),
    repeatsBonus(bonus, context),
    bonus === 0 ? null : gateWords(gate, context),
    bonus === 0 ? null : choicePhrase(language, "note-on", noteOn),
    multiplied ? choicePhrase(language, "repeats-factor", multiplied) : null,
    joker === null
      ? language.translate("diff.value.no-joker")
      : language.translate("diff.value.joker", { rule: jokerWords(joker, context) }),
  ]);
}

function repeatsBonus(n: number, { language }: WordContext): string {
  return language.translate("rule.repeats.short", { n });
}

function gateWords(gate: Repeats["gate"], { game, language }: WordContext): string {
  return gatePhrase(language, game, gate, "short");
}

function jokerWords(joker: Joker, context: WordContext): string {
  const { upper, upperValue, upperFirst, lower, lowerValue } = joker;
  const word = (rule: string, value: string) => choicePhrase(context.language, rule, value);
  return together([
    word("joker-upper", upper),
    upper === "any" ? word("joker-upper-value", upperValue) : null,
    upperFirst ? word("joker-upper", "first") : null,
    word("joker-lower", lower),
    lower === "none" ? null : word("joker-lower-value", lowerValue),
    gateWords(joker.gate, context),
  ]);
}

function settlementWords(settlement: Settlement, context: WordContext): string {
  return together([
    amounts([settlement.stake], context, settlement),
    prizeWords(settlement, context),
    choicePhrase(context.language, "rest", settlement.rest),
    choicePhrase(context.language, "leaver", settlement.leaver),
  ]);
}

function prizeWords({ share, base }: Facts["prize"], { language }: WordContext): string {
  return choicePhrase(language, "prize", base, "short", { share });
}

/** Amounts in hundredths of the currency, written out. */
function amounts(
  hundredths: readonly number[],
  { game, language }: WordContext,
  of = game.settlement,
): string {
  const currency = of === null ? "" : `\u00a0${language.text(of.currency)}`;
  return together(hundredths.map((amount) => `${formatAmount(language, amount / 100)}${currency}`));
}

function choicesWords(choices: Option["choices"], context: WordContext): string {
  return choices.map(({ label }) => ownWords(label, context)).join(" · ");
}

function chosenWords({ choices, chosen }: Option, context: WordContext): string {
  const choice = choices.find(({ id }) => id === chosen);
  return choice === undefined ? chosen : ownWords(choice.label, context);
}
