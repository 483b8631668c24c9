import type { Game, Text } from "../../rules/game/game.ts";
import type { Pairs } from "./difference.ts";

/**
 * What the clauses speak of, part by part. Anything else that a game may come to hold is compared all the same and told by
 * its key, so that two games are never called the same for want of words.
 */
const SPOKEN_OF = {
  game: words(
    "id name dice layers hands symbols turn start direction players sections columns bonuses prizes constraints repeats strike ranking settlement lineLabels options examples notes",
  ),
  dice: words("dice scored colours"),
  turn: words("rolls stopEarly setAside banksRolls chips servedOn entries"),
  strike: words("marks voluntary"),
  ranking: words("by order tie"),
  category: words("id label pattern score served strike requires legal"),
  section: words("id label categories tiers tierMode total floor"),
  column: words("id label order multiplier entry"),
};

function words(text: string): readonly string[] {
  return text.split(" ");
}

interface Other {
  readonly id: string;
  readonly label: Text;
  readonly value: unknown;
}

/** What no clause speaks of. Parts that only one of the games has are told as a whole elsewhere. */
export function otherParts(before: Game, after: Game): Pairs<Other> {
  const was = othersOf(before);
  const is = othersOf(after);
  return [...new Set([...is.keys(), ...was.keys()])].flatMap((id) => {
    const [old, one] = [was.get(id), is.get(id)];
    // A key such as `chance someKey` belongs to a part, others to what a game has once.
    if (id.includes(" ") && (old === undefined || one === undefined)) return [];
    return [[old ?? null, one ?? null] as const];
  });
}

function othersOf(game: Game): Map<string, Other> {
  const found = new Map<string, Other>();
  const look = (kind: keyof typeof SPOKEN_OF, prefix: string, part: object) => {
    for (const [key, value] of Object.entries(part)) {
      const id = `${prefix}${key}`;
      if (!SPOKEN_OF[kind].includes(key)) found.set(id, { id, label: { en: id }, value });
    }
  };
  look("game", "", game);
  look("dice", "", game.dice);
  look("turn", "", game.turn);
  look("strike", "", game.strike);
  look("ranking", "", game.ranking);
  for (const section of game.sections) {
    look("section", `${section.id} `, section);
    for (const category of section.categories) look("category", `${category.id} `, category);
  }
  for (const column of game.columns) look("column", `${column.id} `, column);
  return found;
}
