import { getElement, sum } from "../rules/arrays.ts";
import { type Dice, type Face, facesOf, handsOf, rollText } from "../rules/dice/dice.ts";
import type { Formula, FormulaOperation, Score } from "../rules/dice/formula.ts";
import { findHits, type Pattern } from "../rules/dice/pattern.ts";
import { waysToScore } from "../rules/dice/scores.ts";
import type { Category, Game, Section } from "../rules/game/game.ts";
import { listCategories, isNumberRow } from "../rules/game/rows.ts";
import { joinWords, numberRanges, plainNumber, rangeText } from "./format.ts";
import { faceWord } from "./game-words.ts";
import type { Language } from "./language.ts";
import type { Form } from "./rule-phrases.ts";

// The rule and score of a box in two forms; the words are `pattern.*`, `score.*` and `box.*` of the word lists.

interface PatternContext {
  readonly language: Language;
  readonly symbols: Game["symbols"];
  /** The dice of the game for the long form, which says what the other dice may show; null for the short form. */
  readonly dice: Dice | null;
  /** How many dice are scored; left out where no game is known. */
  readonly scored?: number | undefined;
  /** Whether the pattern is part of another one, whose words are joined; no if left out. */
  readonly isPart?: boolean;
}

/**
 * The small print below a row's name on the pad: what the dice must show, what it is worth, and what if they are served.
 * @param isDrawn whether dice next to it show an example, so that the pattern needs no words where an example says all
 */
export function boxHint(
  language: Language,
  category: Category,
  game: Pick<Game, "symbols" | "dice"> | null = null,
  isDrawn = false,
): string {
  const { pattern, score, served } = category;
  const context = { language, symbols: game?.symbols ?? new Map(), dice: null, scored: game?.dice.scored };
  const isShort = isDrawn && score.kind !== "by_pattern";
  const shown: Category =
    isShort && pattern.kind === "groups" && pattern.sameColour
      ? { ...category, pattern: { kind: "colour" } }
      : category;
  const usual =
    isShort && isShownByDice(pattern)
      ? scorePhrase(language, score, "short", takesAllDice(pattern, context.scored))
      : usualRule(context, shown);
  const rule =
    served === null
      ? usual
      : language.translate("box.served.short", { rule: usual, score: formulaText(language, served) });
  return addMiss(language, rule, category, "short");
}

/** The rule of a box without its label: "at least 3 alike; all pips count". Without a full stop. */
export function boxRule(language: Language, game: Game, category: Category): string {
  const served = servedScore(category);
  // "A flat 20 points" would contradict what served dice are worth.
  const scoreForm = served === null ? "long" : "short";
  const { symbols, dice } = game;
  const usual = usualRule({ language, symbols, dice, scored: dice.scored }, category, scoreForm);
  // "Served" is explained once, in the first box that has it.
  const { id = category.id } = listCategories(game).find((box) => servedScore(box) !== null) ?? {};
  const meaning = game.turn.servedOn === "first_throw" ? "box.served-first" : "box.served.long";
  const key = id === category.id ? meaning : "box.served.again";
  const rule =
    served === null
      ? usual
      : language.translate(key, { rule: usual, score: formulaPhrase(language, served, scoreForm) });
  return addMiss(language, rule, category, "long");
}

/** What served dice score in a box where a rule sheet says so; null elsewhere. */
function servedScore(category: Category): Formula | null {
  return category.pattern.kind === "none" || isNumberRow(category) ? null : category.served;
}

/** Adds the score of a miss, if it differs from a strike. */
function addMiss(language: Language, rule: string, { miss }: Category, form: Form): string {
  if (miss === null) return rule;
  const score = form === "short" ? plainNumber(miss) : language.translate("unit.points", { n: miss });
  return language.translate(`box.miss.${form}`, { rule, score });
}

