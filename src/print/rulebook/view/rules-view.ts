import { rowName, colourWords, faceWord, lineLabel, unusualDice } from "../../../i18n/game-words.ts";
import type { Language } from "../../../i18n/language.ts";
import {
  wildPhrase,
  winPhrases,
  afterPhrase,
  chipsPhrase,
  dicePhrase,
  entryPhrase,
  orderPhrase,
  playersPhrase,
  choicePhrase,
  constraintPhrase,
} from "../../../i18n/rule-phrases.ts";
import type { FoundOdds } from "../../../odds/find.ts";
import { facesOf } from "../../../rules/dice/dice.ts";
import { type Column, type Game, NOTE_PLACES, type OrderKind, type Bonus } from "../../../rules/game/game.ts";
import {
  countBoxes,
  listCategories,
  houseRulesInForce,
  isSheetShared,
  isSolo,
  countGameTurns,
  withRowSums,
} from "../../../rules/game/rows.ts";
import { type LineKind, listSheetLines, type SheetLine } from "../../../rules/sums/sum-graph.ts";
import { highestPoints, highestTotal } from "../../../rules/sums/totals.ts";
import { tintsByFace } from "../../shapes/figures.ts";
import { sectionViews } from "./boxes.ts";
import { oddsView } from "./odds-view.ts";
import { finishedView } from "./finished.ts";
import { workedTurnView } from "./worked.ts";
import { bonusViews, moneyView, prizesView, repeatsView } from "./extras.ts";
import { joinWords, quoteBox, quoteName } from "../../../i18n/format.ts";

/** Orders that leave no choice. */
const NEXT_ONLY: readonly OrderKind[] = ["down", "up"];

/** What a rule sheet says in addition to the rules. */
export interface RulesContent {
  /** The odds from `findOdds`, for a few sentences about them; none if left out. */
  readonly odds?: FoundOdds | null | undefined;
  /** Whether the sheet names the choices of house rules that are not played; yes if left out. */
  readonly hasAlternatives?: boolean | undefined;
  /** The examples that it shows; all if left out. Without any, chosen house rules are not listed either. */
  readonly examples?: readonly ("turn" | "sheet")[] | undefined;
  /** On the back of a pad, which side has boxes to tick for repeats of the best roll; left out on a sheet of its own. */
  readonly ticks?: "front" | "back" | undefined;
}

/**
 * The data of a rule sheet for its templates. docs/templates.md describes each name.
 * @param areFigures whether dice are written as figures rather than drawn
 */
export function rulesView(
  game: Game,
  language: Language,
  { odds = null, hasAlternatives = true, examples = ["turn", "sheet"], ticks }: RulesContent = {},
  areFigures = false,
) {
  const columns = game.columns.map((column) => columnView(game, column, language));
  const { players, start, ranking } = game;
  const sections = sectionViews(game, language);
  return {
    name: language.text(game.name),
    dice: diceView(game, language),
    players: {
      min: players.min,
      max: players.max,
      words: playersPhrase(language, players),
      // In a solo game nobody begins, wins or is tied.
      solo: isSolo(game),
      ownSheet: players.sheet === "own",
      // A pad with one column per player also suits players who want sheets of their own.
      sheet: isSolo(game)
        ? "single"
        : players.sheet === "own" && isSheetShared(game)
          ? "either"
          : players.sheet,
      scorekeeper: players.scorekeeper,
    },
    // A game that says nothing about the start leaves it to the players.
    start: {
      method: start?.method ?? "free",
      dice: start?.dice ?? 0,
      rollOff: start?.tie === "roll_off",
      direction: game.direction ?? "in_turn",
    },
    turn: turnView(game, language),
    boxes: countBoxes(game),
    rows: listCategories(game).length,
    turns: countGameTurns(game),
    highest: highestTotal(game),
    highestPoints: highestPoints(game),
    columns,
    weighted: columns.filter(({ multiplier }) => multiplier > 1),
    // Whether some column does not take every result, and whether some column prescribes an order.
    selective: columns.some(({ entry }) => entry !== "any"),
    ordered: columns.some(({ order, afterWords }) => order !== "free" || afterWords !== ""),
    // Whether there is only ever one box that a turn can fill: the next one of the only column.
    nextOnly: columns.length === 1 && columns.every(({ order }) => NEXT_ONLY.includes(order)),
    announced: columns.filter(({ entry }) => entry === "announced").map(({ name }) => name),
    sections,
    legend: buildLegend(game, sections, areFigures),
    workedTurn: examples.includes("turn") ? workedTurnView(game, language, hitLook(game, areFigures)) : null,
    finished: examples.includes("sheet") ? finishedView(game, language) : null,
    reminders: reminders(game, language),
    ...lineViews(game, language),
    strike: strikeView(game, language),
    hasJokers: game.repeats?.joker != null,
    repeats: repeatsView(game, language, ticks),
    options: examples.length === 0 ? [] : optionViews(game, language, hasAlternatives),
    alternatives: hasAlternatives,
    // Whether a section has a bonus of its own.
    sectionBonuses: game.sections.some(({ tiers }) => tiers.length > 0),
    bonuses: bonusViews(game, language, "total"),
    pointBonuses: bonusViews(game, language, "points"),
    wins: winPhrases(language, game),
    odds: oddsView(game, language, odds),
    lowestWins: ranking.order === "lowest",
    by: ranking.by,
    tie: ranking.tie,
    prizes: prizesView(game, language),
    money: moneyView(game, language),
    notes: Object.fromEntries(NOTE_PLACES.map((place) => [place, noteTexts(game, language, place)])),
  };
}

