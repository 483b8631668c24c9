import { describe, expect, it } from "vitest";
import {
  changedScores,
  compareGames,
  listDifferences,
  tellDifference,
  tellOutcomes,
  tellScores,
} from "../../../src/authoring/diff/compare.ts";
import { CLAUSES } from "../../../src/authoring/diff/clauses.ts";
import type { Game } from "../../../src/rules/game/game.ts";
import { memoize } from "../../../src/rules/memoize.ts";
import { gameFrom, SHIPPED, shippedGame, TRIED } from "../../support/games.ts";
import { language } from "../../support/languages.ts";

const en = language("en");
const de = language("de");

const NAME = "name: {de: Versuch, en: Trial}";

/** A game that says what it changes in another. */
function like(base: string, changes: string): Game {
  return gameFrom(`id: trial\nextends: ${base}\n${NAME}\n${changes}\n`);
}

/** What is told in English of the differences in everything but the name. */
function told(before: Game, after: Game): string[] {
  return listDifferences(before, after)
    .filter(({ clause }) => clause !== "name")
    .flatMap((difference) => {
      const one = tellDifference({ before, after }, difference, en);
      return [one.message, ...tellScores(one, en)].map((line) => line.replaceAll("\u00a0", " "));
    });
}

function toldOf(base: string, changes: string): string[] {
  return told(shippedGame(base), like(base, changes));
}

