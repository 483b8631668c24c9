import { computeBonus } from "../../../src/rules/sums/sum-graph.ts";
import { gameReference } from "../../../src/check/sheet.ts";
import type { Category, Column, Game, Section } from "../../../src/rules/game/game.ts";
import { constraintHolds } from "../../../src/rules/game/rows.ts";
import { type BoxFilling, listFillings, repeatFillings } from "../../../src/scan/inference/box-factor.ts";
import { PRIORS } from "../../../src/scan/inference/priors.ts";
import { ANY_NUMBER, lineShares, lineWeight } from "../../../src/scan/inference/line-factor.ts";
import type { ObservedBox } from "../../../src/scan/inference/sheet-model.ts";
import { farSlipShare, SLIPS_BY_DISTANCE } from "../../../src/scan/inference/slips.ts";

/** A whole sheet as it may have been filled: the content of each box, which lines are slips, and its weight. */
export interface World {
  readonly weight: number;
  readonly written: ReadonlyMap<number, string>;
  readonly slips: ReadonlySet<number>;
}

/** A way to go on: the next state, how much rarer the world becomes, and which box gets which content. */
interface Way {
  readonly value: number;
  readonly weight: number;
  readonly written: readonly (readonly [number, string])[];
  readonly slips: readonly number[];
}

const word = (filling: BoxFilling["written"]) =>
  filling.kind === "score" ? String(filling.value) : filling.kind;

/**
 * Every whole sheet of one player, one after the other, without any message passing: slow, and plain enough to be believed.
 * Pictures must rule out nearly everything.
 */
export class Worlds {
  readonly #game: Game;
  readonly #boxes: readonly ObservedBox[];
  /** Numbers that pictures of lines allow. */
  readonly #numbers: readonly number[];

  constructor(game: Game, boxes: readonly ObservedBox[], numbers: readonly number[]) {
    this.#game = game;
    this.#boxes = boxes;
    this.#numbers = numbers;
  }

