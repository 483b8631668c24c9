import { referenceOf } from "../../check/sheet/reference.ts";
import type { Game } from "../../rules/game/game.ts";
import { type Belief, mostProbableFirst } from "./beliefs.ts";
import { hasNoInk, rawProbability, rawReading } from "./raw.ts";
import type { Alternative, Doubt, ReadBox, SeenBox, SheetReading, Written } from "./sheet-reading.ts";
import { playersOf, weighSheet } from "./weigh-sheet.ts";
import { keyOf } from "./written.ts";

/** What is surer than this is not asked about. */
const SURE = 0.95;
/** The same where the picture alone would rather say something else. */
const SURE_AGAINST_PICTURE = 0.97;
/** A corrected box is only not asked about if nothing else is possible. */
const SURE_OF_CORRECTED = 0.995;
/**
 * However sure the sums are: where the picture alone shows something else as clearly as this, or makes the reading this much less
 * probable, a person is asked.
 */
const CLEAR_PICTURE = 0.95;
const CONTRADICTION = 10;
const MAX_ALTERNATIVES = 5;

const NOTHING_SAID = new Map<number, Written>();
const EMPTY: Written = { kind: "empty" };
const UNKNOWN: Written = { kind: "unknown" };

/**
 * Reads a sheet with the rules in mind: for each box what stands there, how sure that is, and whether a person must be asked.
 * The model stands in `docs/reading.md`.
 *
 * @param boxes the boxes of all players, in any order; those of a column that are missing count as if the pad didn't have them
 */
export function understand(game: Game, boxes: readonly SeenBox[]): SheetReading {
  const players = playersOf(boxes);
  const used = players.filter((player) => !isUnused(boxes, player));
  const beliefs = weighSheet(game, boxes, NOTHING_SAID, "all", used);
  const read = boxes.map((box, at) => {
    const belief = beliefs[at];
    return belief === undefined ? settled(box, EMPTY, 1) : readBox(game, box, belief);
  });
  return { boxes: goingTogether(game, boxes, read), players: inkedPlayers(read, boxes) };
}

/**
 * Where a box has to be asked about anyway, what is proposed is what stands there in the most probable whole, so that proposals go
 * together. Everywhere else a box holds what is most probable for itself, which is silently wrong less often.
 */
function goingTogether(game: Game, boxes: readonly SeenBox[], read: readonly ReadBox[]): ReadBox[] {
  const unclear = read.filter(({ doubt }) => doubt === "unclear");
  const players = [...new Set(unclear.map(({ player }) => player))];
  const wholes = weighSheet(game, boxes, NOTHING_SAID, "best", players);
  return read.map((box, at) => {
    const whole = wholes[at]?.ways[0];
    if (box.doubt !== "unclear" || whole === undefined) return box;
    const way = box.alternatives.find(({ written }) => keyOf(written) === keyOf(whole.written));
    if (way === undefined) return box;
    const own = { written: box.written, probability: box.confidence };
    const others = [own, ...box.alternatives.filter((other) => other !== way)];
    return { ...box, written: way.written, confidence: way.probability, alternatives: others };
  });
}

/** Whether all boxes of a player are without ink, as far as they can be seen, and most of them can. */
function isUnused(boxes: readonly SeenBox[], player: number): boolean {
  const own = boxes.filter((box) => box.player === player);
  const seen = own.flatMap(({ evidence }) => (evidence === null ? [] : [evidence]));
  return seen.length * 2 > own.length && seen.every(hasNoInk);
}

/**
 * The players whose boxes hold ink that was read for sure: a blot, or what may be one, makes nobody a player. Where no box of a sheet
 * was read for sure, whatever ink there is will do.
 */
function inkedPlayers(read: readonly ReadBox[], boxes: readonly SeenBox[]): number[] {
  const inked = read.filter(({ written }, at) =>
    written.kind === "unknown" ? boxes[at]?.evidence !== null : written.kind !== "empty",
  );
  const sure = inked.filter(({ doubt }) => doubt === null);
  const players = (sure.length > 0 ? sure : inked).map(({ player }) => player);
  return [...new Set(players)].sort((a, b) => a - b);
}

function settled(box: SeenBox, written: Written, confidence: number): ReadBox {
  const { player, column, category, line } = box;
  return {
    player,
    column,
    category,
    line,
    written,
    confidence,
    alternatives: [],
    doubt: null,
    confirmed: false,
  };
}

function readBox(game: Game, box: SeenBox, belief: Belief): ReadBox {
  const ways = sameMerged(belief.ways, zeroIsStrike(game, box));
  const [best, ...others] = ways;
  const { evidence } = box;
  if (best === undefined || evidence === null) return unknownBox(box, ways, "hidden");
  if (evidence.kinds.scribble > 0.5) return unknownBox(box, ways, "scribble");
  return {
    ...settled(box, best.written, best.probability),
    alternatives: others.slice(0, MAX_ALTERNATIVES),
    doubt: doubtOf(game, box, best),
  };
}

/** A box of which nothing can be told from its picture; what the rest of the sheet suggests are proposals. */
function unknownBox(box: SeenBox, ways: readonly Alternative[], doubt: Doubt): ReadBox {
  return { ...settled(box, UNKNOWN, 0), alternatives: ways.slice(0, MAX_ALTERNATIVES), doubt };
}

function doubtOf(game: Game, box: SeenBox, best: Alternative): Doubt | null {
  const { evidence } = box;
  if (evidence === null) return "hidden";
  if (evidence.kinds.corrected > 0.5 && best.probability < SURE_OF_CORRECTED) return "corrected";
  if (best.probability < SURE) return "unclear";
  const isZeroStrike = zeroIsStrike(game, box);
  const raw = rawReading(evidence);
  if (meaning(raw.written, isZeroStrike) === meaning(best.written, isZeroStrike)) return null;
  if (best.probability < SURE_AGAINST_PICTURE || raw.probability > CLEAR_PICTURE) return "unclear";
  return raw.probability > CONTRADICTION * rawProbability(evidence, best.written) ? "unclear" : null;
}

/** Whether a 0 says the same as a strike mark here: on lines, and in boxes where dice can't earn a 0. */
function zeroIsStrike(game: Game, { category }: SeenBox): boolean {
  return category === null || !referenceOf(game).categories.get(category)?.legal.includes(0);
}

/** A word that tells apart what makes a difference. */
function meaning(written: Written, isZeroStrike: boolean): string {
  const key = keyOf(written);
  return isZeroStrike && key === "strike" ? "0" : key;
}

/** The ways in which a box may have been filled, those that say the same joined under the more probable one. */
function sameMerged(ways: readonly Alternative[], isZeroStrike: boolean): Alternative[] {
  const merged = new Map<string, Alternative>();
  for (const { written, probability } of ways) {
    const key = meaning(written, isZeroStrike);
    const known = merged.get(key);
    merged.set(key, {
      written: known?.written ?? written,
      probability: probability + (known?.probability ?? 0),
    });
  }
  return [...merged.values()].sort(mostProbableFirst);
}
