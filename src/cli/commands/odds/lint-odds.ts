import { type BalanceRemark, balanceRemarks } from "../../../odds/balance.ts";
import type { FoundOdds } from "../../../odds/find.ts";
import type { Game } from "../../../rules/game/game.ts";
import { findCategory } from "../../../rules/game/rows.ts";
import { type Message, msg } from "../../../rules/problem/message.ts";
import { Failure, type Problem, problem } from "../../../rules/problem/problem.ts";
import { needOdds } from "./need-odds.ts";

/** Warnings about what is out of balance in a game under best play, or why nobody knows. @param file where it stands */
export async function oddsWarnings(game: Game, file: string): Promise<Problem[]> {
  try {
    return listBalanceWarnings(game, file, await needOdds(game));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    // Other files are looked at all the same.
    return error.problems.map((one): Problem => ({ ...one, severity: "warning" }));
  }
}

/** The same where the odds are known; what is so in all columns is told once. */
export function listBalanceWarnings(game: Game, file: string, { odds, interval }: FoundOdds): Problem[] {
  const found = balanceRemarks(odds, (id) => Math.max(0, ...(findCategory(game, id)?.legal ?? [])));
  const ofGame = { file, isExact: interval === null };
  const told = found.map((one) => ({ one, warning: describeImbalance(one, ofGame, null) }));
  const timesTold = (message: string) => told.filter(({ warning }) => warning.message === message).length;
  const warnings = told.map(({ one, warning }) => {
    const isOfAll = one.column === null || timesTold(warning.message) === game.columns.length;
    return isOfAll ? warning : describeImbalance(one, ofGame, one.column);
  });
  return [...new Map(warnings.map((one) => [one.message, one])).values()];
}

/** A game, and whether its odds are exact. */
interface JudgedGame {
  readonly file: string;
  readonly isExact: boolean;
}

/** @param column the only column that it is about; null where it is about all */
function describeImbalance(
  judgement: BalanceRemark,
  { file, isExact }: JudgedGame,
  column: string | null,
): Problem {
  const severity = "warning";
  const play = isExact
    ? msg("cli.with-optimal-play")`with optimal play`
    : msg("cli.simulated-play")`in simulated play`;
  const describePlace = (name: string): Message | string =>
    column === null ? `\`${name}\`` : msg("cli.column")`\`${name}\` of column \`${column}\``;
  const easier = msg("cli.make-easier-get")`make it easier to get, or worth more, so that people try for it`;
  switch (judgement.kind) {
    case "often-zero":
      return problem(
        judgement.kind,
        msg(
          "cli.holds-zero-games-2",
        )`${play}, ${describePlace(judgement.category)} holds a zero in ${perCent(judgement.zero)} % of the games`,
        { severity, hint: easier },
      );
    case "too-little":
      return problem(
        judgement.kind,
        msg(
          "cli.brings-only-points-average",
        )`${play}, ${describePlace(judgement.category)} brings only ${judgement.mean.toFixed(1)} points on average`,
        { severity, hint: easier },
      );
    case "rarely-reached":
    case "nearly-sure": {
      const { kind, probability, from, section } = judgement;
      const message = msg(
        "cli.games-reach-points-2",
      )`${play}, ${perCent(probability)} % of the games reach the ${from} points of ${describePlace(section)}`;
      const hint = isExact
        ? msg(
            "cli.augenblock-balance-reach",
          )`\`augenblock odds balance ${file} --reach 50\` finds where half of the games reach it`
        : kind === "nearly-sure"
          ? msg("cli.let-bonus-begin")`let the bonus begin at more points`
          : msg("cli.let-bonus-begin-fewer")`let the bonus begin at fewer points`;
      return problem(kind, message, { severity, hint });
    }
    default:
      return judgement satisfies never;
  }
}

/** Whole per cent, so that columns that are nearly alike are told once. */
function perCent(share: number): number {
  return Math.round(share * 100);
}
