import type { Dice, Face, Roll } from "../dice/dice.ts";
import type { Formula } from "../dice/formula.ts";
import type { ScoringRule } from "../dice/scores.ts";

/** A whole variant: validated, options applied, derived facts computed. Only `variant/` makes games, so everything else may trust them. */

/** The languages that every variant file is written in. It may speak more; others have words of their own for what these say. */
export const SPOKEN_BY_ALL = ["de", "en"] as const;

/** Words in several languages, keyed by language code; those that all variants speak are always there. */
export type Text = Readonly<Record<string, string>>;

/** A part of a game that players call by words. */
export interface Named {
  readonly id: string;
  readonly label: Text;
}

export const WINNING_ROLLS = ["scored", "served"] as const;

export const BOX_STATES = ["scored", "filled"] as const;
/** How another box stands: it holds points, or has any entry. */
export type BoxState = (typeof BOX_STATES)[number];

/** One box of a column, as a rule: what the dice must show and what that is worth. */
export interface Category extends Named, ScoringRule {
  /** Other boxes that come first, or points cannot be entered here; a strike always can. */
  readonly requires: readonly { readonly category: string; readonly is: BoxState }[];
  /** Which roll in this box wins the game at once: any that scores, or a served one; null where none does. */
  readonly wins: (typeof WINNING_ROLLS)[number] | null;
  /** Derived: every score that can be written here, ascending, without the 0 of a strike: what dice can earn, and what a miss is worth. */
  readonly legal: readonly number[];
}

/** A bonus tier: whoever reaches `from` in the section gets `add`. Tiers are ascending. */
export interface Tier {
  readonly from: number;
  readonly add: number;
}

export const TIER_MODES = ["highest", "sum"] as const;
/** Whether a bonus adds one of its tiers or several. */
export type TierMode = (typeof TIER_MODES)[number];

/** Boxes that stand together under a heading, with what they come to. */
export interface Section extends Named {
  readonly categories: readonly Category[];
  /** What the section comes to, from boxes of the same column, its own or others; null: its own boxes added up. */
  readonly total: Formula<string> | null;
  /** What it counts at least, whatever the boxes say; null where there is no such limit. */
  readonly floor: number | null;
  readonly tiers: readonly Tier[];
  /** Whether only the highest tier that was reached counts, or all of them. */
  readonly tierMode: TierMode;
}

/** In which order the boxes of a column may be filled. */
export type Order =
  | { readonly kind: "free" }
  | { readonly kind: "down" }
  | { readonly kind: "up" }
  | { readonly kind: "inward" }
  /** From `up` towards the top and from `down` towards the bottom. */
  | { readonly kind: "outward"; readonly up: string; readonly down: string }
  /** Each stage only when the one before is full. */
  | { readonly kind: "stages"; readonly stages: readonly (readonly string[])[] };
/** In which order the boxes of a column are filled. */
export type OrderKind = Order["kind"];
/** The orders that name no boxes. */
export type PlainOrder = Exclude<Order, { readonly kind: "outward" | "stages" }>;

/** How a result must have come about to be entered in a column. */
export type Entering =
  | { readonly kind: "any" }
  /** The box is named after the first throw of the turn, and then filled whatever comes. */
  | { readonly kind: "announced" }
  /** All scored dice fell in one throw, whichever it was. */
  | { readonly kind: "single_throw" }
  /** In this throw of the turn at the latest. */
  | { readonly kind: "max_roll"; readonly throws: number };

/** Its label has no words where a game with one column gives it no name. */
export interface Column extends Named {
  readonly order: Order;
  readonly entry: Entering;
  /** The column that has to be full before this one is begun; null where none has. */
  readonly after: string | null;
  /** The column's total is the points of its sections times this. */
  readonly multiplier: number;
}

export const BONUS_SCOPES = ["row", "column", "sheet"] as const;
export const BONUS_MEASURES = ["total", "scored", "struck"] as const;
export const BONUS_TARGETS = ["total", "points"] as const;

