import { getElement } from "../rules/arrays.ts";
import { type Dice, groupDice, type Roll } from "../rules/dice/dice.ts";
import { type ScoringRule, scoresOfRoll, scoringKey } from "../rules/dice/scores.ts";
import { bestScore } from "../rules/game/examples.ts";
import type { Category, Column, Game } from "../rules/game/game.ts";
import { orderAllows } from "../rules/game/order.ts";
import { listCategories } from "../rules/game/rows.ts";
import { LruCache } from "../rules/memoize.ts";
import { type Box, makeBoxes } from "./boxes.ts";
import { hasRepeatRules, RepeatRolls } from "./repeat-rolls.ts";
import { type HeldWays, heldWays, rollRest, waysToHold } from "./turn/held-ways.ts";

/** The scores of a category's box when people play sensibly. */
interface ScoreShares {
  /** The share of boxes that earn nothing. */
  readonly struck: number;
  /** Of the others: the share of each score. */
  readonly scores: ReadonlyMap<number, number>;
}

export type SharesByCategory = ReadonlyMap<string, ScoreShares>;

/** The number of boxes filled over all simulated games: enough for shares, and takes milliseconds. */
const SIMULATED_BOXES = 6_000;

const sharesByGame = new WeakMap<Game, SharesByCategory>();

/**
 * The shares of strikes and scores over all columns, from simulated games. A simulated player holds dice for the open box in which the roll
 * is farthest above the mean of playing for that box (farthest below where the lowest total wins), and fills such a box, without regard to
 * bonuses and opponents. The same game gives the same shares.
 *
 * @returns no category where there are too many dice, or dice of several kinds
 */
export function scoreShares(game: Game): SharesByCategory {
  const shares = sharesByGame.get(game) ?? simulateShares(game);
  sharesByGame.set(game, shares);
  return shares;
}

/** Sets the shares of a game that were computed earlier. */
export function setScoreShares(game: Game, shares: SharesByCategory): void {
  sharesByGame.set(game, shares);
}

function simulateShares(game: Game): SharesByCategory {
  const dice = heldDice(game.dice);
  if (dice === null) return new Map();
  const simulation = new CasualSimulation(game, dice);
  const boxes = listCategories(game).length * game.columns.length;
  for (let filled = 0; filled < SIMULATED_BOXES; filled += boxes) simulation.playGame();
  return simulation.shares();
}

/** A repeat of the best roll that earned extra points, or was entered as a joker. */
export interface SampleRepeat {
  /** The category of its box. */
  readonly row: string;
  /** Its extra points; 0 for a joker that earns none. */
  readonly bonus: number;
  /** Whether its box holds another score than the dice have there. */
  readonly isJoker: boolean;
}

/** One player's game. */
export interface SampleGame {
  /** The scores, 0 for a strike: by column, then by category. */
  readonly scores: ReadonlyMap<string, ReadonlyMap<string, number>>;
  readonly repeats: readonly SampleRepeat[];
}

/** Games of the same simulated players, who also use jokers: too rarely to change the shares of scores. None if `scoreShares` has no category. */
export function sampleGames(game: Game, count: number): SampleGame[] {
  const dice = heldDice(game.dice);
  if (dice === null) return [];
  const simulation = new CasualSimulation(game, dice, true);
  return Array.from({ length: count }, () => simulation.playGame());
}

/** The ways to hold dice, and for each whole roll the ways to hold some of its dice or all. */
export interface HeldDice {
  readonly ways: HeldWays;
  readonly parts: ReadonlyMap<number, readonly number[]>;
}

/** With more ways, a game would take too long. Ten dice of six sides have 8 008. */
const MAX_CASUAL_WAYS = 4_000;

const heldDiceByKind = new LruCache<string, HeldDice>(8);

/** The ways to hold these dice; null where the dice differ, or where there are too many ways. */
export function heldDice({ dice }: Pick<Dice, "dice">): HeldDice | null {
  const [kind, ...others] = groupDice(dice);
  if (kind === undefined || others.length > 0 || waysToHold(dice) > MAX_CASUAL_WAYS) return null;
  const { die, count } = kind;
  return heldDiceByKind.get(`${count} from ${die.low} to ${die.high}`, () => {
    const ways = heldWays(dice);
    const indices = new Map(ways.faces.map((faces, at) => [faces.join(), at]));
    const parts = new Map<number, readonly number[]>();
    for (let roll = ways.firstRoll; roll < ways.count; roll++)
      parts.set(roll, [
        ...new Set(subsets(getElement(ways.faces, roll)).map((part) => indices.get(part.join()) ?? 0)),
      ]);
    return { ways, parts };
  });
}

