import { type Message, msg } from "../../problem/message.ts";
import type { Repeats } from "../../game/game.ts";
import {
  type VariantDraft,
  atKey,
  atValue,
  type DraftCheck,
  unknownCategories,
  unknownNames,
} from "../draft.ts";
import { costEstimate, largestTotal } from "../../sums/totals.ts";
import type { Countable } from "../../sums/running-totals.ts";
import { facesOf, facesText } from "../../dice/dice.ts";
import { listFormulaNames } from "../../dice/formula.ts";
import { joinCodeWords, suggestWord, shorten } from "../../problem/wording.ts";
import { countableParts } from "../build-game.ts";
import { usable } from "../part-reader.ts";
import { type Path, valuePlace } from "../tree.ts";
/** A constraint compares two different categories of the game. */
export const constraintsFit: DraftCheck = (draft) =>
  usable(draft.constraints).flatMap(([id, { left, right }]) => {
    const path = ["constraints", id, "expr"];
    const unknown = unknownNames(draft, [left, right], path);
    if (unknown.length > 0 || left !== right) return unknown;
    const message = msg`rules.compared-with-itself: \`${left}\` is compared with itself`;
    return [atValue(draft, path, "contradiction", message)];
  });

/** The total of a section is about categories of the game, and every row of the section counts in it. */
export const sectionTotalsFit: DraftCheck = (draft) =>
  usable(draft.sections).flatMap(([id, { rows, total }]) => {
    if (total === null) return [];
    const names = listFormulaNames(total);
    const path = ["sections", id, "total"];
    const unknown = unknownNames(draft, names, path);
    const idle = rows.find((row) => !names.includes(row));
    if (unknown.length > 0 || idle === undefined) return unknown;
    const message = msg`rules.box-not-in-total: \`${idle}\` is in the section \`${id}\`, but does not count towards its total`;
    const hint = msg`rules.box-not-in-total-hint: use it in the formula, or move it to another section`;
    return [atValue(draft, path, "idle-category", message, hint)];
  });

export const bonusRowsFit: DraftCheck = (draft) =>
  usable(draft.bonuses).flatMap(([id, { row }]) =>
    unknownCategories(draft, row === null ? [] : [row], () => valuePlace(draft.tree, ["bonuses", id, "row"])),
  );

/** No rule depends on whether a box is scored if a miss in it scores, too. */
export const missesCount: DraftCheck = (draft) => {
  const missed = usable(draft.categories).filter(([, { miss }]) => miss !== null);
  return missed.flatMap(([id]) => {
    const path = findScoredCondition(draft, id);
    if (path === null) return [];
    const message = msg`rules.miss-counts-as-score: a miss in \`${id}\` scores points, so this rule cannot tell a score from a strike`;
    const hint = msg`rules.miss-counts-as-score-hint: leave out this rule, or \`categories: {${id}: {miss: …}}\``;
    return [atKey(draft, path, "contradiction", message, hint)];
  });
};

/** The path of a rule that depends on whether a box is scored or struck; null for none. */
function findScoredCondition(
  { bonuses, categories, constraints, repeats, partial }: VariantDraft,
  id: string,
): Path | null {
  const hasBox = (section: string | null) =>
    section === null || partial.rows.get(section)?.includes(id) === true;
  const bonus = usable(bonuses).find(
    ([, { of, row, section }]) => of !== "total" && (row === null ? hasBox(section) : row === id),
  );
  if (bonus !== undefined) return ["bonuses", bonus[0], "of"];
  const waiting = usable(categories).find(([, { requires }]) =>
    requires.some(({ category, is }) => category === id && is === "scored"),
  );
  if (waiting !== undefined) return ["categories", waiting[0], "requires", id];
  const tied = usable(constraints).find(
    ([, { left, right, between }]) => between === "scored" && (left === id || right === id),
  );
  if (tied !== undefined) return ["constraints", tied[0]];
  const gates = [repeats?.gate, repeats?.joker?.gate];
  return repeats?.of === id && gates.some((gate) => gate?.box === "scored") ? ["repeats"] : null;
}

export const bonusSectionsFit: DraftCheck = (draft) => {
  const known = [...draft.sections.keys()];
  return usable(draft.bonuses).flatMap(([id, { section }]) => {
    if (section === null || known.includes(section)) return [];
    const message = msg`rules.unknown-section: there is no section \`${shorten(section)}\``;
    return [
      atValue(draft, ["bonuses", id, "section"], "unknown-section", message, suggestWord(section, known)),
    ];
  });
};

