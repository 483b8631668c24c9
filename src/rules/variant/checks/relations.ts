import type { Repeats } from "../../game/game.ts";
import { namesIn } from "../../dice/formula.ts";
import { problem } from "../../problem/problem.ts";
import { hintFor, shorten } from "../../problem/wording.ts";
import { usable } from "../part-reader.ts";
import { keyPlace, type Path, valuePlace } from "../tree.ts";
import { type DraftCheck, placeOfName, unknownCategory } from "./check.ts";

/** A constraint compares two different categories of the game. */
export const constraintsFit: DraftCheck = (draft) =>
  usable(draft.constraints).flatMap(([id, { left, right }]) => {
    const path = ["constraints", id, "expr"];
    const unknown = [left, right].filter((name) => !draft.categories.has(name));
    if (unknown.length > 0)
      return unknown.map((name) => unknownCategory(draft, name, placeOfName(draft, path, name)));
    if (left !== right) return [];
    const place = valuePlace(draft.tree, path);
    return [problem("contradiction", `\`${left}\` is compared with itself`, { place })];
  });

/** The total of a section names categories of the game, and every row of the section counts in it. */
export const sectionTotalsFit: DraftCheck = (draft) =>
  usable(draft.sections).flatMap(([id, { rows, total }]) => {
    if (total === null) return [];
    const names = namesIn(total);
    const path: Path = ["sections", id, "total"];
    const unknown = names.filter((name) => !draft.categories.has(name));
    if (unknown.length > 0)
      return unknown.map((name) => unknownCategory(draft, name, placeOfName(draft, path, name)));
    const idle = rows.find((row) => !names.includes(row));
    if (idle === undefined) return [];
    const place = valuePlace(draft.tree, path);
    const message = `\`${idle}\` stands in the section \`${id}\`, but counts for nothing in its total`;
    const hint = "name it in the formula, or put it into another section";
    return [problem("idle-category", message, { place, hint })];
  });

/** A bonus for a row is for a row of the game. */
export const bonusRowsFit: DraftCheck = (draft) =>
  usable(draft.bonuses).flatMap(([id, { row }]) => {
    if (row === null || draft.categories.has(row)) return [];
    return [unknownCategory(draft, row, valuePlace(draft.tree, ["bonuses", id, "row"]))];
  });

/** Repeats are of a category of the game; rules about own numbers need a number box for every face. */
export const repeatsFit: DraftCheck = (draft) => {
  const { tree, repeats, categories, dice, abstract } = draft;
  if (repeats === null) return [];
  if (!categories.has(repeats.of))
    return [unknownCategory(draft, repeats.of, valuePlace(tree, ["repeats", "of"]))];
  if (!usesOwnNumber(repeats) || dice === null || abstract) return [];
  const boxed = usable(categories).flatMap(([, { pattern }]) =>
    pattern.kind === "face" ? pattern.face : [],
  );
  const bare = dice.dice.flatMap(({ low, high }) => [low, high]).filter((face) => !boxed.includes(face));
  if (bare.length === 0) return [];
  const message = `the rule for further \`${repeats.of}\` speaks of a face's own number box, but ${bare[0]} has none`;
  return [problem("no-number-box", message, { place: keyPlace(tree, ["repeats"]) })];
};

function usesOwnNumber({ gate, joker }: Repeats): boolean {
  if (gate.ownNumber !== null) return true;
  return joker !== null && (joker.gate.ownNumber !== null || joker.upper === "own" || joker.upperFirst);
}

/** What decides who wins is there: victory points that some bonus brings, or several columns to win. */
export const decided: DraftCheck = (draft) => {
  const { tree, ranking, bonuses, columns, abstract } = draft;
  if (ranking === null || abstract) return [];
  const place = valuePlace(tree, ["ranking", "by"]);
  const hasPoints = [...bonuses.values()].some((bonus) => bonus === null || bonus.to === "points");
  if (ranking.by === "points" && !hasPoints) {
    const message = "victory points decide who wins, but nothing brings any";
    const hint = "give the game `bonuses` with `to: points`, or write `by: total`";
    return [problem("contradiction", message, { place, hint })];
  }
  if (ranking.by !== "columns" || columns.size > 1) return [];
  const message = "the columns are won one by one, but there is only one";
  return [problem("contradiction", message, { place, hint: "write `by: total`" })];
};

/** Prizes for columns are for columns of the game, which are won one by one. */
export const prizesFit: DraftCheck = (draft) => {
  const { tree, settlement, ranking, columns } = draft;
  if (settlement?.kind !== "columns") return [];
  const path = ["settlement", "per_column"];
  const unknown = [...settlement.prizes.worth.keys()]
    .filter((id) => !columns.has(id))
    .map((id) => {
      const said = { place: keyPlace(tree, [...path, id]), hint: hintFor(id, [...columns.keys()]) };
      return problem("unknown-column", `there is no column \`${shorten(id)}\``, said);
    });
  if (ranking === null || ranking.by === "columns") return unknown;
  const message = "columns have prizes, but are not won one by one";
  const said = { place: keyPlace(tree, path), hint: "write `ranking: {by: columns}`" };
  return [...unknown, problem("contradiction", message, said)];
};
