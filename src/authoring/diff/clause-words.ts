import { colourWords, columnLabel, orderWord, unusualDice } from "../../i18n/game-words.ts";
import type { Language } from "../../i18n/language.ts";
import { numberRanges } from "../../i18n/number-ranges.ts";
import { boxRule } from "../../i18n/rule-phrases.ts";
import type { Formula } from "../../rules/dice/formula.ts";
import type {
  Bonus,
  Column,
  ColumnPrizes,
  Constraint,
  Entering,
  Game,
  Joker,
  Layer,
  Option,
  Order,
  RepeatGate,
  Repeats,
  Requirement,
  Settlement,
  Start,
  Text,
} from "../../rules/game/game.ts";
import { categoryOf } from "../../rules/game/rows.ts";
import type { Clause, Facts } from "./difference.ts";

/** Who tells what a game says: the game that it is said in, and the language. */
export interface WordContext {
  readonly game: Game;
  readonly language: Language;
}

/** How the clauses of some headings are told: each fact in a few words. */
export type FactWords<C extends Clause> = {
  readonly [K in C]: (fact: Facts[K], context: WordContext) => string;
};

/** A word of the word list for one of a few values: `diff.value.tie.shared`. */
function wordFor({ language }: WordContext, kind: string, value: string): string {
  return language.translate(`diff.value.${kind}.${value}`);
}

/** A word of the word list for what is so or not so: `diff.value.allowed.if-not`. */
function wordIf({ language }: WordContext, kind: string, isSo: boolean): string {
  return language.translate(`diff.value.${kind}.${isSo ? "if-so" : "if-not"}`);
}

/** Facts beside each other. */
function together(facts: readonly (string | null)[], between = "; "): string {
  return facts.filter((fact) => fact !== null && fact !== "").join(between);
}

/** The name of a box in quotation marks. */
function quotedBox({ game, language }: WordContext, id: string): string {
  const box = categoryOf(game, id);
  return language.translate("diff.quoted", { name: box === undefined ? id : language.text(box.label) });
}

/** A variant's own words. */
function ownWords(text: Text, { language }: WordContext): string {
  return language.text(text);
}

/** What a game says once: material, turn, start, strikes, ranking. */
export const TURN_WORDS: FactWords<
  | "name"
  | "players"
  | "sheet"
  | "scorekeeper"
  | "dice"
  | "colours"
  | "layers"
  | "hands"
  | "symbols"
  | "rolls"
  | "stop-early"
  | "set-aside"
  | "bank-rolls"
  | "chips"
  | "served-on"
  | "entries"
  | "start"
  | "direction"
  | "strike-marks"
  | "strike-voluntary"
  | "ranking-by"
  | "ranking-order"
  | "ranking-tie"
> = {
  name: ownWords,
  players: playersWords,
  sheet: (value, context) => wordFor(context, "sheet", value),
  scorekeeper: (value, context) => wordIf(context, "scorekeeper", value),
  dice: diceWords,
  colours: coloursWords,
  layers: layersWords,
  hands: (n, { language }) => language.translate("diff.value.hands", { n }),
  symbols: (symbols, context) =>
    symbols.map(([face, symbol]) => `${face} ${ownWords(symbol, context)}`).join(", "),
  rolls: (n, { language }) => language.translate("unit.throws", { n }),
  "stop-early": (value, context) => wordIf(context, "allowed", value),
  "set-aside": (value, context) => wordFor(context, "set-aside", value),
  "bank-rolls": (value, context) => wordIf(context, "bank-rolls", value),
  chips: ({ count, perTurn }, { language }) =>
    perTurn === null
      ? language.translate("diff.value.chips.any", { n: count })
      : language.translate("diff.value.chips.limited", { n: count, most: perTurn }),
  "served-on": (value, context) => wordFor(context, "served-on", value),
  entries: (n, { language }) => language.translate("unit.boxes", { n }),
  start: startWords,
  direction: (value, context) => wordFor(context, "direction", value),
  "strike-marks": (marks) => marks.join(" "),
  "strike-voluntary": (value, context) => wordIf(context, "strike-voluntary", value),
  "ranking-by": (value, context) => wordFor(context, "ranking-by", value),
  "ranking-order": (value, context) => wordFor(context, "ranking-order", value),
  "ranking-tie": (value, context) => wordFor(context, "tie", value),
};

