import { expect, test } from "vitest";
import { checkSheet } from "../../src/check/check-sheet.ts";
import { type SheetTable, sheetTable, sheetWords } from "../../src/check/sheet-table.ts";
import { language } from "../support/languages.ts";
import { columns, scores, sheetFrom } from "../support/sheet-files.ts";

function table(text: string, code = "de"): SheetTable {
  const sheet = sheetFrom(text);
  return sheetTable(sheet, checkSheet(sheet), language(code));
}

/** A row's label and cells, wrong ones with an exclamation mark. */
function row(of: SheetTable, id: string): string[] {
  const found = of.rows.find((r) => r.id === id);
  return [found?.label ?? "", ...(found?.cells ?? []).map(({ text, wrong }) => (wrong ? `${text}!` : text))];
}

test("has the rows of the pad, from top to bottom", () => {
  const { rows, players, columns: heads } = table(scores("yahtzee-block", "ones: 3", "ones: 4"));
  expect(rows.map(({ id, kind }) => `${kind} ${id}`)).toEqual([
    ...["ones", "twos", "threes", "fours", "fives", "sixes"].map((id) => `box ${id}`),
    ...["upper.sum", "upper.bonus", "upper.total"].map((id) => `line ${id}`),
    ...["three", "four", "full_house", "small", "large", "five", "chance"].map((id) => `box ${id}`),
    "line lower.sum",
    "line repeats",
    "total grand.total",
  ]);
  expect(players.map(({ text, span }) => [text, span])).toEqual([
    ["A", 1],
    ["B", 1],
  ]);
  expect(heads).toBeNull();
});

test("has a column for each column of the game, and lines over all of them", () => {
  const of = table(`${columns("yazzo", { mixed: "ones: 3" })}    grand.total: 3\n`, "en");
  expect(of.columns?.map(({ text }) => text)).toEqual(["Any order", "Top down", "Bottom up"]);
  expect(of.players[0]?.span).toBe(3);
  expect(row(of, "ones")).toEqual(["Ones", "3", "", ""]);
  expect(row(of, "grand.total")).toEqual(["Grand total", "3"]);
  expect(of.rows.at(-1)?.cells[0]?.span).toBe(3);
});

test("shows strikes as written, works out blank sums in brackets and prints real minus signs", () => {
  const of = table(scores("doppel-yatzy", "ones: X, twos: 0, extra: -7, chance: 5, upper.sum: 0"));
  expect(row(of, "ones")).toEqual(["Einser", "X"]);
  expect(row(of, "twos")).toEqual(["Zweier", "0"]);
  expect(row(of, "extra")).toEqual(["Extra", "−7"]);
  expect(row(of, "upper.sum").slice(1)).toEqual(["0"]);
  expect(row(of, "lower.sum").slice(1)).toEqual(["(−2)"]);
});

test("knows whether any sum was worked out, and has words for that", () => {
  const written =
    "upper.sum: 3, upper.bonus: 0, upper.total: 3, lower.sum: 0, grand.total: 3, repeats: 0".split(", ");
  const block = (lines: readonly string[]) => scores("yahtzee-block", ["ones: 3", ...lines].join(", "));
  expect(table(block(written)).hasComputed).toBe(false);
  for (const line of written) {
    expect(table(block(written.filter((other) => other !== line))).hasComputed).toBe(true);
  }
  expect(language("de").translate("table.legend")).toBe("(…) ausgerechnet, nicht geschrieben");
  expect(language("en").translate("table.legend")).toBe("(…) worked out, not written");
});

test("marks what a finding speaks of", () => {
  const of = table(
    columns("yazzo", { mixed: "minimum: 20, maximum: 18, full_house: 50, lower.sum: 1", up: "ones: 3" }),
  );
  expect(row(of, "minimum")[1]).toBe("20!");
  expect(row(of, "maximum")[1]).toBe("18!");
  expect(row(of, "full_house")[1]).toBe("50!");
  expect(row(of, "lower.sum")[1]).toBe("1!");
  expect(row(of, "ones")[3]).toBe("3!");
  expect(of.rows.flatMap((r) => r.cells).filter(({ wrong }) => wrong)).toHaveLength(5);
});

test("marks what nobody is sure of, and shows blank boxes as open", () => {
  const sheet = sheetFrom(`${columns("yazzo", { mixed: "ones: 3" })}    grand.total: 3\n`);
  const doubts = [
    { player: "A", column: "mixed", row: "ones" },
    { player: "A", column: "down", row: "twos" },
    { player: "A", column: "up", row: "upper.sum" },
    { player: "A", column: null, row: "grand.total" },
    { player: "B", column: "mixed", row: "threes" },
  ];
  const of = sheetTable(sheet, checkSheet(sheet), language("en"), doubts);
  const shown = of.rows.flatMap(({ id, cells }) =>
    cells.flatMap(({ text, doubtful, wrong, span }, at) => (doubtful ? [[id, at, text, wrong, span]] : [])),
  );
  expect(shown).toEqual([
    ["ones", 0, "3", false, 1],
    ["twos", 1, "?", false, 1],
    ["upper.sum", 2, "?", false, 1],
    ["grand.total", 0, "3", false, 3],
  ]);
  expect([of.hasDoubts, table(columns("yazzo", {})).hasDoubts]).toEqual([true, false]);
  expect(of.players).toEqual([{ text: "A", wrong: false, doubtful: false, span: 3 }]);
  expect(of.columns?.[0]).toEqual({ text: "Any order", wrong: false, doubtful: false, span: 1, short: "↕" });
});

test("knows totals, of points and of victory points, from other lines", () => {
  const ranks = (id: string) =>
    table(columns(id, {})).rows.flatMap(({ id, kind }) => (kind === "total" ? [id] : []));
  expect(ranks("balut")).toEqual(["grand.total", "points.total"]);
  expect(ranks("yazzo")).toEqual(["grand.total"]);
});

test("has a title, and mistakes in words or a sentence that there are none", () => {
  const words = (text: string, number: number, code: string) => {
    const sheet = sheetFrom(text);
    const report = checkSheet(sheet);
    const { verdict } = report;
    return sheetWords(
      { file: "night.yaml", number, sheet, report, verdict, doubtful: [], unnamed: [] },
      language(code),
    );
  };
  const { table: shown, ...right } = words(scores("yatzy", "ones: 3", "ones: 4"), 0, "en");
  expect(right).toEqual({
    title: "Yatzy · night.yaml",
    verdict: "No mistake so far: A has 3\u00a0points, B has 4\u00a0points.",
    summary: "2 players, everything is right.",
    ...{ mistakes: [], suspects: [], questions: [], notes: [], disagreements: [], warnings: [] },
  });
  expect(shown.rows).toHaveLength(20);
  const wrong = words(scores("yatzy", "ones: 7"), 12, "en");
  expect([wrong.title, wrong.summary, wrong.mistakes]).toEqual([
    "Yatzy · night.yaml · 12",
    "",
    ["A, Ones: 7 is not possible; 5 would be possible."],
  ]);
});

test("marks missing boxes and players who are turns away", () => {
  const missing = table(`complete: yes\n${scores("yatzy", "ones: 3")}`);
  expect(row(missing, "twos")).toEqual(["Zweier", "?!"]);
  const uneven = table(scores("yatzy", "ones: 3, twos: 4, threes: 3", "", "ones: 3, twos: 4"));
  expect(uneven.players.map(({ wrong }) => wrong)).toEqual([false, true, false]);
});