/** The rule of a box for hands that are not served. */
function usualRule(
  context: PatternContext,
  category: Category,
  scoreForm = choosePhraseForm(context),
): string {
  const { pattern, score } = category;
  const { language, symbols } = context;
  const form = choosePhraseForm(context);
  if (score.kind === "by_pattern") {
    const ways = waysToScore(category).map((way) =>
      language.translate("box.way", {
        pattern: patternPhrase({ ...context, isPart: true }, way.pattern),
        score: scorePhrase(language, way.score, scoreForm, takesAllDice(way.pattern, context.scored)),
      }),
    );
    return ways.join(language.translate(`box.between.${form}`));
  }
  if (pattern.kind === "face" && isNumberRow({ pattern, score })) {
    const { face } = pattern;
    // Each face of a row for symbols is worth its number.
    if (symbols.size > 0)
      return language.translate(`box.symbol.${form}`, { symbol: faceWord(language, symbols, face), n: face });
    if (form === "long") return language.translate("box.number", { face });
  }
  const isWhole = takesAllDice(pattern, context.scored);
  const worth =
    form === "long" && pattern.kind === "groups" && !isWhole
      ? (groupsScorePhrase(language, score, pattern.sizes) ?? scorePhrase(language, score, scoreForm))
      : scorePhrase(language, score, scoreForm, isWhole);
  if (form === "short" && pattern.kind === "any") return worth;
  const words = patternPhrase(context, pattern);
  const formula = score.kind === "formula" ? score.formula : null;
  // "only the 3s" already implies the score, and a box that is always struck is worth nothing.
  const isSaid =
    form === "short"
      ? pattern.kind === "face" && formula?.kind === "name"
      : formula?.kind === "number" && formula.value === 0;
  if (pattern.kind === "none" || isSaid) return words;
  return language.translate(`box.rule.${form}`, { pattern: words, score: worth });
}

/** The score of dice in groups, which says how many of them count where more may be alike; null where no words do. */
function groupsScorePhrase(language: Language, score: Score, sizes: readonly number[]): string | null {
  const [kind, n] = score.kind === "formula" ? commonFormulaKey(score.formula) : ["", 0];
  const key = `score.${kind}-alike`;
  return language.has(key) ? language.translate(key, { n, size: sum(sizes), groups: sizes.length }) : null;
}

/** Whether an example in dice says what a pattern asks for. */
function isShownByDice(pattern: Pattern): boolean {
  switch (pattern.kind) {
    case "groups":
      return !pattern.sameColour;
    case "run":
    case "faces":
      return true;
    case "all":
      return pattern.of.every(isShownByDice);
    case "any":
    case "none":
    case "colour":
    case "face":
    case "only":
    case "one_of":
    case "sum":
      return false;
    default:
      return pattern satisfies never;
  }
}

/** Whether a pattern leaves no die free, so that its pips are all pips. */
function takesAllDice(pattern: Pattern, scored = Infinity): boolean {
  switch (pattern.kind) {
    case "groups":
      return sum(pattern.sizes) >= scored;
    case "run":
      return pattern.length >= scored;
    case "faces":
      return pattern.faces.length >= scored;
    case "only":
      return true;
    case "all":
      return pattern.of.some((part) => takesAllDice(part, scored));
    case "one_of":
      return pattern.of.every((part) => takesAllDice(part, scored));
    case "any":
    case "none":
    case "colour":
    case "face":
    case "sum":
      return false;
    default:
      return pattern satisfies never;
  }
}

function choosePhraseForm({ dice }: PatternContext): Form {
  return dice === null ? "short" : "long";
}

/** A pattern in words: "3 alike" in short, "at least 3 alike" in long. */
export function patternPhrase(context: PatternContext, pattern: Pattern): string {
  const { language, symbols, dice } = context;
  const parts = (of: readonly Pattern[]) =>
    of.map((part) => patternPhrase({ ...context, isPart: true }, part));
  switch (pattern.kind) {
    case "any":
    case "none":
    case "colour":
      return translate(context, pattern.kind);
    case "face": {
      const face = faceWord(language, symbols, pattern.face);
      return translate(context, "face", { n: Math.max(1, pattern.min), face });
    }
    case "groups":
      return groupsPhrase(context, pattern);
    case "run":
      return dice === null ? shortRun(context, pattern) : longRun(context, dice, pattern);
    case "faces": {
      const shown = pattern.faces.map((face) => faceWord(language, symbols, face));
      const list = joinWords(language, shown, "and");
      const range = symbols.size > 0 ? list : numberRanges(pattern.faces);
      if (dice === null && !range.includes(",")) return range;
      if (dice === null) return context.isPart === true ? rollText(shown) : list;
      return language.translate("pattern.faces", { list, n: shown.length, faces: faceNoun(context) });
    }
    case "only": {
      const shown = pattern.faces.map((face) => faceWord(language, symbols, face));
      return translate(context, "only", { list: joinWords(language, shown, "or") });
    }
    case "sum": {
      const { eq, min, max } = pattern;
      if (eq !== null) return translate(context, "sum", { n: eq });
      if (min !== null && max !== null)
        return translate(context, "sum-between", { min, max, range: rangeText(min, max) });
      return translate(context, min === null ? "sum-max" : "sum-min", { n: min ?? max ?? 0 });
    }
    case "all":
      return dice === null ? joinParts(context, parts(pattern.of), "and") : allPhrase(context, pattern.of);
    case "one_of":
      return joinParts(context, parts(pattern.of), "or");
    default:
      return pattern satisfies never;
  }
}

