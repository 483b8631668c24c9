import { getElement } from "../rules/arrays.ts";
import type {
  Bonus,
  Chips,
  Column,
  Comparison,
  Constraint,
  Game,
  Order,
  PlainOrder,
  Players,
  RepeatGate,
  Section,
} from "../rules/game/game.ts";
import { listCategories, isBonusPerColumn } from "../rules/game/rows.ts";
import { formatNumber, joinWords, quoteBox, quoteName, rangeText, signedNumber } from "./format.ts";
import { faceWord, rowName, type DiceOfAKind } from "./game-words.ts";
import type { Language } from "./language.ts";

/** Forms of phrases about rules (`rule.*` in the word lists): `short` for pads and comparisons, `long` for rule sheets. */
export type Form = "short" | "long";

type Arguments = Readonly<Record<string, string | number>>;

/** A rule that has one of a few values: `rule.tie.shared.short`. Booleans are `if-so` or `if-not`. */
export function choicePhrase(
  language: Language,
  rule: string,
  value: string | boolean,
  form: Form = "short",
  args: Arguments = {},
): string {
  return language.translate(choiceKey(rule, value, form), args);
}

/** The key of the message for a rule that has one of a few values. */
export function choiceKey(rule: string, value: string | boolean, form: Form): string {
  const choice = typeof value === "string" ? value : value ? "if-so" : "if-not";
  return `rule.${rule}.${choice}.${form}`;
}

/** Who can play: how many, from which age on, and how long it takes, as far as the game says. */
export function playersPhrase(
  language: Language,
  { min, max, age, minutes }: Pick<Players, "min" | "max" | "age" | "minutes">,
): string {
  const kind = max === null ? (min === 1 ? "any" : "from") : min === max ? "exactly" : "range";
  return [
    choicePhrase(language, "players", kind, "short", { min, n: max ?? min }),
    ...(age === null ? [] : [language.translate("rules.age", { n: age })]),
    ...(minutes === null ? [] : [language.translate("rules.minutes", { n: minutes })]),
  ].join(language.translate("list.comma"));
}

/** Unusual dice of one kind. */
export function dicePhrase(language: Language, dice: DiceOfAKind, form: Form): string {
  return language.translate(`rule.dice.${form}`, { ...dice });
}

/** Wild faces; empty where there are none. */
export function wildPhrase(
  language: Language,
  { dice: { wild }, symbols }: Pick<Game, "dice" | "symbols">,
  form: Form,
): string {
  if (wild === null) return "";
  const faces = joinWords(
    language,
    wild.faces.map((face) => faceWord(language, symbols, face)),
    "or",
  );
  const shown = symbols.size === 0 ? "numbers" : "symbols";
  return language.translate(`rule.wild.${form}`, { faces, shown, beside: String(wild.beside) });
}

/** The boxes in which a roll wins the game at once. */
export function winPhrases(language: Language, game: Game): string[] {
  return listCategories(game).flatMap(({ label, wins }) => {
    if (wins === null) return [];
    const kind = wins === "served" && game.turn.servedOn === "first_throw" ? "served-first" : wins;
    const args = { box: quoteBox(language, language.text(label)) };
    return [choicePhrase(language, "wins", kind, "long", args)];
  });
}

/** Chips that buy extra rolls. */
export function chipsPhrase(language: Language, { count, perTurn }: Chips, form: Form): string {
  return language.translate(`rule.chips.${form}`, { n: count, most: perTurn ?? 0 });
}

/**
 * The order in which a column is filled. Only the long form distinguishes games with the same kind of order.
 * @param isNamed whether the order is known by its short form, such as the name of the column
 */
export function orderPhrase(
  language: Language,
  game: Game,
  order: Order,
  form: Form,
  name = (id: string) => quoteName(language, rowName(game, language, id)),
  isNamed = false,
): string {
  const rows = listCategories(game).map(({ id }) => id);
  const orderWords = (args: Arguments) =>
    choicePhrase(language, "order", order.kind, form, { ...args, named: String(isNamed) });
  switch (order.kind) {
    case "outward":
      return orderWords({ up: name(order.up), down: name(order.down) });
    case "stages": {
      const stages = order.stages.map((stage) => stageName(language, game, stage, name));
      return orderWords({ stages: stages.join(language.translate("list.then")) });
    }
    default:
      order satisfies PlainOrder;
      return orderWords({ top: name(getElement(rows, 0)), bottom: name(getElement(rows, rows.length - 1)) });
  }
}

/** The boxes of a stage: the name of their section if they are all of it, otherwise one by one. */
function stageName(
  language: Language,
  game: Game,
  stage: readonly string[],
  name: (id: string) => string,
): string {
  const isWhole = ({ categories }: Section) =>
    categories.length === stage.length && categories.every(({ id }) => stage.includes(id));
  const section = game.sections.find(isWhole);
  return section === undefined
    ? joinWords(language, stage.map(name), "and")
    : quoteName(language, language.text(section.label));
}

/** The results that a column accepts. For any result, the long form is empty. */
export function entryPhrase(language: Language, { entry }: Pick<Column, "entry">, form: Form): string {
  if (entry.kind === "any" && form === "long") return "";
  const n = entry.kind === "max_roll" ? entry.throws : 0;
  return choicePhrase(language, "entry", entry.kind, form, { n });
}

