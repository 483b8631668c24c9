import type { Bonus, Column, Constraint, Requirement, Section, StrikeRule } from "../game/game.ts";
import { bonusFor } from "./sum-graph.ts";

/**
 * What a full sheet comes to hangs on running sums: of a section, because its bonus depends on it, and of whatever other
 * bonuses measure. This file says which of them a game has to keep, and where each goes on to once it is complete.
 */

/** Which of a game's two countings is worked out: the grand total or the victory points. */
export type Counting = Bonus["to"];

/** As much of a box as tells what it can add. */
export interface CountableBox {
  readonly id: string;
  readonly legal: readonly number[];
  readonly strike: StrikeRule;
  readonly requires: readonly Requirement[];
}

/** As much of a game as tells how its sheets are added up. */
export interface Countable {
  readonly sections: readonly (Pick<Section, "total" | "floor" | "tiers" | "tierMode"> & {
    readonly categories: readonly CountableBox[];
  })[];
  readonly columns: readonly Pick<Column, "id" | "multiplier">[];
  readonly constraints: readonly Omit<Constraint, "id">[];
  readonly bonuses: readonly Omit<Bonus, "id" | "label">[];
}

/** Where points go, from boxes or from a sum that is complete. */
export interface Outlet {
  /** The running sums that grow by them, as positions in the list of all. */
  readonly sums: readonly number[];
  /** Whether they are part of what is worked out. */
  readonly counts: boolean;
  /** How often they count. */
  readonly factor: number;
}

/** A running sum. */
export interface Tally {
  /** What the complete sum is worth. */
  readonly worth: (sum: number) => number;
  readonly outlet: Outlet;
  /** Whether a larger sum never brings less, here and wherever it goes on to. */
  readonly climbs: boolean;
  /** How it looks at single boxes; null where it grows by points that have been added up before. */
  readonly watch: Watch | null;
}

/** The boxes that a running sum looks at, and what of them it counts. */
interface Watch {
  readonly of: Bonus["of"];
  /** The position of the column; null for all. */
  readonly column: number | null;
  /** The category; null for all. */
  readonly row: string | null;
}

/** The running sums of a game, and the ways into them. */
export interface Tallies {
  /** Each comes before those that it goes on to. */
  readonly all: readonly Tally[];
  /** Where the points of a section go, by the positions of column and section. */
  readonly ofSection: (column: number, section: number) => Outlet;
  /** Where extra points for further rolls go. */
  readonly extras: Outlet;
}

/** Which running sums a game has to keep for one of its countings. */
export function talliesOf(game: Countable, counting: Counting): Tallies {
  return new Collector(game, counting).collect();
}

/** Collects running sums from the last one back, so that each knows what it goes on to. */
class Collector {
  readonly #game: Countable;
  readonly #counting: Counting;
  readonly #all: Tally[] = [];
  readonly #fallsBelowNothing: boolean;

  constructor(game: Countable, counting: Counting) {
    this.#game = game;
    this.#counting = counting;
    const boxes = game.sections.flatMap(({ categories }) => categories);
    this.#fallsBelowNothing = boxes.some(({ legal }) => (legal[0] ?? 0) < 0);
  }

  collect(): Tallies {
    const end = { sums: [], counts: true, factor: 1 };
    const ofSheet = this.#bonuses("sheet", null, { total: end, points: end });
    const counts = this.#counting === "total";
    const afterAll: Outlet = { sums: ofSheet, counts, factor: 1 };
    this.#bonuses("row", null, { total: afterAll, points: end });
    const sections = new Map<string, Outlet>();
    this.#game.columns.forEach(({ multiplier }, column) => {
      const ofColumn = this.#bonuses("column", column, { total: afterAll, points: end });
      const after = { sums: [...ofSheet, ...ofColumn], counts, factor: multiplier };
      this.#game.sections.forEach((section, at) => {
        sections.set(`${column} ${at}`, this.#section(section, after));
      });
    });
    return this.#turned(sections, afterAll);
  }

  /** The sums that bonuses of this scope measure. @returns those that points go into which have been added up before */
  #bonuses(
    scope: Bonus["scope"],
    column: number | null,
    outlets: Readonly<Record<Counting, Outlet>>,
  ): number[] {
    return this.#game.bonuses.flatMap((bonus) => {
      const outlet = outlets[bonus.to];
      if (bonus.scope !== scope || !this.#matters(bonus.to, outlet)) return [];
      const watches = scope === "row" || bonus.of !== "total";
      const watch = watches ? { of: bonus.of, column, row: bonus.row } : null;
      const worth = (sum: number) => bonusFor(bonus, sum);
      const at = this.#add({ worth, outlet, watch, climbs: this.#climbs(bonus) });
      return watches ? [] : [at];
    });
  }

  /** Whether a bonus has a say in what is worked out. */
  #matters(to: Counting, outlet: Outlet): boolean {
    return to === this.#counting || (to === "total" && outlet.sums.length > 0);
  }

  /** The sum of a section, if it is worth something else than its points. @returns where its boxes' points go */
  #section(section: Countable["sections"][number], after: Outlet): Outlet {
    const { floor, tiers } = section;
    const isPlain = tiers.length === 0 && floor === null;
    if (isPlain || (!after.counts && after.sums.length === 0)) return after;
    const worth = (boxes: number) => {
      const sum = floor === null ? boxes : Math.max(floor, boxes);
      return sum + bonusFor(section, sum);
    };
    const at = this.#add({ worth, outlet: after, watch: null, climbs: this.#climbs(section) });
    return { sums: [at], counts: false, factor: 1 };
  }

  #add(tally: Tally): number {
    const climbs = tally.climbs && tally.outlet.sums.every((at) => this.#all[at]?.climbs);
    return this.#all.push({ ...tally, climbs }) - 1;
  }

  /** Whether reaching more never brings less. A first step at 0 or below is always reached, unless scores are negative. */
  #climbs({ tiers, tierMode }: Pick<Section, "tiers" | "tierMode">): boolean {
    return tiers.every(({ from, add }, at) => {
      if (tierMode === "sum") return add >= 0;
      const isGiven = at === 0 && from <= 0 && !this.#fallsBelowNothing;
      return isGiven || add >= (tiers[at - 1]?.add ?? 0);
    });
  }

  #turned(sections: ReadonlyMap<string, Outlet>, extras: Outlet): Tallies {
    const last = this.#all.length - 1;
    const turned = (outlet: Outlet) => ({ ...outlet, sums: outlet.sums.map((at) => last - at) });
    const nowhere = { sums: [], counts: false, factor: 1 };
    return {
      all: this.#all.toReversed().map((tally) => ({ ...tally, outlet: turned(tally.outlet) })),
      ofSection: (column, section) => turned(sections.get(`${column} ${section}`) ?? nowhere),
      extras: turned(extras),
    };
  }
}
