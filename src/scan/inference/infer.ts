import { getElement, groupByKey } from "../../rules/arrays.ts";
import type { Game } from "../../rules/game/game.ts";
import { computeEntryRange } from "../../rules/sums/sum-graph.ts";
import type { Evidence } from "../digits/evidence.ts";
import {
  findDoubt,
  isHarmless,
  isMistake,
  isUnused,
  meaningKey,
  SURE_OF_GROUP,
  SURE_OF_SHEET,
  mergeSameWays,
} from "./doubts.ts";
import { type Marginal, NOTHING } from "./marginals.ts";
import { adaptToHandwriting } from "./handwriting.ts";
import { hasNoInk, rawProbability, rawReading } from "./picture-reading.ts";
import { flawlessChance, observedBoxes, type PlayerBoxes, weighPlayer } from "./sheet-model.ts";
import {
  type Alternative,
  personAnswers,
  playerBoxes,
  confirm,
  EMPTY,
  writtenKey,
  NO_ANSWERS,
  type ReadBox,
  type SeenBox,
  type SheetReading,
  type Written,
} from "./sheet-reading.ts";

const MAX_ALTERNATIVES = 5;

/**
 * Reads a sheet with the rules in mind: the content of each box, how sure it is, and whether a person must be asked. `docs/reading.md`
 * describes the model.
 *
 * @param boxes the boxes of all players, in any order; missing boxes are treated as missing on the pad
 */
export function inferReading(game: Game, boxes: readonly SeenBox[]): SheetReading {
  const columns = [...groupByKey(boxes, ({ player }) => player)].filter(([, own]) => hasWriting(own));
  const kept = columns.filter(([, own]) => !isCrossedOut(game, own));
  // Where nothing else is left, writing may only be illegible.
  const players = (kept.length > 0 ? kept : columns).map(([player]) => player);
  const read = new Map(
    players.flatMap((player) => [...readPlayer({ game, boxes, player, answers: NO_ANSWERS })]),
  );
  const all = boxes.map((box, at) => read.get(at) ?? buildReadBox(box, EMPTY, 1));
  return findPlayers(game, all, boxes);
}

/** A column is crossed out if this share of its boxes holds ink, and that share nothing but strokes: above, a game may have been begun. */
const CROSSED_OUT = { inked: 0.75, strokes: 0.4 } as const;

/** Whether a player may have written anything. */
function hasWriting(own: readonly SeenBox[]): boolean {
  const seen = own.flatMap(({ evidence }) => evidence ?? []);
  return seen.length * 2 <= own.length || !seen.every(hasNoInk) || own.some(({ isAstride }) => isAstride);
}

/** Whether strokes run through a whole column, also through its sums, and it holds no clear number. */
function isCrossedOut(game: Game, own: readonly SeenBox[]): boolean {
  const inked = own.flatMap(({ evidence, ...place }) =>
    evidence === null || hasNoInk(evidence) ? [] : [{ place, ...rawReading(evidence) }],
  );
  const numbers = inked.filter(({ written }) => written.kind === "score" && !/^1+$/.test(`${written.value}`));
  const isClear = ({ place, written, probability }: (typeof inked)[number]) =>
    probability >= CLEAR_ENTRY && !isMistake(game, { place, slip: 0 }, { written });
  return (
    inked.length > CROSSED_OUT.inked * own.length &&
    inked.length - numbers.length > CROSSED_OUT.strokes * own.length &&
    !numbers.some(isClear)
  );
}

/**
 * Updates a reading with a person's answer about the box with this index. The answer may settle other boxes, through sums and through the
 * handwriting that it shows. It never changes a box that was sure: a contradiction raises a question instead.
 */
