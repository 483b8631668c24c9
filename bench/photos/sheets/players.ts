import { CardPlayer } from "../../../src/odds/strategy/card.ts";
import { CardTable } from "../../../src/odds/strategy/card-table.ts";
import { CardTurn } from "../../../src/odds/strategy/card-worth.ts";
import { computeStrategy } from "../../../src/odds/strategy/strategy.ts";
import { BatchTurnEnds } from "../../../src/odds/forwards/turn-ends.ts";
import type { Model } from "../../../src/odds/model.ts";
import { solveModel } from "../../../src/odds/odds.ts";
import { MAX_LANES } from "../../../src/odds/turn/kernel.ts";
import type { SharesByCategory } from "../../../src/odds/casual-play.ts";

/** States that come up more rarely are left out. */
const RARE = 1e-7;

/** The outcomes of the boxes of a solved game under optimal play, by category. For games in which a turn fills one box and dice that were set aside may be thrown again. */
export function bestShares(model: Model): SharesByCategory {
  const { solver, values } = solveModel(model);
  const turn = new BatchTurnEnds(solver, values);
  const { layout, positions } = model;
  const chances = new Float64Array(layout.states);
  chances[0] = 1;
  const tally = new Tally(model);
  for (let position = 0; position < positions.count; position++) {
    const start = layout.starts[position] ?? 0;
    const shape = model.positionShape(position);
    const open = solver.openMoves(position, shape);
    const frequent = Array.from({ length: shape.lanes }, (_, lane) => lane).filter(
      (lane) => (chances[start + lane] ?? 0) >= RARE,
    );
    if (open.length === 0) continue;
    for (let from = 0; from < frequent.length; from += MAX_LANES) {
      const lanes = Int32Array.from(frequent.slice(from, from + MAX_LANES));
      turn.load({ position, shape, open, lanes });
      lanes.forEach((lane, i) => {
        const chance = chances[start + lane] ?? 0;
        turn.ends(i, ({ move, next }, value, _entry, after, _gain, share) => {
          const state = (layout.starts[next] ?? 0) + after;
          chances[state] = (chances[state] ?? 0) + chance * share;
          tally.add(move.boxes[0] ?? 0, value, chance * share);
        });
      });
    }
  }
  return tally.shares();
}

/** The same for people who play by a card of rules of thumb (`augenblock odds strategy`). */
export function cardShares(model: Model): SharesByCategory {
  const { solver } = solveModel(model);
  const table = new CardTable(model);
  const player = new CardPlayer(table, computeStrategy(model).card);
  const { layout, positions } = model;
  const chances = new Float64Array(layout.states);
  chances[0] = 1;
  const tally = new Tally(model);
  for (let position = 0; position < positions.count; position++) {
    const lanes = chances.subarray(layout.starts[position] ?? 0, layout.starts[position + 1]);
    if (lanes.every((chance) => chance < RARE)) continue;
    const turn = new CardTurn(solver, table, player, position);
    lanes.forEach((chance, lane) => {
      if (chance < RARE || turn.open.length === 0) return;
      for (const written of turn.outcomes(lane) ?? []) {
        const to = turn.follow(lane, written);
        if (to === null) continue;
        chances[to.state] = (chances[to.state] ?? 0) + chance * written.chance;
        tally.add(written.open.move.boxes[0] ?? 0, written.value, chance * written.chance);
      }
    });
  }
  return tally.shares();
}

/** How probable each score of each category is. */
class Tally {
  readonly #model: Model;
  readonly #scores = new Map<string, Map<number, number>>();

  constructor(model: Model) {
    this.#model = model;
  }

  /** @param value the index of what is written in the box */
  add(box: number, value: number, chance: number): void {
    const { category, values } = this.#model.boxes[box] ?? { category: { id: "" }, values: [] };
    const scores = this.#scores.get(category.id) ?? new Map<number, number>();
    const score = values[value] ?? 0;
    this.#scores.set(category.id, scores.set(score, (scores.get(score) ?? 0) + chance));
  }

  shares(): SharesByCategory {
    return new Map(
      [...this.#scores].map(([id, scores]) => {
        const all = [...scores.values()].reduce((sum, chance) => sum + chance, 0);
        const struck = scores.get(0) ?? 0;
        const scored = [...scores].filter(([score]) => score !== 0);
        return [
          id,
          {
            struck: struck / all,
            scores: new Map(scored.map(([score, chance]) => [score, chance / (all - struck)])),
          },
        ];
      }),
    );
  }
}