/** Every kind of clause, by a change that brings it about, and what is told of it. */
const CASES: [string, string, string, string[]][] = [
  ["players", "yatzy", "players: {min: 2, max: 6}", ["Players: any number of players → 2 to 6 players"]],
  ["sheet", "yatzy", "players: {sheet: own}", ["Sheets: one sheet for all → a sheet for each"]],
  [
    "scorekeeper",
    "yatzy",
    "players: {scorekeeper: true}",
    ["Who keeps score: everybody → one player for all"],
  ],
  ["rolls", "yatzy", "turn: {rolls: 4}", ["Rolls per turn: 3 rolls → 4 rolls"]],
  ["stop-early", "yatzy", "turn: {stop_early: false}", ["Stopping early: allowed → not allowed"]],
  ["set-aside", "yatzy", "turn: {set_aside: final}", ["Dice set aside: may be rolled again → stay aside"]],
  [
    "box-wins",
    "yatzy",
    "categories: {yatzy: {wins: scored}}",
    ["Wins at once in “Yatzy”: new: any roll that scores"],
  ],
  ["wild", "yatzy", "dice: {wild: {faces: [1, 2]}}", ["Wild numbers: new: 1 or 2 wild"]],
  [
    "layer-order",
    "doppel-yatzy",
    "turn: {layer_order: free}",
    ["Order of the layers: in the order of the game → as you like"],
  ],
  [
    "bank-rolls",
    "yatzy",
    "turn: {bank_unused_rolls: true}",
    ["Rolls left over: are lost → are kept for later"],
  ],
  [
    "symbols",
    "yatzy",
    "dice: {symbols: {1: {de: B, en: J}, 2: {de: D, en: Q}, 3: {de: K, en: K}, 4: {de: A, en: A}, 5: {de: '10', en: '10'}, 6: {de: '9', en: '9'}}}",
    ["Symbols on the dice: new: 1 J, 2 Q, 3 K, 4 A, 5 10, 6 9"],
  ],
  [
    "section-floor",
    "yazzo",
    "sections: {lower: {floor: 20}}",
    ["“Lower section” counts at least: new: 20 points"],
  ],
  [
    "own-bonus",
    "yazzo",
    "bonuses: {straights: {label: {de: Straßen, en: Straights}, scope: row, row: straight, of: scored, tiers: [{from: 2, add: 10}, {from: 3, add: 30}]}}",
    [
      "Bonus “Straights”: new: Straights; for a row over all columns; “Straight”; by boxes scored; 2×: +10, 3×: +30; only the highest step reached; counts towards the total",
    ],
  ],
  [
    "column-entry",
    "yazzo",
    "columns: {down: {entry: announced}}",
    ["Column “Top down” takes: any roll → name the box after the first roll"],
  ],
  [
    "column-after",
    "yazzo",
    "columns: {down: {after: mixed}}",
    ["Column “Top down” can be begun: new: after column “Any order”"],
  ],
  [
    "repeats-factor",
    "yahtzee-block",
    "repeats: {multiplied: true}",
    ["Extra points in columns: count once → count as often as the column"],
  ],
  ["ranking-by", "yazzo", "ranking: {by: columns}", ["What decides: the grand total → the columns won"]],
  ["chips", "yatzy", "turn: {chips: {count: 3, per_turn: 1}}", ["Chips: new: 3 chips, at most 1 a turn"]],
  [
    "served-on",
    "yatzy",
    "turn: {served: first_throw}",
    ["“Served”: with all dice in any one roll → with the first roll"],
  ],
  [
    "box-requires",
    "yatzy",
    "categories: {three: {requires: {pair: scored, chance: filled}}}",
    ["“Three of a kind” needs first: new: points in “One pair”, an entry in “Chance”"],
  ],
  ["repeats-of", "edencity-yatzy", "repeats: {of: full_house}", ["What is counted: “Yatzy” → “Full house”"]],
  [
    "start",
    "yatzy",
    "start: {method: highest_sum, dice: 2, tie: roll_off}",
    ["Who starts: anybody → highest sum with 2 dice; once more if tied"],
  ],
  ["direction", "yatzy", "direction: clockwise", ["Direction of play: in turn → clockwise"]],
  [
    "colours",
    "yatzy",
    "dice: {colours: {1: black, 6: black, 2: red, 5: red, 3: green, 4: green}}",
    ["Colours of the pips: new: 1, 6 black; 2, 5 red; 3, 4 green"],
  ],
  [
    "box",
    "yatzy",
    "categories: {chance: null}\nsections: {lower: {rows: [pair, two_pairs, three, four, small, large, full_house, yatzy]}}",
    ["“Chance”: gone (any roll; add up all pips)"],
  ],
  [
    "box-label",
    "yatzy",
    "categories: {chance: {label: {de: Joker, en: Wild}}}",
    ["Name of the box: Chance → Wild"],
  ],
  [
    "box-rule",
    "yatzy",
    "categories: {small: {score: 14}}",
    [
      "“Small straight”: the run 1-2-3-4-5; a flat 15 points → the run 1-2-3-4-5; a flat 14 points",
      "now possible as well: 14",
      "no longer possible: 15",
    ],
  ],
  ["box-strike", "yatzy", "categories: {chance: {strike: never}}", ["Striking “Chance”: allowed → never"]],
  [
    "row-order",
    "yatzy",
    "sections: {lower: {rows: [pair, two_pairs, four, three, small, large, full_house, chance, yatzy]}}",
    ["Order of the boxes: Three of a kind, Four of a kind → Four of a kind, Three of a kind"],
  ],
  [
    "section-label",
    "yatzy",
    "sections: {upper: {label: {de: Oben, en: Top}}}",
    ["Name of the section: Upper section → Top"],
  ],
  [
    "bonus",
    "yatzy",
    "sections: {upper: {tiers: [{from: 60, add: 40}, {from: 70, add: 60}], tier_mode: sum}}",
    [
      "Bonus for “Upper section”: 63 or more: +50 → 60 or more: +40, 70 or more: another +60; all steps reached together",
    ],
  ],
  [
    "column-order",
    "yatzy",
    "columns: {main: {order: {stages: [[pair, two_pairs, three, four, small, large, full_house, chance, yatzy], [ones, twos, threes, fours, fives, sixes]]}}}",
    [
      "Column “Points”, order: any order → one part after the other, in any order within a part: first “Lower section”, then “Upper section”",
    ],
  ],
  ["column-factor", "yatzy", "columns: {main: {multiplier: 3}}", ["Column “Points” counts: once → 3 times"]],
  [
    "column-label",
    "yatzy",
    "columns: {main: {label: {de: Augen, en: Pips}}}",
    ["Name of the column: Points → Pips"],
  ],
  [
    "column",
    "yazzo",
    "columns: {extra: {label: {de: Mitte, en: Middle}, order: {outward: [sixes, minimum]}, multiplier: 2}}",
    [
      "Column “Middle”: new: from “Sixes” upwards and from “Minimum” downwards, without skipping a box; 2 times",
    ],
  ],
  [
    "constraint",
    "yazzo",
    "constraints: {min_max: {expr: minimum <= maximum}}",
    [
      "Constraint: “Minimum” lower than “Maximum”; struck boxes are exempt → “Minimum” no higher than “Maximum”; struck boxes are exempt",
    ],
  ],
  ["strike-marks", "yatzy", 'strike: {marks: ["X"]}', ["Strike marks: – 0 → X"]],
  [
    "strike-voluntary",
    "generala",
    "strike: {voluntary: false}",
    ["Striking by choice: allowed → only if nothing fits"],
  ],
  [
    "repeats",
    "yatzy",
    "repeats: {of: yatzy, bonus: 100, bonus_if: {box: scored}, joker: none}",
    ["Rolling it again: new: “Yatzy”; 100 extra points; if its box holds points; on the sheet; no joker"],
  ],
  [
    "repeats-bonus",
    "yahtzee-block",
    "repeats: {bonus: 100}",
    ["Extra points: 50 extra points → 100 extra points"],
  ],
  [
    "repeats-gate",
    "yahtzee-block",
    "repeats: {bonus_if: {own_number: free}}",
    ["Extra points are earned: if its box holds points → if the box for the number rolled is open"],
  ],
  [
    "repeats-note",
    "yahtzee-block",
    "repeats: {note_on: sheet}",
    ["Extra points are noted: on the back of the sheet → on the sheet"],
  ],
  [
    "joker",
    "yahtzee-block",
    // Its note would go with the rule that it is about.
    "repeats: {joker: {upper: own, upper_first: true, lower: any, lower_value: as_if_matched}}\nnotes: {joker_example: {at: repeats}}",
    [
      "Joker: in any number box; at its highest score; in any other box; at its highest score; if its box holds points → in the box for the number rolled; there first; in any other box; as if it were made; if its box holds points",
    ],
  ],
  [
    "ranking-order",
    "yatzy",
    "ranking: {order: lowest}",
    ["The winner has: the most points → the fewest points"],
  ],
  ["ranking-tie", "yatzy", "ranking: {tie: split}", ["Tie: the win is shared → the payout is split"]],
  ["line", "yatzy", "lines: {upper.sum: {de: Oben, en: Top}}", ["Name of the line “Sum”: Sum → Top"]],
  [
    "prize",
    "edencity-yatzy",
    "settlement: {share: 80, base: stake}",
    ["Payout: 90% of all stakes → 80% of one stake"],
  ],
  [
    "rest",
    "edencity-yatzy",
    "settlement: {rest: players}",
    ["Remainder after splitting: the remainder stays with the house → the remainder goes to the winners"],
  ],
  [
    "leaver",
    "edencity-yatzy",
    "settlement: {leaver: refunded}",
    ["Leaving early: the stake stays in the pot → the stake comes back"],
  ],
  [
    "stakes",
    "edencity-yatzy",
    'settlement: {stakes: ["2.50", "5.00", "10.00"]}',
    ["Usual stakes: 2.50 credits; 5.00 credits → 2.50 credits; 5.00 credits; 10.00 credits"],
  ],
  [
    "option",
    "yatzy",
    "options: {tie: null}",
    [
      "House rule “Tie at the end”: gone (The win is shared · Tied players each roll all the dice once; the highest sum wins; played: The win is shared)",
    ],
  ],
  [
    "option-label",
    "yatzy",
    "options: {tie: {label: {de: Patt, en: Draw}}}",
    ["Name of the house rule: Tie at the end → Draw"],
  ],
  [
    "option-choices",
    "yatzy",
    "options: {tie: {choices: {split: {label: {de: Teilen, en: Split}, set: {ranking.tie: split}}}}}",
    [
      "House rule “Tie at the end”, on offer: The win is shared · Tied players each roll all the dice once; the highest sum wins → The win is shared · Tied players each roll all the dice once; the highest sum wins · Split",
    ],
  ],
  [
    "note",
    "yatzy",
    "notes: {chance_use: null}",
    ["Note: gone (It pays to keep Chance for a roll that fits nowhere else.)"],
  ],
];