export function answer(
  game: Game,
  boxes: readonly SeenBox[],
  reading: SheetReading,
  at: number,
  written: Written,
): SheetReading {
  const confirmedReading = confirm(reading, at, written);
  const player = reading.boxes[at]?.player;
  if (player === undefined || written.kind === "unknown") return confirmedReading;
  const answers = personAnswers(confirmedReading);
  const open = confirmedReading.boxes.flatMap((box) =>
    box.doubt === null || box.confirmed ? [] : [box.player],
  );
  const seen = open.length === 0 ? boxes : adaptToHandwriting(game, boxes, answers);
  const touched = new Set(seen === boxes ? [player] : [player, ...open]);
  const now = new Map(
    [...touched].flatMap((one) => [...readPlayer({ game, boxes: seen, player: one, answers })]),
  );
  const merged = confirmedReading.boxes.map((box, index) => mergeReadBox(game, box, now.get(index)));
  return findPlayers(game, merged, boxes);
}

/** A box after an answer to another one. */
function mergeReadBox(game: Game, before: ReadBox, now: ReadBox | undefined): ReadBox {
  if (now === undefined || before.confirmed) return before;
  if (before.doubt !== null) return now;
  const isSame = meaningKey(game, before, before.written) === meaningKey(game, before, now.written);
  if (isSame) return { ...now, written: before.written };
  const same = now.alternatives.find(({ written }) => writtenKey(written) === writtenKey(before.written));
  const other = { written: now.written, probability: now.confidence };
  const others = [other, ...now.alternatives].filter((one) => one !== same && one.written.kind !== "unknown");
  return {
    ...before,
    confidence: same?.probability ?? 0,
    alternatives: others.slice(0, MAX_ALTERNATIVES),
    doubt: now.doubt ?? "unclear",
  };
}

/**
 * Finds the players by their ink. Boxes in doubt count only if there is no other ink on the sheet. Marks in columns that nobody plays in,
 * and scribbles, hidden boxes and doubtful strokes of everybody else, become empty.
 */
function findPlayers(game: Game, read: readonly ReadBox[], boxes: readonly SeenBox[]): SheetReading {
  const inked = read.filter(({ written }, at) =>
    written.kind === "unknown" ? boxes[at]?.evidence !== null : written.kind !== "empty",
  );
  const sure = inked.filter(({ doubt }) => doubt === null);
  const columns = sortColumns(game, sure, read, boxes);
  const present = (sure.length > 0 ? sure : inked).map(({ player }) => player);
  const players = new Set(present.filter((one) => columns.get(one) !== "unused"));
  const isAbsent = absenceTest(game, read, players);
  const isNothing = (box: ReadBox, at: number) => {
    const { player, category, doubt } = box;
    if (players.has(player)) return false;
    if (columns.get(player) === "unused" && (doubt === null || !isEntry(game, box))) return true;
    if (doubt === null) return false;
    const evidence = boxes[at]?.evidence ?? null;
    return doubt === "scribble" || (isAbsent(player) && (category === null || !showsDigits(evidence)));
  };
  const settle = (box: ReadBox, at: number): ReadBox => {
    if (isNothing(box, at)) return { ...box, written: EMPTY, doubt: null };
    const isAsked = columns.get(box.player) === "doubtful" && box.written.kind !== "empty";
    return isAsked ? { ...box, doubt: box.doubt ?? "unclear" } : box;
  };
  return { boxes: read.map(settle), players: [...players].sort((a, b) => a - b) };
}

/**
 * Whether each column with ink has a player. It is unused if it holds marks but no entry: a stain, a crease or a die looks like strikes, and like a
 * 1 in every row. It is turns behind others that have entries and holds no number that only a pen writes, or hardly anything in it is
 * possible there. One as far behind that has entries, but no clear one, is doubtful: it may be a game that has just begun, or a die.
 */
