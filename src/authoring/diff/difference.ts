import { quoteName } from "../../i18n/format.ts";
import { rowName } from "../../i18n/game-words.ts";
import { choicePhrase } from "../../i18n/rule-phrases.ts";
import type { Game, Named, Text } from "../../rules/game/game.ts";
import type { Language } from "../../i18n/language.ts";
import { listCategories } from "../../rules/game/rows.ts";

export type DiffWords = ReturnType<typeof createDiffWords>;

/** Formats the rules of a game in a language. */
export function createDiffWords(game: Game, language: Language) {
  return {
    game,
    language,
    own: (text: Text): string => language.text(text),
    /** The name of a box in quotation marks. */
    box: (id: string): string => quoteName(language, rowName(game, language, id)),
    /** The value of a rule with a few possible values. */
    choice: (rule: string, value: string | boolean, args: Record<string, string | number> = {}): string =>
      choicePhrase(language, rule, value, "short", args),
  };
}

/** The words of both games for a fact; null if a game doesn't have it. */
export interface FactWords {
  readonly before: string | null;
  readonly after: string | null;
}

/** The facts of both games in a clause; null if a game doesn't have it. */
interface ChangedFacts {
  readonly before: unknown;
  readonly after: unknown;
  /** Formats both facts. */
  tell(was: DiffWords, is: DiffWords): FactWords;
}

/** A clause in which two games differ. */
export interface Difference extends ChangedFacts {
  readonly clause: string;
  readonly heading: string;
  /** The box, column, section or option that it is about; null if a game has only one of the kind. */
  readonly subject: Named | null;
}

/** Compares two parts; null if they agree. */
type Clause<P> = (old: P | null, one: P | null) => ChangedFacts | null;

/** A rule in which games can differ. @param factOf the fact of a part; null for none @param words formats it @param isSame compares facts */
export function clause<P, F>(
  factOf: (part: P) => F | null,
  words: (fact: F, context: DiffWords) => string,
  isSame: (a: F, b: F) => boolean = isEqual,
): Clause<P> {
  const formatFact = (fact: F | null, context: DiffWords) => (fact === null ? null : words(fact, context));
  return (old, one) => {
    const before = old === null ? null : factOf(old);
    const after = one === null ? null : factOf(one);
    if (before === null ? after === null : after !== null && isSame(before, after)) return null;
    return {
      before,
      after,
      tell: (was, is) => ({ before: formatFact(before, was), after: formatFact(after, is) }),
    };
  };
}

/** A part that is reported as a whole if only one game has it, or if the two are not `alike`. */
export function whole<P>(words: (part: P, context: DiffWords) => string, alike = (_: P, __: P) => true) {
  return clause((part: P) => part, words, alike);
}

/** Matching elements of two lists, with null for a missing partner. */
export type Pairs<P> = readonly (readonly [P | null, P | null])[];

/** Clauses about parts of one kind. */
export type ClauseGroup = (before: Game, after: Game) => Omit<Difference, "heading">[];

/** Compares parts clause by clause. @param wholes if one of these differs, the other clauses of the part are skipped */
export function clauses<P extends object>(
  pairsOf: (before: Game, after: Game) => Pairs<P>,
  each: Readonly<Record<string, Clause<P>>>,
  wholes: Readonly<Record<string, Clause<P>>> = {},
): ClauseGroup {
  return (before, after) =>
    pairsOf(before, after).flatMap(([old, one]) => {
      const part: object = one ?? old ?? {};
      const subject = "id" in part && "label" in part ? (part as Named) : null;
      const differing = (some: typeof each) =>
        Object.entries(some).flatMap(([clause, compare]) => {
          const changed = compare(old, one);
          return changed === null ? [] : [{ clause, subject, ...changed }];
        });
      const asWhole = differing(wholes);
      return asWhole.length > 0 ? asWhole : differing(each);
    });
}

/** A part that a game has at most once. */
export function once<K extends keyof Game>(
  key: K,
): (before: Game, after: Game) => Pairs<NonNullable<Game[K]>> {
  return (before, after) => [[before[key] ?? null, after[key] ?? null]];
}

type Lists = Pick<Game, "sections" | "constraints" | "bonuses" | "options" | "notes">;

/** Parts of which a game can have several, matched in these senses. */
export function compareParts<K extends keyof Lists>(
  key: K,
  senses: readonly ((a: Lists[K][number], b: Lists[K][number]) => boolean)[],
) {
  return (before: Game, after: Game) => pairMatches<Lists[K][number]>(before[key], after[key], senses);
}

