import { type Message, msg } from "../../rules/problem/message.ts";
import { lineLabel } from "../../i18n/game-words.ts";
import type { Language } from "../../i18n/language.ts";
import type { Game, Text } from "../../rules/game/game.ts";
import { nearHint, joinCodeWords } from "../../rules/problem/wording.ts";
import { memoize } from "../../rules/memoize.ts";
import { gameReference, type Sheet } from "../sheet.ts";
import { OCCASION_KEYS } from "./occasion.ts";

/** The meaning of a key on a sheet. */
export interface Target {
  readonly kind: "box" | "column-line" | "sheet-line";
  readonly id: string;
}

/** The names of boxes, lines and columns of a game on sheets: ids, and labels in every language. */
export type Names = ReturnType<typeof buildNames>;

/** The names of a game in the given languages; built once for each game and list of languages. */
export function gameNames(game: Game, languages: readonly Language[]): Names {
  return namesByLanguages(game)(languages);
}

const namesByLanguages = memoize((game: Game) =>
  memoize((languages: readonly Language[]) => buildNames(game, languages)),
);

function buildNames(game: Game, languages: readonly Language[]) {
  const reference = gameReference(game);
  // Languages that the variant has no words for have words of their own, which are accepted too.
  const usual = (label: Text) => languages.map((language) => language.text(label));
  const former = (id: string) => Object.values(game.formerNames.get(id) ?? {});
  const boxes = reference.rows.map(({ id, label }): Named<Target> => {
    const others = [...usual(label), ...former(id)];
    return { thing: { kind: "box", id }, id, labels: Object.values(label), usual: others };
  });
  const unnamed = { ...game, lineLabels: new Map<string, Text>() };
  const lines = [...reference.lines.values()].map(({ id, scope }): Named<Target> => {
    const inWords = (of: Game) => languages.map((language) => lineLabel(of, language, id));
    const labels = [...Object.values(game.lineLabels.get(id) ?? {}), ...inWords(game)];
    // The usual and former names are accepted too, unless the variant uses them for something else.
    const others = [...inWords(unnamed), ...former(id)];
    return { thing: { kind: `${scope}-line`, id }, id, labels, usual: others };
  });
  const columns = game.columns.map(({ id, label }): Named<string> => {
    const others = [...usual(label), ...former(`columns.${id}`)];
    return { thing: id, id, labels: Object.values(label), usual: others };
  });
  return { rows: new Lexicon([...boxes, ...lines]), columns: new Lexicon(columns) };
}

/** A thing with its names; a usual one counts if it is nobody's label. */
interface Named<T> {
  readonly thing: T;
  readonly id: string;
  readonly labels: readonly string[];
  readonly usual: readonly string[];
}

/** Maps names to things: ids first, then labels, then usual names. */
class Lexicon<T> {
  readonly #ids: ReadonlyMap<string, readonly [T]>;
  readonly #labels = new Map<string, Set<T>>();
  readonly #usual = new Map<string, Set<T>>();
  readonly #spellings: readonly string[];

  constructor(all: readonly Named<T>[]) {
    this.#ids = new Map(all.map(({ id, thing }) => [id, [thing]]));
    this.#spellings = all.flatMap(({ id, labels }) => [id, ...labels]).filter((label) => label !== "");
    const add = (map: Map<string, Set<T>>, thing: T, label: string) => {
      const folded = fold(label);
      if (label !== "") map.set(folded, (map.get(folded) ?? new Set()).add(thing));
    };
    for (const { thing, id, labels, usual } of all) {
      for (const label of [id, ...labels]) add(this.#labels, thing, label);
      for (const label of usual) add(this.#usual, thing, label);
    }
  }

  /** The meanings of a key: none, one, or several if a label isn't unique. */
  find(key: string): readonly T[] {
    const folded = fold(key);
    return this.#ids.get(key) ?? [...(this.#labels.get(folded) ?? this.#usual.get(folded) ?? [])];
  }

  hint(key: string): Message {
    return (
      nearHint(key, this.#spellings) ??
      msg`rules.possible-words-hint: possible here: ${[...this.#ids.keys()].join(", ")}`
    );
  }
}

/** The words on a sheet that are no names of boxes and lines. */
const KEYWORDS = [
  ...(["variant", "option", "complete", "games_of", "player", "column", "left"] as const),
  ...OCCASION_KEYS,
];
type Keyword = (typeof KEYWORDS)[number];

export type Keywords = ReturnType<typeof sheetKeywords>;

/** The keywords of these languages, from `sheet.word` in their word lists; the English ones always count. */
export const sheetKeywords = memoize((languages: readonly Language[]) => {
  const translations = (key: string) => languages.map((language) => language.translate(`sheet.word.${key}`));
  const spellings = (keyword: Keyword) => {
    const words = [keyword, ...translations(keyword)];
    const folded = words.map(fold);
    return words.filter((_, at) => folded.indexOf(folded[at] ?? "") === at);
  };
  const words = KEYWORDS.flatMap((keyword) =>
    spellings(keyword).map((word) => ({ keyword, word: fold(word) })),
  );
  const yes = new Set(["yes", "true", ...translations("affirmed").map(fold)]);
  const no = new Set(["no", "false", ...translations("denied").map(fold)]);
  return {
    /** The keyword in the first cell of a row, and the option's name that may follow it (`rest`); null for any other row. */
    parseKeywordRow(key: string): { readonly keyword: Keyword; readonly rest: string } | null {
      const folded = fold(key);
      const whole = words.find(({ word }) => word === folded);
      if (whole !== undefined) return { keyword: whole.keyword, rest: "" };
      const parts = key.split(/\s+/);
      const rests = words.flatMap(({ keyword, word }) => {
        const { length } = word.split(" ");
        const isOption = keyword === "option" && fold(parts.slice(0, length).join(" ")) === word;
        return isOption && parts.length > length ? [parts.slice(length).join(" ")] : [];
      });
      return rests[0] === undefined ? null : { keyword: "option", rest: rests[0] };
    },
    /** Undefined if the word means neither yes nor no. */
    parseYesNo(word: string): boolean | undefined {
      return yes.has(fold(word)) || (no.has(fold(word)) ? false : undefined);
    },
    /** Every spelling of a row's start, for hints: `player;…` or `Spieler;…`. */
    rows(keyword: Keyword) {
      const rows = spellings(keyword).map((word) => `${word};…`);
      return joinCodeWords(rows, "or");
    },
  };
});

/** The names of players without a name, and of games that one person plays in a row. */
const PLACEHOLDER_KEYS = ["sheet.made-up-name", "sheet.made-up-game"];

/**
 * The placeholders among the names of a typed sheet, which was saved from a photo or printed to be filled in. Games have none if the person
 * who played them has a name.
 */
export function placeholderNames(
  { players, columnsAreGames, owners }: Sheet,
  languages: readonly Language[],
): string[] {
  if (columnsAreGames === true) return owners === undefined ? players.map(({ name }) => name) : [];
  const isPlaceholder = (name: string) => {
    const [n] = /\d+/.exec(name) ?? [];
    return (
      n !== undefined &&
      languages.some((language) => PLACEHOLDER_KEYS.some((key) => language.translate(key, { n }) === name))
    );
  };
  return players.flatMap(({ name }) => (isPlaceholder(name) ? [name] : []));
}

/** Normalizes a word for comparison: ignores case, `ß` for `ss`, and the kinds of hyphens and spaces. */
export function fold(word: string): string {
  return word
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replace(/[\s\-‐‑–_]+/gu, " ")
    .trim();
}
