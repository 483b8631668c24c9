import { describe, expect, it } from "vitest";
import { eveningDay } from "../../../src/check/read/occasion.ts";
import { parseSeasonAddress } from "../../../src/cli/flags.ts";
import { readCheckSettings } from "../../../src/cli/commands/check/settings.ts";
import { need } from "../../../src/rules/problem/problem.ts";

describe("the day of an evening", () => {
  it.each([
    ["in the evening", new Date(2026, 10, 23, 20, 15), "2026-11-23"],
    ["long after midnight", new Date(2026, 10, 24, 5, 59), "2026-11-23"],
    ["in the morning", new Date(2026, 10, 24, 6, 0), "2026-11-24"],
    ["in the first night of a year", new Date(2027, 0, 1, 1, 0), "2026-12-31"],
  ])("is that on which it began: %s", (_, moment, day) => {
    expect(eveningDay(moment)).toBe(day);
    // Sheets that do not say theirs are kept on the same day as in the studio.
    const flags = { lang: "en", set: {}, jobs: 1, into: parseSeasonAddress("season") };
    expect(need(readCheckSettings(flags, moment)).keep.evening.date).toBe(day);
  });
});