/** A bonus on no line of a section: for a row over all columns, for each column, or for the whole sheet. */
export interface Bonus extends Named {
  /** What it looks at. */
  readonly scope: (typeof BONUS_SCOPES)[number];
  /** The category whose boxes are looked at, in every column; null where the scope is no row. */
  readonly row: string | null;
  /** The section that is looked at, in every column or in each; null where all of them are. */
  readonly section: string | null;
  /** What is measured: the points there before this bonus, or how many boxes hold points or are struck. */
  readonly of: (typeof BONUS_MEASURES)[number];
  /** Ascending; what is measured decides which are reached. */
  readonly tiers: readonly Tier[];
  readonly tierMode: TierMode;
  /** Added to the total, or to victory points that are counted apart. */
  readonly to: (typeof BONUS_TARGETS)[number];
}

export const COMPARISONS = ["<", "<=", ">", ">="] as const;
/** How two boxes of a constraint are compared. */
export type Comparison = (typeof COMPARISONS)[number];

/** Two boxes of one column that must stand in a relation: Minimum < Maximum. */
export interface Constraint {
  readonly id: string;
  readonly left: string;
  readonly comparison: Comparison;
  readonly right: string;
  /** `scored`: binds two scored boxes only. `all`: a struck box counts as 0 and is bound too. */
  readonly between: "scored" | "all";
}

/** What must hold before a further five-alike counts. Every part that is not null must hold. */
export interface RepeatGate {
  /** The box of the first one: holds points, or has any entry. */
  readonly box: "scored" | "filled" | null;
  /** The number box of the face that was rolled: still free, or filled already. */
  readonly ownNumber: "free" | "filled" | null;
  /** An earlier one is enough, wherever it was entered. */
  readonly thrownBefore: boolean;
}

/** Where a further five-alike may be entered as a joker, and at which value. */
export interface Joker {
  readonly gate: RepeatGate;
  readonly upper: "none" | "own" | "any";
  readonly upperValue: "normal" | "max";
  /** The own number box must be used as long as it is free. */
  readonly upperFirst: boolean;
  readonly lower: "none" | "any";
  readonly lowerValue: "as_if_matched" | "max";
}

/** What a second and further roll of the top category is worth. */
export interface Repeats {
  /** The category that is rolled again. */
  readonly of: string;
  /** Extra points for each one; 0 if there are none. */
  readonly bonus: number;
  /** Whether the extra points are multiplied like the column that the roll is entered in. */
  readonly multiplied: boolean;
  readonly gate: RepeatGate;
  readonly joker: Joker | null;
  readonly noteOn: "sheet" | "back_of_sheet";
}

export const LAYER_ORDERS = ["listed", "free"] as const;

export const SERVED_ON = ["any_throw", "first_throw"] as const;

/** Tokens that each player gets for the whole game; one buys a throw more than a turn has. */
export interface Chips {
  readonly count: number;
  /** How many may be spent in one turn; null: as many as one has. */
  readonly perTurn: number | null;
}

