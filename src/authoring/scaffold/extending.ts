import type { Language } from "../../i18n/language.ts";
import { tierPhrases } from "../../i18n/rule-phrases.ts";
import { type Formula, type Score, showFormula, showScore } from "../../rules/dice/formula.ts";
import type { Category, Game, Order, Text } from "../../rules/game/game.ts";
import { type Result, success } from "../../rules/problem/problem.ts";
import { oneLine } from "../../rules/problem/wording.ts";
import { flowYaml, type YamlValue } from "../../rules/source/write-yaml.ts";
import type { VariantFiles } from "../../rules/variant/bases.ts";
import type { Choices } from "../../rules/variant/options.ts";
import { lintVariant, readVariant } from "../../rules/variant/read-variant.ts";
import type { Fitting, Offer } from "./catalogue.ts";

/** The name and file of a new variant. */
export interface NewVariant {
  readonly id: string;
  readonly name: Text;
  /** The file name, for finding its base next to it. */
  readonly file: string;
  /** The address of its schema, absolute or relative to its folder; null for none. */
  readonly schema: string | null;
}

/** The first line of a file, which tells editors its schema. */
export function schemaLine(address: string): string {
  return `# yaml-language-server: $schema=${address}`;
}

/** The text of a file: the schema line, a title as a comment, and the lines. */
export function fileText(
  { schema }: Pick<NewVariant, "schema">,
  title: string,
  lines: readonly string[],
): string {
  const head = schema === null ? [] : [schemaLine(schema)];
  return `${[...head, `# ${oneLine(title)}`, ...lines].join("\n")}\n`;
}

/** A name from an id, the same in every language: My Yazzo for `my-yazzo`. */
export function buildNameText(id: string, languages: LanguageList): Text {
  return allLanguagesSay(languages, () => id.split("-").map(capitalize).join(" "));
}

/**
 * The text of a new variant that extends another one, with suggested house rules as comments. Every suggestion has been tried: with it alone
 * the variant is playable, and has no problem under any choice of its options.
 *
 * @param base the id of the variant to build on
 * @param languages that of the comments first
 * @param choices house rules that the variant plays by default
 * @returns the text, or why the base can't be extended
 */
export function extendingText(
  start: NewVariant,
  base: string,
  files: VariantFiles,
  languages: LanguageList,
  choices: Choices = {},
): Result<string> {
  const { id, name } = start;
  const played = Object.entries(choices).map(([option, choice]) =>
    createSetting(["options", option, "default"], choice),
  );
  const identity = [
    createSetting(["id"], id),
    createSetting(["extends"], base),
    createSetting(["name"], name),
  ];
  const own = [...identity, ...played];
  const game = readVariant(start.file, renderSettings(own), files);
  if (!game.ok) return game;
  const renderWithRule = (rule: HouseRule) => renderSettings([...own, ...rule]);
  // Of each suggestion, the first form without problems under any choice.
  const rules = suggestedRules(game.value, languages).flatMap((forms) => {
    const playable = forms.filter((form) => readVariant(start.file, renderWithRule(form), files).ok);
    // Choices of the base's own options need no linting.
    const isChoice = (form: HouseRule) => form.every(({ path }) => path[0] === "options");
    const lintRule = (form: HouseRule) => lintVariant(start.file, renderWithRule(form), files).problems;
    // One `options:` key in the file is enough.
    if (played.length > 0 && forms.every(isChoice)) return [];
    return playable.slice(0, MAX_FORMS).find((form) => isChoice(form) || lintRule(form).length === 0) ?? [];
  });
  const [language] = languages;
  const title = language.translate("new.extending", { name: language.text(start.name), base });
  const offer = rules.length === 0 ? [] : ["", `# ${oneLine(language.translate("new.rules"))}`];
  return success(fileText(start, title, [...yamlLines(own), ...offer, ...commentedBlocks(rules)]));
}