describe("a change of one rule is told as that, and nothing else", () => {
  it.each(CASES)("%s", (clause, base, changes, lines) => {
    const [before, after] = [shippedGame(base), like(base, changes)];
    const found = listDifferences(before, after).map((d) => d.clause);
    expect([...new Set(found)]).toEqual(["name", clause]);
    expect(told(before, after)).toEqual(lines);
  });
});

describe("dice", () => {
  const six = like("yatzy", "dice: {count: 6}\noptions: {same_face_groups: null}\nexamples: []");

  it("change the scores of boxes whose rules stay", () => {
    const lines = told(shippedGame("yatzy"), six);
    expect(lines).toContain("Dice: 5 dice → 6 dice");
    expect(lines).toContain("“Ones”, same rule, other scores: 1–5 → 1–6");
    expect(lines).toContain("now possible as well: 6");
  });

  it("are told by what they show, and how many are scored", () => {
    const odd = like(
      "yatzy",
      "dice: {count: null, sides: null, set: [[1, 6], [1, 6], [1, 6], [1, 6], [0, 9], [1, 6]], keep: 5}\nexamples: []",
    );
    expect(told(shippedGame("yatzy"), odd)[0]).toBe(
      "Dice: 5 dice → 5 dice with the numbers 1 to 6 + 1 die with the numbers 0 to 9, of which 5 are scored",
    );
  });

  it("come in layers, with as many entries a turn", () => {
    const lines = told(shippedGame("yatzy"), shippedGame("doppel-yatzy"));
    expect(lines).toContain("Layers of the double dice: new: inner, outer");
    expect(lines).toContain("Boxes per turn: 1 box → 2 boxes");
  });
});

