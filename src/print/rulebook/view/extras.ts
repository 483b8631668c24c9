import { formatAmount, quoteBox, quoteName, joinWords } from "../../../i18n/format.ts";
import { rowName, lineLabel } from "../../../i18n/game-words.ts";
import type { Language } from "../../../i18n/language.ts";
import {
  choicePhrase,
  gatePhrase,
  measuredName,
  scopePhrase,
  stepsPhrase,
  tierRange,
} from "../../../i18n/rule-phrases.ts";
import type { Bonus, Category, Game, Joker, RepeatGate } from "../../../rules/game/game.ts";
import { computePrize, columnWorth } from "../../../rules/game/payout.ts";
import { repeatBonus } from "../../../rules/game/repeats.ts";
import { listCategories, findCategory, isBonusPerColumn, isNumberRow } from "../../../rules/game/rows.ts";

/** More steps are listed in a table. */
const MAX_IN_A_SENTENCE = 4;

/** The bonuses that belong to no section and are added to the total, or that bring victory points. */
export function bonusViews(game: Game, language: Language, to: Bonus["to"]) {
  return game.bonuses
    .filter((bonus) => bonus.to === to)
    .map((bonus) => ({
      name: lineLabel(game, language, `bonus.${bonus.id}`),
      scope: bonus.scope,
      scopeWords: scopePhrase(language, game, bonus, "long"),
      // The row, section or line that it is measured by.
      measured: measuredName(language, game, bonus),
      // Where a single step asks for points in all boxes of a row: the row, and their number.
      allOf: allBoxes(game, language, bonus),
      // Whether every column has its own.
      isOfEach: isBonusPerColumn(bonus) && bonus.section === null,
      steps: bonus.tiers.map(({ from, add }, at) => {
        return { from, range: tierRange(language, bonus.tiers, at), add };
      }),
      stepsWords: stepsPhrase(language, bonus),
      isLong: bonus.tiers.length > MAX_IN_A_SENTENCE,
      tierMode: bonus.tierMode,
      allSteps: bonus.tierMode === "sum",
    }));
}

/** The boxes of a row that a bonus wants to have scored, all of them; null for other bonuses. */
function allBoxes(game: Game, language: Language, bonus: Bonus) {
  const [step, second] = bonus.tiers;
  const n = game.columns.length;
  if (bonus.of !== "scored" || bonus.scope !== "row" || second !== undefined || step?.from !== n) return null;
  const name = quoteBox(language, measuredName(language, game, bonus));
  const add = choicePhrase(language, "target", bonus.to, "long", { n: step.add });
  return { n, name, add };
}

/** The prizes of columns that are won one by one; null for other games. */
export function prizesView(game: Game, language: Language) {
  if (game.ranking.by !== "columns") return null;
  return {
    columns: game.columns.map((column) => ({
      name: language.text(column.label),
      worth: columnWorth(game, column.id),
    })),
    sweep: game.prizes?.sweep ?? 0,
    // Whether those with fewer points pay those with more.
    isPaid: game.prizes !== null,
  };
}

/** The numbers of players for which payouts are listed. */
const SHOWN_PLAYERS = [2, 3, 4, 5, 6];

/** Stakes and payouts in money; null without stakes. */
export function moneyView(game: Game, language: Language) {
  const { settlement, players } = game;
  if (settlement === null) return null;
  const { stake, stakes, share, base, leaver, rest } = settlement;
  const currency = language.text(settlement.currency);
  const counts = SHOWN_PLAYERS.filter((n) => n >= players.min && (players.max === null || n <= players.max));
  const amount = (hundredths: number) => formatAmount(language, hundredths / 100);
  const withCurrency = (hundredths: number) => `${amount(hundredths)}\u00a0${currency}`;
  return {
    stake: withCurrency(stake),
    stakes: stakes.map(amount),
    otherStakes: stakes.filter((one) => one !== stake).map(amount),
    share,
    // The rest, which nobody wins.
    fee: 100 - share,
    base,
    ofPot: base === "pot",
    currency,
    leaver,
    forfeits: leaver === "forfeits",
    rest,
    restToHouse: rest === "house",
    // One table for each stake: what a sole winner gets, by number of players.
    tables: stakes.map((one) => {
      const rows = counts.map((n) => {
        const payout = computePrize({ ...settlement, stake: one }, n);
        const net = `${payout > one ? "+" : ""}${amount(payout - one)}`;
        return { players: n, pot: amount(n * one), payout: amount(payout), net };
      });
      // One sentence will do where the payout does not depend on the number of players.
      const isFlat = new Set(rows.map(({ payout }) => payout)).size === 1;
      return { stake: withCurrency(one), rows, flat: isFlat ? (rows[0] ?? null) : null };
    }),
  };
}

