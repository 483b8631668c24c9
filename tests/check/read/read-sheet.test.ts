import { describe, expect, test } from "vitest";
import { box, problemsOf, read, sheetFrom } from "../../support/sheet-files.ts";

const SCORES = `variant: yahtzee-block
complete: no
players:
  - name: Anna
    scores:
      ones: 3
      twos: X
      threes:
      fours: ~
      fives: "15"
      sixes: /
      three: -
      four: "22,0"
      full_house: 0
      small: –
      upper.sum: 18
      upper.bonus: X
      grand.total: 40
    repeats: 0
  - name: 007
    left: ja
`;

describe("a sheet in YAML", () => {
  test("has every box, filled or not, and the lines that were written", () => {
    const sheet = sheetFrom(SCORES);
    expect(sheet.complete).toBe(false);
    expect(sheet.players.map(({ name, left }) => [name, left])).toEqual([
      ["Anna", false],
      ["007", true],
    ]);
    const [anna, other] = sheet.players;
    expect(Object.fromEntries(anna?.boxes.get("main") ?? [])).toEqual({
      ones: { kind: "score", value: 3 },
      twos: { kind: "strike", mark: "X" },
      threes: { kind: "empty" },
      fours: { kind: "empty" },
      fives: { kind: "score", value: 15 },
      sixes: { kind: "strike", mark: "/" },
      three: { kind: "strike", mark: "-" },
      four: { kind: "score", value: 22 },
      full_house: { kind: "score", value: 0 },
      small: { kind: "strike", mark: "–" },
      large: { kind: "empty" },
      five: { kind: "empty" },
      chance: { kind: "empty" },
    });
    expect(other?.boxes.get("main")?.size).toBe(13);
    expect([...(anna?.columnLines.get("main") ?? [])]).toEqual([
      ["upper.sum", 18],
      ["upper.bonus", 0],
    ]);
    expect([...(anna?.sheetLines ?? [])]).toEqual([
      ["grand.total", 40],
      ["repeats", 0],
    ]);
  });

  test("takes labels of either language for ids, whatever their case, hyphens and ß", () => {
    const sheet = sheetFrom(
      "variant: yazzo\nplayers:\n  - name: A\n    columns:\n      Durcheinander:\n        1ER: 2\n        strasse: 30\n        Full-House: 51\n        Summe oben: 2\n      Top down: {Ones: 3}\n    Gesamtsumme: 9\n",
    );
    expect(box(sheet, 0, "mixed", "ones")).toEqual({ kind: "score", value: 2 });
    expect(box(sheet, 0, "mixed", "straight")).toEqual({ kind: "score", value: 30 });
    expect(box(sheet, 0, "mixed", "full_house")).toEqual({ kind: "score", value: 51 });
    expect(box(sheet, 0, "down", "ones")).toEqual({ kind: "score", value: 3 });
    expect(sheet.players[0]?.columnLines.get("mixed")?.get("upper.sum")).toBe(2);
    expect(sheet.players[0]?.sheetLines.get("grand.total")).toBe(9);
  });

  test("plays by the options that it names, as typed", () => {
    const text = (choice: string) =>
      `variant: edencity-yatzy\noptions: {stake: ${choice}}\nplayers: [{name: A}, {name: B}]\n`;
    expect(sheetFrom(text("5.00")).game.settlement?.stake).toBe(500);
    expect(problemsOf("variant: yazzo\noptions: {bonus_teirs: both}\nplayers: [{name: A}]\n")).toEqual([
      "unknown-option 2:11",
    ]);
  });

  test("knows a choice by its number, as spreadsheets and JSON write it", () => {
    const csv = (choice: string) => `variant;edencity-yatzy\noption stake;${choice}\nplayer;A;B\n`;
    const json = (choice: string) =>
      `{"variant": "edencity-yatzy", "options": {"stake": ${choice}}, "players": [{"name": "A"}]}`;
    const stake = (text: string, format: "csv" | "json") => sheetFrom(text, format).game.settlement?.stake;
    for (const choice of ["5", "5,0", "5,00", "5.00", "+5"]) expect(stake(csv(choice), "csv")).toBe(500);
    for (const choice of ["5", "5.0", '"5,00"']) expect(stake(json(choice), "json")).toBe(500);
    expect(stake(json("2.5"), "json")).toBe(250);
    expect(stake(csv("none"), "csv")).toBeUndefined();
  });

  test("does not know other numbers, and points at them with the way out", () => {
    const problems = (options: string) => {
      const result = read(`variant: edencity-yatzy\noptions: {${options}}\nplayers: [{name: A}]\n`);
      return result.ok
        ? []
        : result.problems.map(({ code, place, hint }) => `${code} ${place?.col}: ${hint}`);
    };
    expect(problems("rest: house, stake: 6")).toEqual(["unknown-choice 31: possible here: 2.50, 5.00, none"]);
    expect(problems("stake: '5,10'")).toEqual(["unknown-choice 18: did you mean `5.00`?"]);
    expect(problems("stake: 5e0")).toEqual(["unknown-choice 18: possible here: 2.50, 5.00, none"]);
    expect(problems("stake: 5, rest: hause, stke: 5")).toEqual([
      "unknown-choice 27: did you mean `house`?",
      "unknown-option 34: did you mean `stake`?",
    ]);
  });

  test("takes the game from elsewhere if it names none, and its own before any other", () => {
    const text = "players: [{name: A, scores: {}}]\n";
    expect(sheetFrom(text, "yaml", "yatzy").game.id).toBe("yatzy");
    expect(sheetFrom(`variant: yatzy-deluxe\n${text}`, "yaml", "yatzy").game.id).toBe("yatzy-deluxe");
    expect(problemsOf(text)).toEqual(["no-variant 1:1"]);
    expect(problemsOf(`variant: yatzi\n${text}`)).toEqual(["unknown-variant 1:10"]);
  });
});