function subsets(roll: Roll): Roll[] {
  const parts: Roll[] = [[]];
  for (const face of roll) parts.push(...parts.map((part) => [...part, face]));
  return parts;
}

/** Optimal play for the score of a single box. */
interface BoxPlay {
  /** By rolls left, then by whole roll: its expected score, negative where the lowest total wins. */
  readonly worth: readonly Float64Array[];
  /** By rolls left, then by whole roll: the best dice to hold. */
  readonly best: readonly Int32Array[];
  /** By rolls left, then by whole roll: its score if the turn ends. */
  readonly earned: readonly Float64Array[];
  /** By whole roll: whether it makes the pattern. Null where the highest total wins, because a strike is never better there. */
  readonly fits: readonly boolean[] | null;
  /** The mean worth of a turn. */
  readonly expected: number;
}

const playsByRule = new LruCache<string, BoxPlay>(200);

/** The exact best way to play for one category. @param rolls in a turn */
export function optimalBoxPlay(
  rule: ScoringRule,
  game: Pick<Game, "dice" | "ranking">,
  held: HeldDice,
  rolls: number,
): BoxPlay {
  const key = `${rolls} ${game.ranking.order} ${scoringKey(game.dice, rule)}`;
  return playsByRule.get(key, () => {
    const ends = game.ranking.order === "lowest" ? lowEnds : highEnds;
    return solveBox(ends(rule, game, held.ways, rolls), held, rolls);
  });
}

/** The ends of turns that are played for one box. */
interface TurnEnds extends Pick<BoxPlay, "earned" | "fits"> {
  /** By rolls left: the worth of ending the turn. */
  readonly kept: readonly Float64Array[];
}

function solveBox({ kept, earned, fits }: TurnEnds, { ways, parts }: HeldDice, rolls: number): BoxPlay {
  const { count, firstRoll } = ways;
  const last = getElement(kept, 0);
  const worth = [last];
  const best = [Int32Array.from({ length: count }, (_, at) => at)];
  for (let left = 1; left < rolls; left++) {
    const means = meansOfHolds(worth[left - 1] ?? last, ways);
    // Where a later roll earns less, a turn that ends now is worth more than one in which all dice are held.
    const ending = fits === null ? means : getElement(kept, left);
    const [now, choice] = [new Float64Array(count), new Int32Array(count)];
    for (let at = firstRoll; at < count; at++) {
      let [most, value] = [at, ending[at] ?? 0];
      for (const part of parts.get(at) ?? [])
        if (part !== at && (means[part] ?? 0) > value) [most, value] = [part, means[part] ?? 0];
      now[at] = value;
      choice[at] = most;
    }
    worth.push(now);
    best.push(choice);
  }
  return { worth, best, earned, fits, expected: meansOfHolds(worth.at(-1) ?? last, ways)[0] ?? 0 };
}

/** Where the highest total wins, ends don't depend on the rolls left. */
function highEnds(
  rule: ScoringRule,
  game: Pick<Game, "dice">,
  { count, firstRoll, faces }: HeldWays,
  rolls: number,
): TurnEnds {
  const scores = new Float64Array(count);
  for (let at = firstRoll; at < count; at++) scores[at] = usualScore(rule, game, getElement(faces, at));
  const earned = Array.from({ length: rolls }, () => scores);
  return { kept: earned, earned, fits: null };
}

/** Where the lowest total wins, a roll that doesn't make the pattern is worth less than any score, even if its box may be struck for 0. */
function lowEnds(
  rule: ScoringRule,
  { dice }: Pick<Game, "dice">,
  { count, firstRoll, faces }: HeldWays,
  rolls: number,
): TurnEnds {
  const { score, miss } = rule;
  const byRoll = score.kind === "by_roll" ? score.values : null;
  const lows = faces.map((roll, at) =>
    at < firstRoll ? undefined : scoresOfRoll(dice, { ...rule, served: null }, roll)[0],
  );
  const earned = Array.from({ length: rolls }, (_, left) =>
    Float64Array.from({ length: count }, (_, at) => {
      const low = lows[at];
      return low === undefined ? (miss ?? 0) : (byRoll?.[rolls - 1 - left] ?? low);
    }),
  );
  const most = earned.reduce((sum, scores) => Math.max(sum, ...scores), 1);
  const kept = earned.map((scores) => scores.map((one, at) => (lows[at] === undefined ? -2 * most : -one)));
  return { kept, earned, fits: lows.map((low) => low !== undefined) };
}