function noteTexts({ notes }: Game, language: Language, place: (typeof NOTE_PLACES)[number]): string[] {
  return notes.flatMap(({ at, text }) => (at === place ? language.text(text) : []));
}

/** How the dice of the examples are shown, which the sheet explains. */
function buildLegend(game: Game, sections: ReturnType<typeof sectionViews>, areFigures: boolean) {
  const examples = sections.flatMap(({ boxes }) => boxes.flatMap(({ example }) => example ?? []));
  const isWhole = ({ hit }: { readonly hit: readonly string[] }) => hit.length === 0;
  return {
    // How the dice of the pattern are highlighted; null where none are.
    hit: examples.every(isWhole) ? null : hitLook(game, areFigures),
    whole: examples.some(isWhole),
    dropped: examples.some(({ dropped }) => dropped !== null),
    colours: !areFigures && hasTints(game.dice),
  };
}

/** How the dice of a pattern, and those that a player keeps, are highlighted. */
function hitLook({ dice }: Game, areFigures: boolean): "bold" | "underlined" | "dark" {
  return areFigures ? "bold" : hasTints(dice) ? "underlined" : "dark";
}

/** Whether dice are drawn in a look for each colour. */
function hasTints({ colours }: Game["dice"]): boolean {
  return tintsByFace(colours).size > 0;
}

function diceView(game: Game, language: Language) {
  const { dice, scored } = game.dice;
  const { symbols } = game;
  const faces = symbols.size === 0 ? [] : facesOf(game.dice);
  const colours = colourWords(language, game.dice);
  const and = language.translate("rules.material.colour-and");
  return {
    // All dice that are rolled, the hands that they are split into, and the dice of each hand: usually one hand of all.
    count: dice.length * game.hands,
    hands: game.hands,
    perHand: dice.length,
    symbols: faces.map((face) => faceWord(language, symbols, face)),
    scored,
    // How many dice the player leaves out when scoring.
    left: dice.length - scored,
    wild: wildPhrase(language, game, "long"),
    layers: game.layers.map((layer) => language.text(layer.label)),
    unusual: unusualDice(game.dice).map((kind) => ({ ...kind, words: dicePhrase(language, kind, "long") })),
    colours: colours.map((one) => {
      const args = { faces: one.faces.join(and), colour: one.colour };
      return { ...one, words: language.translate("rules.material.colour", args) };
    }),
    // The look for the colour of each face.
    tints: Object.fromEntries(
      [...tintsByFace(game.dice.colours)].map(([face, tint]) => [String(face), tint]),
    ),
  };
}

function turnView({ turn, dice, hands }: Game, language: Language) {
  const { rolls, entries, banksRolls, chips, layerOrder } = turn;
  const stopEarly = turn.stopEarly && rolls > 1;
  const hasThirdRoll = rolls > 2 || (rolls === 2 && (banksRolls || chips !== null));
  return {
    throws: rolls,
    stopEarly,
    // Null where no die can be rolled again once it was set aside: two rolls leave no third one for it.
    setAside: hasThirdRoll && dice.dice.length * hands > 1 ? turn.setAside : null,
    final: turn.setAside === "final",
    entries,
    anyLayerFirst: layerOrder === "free",
    banksRolls,
    chips: chips === null ? null : { ...chips, words: chipsPhrase(language, chips, "long") },
    // When a result has to be entered at the latest.
    enterBy: banksRolls || chips !== null ? "last" : stopEarly ? "throw" : "then",
  };
}

