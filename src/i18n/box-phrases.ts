import { type Dice, type Face, facesOf } from "../rules/dice/dice.ts";
import type { Formula, Score } from "../rules/dice/formula.ts";
import { handsOf } from "../rules/dice/dice.ts";
import { hitsOf } from "../rules/dice/pattern.ts";
import type { Pattern } from "../rules/dice/pattern.ts";
import type { Category, Game, Section } from "../rules/game/game.ts";
import { categoriesOf, isNumberRow } from "../rules/game/rows.ts";
import { joinWords, plainNumber } from "./format.ts";
import { faceWord } from "./game-words.ts";
import type { Language } from "./language.ts";

/**
 * What a box asks for and what it is worth. There are two forms: the short one stands on pads, the long one on rule sheets and in
 * comparisons. The phrases are put together here because patterns nest; the words stand in the word lists, as `pattern.*`,
 * `score.*` and `box.*`.
 */

/** What phrases about patterns are made with. */
export interface PatternContext {
  readonly language: Language;
  readonly symbols: Game["symbols"];
  /** The dice of the game for the long form, which tells what the rest of them may show; null for the short form. */
  readonly dice: Dice | null;
}

const NO_SYMBOLS: Game["symbols"] = new Map();

/** The small print below a row's name on the pad: what the dice must show, what it is worth, and what if they are served. */
export function boxHint(language: Language, category: Category, symbols = NO_SYMBOLS): string {
  const { served } = category;
  const rule = usualHint({ language, symbols, dice: null }, category);
  if (served === null) return rule;
  return language.translate("box.served.short", { rule, score: formulaText(language, served) });
}

function usualHint(context: PatternContext, category: Category): string {
  const { language, symbols } = context;
  const { pattern, score } = category;
  const worth = scorePhrase(language, score, "short");
  if (pattern.kind === "any") return worth;
  const isPlain = score.kind === "formula" && score.formula.kind === "name";
  if (pattern.kind === "face" && isNumberRow(category) && symbols.size > 0)
    return symbolRow(context, pattern.face, "short");
  const words = patternPhrase(context, pattern);
  // "only the 3s" says already which dice are counted, and a box that is always struck is worth nothing.
  if (pattern.kind === "none" || (pattern.kind === "face" && isPlain)) return words;
  return language.translate("box.rule.short", { pattern: words, score: worth });
}

/** The rule of a box without its label: "at least 3 alike; all pips count". Without a full stop. */
export function boxRule(language: Language, game: Game, category: Category): string {
  const { served } = category;
  const rule = usualRule({ language, symbols: game.symbols, dice: game.dice }, category);
  if (served === null || category.pattern.kind === "none" || isNumberRow(category)) return rule;
  const key = game.turn.servedOn === "first_throw" ? "box.served-first" : "box.served.long";
  return language.translate(key, { rule, score: formulaPhrase(language, served, "long") });
}

function usualRule(context: PatternContext, category: Category): string {
  const { language, symbols } = context;
  const { pattern, score } = category;
  if (pattern.kind === "face" && isNumberRow(category))
    return symbols.size > 0
      ? symbolRow(context, pattern.face, "long")
      : language.translate("box.number", { face: pattern.face });
  const words = patternPhrase(context, pattern);
  const isWorthNothing =
    score.kind === "formula" && score.formula.kind === "number" && score.formula.value === 0;
  if (pattern.kind === "none" || isWorthNothing) return words;
  return language.translate("box.rule.long", { pattern: words, score: scorePhrase(language, score, "long") });
}

/** Each face of a row for symbols is worth its number. */
function symbolRow({ language, symbols }: PatternContext, face: Face, form: Form): string {
  return language.translate(`box.symbol.${form}`, { symbol: faceWord(language, symbols, face), n: face });
}

type Form = "short" | "long";

