import type { Game, Text } from "../../rules/game/game.ts";
import { nearest } from "../../rules/problem/wording.ts";
import { lineLabel } from "../../i18n/game-words.ts";
import type { Language } from "../../i18n/language.ts";
import { fold } from "./fold.ts";
import { referenceOf } from "./reference.ts";

/** What a key on a sheet stands for. */
export type Target =
  | { readonly kind: "box"; readonly id: string }
  | { readonly kind: "column-line"; readonly id: string }
  | { readonly kind: "sheet-line"; readonly id: string };

/** The names by which boxes, lines and columns of a game go on sheets: ids, and labels in every language. */
export interface Names {
  /** What a key stands for: nothing, one thing, or several if a label is not unique. */
  rows(key: string): readonly Target[];
  /** The ids of the columns that go by this name. */
  columns(key: string): readonly string[];
  /** The way out for a row's name that nobody knows. */
  rowHint(key: string): string;
  columnHint(key: string): string;
}

const known = new WeakMap<Game, { languages: readonly Language[]; names: Names }>();

/** The names of a game in the given languages; worked out once for each game. */
export function namesOf(game: Game, languages: readonly Language[]): Names {
  const before = known.get(game);
  if (before !== undefined && before.languages === languages) return before.names;
  const names = workOut(game, languages);
  known.set(game, { languages, names });
  return names;
}

function workOut(game: Game, languages: readonly Language[]): Names {
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
  return {
    rows: (key) => rows.find(key),
    columns: (key) => columns.find(key),
    rowHint: (key) => rows.hint(key),
    columnHint: (key) => columns.hint(key),
  };
}

const NOTHING: readonly never[] = [];
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
    this.#spellings.add(id);
    this.#label(id, thing);
    for (const label of labels) {
      if (label === "") continue;
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

  find(key: string): readonly T[] {
    return this.#ids.get(key) ?? this.#remembered.get(key) ?? this.#findLabel(key);
  }

  #findLabel(key: string): readonly T[] {
    const folded = fold(key);
    const things = this.#labels.get(folded) ?? this.#usual.get(folded);
    if (things === undefined) return NOTHING;
    const found = [...things];
    if (this.#remembered.size < MAX_REMEMBERED) this.#remembered.set(key, found);
    return found;
  }

  hint(key: string): string {
    const near = nearest(key, this.#spellings);
    return near === null ? `possible here: ${[...this.#ids.keys()].join(", ")}` : `did you mean \`${near}\`?`;
  }
}