function columnView(game: Game, column: Column, language: Language) {
  const { order, multiplier, entry } = column;
  const after = game.columns.find(({ id }) => id === column.after);
  const name = (id: string) => rowName(game, language, id);
  const orderWord = orderPhrase(language, game, order, "short");
  // "Top down: from top to bottom" would say it twice.
  const isNamed =
    game.columns.length > 1 && orderWord.toLowerCase() === language.text(column.label).toLowerCase();
  const rows = listCategories(game).map((category) => language.text(category.label));
  return {
    name: language.text(column.label),
    order: order.kind,
    orderWord,
    orderWords: orderPhrase(language, game, order, "long", undefined, isNamed),
    first: rows.at(FIRST_ROW[order.kind] ?? rows.length) ?? null,
    outward: order.kind === "outward" ? { up: name(order.up), down: name(order.down) } : null,
    stages: order.kind === "stages" ? order.stages.map((stage) => stage.map(name)) : [],
    multiplier,
    entry: entry.kind,
    entryWords: entryPhrase(language, column, "long"),
    afterWords: after === undefined ? "" : afterPhrase(language, after, "long"),
  };
}

/** From which end a column begins, as an index; null if there is a choice. */
const FIRST_ROW: Readonly<Record<Column["order"]["kind"], number | null>> = {
  down: 0,
  up: -1,
  free: null,
  inward: null,
  outward: null,
  stages: null,
};

/** The lines that a column is added up from; columns that count several times take their own bonuses on top. */
const COLUMN_ADDENDS: readonly LineKind[] = ["sum", "bonus"];
/** Whether a bonus of that scope is added to the grand total rather than to its column. */
const ADDS_TO_SHEET: Readonly<Record<Bonus["scope"], boolean>> = { row: true, column: false, sheet: true };
/** No line breaks before a plus. */
const PLUS = "\u00a0+ ";

function lineViews(game: Game, language: Language) {
  const isByRow = withRowSums(game) !== game;
  const lines = listSheetLines(game).filter(({ kind }) => !isByRow || kind !== "column-total");
  const label = (id: string) => lineLabel(game, language, id);
  const listLabels = (isWanted: (line: SheetLine) => boolean) =>
    lines.filter(isWanted).map(({ id }) => label(id));
  const sumLabels = (labels: readonly string[]) => labels.map((one) => quoteName(language, one)).join(PLUS);
  // The total of a section replaces its sum and bonus.
  const totals = lines.filter(({ kind }) => kind === "total");
  const isInTotal = ({ kind, section }: SheetLine) =>
    kind !== "total" && totals.some((total) => total.section === section);
  const listParts = (total: SheetLine) =>
    lines.filter(({ kind, section }) => section === total.section && COLUMN_ADDENDS.includes(kind));
  const addends = listLabels(
    (line) => totals.includes(line) || (COLUMN_ADDENDS.includes(line.kind) && !isInTotal(line)),
  );
  const bonusLabels = (isOfSheet: boolean) =>
    listLabels(({ bonus }) => bonus?.to === "total" && ADDS_TO_SHEET[bonus.scope] === isOfSheet);
  const columnAddends = bonusLabels(false);
  const [extraLine = null] = listLabels(({ kind }) => kind === "repeats");
  const columns = game.columns.length;
  const rows = { n: listCategories(game).length };
  const boxes = isByRow
    ? language.translate("rules.end.of-row", { n: columns })
    : language.translate(columns > 1 ? "rules.end.of-rows" : "rules.end.of-boxes", rows);
  const columnSum = addends.length > 0 ? sumLabels(addends) : boxes;
  const others = [
    ...(columns > 1 ? [] : columnAddends),
    ...(extraLine === null ? [] : [extraLine]),
    ...bonusLabels(true),
  ];
  return {
    // The names of the lines that are worked out, from top to bottom.
    lines: listLabels(() => true),
    grandTotal: label("grand.total"),
    // The word that the pad has for it.
    columnTotal: isByRow ? language.translate("line.pad-sum") : label("column.total"),
    pointsTotal: label("points.total"),
    addends,
    columnAddends,
    extraLine,
    columnSum,
    // The totals of sections, each with what it adds up.
    subtotals: totals.map((total) => ({
      line: label(total.id),
      sum: sumLabels(listParts(total).map(({ id }) => label(id))),
    })),
    grandSum: [
      isByRow ? language.translate("rules.end.of-all-rows", rows) : sumOfColumns(game, language, columnSum),
      ...(others.length > 0 ? [sumLabels(others)] : []),
    ].join(PLUS),
  };
}

