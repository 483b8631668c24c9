import type { Game, Start } from "../../rules/game/game.ts";
import type { Clause, Difference, Facts } from "./difference.ts";
import { differing } from "./differing.ts";

const ANYBODY: Start = { method: "free", dice: 0, tie: null };

/** What a game says once; null where it says nothing. */
const PLAIN_FACTS = {
  name: ({ name }: Game) => name,
  players: ({ players }: Game) => ({ min: players.min, max: players.max }),
  sheet: ({ players }: Game) => players.sheet,
  scorekeeper: ({ players }: Game) => players.scorekeeper,
  dice: ({ dice }: Game) => ({ dice: dice.dice, scored: dice.scored }),
  colours: ({ dice }: Game) => (dice.colours === null ? null : [...dice.colours]),
  layers: ({ layers }: Game) => (layers.length === 0 ? null : layers),
  hands: ({ hands }: Game) => hands,
  symbols: ({ symbols }: Game) => (symbols.size === 0 ? null : [...symbols]),
  rolls: ({ turn }: Game) => turn.rolls,
  "stop-early": ({ turn }: Game) => turn.stopEarly,
  "set-aside": ({ turn }: Game) => turn.setAside,
  "bank-rolls": ({ turn }: Game) => turn.banksRolls,
  chips: ({ turn }: Game) => turn.chips,
  "served-on": ({ turn }: Game) => turn.servedOn,
  entries: ({ turn }: Game) => turn.entries,
  // A game that says nothing about the start leaves it to the players.
  start: ({ start }: Game) => start ?? ANYBODY,
  direction: ({ direction }: Game) => direction ?? "in_turn",
  "strike-marks": ({ strike }: Game) => strike.marks,
  "strike-voluntary": ({ strike }: Game) => strike.voluntary,
  "ranking-by": ({ ranking }: Game) => ranking.by,
  "ranking-order": ({ ranking }: Game) => ranking.order,
  "ranking-tie": ({ ranking }: Game) => ranking.tie,
} satisfies { readonly [C in Clause]?: (game: Game) => Facts[C] | null };

/** Differences in what a game says once: material, turn, start, strikes, ranking. */
export function comparePlain(before: Game, after: Game): Difference[] {
  const clauses = Object.keys(PLAIN_FACTS) as (keyof typeof PLAIN_FACTS)[];
  return clauses.flatMap((clause) =>
    differing(clause, null, PLAIN_FACTS[clause](before), PLAIN_FACTS[clause](after)),
  );
}