function renderSettings(settings: readonly Setting[]): string {
  return `${yamlLines(settings).join("\n")}\n`;
}

/** The most forms of a suggestion to lint: linting is slow, and later forms are hardly better. */
const MAX_FORMS = 3;

type HouseRule = readonly Setting[];

/** Alternative forms of a house rule; the first one that fits the game is used. */
type Suggestion = readonly HouseRule[];

/** House rules for a game; the caller has to try whether they fit. */
function suggestedRules(game: Game, languages: LanguageList): Suggestion[] {
  const [language] = languages;
  const paying = payingCategory(game);
  return [
    ...otherChoices(game, language),
    otherBonus(game, language),
    oneColumnMore(game, languages),
    paying === undefined ? [] : [otherScore(paying, language)],
    oneLess(game, paying, language),
  ];
}

function otherChoices({ options }: Game, language: Language): Suggestion[] {
  return options.flatMap(({ id, label, choices, chosen }) => {
    const other = choices.find((choice) => choice.id !== chosen);
    if (other === undefined) return [];
    const texts = choices.map((choice) =>
      language.translate("new.choice", { id: choice.id, label: language.text(choice.label) }),
    );
    const option = { option: language.text(label), choices: texts.join("; ") };
    const words = language.translate("new.option", option);
    return [[[createSetting(["options", id, "default"], other.id, words)]]];
  });
}

/** Additional points in suggestions. */
const MORE = 10;

function otherBonus({ sections }: Game, language: Language): HouseRule[] {
  const section = sections.find(({ tiers }) => tiers.length > 0);
  if (section !== undefined) {
    const now = tierPhrases(language, section).join(", ");
    const tiers = section.tiers.map(({ from, add }) => ({ from, add: add + MORE }));
    const words = language.translate("new.bonus", { now });
    return [[createSetting(["sections", section.id, "tiers"], tiers, words)]];
  }
  const [first] = sections.filter(({ categories }) => categories.length > 1);
  if (first === undefined) return [];
  const tiers = [usualBonus(first.categories.map(({ legal }) => legal))];
  return [[createSetting(["sections", first.id, "tiers"], tiers, language.translate("new.bonus-none"))]];
}

const ORDERS = ["inward", "down", "up", "free"] as const satisfies readonly Order["kind"][];

function oneColumnMore({ columns }: Game, languages: LanguageList): HouseRule[] {
  const [language] = languages;
  const order = ORDERS.find((kind) => !columns.some((column) => column.order.kind === kind)) ?? "free";
  const taken = columns.map(({ id }) => id);
  const id = taken.includes(order) ? `column_${columns.length + 1}` : order;
  const names = columns
    .filter((column) => Object.keys(column.label).length === 0)
    .map((column) => {
      const label = orderLabel(languages, column.order.kind);
      return createSetting(["columns", column.id, "label"], label, language.translate("new.column-name"));
    });
  const label = orderLabel(languages, order);
  return [[...names, createSetting(["columns", id], { label, order }, language.translate("new.column"))]];
}

/** A category that could be worth more, preferably one with a fixed score. */
function payingCategory({ sections }: Game): Category | undefined {
  const all = sections.flatMap(({ categories }) => categories).filter(({ strike }) => strike !== "always");
  const fixed = all.filter(({ score }) => score.kind === "formula" && score.formula.kind === "number");
  return fixed.at(-1) ?? all.at(-1);
}

function otherScore(category: Category, language: Language): HouseRule {
  const { score } = category;
  const now = showScore(score);
  const words = language.translate("new.score", { box: language.text(category.label), now });
  return [createSetting(["categories", category.id, "score"], raiseScore(score), words)];
}

function raiseScore(score: Score): YamlValue {
  if (score.kind === "by_roll") return { by_roll: score.values.map((value) => value + MORE) };
  if (score.kind === "by_pattern") return { by_pattern: score.formulas.map(raisedFormula) };
  return raisedFormula(score.formula);
}

