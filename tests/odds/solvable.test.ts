import { describe, expect, it } from "vitest";
import { IntervalWork } from "../../src/odds/interval/interval.ts";
import { Model } from "../../src/odds/model.ts";
import { type SolutionKind, unsupportedRules } from "../../src/odds/solvable.ts";
import { english } from "../../src/rules/problem/message.ts";
import { SHIPPED, shippedGame } from "../support/games.ts";
import { type SmallGameChanges, smallGame } from "./small-game.ts";

const reasons = (game: Parameters<typeof unsupportedRules>[0], found: SolutionKind) =>
  unsupportedRules(game, found).map(english);
const LAYERS = "layers: {inner: {de: innen, en: inner}, outer: {de: außen, en: outer}}";
const LITTLE = { seconds: 1e-3, games: 16 };

describe("rules that stand in the way", () => {
  it.each<[string, SmallGameChanges]>([
    ["the lowest total wins", { ranking: "{order: lowest, tie: shared}" }],
    [
      "an entry can win the game, whatever the totals are",
      {
        pair: "{label: {de: C, en: C}, pattern: {groups: [2]}, score: 5, wins: scored}",
      },
    ],
    [
      "a miss is written only where nothing else fits",
      {
        strike: '{marks: ["/"], voluntary: false}',
        chance: "{label: {de: D, en: D}, pattern: {sum: {min: 5}}, score: sum, miss: -4}",
      },
    ],
    ["there are more than 10000 ways to hold the dice", { dice: "{count: 10, sides: 8, keep: 2}" }],
    [
      "a bonus is measured on a sum that holds other bonuses",
      {
        upper: "{label: {de: O, en: U}, rows: [ones, threes], tiers: [{from: 4, add: 3}]}",
        more: "bonuses: {b: {label: {de: B, en: X}, scope: sheet, tiers: [{from: 9, add: 5}]}}",
      },
    ],
  ])("of odds and of an interval: %s", (rule, changes) => {
    const game = smallGame(changes);
    expect(reasons(game, "exact")).toEqual([rule]);
    expect(reasons(game, "interval")).toEqual([rule]);
    expect(() => new Model(game)).toThrow(rule);
    expect(() => new IntervalWork(game, LITTLE)).toThrow(rule);
  });

  it("are all told", () => {
    const game = smallGame({
      turn: "{rolls: 2, stop_early: true, set_aside: reusable, bank_unused_rolls: true}",
      ranking: "{order: lowest, tie: shared}",
    });
    expect(reasons(game, "exact")).toEqual(["the lowest total wins", "throws are saved for later turns"]);
  });

  it.each([
    ["throws are saved for later turns", "maxi-yatzy"],
    ["chips buy throws", "kniffel-extreme"],
    ["boxes are announced", "yamb"],
  ])("of odds only: %s", (rule, id) => {
    const game = shippedGame(id);
    expect(reasons(game, "exact")).toEqual([rule]);
    expect(reasons(game, "interval")).toEqual([]);
  });

  it("of an interval only: two boxes a turn, saved throws that count when they fell", () => {
    const pairs = shippedGame("double-cameroon");
    expect(reasons(pairs, "exact")).toEqual([]);
    expect(reasons(pairs, "interval")).toEqual(["a turn fills two boxes"]);
    const timed = smallGame({
      turn: "{rolls: 2, stop_early: true, set_aside: reusable, chips: {count: 2}}",
      columns: "{main: {order: free, entry: {max_roll: 1}}}",
    });
    expect(reasons(timed, "interval")).toEqual([
      "turns can have more throws, and it counts in which one dice fell",
    ]);
  });

  it("of odds: two boxes a turn where rules look at boxes together", () => {
    const game = shippedGame("double-cameroon");
    const rule = "a turn fills two boxes, and other rules look at boxes together";
    const [first] = game.sections;
    if (first === undefined) throw new Error("no section");
    const tiers = [{ from: 10, add: 5, each: null }];
    expect(reasons({ ...game, hands: 1 }, "exact")).toEqual([rule]);
    expect(reasons({ ...game, turn: { ...game.turn, entries: 3 } }, "exact")).toEqual([rule]);
    const sections = game.sections.map((one) => ({ ...one, tiers }));
    expect(reasons({ ...game, sections }, "exact")).toEqual([rule]);
    const columns = game.columns.map((one) => ({ ...one, order: { kind: "down" as const } }));
    expect(reasons({ ...game, columns }, "exact")).toEqual([rule]);
  });

  it("leave every shipped game odds or an interval", () => {
    const neither = SHIPPED.map((id) => shippedGame(id)).filter(
      (game) => unsupportedRules(game, "exact").length > 0 && unsupportedRules(game, "interval").length > 0,
    );
    expect(neither).toEqual([]);
    expect(reasons(shippedGame("doppel-yatzy"), "exact")).toEqual(["it is played with double dice"]);
  });

  it.each<[string, SmallGameChanges]>([
    ["chips", { turn: "{rolls: 2, stop_early: true, set_aside: reusable, chips: {count: 2}}" }],
    ["unlike dice", { dice: `{set: [[1, 3], [0, 3]], ${LAYERS}}` }],
    ["further rolls", { more: "repeats: {of: pair, bonus: 7, bonus_if: {box: filled}, joker: none}" }],
  ])("of an interval for double dice: %s", (_, changes) => {
    const game = smallGame({ dice: `{count: 2, sides: 3, ${LAYERS}}`, ...changes });
    expect(reasons(game, "interval")).toEqual([
      "it is played with double dice that are unlike, or for which single throws, chips, announcements or further rolls count",
    ]);
  });
});
