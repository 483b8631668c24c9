import {
  alike,
  any,
  count,
  D6,
  FACES,
  flat,
  groupPips,
  groups,
  holds,
  inARow,
  number,
  type Pay,
  pips,
  type Roll,
  rollsOf,
  sum,
} from "./plain.ts";

/** A game of the family in plain code, under some choices, with the highest total that its source or its own loops give. */
export interface PlainGame {
  readonly id: string;
  readonly choices: Readonly<Record<string, string>>;
  readonly rolls: readonly Roll[];
  /** The number boxes, which the bonus looks at, and the others; both from top to bottom. */
  readonly above: Readonly<Record<string, Pay>>;
  readonly below: Readonly<Record<string, Pay>>;
  readonly bonus: (sum: number) => number;
  /** Without extra points for further rolls. */
  readonly highest: number;
}

const FIVE = rollsOf(D6, D6, D6, D6, D6);
const SIX = rollsOf(D6, D6, D6, D6, D6, D6);
const THREE = rollsOf(D6, D6, D6);
const UNLIKE = rollsOf(D6, D6, D6, D6, D6, [0, 9]);

const NUMBERS = {
  ones: number(1),
  twos: number(2),
  threes: number(3),
  fours: number(4),
  fives: number(5),
  sixes: number(6),
};
const step = (from: number, add: number) => (reached: number) => (reached >= from ? add : 0);
const none = () => 0;

const KNIFFEL = {
  three: pips(alike(3)),
  four: pips(alike(4)),
  full_house: flat(25, groups(3, 2)),
  small: flat(30, inARow(4)),
  large: flat(40, inARow(5)),
  five: flat(50, alike(5)),
  chance: pips(any),
};
const YATZY = {
  pair: groupPips(2),
  two_pairs: groupPips(2, 2),
  three: groupPips(3),
  four: groupPips(4),
  small: flat(15, holds(1, 2, 3, 4, 5)),
  large: flat(20, holds(2, 3, 4, 5, 6)),
  full_house: groupPips(3, 2),
  chance: pips(any),
  yatzy: flat(50, alike(5)),
};
const MAXI = {
  pair: groupPips(2),
  two_pairs: groupPips(2, 2),
  three_pairs: groupPips(2, 2, 2),
  three: groupPips(3),
  four: groupPips(4),
  five: groupPips(5),
  small: flat(15, holds(1, 2, 3, 4, 5)),
  large: flat(20, holds(2, 3, 4, 5, 6)),
  full_straight: flat(21, holds(1, 2, 3, 4, 5, 6)),
  full_house: groupPips(3, 2),
  villa: groupPips(3, 3),
  tower: groupPips(4, 2),
  chance: pips(any),
  yatzy: flat(100, alike(6)),
};

/** 1 and 6 are black, 2 and 5 red, 3 and 4 green: two faces are of one colour where they are alike or add up to 7. */
const sameColour = (roll: Roll) => roll.every((face) => face === roll[0] || face + (roll[0] ?? 0) === 7);
const inPairs = (roll: Roll) => FACES.reduce((all, face) => all + Math.floor(count(roll, face) / 2), 0);
/** A face and its partner of the same colour hold two pairs together; four alike do, too. */
const twoPairsOfAColour = (roll: Roll) =>
  [1, 2, 3].some((face) => inPairs(roll.filter((f) => f === face || f === 7 - face)) >= 2);
const twoColouredPairs = (roll: Roll) =>
  [1, 2, 3].some((face) => count(roll, face) >= 2 && count(roll, 7 - face) >= 2);
const house = (roll: Roll) => groups(3, 2)(roll) || alike(5)(roll);
const kismet = (isLoose: boolean) => ({
  two_pairs: pips(isLoose ? twoPairsOfAColour : twoColouredPairs),
  three: pips(alike(3)),
  straight: flat(30, inARow(5)),
  flush: flat(35, sameColour),
  full_house: pips(isLoose ? house : groups(3, 2), 15),
  full_house_colour: pips((roll) => (isLoose ? house : groups(3, 2))(roll) && sameColour(roll), 20),
  four: pips(alike(4), 25),
  yarborough: pips(any),
  kismet: pips(alike(5), 50),
});

const generala = (served: number, isStraight: (roll: Roll) => boolean, top: number) => ({
  straight: (roll: Roll) => (isStraight(roll) ? [20, 20 + served] : []),
  full_house: (roll: Roll) => (groups(3, 2)(roll) ? [30, 30 + served] : []),
  four: (roll: Roll) => (alike(4)(roll) ? [40, 40 + served] : []),
  generala: flat(top, alike(5)),
});
/** Any five different faces are a run if it may go past the 6. */
const aroundTheSix = (roll: Roll) => new Set(roll).size === 5;
const aceHigh = (roll: Roll) => inARow(5)(roll) || holds(1, 3, 4, 5, 6)(roll);
const aceAsTwo = (roll: Roll) =>
  inARow(5)(roll) || holds(1, 3, 4, 5, 6)(roll) || (holds(1, 3, 4, 5)(roll) && count(roll, 1) === 2);

