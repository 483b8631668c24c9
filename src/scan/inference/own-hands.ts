import type { Game } from "../../rules/game/game.ts";
import { learnHand } from "../digits/hand.ts";
import { hasNoInk } from "./picture-reading.ts";
import { marginalsOf } from "./sheet-model.ts";
import type { SeenBox } from "./sheet-reading.ts";

/** From this probability on, a number tells how its writer writes; below, it is read anew in that hand. */
const CERTAIN = 0.99;

/**
 * The boxes of a sheet, with what is not certain weighed anew for the hand that wrote it. Most numbers are certain, by their pictures or
 * by the rules, and show how the writer's digits look. First the whole sheet is taken for one hand; each player's own then differs from that.
 */
export function inOwnHands(game: Game, boxes: readonly SeenBox[]): readonly SeenBox[] {
  const isWritten = ({ evidence }: SeenBox) => evidence !== null && !hasNoInk(evidence);
  const players = [...new Set(boxes.filter(isWritten).map(({ player }) => player))];
  const marginals = marginalsOf(game, boxes, players, new Map());
  const isCertain = boxes.map((_, at) => (marginals[at]?.ways[0]?.probability ?? 1) >= CERTAIN);
  if (boxes.every((box, at) => isCertain[at] || !isWritten(box))) return boxes;
  const digits = boxes.map(({ evidence }, at) => {
    const written = marginals[at]?.ways[0]?.written;
    const isNumber = isCertain[at] && written?.kind === "score" && (evidence?.kinds.number ?? 0) > 0.5;
    return isNumber ? (evidence?.script?.digitsOf(String(written.value)) ?? []) : [];
  });
  const sheet = learnHand(digits.flat());
  const hands = new Map(
    players.map((player) => {
      const own = digits.filter((_, at) => boxes[at]?.player === player);
      return [player, learnHand(own.flat(), sheet)];
    }),
  );
  return boxes.map((box, at) => {
    const hand = hands.get(box.player);
    const { evidence } = box;
    if (isCertain[at] || hand === undefined || !evidence?.script) return box;
    return { ...box, evidence: { ...evidence, ...evidence.script.inHand(hand) } };
  });
}
