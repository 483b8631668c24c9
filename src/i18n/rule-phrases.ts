import { type Dice, type Face, facesOf, handsOf } from "../rules/dice/dice.ts";
import type { Formula } from "../rules/dice/formula.ts";
import { hitsOf, type Pattern } from "../rules/dice/pattern.ts";
import type { Category, Game } from "../rules/game/game.ts";
import { isNumberRow } from "../rules/game/rows.ts";
import { faceWord } from "./game-words.ts";
import type { Language } from "./language.ts";
import { type FaceName, formulaWords } from "./rule-words.ts";

/**
 * What a box asks for and what it is worth, as whole phrases for the rule sheet. They are put together from the word list,
 * because patterns nest; everything around them stands in the templates.
 */

/** The rule of a box without its label: "mindestens 3 gleiche; alle Augen zählen". Without a full stop. */
export function boxRule(language: Language, game: Game, category: Category): string {
  const { pattern, score, served } = category;
  if (pattern.kind === "none") return language.translate("rule.struck");
  if (isNumberRow(category)) return numberRow(language, game, faceOf(pattern));
  const parts = {
    pattern: patternPhrase({ language, ...facesOfGame(language, game) }, pattern),
    worth: worthPhrase(language, category),
  };
  const rule =
    score.kind === "formula" && score.formula.kind === "number" && score.formula.value === 0
      ? parts.pattern
      : language.translate("rule.box", parts);
  if (served === null) return rule;
  const key = game.turn.servedOn === "first_throw" ? "rule.served-first" : "rule.served";
  return language.translate(key, { rule, worth: formulaPhrase(language, served) });
}

function numberRow(language: Language, game: Game, face: Face): string {
  if (game.symbols.size === 0) return language.translate("rule.number-row", { face });
  return language.translate("rule.symbol-row", { symbol: faceWord(language, game.symbols, face), n: face });
}

/** What phrases about patterns are made with. */
interface Speaker {
  readonly language: Language;
  readonly dice: Dice;
  readonly faceName: FaceName;
  /** Whether faces show numbers or symbols; messages choose their noun by it. */
  readonly faces: "numbers" | "symbols";
}

function facesOfGame(language: Language, { dice, symbols }: Game): Omit<Speaker, "language"> {
  const faceName = (face: Face) => faceWord(language, symbols, face);
  return { dice, faceName, faces: symbols.size === 0 ? "numbers" : "symbols" };
}

function faceOf(pattern: Pattern): Face {
  return pattern.kind === "face" ? pattern.face : 0;
}

function patternPhrase(speaker: Speaker, pattern: Pattern): string {
  const { language, faceName, faces } = speaker;
  const parts = (of: readonly Pattern[]) => of.map((part) => patternPhrase(speaker, part));
  switch (pattern.kind) {
    case "any":
      return language.translate("rule.any");
    case "none":
      return language.translate("rule.struck");
    case "face":
      return language.translate("rule.face", {
        n: Math.max(1, pattern.min),
        face: faceName(pattern.face),
        faces,
      });
    case "groups":
      return groupsPhrase(speaker, pattern);
    case "run":
      return runPhrase(speaker, pattern);
    case "faces":
      return language.translate("rule.faces", {
        list: joined(language, pattern.faces.map(faceName), "and"),
        faces,
      });
    case "sum":
      return sumPhrase(language, pattern);
    case "colour":
      return language.translate("rule.colour");
    case "all":
      return joined(language, parts(pattern.of), "and");
    case "one_of":
      return joined(language, parts(pattern.of), "or");
  }
}

/** "a, b und c", "a, b oder c". */
function joined(language: Language, words: readonly string[], by: "and" | "or"): string {
  if (words.length < 2) return words.join("");
  const last = language.translate(`rule.${by}`);
  return `${words.slice(0, -1).join(language.translate("rule.comma"))}${last}${words.at(-1)}`;
}