const YACHT = {
  full_house: pips(groups(3, 2)),
  four: groupPips(4),
  little: flat(30, holds(1, 2, 3, 4, 5)),
  big: flat(30, holds(2, 3, 4, 5, 6)),
  choice: pips(any),
  yacht: flat(50, alike(5)),
};
const CRAG = {
  odd: flat(20, holds(1, 3, 5)),
  even: flat(20, holds(2, 4, 6)),
  low: flat(20, holds(1, 2, 3)),
  high: flat(20, holds(4, 5, 6)),
  three: flat(25, alike(3)),
  thirteen: flat(26, (roll) => sum(roll) === 13),
  crag: flat(50, (roll) => sum(roll) === 13 && alike(2)(roll)),
};
const EXTREME = {
  three: pips(alike(3)),
  four: pips(alike(4)),
  two_pairs: pips(groups(2, 2)),
  three_pairs: flat(35, groups(2, 2, 2)),
  two_triples: flat(45, groups(3, 3)),
  full_house: flat(25, groups(3, 2)),
  big_house: flat(45, groups(4, 2)),
  small: flat(30, inARow(4)),
  large: flat(40, inARow(5)),
  highway: flat(50, inARow(6)),
  five: flat(50, alike(5)),
  extreme: flat(75, alike(6)),
  ten_or_less: flat(40, (roll) => sum(roll) <= 10),
  thirty_three: flat(40, (roll) => sum(roll) >= 33),
  chance: pips(any),
  super_chance: (roll: Roll) => [2 * sum(roll)],
};

type Rest = Omit<PlainGame, "id" | "choices">;
const plain = (id: string, choices: PlainGame["choices"], rest: Rest): PlainGame => ({
  id,
  choices,
  ...rest,
});

const kniffel = { rolls: FIVE, above: NUMBERS, below: KNIFFEL, bonus: step(63, 35), highest: 375 };
const maxi = { rolls: SIX, above: NUMBERS, below: MAXI };
const bonusOfKismet = (reached: number) =>
  Math.max(step(63, 35)(reached), step(71, 55)(reached), step(78, 75)(reached));
const kismetGame = { rolls: FIVE, above: NUMBERS, bonus: bonusOfKismet };
const generalaGame = { rolls: FIVE, above: NUMBERS, bonus: none };

export const PLAIN: readonly PlainGame[] = [
  plain("kniffel", { further_kniffels: "none" }, kniffel),
  plain(
    "kniffel",
    { further_kniffels: "none", five_alike: "yes" },
    {
      ...kniffel,
      below: { ...KNIFFEL, full_house: flat(25, house) },
    },
  ),
  plain("yahtzee", {}, kniffel),
  plain("forced-yatzy", {}, { rolls: FIVE, above: NUMBERS, below: YATZY, bonus: step(63, 50), highest: 374 }),
  plain("maxi-yatzy", {}, { ...maxi, bonus: step(84, 100), highest: 649 }),
  plain("maxi-yatzy", { bonus: "fifty_from_75" }, { ...maxi, bonus: step(75, 50), highest: 599 }),
  // No source gives a highest total for Kismet. With groups of different numbers two pairs of one colour earn 20 at most (3-3-4-4-6)
  // instead of 30, a full house 43 (6-6-6-5-5) instead of 45, one of one colour 40 (6-6-6-1-1) instead of 50.
  plain("kismet", {}, { ...kismetGame, below: kismet(true), highest: 565 }),
  plain("kismet", { same_face_groups: "strict" }, { ...kismetGame, below: kismet(false), highest: 543 }),
  // Served straight 25, full house 35, poker 45, Generala 50, all numbers 105.
  plain("generala", {}, { ...generalaGame, below: generala(5, inARow(5), 50), highest: 260 }),
  plain(
    "generala",
    { generala_value: "sixty", served: "ten", straight: "around" },
    {
      ...generalaGame,
      below: generala(10, aroundTheSix, 60),
      highest: 285,
    },
  ),
  plain(
    "generala",
    { straight: "ace_high" },
    {
      ...generalaGame,
      below: generala(5, aceHigh, 50),
      highest: 260,
    },
  ),
  plain(
    "generala",
    { straight: "ace_as_two", double_generala: "yes" },
    {
      ...generalaGame,
      below: { ...generala(5, aceAsTwo, 50), double: flat(100, alike(5)) },
      highest: 360,
    },
  ),
  plain("yacht", {}, { rolls: FIVE, above: NUMBERS, below: YACHT, bonus: none, highest: 297 }),
  plain(
    "yacht",
    { straights: "four_and_five" },
    {
      rolls: FIVE,
      above: NUMBERS,
      below: { ...YACHT, little: flat(30, inARow(4)), big: flat(40, inARow(5)) },
      bonus: none,
      highest: 307,
    },
  ),
  plain("crag", {}, { rolls: THREE, above: NUMBERS, below: CRAG, bonus: none, highest: 244 }),
  plain(
    "crag",
    { crag_as_thirteen: "no" },
    {
      rolls: THREE,
      above: NUMBERS,
      below: { ...CRAG, thirteen: flat(26, (roll) => sum(roll) === 13 && new Set(roll).size === 3) },
      bonus: none,
      highest: 244,
    },
  ),
  // No source gives a highest total for this game; the ten-sided die adds up to 9 pips wherever all of them count.
  plain(
    "kniffel-extreme",
    {},
    {
      rolls: UNLIKE,
      above: NUMBERS,
      below: EXTREME,
      bonus: step(73, 45),
      highest: 878,
    },
  ),
];
