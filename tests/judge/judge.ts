import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { checkSheet } from "../../src/check/check-sheet.ts";
import type { Finding } from "../../src/check/checks.ts";
import type { BoxEntry, PlayerSheet, Sheet } from "../../src/check/sheet.ts";
import { padText } from "../../src/print/pad/pad-text.ts";
import { chooseExample, workedTurn } from "../../src/rules/game/examples.ts";
import type { Game } from "../../src/rules/game/game.ts";
import { orderAllows } from "../../src/rules/game/order.ts";
import { listColumnCategories, listCategories } from "../../src/rules/game/rows.ts";
import type { Problem } from "../../src/rules/problem/problem.ts";
import { listSheetLines } from "../../src/rules/sums/sum-graph.ts";
import { highestTotal, lowestTotal } from "../../src/rules/sums/totals.ts";
import { readVariant } from "../../src/rules/variant/read-variant.ts";
import { language } from "../support/languages.ts";
import { padTemplates } from "../support/pads.ts";
import { pick, type Random, randomFrom } from "../support/sheets.ts";
import { between, drawVariant } from "./draw-variant.ts";
import { type Filled, type Ink, Reference } from "./reference.ts";

/**
 * Holds the program to a reference that is written from the documentation alone: a variant is drawn from a seed, and all that follows from
 * its rules is worked out by both.
 */

/** What came of one variant. */
export interface Judgement {
  /** Why it can't be played, as codes; null if it can. */
  readonly refused: readonly string[] | null;
  readonly sheets: number;
  /** Where the program and the reference disagree. */
  readonly faults: readonly string[];
}

const SCHEMA = new URL("../../variants/variant.schema.json", import.meta.url);
const ajv = new Ajv({ allowUnionTypes: true, allowMatchingProperties: true });
const isValid = ajv.compile(JSON.parse(readFileSync(SCHEMA, "utf8")));
const NO_FILES = { find: () => null, ids: () => [] };

/** What a drawn variant may be refused for, as a person's might be. */
const REFUSALS = ["contradiction", "impossible-pattern", "idle-category", "too-much", "uneven-boxes"];
const SHEETS = 6;

/** The text of the variant of a seed, as a file of it would be. */
export function variantText(seed: number): string {
  return JSON.stringify(drawVariant(randomFrom(seed)), null, 1);
}

/** Judges the variant of a seed, the same in every run. */
export function judge(seed: number): Judgement {
  const random = randomFrom(seed);
  const variant = drawVariant(random);
  const reference = new Reference(variant);
  const read = readVariant("drawn.yaml", JSON.stringify(variant), NO_FILES);
  if (!read.ok)
    return { refused: codes(read.problems), sheets: 0, faults: refusalFaults(reference, read.problems) };
  const game = read.value;
  const faults = [
    ...(isValid(variant) ? [] : [`schema: ${JSON.stringify(isValid.errors?.[0])}`]),
    ...scoreFaults(game, reference),
    ...orderFaults(game, reference, random),
    ...exampleFaults(game, reference),
    ...padFaults(game),
  ];
  // Sheets of boxes that are understood in two ways say nothing new.
  const sheets =
    faults.length > 0 ? [] : Array.from({ length: SHEETS }, () => sheetFaults(game, reference, random));
  return { refused: null, sheets: sheets.length, faults: [...faults, ...sheets.flat()] };
}

function codes(problems: readonly Problem[]): string[] {
  return [...new Set(problems.map(({ code }) => code))];
}

function refusalFaults(reference: Reference, problems: readonly Problem[]): string[] {
  const strange = problems.filter(({ code }) => !REFUSALS.includes(code));
  const isImpossible = reference.rows.some((row) => reference.legal(row, null).length === 0);
  const wronged = problems.filter(({ code }) => code === "impossible-pattern" && !isImpossible);
  return [...strange, ...wronged].map(({ code, message }) => `refused: ${code} ${message}`);
}

function same(what: string, told: unknown, expected: unknown): string[] {
  const [one, other] = [JSON.stringify(told), JSON.stringify(expected)];
  return one === other ? [] : [`${what}: ${one}, reference ${other}`];
}

function scoreFaults(game: Game, reference: Reference): string[] {
  return game.columns.flatMap((column) =>
    listColumnCategories(game, column).flatMap(({ id, legal, strike }) => [
      ...same(
        `scores ${column.id} ${id}`,
        legal,
        reference.legal(id, reference.variant.columns[column.id] ?? null),
      ),
      ...same(`strike ${id}`, strike !== "never", reference.mayStrike(id)),
    ]),
  );
}

