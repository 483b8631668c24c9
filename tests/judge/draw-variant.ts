import { pick, type Random } from "../support/sheets.ts";
import type {
  WrittenBonus,
  WrittenCategory,
  WrittenColumn,
  WrittenOrder,
  WrittenPattern,
  WrittenScore,
  WrittenSection,
  WrittenTiers,
  WrittenVariant,
} from "./written.ts";

/** Draws variants: most can be played, and all use the format as `docs/variants.md` describes it. */

/** A whole number from `low` to `high`. */
export function between(random: Random, low: number, high: number): number {
  return low + Math.floor(random() * (high - low + 1));
}

const chance = (random: Random, share: number) => random() < share;
const words = (text: string) => ({ de: `${text} deutsch`, en: text });
/** The part with a certain share, else nothing. */
const maybe = <T extends object>(random: Random, share: number, part: () => T): T | Record<string, never> =>
  chance(random, share) ? part() : {};

function chosen<T>(random: Random, from: readonly T[], count: number): T[] {
  const left = [...from];
  return Array.from({ length: Math.min(count, left.length) }, () => {
    const at = Math.floor(random() * left.length);
    return left.splice(at, 1)[0] as T;
  });
}

/** So many hands at most, as the reference looks at each of them slowly. */
const MAX_HANDS = 220;

function hands(dice: number, sides: number): number {
  return Array.from({ length: dice }, (_, at) => at).reduce(
    (ways, at) => (ways * (sides + at)) / (at + 1),
    1,
  );
}

function drawDice(random: Random): { dice: WrittenVariant["dice"]; faces: number[]; scored: number } {
  for (;;) {
    const count = between(random, 3, 8);
    const sides = between(random, 4, 12);
    const low = chance(random, 0.3) ? between(random, -3, 3) : 1;
    const scored = chance(random, 0.2) ? count - 1 : count;
    if (hands(scored, sides) > MAX_HANDS) continue;
    const isUnlike = chance(random, 0.15) && count <= 4;
    const set = Array.from({ length: count }, (_, at): [number, number] => [low, low + sides - 1 - (at % 2)]);
    const faces = Array.from({ length: sides }, (_, at) => low + at);
    const dice = {
      ...(isUnlike ? { set } : { count, sides, low }),
      ...(scored === count ? {} : { keep: scored }),
      ...maybe(random, 0.25, () => ({
        wild: { faces: chosen(random, faces, between(random, 1, 2)), beside: chance(random, 0.5) },
      })),
      ...maybe(random, 0.3, () => ({
        colours: Object.fromEntries(faces.map((face) => [String(face), pick(["red", "black"], random)])),
      })),
      ...maybe(random, 0.15, () => ({ layers: { inner: words("inner"), outer: words("outer") } })),
    };
    return { dice, faces, scored };
  }
}

interface Table {
  readonly faces: readonly number[];
  readonly scored: number;
  readonly hasColours: boolean;
}

function drawPattern(random: Random, table: Table, depth = 0): WrittenPattern {
  const { faces, scored, hasColours } = table;
  const part = () => drawPattern(random, table, depth + 1);
  const kinds: (() => WrittenPattern)[] = [
    () => "any",
    () => ({ face: pick(faces, random), ...maybe(random, 0.2, () => ({ min: between(random, 1, 2) })) }),
    () => {
      const groups =
        scored < 4 || chance(random, 0.5)
          ? [between(random, 2, scored)]
          : [2, between(random, 2, scored - 2)];
      const colour = hasColours && chance(random, 0.3) ? ({ colour: "same" } as const) : {};
      return { groups, distinct: chance(random, 0.6), ...colour };
    },
    () => ({
      run: between(random, 2, Math.min(scored, faces.length)),
      ...maybe(random, 0.3, () => ({ from: faces[0] ?? 0 })),
      ...maybe(random, 0.3, () => ({ wrap: true })),
    }),
    () => ({ faces: Array.from({ length: between(random, 1, 3) }, () => pick(faces, random)) }),
    () => {
      const total = Array.from({ length: scored }, () => pick(faces, random)).reduce((a, b) => a + b, 0);
      return {
        sum: pick(
          [{ eq: total }, { min: total }, { max: total }, { min: total - 3, max: total + 3 }],
          random,
        ),
      };
    },
    ...(hasColours ? [(): WrittenPattern => ({ colour: "same" })] : []),
    ...(depth === 0
      ? [
          (): WrittenPattern => ({ all: [part(), part()] }),
          (): WrittenPattern => ({ one_of: [part(), part()] }),
        ]
      : []),
  ];
  return pick<() => WrittenPattern>(kinds, random)();
}

