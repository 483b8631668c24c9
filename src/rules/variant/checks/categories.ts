import { msg } from "../../problem/message.ts";
import type { Pattern } from "../../dice/pattern.ts";
import type { ScoringRule } from "../../dice/scores.ts";
import type { Problem } from "../../problem/problem.ts";
import { type VariantDraft, atKey, atValue, type DraftCheck, unknownCategories } from "../draft.ts";
import { usable } from "../part-reader.ts";
import type { CategoryPart } from "../parts/category.ts";
import { keyPlace } from "../tree.ts";
/** Every category has a roll that scores, unless it is always struck. */
export const possiblePatterns: DraftCheck = (draft) =>
  usable(draft.partial.patterns).flatMap(([id, pattern]) => {
    const category = draft.categories.get(id) ?? null;
    const contradiction = category === null ? [] : strikeContradiction(draft, id, category);
    // Replaces an unreadable score, to find out whether dice can show the pattern.
    const score = { kind: "formula", formula: { kind: "number", value: 1 } } as const;
    const rule = category ?? { pattern, score, served: null, miss: null, strike: "allowed" };
    return contradiction.length > 0 ? contradiction : rollProblems(draft, id, rule);
  });

function strikeContradiction(draft: VariantDraft, id: string, { pattern, strike }: CategoryPart): Problem[] {
  const isNone = pattern.kind === "none";
  if (isNone === (strike === "always")) return [];
  const message = isNone
    ? msg`rules.pattern-none-not-struck: nothing can be scored in \`${id}\`, so it can only be struck`
    : msg`rules.always-struck-with-pattern: \`${id}\` is always struck, so no pattern can be scored in it`;
  const hint = msg`rules.pattern-none-hint: \`pattern: none\` and \`strike: always\` go together`;
  return [atValue(draft, ["categories", id, isNone ? "pattern" : "strike"], "contradiction", message, hint)];
}

function rollProblems(draft: VariantDraft, id: string, rule: ScoringRule): Problem[] {
  const { dice, legal } = draft;
  if (rule.pattern.kind === "none" || dice === null) return [];
  const path = ["categories", id, "pattern"];
  if (usesColours(rule.pattern) && dice.colours === null) {
    const message = msg`rules.pattern-without-colours: the pattern of \`${id}\` asks for a colour, but the dice have none`;
    return [
      atValue(
        draft,
        path,
        "no-colours",
        message,
        msg`rules.pattern-without-colours-hint: give the faces colours: \`dice: {colours: {1: …}}\``,
      ),
    ];
  }
  if (legal(rule).length > 0) return [];
  const hint = msg`rules.impossible-pattern-hint: look at the pattern and at the dice, and whether the score can be anything but 0`;
  const message = msg`rules.impossible-pattern: no roll of the dice can score in \`${id}\``;
  return [atValue(draft, path, "impossible-pattern", message, hint)];
}

function usesColours(pattern: Pattern): boolean {
  if (pattern.kind === "all" || pattern.kind === "one_of") return pattern.of.some(usesColours);
  return pattern.kind === "colour" || (pattern.kind === "groups" && pattern.sameColour);
}

/** A score by roll has one value for each roll of a turn. */
export const valuesForRolls: DraftCheck = (draft) =>
  usable(draft.categories).flatMap(([id, { score }]) => {
    const { turn } = draft;
    if (turn === null || score.kind !== "by_roll" || score.values.length === turn.rolls) return [];
    const message = msg`rules.by-roll-count: \`by_roll\` must have one value for each roll (${turn.rolls}), not ${score.values.length}`;
    const hint = msg`rules.by-roll-count-hint: one value for each roll, the first roll first`;
    return [atKey(draft, ["categories", id, "score", "by_roll"], "contradiction", message, hint)];
  });

/** A score by pattern has one formula for each pattern of the box. */
export const formulasForPatterns: DraftCheck = (draft) =>
  usable(draft.categories).flatMap(([id, { pattern, score }]) => {
    if (score.kind !== "by_pattern") return [];
    const path = ["categories", id, "score", "by_pattern"];
    if (pattern.kind !== "one_of") {
      const message = msg`rules.by-pattern-alone: \`by_pattern\` is for the patterns of \`one_of\`, but \`${id}\` has only one`;
      const hint = msg`rules.by-pattern-alone-hint: write \`pattern: {one_of: [...]}\`, or a single \`score\``;
      return [atKey(draft, path, "contradiction", message, hint)];
    }
    const [formulas, patterns] = [score.formulas.length, pattern.of.length];
    if (formulas === patterns) return [];
    const message = msg`rules.by-pattern-count: the pattern of \`${id}\` needs one formula for each pattern in \`by_pattern\` (${patterns}), not ${formulas}`;
    const hint = msg`rules.by-pattern-count-hint: one formula for each pattern, in their order`;
    return [atKey(draft, path, "contradiction", message, hint)];
  });

/** Bonus tiers are ascending. */
export const tiersAscend: DraftCheck = (draft) =>
  [
    ...usable(draft.partial.tiers).map(([id, tiers]) => ({ path: ["sections", id], tiers })),
    ...usable(draft.bonuses).map(([id, { tiers }]) => ({ path: ["bonuses", id], tiers })),
  ].flatMap(({ path, tiers }) =>
    tiers.flatMap(({ from }, i) => {
      const before = tiers[i - 1];
      if (before === undefined || from > before.from) return [];
      const message = msg`rules.tiers-out-of-order: bonus steps must rise: this one starts at ${from}, the one before at ${before.from}`;
      const hint = msg`rules.tiers-out-of-order-hint: list the steps from the lowest to the highest`;
      return [atValue(draft, [...path, "tiers", i, "from"], "tiers-out-of-order", message, hint)];
    }),
  );

/** A box requires other boxes of the game, never itself, and can be struck if they are never filled. */
export const requirementsFit: DraftCheck = (draft) =>
  usable(draft.categories).flatMap(([id, { requires, strike, miss }]) => {
    const path = ["categories", id, "requires"];
    const names = requires.map(({ category }) => category);
    const unknown = unknownCategories(draft, names, (name) => keyPlace(draft.tree, [...path, name]));
    if (unknown.length > 0 || requires.length === 0) return unknown;
    const message = msg`rules.box-waits-for-itself: \`${id}\` waits for itself, so nobody could ever score in it`;
    const circle = waitsForItself(draft, id) ? [atKey(draft, path, "contradiction", message)] : [];
    if (strike !== "never" || miss !== null) return circle;
    const stuck = msg`rules.box-waits-forever: \`${id}\` may have to wait forever and cannot be struck`;
    const hint = msg`rules.box-waits-forever-hint: a box with \`requires\` needs \`strike: allowed\``;
    return [...circle, atValue(draft, ["categories", id, "strike"], "contradiction", stuck, hint)];
  });

/** Whether boxes require each other in a circle. */
function waitsForItself({ categories }: VariantDraft, id: string): boolean {
  const reached = new Set([id]);
  // The loop also visits what is added to the set on the way.
  for (const box of reached) {
    const next = categories.get(box)?.requires.map(({ category }) => category) ?? [];
    if (next.includes(id)) return true;
    for (const category of next) reached.add(category);
  }
  return false;
}
