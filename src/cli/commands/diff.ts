import { msg } from "../../rules/problem/message.ts";
import { Failure, need, problem, type Result } from "../../rules/problem/problem.ts";
import type { Command } from "commander";
import type { ChosenOptions, JsonFlag, LanguageFlags } from "../flags.ts";
import { choiceFlag, languageFlag } from "../flags.ts";
import { examples, notes } from "../help.ts";
import { type GameComparison, compareGames } from "../../authoring/diff/compare.ts";
import { comparisonText, tellDifference } from "../../authoring/diff/tell-difference.ts";
import type { Game } from "../../rules/game/game.ts";
import { suggestWord } from "../../rules/problem/wording.ts";
import type { Language } from "../../i18n/language.ts";
import { PAINT, print, printJson } from "../console/output.ts";
import { EXIT } from "../console/failure.ts";
import { loadLanguage } from "../../files/package/languages.ts";
import { loadGame } from "../../files/package/games.ts";
import { t } from "../console/language.ts";

interface Flags extends LanguageFlags, JsonFlag {
  /** For both games, as far as they have the option. */
  readonly set: ChosenOptions;
  /** For the first game alone, and for the second. */
  readonly setA: ChosenOptions;
  readonly setB: ChosenOptions;
  readonly odds?: boolean;
}

/** `augenblock diff`: the clauses in which two variants differ. */
export default function diffCommand(command: Command): Command {
  languageFlag(command)
    .argument("<a>", t("cli.id-shipped-variant")`the id of a shipped variant or the path of a YAML file`)
    .argument("<b>", t("cli.variant-compare")`the variant to compare it with`);
  choiceFlag(command, "--set", t("cli.choose-house-rule")`choose a house rule in both; may be repeated`);
  choiceFlag(command, "--set-a", t("cli.choose-house-rule-first")`choose a house rule in the first one only`);
  choiceFlag(
    command,
    "--set-b",
    t("cli.choose-house-rule-second")`choose a house rule in the second one only`,
  );
  return command
    .option("--odds", t("cli.compare-odds")`also compare the expected totals with optimal play`)
    .option("--json", t("cli.print-json")`print JSON`)
    .addHelpText(
      "after",
      notes(t("cli.exit-codes-0-same")`Exit codes: 0 the same rules, 1 different rules, 2 unusable input.`) +
        examples(
          "diff yazzo our-yazzo.yaml",
          "diff yatzy yatzy --set-b same_face_groups=strict",
          "diff crag my-crag.yaml --odds",
        ),
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

/** What both games are worth, as text and as JSON. */
async function bothOdds(before: Game, after: Game, language: Language) {
  const { needOdds } = await import("./odds/need-odds.ts");
  const { comparedOdds } = await import("./odds/compare-odds.ts");
  const { oddsJson } = await import("./odds/tell-odds.ts");
  const first = await needOdds(before);
  const second = await needOdds(after);
  return {
    text: comparedOdds({ game: before, ...first }, { game: after, ...second }, language),
    json: { before: oddsJson(before, first), after: oddsJson(after, second) },
  };
}

/** Both games with their house rules. Ends the command with the problems of both, each once. */
async function bothGames(a: string, b: string, { set, setA, setB }: Flags): Promise<[Game, Game]> {
  const plain = needBoth(await loadGame(a), await loadGame(b));
  const known = [...new Set(plain.flatMap(({ options }) => options.map(({ id }) => id)))];
  const unknown = Object.keys(set).filter((id) => !known.includes(id));
  const problems = unknown.map((id) =>
    problem("unknown-option", msg("cli.neither-variant-has")`neither variant has an option \`${id}\``, {
      hint: suggestWord(id, known),
    }),
  );
  if (problems.length > 0) throw new Failure(problems);
  // What is chosen for both belongs to one of them at least.
  const [sharedA, sharedB] = plain.map(({ options }) =>
    Object.fromEntries(Object.entries(set).filter(([id]) => options.some((option) => option.id === id))),
  );
  return needBoth(await loadGame(a, { ...sharedA, ...setA }), await loadGame(b, { ...sharedB, ...setB }));
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
      const { heading: _, ...told } = tellDifference(comparison, difference, language);
      return told;
    }),
  };
}
