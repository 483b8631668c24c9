import { boxRule, namedFormula } from "../../i18n/box-phrases.ts";
import { formatAmount, numberRanges, quoted } from "../../i18n/format.ts";
import { rowName, colourWords, unusualDice } from "../../i18n/game-words.ts";
import type { Language } from "../../i18n/language.ts";
import {
  chipsPhrase,
  choicePhrase,
  constraintPhrase,
  dicePhrase,
  entryPhrase,
  gatePhrase,
  orderPhrase,
  playersPhrase,
  tierPhrases,
} from "../../i18n/rule-phrases.ts";
import type { Dice } from "../../rules/dice/dice.ts";
import type {
  Bonus,
  Category,
  Chips,
  Column,
  ColumnPrizes,
  Constraint,
  DIRECTIONS,
  Entering,
  Game,
  Joker,
  Layer,
  Note,
  Option,
  Order,
  Players,
  Ranking,
  RepeatGate,
  Repeats,
  Requirement,
  Section,
  Settlement,
  Start,
  StrikeRule,
  Text,
  Turn,
} from "../../rules/game/game.ts";

/** The game whose rules are put into words, and the language of the words. */
export interface WordContext {
  readonly game: Game;
  readonly language: Language;
}

/**
 * Everything that two games can differ in, under the headings and in the order of a rule sheet. Each clause puts what one game
 * says in it into a few words.
 */
