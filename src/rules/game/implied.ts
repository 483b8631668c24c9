import { handsOf } from "../dice/hands.ts";
import { hitsOf } from "../dice/hits.ts";
import type { Category, Game } from "./game.ts";
import { categoriesOf } from "./rows.ts";

/**
 * Which categories are also made whenever another one is: six alike also count as five alike, a run of five also holds a run
 * of four. Number rows and boxes that take any dice are left out, for everything counts there.
 *
 * @returns for each category that implies others, the ids of those others in print order
 */
export function impliedBy(game: Game): ReadonlyMap<string, readonly string[]> {
  const hands = handsOf(game.dice);
  const made = new Map(
    categoriesOf(game)
      .filter(asksForPattern)
      .map((c) => [c.id, hands.map((hand) => hitsOf(c.pattern, hand, game.dice).length > 0)]),
  );
  const implied = new Map<string, string[]>();
  for (const [id, mine] of made) {
    const others = [...made].filter(
      ([other, theirs]) => other !== id && mine.every((made, hand) => !made || theirs[hand]),
    );
    if (mine.includes(true) && others.length > 0)
      implied.set(
        id,
        others.map(([other]) => other),
      );
  }
  return implied;
}

function asksForPattern({ pattern }: Category): boolean {
  return pattern.kind !== "any" && pattern.kind !== "none" && pattern.kind !== "face";
}
