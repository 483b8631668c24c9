import { groupDice } from "../rules/dice/dice.ts";
import type { Category, Game, OrderKind } from "../rules/game/game.ts";
import { listCategories } from "../rules/game/rows.ts";
import { english, type Message, msg } from "../rules/problem/message.ts";
import { groupColumns } from "./boxes.ts";
import { hasRepeatRules } from "./repeat-rolls.ts";
import { relaxGame } from "./interval/relaxation.ts";
import { isTimed } from "./moves.ts";
import { waysToHold } from "./turn/held-ways.ts";
import { MAX_LANES } from "./turn/kernel.ts";
import { splitTotal } from "./total-parts.ts";

/** How the best expected total is found: as a number, or as two bounds. */
export type SolutionKind = "exact" | "interval";

/** Every play can reach a turn in which no box may be filled: the game has no expected total. */
export class StuckError extends Error {}

interface UnsupportedRule {
  readonly rule: Message;
  /** The kinds of solution that the rule prevents. */
  readonly of: readonly SolutionKind[];
  readonly has: (game: Game) => boolean;
}

/** With more ways, a turn takes too long. Ten dice of six sides have 8 008. */
const MAX_WAYS = 10_000;
const BOTH: readonly SolutionKind[] = ["exact", "interval"];
const EXACT: readonly SolutionKind[] = ["exact"];
const INTERVAL: readonly SolutionKind[] = ["interval"];

const UNSUPPORTED_RULES: readonly UnsupportedRule[] = [
  {
    rule: msg`odds.lowest-total-wins: the lowest total wins`,
    of: BOTH,
    has: ({ ranking }) => ranking.order === "lowest",
  },
  {
    rule: msg`odds.instant-win: a box can win the game outright`,
    of: BOTH,
    has: hasCategory(({ wins }) => wins === "scored"),
  },
  {
    rule: msg`odds.forced-miss: a miss may be written only where nothing else fits`,
    of: BOTH,
    has: (game) => !game.strike.voluntary && hasCategory(({ miss }) => miss !== null)(game),
  },
  {
    rule: msg`odds.double-dice: the game is played with double dice`,
    of: EXACT,
    has: ({ layers }) => layers.length > 0,
  },
  {
    rule: msg`odds.too-many-holds: there are more than ${MAX_WAYS} ways to hold the dice`,
    of: BOTH,
    has: ({ hands, dice }) => waysToHold(Array.from({ length: hands }, () => dice.dice).flat()) > MAX_WAYS,
  },
  {
    rule: msg`odds.nested-bonus: a bonus depends on a sum that includes another bonus`,
    of: BOTH,
    has: (game) => splitTotal(game).unmeasured.length > 0,
  },
  {
    rule: msg`odds.repeats-and-timing: repeats of the best combination count, and it matters in which roll dice fell`,
    of: BOTH,
    has: (game) => hasRepeatRules(game.repeats) && isTimed(game),
  },
  {
    rule: msg`odds.saved-rolls: unused rolls are saved for later turns`,
    of: EXACT,
    has: ({ turn }) => turn.banksRolls,
  },
  { rule: msg`odds.chips: chips buy extra rolls`, of: EXACT, has: ({ turn }) => turn.chips !== null },
  {
    rule: msg`odds.announced-boxes: boxes are announced`,
    of: EXACT,
    has: ({ columns }) => columns.some(({ entry }) => entry.kind === "announced"),
  },
  {
    rule: msg`odds.two-boxes-joint: a turn fills two boxes, and other rules look at several boxes`,
    of: EXACT,
    has: (game) => game.layers.length === 0 && game.turn.entries > 1 && !isPairGame(game),
  },
  {
    rule: msg`odds.too-many-announced: more than ${MAX_LANES - 1} boxes can be announced at a time`,
    of: INTERVAL,
    has: (game) => countAnnounceable(game) >= MAX_LANES,
  },
  {
    rule: msg`odds.two-boxes: a turn fills two boxes`,
    of: INTERVAL,
    has: ({ layers, turn }) => layers.length === 0 && turn.entries > 1,
  },
  {
    rule: msg`odds.double-dice-rules: double dice are combined with unlike dice, scores that depend on the roll, chips, announced boxes or repeats that count`,
    of: INTERVAL,
    has: (game) => game.layers.length > 0 && !isPlainTurn(game),
  },
  {
    rule: msg`odds.extra-rolls-and-timing: turns can have extra rolls, and it matters in which roll dice fell`,
    of: INTERVAL,
    has: (game) => {
      const { extraRolls, game: free } = relaxGame(game);
      return (extraRolls?.most ?? 0) > game.turn.rolls && isTimed(free);
    },
  },
];

/** The rules that prevent a kind of solution; none if it can be found. */
export function unsupportedRules(game: Game, found: SolutionKind): Message[] {
  return UNSUPPORTED_RULES.filter(({ of, has }) => of.includes(found) && has(game)).map(({ rule }) => rule);
}

/** @throws RangeError where `unsupportedRules` finds a rule */
export function checkSolvable(game: Game, found: SolutionKind): void {
  const rules = unsupportedRules(game, found).map(english);
  if (rules.length > 0) throw new RangeError(`${game.id}: ${rules.join("; ")}`);
}

/** Whether dice are alike, and only their last faces count. */
function isPlainTurn(game: Game): boolean {
  const { dice, hands, turn, columns, repeats } = game;
  return (
    hands === 1 &&
    groupDice(dice.dice).length === 1 &&
    turn.chips === null &&
    !turn.banksRolls &&
    !isTimed(game) &&
    !columns.some(({ entry }) => entry.kind === "announced") &&
    !hasRepeatRules(repeats)
  );
}

/** How many different boxes can be announced at a time, at most. */
function countAnnounceable(game: Game): number {
  const rows = listCategories(game).length;
  const announced = groupColumns(game).flatMap(([column]) =>
    column?.entry.kind === "announced" ? [column] : [],
  );
  return announced.reduce((sum, { order }) => sum + Math.min(rows, MOST_NEXT[order.kind]), 0);
}

/** How many boxes of a column can be filled next, at most. */
const MOST_NEXT: Readonly<Record<OrderKind, number>> = {
  free: Number.POSITIVE_INFINITY,
  stages: Number.POSITIVE_INFINITY,
  inward: 2,
  outward: 2,
  down: 1,
  up: 1,
};

function hasCategory(is: (category: Category) => boolean) {
  return (game: Game) => listCategories(game).some(is);
}

/** Whether the two boxes of a turn can be one move: two hands, and no rule that ties boxes to others. */
function isPairGame(game: Game): boolean {
  const { hands, turn, columns, constraints, repeats } = game;
  return (
    hands === 2 &&
    turn.entries === 2 &&
    columns.every(({ order }) => order.kind === "free") &&
    splitTotal(game).extras.length === 0 &&
    constraints.length === 0 &&
    !hasCategory(({ requires }) => requires.length > 0)(game) &&
    !hasRepeatRules(repeats)
  );
}