describe("sections", () => {
  it("may be worked out by a formula", () => {
    const worked = like(
      "yazzo",
      "sections: {lower: {rows: [full_house, straight, yazzo]}, middle: {label: {de: Mitte, en: Middle}, rows: [minimum, maximum], total: (maximum - minimum) * ones}}",
    );
    const plain = like(
      "yazzo",
      "sections: {lower: {rows: [full_house, straight, yazzo]}, middle: {label: {de: Mitte, en: Middle}, rows: [minimum, maximum]}}",
    );
    expect(told(plain, worked)).toEqual(["“Middle” counts: new: (“Maximum” − “Minimum”) × “Ones”"]);
  });
});

describe("columns that are won one by one", () => {
  it("tell what each is worth", () => {
    const won = like(
      "yazzo",
      "ranking: {by: columns}\nsettlement: {per_column: {mixed: 1, down: 2, up: 4}, sweep: 3}",
    );
    expect(told(shippedGame("yazzo"), won)).toEqual([
      "Columns won: new: Any order 1, Top down 2, Bottom up 4; 3 more for all columns",
      "What decides: the grand total → the columns won",
    ]);
  });
});

describe("hands", () => {
  it("part the dice, and fill a box each", () => {
    const parted = like(
      "yatzy",
      "dice: {count: 10, hands: 2}\nexamples: []\ncategories: {chance: null}\nsections: {lower: {rows: [pair, two_pairs, three, four, small, large, full_house, yatzy]}}",
    );
    const lines = told(shippedGame("yatzy"), parted);
    expect(lines).toContain("Hands: one hand → 2 hands");
    expect(lines).toContain("Boxes per turn: 1 box → 2 boxes");
  });
});

describe("boxes", () => {
  it("that have other ids are found by their names, then by their rules", () => {
    const renamed = like(
      "yatzy",
      "categories: {yatzy: null, top: {label: {de: Kniffel, en: Top}, pattern: {groups: [5]}, score: 50}}\noptions: {yatzy_value: null}\nsections: {lower: {rows: [pair, two_pairs, three, four, small, large, full_house, chance, top]}}\nexamples: []",
    );
    const lines = told(shippedGame("yatzy", {}), renamed).filter((line) => !line.startsWith("House rule"));
    expect(lines).toEqual(["“Top” in files: yatzy → top", "Name of the box: Yatzy → Top"]);
  });

  it("are not guessed at where several could be meant", () => {
    const clauses = listDifferences(shippedGame("edencity-yatzy"), shippedGame("yazzo"))
      .filter(({ clause }) => clause === "box")
      .map(({ subject }) => subject?.id);
    expect(clauses).toEqual(expect.arrayContaining(["minimum", "maximum", "chance"]));
  });

  it("tell another section, if it has another name", () => {
    const moved = like(
      "yatzy",
      "sections: {upper: {rows: [ones, twos, threes, fours, fives, sixes, pair]}, lower: {rows: [two_pairs, three, four, small, large, full_house, chance, yatzy]}}",
    );
    expect(told(shippedGame("yatzy"), moved)).toEqual([
      "Section of “One pair”: Lower section → Upper section",
    ]);
  });

  it("tell words that differ in another language only", () => {
    const [line] = toldOf("yatzy", "categories: {twos: {label: {de: Zweien}}}");
    expect(line).toBe("Name of the box: Twos (de: Zweier) → Twos (de: Zweien)");
  });
});

