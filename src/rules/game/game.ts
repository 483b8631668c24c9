import type { Dice, Face, Roll } from "../dice/dice.ts";
import type { Formula } from "../dice/formula.ts";
import type { ScoringRule } from "../dice/scores.ts";

/** A variant after validation, with options applied and derived facts computed. Only `variant/` builds games, so other code can trust them. */

/** The languages that every variant must have. Other languages fall back on words of their own. */
export const SPOKEN_BY_ALL = ["de", "en"] as const;

/** Words by language code; those of `SPOKEN_BY_ALL` are always there. */
export type Text = Readonly<Record<string, string>>;

/** A part of a game with a name. */
export interface Named {
  readonly id: string;
  readonly label: Text;
}

export const WINNING_ROLLS = ["scored", "served"] as const;

export const BOX_STATES = ["scored", "filled"] as const;
/** The state of a required box: `scored` (has points) or `filled` (has any entry). */
export type BoxState = (typeof BOX_STATES)[number];

/** One box of a column, as a rule: what the dice must show and what that is worth. */
export interface Category extends Named, ScoringRule {
  /** Boxes that must be in these states before this one can score; it can always be struck. */
  readonly requires: readonly { readonly category: string; readonly is: BoxState }[];
  /** Which roll in this box wins the game at once: any that scores, or a served one; null for none. */
  readonly wins: (typeof WINNING_ROLLS)[number] | null;
  /** Derived: every score that can be entered, ascending, including that of a miss, excluding the 0 of a strike. */
  readonly legal: readonly number[];
}

/** A bonus tier: a sum of at least `from` adds `add`. Tiers are ascending. */
export interface Tier {
  readonly from: number;
  readonly add: number;
}

export const TIER_MODES = ["highest", "sum"] as const;
/** Whether a bonus adds only its highest reached tier, or all reached tiers. */
export type TierMode = (typeof TIER_MODES)[number];

/** A group of boxes under a heading, with a sum. */
export interface Section extends Named {
  readonly categories: readonly Category[];
  /** The sum as a formula over any boxes of the same column; null: the sum of its own boxes. */
  readonly total: Formula<string> | null;
  /** The lower limit of the sum; null for none. */
  readonly floor: number | null;
  readonly tiers: readonly Tier[];
  readonly tierMode: TierMode;
}

/** The order in which the boxes of a column must be filled. */
export type Order =
  | { readonly kind: "free" }
  | { readonly kind: "down" }
  | { readonly kind: "up" }
  | { readonly kind: "inward" }
  /** From `up` towards the top and from `down` towards the bottom. */
  | { readonly kind: "outward"; readonly up: string; readonly down: string }
  /** Each stage starts when the one before is full. */
  | { readonly kind: "stages"; readonly stages: readonly (readonly string[])[] };
/** The kind of order in which a column is filled. */
export type OrderKind = Order["kind"];
/** The orders that name no boxes. */
export type PlainOrder = Exclude<Order, { readonly kind: "outward" | "stages" }>;

/** Which results may be entered in a column. */
export type Entering =
  | { readonly kind: "any" }
  /** The player names the box after the first roll of the turn, and must fill it. */
  | { readonly kind: "announced" }
  /** All scored dice fell in one roll, whichever it was. */
  | { readonly kind: "single_throw" }
  /** In this roll of the turn at the latest. */
  | { readonly kind: "max_roll"; readonly throws: number };

/** The label is empty where the only column of a game has no name. */
export interface Column extends Named {
  readonly order: Order;
  readonly entry: Entering;
  /** The column that must be full before this one starts; null for none. */
  readonly after: string | null;
  /** The factor of the column's total. */
  readonly multiplier: number;
}

export const BONUS_SCOPES = ["row", "column", "sheet"] as const;
export const BONUS_MEASURES = ["total", "scored", "struck"] as const;
export const BONUS_TARGETS = ["total", "points"] as const;

/** A bonus outside of sections: for a row over all columns, for each column, or for the whole sheet. */
export interface Bonus extends Named {
  readonly scope: (typeof BONUS_SCOPES)[number];
  /** The category whose boxes are measured, in every column; null unless the scope is `row`. */
  readonly row: string | null;
  /** The section that is measured; null for all sections. */
  readonly section: string | null;
  /** What is measured: the points before this bonus, or the number of boxes that are scored or struck. */
  readonly of: (typeof BONUS_MEASURES)[number];
  readonly tiers: readonly Tier[];
  readonly tierMode: TierMode;
  /** Whether it adds to the total, or to the separate victory points. */
  readonly to: (typeof BONUS_TARGETS)[number];
}

