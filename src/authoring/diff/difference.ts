import { quoteName } from "../../i18n/format.ts";
import { rowName } from "../../i18n/game-words.ts";
import { choicePhrase } from "../../i18n/rule-phrases.ts";
import type { Game, Named, Text } from "../../rules/game/game.ts";
import type { Language } from "../../i18n/language.ts";
import { listCategories } from "../../rules/game/rows.ts";

export type DiffWords = ReturnType<typeof createDiffWords>;

/** Puts what a game says into the words of a language. */
export function createDiffWords(game: Game, language: Language) {
  return {
    game,
    language,
    own: (text: Text): string => language.text(text),
    /** The name of a box in quotation marks. */
    box: (id: string): string => quoteName(language, rowName(game, language, id)),
    /** One of the few values that a rule has. */
    choice: (rule: string, value: string | boolean, args: Record<string, string | number> = {}): string =>
      choicePhrase(language, rule, value, "short", args),
  };
}

/** What both games say of something, in words; null where a game says nothing of the kind. */
export interface ToldFacts {
  readonly before: string | null;
  readonly after: string | null;
}

/** What two games say differently in a clause; null where a game has nothing of the kind. */
interface ChangedFacts {
  readonly before: unknown;
  readonly after: unknown;
  /** Puts both facts into words. */
  tell(was: DiffWords, is: DiffWords): ToldFacts;
}

/** A clause in which two games differ. */
export interface Difference extends ChangedFacts {
  readonly clause: string;
  readonly heading: string;
  /** What it is about, where a game has several of the kind: a box, a column, a section, an option. */
  readonly subject: Named | null;
}

/** What two parts say differently, if they do. */
type Clause<P> = (old: P | null, one: P | null) => ChangedFacts | null;

/** A rule that games can differ in. @param factOf what a part says; null: nothing @param words says it @param isSame if it is no difference */
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

/** A part that is told as a whole where only one game has it, or where the two are not `alike`. */
export function whole<P>(words: (part: P, context: DiffWords) => string, alike = (_: P, __: P) => true) {
  return clause((part: P) => part, words, alike);
}

/** What two lists have in common, and null for what only the other one has. */
export type Pairs<P> = readonly (readonly [P | null, P | null])[];

/** Clauses about parts of one kind. */
export type ClauseGroup = (before: Game, after: Game) => Omit<Difference, "heading">[];

/** Compares parts clause by clause. @param wholes where one of these differs, nothing else is told of the part */
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

/** A part that a game has once, or not at all. */
export function once<K extends keyof Game>(
  key: K,
): (before: Game, after: Game) => Pairs<NonNullable<Game[K]>> {
  return (before, after) => [[before[key] ?? null, after[key] ?? null]];
}

type Lists = Pick<Game, "sections" | "constraints" | "bonuses" | "options" | "notes">;

/** Parts of which a game has several, matched in these senses. */
export function compareParts<K extends keyof Lists>(
  key: K,
  senses: readonly ((a: Lists[K][number], b: Lists[K][number]) => boolean)[],
) {
  return (before: Game, after: Game) => pairMatches<Lists[K][number]>(before[key], after[key], senses);
}

/**
 * Pairs what belongs together in two lists: first whatever agrees in the first sense, then, of the rest, whatever agrees in
 * the second, and so on. A pair is made only where both sides have no other choice.
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
      // Where several could be meant, nobody knows which.
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

/** Whether two values say the same; maps count by their entries. */
export function isEqual(a: unknown, b: unknown): boolean {
  return a === b || plain(a) === plain(b);
}

function plain(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => {
    if (inner instanceof Map) return [...inner];
    if (typeof inner !== "object" || inner === null || Array.isArray(inner)) return inner;
    // Keys in one order, since it makes no difference in which a file gives them.
    return Object.fromEntries(Object.entries(inner).sort(([x], [y]) => (x < y ? -1 : 1)));
  });
}

/** A value that no clause has words for, as people write one: keys and values one after the other. */
export function inPlainWords(value: unknown, language: Language): string {
  if (value === null || value === undefined) return language.translate("diff.value.no-scores");
  if (typeof value === "boolean") return language.translate(`diff.value.${value ? "if-so" : "if-not"}`);
  if (typeof value !== "object") return String(value);
  if (Array.isArray(value)) return value.map((one) => inPlainWords(one, language)).join(", ");
  const entries = value instanceof Map ? [...value] : Object.entries(value);
  return entries.map(([key, inner]) => `${String(key)} ${inPlainWords(inner, language)}`).join("; ");
}

/** What the clauses speak of. Anything else is compared and told by its key, so that two games are never the same for want of words. */
const SPOKEN_OF = {
  game: "id name dice layers hands symbols turn start direction players sections columns bonuses prizes constraints repeats strike ranking settlement lineLabels options examples notes",
  dice: "dice scored colours wild",
  turn: "rolls stopEarly setAside banksRolls chips servedOn layerOrder entries",
  strike: "marks voluntary",
  ranking: "by order tie",
  category: "id label pattern score served miss strike requires wins legal",
  section: "id label categories tiers tierMode total floor",
  column: "id label order multiplier entry after",
};

/** What no clause speaks of. Parts that only one of the games has are told as a whole elsewhere. */
export function otherParts(before: Game, after: Game) {
  const [was, is] = [collectOtherFacts(before), collectOtherFacts(after)];
  // A key such as `chance someKey` belongs to a part, others to what a game has once.
  const keys = [...new Set([...is.keys(), ...was.keys()])].filter(
    (key) => !key.includes(" ") || (was.has(key) && is.has(key)),
  );
  const other = (key: string, found: ReadonlyMap<string, unknown>) =>
    found.has(key) ? { id: key, label: { en: key }, value: found.get(key) } : null;
  return keys.map((key) => [other(key, was), other(key, is)] as const) satisfies Pairs<object>;
}

function collectOtherFacts(game: Game): Map<string, unknown> {
  const unspoken = (kind: keyof typeof SPOKEN_OF, part: object, prefix = "") =>
    Object.entries(part)
      .filter(([key]) => !SPOKEN_OF[kind].split(" ").includes(key))
      .map(([key, value]): [string, unknown] => [`${prefix}${key}`, value]);
  return new Map([
    ...unspoken("game", game),
    ...(["dice", "turn", "strike", "ranking"] as const).flatMap((kind) => unspoken(kind, game[kind])),
    ...game.sections.flatMap((section) => unspoken("section", section, `${section.id} `)),
    ...listCategories(game).flatMap((category) => unspoken("category", category, `${category.id} `)),
    ...game.columns.flatMap((column) => unspoken("column", column, `${column.id} `)),
  ]);
}
