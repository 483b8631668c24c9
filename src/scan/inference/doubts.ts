import { boxFault, type BoxPlace, gameReference } from "../../check/sheet.ts";
import type { Game } from "../../rules/game/game.ts";
import type { Evidence } from "../digits/evidence.ts";
import { mostProbableFirst, type WeighedWay } from "./marginals.ts";
import { rawProbability, rawReading } from "./picture-reading.ts";
import { type Doubt, toBoxEntry, writtenKey, type Written } from "./sheet-reading.ts";

/** From these probabilities on, nobody is asked about a box. */
const SURE = {
  /** The picture can be read, and the rest of the sheet agrees. */
  usual: 0.96,
  /** The reading is a mistake: it is reported with its place, so that someone looks at it. */
  mistake: 0.93,
  /** A number was crossed out or written over another one, lies astride a line, or may be a scribbled zero; the rest of the sheet agrees. */
  corrected: 0.99,
  /** The same, but nothing else confirms the number. */
  correctedAlone: 0.9995,
  /** No evidence from the picture: the box is hidden or blackened. */
  unseen: 0.9995,
  /** Half of the box is hidden; the visible half matches what the sums require. */
  partlySeen: 0.99,
  /** A sum line without evidence: only the computed value is plausible. */
  unseenLine: 0.98,
  /** Something illegible on a line: it may be a die, which the sums would take for what is due. */
  illegibleLine: 0.995,
  /** A scribble in an unused box: most likely, someone began in the wrong box. */
  unused: 0.5,
  /** The picture fits something illegal better, and either shows it clearly or nothing else supports what was read. */
  strange: 0.9995,
} as const;

/** A picture is strange if it gives less than this probability to all that the rules allow in its box. */
const STRANGE = 0.1;

/** From this probability of its most probable content on, a picture is legible. */
const LEGIBLE = 0.5;

/**
 * A picture contradicts a reading if it gives it less than this share of what it gives to something else, however little it gives to both.
 * Sums never settle such a box, because the priors of slips say little about rare ones, such as a total that is far off.
 */
const CONTRADICTED = 0.002;

/** From this probability on, the visible part of a hidden box confirms what was read. */
const PARTLY_SEEN = 0.5;

/** Of boxes that would be wrong together, one is asked about if their number times the probability of that is greater than `most`. */
export const SURE_OF_GROUP = { least: 0.01, most: 0.04 } as const;

/** From this probability on that a player made no mistake, nobody is asked. */
export const SURE_OF_SHEET = 0.98;

/** A box is backed if the rest of the sheet makes what was read this many times as probable against everything else. */
const BACKING = 3;

/** A box with its ways, those that mean the same taken together, the most probable first. */
export interface WeighedWays {
  readonly place: BoxPlace;
  readonly evidence: Evidence | null;
  /** What the visible part of a hidden box shows. */
  readonly partialEvidence: Evidence | null;
  /** Whether ink across its upper or lower line may be its entry. */
  readonly isAstride?: boolean;
  readonly ways: readonly WeighedWay[];
  readonly slip: number;
}

/** Why a person must be asked about a box; null if it was read for sure. */
export function findDoubt(game: Game, box: WeighedWays): Doubt | null {
  const { place, evidence, isAstride = false, ways } = box;
  const [best] = ways;
  if (best === undefined) return evidence === null ? "hidden" : "unclear";
  if (isAstride && evidence !== null && best.written.kind === "empty") return "unclear";
  // A wrong number on a line, and a scribble, show that something else was meant than what is due, or nothing.
  const isWrong = isMistake(game, box, best) || (evidence !== null && isScribble(evidence));
  const harmless = isWrong
    ? []
    : ways.slice(1).filter(({ written }) => isHarmless(place, best.written, written));
  const probability = harmless.reduce((sum, way) => sum + way.probability, best.probability);
  if (probability >= chooseThreshold(game, box, best) && !contradictsPicture(game, box, best)) return null;
  if (evidence === null) return "hidden";
  if (isCorrected(evidence)) return "corrected";
  return isScribble(evidence) ? "scribble" : "unclear";
}

/** Whether a picture clearly shows something else than what was read. */
function contradictsPicture(game: Game, { place, evidence }: WeighedWays, { written }: WeighedWay): boolean {
  if (evidence === null) return false;
  const shown = rawReading(evidence);
  return (
    shown.written.kind !== "unknown" &&
    meaningKey(game, place, shown.written) !== meaningKey(game, place, written) &&
    rawProbability(evidence, written) < CONTRADICTED * shown.probability
  );
}

function isCorrected({ kinds }: Evidence): boolean {
  return kinds.corrected > 0.5;
}

function isScribble({ kinds }: Evidence): boolean {
  return kinds.scribble > 0.5;
}

