import type { Roll } from "../dice/dice.ts";
import { hitsOfHands, pipsOf } from "../dice/pattern.ts";
import { type Claim, claimsOfHand, claimsOfHands, claimsOfRoll } from "../dice/scores.ts";
import type { Category, Example, Game } from "./game.ts";
import { remembered } from "../remembered.ts";
import { categoriesOf, categoryOf } from "./rows.ts";

/** A roll to show for a category: how it fell, which die was left out, which dice make the pattern, what it earns. */
export interface ShownExample {
  readonly roll: Roll;
  /** The face left out; null where all dice are scored or the roll has only scored dice. */
  readonly dropped: number | null;
  readonly hit: Roll;
  readonly score: number;
}

/** The example to print: the first that the variant gives, else a typical hand; null where no dice make the pattern. */
export function exampleFor(game: Game, category: Category): ShownExample | null {
  const own = game.examples.find((e) => e.category === category.id && e.score !== null);
  return (own === undefined ? null : ownExample(game, category, own)) ?? typical(game, category);
}

function ownExample(game: Game, category: Category, { roll, score, drop }: Example): ShownExample | null {
  const whole = roll.length === game.dice.dice.length;
  const claims = whole ? claimsOfRoll(game.dice, category, roll) : claimsOfHand(game.dice, category, roll);
  const claim = claims.find((c) => c.score === score && (drop === null || leftOut(roll, c.hand) === drop));
  if (claim === undefined) return null;
  return { roll, dropped: leftOut(roll, claim.hand), hit: claim.hit, score: claim.score };
}

/** The face of the die that is in the roll but not in the hand. */
function leftOut(roll: Roll, hand: Roll): number | null {
  const rest = [...roll];
  for (const face of hand) rest.splice(rest.indexOf(face), 1);
  return rest[0] ?? null;
}

/** The hand that explains a category best: few others fit it, number rows show half of the dice, and its pips are near the middle. */
function typical(game: Game, category: Category): ShownExample | null {
  const others = [...earningHands(game)].flatMap(([{ pattern }, hands]) =>
    pattern.kind === "face" ? [] : [hands],
  );
  const claims = claimsOfHands(game.dice, category);
  const middle = claims.reduce((sum, claim) => sum + pipsOf(claim.hand), 0) / Math.max(1, claims.length);
  const oddness = (claim: Claim): number => {
    const fitting = others.filter((hands) => hands.has(claim.hand)).length;
    const wanted = category.pattern.kind === "face" ? Math.ceil(game.dice.scored / 2) : claim.hit.length;
    const offCentre = Math.abs(pipsOf(claim.hand) - middle);
    return 100 * Math.abs(claim.hit.length - wanted) + 10 * fitting + offCentre / 10;
  };
  const [best] = claims.map((claim) => ({ ...claim, odd: oddness(claim) })).sort((a, b) => a.odd - b.odd);
  return best ? { roll: best.hand, dropped: null, hit: best.hit, score: best.score } : null;
}

/** For each category the hands that it can be claimed for. */
const earningHands = remembered(
  (game: Game): ReadonlyMap<Category, ReadonlySet<Roll>> =>
    new Map(
      categoriesOf(game).map((category) => [
        category,
        new Set(claimsOfHands(game.dice, category).map(({ hand }) => hand)),
      ]),
    ),
);

/**
 * Which categories are also made whenever another one is: six alike also count as five alike, a run of five also holds a run
 * of four. Number rows and boxes that take any dice are left out, for everything counts there.
 *
 * @returns for each category that implies others, the ids of those others in print order
 */
export function impliedBy(game: Game): ReadonlyMap<string, readonly string[]> {
  const made = new Map(
    categoriesOf(game)
      .filter(({ pattern: { kind } }) => kind !== "any" && kind !== "face")
      .map((c) => [c.id, hitsOfHands(game.dice)(c.pattern).map((hits) => hits.length > 0)]),
  );
  const implied = new Map<string, string[]>();
  for (const [id, mine] of made) {
    const others = [...made]
      .filter(
        ([other, theirs]) =>
          other !== id && !isTied(game, id, other) && mine.every((made, hand) => !made || theirs[hand]),
      )
      .map(([other]) => other);
    if (mine.includes(true) && others.length > 0) implied.set(id, others);
  }
  return implied;
}

/** Whether one of two boxes waits for the other, as that for a second one of the same: then each is for a roll of its own. */
function isTied(game: Game, ...ids: readonly [string, string]): boolean {
  return ids.some((id) => categoryOf(game, id)?.requires.some(({ category }) => ids.includes(category)));
}