function groupsPhrase(
  { language, dice: { scored }, faces }: Speaker,
  { sizes, distinct, sameColour }: Extract<Pattern, { kind: "groups" }>,
): string {
  const groups = [...new Set(sizes)].map((n) => ({ n, times: sizes.filter((size) => size === n).length }));
  const words = groups.map((group) => language.translate("rule.group", group));
  const dice = sizes.reduce((sum, n) => sum + n, 0);
  const coloured = (phrase: string) =>
    sameColour ? language.translate("rule.same-colour", { groups: phrase }) : phrase;
  const [first, second] = words;
  if (sizes.length === 1)
    return coloured(language.translate(dice < scored ? "rule.at-least" : "rule.exactly", { n: dice }));
  const all = joined(language, words, "and");
  if (!distinct) return language.translate("rule.groups-loose", { groups: coloured(all), n: dice, faces });
  if (groups.length === 2 && sizes.length === 2)
    return coloured(
      language.translate("rule.groups-two", { first: first ?? "", second: second ?? "", faces }),
    );
  return language.translate("rule.groups", { groups: coloured(all), faces });
}

/** At most this many runs are listed; more would be longer than the rule. */
const LISTED_RUNS = 3;

function runPhrase(
  { language, dice, faceName, faces }: Speaker,
  { length, from, wrap }: Extract<Pattern, { kind: "run" }>,
): string {
  const starts = from === null ? facesOf(dice).filter((face) => canStart(face, length, dice)) : [from];
  // Hyphens between letters would be taken for places to break a line at.
  const between = faces === "symbols" ? "\u00a0" : "-";
  const runs = starts.map((start) => Array.from({ length }, (_, i) => faceName(start + i)).join(between));
  const listed = joined(language, runs, "or");
  const run =
    runs.length === 1
      ? language.translate("rule.run-only", { run: listed })
      : wrap || runs.length > LISTED_RUNS
        ? language.translate(wrap ? "rule.run-wrap" : "rule.run", { n: length, faces })
        : language.translate("rule.run-listed", { n: length, runs: listed, faces });
  const rest = dice.scored - length;
  return rest > 0 ? language.translate("rule.rest-free", { run, n: rest }) : run;
}

/** Whether the dice can show a run from this face on; with unlike dice not every one is to be had. */
function canStart(face: Face, length: number, dice: Dice): boolean {
  const run: Pattern = { kind: "run", length, from: face, wrap: false };
  return handsOf(dice).some((hand) => hitsOf(run, hand, dice).length > 0);
}

function sumPhrase(language: Language, { eq, min, max }: Extract<Pattern, { kind: "sum" }>): string {
  if (eq !== null) return language.translate("rule.sum", { n: eq });
  if (min !== null && max !== null) return language.translate("rule.sum-between", { min, max });
  return min !== null
    ? language.translate("rule.sum-min", { n: min })
    : language.translate("rule.sum-max", { n: max ?? 0 });
}

function worthPhrase(language: Language, { score }: Category): string {
  if (score.kind === "formula") return formulaPhrase(language, score.formula);
  const values = joined(language, score.values.map(String), "or");
  return language.translate("rule.worth.by-throw", { values });
}

function formulaPhrase(language: Language, formula: Formula): string {
  if (formula.kind === "number") return language.translate("rule.worth.number", { n: formula.value });
  if (formula.kind === "name" && language.has(`rule.worth.${formula.name}`)) {
    return language.translate(`rule.worth.${formula.name}`);
  }
  if (formula.kind === "minus" && formula.of.kind === "name" && formula.of.name === "sum") {
    return language.translate("rule.worth.minus-sum");
  }
  const times = multiple(formula);
  if (times !== null) return language.translate("rule.worth.times-sum", { n: times });
  const plus = plusFixed(formula);
  if (plus !== null) return language.translate(`rule.worth.plus-${plus.name}`, { n: plus.n });
  return language.translate("rule.worth.other", { formula: formulaWords(language, formula) });
}

/** How often all pips count, where a score is a multiple of them. */
function multiple(formula: Formula): number | null {
  if (formula.kind !== "binary" || formula.op !== "*") return null;
  const { left, right } = formula;
  if (left.kind !== "number" || right.kind !== "name" || right.name !== "sum") return null;
  return left.value;
}

/** A fixed number plus all pips or the pips of the hit, which games like best. */
function plusFixed(formula: Formula): { n: number; name: "sum" | "hit" } | null {
  if (formula.kind !== "binary" || formula.op !== "+") return null;
  const { left, right } = formula;
  if (left.kind !== "number" || right.kind !== "name") return null;
  return right.name === "sum" || right.name === "hit" ? { n: left.value, name: right.name } : null;
}