function playersWords({ min, max }: Facts["players"], { language }: WordContext): string {
  if (max === null)
    return language.translate(min === 1 ? "diff.value.players.any" : "diff.value.players.from", { n: min });
  if (min === max) return language.translate("unit.players", { n: max });
  return language.translate("diff.value.players.range", { min, n: max });
}

function diceWords({ scored }: Facts["dice"], { game, language }: WordContext): string {
  const kinds = unusualDice(game.dice).map(({ n, low, high }) =>
    language.translate("diff.value.dice.faces", { dice: language.translate("unit.dice", { n }), low, high }),
  );
  const count = game.dice.dice.length;
  const dice = kinds.length === 0 ? language.translate("unit.dice", { n: count }) : kinds.join(" + ");
  return scored === count ? dice : language.translate("diff.value.dice.scored", { dice, n: scored });
}

/** Faces of one colour together: "1, 6 black; 2, 5 red". */
function coloursWords(_: Facts["colours"], { game, language }: WordContext): string {
  return together(
    colourWords(language, game.dice).map(({ colour, faces }) => `${faces.join(", ")} ${colour}`),
  );
}

function layersWords(layers: readonly Layer[], context: WordContext): string {
  return layers.map(({ label }) => ownWords(label, context)).join(", ");
}

function startWords({ method, dice, tie }: Start, { language }: WordContext): string {
  const thrown = language.translate("unit.dice-dative", { n: dice });
  const who = language.translate(`diff.value.start.${method}`, { dice: thrown });
  return together([who, tie === null ? null : language.translate("diff.value.start.tie")]);
}

/** Sections and boxes; their rules as the rule sheet has them. */
export const BOX_WORDS: FactWords<
  | "section"
  | "section-label"
  | "box"
  | "box-id"
  | "box-label"
  | "box-rule"
  | "box-scores"
  | "box-strike"
  | "box-requires"
  | "box-section"
  | "row-order"
  | "constraint"
  | "section-total"
  | "section-floor"
> = {
  section: ownWords,
  "section-label": ownWords,
  box: (box, { language, game }) => boxRule(language, game, box),
  "box-id": (id) => id,
  "box-label": ownWords,
  "box-rule": (box, { language, game }) => boxRule(language, game, box),
  "box-scores": ({ legal }, { language }) => scoresWords(legal) || language.translate("diff.value.no-scores"),
  "box-strike": (value, context) => wordFor(context, "strike", value),
  "box-requires": requiresWords,
  "box-section": ownWords,
  "row-order": (labels, context) => labels.map((label) => ownWords(label, context)).join(", "),
  constraint: constraintWords,
  "section-total": boxFormulaWords,
  "section-floor": (n, { language }) => language.translate("unit.points", { n }),
};

/** Scores of a box, runs drawn together. */
export function scoresWords(scores: readonly number[]): string {
  return numberRanges(scores);
}

function requiresWords(requires: readonly Requirement[], context: WordContext): string {
  const conditions = requires.map(({ category, is }) =>
    context.language.translate(`diff.value.requires.${is}`, { box: quotedBox(context, category) }),
  );
  return conditions.join(", ");
}

const RELATIONS = { "<": "less", "<=": "most", ">": "more", ">=": "least" } as const;

function constraintWords({ left, comparison, right, between }: Constraint, context: WordContext): string {
  const relation = context.language.translate(`diff.value.constraint.${RELATIONS[comparison]}`, {
    left: quotedBox(context, left),
    right: quotedBox(context, right),
  });
  return together([relation, wordFor(context, "between", between)]);
}

const SIGNS = { "+": "+", "-": "\u2212", "*": "×" } as const;

