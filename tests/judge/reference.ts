import type {
  WrittenBonus,
  WrittenCategory,
  WrittenColumn,
  WrittenOrder,
  WrittenPattern,
  WrittenTiers,
  WrittenVariant,
} from "./written.ts";

/**
 * The rules of a variant once more, from its file as `docs/variants.md` explains it, and slowly: subsets of dice are tried out one by one,
 * and turns in every order. Nothing of the program is used here.
 */

type Hand = readonly number[];
/** The content of a box: a score, `/` for a strike, null for nothing. */
export type Ink = number | "/" | null;
/** By column, then by row. */
export type Filled = Readonly<Record<string, Readonly<Record<string, Ink>>>>;

/** Every order of up to this number of boxes is tried. */
const MOST_ORDERED = 10;

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0);
const ascending = (numbers: Iterable<number>) => [...new Set(numbers)].sort((a, b) => a - b);
const range = (count: number) => Array.from({ length: count }, (_, at) => at);

/** What a formula comes to: `+ - *`, `/` that rounds down, `min`, `max` and parentheses. */
function worthOf(text: string | number, values: Readonly<Record<string, number>>): number {
  const tokens = String(text).match(/\d+|\w+|[-+*/(),]/g) ?? [];
  const take = () => tokens.shift() ?? "";
  const isNext = (...signs: string[]) => signs.includes(tokens[0] ?? "");
  const factor = (): number => {
    const token = take();
    if (token === "-") return -factor();
    if (token === "(") return closed();
    if ((token === "min" || token === "max") && isNext("(")) {
      take();
      const list = [total()];
      while (isNext(",")) {
        take();
        list.push(total());
      }
      take();
      return Math[token](...list);
    }
    return /^\d/.test(token) ? Number(token) : (values[token] ?? Number.NaN);
  };
  const closed = () => {
    const inner = total();
    take();
    return inner;
  };
  const product = () => {
    let left = factor();
    while (isNext("*", "/")) left = take() === "*" ? left * factor() : Math.floor(left / factor());
    return left;
  };
  const total = (): number => {
    let left = product();
    while (isNext("+", "-")) left = take() === "+" ? left + product() : left - product();
    return left;
  };
  return total();
}

/** Every way in which a hand makes a pattern: the dice as they count, and those that make it. */
interface Hit {
  readonly read: Hand;
  readonly hit: Hand;
}

export class Reference {
  readonly variant: WrittenVariant;
  readonly faces: readonly number[];
  readonly hands: readonly Hand[];
  readonly rows: readonly string[];
  readonly #legal = new Map<string, readonly number[]>();
  readonly #made = new Map<string, readonly Hit[]>();
  readonly #holding = new Map<string, boolean>();

  constructor(variant: WrittenVariant) {
    this.variant = variant;
    const { count = 0, sides = 6, low = 1, set, keep } = variant.dice;
    const dice = set ?? range(count).map(() => [low, low + sides - 1] as const);
    this.faces = ascending(dice.flatMap(([from, to]) => range(to - from + 1).map((at) => from + at)));
    this.hands = handsOf(dice, keep ?? dice.length);
    this.rows = Object.values(variant.sections).flatMap(({ rows }) => rows);
  }

  get columns(): readonly (readonly [string, WrittenColumn])[] {
    return Object.entries(this.variant.columns);
  }

  category(row: string): WrittenCategory {
    const found = this.variant.categories[row];
    if (found === undefined) throw new Error(`no ${row}`);
    return found;
  }

  /** Every score that a hand can be entered for in a box, a 0 included. @param column null: as if it took any result */
  claims(row: string, hand: Hand, column: WrittenColumn | null): number[] {
    const { pattern, score, served } = this.category(row);
    const ways =
      typeof score === "object" && "by_pattern" in score && typeof pattern === "object" && "one_of" in pattern
        ? pattern.one_of.map((one, at) => ({ pattern: one, score: score.by_pattern[at] ?? 0 }))
        : [{ pattern, score }];
    return ascending(
      ways.flatMap((way) =>
        this.#hits(way.pattern, hand).flatMap(({ read, hit }) => {
          const values = {
            sum: sumOf(read),
            hit: sumOf(hit),
            count: hit.length,
            high: Math.max(...read),
            low: Math.min(...read),
          };
          const quick = served === undefined ? [] : [worthOf(served, values)];
          if (served !== undefined && column !== null && this.#isServed(column)) return quick;
          return [...this.#usual(way.score, values, column), ...quick];
        }),
      ),
    );
  }

