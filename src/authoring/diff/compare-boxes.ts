import type { Category, Constraint, Game, Section, Text } from "../../rules/game/game.ts";
import { categoriesOf } from "../../rules/game/rows.ts";
import type { Difference } from "./difference.ts";
import { differing, isEqual, matched } from "./match.ts";

/** Differences in sections, boxes and what ties boxes together. */
export function compareBoxes(before: Game, after: Game): Difference[] {
  const boxes = matched(categoriesOf(before), categoriesOf(after), [
    sameId,
    sameLabel,
    sameRule,
    samePattern,
  ]);
  return [
    ...compareSections(before, after),
    ...boxes.flatMap(([old, one]) => compareBox(before, after, old, one)),
    ...compareOrder(before, boxes),
    ...compareConstraints(before, after),
  ];
}

function sameId(a: { readonly id: string }, b: { readonly id: string }): boolean {
  return a.id === b.id;
}

function sameLabel(a: { readonly label: Text }, b: { readonly label: Text }): boolean {
  return isEqual(a.label, b.label);
}

function ruleOf({ pattern, score, served }: Category): unknown {
  return { pattern, score, served };
}

function sameRule(a: Category, b: Category): boolean {
  return isEqual(ruleOf(a), ruleOf(b));
}

/** Any dice will do for so many boxes that it says nothing about which they are. */
function samePattern(a: Category, b: Category): boolean {
  return a.pattern.kind !== "any" && isEqual(a.pattern, b.pattern);
}

function compareSections(before: Game, after: Game): Difference[] {
  const pairs = matched<Section>(before.sections, after.sections, [sameId, sameLabel]);
  return pairs.flatMap(([old, one]): Difference[] => {
    const subject = one ?? old;
    if (old === null || one === null)
      return differing("section", subject, old?.label ?? null, one?.label ?? null);
    return [
      ...differing("section-label", subject, old.label, one.label),
      ...differing("section-total", subject, old.total, one.total),
      ...differing("section-floor", subject, old.floor, one.floor),
    ];
  });
}

function compareBox(before: Game, after: Game, old: Category | null, one: Category | null): Difference[] {
  const subject = one ?? old;
  if (old === null || one === null) return differing("box", subject, old, one);
  return [
    ...differing("box-id", subject, old.id, one.id),
    ...differing("box-label", subject, old.label, one.label),
    ...(sameRule(old, one) ? compareScores(old, one) : differing("box-rule", subject, old, one)),
    ...differing("box-strike", subject, old.strike, one.strike),
    ...differing("box-requires", subject, needed(old), needed(one)),
    ...compareHome(before, after, old, one),
  ];
}

function compareScores(old: Category, one: Category): Difference[] {
  return isEqual(old.legal, one.legal) ? [] : differing("box-scores", one, old, one);
}

function needed({ requires }: Category): Category["requires"] | null {
  return requires.length === 0 ? null : requires;
}

/** A box that stands in another section. */
function compareHome(before: Game, after: Game, old: Category, one: Category): Difference[] {
  const from = homeOf(before, old);
  const to = homeOf(after, one);
  if (from === undefined || to === undefined || from.id === to.id || sameLabel(from, to)) return [];
  return differing("box-section", one, from.label, to.label);
}

function homeOf({ sections }: Game, box: Category): Section | undefined {
  return sections.find(({ categories }) => categories.includes(box));
}

/** Boxes that both games have, in another order: the stretch of rows in which the two differ. */
function compareOrder(
  before: Game,
  boxes: readonly (readonly [Category | null, Category | null])[],
): Difference[] {
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
  const pairs = matched<Constraint>(before.constraints, after.constraints, [sameMeaning, sameId]);
  return pairs.flatMap(([old, one]) => {
    if (old !== null && one !== null && sameMeaning(old, one)) return [];
    return differing("constraint", null, old, one);
  });
}

/** Whether two constraints say the same, whatever they are called. */
function sameMeaning({ id: _, ...a }: Constraint, { id: __, ...b }: Constraint): boolean {
  return isEqual(a, b);
}
