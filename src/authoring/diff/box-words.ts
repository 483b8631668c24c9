import type { Formula } from "../../rules/dice/formula.ts";
import type { Constraint, Requirement } from "../../rules/game/game.ts";
import { numberRanges } from "../../i18n/number-ranges.ts";
import { boxRule } from "../../i18n/rule-phrases.ts";
import { type FactWords, ownWords, quotedBox, type Speaker, together, wordFor } from "./speaker.ts";

/** Sections and boxes; their rules as the rule sheet has them. */
export const BOX_WORDS: FactWords<
  | "section"
  | "section-label"
  | "box"
  | "box-id"
  | "box-label"
  | "box-rule"
  | "box-scores"
  | "box-strike"
  | "box-requires"
  | "box-section"
  | "row-order"
  | "constraint"
  | "section-total"
  | "section-floor"
> = {
  section: ownWords,
  "section-label": ownWords,
  box: (box, { language, game }) => boxRule(language, game, box),
  "box-id": (id) => id,
  "box-label": ownWords,
  "box-rule": (box, { language, game }) => boxRule(language, game, box),
  "box-scores": ({ legal }, { language }) => scoresWords(legal) || language.say("diff.value.no-scores"),
  "box-strike": (value, speaker) => wordFor(speaker, "strike", value),
  "box-requires": requiresWords,
  "box-section": ownWords,
  "row-order": (labels, speaker) => labels.map((label) => ownWords(label, speaker)).join(", "),
  constraint: constraintWords,
  "section-total": boxFormulaWords,
  "section-floor": (n, { language }) => language.say("unit.points", { n }),
};

/** Scores of a box, runs drawn together. */
export function scoresWords(scores: readonly number[]): string {
  return numberRanges(scores);
}

function requiresWords(requires: readonly Requirement[], speaker: Speaker): string {
  const conditions = requires.map(({ category, is }) =>
    speaker.language.say(`diff.value.requires.${is}`, { box: quotedBox(speaker, category) }),
  );
  return conditions.join(", ");
}

const RELATIONS = { "<": "less", "<=": "most", ">": "more", ">=": "least" } as const;

function constraintWords({ left, comparison, right, between }: Constraint, speaker: Speaker): string {
  const relation = speaker.language.say(`diff.value.constraint.${RELATIONS[comparison]}`, {
    left: quotedBox(speaker, left),
    right: quotedBox(speaker, right),
  });
  return together([relation, wordFor(speaker, "between", between)]);
}

const SIGNS = { "+": "+", "-": "\u2212", "*": "×" } as const;

/** A formula about boxes, with their names: (“Maximum” − “Minimum”) × “Ones”. */
function boxFormulaWords(formula: Formula<string>, speaker: Speaker): string {
  switch (formula.kind) {
    case "number":
      return String(formula.value);
    case "name":
      return quotedBox(speaker, formula.name);
    case "minus":
      return `${SIGNS["-"]}${inBrackets(formula.of, speaker)}`;
    case "binary": {
      const { op, left, right } = formula;
      const first = op === "*" ? inBrackets(left, speaker) : boxFormulaWords(left, speaker);
      const second = op === "+" ? boxFormulaWords(right, speaker) : inBrackets(right, speaker);
      return `${first} ${SIGNS[op]} ${second}`;
    }
  }
}

function inBrackets(formula: Formula<string>, speaker: Speaker): string {
  const words = boxFormulaWords(formula, speaker);
  return formula.kind === "binary" ? `(${words})` : words;
}
