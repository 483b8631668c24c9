import type { Game } from "../rules/game/game.ts";
import type { Language } from "./language.ts";

/** What a player has come to: the total, behind what decides where that is something else. */
export function standingWords(
  language: Language,
  { points, total }: { readonly points: number | null; readonly total: number },
): string {
  const all = language.say("unit.points", { n: total });
  if (points === null) return all;
  return language.say("result.standing", {
    deciding: language.say("unit.victory-points", { n: points }),
    all,
  });
}

/** What a game pays a player: an amount of money, or points that come from the other players or go to them. */
export function payoutWords(
  language: Language,
  { settlement, prizes }: Pick<Game, "settlement" | "prizes">,
  payout: number,
): string {
  if (prizes !== null) {
    const way = payout > 0 ? "gets" : payout < 0 ? "pays" : "even";
    return language.say(`result.${way}`, { n: Math.abs(payout) });
  }
  const format = new Intl.NumberFormat(language.code, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const currency = settlement === null ? "" : language.text(settlement.currency);
  return language.say("cli.payout", { amount: format.format(payout), currency });
}
