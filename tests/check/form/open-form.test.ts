import { msg } from "../../../src/rules/problem/message.ts";
import { describe, expect, it } from "vitest";
import { IDENTITY_FIELD } from "../../../src/check/form/fields.ts";
import { openForm } from "../../../src/check/form/form-sheets.ts";
import type { Games } from "../../../src/check/read/read-sheet.ts";
import { failure, problem, type Result, success } from "../../../src/rules/problem/problem.ts";
import { shippedGame } from "../../support/games.ts";
import { good } from "../../support/results.ts";

const IDENTITY = {
  code: "154HT RUBJ",
  variant: "yazzo",
  options: { bonus_tiers: "both" },
  language: "de",
  paper: "a5",
  rules: "digest",
  firstNumber: 7,
};
const fieldsOf = (identity: unknown) => new Map([[IDENTITY_FIELD, JSON.stringify(identity)]]);
const games: Games = (id, options) => success(shippedGame(id, options));
const digestOf = () => "digest";

/** Every problem as `code: message | hint`. */
function told(result: Result<unknown>): string[] {
  return result.ok ? [] : result.problems.map(({ code, message, hint }) => `${code}: ${message} | ${hint}`);
}

describe("a form", () => {
  it("is of the game that it names, under the options that it was made with", () => {
    const fields = fieldsOf(IDENTITY);
    const opened = good(openForm("night.pdf", fields, games, digestOf));
    expect(opened).toMatchObject({ fields, identity: IDENTITY });
    expect(opened.game.id).toBe("yazzo");
    expect(opened.game.sections[0]?.tierMode).toBe("sum");
  });

  const MAKE_ONE = "print one to fill in on a screen with `augenblock pad <variant> --profile fillable`";
  it.each([
    [
      "not-a-pdf" as const,
      "not-a-pdf: night.pdf is not a PDF, in spite of its name | rename it to what it is: a photo, YAML, JSON or CSV",
    ],
    [
      "locked-pdf" as const,
      "locked-pdf: night.pdf is locked with a password | save it again without a password",
    ],
    [
      "broken-pdf" as const,
      "broken-pdf: night.pdf is a damaged PDF | save it again in the program it was filled in with; if it is a scan, copy the file or scan the sheet again",
    ],
    [
      "endless-pdf" as const,
      "endless-pdf: night.pdf can’t be read: parsing it timed out | check that it is a pad made by augenblock, and save it again",
    ],
    [
      "too-many-pages" as const,
      "too-many-pages: night.pdf has more than 500 pages | save the pages with sheets as a file of their own",
    ],
    [
      new Map(),
      `no-form: night.pdf has no form fields and no scanned page, so there is nothing to read | a sheet filled in by hand is read from a photo or scan; a form that was printed to PDF or flattened has lost its fields: use the file as it was saved before that`,
    ],
    [
      new Map([["name", "Anna"]]),
      `no-form: night.pdf is a form, but not a pad made by augenblock | ${MAKE_ONE}`,
    ],
  ])("is refused with the way out: %s", (fields, problem) => {
    expect(told(openForm("night.pdf", fields, games, digestOf))).toEqual([problem]);
  });

  it("says so where its rules have changed since", () => {
    expect(told(openForm("night.pdf", fieldsOf(IDENTITY), games, () => "another"))).toEqual([
      "variant-changed: the rules of `yazzo` have changed since this form was made | use the old file: `--variant <file>`",
    ]);
  });

  it("asks for the file of a game that is not here, and passes other problems on", () => {
    const refuse =
      (code: string): Games =>
      () =>
        failure([problem(code, msg`test.as-it-is: as it is`, { hint: msg`test.see-there: see there` })]);
    expect(told(openForm("night.pdf", fieldsOf(IDENTITY), refuse("unknown-variant"), digestOf))).toEqual([
      "variant-not-here: the form belongs to the game `yazzo`, which can’t be found here | say which file it was made from: `--variant <file>`",
    ]);
    expect(told(openForm("night.pdf", fieldsOf(IDENTITY), refuse("unknown-option"), digestOf))).toEqual([
      "unknown-option: as it is | see there",
    ]);
  });
});
