import { z } from "zod";
import { expectedWord, type SchemaIssue, readWithSchema } from "../../print/pad/schema-reader.ts";
import { tidyName } from "../../check/name.ts";
import { msg } from "../../rules/problem/message.ts";
import { failure, type Problem, problem, type Result, success } from "../../rules/problem/problem.ts";
import { unprintable } from "../../rules/source/text.ts";
import { blockYaml } from "../../rules/source/write-yaml.ts";
import { readYaml } from "../../rules/source/yaml.ts";
import { about } from "../../rules/variant/parts/definition.ts";

/** YAML reads words such as 2026 or true as other types. */
const words = z.union([z.string(), z.number(), z.boolean()], { error: "text" }).transform(String);
const line = words
  .transform(tidyName)
  .pipe(z.string().min(1).max(120))
  .refine((text) => unprintable(text) === null, { params: { wanted: msg`season.plain-text: plain text` } });
const worth = z.number().min(-1_000_000).max(1_000_000);

const POINTS = z.strictObject({
  played: about(worth.optional(), "For each game that was played. → 1"),
  win: about(worth.optional(), "For the first place among at least two, alone or shared. → 3"),
  ranks: about(
    z.array(worth).min(1).max(100).optional(),
    "By the rank in a game, the first one first; tied players get the same. → [10, 6, 4, 3]",
  ),
  beaten: about(worth.optional(), "For each player with a worse rank. → 1"),
  total: about(worth.optional(), "For each point of the total. → 0.01"),
});

/** Tie-breakers between players with the same points: more is better. */
const TIE_RULES = ["wins", "mean", "best", "total", "games", "evenings"] as const;

const LEAGUE = z.strictObject({
  league: about(line.optional(), "The name of the league. → Autumn at the Lion"),
  games: about(
    z.array(line).min(1).max(50).optional(),
    "The variants that count, by their ids; all by default. → [yazzo, kniffel]",
  ),
  points: about(
    POINTS.optional(),
    "What a game is worth: the sum of these parts; its total by default. → {ranks: [10, 6, 4]}",
  ),
  of: about(
    z.enum(["games", "evenings"]).optional(),
    "What is counted: single games, or all games of a game night together. → evenings",
  ),
  best: about(
    z.int().min(1).max(1000).optional(),
    "How many of them count, the best ones; all by default. → 8",
  ),
  score: about(
    z.enum(["sum", "mean"]).optional(),
    "Whether results are added up or averaged; by default added up, but averaged where low totals alone decide. → mean",
  ),
  least: about(
    z.int().min(1).max(1000).optional(),
    "Players with fewer of them are listed without a rank. → 3",
  ),
  ties: about(
    z.array(z.enum(TIE_RULES)).max(TIE_RULES.length).optional(),
    "Tie-breakers between players with the same points, in this order; after them, players share a rank. → [wins, best]",
  ),
  payout: about(
    z
      .strictObject({
        stake: about(z.number().min(0).max(1_000_000), "What each player pays for a game night. → 2"),
        shares: about(
          z.array(z.number().min(0).max(100)).min(1).max(100),
          "How the pot is shared by rank, in per cent. → [50, 30, 20]",
        ),
        currency: about(line.optional(), "The currency. → €"),
      })
      .optional(),
    "What is paid out at the end. → {stake: 2, shares: [50, 30, 20], currency: €}",
  ),
});

/** The rules by which a season's results become standings. */
export interface League {
  /** Null where it has no name. */
  readonly name: string | null;
  /** The ids of variants that count; null for all. */
  readonly games: readonly string[] | null;
  readonly points: {
    readonly played: number;
    readonly win: number;
    readonly ranks: readonly number[];
    readonly beaten: number;
    readonly total: number;
  };
  readonly of: "games" | "evenings";
  /** How many of them count; null for all. */
  readonly best: number | null;
  /** Null for the default, which depends on the games. */
  readonly score: "sum" | "mean" | null;
  readonly least: number;
  readonly ties: readonly (typeof TIE_RULES)[number][];
  readonly payout: {
    readonly stake: number;
    readonly shares: readonly number[];
    readonly currency: string;
  } | null;
}

