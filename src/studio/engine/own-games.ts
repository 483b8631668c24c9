import { readGame } from "../../files/package/read-game.ts";
import { shippedIds } from "../../files/package/variants.ts";
import { child, readTree } from "../../rules/variant/tree.ts";
import { putFile } from "../shelf.ts";
import type { Kept, KeptVariant } from "./kept.ts";

/** The folder of games written here, which can extend each other by id. */
export const OWN = "own/";

/** The folder of games from links. They are not found by id, so they can't change games that extend a game written here. */
const RECEIVED = "received/";

/** A game that was written here or came with a link. */
export interface OwnGame {
  /** The path of its file. */
  readonly file: string;
  /** The id by which others may extend it; null if it has none, if the id was taken, or if it came with a link. */
  readonly id: string | null;
  readonly name: string;
}

/**
 * All games that were written here, the latest first, then those from links; puts their files where `src/files` finds them. Of games
 * with the same id, the one begun first gets it, so that later ones don't change games that extend it.
 */
export async function ownGames(kept: Kept): Promise<OwnGame[]> {
  const [own, received] = [await kept.variants.all(), await kept.received.all()];
  const taken = new Set(shippedIds());
  const ids = new Map<string, string>();
  for (const { key, text } of own.toSorted((a, b) => Number(a.key) - Number(b.key))) {
    const id = ownId(`${OWN}${key}.yaml`, text);
    if (id === null || taken.has(id)) continue;
    taken.add(id);
    ids.set(key, id);
    putText(`${OWN}${id}.yaml`, text);
  }
  return [
    ...own.map((one) => putGame(OWN, one, ids.get(one.key) ?? null)),
    ...received.map((one) => putGame(RECEIVED, one, null)),
  ];
}

function putGame(folder: string, { key, text, name }: KeptVariant, id: string | null): OwnGame {
  const file = `${folder}${key}.yaml`;
  putText(file, text);
  return { file, id, name: name === "" ? file : name };
}

function putText(file: string, text: string): void {
  putFile(`/${file}`, new TextEncoder().encode(text));
}

/** The files of all these games by the id in the file, those begun first before others. */
export async function filesById(kept: Kept) {
  const found = { own: new Map<string, string[]>(), received: new Map<string, string[]>() };
  for (const { file } of (await ownGames(kept)).toSorted((a, b) => (a.file < b.file ? -1 : 1))) {
    const game = readGame(file);
    if (!game.ok) continue;
    const files = file.startsWith(OWN) ? found.own : found.received;
    files.set(game.value.id, [...(files.get(game.value.id) ?? []), file]);
  }
  return found;
}

/** The id in a variant's text; null if there is no valid one. */
function ownId(file: string, text: string): string | null {
  const id = child(readTree(file, text).tree, "id");
  return id?.kind === "scalar" && typeof id.value === "string" && /^[a-z][\w-]*$/.test(id.value)
    ? id.value
    : null;
}
