import { boxHint } from "../../i18n/box-phrases.ts";
import { joinWords } from "../../i18n/format.ts";
import { rowName, colourWords, faceWord, lineLabel, unusualDice } from "../../i18n/game-words.ts";
import type { Language } from "../../i18n/language.ts";
import { afterPhrase, entryPhrase, orderPhrase, tierPhrases, wildPhrase } from "../../i18n/rule-phrases.ts";
import type { Face } from "../../rules/dice/dice.ts";
import { chooseExample } from "../../rules/game/examples.ts";
import type { Bonus, Category, Column, Comparison, Game, Order } from "../../rules/game/game.ts";
import {
  goalInDice,
  listCategories,
  houseRulesInForce,
  isNumberRow,
  isSheetShared,
  withRowSums,
} from "../../rules/game/rows.ts";
import { columnWorth } from "../../rules/game/payout.ts";
import { repeatBonus } from "../../rules/game/repeats.ts";
import { type SheetLine, listSheetLines } from "../../rules/sums/sum-graph.ts";
import { type LineRank, MAX_TICKS } from "../layout/pad-form.ts";
import type { Arrow } from "../shapes/figures.ts";

/** The data of pad templates: the facts of a game that belong on a sheet. docs/pads.md describes each key. */
export function padView(game: Game, language: Language) {
  const { padSums = [] } = withRowSums(game);
  const hasRowSums = padSums.length > 0;
  // Totals of rows are added up instead of those of columns.
  const lines = listSheetLines(game).filter(
    ({ kind }) => kind !== "pad-sum" && (kind !== "column-total" || !hasRowSums),
  );
  const line = (of: SheetLine) => lineView(of, game, language);
  const prizes = describePrizes(game, language);
  const prizesWords = prizes === null ? "" : prizes.columns.map(({ worth }) => worth).join(" · ");
  return {
    id: game.id,
    name: language.text(game.name),
    shared: isSheetShared(game),
    columns: game.columns.map((column) => columnView(column, game, language)),
    rowTotal: hasRowSums ? language.translate("line.pad-sum") : "",
    sections: game.sections.map((section) => ({
      label: language.text(section.label),
      boxes: section.categories.map((category) =>
        boxView(category, game, language, goalInDice(game, section)),
      ),
      lines: lines.filter((of) => of.section === section).map(line),
    })),
    totals: lines
      .filter((of) => of.section === null && !isForPoints(of))
      .map((of) => ({ ...line(of), prizes: of.kind === "column-total" ? prizesWords : "" })),
    points: lines.filter(isForPoints).map(line),
    pointsWord: lineLabel(game, language, "points.total"),
    longBonuses: game.bonuses.filter(isLong).map((bonus) => ({
      label: lineLabel(game, language, `bonus.${bonus.id}`),
      tiers: bonus.tiers,
      steps: tierPhrases(language, bonus, bonus.of, true),
    })),
    prizes,
    // Enough boxes for saved rolls, and one for each chip.
    ticks: [
      ...(game.turn.banksRolls ? [{ id: "saved-rolls", count: MAX_TICKS }] : []),
      ...(game.turn.chips === null ? [] : [{ id: "chips", count: game.turn.chips.count }]),
    ],
    dice: {
      unusual: unusualDice(game.dice).map((kind) => {
        return { ...kind, words: `${kind.n} × ${kind.low}–${kind.high}` };
      }),
      colours: colourWords(language, game.dice).map(({ colour, faces }) => {
        return { colour, faces, words: `${joinWords(language, faces.map(String), "and")} ${colour}` };
      }),
    },
    wild: wildPhrase(language, game, "short"),
    wins: listCategories(game).flatMap(({ label, wins }) => {
      return wins === null ? [] : language.translate("pad.wins", { kind: wins, box: language.text(label) });
    }),
    turns: { entries: game.turn.entries },
    strike: {
      mark: game.strike.marks[0] ?? "",
      voluntary: game.strike.voluntary,
      isPossible: listCategories(game).some(({ strike }) => strike !== "never"),
    },
    houseRules: listHouseRules(game, language),
  };
}