/** All of several patterns: what the pips add up to comes last, as it is about all dice. */
function allPhrase(context: PatternContext, of: readonly Pattern[]): string {
  const { language } = context;
  const words = (isSum: boolean) =>
    joinWords(
      language,
      of
        .filter(({ kind }) => (kind === "sum") === isSum)
        .map((part) => patternPhrase({ ...context, isPart: true }, part)),
      "and",
    );
  const [pattern, sum] = [words(false), words(true)];
  return pattern === "" || sum === ""
    ? pattern + sum
    : language.translate("pattern.and-sum", { pattern, sum });
}

/** Short parts may contain commas, so the word goes between all of them. */
function joinParts({ language, dice }: PatternContext, parts: readonly string[], by: "and" | "or"): string {
  return dice === null ? parts.join(language.translate(`list.${by}`)) : joinWords(language, parts, by);
}

/** Whether faces show numbers or symbols; messages select their noun by it. */
function faceNoun({ symbols }: PatternContext): "numbers" | "symbols" {
  return symbols.size === 0 ? "numbers" : "symbols";
}

/** A message about patterns, in the form of the context. */
function translate(
  context: PatternContext,
  key: string,
  args: Readonly<Record<string, string | number>> = {},
): string {
  const words = { faces: faceNoun(context), ...args };
  return context.language.translate(`pattern.${key}.${choosePhraseForm(context)}`, words);
}

function groupsPhrase(context: PatternContext, pattern: Extract<Pattern, { kind: "groups" }>): string {
  const { language, dice } = context;
  const { sizes, distinct, sameColour } = pattern;
  const addColourRule = (groups: string) =>
    sameColour ? translate(context, "same-colour", { groups }) : groups;
  const faces = faceNoun(context);
  const n = sizes.reduce((sum, size) => sum + size, 0);
  if (sizes.length === 1) {
    if (dice !== null && n >= dice.scored && context.isPart !== true && !sameColour)
      return language.translate("pattern.alike-all", { n, faces });
    const form = dice === null ? "short" : n >= dice.scored ? "exact" : "long";
    return addColourRule(language.translate(`pattern.alike.${form}`, { n }));
  }
  if (dice === null) return addColourRule(translate(context, "groups", { sizes: sizes.join(" + ") }));
  const group = (size: number, times: number) => language.translate("pattern.group", { n: size, times });
  const words = [...new Set(sizes)].map((size) =>
    group(size, sizes.filter((other) => other === size).length),
  );
  const groups = joinWords(language, words, "and");
  if (!distinct && words.length === 1 && sizes.length > 2) {
    // Several groups of one size can share a number in more than one way.
    const size = getElement(sizes, 0);
    const uses = sizes.slice(1).map((_, at) => {
      const times = at + 2;
      const args = { n: size * times, groups: group(size, times), first: String(at === 0) };
      return language.translate("pattern.groups-use", args);
    });
    const args = { groups: addColourRule(groups), uses: uses.join(language.translate("list.comma")), faces };
    return language.translate("pattern.groups-loose-many", args);
  }
  if (!distinct)
    return language.translate("pattern.groups-loose", { groups: addColourRule(groups), n, faces });
  const [first = "", second = ""] = words;
  if (words.length === 2 && sizes.length === 2)
    return addColourRule(language.translate("pattern.groups-two", { first, second, faces }));
  return translate(context, "groups", { groups: addColourRule(groups) });
}

type Run = Extract<Pattern, { kind: "run" }>;