function sortColumns(
  game: Game,
  sure: readonly ReadBox[],
  read: readonly ReadBox[],
  boxes: readonly SeenBox[],
) {
  const columns = [...new Set(sure.map(({ player }) => player))].map((player) => {
    const all = sure.filter((box) => box.player === player);
    const own = all.filter(({ category }) => category !== null);
    const isConfirmed = all.some(({ confirmed }) => confirmed);
    const entries = own.filter((box) => isEntry(game, box)).length;
    const impossible = own.filter((box) => isMistake(game, { place: box, slip: 0 }, box)).length;
    const hasBox = (isWanted: (box: ReadBox, evidence: Evidence | null) => boolean) =>
      read.some((box, at) => box.player === player && isWanted(box, boxes[at]?.evidence ?? null));
    const isPenned = hasBox((box, evidence) => showsPen(game, box, evidence));
    const isClear = hasBox((box, evidence) => isClearEntry(game, box, evidence));
    return { player, marks: own.length, entries, impossible, isConfirmed, isPenned, isClear };
  });
  const most = Math.max(0, ...columns.map(({ entries, marks }) => (entries * 2 >= marks ? marks : 0)));
  const sort = ({ marks, entries, impossible, isConfirmed, isPenned, isClear }: (typeof columns)[number]) => {
    if (isConfirmed || most === 0) return "played";
    const isBehind = marks + BEHIND_TURNS * game.turn.entries <= most;
    const isUnused =
      entries === 0 ? !isPenned && isBehind : impossible >= IMPOSSIBLE_MARKS * (marks - impossible);
    return isUnused ? "unused" : isBehind && !isClear ? "doubtful" : "played";
  };
  return new Map(columns.map((column) => [column.player, sort(column)]));
}

/** A column of strikes alone is nobody's if it is this many turns behind. */
const BEHIND_TURNS = 2;
/** A column is nobody's if this many times as many of its marks are impossible there as possible. */
const IMPOSSIBLE_MARKS = 3;

/** Whether the points of a throw are read in a box, as nothing but a pen writes them. */
function isEntry(game: Game, box: ReadBox): boolean {
  const { category, written } = box;
  const isPoints = written.kind === "score" && written.value !== 0;
  return category !== null && isPoints && !isMistake(game, { place: box, slip: 0 }, box);
}

/** Whether a picture shows points, or a sum, that nothing but a pen writes so clearly. */
function isClearEntry(game: Game, box: ReadBox, evidence: Evidence | null): boolean {
  const isWritten = box.doubt === null && (isEntry(game, box) || showsPen(game, box, null));
  return isWritten && evidence !== null && rawProbability(evidence, box.written) >= CLEAR_ENTRY;
}

/** From this probability on, a picture shows points, and not just a die that looks like them. */
const CLEAR_ENTRY = 0.9;

/**
 * Whether a box shows a number of two digits or more that is no mere stroke. It is a sum that was read for sure, or points that a box can
 * hold, sure or at least legible: a die that covers a box looks like some number or other.
 */
function showsPen(game: Game, box: ReadBox, evidence: Evidence | null): boolean {
  const { category, written, doubt } = box;
  if (written.kind !== "score" || Math.abs(written.value) < 10 || STROKES.test(String(written.value)))
    return false;
  return doubt === null
    ? category === null || isEntry(game, box)
    : category !== null && isEntry(game, box) && showsDigits(evidence);
}

/** Numbers that a stain, a crease, a coin or the edge of a thumb looks like. */
const STROKES = /^-?[01]+$/;
/** From this probability on, a picture shows another number, and not just something dark. */
const LEGIBLE = 0.2;

/** Whether a picture shows, though perhaps not clearly, a number that is no mere stroke. */
function showsDigits(evidence: Evidence | null): boolean {
  if (evidence === null) return false;
  const { kinds, likely } = evidence;
  const shown = likely.find(({ text }) => !STROKES.test(text))?.probability ?? 0;
  return (kinds.number + kinds.corrected) * shown >= LEGIBLE;
}

/** Tests who can't be playing: even if all boxes in doubt were filled, they would be turns behind all other players. */
function absenceTest(game: Game, read: readonly ReadBox[], players: ReadonlySet<number>) {
  const boxes = read.filter(({ category }) => category !== null);
  const filled = [...players].map(
    (player) => boxes.filter((box) => box.player === player && box.written.kind !== "empty").length,
  );
  const least = filled.length === 0 ? 0 : Math.min(...filled) - game.turn.entries;
  return (player: number) =>
    !players.has(player) && boxes.filter((box) => box.player === player && box.doubt !== null).length < least;
}