/** What the dice must show: "3 alike" in short, "at least 3 alike" in long. */
export function patternPhrase(context: PatternContext, pattern: Pattern): string {
  const { language, symbols, dice } = context;
  const parts = (of: readonly Pattern[]) => of.map((part) => patternPhrase(context, part));
  switch (pattern.kind) {
    case "any":
    case "none":
    case "colour":
      return translate(context, pattern.kind);
    case "face":
      return translate(context, "face", {
        n: Math.max(1, pattern.min),
        face: faceWord(language, symbols, pattern.face),
      });
    case "groups":
      return groupsPhrase(context, pattern);
    case "run":
      return dice === null ? shortRun(context, pattern) : longRun({ ...context, dice }, pattern);
    case "faces": {
      const shown = pattern.faces.map((face) => faceWord(language, symbols, face));
      if (dice === null) return shown.join("-");
      return language.translate("pattern.faces", {
        list: joinWords(language, shown, "and"),
        faces: facesShow(context),
      });
    }
    case "sum":
      return sumPhrase(context, pattern);
    case "all":
      return joinParts(context, parts(pattern.of), "and");
    case "one_of":
      return joinParts(context, parts(pattern.of), "or");
    default:
      return pattern satisfies never;
  }
}

/** Short parts may hold commas of their own, so that the word stands between all of them. */
function joinParts({ language, dice }: PatternContext, parts: readonly string[], by: "and" | "or"): string {
  return dice === null ? parts.join(language.translate(`list.${by}`)) : joinWords(language, parts, by);
}

/** Whether faces show numbers or symbols; messages choose their noun by it. */
function facesShow({ symbols }: PatternContext): "numbers" | "symbols" {
  return symbols.size === 0 ? "numbers" : "symbols";
}

/** A message about patterns in the form that the context asks for. */
function translate(
  context: PatternContext,
  key: string,
  args: Readonly<Record<string, string | number>> = {},
): string {
  const form: Form = context.dice === null ? "short" : "long";
  return context.language.translate(`pattern.${key}.${form}`, { faces: facesShow(context), ...args });
}

function groupsPhrase(context: PatternContext, pattern: Extract<Pattern, { kind: "groups" }>): string {
  const coloured = (groups: string) =>
    pattern.sameColour ? translate(context, "same-colour", { groups }) : groups;
  const { language, dice } = context;
  const { sizes, distinct } = pattern;
  const faces = facesShow(context);
  const n = sizes.reduce((sum, size) => sum + size, 0);
  if (sizes.length === 1) {
    const isExact = dice === null || n >= dice.scored;
    return coloured(language.translate(`pattern.alike.${isExact ? "short" : "long"}`, { n }));
  }
  if (dice === null) return coloured(translate(context, "groups", { sizes: sizes.join(" + ") }));
  const kinds = [...new Set(sizes)].map((size) => ({
    n: size,
    times: sizes.filter((other) => other === size).length,
  }));
  const words = kinds.map((kind) => language.translate("pattern.group", kind));
  const groups = joinWords(language, words, "and");
  if (!distinct) return language.translate("pattern.groups-loose", { groups: coloured(groups), n, faces });
  const [first = "", second = ""] = words;
  if (kinds.length === 2 && sizes.length === 2)
    return coloured(language.translate("pattern.groups-two", { first, second, faces }));
  return translate(context, "groups", { groups: coloured(groups) });
}

type Run = Extract<Pattern, { kind: "run" }>;

function shortRun(context: PatternContext, { length, from }: Run): string {
  if (from === null) return translate(context, "run", { n: length });
  const [first, last] = [from, from + length - 1].map((face) =>
    faceWord(context.language, context.symbols, face),
  );
  return translate(context, "run-from", { from: first ?? "", to: last ?? "" });
}

/** At most this many runs are listed; more would be longer than the rule. */
const MAX_LISTED_RUNS = 3;

function longRun(context: PatternContext & { readonly dice: Dice }, pattern: Run): string {
  const { language, dice } = context;
  const run = whichRuns(context, pattern);
  const n = dice.scored - pattern.length;
  return n > 0 ? language.translate("pattern.rest-free", { run, n }) : run;
}

function whichRuns(context: PatternContext & { readonly dice: Dice }, { length, from, wrap }: Run): string {
  const { language, symbols, dice } = context;
  const faces = facesShow(context);
  const starts = from === null ? facesOf(dice).filter((face) => canStart(face, length, dice)) : [from];
  // Hyphens between letters would be taken for places to break a line at.
  const between = faces === "symbols" ? "\u00a0" : "-";
  const runs = starts.map((start) =>
    Array.from({ length }, (_, at) => faceWord(language, symbols, start + at)).join(between),
  );
  const listed = joinWords(language, runs, "or");
  if (runs.length === 1) return translate(context, "run-from", { run: listed });
  if (wrap) return language.translate("pattern.run-wrap", { n: length, faces });
  if (runs.length > MAX_LISTED_RUNS) return translate(context, "run", { n: length });
  return language.translate("pattern.run-listed", { n: length, runs: listed, faces });
}

