import type { Roll } from "../../src/rules/dice/dice.ts";
import { scoresOfRoll } from "../../src/rules/dice/scores.ts";
import type { Category, Column, Game } from "../../src/rules/game/game.ts";
import { orderAllows } from "../../src/rules/game/order.ts";
import { listCategories, isNumberRow } from "../../src/rules/game/rows.ts";
import { sheetTotal, subsets, Rolls } from "../support/exact-solver.ts";

/** A line of a card: what is before the colon, as categories, and what after it. */
interface Line {
  readonly boxes: readonly Category[];
  readonly least: string;
}

interface PrintedCard {
  readonly others: readonly Line[];
  readonly last: readonly Line[];
  readonly writes: readonly Line[];
  readonly rest: readonly Category[];
  readonly mean: string;
}

/** What an English card says, from its Markdown. */
function readCard(game: Game, markdown: string): PrintedCard {
  const rows = listCategories(game);
  const named = (name: string) =>
    rows.filter(({ label }) => label.en === name.replaceAll("\u00a0", " ").trim());
  const boxes = (name: string): Category[] => {
    const [first, last] = name.split(" to ").map(named);
    if (last === undefined) return first ?? [];
    const numbers = rows.filter(isNumberRow);
    const ends = [first, last].map((one) => numbers.indexOf(one?.[0] as Category));
    return numbers.slice(Math.min(...ends), Math.max(...ends) + 1);
  };
  const parts = markdown.split(/^#{2,3} /m);
  const linesBelow = (heading: RegExp): Line[] => {
    const part = parts.find((one) => heading.test(one)) ?? "";
    return [...part.matchAll(/^- \*\*(.*):\*\* (.*)$/gm)].map(([, name = "", least = ""]) => ({
      boxes: boxes(name),
      least: least.replaceAll("\u00a0", " "),
    }));
  };
  const [, rest = ""] = markdown.split(/^If no line applies.*:$/m);
  return {
    others: linesBelow(/^(Two rolls|More than one roll) left/),
    last: linesBelow(/^One roll left/),
    writes: linesBelow(/^Entering your score/),
    rest: rest.split("·").flatMap(named),
    mean: /This card earns ([\d.,−-]+)\spoints/.exec(markdown)?.[1] ?? "",
  };
}

interface Box {
  readonly column: Column;
  readonly category: Category;
}

interface Turn {
  readonly left: number;
  readonly isServed: boolean;
  readonly aside: Roll;
}

/**
 * The expected total of someone who knows the rules of a game without bonuses (or with one column), reads a printed card and does what
 * it says, by throwing all dice in all ways. Knows nothing of the program that made the card.
 */
export function worthToReader(
  game: Game,
  markdown: string,
): { readonly mean: number; readonly printed: string } {
  const card = readCard(game, markdown);
  const { turn: rules, strike } = game;
  const rolls = new Rolls(game);
  const dice = game.dice.dice.length;
  const rows = listCategories(game);
  const total = sheetTotal(game);
  const boxes = game.columns.flatMap((column) => rows.map((category): Box => ({ column, category })));
  type Sheet = readonly (number | null)[];
  const isSum = game.columns.length > 1 || game.sections.every(({ tiers }) => tiers.length === 0);
  const memory = new Map<string, number>();
  const memoize = (key: string, work: () => number): number => {
    const value = memory.get(key) ?? work();
    memory.set(key, value);
    return value;
  };
  const number = ({ category: { pattern } }: Box) => (pattern.kind === "face" ? pattern.face : 0);

  const isOpen = (sheet: Sheet, box: Box): boolean => {
    const at = boxes.indexOf(box);
    if (sheet[at] !== null) return false;
    const filled = (id: string) =>
      boxes.flatMap(({ column, category }, i) =>
        column.id === id && sheet[i] !== null ? [category.id] : [],
      );
    const { after, order, id } = box.column;
    if (after !== null && filled(after).length < rows.length) return false;
    const ids = rows.map((one) => one.id);
    return orderAllows(order, ids, new Set([...filled(id), box.category.id]));
  };

  const scores = ({ column: { entry }, category }: Box, roll: Roll, left: number, isServed: boolean) => {
    const thrown = rules.rolls - left;
    const counts =
      entry.kind === "single_throw" ? isServed : entry.kind !== "max_roll" || thrown <= entry.throws;
    const isPaid = rules.servedOn === "any_throw" ? isServed : thrown === 1;
    const { served } = category;
    return counts ? scoresOfRoll(game.dice, { ...category, served: isPaid ? served : null }, roll) : [];
  };

  /** "Those you would keep to score most in it if it were the only open one." */
  const fits = new Map<string, { readonly held: Roll; readonly worth: number }>();
  const fitting = (box: Box, roll: Roll, left: number, isServed: boolean) => {
    const key = `${boxes.indexOf(box)} ${roll.join("")} ${left} ${isServed}`;
    const known = fits.get(key) ?? findFitting(box, roll, left, isServed);
    fits.set(key, known);
    return known;
  };
  const findFitting = (
    box: Box,
    roll: Roll,
    left: number,
    isServed: boolean,
  ): { held: Roll; worth: number } => {
    const natural = scores(box, roll, left, isServed);
    const zero = strike.voluntary && box.category.strike !== "never";
    const now = natural.length === 0 ? 0 : Math.max(...natural, ...(zero ? [0] : []));
    if (left === 0) return { held: roll, worth: now };
    const ways = subsets(roll)
      .filter((held) => rules.stopEarly || held.length < dice)
      .map((held) => ({
        held,
        worth:
          held.length === dice
            ? now
            : rolls.mean(held, (next) => fitting(box, next, left - 1, held.length === 0).worth),
      }));
    const best = Math.max(...ways.map(({ worth }) => worth));
    const good = ways.filter(({ worth }) => worth > best - 1e-9);
    const fewest = Math.min(...good.map(({ held }) => held.length));
    const [first] = good
      .filter(({ held }) => held.length === fewest)
      .sort((a, b) => highestFirst(b.held).localeCompare(highestFirst(a.held)));
    return first ?? { held: [], worth: 0 };
  };
  const highestFirst = (held: Roll) => held.toSorted((a, b) => b - a).join("");

  /** What to keep of a roll; all of it to stop. */
  const hold = (sheet: Sheet, roll: Roll, { left, isServed, aside }: Turn): Roll => {
    for (const line of left === 1 ? card.last : card.others) {
      const open = line.boxes.flatMap(
        (category) => boxes.find((box) => box.category === category && isOpen(sheet, box)) ?? [],
      );
      const ranked = open
        .map((box) => ({ box, held: fitting(box, roll, left, isServed).held }))
        .sort((a, b) => b.held.length - a.held.length || number(b.box) - number(a.box));
      const [best] = ranked;
      if (best === undefined || best.held.length < Number.parseInt(line.least, 10)) continue;
      const kept = together(best.held, aside);
      if (kept.length < dice || rules.stopEarly) return kept;
    }
    return aside;
  };

  /** What may be written in each box, the most of it; null where nothing may. */
  const most = (sheet: Sheet, roll: Roll, { left, isServed }: Turn): (number | null)[] => {
    const may = boxes.map((box) => {
      if (!isOpen(sheet, box)) return [];
      const natural = scores(box, roll, left, isServed);
      return strike.voluntary && box.category.strike !== "never" ? [0, ...natural] : natural;
    });
    const fitsNowhere = may.every((values) => values.length === 0);
    return may.map((values, at) => {
      const box = boxes[at] as Box;
      const all = fitsNowhere && isOpen(sheet, box) && box.category.strike !== "never" ? [0] : values;
      return all.length === 0 ? null : Math.max(...all);
    });
  };

  const write = (sheet: Sheet, roll: Roll, turn: Turn): number => {
    const brings = most(sheet, roll, turn);
    const mine = (category: Category) =>
      boxes.flatMap((box, at) => (box.category === category && brings[at] !== null ? [at] : []));
    const brought = (at: number) => (brings[at] ?? 0) * (boxes[at]?.column.multiplier ?? 1);
    const counted = (at: number) =>
      (brings[at] ?? 0) > 0 ? roll.filter((face) => face === number(boxes[at] as Box)).length : 0;
    for (const { boxes: named, least } of card.writes) {
      const n = Number.parseInt(least, 10);
      const isCounted = /di(e|ce)$/.test(least);
      const isEnough = (at: number) => {
        if (isCounted) return counted(at) >= n;
        return least === "whatever it scores" || (brings[at] ?? 0) >= n;
      };
      const [best] = named
        .flatMap(mine)
        .filter(isEnough)
        .sort((a, b) =>
          isCounted
            ? counted(b) - counted(a) ||
              number(boxes[b] as Box) - number(boxes[a] as Box) ||
              brought(b) - brought(a)
            : brought(b) - brought(a),
        );
      if (best !== undefined) return best;
    }
    const weight = (at: number) => boxes[at]?.column.multiplier ?? 1;
    const first = card.rest.map(mine).find((all) => all.length > 0) ?? [];
    return first.toSorted((a, b) => weight(a) - weight(b))[0] ?? -1;
  };

  const lying = (sheet: Sheet, roll: Roll, turn: Turn): number => {
    const { left, isServed, aside } = turn;
    return memoize(`${sheet.join()} ${roll.join("")} ${left} ${isServed} ${aside.join("")}`, () => {
      const kept = left === 0 ? roll : hold(sheet, roll, turn);
      if (kept.length < dice) {
        const next = {
          left: left - 1,
          isServed: kept.length === 0,
          aside: rules.setAside === "final" ? kept : [],
        };
        return rolls.mean(kept, (then) => lying(sheet, then, next));
      }
      const at = write(sheet, roll, turn);
      if (at === -1) throw new Error("the card leaves nothing to write");
      const value = most(sheet, roll, turn)[at] ?? 0;
      const gain = value * (boxes[at]?.column.multiplier ?? 1);
      return isSum ? gain + worth(sheet.with(at, 0)) : worth(sheet.with(at, value));
    });
  };

  const worth = (sheet: Sheet): number =>
    memoize(sheet.join(), () => {
      if (sheet.every((value) => value !== null)) return isSum ? 0 : total(sheet);
      const first = { left: rules.rolls - 1, isServed: true, aside: [] };
      return rolls.mean([], (roll) => lying(sheet, roll, first));
    });

  return { mean: worth(boxes.map(() => null)), printed: card.mean };
}

/** Dice that are kept with those that lie aside: each face as often as in the one that has more of it. */
function together(held: Roll, aside: Roll): Roll {
  const rest = [...held];
  const more = aside.filter((face) => {
    const at = rest.indexOf(face);
    if (at !== -1) rest.splice(at, 1);
    return at === -1;
  });
  return [...held, ...more].toSorted((a, b) => a - b);
}
