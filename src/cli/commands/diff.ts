import {
  compareGames,
  type GameComparison,
  comparisonText,
  tellDifference,
} from "../../authoring/diff/compare.ts";
import { loadNamedGame } from "../request.ts";
import { loadLanguage } from "../../files/package/languages.ts";
import { decimalNumber, percentText } from "../../i18n/format.ts";
import type { Language } from "../../i18n/language.ts";
import type { FoundOdds } from "../../odds/find.ts";
import type { Game } from "../../rules/game/game.ts";
import { msg } from "../../rules/problem/message.ts";
import { Failure, need, problem, type Result } from "../../rules/problem/problem.ts";
import { suggestWord } from "../../rules/problem/wording.ts";
import { EXIT } from "../console/failure.ts";
import { t } from "../console/language.ts";
import { PAINT, print, printJson } from "../console/output.ts";
import { table } from "../console/table.ts";
import { choiceFlag, type ChosenOptions, type JsonFlag, languageFlag, type LanguageFlags } from "../flags.ts";
import type { Command } from "../help.ts";
import { bonusName, boxName, omissionNotes, oddsJson, simulatedNote } from "./odds/show-odds.ts";

interface Flags extends LanguageFlags, JsonFlag {
  /** House rules for both games; a game without the option ignores it. */
  readonly set: ChosenOptions;
  readonly setA: ChosenOptions;
  readonly setB: ChosenOptions;
  readonly odds?: boolean;
}

/** `augenblock diff`: the rules in which two variants differ. */
export default function diffCommand(command: Command): Command {
  languageFlag(command)
    .argument(
      "<first-variant>",
      t`cli.variant-argument: the id of a shipped game, or the path of a YAML file`,
    )
    .argument("<second-variant>", t`cli.diff-second-argument: the variant to compare it with`);
  choiceFlag(command, "--set", t`cli.diff-set-flag: choose a house rule for both; may be repeated`);
  choiceFlag(command, "--set-a", t`cli.diff-set-a-flag: choose a house rule for the first variant only`);
  choiceFlag(command, "--set-b", t`cli.diff-set-b-flag: choose a house rule for the second variant only`);
  return command
    .option("--odds", t`cli.diff-odds-flag: also compare the expected totals with optimal play`)
    .option("--json", t`cli.print-json: print JSON`)
    .notes(t`cli.diff-exit-codes: Exit codes: 0 the same rules, 1 different rules, 2 unusable input.`)
    .examples(
      "diff yazzo our-yazzo.yaml",
      "diff yatzy yatzy --set-b same_face_groups=strict",
      "diff crag my-crag.yaml --odds",
    )
    .action(diff);
}

async function diff(a: string, b: string, flags: Flags): Promise<void> {
  const language = need(loadLanguage(flags.lang));
  const [before, after] = await bothGames(a, b, flags);
  const comparison = compareGames(before, after);
  const both = flags.odds === true ? await bothOdds(before, after, language) : null;
  if (flags.json)
    printJson({ ...plain(comparison, language), ...(both === null ? {} : { odds: both.json }) });
  else
    print([comparisonText(comparison, language, PAINT), ...(both === null ? [] : [both.text])].join("\n\n"));
  process.exitCode = comparison.differences.length === 0 ? EXIT.correct : EXIT.mistakes;
}

async function bothOdds(before: Game, after: Game, language: Language) {
  const { needOdds } = await import("./odds/need-odds.ts");
  const first = await needOdds(before);
  const second = await needOdds(after);
  return {
    text: comparedOdds({ game: before, ...first }, { game: after, ...second }, language),
    json: { before: oddsJson(before, first), after: oddsJson(after, second) },
  };
}

/** Loads both games with their house rules. @throws Failure with the problems of both, each once */
async function bothGames(a: string, b: string, { set, setA, setB }: Flags): Promise<[Game, Game]> {
  const plain = needBoth(await loadNamedGame(a), await loadNamedGame(b));
  const known = [...new Set(plain.flatMap(({ options }) => options.map(({ id }) => id)))];
  const unknown = Object.keys(set).filter((id) => !known.includes(id));
  const problems = unknown.map((id) =>
    problem("unknown-option", msg`cli.option-of-neither-variant: neither variant has an option \`${id}\``, {
      hint: suggestWord(id, known),
    }),
  );
  if (problems.length > 0) throw new Failure(problems);
  // A game ignores a choice for both that only the other one has.
  const [sharedA, sharedB] = plain.map(({ options }) =>
    Object.fromEntries(Object.entries(set).filter(([id]) => options.some((option) => option.id === id))),
  );
  return needBoth(
    await loadNamedGame(a, { ...sharedA, ...setA }),
    await loadNamedGame(b, { ...sharedB, ...setB }),
  );
}

