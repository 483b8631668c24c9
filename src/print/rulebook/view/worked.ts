import { formatNumber } from "../../../i18n/format.ts";
import { faceWord, lineLabel } from "../../../i18n/game-words.ts";
import type { Language } from "../../../i18n/language.ts";
import type { Category, Game } from "../../../rules/game/game.ts";
import { workedTurn } from "../../../rules/game/worked-turn.ts";
import { finishedSheet } from "../finished-sheet.ts";
import { listSheetLines, type SheetLine } from "../../../rules/sums/sum-graph.ts";

/** One roll, or one of each layer or hand, and what the boxes are worth that it could go into; null where no roll shows much. */
export function workedTurnView(game: Game, language: Language) {
  const turn = workedTurn(game);
  if (turn === null) return null;
  const { rolls, boxes } = turn;
  const factors = game.columns.map(({ multiplier }) => multiplier);
  // What one roll is worth side by side: in columns that count several times, or for each of the rolls.
  const isWeighted = rolls.length === 1 && new Set(factors).size > 1;
  const formatScores = (scores: readonly number[], factor = 1) =>
    scores.map((score) => formatNumber(language, score * factor)).join("\u00a0/\u00a0") || "–";
  return {
    rolls: rolls.map((roll, at) => ({
      name: rollName(game, language, at),
      roll: roll.map((face) => faceWord(language, game.symbols, face)),
    })),
    heads: isWeighted
      ? game.columns.map(({ label }) => language.text(label))
      : rolls.length > 1
        ? rolls.map((_, at) => rollName(game, language, at))
        : [language.translate("rules.box.points")],
    // Whether what a box is worth also depends on which roll of the turn made it.
    severalScores: boxes.some(({ scores }) => scores.some((one) => one.length > 1)),
    boxes: boxes.map(({ category, scores }) => ({
      name: language.text(category.label),
      worth: isWeighted
        ? factors.map((factor) => formatScores(scores[0] ?? [], factor))
        : scores.map((one) => formatScores(one)),
    })),
  };
}

/** What a roll is called where there are several: by its layer, or by the number of its hand. */
function rollName({ layers }: Game, language: Language, at: number): string {
  const layer = layers[at];
  return layer === undefined
    ? language.translate("rules.worked.hand", { n: at + 1 })
    : language.text(layer.label);
}

/** A finished sheet: its rows from top to bottom with what somebody wrote into each column. */
export function finishedView(game: Game, language: Language) {
  const sheet = finishedSheet(game);
  const lines = listSheetLines(game);
  const [mark = "0"] = game.strike.marks;
  const boxRow = ({ id, legal }: Category, name: string) => ({
    name,
    isLine: false,
    cells: game.columns.map((column) => {
      const score = sheet.inColumn(column.id, id);
      return score === 0 && !legal.includes(0) ? mark : formatNumber(language, score);
    }),
  });
  const lineRow = ({ id, scope }: SheetLine) => ({
    name: lineLabel(game, language, id),
    isLine: true,
    cells: game.columns.map((column, at) => {
      switch (scope) {
        case "column":
          return formatNumber(language, sheet.inColumn(column.id, id));
        case "sheet":
          // What spans the columns stands below the last one.
          return at === game.columns.length - 1 ? formatNumber(language, sheet.across(id)) : "";
        default:
          return scope satisfies never;
      }
    }),
  });
  return {
    columns: game.columns.map(({ label }) => language.text(label)),
    rows: [
      ...game.sections.flatMap((section) => [
        ...section.categories.map((category) => boxRow(category, language.text(category.label))),
        ...lines.filter((line) => line.section === section).map(lineRow),
      ]),
      ...lines.filter(({ section }) => section === null).map(lineRow),
    ],
  };
}
