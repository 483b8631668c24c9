import type { Pattern } from "../../dice/pattern.ts";
import type { ScoringRule } from "../../dice/scores.ts";
import { problem, type Problem } from "../../problem/problem.ts";
import type { Draft } from "../draft.ts";
import { usable } from "../part-reader.ts";
import type { CategoryPart } from "../parts/category.ts";
import { keyPlace, valuePlace } from "../tree.ts";
import { type DraftCheck, unknownCategory } from "./check.ts";

/** Some roll earns points in every category, unless the category is there to be struck. */
export const possiblePatterns: DraftCheck = (draft) =>
  usable(draft.partial.patterns).flatMap(([id, pattern]) => {
    const category = draft.categories.get(id) ?? null;
    const contradiction = category === null ? [] : strikeContradiction(draft, id, category);
    // In place of a score that cannot be read, to find out whether dice can show the pattern.
    const score = { kind: "formula", formula: { kind: "number", value: 1 } } as const;
    const rule = category ?? { pattern, score, served: null };
    return contradiction.length > 0 ? contradiction : possible(draft, id, rule);
  });

function strikeContradiction({ tree }: Draft, id: string, { pattern, strike }: CategoryPart): Problem[] {
  const isNone = pattern.kind === "none";
  if (isNone === (strike === "always")) return [];
  const message = isNone
    ? `nothing can be scored in \`${id}\`, so it can only be struck`
    : `\`${id}\` is always struck, so no pattern can be scored in it`;
  const hint = "`pattern: none` and `strike: always` go together";
  const place = valuePlace(tree, ["categories", id, isNone ? "pattern" : "strike"]);
  return [problem("contradiction", message, { place, hint })];
}

function possible({ tree, dice, legal }: Draft, id: string, rule: ScoringRule): Problem[] {
  if (rule.pattern.kind === "none" || dice === null) return [];
  const place = valuePlace(tree, ["categories", id, "pattern"]);
  if (usesColours(rule.pattern) && dice.colours === null) {
    const message = `the pattern of \`${id}\` asks for a colour, but the dice have none`;
    const hint = "give the faces colours: `dice: {colours: {1: …}}`";
    return [problem("no-colours", message, { place, hint })];
  }
  if (legal(rule).length > 0) return [];
  const message = `no roll of the dice can score in \`${id}\``;
  const hint = "look at the pattern and at the dice, and whether the score can be anything but 0";
  return [problem("impossible-pattern", message, { place, hint })];
}

function usesColours(pattern: Pattern): boolean {
  if (pattern.kind === "all" || pattern.kind === "one_of") return pattern.of.some(usesColours);
  return pattern.kind === "colour" || (pattern.kind === "groups" && pattern.sameColour);
}

/** A score by throw has one value for each throw of a turn. */
export const valuesForThrows: DraftCheck = ({ tree, categories, turn }) =>
  usable(categories).flatMap(([id, { score }]) => {
    if (turn === null || score.kind !== "by_roll" || score.values.length === turn.rolls) return [];
    const place = keyPlace(tree, ["categories", id, "score", "by_roll"]);
    const message = `\`by_roll\` has ${score.values.length} values, but a turn has ${turn.rolls} throws`;
    const hint = "one value for each throw, the first throw first";
    return [problem("contradiction", message, { place, hint })];
  });

/** Bonus steps climb: each starts higher than the one before. */
export const tiersClimb: DraftCheck = ({ tree, partial, bonuses }) =>
  [
    ...usable(partial.tiers).map(([id, steps]) => ({ path: ["sections", id], steps })),
    ...usable(bonuses).map(([id, { tiers }]) => ({ path: ["bonuses", id], steps: tiers })),
  ].flatMap(({ path, steps }) =>
    steps.flatMap((tier, i) => {
      const before = steps[i - 1];
      if (before === undefined || tier.from > before.from) return [];
      const place = valuePlace(tree, [...path, "tiers", i, "from"]);
      const message = `this bonus step starts at ${tier.from}, not above the one before, which starts at ${before.from}`;
      const hint = "list the steps from the lowest to the highest";
      return [problem("tiers-out-of-order", message, { place, hint })];
    }),
  );

/** A box that has to wait waits for other boxes of the game, not for itself, and can be struck if they never come. */
export const requirementsFit: DraftCheck = (draft) =>
  usable(draft.categories).flatMap(([id, { requires, strike }]) => {
    if (requires.length === 0) return [];
    const unknown = requires.map(({ category }) => category).filter((name) => !draft.categories.has(name));
    if (unknown.length > 0)
      return unknown.map((name) =>
        unknownCategory(draft, name, keyPlace(draft.tree, ["categories", id, "requires", name])),
      );
    if (strike !== "never") return circle(draft, id);
    const message = `\`${id}\` may have to wait for ever, but cannot be struck either`;
    const hint = "a box with `requires` needs `strike: allowed`";
    const place = valuePlace(draft.tree, ["categories", id, "strike"]);
    return [...circle(draft, id), problem("contradiction", message, { place, hint })];
  });

/** Boxes that wait for each other would wait for ever. */
function circle({ tree, categories }: Draft, id: string): Problem[] {
  const waitsFor = (box: string) => categories.get(box)?.requires.map(({ category }) => category) ?? [];
  const reached = new Set<string>();
  for (const open = waitsFor(id); open.length > 0; ) {
    const next = open.pop();
    if (next === undefined || reached.has(next)) continue;
    reached.add(next);
    open.push(...waitsFor(next));
  }
  if (!reached.has(id)) return [];
  const place = keyPlace(tree, ["categories", id, "requires"]);
  const message = `\`${id}\` waits for itself, so nobody could ever score in it`;
  return [problem("contradiction", message, { place })];
}
