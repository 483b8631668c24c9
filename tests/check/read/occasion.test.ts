import { describe, expect, it } from "vitest";
import { eveningDay, readDate } from "../../../src/check/read/occasion.ts";
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

describe("a date", () => {
  const days = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2026, month, 3 * month + 1)));

  it.each(["en", "en-GB", "de", "sv"])("is read as it is written in %s, in long and in short", (locale) => {
    for (const day of days)
      for (const dateStyle of ["long", "medium"] as const) {
        const written = day.toLocaleDateString(locale, { dateStyle, timeZone: "UTC" });
        expect(readDate(written), written).toBe(day.toISOString().slice(0, 10));
      }
  });

  it.each(["31 Smarch 2026", "30 February 2026", "Jan 2026", "January 31", "1/2/2026", "31 January 26"])(
    "is not guessed: %s",
    (text) => {
      expect(readDate(text)).toBeNull();
    },
  );
});
