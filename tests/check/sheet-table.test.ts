import { expect, test } from "vitest";
import { checkSheet } from "../../src/check/check-sheet.ts";
import { type SheetTable, sheetTable } from "../../src/check/sheet-table.ts";
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
  expect(rows.map(({ id, rank }) => `${rank} ${id}`)).toEqual([
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
  expect(row(of, "ones")).toEqual(["Einsen", "X"]);
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

test("marks missing boxes and players who are turns away", () => {
  const missing = table(`complete: yes\n${scores("yatzy", "ones: 3")}`);
  expect(row(missing, "twos")).toEqual(["Zweier", "?!"]);
  const uneven = table(scores("yatzy", "ones: 3, twos: 4, threes: 3", "", "ones: 3, twos: 4"));
  expect(uneven.players.map(({ wrong }) => wrong)).toEqual([false, true, false]);
});