const CLAUSES = {
  game: {
    name: ownWords,
    players: (players: Pick<Players, "min" | "max">, { language }) =>
      playersPhrase(language, players, "short"),
    sheet: choiceOf<Players["sheet"]>("sheet"),
    scorekeeper: choiceOf<boolean>("scorekeeper"),
  },
  turn: {
    dice: diceWords,
    // Faces of one colour together: "1, 6 black; 2, 5 red".
    colours: (_: readonly (readonly [face: number, colour: string])[], { game, language }) =>
      together(colourWords(language, game.dice).map(({ colour, faces }) => `${faces.join(", ")} ${colour}`)),
    layers: labels<Layer>(", "),
    hands: counted("rule.hands.short"),
    symbols: (symbols: readonly (readonly [face: number, symbol: Text])[], context) =>
      symbols.map(([face, symbol]) => `${face} ${ownWords(symbol, context)}`).join(", "),
    rolls: counted("unit.throws"),
    "stop-early": choiceOf<boolean>("stop-early"),
    "set-aside": choiceOf<Turn["setAside"]>("set-aside"),
    "bank-rolls": choiceOf<boolean>("bank-rolls"),
    chips: (chips: Chips, { language }) => chipsPhrase(language, chips, "short"),
    "served-on": choiceOf<Turn["servedOn"]>("served-on"),
    entries: counted("unit.boxes"),
  },
  start: {
    start: ({ method, dice, tie }: Start, { language }) => {
      const who = choicePhrase(language, "start", method, "short", { n: dice });
      return together([who, tie === null ? null : choicePhrase(language, "start", "tie")]);
    },
    direction: choiceOf<(typeof DIRECTIONS)[number]>("direction"),
  },
  boxes: {
    section: ({ label }: Section, context) => ownWords(label, context),
    "section-label": ownWords,
    box: ruleOfBox,
    "box-id": (id: string) => id,
    "box-label": ownWords,
    "box-rule": ruleOfBox,
    // A rule that is the same, but comes to other scores, because the dice are others.
    "box-scores": ({ legal }: Category, { language }) =>
      numberRanges(legal) || language.translate("diff.value.no-scores"),
    "box-strike": choiceOf<StrikeRule>("strike"),
    "box-requires": (requires: readonly Requirement[], context) => {
      const words = requires.map(({ category, is }) =>
        choicePhrase(context.language, "requires", is, "short", { box: quotedBox(category, context) }),
      );
      return words.join(", ");
    },
    "box-section": ownWords,
    // Boxes that both games have, as far as their order differs.
    "row-order": (rows: readonly Text[], context) => rows.map((row) => ownWords(row, context)).join(", "),
    constraint: (constraint: Constraint, context) => {
      const { game, language } = context;
      const relation = constraintPhrase(language, game, constraint, "short", (id) => quotedBox(id, context));
      return together([relation, choicePhrase(language, "between", constraint.between)]);
    },
    "section-total": (total: NonNullable<Section["total"]>, context) =>
      namedFormula(total, (id) => quotedBox(id, context)),
    "section-floor": counted("unit.points"),
  },
  bonus: {
    bonus: (section: Pick<Section, "tiers" | "tierMode">, { language }) =>
      together([tierPhrases(language, section).join(", "), tierModeWords(section, language)]),
    "own-bonus": ownBonusWords,
  },
  columns: {
    column: columnWords,
    "column-label": (label: Text, { language }) =>
      language.text(label) || language.translate("diff.value.no-name"),
    "column-order": orderWords,
    "column-factor": counted("rule.factor.short"),
    "column-entry": (entry: Entering, { language }) => entryPhrase(language, { entry }, "short"),
    prizes: prizesWords,
  },
  strike: {
    "strike-marks": (marks: readonly string[]) => marks.join(" "),
    "strike-voluntary": choiceOf<boolean>("strike-voluntary"),
  },
  repeats: {
    repeats: repeatsWords,
    "repeats-of": quotedBox,
    "repeats-bonus": counted("rule.repeats.short"),
    "repeats-gate": gateWords,
    "repeats-note": choiceOf<Repeats["noteOn"]>("note-on"),
    "repeats-factor": choiceOf<boolean>("repeats-factor"),
    joker: jokerWords,
  },
  end: {
    "ranking-by": choiceOf<Ranking["by"]>("ranking-by"),
    "ranking-order": choiceOf<Ranking["order"]>("ranking-order"),
    "ranking-tie": choiceOf<Ranking["tie"]>("tie"),
    line: ownWords,
  },
  stakes: {
    settlement: (settlement: Settlement, context) =>
      together([
        amounts([settlement.stake], context, settlement),
        prizeWords(settlement, context),
        choicePhrase(context.language, "rest", settlement.rest),
        choicePhrase(context.language, "leaver", settlement.leaver),
      ]),
    stakes: (stakes: readonly number[], context) => amounts(stakes, context),
    stake: (stake: number, context) => amounts([stake], context),
    prize: prizeWords,
    rest: choiceOf<Settlement["rest"]>("rest"),
    leaver: choiceOf<Settlement["leaver"]>("leaver"),
  },
  options: {
    option: (option: Option, context) =>
      context.language.translate("diff.value.option", {
        choices: labels(" · ")(option.choices, context),
        chosen: chosenWords(option, context),
      }),
    "option-label": ownWords,
    "option-choices": labels<Option["choices"][number]>(" · "),
    "option-chosen": chosenWords,
  },
  notes: { note: ({ text }: Note, context) => ownWords(text, context) },
  // Something that this room does not know by name.
  other: { other: (value: unknown) => JSON.stringify(value) },
} satisfies Record<string, Record<string, (fact: never, context: WordContext) => string>>;
export type Heading = keyof typeof CLAUSES;

/** What a game says in each clause. */
export const CLAUSE_WORDS = {
  ...CLAUSES.game,
  ...CLAUSES.turn,
  ...CLAUSES.start,
  ...CLAUSES.boxes,
  ...CLAUSES.bonus,
  ...CLAUSES.columns,
  ...CLAUSES.strike,
  ...CLAUSES.repeats,
  ...CLAUSES.end,
  ...CLAUSES.stakes,
  ...CLAUSES.options,
  ...CLAUSES.notes,
  ...CLAUSES.other,
};
export type Clause = keyof typeof CLAUSE_WORDS;

/** All headings, in the order of a rule sheet. */
export const HEADINGS = Object.keys(CLAUSES) as Heading[];

/** The heading that a clause stands under. */
export function headingOf(clause: Clause): Heading {
  return HEADINGS.find((heading) => clause in CLAUSES[heading]) ?? "other";
}

/** What a clause says in one of the games. */
export type Facts = { readonly [C in Clause]: Parameters<(typeof CLAUSE_WORDS)[C]>[0] };