/** A box before and after it was read. */
interface Weighed {
  readonly at: number;
  readonly marginal: Marginal;
  readonly box: ReadBox;
}

/** Reads the boxes of one player, by index. */
function readPlayer(of: PlayerBoxes): Map<number, ReadBox> {
  const { game, boxes, player, answers } = of;
  const marginals = weighPlayer(game, observedBoxes(of), "sum-product");
  const read = playerBoxes(boxes, player).map(({ at, ...box }): Weighed => {
    const marginal = marginals.of(at);
    const answered = answers.get(at);
    if (answered === undefined) return { at, marginal, box: readBox(game, box, marginal) };
    return { at, marginal, box: { ...buildReadBox(box, answered, 1), confirmed: true } };
  });
  return applyJointProposals(of, addJointDoubts(of, read));
}

function buildReadBox(box: SeenBox, written: Written, confidence: number): ReadBox {
  const { evidence: _, partialEvidence: __, isAstride: ___, ...place } = box;
  return { ...place, written, confidence, alternatives: [], doubt: null, confirmed: false };
}

function readBox(game: Game, box: SeenBox, marginal: Marginal): ReadBox {
  const { evidence, partialEvidence = null, isAstride = false, ...place } = box;
  const ways = mergeSameWays(game, place, marginal.ways);
  const doubt = findDoubt(game, { place, evidence, partialEvidence, isAstride, ways, slip: marginal.slip });
  const plain = ways
    .filter((way) => doubt === null || !isTooLow(game, box, way))
    .map(({ written, probability }) => ({ written, probability }));
  const [best] = plain;
  // The picture shows nothing; the rest of the sheet still gives proposals.
  if (best === undefined || doubt === "hidden" || doubt === "scribble")
    return {
      ...buildReadBox(box, { kind: "unknown" }, 0),
      alternatives: plain.slice(0, MAX_ALTERNATIVES),
      doubt,
    };
  const alternatives = plain.slice(1, MAX_ALTERNATIVES + 1);
  return { ...buildReadBox(box, best.written, best.probability), alternatives, doubt };
}

/** From this probability on, a picture shows a number clearly. */
const CLEAR = 0.5;

/**
 * Whether a number is below everything that the box can hold and not clearly written: a stroke in front of a number looks like a minus, and
 * nobody should be offered -6000 points.
 */
function isTooLow(
  game: Game,
  { column, category, line, evidence }: SeenBox,
  { written }: Pick<Alternative, "written">,
): boolean {
  if (written.kind !== "score" || written.value >= 0) return false;
  if (evidence !== null && rawProbability(evidence, written) > CLEAR) return false;
  const [least] = computeEntryRange(game, column, category ?? line ?? "");
  return written.value < Math.min(0, least);
}

/** Adds questions where several boxes may be wrong together, or where the sheet as a whole is not sure enough. */
function addJointDoubts(of: PlayerBoxes, read: readonly Weighed[]): Weighed[] {
  const asked = new Set<number>(groupsInDoubt(of, read));
  const isOpen = asked.size > 0 || read.some(({ box }) => box.doubt !== null);
  const telling = isOpen ? null : mostInformativeBox(of, read);
  if (telling !== null) asked.add(telling);
  return read.map((one) => (asked.has(one.at) ? { ...one, box: { ...one.box, doubt: "unclear" } } : one));
}

/**
 * The box whose content tells most about whether the player made a mistake. Null if a mistake is nearly ruled out or more probable than
 * not, or if no box tells enough.
 */
function mostInformativeBox(of: PlayerBoxes, read: readonly Weighed[]): number | null {
  const observed = observedBoxes(of);
  const flawless = flawlessChance(of.game, observed);
  if (flawless >= SURE_OF_SHEET || flawless < 0.5) return null;
  const without = weighPlayer(of.game, observed, "sum-product", true);
  const doubts = read
    .filter(({ box }) => !box.confirmed)
    .map(({ at, marginal }) => ({ at, left: doubtLeft(marginal, without.of(at), flawless) }));
  const best = doubts.reduce((best, one) => (one.left < best.left ? one : best), { at: -1, left: 1 });
  return best.left <= MAX_DOUBT_LEFT * (1 - flawless) ? best.at : null;
}