function columnView(column: Column, game: Game, language: Language) {
  const { id, order, multiplier } = column;
  return {
    id,
    label: language.text(column.label),
    order: order.kind,
    orderWords: orderPhrase(language, game, order, "short"),
    arrow: ARROWS[order.kind],
    entering: [
      ...(column.entry.kind === "any" ? [] : [entryPhrase(language, column, "short")]),
      ...game.columns
        .filter(({ id }) => id === column.after)
        .map((one) => afterPhrase(language, one, "short")),
    ].join(", "),
    multiplier,
    factor: multiplier > 1 ? `×${multiplier}` : "",
  };
}

/** An arrow only where an order binds. */
const ARROWS: Readonly<Record<Order["kind"], Arrow | null>> = {
  ...{ free: null, stages: "down", down: "down", up: "up", inward: "inward", outward: "outward" },
};

/** @param goalDice the dice that a number row should have for the bonus; null for none */
function boxView(category: Category, game: Game, language: Language, goalDice: number | null) {
  const hint = boxHint(language, category, game);
  const shortHint = boxHint(language, category, game, true);
  const bounds = describeBounds(category, game, language);
  const { pattern } = category;
  // A box shows its face or a typical hit; boxes for any dice or none show nothing.
  const isOpen = pattern.kind === "any" || pattern.kind === "none";
  const hit = () => (isOpen ? [] : orderFigure(category, chooseExample(game, category)?.hit ?? []));
  const figure = pattern.kind === "face" ? [pattern.face] : hit();
  const after = category.requires.map((needed) => rowName(game, language, needed.category));
  const isPlainNumber = isNumberRow(category) && game.symbols.size === 0;
  const goal = pattern.kind === "face" && goalDice !== null ? goalDice * pattern.face : null;
  const listHints = (rule: string) => [
    ...(rule === "" ? [] : [rule]),
    ...bounds.map(({ sign, other }) => `${sign} ${other}`),
    ...after.map((box) => language.translate("pad.after", { box })),
  ];
  return {
    id: category.id,
    label: language.text(category.label),
    hint,
    bounds,
    after,
    goal,
    // The die shows the rule of a number row; its goal says more.
    hints: listHints(goal !== null ? language.translate("pad.goal", { n: goal }) : isPlainNumber ? "" : hint),
    shortHints: shortHint === hint || figure.length === 0 ? [] : listHints(shortHint),
    worth: category.legal.length === 1 ? String(category.legal[0]) : "",
    // The pad form reads numbers, not words for them.
    dice: figure.map((face) =>
      game.symbols.has(face) ? faceWord(language, game.symbols, face) : String(face),
    ),
  };
}

/** The dice of a hit: of several groups, the largest first. */
function orderFigure({ pattern }: Category, hit: readonly Face[]): readonly Face[] {
  const parts = pattern.kind === "all" ? pattern.of : [pattern];
  if (!parts.some(({ kind }) => kind === "groups")) return hit;
  const count = (face: Face) => hit.filter((other) => other === face).length;
  return hit.toSorted((one, other) => count(other) - count(one) || one - other);
}

const SIGNS: Readonly<Record<Comparison, string>> = { "<": "<", "<=": "≤", ">": ">", ">=": "≥" };
const REVERSED: Readonly<Record<Comparison, Comparison>> = { "<": ">", "<=": ">=", ">": "<", ">=": "<=" };

/** The constraints between a box and others of its column, seen from this box. */
function describeBounds({ id }: Category, game: Game, language: Language) {
  return game.constraints.flatMap(({ left, comparison, right }) => {
    if (left !== id && right !== id) return [];
    const [seen, other] = left === id ? [comparison, right] : [REVERSED[comparison], left];
    return [{ sign: SIGNS[seen], other: rowName(game, language, other) }];
  });
}