/** A formula as its text, from the grammar of the format. */
function drawFormula(random: Random, names: readonly string[], depth = 0): string {
  const part = () => drawFormula(random, names, depth + 1);
  const leaf = () => (chance(random, 0.6) ? pick(names, random) : String(between(random, 0, 30)));
  if (depth > 1 || chance(random, 0.5)) return leaf();
  return pick(
    [
      () => `${part()} + ${part()}`,
      () => `${part()} - ${leaf()}`,
      () => `(${part()}) * ${between(random, 1, 3)}`,
      () => `${leaf()} / ${between(random, 1, 4)}`,
      () => `-${leaf()} / 3 * 2`,
      () => `max(${part()}, ${part()})`,
      () => `min(${part()},${part()}, 40)`,
      () => `-(${part()})`,
    ],
    random,
  )();
}

const DICE_NAMES = ["sum", "hit", "count", "high", "low"];

function drawScore(random: Random, pattern: WrittenPattern, rolls: number): WrittenScore {
  if (typeof pattern === "object" && "one_of" in pattern && chance(random, 0.6))
    return { by_pattern: pattern.one_of.map(() => drawFormula(random, DICE_NAMES)) };
  if (chance(random, 0.12)) return { by_roll: Array.from({ length: rolls }, () => between(random, 1, 60)) };
  if (chance(random, 0.25)) return between(random, 5, 50);
  return chance(random, 0.4) ? pick(["sum", "hit"], random) : drawFormula(random, DICE_NAMES);
}

function drawTiers(random: Random): WrittenTiers {
  const from = between(random, -5, 30);
  const steps = between(random, 1, 3);
  return {
    tiers: Array.from({ length: steps }, (_, at) => ({
      from: from + at * between(random, 6, 9),
      add: between(random, -9, 40),
    })),
    tier_mode: pick(["highest", "sum"], random),
  };
}

function drawOrder(random: Random, rows: readonly string[]): WrittenOrder {
  const at = between(random, 1, rows.length - 1);
  return pick<() => WrittenOrder>(
    [
      () => "free",
      () => "down",
      () => "up",
      () => "inward",
      () => ({ outward: [rows[at - 1] ?? "", rows[at] ?? ""] }),
      () => {
        const mixed = chosen(random, rows, rows.length);
        return { stages: [mixed.slice(0, at), mixed.slice(at)] };
      },
    ],
    random,
  )();
}

function drawColumns(random: Random, rows: readonly string[], rolls: number): Record<string, WrittenColumn> {
  const count = pick([1, 1, 2, 3], random);
  return Object.fromEntries(
    Array.from({ length: count }, (_, at) => {
      const column: WrittenColumn = {
        label: words(`Column ${at}`),
        order: drawOrder(random, rows),
        ...maybe(random, 0.3, () => ({
          entry: pick(
            ["announced", "single_throw", { max_roll: between(random, 1, rolls) }] as const,
            random,
          ),
        })),
        ...(at > 0 && chance(random, 0.35) ? { after: `k${between(random, 0, at - 1)}` } : {}),
        ...maybe(random, 0.3, () => ({ multiplier: between(random, 1, 3) })),
      };
      return [`k${at}`, column];
    }),
  );
}

function drawSections(random: Random, rows: readonly string[]): Record<string, WrittenSection> {
  const cut = between(random, 1, rows.length - 1);
  const parts = chance(random, 0.3) ? [rows] : [rows.slice(0, cut), rows.slice(cut)];
  return Object.fromEntries(
    parts.map((own, at) => {
      const total = () => ({
        total: `${own.join(" + ")} - ${pick(["min", "max"], random)}(${pick(rows, random)}, 5) / 2`,
      });
      const section: WrittenSection = {
        label: words(`Section ${at}`),
        rows: own,
        ...maybe(random, 0.15, total),
        ...maybe(random, 0.15, () => ({ floor: between(random, -4, 12) })),
        ...maybe(random, 0.5, () => drawTiers(random)),
      };
      return [`s${at}`, section];
    }),
  );
}

