import { handsOf } from "../../../rules/dice/dice.ts";
import { scoresOfHand } from "../../../rules/dice/scores.ts";
import type { Category, Game, Joker, RepeatGate } from "../../../rules/game/game.ts";
import { repeatBonus } from "../../../rules/game/repeats.ts";
import { categoriesOf, categoryOf, isNumberRow } from "../../../rules/game/rows.ts";
import { boxName, categoryLabel, lineLabel } from "../../../i18n/game-words.ts";
import type { Language } from "../../../i18n/language.ts";
import { gatePhrase } from "../../../i18n/rule-phrases.ts";

/** What happens when the best roll comes again; null for a game whose best roll is nothing that could come again. */
export function repeatsView(game: Game, language: Language) {
  const { repeats } = game;
  const top = repeats === null ? allAlike(game) : categoryOf(game, repeats.of);
  if (top === undefined || (repeats === null && isCountedElsewhere(game, top))) return null;
  const of = categoryLabel(language, top);
  const amounts = repeats === null ? [] : game.columns.map((column) => repeatBonus(repeats, column));
  return {
    of,
    // Extra points for each further one, 0 where there are none; and what it earns in each column, where that differs.
    bonus: repeats?.bonus ?? 0,
    amounts: new Set(amounts).size > 1 ? amounts : [],
    gate: repeats === null ? null : gateView(game, language, repeats.gate, of),
    joker: repeats?.joker == null ? null : jokerView(game, language, repeats.joker, repeats.gate),
    noteOn: repeats?.noteOn ?? "sheet",
    onBack: repeats?.noteOn === "back_of_sheet",
    line: lineLabel(game, language, "repeats"),
    ...ordinaryPlaces(game, language, top),
  };
}

/** Where it may go at its ordinary value, for games without extra points. */
function ordinaryPlaces(game: Game, language: Language, top: Category) {
  const otherBoxes = boxesThatTake(game, top).map((category) => categoryLabel(language, category));
  const numberRows = isAlike(game, top) && categoriesOf(game).some(isNumberRow);
  const where = numberRows
    ? otherBoxes.length > 0
      ? "both"
      : "number"
    : otherBoxes.length > 0
      ? "boxes"
      : "";
  return { otherBoxes, numberRows, where };
}

/** Whether something is said elsewhere about making the best roll several times, or its number has no name of its own. */
function isCountedElsewhere({ bonuses, symbols }: Game, { id }: Category): boolean {
  return symbols.size > 0 || bonuses.some(({ row }) => row === id);
}

/** The box for all scored dice alike. */
function allAlike(game: Game): Category | undefined {
  return categoriesOf(game).find(
    ({ pattern }) =>
      pattern.kind === "groups" && pattern.sizes.length === 1 && pattern.sizes[0] === game.dice.scored,
  );
}

/** Whether the roll shows one number only, so that there is one number box for it. */
function isAlike(game: Game, top: Category): boolean {
  return handsOf(game.dice).every(
    (hand) => new Set(hand).size === 1 || scoresOfHand(game.dice, top, hand).length === 0,
  );
}

/** What must hold for it to count; null where nothing must. */
function gateView(game: Game, language: Language, gate: RepeatGate, of: string) {
  const { box, ownNumber, thrownBefore } = gate;
  if (box === null && ownNumber === null && !thrownBefore) return null;
  return { box, ownNumber, thrownBefore, words: gatePhrase(language, game, gate, "long", of) };
}

function jokerView(game: Game, language: Language, joker: Joker, bonusGate: RepeatGate) {
  const upper = game.sections.find((section) => section.categories.every(isNumberRow));
  const lower = game.sections.filter((section) => section !== upper);
  const of = boxName(game, language, game.repeats?.of ?? "");
  return {
    // Where the own number box must be taken already, it is no place for the joker.
    upper: joker.upper === "own" && joker.gate.ownNumber === "filled" ? "none" : joker.upper,
    upperSection: upper === undefined ? "" : language.text(upper.label),
    upperValue: joker.upperValue,
    upperMax: joker.upperValue === "max",
    upperFirst: joker.upperFirst,
    lower: joker.lower,
    lowerSection: lower.map((section) => language.text(section.label)).join(", "),
    lowerValue: joker.lowerValue,
    lowerMax: joker.lowerValue === "max",
    // The boxes below with the highest score of each.
    lowerBest: lower
      .flatMap((section) => section.categories)
      .filter((category) => category.id !== game.repeats?.of && category.legal.length > 0)
      .map((category) => {
        const name = categoryLabel(language, category);
        const best = category.legal.at(-1) ?? 0;
        return { name, best, words: `${name}\u00a0${best}` };
      }),
    // Whether a further roll is a joker only where it earns no extra points.
    instead: bonusGate.ownNumber === "free" && joker.gate.ownNumber === "filled",
    // What must hold for the joker, where that is not the same as for the extra points.
    gate: isSameGate(joker.gate, bonusGate) ? null : gateView(game, language, joker.gate, of),
  };
}

function isSameGate(a: RepeatGate, b: RepeatGate): boolean {
  return a.box === b.box && a.ownNumber === b.ownNumber && a.thrownBefore === b.thrownBefore;
}

/** Boxes besides the number rows that also take the best roll. */
function boxesThatTake(game: Game, top: Category): Category[] {
  const hands = handsOf(game.dice).filter((hand) => scoresOfHand(game.dice, top, hand).length > 0);
  return categoriesOf(game).filter(
    (category) =>
      category !== top &&
      !isNumberRow(category) &&
      hands.some((hand) => scoresOfHand(game.dice, category, hand).length > 0),
  );
}
