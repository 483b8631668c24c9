import type { Category, Constraint, Game, Section, Text } from "../../rules/game/game.ts";
import { categoriesOf } from "../../rules/game/rows.ts";
import type { Difference } from "./clauses.ts";
import { differing, differingIn, isEqual, matched, type Pairs } from "./match.ts";

/** Differences in sections, boxes and what ties boxes together. */
export function compareBoxes(before: Game, after: Game): Difference[] {
  const boxes = matched(categoriesOf(before), categoriesOf(after), [
    sameId,
    sameLabel,
    sameRule,
    // Any dice will do for so many boxes that it says nothing about which they are.
    (a, b) => a.pattern.kind !== "any" && isEqual(a.pattern, b.pattern),
  ]);
  return [
    ...matchedSections(before, after).flatMap(([old, one]) => compareSection(old, one)),
    ...boxes.flatMap(([old, one]) => compareBox(before, after, old, one)),
    ...compareOrder(before, boxes),
    ...compareConstraints(before, after),
  ];
}

export function sameId(a: { readonly id: string }, b: { readonly id: string }): boolean {
  return a.id === b.id;
}

export function sameLabel(a: { readonly label: Text }, b: { readonly label: Text }): boolean {
  return isEqual(a.label, b.label);
}

function sameRule(a: Category, b: Category): boolean {
  const [x, y] = [a, b].map(({ pattern, score, served }) => ({ pattern, score, served }));
  return isEqual(x, y);
}

export function matchedSections(before: Game, after: Game): Pairs<Section> {
  return matched(before.sections, after.sections, [sameId, sameLabel]);
}

function compareSection(old: Section | null, one: Section | null): Difference[] {
  if (old === null || one === null) return differing("section", one ?? old, old, one);
  return differingIn(one, old, one, {
    "section-label": ({ label }) => label,
    "section-total": ({ total }) => total,
    "section-floor": ({ floor }) => floor,
  });
}

function compareBox(before: Game, after: Game, old: Category | null, one: Category | null): Difference[] {
  if (old === null || one === null) return differing("box", one ?? old, old, one);
  const hasSameScores = isEqual(old.legal, one.legal);
  const [from, to] = [homeOf(before, old), homeOf(after, one)];
  return [
    ...differingIn(one, old, one, { "box-id": ({ id }) => id, "box-label": ({ label }) => label }),
    ...(!sameRule(old, one) ? differing("box-rule", one, old, one) : []),
    ...(sameRule(old, one) && !hasSameScores ? differing("box-scores", one, old, one) : []),
    ...differingIn(one, old, one, {
      "box-strike": ({ strike }) => strike,
      "box-requires": ({ requires }) => (requires.length === 0 ? null : requires),
    }),
    ...(from && to && from.id !== to.id ? differing("box-section", one, from.label, to.label) : []),
  ];
}

function homeOf({ sections }: Game, box: Category): Section | undefined {
  return sections.find(({ categories }) => categories.includes(box));
}

/** Boxes that both games have, in another order: the stretch of rows in which the two differ. */
function compareOrder(before: Game, boxes: Pairs<Category>): Difference[] {
  const both = boxes.flatMap(([old, one]) => (old === null || one === null ? [] : [[old, one] as const]));
  const is = both.map(([, one]) => one);
  const was = categoriesOf(before).flatMap((box) => both.filter(([old]) => old === box));
  const from = is.findIndex((box, at) => box !== was[at]?.[1]);
  const to = is.findLastIndex((box, at) => box !== was[at]?.[1]) + 1;
  if (from === -1) return [];
  const labels = (some: readonly Category[]) => some.slice(from, to).map(({ label }) => label);
  return differing("row-order", null, labels(was.map(([old]) => old)), labels(is));
}

function compareConstraints(before: Game, after: Game): Difference[] {
  // Two constraints may say the same, whatever they are called.
  const sameMeaning = ({ id: _, ...a }: Constraint, { id: __, ...b }: Constraint) => isEqual(a, b);
  return matched(before.constraints, after.constraints, [sameMeaning, sameId]).flatMap(([old, one]) =>
    old !== null && one !== null && sameMeaning(old, one) ? [] : differing("constraint", null, old, one),
  );
}
