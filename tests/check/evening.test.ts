import { msg } from "../../src/rules/problem/message.ts";
import { describe, expect, it } from "vitest";
import { checkSheet } from "../../src/check/check-sheet.ts";
import type { Sheet } from "../../src/check/sheet.ts";
import { problem } from "../../src/rules/problem/problem.ts";
import {
  type CheckedSheet,
  eveningCsv,
  eveningNotes,
  groupEvenings,
  eveningTitle,
} from "../../src/check/evening.ts";
import { getElement } from "../../src/rules/arrays.ts";
import { alone, evening } from "../support/evenings.ts";
import { language } from "../support/languages.ts";
import { columns, sheetFrom } from "../support/sheet-files.ts";

function checked(sheet: Sheet, rest: Partial<CheckedSheet> = {}): CheckedSheet {
  const report = checkSheet(sheet);
  return {
    file: "night.jpg",
    number: 0,
    sheet,
    report,
    verdict: report.verdict,
    doubtful: [],
    unnamed: [],
    ...rest,
  };
}

describe("an evening", () => {
  it("says below the ranking why it may change, or why there is none", () => {
    const [night] = groupEvenings([checked(evening())]);
    if (night === undefined) throw new Error("no evening");
    const unnamed = [{ checked: checked(evening()), names: ["Player 1", "Player 2"] }];
    const notes = (of: Partial<typeof night>, place: "terminal" | "page" = "terminal") =>
      eveningNotes({ ...night, ...of }, language("en"), place);
    const [nobody, some, provisional] = [
      /^Names are missing.*--names Anna,Ben/,
      /^Not ranked, because names are missing: Player 1, Player 2 \(night\.jpg\)\..*--names Anna,Ben/,
      /^Provisional, as a sheet has mistakes\.$/,
    ].map((text) => expect.stringMatching(text));
    expect(notes({})).toEqual([]);
    const isWrong = [{ why: "mistakes", n: 1, numbers: [] } as const];
    expect(notes({ provisional: isWrong })).toEqual([provisional]);
    expect(notes({ unnamed, ranking: [], provisional: isWrong })).toEqual([nobody, provisional]);
    expect(notes({ unnamed })).toEqual([some]);
    // Where the fields for names are on the same page, nobody is sent to a command line.
    expect(notes({ unnamed }, "page")).toEqual([expect.stringMatching(/Enter them on each sheet/)]);
    expect(notes({ unnamed }, "page").join()).not.toContain("--");
    // Nor is the folder of a file of use there.
    const inFolder = [
      { ...unnamed[0], checked: checked(evening(), { file: "a/b\\night.jpg" }) },
    ] as typeof unnamed;
    expect(notes({ unnamed: inFolder }, "page").join()).toMatch(
      /missing: Player 1, Player 2 \(night\.jpg\)\./,
    );
    expect(notes({ unnamed: inFolder }).join()).toContain("(a/b\\night.jpg)");
  });

  it("is one game of those who have a sheet each: one pot, one ranking", () => {
    const sheets = [checked(alone("Anna", 3)), checked(alone("Ben", 2))];
    const [night, ...others] = groupEvenings(sheets);
    expect(others).toEqual([]);
    // What a sheet pays is only known from all of them.
    expect(sheets.map(({ report }) => report.ranking[0]?.payout)).toEqual([null, null]);
    expect(night?.games).toBe(1);
    expect(night?.provisional).toEqual([]);
    // Two stakes of 2.50, nine tenths of which go to the winner.
    expect(night?.ranking.map(({ name, rank, payout }) => [name, rank, payout])).toEqual([
      ["Anna", 1, 4.5],
      ["Ben", 2, 0],
    ]);
  });

  it("is a further game for each further sheet of those who have one each", () => {
    const sheets = [alone("Anna", 3), alone("Ben", 2), alone("Anna", 4), alone("Cem", 1)];
    const [night] = groupEvenings(sheets.map((sheet) => checked(sheet)));
    expect(night?.games).toBe(2);
    expect(night?.entries.map(({ name, rank, payout }) => [name, rank, payout])).toEqual([
      ["Anna", 1, 6.75],
      ["Ben", 2, 0],
      ["Anna", 1, null],
      ["Cem", 3, 0],
    ]);
    const [numbered] = groupEvenings(
      [4, 3, 2, 1].map((number, at) => checked(getElement(sheets, at), { number })),
    );
    expect(numbered?.entries.map(({ name, payout }) => [name, payout])).toEqual([
      ["Anna", null],
      ["Ben", 0],
      ["Anna", 6.75],
      ["Cem", 0],
    ]);
  });

  it("takes names for one person’s that are spelled in another way", () => {
    const [night] = groupEvenings(["Zoë", "ZOE\u0308 ", "Ben"].map((name) => checked(alone(name, 3))));
    expect(night?.games).toBe(2);
    expect(night?.ranking.map(({ name, payout }) => [name, payout])).toEqual([
      ["Zoë", 2.25],
      ["Ben", 2.25],
    ]);
  });

  it("pays none of those who have a sheet each as long as one of them has no name", () => {
    const photo = checked(alone("Player 1", 3), { unnamed: ["Player 1"] });
    const [night] = groupEvenings([photo, checked(alone("Ben", 2)), checked(evening())]);
    expect(night?.entries.map(({ name, payout }) => [name, payout])).toEqual([
      ["Player 1", null],
      ["Ben", null],
      ["Anna", 4.5],
      ["Ben", 0],
    ]);
  });

  it("is a game for each sheet that several share: points and payouts are added up", () => {
    const [tables] = groupEvenings([checked(evening()), checked(evening({ names: ["Cem", "Dora"] }))]);
    expect(tables?.games).toBe(2);
    // Two stakes of 2.50 a table, nine tenths of which go to its winner.
    expect(tables?.ranking).toEqual([
      { name: "Anna", rank: 1, total: 284, points: null, payout: 4.5 },
      { name: "Cem", rank: 1, total: 284, points: null, payout: 4.5 },
      { name: "Ben", rank: 3, total: 207, points: null, payout: 0 },
      { name: "Dora", rank: 3, total: 207, points: null, payout: 0 },
    ]);
    const [night] = groupEvenings([checked(evening()), checked(evening())]);
    expect(night?.games).toBe(2);
    expect(night?.ranking).toEqual([
      { name: "Anna", rank: 1, total: 568, points: null, payout: 9 },
      { name: "Ben", rank: 2, total: 414, points: null, payout: 0 },
    ]);
    expect(night?.entries.map(({ name, rank, payout }) => [name, rank, payout])).toEqual([
      ["Anna", 1, 4.5],
      ["Ben", 2, 0],
      ["Anna", 1, 4.5],
      ["Ben", 2, 0],
    ]);
  });

  it("adds nobody up whose name is made up: column 1 of two sheets may be two people's", () => {
    const players = (...unnamed: string[]) =>
      checked(evening({ names: ["Player 1", "Player 2"] }), { unnamed });
    const [night] = groupEvenings([players("Player 1", "Player 2"), players("Player 1", "Player 2")]);
    expect(night?.ranking).toEqual([]);
    expect(night?.entries.map(({ name, total }) => [name, total])).toEqual([
      ["Player 1", 284],
      ["Player 2", 207],
      ["Player 1", 284],
      ["Player 2", 207],
    ]);
    if (night === undefined) throw new Error("there should be an evening");
    expect(eveningTitle(night, language("en"))).toBe("Game night: EdenCity Yatzy, 2 sheets");
    expect(eveningNotes(night, language("en"), "page").join()).toContain("can’t be added up");
    // Whoever wants to be called so is known by that name.
    expect(groupEvenings([players(), players()])[0]?.ranking.map(({ total }) => total)).toEqual([568, 414]);
  });

  it("ranks of several sheets only those who have a name, and pays nobody as long as one is missing", () => {
    const nameless = ["Player 1", "Player 2"] as const;
    const photo = checked(evening({ names: nameless }), { file: "a.jpg", unnamed: nameless });
    const others = checked(evening({ names: ["Cem", "Dora"] }));
    const half = checked(evening({ names: ["Cem", "Player 2"] }), { file: "b.jpg", unnamed: ["Player 2"] });
    const [two] = groupEvenings([photo, others]);
    expect(two?.ranking).toEqual([
      { name: "Cem", rank: 1, total: 284, points: null, payout: null },
      { name: "Dora", rank: 2, total: 207, points: null, payout: null },
    ]);
    expect(two?.unnamed.map(({ checked, names }) => [checked.file, names])).toEqual([["a.jpg", nameless]]);
    expect(two && eveningTitle(two, language("en"))).toBe("Game night: EdenCity Yatzy, 2 sheets");
    const [three] = groupEvenings([photo, others, half]);
    expect(three?.ranking.map(({ name, total }) => [name, total])).toEqual([
      ["Cem", 568],
      ["Dora", 207],
    ]);
    expect(three?.unnamed.map(({ names }) => names)).toEqual([nameless, ["Player 2"]]);
    // A single sheet lists no unnamed players.
    const [one] = groupEvenings([photo]);
    expect(one?.unnamed).toEqual([]);
    expect(one?.ranking.map(({ name, payout }) => [name, payout])).toEqual([
      ["Player 1", 4.5],
      ["Player 2", 0],
    ]);
  });

  it("keeps games apart, and pays nothing while one is on", () => {
    const yazzo = sheetFrom(columns("yazzo", { mixed: "ones: 3", down: "", up: "" }));
    const nights = groupEvenings([checked(evening()), checked(yazzo), checked(evening({ ben: "chance: " }))]);
    expect(nights.map(({ game, sheets }) => [game.id, sheets])).toEqual([
      ["edencity-yatzy", 2],
      ["yazzo", 1],
    ]);
    expect(nights[0]?.provisional).toEqual([
      { why: "mistakes", n: 1, numbers: [] },
      { why: "unfinished", n: 1, numbers: [] },
    ]);
    expect(nights[0]?.entries.at(-1)?.payout).toBeNull();
  });

  it("keeps games of other house rules apart", () => {
    const both = sheetFrom(`options: {bonus_tiers: both}\n${columns("yazzo", { mixed: "ones: 3" })}`);
    const plain = sheetFrom(columns("yazzo", { mixed: "ones: 4" }));
    const nights = groupEvenings([checked(both), checked(plain), checked(both)]);
    expect(nights.map(({ sheets, game }) => [sheets, game.sections[0]?.tierMode])).toEqual([
      [2, "sum"],
      [1, "highest"],
    ]);
  });

  it("ranks everybody by what they have come to, in the order of the sheets where they are level", () => {
    const sheet = (name: string, ones: number) =>
      checked(sheetFrom(`variant: yatzy\nplayers: [{name: ${name}, scores: {ones: ${ones}}}]\n`));
    const [night] = groupEvenings([sheet("A", 2), sheet("B", 4), sheet("C", 2), sheet("D", 3)]);
    expect(night?.ranking.map(({ name, rank }) => `${rank} ${name}`)).toEqual(["1 B", "2 D", "3 A", "3 C"]);
    expect(night?.entries.map(({ name, rank }) => `${rank} ${name}`)).toEqual(["3 A", "1 B", "3 C", "2 D"]);
    const [twice] = groupEvenings([sheet("A", 2), sheet("B", 4), sheet("A", 3)]);
    expect(twice?.ranking).toEqual([
      { name: "A", rank: 1, total: 5, points: null, payout: null },
      { name: "B", rank: 2, total: 4, points: null, payout: null },
    ]);
  });

  it("adds up victory points of several games, and payouts without what floats bring in", () => {
    const balut = (name: string, choice: number) =>
      checked(
        sheetFrom(
          `variant: balut\nplayers: [{name: ${name}, columns: {first: {balut: 25, choice: ${choice}}}}]\n`,
        ),
      );
    const [night] = groupEvenings([balut("A", 9), balut("B", 20), balut("B", 8), balut("C", 7)]);
    // Each sheet earns 2 for the Balut, and 2 are taken off for its total.
    expect(night?.ranking.map(({ name, rank, total, points }) => [name, rank, total, points])).toEqual([
      ["A", 1, 34, 0],
      ["B", 1, 78, 0],
      ["C", 1, 32, 0],
    ]);
    const paid = [0.1, 0.2].map((payout) => {
      const sheet = checked(evening());
      const { settlement } = sheet.sheet.game;
      if (settlement === null) throw new Error("no stakes");
      const game = { ...sheet.sheet.game, settlement: { ...settlement, stake: payout * 50, share: 100 } };
      return { ...sheet, sheet: { ...sheet.sheet, game } };
    });
    expect(groupEvenings(paid)[0]?.ranking.map(({ payout }) => payout)).toEqual([0.2, 0]);
  });

  it("is told with its game and the number of sheets or games", () => {
    const title = (sheets: readonly CheckedSheet[], code: string) =>
      groupEvenings(sheets).map((night) => eveningTitle(night, language(code)).replaceAll("\u00a0", " "));
    const other = checked(evening({ names: ["Cem", "Dora"] }));
    expect(title([checked(alone("Anna", 3)), checked(alone("Ben", 2))], "en")).toEqual([
      "Game night: EdenCity Yatzy, 2 sheets",
    ]);
    expect(title([checked(evening()), other], "en")).toEqual([
      "Game night: EdenCity Yatzy, 2 games added up",
    ]);
    expect(title([checked(evening()), checked(evening())], "en")).toEqual([
      "Game night: EdenCity Yatzy, 2 games added up",
    ]);
  });

  it("is one for each day, place and name; what a sheet leaves open is what the others say", () => {
    const on = (date: string, place = "", name = "") =>
      checked({ ...evening(), occasion: { date, place, evening: name, photo: "" } });
    const plain = checked(evening());
    const titles = (...sheets: readonly CheckedSheet[]) =>
      groupEvenings(sheets).map((night) => eveningTitle(night, language("en")));
    const [one, two] = [
      "Game night: EdenCity Yatzy, 1 sheet",
      "Game night: EdenCity Yatzy, 2 games added up",
    ];
    expect(titles(on("2026-01-09", "Lion"), on("2026-01-16", "Lion"), on("2026-01-09", "Lion"))).toEqual([
      `${two} · Jan 9, 2026 · Lion`,
      `${one} · Jan 16, 2026 · Lion`,
    ]);
    expect(titles(on("2026-01-09", "Lion"), on("2026-01-09", "Anchor"))).toEqual([
      `${one} · Jan 9, 2026 · Lion`,
      `${one} · Jan 9, 2026 · Anchor`,
    ]);
    expect(titles(on("2026-01-09", "", "Final"), plain)).toEqual([`${two} · Jan 9, 2026 · Final`]);
    expect(titles(on("2026-01-09"), on("", "Lion"))).toEqual([`${two} · Jan 9, 2026 · Lion`]);
    expect(titles(plain, on("2026-01-09"), on("2026-01-16"))).toEqual([
      one,
      `${one} · Jan 9, 2026`,
      `${one} · Jan 16, 2026`,
    ]);
  });

  it.each([
    [
      "en",
      "Provisional, as 2 sheets have mistakes (sheets 41 and 43) and a sheet is not finished (sheet 43).",
    ],
    [
      "de",
      "Vorläufig, denn 2 Blätter haben Fehler (Blatt 41 und 43) und ein Blatt ist noch nicht fertig (Blatt 43).",
    ],
    [
      "sv",
      "Preliminärt, eftersom 2 blad innehåller fel (blad 41 och 43) och ett blad inte är färdigt (blad 43).",
    ],
  ])("names the numbers of the sheets that make it provisional: %s", (code, sentence) => {
    const nights = groupEvenings([
      checked(evening({ anna: "upper.sum: 64", ben: "chance: ,lower.sum: ,grand.total: " }), { number: 43 }),
      checked(evening({ anna: "upper.sum: 64" }), { number: 41 }),
      checked(evening(), { number: 44 }),
    ]);
    expect(nights.flatMap((night) => eveningNotes(night, language(code), "terminal"))).toEqual([sentence]);
  });

  it("is provisional for the reasons that there are, and says those alone", () => {
    const told = (...sheets: readonly CheckedSheet[]) =>
      groupEvenings(sheets).flatMap((night) => eveningNotes(night, language("en"), "terminal"));
    expect(told(checked(evening(), { verdict: "unsure" }))).toEqual([
      "Provisional, as a sheet was not read for sure.",
    ]);
    const wrong = evening({ anna: "upper.sum: 64", ben: "chance: ,lower.sum: ,grand.total: " });
    expect(told(checked(wrong))).toEqual([
      "Provisional, as a sheet has mistakes and a sheet is not finished.",
    ]);
    expect(told(checked(wrong, { doubtful: ["Ben"] }), checked(evening()))).toEqual([
      "Provisional, as a sheet has mistakes, a sheet was not read for sure, and a sheet is not finished.",
    ]);
    expect(told(checked(wrong), checked(wrong), checked(evening()))).toEqual([
      "Provisional, as 2 sheets have mistakes and 2 sheets are not finished.",
    ]);
    expect(told(checked(evening()))).toEqual([]);
  });
});

