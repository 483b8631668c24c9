import type { Dice } from "../../rules/dice/dice.ts";
import type {
  Bonus,
  Category,
  Chips,
  Column,
  ColumnPrizes,
  Constraint,
  DIRECTIONS,
  Entering,
  Joker,
  Layer,
  Note,
  Option,
  Order,
  Players,
  Ranking,
  RepeatGate,
  Repeats,
  Requirement,
  Section,
  Settlement,
  Start,
  StrikeRule,
  Text,
  Turn,
} from "../../rules/game/game.ts";

/** Everything that two games can differ in, in the order of a rule sheet, with the heading that it stands under. */
export const CLAUSES = {
  name: "game",
  players: "game",
  sheet: "game",
  scorekeeper: "game",
  dice: "turn",
  colours: "turn",
  layers: "turn",
  hands: "turn",
  symbols: "turn",
  rolls: "turn",
  "stop-early": "turn",
  "set-aside": "turn",
  "bank-rolls": "turn",
  chips: "turn",
  "served-on": "turn",
  entries: "turn",
  start: "start",
  direction: "start",
  section: "boxes",
  "section-label": "boxes",
  box: "boxes",
  "box-id": "boxes",
  "box-label": "boxes",
  "box-rule": "boxes",
  "box-scores": "boxes",
  "box-strike": "boxes",
  "box-requires": "boxes",
  "box-section": "boxes",
  "row-order": "boxes",
  constraint: "boxes",
  "section-total": "boxes",
  "section-floor": "boxes",
  bonus: "bonus",
  "own-bonus": "bonus",
  column: "columns",
  "column-label": "columns",
  "column-order": "columns",
  "column-factor": "columns",
  "column-entry": "columns",
  prizes: "columns",
  "strike-marks": "strike",
  "strike-voluntary": "strike",
  repeats: "repeats",
  "repeats-of": "repeats",
  "repeats-bonus": "repeats",
  "repeats-gate": "repeats",
  "repeats-note": "repeats",
  "repeats-factor": "repeats",
  joker: "repeats",
  "ranking-by": "end",
  "ranking-order": "end",
  "ranking-tie": "end",
  line: "end",
  settlement: "stakes",
  stakes: "stakes",
  stake: "stakes",
  prize: "stakes",
  rest: "stakes",
  leaver: "stakes",
  option: "options",
  "option-label": "options",
  "option-choices": "options",
  "option-chosen": "options",
  note: "notes",
  other: "other",
} as const;
export type Clause = keyof typeof CLAUSES;
export type Heading = (typeof CLAUSES)[Clause];

/** What a clause says in one of the games. */
export interface Facts {
  readonly name: Text;
  readonly players: Pick<Players, "min" | "max">;
  readonly sheet: Players["sheet"];
  readonly scorekeeper: boolean;
  readonly dice: Pick<Dice, "dice" | "scored">;
  readonly colours: readonly (readonly [face: number, colour: string])[];
  readonly layers: readonly Layer[];
  readonly hands: number;
  readonly symbols: readonly (readonly [face: number, symbol: Text])[];
  readonly rolls: number;
  readonly "stop-early": boolean;
  readonly "set-aside": Turn["setAside"];
  readonly "bank-rolls": boolean;
  readonly chips: Chips;
  readonly "served-on": Turn["servedOn"];
  readonly entries: number;
  readonly start: Start;
  readonly direction: (typeof DIRECTIONS)[number];
  readonly section: Text;
  readonly "section-label": Text;
  readonly box: Category;
  readonly "box-id": string;
  readonly "box-label": Text;
  /** With the scores that it comes to. */
  readonly "box-rule": Category;
  /** A rule that is the same, but comes to other scores, because the dice are others. */
  readonly "box-scores": Category;
  readonly "box-strike": StrikeRule;
  readonly "box-requires": readonly Requirement[];
  readonly "box-section": Text;
  /** Boxes that both games have, as far as their order differs. */
  readonly "row-order": readonly Text[];
  readonly constraint: Constraint;
  readonly "section-total": NonNullable<Section["total"]>;
  readonly "section-floor": number;
  readonly bonus: Pick<Section, "tiers" | "tierMode">;
  /** One that belongs to no section. */
  readonly "own-bonus": Bonus;
  readonly column: Column;
  readonly "column-label": Text;
  readonly "column-order": Order;
  readonly "column-factor": number;
  readonly "column-entry": Entering;
  readonly prizes: ColumnPrizes;
  readonly "strike-marks": readonly string[];
  readonly "strike-voluntary": boolean;
  readonly repeats: Repeats;
  readonly "repeats-of": string;
  readonly "repeats-bonus": number;
  readonly "repeats-gate": RepeatGate;
  readonly "repeats-note": Repeats["noteOn"];
  readonly "repeats-factor": boolean;
  readonly joker: Joker;
  readonly "ranking-by": Ranking["by"];
  readonly "ranking-order": Ranking["order"];
  readonly "ranking-tie": Ranking["tie"];
  readonly line: Text;
  readonly settlement: Settlement;
  readonly stakes: readonly number[];
  readonly stake: number;
  readonly prize: Pick<Settlement, "share" | "base">;
  readonly rest: Settlement["rest"];
  readonly leaver: Settlement["leaver"];
  readonly option: Option;
  readonly "option-label": Text;
  readonly "option-choices": Option["choices"];
  readonly "option-chosen": Option;
  readonly note: Note;
  /** Something that this room does not know by name. */
  readonly other: unknown;
}

/** What a clause is about, where a game has several of the kind: a box, a column, a section, an option. */
export interface Subject {
  readonly id: string;
  readonly label: Text;
}

/** A clause in which two games differ; null where a game has nothing of the kind. */
export interface DifferenceIn<C extends Clause> {
  readonly clause: C;
  readonly subject: Subject | null;
  readonly before: Facts[C] | null;
  readonly after: Facts[C] | null;
}
export type Difference = { [C in Clause]: DifferenceIn<C> }[Clause];
