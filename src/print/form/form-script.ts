import { categoriesIn } from "../../rules/game/entering.ts";
import type { Game } from "../../rules/game/game.ts";
import { linesOf } from "../../rules/sums/lines.ts";
import { characters } from "../layout/sheet-code.ts";
import { strikeMarks } from "../../check/sheet/ink.ts";
import type { Language } from "../../i18n/language.ts";
import { nodeId } from "../../rules/sums/sum-graph.ts";
import { lineSums, type Sum } from "./line-sums.ts";

/** The rules of a game as its form knows them: what may stand in a box, and what a line comes to. */
interface FormRules {
  /** By box: its place among the scores, and whether it may be struck. */
  readonly boxes: Readonly<Record<string, readonly [scores: number, mayBeStruck: boolean]>>;
  /** Every set of scores that a box can have, ascending. */
  readonly scores: readonly (readonly number[])[];
  /** By line that is filled in by hand: the number that it is a multiple of. */
  readonly multiples: Readonly<Record<string, number>>;
  /** By line that is worked out. */
  readonly sums: Readonly<Record<string, Sum>>;
}

/** What fields run, in the words of `templates/form.js`. */
export const ACTIONS = {
  keystroke: "augenblock.keystroke(event);",
  validate: "augenblock.validate(event, app);",
  calculate: "augenblock.calculate(event, this);",
} as const;

/**
 * What a viewer runs when it opens a form: the library, then the table of the game.
 *
 * @param library the text of `templates/form.js`
 */
export function formScript(library: string, game: Game, language: Language): string {
  const marks = [...strikeMarks(game.strike.marks)];
  const [mark = ""] = game.strike.marks;
  const table = {
    ...formRules(game),
    marks,
    characters: [...new Set(`0123456789+ ${marks.join("")}`)].join(""),
    words: {
      // The viewer puts in what was written, and what is possible.
      impossible: language.translate("form.impossible", { written: "{written}", possible: "{possible}" }),
      notAScore: language.translate("form.not-a-score", { mark }),
      or: language.translate("rule.or"),
      noStrike: language.translate("form.no-strike"),
    },
  };
  return inAscii(`${library}\naugenblock = augenblock(${JSON.stringify(table)});\n`);
}

/** Eight characters made from the rules of a game without its words: they tell whether it still is the game that a form was made for. */
export function rulesDigest(game: Game): string {
  const columns = game.columns.map(({ id, order, entry }) => [id, order, entry]);
  const { constraints, repeats, turn } = game;
  return characters(JSON.stringify([formRules(game), columns, constraints, repeats, turn.entries]), 8);
}

function formRules(game: Game): FormRules {
  const scores = new Map<string, number>();
  const boxes = game.columns.flatMap((column) =>
    categoriesIn(game, column).map(({ id, legal, strike }) => {
      const key = JSON.stringify(legal);
      const at = scores.get(key) ?? scores.size;
      scores.set(key, at);
      return [nodeId({ column: column.id, row: id }), [at, strike !== "never"]] as const;
    }),
  );
  const { repeats } = game;
  const isWritten = repeats !== null && linesOf(game).some(({ kind }) => kind === "repeats");
  return {
    boxes: Object.fromEntries(boxes),
    scores: [...scores.keys()].map((key) => JSON.parse(key) as number[]),
    multiples: isWritten ? { [nodeId({ column: null, row: "repeats" })]: repeats.bonus } : {},
    sums: Object.fromEntries(lineSums(game)),
  };
}

/** Viewers disagree on how a script's other characters are written. */
function inAscii(script: string): string {
  return script.replace(
    /[^\n\x20-\x7e]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