describe("house rules", () => {
  it("are told with what they change", () => {
    expect(told(shippedGame("yatzy"), shippedGame("yatzy", { yatzy_value: "plus_pips" }))).toEqual([
      "“Yatzy”: all five show the same number; a flat 50 points → all five show the same number; 50 points plus all pips",
      "now possible as well: 55, 60, 65, 70, 75, 80",
      "no longer possible: 50",
      "House rule “Value of a Yatzy”, played: It earns a flat 50 points → It earns 50 points plus the pips",
    ]);
  });

  it("may take the stakes away as a whole", () => {
    expect(told(shippedGame("edencity-yatzy"), shippedGame("edencity-yatzy", { stake: "none" }))).toContain(
      "Stake: gone (2.50 credits; 90% of all stakes; the remainder stays with the house; the stake stays in the pot)",
    );
    expect(told(shippedGame("edencity-yatzy"), shippedGame("edencity-yatzy", { stake: "5.00" }))).toContain(
      "Stake: 2.50 credits → 5.00 credits",
    );
  });
});

describe("totals", () => {
  it("are told before and after, changed or not", () => {
    const comparison = compareGames(shippedGame("yatzy"), like("yatzy", "sections: {upper: {tiers: []}}"));
    expect(tellOutcomes(comparison, en)).toEqual([
      "Boxes: 15, as before",
      "Turns: 15, as before",
      "Highest total: 378 → 328",
      "Lowest total: 0, as before",
    ]);
  });
});

describe("what no clause speaks of", () => {
  it("is told all the same", () => {
    const before = shippedGame("yatzy");
    const after = { ...before, turn: { ...before.turn, tableShape: "round" } };
    expect(told(before, after)).toEqual(["tableShape: new: round"]);
  });

  it("is not what only one of the games has", () => {
    expect(
      told(shippedGame("yatzy"), shippedGame("yahtzee-block")).filter((line) => line.includes("{")),
    ).toEqual([]);
  });
});

const GAMES = TRIED.map((id) => shippedGame(id));

/** What two of these games differ in, found once for every test that asks. */
const between = memoize((before: Game) => memoize((after: Game) => listDifferences(before, after)));

describe("any two shipped games", () => {
  it.each(SHIPPED)("%s and itself are the same", (id) => {
    expect(listDifferences(shippedGame(id), shippedGame(id))).toEqual([]);
  });

  it.each(TRIED)("%s differs from the others the same way round both ways", (id) => {
    const game = shippedGame(id);
    for (const other of GAMES.filter((one) => one.id !== id)) {
      const there = between(game)(other);
      const back = between(other)(game);
      const key = (clause: string, before: unknown, after: unknown) =>
        JSON.stringify([clause, before, after]);
      expect(back.map((d) => key(d.clause, d.after, d.before)).sort()).toEqual(
        there.map((d) => key(d.clause, d.before, d.after)).sort(),
      );
      const scores = (all: typeof there, way: "gained" | "lost") =>
        all.flatMap((d) => changedScores(d)[way]).sort((x, y) => x - y);
      expect(scores(there, "gained")).toEqual(scores(back, "lost"));
      expect(there.length).toBeGreaterThan(1);
    }
  });

  it.each(TRIED)("%s is told apart from the others in every language, in the order of the headings", (id) => {
    const before = shippedGame(id);
    for (const after of GAMES.filter((one) => one.id !== id)) {
      for (const language of [de, en]) {
        const all = between(before)(after).map((d) => tellDifference({ before, after }, d, language));
        for (const { message, before: was, after: is } of all) {
          expect(message).not.toMatch(/\[diff|undefined|NaN|\[object/);
          expect(was === is).toBe(false);
        }
        const order = all.map(({ heading }) => Object.keys(CLAUSES).indexOf(heading));
        expect(order).toEqual(order.toSorted((x, y) => x - y));
      }
    }
  });
});
