import { formatAmount } from "../../../i18n/format.ts";
import { boxName, columnLabel, lineLabel } from "../../../i18n/game-words.ts";
import type { Language } from "../../../i18n/language.ts";
import { stepsPhrase } from "../../../i18n/rule-phrases.ts";
import type { Bonus, Game, Settlement } from "../../../rules/game/game.ts";
import { worthOfColumn } from "../../../rules/game/payout.ts";
import { prizeOf } from "../../../rules/game/payout.ts";

/** More steps than these are told in a table. */
const MAX_IN_A_SENTENCE = 4;

/** The bonuses that belong to no section and are added to the total, or that bring victory points. */
export function bonusViews(game: Game, language: Language, to: Bonus["to"]) {
  return game.bonuses
    .filter((bonus) => bonus.to === to)
    .map((bonus) => ({
      name: lineLabel(game, language, `bonus.${bonus.id}`),
      scope: bonus.scope,
      // The row that it looks at; null where it looks at more.
      row: bonus.row === null ? null : boxName(game, language, bonus.row),
      of: bonus.of,
      steps: bonus.tiers.map(({ from, add }, at) => {
        const next = bonus.tiers[at + 1];
        return { from, to: next === undefined ? null : next.from - 1, add };
      }),
      stepsWords: stepsPhrase(language, bonus),
      isLong: bonus.tiers.length > MAX_IN_A_SENTENCE,
      tierMode: bonus.tierMode,
      allSteps: bonus.tierMode === "sum",
    }));
}

/** What columns are worth that are won one by one; null where they are not. */
export function prizesView(game: Game, language: Language) {
  if (game.ranking.by !== "columns") return null;
  return {
    columns: game.columns.map((column) => ({
      name: columnLabel(language, column),
      worth: worthOfColumn(game, column.id),
    })),
    sweep: game.prizes?.sweep ?? 0,
    // Whether those with fewer points pay those with more.
    isPaid: game.prizes !== null,
  };
}

/** The numbers of players for which payouts are listed. */
const SHOWN_PLAYERS = [2, 3, 4, 5, 6];

/** Stakes and what comes back, written out in money; null where nothing is at stake. */
export function moneyView(game: Game, language: Language) {
  const { settlement, players } = game;
  if (settlement === null) return null;
  const { stake, stakes, share, base, leaver, rest, currency } = settlement;
  const counts = SHOWN_PLAYERS.filter((n) => n >= players.min && (players.max === null || n <= players.max));
  const withCurrency = (hundredths: number) =>
    `${formatAmount(language, hundredths / 100)}\u00a0${language.text(currency)}`;
  return {
    stake: withCurrency(stake),
    stakes: stakes.map(withCurrency),
    share,
    base,
    ofPot: base === "pot",
    currency: language.text(currency),
    leaver,
    forfeits: leaver === "forfeits",
    rest,
    restToHouse: rest === "house",
    // One table for each stake.
    tables: stakes.map((one) => ({
      stake: withCurrency(one),
      rows: counts.map((n) => payoutRow({ ...settlement, stake: one }, n, language)),
    })),
  };
}

/** What the sole winner gets with so many players. */
function payoutRow(settlement: Settlement, players: number, language: Language) {
  const amount = (hundredths: number) => formatAmount(language, hundredths / 100);
  const payout = prizeOf(settlement, players);
  const net = payout - settlement.stake;
  return {
    players,
    pot: amount(players * settlement.stake),
    payout: amount(payout),
    net: `${net > 0 ? "+" : ""}${amount(net)}`,
  };
}
