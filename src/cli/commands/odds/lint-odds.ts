import { type Judgement, judgements } from "../../../odds/balance.ts";
import type { Game } from "../../../rules/game/game.ts";
import { categoryOf } from "../../../rules/game/rows.ts";
import { msg } from "../../../rules/problem/message.ts";
import { type Problem, problem } from "../../../rules/problem/problem.ts";
import { needOdds } from "./need-odds.ts";

/** Warnings about what is out of balance in a game under best play; each box and step once for all columns. */
export async function oddsWarnings(game: Game): Promise<Problem[]> {
  const { odds } = await needOdds(game);
  const found = judgements(odds, (id) => Math.max(0, ...(categoryOf(game, id)?.legal ?? [])));
  const warnings = found.map(warningFor);
  return [...new Map(warnings.map((one) => [one.message, one])).values()];
}

function warningFor(judgement: Judgement): Problem {
  const severity = "warning";
  switch (judgement.kind) {
    case "often-zero":
      return problem(
        judgement.kind,
        msg`under best play, \`${judgement.category}\` holds a zero in ${perCent(judgement.zero)} % of the games`,
        { severity, hint: msg`make it easier to get, or worth more, so that people try for it` },
      );
    case "too-little":
      return problem(
        judgement.kind,
        msg`under best play, \`${judgement.category}\` brings only ${judgement.mean.toFixed(1)} points on average`,
        { severity, hint: msg`make it easier to get, or worth more, so that people try for it` },
      );
    case "rarely-reached":
    case "nearly-sure":
      return problem(
        judgement.kind,
        msg`under best play, ${perCent(judgement.probability)} % of the games reach the ${judgement.from} points of \`${judgement.section}\``,
        { severity, hint: msg`\`augenblock balance --reach 50\` finds where half of the games reach it` },
      );
    default:
      return judgement satisfies never;
  }
}

/** Whole per cent, so that columns that are nearly alike are told once. */
function perCent(share: number): number {
  return Math.round(share * 100);
}