/** Whether the dice can show a run from this face on; with unlike dice not every one is to be had. */
function canStart(face: Face, length: number, dice: Dice): boolean {
  const run: Pattern = { kind: "run", length, from: face, wrap: false };
  return handsOf(dice).some((hand) => hitsOf(run, hand, dice).length > 0);
}

function sumPhrase(context: PatternContext, { eq, min, max }: Extract<Pattern, { kind: "sum" }>): string {
  if (eq !== null) return translate(context, "sum", { n: eq });
  if (min !== null && max !== null) return translate(context, "sum-between", { min, max });
  return min !== null
    ? translate(context, "sum-min", { n: min })
    : translate(context, "sum-max", { n: max ?? 0 });
}

/** What a hit is worth: "30 points" in short, "flat 30 points" in long. */
export function scorePhrase(language: Language, score: Score, form: Form): string {
  if (score.kind === "formula") return formulaPhrase(language, score.formula, form);
  const values =
    form === "short" ? score.values.join("/") : joinWords(language, score.values.map(String), "or");
  return language.translate(`score.by-throw.${form}`, { values });
}

/** A formula in words where the language has words for one of its kind, else as one writes it by hand. */
function formulaPhrase(language: Language, formula: Formula, form: Form): string {
  const known = knownFormula(formula);
  const key = `score.${known?.kind}.${form}`;
  if (known === null || !language.has(key)) return formulaText(language, formula);
  return language.translate(key, { n: known.n });
}

/** The formulas that games like best: a number, the pips, their negative, a multiple, a number on top. */
function knownFormula(formula: Formula): { readonly kind: string; readonly n: number } | null {
  switch (formula.kind) {
    case "number":
      return { kind: "number", n: formula.value };
    case "name":
      return { kind: formula.name, n: 0 };
    case "minus":
      return formula.of.kind === "name" ? { kind: `minus-${formula.of.name}`, n: 0 } : null;
    case "binary": {
      const { op, left, right } = formula;
      if (op === "-" || left.kind !== "number" || right.kind !== "name") return null;
      return { kind: `${op === "*" ? "times" : "plus"}-${right.name}`, n: left.value };
    }
    default:
      return formula satisfies never;
  }
}

/** A formula as one writes it by hand, with the language's names: "40 + pips", "2 × (pips − 5)". */
export function formulaText(language: Language, formula: Formula): string {
  return namedFormula(formula, (name) => language.translate(`score.name.${name}`));
}

/** What a section comes to, where that is not the sum of its boxes: "(Maximum − Minimum) × Ones"; else null. */
export function sectionFormula(
  game: Game,
  language: Language,
  { total }: Pick<Section, "total">,
): string | null {
  if (total === null) return null;
  const labels = new Map(categoriesOf(game).map(({ id, label }) => [id, language.text(label)]));
  return namedFormula(total, (id) => labels.get(id) ?? id);
}

const SIGNS = { "+": "+", "-": "\u2212", "*": "×" } as const;
const PRECEDENCE = { "+": 1, "-": 1, "*": 2 } as const;
const MINUS_PRECEDENCE = 3;

/** A formula with names of its own: "(Maximum − Minimum) × Ones". */
export function namedFormula<N extends string>(formula: Formula<N>, nameOf: (name: N) => string): string {
  switch (formula.kind) {
    case "number":
      return plainNumber(formula.value);
    case "name":
      return nameOf(formula.name);
    case "minus":
      return `\u2212${bracketed(formula.of, MINUS_PRECEDENCE, nameOf)}`;
    case "binary": {
      const { op, left, right } = formula;
      const precedence = PRECEDENCE[op];
      const second = bracketed(right, op === "-" ? precedence + 1 : precedence, nameOf);
      return `${bracketed(left, precedence, nameOf)} ${SIGNS[op]} ${second}`;
    }
    default:
      return formula satisfies never;
  }
}

function bracketed<N extends string>(
  formula: Formula<N>,
  precedence: number,
  nameOf: (name: N) => string,
): string {
  const text = namedFormula(formula, nameOf);
  return formula.kind === "binary" && PRECEDENCE[formula.op] < precedence ? `(${text})` : text;
}