/** What a clause is about, where a game has several of the kind: a box, a column, a section, an option. */
export interface Subject {
  readonly id: string;
  readonly label: Text;
}

/** A clause in which two games differ; null where a game has nothing of the kind. */
export interface DifferenceIn<C extends Clause> {
  readonly clause: C;
  readonly subject: Subject | null;
  readonly before: Facts[C] | null;
  readonly after: Facts[C] | null;
}
export type Difference = { [C in Clause]: DifferenceIn<C> }[Clause];

/** A rule that has one of a few values. */
function choiceOf<T extends string | boolean>(rule: string) {
  return (value: T, { language }: WordContext) => choicePhrase(language, rule, value);
}

/** A number in a sentence of the catalogue. */
function counted(key: string) {
  return (n: number, { language }: WordContext) => language.translate(key, { n });
}

/** Labels in the variant's own words. */
function labels<T extends { readonly label: Text }>(separator: string) {
  return (parts: readonly T[], context: WordContext) =>
    parts.map(({ label }) => ownWords(label, context)).join(separator);
}

/** Facts beside each other; those that are missing or empty are left out. */
function together(facts: readonly (string | null)[]): string {
  return facts.filter((fact) => fact !== null && fact !== "").join("; ");
}

/** The name of a box in quotation marks. */
function quotedBox(id: string, { game, language }: WordContext): string {
  return quoted(language, rowName(game, language, id));
}

function ownWords(text: Text, { language }: WordContext): string {
  return language.text(text);
}

function ruleOfBox(box: Category, { language, game }: WordContext): string {
  return boxRule(language, game, box);
}

function diceWords({ scored }: Pick<Dice, "dice" | "scored">, { game, language }: WordContext): string {
  const n = game.dice.dice.length;
  const unusual = unusualDice(game.dice).map((kind) => dicePhrase(language, kind, "short"));
  const dice = unusual.join(" + ") || language.translate("unit.dice", { n });
  return scored === n ? dice : language.translate("rule.scored.short", { dice, n: scored });
}

/** How several steps count together; null for a single one. */
function tierModeWords({ tiers, tierMode }: Pick<Section, "tiers" | "tierMode">, language: Language) {
  return tiers.length < 2 ? null : choicePhrase(language, "tiers", tierMode);
}

function ownBonusWords(bonus: Bonus, context: WordContext): string {
  const { label, scope, row, of, to } = bonus;
  const { language } = context;
  return together([
    ownWords(label, context),
    choicePhrase(language, "scope", scope),
    row === null ? null : quotedBox(row, context),
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
  return orderPhrase(context.language, context.game, order, form, (id) => quotedBox(id, context));
}

/** What winning each column is worth, and what all of them bring on top. */
function prizesWords({ worth, sweep }: ColumnPrizes, { game, language }: WordContext): string {
  const columns = game.columns.map((column) => `${language.text(column.label)} ${worth.get(column.id) ?? 1}`);
  const args = { n: sweep, columns: columns.length };
  return together([columns.join(", "), sweep === 0 ? null : language.translate("rule.sweep.short", args)]);
}

function repeatsWords(repeats: Repeats, context: WordContext): string {
  const { of, bonus, gate, noteOn, multiplied, joker } = repeats;
  const { language } = context;
  return together([
    quotedBox(of, context),
    language.translate("rule.repeats.short", { n: bonus }),
    bonus === 0 ? null : gateWords(gate, context),
    bonus === 0 ? null : choicePhrase(language, "note-on", noteOn),
    multiplied ? choicePhrase(language, "repeats-factor", multiplied) : null,
    joker === null
      ? language.translate("diff.value.no-joker")
      : language.translate("diff.value.joker", { rule: jokerWords(joker, context) }),
  ]);
}

function gateWords(gate: RepeatGate, { game, language }: WordContext): string {
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

function prizeWords({ share, base }: Pick<Settlement, "share" | "base">, { language }: WordContext): string {
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

function chosenWords({ choices, chosen }: Option, context: WordContext): string {
  const choice = choices.find(({ id }) => id === chosen);
  return choice === undefined ? chosen : ownWords(choice.label, context);
}
