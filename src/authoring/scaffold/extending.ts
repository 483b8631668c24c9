import type { Text } from "../../rules/game/game.ts";
import { type Result, success } from "../../rules/problem/problem.ts";
import type { VariantFiles } from "../../rules/variant/files.ts";
import { lintVariant } from "../../rules/variant/lint-variant.ts";
import { readVariant } from "../../rules/variant/read-variant.ts";
import { type HouseRule, type Suggestion, suggestedRules } from "./house-rules.ts";
import { allLanguagesSay, type Languages } from "./labels.ts";
import { commentedBlocks, oneLine, type Setting, setting, yamlLines } from "./setting.ts";

/** What a new variant is called, and in which file it will stand. */
export interface Start {
  readonly id: string;
  readonly name: Text;
  /** The file, as its base is looked for beside it. */
  readonly file: string;
  /** The name of the schema's file beside it. */
  readonly schema: string;
}

/** The line by which editors know the schema of a file. */
export function schemaLine(schema: string): string {
  return `# yaml-language-server: $schema=${schema}`;
}

/** Words for an id, the same in every language: `my-yazzo` is My Yazzo. The owner of the file will know better ones. */
export function nameFrom(id: string, languages: Languages): Text {
  const words = id.split("-").map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return allLanguagesSay(languages, () => words.join(" "));
}

/**
 * The text of a new variant that extends another one, with house rules to choose from as comments. Every rule that is offered
 * has been tried: with it alone the variant can be played, and has no problem under any choice of its options.
 *
 * @param base the id of the variant to build on
 * @param languages the language that comments are in first
 * @returns the text, or why nothing can be built on that base
 */
export function extendingText(
  start: Start,
  base: string,
  files: VariantFiles,
  languages: Languages,
): Result<string> {
  const own = [setting(["id"], start.id), setting(["extends"], base), setting(["name"], start.name)];
  const game = readVariant(start.file, textOf(own), files);
  if (!game.ok) return game;
  const textWith = (rule: HouseRule) => textOf([...own, ...rule]);
  const rules = rulesThatHold(suggestedRules(game.value, languages), textWith, start, files);
  const [language] = languages;
  const title = language.say("new.extending", { name: language.text(start.name), base });
  const head = [schemaLine(start.schema), `# ${oneLine(title)}`, ...yamlLines(own)];
  const offer = rules.length === 0 ? [] : ["", `# ${oneLine(language.say("new.rules"))}`];
  return success(`${[...head, ...offer, ...commentedBlocks(rules.flat())].join("\n")}\n`);
}

function textOf(settings: readonly Setting[]): string {
  return `${yamlLines(settings).join("\n")}\n`;
}

/** More forms of one suggestion than this are not looked at closely: it takes long, and the rest is hardly better. */
const MAX_FORMS = 3;

/** Of each suggestion the first form under which the variant has no problem, whatever the choices. */
function rulesThatHold(
  suggestions: readonly Suggestion[],
  textWith: (rule: HouseRule) => string,
  { file }: Start,
  files: VariantFiles,
): HouseRule[] {
  return suggestions.flatMap((forms) => {
    const playable = forms.filter((form) => readVariant(file, textWith(form), files).ok).slice(0, MAX_FORMS);
    const rule = playable.find(
      (form) => isChoice(form) || lintVariant(file, textWith(form), files).problems.length === 0,
    );
    return rule === undefined ? [] : [rule];
  });
}

/** Another choice of an option that the base has: whoever wrote the base has tried it. */
function isChoice(rule: HouseRule): boolean {
  return rule.every(({ path }) => path[0] === "options");
}