export const COMPARISONS = ["<", "<=", ">", ">="] as const;
/** How two boxes of a constraint are compared. */
export type Comparison = (typeof COMPARISONS)[number];

/** A relation between two boxes of a column: Minimum < Maximum. */
export interface Constraint {
  readonly id: string;
  readonly left: string;
  readonly comparison: Comparison;
  readonly right: string;
  /** `scored`: applies to two scored boxes only. `all`: a struck box counts as 0. */
  readonly between: "scored" | "all";
}

/** What must be true before a repeat counts; all parts that are not null. */
export interface RepeatGate {
  /** The state of the top category's own box. */
  readonly box: "scored" | "filled" | null;
  /** The state of the number box of the rolled face. */
  readonly ownNumber: "free" | "filled" | null;
  /** An earlier one is enough, wherever it was entered. */
  readonly thrownBefore: boolean;
}

/** Where a repeat may be entered as a joker, and at which value. */
export interface Joker {
  readonly gate: RepeatGate;
  readonly upper: "none" | "own" | "any";
  readonly upperValue: "normal" | "max";
  /** The number box of the rolled face must be used while it is free. */
  readonly upperFirst: boolean;
  readonly lower: "none" | "any";
  readonly lowerValue: "as_if_matched" | "max";
}

/** What repeats are worth: every roll of the top category (such as Yahtzee) after the first. */
export interface Repeats {
  /** The top category. */
  readonly of: string;
  /** Extra points for each repeat; 0 for none. */
  readonly bonus: number;
  /** Whether the extra points have the factor of the column in which the roll is entered. */
  readonly multiplied: boolean;
  readonly gate: RepeatGate;
  readonly joker: Joker | null;
  readonly noteOn: "sheet" | "back_of_sheet";
}

export const LAYER_ORDERS = ["listed", "free"] as const;

export const SERVED_ON = ["any_throw", "first_throw"] as const;

/** Tokens that each player gets for the whole game; each buys an additional roll. */
export interface Chips {
  readonly count: number;
  /** How many may be spent in one turn; null: all of them. */
  readonly perTurn: number | null;
}

/** What a player may do in a turn. */
export interface Turn {
  readonly rolls: number;
  readonly stopEarly: boolean;
  /** Whether dice that were set aside may be rolled again in the same turn. */
  readonly setAside: "reusable" | "final";
  /** Whether unused rolls of a turn are saved for later turns. */
  readonly banksRolls: boolean;
  readonly chips: Chips | null;
  /** When dice count as served: all in one roll, whichever it is, or in the first one. */
  readonly servedOn: (typeof SERVED_ON)[number];
  /** For double dice: whether the layers are entered in the order of the game, or as the player likes. */
  readonly layerOrder: (typeof LAYER_ORDERS)[number];
  /** Boxes filled per turn: one for each layer of double dice or each hand, otherwise one. */
  readonly entries: number;
}

export const START_METHODS = ["free", "highest_die", "highest_sum", "lowest_sum"] as const;
export const DIRECTIONS = ["clockwise", "either", "in_turn"] as const;

/** Who begins. */
export interface Start {
  readonly method: (typeof START_METHODS)[number];
  /** How many dice each player rolls for it; 0 if nobody rolls. */
  readonly dice: number;
  readonly tie: "roll_off" | null;
}

/** The number of players, and their sheets. */
export interface Players {
  readonly min: number;
  /** Null: no limit. */
  readonly max: number | null;
  /** A column for each player on a common sheet, or a sheet for each player. */
  readonly sheet: "shared" | "own";
  /** One player writes for all. */
  readonly scorekeeper: boolean;
  /** From which age on, in years; null if the game doesn't say. */
  readonly age: number | null;
  /** How long a game lasts; null if the game doesn't say. */
  readonly minutes: number | null;
}

export const TIES = ["shared", "roll_off", "split"] as const;
export const RANKED_BY = ["total", "points", "columns"] as const;

/** Who wins. */
export interface Ranking {
  /** What decides: the grand total, victory points, or the columns won. */
  readonly by: (typeof RANKED_BY)[number];
  readonly order: "highest" | "lowest";
  readonly tie: (typeof TIES)[number];
}