  #usual(
    score: WrittenCategory["score"],
    values: Readonly<Record<string, number>>,
    column: WrittenColumn | null,
  ): readonly number[] {
    if (typeof score !== "object") return [worthOf(score, values)];
    if ("by_pattern" in score) return score.by_pattern.map((one) => worthOf(one, values));
    const { entry } = column ?? {};
    return typeof entry === "object" ? score.by_roll.slice(0, entry.max_roll) : score.by_roll;
  }

  /** Whether every entry of a column fell in one roll, as a served score requires. */
  #isServed({ entry }: WrittenColumn): boolean {
    if (typeof entry === "object") return entry.max_roll === 1;
    return entry === "single_throw" && this.variant.turn.served !== "first_throw";
  }

  /** Where a pattern asks for faces, wild dice stand for others, in points too; elsewhere they count as they lie. */
  #hits(pattern: WrittenPattern, hand: Hand): readonly Hit[] {
    if (typeof pattern === "object" && "one_of" in pattern)
      return pattern.one_of.flatMap((part) => this.#hits(part, hand));
    const key = JSON.stringify([pattern, hand]);
    const known = this.#made.get(key);
    if (known !== undefined) return known;
    const readings = asksForFaces(pattern) ? this.#readings(hand) : [hand];
    const hits = readings.flatMap((read) =>
      this.#hitsAsRead(pattern, read, hand).map((hit) => ({ read, hit })),
    );
    this.#made.set(key, hits);
    return hits;
  }

  #readings(hand: Hand): Hand[] {
    const { wild } = this.variant.dice;
    if (wild === undefined) return [hand];
    const instead = wild.beside ? ascending(hand) : this.faces;
    let read = new Map<string, Hand>([["", []]]);
    for (const face of hand) {
      const ways = wild.faces.includes(face) ? [face, ...instead] : [face];
      const longer = [...read.values()].flatMap((one) => ways.map((way) => ascendingDice([...one, way])));
      read = new Map(longer.map((one) => [one.join(), one]));
    }
    return [...read.values()];
  }

  #hitsAsRead(pattern: WrittenPattern, read: Hand, lying: Hand): Hand[] {
    if (pattern === "any") return [read];
    if ("face" in pattern) {
      const hit = read.filter((face) => face === pattern.face);
      return hit.length >= (pattern.min ?? 1) ? [hit] : [];
    }
    if ("groups" in pattern) {
      const size = sumOf(pattern.groups);
      const isOne = (hit: Hand) => pattern.colour === undefined || this.#isOneColour(hit);
      return subsets(read, size).filter(
        (hit) => isGrouped(hit, pattern.groups, pattern.distinct) && isOne(hit),
      );
    }
    if ("run" in pattern) return subsets(read, pattern.run).filter((hit) => this.#isRun(hit, pattern));
    if ("faces" in pattern) {
      const wanted = ascendingDice(pattern.faces).join();
      return subsets(read, pattern.faces.length).filter((hit) => ascendingDice(hit).join() === wanted);
    }
    if ("sum" in pattern) {
      const { eq, min, max } = pattern.sum;
      const sum = sumOf(lying);
      return (eq ?? sum) === sum && (min ?? sum) <= sum && (max ?? sum) >= sum ? [read] : [];
    }
    if ("colour" in pattern) return this.#isOneColour(lying) ? [read] : [];
    if ("one_of" in pattern) return pattern.one_of.flatMap((part) => this.#hitsAsRead(part, read, lying));
    const parts = pattern.all.map((part) => this.#hitsAsRead(part, read, lying));
    return parts.every((hits) => hits.length > 0) ? (parts[0] ?? []) : [];
  }

  #isOneColour(hand: Hand): boolean {
    const { colours = {} } = this.variant.dice;
    return new Set(hand.map((face) => colours[String(face)])).size === 1;
  }

  /** Whether these faces follow each other, with the lowest after the highest where it may go round. */
  #isRun(hit: Hand, { from, wrap = false }: { readonly from?: number; readonly wrap?: boolean }): boolean {
    const places = new Set(hit.map((face) => this.faces.indexOf(face)));
    if (places.size < hit.length) return false;
    const starts = from === undefined ? hit : hit.filter((face) => face === from);
    return starts.some((start) => {
      const first = this.faces.indexOf(start);
      return hit.every((_, at) => places.has(wrap ? (first + at) % this.faces.length : first + at));
    });
  }

  /** Whether a box may be struck: never where a miss is worth something, or where nobody may strike at will and every roll fits. */
  mayStrike(row: string): boolean {
    const { strike = "allowed", miss, requires } = this.category(row);
    if (miss !== undefined || strike === "never") return false;
    if (this.variant.strike.voluntary) return true;
    const takesAll = this.hands.every((hand) => this.claims(row, hand, null).length > 0);
    const isLate = this.columns.some(([, { entry = "any" }]) => entry !== "any" && entry !== "announced");
    return (
      !takesAll ||
      isLate ||
      requires !== undefined ||
      this.#constraints().some(({ left, right }) => [left, right].includes(row))
    );
  }

  /** Every score that a box can hold, ascending: a 0 only where it is points. */
  legal(row: string, column: WrittenColumn | null): readonly number[] {
    const key = JSON.stringify([row, column?.entry]);
    const known = this.#legal.get(key) ?? this.#legalScores(row, column);
    this.#legal.set(key, known);
    return known;
  }

  #legalScores(row: string, column: WrittenColumn | null): number[] {
    const { miss } = this.category(row);
    const earned = this.hands.flatMap((hand) => this.claims(row, hand, column));
    const isPoints = !this.mayStrike(row);
    const scores = ascending(earned.filter((score) => score !== 0 || isPoints));
    if (scores.every((score) => score === 0)) return miss === undefined ? [] : scores;
    return miss === undefined ? scores : ascending([...scores, miss]);
  }

  #constraints() {
    return Object.values(this.variant.constraints ?? {}).map(({ expr, between }) => {
      const [left = "", sign = "", right = ""] = expr.split(" ");
      return { left, sign, right, between };
    });
  }

  /** Whether a box may be filled when these are. */
  mayFill(id: string, row: string, filled: ReadonlySet<string>): boolean {
    const column = this.variant.columns[id];
    if (column === undefined) throw new Error(`no ${id}`);
    const isFull = (other: string) => this.rows.every((row) => filled.has(`${other} ${row}`));
    if (column.after !== undefined && !isFull(column.after)) return false;
    return this.#isNext(column.order, this.rows.indexOf(row), (at) => filled.has(`${id} ${this.rows[at]}`));
  }

  #isNext(order: WrittenOrder, at: number, isFilled: (at: number) => boolean): boolean {
    const areFilled = (from: number, to: number) =>
      range(Math.max(0, to - from)).every((step) => isFilled(from + step));
    const count = this.rows.length;
    if (order === "free") return true;
    if (order === "down") return areFilled(0, at);
    if (order === "up") return areFilled(at + 1, count);
    if (order === "inward") return areFilled(0, at) || areFilled(at + 1, count);
    if ("outward" in order) {
      const [up, down] = order.outward.map((row) => this.rows.indexOf(row)) as [number, number];
      return at <= up ? areFilled(at + 1, up + 1) : areFilled(down, at);
    }
    const stage = order.stages.findIndex((one) => one.includes(this.rows[at] ?? ""));
    return order.stages
      .slice(0, stage)
      .flat()
      .every((row) => isFilled(this.rows.indexOf(row)));
  }

  /** As many of these boxes as can be filled one after the other. More filled boxes never close one. */
  reachable(boxes: readonly string[]): ReadonlySet<string> {
    const filled = new Set<string>();
    for (;;) {
      const next = boxes.find((box) => {
        const [column = "", row = ""] = box.split(" ");
        return !filled.has(box) && this.mayFill(column, row, filled);
      });
      if (next === undefined) return filled;
      filled.add(next);
    }
  }

  /** What is wrong with single boxes and between them, as `code column row`; without orders, turns and sums. */
  boxFaults(sheet: Filled, isComplete: boolean): string[] {
    const wins = this.#wins(sheet);
    const mustBeFull = isComplete && wins.length === 0;
    return this.columns.flatMap(([id, column]) => {
      const own = sheet[id] ?? {};
      const isWrong = (row: string) => this.#faultOf(row, column, own[row] ?? null) !== null;
      const single = this.rows.flatMap((row) => {
        const fault = this.#faultOf(row, column, own[row] ?? null);
        if (fault !== null) return [`${fault} ${id} ${row}`];
        return mustBeFull && (own[row] ?? null) === null ? [`missing-box ${id} ${row}`] : [];
      });
      const tied = this.#constraints()
        .filter(({ left, right }) => !isWrong(left) && !isWrong(right))
        .filter((one) => !holds(one, pointsOf(own[one.left]), pointsOf(own[one.right])))
        .map(({ left }) => `constraint ${id} ${left}`);
      const early = this.rows.filter((row) => {
        const { requires = {}, miss = 0 } = this.category(row);
        const points = pointsOf(own[row]);
        if (isWrong(row) || points === null || points === miss) return false;
        return Object.entries(requires).some(([other, is]) => {
          const there = pointsOf(own[other]);
          return there === null ? !mustBeFull : is === "scored" && there === 0;
        });
      });
      return [...single, ...tied, ...early.map((row) => `requires ${id} ${row}`)];
    });
  }

  #faultOf(row: string, column: WrittenColumn, ink: Ink): string | null {
    if (ink === null || (ink !== "/" && this.legal(row, column).includes(ink))) return null;
    if (ink !== "/" && ink !== 0) return "illegal-score";
    return this.mayStrike(row) ? null : "strike-not-allowed";
  }

  /** The boxes that tell of a roll that won at once. */
  #wins(sheet: Filled): string[] {
    return this.columns.flatMap(([id, column]) =>
      this.rows
        .filter((row) => this.hasWon(row, column, sheet[id]?.[row] ?? null))
        .map((row) => `${id} ${row}`),
    );
  }

  /** Whether the content of a box shows that it won the game: a served roll by points of its own, or by a column that takes no other. */
  hasWon(row: string, column: WrittenColumn, ink: Ink): boolean {
    const { wins, miss, served } = this.category(row);
    if (
      wins === undefined ||
      typeof ink !== "number" ||
      ink === 0 ||
      ink === miss ||
      !this.legal(row, column).includes(ink)
    )
      return false;
    if (wins === "scored" || this.#isServed(column)) return true;
    if (served === undefined) return false;
    const { served: _, ...usual } = this.category(row);
    const without = new Reference({
      ...this.variant,
      categories: { ...this.variant.categories, [row]: usual },
    });
    return !without.legal(row, column).includes(ink);
  }

  /** What every line of a full or part-filled sheet comes to, as `column line` or ` line`. @param extra for further rolls */
  lines(sheet: Filled, extra: number): Map<string, number> {
    const lines = new Map<string, number>();
    const { sections, bonuses = {} } = this.variant;
    const points = (id: string, row: string) => pointsOf(sheet[id]?.[row]);
    const sectionSum = (id: string, section: string) => {
      const { rows, total, floor = Number.NEGATIVE_INFINITY } = sections[section] ?? { rows: [] };
      const named =
        total === undefined ? rows : this.rows.filter((row) => new RegExp(`\\b${row}\\b`).test(total));
      const values = Object.fromEntries(named.map((row) => [row, points(id, row) ?? 0]));
      const isOpen = total !== undefined && named.some((row) => points(id, row) === null);
      const sum = total === undefined ? sumOf(Object.values(values)) : isOpen ? 0 : worthOf(total, values);
      return Math.max(sum, floor);
    };
    const measure = ({ of, row, section }: WrittenBonus, columns: readonly string[], total: number) => {
      if (of === "total" && row === undefined) {
        if (section === undefined) return total;
        return sumOf(columns.map((id) => sectionSum(id, section)));
      }
      const rows =
        row !== undefined ? [row] : section === undefined ? this.rows : (sections[section]?.rows ?? []);
      const boxes = columns.flatMap((id) => rows.map((one) => points(id, one))).filter((one) => one !== null);
      if (of === "total") return sumOf(boxes);
      return boxes.filter((one) => (of === "struck") === (one === 0)).length;
    };
    const ids = this.columns.map(([id]) => id);
    /** The bonuses of a scope; returns what they add. */
    const add = (
      scope: WrittenBonus["scope"],
      to: WrittenBonus["to"],
      columns: readonly string[],
      at: string,
      total: number,
    ) =>
      sumOf(
        Object.entries(bonuses)
          .filter(([, bonus]) => bonus.scope === scope && bonus.to === to)
          .map(([id, bonus]) => {
            const earned = earnedBy(bonus, measure(bonus, columns, total));
            lines.set(`${at} bonus.${id}`, earned);
            return earned;
          }),
      );
    const columnTotals = this.columns.map(([id, { multiplier = 1 }]) => {
      const worth = Object.entries(sections).map(([section, tiers]) => {
        const sum = sectionSum(id, section);
        const bonus = earnedBy(tiers, sum);
        lines.set(`${id} ${section}.sum`, sum);
        lines.set(`${id} ${section}.bonus`, bonus);
        lines.set(`${id} ${section}.total`, sum + bonus);
        return sum + bonus;
      });
      const before = sumOf(worth) * multiplier;
      const total = before + add("column", "total", [id], id, before);
      lines.set(`${id} column.total`, total);
      return { id, total };
    });
    const before = sumOf(columnTotals.map(({ total }) => total)) + extra + add("row", "total", ids, "", 0);
    const total = before + add("sheet", "total", ids, "", before);
    lines.set(" grand.total", total);
    const won = [
      ...columnTotals.map(({ id, total }) => add("column", "points", [id], id, total)),
      add("row", "points", ids, "", 0),
      add("sheet", "points", ids, "", total),
    ];
    lines.set(" points.total", sumOf(won));
    return lines;
  }

  /**
   * All extra points that some sequence of turns gives for these boxes, in which each may have held a further roll of the top category; null
   * where there are too many sequences to try.
   */
  extras(sheet: Filled): readonly number[] | null {
    const { repeats } = this.variant;
    if (repeats === undefined) return [0];
    const boxes = this.columns.flatMap(([id]) =>
      this.rows.filter((row) => (sheet[id]?.[row] ?? null) !== null).map((row) => `${id} ${row}`),
    );
    if (boxes.length > MOST_ORDERED) return null;
    const known = new Map<string, ReadonlySet<number>>();
    const after = (filled: ReadonlySet<string>): ReadonlySet<number> => {
      if (filled.size === boxes.length) return new Set([0]);
      const key = boxes.filter((box) => filled.has(box)).join();
      const before = known.get(key);
      if (before !== undefined) return before;
      const sums = new Set<number>();
      for (const box of boxes) {
        const [id = "", row = ""] = box.split(" ");
        if (filled.has(box) || !this.mayFill(id, row, filled)) continue;
        const { multiplier = 1 } = this.variant.columns[id] ?? {};
        const extra = this.#canHold(sheet, id, row, filled)
          ? repeats.bonus * (repeats.multiplied ? multiplier : 1)
          : 0;
        for (const rest of after(new Set([...filled, box]))) sums.add(rest).add(rest + extra);
      }
      known.set(key, sums);
      return sums;
    };
    return ascending([0, ...after(new Set())]);
  }

  /** Whether the content of a box can be a further roll, with extra points, when these boxes are filled. */
  #canHold(sheet: Filled, id: string, row: string, filled: ReadonlySet<string>): boolean {
    const { repeats, strike } = this.variant;
    const column = this.variant.columns[id];
    if (repeats === undefined || column === undefined || row === repeats.of) return false;
    const isReady = (box: "scored" | "filled") =>
      this.columns.every(([other]) => {
        const isThere = filled.has(`${other} ${repeats.of}`);
        return isThere && (box === "filled" || pointsOf(sheet[other]?.[repeats.of]) !== 0);
      });
    if (!isReady(repeats.bonus_if.box)) return false;
    const ink = pointsOf(sheet[id]?.[row]);
    const { miss, pattern } = this.category(row);
    const legal = this.legal(row, column);
    const isNumber = typeof pattern === "object" && "face" in pattern;
    const { joker } = repeats;
    const isJoker =
      joker !== "none" &&
      joker.lower === "any" &&
      !isNumber &&
      (joker.if === undefined || isReady(joker.if.box));
    const key = JSON.stringify([id, row, ink, isJoker]);
    const known = this.#holding.get(key);
    if (known !== undefined) return known;
    const found = this.hands.some((hand) => {
      const scores = (one: string) =>
        this.claims(one, hand, column).filter((score) => score !== 0 || !this.mayStrike(one));
      if (scores(repeats.of).length === 0) return false;
      const claims = isJoker
        ? joker.lower_value === "max"
          ? legal.slice(-1)
          : this.#asIfMade(row, hand, column).filter((score) => legal.includes(score))
        : [];
      const natural = scores(row);
      const struck = miss ?? 0;
      const maySkip =
        (this.mayStrike(row) || miss !== undefined) &&
        (strike.voluntary || (natural.length === 0 && claims.length === 0));
      return ink !== null && (natural.includes(ink) || claims.includes(ink) || (maySkip && ink === struck));
    });
    this.#holding.set(key, found);
    return found;
  }

  #asIfMade(row: string, hand: Hand, column: WrittenColumn): number[] {
    const { categories } = this.variant;
    const made = new Reference({
      ...this.variant,
      categories: { ...categories, [row]: { ...this.category(row), pattern: "any" } },
    });
    return made.claims(row, hand, column).filter((score) => score !== 0 || !this.mayStrike(row));
  }
}

