import { shippedPads } from "../../../src/files/pictures/store-bought-pads.ts";
import { FIRST_FOLD } from "../../photos/folds.ts";
import { openStoreBoughtSubject } from "../measure/subject.ts";
import { photoOf, THINGS } from "./things.ts";

/**
 * Reads photos of other things like store-bought pads: each must be refused or questioned.
 *
 * @param each how many photos of each thing
 * @returns a line with what came of them
 */
export async function readThings(each: number): Promise<string> {
  const subject = await openStoreBoughtSubject(FIRST_FOLD);
  const known = { pads: await shippedPads(), isGiven: false };
  const came = { refused: 0, asked: 0, blank: 0 };
  const judged: string[] = [];
  for (const thing of THINGS)
    for (let number = 0; number < each; number++) {
      const { sheets } = await subject.read(new Uint8Array(await photoOf(thing, number)), thing, known);
      const written = sheets.filter(({ reading }) => reading.players.length > 0);
      if (sheets.length === 0) came.refused++;
      else if (written.length === 0) came.blank++;
      else if (written.every(({ verdict }) => verdict === "unsure")) came.asked++;
      else judged.push(`${thing} ${number}`);
    }
  const told = judged.length === 0 ? "0" : `${judged.length} (${judged.join(", ")})`;
  return `photos of other things: ${each * THINGS.length}; refused: ${came.refused}; nothing written: ${came.blank}; asked about: ${came.asked}; told a verdict: ${told}`;
}
