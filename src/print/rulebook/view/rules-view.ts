import { lineLabel } from "../../../i18n/game-words.ts";
import type { Language } from "../../../i18n/language.ts";
import type { Game, Note, OrderKind } from "../../../rules/game/game.ts";
import { boxesOf, categoriesOf, turnsOf } from "../../../rules/game/rows.ts";
import { type LineKind, linesOf } from "../../../rules/sums/sum-graph.ts";
import { highestPoints, highestTotal } from "../../../rules/sums/totals.ts";
import { type BonusView, bonusViews, type PrizesView, prizesView } from "./bonuses.ts";
import { boxName, type SectionView, sectionViews } from "./boxes.ts";
import { type MoneyView, moneyView } from "./money.ts";
import { type RepeatsView, repeatsView } from "./repeats.ts";
import {
  type ColumnView,
  columnViews,
  type DiceView,
  diceView,
  type StartView,
  startView,
  type TurnView,
  turnView,
} from "./turn.ts";

/**
 * Everything that a rule sheet has to tell about a game: numbers, flags, and names in the page's language. How it is told
 * is the template's affair.
 */
export interface RulesView {
  readonly name: string;
  readonly dice: DiceView;
  readonly players: {
    readonly min: number;
    readonly max: number | null;
    readonly ownSheet: boolean;
    readonly scorekeeper: boolean;
  };
  readonly start: StartView;
  readonly turn: TurnView;
  readonly boxes: number;
  readonly rows: number;
  readonly turns: number;
  readonly highest: number;
  /** The most victory points; 0 in a game without. */
  readonly highestPoints: number;
  readonly columns: readonly ColumnView[];
  /** The columns that count more than once. */
  readonly weighted: readonly ColumnView[];
  /** Whether some column prescribes an order. */
  readonly ordered: boolean;
  /** Whether some column does not take every result. */
  readonly selective: boolean;
  /** Whether there is only ever one box that a turn can fill: the next one of the only column. */
  readonly nextOnly: boolean;
  readonly sections: readonly SectionView[];
  /** The names of the lines that are worked out, from top to bottom. */
  readonly lines: readonly string[];
  readonly grandTotal: string;
  /** The lines that a column's points are added up from. */
  readonly addends: readonly string[];
  /** The lines of bonuses that are added to a column, once, however often it counts. */
  readonly columnAddends: readonly string[];
  /** The lines of bonuses that are added to the grand total and to no column. */
  readonly sheetAddends: readonly string[];
  readonly pointsTotal: string;
  /** Bonuses that belong to no section: those added to the total, and those that bring victory points. */
  readonly bonuses: readonly BonusView[];
  readonly pointBonuses: readonly BonusView[];
  readonly columnTotal: string;
  /** The line for extra points that no column holds; null where there is none. */
  readonly extraLine: string | null;
  readonly strike: {
    readonly marks: readonly string[];
    readonly voluntary: boolean;
    readonly never: readonly string[];
    readonly always: readonly string[];
  };
  readonly repeats: RepeatsView | null;
  readonly options: readonly OptionView[];
  readonly lowestWins: boolean;
  /** What decides who wins: `total`, `points` or `columns`. */
  readonly by: Game["ranking"]["by"];
  readonly prizes: PrizesView | null;
  /** The names of columns whose boxes have to be announced. */
  readonly announced: readonly string[];
  readonly tie: Game["ranking"]["tie"];
  readonly money: MoneyView | null;
  readonly notes: Readonly<Record<Note["at"], readonly string[]>>;
}

interface OptionView {
  readonly name: string;
  readonly chosen: string;
  readonly others: readonly string[];
}

/** Orders that leave no choice. */
const NEXT_ONLY: readonly OrderKind[] = ["down", "up"];