/** Every multiset of `kept` of these dice, however they fall. */
function handsOf(dice: readonly (readonly [number, number])[], kept: number): Hand[] {
  let some = new Map<string, number[]>([["", []]]);
  for (const [at, [low, high]] of dice.entries()) {
    const next = new Map<string, number[]>();
    for (const hand of some.values()) {
      const ways = [
        ...(hand.length < kept ? range(high - low + 1).map((step) => [...hand, low + step]) : []),
        ...(hand.length + dice.length - at - 1 >= kept ? [hand] : []),
      ];
      for (const way of ways) next.set(way.sort((a, b) => a - b).join(), way);
    }
    some = next;
  }
  return [...some.values()].filter((hand) => hand.length === kept);
}

function asksForFaces(pattern: WrittenPattern): boolean {
  if (pattern === "any" || "sum" in pattern) return false;
  if ("all" in pattern) return pattern.all.some(asksForFaces);
  if ("one_of" in pattern) return pattern.one_of.some(asksForFaces);
  return "groups" in pattern || !("colour" in pattern);
}

/** Every choice of this number of dice, equal ones once. */
function subsets(hand: Hand, size: number): Hand[] {
  const found = new Map<string, Hand>();
  for (let set = 0; set < 2 ** hand.length; set++) {
    const chosen = hand.filter((_, at) => (set >> at) & 1);
    if (chosen.length === size) found.set(ascendingDice(chosen).join(), chosen);
  }
  return [...found.values()];
}

