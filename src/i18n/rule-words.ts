import type { Face } from "../rules/dice/dice.ts";
import type { Formula, Score } from "../rules/dice/formula.ts";
import type { Pattern } from "../rules/dice/pattern.ts";
import type { Language } from "./language.ts";

/** What a face is called: its number, or the symbol that it shows. */
export type FaceName = (face: Face) => string;

/** What the dice must show, in a few words: "3 gleiche", "5 in Folge". */
export function patternWords(language: Language, pattern: Pattern, faceName: FaceName = String): string {
  const parts = (of: readonly Pattern[]) => of.map((part) => patternWords(language, part, faceName));
  switch (pattern.kind) {
    case "any":
    case "none":
    case "colour":
      return language.translate(`pattern.${pattern.kind}`);
    case "face":
      return language.translate("pattern.face", { face: faceName(pattern.face) });
    case "groups":
      return groupWords(language, pattern);
    case "run":
      return pattern.from === null
        ? language.translate("pattern.run", { n: pattern.length })
        : language.translate("pattern.run-from", {
            from: faceName(pattern.from),
            to: faceName(pattern.from + pattern.length - 1),
          });
    case "faces":
      return language.translate("pattern.faces", { faces: pattern.faces.map(faceName).join("-") });
    case "sum":
      return sumWords(language, pattern);
    case "all":
      return parts(pattern.of).join(language.translate("pattern.and"));
    case "one_of":
      return parts(pattern.of).join(language.translate("pattern.or"));
  }
}

function groupWords(language: Language, { sizes, sameColour }: Extract<Pattern, { kind: "groups" }>): string {
  const groups =
    sizes.length === 1
      ? language.translate("pattern.group", { n: sizes[0] ?? 0 })
      : language.translate("pattern.groups", { sizes: sizes.join(language.translate("pattern.plus")) });
  return sameColour ? language.translate("pattern.same-colour", { groups }) : groups;
}

function sumWords(language: Language, { eq, min, max }: Extract<Pattern, { kind: "sum" }>): string {
  if (eq !== null) return language.translate("pattern.sum", { n: eq });
  if (min !== null && max !== null) return language.translate("pattern.sum-between", { min, max });
  return min !== null
    ? language.translate("pattern.sum-min", { n: min })
    : language.translate("pattern.sum-max", { n: max ?? 0 });
}

/** What a hit is worth, in a few words: "alle Augen", "40 + Augen", "30 Punkte". */
export function scoreWords(language: Language, score: Score): string {
  if (score.kind === "by_roll")
    return language.translate("score.by-throw", { values: score.values.join("/") });
  const { formula } = score;
  if (formula.kind === "number") return language.translate("score.number", { n: formula.value });
  if (formula.kind === "name" && language.has(`score.${formula.name}`)) {
    return language.translate(`score.${formula.name}`);
  }
  if (formula.kind === "minus" && formula.of.kind === "name") {
    const key = `score.minus-${formula.of.name}`;
    if (language.has(key)) return language.translate(key);
  }
  return language.translate("score.other", { formula: formulaWords(language, formula) });
}

const SIGNS = { "+": "+", "-": "\u2212", "*": "×" } as const;
const RANK = { "+": 1, "-": 1, "*": 2 } as const;

/** A formula as one writes it by hand, with the language's names: "40 + Augen", "2 × (Augen − 5)". */
export function formulaWords(language: Language, formula: Formula): string {
  return namedFormula(formula, (name) => language.translate(`score.name.${name}`));
}

/** A formula as one writes it by hand: "(Maximum − Minimum) × Einser". */
export function namedFormula<N extends string>(formula: Formula<N>, nameOf: (name: N) => string): string {
  switch (formula.kind) {
    case "number":
      return String(formula.value).replace("-", "\u2212");
    case "name":
      return nameOf(formula.name);
    case "minus":
      return `\u2212${bracketed(formula.of, 3, nameOf)}`;
    case "binary": {
      const rank = RANK[formula.op];
      const right = bracketed(formula.right, formula.op === "-" ? rank + 1 : rank, nameOf);
      return `${bracketed(formula.left, rank, nameOf)} ${SIGNS[formula.op]} ${right}`;
    }
  }
}

function bracketed<N extends string>(formula: Formula<N>, rank: number, nameOf: (name: N) => string): string {
  const words = namedFormula(formula, nameOf);
  return formula.kind === "binary" && RANK[formula.op] < rank ? `(${words})` : words;
}
