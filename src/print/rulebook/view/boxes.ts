import { facesOf, type Roll } from "../../../rules/dice/dice.ts";
import type { Formula } from "../../../rules/dice/formula.ts";
import { sumPips } from "../../../rules/dice/pattern.ts";
import { scoresOfRoll } from "../../../rules/dice/scores.ts";
import {
  bestScore,
  chooseExample,
  findImplications,
  type ShownExample,
} from "../../../rules/game/examples.ts";
import type { Category, Comparison, Constraint, Game, Section } from "../../../rules/game/game.ts";
import { listSheetLines } from "../../../rules/sums/sum-graph.ts";
import { constraintHolds, findCategory, goalInDice, possibleValues } from "../../../rules/game/rows.ts";
import { boxRule, sectionFormula } from "../../../i18n/box-phrases.ts";
import {
  dropCapital,
  formatNumber,
  joinWords,
  plainNumber,
  quoteBox,
  quoteName,
} from "../../../i18n/format.ts";
import { rowName, faceWord, lineLabel } from "../../../i18n/game-words.ts";
import type { Language } from "../../../i18n/language.ts";
import { choicePhrase, COMPARISON_WORDS, constraintPhrase, tierRange } from "../../../i18n/rule-phrases.ts";

/** Every section with its boxes, top to bottom. */
export function sectionViews(game: Game, language: Language) {
  const implied = findImplications(game);
  return game.sections.map((section) => {
    const line = (kind: string) => listSheetLines(game).find((l) => l.section === section && l.kind === kind);
    const bonus = line("bonus");
    return {
      name: language.text(section.label),
      boxes: section.categories.map((category) =>
        boxView(game, language, category, implied.get(category.id) ?? []),
      ),
      tiers: section.tiers,
      tierMode: section.tierMode,
      allTiers: section.tierMode === "sum",
      tierWords: tierSentence(
        language,
        section,
        quoteName(language, lineLabel(game, language, line("sum")?.id ?? "")),
      ),
      sumLine: lineLabel(game, language, line("sum")?.id ?? ""),
      formula: sectionFormula(game, language, section),
      floor: section.floor,
      floorWords: section.floor === null ? "none" : formatNumber(language, section.floor),
      bonusLine: bonus === undefined ? null : lineLabel(game, language, bonus.id),
      // How many dice of each number reach the bonus, as the goals on the pad say; null where it has none.
      eachNumber: goalInDice(game, section),
      constraints: constraintViews(game, language, section),
    };
  });
}

function boxView(game: Game, language: Language, category: Category, implied: readonly string[]) {
  const example = chooseExample(game, category);
  const describeFace = (face: number) => faceWord(language, game.symbols, face);
  const nameRow = (id: string) => nameAsBox(game, language, id);
  return {
    name: language.text(category.label),
    rule: boxRule(language, game, category),
    example:
      example === null
        ? null
        : exampleView(category, example, spareDie(game, category, example), describeFace),
    // Other boxes that accept every such roll, and near misses.
    alsoCountsAs: implied.map(nameRow),
    // Of these, the ones of more groups, such as two pairs for four alike: players forget them.
    splitsInto: implied
      .filter((id) => countGroups(findCategory(game, id)) > countGroups(category))
      .map(nameRow),
    // A box that takes no roll has no near misses.
    notThis: game.examples
      .filter((e) => category.legal.length > 0 && e.category === category.id && e.score === null)
      .map(({ roll }) => ({
        roll: roll.map(describeFace),
        isJoker: isJoker(game, roll),
      })),
    // A miss says already that the box is not struck.
    strike: category.miss === null ? category.strike : "allowed",
    // What it must score more or less than.
    bounds: game.constraints
      .filter(({ left, right }) => left === category.id || right === category.id)
      .map((constraint) => boundSentence(game, language, constraint, category.id)),
    requires: category.requires.map(({ category: id, is }) => {
      const box = quoteBox(language, rowName(game, language, id));
      return { words: choicePhrase(language, "requires", is, "long", { box }) };
    }),
  };
}

/** The comparison of the other box with this one. */
const MIRRORED: Readonly<Record<Comparison, Comparison>> = { "<": ">", "<=": ">=", ">": "<", ">=": "<=" };