function shortRun(context: PatternContext, { length, from }: Run): string {
  if (from === null) return translate(context, "run", { n: length });
  const to = from + length - 1;
  const word = (face: Face) => faceWord(context.language, context.symbols, face);
  const range = context.symbols.size === 0 ? rangeText(from, to) : `${word(from)}–${word(to)}`;
  return translate(context, "run-from", { range });
}

/** At most this many runs are listed; more would be longer than the rule. */
const MAX_LISTED_RUNS = 3;

function longRun(context: PatternContext, dice: Dice, { length, from, wrap }: Run): string {
  const { language, symbols } = context;
  const faces = faceNoun(context);
  // With unlike dice some runs are impossible.
  const canStart = (face: Face) => {
    const run: Pattern = { kind: "run", length, from: face, wrap: false };
    return handsOf(dice).some((hand) => findHits(run, hand, dice).length > 0);
  };
  const starts = from === null ? facesOf(dice).filter(canStart) : [from];
  const runs = starts.map((start) => {
    const words = Array.from({ length }, (_, at) => faceWord(language, symbols, start + at));
    // A line could break at hyphens between letters.
    return faces === "symbols" ? words.join("\u00a0") : rollText(words, facesOf(dice));
  });
  const listed = joinWords(language, runs, "or");
  const run =
    runs.length === 1
      ? translate(context, "run-from", { run: listed })
      : wrap
        ? language.translate("pattern.run-wrap", { n: length, faces })
        : runs.length > MAX_LISTED_RUNS
          ? translate(context, "run", { n: length })
          : language.translate("pattern.run-listed", { n: length, runs: listed, faces });
  const rest = dice.scored - length;
  return rest > 0 ? language.translate("pattern.rest-free", { run, n: rest, at: dice.scored }) : run;
}

/** The score of a hit in words: "30 points" in short, "flat 30 points" in long. @param isWhole whether all dice belong to the hit */
export function scorePhrase(language: Language, score: Score, form: Form, isWhole = false): string {
  if (score.kind === "formula") return formulaPhrase(language, score.formula, form, isWhole);
  if (score.kind === "by_pattern")
    return score.formulas.map((one) => formulaPhrase(language, one, form)).join(" / ");
  return byRollPhrase(language, score.values, form);
}

/** More values are listed without their rolls, which would be longer than the rule. */
const MAX_NAMED_ROLLS = 5;

/** The score by the roll that made it. */
function byRollPhrase(language: Language, values: readonly number[], form: Form): string {
  const written = values.map(plainNumber);
  if (form === "short") return language.translate("score.by-throw.short", { values: written.join("/") });
  const [first = 0] = values;
  if (values.every((value) => value === first))
    return formulaPhrase(language, { kind: "number", value: first }, form);
  if (values.length > MAX_NAMED_ROLLS)
    return language.translate("score.by-throw-in-order", { values: joinWords(language, written, "and") });
  const steps = values.map((n, at) => language.translate("score.by-throw-step", { n, at: at + 1 }));
  return steps.join(language.translate("list.comma"));
}

/** A formula in words if the language has them, otherwise in symbols. */
function formulaPhrase(language: Language, formula: Formula, form: Form, isWhole = false): string {
  const [kind, n] = commonFormulaKey(formula);
  const key = `score.${isWhole ? kind.replace("hit", "sum") : kind}.${form}`;
  return language.has(key) ? language.translate(key, { n }) : formulaText(language, formula, isWhole);
}

/** The key of the words for a common formula: a number, the pips, their negative, a multiple, a number added. */
function commonFormulaKey(formula: Formula): readonly [kind: string, n: number] {
  switch (formula.kind) {
    case "number":
      return ["number", formula.value];
    case "name":
      return [formula.name, 0];
    case "minus":
      return [formula.of.kind === "name" ? `minus-${formula.of.name}` : "", 0];
    case "binary": {
      const { op, left, right } = formula;
      if ((op !== "+" && op !== "*") || left.kind !== "number" || right.kind !== "name") return ["", 0];
      return [`${op === "*" ? "times" : "plus"}-${right.name}`, left.value];
    }
    default:
      return formula satisfies never;
  }
}

/** A formula in symbols, with the language's names: "40 + all pips", "2 × (all pips − 5)". */
export function formulaText(language: Language, formula: Formula, isWhole = false): string {
  const key = (name: string) => `score.name.${isWhole && name === "hit" ? "sum" : name}`;
  return namedFormula(language, formula, (name) => language.translate(key(name)));
}

