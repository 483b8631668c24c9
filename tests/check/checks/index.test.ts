import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { BOX_CHECKS } from "../../../src/check/box-checks.ts";
import { SHEET_CHECKS } from "../../../src/check/checks.ts";
import { FINDING_CODES } from "../../../src/check/finding.ts";

test("every code has one check and one test", () => {
  const codes = [...Object.keys(BOX_CHECKS), ...Object.keys(SHEET_CHECKS)];
  expect(codes).toHaveLength(12);
  expect(codes).toEqual(FINDING_CODES);
  const tests = readdirSync(new URL("./", import.meta.url));
  for (const code of FINDING_CODES) expect(tests).toContain(`${code}.test.ts`);
});