/** Tries sets of boxes in each column that waits for no other. */
function orderFaults(game: Game, reference: Reference, random: Random): string[] {
  const { rows } = reference;
  const open = game.columns.filter(({ after }) => after === null);
  return open.flatMap(({ id, order }) =>
    Array.from({ length: 24 }, () => rows.filter(() => random() < 0.6)).flatMap((filled) => {
      const boxes = filled.map((row) => `${id} ${row}`);
      const isReached = reference.reachable(boxes).size === boxes.length;
      return same(`order ${id} ${filled}`, orderAllows(order, rows, new Set(filled)), isReached);
    }),
  );
}

/** Whether the rolls that rule sheets show earn what is said, with any dice left out. */
function exampleFaults(game: Game, reference: Reference): string[] {
  const earned = (row: string, roll: readonly number[], score: number) => {
    const left = roll.length - game.dice.scored;
    const hands = left === 0 ? [roll] : roll.map((_, at) => roll.toSpliced(at, left));
    const isEarned = hands.some((hand) => reference.claims(row, hand, null).includes(score));
    return isEarned ? [] : [`example ${row} ${roll.join("-")}: ${score}`];
  };
  const worked = workedTurn(game);
  return [
    ...listCategories(game).flatMap((category) => {
      const example = chooseExample(game, category);
      if (example === null) return [];
      const { roll, dropped, score } = example;
      const hand = dropped === null ? roll : roll.toSpliced(roll.indexOf(dropped), 1);
      return earned(category.id, hand, score);
    }),
    ...(worked?.boxes ?? []).flatMap(({ category, scores }) =>
      scores.flatMap((some, at) =>
        some.flatMap((score) => earned(category.id, worked?.rolls[at] ?? [], score)),
      ),
    ),
  ];
}

/** Whether a pad can be filled in with everything that the rules allow. */
function padFaults(game: Game): string[] {
  const read = padText(game, language("en"), padTemplates("en"));
  return read.ok ? [] : read.problems.map(({ code, message }) => `pad: ${code} ${message}`);
}

type Sheeted = Record<string, Record<string, Ink>>;

/** Boxes that are filled one after the other as the orders allow, or any; each with something possible unless `wild`. */
function drawBoxes(
  reference: Reference,
  random: Random,
  { isWild, share }: { isWild: boolean; share: number },
): Sheeted {
  const all = reference.columns.flatMap(([id]) => reference.rows.map((row) => `${id} ${row}`));
  const wanted = share === 1 ? all : all.filter(() => random() < share);
  const filled = isWild ? wanted : [...reference.reachable(wanted)];
  const sheet: Sheeted = Object.fromEntries(reference.columns.map(([id]) => [id, {}]));
  for (const box of filled) {
    const [id = "", row = ""] = box.split(" ");
    const legal = reference.legal(row, reference.variant.columns[id] ?? null);
    const strikes: Ink[] = reference.mayStrike(row) ? ["/"] : [];
    const odd: Ink[] = isWild ? [between(random, -20, 90), "/", 0] : [];
    const own = sheet[id];
    const inks: Ink[] = random() < 0.25 ? [...strikes, ...odd] : [...legal];
    const possible = inks.length > 0 ? inks : [...strikes, ...legal];
    // What a column takes may leave nothing for a box; lint warns of that.
    if (own !== undefined && possible.length > 0) own[row] = pick(possible, random);
  }
  return sheet;
}

function sheetFaults(game: Game, reference: Reference, random: Random): string[] {
  const isWild = random() < 0.4;
  const boxes = drawBoxes(reference, random, { isWild, share: pick([0.3, 0.6, 1, 1], random) });
  const faults = boxFaults(game, reference, boxes, random() < 0.3);
  const isClean = reference.boxFaults(boxes, false).length === 0 && isInOrder(reference, boxes);
  const more = isClean
    ? [...sumFaults(game, reference, boxes, random), ...winnerFaults(game, reference, boxes)]
    : [];
  return [...faults, ...more].map((fault) => `${fault} on ${JSON.stringify(boxes)}`);
}

function filledBoxes(boxes: Filled): string[] {
  return Object.entries(boxes).flatMap(([id, own]) => Object.keys(own).map((row) => `${id} ${row}`));
}

function isInOrder(reference: Reference, boxes: Filled): boolean {
  const filled = filledBoxes(boxes);
  return reference.reachable(filled).size === filled.length;
}

const BOX_CODES = ["illegal-score", "strike-not-allowed", "constraint", "requires", "missing-box"];

