import { boxRule, namedFormula } from "../../i18n/box-phrases.ts";
import { formatAmount, numberRanges } from "../../i18n/format.ts";
import { colourWords, unusualDice } from "../../i18n/game-words.ts";
import {
  afterPhrase,
  chipsPhrase,
  constraintPhrase,
  dicePhrase,
  entryPhrase,
  gatePhrase,
  orderPhrase,
  playersPhrase,
  scopePhrase,
  tierPhrases,
  wildPhrase,
} from "../../i18n/rule-phrases.ts";
import type { Language } from "../../i18n/language.ts";
import type { Dice } from "../../rules/dice/dice.ts";
import type {
  Bonus,
  Category,
  Column,
  ColumnPrizes,
  Constraint,
  Game,
  Joker,
  Option,
  Order,
  RepeatGate,
  Repeats,
  Section,
  Settlement,
  Text,
} from "../../rules/game/game.ts";
import { listCategories } from "../../rules/game/rows.ts";
import {
  clause,
  type ClauseGroup,
  clauses,
  formatPlainValue,
  isEqual,
  pairMatches,
  compareParts,
  once,
  type Pairs,
  whole,
  type DiffWords,
  otherParts,
} from "./difference.ts";

const matchedSections = compareParts("sections", [sameId, sameLabel]);

/** A game as a whole. */
const game = (before: Game, after: Game): Pairs<Game> => [[before, after]];

