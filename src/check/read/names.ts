import { lineLabel } from "../../i18n/game-words.ts";
import type { Language } from "../../i18n/language.ts";
import type { Game, Text } from "../../rules/game/game.ts";
import { nearHint } from "../../rules/problem/wording.ts";
import { referenceOf } from "../sheet.ts";

/** What a key on a sheet stands for. */
export interface Target {
  readonly kind: "box" | "column-line" | "sheet-line";
  readonly id: string;
}

/** The names of boxes, lines and columns of a game on sheets: ids, and labels in every language. */
export interface Names {
  readonly rows: Lexicon<Target>;
  /** Ids of columns. */
  readonly columns: Lexicon<string>;
}

const known = new WeakMap<Game, { languages: readonly Language[]; names: Names }>();

/** The names of a game in the given languages; built once for each game. */
export function namesOf(game: Game, languages: readonly Language[]): Names {
  const before = known.get(game);
  if (before?.languages === languages) return before.names;
  const names = buildNames(game, languages);
  known.set(game, { languages, names });
  return names;
}

function buildNames(game: Game, languages: readonly Language[]): Names {
  const rows = new Lexicon<Target>();
  const columns = new Lexicon<string>();
  const reference = referenceOf(game);
  for (const { id, label } of reference.rows) rows.add({ kind: "box", id }, id, Object.values(label));
  for (const line of reference.lines.values()) {
    const kind = line.scope === "column" ? "column-line" : "sheet-line";
    const own = Object.values(game.lineLabels.get(line.id) ?? {});
    const labels = languages.map((language) => lineLabel(game, language, line.id));
    rows.add({ kind, id: line.id }, line.id, [...own, ...labels]);
  }
  // The word list's usual names are understood too, as long as the variant means nothing else by them.
  const unnamed = { ...game, lineLabels: new Map<string, Text>() };
  for (const { id } of reference.lines.values())
    for (const language of languages) rows.addUsual(lineLabel(unnamed, language, id), id);
  for (const { id, label } of game.columns) columns.add(id, id, Object.values(label));
  // So is what a language calls the words of a variant that does not speak it.
  for (const language of languages) {
    for (const { id, label } of reference.rows) rows.addUsual(language.text(label), id);
    for (const { id, label } of game.columns) columns.addUsual(language.text(label), id);
  }
  return { rows, columns };
}

/** Spellings of labels that are remembered as found, so that a night's sheets are quick to read. */
const MAX_REMEMBERED = 1000;

/** Words and what they stand for: an id always, a label as long as it is not an id. */
class Lexicon<T> {
  readonly #ids = new Map<string, readonly [T]>();
  readonly #labels = new Map<string, Set<T>>();
  readonly #usual = new Map<string, Set<T>>();
  readonly #spellings = new Set<string>();
  readonly #remembered = new Map<string, readonly T[]>();

  add(thing: T, id: string, labels: readonly string[]): void {
    this.#ids.set(id, [thing]);
    for (const label of [id, ...labels.filter((label) => label !== "")]) {
      this.#spellings.add(label);
      this.#label(label, thing);
    }
  }

  /** A word for a thing that is known by its id, which counts where it is no label. */
  addUsual(label: string, id: string): void {
    const [thing] = this.#ids.get(id) ?? [];
    if (label !== "" && thing !== undefined) this.#label(label, thing, this.#usual);
  }

  #label(label: string, thing: T, labels = this.#labels): void {
    const folded = fold(label);
    labels.set(folded, (labels.get(folded) ?? new Set()).add(thing));
  }

  /** What a key stands for: nothing, one thing, or several if a label is not unique. */
  find(key: string): readonly T[] {
    const before = this.#ids.get(key) ?? this.#remembered.get(key);
    if (before !== undefined) return before;
    const folded = fold(key);
    const found = [...(this.#labels.get(folded) ?? this.#usual.get(folded) ?? [])];
    if (found.length > 0 && this.#remembered.size < MAX_REMEMBERED) this.#remembered.set(key, found);
    return found;
  }

  /** A hint for a key that stands for nothing. */
  hint(key: string): string {
    return nearHint(key, this.#spellings) ?? `possible here: ${[...this.#ids.keys()].join(", ")}`;
  }
}

/** Words that frame a sheet, beside the names of boxes and lines. */
const KEYWORDS = ["variant", "option", "complete", "player", "column", "left"] as const;
type Keyword = (typeof KEYWORDS)[number];

/** How a framing row starts: with its word, which an option's name may follow in the same cell (else the rest is empty). */
type Opening = Readonly<{ keyword: Keyword; rest: string }>;

/** The framing words in several languages; the English ones of the file format always count. */
export interface Keywords {
  /** The start of a framing row, by what stands in its first cell; null for any other row. */
  opening(key: string): Opening | null;
  /** Yes or no; undefined for any other word. */
  truth(word: string): boolean | undefined;
  /** Every way to start a row of this kind, as hints show it: `player;…` or `Spieler;…`. */
  rows(keyword: Keyword): string;
}

const knownKeywords = new WeakMap<readonly Language[], Keywords>();

/** The framing words of these languages, as their word lists give them under `sheet.word`. */
export function keywordsOf(languages: readonly Language[]): Keywords {
  const before = knownKeywords.get(languages);
  if (before !== undefined) return before;
  const words = new Map<string, Keyword>();
  for (const keyword of KEYWORDS) {
    for (const spelling of spellingsOf(keyword, languages)) words.set(fold(spelling), keyword);
  }
  const truths = new Map([
    ["yes", true],
    ["true", true],
    ["no", false],
    ["false", false],
    ...languages.flatMap((language): [string, boolean][] => [
      [fold(language.translate("sheet.word.affirmed")), true],
      [fold(language.translate("sheet.word.denied")), false],
    ]),
  ]);
  const keywords: Keywords = {
    opening: (key) => openingOf(key, words),
    truth: (word) => truths.get(fold(word)),
    rows: (keyword) =>
      spellingsOf(keyword, languages)
        .map((word) => `\`${word};…\``)
        .join(" or "),
  };
  knownKeywords.set(languages, keywords);
  return keywords;
}

/** The words for one thing, each once: the file format's own, then those of the languages. */
function spellingsOf(keyword: Keyword, languages: readonly Language[]): string[] {
  const words = [keyword, ...languages.map((language) => language.translate(`sheet.word.${keyword}`))];
  const folded = words.map(fold);
  return words.filter((_, at) => folded.indexOf(folded[at] ?? "") === at);
}

function openingOf(key: string, words: ReadonlyMap<string, Keyword>): Opening | null {
  const whole = words.get(fold(key));
  if (whole !== undefined) return { keyword: whole, rest: "" };
  const parts = key.split(/\s+/);
  for (const [word, keyword] of words) {
    const { length } = word.split(" ");
    const rest = parts.slice(length).join(" ");
    if (keyword === "option" && parts.length > length && fold(parts.slice(0, length).join(" ")) === word)
      return { keyword, rest };
  }
  return null;
}

/**
 * A word as it is compared: upper and lower case, `ß` and `ss`, hyphens, spaces and no-break spaces make no difference.
 */
export function fold(word: string): string {
  return word
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replace(/[\s\-‐‑–_]+/gu, " ")
    .trim();
}
