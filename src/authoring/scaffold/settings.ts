import { oneLine } from "../../rules/problem/wording.ts";
import type { Language } from "../../i18n/language.ts";
import type { Order, Text } from "../../rules/game/game.ts";
import { flowYaml, type YamlValue } from "../../rules/source/write-yaml.ts";

/** A value at its place in a variant file. */
export interface Setting {
  readonly path: readonly string[];
  readonly value: YamlValue;
  /** What is said above it, as a comment; null if nothing. */
  readonly words: string | null;
  /** It is only offered: its line is a comment, to be taken or left. */
  readonly offered: boolean;
}

/** A setting that holds, with words on it if there are any. */
export function setting(path: readonly string[], value: YamlValue, words: string | null = null): Setting {
  return { path, value, words, offered: false };
}

/**
 * Settings as lines of YAML, every key once, in the order in which the keys are first met. Below the keys at the top, what
 * stands alone under a key shares its line.
 */
export function yamlLines(settings: readonly Setting[], depth = 0): string[] {
  const keys = [...new Set(settings.map(({ path }) => path[depth] ?? ""))];
  const indent = "  ".repeat(depth);
  return keys.flatMap((key) => {
    const below = settings.filter(({ path }) => path[depth] === key);
    const [only, ...others] = below;
    if (only === undefined) return [];
    const isLeaf = only.path.length === depth + 1;
    if (!isLeaf && (depth === 0 || others.length > 0)) {
      return [`${indent}${flowYaml(key)}:`, ...yamlLines(below, depth + 1)];
    }
    const value = only.path
      .slice(depth + 1)
      .reduceRight<YamlValue>((below, inner) => ({ [inner]: below }), only.value);
    const line = `${indent}${only.offered ? "# " : ""}${flowYaml(key)}: ${flowYaml(value)}`;
    return only.words === null ? [line] : [`${indent}# ${oneLine(only.words)}`, line];
  });
}

/** Lines as comments, a blank line before those of each key at the top. */
export function commentedBlocks(settings: readonly Setting[]): string[] {
  const keys = [...new Set(settings.map(({ path }) => path[0]))];
  return keys.flatMap((key) => {
    const lines = yamlLines(settings.filter(({ path }) => path[0] === key));
    return ["", ...lines.map((line) => `# ${line}`)];
  });
}

/** All languages; comments are in the first one. */
export type Languages = readonly [Language, ...Language[]];

/** The same words in every language, by code in alphabetical order. */
export function allLanguagesSay(languages: Languages, words: (language: Language) => string): Text {
  const entries = languages.map((language) => [language.code, words(language)] as const);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A label for a column that is filled in this order. */
export function orderLabel(languages: Languages, order: Order["kind"]): Text {
  return allLanguagesSay(languages, (language) =>
    capitalized(language.translate(`rule.order.${order}.short`)),
  );
}

export function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * A bonus for a section that has none: from three fifths of what its boxes can hold at most, which is 63 where five dice
 * score six numbers.
 *
 * @param legal for each box of the section the scores that it can hold
 */
export function usualBonus(legal: readonly (readonly number[])[]): { from: number; add: number }[] {
  const most = legal.reduce((sum, scores) => sum + Math.max(0, ...scores), 0);
  return [{ from: Math.max(1, Math.round(most * 0.6)), add: 35 }];
}