/** All clauses in which games can differ, in the order of a rule sheet, with their words. Examples and ids are left out. */
export const CLAUSES: Readonly<Record<string, readonly ClauseGroup[]>> = {
  game: [
    clauses(game, {
      name: clause(({ name }) => name, ownWords),
      players: clause(
        ({ players: { min, max, age, minutes } }) => ({ min, max, age, minutes }),
        (players, { language }) => playersPhrase(language, players),
      ),
      sheet: clause(({ players }) => players.sheet, createChoiceFormatter("sheet")),
      scorekeeper: clause(({ players }) => players.scorekeeper, createChoiceFormatter("scorekeeper")),
    }),
  ],
  turn: [
    clauses(game, {
      dice: clause(({ dice: { dice, scored } }) => ({ dice, scored }), diceWords),
      // Faces of one colour together: "1, 6 black; 2, 5 red".
      colours: clause(
        ({ dice: { colours } }) => colours && [...colours],
        (_, { game, language }) =>
          together(...colourWords(language, game.dice).map((one) => `${one.faces.join(", ")} ${one.colour}`)),
      ),
      wild: clause(
        ({ dice: { wild } }) => wild,
        (_, { game, language }) => wildPhrase(language, game, "short"),
      ),
      layers: clause(({ layers }) => (layers.length === 0 ? null : layers), labels(", ")),
      hands: clause(({ hands }) => hands, createCountFormatter("rule.hands.short")),
      symbols: clause(
        ({ symbols }) => (symbols.size === 0 ? null : [...symbols]),
        (symbols, words) => symbols.map(([face, symbol]) => `${face} ${words.own(symbol)}`).join(", "),
      ),
      rolls: clause(({ turn }) => turn.rolls, createCountFormatter("unit.throws")),
      "stop-early": clause(({ turn }) => turn.stopEarly, createChoiceFormatter("stop-early")),
      "set-aside": clause(({ turn }) => turn.setAside, createChoiceFormatter("set-aside")),
      "bank-rolls": clause(({ turn }) => turn.banksRolls, createChoiceFormatter("bank-rolls")),
      chips: clause(({ turn }) => turn.chips, short(chipsPhrase)),
      "served-on": clause(({ turn }) => turn.servedOn, createChoiceFormatter("served-on")),
      "layer-order": clause(({ turn }) => turn.layerOrder, createChoiceFormatter("layer-order")),
      entries: clause(({ turn }) => turn.entries, createCountFormatter("unit.boxes")),
    }),
  ],
  start: [
    clauses(game, {
      // Without a rule, the players decide who starts.
      start: clause(
        ({ start }) => start ?? { method: "free", dice: 0, tie: null },
        ({ method, dice, tie }, { choice }) =>
          together(choice("start", method, { n: dice }), tie === null ? null : choice("start", "tie")),
      ),
      direction: clause(({ direction }) => direction ?? "in_turn", createChoiceFormatter("direction")),
    }),
  ],
  boxes: [
    clauses(
      matchedSections,
      {
        "section-label": clause(({ label }) => label, ownWords),
        "section-total": clause(
          ({ total }) => total,
          (total, { box, language }) => namedFormula(language, total, box),
        ),
        "section-floor": clause(({ floor }) => floor, createCountFormatter("unit.points")),
      },
      { section: whole(ownLabel) },
    ),
    clauses(
      (before, after) => {
        const withHome = (box: Category | null, { sections }: Game) => {
          const home = sections.find(({ categories }) => box !== null && categories.includes(box));
          return box && home ? { ...box, home: { id: home.id, label: home.label } } : null;
        };
        return matchedBoxes(before, after).map(([old, one]) => [withHome(old, before), withHome(one, after)]);
      },
      {
        "box-id": clause(({ id }) => id, String),
        "box-label": clause(({ label }) => label, ownWords),
        "box-rule": whole(ruleOfBox, sameRule),
        // The same rule with other scores, because the dice differ.
        "box-scores": whole(
          ({ legal }, { language }) => numberRanges(legal) || language.translate("diff.value.no-scores"),
          (a, b) => !sameRule(a, b) || isEqual(a.legal, b.legal),
        ),
        "box-strike": clause(({ strike }) => strike, createChoiceFormatter("strike")),
        "box-requires": clause(
          ({ requires }) => (requires.length === 0 ? null : requires),
          (requires, { box, choice }) =>
            requires.map(({ category, is }) => choice("requires", is, { box: box(category) })).join(", "),
        ),
        "box-wins": clause(({ wins }) => wins, createChoiceFormatter("wins")),
        "box-section": clause(
          ({ home }) => home,
          ownLabel,
          (a, b) => sameId(a, b) || sameLabel(a, b),
        ),
      },
      { box: whole(ruleOfBox) },
    ),
    clauses(findReorderedRows, {
      "row-order": whole((rows: readonly Text[], { own }) => rows.map(own).join(", "), isEqual),
    }),
    clauses(compareParts("constraints", [sameConstraint, sameId]), {
      constraint: whole((constraint, { game, language, box, choice }) => {
        const relation = constraintPhrase(language, game, constraint, "short", box);
        return together(relation, choice("between", constraint.between));
      }, sameConstraint),
    }),
  ],
  bonus: [
    clauses(matchedSections, {
      // The mode matters only with two tiers or more.
      bonus: clause(
        ({ tiers, tierMode }) =>
          tiers.length === 0 ? null : { tiers, tierMode: tiers.length === 1 ? "highest" : tierMode },
        (section, words) => together(...tierWords(words, section)),
      ),
    }),
    clauses(compareParts("bonuses", [sameId, sameLabel]), { "own-bonus": whole(ownBonusWords, isEqual) }),
  ],
  columns: [
    clauses(
      ({ columns: before }, { columns: after }) => {
        // Single columns always match, even with different names.
        const areAlone = before.length === 1 && after.length === 1;
        return pairMatches(before, after, [sameId, () => areAlone]);
      },
      {
        "column-label": clause(
          ({ label }) => label,
          (label, { language }) => language.text(label) || language.translate("diff.value.no-name"),
        ),
        "column-order": clause(({ order }) => order, orderWords),
        "column-factor": clause(({ multiplier }) => multiplier, createCountFormatter("rule.factor.short")),
        "column-entry": clause(({ entry }) => ({ entry }), short(entryPhrase)),
        "column-after": clause(({ after }) => after, afterWords),
      },
      { column: whole(columnWords) },
    ),
    clauses(once("prizes"), { prizes: whole(prizesWords, isEqual) }),
  ],
  strike: [
    clauses(game, {
      "strike-marks": clause(({ strike }) => strike.marks.join(" "), String),
      "strike-voluntary": clause(({ strike }) => strike.voluntary, createChoiceFormatter("strike-voluntary")),
    }),
  ],
  repeats: [
    clauses(
      once("repeats"),
      {
        "repeats-of": clause(
          ({ of }) => of,
          (id, words) => words.box(id),
        ),
        "repeats-bonus": clause(({ bonus }) => bonus, createCountFormatter("rule.repeats.short")),
        "repeats-gate": clause(({ gate }) => gate, gateWords),
        joker: clause(({ joker }) => joker, jokerWords),
        "repeats-note": clause(({ noteOn }) => noteOn, createChoiceFormatter("note-on")),
        "repeats-factor": clause(({ multiplied }) => multiplied, createChoiceFormatter("repeats-factor")),
      },
      { repeats: whole(repeatsWords) },
    ),
  ],
  end: [
    clauses(game, {
      "ranking-by": clause(({ ranking }) => ranking.by, createChoiceFormatter("ranking-by")),
      "ranking-order": clause(({ ranking }) => ranking.order, createChoiceFormatter("ranking-order")),
      "ranking-tie": clause(({ ranking }) => ranking.tie, createChoiceFormatter("tie")),
    }),
    clauses(
      // A line that only one game names has the language's usual word in the other, which may be the same.
      ({ lineLabels: before }, { lineLabels: after }) =>
        [...after].flatMap(([id, text]) => {
          const label = before.get(id);
          const old = label && { id, label, text: label };
          return old === undefined ? [] : [[old, { ...old, text }] as const];
        }),
      { line: clause(({ text }) => text, ownWords) },
    ),
  ],
  stakes: [
    clauses(
      once("settlement"),
      {
        stakes: clause(({ stakes }) => stakes, amounts),
        stake: clause(
          ({ stake }) => stake,
          (stake, words) => amounts([stake], words),
        ),
        prize: clause(({ share, base }) => ({ share, base }), prizeWords),
        rest: clause(({ rest }) => rest, createChoiceFormatter("rest")),
        leaver: clause(({ leaver }) => leaver, createChoiceFormatter("leaver")),
      },
      {
        settlement: whole(
          (settlement, words) =>
            together(
              amounts([settlement.stake], words),
              prizeWords(settlement, words),
              words.choice("rest", settlement.rest),
              words.choice("leaver", settlement.leaver),
            ),
          // In another currency, all amounts differ.
          (a, b) => isEqual(a.currency, b.currency),
        ),
      },
    ),
  ],
  // The effects of a choice are reported in their own clauses.
  options: [
    clauses(
      compareParts("options", [sameId]),
      {
        "option-label": clause(({ label }) => label, ownWords),
        "option-choices": clause(({ choices }) => choices, labels(" · ")),
        "option-chosen": whole(chosenWords, (a, b) => a.chosen === b.chosen),
      },
      {
        option: whole((option, words) => {
          const choices = labels(" · ")(option.choices, words);
          const chosen = chosenWords(option, words);
          return words.language.translate("diff.value.option", { choices, chosen });
        }),
      },
    ),
  ],
  notes: [
    // Regardless of ids.
    clauses(compareParts("notes", [sameId, (a, b) => isEqual(a.text, b.text)]), {
      note: whole(
        ({ text }, words) => words.own(text),
        (a, b) => a.at === b.at && isEqual(a.text, b.text),
      ),
    }),
  ],
  other: [
    clauses(otherParts, {
      other: clause(
        ({ value }) => value,
        (value, { language }) => formatPlainValue(value, language),
      ),
    }),
  ],
};