/** Whether a box that was read as empty holds a scribble. */
export function isUnused({ category }: BoxPlace, evidence: Evidence | null, read: Written): boolean {
  return category !== null && evidence !== null && isScribble(evidence) && read.kind === "empty";
}

function chooseThreshold(game: Game, box: WeighedWays, best: WeighedWay): number {
  const { place, evidence, partialEvidence } = box;
  if (isUnused(place, evidence, best.written)) return SURE.unused;
  if (partialEvidence !== null && rawProbability(partialEvidence, best.written) > PARTLY_SEEN)
    return SURE.partlySeen;
  if (isScribbledZero(box, best)) return SURE.corrected;
  if (evidence === null || isScribble(evidence)) {
    // Ink that may be a strike is no computed value.
    const isComputed = place.category === null && (evidence === null || best.written.kind !== "strike");
    return isComputed ? SURE.unseenLine : SURE.unseen;
  }
  const isCut = box.isAstride === true && best.written.kind === "score";
  if (isCorrected(evidence) || isCut) return isBacked(best) ? SURE.corrected : SURE.correctedAlone;
  if (isMistake(game, box, best)) return SURE.mistake;
  if (rawProbability(evidence, best.written) >= STRANGE) return SURE.usual;
  const shown = rawReading(evidence);
  if (!isBacked(best) || isImpossible(game, place, shown.written)) return SURE.strange;
  const isFilledLine = place.category === null && best.written.kind !== "empty";
  return isFilledLine && shown.probability < LEGIBLE ? SURE.illegibleLine : SURE.usual;
}

/** A scribble may be a 0 if its picture gives this much to one, and less to every other number. */
const LEAST_ZERO = 0.01;

/** Whether what looks like a scribble in a box may be a 0 with a slash through it or a circle around it, as the rest of the sheet says. */
function isScribbledZero({ place, evidence }: WeighedWays, best: WeighedWay): boolean {
  const { written } = best;
  if (evidence === null || !isScribble(evidence) || place.category === null || written.kind === "empty")
    return false;
  const zero = rawProbability(evidence, { kind: "score", value: 0 });
  return evidence.likely[0]?.text === "0" && zero >= LEAST_ZERO && isNone(written) && isBacked(best);
}

/** Whether what was read contradicts the rules or the boxes above. */
export function isMistake(
  game: Game,
  { place, slip }: Pick<WeighedWays, "place" | "slip">,
  read: { readonly written: Written },
): boolean {
  return place.category === null ? slip > 0.5 : isImpossible(game, place, read.written);
}

/**
 * Whether it makes no difference to any sum if a box holds something else than what was read: a line may be blank instead of holding what is
 * due, and no extra points are none, whether that is written or nothing.
 */
export function isHarmless({ category, line }: BoxPlace, read: Written, other: Written): boolean {
  if (line === "repeats") return isNone(read) && isNone(other);
  return category === null && read.kind !== "empty" && other.kind === "empty";
}

function isNone(written: Written): boolean {
  return written.kind === "score" ? written.value === 0 : written.kind !== "unknown";
}

function isBacked({ probability, alone }: WeighedWay): boolean {
  return probability * (1 - alone) >= BACKING * alone * (1 - probability);
}

/** Whether the rules forbid this in the box of a category, or as extra points. */
function isImpossible(game: Game, { category, line }: BoxPlace, written: Written): boolean {
  if (line === "repeats" && game.repeats !== null)
    return written.kind === "score" && written.value % game.repeats.bonus !== 0;
  const rules = category === null ? undefined : gameReference(game).categories.get(category);
  if (rules === undefined || written.kind === "unknown") return false;
  return boxFault(toBoxEntry(written), rules, false) !== null;
}

/** Merges ways to fill a box that mean the same; the more probable one represents them. */
export function mergeSameWays(game: Game, place: BoxPlace, ways: readonly WeighedWay[]): WeighedWay[] {
  const merged = new Map<string, WeighedWay>();
  for (const { written, probability, alone } of ways) {
    const key = meaningKey(game, place, written);
    const known = merged.get(key) ?? { written, probability: 0, alone: 0 };
    merged.set(key, { ...known, probability: probability + known.probability, alone: alone + known.alone });
  }
  return [...merged.values()].sort(mostProbableFirst);
}

/** A string that identifies what the content of a box means: a strike is a 0, except where dice can earn a 0 and none may be struck. */
export function meaningKey(game: Game, { category }: BoxPlace, written: Written): string {
  const key = writtenKey(written);
  const rules = gameReference(game).categories.get(category ?? "");
  return key === "strike" && !(rules?.strike === "never" && rules.legal.includes(0)) ? "0" : key;
}
