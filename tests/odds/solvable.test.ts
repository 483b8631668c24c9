import { describe, expect, it } from "vitest";
import { IntervalWork } from "../../src/odds/interval/interval.ts";
import { Model } from "../../src/odds/model.ts";
import { type SolutionKind, unsupportedRules } from "../../src/odds/solvable.ts";
import { english } from "../../src/rules/problem/message.ts";
import { SHIPPED, shippedGame } from "../support/games.ts";
import { type SmallGameChanges, smallGame } from "./small-game.ts";

const reasons = (game: Parameters<typeof unsupportedRules>[0], found: SolutionKind) =>
  unsupportedRules(game, found).map(({ id }) => id.replace("odds.", ""));
const LAYERS = "layers: {inner: {de: innen, en: inner}, outer: {de: außen, en: outer}}";
const LITTLE = { seconds: 1e-3, games: 16 };

describe("rules that stand in the way", () => {
  it.each<[string, SmallGameChanges]>([
    ["lowest-total-wins", { ranking: "{order: lowest, tie: shared}" }],
    [
      "instant-win",
      {
        pair: "{label: {de: C, en: C}, pattern: {groups: [2]}, score: 5, wins: scored}",
      },
    ],
    [
      "forced-miss",
      {
        strike: '{marks: ["/"], voluntary: false}',
        chance: "{label: {de: D, en: D}, pattern: {sum: {min: 5}}, score: sum, miss: -4}",
      },
    ],
    ["too-many-holds", { dice: "{count: 10, sides: 8, keep: 2}" }],
    [
      "nested-bonus",
      {
        upper: "{label: {de: O, en: U}, rows: [ones, threes], tiers: [{from: 4, add: 3}]}",
        more: "bonuses: {b: {label: {de: B, en: X}, scope: sheet, tiers: [{from: 9, add: 5}]}}",
      },
    ],
  ])("of odds and of an interval: %s", (rule, changes) => {
    const game = smallGame(changes);
    expect(reasons(game, "exact")).toEqual([rule]);
    expect(reasons(game, "interval")).toEqual([rule]);
    const text = unsupportedRules(game, "exact").map(english).join();
    expect(() => new Model(game)).toThrow(text);
    expect(() => new IntervalWork(game, LITTLE)).toThrow(text);
  });

  it("are all told", () => {
    const game = smallGame({
      turn: "{rolls: 2, stop_early: true, set_aside: reusable, bank_unused_rolls: true}",
      ranking: "{order: lowest, tie: shared}",
    });
    expect(reasons(game, "exact")).toEqual(["lowest-total-wins", "saved-rolls"]);
  });

  it.each([
    ["saved-rolls", "maxi-yatzy"],
    ["chips", "kniffel-extreme"],
    ["announced-boxes", "yamb"],
  ])("of odds only: %s", (rule, id) => {
    const game = shippedGame(id);
    expect(reasons(game, "exact")).toEqual([rule]);
    expect(reasons(game, "interval")).toEqual([]);
  });

  it("of an interval only: two boxes a turn, saved throws that count when they fell", () => {
    const pairs = shippedGame("double-cameroon");
    expect(reasons(pairs, "exact")).toEqual([]);
    expect(reasons(pairs, "interval")).toEqual(["two-boxes"]);
    const timed = smallGame({
      turn: "{rolls: 2, stop_early: true, set_aside: reusable, chips: {count: 2}}",
      columns: "{main: {order: free, entry: {max_roll: 1}}}",
    });
    expect(reasons(timed, "interval")).toEqual(["extra-rolls-and-timing"]);
  });

  it("of odds: two boxes a turn where rules look at boxes together", () => {
    const game = shippedGame("double-cameroon");
    const rule = "two-boxes-joint";
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
    expect(reasons(shippedGame("doppel-yatzy"), "exact")).toEqual(["double-dice"]);
  });

  it.each<[string, SmallGameChanges]>([
    ["chips", { turn: "{rolls: 2, stop_early: true, set_aside: reusable, chips: {count: 2}}" }],
    ["unlike dice", { dice: `{set: [[1, 3], [0, 3]], ${LAYERS}}` }],
    ["further rolls", { more: "repeats: {of: pair, bonus: 7, bonus_if: {box: filled}, joker: none}" }],
  ])("of an interval for double dice: %s", (_, changes) => {
    const game = smallGame({ dice: `{count: 2, sides: 3, ${LAYERS}}`, ...changes });
    expect(reasons(game, "interval")).toEqual(["double-dice-rules"]);
  });
});