/** A question must leave at most this share of the doubt whether there is a mistake. */
const MAX_DOUBT_LEFT = 0.7;

/** The expected probability of being wrong about whether there is a mistake, once the content of a box is known. */
function doubtLeft({ ways }: Marginal, without: Marginal, flawless: number): number {
  const shares = new Map(without.ways.map(({ written, probability }) => [writtenKey(written), probability]));
  return ways.reduce((sum, { written, probability }) => {
    const right = Math.min(probability, (shares.get(writtenKey(written)) ?? 0) * flawless);
    return sum + Math.min(right, probability - right);
  }, 0);
}

/**
 * Boxes that are nearly sure by themselves, but would be wrong together with others: a question about one settles the group. The chance
 * of a misreading is multiplied by the number of boxes that would change with it.
 */
function groupsInDoubt(of: PlayerBoxes, read: readonly Weighed[]): number[] {
  const { game, boxes, answers } = of;
  const nearly = read
    .filter(({ box }) => box.doubt === null && !box.confirmed)
    .map((one) => ({ ...one, ...measureHarm(one.box) }))
    .filter(({ chance }) => chance > SURE_OF_GROUP.least)
    .filter(({ box, marginal: { slip } }) => !isMistake(game, { place: box, slip }, box))
    .filter(({ at, box }) => !isUnused(box, getElement(boxes, at).evidence, box.written))
    .sort((a, b) => b.chance - a.chance);
  const asked: number[] = [];
  const covered = new Set<number>();
  for (const { at, other, chance } of nearly) {
    if (covered.has(at) || other === undefined) continue;
    const observed = observedBoxes({ ...of, answers: new Map([...answers, [at, other]]) });
    const instead = weighPlayer(game, observed, "sum-product");
    const changed = read.filter((one) => one.box.doubt === null && isOther(game, one, instead.of(one.at)));
    if (chance * changed.length < SURE_OF_GROUP.most) continue;
    asked.push(at);
    for (const one of changed) covered.add(one.at);
  }
  return asked;
}

/** The probability that a box was misread in a way that matters, and its most probable content then. */
function measureHarm(box: ReadBox): { chance: number; other: Written | undefined } {
  const { written, confidence, alternatives } = box;
  const harmless = alternatives.find((one) => isHarmless(box, written, one.written));
  const harmful = alternatives.find((one) => one !== harmless);
  return { chance: 1 - confidence - (harmless?.probability ?? 0), other: harmful?.written };
}

/** Whether this marginal would change how a box is read. */
function isOther(game: Game, { box }: Weighed, { ways }: Marginal): boolean {
  const [best] = mergeSameWays(game, box, ways);
  return best !== undefined && meaningKey(game, box, best.written) !== meaningKey(game, box, box.written);
}

/** Proposals for several unclear boxes come from the most probable whole sheet, so that they fit together. */
function applyJointProposals(of: PlayerBoxes, read: readonly Weighed[]): Map<number, ReadBox> {
  const hasSeveralUnclear = read.filter(({ box }) => box.doubt === "unclear").length > 1;
  const whole = hasSeveralUnclear ? weighPlayer(of.game, observedBoxes(of), "max-product") : null;
  return new Map(
    read.map(({ at, box }) => {
      const [first] = whole?.of(at).ways ?? NOTHING.ways;
      const isOpen = box.doubt === "unclear" && first !== undefined;
      return [at, isOpen ? promoteAlternative(box, first.written) : box];
    }),
  );
}

function promoteAlternative(box: ReadBox, written: Written): ReadBox {
  const way = box.alternatives.find((other) => writtenKey(other.written) === writtenKey(written));
  if (way === undefined) return box;
  const own = { written: box.written, probability: box.confidence };
  const others = [own, ...box.alternatives.filter((other) => other !== way)];
  return { ...box, written: way.written, confidence: way.probability, alternatives: others };
}
