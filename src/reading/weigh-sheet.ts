import type { Game } from "../game/game.ts";
import type { Belief, Notebook } from "./beliefs.ts";
import { certainInk, inkOf } from "./ink.ts";
import { type PlayerShares, REPEATS, weighPlayer } from "./player-model.ts";
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
    const inked = own.map((box) => {
      const answer = said.get(box.at);
      return { ...box, ink: answer === undefined ? inkOf(box.evidence) : certainInk(answer) };
    });
    notebooks.set(player, weighPlayer(game, inked, sharesOf(own, said), algebra));
  }
  return boxes.map((box, at) => notebooks.get(box.player)?.belief(at));
}

/** All players of a sheet, as they first occur. */
export function playersOf(boxes: readonly SeenBox[]): number[] {
  return [...new Set(boxes.map(({ player }) => player))];
}

/** Before anything is counted, that much of a box or line is taken to have been seen empty and as much filled. */
const FORESEEN = { box: 0.1, line: 0.5 } as const;

/** How many boxes and lines of a player are without ink. On most sheets that is all or none, so few are enough to tell. */
function sharesOf(own: readonly (SeenBox & { at: number })[], said: Said): PlayerShares {
  const share = (boxes: typeof own, foreseen: number) => {
    const seen = boxes.filter(({ at, evidence }) => evidence !== null || said.has(at));
    const empty = seen.filter(({ at, evidence }) => {
      const answer = said.get(at);
      return answer === undefined ? (evidence?.kinds.empty ?? 0) > 0.5 : answer.kind === "empty";
    });
    return (empty.length + foreseen) / (seen.length + 2 * foreseen);
  };
  return {
    emptyBoxes: share(
      own.filter(({ category }) => category !== null),
      FORESEEN.box,
    ),
    blankLines: share(
      own.filter(({ line }) => line !== null && line !== REPEATS),
      FORESEEN.line,
    ),
  };
}