function sameId(a: { readonly id: string }, b: { readonly id: string }): boolean {
  return a.id === b.id;
}

function sameLabel(a: { readonly label: Text }, b: { readonly label: Text }): boolean {
  return isEqual(a.label, b.label);
}

function sameRule(a: Category, b: Category): boolean {
  const [x, y] = [a, b].map(({ pattern, score, served, miss }) => ({ pattern, score, served, miss }));
  return isEqual(x, y);
}

/** Compares constraints regardless of ids. */
function sameConstraint({ id: _, ...a }: Constraint, { id: __, ...b }: Constraint): boolean {
  return isEqual(a, b);
}

function matchedBoxes(before: Game, after: Game): Pairs<Category> {
  return pairMatches(listCategories(before), listCategories(after), [
    sameId,
    sameLabel,
    sameRule,
    // `any` is too common to identify a box.
    (a, b) => a.pattern.kind !== "any" && isEqual(a.pattern, b.pattern),
  ]);
}

/** The range of rows in which the order of common boxes differs. */
function findReorderedRows(before: Game, after: Game): Pairs<readonly Text[]> {
  const both = matchedBoxes(before, after).filter(([old, one]) => old !== null && one !== null);
  const is = both.map(([, one]) => one);
  const was = listCategories(before).flatMap((box) => both.filter(([old]) => old === box));
  const from = is.findIndex((box, at) => box !== was[at]?.[1]);
  const to = is.findLastIndex((box, at) => box !== was[at]?.[1]) + 1;
  const labels = (some: readonly (Category | null)[]) =>
    some.slice(from, to).flatMap((box) => (box === null ? [] : [box.label]));
  return from === -1 ? [] : [[labels(was.map(([old]) => old)), labels(is)]];
}

/** Formats a rule with a few possible values. */
function createChoiceFormatter(rule: string) {
  return (value: string | boolean, words: DiffWords) => words.choice(rule, value);
}

/** Formats a number in a sentence of the catalogue. */
function createCountFormatter(key: string) {
  return (n: number, { language }: DiffWords) => language.translate(key, { n });
}

/** Formats a phrase of rule sheets in its short form. */
function short<F>(phrase: (language: Language, fact: F, form: "short") => string) {
  return (fact: F, { language }: DiffWords) => phrase(language, fact, "short");
}

/** Formats labels in the variant's own words. */
function labels(separator: string) {
  return (parts: readonly { readonly label: Text }[], words: DiffWords) =>
    parts.map(({ label }) => words.own(label)).join(separator);
}

/** Joins facts, without missing or empty ones. */
function together(...facts: readonly (string | null)[]): string {
  return facts.filter((fact) => fact !== null && fact !== "").join("; ");
}

