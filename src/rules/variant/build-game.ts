import { handsOf } from "../dice/dice.ts";
import { legalScores, scoresOfHand } from "../dice/scores.ts";
import type { Category, Game, Section } from "../game/game.ts";
import { canHoldRepeats } from "../game/repeats.ts";
import { listColumnCategories } from "../game/rows.ts";
import type { VariantDraft } from "./draft.ts";
import { exampleHolds } from "./examples.ts";
import { type Choices, type OptionPart, optionsInForce } from "./options.ts";
import { type Parts, usable } from "./part-reader.ts";

/** Builds the game of a draft without problems. Null if a required part is missing, which the checks prevent. */
export function buildGame(draft: VariantDraft, options: Parts<OptionPart>, choices: Choices): Game | null {
  const { id, name, dice, layers, hands, turn, strike, ranking, settlement } = draft;
  if (id === null || name === null || dice === null || turn === null || strike === null || ranking === null)
    return null;
  const game: Game = {
    id,
    name,
    dice,
    layers,
    hands,
    symbols: new Map(usable(draft.symbols).map(([face, symbol]) => [Number(face), symbol])),
    turn: { ...turn, entries: entriesPerTurn(draft) },
    start: draft.start,
    direction: draft.direction,
    players: draft.players ?? {
      min: 1,
      max: null,
      sheet: "shared",
      scorekeeper: false,
      age: null,
      minutes: null,
    },
    ...countableParts(draft),
    strike,
    ranking,
    settlement: settlement?.kind === "pot" ? settlement.pot : null,
    prizes: settlement?.kind === "columns" ? settlement.prizes : null,
    lineLabels: new Map(usable(draft.lines)),
    formerNames: new Map(usable(draft.formerNames)),
    options: optionsInForce(draft.tree, options, choices),
    examples: draft.examples.flatMap((example) => {
      if (example === null || !exampleHolds(example, draft)) return [];
      return [{ category: example.row, roll: example.faces, drop: example.drop, score: example.score }];
    }),
    notes: addIds(draft.notes),
  };
  const built = removeUnreachableExtras(removeIdleStrikes(game));
  if (built.repeats?.bonus === game.repeats?.bonus) return built;
  // A house rule about extra points that can't be earned is irrelevant.
  return { ...built, options: optionsInForce(draft.tree, options, choices, ["repeats.bonus"]) };
}

/** Removes impossible strikes: without voluntary strikes, a box that takes any roll is never struck. */
function removeIdleStrikes(game: Game): Game {
  const { strike, dice, columns, constraints } = game;
  const isAnyResult = columns.every(({ entry }) => entry.kind === "any" || entry.kind === "announced");
  if (strike.voluntary || !isAnyResult) return game;
  const isTied = (id: string) => constraints.some(({ left, right }) => left === id || right === id);
  const withoutStrike = (category: Category): Category => {
    const { id, requires } = category;
    const rule = { ...category, strike: "never" as const };
    const takesAll = () => handsOf(dice).every((hand) => scoresOfHand(dice, rule, hand).length > 0);
    const isIdle = requires.length === 0 && !isTied(id) && takesAll();
    return isIdle ? { ...rule, legal: legalScores(dice, rule) } : category;
  };
  const sections = game.sections.map((section) => ({
    ...section,
    categories: section.categories.map(withoutStrike),
  }));
  return { ...game, sections };
}

/** Removes extra points that no order of turns can earn, so that pad and rule sheet don't mention them. */
function removeUnreachableExtras(game: Game): Game {
  const { repeats, columns } = game;
  if (
    repeats === null ||
    repeats.bonus === 0 ||
    columns.every(({ order, after }) => order.kind === "free" && after === null)
  )
    return game;
  const boxes = columns.flatMap((column) =>
    listColumnCategories(game, column).map((category) => ({ column, category, value: null })),
  );
  return canHoldRepeats(game, boxes) ? game : { ...game, repeats: { ...repeats, bonus: 0 } };
}

/** The number of boxes filled per turn: one for each layer and each hand. */
export function entriesPerTurn({ layers, hands }: Pick<VariantDraft, "layers" | "hands">): number {
  return Math.max(1, layers.length) * hands;
}

/** The parts that decide the totals, as far as they are readable. */
export function countableParts(draft: VariantDraft) {
  return {
    sections: addIds(draft.sections).map(
      ({ rows, ...section }): Section => ({
        ...section,
        categories: rows.flatMap((id) => {
          const part = draft.categories.get(id) ?? null;
          return part === null ? [] : [{ id, ...part, legal: draft.legal(part) }];
        }),
      }),
    ),
    columns: addIds(draft.columns),
    constraints: addIds(draft.constraints),
    bonuses: addIds(draft.bonuses),
    repeats: draft.repeats,
  } satisfies Partial<Game>;
}

function addIds<T>(parts: Parts<T>): (T & { readonly id: string })[] {
  return usable(parts).map(([id, part]) => ({ id, ...part }));
}
