import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Game } from "../../src/rules/game/game.ts";
import { success, showProblems } from "../../src/rules/problem/problem.ts";
import type { VariantFiles } from "../../src/rules/variant/bases.ts";
import {
  type OptionCombinations,
  readOptionCombinations,
  readVariant,
} from "../../src/rules/variant/read-variant.ts";
import { someOf } from "./cases.ts";
import { good } from "./results.ts";

const SHIPPED_FOLDER = join(dirname(fileURLToPath(import.meta.url)), "..", "..", "variants");

/** The games that the documents describe; the tests hold them to what the documents say. */
export const DOCUMENTED: readonly string[] = [
  "doppel-yatzy",
  "yatzy",
  "yatzy-deluxe",
  "edencity-yatzy",
  "yazzo",
  "yahtzee-block",
];

/** Nearer members of the family; `tests/family/` and the facts of rule sheets hold them to what their sources say. */
const FAMILY_GAMES: readonly string[] = [
  "kniffel",
  "yahtzee",
  "forced-yatzy",
  "maxi-yatzy",
  "kismet",
  "generala",
  "yacht",
  "crag",
  "kniffel-extreme",
];

/** Members with sheets of many columns, hands, or another way to win; held to their sources in the same places. */
const FURTHER_GAMES: readonly string[] = [
  "triple-yahtzee",
  "yamb",
  "yam",
  "balut",
  "escalero",
  "double-cameroon",
];

/** The ids of the games that come with the program. */
export const SHIPPED: readonly string[] = [...DOCUMENTED, ...FAMILY_GAMES, ...FURTHER_GAMES];

/** The games that a run tries where each takes long: those that the documents describe, and one of three others, or all. */
export const TRIED: readonly string[] = [...DOCUMENTED, ...someOf(SHIPPED.slice(DOCUMENTED.length), 3)];

/** Every variant file that comes with the program, bases included. */
export const SHIPPED_FILES: readonly string[] = readdirSync(SHIPPED_FOLDER).filter((f) =>
  f.endsWith(".yaml"),
);

/** The text of a shipped variant. */
export function shippedText(id: string): string {
  return readFileSync(join(SHIPPED_FOLDER, `${id}.yaml`), "utf8");
}

/** The shipped variants on disk. */
export const shippedFiles: VariantFiles = {
  find: (id) =>
    existsSync(join(SHIPPED_FOLDER, `${id}.yaml`))
      ? success({ file: `${id}.yaml`, text: shippedText(id) })
      : null,
  ids: () => SHIPPED_FILES.map((file) => file.slice(0, -".yaml".length)),
};

const read = new Map<string, Game>();
const resolved = new Map<string, OptionCombinations>();

/** A shipped game under the given choices, read once; the test stops with its problems if there are any. */
export function shippedGame(id: string, choices: Record<string, string> = {}): Game {
  const key = JSON.stringify([id, choices]);
  const game = read.get(key) ?? played(id, choices) ?? gameFrom(shippedText(id), choices, `${id}.yaml`);
  read.set(key, game);
  return game;
}

/** The file is read once for all choices; null where they make no game. */
function played(id: string, choices: Record<string, string>): Game | null {
  if (Object.keys(choices).length === 0) return null;
  const known = resolved.get(id) ?? good(readOptionCombinations(`${id}.yaml`, shippedText(id), shippedFiles));
  resolved.set(id, known);
  return known.play(choices);
}

/** A game from a variant's text, which may extend shipped ones. */
export function gameFrom(text: string, choices: Record<string, string> = {}, file = "test.yaml"): Game {
  const game = readVariant(file, text, shippedFiles, choices);
  if (!game.ok) throw new Error(showProblems(game.problems));
  return game.value;
}
