import { expect, test } from "vitest";
import { judge } from "./judge.ts";
import { TRIES_ALL } from "../support/cases.ts";

const VARIANTS = TRIES_ALL ? 400 : 30;

test("variants are what a reference that was written from the documentation makes of them", () => {
  const all = Array.from({ length: VARIANTS }, (_, at) => ({ seed: at + 1, ...judge(at + 1) }));
  expect(all.flatMap(({ seed, faults }) => faults.map((fault) => `seed ${seed}: ${fault}`))).toEqual([]);
  const played = all.filter(({ refused }) => refused === null);
  expect(played.length).toBeGreaterThan(VARIANTS / 2);
  expect(played.every(({ sheets }) => sheets > 0)).toBe(true);
});
