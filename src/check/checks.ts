import { type BOX_CHECKS, examineBoxes, type Found, nearestPossible, repeatFault } from "./box-checks.ts";
import { computedLines, isRight } from "./computed-lines.ts";
import { entryScore, type Sheet, hasWonAtOnce } from "./sheet.ts";
import { placeName, rowName } from "../i18n/game-words.ts";
import type { Language } from "../i18n/language.ts";
import { COMPARISON_WORDS } from "../i18n/rule-phrases.ts";
import type { Comparison, Game } from "../rules/game/game.ts";
import { hasWon } from "../rules/game/rows.ts";
import type { LineKind } from "../rules/sums/sum-graph.ts";

/** A sheet with everything that the checks look at, computed once. */
export type Examined = ReturnType<typeof examine>;
export type ExaminedPlayer = Examined["players"][number];

export function examine(sheet: Sheet) {
  const players = sheet.players.map((player) => {
    const boxes = examineBoxes(player, sheet);
    return { ...boxes, lines: computedLines(boxes) };
  });
  const isDone =
    players.every(({ player, filled, boxes }) => player.left || filled === boxes.length) ||
    players.some(({ player }) => hasWonAtOnce(sheet.game, player));
  /** Called complete, or every box of everybody who stayed is filled, or a player won at once. */
  const complete = sheet.complete === true || isDone;
  return { sheet, players, complete };
}

/** The checks that follow those of the boxes: the end of the game, turns, then sums. Each finds what is wrong with the sheet of one player. */
export const SHEET_CHECKS = {
  /** A roll that wins at once ends the game: all that did so came in one turn of one player. */
  "second-winner": (examined, { sheet, players }) => {
    const wins = sheet.columnsAreGames === true ? instantWins(examined) : players.flatMap(instantWins);
    const [first] = wins;
    if (first === undefined) return [];
    const others = [
      ...instantWins(first.by).slice(sheet.game.turn.entries),
      ...wins.filter(({ by }) => by !== first.by),
    ];
    return others
      .filter(({ by }) => by === examined)
      .map(({ column, category, written }) => {
        const reason = first.by === examined ? "own" : "other";
        const facts = { reason, name: first.by.player.name, first: first.category, before: first.column };
        return { column, category, written, facts };
      });
  },

  /** Where a turn fills several boxes, their number is a multiple of it between turns. */
  "entries-per-turn": ({ game, boxes, filled, mustBeFull }) => {
    const { entries } = game.turn;
    // On a sheet that is called complete, the missing box is reported itself; the last turn may have boxes to spare.
    if (mustBeFull || filled === boxes.length || filled % entries === 0) return [];
    return [{ facts: { filled, entries } }];
  },

  /** While a game is on, nobody is more than one turn ahead; players who left don't count. */
  "uneven-turns": (player, { sheet, players }) => {
    if (sheet.complete === true || sheet.columnsAreGames === true || player.player.left) return [];
    const { entries } = sheet.game.turn;
    const present = players.filter(({ player }) => !player.left);
    const { even, odd } = splitByTurns(present, entries);
    if (!odd.includes(player)) return [];
    const others = even.length;
    // Whether those whom the player is compared with are one, everybody else, or only some of the others.
    const share = others === 1 ? "one" : others === present.length - 1 ? "all" : "some";
    const name = even[0]?.player.name ?? "";
    const entered = even.map((one) => countTurns(one, entries));
    const [fewest, most] = [Math.min(...entered), Math.max(...entered)];
    const turns = countTurns(player, entries);
    return [{ facts: { turns, share, others, name, fewest, most, spread: most - fewest } }];
  },

  /** Extra points for extra rolls are a multiple of the bonus, need the gate's condition, and each takes a box that can hold one. */
  repeats: (examined) => {
    const { repeats } = examined.game;
    const fault = repeatFault(examined);
    if (fault === null || repeats === null) return [];
    const { reason, possible } = fault;
    const written = examined.player.sheetLines.get("repeats") ?? 0;
    const facts = { reason, bonus: repeats.bonus, of: repeats.of, most: Math.max(...possible) };
    return [{ line: "repeats", written, expected: nearestPossible(possible, written), facts }];
  },

  /** A section's sum is the sum of its boxes, or what the game works out from them. */
  "wrong-sum": (player) => wrongLines(player, ["sum"]),

  /** A bonus is the one that the sum, or whatever it is measured by, has reached before the bonus is added. */
  "wrong-bonus": (player) => wrongLines(player, ["bonus", "row-bonus", "column-bonus", "sheet-bonus"]),

  /** A section's, a column's and the grand total add up the lines above them. */
  "wrong-total": (player) => wrongLines(player, ["total", "column-total", "grand-total", "points-total"]),
} satisfies Readonly<Record<string, (player: ExaminedPlayer, examined: Examined) => readonly Found[]>>;

