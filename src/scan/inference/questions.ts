import { getElement, sum } from "../../rules/arrays.ts";
import type { Game } from "../../rules/game/game.ts";
import { answer } from "./infer.ts";
import type { Judgement } from "./judge.ts";
import { type SeenBox, type SheetReading, alternativeReadings } from "./sheet-reading.ts";

/** The boxes to ask about, by index: boxes in doubt, and boxes whose misreading may explain an unsure finding. */
export function listQuestions(reading: SheetReading, { findings }: Pick<Judgement, "findings">): number[] {
  const suspects = new Set(
    findings.flatMap(({ isSure, misread }) => (isSure || misread === null ? [] : [misread.at])),
  );
  return reading.boxes.flatMap(({ doubt, confirmed }, at) =>
    !confirmed && (doubt !== null || suspects.has(at)) ? [at] : [],
  );
}

/** Only this many open questions are weighed, the least sure ones. */
const MAX_WEIGHED = 8;
/** Less probable answers are not tried out. */
const MIN_PROBABLE = 0.05;
const MAX_ANSWERS = 3;

/**
 * Chooses the question that is expected to leave the fewest others open, by trying out each probable answer. Boxes of different players
 * don't settle each other, so players are asked about one after the other.
 *
 * @param boxes the boxes as they were seen, in the order of the reading
 * @param open the boxes to choose from; see {@link listQuestions}
 * @returns the index of the box to ask about; null if no question is open
 */
export function fastestQuestion(
  game: Game,
  boxes: readonly SeenBox[],
  reading: SheetReading,
  open: readonly number[],
): number | null {
  const getPlayer = (at: number) => getElement(reading.boxes, at).player;
  const [first] = open;
  if (first === undefined) return null;
  const own = open.filter((at) => getPlayer(at) === getPlayer(first));
  if (own.length === 1) return first;
  const confidence = (at: number) => getElement(reading.boxes, at).confidence;
  const weighed = own.toSorted((a, b) => confidence(a) - confidence(b)).slice(0, MAX_WEIGHED);
  const left = weighed.map((at) => ({ at, open: expectedOpen(game, boxes, reading, at) }));
  return left.reduce((best, one) => (one.open < best.open ? one : best)).at;
}

/** The expected number of the player's boxes that stay in doubt once this one is known. */
function expectedOpen(game: Game, boxes: readonly SeenBox[], reading: SheetReading, at: number): number {
  const box = getElement(reading.boxes, at);
  const ways = alternativeReadings(box)
    .filter((way) => way.written.kind !== "unknown" && way.probability >= MIN_PROBABLE)
    .slice(0, MAX_ANSWERS);
  const countOpenBoxes = (one: SheetReading) =>
    one.boxes.filter(({ player, doubt }) => player === box.player && doubt !== null).length;
  const known = sum(ways.map(({ probability }) => probability));
  const expected = ways.map(
    (way) => way.probability * countOpenBoxes(answer(game, boxes, reading, at, way.written)),
  );
  // An unexpected answer is only known to close its own question.
  return sum(expected) + (1 - known) * (countOpenBoxes(reading) - 1);
}