describe("a sheet that can't be read", () => {
  const player = (lines: string) =>
    problemsOf(`variant: yazzo\nplayers:\n  - name: A\n${lines.replace(/^/gm, "    ")}\n`);

  test("is told all its problems at once, with places", () => {
    expect(
      problemsOf(`variant: yatzy
complete: perhaps
plaeyrs: 3
players:
  - name: A
    scores:
      onse: 3
      twos: 3.5
      twos: 4
      threes: three
      fours: [4]
      fives: true
      sixes: 99999999
  - scores: {}
  - name: A
`),
    ).toEqual([
      "unknown-key 3:1",
      "wrong-type 2:11",
      "unknown-row 7:7",
      "not-whole 8:13",
      "duplicate-key 9:7",
      "not-a-score 10:15",
      "wrong-type 11:14",
      "not-a-score 12:14",
      "number-too-large 13:14",
      "no-name 14:5",
      "duplicate-player 15:11",
    ]);
  });

  test("is told the near miss", () => {
    const result = read(
      "variant: yazzo\nplayers: [{name: A, columns: {mixd: {}, down: {Strase: 30}}, grnd.total: 3}]\n",
    );
    expect(result.ok ? [] : result.problems.map((p) => p.hint)).toEqual([
      "did you mean `mixed`?",
      "did you mean `Straße`?",
      "did you mean `grand.total`?",
    ]);
  });

  test("has its scores in columns where the game has several", () => {
    expect(player("scores: {ones: 3}")).toEqual(["no-columns 4:5"]);
    expect(player("ones: 3")).toEqual(["outside-column 4:5"]);
    expect(player("columns: {mixed: {grand.total: 3}}")).toEqual(["inside-column 4:23"]);
    expect(player("columns: {mixed: {}, Durcheinander: {}}")).toEqual(["duplicate-key 4:26"]);
    expect(player("columns: {mixed: {ones: 3, 1er: 4}}")).toEqual(["duplicate-key 4:32"]);
    expect(player("columns: {mixed: 3}")).toEqual(["wrong-type 4:22"]);
    expect(player("columns: {mixed: {ones: 1e400}}")).toEqual(["number-too-large 4:29"]);
    expect(player("columns: {mixed: {ones: .nan}}")).toEqual(["not-a-score 4:29"]);
  });

  test("names the places of both where a label could be two lines", () => {
    const text = "variant: yatzy\nplayers: [{name: A, scores: {Bonus: 3}}]\n";
    expect(sheetFrom(text).players[0]?.columnLines.get("main")?.get("upper.bonus")).toBe(3);
  });

  test("has no line for what the game does not have", () => {
    expect(problemsOf("variant: yatzy\nplayers: [{name: A, repeats: 50}]\n")).toEqual(["unknown-row 2:21"]);
  });

  test("has players", () => {
    expect(problemsOf("variant: yatzy\n")).toEqual(["no-players 1:1"]);
    expect(problemsOf("variant: yatzy\nplayers: []\n")).toEqual(["no-players 2:10"]);
    expect(problemsOf("variant: yatzy\nplayers: Anna\n")).toEqual(["wrong-type 2:10"]);
    expect(problemsOf("variant: yatzy\nplayers: [Anna]\n")).toEqual(["wrong-type 2:11"]);
    expect(problemsOf("")).toEqual(["no-variant 1:1"]);
    expect(problemsOf("- 3\n")).toEqual(["wrong-type 1:1"]);
  });

  test("holds at most as many players as play the game", () => {
    const sheet = (names: string) =>
      `variant: kniffel-extreme\nplayers: [${[...names].map((name) => `{name: ${name}}`).join(", ")}]\n`;
    expect(problemsOf(sheet("ABCD"))).toEqual([]);
    expect(problemsOf(sheet("ABCDE"))).toEqual(["too-many-players 2:55"]);
  });

  test("is not read where it means harm, with one problem each", () => {
    const one = (text: string, format: "yaml" | "json" | "csv" = "yaml") => {
      const problems = problemsOf(text, format);
      expect(problems).toHaveLength(1);
      return problems[0]?.split(" ")[0];
    };
    const many = Array.from({ length: 10_000 }, () => "{}").join(",");
    expect(one(`variant: yatzy\nplayers: [${many}]\n`)).toBe("too-many-players");
    expect(one(`{"variant":"yatzy","players":[${many}]}`, "json")).toBe("too-many-players");
    expect(one(`variant: yatzy\nplayers:\n${"  - name: a\n".repeat(4_000)}`)).toBe("too-many-players");
    expect(one(`x: ${"9".repeat(1_000_001)}`)).toBe("file-too-large");
    expect(one(`"${"9".repeat(1_000_001)}"`, "json")).toBe("file-too-large");
    expect(one(";".repeat(1_000_001), "csv")).toBe("file-too-large");
    expect(one("a: &a [1]\nb: [*a, *a]\n")).toBe("yaml-alias");
    expect(one("variant: y\u0000")).toBe("control-character");
    expect(one("[".repeat(50_000))).toBe("too-deep");
    expect(one("[".repeat(50_000), "json")).toBe("too-deep");
    expect(one("variant: yatzy\n", "json")).toBe("json-syntax");
    expect(one('variant: yatzy\nplayers: [{name: "\\e[2J"}]\n')).toBe("bad-name");
    expect(one("variant: yatzy\nplayers: [{name: A, scores: {__proto__: 3}}]\n")).toBe("unknown-row");
    expect(one('{"variant":"yatzy","__proto__":{},"players":[{"name":"A"}]}', "json")).toBe("unknown-key");
    expect(one(`variant: yatzy\nplayers: [{name: ${"x".repeat(100)}}]\n`)).toBe("bad-name");
  });

  test("is read to the end, however long or wide, and told in few problems", () => {
    const long = `variant;yatzy\nplayer;A\n${"row;1\n".repeat(16_000)}`;
    expect(problemsOf(long, "csv").at(-1)).toBe("more-problems");
    const many = Array.from({ length: 9_000 }, (_, i) => `r${i};1\n`).join("");
    expect(problemsOf(`variant;yatzy\nplayer;A\n${many}`, "csv")).toHaveLength(41);
    const wide = `variant;yatzy\nplayer${";A".repeat(20_000)}\n${"ones;1\n".repeat(5_000)}`;
    expect(problemsOf(wide, "csv")).toEqual(["too-many-players 2:208"]);
  });

  test("has no more problems than anybody wants to read", () => {
    const rows = Array.from({ length: 500 }, (_, i) => `      row${i}x${i}: 1`).join("\n");
    const problems = problemsOf(`variant: yatzy\nplayers:\n  - name: A\n    scores:\n${rows}\n`);
    expect(problems).toHaveLength(41);
    expect(problems.at(-1)).toBe("more-problems");
  });

  test("is never a reason to throw, whatever is in it", () => {
    const bits = [
      "variant: yatzy",
      "players:",
      "  - name: A",
      "    scores:",
      "      ones:",
      " 3",
      "\t",
      "[",
      "}",
      "'",
      ":",
      "-",
    ];
    for (let seed = 0; seed < 400; seed++) {
      const text = bits
        .map((_, at) => bits[(seed * 7 + at * at * 3) % bits.length])
        .join(seed % 2 ? "\n" : " ");
      for (const format of ["yaml", "json", "csv"] as const) expect(() => read(text, format)).not.toThrow();
    }
  });
});

