import { expect, test } from "vitest";
import { checkSheet } from "../../../src/check/check-sheet.ts";
import { columns, findingsOf, sheetFrom } from "../../support/sheet-files.ts";

const yazzo = (ink: string, option = "exempt") =>
  `options: {struck_in_min_max: ${option}}\n${columns("yazzo", { mixed: ink })}`;

test("finds a Minimum that is not below its Maximum", () => {
  expect(findingsOf(yazzo("minimum: 18, maximum: 18"))).toEqual(["constraint A/mixed/minimum"]);
  expect(findingsOf(yazzo("minimum: 19, maximum: 18"))).toEqual(["constraint A/mixed/minimum"]);
  expect(findingsOf(yazzo("minimum: 17, maximum: 18"))).toEqual([]);
});

test("says what stands in both boxes", () => {
  const [finding] = checkSheet(sheetFrom(yazzo("minimum: 19, maximum: 18"))).findings;
  expect(finding).toMatchObject({
    written: 19,
    facts: { comparison: "<", other: "maximum", otherWritten: 18 },
  });
});

test("looks at each column alone", () => {
  expect(findingsOf(columns("yazzo", { mixed: "minimum: 18", up: "yazzo: X" }))).toEqual([]);
});

test("leaves a struck box out, unless it counts as 0", () => {
  expect(findingsOf(yazzo("minimum: 20, maximum: /"))).toEqual([]);
  expect(findingsOf(yazzo("minimum: 20, maximum: /", "counts_as_zero"))).toEqual([
    "constraint A/mixed/minimum",
  ]);
  expect(findingsOf(yazzo("minimum: 0, maximum: X", "counts_as_zero"))).toEqual([
    "constraint A/mixed/minimum",
  ]);
  expect(findingsOf(yazzo("minimum: /, maximum: 20", "counts_as_zero"))).toEqual([]);
  expect(findingsOf(yazzo("minimum: 20", "counts_as_zero"))).toEqual([]);
});

test("does not report a second time what is impossible by itself", () => {
  expect(findingsOf(yazzo("minimum: 99, maximum: 18"))).toEqual(["illegal-score A/mixed/minimum"]);
});
