import { putFile } from "../shelf/file-system.ts";
import type { Kept } from "./kept.ts";

/** A game that was written here. */
export interface OwnGame {
  /** Its file, by which it is found among those of the package. */
  readonly file: string;
  readonly name: string;
}

/** All games that were written here, the latest first, each put where files are looked for. */
export async function ownGames(kept: Kept): Promise<OwnGame[]> {
  const encoder = new TextEncoder();
  return (await kept.variants.all()).map(({ key, text, name }) => {
    const file = `own/${key}.yaml`;
    putFile(`/${file}`, encoder.encode(text));
    return { file, name: name === "" ? file : name };
  });
}
