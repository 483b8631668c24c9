import type { Game } from "../../rules/game/game.ts";
import type { Belief, Notebook } from "./beliefs.ts";
import { certainInk, inkOf } from "./ink.ts";
import { REPEATS, weighPlayer } from "./player-model.ts";
import { hasNoInk } from "./raw.ts";
import type { SeenBox, Written } from "./sheet-reading.ts";
import type { Algebra } from "./spread.ts";

/** What a person said stands in some boxes, by their place on the sheet. */
export type Said = ReadonlyMap<number, Written>;

/**
 * The beliefs of the boxes of some players, by the place on the sheet; the boxes of others have none. Players are weighed one by
 * one, as nothing that one wrote says anything about another.
 */
export function weighSheet(
  game: Game,
  boxes: readonly SeenBox[],
  said: Said,
  algebra: Algebra,
  players: readonly number[],
): (Belief | undefined)[] {
  const notebooks = new Map<number, Notebook>();
  for (const player of players) {
    const own = boxes.flatMap((box, at) => (box.player === player ? [{ ...box, at }] : []));
    const shares = emptyShares(own, said);
    const inked = own.map((box, index) => {
      const answer = said.get(box.at);
      const ink = answer === undefined ? inkOf(box.evidence) : certainInk(answer);
      return { ...box, ink, emptyShare: shares[index] ?? 0.5 };
    });
    notebooks.set(player, weighPlayer(game, inked, algebra));
  }
  return boxes.map((box, at) => notebooks.get(box.player)?.belief(at));
}

/** All players of a sheet, as they first occur. */
export function playersOf(boxes: readonly SeenBox[]): number[] {
  return [...new Set(boxes.map(({ player }) => player))];
}

/** Before anything is counted, that much of a box or line is taken to have been seen empty and as much filled. */
const FORESEEN = { box: 0.1, line: 0.5 } as const;

/**
 * For each box, in the order given, how often such a box of the player is empty, or such a line blank: counted among the others of
 * its kind, so that a lone blot does not vouch for itself. On most sheets it is all or none, so few are enough to tell.
 */
function emptyShares(own: readonly (SeenBox & { at: number })[], said: Said): number[] {
  const isEmpty = own.map(({ at, evidence }) => {
    const answer = said.get(at);
    if (answer !== undefined) return answer.kind === "empty";
    return evidence === null ? null : hasNoInk(evidence);
  });
  const tallies = { box: { seen: 0, empty: 0 }, line: { seen: 0, empty: 0 } };
  own.forEach((box, index) => {
    if (box.line === REPEATS || isEmpty[index] === null) return;
    const tally = tallies[kindOf(box)];
    tally.seen++;
    if (isEmpty[index]) tally.empty++;
  });
  return own.map((box, index) => {
    const [kind, itself] = [kindOf(box), isEmpty[index]];
    const { seen, empty } = tallies[kind];
    const isCounted = itself !== null && box.line !== REPEATS;
    const others = isCounted ? seen - 1 : seen;
    const emptyOthers = isCounted && itself ? empty - 1 : empty;
    return (emptyOthers + FORESEEN[kind]) / (others + 2 * FORESEEN[kind]);
  });
}

function kindOf({ category }: SeenBox): "box" | "line" {
  return category === null ? "line" : "box";
}
