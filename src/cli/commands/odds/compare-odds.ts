import { decimalNumber, percentText } from "../../../i18n/format.ts";
import type { Language } from "../../../i18n/language.ts";
import type { OddsInterval } from "../../../odds/find.ts";
import type { Odds } from "../../../odds/odds.ts";
import type { Game } from "../../../rules/game/game.ts";
import { t } from "../../console/language.ts";
import { table } from "../../console/table.ts";
import { bonusName, boxName, leftOut, simulatedNote } from "./tell-odds.ts";

/** A game with its odds. */
export interface GameWithOdds {
  readonly game: Game;
  readonly odds: Odds;
  /** Null where the odds are exact. */
  readonly interval: OddsInterval | null;
}

/** What two games are worth, side by side: the total, the bonus steps and boxes that either has, the change last. */
export function comparedOdds(before: GameWithOdds, after: GameWithOdds, language: Language): string {
  const number = (value: number) => decimalNumber(language, value, 2);
  const share = (value: number) => percentText(language, value);
  const rows = [
    ...meanRows(before, after, number),
    row(t("cli.standard-deviation")`Standard deviation`, before.odds.deviation, after.odds.deviation, number),
    ...tierRows(before, after, language, share),
    ...boxRows(before, after, language, number),
  ];
  const names = [before, after].map(({ game }) => language.text(game.name));
  const notes = [before, after].flatMap(({ game, interval }, at) =>
    [...(interval === null ? [] : [simulatedNote(language, interval)]), ...leftOut(game, language)].map(
      (note) => `${names[at]}: ${note}`,
    ),
  );
  return [table([["", ...names, t("cli.change")`Change`], ...rows], [1, 2, 3]), ...new Set(notes)].join(
    "\n\n",
  );
}

/** The best expected totals; their bounds, where one of them is known no better. */
function meanRows(before: GameWithOdds, after: GameWithOdds, show: Show): string[][] {
  if (before.interval === null && after.interval === null)
    return [row(t("cli.best-expected-total")`Best expected total`, before.odds.mean, after.odds.mean, show)];
  const ends = ({ odds, interval }: GameWithOdds) => interval ?? { low: odds.mean, high: odds.mean };
  const [first, second] = [ends(before), ends(after)];
  return [
    [
      t("cli.best-expected-total-least")`Best expected total, at least`,
      show(first.low),
      show(second.low),
      "",
    ],
    [
      t("cli.best-expected-total-most")`Best expected total, at most`,
      show(first.high),
      show(second.high),
      "",
    ],
  ];
}

type Show = (value: number) => string;

/** What one of the games does not have is left blank. */
function row(name: string, before: number | undefined, after: number | undefined, show: Show): string[] {
  const change = before === undefined || after === undefined ? "" : formatChange(after - before, show);
  const formatOptional = (value: number | undefined) => (value === undefined ? "" : show(value));
  return [name, formatOptional(before), formatOptional(after), change];
}

function formatChange(value: number, show: Show): string {
  const shown = show(Math.abs(value));
  if (shown === show(0)) return "";
  return value < 0 ? `−${shown}` : `+${shown}`;
}

function tierRows(before: GameWithOdds, after: GameWithOdds, language: Language, show: Show): string[][] {
  const mapTiers = ({ game, odds }: GameWithOdds) =>
    new Map(
      odds.tiers.map(({ section, column, from, probability }) => [
        t("cli.from")`${bonusName(game, language, section, column)} from ${from}`,
        probability,
      ]),
    );
  return mergeRows(mapTiers(before), mapTiers(after), show);
}

/** Boxes are the same if their category is, in the same column where there are several; another name is shown beside the old one. */
function boxRows(before: GameWithOdds, after: GameWithOdds, language: Language, show: Show): string[][] {
  const mapBoxes = ({ game, odds }: GameWithOdds) =>
    new Map(
      odds.boxes.map(({ column, category, mean }) => {
        const name = boxName(game, language, category, column);
        return [JSON.stringify([game.columns.length > 1 ? column : "", category]), { name, mean }];
      }),
    );
  const [old, now] = [mapBoxes(before), mapBoxes(after)];
  return [...new Set([...old.keys(), ...now.keys()])].map((key) => {
    const [one, other] = [old.get(key), now.get(key)];
    const names = [...new Set([one, other].flatMap((box) => box?.name ?? []))];
    return row(names.join(" → "), one?.mean, other?.mean, show);
  });
}

function mergeRows(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
  show: Show,
): string[][] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].map((name) => row(name, before.get(name), after.get(name), show));
}
