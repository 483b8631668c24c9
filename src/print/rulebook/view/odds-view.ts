import { decimalNumber, formatNumber, percentText, quoteName } from "../../../i18n/format.ts";
import { faceWord, rowName } from "../../../i18n/game-words.ts";
import type { Language } from "../../../i18n/language.ts";
import type { FoundOdds } from "../../../odds/find.ts";
import type { Odds } from "../../../odds/odds.ts";
import type { Game } from "../../../rules/game/game.ts";
import { listCategories, listServedWins } from "../../../rules/game/rows.ts";
import type { HoldLine, WriteLine } from "../../../odds/strategy/card.ts";
import type { Tips } from "../../../odds/strategy/tips.ts";
import type { Strategy } from "../../../odds/strategy/strategy.ts";
import type { Roll } from "../../../rules/dice/dice.ts";

/** A zero that comes up more rarely is no news. */
const OFTEN = 0.1;

/** The value of a game under optimal play, in a few facts; null without odds. */
export function oddsView(game: Game, language: Language, found: FoundOdds | null) {
  if (found === null) return null;
  const { odds, interval } = found;
  const boxes = averageBoxes(game, odds);
  const [most] = boxes.toSorted((a, b) => b.mean - a.mean);
  const [struck] = boxes.toSorted((a, b) => b.zero - a.zero);
  const name = (id: string) => quoteName(language, rowName(game, language, id));
  const [tier] = odds.tiers.filter(({ section }) => game.sections.some(({ id }) => id === section));
  const isTold = interval === null && game.columns.length === 1 && tier !== undefined;
  return {
    // Where only an interval is known, both ends; else the same number twice.
    low: decimalNumber(language, Math.floor(interval?.low ?? odds.mean), 0),
    high: decimalNumber(language, Math.ceil(interval?.high ?? odds.mean), 0),
    mean: decimalNumber(language, odds.mean, 1),
    isExact: interval === null,
    bonus: isTold ? { from: tier.from, share: percentText(language, tier.probability, 0) } : null,
    most: most === undefined ? null : { box: name(most.id), points: decimalNumber(language, most.mean, 1) },
    struck:
      struck === undefined || struck.zero < OFTEN
        ? null
        : { box: name(struck.id), share: percentText(language, struck.zero, 0) },
    leftOut: listServedWins(game).map(({ id }) => name(id)),
  };
}

/** Each box on average over its columns. */
function averageBoxes(game: Game, { boxes }: Odds) {
  return listCategories(game).flatMap(({ id }) => {
    const mine = boxes.filter(({ category }) => category === id);
    if (mine.length === 0) return [];
    const average = (of: (box: (typeof mine)[number]) => number) =>
      mine.reduce((sum, box) => sum + of(box), 0) / mine.length;
    return [{ id, mean: average(({ mean }) => mean), zero: average(({ zero }) => zero) }];
  });
}

/** The data of a strategy card for its template. docs/templates.md describes each name. */
export function strategyView(
  game: Game,
  language: Language,
  { card, tips, mean, best, part }: Strategy,
  hasList: boolean,
) {
  const { holds, writes, others } = card;
  const numbers = [...holds.flatMap(({ lines }) => lines), ...writes].find(({ boxes }) => boxes.length > 1);
  const name = (boxes: readonly string[]) => boxesName(game, language, boxes);
  const column = game.columns.find(({ id }) => part?.kind === "column" && part.id === id);
  return {
    name: language.text(game.name),
    ...tipViews(game, language, tips),
    // In a very small game, nothing is easily got wrong.
    hasList: part === null && (hasList || tips.keep.length + tips.write.length === 0),
    // What the tips are about: `game`, `column` or `layer`, and the name of the column.
    part: part?.kind ?? "game",
    column: column === undefined ? "" : quoteName(language, language.text(column.label)),
    throws: game.turn.rolls,
    best: decimalNumber(language, best, 1),
    mean: decimalNumber(language, mean, 1),
    loss: decimalNumber(language, best - mean, 1),
    share: percentText(language, (best - mean) / best),
    leftOut: listServedWins(game).map(({ id }) => rowName(game, language, id)),
    holds: holds.map(({ before, lines }) => ({
      before,
      lines: lines.map(({ boxes, dice }: HoldLine) => ({
        box: name(boxes),
        least: language.translate("unit.dice", { n: dice }),
      })),
    })),
    writes: writes.map((line) => ({ box: name(line.boxes), least: formatMinimum(language, line) })),
    // No line begins with the dot between them, or in the middle of a name.
    others: others.map((box) => rowName(game, language, box).replaceAll(" ", "\u00a0")),
    // Boxes that one line names together, if one does.
    numbers: numbers === undefined ? null : name(numbers.boxes),
    columns: game.columns.length > 1,
    final: game.turn.setAside === "final",
    // How dice are held: `free` to be thrown again or set aside for good, with or without the choice to stop early.
    turn: `${game.turn.setAside === "final" ? "final" : "free"}${game.turn.stopEarly ? "" : "-all"}`,
  };
}

/** The choices that players get wrong, with dice as words of the game. */
function tipViews(game: Game, language: Language, { keep, write }: Tips) {
  const faceWords = (roll: Roll) => roll.map((face) => faceWord(language, game.symbols, face));
  const points = (worth: number) => decimalNumber(language, worth, 1);
  const box = (id: string) => quoteName(language, rowName(game, language, id));
  return {
    keeps: keep.map(({ roll, held, instead, worth }) => ({
      roll: faceWords(roll),
      held: faceWords(held),
      instead: faceWords(instead),
      worth: points(worth),
    })),
    entries: write.map((one) => ({
      roll: faceWords(one.roll),
      box: box(one.box),
      points: formatNumber(language, one.points),
      instead: box(one.instead),
      insteadPoints: formatNumber(language, one.insteadPoints),
      worth: points(one.worth),
    })),
  };
}

/** Several number boxes are named by the first and the last. */
function boxesName(game: Game, language: Language, boxes: readonly string[]): string {
  const [first = "", last = ""] = [boxes[0], boxes.at(-1)].map((box) => rowName(game, language, box ?? ""));
  return boxes.length === 1 ? first : language.translate("strategy.numbers", { first, last });
}

function formatMinimum(language: Language, { points, dice }: WriteLine): string {
  if (dice !== null) return language.translate("unit.dice", { n: dice });
  return points === 0 || points === null
    ? language.translate("strategy.anything")
    : language.translate("unit.points", { n: points });
}
