import type { Pattern } from "../../dice/pattern.ts";
import { type Problem, problem } from "../../problem/problem.ts";
import type { Draft } from "../draft.ts";
import type { Legal } from "../legal.ts";
import type { CategoryPart } from "../parts/category.ts";
import { usable } from "../reader.ts";
import { keyPlace, type Path, valuePlace } from "../tree.ts";
import type { Check } from "./check.ts";

/** Some roll earns points in every category, unless the category is there to be struck. */
export const possiblePatterns: Check = (draft, legal) =>
  usable(draft.categories).flatMap(([id, category]) => possible(draft, legal, id, category));

function possible(draft: Draft, legal: Legal, id: string, category: CategoryPart): Problem[] {
  const at = (key: string): Path => ["categories", id, key];
  const place = valuePlace(draft.tree, at("pattern"));
  const isNone = category.pattern.kind === "none";
  if (isNone !== (category.strike === "always")) {
    const message = isNone
      ? `nothing can be scored in \`${id}\`, so it can only be struck`
      : `\`${id}\` is always struck, so no pattern can be scored in it`;
    const hint = "`pattern: none` and `strike: always` go together";
    const where = isNone ? place : valuePlace(draft.tree, at("strike"));
    return [problem("contradiction", message, { place: where, hint })];
  }
  if (isNone || draft.dice === null) return [];
  if (usesColours(category.pattern) && draft.dice.colours === null) {
    const message = `the pattern of \`${id}\` asks for a colour, but the dice have none`;
    return [
      problem("no-colours", message, { place, hint: "give the faces colours: `dice: {colours: {1: …}}`" }),
    ];
  }
  if (legal.of(draft.dice, category).length > 0) return [];
  const message = `no roll of the dice can score in \`${id}\``;
  const hint = "look at the pattern and at the dice, and whether the score can be anything but 0";
  return [problem("impossible-pattern", message, { place, hint })];
}

function usesColours(pattern: Pattern): boolean {
  if (pattern.kind === "all" || pattern.kind === "one-of") return pattern.of.some(usesColours);
  return pattern.kind === "colour" || (pattern.kind === "groups" && pattern.sameColour);
}

/** A score by throw has one value for each throw of a turn. */
export const valuesForThrows: Check = ({ tree, categories, turn }) =>
  usable(categories).flatMap(([id, { score }]) => {
    if (turn === null || score.kind !== "by-throw" || score.values.length === turn.rolls) return [];
    const place = keyPlace(tree, ["categories", id, "score", "by_roll"]);
    const message = `\`by_roll\` has ${score.values.length} values, but a turn has ${turn.rolls} throws`;
    return [
      problem("contradiction", message, { place, hint: "one value for each throw, the first throw first" }),
    ];
  });

/** Bonus steps climb: each starts higher than the one before. */
export const tiersClimb: Check = ({ tree, sections }) =>
  usable(sections).flatMap(([id, { tiers }]) =>
    tiers.flatMap((tier, i) => {
      const before = tiers[i - 1];
      if (before === undefined || tier.from > before.from) return [];
      const place = valuePlace(tree, ["sections", id, "tiers", i, "from"]);
      const message = `this bonus step starts at ${tier.from}, not above the one before, which starts at ${before.from}`;
      return [
        problem("tiers-out-of-order", message, {
          place,
          hint: "list the steps from the lowest to the highest",
        }),
      ];
    }),
  );
