import { sectionFormula } from "../../../i18n/box-phrases.ts";
import { dropCapital, formatNumber } from "../../../i18n/format.ts";
import { lineLabel, rowName } from "../../../i18n/game-words.ts";
import type { Language } from "../../../i18n/language.ts";
import { tierRange } from "../../../i18n/rule-phrases.ts";
import { getElement } from "../../../rules/arrays.ts";
import type { Category, Game } from "../../../rules/game/game.ts";
import { findCategory, listCategories, toPadSum, withRowSums } from "../../../rules/game/rows.ts";
import { computeBonus, listSheetLines, type SheetLine } from "../../../rules/sums/sum-graph.ts";
import { boundSentence } from "./boxes.ts";
import { type FinishedSheet, finishedSheet } from "./worked.ts";

/** A finished sheet: its rows from top to bottom, with the entry in each column, and notes on what it shows of the game. */
export function finishedView(game: Game, language: Language) {
  const printed = withRowSums(game);
  const { padSums = [] } = printed;
  const sheet = finishedSheet(printed);
  // Totals of rows have a column of their own, and are added up instead of those of columns.
  const isByRow = padSums.length > 0;
  const columns = [...game.columns, ...(isByRow ? [null] : [])];
  const lines = listSheetLines(game).filter(({ kind }) => !isByRow || kind !== "column-total");
  const notes = sheetNotes(game, language, sheet);
  const findNote = (id: string) => notes.get(id) ?? "";
  const [mark = "0"] = game.strike.marks;
  const boxRow = ({ id, legal }: Category, name: string) => ({
    name,
    note: findNote(id),
    isLine: false,
    cells: columns.map((column) => {
      if (column === null) return formatNumber(language, sheet.across(toPadSum([id]).id));
      const score = sheet.inColumn(column.id, id);
      return score === 0 && !legal.includes(0) ? mark : formatNumber(language, score);
    }),
  });
  const lineRow = ({ id, scope }: SheetLine) => ({
    name: lineLabel(game, language, id),
    note: findNote(id),
    isLine: true,
    cells: columns.map((column, at) => {
      switch (scope) {
        case "column":
          return column === null ? "" : formatNumber(language, sheet.inColumn(column.id, id));
        case "sheet":
          // A line that spans the columns shows its value below the last one.
          return at === columns.length - 1 ? formatNumber(language, sheet.across(id)) : "";
        default:
          return scope satisfies never;
      }
    }),
  });
  return {
    columns: columns.map((column) =>
      column === null ? language.translate("line.pad-sum") : language.text(column.label),
    ),
    hasNotes: notes.size > 0,
    rows: [
      ...game.sections.flatMap((section) => [
        ...section.categories.map((category) => boxRow(category, language.text(category.label))),
        ...lines.filter((line) => line.section === section).map(lineRow),
      ]),
      ...lines.filter(({ section }) => section === null).map(lineRow),
    ],
  };
}

/** What a sheet shows of its game, by the id of the row that shows it. */
function sheetNotes(game: Game, language: Language, sheet: FinishedSheet): ReadonlyMap<string, string> {
  return new Map([
    ...formulaNotes(game, language),
    ...factorNotes(game, language),
    ...bonusNotes(game, language, sheet),
    ...boxNotes(game, language, sheet),
    ...repeatNotes(game, language, sheet),
  ]);
}

type Note = readonly [row: string, words: string];

function formulaNotes(game: Game, language: Language): Note[] {
  return game.sections.flatMap((section): Note[] => {
    const formula = sectionFormula(game, language, section);
    return formula === null ? [] : [[`${section.id}.sum`, formula]];
  });
}

function factorNotes({ columns }: Game, language: Language): Note[] {
  if (columns.length === 1 || columns.every(({ multiplier }) => multiplier === 1)) return [];
  const factors = columns.map(({ multiplier }) => `×\u00a0${formatNumber(language, multiplier)}`).join(", ");
  return [["column.total", language.translate("rules.finished.factors", { factors })]];
}

function bonusNotes(game: Game, language: Language, sheet: FinishedSheet): Note[] {
  return game.sections.flatMap(({ id, tiers, tierMode }): Note[] => {
    const line = `${id}.bonus`;
    const sums = game.columns.flatMap((column) =>
      sheet.inColumn(column.id, line) === 0 ? [] : sheet.inColumn(column.id, `${id}.sum`),
    );
    const at = tiers.findLastIndex(({ from }) => sums.some((sum) => sum >= from));
    if (at === -1) return [];
    const { from } = getElement(tiers, at);
    const range = tierRange(language, tiers, at) ?? "none";
    const add = computeBonus({ tiers, tierMode }, from);
    return [[line, language.translate("rules.finished.bonus", { from, range, add })]];
  });
}

function boxNotes(game: Game, language: Language, sheet: FinishedSheet): Note[] {
  const scores = ({ id }: Pick<Category, "id">) =>
    game.columns.map((column) => sheet.inColumn(column.id, id));
  const boxes = listCategories(game);
  // A box that is only there to be struck says nothing of its roll.
  const struck = boxes.filter(
    (box) => box.strike !== "always" && !box.legal.includes(0) && scores(box).includes(0),
  );
  const nothingFitted = language.translate("rules.finished.struck");
  const minus = boxes.filter((box) => scores(box).some((score) => score < 0));
  const bound = game.constraints.filter(({ left, right }) =>
    game.columns.every(({ id }) => sheet.inColumn(id, left) !== 0 && sheet.inColumn(id, right) !== 0),
  );
  return [
    ...bound.map((one): Note => {
      const sentence = boundSentence(game, language, one, one.left);
      return [one.left, dropCapital(language, sentence.replace(/\.$/, ""))];
    }),
    ...struck.slice(0, 1).map(({ id }): Note => [id, nothingFitted]),
    ...minus.slice(0, 1).map(({ id }): Note => [id, language.translate("rules.finished.minus")]),
  ];
}

/** Each repeat of the best roll: whether it was a joker, and its extra points. */
function repeatNotes(game: Game, language: Language, { repeats }: FinishedSheet): Note[] {
  const top = findCategory(game, game.repeats?.of ?? "");
  if (top === undefined) return [];
  const name = rowName(game, language, top.id);
  const heading = language.translate("rules.heading.repeats", { name, many: String(/\s/.test(name)) });
  // Notes begin without a capital.
  const again = dropCapital(language, heading);
  return repeats.map(({ row, bonus, isJoker }) => {
    const args = { again, n: bonus, joker: String(isJoker) };
    return [row, language.translate("rules.finished.repeat", args)];
  });
}
