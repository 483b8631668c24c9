import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { SHEET_CHECKS } from "../../../src/check/checks/index.ts";
import { FINDING_CODES } from "../../../src/check/finding.ts";

test("every code has one check, one file and one test", () => {
  expect(SHEET_CHECKS).toHaveLength(12);
  expect(SHEET_CHECKS.map(({ code }) => code).sort()).toEqual([...FINDING_CODES].sort());
  const sources = readdirSync(new URL("../../../src/check/checks/", import.meta.url));
  const tests = readdirSync(new URL("./", import.meta.url));
  for (const code of FINDING_CODES) {
    expect(sources).toContain(`${code}.ts`);
    expect(tests).toContain(`${code}.test.ts`);
  }
});
