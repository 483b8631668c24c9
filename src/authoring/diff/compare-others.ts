import type { Game } from "../../rules/game/game.ts";
import type { Difference } from "./clauses.ts";
import { differing } from "./match.ts";

/**
 * What the clauses speak of, part by part. Anything else that a game may come to hold is compared all the same and told by
 * its key, so that two games are never called the same for want of words.
 */
const SPOKEN_OF: Readonly<Record<string, readonly string[]>> = {
  game: [
    "id",
    "name",
    "dice",
    "layers",
    "hands",
    "symbols",
    "turn",
    "start",
    "direction",
    "players",
    "sections",
    "columns",
    "bonuses",
    "prizes",
    "constraints",
    "repeats",
    "strike",
    "ranking",
    "settlement",
    "lineLabels",
    "options",
    "examples",
    "notes",
  ],
  dice: ["dice", "scored", "colours"],
  turn: ["rolls", "stopEarly", "setAside", "banksRolls", "chips", "servedOn", "entries"],
  strike: ["marks", "voluntary"],
  ranking: ["by", "order", "tie"],
  category: ["id", "label", "pattern", "score", "served", "strike", "requires", "legal"],
  section: ["id", "label", "categories", "tiers", "tierMode", "total", "floor"],
  column: ["id", "label", "order", "multiplier", "entry"],
};

/** Differences in what no clause speaks of. Parts that only one of the games has are told as a whole elsewhere. */
export function compareOthers(before: Game, after: Game): Difference[] {
  const was = othersOf(before);
  const is = othersOf(after);
  return [...new Set([...is.keys(), ...was.keys()])].flatMap((key) => {
    // A key such as `chance someKey` belongs to a part, others to what a game has once.
    if (key.includes(" ") && !(was.has(key) && is.has(key))) return [];
    const subject = { id: key, label: { en: key } };
    return differing("other", subject, was.get(key) ?? null, is.get(key) ?? null);
  });
}

function othersOf(game: Game): Map<string, unknown> {
  return new Map([
    ...unspoken("game", "", game),
    ...unspoken("dice", "", game.dice),
    ...unspoken("turn", "", game.turn),
    ...unspoken("strike", "", game.strike),
    ...unspoken("ranking", "", game.ranking),
    ...game.sections.flatMap((section) => [
      ...unspoken("section", `${section.id} `, section),
      ...section.categories.flatMap((category) => unspoken("category", `${category.id} `, category)),
    ]),
    ...game.columns.flatMap((column) => unspoken("column", `${column.id} `, column)),
  ]);
}

function unspoken(kind: string, prefix: string, part: object): [string, unknown][] {
  const known = SPOKEN_OF[kind] ?? [];
  return Object.entries(part)
    .filter(([key]) => !known.includes(key))
    .map(([key, value]): [string, unknown] => [`${prefix}${key}`, value]);
}