function boxFaults(game: Game, reference: Reference, boxes: Filled, isComplete: boolean): string[] {
  const { findings } = checkSheet(sheetOf(game, [boxes], isComplete));
  const told = findings.filter(({ code }) => BOX_CODES.includes(code)).map(placed);
  const filled = filledBoxes(boxes);
  const all = reference.columns.length * reference.rows.length;
  const mustBeFull = isComplete && winsIn(reference, boxes).length === 0;
  const isBroken = !mustBeFull && filled.length < all && filled.length % game.turn.entries !== 0;
  const isTold = (code: string) => findings.some((finding) => finding.code === code);
  return [
    ...same("findings", told.sort(), reference.boxFaults(boxes, isComplete).sort()),
    ...same("turns", isTold("entries-per-turn"), isBroken),
    ...same("order", isTold("out-of-order"), !mustBeFull && !isInOrder(reference, boxes)),
    ...findings
      .filter(({ code }) => code === "out-of-order")
      .flatMap((one) => breachFaults(reference, filled, one)),
  ];
}

/** A box that was filled too early is one that no sequence of turns fills, and what is next can be filled now. */
function breachFaults(
  reference: Reference,
  filled: readonly string[],
  { column, category, facts }: Finding,
): string[] {
  const { first, before } = facts;
  const isEarly = !reference.reachable(filled).has(`${column} ${category}`);
  const next = `${before ?? column} ${first}`;
  const isNext = before === undefined || reference.mayFill(String(before), String(first), new Set(filled));
  return same(
    `breach ${column} ${category}, next ${next}`,
    [isEarly, filled.includes(next), isNext],
    [true, false, true],
  );
}

function winsIn(reference: Reference, boxes: Filled): string[] {
  return filledBoxes(boxes).filter((box) => {
    const [id = "", row = ""] = box.split(" ");
    const column = reference.variant.columns[id];
    return column !== undefined && reference.hasWon(row, column, boxes[id]?.[row] ?? null);
  });
}

/** The same sheet twice: the second player can't have won as well, nor the first in two turns. */
function winnerFaults(game: Game, reference: Reference, boxes: Filled): string[] {
  const order = reference.columns.flatMap(([id]) => reference.rows.map((row) => `${id} ${row}`));
  const wins = winsIn(reference, boxes).sort((a, b) => order.indexOf(a) - order.indexOf(b));
  const { findings } = checkSheet(sheetOf(game, [boxes, boxes], false));
  const told = findings
    .filter(({ code }) => code === "second-winner")
    .map((one) => `${one.player} ${placed(one)}`);
  const expected = [
    ...wins.slice(game.turn.entries).map((box) => `A second-winner ${box}`),
    ...wins.map((box) => `B second-winner ${box}`),
  ];
  return same("winners", told, expected);
}

/** The lines of a sheet on which all boxes are right: as they are worked out, written right, with one wrong, and with wrong boxes. */
function sumFaults(game: Game, reference: Reference, boxes: Filled, random: Random): string[] {
  const hasExtras = game.repeats !== null && game.repeats.bonus > 0;
  const extras = reference.extras(boxes);
  const extra = hasExtras ? pick(extras ?? [0], random) : 0;
  const expected = reference.lines(boxes, extra);
  const lines = new Map(
    placesOfLines(game).map((place) => [place, expected.get(place) ?? Number.NaN] as const),
  );
  const written = new Map(lines);
  if (extra !== 0) written.set(" repeats", extra);
  const told = (sheet: Filled, on: ReadonlyMap<string, number>) =>
    checkSheet(sheetOf(game, [sheet], false, on));
  const right = told(boxes, written);
  const computed = right.players[0]?.lines.filter(({ line }) => line !== "repeats") ?? [];
  const total = expected.get(" grand.total") ?? 0;
  const isFull = filledBoxes(boxes).length === reference.columns.length * reference.rows.length;
  const [spoilt] = lines.size === 0 ? [] : [pick([...lines.keys()], random)];
  const wrong = told(
    boxes,
    new Map([...written, [spoilt ?? "", (lines.get(spoilt ?? "") ?? 0) + between(random, 1, 30)]]),
  );
  return [
    ...same(
      "lines",
      computed.map(({ column, line, computed }) => [`${column ?? ""} ${line}`, computed]).sort(),
      [...lines].sort(),
    ),
    ...same("right lines", right.findings.filter(isOfSums).map(placed), []),
    ...same("a wrong line", wrong.findings.filter(isOfSums).map(placed).map(withoutCode), [spoilt]),
    ...(isFull ? totalFaults(game, total) : []),
    ...(extras === null ? [] : extraFaults(game, boxes, extras, random)),
    ...impossibleFaults(game, reference, boxes, written, random),
  ];
}