function drawBonuses(
  random: Random,
  rows: readonly string[],
  sections: readonly string[],
): Record<string, WrittenBonus> {
  const count = chance(random, 0.4) ? between(random, 1, 2) : 0;
  return Object.fromEntries(
    Array.from({ length: count }, (_, at) => {
      const scope = pick(["row", "column", "sheet"] as const, random);
      const bonus: WrittenBonus = {
        label: words(`Bonus ${at}`),
        scope,
        ...(scope === "row"
          ? { row: pick(rows, random) }
          : maybe(random, 0.4, () => ({ section: pick(sections, random) }))),
        of: pick(["total", "scored", "struck"], random),
        to: chance(random, 0.3) ? "points" : "total",
        ...drawTiers(random),
      };
      return [`b${at}`, bonus];
    }),
  );
}

function drawCategory(random: Random, at: number, table: Table, rolls: number): WrittenCategory {
  const pattern = drawPattern(random, table);
  return {
    label: words(`Box ${at}`),
    pattern,
    score: drawScore(random, pattern, rolls),
    ...maybe(random, 0.15, () => ({ served: drawFormula(random, DICE_NAMES) })),
    ...maybe(random, 0.12, () => ({ wins: pick(["scored", "served"] as const, random) })),
    ...maybe(random, 0.15, () => ({ strike: "never" as const })),
  };
}

/** A variant that may break a rule of the format, as a person's might; the reading tells. */
export function drawVariant(random: Random): WrittenVariant {
  const { dice, faces, scored } = drawDice(random);
  const table = { faces, scored, hasColours: dice.colours !== undefined };
  const rolls = between(random, 2, 4);
  const rows = Array.from({ length: between(random, 3, 8) }, (_, at) => `c${at}`);
  const sections = drawSections(random, rows);
  const bonuses = drawBonuses(random, rows, Object.keys(sections));
  const [left, right] = chosen(random, rows, 2);
  const hasConstraint = chance(random, 0.3);
  const categories = rows.map((id, at) => {
    const category = drawCategory(random, at, table, rolls);
    const waits = at > 0 && category.strike === undefined && chance(random, 0.12);
    // Nothing may ask whether a box holds points in which a miss is worth something.
    const isAsked = hasConstraint || Object.values(bonuses).some(({ of }) => of !== "total");
    const isMissed = !waits && !isAsked && category.strike === undefined && chance(random, 0.15);
    return [
      id,
      {
        ...category,
        ...(waits
          ? { requires: { [`c${between(random, 0, at - 1)}`]: pick(["scored", "filled"] as const, random) } }
          : {}),
        ...(isMissed ? { miss: between(random, -9, 3) } : {}),
      },
    ] as const;
  });
  return {
    id: "drawn",
    name: words("Drawn"),
    dice,
    turn: {
      rolls,
      ...maybe(random, 0.4, () => ({ served: pick(["any_throw", "first_throw"] as const, random) })),
    },
    players: { sheet: "own" },
    categories: Object.fromEntries(categories),
    sections,
    columns: drawColumns(random, rows, rolls),
    ...(Object.keys(bonuses).length === 0 ? {} : { bonuses }),
    ...(hasConstraint
      ? {
          constraints: {
            tie: {
              expr: `${left} ${pick(["<", "<=", ">", ">="], random)} ${right}`,
              between: pick(["scored", "all"] as const, random),
            },
          },
        }
      : {}),
    ...maybe(random, 0.35, () => ({
      repeats: {
        of: pick(rows, random),
        bonus: pick([5, 50], random),
        multiplied: chance(random, 0.4),
        bonus_if: { box: pick(["scored", "filled"] as const, random) },
        joker: chance(random, 0.4)
          ? ("none" as const)
          : {
              ...maybe(random, 0.5, () => ({ if: { box: pick(["scored", "filled"] as const, random) } })),
              lower: pick(["none", "any"] as const, random),
              lower_value: pick(["as_if_matched", "max"] as const, random),
            },
      },
    })),
    strike: { marks: ["/"], voluntary: chance(random, 0.7) },
    ranking: { order: "highest" },
  };
}
