import type { Game, Settlement } from "../../../rules/game/game.ts";
import { prizeOf } from "../../../rules/game/payout.ts";
import type { Language } from "../../../i18n/language.ts";

/** Stakes and what comes back, written out in money. */
export interface MoneyView {
  readonly stake: string;
  /** All stakes that the house offers. */
  readonly stakes: readonly string[];
  readonly share: number;
  /** Whether the share is taken of all stakes together. */
  readonly ofPot: boolean;
  readonly currency: string;
  readonly forfeits: boolean;
  readonly restToHouse: boolean;
  /** One table for each stake. */
  readonly tables: readonly { readonly stake: string; readonly rows: readonly PayoutRow[] }[];
}

/** What the sole winner gets with so many players. */
interface PayoutRow {
  readonly players: number;
  readonly pot: string;
  readonly payout: string;
  readonly net: string;
}

const FEWEST = 2;
const MOST = 6;

export function moneyView(game: Game, language: Language): MoneyView | null {
  const { settlement } = game;
  if (settlement === null) return null;
  const money = moneyWriter(settlement, language);
  const counts = Array.from({ length: MOST - FEWEST + 1 }, (_, i) => FEWEST + i).filter((n) => fits(game, n));
  return {
    stake: money.withCurrency(settlement.stake),
    stakes: settlement.stakes.map(money.withCurrency),
    share: settlement.share,
    ofPot: settlement.base === "pot",
    currency: language.text(settlement.currency),
    forfeits: settlement.leaver === "forfeits",
    restToHouse: settlement.rest === "house",
    tables: settlement.stakes.map((stake) => ({
      stake: money.withCurrency(stake),
      rows: counts.map((players) => payoutRow(settlement, stake, players, money)),
    })),
  };
}

function payoutRow(settlement: Settlement, stake: number, players: number, money: MoneyWriter): PayoutRow {
  const payout = prizeOf({ ...settlement, stake }, players);
  return {
    players,
    pot: money.plain(players * stake),
    payout: money.plain(payout),
    net: money.signed(payout - stake),
  };
}

function fits({ players }: Game, n: number): boolean {
  return n >= players.min && (players.max === null || n <= players.max);
}

/** Writes hundredths of the currency. */
interface MoneyWriter {
  plain(hundredths: number): string;
  signed(hundredths: number): string;
  withCurrency(hundredths: number): string;
}

function moneyWriter({ currency }: Settlement, language: Language): MoneyWriter {
  const numbers = new Intl.NumberFormat(language.code, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
  const plain = (hundredths: number) => numbers.format(hundredths / 100).replace("-", "\u2212");
  return {
    plain,
    signed: (hundredths: number) => (hundredths > 0 ? `+${plain(hundredths)}` : plain(hundredths)),
    withCurrency: (hundredths: number) => `${plain(hundredths)}\u00a0${language.text(currency)}`,
  };
}