function raisedFormula(formula: Formula): string | number {
  if (formula.kind === "number") return formula.value + MORE;
  const more = (value: number) => ({ kind: "number", value: value + MORE }) as const;
  if (formula.kind === "binary" && formula.op === "+" && formula.left.kind === "number")
    return showFormula({ ...formula, left: more(formula.left.value) });
  return showFormula({ kind: "binary", op: "+", left: formula, right: more(0) });
}

/** Forms without one category of the last section each, that with the lowest score first, since the game may be named after the highest. */
function oneLess({ sections }: Game, but: Category | undefined, language: Language): HouseRule[] {
  const section = sections.at(-1);
  if (section === undefined || section.categories.length < 2) return [];
  return section.categories
    .filter((category) => category !== but)
    .sort((a, b) => Math.max(0, ...a.legal) - Math.max(0, ...b.legal))
    .map((category) => {
      const rows = section.categories.map(({ id }) => id).filter((id) => id !== category.id);
      const say = (key: string) => language.translate(`new.${key}`, { box: language.text(category.label) });
      return [
        createSetting(["categories", category.id], null, say("drop-category")),
        createSetting(["sections", section.id, "rows"], rows, say("drop-row")),
      ];
    });
}

/** A value at its place in a variant file. */
interface Setting {
  readonly path: readonly string[];
  readonly value: YamlValue;
  /** A comment above it; null for none. */
  readonly words: string | null;
  /** Whether it is only a suggestion, in a comment. */
  readonly offered: boolean;
}

/** A setting with an optional comment. */
export function createSetting(
  path: readonly string[],
  value: YamlValue,
  words: string | null = null,
): Setting {
  return { path, value, words, offered: false };
}

/** Settings as lines of YAML, each key once, in order of first occurrence. Below the top level, a single value shares the line of its key. */
export function yamlLines(settings: readonly Setting[], depth = 0): string[] {
  const keys = [...new Set(settings.map(({ path }) => path[depth] ?? ""))];
  const indent = "  ".repeat(depth);
  return keys.flatMap((key) => {
    const below = settings.filter(({ path }) => path[depth] === key);
    const [only, ...others] = below;
    if (only === undefined) return [];
    const isLeaf = only.path.length === depth + 1;
    if (!isLeaf && (depth === 0 || others.length > 0))
      return [`${indent}${flowYaml(key)}:`, ...yamlLines(below, depth + 1)];
    const value = only.path
      .slice(depth + 1)
      .reduceRight<YamlValue>((below, inner) => ({ [inner]: below }), only.value);
    const line = `${indent}${only.offered ? "# " : ""}${flowYaml(key)}: ${flowYaml(value)}`;
    return only.words === null ? [line] : [`${indent}# ${oneLine(only.words)}`, line];
  });
}

/** Settings as comments, with a blank line before each top-level key. */
export function commentedBlocks(settings: readonly Setting[]): string[] {
  const keys = [...new Set(settings.map(({ path }) => path[0]))];
  return keys.flatMap((key) => {
    const lines = yamlLines(settings.filter(({ path }) => path[0] === key));
    return ["", ...lines.map((line) => `# ${line}`)];
  });
}

/** All languages, that of comments first. */
export type LanguageList = readonly [Language, ...Language[]];

