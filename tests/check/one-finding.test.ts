import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkSheet } from "../../src/check/check-sheet.ts";
import type { PlayerSheet, Sheet } from "../../src/check/sheet.ts";
import type { Game } from "../../src/rules/game/game.ts";
import { listColumnCategories, countGameTurns } from "../../src/rules/game/rows.ts";
import { TRIES_ALL } from "../support/cases.ts";
import { SHIPPED, shippedGame } from "../support/games.ts";
import { gamesFor, MISTAKES } from "../support/mistakes.ts";
import { spot } from "../support/sheet-files.ts";
import { correctSheet, pick, type Random, randomFrom } from "../support/sheets.ts";

const GAMES: readonly Game[] = [
  ...SHIPPED.map((id) => shippedGame(id)),
  shippedGame("doppel-yatzy", { extra: "strike" }),
  shippedGame("doppel-yatzy", { scoring: "international" }),
  shippedGame("generala", { double_generala: "yes" }),
  shippedGame("kniffel", { further_kniffels: "both", order: "lower_first" }),
  shippedGame("yazzo", { struck_in_min_max: "counts_as_zero", bonus_tiers: "both" }),
];

const named = GAMES.map((game) => [game.id, game.options.map((o) => o.chosen).join(" "), game] as const);

/** A game that is over or still on, where some are a turn ahead. */
function anySheet(game: Game, seed: number, isOver: boolean, lines: number): Sheet {
  const random = randomFrom(seed);
  if (isOver) return correctSheet(game, random, { players: 3, turns: null, lines });
  const turns = Math.floor(random() * (countGameTurns(game) - 1));
  const behind = correctSheet(game, random, { players: 2, turns, lines });
  const ahead = correctSheet(game, random, { players: 1, turns: turns + 1, lines });
  return { ...behind, players: [...ahead.players.map((p) => ({ ...p, name: "Ahead" })), ...behind.players] };
}

const seeds = fc.nat();
const found = (sheet: Sheet) => checkSheet(sheet).findings.map(spot);

test.each(named)("correct sheets of %s (%s) give no finding", (_, __, game) => {
  fc.assert(
    fc.property(seeds, fc.boolean(), fc.constantFrom(0, 0.5, 1), (seed, isOver, lines) => {
      const report = checkSheet(anySheet(game, seed, isOver, lines));
      expect(report.findings).toEqual([]);
      expect(report.verdict).toBe("correct");
      for (const player of report.players) expect(player.written ?? player.computed).toBe(player.computed);
    }),
    { numRuns: TRIES_ALL ? 48 : 6 },
  );
});

describe.each(Object.entries(MISTAKES))("one mistake gives one finding: %s", (name, mistake) => {
  const games = gamesFor(name, GAMES);

  test.each(games.map((game) => [game.id, game] as const))("%s", (_, game) => {
    fc.assert(
      fc.property(seeds, fc.boolean(), (seed, isOver) => {
        const spoilt = mistake(anySheet(game, seed, isOver, 1), randomFrom(seed + 1));
        // Extra (minus) is struck only where it is filled, so not every sheet gives occasion: another one is taken then.
        fc.pre(spoilt !== null);
        const { findings } = checkSheet(spoilt.sheet);
        expect(findings.map(spot)).toHaveLength(1);
        expect(findings[0]).toMatchObject({
          code: spoilt.code,
          player: spoilt.player,
          column: spoilt.column,
        });
        if (spoilt.row !== null) expect([findings[0]?.category, findings[0]?.line]).toContain(spoilt.row);
      }),
      { numRuns: TRIES_ALL ? 40 : 5 },
    );
  });
});

test.each(named)(
  "impossible scores of %s (%s) give a finding each, and none in lines that are right",
  (_, __, game) => {
    fc.assert(
      fc.property(seeds, fc.boolean(), fc.integer({ min: 2, max: 9 }), (seed, isOver, many) => {
        const random = randomFrom(seed);
        const sheet = anySheet(game, seed, isOver, 1);
        const [first, ...others] = sheet.players;
        if (first === undefined) throw new Error("no player");
        const spoilt = withImpossible(game, first, many, random);
        const findings = found({ ...sheet, players: [spoilt.player, ...others] });
        expect(findings.sort()).toEqual(
          spoilt.places.map((at) => `illegal-score ${first.name}/${at}`).sort(),
        );
      }),
      { numRuns: TRIES_ALL ? 24 : 6 },
    );
  },
);

/** A player with impossible scores in place of some of those that were written; the lines stay as they are. */
function withImpossible(game: Game, player: PlayerSheet, many: number, random: Random) {
  const boxes = new Map([...player.boxes].map(([column, entries]) => [column, new Map(entries)]));
  const scored = game.columns.flatMap((column) =>
    listColumnCategories(game, column)
      .filter(({ id }) => boxes.get(column.id)?.get(id)?.kind === "score")
      .map((category) => ({ column: column.id, category })),
  );
  const chosen = scored.sort(() => random() - 0.5).slice(0, many);
  for (const { column, category } of chosen) {
    const impossible = Array.from({ length: 99 }, (_, at) => at + 1).filter(
      (n) => !category.legal.includes(n),
    );
    boxes.get(column)?.set(category.id, { kind: "score", value: pick(impossible, random) });
  }
  const places = chosen.map(({ column, category }) => `${column}/${category.id}`);
  return { player: { ...player, boxes }, places };
}

test.each(named)("a player of %s (%s) who is turns away from the others is found", (_, __, game) => {
  fc.assert(
    fc.property(seeds, fc.integer({ min: 2, max: 4 }), fc.boolean(), (seed, away, isAhead) => {
      const random = randomFrom(seed);
      const turns = Math.floor(random() * (countGameTurns(game) - 5));
      const [many, few] = isAhead ? [turns, turns + away] : [turns + away, turns];
      const sheet = correctSheet(game, random, { players: 3, turns: many, lines: 1 });
      const odd = correctSheet(game, random, { players: 1, turns: few, lines: 1 });
      const players = [...sheet.players, ...odd.players.map((p) => ({ ...p, name: "Odd" }))];
      expect(found({ ...sheet, players })).toEqual(["uneven-turns Odd"]);
    }),
    { numRuns: TRIES_ALL ? 20 : 6 },
  );
});

test.each(named)("the order of the players of %s (%s) changes nothing but the order", (_, __, game) => {
  fc.assert(
    fc.property(seeds, fc.constantFrom(...Object.values(MISTAKES)), fc.boolean(), (seed, mistake, isOver) => {
      const sheet = anySheet(game, seed, isOver, 1);
      const spoilt = mistake(sheet, randomFrom(seed))?.sheet ?? sheet;
      const turned = { ...spoilt, players: spoilt.players.toReversed() };
      const [one, other] = [checkSheet(spoilt), checkSheet(turned)];
      expect(other.findings.map(spot).sort()).toEqual(one.findings.map(spot).sort());
      expect(other.players.toReversed()).toEqual(one.players);
      const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name);
      expect(other.ranking.toSorted(byName)).toEqual(one.ranking.toSorted(byName));
    }),
    { numRuns: TRIES_ALL ? 20 : 6 },
  );
});