/** The mean of rolling all dice that are not held, from the worth of each whole roll. */
function meansOfHolds(worth: Float64Array, { grown, firstRoll }: HeldWays): Float64Array {
  const means = worth.slice();
  for (let way = firstRoll - 1; way >= 0; way--) {
    const next = grown.entries.subarray(grown.starts[way], grown.starts[way + 1]);
    means[way] = next.reduce((sum, to) => sum + (means[to] ?? 0), 0) / next.length;
  }
  return means;
}

/** The best claim of a roll, without extra points for served dice or early rolls. */
function usualScore(rule: ScoringRule, { dice }: Pick<Game, "dice">, roll: Roll): number {
  const scores = scoresOfRoll(dice, rule, roll);
  const isForSpeed = rule.score.kind === "by_roll" || rule.served !== null;
  return (isForSpeed ? scores[0] : scores.at(-1)) ?? rule.miss ?? 0;
}

interface CategoryPlay {
  readonly category: Category;
  readonly play: BoxPlay;
}

/** The boxes of a column that are still empty, and those of them that may be filled next. */
interface EmptyBoxes {
  readonly column: Column;
  readonly boxes: Map<string, CategoryPlay>;
  open: readonly CategoryPlay[];
}

class CasualSimulation {
  readonly #game: Game;
  readonly #ways: HeldWays;
  readonly #rows: readonly string[];
  readonly #boxes: readonly CategoryPlay[];
  readonly #counts: ReadonlyMap<string, Map<number, number>>;
  readonly #sheet: readonly Box[];
  readonly #repeatRolls: RepeatRolls | null;
  #state = 1;