function needBoth(first: Result<Game>, second: Result<Game>): [Game, Game] {
  if (first.ok && second.ok) return [first.value, second.value];
  const problems = [first, second].flatMap((result) => (result.ok ? [] : result.problems));
  throw new Failure([...new Map(problems.map((p) => [JSON.stringify(p), p])).values()]);
}

/** The stable JSON shape of a comparison. */
function plain(comparison: GameComparison, language: Language): object {
  const { before, after, outcomes, differences } = comparison;
  const side = (game: Game, outcome: GameComparison["outcomes"]["before"]) => ({
    variant: game.id,
    options: Object.fromEntries(game.options.map(({ id, chosen }) => [id, chosen])),
    boxes: outcome.boxes,
    turns: outcome.turns,
    maximum: outcome.highest,
    minimum: outcome.lowest,
  });
  return {
    same: differences.length === 0,
    before: side(before, outcomes.before),
    after: side(after, outcomes.after),
    differences: differences.map((difference) => {
      const { heading: _, ...words } = tellDifference(comparison, difference, language);
      return words;
    }),
  };
}

export interface GameWithOdds extends FoundOdds {
  readonly game: Game;
}

/** The odds of two games side by side; the last column is the change. */
export function comparedOdds(before: GameWithOdds, after: GameWithOdds, language: Language): string {
  const number = (value: number) => decimalNumber(language, value, 2);
  const share = (value: number) => percentText(language, value);
  const rows = [
    ...meanRows(before, after, number),
    ...tierRows(before, after, language, share),
    ...boxRows(before, after, language, number),
  ];
  const names = [before, after].map(({ game }) => language.text(game.name));
  const notes = [before, after].flatMap(({ game, interval }, at) =>
    [...(interval === null ? [] : [simulatedNote(language, interval)]), ...omissionNotes(game, language)].map(
      (note) => `${names[at]}: ${note}`,
    ),
  );
  const all = table([["", ...names, t`cli.change: Change`], ...rows], [1, 2, 3]);
  return [all, ...new Set(notes)].join("\n\n");
}

/** The best expected totals, or their bounds if one of them is not exact. */
function meanRows(before: GameWithOdds, after: GameWithOdds, show: Show): string[][] {
  if (before.interval === null && after.interval === null)
    return [
      row(t`cli.best-expected-total: Optimal play earns on average`, before.odds.mean, after.odds.mean, show),
    ];
  const ends = ({ odds, interval }: GameWithOdds) => interval ?? { low: odds.mean, high: odds.mean };
  const [first, second] = [ends(before), ends(after)];
  const least = t`cli.best-expected-total-at-least: Optimal play earns on average at least`;
  const most = t`cli.best-expected-total-at-most: Optimal play earns on average at most`;
  return [
    [least, show(first.low), show(second.low), ""],
    [most, show(first.high), show(second.high), ""],
  ];
}

type Show = (value: number) => string;

/** A value that one of the games lacks is left blank. */
function row(name: string, before: number | undefined, after: number | undefined, show: Show): string[] {
  const change = before === undefined || after === undefined ? "" : formatChange(after - before, show);
  const formatOptional = (value: number | undefined) => (value === undefined ? "" : show(value));
  return [name, formatOptional(before), formatOptional(after), change];
}

function formatChange(value: number, show: Show): string {
  const shown = show(Math.abs(value));
  if (shown === show(0)) return "";
  return value < 0 ? `−${shown}` : `+${shown}`;
}

function tierRows(before: GameWithOdds, after: GameWithOdds, language: Language, show: Show): string[][] {
  const mapTiers = ({ game, odds }: GameWithOdds) =>
    new Map(
      odds.tiers.map(({ section, column, from, probability: value }) => {
        const name = t`cli.bonus-step: ${bonusName(game, language, section, column)} from ${from}`;
        return [name, { name, value }];
      }),
    );
  return mergeRows(mapTiers(before), mapTiers(after), show);
}

/** Boxes match by category, and by column where there are several; a changed name shows as `old → new`. */
function boxRows(before: GameWithOdds, after: GameWithOdds, language: Language, show: Show): string[][] {
  const mapBoxes = ({ game, odds }: GameWithOdds) =>
    new Map(
      odds.boxes.map(({ column, category, mean }) => {
        const name = boxName(game, language, category, column);
        return [JSON.stringify([game.columns.length > 1 ? column : "", category]), { name, value: mean }];
      }),
    );
  return mergeRows(mapBoxes(before), mapBoxes(after), show);
}

type NamedValues = ReadonlyMap<string, { readonly name: string; readonly value: number }>;

function mergeRows(before: NamedValues, after: NamedValues, show: Show): string[][] {
  return [...new Set([...before.keys(), ...after.keys()])].map((key) => {
    const [one, other] = [before.get(key), after.get(key)];
    const names = [...new Set([one, other].flatMap((found) => found?.name ?? []))];
    return row(names.join(" → "), one?.value, other?.value, show);
  });
}
