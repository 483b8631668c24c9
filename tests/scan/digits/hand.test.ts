import { expect, test } from "vitest";
import { learnHand, meantShares, USUAL_HAND } from "../../../src/scan/digits/hand.ts";
import type { SeenDigit } from "../../../src/scan/digits/evidence.ts";

/** What the network takes for one digit with this probability, else for another. */
function looksLike(first: number, share: number, second: number): number[] {
  return Array.from({ length: 10 }, (_, digit) =>
    digit === first ? share : digit === second ? 1 - share - 0.008 : 0.001,
  );
}

const oddNine: SeenDigit = { digit: 9, shares: looksLike(5, 0.8, 9) };
const plainFive: SeenDigit = { digit: 5, shares: looksLike(5, 0.99, 9) };
const doubtful = looksLike(5, 0.7, 9);

test("without a digit of a hand, all is as the network sees it", () => {
  const meant = meantShares(doubtful, learnHand([]));
  for (const [digit, share] of doubtful.entries()) expect(meant[digit]).toBeCloseTo(share, 9);
  expect(meantShares(doubtful, USUAL_HAND).reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9);
});

test("whoever writes every 9 like a 5 is believed to mean a 9, the more of them there are", () => {
  const shares = [0, 1, 2, 4].map(
    (count) => meantShares(doubtful, learnHand(Array(count).fill(oddNine)))[9] ?? 0,
  );
  expect(shares[0]).toBeCloseTo(0.292, 3);
  for (const [at, share] of shares.entries()) if (at > 0) expect(share).toBeGreaterThan(shares[at - 1] ?? 0);
  expect(shares.at(-1)).toBeGreaterThan(0.5);
});

test("a hand whose plain 5 is a 5 keeps it, whatever its 9 looks like", () => {
  const hand = learnHand([oddNine, oddNine, oddNine, plainFive, plainFive, plainFive]);
  expect(meantShares(plainFive.shares, hand)[5]).toBeGreaterThan(0.9);
  expect(meantShares(oddNine.shares, hand)[9]).toBeGreaterThan(0.4);
});

test("digits that are read rightly change nothing about others", () => {
  const hand = learnHand(Array(20).fill({ digit: 3, shares: looksLike(3, 0.99, 8) }));
  expect(meantShares(doubtful, hand)[9]).toBeCloseTo(doubtful[9] ?? 0, 2);
});

test("a hand starts from what is usual", () => {
  const usual = learnHand(Array(6).fill(oddNine));
  const meant = meantShares(doubtful, learnHand([], usual));
  expect(meant[9]).toBeCloseTo(meantShares(doubtful, usual)[9] ?? 0, 9);
});
