import { getElement } from "../../rules/arrays.ts";
import type { Game } from "../../rules/game/game.ts";
import { canBeNegative } from "../../rules/sums/sum-graph.ts";
import type { DigitReader } from "../digits/reader.ts";
import type { BoxPicture } from "../warp/cut-boxes.ts";
import { unsureBoxes } from "./handwriting.ts";
import { inkEvidence } from "./picture-reading.ts";
import type { SeenBox } from "./sheet-reading.ts";

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