/** Repeats are of a category of the game; rules about number boxes need one for every face. */
export const repeatsFit: DraftCheck = (draft) => {
  const { tree, repeats, categories, dice, abstract } = draft;
  if (repeats === null) return [];
  const unknown = unknownCategories(draft, [repeats.of], () => valuePlace(tree, ["repeats", "of"]));
  if (unknown.length > 0 || !usesOwnNumber(repeats) || dice === null || abstract) return unknown;
  const boxed = usable(categories).flatMap(([, { pattern }]) =>
    pattern.kind === "face" ? pattern.face : [],
  );
  const bare = facesOf(dice).find((face) => !boxed.includes(face));
  if (bare === undefined) return [];
  const message = msg`rules.face-without-number-box: the rule for another \`${repeats.of}\` needs a number box for each face, but ${facesText([bare])} has none`;
  return [atKey(draft, ["repeats"], "no-number-box", message)];
};

function usesOwnNumber({ gate, joker }: Repeats): boolean {
  if (gate.ownNumber !== null) return true;
  return joker !== null && (joker.gate.ownNumber !== null || joker.upper === "own" || joker.upperFirst);
}

/** What decides who wins exists: a bonus with victory points, or several columns. */
export const checkWinnerRule: DraftCheck = (draft) => {
  const { ranking, bonuses, columns, abstract } = draft;
  if (ranking === null || abstract) return [];
  const wrong = (message: Message, hint: Message) => [
    atValue(draft, ["ranking", "by"], "contradiction", message, hint),
  ];
  const hasPoints = [...bonuses.values()].some((bonus) => bonus === null || bonus.to === "points");
  if (ranking.by === "points" && !hasPoints) {
    const hint = msg`rules.no-victory-points-hint: give the game \`bonuses\` with \`to: points\`, or write \`by: total\``;
    return wrong(msg`rules.no-victory-points: victory points decide who wins, but nothing earns any`, hint);
  }
  if (ranking.by !== "columns" || columns.size > 1) return [];
  return wrong(
    msg`rules.single-column-won: the columns are won one by one, but there is only one`,
    msg`rules.single-column-won-hint: write \`by: total\``,
  );
};

/** Prizes are for columns of the game, which are won separately. */
export const prizesFit: DraftCheck = (draft) => {
  const { settlement, ranking, columns } = draft;
  if (settlement?.kind !== "columns") return [];
  const path = ["settlement", "per_column"];
  const known = [...columns.keys()];
  const unknown = [...settlement.prizes.worth.keys()]
    .filter((id) => !known.includes(id))
    .map((id) => {
      const message = msg`rules.unknown-column: there is no column \`${shorten(id)}\``;
      return atKey(draft, [...path, id], "unknown-column", message, suggestWord(id, known));
    });
  if (ranking === null || ranking.by === "columns") return unknown;
  const message = msg`rules.prizes-without-columns: columns have prizes, but are not won one by one`;
  const hint = msg`rules.prizes-without-columns-hint: write \`ranking: {by: columns}\``;
  return [...unknown, atKey(draft, path, "contradiction", message, hint)];
};

/** A few seconds of work; real games take a hundredth of that. */
const MAX_COST = 2_000_000;
/** Readers of sheets reject larger numbers. */
const MAX_TOTAL = 1_000_000;

/** The highest and the lowest total can be computed in reasonable time. */
export const totalsCountable: DraftCheck = (draft) => {
  if (draft.dice === null || draft.abstract) return [];
  const tooMuch = (path: Path, message: Message, hint: Message) => [
    atKey(draft, path, "too-much", message, hint),
  ];
  const game: Countable = countableParts(draft);
  const isTooMuch = (bonuses: Countable["bonuses"]) => costEstimate({ ...game, bonuses }) > MAX_COST;
  const isTooHigh = largestTotal(game) > MAX_TOTAL;
  if (!isTooHigh && !isTooMuch(game.bonuses)) return [];
  if (isTooHigh || (isTooMuch([]) && game.constraints.length === 0)) {
    const message = msg`rules.scores-too-high: the scores are too high to work out totals`;
    return tooMuch(["sections"], message, msg`rules.scores-too-high-hint: use smaller scores or fewer boxes`);
  }
  if (isTooMuch([])) {
    const message = msg`rules.constraints-too-wide: the constraints link too many boxes to work out totals`;
    return tooMuch(
      ["constraints"],
      message,
      msg`rules.constraints-too-wide-hint: link only a few boxes of one section`,
    );
  }
  // Row bonuses over columns with tied boxes make it necessary to keep every way to fill them.
  const enough = game.bonuses.filter((one) => !isTooMuch(game.bonuses.filter((other) => other !== one)));
  const message = msg`rules.bonuses-too-wide: the bonuses depend on too many boxes of linked rows to work out totals`;
  const ids = enough.map(({ id }) => id);
  const hint =
    ids.length === 0
      ? msg`rules.bonuses-too-wide-hint: remove some of them, or use \`scope: column\` or \`scope: sheet\` instead of rows`
      : msg`rules.bonus-too-wide-hint: remove ${joinCodeWords(ids, "or")}, or use \`scope: column\` or \`scope: sheet\` instead of a row`;
  return tooMuch(["bonuses", ...ids.slice(-1)], message, hint);
};
