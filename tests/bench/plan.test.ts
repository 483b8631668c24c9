import { expect, test } from "vitest";
import { planSheet } from "../../bench/photos/sheets/plan.ts";
import { faultOf, isSameFault } from "../../bench/photos/sheets/truth.ts";
import { checkSheet } from "../../src/check/check-sheet.ts";

const PLANNED = Array.from({ length: 120 }, (_, photo) => planSheet(photo, "subject"));

test("every planned sheet gives its planted mistake and nothing else", () => {
  for (const { sheet, planted, faults } of PLANNED) {
    const names = sheet.players.map(({ name }) => name);
    const found = checkSheet(sheet).findings.map((finding) => faultOf(finding, names));
    expect(found).toEqual(faults);
    expect(found).toHaveLength(planted === null ? 0 : 1);
    if (planted !== null) expect(found.every((fault) => isSameFault(fault, planted))).toBe(true);
  }
});

test("about half of the sheets hold a mistake, of every important kind", () => {
  const codes = PLANNED.flatMap(({ planted }) => (planted === null ? [] : [planted.code]));
  expect(codes.length).toBeGreaterThan(40);
  expect(codes.length).toBeLessThan(80);
  const wanted = ["wrong-sum", "wrong-bonus", "wrong-total", "illegal-score", "out-of-order"];
  expect(wanted.filter((code) => !codes.some((found) => found === code))).toEqual([]);
});

test("all games, languages and papers are there", () => {
  const kinds = (of: (planned: (typeof PLANNED)[number]) => string) => new Set(PLANNED.map(of)).size;
  expect(kinds(({ game }) => game.id)).toBeGreaterThanOrEqual(5);
  expect(kinds(({ language }) => language)).toBe(2);
  expect(kinds(({ paper }) => paper)).toBe(3);
});

test("the same photo gives the same sheet, another one another", () => {
  const [first, second] = [planSheet(7, "subject"), planSheet(7, "subject")];
  expect(second.sheet.players).toEqual(first.sheet.players);
  expect(second.number).toBe(first.number);
  expect(planSheet(13, "subject").sheet.players).not.toEqual(first.sheet.players);
});

test("on about a tenth of the sheets of finished games nobody added anything up", () => {
  const finished = PLANNED.filter(({ sheet }) =>
    sheet.players.every(({ boxes }) =>
      [...boxes.values()].every((column) => [...column.values()].every(({ kind }) => kind !== "empty")),
    ),
  );
  const blank = finished.filter(({ sheet }) =>
    sheet.players.every(({ columnLines }) => [...columnLines.values()].every((lines) => lines.size === 0)),
  );
  expect(blank.length).toBeGreaterThan(2);
  expect(blank.length).toBeLessThan(0.2 * finished.length);
});
