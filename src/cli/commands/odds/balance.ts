import { loadNamedGame } from "../../request.ts";
import { loadLanguage } from "../../../files/package/languages.ts";
import { decimalNumber, percentText } from "../../../i18n/format.ts";
import type { Language } from "../../../i18n/language.ts";
import type { FoundOdds } from "../../../odds/find.ts";
import { Model } from "../../../odds/model.ts";
import {
  computeTierOdds,
  oddsCost,
  type BalanceRemark,
  balanceRemarks,
  nearestThreshold,
} from "../../../odds/odds.ts";
import type { Game } from "../../../rules/game/game.ts";
import { findCategory, houseRulesInForce } from "../../../rules/game/rows.ts";
import { type Message, msg } from "../../../rules/problem/message.ts";
import { Failure, need, type Problem, problem } from "../../../rules/problem/problem.ts";
import { fail } from "../../console/failure.ts";
import { t } from "../../console/language.ts";
import { print, printJson } from "../../console/output.ts";
import { table } from "../../console/table.ts";
import { createCountParser, type JsonFlag, type VariantFlags, variantFlags } from "../../flags.ts";
import type { Command } from "../../help.ts";
import { isSolved, needOdds, startMeans, rulesKey } from "./need-odds.ts";
import { bonusName, boxName, omissionNotes, simulatedNote } from "./show-odds.ts";

interface Flags extends VariantFlags, JsonFlag {
  /** The percentage of games that should reach the bonus. */
  readonly reach?: number;
}

/** `augenblock odds balance`: what is unbalanced in a game with optimal play, and what its house rules change. */
export default function balanceCommand(command: Command): Command {
  return variantFlags(command)
    .option(
      "--reach <percent>",
      t`cli.balance-reach-flag: find the threshold of the first bonus that this percentage of games reaches`,
      createCountParser(1, 99),
    )
    .option("--json", t`cli.print-json: print JSON`)
    .notes(
      t`cli.balance-notes: It reports boxes that hold a zero in more than half of the games or bring less than a fifth of an average box, and bonus steps that fewer than 5 % or more than 95 % of the games reach.`,
    )
    .examples("odds balance crag", "odds balance yatzy --reach 50")
    .action(balance);
}

async function balance(variant: string, flags: Flags): Promise<void> {
  const game = need(await loadNamedGame(variant, flags.set));
  const language = need(loadLanguage(flags.lang));
  const others = await otherChoices(variant, flags, game);
  // These are solved in a thread while this one solves the game itself.
  const finishMeans = await startMeans(others.map(({ game }) => game));
  const { odds, interval } = await needOdds(game);
  const means = await finishMeans();
  const choices = others.flatMap(({ option, choice }, at): ComparedChoice[] => {
    const mean = means[at] ?? null;
    return mean === null ? [] : [{ option, choice, mean, change: mean - odds.mean }];
  });
  const found = balanceRemarks(odds, (id) => Math.max(0, ...(findCategory(game, id)?.legal ?? [])));
  const bonus = flags.reach === undefined ? null : bonusReached(game, flags.reach / 100);
  if (flags.json) {
    const method = interval === null ? "exact" : "interval";
    return printJson({ variant: game.id, method, judgements: found, options: choices, bonus });
  }
  const parts = [
    found.length === 0
      ? t`cli.nothing-unbalanced: Nothing is unbalanced.`
      : found.map((one) => describeRemark(game, language, one)).join("\n"),
    interval === null ? "" : simulatedNote(language, interval),
    ...omissionNotes(game, language),
    choiceTable(game, language, odds.mean, choices),
    bonus === null
      ? ""
      : t`cli.bonus-threshold: ${bonusName(game, language, bonus.section, null)}: from ${bonus.from}, ${percentText(language, bonus.probability)} of the games reach it`,
  ];
  print(parts.filter((part) => part !== "").join("\n\n"));
}

/** A choice of one house rule. */
type Choice = Readonly<Record<"option" | "choice", string>>;
/** The game with another choice. */
type OtherChoice = Choice & { readonly game: Game };
/** The best expected total with another choice. */
type ComparedChoice = Choice & Readonly<Record<"mean" | "change", number>>;

/** The game with each other choice that changes the rules, one at a time; none if the game is not solved exactly. */
async function otherChoices(variant: string, { set }: Flags, game: Game): Promise<OtherChoice[]> {
  if (!isSolved(game)) return [];
  const found: OtherChoice[] = [];
  for (const { id, choices, chosen } of houseRulesInForce(game))
    for (const { id: choice } of choices) {
      if (choice === chosen) continue;
      const other = await loadNamedGame(variant, { ...set, [id]: choice });
      if (other.ok && rulesKey(other.value) !== rulesKey(game))
        found.push({ option: id, choice, game: other.value });
    }
  return found;
}

function choiceTable(
  game: Game,
  language: Language,
  mean: number,
  choices: readonly ComparedChoice[],
): string {
  if (choices.length === 0) return "";
  const rows = choices.map(({ option, choice, mean, change }) => {
    const named = game.options.find(({ id }) => id === option);
    const label = named?.choices.find(({ id }) => id === choice)?.label;
    const words = [named?.label, label].flatMap((text) => (text === undefined ? [] : language.text(text)));
    const sign = change < 0 ? "−" : "+";
    const changed = `${sign}${decimalNumber(language, Math.abs(change), 2)}`;
    return [words.join(": "), decimalNumber(language, mean, 2), changed];
  });
  const asItIs = [t`cli.present-rules: present rules`, decimalNumber(language, mean, 2), ""];
  const best = t`cli.best-expected-total: Optimal play earns on average`;
  const head = [t`cli.house-rule: House rule`, best, t`cli.change: Change`];
  return table([head, asItIs, ...rows], [1, 2]);
}

