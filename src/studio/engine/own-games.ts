import { shippedIds } from "../../files/variants.ts";
import { child, readTree } from "../../rules/variant/tree.ts";
import { putFile } from "../shelf/file-system.ts";
import type { Kept } from "./kept.ts";

/** The folder in which they lie, and in which they find one another by their ids. */
export const OWN = "own/";

/** A game that was written here. */
export interface OwnGame {
  /** Its file, by which it is found among those of the package. */
  readonly file: string;
  /** By which another one may extend it; null if it has none, or one of the games that come along. */
  readonly id: string | null;
  readonly name: string;
}

/** All games that were written here, the latest first, each put where files are looked for; of two with the same id, the latest is found by it. */
export async function ownGames(kept: Kept): Promise<OwnGame[]> {
  const encoder = new TextEncoder();
  const taken = new Set(shippedIds());
  return (await kept.variants.all()).map(({ key, text, name }) => {
    const file = `${OWN}${key}.yaml`;
    const id = idOf(file, text);
    const isFree = id !== null && !taken.has(id);
    for (const path of [file, ...(isFree ? [`${OWN}${id}.yaml`] : [])])
      putFile(`/${path}`, encoder.encode(text));
    if (isFree) taken.add(id);
    return { file, id: isFree ? id : null, name: name === "" ? file : name };
  });
}

/** The id that a text gives itself, if it is one. */
function idOf(file: string, text: string): string | null {
  const id = child(readTree(file, text).tree, "id");
  return id?.kind === "scalar" && typeof id.value === "string" && /^[a-z][\w-]*$/.test(id.value)
    ? id.value
    : null;
}
