import { getElement } from "../../rules/arrays.ts";
import type { Game } from "../../rules/game/game.ts";
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
import { inOwnHands } from "./own-hands.ts";
import { hasNoInk } from "./picture-reading.ts";
import { flawlessChance, observedBoxes, weighPlayer } from "./sheet-model.ts";
import {
  type Answers,
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
 * Reads a sheet with the rules in mind: for each box what stands there, how sure that is, and whether a person must be asked.
 * `docs/reading.md` describes the model.
 *
 * @param boxes the boxes of all players, in any order; boxes of a column that are missing are treated as missing on the pad
 */
export function inferReading(game: Game, boxes: readonly SeenBox[]): SheetReading {
  const players = [...new Set(boxes.map(({ player }) => player))].filter((player) => isUsed(boxes, player));
  const read = new Map(players.flatMap((player) => [...readPlayer(game, boxes, player, NO_ANSWERS)]));
  return withPlayers(
    game,
    boxes.map((box, at) => read.get(at) ?? buildReadBox(box, EMPTY, 1)),
    boxes,
  );
}

/** Whether a player may have written anything. */
function isUsed(boxes: readonly SeenBox[], player: number): boolean {
  const own = playerBoxes(boxes, player);
  const seen = own.flatMap(({ evidence }) => evidence ?? []);
  return seen.length * 2 <= own.length || !seen.every(hasNoInk);
}

/**
 * The reading after a person said what stands in the box with this index. The answer goes through the whole sheet: it settles other boxes,
 * by the sums and by showing how their writer's digits look, and changes none that was read for sure. A box that it contradicts is asked
 * about.
 */
export function answer(
  game: Game,
  boxes: readonly SeenBox[],
  reading: SheetReading,
  at: number,
  written: Written,
): SheetReading {
  const told = confirm(reading, at, written);
  const player = reading.boxes[at]?.player;
  if (player === undefined || written.kind === "unknown") return told;
  const answers = personAnswers(told);
  const open = told.boxes.flatMap((box) => (box.doubt === null || box.confirmed ? [] : [box.player]));
  const seen = open.length === 0 ? boxes : inOwnHands(game, boxes, answers);
  const touched = new Set(seen === boxes ? [player] : [player, ...open]);
  const now = new Map([...touched].flatMap((one) => [...readPlayer(game, seen, one, answers)]));
  return withPlayers(
    game,
    told.boxes.map((box, index) => mergeReadBox(game, box, now.get(index))),
    boxes,
  );
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
 * Who wrote on a sheet. A box in doubt makes nobody a player, unless there is no other ink on the whole sheet; a scribble in the boxes of
 * somebody who does not play is nothing, and neither is what can't be seen there.
 */
function withPlayers(game: Game, read: readonly ReadBox[], boxes: readonly SeenBox[]): SheetReading {
  const inked = read.filter(({ written }, at) =>
    written.kind === "unknown" ? boxes[at]?.evidence !== null : written.kind !== "empty",
  );
  const sure = inked.filter(({ doubt }) => doubt === null);
  const players = new Set((sure.length > 0 ? sure : inked).map(({ player }) => player));
  const isAbsent = absentee(game, read, players);
  const isNothing = ({ player, category, doubt }: ReadBox) => {
    if (doubt === null || players.has(player)) return false;
    return doubt === "scribble" || (isAbsent(player) && (doubt === "hidden" || category === null));
  };
  return {
    boxes: read.map((box) => (isNothing(box) ? { ...box, written: EMPTY, doubt: null } : box)),
    players: [...players].sort((a, b) => a - b),
  };
}

/** Who can't be playing: players take turns, and even if all boxes in doubt were filled, this one would be turns behind all others. */
function absentee(game: Game, read: readonly ReadBox[], players: ReadonlySet<number>) {
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
function readPlayer(game: Game, boxes: readonly SeenBox[], player: number, answers: Answers) {
  const marginals = weighPlayer(game, observedBoxes(boxes, player, answers), "sum-product");
  const read = playerBoxes(boxes, player).map(({ at, ...box }): Weighed => {
    const marginal = marginals.of(at);
    const answered = answers.get(at);
    if (answered === undefined) return { at, marginal, box: readBox(game, box, marginal) };
    return { at, marginal, box: { ...buildReadBox(box, answered, 1), confirmed: true } };
  });
  const weighed = withRisks(game, boxes, player, answers, read);
  return withJointProposals(game, boxes, player, answers, weighed);
}

function buildReadBox(box: SeenBox, written: Written, confidence: number): ReadBox {
  const { evidence: _, partialEvidence: __, ...place } = box;
  return { ...place, written, confidence, alternatives: [], doubt: null, confirmed: false };
}

function readBox(game: Game, box: SeenBox, marginal: Marginal): ReadBox {
  const { evidence, partialEvidence = null, ...place } = box;
  const ways = mergeSameWays(game, place, marginal.ways);
  const doubt = findDoubt(game, { place, evidence, partialEvidence, ways, slip: marginal.slip });
  const [best] = ways;
  const plain = ways.map(({ written, probability }) => ({ written, probability }));
  // The picture says nothing; what the rest of the sheet suggests are proposals.
  if (best === undefined || doubt === "hidden" || doubt === "scribble")
    return {
      ...buildReadBox(box, { kind: "unknown" }, 0),
      alternatives: plain.slice(0, MAX_ALTERNATIVES),
      doubt,
    };
  const alternatives = plain.slice(1, MAX_ALTERNATIVES + 1);
  return { ...buildReadBox(box, best.written, best.probability), alternatives, doubt };
}

/** Adds a question where several boxes may be wrong together, or where the sheet as a whole is not sure enough to be right. */
function withRisks(
  game: Game,
  boxes: readonly SeenBox[],
  player: number,
  answers: Answers,
  read: readonly Weighed[],
): Weighed[] {
  const asked = new Set<number>(groupsInDoubt(game, boxes, player, answers, read));
  const isOpen = asked.size > 0 || read.some(({ box }) => box.doubt !== null);
  const telling = isOpen ? null : tellingBox(game, boxes, player, answers, read);
  if (telling !== null) asked.add(telling);
  return read.map((one) => (asked.has(one.at) ? { ...one, box: { ...one.box, doubt: "unclear" } } : one));
}

/**
 * The box that tells most about whether the player made a mistake, if it is neither sure that there is none nor probable that there is one;
 * null if nobody needs to be asked.
 */
function tellingBox(
  game: Game,
  boxes: readonly SeenBox[],
  player: number,
  answers: Answers,
  read: readonly Weighed[],
): number | null {
  const observed = observedBoxes(boxes, player, answers);
  const flawless = flawlessChance(game, observed);
  if (flawless >= SURE_OF_SHEET || flawless < 0.5) return null;
  const without = weighPlayer(game, observed, "sum-product", true);
  const doubts = read
    .filter(({ box }) => !box.confirmed)
    .map(({ at, marginal }) => ({ at, left: doubtLeft(marginal, without.of(at), flawless) }));
  const best = doubts.reduce((best, one) => (one.left < best.left ? one : best), { at: -1, left: 1 });
  return best.left <= MUST_TELL * (1 - flawless) ? best.at : null;
}

/** A question has to leave at most this share of the doubt whether there is a mistake. */
const MUST_TELL = 0.7;

/** How probable it stays that the more probable of the two, a mistake or none, is not so, once it is known what stands in a box. */
function doubtLeft({ ways }: Marginal, without: Marginal, flawless: number): number {
  const shares = new Map(without.ways.map(({ written, probability }) => [writtenKey(written), probability]));
  return ways.reduce((sum, { written, probability }) => {
    const right = Math.min(probability, (shares.get(writtenKey(written)) ?? 0) * flawless);
    return sum + Math.min(right, probability - right);
  }, 0);
}

/**
 * Boxes that are nearly sure, but together with others that would change with them are not: a question about one settles them all.
 * Each box is weighed with the number of boxes that would be wrong with it.
 */
function groupsInDoubt(
  game: Game,
  boxes: readonly SeenBox[],
  player: number,
  answers: Answers,
  read: readonly Weighed[],
): number[] {
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
    const instead = weighPlayer(
      game,
      observedBoxes(boxes, player, new Map([...answers, [at, other]])),
      "sum-product",
    );
    const changed = read.filter((one) => one.box.doubt === null && isOther(game, one, instead.of(one.at)));
    if (chance * changed.length < SURE_OF_GROUP.most) continue;
    asked.push(at);
    for (const one of changed) covered.add(one.at);
  }
  return asked;
}

/** How probable it is that a box was misread and that matters, and as what most probably. */
function measureHarm(box: ReadBox): { chance: number; other: Written | undefined } {
  const { written, confidence, alternatives } = box;
  const harmless = alternatives.find((one) => isHarmless(box, written, one.written));
  const harmful = alternatives.find((one) => one !== harmless);
  return { chance: 1 - confidence - (harmless?.probability ?? 0), other: harmful?.written };
}

/** Whether a box would be read as something else. */
function isOther(game: Game, { box }: Weighed, { ways }: Marginal): boolean {
  const [best] = mergeSameWays(game, box, ways);
  return best !== undefined && meaningKey(game, box, best.written) !== meaningKey(game, box, box.written);
}

/** Unclear boxes propose what the most probable whole sheet holds, so that proposals fit together; the others keep their own best. */
function withJointProposals(
  game: Game,
  boxes: readonly SeenBox[],
  player: number,
  answers: Answers,
  read: readonly Weighed[],
): Map<number, ReadBox> {
  const isTorn = read.filter(({ box }) => box.doubt === "unclear").length > 1;
  const whole = isTorn ? weighPlayer(game, observedBoxes(boxes, player, answers), "max-product") : null;
  return new Map(
    read.map(({ at, box }) => {
      const [first] = whole?.of(at).ways ?? NOTHING.ways;
      return [
        at,
        box.doubt === "unclear" && first !== undefined ? promoteAlternative(box, first.written) : box,
      ];
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
