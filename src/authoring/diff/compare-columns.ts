import type { Bonus, Column, Game, Section } from "../../rules/game/game.ts";
import type { Difference } from "./difference.ts";
import { differing } from "./differing.ts";
import { isEqual, matched } from "./match.ts";

/** Differences in bonuses and columns. */
export function compareColumns(before: Game, after: Game): Difference[] {
  const sections = matched<Section>(before.sections, after.sections, [
    (a, b) => a.id === b.id,
    (a, b) => isEqual(a.label, b.label),
  ]);
  return [
    ...sections.flatMap(([old, one]) => differing("bonus", one ?? old, bonusOf(old), bonusOf(one))),
    ...bonusPairs(before, after).flatMap(([old, one]) => differing("own-bonus", one ?? old, old, one)),
    ...columnPairs(before, after).flatMap(([old, one]) => compareColumn(old, one)),
    ...differing("prizes", null, before.prizes, after.prizes),
  ];
}

/** Null where a section has no bonus; how steps are taken together matters from two steps on. */
function bonusOf(section: Section | null): Pick<Section, "tiers" | "tierMode"> | null {
  if (section === null || section.tiers.length === 0) return null;
  const { tiers, tierMode } = section;
  return { tiers, tierMode: tiers.length === 1 ? "highest" : tierMode };
}

/** Bonuses that belong to no section. */
function bonusPairs(before: Game, after: Game): [Bonus | null, Bonus | null][] {
  return matched<Bonus>(before.bonuses, after.bonuses, [
    (a, b) => a.id === b.id,
    (a, b) => isEqual(a.label, b.label),
  ]);
}

/** The only columns of two games are the same one, whatever they are called. */
function columnPairs(before: Game, after: Game): [Column | null, Column | null][] {
  const areAlone = before.columns.length === 1 && after.columns.length === 1;
  return matched<Column>(before.columns, after.columns, [(a, b) => a.id === b.id, () => areAlone]);
}

function compareColumn(old: Column | null, one: Column | null): Difference[] {
  const subject = one ?? old;
  if (old === null || one === null) return differing("column", subject, old, one);
  return [
    ...differing("column-label", subject, old.label, one.label),
    ...differing("column-order", subject, old.order, one.order),
    ...differing("column-factor", subject, old.multiplier, one.multiplier),
    ...differing("column-entry", subject, old.entry, one.entry),
  ];
}
