import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Model } from "../../src/odds/model.ts";
import { oddsCost } from "../../src/odds/odds.ts";
import type { SharesByCategory } from "../../src/odds/casual-play.ts";
import { DOCUMENTED, shippedGame } from "../../tests/support/games.ts";
import type { PhotoScore } from "./measure/compare.ts";
import { markdown } from "./measure/markdown.ts";
import { handTallies, type Tally, tally } from "./measure/tally.ts";
import { keep } from "./print.ts";
import { bestShares, cardShares } from "./sheets/players.ts";

/** What someone may take for probable who does not know how a sheet was filled: what the program takes, each score as probable as the other, or optimal play. */
export const EXPECTATIONS = ["simulated", "even", "best"] as const;
export type Expectation = (typeof EXPECTATIONS)[number];

/** Those who play by a card, and as well as can be; shares of both are kept in files. */
type Players = "card" | "best";

/** The games of the bench that are solved exactly. */
export const SOLVED_GAMES: readonly string[] = DOCUMENTED.filter(
  (id) => oddsCost(shippedGame(id)).kind === "exact",
);

/** By game the shares of scores, as a file keeps them. */
type Kept = Readonly<
  Record<string, readonly (readonly [category: string, struck: number, scores: [number, number][]])[]>
>;

/** The file with the shares of players in all solved games; it is made where it is missing, which takes a minute. */
export function playersFile(folder: string, players: Players): string {
  const file = join(folder, `players-${players}.json`);
  if (existsSync(file)) return file;
  const sharesOf = { card: cardShares, best: bestShares }[players];
  const kept: Kept = Object.fromEntries(
    SOLVED_GAMES.map((id) => {
      const shares = sharesOf(new Model(shippedGame(id)));
      return [id, [...shares].map(([category, { struck, scores }]) => [category, struck, [...scores]])];
    }),
  );
  keep(file, JSON.stringify(kept));
  return file;
}

/** The file with what the reader is to expect; null for what the program itself does. */
export function expectationFile(folder: string, expectation: Expectation): string | null {
  switch (expectation) {
    case "simulated":
      return null;
    case "even": {
      const file = join(folder, "players-even.json");
      keep(file, JSON.stringify(Object.fromEntries(SOLVED_GAMES.map((id) => [id, []]))));
      return file;
    }
    case "best":
      return playersFile(folder, "best");
    default:
      return expectation satisfies never;
  }
}

/** What such a file says, by game. */
export function readShares(file: string): ReadonlyMap<string, SharesByCategory> {
  const kept = JSON.parse(readFileSync(file, "utf8")) as Kept;
  return new Map(
    Object.entries(kept).map(([id, shares]) => [
      id,
      new Map(shares.map(([category, struck, scores]) => [category, { struck, scores: new Map(scores) }])),
    ]),
  );
}

/** What came of the same photos under each expectation. */
export type ScoresByExpectation = ReadonlyMap<Expectation, readonly PhotoScore[]>;

const NAMES = {
  simulated: "simulated players",
  even: "each score alike",
  best: "optimal play",
} as const satisfies Record<Expectation, string>;

/** Questions and errors under each expectation, by game and by hand. @param gameOf the game on a photo, by its number */
export function expectationTables(scores: ScoresByExpectation, gameOf: (photo: number) => string): string {
  const all = [...scores];
  const games = SOLVED_GAMES.map((id): Group => [id, ({ photo }) => gameOf(photo) === id]);
  const groups: readonly Group[] = [...games, ["all", () => true]];
  const byGame = groups.map(([name, isMeant]) => {
    const counts = all.map(([, photos]) => tally(name, photos.filter(isMeant)));
    return [name, String(counts[0]?.found ?? 0), ...counts.flatMap(cells)];
  });
  const head = all.flatMap(([name]) => [`${NAMES[name]}: asked`, "… at once", "… wrong"]);
  const hands = all.map(([, photos]) => new Map(handTallies(photos).map((one) => [one.writer, one])));
  const byHand = [...(hands[0]?.keys() ?? [])].map((writer) => [
    String(writer),
    String(hands[0]?.get(writer)?.boxes ?? 0),
    ...hands.flatMap((one) => [String(one.get(writer)?.asked ?? 0), String(one.get(writer)?.wrong ?? 0)]),
  ]);
  const handHead = all.flatMap(([name]) => [`${NAMES[name]}: asked`, "… wrong"]);
  return [
    markdown([["game", "sheets", ...head], ...byGame]),
    markdown([["written by", "inked boxes", ...handHead], ...byHand]),
  ].join("\n\n");
}

type Group = readonly [name: string, isMeant: (score: PhotoScore) => boolean];

/** Boxes that are asked; sheets called correct at once, of those that are; boxes silently wrong, with sheets wrongly called correct. */
function cells({ asked, calledCorrect, correct, wrong, wronglyCorrect }: Tally): string[] {
  const errors = wronglyCorrect === 0 ? String(wrong) : `${wrong} and ${wronglyCorrect} sheets`;
  return [String(asked), `${calledCorrect} of ${correct}`, errors];
}