  constructor(game: Game, held: HeldDice, usesJokers = false) {
    const categories = listCategories(game);
    this.#game = game;
    this.#ways = held.ways;
    this.#rows = categories.map(({ id }) => id);
    this.#boxes = categories.map((category) => ({
      category,
      play: optimalBoxPlay(category, game, held, game.turn.rolls),
    }));
    this.#counts = new Map(this.#rows.map((id) => [id, new Map()]));
    const { repeats, ranking } = game;
    const columns = game.columns.map((column) => [column]);
    this.#sheet = makeBoxes(game, columns, { weights: new Map() });
    const counts = usesJokers && ranking.order === "highest" && hasRepeatRules(repeats);
    this.#repeatRolls = counts ? new RepeatRolls(game, repeats, this.#sheet, held.ways) : null;
  }

  playGame(): SampleGame {
    const played = new Map(this.#game.columns.map(({ id }) => [id, new Map<string, number>()]));
    const columns = this.#game.columns.map((column): EmptyBoxes => {
      const boxes = new Map(this.#boxes.map((box) => [box.category.id, box]));
      return { column, boxes, open: column.after === null ? this.#openBoxes(column, boxes) : [] };
    });
    const repeats: SampleRepeat[] = [];
    while (columns.some(({ open }) => open.length > 0)) {
      const { filled, box, score, repeat } = this.#playTurn(columns, played);
      const { id } = box.category;
      if (repeat !== null) repeats.push({ row: id, ...repeat });
      filled.boxes.delete(id);
      played.get(filled.column.id)?.set(id, score);
      filled.open = this.#openBoxes(filled.column, filled.boxes);
      const next =
        filled.boxes.size > 0 ? [] : columns.filter(({ column }) => column.after === filled.column.id);
      for (const one of next) one.open = this.#openBoxes(one.column, one.boxes);
      const counts = this.#counts.get(id);
      counts?.set(score, (counts.get(score) ?? 0) + 1);
    }
    return { scores: played, repeats };
  }

  shares(): Map<string, ScoreShares> {
    return new Map([...this.#counts].map(([id, counts]) => [id, normalize(counts)]));
  }

  /** The boxes that the order of the column lets be filled next. */
  #openBoxes({ order }: Column, boxes: ReadonlyMap<string, CategoryPlay>): readonly CategoryPlay[] {
    const empty = [...boxes.values()];
    if (order.kind === "free") return empty;
    const filled = this.#rows.filter((id) => !boxes.has(id));
    return empty.filter(({ category }) => orderAllows(order, this.#rows, new Set([...filled, category.id])));
  }

  #playTurn(columns: readonly EmptyBoxes[], played: SampleGame["scores"]) {
    const random = { below: (end: number) => Math.floor(this.#next() * end) };
    let roll = rollRest(this.#ways, 0, random);
    let left = this.#game.turn.rolls - 1;
    const aims = [...columns, ...this.#scoredTop(columns, played)];
    for (; left > 0; left--) {
      const { best, fits } = bestBox(aims, roll, left).box.play;
      const hold = best[left]?.[roll] ?? roll;
      if (hold === roll && fits?.[roll] === true && this.#game.turn.stopEarly) break;
      roll = rollRest(this.#ways, hold, random);
    }
    const repeat = this.#enterRepeat(columns, played, roll, left);
    if (repeat !== null) return repeat;
    const { filled, box } = bestBox(columns, roll, left);
    return { filled, box, score: box.play.earned[left]?.[roll] ?? 0, repeat: null };
  }

  /** The box of the top category once it has scored: where repeats count, players go on holding dice for it. */
  #scoredTop(columns: readonly EmptyBoxes[], played: SampleGame["scores"]): EmptyBoxes[] {
    const top = this.#boxes.find(({ category }) => category.id === this.#game.repeats?.of);
    if (this.#repeatRolls === null || top === undefined) return [];
    return columns
      .filter(({ column }) => (played.get(column.id)?.get(top.category.id) ?? 0) > 0)
      .map((one) => ({ ...one, open: [top] }));
  }

  /** The best entry of a roll of the top category, which may earn extra points or be a joker; null for other rolls. */
  #enterRepeat(columns: readonly EmptyBoxes[], played: SampleGame["scores"], roll: number, left: number) {
    const rolls = this.#repeatRolls;
    const index = rolls?.rolls.indexOf(roll - this.#ways.firstRoll) ?? -1;
    if (rolls === null || index === -1) return null;
    const emptyBoxes = (at: number) => getElement(columns, getElement(this.#sheet, at).columnGroup);
    const openBox = (at: number) =>
      emptyBoxes(at).open.find(({ category }) => category.id === getElement(this.#sheet, at).category.id);
    const tops = [...played.values()].flatMap((scores) => scores.get(this.#game.repeats?.of ?? "") ?? []);
    const entries = rolls.entries(index, {
      open: (at) => Number(emptyBoxes(at).boxes.has(getElement(this.#sheet, at).category.id)),
      mayFill: (at) => openBox(at) !== undefined,
      isTopScored: tops.every((score) => score > 0),
      isRolledBefore: tops.some((score) => score > 0),
    });
    const all = this.#sheet.flatMap(({ at, values }) => {
      const box = openBox(at);
      if (box === undefined) return [];
      const { earned, expected } = box.play;
      return entries(at).map(({ value, bonus }) => {
        const score = getElement(values, value);
        const isJoker = score !== 0 && score !== earned[left]?.[roll];
        const repeat = bonus > 0 || isJoker ? { bonus, isJoker } : null;
        return { filled: emptyBoxes(at), box, score, repeat, gain: score + bonus - expected };
      });
    });
    return all.toSorted((one, other) => other.gain - one.gain)[0] ?? null;
  }

  /** From 0 up to, not including, 1: a linear congruential generator, the same for every game. */
  #next(): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    return this.#state / 4_294_967_296;
  }
}

/** The open box in which a roll is farthest above the mean, the first of equal ones. The last roll goes into a box that it fits, if any. */
function bestBox(columns: readonly EmptyBoxes[], roll: number, rollsLeft: number) {
  const isFit = ({ play }: CategoryPlay) => play.fits?.[roll] === true;
  const mustFit = rollsLeft === 0 && columns.some(({ open }) => open.some(isFit));
  let best: { filled: EmptyBoxes; box: CategoryPlay } | null = null;
  let most = Number.NEGATIVE_INFINITY;
  for (const filled of columns) {
    for (const box of filled.open) {
      if (mustFit && !isFit(box)) continue;
      const above = (box.play.worth[rollsLeft]?.[roll] ?? 0) - box.play.expected;
      if (best !== null && above <= most) continue;
      best = { filled, box };
      most = above;
    }
  }
  if (best === null) throw new Error("no box is open");
  return best;
}

/** @param counts how often a box came to each score, 0 where it earned nothing */
function normalize(counts: ReadonlyMap<number, number>): ScoreShares {
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const struck = counts.get(0) ?? 0;
  const scored = [...counts].filter(([score]) => score !== 0);
  const scores = new Map(scored.map(([score, count]) => [score, count / (all - struck)]));
  return { struck: struck / all, scores };
}

/** A roll of a turn, and what a player who wants one box does with it. */
export interface SampleRoll {
  /** The dice, those that are kept first. */
  readonly roll: Roll;
  readonly kept: Roll;
  /** The probability that the turn still makes the pattern of the box, with optimal play for it. */
  readonly chance: number;
}

/** The chances that make a turn exciting, by the rolls left: about even at first, and open before the last roll. */
const EXCITING = 0.4;

/**
 * The rolls before the last one of a turn that ends with certain dice, by a player who wants a box that they make and keeps what is best for it.
 * The same game gives the same rolls.
 *
 * @returns null where no such turn leads there, with dice of several kinds, or with too many
 */
export function sampleTurn(game: Game, category: Category, final: Roll): SampleRoll[] | null {
  const held = heldDice(game.dice);
  if (held === null || game.turn.rolls < 2 || final.length !== game.dice.dice.length) return null;
  const one = { kind: "formula", formula: { kind: "number", value: 1 } } as const;
  const rule = { ...category, score: one, served: null, miss: null };
  const highest = { dice: game.dice, ranking: { ...game.ranking, order: "highest" as const } };
  const play = optimalBoxPlay(rule, highest, held, game.turn.rolls);
  const score = bestScore(game, scoresOfRoll(game.dice, category, final));
  // Nobody breaks up dice that are already worth more.
  const isWorthMore = (roll: Roll) =>
    listCategories(game).some((other) => {
      const scores = isPatternBox(other) ? scoresOfRoll(game.dice, other, roll) : [];
      return scores.length > 0 && bestScore(game, [...scores, score]) !== score;
    });
  const rolls: SampleRoll[] = [];
  let within = final.toSorted((a, b) => a - b);
  for (let left = 1; left < game.turn.rolls; left++) {
    const best = findPriorRoll(within, left, play, held.ways, isWorthMore);
    if (best === null) return null;
    rolls.unshift(best);
    within = best.kept.toSorted((a, b) => a - b);
  }
  return rolls;
}

/** The most exciting roll of which some dice are kept, all of them among certain dice, but not all of those. */
function findPriorRoll(
  within: Roll,
  left: number,
  { worth, best }: BoxPlay,
  ways: HeldWays,
  isWorthMore: (roll: Roll) => boolean,
): SampleRoll | null {
  let found: SampleRoll | null = null;
  for (let at = ways.firstRoll; at < ways.count; at++) {
    const kept = getElement(ways.faces, best[left]?.[at] ?? at);
    const chance = worth[left]?.[at] ?? 0;
    if (
      kept.length === 0 ||
      kept.length >= within.length ||
      withoutPart(within, kept).length !== within.length - kept.length ||
      chance === 0
    )
      continue;
    const others = withoutPart(getElement(ways.faces, at), kept);
    // Nobody wonders why dice are rolled again that show as much as those that are kept.
    if (new Set([...others, ...kept]).size < others.length + new Set(kept).size) continue;
    if (found !== null && Math.abs(chance - EXCITING) >= Math.abs(found.chance - EXCITING)) continue;
    if (isWorthMore(getElement(ways.faces, at))) continue;
    found = { roll: [...kept, ...others], kept, chance };
  }
  return found;
}

/** Whether a box asks for a combination, not for a number or for any roll. */
export function isPatternBox({ pattern }: Pick<Category, "pattern">): boolean {
  return pattern.kind !== "any" && pattern.kind !== "face";
}

/** A roll without dice of certain faces, each taken out once. */
function withoutPart(whole: Roll, part: Roll): Roll {
  const rest = [...whole];
  for (const face of part) {
    const at = rest.indexOf(face);
    if (at !== -1) rest.splice(at, 1);
  }
  return rest;
}