describe("a sheet in JSON", () => {
  test("is read like one in YAML", () => {
    const text = JSON.stringify({
      variant: "yazzo",
      complete: false,
      players: [
        { name: "A", columns: { mixed: { ones: 3, Straße: "/" }, up: { yazzo: null } }, "grand.total": 3 },
      ],
    });
    const sheet = sheetFrom(text, "json");
    expect(box(sheet, 0, "mixed", "straight")).toEqual({ kind: "strike", mark: "/" });
    expect(box(sheet, 0, "up", "yazzo")).toEqual({ kind: "empty" });
    expect(sheet.players[0]?.sheetLines.get("grand.total")).toBe(3);
  });

  test("has problems with places, keys that stand there twice included", () => {
    const text =
      '{\n "variant": "yatzy",\n "players": [\n  {"name": "A", "scores": {"ones": 3, "ones": 4, "twos": 2.5}}\n ]\n}\n';
    expect(problemsOf(text, "json")).toEqual(["duplicate-key 4:39", "not-whole 4:58"]);
  });

  test("has every problem at its key or value, be it all on one line", () => {
    const underlined = (text: string) => {
      const result = read(text, "json");
      const places = result.ok ? [] : result.problems.map(({ place }) => place);
      return places.map((place) => place?.text.slice(place.col - 1, place.col - 1 + place.length));
    };
    const player = (ink: string) => underlined(`{"variant":"yazzo","players":[{"name":"A",${ink}}]}`);
    expect(player('"columns":{"mixed":{"ones":"abc","onse":3,"twos":[30],"threes":2.5}}')).toEqual([
      '"abc"',
      '"onse"',
      "[",
      "2.5",
    ]);
    expect(player('"columns":{"mixed":5,"sideways":{}}')).toEqual(["5", '"sideways"']);
    expect(player('"scores":{"ones":3}')).toEqual(['"scores"']);
    expect(player('"ones":3,"left":[]')).toEqual(['"ones"', "["]);
    expect(underlined('{"variant":"yazzo","players":[{"scores":{}},5,{"name":{"a":1}}],"foo":1}')).toEqual([
      '"foo"',
      '"scores"',
      "{",
      "5",
      "{",
    ]);
    expect(underlined('{"variant":"yazzo","players":[]}')).toEqual(["["]);
    expect(underlined('{"variant":"yazzo"}')).toEqual(["{"]);
    expect(underlined('{"players":[{"name":"A"}]}')).toEqual(["{"]);
    expect(underlined('[{"players":[{"name":"A"}]}]')).toEqual(["["]);
    expect(underlined('{"variant":"yazoo","players":[]}')).toEqual(['"yazoo"']);
    expect(underlined('{"variant":"edencity-yatzy","options":{"stake":7},"players":[]}')).toEqual(["7"]);
  });
});
