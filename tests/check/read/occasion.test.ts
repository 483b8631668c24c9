import { describe, expect, it } from "vitest";
import { eveningDay } from "../../../src/check/read/occasion.ts";
import type { CheckFlags } from "../../../src/cli/commands/check/job.ts";
import { seasonAt } from "../../../src/cli/flags.ts";
import { eveningFrom } from "../../../src/cli/commands/check/occasion-flags.ts";

describe("the day of an evening", () => {
  it.each([
    ["in the evening", new Date(2026, 10, 23, 20, 15), "2026-11-23"],
    ["long after midnight", new Date(2026, 10, 24, 5, 59), "2026-11-23"],
    ["in the morning", new Date(2026, 10, 24, 6, 0), "2026-11-24"],
    ["in the first night of a year", new Date(2027, 0, 1, 1, 0), "2026-12-31"],
  ])("is that on which it began: %s", (_, moment, day) => {
    expect(eveningDay(moment)).toBe(day);
    // Sheets that do not say theirs are kept on the same day as in the studio.
    expect(eveningFrom({ into: seasonAt("season") } as CheckFlags, moment).date).toBe(day);
  });
});
