import { decimalNumber, percentText } from "../../../i18n/format.ts";
import { rowName } from "../../../i18n/game-words.ts";
import type { Language } from "../../../i18n/language.ts";
import type { HoldLine, WriteLine } from "../../../odds/strategy/card.ts";
import type { Strategy } from "../../../odds/strategy/strategy.ts";
import type { Game } from "../../../rules/game/game.ts";
import { servedWins } from "../../../rules/game/rows.ts";

/** What a strategy card tells; the template puts it into sentences. docs/templates.md describes it name by name. */
export function strategyView(game: Game, language: Language, { card, mean, best }: Strategy) {
  const { holds, writes, others } = card;
  const numbers = [...holds.flatMap(({ lines }) => lines), ...writes].find(({ boxes }) => boxes.length > 1);
  const name = (boxes: readonly string[]) => boxesName(game, language, boxes);
  return {
    name: language.text(game.name),
    throws: game.turn.rolls,
    best: decimalNumber(language, best, 1),
    mean: decimalNumber(language, mean, 1),
    loss: decimalNumber(language, best - mean, 1),
    share: percentText(language, (best - mean) / best),
    leftOut: servedWins(game).map(({ id }) => rowName(game, language, id)),
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

/** Boxes of several numbers are called by the first and the last of them. */
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
