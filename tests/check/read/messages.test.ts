import { describe, expect, test } from "vitest";
import { toldOf } from "../../support/sheet-files.ts";

/** What users read about sheets that can't be read: `line:column code: message | hint`, and `@` where the other one is. */

describe("a sheet in YAML says what is wrong where it", () => {
  test.each<[what: string, text: string, variant: string | null, told: readonly string[]]>([
    [
      "is a list",
      "- 3\n",
      null,
      ["1:1 wrong-type: a sheet must be keys and values, not a list | a sheet starts with `variant: …`"],
    ],
    [
      "is a word",
      "hello\n",
      null,
      ["1:1 wrong-type: a sheet must be keys and values, not `hello` | a sheet starts with `variant: …`"],
    ],
    [
      "is empty",
      "",
      null,
      [
        "1:1 no-variant: the sheet doesn’t name its game | start it with `variant: …`, or name the game with `--variant`",
      ],
    ],
    [
      "names no game",
      "players: [{name: A}]\n",
      null,
      [
        "1:1 no-variant: the sheet doesn’t name its game | start it with `variant: …`, or name the game with `--variant`",
      ],
    ],
    [
      "leaves its game blank",
      "variant: ''\nplayers: [{name: A}]\n",
      null,
      [
        "1:1 no-variant: the sheet doesn’t name its game | start it with `variant: …`, or name the game with `--variant`",
      ],
    ],
    [
      "has a list for its game",
      "variant: [yatzy]\nplayers: [{name: A}]\n",
      null,
      ["1:10 wrong-type: `variant` must be a single word or number"],
    ],
    [
      "has a list for its game, though another is meant otherwise",
      "variant: [yatzy]\nplayers: [{name: A}]\n",
      "yatzy",
      ["1:10 wrong-type: `variant` must be a single word or number"],
    ],
    [
      "is of no game that is known",
      "variant: yatzi\nplayers: [{name: A}]\n",
      null,
      ["1:10 unknown-variant: there is no variant `yatzi`"],
    ],
    [
      "is meant for no game that is known",
      "players: [{name: A}]\n",
      "yatzi",
      ["- unknown-variant: there is no variant `yatzi`"],
    ],
    [
      "has a key that stands for nothing",
      "variant: yatzy\nplaeyrs: 3\nplayers: [{name: A}]\n",
      null,
      ["2:1 unknown-key: `plaeyrs` has no meaning here | did you mean `players`?"],
    ],
    [
      "is neither complete nor not",
      "variant: yatzy\ncomplete: [yes]\nplayers: [{name: A, left: maybe}]\n",
      null,
      ["2:11 wrong-type: `complete` must be yes or no", "3:27 wrong-type: `left` must be yes or no"],
    ],
    [
      "has a number for its options",
      "variant: edencity-yatzy\noptions: 5\nplayers: [{name: A}]\n",
      null,
      [
        "2:10 wrong-type: `options` must be keys and values, not `5` | write `options:` and under it `option: choice`",
      ],
    ],
    [
      "chooses twice",
      "variant: edencity-yatzy\noptions: {stake: [5], stake: 5.00, rest:}\nplayers: [{name: A}]\n",
      null,
      [
        "2:18 wrong-type: the option `stake` must be a single word or number",
        "2:23 duplicate-key: `stake` appears twice | keep one of them @2:11",
      ],
    ],
    [
      "chooses what there is not",
      "variant: edencity-yatzy\noptions: {stak: 5, rest: hous, base: perhaps}\nplayers: [{name: A}]\n",
      null,
      [
        "2:11 unknown-option: this game has no option `stak` | did you mean `stake`?",
        "2:26 unknown-choice: `hous` is not a choice of `rest` | did you mean `house`?",
        "2:32 unknown-option: this game has no option `base` | possible here: payout_base, rest, stake",
      ],
    ],
    [
      "has a word for its players",
      "variant: yatzy\nplayers: Anna\n",
      null,
      ["2:10 wrong-type: `players` must be a list | write `players:` and under it `- name: …` for each"],
    ],
    [
      "has a group for its players",
      "variant: yatzy\nplayers: {a: b}\n",
      null,
      ["2:10 wrong-type: `players` must be a list | write `players:` and under it `- name: …` for each"],
    ],
    [
      "has a word for a player",
      "variant: yatzy\nplayers: [Anna]\n",
      null,
      [
        "2:11 wrong-type: a player must be keys and values, not `Anna` | write `- name: …` and under it the boxes",
      ],
    ],
    [
      "leaves its players blank",
      "variant: yatzy\nplayers:\n",
      null,
      [
        "2:9 no-players: there are no players on this sheet | write `players:` and under it `- name: …` for each",
      ],
    ],
    [
      "has no players in its list",
      "variant: yatzy\nplayers: []\n",
      null,
      [
        "2:10 no-players: there are no players on this sheet | write `players:` and under it `- name: …` for each",
      ],
    ],
    [
      "has no players",
      "variant: yatzy\n",
      null,
      [
        "1:1 no-players: there are no players on this sheet | write `players:` and under it `- name: …` for each",
      ],
    ],
    [
      "has players without names, or of one name",
      "variant: yatzy\nplayers: [{scores: {}}, {name: }, {name: ' '}, {name: [a]}, {name: A}, {name: A}]\n",
      null,
      [
        "2:11 no-name: this player has no name | add `name: …`",
        "2:32 no-name: this player has no name",
        "2:42 no-name: this player has no name",
        "2:55 wrong-type: a name must be a single word or number",
        "2:79 duplicate-player: two players are called A | tell them apart: Anna B., Anna M. @2:68",
      ],
    ],
    [
      "says things of a player twice",
      "variant: yatzy\nplayers: [{name: A, name: B, left: yes, left: no, scores: {}, scores: {}}]\n",
      null,
      [
        "2:21 duplicate-key: `name` appears twice | keep one of them @2:12",
        "2:41 duplicate-key: `left` appears twice | keep one of them @2:30",
        "2:63 duplicate-key: `scores` appears twice | keep one of them @2:51",
      ],
    ],
    [
      "has columns that are none",
      "variant: yazzo\nplayers: [{name: A, columns: 5}, {name: B, columns: {mixed: 3, mixd: {}, sideways: {}}}]\n",
      null,
      [
        "2:30 wrong-type: `columns` must be keys and values, not `5`",
        "2:61 wrong-type: the column `mixed` must be keys and values, not `3`",
        "2:64 unknown-column: this game has no column `mixd` | did you mean `mixed`?",
        "2:74 unknown-column: this game has no column `sideways` | possible here: mixed, down, up",
      ],
    ],
    [
      "has boxes beside the columns",
      "variant: yazzo\nplayers: [{name: C, scores: {ones: 3}}, {name: D, ones: 3, upper.sum: 3, foo: 3}]\n",
      null,
      [
        "2:21 no-columns: this game has 3 columns; each score needs one | the columns are: mixed, down, up",
        "2:51 outside-column: the box `ones` must be in a column | put it into its column",
        "2:60 outside-column: the line `upper.sum` must be in a column | put it into its column",
        "2:74 unknown-row: this game has no box or line `foo` | possible here: ones, twos, threes, fours, fives, sixes, minimum, maximum, full_house, straight, yazzo, upper.sum, upper.bonus, upper.total, lower.sum, column.total, grand.total",
      ],
    ],
    [
      "has lines for all columns in one",
      "variant: yazzo\nplayers: [{name: A, columns: {mixed: {grand.total: 3}, Durcheinander: {}}, grand.total: 3, Gesamtsumme: 4}]\n",
      null,
      [
        "2:39 inside-column: `grand.total` spans all columns; it can’t be inside one of them | put it next to `name:` and `columns:`",
        "2:56 duplicate-key: `Durcheinander` appears twice | keep one of them @2:31",
        "2:92 duplicate-key: `Gesamtsumme` appears twice | keep one of them @2:76",
      ],
    ],
    [
      "has boxes beside the scores",
      "variant: yatzy\nplayers: [{name: A, ones: 3, upper.sum: 5, grand.total: 3, scores: {grand.total: 4, ones: 3, Einser: 4}}]\n",
      null,
      [
        "2:21 outside-column: the box `ones` must be in a column | put it under `scores:`",
        "2:30 outside-column: the line `upper.sum` must be in a column | put it under `scores:`",
        "2:69 duplicate-key: `grand.total` appears twice | keep one of them @2:44",
        "2:94 duplicate-key: `Einser` appears twice | keep one of them @2:85",
      ],
    ],
    [
      "has what is no score",
      "variant: yatzy\nplayers:\n  - name: A\n    scores: {onse: 3, twos: 3.5, threes: three, fours: [4], fives: {a: 1}, sixes: 99999999}\n",
      null,
      [
        "4:14 unknown-row: this game has no box or line `onse` | did you mean `ones`?",
        "4:29 not-whole: `3.5` is not a whole number | scores are whole numbers, without separators",
        "4:42 not-a-score: `three` is neither a score nor a strike | write a whole number, a strike mark (X, /, –) or nothing",
        "4:56 wrong-type: this is a list, but a box holds one score",
        "4:68 wrong-type: this is a map, but a box holds one score",
        "4:83 number-too-large: `99999999` is more than any dice can score | if the number is unknown, leave the box empty",
      ],
    ],
    [
      "has names that can't be printed",
      'variant: yatzy\nplayers: [{name: "a\\u0007"}, {name: "\\u202e"}, {name: xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx}]\n',
      null,
      [
        "2:18 bad-name: a name can’t contain the character U+0007 | type the name again instead of copying it",
        "2:37 bad-name: this name is invisible | write a name that people can see",
        "2:55 bad-name: this name is too long | a name has at most 80 characters",
      ],
    ],
  ])("%s", (_, text, variant, told) => {
    expect(toldOf(text, "yaml", variant)).toEqual(told);
  });

  test("has more players than ever sat at one table", () => {
    const players = (count: number) =>
      `variant: yatzy\nplayers:\n${Array.from({ length: count }, (_, at) => `  - name: p${at}\n`).join("")}`;
    expect(toldOf(players(100))).toEqual([]);
    expect(toldOf(players(101))).toEqual([
      "103:5 too-many-players: there are 101 players on this sheet; at most 100 are possible",
    ]);
  });

  test("has a name that is too long by one letter", () => {
    const named = (length: number) => `variant: yatzy\nplayers: [{name: ${"x".repeat(length)}}]\n`;
    expect(toldOf(named(80))).toEqual([]);
    expect(toldOf(named(81))).toHaveLength(1);
  });

  test("has more problems than anybody wants to read", () => {
    const faulty = (rows: number) =>
      `variant: yatzy\nplayers: [{name: A, scores: {${Array.from({ length: rows }, (_, at) => `r${at}: 1`).join(", ")}}}]\n`;
    expect(toldOf(faulty(40))).toHaveLength(40);
    expect(toldOf(faulty(40)).at(-1)).toContain("unknown-row: this game has no box or line `r39`");
    expect(toldOf(faulty(45)).slice(40)).toEqual(["- more-problems: and 5 more problems of this kind"]);
  });
});