function ownWords(text: Text, words: DiffWords): string {
  return words.own(text);
}

function ownLabel({ label }: { readonly label: Text }, words: DiffWords): string {
  return words.own(label);
}

function ruleOfBox(box: Category, { language, game }: DiffWords): string {
  return boxRule(language, game, box);
}

function diceWords({ scored }: Pick<Dice, "scored">, { game, language }: DiffWords): string {
  const n = game.dice.dice.length;
  const unusual = unusualDice(game.dice).map((kind) => dicePhrase(language, kind, "short"));
  const dice = unusual.join(" + ") || language.translate("unit.dice", { n });
  return scored === n ? dice : language.translate("rule.scored.short", { dice, n: scored });
}

/** The tiers of a bonus; for several, how they count together. */
function tierWords(
  { language, choice }: DiffWords,
  bonus: Pick<Section, "tiers" | "tierMode">,
  of?: Bonus["of"],
) {
  const mode = bonus.tiers.length < 2 ? [] : [choice("tiers", bonus.tierMode)];
  return [tierPhrases(language, bonus, of).join(", "), ...mode];
}

function ownBonusWords(bonus: Bonus, words: DiffWords): string {
  const { label, row, of, to } = bonus;
  const { choice, game, language } = words;
  const scope = scopePhrase(language, game, bonus, "short");
  const counted = [scope, row === null ? null : words.box(row), choice("measure", of)];
  return together(words.own(label), ...counted, ...tierWords(words, bonus, of), choice("target", to));
}

function columnWords(column: Column, words: DiffWords): string {
  const { language } = words;
  const { order, multiplier, entry, after } = column;
  return together(
    orderWords(order, words),
    multiplier === 1 ? null : language.translate("rule.factor.short", { n: multiplier }),
    entry.kind === "any" ? null : entryPhrase(language, column, "short"),
    after === null ? null : afterWords(after, words),
  );
}

function afterWords(id: string, { game, language }: DiffWords): string {
  const before = game.columns.find((column) => column.id === id);
  return before === undefined ? id : afterPhrase(language, before, "short");
}

/** In the long form for orders that name boxes. */
function orderWords(order: Order, { language, game, box }: DiffWords): string {
  const form = order.kind === "outward" || order.kind === "stages" ? "long" : "short";
  return orderPhrase(language, game, order, form, box);
}

/** The worth of each column, and of winning all of them. */
function prizesWords({ worth, sweep }: ColumnPrizes, { game, language }: DiffWords): string {
  const columns = game.columns.map((column) => `${language.text(column.label)} ${worth.get(column.id) ?? 1}`);
  const args = { n: sweep, columns: columns.length };
  return together(columns.join(", "), sweep === 0 ? null : language.translate("rule.sweep.short", args));
}

function repeatsWords(repeats: Repeats, words: DiffWords): string {
  const { of, bonus, gate, noteOn, multiplied, joker } = repeats;
  const { language, box, choice } = words;
  const earned = bonus === 0 ? [] : [gateWords(gate, words), choice("note-on", noteOn)];
  return together(
    box(of),
    language.translate("rule.repeats.short", { n: bonus }),
    ...earned,
    multiplied ? choice("repeats-factor", multiplied) : null,
    joker === null
      ? language.translate("diff.value.no-joker")
      : language.translate("diff.value.joker", { rule: jokerWords(joker, words) }),
  );
}

function gateWords(gate: RepeatGate, { game, language }: DiffWords): string {
  return gatePhrase(language, game, gate, "short");
}

function jokerWords(
  { upper, upperValue, upperFirst, lower, lowerValue, gate }: Joker,
  words: DiffWords,
): string {
  const { choice } = words;
  return together(
    choice("joker-upper", upper),
    upper === "any" ? choice("joker-upper-value", upperValue) : null,
    upperFirst ? choice("joker-upper", "first") : null,
    choice("joker-lower", lower),
    lower === "none" ? null : choice("joker-lower-value", lowerValue),
    gateWords(gate, words),
  );
}

function prizeWords({ share, base }: Pick<Settlement, "share" | "base">, { choice }: DiffWords): string {
  return choice("prize", base, { share });
}

/** Formats amounts in hundredths of the currency. */
function amounts(hundredths: readonly number[], { game: { settlement }, language }: DiffWords): string {
  const currency = settlement === null ? "" : `\u00a0${language.text(settlement.currency)}`;
  return together(...hundredths.map((amount) => `${formatAmount(language, amount / 100)}${currency}`));
}

function chosenWords({ choices, chosen }: Option, words: DiffWords): string {
  const choice = choices.find(({ id }) => id === chosen);
  return choice === undefined ? chosen : words.own(choice.label);
}
