import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { damaged } from "./damage.ts";
import { foundInputs, TARGETS } from "./targets.ts";
import { TRIES_ALL } from "../support/cases.ts";

/** `npm run fuzz` tries as many as there is time for. */
const CASES = TRIES_ALL ? 200 : 12;
/** The same cases in every run. */
const SEED = 2026;

describe.each(Object.entries(TARGETS))("the parser of %s", (name, target) => {
  it("reads what the damage begins with", async () => {
    const seeds = await target.seeds();
    expect(seeds.length).toBeGreaterThan(0);
    for (const seed of seeds) await target.survives(seed);
  });

  it("survives damaged files", async () => {
    const property = fc.asyncProperty(damaged(await target.seeds()), async (input) => target.survives(input));
    await fc.assert(property, { numRuns: CASES, seed: SEED });
  });

  it.each(foundInputs(name))("survives $file, which it once did not", async ({ input }) => {
    await target.survives(input);
  });
});