describe("a sheet in CSV says what is wrong where it", () => {
  test.each<[what: string, text: string, told: readonly string[]]>([
    [
      "has no row with names",
      "variant;yatzy\n1er;3\n",
      [
        "1:1 no-players: there are no players on this sheet | add a row `player;…` or `Spieler;…` with a name above each column",
      ],
    ],
    [
      "has words where names may stand",
      "variant;yatzy\nEinser;drei\n",
      [
        "2:1 no-players: there are no players on this sheet, unless this row has their names instead of `Einser` | start the row of names with `player;…` or `Spieler;…`",
      ],
    ],
    [
      "has scores below no name",
      "variant;yatzy\nplayer;A\nones;3;4\n",
      ["3:8 no-name: this player has no name | names go into the row `player;…` or `Spieler;…`"],
    ],
    [
      "names no game",
      "player;A\nones;3\n",
      [
        "1:1 no-variant: the sheet doesn’t name its game | add a row `variant;…`, `Spiel;…` or `game;…`, or name the game with `--variant`",
      ],
    ],
    [
      "leaves its game blank",
      "variant\nplayer;A\n",
      [
        "1:1 no-variant: the sheet doesn’t name its game | add a row `variant;…`, `Spiel;…` or `game;…`, or name the game with `--variant`",
      ],
    ],
    [
      "names no columns",
      "variant;yazzo\nplayer;A\nones;3\n",
      [
        "2:8 no-columns: this game has 3 columns; each score needs one | the columns are: mixed, down, up; name them in a row `column;…` or `Spalte;…` below the players",
      ],
    ],
    [
      "names columns that are none, and one twice",
      "variant;yazzo\nplayer;A;A;A\ncolumn;mixed;sideways;mixed\nones;3;4;5\ngrand.total;3;4;\n",
      [
        "3:14 unknown-column: this game has no column `sideways` | possible here: mixed, down, up",
        "3:23 duplicate-key: `mixed` appears twice | keep one of them @3:8",
      ],
    ],
    [
      "has two numbers in one line for all columns",
      "variant;yazzo\nplayer;A;A;A\ncolumn;mixed;down;up\ngrand.total;3;4;3\nGesamtsumme;;3;\n",
      [
        "4:15 two-values: `grand.total` spans all columns, but its row has two different values | empty one of this player’s cells @4:13",
        "5:1 duplicate-key: `Gesamtsumme` appears twice | keep one of them @4:1",
      ],
    ],
    [
      "has scores under a blank corner",
      "variant;yatzy\nplayer;A;A\n;3;4\n",
      [
        "3:2 unknown-column: this game has no column `3` | possible here: main",
        "3:4 unknown-column: this game has no column `4` | possible here: main",
      ],
    ],
    [
      "has a row of scores without a name",
      "variant;yatzy\nplayer;A\ncolumn;main\nones;3\n;4\n",
      ["5:1 no-row: this row doesn’t say which box or line it is"],
    ],
    [
      "chooses what there is not",
      "variant;edencity-yatzy\noption stake;6\noption;rest;hous\nplayer;A\n",
      [
        "2:14 unknown-choice: `6` is not a choice of `stake` | possible here: 2.50, 5.00, none",
        "3:13 unknown-choice: `hous` is not a choice of `rest` | did you mean `house`?",
      ],
    ],
    [
      "has words where yes or no should stand, and where scores should",
      "variant;edencity-yatzy\nplayer;A\nleft;perhaps\ncomplete;maybe\nones;ü\n",
      [
        "4:10 wrong-type: `complete` must be yes or no",
        "3:6 wrong-type: `left` must be yes or no",
        "5:6 not-a-score: `ü` is neither a score nor a strike | write a whole number, a strike mark (X, /, –) or nothing",
      ],
    ],
  ])("%s", (_, text, told) => {
    expect(toldOf(text, "csv")).toEqual(told);
  });
});
