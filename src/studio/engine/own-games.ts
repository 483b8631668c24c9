import { readGame } from "../../files/package/read-game.ts";
import { DISK, findVariant, shippedIds } from "../../files/package/variants.ts";
import type { Game } from "../../rules/game/game.ts";
import { rulesText, withoutRowSums } from "../../rules/game/rows.ts";
import { type Result, success } from "../../rules/problem/problem.ts";
import type { Choices } from "../../rules/variant/options.ts";
import { readVariant, resolveVariant } from "../../rules/variant/read-variant.ts";
import { child, type MapNode, readTree } from "../../rules/variant/tree.ts";
import { putFile } from "../shelf.ts";
import type { Kept, KeptVariant } from "./kept.ts";

/** The folder of games written here, which can extend each other by id. */
const OWN = "own/";

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

/**
 * @returns gives the files that may hold a game by its id: those that were written here come before those of the same id that are shipped,
 *   and a link's come last; those begun first before others
 */
export async function gameFiles(kept: Kept): Promise<(id: string) => string[]> {
  const files = (await ownGames(kept)).map(({ file }) => file).sort();
  const read = files.map((file) => ({ file, game: readGame(file) }));
  return (id) => {
    const own = read.flatMap(({ file, game }) => (game.ok && game.value.id === id ? [file] : []));
    const received = own.findIndex((file) => file.startsWith(RECEIVED));
    return own.toSpliced(received === -1 ? own.length : received, 0, id);
  };
}

/** The name of a text without a file, which only problems of other files tell. */
export const FILE = `${OWN}game.yaml`;

/** A text to hand on: what it takes from another game that was written here goes along. */
export function portableText(text: string): Result<string> {
  const base = findBase(readTree(FILE, text).tree);
  return base?.file.startsWith(OWN) === true ? resolveVariant(FILE, text, DISK) : success(text);
}

export function findBase(own: MapNode | null) {
  const node = child(own, "extends");
  const found =
    node?.kind === "scalar" && typeof node.value === "string" ? DISK.find(node.value, FILE) : null;
  return found?.ok ? found.value : null;
}

/** The text of a game by its file, with all that it extends; undefined for shipped games. */
export function wholeText(file: string): string | undefined {
  const found = file.startsWith(OWN) || file.startsWith(RECEIVED) ? findVariant(file) : null;
  const whole = found?.ok ? resolveVariant(file, found.value.text, DISK) : null;
  return whole?.ok ? whole.value : undefined;
}

/** The same for the game of a sheet. @param listFiles see `gameFiles` */
export function findWholeText(listFiles: (id: string) => string[], game: Game): string | undefined {
  const choices = Object.fromEntries(game.options.map(({ id, chosen }) => [id, chosen]));
  const file = listFiles(game.id).find((one) => {
    const read = readGame(one, choices);
    return read.ok && hasSameRules(read.value, game);
  });
  return file && wholeText(file);
}

/** The game of a text from `wholeText`; null without a text. */
export function gameOfText(text: string | undefined, choices: Choices): Game | null {
  const read = text === undefined ? null : readVariant(FILE, text, DISK, choices);
  return read?.ok ? read.value : null;
}

/** Whether two games play the same; their words may differ. */
export function hasSameRules(one: Game, other: Game): boolean {
  return rulesText(withoutRowSums(one)) === rulesText(withoutRowSums(other));
}

/** The id in a variant's text; null if there is no valid one. */
function ownId(file: string, text: string): string | null {
  const id = child(readTree(file, text).tree, "id");
  return id?.kind === "scalar" && typeof id.value === "string" && /^[a-z][\w-]*$/.test(id.value)
    ? id.value
    : null;
}