/** Stakes and payout. Money is in hundredths of the currency, as integers. */
export interface Settlement {
  /** All stakes on offer. */
  readonly stakes: readonly number[];
  /** The stake in this game. */
  readonly stake: number;
  readonly currency: Text;
  /** The paid share of the base, in per cent. */
  readonly share: number;
  /** Whether the base is all stakes together or a single one. */
  readonly base: "pot" | "stake";
  /** Who gets hundredths that can't be split evenly: the house, or the first of the tied players, one each. */
  readonly rest: "house" | "players";
  /** Whether a player who leaves early loses the stake to the pot. */
  readonly leaver: "forfeits" | "refunded";
}

/** What winning a column is worth, where columns are won separately; the losers pay the winner. */
export interface ColumnPrizes {
  /** By column id; 1 for columns that are missing here. */
  readonly worth: ReadonlyMap<string, number>;
  /** What winning all columns adds. */
  readonly sweep: number;
}

/** A roll with its score, for the rule sheet; verified when the file is read. */
export interface Example {
  readonly category: string;
  /** All dice, or only the scored ones. */
  readonly roll: Roll;
  /** The dropped face, where more dice are rolled than scored; null if the roll has only scored dice. */
  readonly drop: number | null;
  /** The score; null if the roll may not be entered here. */
  readonly score: number | null;
}

export const NOTE_PLACES = [
  "material",
  "start",
  "turn",
  "enter",
  "boxes",
  "worked",
  "strike",
  "repeats",
  "end",
  "tie",
  "stakes",
] as const;

/** A sentence for the rule sheet that no other key can express; the only free text in a variant. */
export interface Note {
  readonly id: string;
  readonly at: (typeof NOTE_PLACES)[number];
  readonly text: Text;
}

/** A house rule with its choices, and what pads say where one is chosen, in place of both labels. */
export interface Option extends Named {
  readonly choices: readonly (Named & { readonly pad: Text | null })[];
  readonly default: string;
  /** The choice in force. */
  readonly chosen: string;
  /** Whether the choice of another house rule makes this one irrelevant: without a stake there is no payout. */
  readonly isIdle: boolean;
  /** What its choices change, as paths of a variant. */
  readonly changes: readonly string[];
}

/** A sum of boxes and lines that a pad prints: in each column, or over all columns for a single row and for lines of the whole sheet. */
export interface PadSum {
  readonly id: string;
  /** The ids of its boxes and lines. */
  readonly of: readonly string[];
}

/** A valid game with its house rules applied. */
export interface Game {
  readonly id: string;
  readonly name: Text;
  /** The dice that are scored together: all of a turn, or those of one layer or hand. */
  readonly dice: Dice;
  /** The layers of double dice, each scored separately: the inner dice, the outer dice; empty for ordinary dice. */
  readonly layers: readonly Named[];
  /** Into how many hands the player splits the dice after the last roll; usually one. */
  readonly hands: number;
  /** What faces show instead of their number; empty for dice with pips or digits. */
  readonly symbols: ReadonlyMap<Face, Text>;
  readonly turn: Turn;
  readonly start: Start | null;
  readonly direction: (typeof DIRECTIONS)[number] | null;
  readonly players: Players;
  /** In print order. */
  readonly sections: readonly Section[];
  readonly columns: readonly Column[];
  readonly constraints: readonly Constraint[];
  readonly bonuses: readonly Bonus[];
  readonly repeats: Repeats | null;
  /** The marks of a struck box, the usual one first. */
  readonly strike: { readonly marks: readonly string[]; readonly voluntary: boolean };
  readonly ranking: Ranking;
  readonly settlement: Settlement | null;
  /** Null unless columns are won separately. */
  readonly prizes: ColumnPrizes | null;
  /** The variant's names for sum lines, by line id; other lines have the language's usual word. */
  readonly lineLabels: ReadonlyMap<string, Text>;
  /** What was called otherwise before, in the languages in which its name changed: boxes and lines by id, others as `columns.<id>`. */
  readonly formerNames: ReadonlyMap<string, Text>;
  /** Sums that a pad prints beyond those of the game: a store-bought pad, or ours for rows (`withRowSums`). */
  readonly padSums?: readonly PadSum[];
  readonly options: readonly Option[];
  /** Only those that are true under the chosen house rules. */
  readonly examples: readonly Example[];
  readonly notes: readonly Note[];
}
