import { strikeMarks } from "../../check/read/box-entry.ts";
import type { Language } from "../../i18n/language.ts";
import { foldFormula, type FormulaOperation } from "../../rules/dice/formula.ts";
import type { Game, TierMode } from "../../rules/game/game.ts";
import { listColumnCategories, withRowSums } from "../../rules/game/rows.ts";
import { listSheetLines, nodeId, sumGraph, type SumNode } from "../../rules/sums/sum-graph.ts";
import { characters } from "../layout/sheet-code.ts";

/** The scripts of fields: calls of `templates/form.js`. */
export const ACTIONS = {
  keystroke: "augenblock.keystroke(event);",
  validate: "augenblock.validate(event, app);",
  calculate: "augenblock.calculate(event, this);",
} as const;

/** What a viewer runs when it opens a form: the library (the text of `templates/form.js`), then its call with the table of the game. */
export function formScript(library: string, game: Game, language: Language): string {
  const marks = [...strikeMarks(game.strike.marks)];
  const table = {
    ...formRules(withRowSums(game)),
    marks,
    characters: [...new Set(`0123456789+ ${marks.join("")}`)].join(""),
    words: {
      // The script replaces both placeholders.
      impossible: language.translate("form.impossible", { written: "{written}", possible: "{possible}" }),
      notAScore: language.translate("form.not-a-score", { mark: game.strike.marks[0] ?? "" }),
      or: language.translate("list.or"),
      noStrike: language.translate("form.no-strike"),
    },
  };
  const script = `${library}\naugenblock = augenblock(${JSON.stringify(table)});\n`;
  // Viewers disagree on the encoding of scripts.
  const toUnicodeEscape = (character: string) =>
    `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return script.replace(/[^\n\x20-\x7e]/g, toUnicodeEscape);
}

/** Eight characters of a hash of a game's rules without its words: they show whether a form was made for this game. */
export function rulesDigest(game: Game): string {
  const columns = game.columns.map(({ id, order, entry }) => [id, order, entry]);
  const { constraints, repeats, turn } = game;
  // Forms were the same without totals of rows, which are computed from the boxes.
  const rules = formRules({ ...game, padSums: [] });
  return characters(JSON.stringify([rules, columns, constraints, repeats, turn.entries]), 8);
}

/** The rules of a game for its form: valid scores of boxes, and how lines are computed. */
function formRules(game: Game) {
  const filled = game.columns.flatMap((column) =>
    listColumnCategories(game, column).map(({ id, legal, strike }) => {
      const mayBeStruck = strike !== "never";
      return { id: nodeId({ column: column.id, row: id }), scores: JSON.stringify(legal), mayBeStruck };
    }),
  );
  const scores = [...new Set(filled.map((box) => box.scores))];
  const { repeats } = game;
  const isWritten = repeats !== null && listSheetLines(game).some(({ kind }) => kind === "repeats");
  return {
    /** By box: the index of its set of scores, and whether it may be struck. */
    boxes: Object.fromEntries(filled.map((box) => [box.id, [scores.indexOf(box.scores), box.mayBeStruck]])),
    /** The different sets of scores, each ascending. */
    scores: scores.map((set): number[] => JSON.parse(set)),
    /** By line that is filled in by hand: the number that its value is a multiple of. */
    multiples: isWritten ? { [nodeId({ column: null, row: "repeats" })]: repeats.bonus } : {},
    /** By computed line. */
    sums: Object.fromEntries(lineSums(game)),
  };
}

/** How a line is computed, for `templates/form.js`: a number, the name of a player's field, or an operation. */
type Sum =
  | number
  | string
  | readonly [FormulaOperation, readonly Sum[]]
  /** At least the number. */
  | readonly ["least", number, Sum]
  /** Blank until all fields are filled. */
  | readonly ["all", readonly string[], Sum]
  /** The number of fields with points, or struck. */
  | readonly ["scored" | "struck", readonly string[]]
  /** The worth of the steps that were reached: of the last, or of all. */
  | readonly ["steps", TierMode, readonly (readonly [from: number, add: number])[], Sum];

/** The computed lines of a game, by the names of their fields, each from the boxes alone. */
export function lineSums(game: Game): Map<string, Sum> {
  const lines = sumGraph(game).nodes.filter(({ kind, rule }) => kind !== "part" && rule.kind !== "written");
  return new Map(lines.map((node) => [node.id, buildSumExpression(node)]));
}

function buildSumExpression({ id, rule, inputs }: SumNode): Sum {
  const parts = inputs.map(buildSumExpression);
  const [only = 0] = parts;
  const fields = inputs.map((input) => input.id);
  switch (rule.kind) {
    case "written":
      return id;
    case "sum":
      return parts.length === 1 ? only : ["+", parts];
    case "times":
      return ["*", [rule.factor, only]];
    case "at-least":
      return ["least", rule.floor, only];
    case "formula": {
      const sum = foldFormula<string, Sum>(rule.formula, {
        number: (value) => value,
        name: (name) => inputs.find(({ row }) => row === name)?.id ?? 0,
        binary: (op, left, right) => [op, [left, right]],
      });
      return ["all", fields, sum];
    }
    case "count":
      return [rule.of, fields];
    case "tiers":
      return ["steps", rule.tierMode, rule.tiers.map(({ from, add }) => [from, add] as const), only];
    default:
      return rule satisfies never;
  }
}
