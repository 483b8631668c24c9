import { getElement } from "../../rules/arrays.ts";
import type { Game } from "../../rules/game/game.ts";
import { learnHand, USUAL_HAND } from "../digits/hand.ts";
import { canBeNegative } from "../../rules/sums/sum-graph.ts";
import type { Hand, SeenDigit } from "../digits/evidence.ts";
import type { DigitReader } from "../digits/reader.ts";
import type { BoxPicture } from "../warp/cut-boxes.ts";
import type { WeighedWay } from "./marginals.ts";
import { hasNoInk, inkEvidence } from "./picture-reading.ts";
import { boxMarginals } from "./sheet-model.ts";
import { type Answers, NO_ANSWERS, type SeenBox } from "./sheet-reading.ts";

/** Numbers at least this probable are used to learn the writer's handwriting. */
const CERTAIN = 0.99;
/** Numbers less probable than this are reread more carefully, and in their writer's handwriting. */
const SURE_AT_FIRST_SIGHT = 0.9999;

/** The boxes whose picture was read and whose content is not quite sure, by index, even if they seem to hold no ink. */
export function unsureBoxes(game: Game, boxes: readonly SeenBox[]): number[] {
  const ways = likeliestWays(game, boxes, NO_ANSWERS);
  const isSure = (at: number) => (ways[at]?.probability ?? 1) >= SURE_AT_FIRST_SIGHT;
  const isRead = ({ evidence }: SeenBox) => evidence !== null && evidence.kinds.empty < 1;
  return boxes.flatMap((box, at) => (isRead(box) && !isSure(at) ? [at] : []));
}

/** Reads the boxes that are still unsure given the whole sheet more carefully. @param pictureOf the picture of a box with ink, by its index */
export async function rereadUnsureBoxes(
  game: Game,
  boxes: readonly SeenBox[],
  pictureOf: (at: number) => Pick<BoxPicture, "picture" | "isFaint">,
  digits: DigitReader,
): Promise<SeenBox[]> {
  const unsure = unsureBoxes(game, boxes);
  const looked = unsure.map(pictureOf);
  const read = await digits.readCarefully(
    looked.map(({ picture }) => picture),
    canBeNegative(game),
  );
  const again = new Map(
    unsure.map((at, place) => [at, inkEvidence(getElement(read, place), getElement(looked, place).isFaint)]),
  );
  return boxes.map((box, at) => ({ ...box, evidence: again.get(at) ?? box.evidence }));
}

/**
 * Weighs unsure boxes again, in the handwriting of their player. The handwriting is learned from the numbers that are certain, by their
 * pictures, by the rules or by a person's answer: first for the whole sheet, then for each player as a deviation from that. A box's own
 * digits are left out when it is weighed.
 */
export function adaptToHandwriting(
  game: Game,
  boxes: readonly SeenBox[],
  answers: Answers = NO_ANSWERS,
): readonly SeenBox[] {
  // Boxes that come from a report page can't be read anew.
  if (!boxes.some(({ evidence }) => evidence?.script)) return boxes;
  const ways = likeliestWays(game, boxes, answers);
  const probability = (at: number) => ways[at]?.probability ?? 1;
  const isUnsure = boxes.map(
    (box, at) => isWritten(box) && probability(at) < SURE_AT_FIRST_SIGHT && box.evidence?.script !== null,
  );
  if (!isUnsure.some(Boolean)) return boxes;
  const digits = boxes.map(({ evidence }, at) => {
    const written = ways[at]?.written;
    const isNumber =
      probability(at) >= CERTAIN && written?.kind === "score" && (evidence?.kinds.number ?? 0) > 0.5;
    return isNumber ? (evidence?.script?.digitsOf(String(written.value)) ?? []) : [];
  });
  const handOf = learnHands(boxes, digits);
  return boxes.map((box, at) => {
    const { evidence } = box;
    if (!isUnsure[at] || !evidence?.script) return box;
    return { ...box, evidence: { ...evidence, ...evidence.script.inHand(handOf(at)) } };
  });
}

/** Learns the handwriting for each box from the digits of all others. @param digits the digits of each box that is certain */
function learnHands(boxes: readonly SeenBox[], digits: readonly (readonly SeenDigit[])[]) {
  const listPlayerDigits = (player: number, left: number | null) =>
    digits.filter((_, at) => boxes[at]?.player === player && at !== left).flat();
  const sheet = learnHand(digits.flat());
  const players = listWriters(boxes);
  const hands = new Map(players.map((player) => [player, learnHand(listPlayerDigits(player, null), sheet)]));
  return (at: number): Hand => {
    const { player } = getElement(boxes, at);
    const hand = hands.get(player) ?? sheet;
    if (!digits[at]?.length) return hand;
    const others = learnHand(digits.filter((_, other) => other !== at).flat(), USUAL_HAND, sheet);
    return learnHand(listPlayerDigits(player, at), others, hand);
  };
}

function isWritten({ evidence }: SeenBox): boolean {
  return evidence !== null && !hasNoInk(evidence);
}

/** The players who may have written anything. */
function listWriters(boxes: readonly SeenBox[]): number[] {
  return [...new Set(boxes.filter(isWritten).map(({ player }) => player))];
}

/** The most probable content of each box, given its whole sheet; undefined for players who wrote nothing. */
function likeliestWays(game: Game, boxes: readonly SeenBox[], answers: Answers): (WeighedWay | undefined)[] {
  return boxMarginals(game, boxes, listWriters(boxes), answers).map((marginal) => marginal?.ways[0]);
}
