import { boxHint, sectionFormula } from "../../../i18n/box-phrases.ts";
import { quoteName } from "../../../i18n/format.ts";
import { lineLabel } from "../../../i18n/game-words.ts";
import type { Language } from "../../../i18n/language.ts";
import {
  afterPhrase,
  chipsPhrase,
  choicePhrase,
  constraintPhrase,
  gatePhrase,
  orderPhrase,
  tierPhrases,
  wildPhrase,
  winPhrases,
} from "../../../i18n/rule-phrases.ts";
import type { Bonus, Column, Game } from "../../../rules/game/game.ts";
import { worthOfColumn } from "../../../rules/game/payout.ts";
import { listCategories, findCategory, isSolo } from "../../../rules/game/rows.ts";

/** More would not be read at the table. */
const MAX_REMINDERS = 3;

/** What stands on the back of a small sheet: each box in a few words, and the rules that one forgets first. */
export function shortView(game: Game, language: Language) {
  return {
    sections: game.sections.map((section) => ({
      name: language.text(section.label),
      boxes: section.categories.map((category) => ({
        name: language.text(category.label),
        hint: boxHint(language, category, game.symbols),
      })),
      bonus: tierPhrases(language, section),
      bonusLine: section.tiers.length === 0 ? null : lineLabel(game, language, `${section.id}.bonus`),
      formula: sectionFormula(game, language, section),
      sumLine: lineLabel(game, language, `${section.id}.sum`),
    })),
    bonuses: shortBonuses(game, language, "total"),
    pointBonuses: shortBonuses(game, language, "points"),
    reminders: reminders(game, language).slice(0, MAX_REMINDERS),
  };
}

/** The bonuses that belong to no section, each with its steps in a few words. */
function shortBonuses(game: Game, language: Language, to: Bonus["to"]) {
  return game.bonuses
    .filter((bonus) => bonus.to === to)
    .map((bonus) => ({
      name: lineLabel(game, language, `bonus.${bonus.id}`),
      steps: tierPhrases(language, bonus, bonus.of),
    }));
}

/** Whole sentences, the rule first that fewest other games have. */
function reminders(game: Game, language: Language): string[] {
  const { repeats, turn, strike } = game;
  const long = (rule: string, value: string | boolean, args = {}) =>
    choicePhrase(language, rule, value, "long", args);
  const marks = strike.marks.slice(0, 1).map((mark) => quoteName(language, mark));
  return [
    ...prizesReminder(game, language),
    ...(repeats === null || repeats.bonus === 0 ? [] : [repeatsReminder(game, language, repeats)]),
    ...game.constraints.map((one) => constraintPhrase(language, game, one, "long")),
    ...orderReminder(game, language),
    ...winPhrases(language, game),
    ...(game.dice.wild === null ? [] : [wildPhrase(language, game, "long")]),
    ...(turn.chips === null ? [] : [chipsPhrase(language, turn.chips, "long")]),
    ...(turn.banksRolls ? [long("bank-rolls", true)] : []),
    ...(turn.entries > 1 ? [language.translate("pad.entries", { n: turn.entries })] : []),
    long("set-aside", turn.setAside),
    ...(listCategories(game).every(({ strike: rule }) => rule === "never")
      ? []
      : [
          language.translate("pad.strike", { mark: marks.join("") }),
          long("strike-voluntary", strike.voluntary),
        ]),
    ...(isSolo(game) ? [] : [long("tie", game.ranking.tie, { money: String(game.settlement !== null) })]),
  ];
}

/** No line begins with the dot. */
const BETWEEN = "\u00a0· ";

/** What columns are worth that are won one by one. */
function prizesReminder(game: Game, language: Language): string[] {
  if (game.ranking.by !== "columns") return [];
  const worth = game.columns.map(({ id, label }) => `${language.text(label)}: ${worthOfColumn(game, id)}`);
  const words = language.translate("pad.prizes", { columns: worth.join(BETWEEN) });
  const sweep = game.prizes?.sweep ?? 0;
  return [sweep === 0 ? words : `${words}${BETWEEN}${language.translate("pad.sweep", { n: sweep })}`];
}

/** In which order columns are filled that may not be filled freely, as far as their heads don't say so. */
function orderReminder(game: Game, language: Language): string[] {
  const { columns } = game;
  const describeOrder = (column: Column) => orderPhrase(language, game, column.order, "short");
  const [only] = columns;
  if (only !== undefined && columns.length === 1)
    return only.order.kind === "free"
      ? []
      : [language.translate("pad.order", { order: describeOrder(only) })];
  const told = columns.flatMap((column) => {
    const label = language.text(column.label);
    const order = column.order.kind === "free" ? "" : describeOrder(column);
    const before = columns.filter(({ id }) => id === column.after);
    const waits = before.map((one) => `(${afterPhrase(language, one, "short")})`);
    const words = [...(order.toLowerCase() === label.toLowerCase() ? [] : [order]), ...waits];
    return words.join("") === "" ? [] : [[quoteName(language, label), ...words].join(" ")];
  });
  if (told.length === 0) return [];
  return [language.translate("pad.order-columns", { columns: told.join(language.translate("list.comma")) })];
}

function repeatsReminder(game: Game, language: Language, repeats: NonNullable<Game["repeats"]>): string {
  const category = findCategory(game, repeats.of);
  const of = category === undefined ? "" : language.text(category.label);
  const words = language.translate("rule.repeats.long", { of, n: repeats.bonus });
  return `${words}${gatePhrase(language, game, repeats.gate, "long", of)}.`;
}