/** A formula about boxes, with their names: (“Maximum” − “Minimum”) × “Ones”. */
function boxFormulaWords(formula: Formula<string>, context: WordContext): string {
  switch (formula.kind) {
    case "number":
      return String(formula.value);
    case "name":
      return quotedBox(context, formula.name);
    case "minus":
      return `${SIGNS["-"]}${inBrackets(formula.of, context)}`;
    case "binary": {
      const { op, left, right } = formula;
      const first = op === "*" ? inBrackets(left, context) : boxFormulaWords(left, context);
      const second = op === "+" ? boxFormulaWords(right, context) : inBrackets(right, context);
      return `${first} ${SIGNS[op]} ${second}`;
    }
  }
}

function inBrackets(formula: Formula<string>, context: WordContext): string {
  const words = boxFormulaWords(formula, context);
  return formula.kind === "binary" ? `(${words})` : words;
}

/** Bonuses and columns. */
export const COLUMN_WORDS: FactWords<
  | "bonus"
  | "own-bonus"
  | "column"
  | "column-label"
  | "column-order"
  | "column-factor"
  | "column-entry"
  | "prizes"
> = {
  bonus: tiersWords,
  "own-bonus": ownBonusWords,
  column: columnWords,
  "column-label": (label, { language }) =>
    columnLabel(language, { label }) || language.translate("diff.value.no-name"),
  "column-order": orderWords,
  "column-factor": (n, { language }) => language.translate("diff.value.factor", { n }),
  "column-entry": entryWords,
  prizes: prizesWords,
};

function tiersWords({ tiers, tierMode }: Facts["bonus"], context: WordContext): string {
  const { language } = context;
  const steps = tiers.map(({ from, add }) =>
    language.translate("diff.value.tier", { from, add: signed(add, context) }),
  );
  return together([steps.join(", "), tiers.length < 2 ? null : wordFor(context, "tiers", tierMode)]);
}

function signed(add: number, { language }: WordContext): string {
  const points = language.translate("unit.points", { n: Math.abs(add) });
  return `${add < 0 ? "\u2212" : "+"}${points}`;
}

function ownBonusWords(bonus: Bonus, context: WordContext): string {
  const { label, scope, row, of, tiers, tierMode, to } = bonus;
  const steps = tiers.map(({ from, add }) => `${from}: ${signed(add, context)}`);
  return together([
    ownWords(label, context),
    wordFor(context, "scope", scope),
    row === null ? null : quotedBox(context, row),
    wordFor(context, "measure", of),
    steps.join(", "),
    tiers.length < 2 ? null : wordFor(context, "tiers", tierMode),
    wordFor(context, "target", to),
  ]);
}

function columnWords({ order, multiplier, entry }: Column, context: WordContext): string {
  const factor = context.language.translate("diff.value.factor", { n: multiplier });
  return together([
    orderWords(order, context),
    multiplier === 1 ? null : factor,
    entry.kind === "any" ? null : entryWords(entry, context),
  ]);
}

function orderWords(order: Order, context: WordContext): string {
  const { language } = context;
  const word = orderWord(language, order);
  if (order.kind === "outward") {
    const from = { up: quotedBox(context, order.up), down: quotedBox(context, order.down) };
    return together([word, language.translate("diff.value.outward", from)]);
  }
  if (order.kind !== "stages") return word;
  const stages = order.stages.map((stage) => stage.map((row) => quotedBox(context, row)).join(", "));
  return together([word, stages.join(language.translate("diff.value.then"))]);
}

function entryWords(entry: Entering, context: WordContext): string {
  const n = entry.kind === "max_roll" ? entry.throws : 0;
  return context.language.translate(`diff.value.entry.${entry.kind}`, { n });
}

/** What winning each column is worth, and what all of them bring on top. */
function prizesWords({ worth, sweep }: ColumnPrizes, { game, language }: WordContext): string {
  const columns = game.columns.map(
    (column) => `${columnLabel(language, column)} ${worth.get(column.id) ?? 1}`,
  );
  return together([
    columns.join(", "),
    sweep === 0 ? null : language.translate("diff.value.sweep", { n: sweep }),
  ]);
}