/** What a player may do in a turn. */
export interface Turn {
  readonly rolls: number;
  readonly stopEarly: boolean;
  /** Whether dice that were set aside may be rolled again in the same turn. */
  readonly setAside: "reusable" | "final";
  /** Whether throws that a turn did not need are kept for later turns. */
  readonly banksRolls: boolean;
  readonly chips: Chips | null;
  /** When dice are served, where that is worth something: all in one throw, whichever it is, or in the first one. */
  readonly servedOn: (typeof SERVED_ON)[number];
  /** Of double dice: whether the layers are entered in the order of the game, or as the player likes. */
  readonly layerOrder: (typeof LAYER_ORDERS)[number];
  /** Boxes filled per turn: one for each layer of double dice and each hand, otherwise one. */
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

/** How many play, and on how many sheets. */
export interface Players {
  readonly min: number;
  /** Null: as many as like. */
  readonly max: number | null;
  /** One column each on a common sheet, or a sheet of one's own. */
  readonly sheet: "shared" | "own";
  /** One player writes for all. */
  readonly scorekeeper: boolean;
}

export const TIES = ["shared", "roll_off", "split"] as const;
export const RANKED_BY = ["total", "points", "columns"] as const;

/** Who wins. */
export interface Ranking {
  /** What decides: the grand total, victory points, or the columns that a player has won from the others. */
  readonly by: (typeof RANKED_BY)[number];
  readonly order: "highest" | "lowest";
  readonly tie: (typeof TIES)[number];
}

/** Stakes and payout. Money is in hundredths of the currency, so that nothing is lost to fractions. */
export interface Settlement {
  /** All stakes that the house offers. */
  readonly stakes: readonly number[];
  /** The stake that is played for. */
  readonly stake: number;
  readonly currency: Text;
  /** Share of the base that is paid out, in per cent. */
  readonly share: number;
  /** Whether the share is taken of all stakes together or of a single one. */
  readonly base: "pot" | "stake";
  /** Hundredths that cannot be split evenly: kept by the house, or one each to the first of the tied players. */
  readonly rest: "house" | "players";
  /** Who leaves early loses the stake to the pot. */
  readonly leaver: "forfeits" | "refunded";
}

/** What winning a column is worth where columns are won one by one; the losers pay it to the winner. */
export interface ColumnPrizes {
  /** By column id; a column that is not named here is worth 1. */
  readonly worth: ReadonlyMap<string, number>;
  /** What is added for whoever wins all columns. */
  readonly sweep: number;
}

/** A roll with what it earns; shown on the rule sheet and proved when the file is read. */
export interface Example {
  readonly category: string;
  /** The dice as they fell, or only the scored ones. */
  readonly roll: Roll;
  /** The face left out where more dice are rolled than scored; null if the roll has only scored dice. */
  readonly drop: number | null;
  /** What is entered; null where the roll may not be entered here at all. */
  readonly score: number | null;
}

export const NOTE_PLACES = [
  "material",
  "start",
  "turn",
  "boxes",
  "worked",
  "strike",
  "repeats",
  "end",
  "stakes",
] as const;

/** A sentence for the rule sheet that no key can say; the only free text in a variant. */
export interface Note {
  readonly id: string;
  readonly at: (typeof NOTE_PLACES)[number];
  readonly text: Text;
}

/** A house rule with its possible choices. */
export interface Option extends Named {
  readonly choices: readonly Named[];
  readonly default: string;
  /** The choice in force. */
  readonly chosen: string;
  /** Whether another house rule, as it is chosen, leaves this one nothing to decide: without a stake there is no payout. */
  readonly isIdle: boolean;
}

/** A game whose rules were proved to fit together, with its house rules applied. */
export interface Game {
  readonly id: string;
  readonly name: Text;
  /** The dice that are scored together: all of a turn, or those of one layer or hand of it. */
  readonly dice: Dice;
  /** The layers of double dice, each scored on its own: the inner dice, the outer dice; empty for ordinary dice. */
  readonly layers: readonly Named[];
  /** How many such sets of dice a turn has, which the player parts after the last throw; usually one. */
  readonly hands: number;
  /** What the faces show instead of their number; empty for dice with pips or figures. */
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
  /** The marks that stand for a struck box, the usual one first. */
  readonly strike: { readonly marks: readonly string[]; readonly voluntary: boolean };
  readonly ranking: Ranking;
  readonly settlement: Settlement | null;
  /** Null where columns are not won one by one. */
  readonly prizes: ColumnPrizes | null;
  /** The variant's own names for sum lines, by line id; lines that are not named here take the language's usual word. */
  readonly lineLabels: ReadonlyMap<string, Text>;
  readonly options: readonly Option[];
  /** Only those that hold under the choices in force. */
  readonly examples: readonly Example[];
  readonly notes: readonly Note[];
}
