import { handsOf } from "../../../rules/dice/dice.ts";
import { scoresOfHand } from "../../../rules/dice/scores.ts";
import type { Category, Game, Joker, RepeatGate } from "../../../rules/game/game.ts";
import { repeatBonus } from "../../../rules/game/repeats.ts";
import { categoriesOf, categoryOf, isNumberRow } from "../../../rules/game/rows.ts";
import { lineLabel } from "../../../i18n/game-words.ts";
import type { Language } from "../../../i18n/language.ts";
import { boxName } from "./boxes.ts";

/** What happens when the best roll comes again. */
export interface RepeatsView {
  /** The name of its box. */
  readonly of: string;
  /** Extra points for each further one; 0 where there are none. */
  readonly bonus: number;
  /** What a further one earns in each column, where that is not the same in all; else empty. */
  readonly amounts: readonly number[];
  readonly gate: GateView | null;
  readonly joker: JokerView | null;
  readonly onBack: boolean;
  readonly line: string;
  /** Where it may go at its ordinary value: for games without extra points. */
  readonly otherBoxes: readonly string[];
  readonly numberRows: boolean;
}

interface GateView {
  readonly box: string | null;
  readonly ownNumber: string | null;
  readonly thrownBefore: boolean;
}

interface JokerView {
  readonly upper: string;
  readonly upperSection: string;
  readonly upperMax: boolean;
  readonly upperFirst: boolean;
  readonly lower: string;
  readonly lowerSection: string;
  readonly lowerMax: boolean;
  /** The boxes below with the highest score of each. */
  readonly lowerBest: readonly { readonly name: string; readonly best: number }[];
  /** A further roll is a joker only where it earns no extra points. */
  readonly instead: boolean;
  /** What must hold for the joker, where that is not the same as for the extra points. */
  readonly gate: GateView | null;
}

/** Null for a game whose best roll is nothing that could come again. */
export function repeatsView(game: Game, language: Language): RepeatsView | null {
  const { repeats } = game;
  const top = repeats === null ? allAlike(game) : categoryOf(game, repeats.of);
  if (top === undefined || (repeats === null && isCountedElsewhere(game, top))) return null;
  const amounts = repeats === null ? [] : game.columns.map((column) => repeatBonus(repeats, column));
  return {
    of: boxName(game, language, top.id),
    bonus: repeats?.bonus ?? 0,
    amounts: new Set(amounts).size > 1 ? amounts : [],
    gate: repeats === null ? null : gateView(repeats.gate),
    joker: repeats?.joker == null ? null : jokerView(game, language, repeats.joker, repeats.gate),
    onBack: repeats?.noteOn === "back_of_sheet",
    line: lineLabel(game, language, "repeats"),
    otherBoxes: boxesThatTake(game, top).map((category) => boxName(game, language, category.id)),
    numberRows: isAlike(game, top) && categoriesOf(game).some(isNumberRow),
  };
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

function gateView(gate: RepeatGate): GateView | null {
  if (gate.box === null && gate.ownNumber === null && !gate.thrownBefore) return null;
  return { box: gate.box, ownNumber: gate.ownNumber, thrownBefore: gate.thrownBefore };
}

function jokerView(game: Game, language: Language, joker: Joker, bonusGate: RepeatGate): JokerView {
  const upper = game.sections.find((section) => section.categories.every(isNumberRow));
  const lower = game.sections.filter((section) => section !== upper);
  const same = JSON.stringify(gateView(joker.gate)) === JSON.stringify(gateView(bonusGate));
  return {
    // Where the own number box must be taken already, it is no place for the joker.
    upper: joker.upper === "own" && joker.gate.ownNumber === "filled" ? "none" : joker.upper,
    upperSection: upper === undefined ? "" : language.text(upper.label),
    upperMax: joker.upperValue === "max",
    upperFirst: joker.upperFirst,
    lower: joker.lower,
    lowerSection: lower.map((section) => language.text(section.label)).join(", "),
    lowerMax: joker.lowerValue === "max",
    lowerBest: lower
      .flatMap((section) => section.categories)
      .filter((category) => category.id !== game.repeats?.of && category.legal.length > 0)
      .map((category) => ({ name: language.text(category.label), best: category.legal.at(-1) ?? 0 })),
    instead: bonusGate.ownNumber === "free" && joker.gate.ownNumber === "filled",
    gate: same ? null : gateView(joker.gate),
  };
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
