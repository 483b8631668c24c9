import { decimalNumber, percentText } from "../../../i18n/format.ts";
import type { Language } from "../../../i18n/language.ts";
import type { Odds } from "../../../odds/odds.ts";
import type { Game } from "../../../rules/game/game.ts";
import { t } from "../../console/language.ts";
import { table } from "../../console/table.ts";
import { bonusName, boxName } from "./tell-odds.ts";

/** A game with its odds. */
export interface GameWithOdds {
  readonly game: Game;
  readonly odds: Odds;
}

/** What two games are worth, side by side: the total, the bonus steps and boxes that either has, the change last. */
export function comparedOdds(before: GameWithOdds, after: GameWithOdds, language: Language): string {
  const number = (value: number) => decimalNumber(language, value, 2);
  const share = (value: number) => percentText(language, value);
  const rows = [
    row(t`Best expected total`, before.odds.mean, after.odds.mean, number),
    row(t`Standard deviation`, before.odds.deviation, after.odds.deviation, number),
    ...tierRows(before, after, language, share),
    ...boxRows(before, after, language, number),
  ];
  return table(
    [["", language.text(before.game.name), language.text(after.game.name), t`change`], ...rows],
    [1, 2, 3],
  );
}

type Show = (value: number) => string;

/** What one of the games does not have is left blank. */
function row(name: string, before: number | undefined, after: number | undefined, show: Show): string[] {
  const change = before === undefined || after === undefined ? "" : signed(after - before, show);
  const shown = (value: number | undefined) => (value === undefined ? "" : show(value));
  return [name, shown(before), shown(after), change];
}

function signed(value: number, show: Show): string {
  const shown = show(Math.abs(value));
  if (shown === show(0)) return "";
  return value < 0 ? `−${shown}` : `+${shown}`;
}

function tierRows(before: GameWithOdds, after: GameWithOdds, language: Language, show: Show): string[][] {
  const keyed = ({ game, odds }: GameWithOdds) =>
    new Map(
      odds.tiers.map(({ section, column, from, probability }) => [
        t`${bonusName(game, language, section, column)} from ${from}`,
        probability,
      ]),
    );
  return joined(keyed(before), keyed(after), show);
}

function boxRows(before: GameWithOdds, after: GameWithOdds, language: Language, show: Show): string[][] {
  const keyed = ({ game, odds }: GameWithOdds) =>
    new Map(
      odds.boxes.map(({ column, category, mean }) => [boxName(game, language, category, column), mean]),
    );
  return joined(keyed(before), keyed(after), show);
}

function joined(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
  show: Show,
): string[][] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].map((name) => row(name, before.get(name), after.get(name), show));
}