/** The threshold at which the first bonus is reached by a wanted share of games. */
function bonusReached(game: Game, wanted: number) {
  const section = game.sections.find(({ tiers }) => tiers.length > 0);
  const [tier] = section?.tiers ?? [];
  const cost = oddsCost(game);
  if (section === undefined || tier === undefined || cost.kind !== "exact")
    return fail(
      "no-threshold",
      msg`cli.no-bonus-threshold: no threshold can be found for ${game.id}`,
      msg`cli.no-bonus-threshold-hint: the game needs a section with a bonus, and must be small enough to be solved exactly`,
    );
  const most = section.categories.reduce((sum, { legal }) => sum + Math.max(0, ...legal), 0);
  const known = new Map<number, number>();
  const computeTierShare = (from: number): number => {
    const tiers = [{ ...tier, from }];
    const sections = game.sections.map((one) => (one.id === section.id ? { ...one, tiers } : one));
    const share = known.get(from) ?? computeTierOdds(new Model({ ...game, sections }))[0]?.probability ?? 0;
    known.set(from, share);
    return share;
  };
  const from = nearestThreshold(wanted, 0, most + 1, computeTierShare);
  return { section: section.id, from, probability: computeTierShare(from) };
}

function describeRemark(game: Game, language: Language, judgement: BalanceRemark): string {
  switch (judgement.kind) {
    case "often-zero": {
      const name = boxName(game, language, judgement.category, judgement.column);
      return t`cli.often-zero-box: ${name} is zero in ${percentText(language, judgement.zero)} of the games`;
    }
    case "too-little": {
      const name = boxName(game, language, judgement.category, judgement.column);
      return t`cli.low-box: ${name} averages only ${decimalNumber(language, judgement.mean, 1)} points`;
    }
    case "rarely-reached":
    case "nearly-sure": {
      const name = bonusName(game, language, judgement.section, judgement.column);
      const share = percentText(language, judgement.probability);
      return t`cli.bonus-reach: ${name}: ${share} of the games reach ${judgement.from} points`;
    }
    default:
      return judgement satisfies never;
  }
}

/** Warnings about imbalance with optimal play, or why it can’t be computed. @param file the variant, for places and hints */
export async function oddsWarnings(game: Game, file: string): Promise<Problem[]> {
  try {
    return listBalanceWarnings(game, file, await needOdds(game));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    // The other files are still checked.
    return error.problems.map((one): Problem => ({ ...one, severity: "warning" }));
  }
}

/** The same with known odds; what holds in all columns is reported once. */
export function listBalanceWarnings(game: Game, file: string, { odds, interval }: FoundOdds): Problem[] {
  const found = balanceRemarks(odds, (id) => Math.max(0, ...(findCategory(game, id)?.legal ?? [])));
  const ofGame = { file, isExact: interval === null };
  const remarks = found.map((one) => ({ one, warning: describeImbalance(one, ofGame, null) }));
  const timesReported = (message: string) =>
    remarks.filter(({ warning }) => warning.message === message).length;
  const warnings = remarks.map(({ one, warning }) => {
    const isOfAll = one.column === null || timesReported(warning.message) === game.columns.length;
    return isOfAll ? warning : describeImbalance(one, ofGame, one.column);
  });
  return [...new Map(warnings.map((one) => [one.message, one])).values()];
}

/** @param column the only column concerned; null for all */
function describeImbalance(
  judgement: BalanceRemark,
  { file, isExact }: { readonly file: string; readonly isExact: boolean },
  column: string | null,
): Problem {
  const severity = "warning";
  const play = isExact
    ? msg`cli.with-optimal-play: with optimal play`
    : msg`cli.simulated-play: in simulated play`;
  const describePlace = (name: string): Message | string =>
    column === null ? `\`${name}\`` : msg`cli.box-in-column: \`${name}\` in column \`${column}\``;
  const easier = msg`cli.worthless-box-hint: make it easier or worth more, so that players try for it`;
  switch (judgement.kind) {
    case "often-zero": {
      const [box, zero] = [describePlace(judgement.category), perCent(judgement.zero)];
      const message = msg`cli.often-zero-warning: ${play}, ${box} is zero in ${zero}% of the games`;
      return problem(judgement.kind, message, { severity, hint: easier });
    }
    case "too-little": {
      const [box, mean] = [describePlace(judgement.category), judgement.mean.toFixed(1)];
      const message = msg`cli.low-box-warning: ${play}, ${box} averages only ${mean} points`;
      return problem(judgement.kind, message, { severity, hint: easier });
    }
    case "rarely-reached":
    case "nearly-sure": {
      const { kind, probability, from, section } = judgement;
      const message = msg`cli.bonus-reach-warning: ${play}, ${perCent(probability)}% of the games reach the ${from} points for ${describePlace(section)}`;
      const hint = isExact
        ? msg`cli.bonus-threshold-hint: \`augenblock odds balance ${file} --reach 50\` finds the threshold that half of the games reach`
        : kind === "nearly-sure"
          ? msg`cli.higher-bonus-hint: raise the threshold of the bonus`
          : msg`cli.lower-bonus-hint: lower the threshold of the bonus`;
      return problem(kind, message, { severity, hint });
    }
    default:
      return judgement satisfies never;
  }
}

/** Whole per cent, so that nearly equal columns are reported once. */
function perCent(share: number): number {
  return Math.round(share * 100);
}