/**
 * Matches the elements of two lists: first those that agree in the first sense, then, of the rest, those that agree in the second, and so
 * on. Only unambiguous pairs are made.
 *
 * @param senses in which two members may be the same, the strictest first
 * @returns the pairs in the order of `after`, each with null for a missing side; what is only in `before` follows what it
 *   followed there
 */
export function pairMatches<T extends object>(
  before: readonly T[],
  after: readonly T[],
  senses: readonly ((a: T, b: T) => boolean)[],
): Pairs<T> {
  const partner = new Map<T, T>();
  for (const isSame of senses) {
    const oldLeft = before.filter((old) => !partner.has(old));
    const taken = new Set(partner.values());
    const newLeft = after.filter((one) => !taken.has(one));
    for (const old of oldLeft) {
      const [only, ...more] = newLeft.filter((one) => isSame(old, one));
      // Skips ambiguous matches.
      if (only === undefined || more.length > 0) continue;
      if (oldLeft.filter((other) => isSame(other, only)).length === 1) partner.set(old, only);
    }
  }
  const oldOf = new Map([...partner].map(([old, one]) => [one, old]));
  const pairs = after.map((one): [T | null, T | null] => [oldOf.get(one) ?? null, one]);
  for (const [i, old] of before.entries()) {
    if (partner.has(old)) continue;
    const at = i === 0 ? 0 : pairs.findIndex(([other]) => other === before[i - 1]) + 1;
    pairs.splice(at, 0, [old, null]);
  }
  return pairs;
}

/** Deep equality, including maps. */
export function isEqual(a: unknown, b: unknown): boolean {
  return a === b || plain(a) === plain(b);
}

function plain(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => {
    if (inner instanceof Map) return [...inner];
    if (typeof inner !== "object" || inner === null || Array.isArray(inner)) return inner;
    // Sorted, since the order of keys is irrelevant.
    return Object.fromEntries(Object.entries(inner).sort(([x], [y]) => (x < y ? -1 : 1)));
  });
}

/** Formats a value without a clause: keys and values one after the other. */
export function formatPlainValue(value: unknown, language: Language): string {
  if (value === null || value === undefined) return language.translate("diff.value.no-scores");
  if (typeof value === "boolean") return language.translate(`diff.value.${value ? "if-so" : "if-not"}`);
  if (typeof value !== "object") return String(value);
  if (Array.isArray(value)) return value.map((one) => formatPlainValue(one, language)).join(", ");
  const entries = value instanceof Map ? [...value] : Object.entries(value);
  return entries.map(([key, inner]) => `${String(key)} ${formatPlainValue(inner, language)}`).join("; ");
}

/** The keys that clauses cover. Other keys are compared generically, so that no difference is missed. */
const COVERED_KEYS = {
  game: "id name dice layers hands symbols turn start direction players sections columns bonuses prizes constraints repeats strike ranking settlement lineLabels formerNames options examples notes",
  dice: "dice scored colours wild",
  turn: "rolls stopEarly setAside banksRolls chips servedOn layerOrder entries",
  strike: "marks voluntary",
  ranking: "by order tie",
  category: "id label pattern score served miss strike requires wins legal",
  section: "id label categories tiers tierMode total floor",
  column: "id label order multiplier entry after",
};

/** Facts that no clause covers. Parts that only one game has are reported elsewhere as a whole. */
export function otherParts(before: Game, after: Game) {
  const [was, is] = [collectOtherFacts(before), collectOtherFacts(after)];
  // A key with a space, such as `chance someKey`, belongs to a part that both games must have.
  const keys = [...new Set([...is.keys(), ...was.keys()])].filter(
    (key) => !key.includes(" ") || (was.has(key) && is.has(key)),
  );
  const other = (key: string, found: ReadonlyMap<string, unknown>) =>
    found.has(key) ? { id: key, label: { en: key }, value: found.get(key) } : null;
  return keys.map((key) => [other(key, was), other(key, is)] as const) satisfies Pairs<object>;
}

function collectOtherFacts(game: Game): Map<string, unknown> {
  const otherFacts = (kind: keyof typeof COVERED_KEYS, part: object, prefix = "") =>
    Object.entries(part)
      .filter(([key]) => !COVERED_KEYS[kind].split(" ").includes(key))
      .map(([key, value]): [string, unknown] => [`${prefix}${key}`, value]);
  return new Map([
    ...otherFacts("game", game),
    ...(["dice", "turn", "strike", "ranking"] as const).flatMap((kind) => otherFacts(kind, game[kind])),
    ...game.sections.flatMap((section) => otherFacts("section", section, `${section.id} `)),
    ...listCategories(game).flatMap((category) => otherFacts("category", category, `${category.id} `)),
    ...game.columns.flatMap((column) => otherFacts("column", column, `${column.id} `)),
  ]);
}