function lineView(line: SheetLine, game: Game, language: Language) {
  const { id, kind, bonus, section } = line;
  const giver = bonus ?? (kind === "bonus" ? section : null);
  const shown = bonus !== null && isLong(bonus) ? null : giver;
  // The score of extra rolls of the top category: `100`, or `100/200/300` if it depends on the column.
  const repeats = kind === "repeats" ? game.repeats : null;
  const extras = repeats === null ? [] : game.columns.map((one) => repeatBonus(repeats, one));
  const extra = [...new Set(extras)].join("/");
  const steps = shown === null ? [] : tierPhrases(language, shown, bonus?.of, true);
  return {
    id,
    label: lineLabel(game, language, id),
    kind,
    rank: DECIDING[game.ranking.by] === kind ? "grand" : RANKS[kind],
    hints: [
      ...(extra === "" ? [] : [language.translate("pad.repeats", { n: extra })]),
      // Where columns are won one by one, it decides nothing.
      ...(kind === "grand-total" && game.ranking.by === "columns"
        ? [language.translate("pad.all-columns")]
        : []),
      ...steps,
    ],
    tiers: shown?.tiers ?? [],
    of: bonus?.of ?? "total",
    allTiers: (bonus ?? section)?.tierMode === "sum",
    isFactored: kind === "column-total" && game.columns.some(({ multiplier }) => multiplier > 1),
    bonus: extra,
    // A column in which an extra roll is worth more needs boxes of its own.
    tally:
      extra === ""
        ? null
        : { count: TALLIED, per: extras.every((one) => one === extras[0]) ? "player" : "column" },
  };
}

/** Boxes to tick for extra rolls of the top category; more of them in one game are news for years. */
const TALLIED = 3;

/** The rank of a line, unless it decides the game: that line is the heaviest. */
const RANKS: Readonly<Record<SheetLine["kind"], LineRank>> = {
  sum: "sum",
  "pad-sum": "sum",
  repeats: "sum",
  bonus: "bonus",
  "column-bonus": "bonus",
  "row-bonus": "bonus",
  "sheet-bonus": "bonus",
  total: "total",
  "column-total": "total",
  "grand-total": "total",
  "points-total": "total",
};
const DECIDING: Readonly<Record<Game["ranking"]["by"], SheetLine["kind"]>> = {
  columns: "grand-total",
  total: "grand-total",
  points: "points-total",
};

/** More steps don't fit in a row; they go to the small print. */
const MAX_BESIDE = 4;
const isLong = ({ tiers }: Bonus) => tiers.length > MAX_BESIDE;
const isForPoints = ({ kind, bonus }: SheetLine) => kind === "points-total" || bonus?.to === "points";

/** The worth of columns that are won one by one; null in other games. */
function describePrizes(game: Game, language: Language) {
  if (game.ranking.by !== "columns") return null;
  const columns = game.columns.map((column) => {
    const label = language.text(column.label);
    const worth = columnWorth(game, column.id);
    return { label, worth, words: `${label}: ${worth}` };
  });
  return { columns, sweep: game.prizes?.sweep ?? 0 };
}

const isOrder = (path: string) => /^columns\.\w+\.order$/.test(path);

/** The options with another choice than the default, but for orders of boxes, which heads and foot show. */
function listHouseRules(game: Game, language: Language) {
  return houseRulesInForce(game)
    .filter(({ chosen, default: usual, changes }) => chosen !== usual && !changes.some(isOrder))
    .map(({ label, choices, chosen: id }) => {
      const choice = choices.find((one) => one.id === id);
      const [rule, chosen] = [language.text(label), language.text(choice?.label ?? {})];
      const words = choice?.pad ? language.text(choice.pad) : `${rule}: ${chosen}`;
      return { label: rule, chosen, words };
    });
}
