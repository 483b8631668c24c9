import { facesOf } from "../../../rules/dice/dice.ts";
import type { Chips, Column, Game } from "../../../rules/game/game.ts";
import { categoriesOf } from "../../../rules/game/rows.ts";
import {
  type ColourWords,
  categoryLabel,
  colourWords,
  columnLabel,
  type DiceOfAKind,
  faceWord,
  orderWord,
  unusualDice,
} from "../../../i18n/game-words.ts";
import type { Language } from "../../../i18n/language.ts";

export interface DiceView {
  /** All dice that are rolled. */
  readonly count: number;
  /** How many hands they are parted into, and the dice of each; usually one with all of them. */
  readonly hands: number;
  readonly perHand: number;
  /** What the faces show instead of numbers; empty for ordinary dice. */
  readonly symbols: readonly string[];
  readonly scored: number;
  /** How many dice the player leaves out when scoring. */
  readonly left: number;
  /** The layers of double dice, in the order in which they are entered; empty for ordinary dice. */
  readonly layers: readonly string[];
  /** What the dice show where they are not the usual six-sided ones; empty where they are. */
  readonly unusual: readonly DiceOfAKind[];
  /** Empty where colours do not matter. */
  readonly colours: readonly ColourWords[];
}

export function diceView(game: Game, language: Language): DiceView {
  const { dice, scored } = game.dice;
  return {
    count: dice.length * game.hands,
    hands: game.hands,
    perHand: dice.length,
    symbols:
      game.symbols.size === 0 ? [] : facesOf(game.dice).map((face) => faceWord(language, game.symbols, face)),
    scored,
    left: dice.length - scored,
    layers: game.layers.map((layer) => language.text(layer.label)),
    unusual: unusualDice(game.dice),
    colours: colourWords(language, game.dice),
  };
}

export interface TurnView {
  readonly throws: number;
  readonly stopEarly: boolean;
  /** Dice that were set aside stay out for the rest of the turn. */
  readonly final: boolean;
  readonly entries: number;
  /** Throws that are not needed are kept for later turns. */
  readonly banksRolls: boolean;
  readonly chips: Chips | null;
}

export function turnView({ turn }: Game): TurnView {
  return {
    throws: turn.rolls,
    stopEarly: turn.stopEarly && turn.rolls > 1,
    final: turn.setAside === "final",
    entries: turn.entries,
    banksRolls: turn.banksRolls,
    chips: turn.chips,
  };
}

export interface StartView {
  readonly method: string;
  readonly dice: number;
  readonly rollOff: boolean;
  readonly direction: string;
}

/** A game that says nothing about the start leaves it to the players. */
export function startView({ start, direction }: Game): StartView {
  return {
    method: start?.method ?? "free",
    dice: start?.dice ?? 0,
    rollOff: start?.tie === "roll_off",
    direction: direction ?? "in_turn",
  };
}

export interface ColumnView {
  readonly name: string;
  readonly order: string;
  readonly orderWord: string;
  /** The box that comes first; null where the order leaves that open. */
  readonly first: string | null;
  readonly outward: { readonly up: string; readonly down: string } | null;
  readonly stages: readonly (readonly string[])[];
  readonly multiplier: number;
  /** How a result must have come about: `any`, `announced`, `single_throw` or `max_roll`. */
  readonly entry: string;
  /** The last throw that may be entered; 0 where that does not matter. */
  readonly throws: number;
}

export function columnViews(game: Game, language: Language): ColumnView[] {
  return game.columns.map((column) => columnView(game, column, language));
}

function columnView(game: Game, column: Column, language: Language): ColumnView {
  const { label, order, multiplier, entry } = column;
  const names = new Map(categoriesOf(game).map((c) => [c.id, categoryLabel(language, c)]));
  const name = (id: string) => names.get(id) ?? id;
  const rows = [...names.values()];
  const first = order.kind === "down" ? rows[0] : order.kind === "up" ? rows.at(-1) : undefined;
  return {
    name: columnLabel(language, { label }),
    order: order.kind,
    orderWord: orderWord(language, order),
    first: first ?? null,
    outward: order.kind === "outward" ? { up: name(order.up), down: name(order.down) } : null,
    stages: order.kind === "stages" ? order.stages.map((stage) => stage.map(name)) : [],
    multiplier,
    entry: entry.kind,
    throws: entry.kind === "max_roll" ? entry.throws : 0,
  };
}
