import type { Game } from "../../rules/game/game.ts";
import { listCategories } from "../../rules/game/rows.ts";
import type { Pairs } from "./difference.ts";

/** What the clauses speak of. Anything else is compared and told by its key, so that two games are never the same for want of words. */
const SPOKEN_OF = {
  game: "id name dice layers hands symbols turn start direction players sections columns bonuses prizes constraints repeats strike ranking settlement lineLabels options examples notes",
  dice: "dice scored colours wild",
  turn: "rolls stopEarly setAside banksRolls chips servedOn layerOrder entries",
  strike: "marks voluntary",
  ranking: "by order tie",
  category: "id label pattern score served miss strike requires wins legal",
  section: "id label categories tiers tierMode total floor",
  column: "id label order multiplier entry after",
};

/** What no clause speaks of. Parts that only one of the games has are told as a whole elsewhere. */
export function otherParts(before: Game, after: Game) {
  const [was, is] = [collectOtherFacts(before), collectOtherFacts(after)];
  // A key such as `chance someKey` belongs to a part, others to what a game has once.
  const keys = [...new Set([...is.keys(), ...was.keys()])].filter(
    (key) => !key.includes(" ") || (was.has(key) && is.has(key)),
  );
  const other = (key: string, found: ReadonlyMap<string, unknown>) =>
    found.has(key) ? { id: key, label: { en: key }, value: found.get(key) } : null;
  return keys.map((key) => [other(key, was), other(key, is)] as const) satisfies Pairs<object>;
}

function collectOtherFacts(game: Game): Map<string, unknown> {
  const unspoken = (kind: keyof typeof SPOKEN_OF, part: object, prefix = "") =>
    Object.entries(part)
      .filter(([key]) => !SPOKEN_OF[kind].split(" ").includes(key))
      .map(([key, value]): [string, unknown] => [`${prefix}${key}`, value]);
  return new Map([
    ...unspoken("game", game),
    ...(["dice", "turn", "strike", "ranking"] as const).flatMap((kind) => unspoken(kind, game[kind])),
    ...game.sections.flatMap((section) => unspoken("section", section, `${section.id} `)),
    ...listCategories(game).flatMap((category) => unspoken("category", category, `${category.id} `)),
    ...game.columns.flatMap((column) => unspoken("column", column, `${column.id} `)),
  ]);
}