/**
 * The rules for repeats of the best roll; null where they are like any other roll, or where it can't be repeated.
 * @param ticks the side of the pad with boxes to tick for them, if this is on its back; `pad` on a sheet of its own
 */
export function repeatsView(game: Game, language: Language, ticks: "front" | "back" | "pad" = "pad") {
  const { repeats } = game;
  if (repeats === null) return null;
  const top = findCategory(game, repeats.of);
  if (top === undefined || !comesAgain(game, top)) return null;
  const hasNotes = game.notes.some(({ at }) => at === "repeats");
  if (repeats.bonus === 0 && repeats.joker === null && !hasNotes) return null;
  const of = language.text(top.label);
  const many = /\s/.test(of);
  const [hasLine, line] = [repeats.bonus !== 0, lineLabel(game, language, "repeats")];
  const amounts = game.columns.map((column) => repeatBonus(repeats, column));
  return {
    of,
    // Whether its name is more than a word, such as "Five of a kind".
    many,
    // Extra points for each repeat, 0 without any; and by column, where they differ.
    bonus: repeats.bonus,
    amounts: new Set(amounts).size > 1 ? amounts : [],
    gate: gateView(game, language, repeats.gate, of),
    joker: repeats.joker === null ? null : jokerView(game, language, repeats.joker, repeats.gate),
    noteOn: repeats.noteOn,
    // Where boxes to tick for them are: "front" or "back" of the pad, or on the "pad"; "" without any.
    ticks: hasLine && (ticks !== "back" || repeats.noteOn === "back_of_sheet") ? ticks : "",
    line,
    heading: hasLine ? line : language.translate("rules.heading.repeats", { name: of, many: String(many) }),
    // Whether the extra points ask for an entry in the box of the number thrown.
    inOwnNumber: repeats.gate.ownNumber === "free",
  };
}

/** Whether the best roll can be entered once its box is filled: not where only the next box is ever open, and that box is the last for it. */
function comesAgain(game: Game, top: Category): boolean {
  const [column, ...others] = game.columns;
  if (column === undefined || others.length > 0) return true;
  const rows = listCategories(game);
  const at = rows.indexOf(top);
  switch (column.order.kind) {
    case "down":
      return at < rows.length - 1;
    case "up":
      return at > 0;
    case "free":
    case "inward":
    case "outward":
    case "stages":
      return true;
    default:
      return column.order satisfies never;
  }
}

/** The conditions for a repeat to count; null without any. */
function gateView(game: Game, language: Language, gate: RepeatGate, of: string) {
  const { box, ownNumber, thrownBefore } = gate;
  if (box === null && ownNumber === null && !thrownBefore) return null;
  return { box, ownNumber, thrownBefore, words: gatePhrase(language, game, gate, "long", of) };
}

function jokerView(game: Game, language: Language, joker: Joker, bonusGate: RepeatGate) {
  const { box, ownNumber, thrownBefore } = joker.gate;
  const isSameGate =
    box === bonusGate.box && ownNumber === bonusGate.ownNumber && thrownBefore === bonusGate.thrownBefore;
  const upper = game.sections.find((section) => section.categories.every(isNumberRow));
  const lower = game.sections.filter((section) => section !== upper);
  const of = rowName(game, language, game.repeats?.of ?? "");
  return {
    // Where the own number box must be taken already, it is no place for the joker.
    upper: joker.upper === "own" && ownNumber === "filled" ? "none" : joker.upper,
    upperSection: upper === undefined ? "" : quoteName(language, language.text(upper.label)),
    upperValue: joker.upperValue,
    upperFirst: joker.upperFirst,
    lower: joker.lower,
    lowerSection: joinWords(
      language,
      lower.map(({ label }) => quoteName(language, language.text(label))),
      "or",
    ),
    lowerValue: joker.lowerValue,
    // The boxes below with the highest score of each.
    lowerBest: lower
      .flatMap((section) => section.categories)
      .filter((category) => category.id !== game.repeats?.of && category.legal.length > 0)
      .map((category) => {
        const name = language.text(category.label);
        const best = category.legal.at(-1) ?? 0;
        return { name, best, words: `${name}\u00a0${best}` };
      }),
    // Whether a repeat is a joker only where it earns no extra points.
    instead: (game.repeats?.bonus ?? 0) > 0 && bonusGate.ownNumber === "free" && ownNumber === "filled",
    // What must hold for the joker, where that is not the same as for the extra points.
    gate: isSameGate ? null : gateView(game, language, joker.gate, of),
  };
}
