import { tierPhrases } from "../../i18n/rule-phrases.ts";
import { categoryLabel } from "../../i18n/game-words.ts";
import type { Language } from "../../i18n/language.ts";
import { type Formula, type Score, showFormula } from "../../rules/dice/formula.ts";
import type { Category, Game, Order, Text } from "../../rules/game/game.ts";
import { type Result, success } from "../../rules/problem/problem.ts";
import type { YamlValue } from "../../rules/source/write-yaml.ts";
import type { VariantFiles } from "../../rules/variant/bases.ts";
import { lintVariant, readVariant } from "../../rules/variant/read-variant.ts";
import {
  allLanguagesSay,
  commentedBlocks,
  type Languages,
  oneLine,
  sentence,
  setting,
  type Setting,
  usualBonus,
  yamlLines,
} from "./settings.ts";

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
  const title = language.translate("new.extending", { name: language.text(start.name), base });
  const head = [schemaLine(start.schema), `# ${oneLine(title)}`, ...yamlLines(own)];
  const offer = rules.length === 0 ? [] : ["", `# ${oneLine(language.translate("new.rules"))}`];
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

/** A rule that people might play by at home: the settings that it takes, together. */
type HouseRule = readonly Setting[];

/** A house rule in several forms, of which the first one that fits the game will do. */
type Suggestion = readonly HouseRule[];

/**
 * House rules that a game suggests: every option decided otherwise, a changed bonus, one more column, a changed score, a
 * category left out. Not all of them need fit the game; whoever offers them tries them first.
 *
 * @param languages the language that the words are in first; a new column gets a name in each
 */
function suggestedRules(game: Game, languages: Languages): Suggestion[] {
  const [language] = languages;
  const paying = dearer(game);
  return [
    ...otherChoices(game, language).map((rule) => [rule]),
    otherBonus(game, language),
    oneColumnMore(game, languages),
    paying === null ? [] : [otherScore(paying, language)],
    oneLess(game, paying?.category.id ?? null, language),
  ];
}

function otherChoices({ options }: Game, language: Language): HouseRule[] {
  return options.flatMap(({ id, label, choices, chosen }) => {
    const other = choices.find((choice) => choice.id !== chosen);
    if (other === undefined) return [];
    const told = choices.map((choice) =>
      language.translate("new.choice", { id: choice.id, label: language.text(choice.label) }),
    );
    const words = language.translate("new.option", {
      option: language.text(label),
      choices: told.join("; "),
    });
    return [[setting(["options", id, "default"], other.id, words)]];
  });
}

/** Points that make a difference on any pad. */
const MORE = 10;

function otherBonus({ sections }: Game, language: Language): HouseRule[] {
  const section = sections.find(({ tiers }) => tiers.length > 0);
  if (section !== undefined) {
    const now = tierPhrases(language, section).join(", ");
    const tiers = section.tiers.map(({ from, add }) => ({ from, add: add + MORE }));
    return [[setting(["sections", section.id, "tiers"], tiers, language.translate("new.bonus", { now }))]];
  }
  const [first] = sections.filter(({ categories }) => categories.length > 1);
  if (first === undefined) return [];
  const tiers = usualBonus(first.categories.map(({ legal }) => legal));
  return [[setting(["sections", first.id, "tiers"], tiers, language.translate("new.bonus-none"))]];
}

const ORDERS = ["inward", "down", "up", "free"] as const satisfies readonly Order["kind"][];

function oneColumnMore({ columns }: Game, languages: Languages): HouseRule[] {
  const [language] = languages;
  const order = ORDERS.find((kind) => !columns.some((column) => column.order.kind === kind)) ?? "free";
  const taken = columns.map(({ id }) => id);
  const id = taken.includes(order) ? `column_${columns.length + 1}` : order;
  const label = allLanguagesSay(languages, (one) => sentence(one.translate(`rule.order.${order}.short`)));
  const nameless = columns.filter((column) => Object.keys(column.label).length === 0);
  return [
    [
      ...nameless.map((column) => {
        const words = allLanguagesSay(languages, (one) =>
          sentence(one.translate(`rule.order.${column.order.kind}.short`)),
        );
        return setting(["columns", column.id, "label"], words, language.translate("new.column-name"));
      }),
      setting(["columns", id], { label, order }, language.translate("new.column")),
    ],
  ];
}

interface Dearer {
  readonly category: Category;
  readonly now: string;
  readonly raised: YamlValue;
}

/** A category that could be worth more: with a fixed number of points if there is one. */
function dearer({ sections }: Game): Dearer | null {
  const all = sections.flatMap(({ categories }) => categories).filter(({ strike }) => strike !== "always");
  const fixed = all.filter(({ score }) => score.kind === "formula" && score.formula.kind === "number");
  const category = fixed.at(-1) ?? all.at(-1);
  if (category === undefined) return null;
  return { category, now: shown(category.score), raised: raised(category.score) };
}

function otherScore({ category, now, raised }: Dearer, language: Language): HouseRule {
  const words = language.translate("new.score", { box: categoryLabel(language, category), now });
  return [setting(["categories", category.id, "score"], raised, words)];
}

function shown(score: Score): string {
  return score.kind === "by_roll" ? score.values.join(" / ") : showFormula(score.formula);
}

function raised(score: Score): YamlValue {
  if (score.kind === "by_roll") return { by_roll: score.values.map((value) => value + MORE) };
  const { formula } = score;
  return formula.kind === "number" ? formula.value + MORE : showFormula(plusMore(formula));
}

function plusMore(formula: Formula): Formula {
  if (formula.kind === "binary" && formula.op === "+" && formula.left.kind === "number") {
    return { ...formula, left: { kind: "number", value: formula.left.value + MORE } };
  }
  return { kind: "binary", op: "+", left: formula, right: { kind: "number", value: MORE } };
}

/** Each category of the last section left out, the cheapest one first: the last one may be what the game is named after. */
function oneLess({ sections }: Game, but: string | null, language: Language): HouseRule[] {
  const section = sections.at(-1);
  if (section === undefined || section.categories.length < 2) return [];
  return section.categories
    .filter(({ id }) => id !== but)
    .sort((a, b) => Math.max(0, ...a.legal) - Math.max(0, ...b.legal))
    .map((category) => {
      const rows = section.categories.map(({ id }) => id).filter((id) => id !== category.id);
      const say = (key: string) =>
        language.translate(`new.${key}`, { box: categoryLabel(language, category) });
      return [
        setting(["categories", category.id], null, say("drop-category")),
        setting(["sections", section.id, "rows"], rows, say("drop-row")),
      ];
    });
}
