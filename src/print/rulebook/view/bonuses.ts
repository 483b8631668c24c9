import type { Bonus, Game } from "../../../rules/game/game.ts";
import { worthOfColumn } from "../../../rules/game/payout.ts";
import { columnLabel, lineLabel } from "../../../i18n/game-words.ts";
import type { Language } from "../../../i18n/language.ts";
import { boxName } from "./boxes.ts";

/** A bonus that belongs to no section. */
export interface BonusView {
  readonly name: string;
  readonly scope: Bonus["scope"];
  /** The row that it looks at; null where it looks at more. */
  readonly row: string | null;
  readonly of: Bonus["of"];
  readonly steps: readonly StepView[];
  /** Whether there are so many steps that they are easier to look up in a table. */
  readonly isLong: boolean;
  readonly allSteps: boolean;
}

interface StepView {
  readonly from: number;
  /** Where the next step starts, less one; null for the last. */
  readonly to: number | null;
  readonly add: number;
}

/** More steps than these are told in a table. */
const MAX_IN_A_SENTENCE = 4;

/** The bonuses that are added to the total, or that bring victory points. */
export function bonusViews(game: Game, language: Language, to: Bonus["to"]): BonusView[] {
  return game.bonuses
    .filter((bonus) => bonus.to === to)
    .map((bonus) => ({
      name: lineLabel(game, language, `bonus.${bonus.id}`),
      scope: bonus.scope,
      row: bonus.row === null ? null : boxName(game, language, bonus.row),
      of: bonus.of,
      steps: bonus.tiers.map(({ from, add }, at) => {
        const next = bonus.tiers[at + 1];
        return { from, to: next === undefined ? null : next.from - 1, add };
      }),
      isLong: bonus.tiers.length > MAX_IN_A_SENTENCE,
      allSteps: bonus.tierMode === "sum",
    }));
}

/** What columns are worth that are won one by one. */
export interface PrizesView {
  readonly columns: readonly { readonly name: string; readonly worth: number }[];
  readonly sweep: number;
  /** Whether those with fewer points pay those with more. */
  readonly isPaid: boolean;
}

/** Null where columns are not won one by one. */
export function prizesView(game: Game, language: Language): PrizesView | null {
  if (game.ranking.by !== "columns") return null;
  return {
    columns: game.columns.map((column) => ({
      name: columnLabel(language, column),
      worth: worthOfColumn(game, column.id),
    })),
    sweep: game.prizes?.sweep ?? 0,
    isPaid: game.prizes !== null,
  };
}