/** The same words in every language, by code in alphabetical order. */
function allLanguagesSay(languages: LanguageList, words: (language: Language) => string): Text {
  const entries = languages.map((language) => [language.code, words(language)] as const);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The default name of a column by its order, in every language. */
export function orderLabel(languages: LanguageList, order: Order["kind"]): Text {
  return allLanguagesSay(languages, (language) =>
    capitalize(language.translate(`rule.order.${order}.short`)),
  );
}

function capitalize(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A step of a bonus: `add` points for a sum of at least `from`. */
export type BonusStep = Readonly<Record<"from" | "add", number>>;

/** A bonus for boxes with these scores, from three fifths of their maximum (63 in Yatzy). */
export function usualBonus(legal: readonly (readonly number[])[]): BonusStep {
  const most = legal.reduce((sum, scores) => sum + Math.max(0, ...scores), 0);
  return { from: Math.max(1, Math.round(most * 0.6)), add: 35 };
}

/** The orders in which a column of a new game may be filled. */
export const SIMPLE_ORDERS = ["free", "down", "up", "inward"] as const satisfies readonly Order["kind"][];
type SimpleOrder = (typeof SIMPLE_ORDERS)[number];

export interface NewGameDecisions {
  readonly dice: number;
  readonly rolls: number;
  readonly columns: readonly SimpleOrder[];
  readonly categories: readonly Fitting[];
  /** For the number boxes together; null for none, and then the file shows an example in a comment. */
  readonly bonus: BonusStep | null;
}

/** The text of a game without a base: number boxes in one section, all others in a second one. */
export function freshText(
  start: NewVariant,
  { dice, rolls, columns, categories, bonus }: NewGameDecisions,
  languages: LanguageList,
): string {
  const [language] = languages;
  const another = SIMPLE_ORDERS.findLast((order) => !columns.includes(order));
  const settings = [
    createSetting(["id"], start.id),
    createSetting(["name"], start.name),
    createSetting(["dice"], { count: dice }),
    createSetting(["turn"], { rolls }),
    ...(columns.length > 1 ? [createSetting(["players"], { sheet: "own" })] : []),
    ...categories.map(({ id, written }) => createSetting(["categories", id], written)),
    ...sections(categories, bonus, languages),
    ...columns.map((order) => scaffoldColumn(order, languages)),
    ...(another === undefined
      ? []
      : [{ ...scaffoldColumn(another, languages), words: language.translate("new.column"), offered: true }]),
    createSetting(["strike"], { marks: ["/", "0"] }),
    createSetting(["ranking"], { order: "highest" }),
  ];
  const title = language.translate("new.own", { name: language.text(start.name) });
  return fileText(start, title, yamlLines(settings));
}

function scaffoldColumn(order: SimpleOrder, languages: LanguageList): Setting {
  return createSetting(["columns", order], { label: orderLabel(languages, order), order });
}

function sections(
  categories: readonly Fitting[],
  bonus: BonusStep | null,
  languages: LanguageList,
): Setting[] {
  const numbers = numbersFirst(categories).filter(isNumber);
  const others = categories.filter((category) => !isNumber(category));
  const path = ["sections", "upper", "tiers"];
  const words = languages[0].translate("new.bonus-none");
  const usual = usualBonus(numbers.map(({ legal }) => legal));
  const tiers = bonus
    ? createSetting(path, [bonus])
    : { ...createSetting(path, [usual], words), offered: true };
  return [
    ...section("upper", "numbers", numbers, languages),
    ...(numbers.length > 1 ? [tiers] : []),
    ...section("lower", "others", others, languages),
  ];
}

function section(id: string, word: string, offers: readonly Offer[], languages: LanguageList): Setting[] {
  if (offers.length === 0) return [];
  const label = allLanguagesSay(languages, (one) => one.translate(`new.section.${word}`));
  const rows = offers.map((offer) => offer.id);
  return [createSetting(["sections", id, "label"], label), createSetting(["sections", id, "rows"], rows)];
}

/** Number boxes first, ascending, as in the upper section of most games; then all others. */
export function numbersFirst<O extends Offer>(offers: readonly O[]): O[] {
  const getFaceNumber = ({ rule: { pattern } }: Offer) => (pattern.kind === "face" ? pattern.face : 0);
  const numbers = offers.filter(isNumber).sort((a, b) => getFaceNumber(a) - getFaceNumber(b));
  return [...numbers, ...offers.filter((offer) => !isNumber(offer))];
}

export function isNumber({ rule }: Offer): boolean {
  return rule.pattern.kind === "face";
}
