import { getElement } from "../rules/arrays.ts";
import type { Roll } from "../rules/dice/dice.ts";
import type { Category, Game } from "../rules/game/game.ts";
import { type BoxPlay, heldDice, optimalBoxPlay } from "./casual-play.ts";
import type { HeldWays } from "./turn/held-ways.ts";

/** A roll of a turn, and what a player who wants one box does with it. */
export interface SampleRoll {
  /** The dice, those that are kept first. */
  readonly roll: Roll;
  readonly kept: Roll;
  /** The probability that the turn still makes the pattern of the box, with optimal play for it. */
  readonly chance: number;
}

/** The chances that make a turn exciting, by the rolls left: about even at first, and open before the last roll. */
const EXCITING = 0.4;

/**
 * The rolls before the last one of a turn that ends with certain dice, by a player who wants a box that they make and keeps what is best for it.
 * The same game gives the same rolls.
 *
 * @returns null where no such turn leads there, with dice of several kinds, or with too many
 */
export function sampleTurn(game: Game, category: Category, final: Roll): SampleRoll[] | null {
  const held = heldDice(game.dice);
  if (held === null || game.turn.rolls < 2 || final.length !== game.dice.dice.length) return null;
  const one = { kind: "formula", formula: { kind: "number", value: 1 } } as const;
  const rule = { ...category, score: one, served: null, miss: null };
  const highest = { dice: game.dice, ranking: { ...game.ranking, order: "highest" as const } };
  const play = optimalBoxPlay(rule, highest, held, game.turn.rolls);
  const rolls: SampleRoll[] = [];
  let within = final.toSorted((a, b) => a - b);
  for (let left = 1; left < game.turn.rolls; left++) {
    const best = findPriorRoll(within, left, play, held.ways);
    if (best === null) return null;
    rolls.unshift(best);
    within = best.kept.toSorted((a, b) => a - b);
  }
  return rolls;
}

/** The most exciting roll of which some dice are kept, all of them among certain dice, but not all of those. */
function findPriorRoll(
  within: Roll,
  left: number,
  { worth, best }: BoxPlay,
  ways: HeldWays,
): SampleRoll | null {
  let found: SampleRoll | null = null;
  for (let at = ways.firstRoll; at < ways.count; at++) {
    const kept = getElement(ways.faces, best[left]?.[at] ?? at);
    const chance = worth[left]?.[at] ?? 0;
    if (kept.length === 0 || kept.length >= within.length || !isPart(kept, within) || chance === 0) continue;
    const others = withoutPart(getElement(ways.faces, at), kept);
    // Nobody wonders why dice are rolled again that show as much as those that are kept.
    if (new Set([...others, ...kept]).size < others.length + new Set(kept).size) continue;
    if (found !== null && Math.abs(chance - EXCITING) >= Math.abs(found.chance - EXCITING)) continue;
    found = { roll: [...kept, ...others], kept, chance };
  }
  return found;
}

function isPart(part: Roll, whole: Roll): boolean {
  return withoutPart(whole, part).length === whole.length - part.length;
}

/** A roll without dice of certain faces, each taken out once. */
function withoutPart(whole: Roll, part: Roll): Roll {
  const rest = [...whole];
  for (const face of part) {
    const at = rest.indexOf(face);
    if (at !== -1) rest.splice(at, 1);
  }
  return rest;
}