describe("the table of an evening", () => {
  const sheets = [
    checked(evening({ names: ["=1+1", "Ben"], anna: "grand.total: " }), { number: 12, file: "-a.jpg" }),
  ];
  const rejects = [
    { file: "blurred.jpg", problems: [problem("blurred", msg`test.too-blurred: too blurred`)] },
  ];

  it("has a row for each player and sheet, and one for each file that can't be used", () => {
    const csv = eveningCsv(groupEvenings(sheets), rejects, language("de"));
    expect(csv).toBe(
      "\ufeffDatei;Spiel;Blatt;Spieler;geschrieben;ausgerechnet;Urteil;Platz;Auszahlung\r\n" +
        "'-a.jpg;edencity-yatzy;12;'=1+1;;284;richtig;1;\"4,50\"\r\n" +
        '\'-a.jpg;edencity-yatzy;12;Ben;207;207;richtig;2;"0,00"\r\n' +
        "blurred.jpg;;;;;;nicht zu prüfen;;\r\n",
    );
  });

  it("has the ranking of an evening of several sheets below them, in the place of a file", () => {
    const csv = (...of: readonly CheckedSheet[]) =>
      eveningCsv(groupEvenings(of), rejects, language("en")).split("\r\n").slice(1, -1);
    const night = evening();
    const [one, other] = ["a.jpg", "b.jpg"].map((file) => checked(night, { file }));
    if (one === undefined || other === undefined) throw new Error("there should be two sheets");
    expect(csv(one, other)).toEqual([
      "a.jpg,edencity-yatzy,,Anna,284,284,correct,1,4.50",
      "a.jpg,edencity-yatzy,,Ben,207,207,correct,2,0.00",
      "b.jpg,edencity-yatzy,,Anna,284,284,correct,1,4.50",
      "b.jpg,edencity-yatzy,,Ben,207,207,correct,2,0.00",
      '"Game night: EdenCity Yatzy, 2 games added up",edencity-yatzy,,Anna,,568,,1,9.00',
      '"Game night: EdenCity Yatzy, 2 games added up",edencity-yatzy,,Ben,,414,,2,0.00',
      "blurred.jpg,,,,,,can’t be checked,,",
    ]);
    const nameless = { ...other, unnamed: ["Ben"] };
    expect(csv(one, nameless).filter((row) => row.includes("Game night"))).toEqual([
      '"Game night: EdenCity Yatzy, 2 sheets",edencity-yatzy,,Anna,,568,,1,',
      '"Game night: EdenCity Yatzy, 2 sheets",edencity-yatzy,,Ben,,207,,2,',
    ]);
  });

  it("tells of each player what came out for him: mistakes and doubts of others are not his", () => {
    const verdicts = (sheet: CheckedSheet) =>
      eveningCsv(groupEvenings([sheet]), [], language("en"))
        .split("\r\n")
        .slice(1, -1)
        .map((row) => row.split(",")[6]);
    const wrong = evening({ anna: "upper.sum: 64" });
    expect(verdicts(checked(wrong))).toEqual(["mistakes", "correct"]);
    expect(verdicts(checked(wrong, { doubtful: ["Ben"] }))).toEqual(["mistakes", "unsure"]);
    expect(verdicts(checked(wrong, { verdict: "unsure", doubtful: ["Anna"] }))).toEqual([
      "unsure",
      "correct",
    ]);
    expect(verdicts(checked(evening(), { verdict: "unsure" }))).toEqual(["unsure", "unsure"]);
  });

  it("guards spreadsheets against names that would be formulas", () => {
    const rejected = ["=a", "+a", "-a", "@a", "\ta", "\ra", "a=b", "a"].map((file) => ({
      file,
      problems: [],
    }));
    const rows = eveningCsv([], rejected, language("de")).split("\r\n").slice(1, -1);
    expect(rows.map((row) => row.replace(";;;;;;nicht zu prüfen;;", ""))).toEqual([
      ...["'=a", "'+a", "'-a", "'@a", '"\'\ta"', '"\'\ra"', "a=b", "a"],
    ]);
  });

  it("has money with two decimals, points from other players without, and nothing where nothing is paid", () => {
    const row = [
      "nines",
      "tens",
      "jacks",
      "queens",
      "kings",
      "aces",
      "straight",
      "full_house",
      "poker",
      "grande",
    ];
    const column = (score: number) =>
      `{${row.map((id) => `${id}: ${id === "nines" ? score : "X"}`).join(", ")}}`;
    const player = (name: string, score: number) =>
      `  - {name: ${name}, columns: {first: ${column(score)}, second: ${column(score)}, third: ${column(score)}}}\n`;
    const points = sheetFrom(`variant: escalero\nplayers:\n${player("A", 1)}${player("B", 2)}`);
    const rich = checked(evening());
    const { settlement } = rich.sheet.game;
    if (settlement === null) throw new Error("no stakes");
    const game = { ...rich.sheet.game, settlement: { ...settlement, stake: 1_000_000 } };
    const nights = groupEvenings([
      checked(points),
      checked(sheetFrom(columns("yazzo", { mixed: "ones: 3" })), { verdict: "unsure" }),
      { ...rich, sheet: { ...rich.sheet, game } },
    ]);
    expect(eveningCsv(nights, [], language("en")).split("\r\n").slice(1, -1)).toEqual([
      "night.jpg,escalero,,A,,3,correct,2,-10",
      "night.jpg,escalero,,B,,6,correct,1,10",
      "night.jpg,yazzo,,A,,3,unsure,1,",
      "night.jpg,edencity-yatzy,,Anna,284,284,correct,1,18000.00",
      "night.jpg,edencity-yatzy,,Ben,207,207,correct,2,0.00",
    ]);
  });

  it("speaks the language's own numbers", () => {
    const csv = eveningCsv(groupEvenings(sheets), [], language("en"));
    expect(csv).toContain("'-a.jpg,edencity-yatzy,12,Ben,207,207,correct,2,0.00\r\n");
  });
});