/** What a section's bonus takes and brings: each step, as ranges where only the highest one counts. */
function tierSentence(language: Language, { tiers, tierMode }: Section, line: string): string {
  const isRange = tierMode === "highest" && tiers.length > 1;
  const steps = tiers.map(({ from, add }, at) => {
    const range = isRange ? tierRange(language, tiers, at) : null;
    const [first, further] = isRange ? ["range", range === null ? "last" : "next"] : ["from", "more"];
    const key = at === 0 ? first : further;
    return language.translate(`rules.section.tier.${key}`, { from, range: range ?? "", add, line });
  });
  return steps.join("; ");
}

/** Whether a roll can be a joker: it scores in the box whose repeats are jokers. */
function isJoker(game: Game, roll: Roll): boolean {
  const best = game.repeats?.joker == null ? undefined : findCategory(game, game.repeats.of);
  return best !== undefined && scoresOfRoll(game.dice, best, roll).some((points) => points > 0);
}

/** How many groups of equal dice a box wants; 0 for other patterns. */
function countGroups(category: Category | undefined): number {
  return category?.pattern.kind === "groups" ? category.pattern.sizes.length : 0;
}

/** The name of a box after “as”: in most languages without its capital, unless it is that of the game. */
function nameAsBox(game: Game, language: Language, id: string): string {
  const own = rowName(game, language, id);
  const [first = ""] = own.split(/\s/);
  const top = game.repeats === null ? "" : rowName(game, language, game.repeats.of);
  const isProper = `${language.text(game.name)} ${top}`.split(/\s/).includes(first);
  const isKept = isProper || language.translate("rules.section.lowercase") !== "yes";
  const word = findCategory(game, id)?.pattern.kind === "sum" ? "sum" : dropCapital(language, first);
  const name = isKept ? own : dropCapital(language, own);
  return language.translate("rules.section.as-box", { name, word, initial: word.charAt(0) });
}

/** The face of a die that the example can do without, where the game rolls one die more than it scores; null if none is needed. */
function spareDie(game: Game, category: Category, { roll, score }: ShownExample): number | null {
  const { dice } = game;
  if (roll.length !== dice.scored || dice.dice.length !== roll.length + 1) return null;
  const isNoBetter = (face: number) => {
    const scores = scoresOfRoll(dice, category, [...roll, face]);
    return scores.length > 0 && bestScore(game, scores) === score;
  };
  const faces = facesOf(dice).filter(isNoBetter);
  return faces.find((one) => !roll.includes(one)) ?? faces[0] ?? null;
}

function exampleView(
  category: Category,
  example: ShownExample,
  spare: number | null,
  shown: (face: number) => string,
) {
  const { roll, hit, dropped, score, isLiteral } = example;
  const { score: rule } = category;
  const arranged = sortForReading(category, roll, hit);
  const leftOut = spare ?? dropped;
  // The die left out is drawn as the last of its kind.
  const hand = dropped === null ? arranged : removeDie(arranged, arranged.lastIndexOf(dropped));
  return {
    roll: [...arranged, ...(spare === null ? [] : [spare])].map(shown),
    // If every die counts, none is highlighted.
    hit: hit.length === hand.length ? [] : hit.map(shown),
    dropped: leftOut === null ? null : shown(leftOut),
    // The pips of wild dice can't be seen.
    working:
      rule.kind === "formula" && isLiteral
        ? formatCalculation(rule.formula, hand, orderHit(hand, hit))
        : null,
    score,
  };
}

/** The dice in reading order: the pattern first, larger groups before smaller. An unsorted roll keeps its author's order. */
function sortForReading({ pattern }: Category, roll: Roll, hit: Roll): Roll {
  const isAscending = roll.every((face, at) => at === 0 || face >= (roll[at - 1] ?? face));
  const isWhole = pattern.kind === "any" || pattern.kind === "sum" || pattern.kind === "colour";
  if (!isAscending || isWhole) return roll;
  const rest = hit.reduce<Roll>((left, face) => removeDie(left, left.indexOf(face)), roll);
  const size = (face: number) => hit.filter((other) => other === face).length;
  return [...hit.toSorted((a, b) => size(b) - size(a) || a - b), ...rest];
}