  all(): World[] {
    const columns = this.#game.columns.map((column) => this.#column(column));
    const parts = [...columns, this.#repeats()];
    return this.#line(parts.reduce(product, [NOTHING]), "grand.total", null).map((way) => ({
      weight: way.weight,
      written: new Map(way.written),
      slips: new Set(way.slips),
    }));
  }

  #column(column: Column): Way[] {
    const sections = this.#game.sections.map((section) => this.#section(section, column));
    const sums = sections.reduce(product, [NOTHING]);
    const worth = sums.map((way) => ({ ...way, value: way.value * column.multiplier }));
    return this.#line(worth, "column.total", column.id);
  }

  #section(section: Section, column: Column): Way[] {
    const boxes = section.categories.map((category) => this.#box(category, column));
    const filled = boxes.reduce(product, [NOTHING]).flatMap((way) => this.#bond(section, column, way));
    const sums = this.#line(filled, `${section.id}.sum`, column.id);
    if (section.tiers.length === 0) return sums;
    return this.#line(this.#bonus(sums, section, column), `${section.id}.total`, column.id);
  }

  #at(column: string | null, row: string): ObservedBox | undefined {
    return this.#boxes.find((box) => box.column === column && (box.category ?? box.line) === row);
  }

  #box(category: Category, column: Column): Way[] {
    const box = this.#at(column.id, category.id);
    if (box === undefined) return [NOTHING];
    const isOrdered = column.order.kind !== "free";
    const { emptyShare, zeroShare } = box;
    const occasion = { emptyShare, zeroShare, isOrdered, isFlawless: false };
    return listFillings(this.#game, category, box.likelihood, occasion).map((filling) =>
      asWay(box.at, filling),
    );
  }

  #repeats(): Way[] {
    const box = this.#at(null, "repeats");
    if (box === undefined || this.#game.repeats === null) return [NOTHING];
    const most = gameReference(this.#game).boxes;
    return repeatFillings(this.#game.repeats.bonus, most, box.likelihood, false).map((filling) =>
      asWay(box.at, filling),
    );
  }

  /** Broken constraints are rarer, and the sum may use any possible value of one of the two boxes. */
  #bond(section: Section, column: Column, way: Way): Way[] {
    const writtenAt = (id: string) => {
      const box = this.#at(column.id, id);
      return way.written.find(([at]) => at === box?.at);
    };
    const scoreAt = (id: string) => {
      const written = writtenAt(id)?.[1];
      const category = section.categories.find((c) => c.id === id);
      if (written === undefined || written === "empty" || category === undefined) return null;
      const value = written === "strike" ? 0 : Number(written);
      const isSound = value === 0 ? category.strike !== "never" : category.legal.includes(value);
      return isSound ? value : null;
    };
    const broken = this.#game.constraints.filter(
      (c) => !constraintHolds(c, scoreAt(c.left), scoreAt(c.right)),
    );
    if (broken.length === 0) return [way];
    const weight = way.weight * PRIORS.brokenConstraint ** broken.length;
    const ids = new Set(broken.flatMap((c) => [c.left, c.right]));
    const mended = section.categories
      .filter(({ id }) => ids.has(id))
      .flatMap((category) =>
        [0, ...category.legal].map((counts): Way => {
          const [at = -1] = writtenAt(category.id) ?? [];
          const value = scoreAt(category.id) ?? 0;
          const slips = counts === value ? way.slips : [...way.slips, at];
          return { ...way, value: way.value - value + counts, slips };
        }),
      );
    return [
      { ...way, weight: weight * (1 - PRIORS.mended) },
      ...mended.map((one) => ({ ...one, weight: (weight * PRIORS.mended) / mended.length })),
    ];
  }

  #line(ways: readonly Way[], line: string, column: string | null): Way[] {
    const box = this.#at(column, line);
    if (box === undefined) return [...ways];
    const { at, likelihood, emptyShare } = box;
    const shares = lineShares(emptyShare, false);
    return ways.flatMap((way) => {
      const blank = also(way, at, "empty", shares.blank * likelihood.empty);
      const right = also(way, at, String(way.value), shares.right * lineWeight(likelihood, way.value));
      const slips = this.#numbers
        .filter((number) => number !== way.value)
        .flatMap((number) => {
          const share = SLIPS_BY_DISTANCE.at(number - way.value) + farSlipShare(number, way.value, []);
          const weight = share * lineWeight(likelihood, number);
          const pen = slipped(way, at, number, shares.penSlip * weight);
          const carried = slipped(way, at, number, shares.carriedSlip * weight);
          return [pen, { ...carried, value: number }];
        });
      return [blank, right, ...slips].filter(({ weight }) => weight > 0);
    });
  }

  #bonus(ways: readonly Way[], section: Section, column: Column): Way[] {
    const box = this.#at(column.id, `${section.id}.bonus`);
    const earned = (way: Way) => computeBonus(section, way.value);
    if (box === undefined) return ways.map((way) => ({ ...way, value: way.value + earned(way) }));
    const { at, likelihood, emptyShare } = box;
    const shares = lineShares(emptyShare, false);
    const bonuses = [...new Set([0, ...section.tiers.map(({ from }) => computeBonus(section, from))])];
    return ways.flatMap((way) => {
      const bonus = earned(way);
      const others = bonuses.filter((other) => other !== bonus);
      const blank = also(way, at, "empty", shares.blank * likelihood.empty);
      const right = also(way, at, String(bonus), shares.right * lineWeight(likelihood, bonus));
      const kept = [blank, right].map((next) => ({ ...next, value: way.value + bonus }));
      const slips = [...new Set([...others, ...likelihood.candidates])]
        .filter((number) => number !== bonus)
        .flatMap((number) => {
          const share = others.includes(number)
            ? PRIORS.otherBonus / others.length
            : (1 - PRIORS.otherBonus) * ANY_NUMBER;
          const weight = share * lineWeight(likelihood, number);
          const pen = slipped(way, at, number, shares.penSlip * weight);
          const carried = slipped(way, at, number, shares.carriedSlip * weight);
          return [
            { ...pen, value: way.value + bonus },
            { ...carried, value: way.value + number },
          ];
        });
      return [...kept, ...slips].filter(({ weight }) => weight > 0);
    });
  }
}

const NOTHING: Way = { value: 0, weight: 1, written: [], slips: [] };

function asWay(at: number, { written, counts, weight }: BoxFilling): Way {
  const value = written.kind === "score" ? written.value : 0;
  return { value: counts, weight, written: [[at, word(written)]], slips: counts === value ? [] : [at] };
}

function also(way: Way, at: number, written: string, weight: number): Way {
  return { ...way, weight: way.weight * weight, written: [...way.written, [at, written]] };
}

function slipped(way: Way, at: number, number: number, weight: number): Way {
  return { ...also(way, at, String(number), weight), slips: [...way.slips, at] };
}

function product(ways: readonly Way[], others: readonly Way[]): Way[] {
  return ways.flatMap((way) =>
    others.map((other) => ({
      value: way.value + other.value,
      weight: way.weight * other.weight,
      written: [...way.written, ...other.written],
      slips: [...way.slips, ...other.slips],
    })),
  );
}