/** Further rolls of the top category, stakes, house rules, names and notes. */
export const ROUND_WORDS: FactWords<
  | "repeats"
  | "repeats-of"
  | "repeats-bonus"
  | "repeats-gate"
  | "repeats-note"
  | "repeats-factor"
  | "joker"
  | "line"
  | "settlement"
  | "stakes"
  | "stake"
  | "prize"
  | "rest"
  | "leaver"
  | "option"
  | "option-label"
  | "option-choices"
  | "option-chosen"
  | "note"
  | "other"
> = {
  repeats: repeatsWords,
  "repeats-of": (id, context) => quotedBox(context, id),
  "repeats-bonus": bonusWords,
  "repeats-gate": gateWords,
  "repeats-note": (value, context) => wordFor(context, "note-on", value),
  "repeats-factor": (value, context) => wordIf(context, "repeats-factor", value),
  joker: jokerWords,
  line: ownWords,
  settlement: settlementWords,
  stakes: amounts,
  stake: (stake, context) => amounts([stake], context),
  prize: prizeWords,
  rest: (value, context) => wordFor(context, "rest", value),
  leaver: (value, context) => wordFor(context, "leaver", value),
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

function repeatsWords({ of, bonus, gate, noteOn, multiplied, joker }: Repeats, context: WordContext): string {
  return together([
    quotedBox(context, of),
    bonusWords(bonus, context),
    bonus === 0 ? null : gateWords(gate, context),
    bonus === 0 ? null : wordFor(context, "note-on", noteOn),
    multiplied ? wordIf(context, "repeats-factor", multiplied) : null,
    joker === null
      ? context.language.translate("diff.value.no-joker")
      : context.language.translate("diff.value.joker.whole", { rule: jokerWords(joker, context) }),
  ]);
}

function bonusWords(bonus: number, { language }: WordContext): string {
  return language.translate("diff.value.repeats-bonus", { n: bonus });
}

function gateWords({ box, ownNumber, thrownBefore }: RepeatGate, context: WordContext): string {
  const conditions = [
    box === null ? null : wordFor(context, "gate-box", box),
    ownNumber === null ? null : wordFor(context, "gate-number", ownNumber),
    thrownBefore ? context.language.translate("diff.value.gate-before") : null,
  ];
  return together(conditions, ", ") || context.language.translate("diff.value.gate-none");
}

function jokerWords(
  { gate, upper, upperValue, upperFirst, lower, lowerValue }: Joker,
  context: WordContext,
): string {
  return together([
    wordFor(context, "joker.upper", upper),
    upper === "any" ? wordFor(context, "joker.upper-value", upperValue) : null,
    upperFirst ? context.language.translate("diff.value.joker.upper-first") : null,
    wordFor(context, "joker.lower", lower),
    lower === "none" ? null : wordFor(context, "joker.lower-value", lowerValue),
    gateWords(gate, context),
  ]);
}

function settlementWords(settlement: Settlement, context: WordContext): string {
  return together([
    amounts([settlement.stake], context, settlement),
    prizeWords(settlement, context),
    wordFor(context, "rest", settlement.rest),
    wordFor(context, "leaver", settlement.leaver),
  ]);
}

function prizeWords({ share, base }: Facts["prize"], { language }: WordContext): string {
  return language.translate(`diff.value.prize.${base}`, { share });
}

/** Hundredths of the currency, written out. */
function amounts(
  hundredths: readonly number[],
  { game, language }: WordContext,
  of = game.settlement,
): string {
  const numbers = new Intl.NumberFormat(language.code, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
  const currency = of === null ? "" : `\u00a0${language.text(of.currency)}`;
  return together(hundredths.map((amount) => `${numbers.format(amount / 100)}${currency}`));
}

function choicesWords(choices: Option["choices"], context: WordContext): string {
  return choices.map(({ label }) => ownWords(label, context)).join(" · ");
}

function chosenWords({ choices, chosen }: Option, context: WordContext): string {
  const choice = choices.find(({ id }) => id === chosen);
  return choice === undefined ? chosen : ownWords(choice.label, context);
}