/** A full sheet comes to something between the lowest and the highest total. */
function totalFaults(game: Game, total: number): string[] {
  const [low, high] = [lowestTotal(game), highestTotal(game)];
  return low <= total && total <= high ? [] : [`total ${total} is not within ${low} and ${high}`];
}

/** Extra points are right exactly where some sequence of turns earns them. */
function extraFaults(game: Game, boxes: Filled, extras: readonly number[], random: Random): string[] {
  if (game.repeats === null) return [];
  if (game.repeats.bonus === 0) return same("extras that nothing earns", extras, [0]);
  const most = 2 + (extras.at(-1) ?? 0) / game.repeats.bonus;
  const written = game.repeats.bonus * between(random, 1, Math.ceil(most));
  const { findings } = checkSheet(sheetOf(game, [boxes], false, new Map([[" repeats", written]])));
  const isTold = findings.some(({ code }) => code === "repeats");
  // A box that waited for others could be struck before they were filled, which the reference does not try.
  const isExact = listCategories(game).every(({ requires }) => requires.length === 0);
  if (!isExact && !extras.includes(written)) return [];
  return same(`extras ${written} of ${extras}`, isTold, !extras.includes(written));
}

/** Impossible scores in right sheets are told, and no line that is right for the true ones. */
function impossibleFaults(
  game: Game,
  reference: Reference,
  boxes: Filled,
  written: ReadonlyMap<string, number>,
  random: Random,
): string[] {
  const filled = filledBoxes(boxes).filter(() => random() < 0.4);
  const spoilt: Sheeted = Object.fromEntries(Object.entries(boxes).map(([id, own]) => [id, { ...own }]));
  for (const box of filled) {
    const [id = "", row = ""] = box.split(" ");
    const legal = reference.legal(row, reference.variant.columns[id] ?? null);
    const impossible = Array.from({ length: 150 }, (_, at) => at + 1).filter(
      (value) => !legal.includes(value),
    );
    const own = spoilt[id];
    if (own !== undefined) own[row] = pick(impossible, random);
  }
  const { findings } = checkSheet(sheetOf(game, [spoilt], false, written));
  const told = findings.filter((one) => one.code === "illegal-score" || isOfSums(one)).map(placed);
  return same("impossible scores", told.sort(), filled.map((box) => `illegal-score ${box}`).sort());
}

function isOfSums({ code }: Finding): boolean {
  return code.startsWith("wrong-") || code === "repeats";
}

function placed({ code, column, category, line }: Finding): string {
  return `${code} ${column ?? ""} ${category ?? line}`;
}

function withoutCode(finding: string): string {
  return finding.slice(finding.indexOf(" ") + 1);
}

/** The lines that are worked out, column by column, then those that span the columns: `k0 s0.sum`, ` grand.total`. */
function placesOfLines(game: Game): string[] {
  const lines = listSheetLines(game).filter(({ id }) => id !== "repeats");
  const inColumns = lines.filter(({ scope }) => scope === "column");
  return [
    ...game.columns.flatMap(({ id }) => inColumns.map((line) => `${id} ${line.id}`)),
    ...lines.filter(({ scope }) => scope === "sheet").map((line) => ` ${line.id}`),
  ];
}

/** A sheet of the program. @param lines what is on them, for the first player */
function sheetOf(
  game: Game,
  players: readonly Filled[],
  complete: boolean,
  lines: ReadonlyMap<string, number> = new Map(),
): Sheet {
  const rows = listCategories(game).map(({ id }) => id);
  const entryOf = (ink: Ink): BoxEntry => {
    if (ink === null) return { kind: "empty" };
    return ink === "/" ? { kind: "strike", mark: "/" } : { kind: "score", value: ink };
  };
  const linesIn = (id: string) =>
    new Map(
      [...lines].flatMap(([place, value]) =>
        place.startsWith(`${id} `) ? [[place.slice(id.length + 1), value]] : [],
      ),
    );
  const all = players.map(
    (boxes, at): PlayerSheet => ({
      name: "AB"[at] ?? "",
      left: false,
      boxes: new Map(
        game.columns.map(({ id }) => [
          id,
          new Map(rows.map((row) => [row, entryOf(boxes[id]?.[row] ?? null)])),
        ]),
      ),
      columnLines: new Map(game.columns.map(({ id }) => [id, at === 0 ? linesIn(id) : new Map()])),
      sheetLines: at === 0 ? linesIn("") : new Map(),
    }),
  );
  return { file: "drawn.yaml", game, complete: complete ? true : null, players: all };
}
