import { afterEach, describe, expect, it, vi } from "vitest";
import { count, readFlags } from "../../bench/flags.ts";
import { readOptions as padOptions } from "../../bench/pads/options.ts";
import { readOptions as photoOptions } from "../../bench/photos/options.ts";

/** What a bench prints where its flags end it. */
function ended(work: () => unknown): string {
  const printed = vi.spyOn(console, "error").mockImplementation(() => {});
  vi.spyOn(process, "exit").mockImplementation((code) => {
    throw new Error(`ended with ${code}`);
  });
  expect(work).toThrow("ended with 2");
  return String(printed.mock.lastCall);
}

afterEach(() => vi.restoreAllMocks());

describe("the flags of a bench", () => {
  const known = { options: { runs: { type: "string", default: "3" }, write: { type: "boolean" } } } as const;
  const runs = (...args: string[]) => readFlags(known, args, ({ values }) => count("runs", values.runs, 1));

  it("are read", () => {
    expect(runs("--runs", "12", "--write")).toBe(12);
    expect(padOptions(["--pages", "20,10"])).toMatchObject({ pages: [10, 20], runs: 3, only: null });
    expect(photoOptions(["--photos", "7", "--only", "easy"])).toMatchObject({
      photos: 7,
      only: "easy",
      jobs: 2,
    });
  });

  it("end it with one line that names them all, where one is unknown or wrong", () => {
    const all = "there are --runs <…>, --write";
    expect(ended(() => runs("--nope"))).toBe(`Unknown option '--nope'; ${all}`);
    expect(ended(() => runs("--runs", "0"))).toBe(`--runs takes a whole number from 1, not \`0\`; ${all}`);
    expect(ended(() => runs("more"))).toMatch(
      /^Unexpected argument 'more'.*; there are --runs <…>, --write$/,
    );
    expect(ended(() => padOptions(["--runs", "many"]))).toMatch(/^--runs takes .*--pages <…>/);
    expect(ended(() => photoOptions(["--only", "odd"]))).toMatch(/^--only takes .*, not `odd`; there are /);
  });
});