export interface PlayedLeague extends League {
  readonly score: "sum" | "mean";
  /** Whether the lowest total wins in all games that count. */
  readonly lowestWins: boolean;
}

/** Resolves the default score: if low totals alone decide, they are averaged, so that playing less is no advantage. */
export function playedLeague(league: League, lowestWins: boolean): PlayedLeague {
  const isMean = fewestPointsWin({ points: league.points, lowestWins });
  return { ...league, lowestWins, score: league.score ?? (isMean ? "mean" : "sum") };
}

/** Whether the fewest points are the best: they are totals and nothing else, and the lowest total wins. */
export function fewestPointsWin(league: Pick<PlayedLeague, "points" | "lowestWins">): boolean {
  const { played, win, ranks, beaten, total } = league.points;
  return league.lowestWins && total > 0 && [played, win, beaten, ...ranks].every((worth) => worth === 0);
}

/** Without a league file, a win is worth a point, and ties are broken by the mean of the totals. */
export const USUAL_LEAGUE: League = {
  name: null,
  games: null,
  points: { played: 0, win: 1, ranks: [], beaten: 0, total: 0 },
  of: "games",
  best: null,
  score: null,
  least: 1,
  ties: ["mean"],
  payout: null,
};

/** Reads a league file. @returns the rules, or everything that is wrong with the file, each with its place */
export function readLeague(file: string, text: string): Result<League> {
  const read = readYaml(file, text);
  if (!read.ok) return read;
  const form = readWithSchema(LEAGUE, read.value, issueProblems, (key, [part]) => [
    msg`season.unknown-league-key: \`${key}\` is not a key of a league here`,
    KEYS_OF_PART[String(part)] ?? Object.keys(LEAGUE.shape),
  ]);
  if (!form.ok) return form;
  const shares = form.value.payout?.shares.reduce((sum, share) => sum + share, 0) ?? 0;
  // Thirds are written as 33.3 or 33.34.
  if (shares > 100.5) {
    const place = read.value.place(read.value.root);
    const come = Math.round(shares * 100) / 100;
    const message = msg`season.payout-shares-too-large: the shares of the payout come to ${come} per cent`;
    const hint = msg`season.payout-shares-hint: together they can be at most 100`;
    return failure([problem("too-much", message, { place, hint })]);
  }
  return success(parseLeague(form.value));
}

function parseLeague(written: z.output<typeof LEAGUE>): League {
  const { league = null, games = null, points, payout } = written;
  const { of = "games", best = null, score = null, least = 1, ties = USUAL_LEAGUE.ties } = written;
  const { played = 0, win = 0, ranks = [], beaten = 0, total = 0 } = points ?? { total: 1 };
  return {
    ...{ name: league, games, of, best, score, least, ties },
    points: { played, win, ranks, beaten, total },
    payout: payout === undefined ? null : { ...payout, currency: payout.currency ?? "" },
  };
}

/** A league as the text of a league file, without what is the default there. */
export function leagueText({ name, games, points, of, best, score, least, ties, payout }: League): string {
  const worth = Object.entries(points).filter(([, one]) =>
    typeof one === "number" ? one !== 0 : one.length > 0,
  );
  const { currency, ...pot } = payout ?? { currency: "" };
  const paid = payout && { ...pot, ...(currency !== "" && { currency }) };
  const all = { league: name, games, points: Object.fromEntries(worth), of, best, score, least, ties };
  const written = Object.entries({ ...all, payout: paid }).filter(([, value]) => value !== null);
  return blockYaml(Object.fromEntries(written));
}

function issueProblems(issue: SchemaIssue): Problem[] {
  const { place, path } = issue;
  const key = path.join(".");
  const hint = msg`season.league-keys-hint: docs/seasons.md lists the keys of a league`;
  const [code, message] =
    key === ""
      ? ["wrong-type", msg`season.league-not-a-map: a league is a map of \`key: …\``]
      : ["bad-value", msg`print.bad-value: \`${key}\` must be ${expectedWord(issue)}`];
  return [problem(code, message, { place, hint })];
}

const KEYS_OF_PART: Readonly<Record<string, readonly string[]>> = {
  points: Object.keys(POINTS.shape),
  payout: ["stake", "shares", "currency"],
};
