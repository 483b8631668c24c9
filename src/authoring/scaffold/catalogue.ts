import { msg } from "../../rules/problem/message.ts";
import type { Dice } from "../../rules/dice/dice.ts";
import { legalScores } from "../../rules/dice/scores.ts";
import type { Text } from "../../rules/game/game.ts";
import { suggestWord } from "../../rules/problem/wording.ts";
import { failure, type Problem, problem, type Result, success } from "../../rules/problem/problem.ts";
import type { YamlValue } from "../../rules/source/write-yaml.ts";
import type { VariantFiles } from "../../rules/variant/bases.ts";
import { category as categoryRule } from "../../rules/variant/parts/category.ts";
import { readResolved } from "../../rules/variant/read-variant.ts";
import { child, listKeys, type MapNode, findNode, plainTree } from "../../rules/variant/tree.ts";

/** A category of existing games that a new game can use. */
export interface Offer {
  /** The word for choosing it: its id, or its id and that of the game, where games differ. */
  readonly word: string;
  readonly id: string;
  /** All its ids in existing games. */
  readonly names: readonly string[];
  readonly label: Text;
  readonly written: { readonly [key: string]: YamlValue };
  readonly rule: ReturnType<typeof categoryRule.parse>;
  readonly games: number;
}

/** Keys that mean the same in every game; a category with other keys depends on its game. */
const PORTABLE = ["label", "pattern", "score", "served", "strike"];

/** All categories that another game can use, the most common first. Categories with the same pattern and score are one. */
export function catalogue(ids: readonly string[], files: VariantFiles): Offer[] {
  const alike = new Map<string, [Offer, ...Offer[]]>();
  for (const offer of ids.flatMap((id) => collectOffers(id, files))) {
    const { label: _, ...worth } = offer.rule;
    const key = JSON.stringify(worth);
    const others = alike.get(key);
    alike.set(key, others === undefined ? [offer] : [...others, offer]);
  }
  const offers = [...alike.values()].map(together).sort((a, b) => b.games - a.games);
  return offers.map((offer) => {
    const first = offers.find(({ id }) => id === offer.id);
    return first === offer ? { ...offer, word: offer.id } : offer;
  });
}

/** Merges equal offers under their most common id, with all ids as names. */
function together(alike: readonly [Offer, ...Offer[]]): Offer {
  const countOffersWithId = (id: string) => alike.filter((offer) => offer.id === id).length;
  const usual = alike.reduce((best, one) =>
    countOffersWithId(one.id) > countOffersWithId(best.id) ? one : best,
  );
  return { ...usual, names: [...new Set(alike.map(({ id }) => id))], games: alike.length };
}

/** A category that fits a new game, with its scores there. */
export interface Fitting extends Offer {
  readonly legal: readonly number[];
}

/** The offers that the dice can score; scores by roll need a value for each roll of a turn. */
export function filterFittingOffers(offers: readonly Offer[], dice: Dice, rolls: number): Fitting[] {
  return offers.flatMap((offer) => {
    const { score, strike } = offer.rule;
    if (strike === "always" || (score.kind === "by_roll" && score.values.length !== rolls)) return [];
    const legal = legalScores(dice, offer.rule);
    return legal.some((points) => points !== 0) ? [{ ...offer, legal }] : [];
  });
}

/** The chosen categories; or a problem for each unknown word, and for two that can't be on one pad. */
export function chooseCategories(words: readonly string[], offers: readonly Fitting[]): Result<Fitting[]> {
  const problems: Problem[] = [];
  const chosen: Fitting[] = [];
  for (const word of words) {
    const offer = offers.find((one) => one.word === word) ?? offers.find(({ names }) => names.includes(word));
    const twin = offer && chosen.find((one) => isSame(one, offer));
    if (offer === undefined) {
      const known = offers.map((one) => one.word);
      const message = msg`authoring.unknown-category: there is no category \`${word}\` for these dice`;
      problems.push(problem("unknown-category", message, { hint: suggestWord(word, known) }));
    } else if (twin !== undefined) {
      const message = msg`authoring.same-name-on-pad: \`${word}\` and \`${twin.word}\` can’t be on one pad: they have the same name`;
      const hint = msg`authoring.leave-out-one-hint: leave out one of them`;
      problems.push(problem("category-twice", message, { hint }));
    } else chosen.push(offer);
  }
  return problems.length > 0 ? failure(problems) : success(chosen);
}

function isSame(a: Offer, b: Offer): boolean {
  const labels = Object.values(a.label).map((label) => label.toLowerCase());
  return a.id === b.id || Object.values(b.label).some((label) => labels.includes(label.toLowerCase()));
}

function collectOffers(id: string, files: VariantFiles): Offer[] {
  const found = files.find(id, null);
  if (found === null || !found.ok) return [];
  const subject = readResolved(found.value.file, found.value.text, files);
  if (!subject.ok) return [];
  const { tree } = subject.value;
  const abstract = child(tree, "abstract");
  if (abstract?.kind === "scalar" && abstract.value === true) return [];
  return listKeys(tree, ["categories"]).flatMap((category) => readOffer(tree, id, category) ?? []);
}

function readOffer(tree: MapNode, game: string, id: string): Offer | null {
  const node = findNode(tree, ["categories", id]);
  if (node?.kind !== "map" || [...node.entries.keys()].some((key) => !PORTABLE.includes(key))) return null;
  const written = plainTree(node) as Offer["written"];
  const read = categoryRule.safeParse(written);
  if (!read.success) return null;
  const { data: rule } = read;
  const { pattern } = rule;
  // Makes `distinct` explicit.
  const groups =
    pattern.kind === "groups" && pattern.sizes.length >= 2
      ? { pattern: { ...(written.pattern as Offer["written"]), distinct: pattern.distinct } }
      : {};
  const { label } = rule;
  return {
    word: `${id}:${game}`,
    id,
    label,
    written: { ...written, ...groups },
    rule,
    names: [id],
    games: 1,
  };
}
