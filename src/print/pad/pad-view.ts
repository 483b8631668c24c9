import { exampleFor } from "../../rules/game/examples.ts";
import type { Bonus, Category, Column, Comparison, Game, Section } from "../../rules/game/game.ts";
import { type Line, linesOf } from "../../rules/sums/sum-graph.ts";
import { worthOfColumn } from "../../rules/game/payout.ts";
import { repeatBonus } from "../../rules/game/repeats.ts";
import { categoryOf } from "../../rules/game/rows.ts";
import { MAX_TICKS } from "../layout/pad-text.ts";
import {
  categoryLabel,
  colourWords,
  columnLabel,
  enteringWords,
  faceWord,
  hintFor,
  lineLabel,
  orderWord,
  unusualDice,
} from "../../i18n/game-words.ts";
import type { Language } from "../../i18n/language.ts";

/**
 * What a pad template can speak of: the facts of a game that belong on a sheet, in the page's language. Described in
 * docs/pads.md, key by key.
 */
export function padView(game: Game, language: Language) {
  const lines = linesOf(game);
  const line = (of: Line) => lineView(of, game, language);
  return {
    id: game.id,
    name: language.text(game.name),
    shared: game.columns.length === 1,
    columns: game.columns.map((column) => columnView(column, language)),
    decidedBy: game.ranking.by,
    sections: game.sections.map((section) => ({
      label: language.text(section.label),
      boxes: section.categories.map((category) => boxView(category, game, language)),
      lines: lines.filter((of) => of.section === section).map(line),
    })),
    totals: lines.filter((of) => of.section === null && !isForPoints(of)).map(line),
    points: lines.filter(isForPoints).map(line),
    pointsWord: lineLabel(game, language, "points.total"),
    longBonuses: game.bonuses.filter(isLong).map((bonus) => ({
      label: lineLabel(game, language, `bonus.${bonus.id}`),
      tiers: tiersOf(bonus),
    })),
    prizes: prizesOf(game, language),
    ticks: ticksOf(game),
    dice: { unusual: unusualDice(game.dice), colours: colourWords(language, game.dice) },
    turns: { entries: game.turn.entries },
    strike: { mark: game.strike.marks[0] ?? "", voluntary: game.strike.voluntary },
    houseRules: game.options
      .filter(({ chosen, default: usual }) => chosen !== usual)
      .map(({ label, choices, chosen }) => ({
        label: language.text(label),
        chosen: language.text(choices.find(({ id }) => id === chosen)?.label ?? {}),
      })),
  };
}

function columnView(column: Column, language: Language) {
  return {
    id: column.id,
    label: columnLabel(language, column),
    order: column.order.kind,
    orderWords: orderWord(language, column.order),
    entering: enteringWords(language, column),
    multiplier: column.multiplier,
  };
}

function boxView(category: Category, game: Game, language: Language) {
  return {
    id: category.id,
    label: categoryLabel(language, category),
    hint: hintFor(language, category, game.symbols),
    dice: figureOf(category, game).map((face) => faceWord(language, game.symbols, face)),
    bounds: boundsOf(category, game, language),
    after: category.requires.map(({ category: id }) => labelOf(id, game, language)),
  };
}

/** As many boxes as one usually needs to keep count of saved throws. */
const SAVED_ROLLS = MAX_TICKS;

/** What players tick off while they play: throws they saved, chips they have. */
function ticksOf({ turn }: Game) {
  const saved = turn.banksRolls ? [{ id: "saved-rolls", count: SAVED_ROLLS }] : [];
  return turn.chips === null ? saved : [...saved, { id: "chips", count: turn.chips.count }];
}

/** The dice that show what a box wants: its face, or a typical hit; none for boxes that take anything or nothing. */
function figureOf(category: Category, game: Game): readonly number[] {
  const { pattern } = category;
  if (pattern.kind === "face") return [pattern.face];
  if (pattern.kind === "any" || pattern.kind === "none") return [];
  return exampleFor(game, category)?.hit ?? [];
}

const TURNED: Readonly<Record<Comparison, string>> = { "<": ">", "<=": "≥", ">": "<", ">=": "≤" };
const STRAIGHT: Readonly<Record<Comparison, string>> = { "<": "<", "<=": "≤", ">": ">", ">=": "≥" };

/** How the box must compare to another one of its column, seen from this box. */
function boundsOf({ id }: Category, game: Game, language: Language) {
  const label = (other: string) => labelOf(other, game, language);
  return game.constraints.flatMap(({ left, comparison, right }) => {
    if (left === id) return [{ sign: STRAIGHT[comparison], other: label(right) }];
    return right === id ? [{ sign: TURNED[comparison], other: label(left) }] : [];
  });
}

function labelOf(id: string, game: Game, language: Language): string {
  const category = categoryOf(game, id);
  return category === undefined ? id : categoryLabel(language, category);
}

function lineView(line: Line, game: Game, language: Language) {
  return {
    id: line.id,
    label: lineLabel(game, language, line.id),
    kind: line.kind,
    tiers:
      line.bonus === null ? (line.kind === "bonus" ? tiersOf(line.section) : []) : shortTiers(line.bonus),
    of: line.bonus?.of ?? "total",
    allTiers: (line.bonus ?? line.section)?.tierMode === "sum",
    bonus: line.kind === "repeats" ? extrasOf(game) : "",
  };
}

function tiersOf(section: Pick<Section, "tiers"> | null) {
  return (section?.tiers ?? []).map(({ from, add }) => ({ from, add }));
}

/** More steps than these don't fit beside a line; they stand in the small print. */
const MAX_BESIDE = 4;

function isLong({ tiers }: Bonus): boolean {
  return tiers.length > MAX_BESIDE;
}

function shortTiers(bonus: Bonus) {
  return isLong(bonus) ? [] : tiersOf(bonus);
}

function isForPoints({ kind, bonus }: Line): boolean {
  return kind === "points-total" || bonus?.to === "points";
}

/** What further rolls of the top category earn: `100`, or `100/200/300` where that depends on the column. */
function extrasOf({ repeats, columns }: Game): string {
  if (repeats === null) return "";
  return [...new Set(columns.map((column) => repeatBonus(repeats, column)))].join("/");
}

/** What columns are worth that are won one by one; null where they are not. */
function prizesOf(game: Game, language: Language) {
  if (game.ranking.by !== "columns") return null;
  const columns = game.columns.map((column) => ({
    label: columnLabel(language, column),
    worth: worthOfColumn(game, column.id),
  }));
  return { columns, sweep: game.prizes?.sweep ?? 0 };
}