/** The kinds of finding, each named after the rule that is broken. */
export type FindingCode = keyof typeof BOX_CHECKS | keyof typeof SHEET_CHECKS;

/** Something on the sheet that can't be right. What does not apply is null. */
export interface Finding extends Required<Found> {
  readonly code: FindingCode;
  readonly player: string | null;
}

/** Lines of some kinds that agree with the lines above neither as written nor as computed. */
function wrongLines({ lines }: ExaminedPlayer, kinds: readonly LineKind[]): Found[] {
  return lines
    .filter((line) => kinds.includes(line.kind) && !isRight(line))
    .map(({ line, column, written, computed }) => ({ line, column, written, expected: computed }));
}

/** The boxes in which a player won at once, without those that are reported themselves. */
function instantWins(by: ExaminedPlayer) {
  const { game, boxes, isDoubtful } = by;
  return boxes
    .filter(
      ({ column, category, entry }) =>
        hasWon(game, category, entryScore(entry)) && !isDoubtful(column, category.id),
    )
    .map(({ column, category, entry }) => ({
      by,
      column,
      category: category.id,
      written: entryScore(entry),
    }));
}

type FilledCount = Pick<ExaminedPlayer, "filled" | "filledWithHoles">;

/** Parts players: most are within two numbers of turns (at a tie the later, as entries are forgotten), others are odd. @param entries per turn */
export function splitByTurns<T extends FilledCount>(
  present: readonly T[],
  entries: number,
): { even: readonly T[]; odd: T[] } {
  const windows = present.flatMap((player) => [-1, 0, 1].map((step) => countTurns(player, entries) + step));
  let even: readonly T[] = [];
  for (const low of [...new Set(windows)].filter((low) => low >= 0).sort((a, b) => b - a)) {
    // A turn that is half written down, or that left a hole, is reported elsewhere and may be counted or not.
    const within = present.filter(
      (one) => Math.ceil(one.filledWithHoles / entries) >= low && countTurns(one, entries) <= low + 1,
    );
    if (within.length > even.length) even = within;
  }
  return { even, odd: present.filter((player) => !even.includes(player)) };
}

function countTurns({ filled }: FilledCount, entries: number): number {
  return Math.floor(filled / entries);
}

/** Facts that are ids of categories; a message gets their labels. */
const CATEGORY_FACTS = ["first", "other", "of"] as const;

/** A finding in a sentence for players: who, where, what was written, what would be right. */
export function tellFinding(finding: Finding, game: Game, language: Language): string {
  const { code, player, column, category, line, written, expected, facts } = finding;
  const reason = typeof facts.reason === "string" ? `.${facts.reason}` : "";
  const words: Record<string, string | number> = { ...facts };
  for (const fact of CATEGORY_FACTS) {
    const id = facts[fact];
    if (typeof id === "string") words[fact] = rowName(game, language, id);
  }
  if (typeof facts.before === "string" && typeof facts.first === "string")
    words.first = placeName(game, language, { player: null, column: facts.before, row: facts.first });
  if (facts.comparison !== undefined) words.comparison = COMPARISON_WORDS[facts.comparison as Comparison];
  const nearest = expected === null ? [] : [expected].flat();
  const row = category ?? line;
  const list = new Intl.ListFormat(language.code, { type: "disjunction" });
  return language.translate(`finding.${code}${reason}`, {
    ...words,
    who: placeName(game, language, { player, column, row: null }),
    box: row === null ? "" : rowName(game, language, row),
    written: written ?? "",
    expected: list.format(nearest.map(String)),
    count: nearest.length,
  });
}
