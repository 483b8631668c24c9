import { describe, expect, it } from "vitest";
import { percentileRanks } from "../../src/odds/forwards/spread.ts";
import { rareTest } from "../support/cases.ts";
import { augenblock, emptyFolder, put } from "../support/command-line.ts";

/** One die, one throw, two boxes: optimal play scores the sum of two dice. */
const DICE = `id: two-throws
name: {en: Two throws, de: Zwei Würfe}
dice: {count: 1, sides: 6}
turn: {rolls: 1, stop_early: true, set_aside: reusable}
players: {min: 1, sheet: shared}
start: {method: free}
columns: {main: {order: free}}
strike: {marks: ["/"], voluntary: true}
ranking: {order: highest, tie: shared}
categories:
  first: {label: {en: First, de: Erster}, pattern: any, score: sum}
  second: {label: {en: Second, de: Zweiter}, pattern: any, score: sum}
sections:
  all: {label: {en: All, de: Alle}, rows: [first, second]}
`;

/** An evening at it. Of the 36 ways to throw two dice, 3 come to less than 4, 3 to 4; 1 to less than 3, 2 to 3; 35 to less than 12, 1 to 12. */
const SHEET = (date: string) => `variant: ./two-throws.yaml
date: ${date}
players:
  - {name: Anna, columns: {main: {first: 6, second: 6}}}
  - {name: Ben, columns: {main: {first: 1, second: 3}}}
  - {name: Cleo, columns: {main: {first: 1, second: 2}}}
`;
const BELOW = { Anna: (35 + 0.5) / 36, Ben: (3 + 1.5) / 36, Cleo: (1 + 1) / 36 };

function evenings(): string {
  const folder = emptyFolder();
  put(folder, "two-throws.yaml", DICE);
  put(folder, "one.yaml", SHEET("2026-01-09"));
  return folder;
}

describe("a total beside best play", () => {
  it("stands as high as games end below it, and half of those that end on it", () => {
    const chances = [1, 2, 3, 4];
    const shares = percentileRanks(chances);
    for (const [at, share] of [0.05, 0.2, 0.45, 0.8].entries()) expect(shares[at]).toBeCloseTo(share, 12);
    const mean = chances.reduce((sum, chance, at) => sum + (chance / 10) * (shares[at] ?? 0), 0);
    expect(mean).toBeCloseTo(0.5, 12);
  });

  it("is told of a finished sheet, in words and as JSON, and only if asked", async () => {
    const folder = evenings();
    const { code, out } = await augenblock(["check", "one.yaml", "--odds", "--lang", "en"], folder);
    expect(code).toBe(0);
    expect(out).toContain("ends lower: Anna\u00a098.6%, Ben\u00a012.5%, Cleo\u00a05.6%");
    const { out: json } = await augenblock(["check", "one.yaml", "--odds", "--json"], folder);
    const [sheet] = JSON.parse(json).sheets;
    for (const { name, bestPlay } of sheet.players)
      expect(bestPlay.below).toBeCloseTo(BELOW[name as keyof typeof BELOW], 4);
    const { out: plain } = await augenblock(["check", "one.yaml", "--json"], folder);
    expect(JSON.parse(plain).sheets[0].players[0]).toEqual({ name: "Anna", computed: 12, written: null });
  });

  it("is not told of a game that is not over, nor of who left", async () => {
    const folder = evenings();
    put(folder, "open.yaml", SHEET("2026-01-09").replace(", second: 2", ""));
    const { out } = await augenblock(["check", "open.yaml", "--odds"], folder);
    expect(out).not.toContain("%");
    put(folder, "left.yaml", SHEET("2026-01-09").replace("name: Ben,", "name: Ben, left: true,"));
    const { out: left } = await augenblock(["check", "left.yaml", "--odds", "--lang", "en"], folder);
    expect(left).toContain("ends lower: Anna\u00a098.6%, Cleo\u00a05.6%");
  });

  rareTest("is told by a league of all games, with the rules as they were kept", async () => {
    const folder = evenings();
    put(folder, "two.yaml", SHEET("2026-01-16").replace("first: 1, second: 2", "first: 6, second: 6"));
    await augenblock(["check", "one.yaml", "two.yaml", "--into", "winter"], folder);
    put(folder, "two-throws.yaml", "nothing");
    const { out, code } = await augenblock(["league", "winter", "--odds", "--json"], folder);
    expect(code).toBe(0);
    const { players, bestPlay } = JSON.parse(out);
    expect(bestPlay).toMatchObject([{ variant: "two-throws", results: 6, method: "exact", mean: 7 }]);
    const own = (name: string) => players.find((one: { name: string }) => one.name === name).bestPlay;
    expect(own("Cleo").games).toBe(2);
    expect(own("Cleo").below).toBeCloseTo((BELOW.Cleo + BELOW.Anna) / 2, 3);
    expect(own("Cleo").best).toBeCloseTo(BELOW.Anna, 3);
    const { out: told } = await augenblock(["league", "winter", "--odds", "--lang", "en"], folder);
    expect(told).toContain("Two throws: optimal play averages 7.0; half of its games reach 7,");
  });

  rareTest("says so where best play is not known exactly", async () => {
    const folder = evenings();
    put(folder, "two-throws.yaml", DICE.replace("order: highest", "order: lowest"));
    const { out } = await augenblock(
      ["check", "one.yaml", "--odds", "--lang", "en", "--into", "winter"],
      folder,
    );
    expect(out).toContain("What optimal play averages in this game is not known exactly.");
    const { out: told } = await augenblock(["league", "winter", "--odds", "--lang", "en"], folder);
    expect(told).toContain("Two throws: what optimal play averages is not known exactly.");
    expect(told).not.toContain("Beats optimal play");
  });
});