/** The rule that a column may only be begun once another one is full. */
export function afterPhrase(language: Language, { label }: Pick<Column, "label">, form: Form): string {
  return language.translate(`rule.after.${form}`, { name: quoteBox(language, language.text(label)) });
}

/** The values by which messages select the words for a comparison. */
export const COMPARISON_WORDS: Readonly<Record<Comparison, string>> = {
  "<": "less",
  "<=": "most",
  ">": "more",
  ">=": "least",
};

/** The comparison that two boxes must satisfy. */
export function constraintPhrase(
  language: Language,
  game: Game,
  { left, comparison, right }: Constraint,
  form: Form,
  name = (id: string) => {
    const plain = rowName(game, language, id);
    return form === "long" ? quoteName(language, plain) : plain;
  },
): string {
  return language.translate(`rule.constraint.${form}`, {
    left: name(left),
    right: name(right),
    relation: COMPARISON_WORDS[comparison],
    columns: game.columns.length,
  });
}

/** The steps of a bonus, as briefly as on the pad: "63 or more: +35". */
export function tierPhrases(
  language: Language,
  { tiers, tierMode }: Pick<Section, "tiers" | "tierMode">,
  of: Bonus["of"] = "total",
  isRunOn = false,
): string[] {
  const isPair = isRunOn && tiers.length === 2;
  const n = tiers[0]?.add ?? 0;
  const isEven = tiers.length > 1 && tiers.every(({ from, add }, at) => from === at + 1 && add === from * n);
  if (isRunOn && isEven && of !== "total" && tierMode === "highest")
    return [language.translate("pad.repeats", { n })];
  return tiers.map(({ from, add }, at) => {
    const signed = signedNumber(language, add);
    const isMore = tierMode === "sum" && at > 0;
    const words = isMore ? language.translate("rule.tier-more", { add: signed }) : signed;
    // Of two steps, the lower one ends where only the higher one counts.
    const range = isPair && tierMode === "highest" && of === "total" ? tierRange(language, tiers, at) : null;
    const total = range !== null || (isRunOn && at > 0 && !isPair) ? "rule.tier-next" : "rule.tier";
    const key = of === "total" ? total : "rule.tier-boxes";
    return language.translate(key, { from: range ?? from, add: words });
  });
}

/** The sums that reach a step of a bonus and not the next one; null for the last step. @param at the index of the step */
export function tierRange(language: Language, tiers: Section["tiers"], at: number): string | null {
  const { from } = getElement(tiers, at);
  const next = tiers[at + 1];
  if (next === undefined) return null;
  return next.from - 1 > from ? rangeText(from, next.from - 1) : formatNumber(language, from);
}

/** The scope of a bonus: a row, a section, each column, the sheet. */
export function scopePhrase(language: Language, game: Game, bonus: Bonus, form: Form): string {
  const { scope } = bonus;
  const columns = game.columns.length;
  const name = quoteName(language, measuredName(language, game, bonus));
  const isOfSection = bonus.section !== null;
  return choicePhrase(language, "scope", isOfSection ? `section-${scope}` : scope, form, { name, columns });
}

/** The name of a bonus's measure: its row or section, or the line that it depends on. */
export function measuredName(language: Language, game: Game, bonus: Bonus): string {
  const found = game.sections.find(({ id }) => id === bonus.section);
  if (found !== undefined) return language.text(found.label);
  const total = isBonusPerColumn(bonus) ? "column.total" : "grand.total";
  return rowName(game, language, bonus.row ?? total);
}

/** The steps of a bonus in a sentence: "30 points or more earn 5, 40 points or more earn 10 points". */
export function stepsPhrase(
  language: Language,
  { tiers, of, to }: Pick<Bonus, "tiers" | "of" | "to">,
): string {
  const steps = tiers.map((tier, at) => {
    const [first, n] = [String(at === 0), tier.add];
    const isLast = at === tiers.length - 1;
    const from = choicePhrase(language, "measure", of, "long", { n: tier.from, first });
    const add = isLast ? choicePhrase(language, "target", to, "long", { n }) : formatNumber(language, n);
    const isOne = of !== "total" && tier.from === 1;
    const place = at > 0 ? "next" : isOne ? "one" : "first";
    return language.translate("rules.bonus.step", { place, from, add });
  });
  return steps.join(language.translate("list.comma"));
}

/** The conditions for repeats of the best roll to count. The long form continues a sentence, the short form is a list. */
export function gatePhrase(
  language: Language,
  game: Game,
  { box, ownNumber, thrownBefore }: RepeatGate,
  form: Form,
  of = "",
): string {
  const args = { of: quoteBox(language, of), columns: game.columns.length };
  const tell = (rule: string, value: string) => choicePhrase(language, rule, value, form, args);
  const isOne = form === "long" && box !== null && ownNumber !== null;
  const conditions = isOne
    ? [tell("gate-both", `${box}-${ownNumber}`)]
    : [
        ...(box === null ? [] : [tell("gate-box", box)]),
        ...(ownNumber === null ? [] : [tell("gate-number", ownNumber)]),
      ];
  const before = thrownBefore ? [language.translate(`rule.gate-before.${form}`)] : [];
  if (form === "long") return [...before, ...conditions].join("");
  return [...conditions, ...before].join(", ") || language.translate("rule.gate-none.short");
}
