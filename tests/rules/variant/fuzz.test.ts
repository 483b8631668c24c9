import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Problem } from "../../../src/rules/problem/problem.ts";
import { lintVariant, readVariant } from "../../../src/rules/variant/read-variant.ts";
import { TRIES_ALL } from "../../support/cases.ts";
import { SHIPPED, shippedFiles, shippedText } from "../../support/games.ts";

/** Words that only the libraries below us use. */
const FOREIGN =
  /Invalid input|Unrecognized|received|zod|YAML|implicit|flow (map|seq)|compact mapping|undefined|\[object/i;

function tellsWell(problems: readonly Problem[]): void {
  for (const { message, hint, place } of problems) {
    expect(message).not.toMatch(FOREIGN);
    expect(hint ?? "").not.toMatch(FOREIGN);
    expect(place?.line).toBeGreaterThan(0);
    expect(place?.col).toBeGreaterThan(0);
  }
}

/** Either a game or problems, never a crash. */
function survives(text: string): void {
  const { problems } = lintVariant("test.yaml", text, shippedFiles);
  tellsWell(problems);
  if (problems.length === 0) expect(readVariant("test.yaml", text, shippedFiles).ok).toBe(true);
}

/** Damaged files of each kind. */
const numRuns = TRIES_ALL ? 200 : 20;

const shipped = fc.constantFrom(...SHIPPED).map(shippedText);

describe("damaged files never crash, and what is said is ours", () => {
  test("a stretch is lost", () => {
    fc.assert(
      fc.property(shipped, fc.nat(), fc.integer({ min: 1, max: 60 }), (text, at, length) => {
        const from = at % text.length;
        survives(text.slice(0, from) + text.slice(from + length));
      }),
      { numRuns },
    );
  });

  test("signs of YAML are strewn in", () => {
    const signs = fc.array(fc.tuple(fc.nat(), fc.constantFrom(..."{}[]:,-#&*!|>'\"%@`?\n\t 0".split(""))), {
      minLength: 1,
      maxLength: 4,
    });
    fc.assert(
      fc.property(shipped, signs, (text, strewn) => {
        survives(
          strewn.reduce((t, [at, sign]) => t.slice(0, at % t.length) + sign + t.slice(at % t.length), text),
        );
      }),
      { numRuns },
    );
  });

  test("a value is exchanged for another", () => {
    const values = fc.constantFrom("null", "[]", "{}", "-1", "1e300", "true", '""', "[[1]]", "{a: b}", "any");
    fc.assert(
      fc.property(shipped, fc.nat(), values, (text, which, value) => {
        const spots = [...text.matchAll(/: ?([^\n{}[\],]+)/g)];
        const spot = spots[which % spots.length];
        if (spot === undefined) throw new Error("a variant without values");
        const start = spot.index + spot[0].length - (spot[1]?.length ?? 0);
        survives(text.slice(0, start) + value + text.slice(spot.index + spot[0].length));
      }),
      { numRuns },
    );
  });
});