/** The part of the grand total that comes from columns. */
function sumOfColumns({ columns }: Game, language: Language, columnSum: string): string {
  const n = Math.max(...columns.map(({ multiplier }) => multiplier));
  if (columns.length > 1) {
    const key = n > 1 ? "rules.end.of-numbers" : "rules.end.of-columns";
    return language.translate(key, { n: columns.length });
  }
  return n > 1 ? language.translate("rules.end.times", { n, sum: columnSum }) : columnSum;
}

function strikeView(game: Game, language: Language) {
  const all = listCategories(game);
  const listBoxLabels = (rule: "never" | "always") => {
    const boxes = all.filter(({ strike, miss }) => strike === rule && miss === null);
    return boxes.map(({ label }) => language.text(label));
  };
  const missed = all.filter(({ miss }) => miss !== null);
  return {
    ...game.strike,
    never: listBoxLabels("never"),
    always: listBoxLabels("always"),
    // Whether any box is struck at all, and those where a miss is written as points of its own instead: minus points, and in all boxes?
    isPossible: all.some(({ strike }) => strike !== "never"),
    missed: missed.map(({ label }) => language.text(label)),
    isMissMinus: missed.every(({ miss }) => miss !== null && miss < 0),
    isMissedOnly: missed.length === all.length,
  };
}

function optionViews(game: Game, language: Language, hasAlternatives: boolean) {
  return houseRulesInForce(game).map(({ label, choices, chosen }) => {
    const isChosen = ({ id }: { readonly id: string }) => id === chosen;
    const choice = choices.find(isChosen);
    const others = choices.filter((one) => hasAlternatives && !isChosen(one));
    return {
      name: language.text(label),
      chosen: choice === undefined ? chosen : language.text(choice.label),
      others: others.map((one) => language.text(one.label)),
    };
  });
}

/** Rules that are forgotten at the table and that the front of the pad does not say: whole sentences, the rule first that fewest other games have. */
function reminders(game: Game, language: Language): string[] {
  const { turn, dice } = game;
  const long = (rule: string, value: string | boolean, args = {}) =>
    choicePhrase(language, rule, value, "long", args);
  const rows = listCategories(game);
  const never = strikeView(game, language).never.map((name) => quoteBox(language, name));
  const unstruck = { n: never.length, boxes: joinWords(language, never, "and") };
  const { setAside } = turnView(game, language);
  const savedRolls = quoteName(language, language.translate("pad.ticks.saved-rolls.label"));
  const tieNotes = noteTexts(game, language, "tie");
  const left = dice.dice.length - dice.scored;
  const layers = game.layers.map(({ label }) => language.text(label));
  const scored = { n: dice.scored, left, layers: layers.length, names: joinWords(language, layers, "and") };
  return [
    ...(left === 0 ? [] : [language.translate("rule.scored.long", scored)]),
    ...(never.length === 0 || never.length === rows.length
      ? []
      : [language.translate("rules.strike.never", unstruck)]),
    ...game.constraints.map((one) =>
      [constraintPhrase(language, game, one, "long"), long("between", one.between)].join(" "),
    ),
    ...orderReminder(game, language),
    ...(turn.chips === null ? [] : [chipsPhrase(language, turn.chips, "long")]),
    ...(turn.banksRolls ? [long("bank-rolls", true, { line: savedRolls })] : []),
    ...(setAside === null ? [] : [long("set-aside", setAside)]),
    ...(rows.every(({ strike }) => strike === "never")
      ? []
      : [long("strike-voluntary", game.strike.voluntary)]),
    ...(isSolo(game) || tieNotes.length > 0
      ? tieNotes
      : [long("tie", game.ranking.tie, { money: String(game.settlement !== null), ...scored })]),
  ];
}

/** The orders of columns that may not be filled freely, unless their headings say so. */
function orderReminder(game: Game, language: Language): string[] {
  const { columns } = game;
  const describeOrder = (column: Column) => orderPhrase(language, game, column.order, "short");
  const [only] = columns;
  if (only !== undefined && columns.length === 1)
    // The foot of a shared sheet says it already.
    return only.order.kind === "free" || isSheetShared(game)
      ? []
      : [language.translate("pad.order", { order: describeOrder(only) })];
  const orders = columns.flatMap((column) => {
    const label = language.text(column.label);
    const order = column.order.kind === "free" ? "" : describeOrder(column);
    const before = columns.filter(({ id }) => id === column.after);
    const waits = before.map((one) => `(${afterPhrase(language, one, "short")})`);
    const words = [...(order.toLowerCase() === label.toLowerCase() ? [] : [order]), ...waits];
    return words.join("") === "" ? [] : [[quoteName(language, label), ...words].join(" ")];
  });
  if (orders.length === 0) return [];
  return [
    language.translate("pad.order-columns", { columns: orders.join(language.translate("list.comma")) }),
  ];
}
