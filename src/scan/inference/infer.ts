import { referenceOf } from "../../check/sheet.ts";
import type { Game } from "../../rules/game/game.ts";
import type { Evidence } from "../digits/evidence.ts";
import { type Marginal, mostProbableFirst } from "./marginals.ts";
import { hasNoInk, rawProbability, rawReading } from "./picture-reading.ts";
import { marginalsOf } from "./sheet-model.ts";
import {
  type Alternative,
  boxesOf,
  type Doubt,
  EMPTY,
  keyOf,
  type ReadBox,
  type SeenBox,
  type SheetReading,
  type Written,
} from "./sheet-reading.ts";

/** From this probability on, nobody is asked. */
const SURE = 0.95;
/** The same where the picture alone favours something else. */
const SURE_AGAINST_PICTURE = 0.97;
/** The same for a corrected box. */
const SURE_OF_CORRECTED = 0.995;
/** A person is also asked where the picture alone is this sure of something else, or finds it this many times as probable. */
const CLEAR_PICTURE = 0.95;
const CONTRADICTION = 10;
const MAX_ALTERNATIVES = 5;

/**
 * Reads a sheet with the rules in mind: for each box what stands there, how sure that is, and whether a person must be asked.
 * `docs/reading.md` describes the model.
 *
 * @param boxes the boxes of all players, in any order; boxes of a column that are missing are treated as missing on the pad
 */
export function inferReading(game: Game, boxes: readonly SeenBox[]): SheetReading {
  const players = [...new Set(boxes.map(({ player }) => player))];
  const used = players.filter((player) => {
    const own = boxesOf(boxes, player);
    const seen = own.flatMap(({ evidence }) => evidence ?? []);
    return seen.length * 2 <= own.length || !seen.every(hasNoInk);
  });
  const marginals = marginalsOf(game, boxes, used, "sum-product");
  const read = boxes.map((box, at) => {
    const marginal = marginals[at];
    return marginal === undefined ? settled(box, EMPTY, 1) : readBox(game, box, marginal);
  });
  // A box that a person is asked about, such as a blot, makes nobody a player, unless there is no other ink on the whole sheet.
  const inked = read.filter(({ written }, at) =>
    written.kind === "unknown" ? boxes[at]?.evidence !== null : written.kind !== "empty",
  );
  const sure = inked.filter(({ doubt }) => doubt === null);
  const inkedPlayers = new Set((sure.length > 0 ? sure : inked).map(({ player }) => player));
  return { boxes: withJointProposals(game, boxes, read), players: [...inkedPlayers].sort((a, b) => a - b) };
}

/** Doubtful boxes propose what the most probable whole sheet holds, so that proposals fit together; the others keep their own best. */
function withJointProposals(game: Game, boxes: readonly SeenBox[], read: readonly ReadBox[]): ReadBox[] {
  const players = new Set(read.flatMap(({ doubt, player }) => (doubt === "unclear" ? player : [])));
  const wholes = marginalsOf(game, boxes, [...players], "max-product");
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

function settled(box: SeenBox, written: Written, confidence: number): ReadBox {
  const { evidence: _, ...place } = box;
  return { ...place, written, confidence, alternatives: [], doubt: null, confirmed: false };
}

function readBox(game: Game, box: SeenBox, marginal: Marginal): ReadBox {
  // A 0 means the same as a strike mark on lines, and in boxes where dice can't earn a 0.
  const isZeroStrike =
    box.category === null || !referenceOf(game).categories.get(box.category)?.legal.includes(0);
  const ways = sameMerged(marginal.ways, isZeroStrike);
  const [best] = ways;
  const { evidence } = box;
  if (best === undefined || evidence === null || evidence.kinds.scribble > 0.5) {
    // The picture says nothing; what the rest of the sheet suggests are proposals.
    const doubt = best === undefined || evidence === null ? "hidden" : "scribble";
    const alternatives = ways.slice(0, MAX_ALTERNATIVES);
    return { ...settled(box, { kind: "unknown" }, 0), alternatives, doubt };
  }
  const alternatives = ways.slice(1, MAX_ALTERNATIVES + 1);
  const doubt = doubtOf(evidence, best, isZeroStrike);
  return { ...settled(box, best.written, best.probability), alternatives, doubt };
}

function doubtOf(evidence: Evidence, best: Alternative, isZeroStrike: boolean): Doubt | null {
  if (evidence.kinds.corrected > 0.5 && best.probability < SURE_OF_CORRECTED) return "corrected";
  if (best.probability < SURE) return "unclear";
  const raw = rawReading(evidence);
  if (meaning(raw.written, isZeroStrike) === meaning(best.written, isZeroStrike)) return null;
  if (best.probability < SURE_AGAINST_PICTURE || raw.probability > CLEAR_PICTURE) return "unclear";
  return raw.probability > CONTRADICTION * rawProbability(evidence, best.written) ? "unclear" : null;
}

/** A string that identifies what the content of a box means. */
function meaning(written: Written, isZeroStrike: boolean): string {
  const key = keyOf(written);
  return isZeroStrike && key === "strike" ? "0" : key;
}

/** Merges the ways to fill a box that mean the same; the more probable one stands for both. */
function sameMerged(ways: readonly Alternative[], isZeroStrike: boolean): Alternative[] {
  const merged = new Map<string, Alternative>();
  for (const { written, probability } of ways) {
    const key = meaning(written, isZeroStrike);
    const known = merged.get(key) ?? { written, probability: 0 };
    merged.set(key, { ...known, probability: probability + known.probability });
  }
  return [...merged.values()].sort(mostProbableFirst);
}