function ascendingDice(dice: Hand): Hand {
  return dice.toSorted((a, b) => a - b);
}

/** Whether dice fall into groups of these sizes, each of one face, and of different faces where that is asked for. */
function isGrouped(hit: Hand, sizes: readonly number[], isDistinct: boolean): boolean {
  const [size, ...rest] = sizes;
  if (size === undefined) return hit.length === 0;
  return [...new Set(hit)].some((face) => {
    const alike = hit.filter((one) => one === face).length;
    if (alike < size || (isDistinct && alike !== size)) return false;
    const others = hit.filter((one) => one !== face);
    return isGrouped([...others, ...range(alike - size).map(() => face)], rest, isDistinct);
  });
}

function pointsOf(ink: Ink | undefined): number | null {
  return ink === undefined || ink === null ? null : ink === "/" ? 0 : ink;
}

function holds(
  { sign, between }: { readonly sign: string; readonly between: string },
  left: number | null,
  right: number | null,
): boolean {
  if (left === null || right === null) return true;
  if (between === "scored" && (left === 0 || right === 0)) return true;
  if (sign === "<") return left < right;
  if (sign === "<=") return left <= right;
  return sign === ">" ? left > right : left >= right;
}

function earnedBy({ tiers = [], tier_mode = "highest" }: WrittenTiers, measured: number): number {
  const reached = tiers.filter(({ from }) => measured >= from).map(({ add }) => add);
  return tier_mode === "sum" ? sumOf(reached) : (reached.at(-1) ?? 0);
}