export function rulesView(game: Game, language: Language): RulesView {
  return {
    name: language.text(game.name),
    dice: diceView(game, language),
    players: {
      min: game.players.min,
      max: game.players.max,
      ownSheet: game.players.sheet === "own",
      scorekeeper: game.players.scorekeeper,
    },
    start: startView(game),
    turn: turnView(game),
    boxes: boxesOf(game),
    rows: categoriesOf(game).length,
    turns: turnsOf(game),
    highest: highestTotal(game),
    highestPoints: highestPoints(game),
    columns: columnViews(game, language),
    weighted: columnViews(game, language).filter(({ multiplier }) => multiplier > 1),
    selective: game.columns.some(({ entry }) => entry.kind !== "any"),
    ordered: game.columns.some(({ order }) => order.kind !== "free"),
    nextOnly: game.columns.length === 1 && game.columns.every(({ order }) => NEXT_ONLY.includes(order.kind)),
    sections: sectionViews(game, language),
    ...lineViews(game, language),
    strike: strikeView(game, language),
    repeats: repeatsView(game, language),
    options: optionViews(game, language),
    bonuses: bonusViews(game, language, "total"),
    pointBonuses: bonusViews(game, language, "points"),
    lowestWins: game.ranking.order === "lowest",
    by: game.ranking.by,
    prizes: prizesView(game, language),
    announced: columnViews(game, language)
      .filter(({ entry }) => entry === "announced")
      .map(({ name }) => name),
    tie: game.ranking.tie,
    money: moneyView(game, language),
    notes: notesOf(game, language),
  };
}

/** The lines that a column is added up from; columns that count several times take their own bonuses on top. */
const COLUMN_ADDENDS: readonly LineKind[] = ["sum", "bonus"];

function lineViews(
  game: Game,
  language: Language,
): Pick<
  RulesView,
  | "lines"
  | "grandTotal"
  | "addends"
  | "columnAddends"
  | "sheetAddends"
  | "columnTotal"
  | "pointsTotal"
  | "extraLine"
> {
  const lines = linesOf(game);
  const name = ({ id }: { readonly id: string }) => lineLabel(game, language, id);
  const extra = lines.find(({ kind }) => kind === "repeats");
  return {
    lines: lines.map(name),
    grandTotal: lineLabel(game, language, "grand.total"),
    addends: lines.filter(({ kind }) => COLUMN_ADDENDS.includes(kind)).map(name),
    columnAddends: lines
      .filter(({ kind, bonus }) => kind === "column-bonus" && bonus?.to === "total")
      .map(name),
    sheetAddends: lines
      .filter(({ kind, bonus }) => (kind === "row-bonus" || kind === "sheet-bonus") && bonus?.to === "total")
      .map(name),
    pointsTotal: lineLabel(game, language, "points.total"),
    columnTotal: lineLabel(game, language, "column.total"),
    extraLine: extra === undefined ? null : name(extra),
  };
}

function strikeView(game: Game, language: Language): RulesView["strike"] {
  const named = (rule: "never" | "always") =>
    categoriesOf(game)
      .filter(({ strike }) => strike === rule)
      .map(({ id }) => boxName(game, language, id));
  return { ...game.strike, never: named("never"), always: named("always") };
}

function optionViews(game: Game, language: Language): OptionView[] {
  return game.options.map(({ label, choices, chosen }) => ({
    name: language.text(label),
    chosen:
      choices.filter(({ id }) => id === chosen).map((choice) => language.text(choice.label))[0] ?? chosen,
    others: choices.filter(({ id }) => id !== chosen).map((choice) => language.text(choice.label)),
  }));
}

function notesOf(game: Game, language: Language): RulesView["notes"] {
  const at = (place: Note["at"]) =>
    game.notes.filter((note) => note.at === place).map((note) => language.text(note.text));
  return {
    material: at("material"),
    start: at("start"),
    turn: at("turn"),
    boxes: at("boxes"),
    strike: at("strike"),
    end: at("end"),
    stakes: at("stakes"),
  };
}