/** The formula of a section's total: "(Maximum − Minimum) × Ones"; null if it is the sum of its boxes. */
export function sectionFormula(
  game: Game,
  language: Language,
  { total }: Pick<Section, "total">,
): string | null {
  if (total === null) return null;
  const labels = new Map(listCategories(game).map(({ id, label }) => [id, language.text(label)]));
  return namedFormula(language, total, (id) => labels.get(id) ?? id);
}

const OPERATORS = { "+": ["+", 1], "-": ["\u2212", 1], "*": ["×", 2], "/": ["÷", 2] } as const;
const MINUS_PRECEDENCE = 3;
const NO_BRACKETS = 4;

interface FormulaWords {
  readonly text: string;
  readonly precedence: number;
  /** Whether the result must still be rounded down; one remark covers a calculation without rounding in between. */
  readonly isUnrounded: boolean;
}

/** A formula with custom names, and with remarks where it is rounded down: "(Maximum ÷ 2, rounded down) × 3". */
export function namedFormula<N extends string>(
  language: Language,
  formula: Formula<N>,
  nameOf: (name: N) => string,
): string {
  const withRemark = (text: string) => language.translate("score.rounded-down", { formula: text });
  const addRoundingRemark = (words: FormulaWords): FormulaWords =>
    words.isUnrounded ? addBrackets({ ...words, text: withRemark(words.text), isUnrounded: false }) : words;
  const { text, isUnrounded } = formulaWords(formula, nameOf, addRoundingRemark);
  return isUnrounded ? withRemark(text) : text;
}

function addBrackets({ text, isUnrounded }: FormulaWords): FormulaWords {
  return { text: `(${text})`, precedence: NO_BRACKETS, isUnrounded };
}

/** @param rounded adds the remark to a part that must be rounded before the next step */
function formulaWords<N extends string>(
  formula: Formula<N>,
  nameOf: (name: N) => string,
  rounded: (words: FormulaWords) => FormulaWords,
): FormulaWords {
  const words = (part: Formula<N>) => formulaWords(part, nameOf, rounded);
  const alone = (text: string, isUnrounded = false) => ({ text, precedence: NO_BRACKETS, isUnrounded });
  switch (formula.kind) {
    case "number":
      return alone(plainNumber(formula.value));
    case "name":
      return alone(nameOf(formula.name));
    case "minus":
      return alone(`\u2212${bracketWeaker(rounded(words(formula.of)), MINUS_PRECEDENCE)}`);
    case "binary": {
      const { op } = formula;
      const [left, right] = roundOperands(op, words(formula.left), words(formula.right), rounded);
      const isUnrounded = op === "/" || left.isUnrounded || right.isUnrounded;
      if (op === "min" || op === "max") return alone(`${op}(${left.text}; ${right.text})`, isUnrounded);
      const [sign, precedence] = OPERATORS[op];
      const isOfItsOwn = formula.right.kind === "binary" && formula.right.op === "/";
      const isGroup = op === "-" || op === "/" || isOfItsOwn;
      const text = `${bracketWeaker(left, precedence)} ${sign} ${bracketWeaker(right, isGroup ? precedence + 1 : precedence)}`;
      return { text, precedence, isUnrounded };
    }
    default:
      return formula satisfies never;
  }
}

/** @param least the precedence that the part needs to go without brackets */
function bracketWeaker(words: FormulaWords, least: number): string {
  return words.precedence < least ? addBrackets(words).text : words.text;
}

/** The operands, rounded if rounding only the result would differ: 40 − 7 ÷ 2 is 37, not 36. */
function roundOperands(
  op: FormulaOperation,
  left: FormulaWords,
  right: FormulaWords,
  rounded: (words: FormulaWords) => FormulaWords,
): readonly [FormulaWords, FormulaWords] {
  switch (op) {
    case "+":
      return left.isUnrounded && right.isUnrounded ? [rounded(left), rounded(right)] : [left, right];
    case "-":
      return [left, rounded(right)];
    case "*":
      return [rounded(left), rounded(right)];
    case "/":
    case "min":
    case "max":
      return [left, right];
    default:
      return op satisfies never;
  }
}