function removeDie(roll: Roll, at: number): Roll {
  return at === -1 ? roll : roll.toSpliced(at, 1);
}

/** The dice of the hit as they come in the hand. */
function orderHit(hand: Roll, hit: Roll): Roll {
  const left = [...hit];
  return hand.filter((face) => {
    const at = left.indexOf(face);
    if (at !== -1) left.splice(at, 1);
    return at !== -1;
  });
}

/** A formula with the dice filled in: single pips if it is only their sum, else the sum. */
function formatCalculation(formula: Formula, hand: Roll, hit: Roll): string | null {
  const dice: Readonly<Record<string, Roll | undefined>> = { sum: hand, hit };
  if (formula.kind === "name") {
    const added = dice[formula.name] ?? [];
    return added.length < 2 ? null : addition(added);
  }
  if (formula.kind === "minus" && formula.of.kind === "name") {
    const inside = formatCalculation(formula.of, hand, hit);
    return inside === null ? null : `\u2212(${inside})`;
  }
  if (formula.kind !== "binary" || formula.left.kind !== "number" || formula.right.kind !== "name")
    return null;
  const { op, left, right } = formula;
  const counted = dice[right.name];
  if (counted === undefined) return null;
  const pips = sumPips(counted);
  if (op === "+") return addition([left.value, pips]);
  if (op !== "*" || right.name !== "sum") return null;
  return `${plainNumber(left.value)}×${pips < 0 ? `(${plainNumber(pips)})` : pips}`;
}

/** Numbers added up: "3+3−1". */
function addition(numbers: readonly number[]): string {
  return numbers.map((n, at) => `${n < 0 || at === 0 ? "" : "+"}${plainNumber(n)}`).join("");
}

/** What a box must score more or less than, in a sentence: "Lower than “Maximum”." */
export function boundSentence(game: Game, language: Language, constraint: Constraint, box: string): string {
  const { left, comparison, right } = constraint;
  const [other, relation] = left === box ? [right, comparison] : [left, MIRRORED[comparison]];
  const name = quoteName(language, rowName(game, language, other));
  return language.translate("rules.section.bound", { relation: COMPARISON_WORDS[relation], other: name });
}

/** The constraints whose last box is in this section. */
function constraintViews(game: Game, language: Language, section: Section) {
  return game.constraints.flatMap((constraint) => {
    const { left, right, between } = constraint;
    const last = game.sections.findLast((s) => s.categories.some(({ id }) => id === left || id === right));
    if (last !== section) return [];
    const words = constraintPhrase(language, game, constraint, "long");
    const consequences = constraintConsequences(game, language, constraint);
    return [
      {
        left: rowName(game, language, left),
        right: rowName(game, language, right),
        words,
        between,
        consequences,
      },
    ];
  });
}

/** What a comparison with struck boxes rules out: a strike, and scores that leave the other box nothing. */
function constraintConsequences(game: Game, language: Language, constraint: Constraint): string[] {
  if (constraint.between !== "all") return [];
  const pair = [constraint.left, constraint.right].flatMap((id) => findCategory(game, id) ?? []);
  const found = pair.flatMap((box, at) => {
    const other = pair[1 - at];
    if (other === undefined) return [];
    const isBarred = (score: number) =>
      possibleValues(other).every((theirs) =>
        at === 0 ? !constraintHolds(constraint, score, theirs) : !constraintHolds(constraint, theirs, score),
      );
    const name = ({ label }: Category) => quoteName(language, language.text(label));
    const barred = possibleValues(box).filter(isBarred);
    const scores = barred.filter((score) => score !== 0).map((score) => formatNumber(language, score));
    const args = { score: joinWords(language, scores, "or"), box: name(box), other: name(other) };
    return { args, unstruck: barred.includes(0), without: scores.length > 0 };
  });
  // What follows from the zero of a struck box comes right after it.
  return (["unstruck", "without"] as const).flatMap((kind) =>
    found.flatMap((one) => (one[kind] ? language.translate(`rule.between-${kind}`, one.args) : [])),
  );
}
