import { type Kysely, sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { playerDetails, seasonRecords } from "../../src/season/league/details.ts";
import {
  type League,
  type PlayedLeague,
  playedLeague,
  readLeague,
  USUAL_LEAGUE,
} from "../../src/season/league/league-file.ts";
import {
  eveningsPlayed,
  leagueJson,
  leagueReport,
  resolveLeague,
  standings,
} from "../../src/season/league/report.ts";
import { reportSheets, type StandingsReport } from "../../src/season/league/standings.ts";
import { meansChart } from "../../src/season/league/charts.ts";
import { leagueTable } from "../../src/season/league/league-words.ts";
import { keepSheets } from "../../src/season/store/keep.ts";
import { migrateStore } from "../../src/season/store/migrations.ts";
import { mergePlayers, undoLast } from "../../src/season/store/players.ts";
import type { Tables } from "../../src/season/store/tables.ts";
import { need } from "../../src/rules/problem/problem.ts";
import { language } from "../support/languages.ts";
import type { SheetToKeep } from "../../src/season/sheet-to-keep.ts";
import { emptySeason, madeUpSheet, takeBackGames } from "../support/seasons.ts";
import { pick, type Random, randomFrom } from "../support/sheets.ts";

let db: Kysely<Tables>;
beforeAll(async () => {
  db = await emptySeason();
  const on = (date: string) => ({ evening: { date, place: "Lion", name: "" } });
  await keepSheets(
    db,
    [
      madeUpSheet("a", { Anna: [3, 8, 12, 50], Ben: [1, 8, 12, 0], Cleo: [2, 4, 10, 50] }, on("2026-01-09")),
      madeUpSheet("b", { Anna: [1, 2, 12, 0], Ben: [4, 6, 8, 50] }, on("2026-01-09")),
      madeUpSheet("c", { Anna: [4, 4, 12, 0], Ben: [2, 6, 12, 0] }, on("2026-01-16")),
      madeUpSheet("d", { Dora: [1, 1, 1, 0] }, on("2026-01-16")),
    ],
    "Zoe",
  );
});

const NOTHING: League["points"] = { played: 0, win: 0, ranks: [], beaten: 0, total: 0 };
const USUAL = playedLeague(USUAL_LEAGUE, false);
const league = (points: Partial<League["points"]>, more: Partial<League> = {}): PlayedLeague => {
  return playedLeague({ ...USUAL_LEAGUE, ties: [], ...more, points: { ...NOTHING, ...points } }, false);
};

async function table(of: PlayedLeague) {
  return (await standings(db, of)).map(({ rank, name, points }) => [rank, name, points]);
}

describe("standings", () => {
  it("add up games, evenings, wins and totals; a shared first place is a win, a game alone is none", async () => {
    const all = new Map((await standings(db, USUAL)).map((one) => [one.name, one]));
    expect(all.get("Anna")).toMatchObject({
      games: 3,
      evenings: 2,
      wins: 2,
      total: 108,
      best: 73,
      worst: 15,
    });
    expect(all.get("Ben")).toMatchObject({ games: 3, evenings: 2, wins: 2, total: 109, best: 68, worst: 20 });
    expect(all.get("Dora")).toMatchObject({ games: 1, wins: 0, mean: 3, spread: null });
    // 73, 15 and 20: their mean is 36, and the squares of the differences add up to 2066.
    expect(all.get("Anna")?.spread).toBeCloseTo(Math.sqrt(2066 / 2), 6);
  });

  it("give points by rank, by players who were beaten, by totals and for playing", async () => {
    expect(await table(league({ ranks: [5, 3, 1] }))).toEqual([
      [1, "Anna", 13],
      [2, "Ben", 11],
      [3, "Dora", 5],
      [4, "Cleo", 3],
    ]);
    expect(await table(league({ beaten: 1 }))).toEqual([
      [1, "Anna", 2],
      [2, "Ben", 1],
      [2, "Cleo", 1],
      [4, "Dora", 0],
    ]);
    expect(await table(league({ played: 1, total: 0.5 }))).toEqual([
      [1, "Ben", 57.5],
      [2, "Anna", 57],
      [3, "Cleo", 34],
      [4, "Dora", 2.5],
    ]);
  });

  it("count the best games or evenings only, added up or averaged", async () => {
    expect(await table(league({ total: 1 }, { best: 2 }))).toMatchObject([
      [1, "Anna", 93],
      [2, "Ben", 89],
      [3, "Cleo", 66],
      [4, "Dora", 3],
    ]);
    expect(await table(league({ total: 1 }, { of: "evenings", best: 1 }))).toMatchObject([
      [1, "Ben", 89],
      [2, "Anna", 88],
      [3, "Cleo", 66],
      [4, "Dora", 3],
    ]);
    expect(await table(league({ total: 1 }, { score: "mean" }))).toMatchObject([
      [1, "Cleo", 66],
      [2, "Ben", 36.333333],
      [3, "Anna", 36],
      [4, "Dora", 3],
    ]);
  });

  it("part level players by the rules for ties, and share a rank after those", async () => {
    expect(await table(league({}))).toEqual([
      [1, "Anna", 0],
      [1, "Ben", 0],
      [1, "Cleo", 0],
      [1, "Dora", 0],
    ]);
    const ordered = await table(league({}, { ties: ["wins", "best"] }));
    expect(ordered.map(([rank, name]) => [rank, name])).toEqual([
      [1, "Anna"],
      [2, "Ben"],
      [3, "Cleo"],
      [4, "Dora"],
    ]);
  });

  it("list who has played too little without a rank, and last", async () => {
    const listed = await table(league({ total: 1 }, { of: "evenings", least: 2 }));
    expect(listed).toEqual([
      [1, "Ben", 109],
      [2, "Anna", 108],
      [null, "Cleo", 66],
      [null, "Dora", 3],
    ]);
  });

  it("pay the pot out by rank; level players share what their ranks get", async () => {
    const payout = { stake: 2, shares: [50, 30, 20], currency: "€" };
    const paid = async (of: PlayedLeague) =>
      (await standings(db, of)).map(({ name, payout: gets }) => [name, gets]);
    // Six evenings of players: the pot is 12.
    expect(await paid(league({ total: 1 }, { payout }))).toEqual([
      ["Ben", 6],
      ["Anna", 3.6],
      ["Cleo", 2.4],
      ["Dora", 0],
    ]);
    expect(await paid(league({ win: 1 }, { payout }))).toEqual([
      ["Anna", 4.8],
      ["Ben", 4.8],
      ["Cleo", 1.2],
      ["Dora", 1.2],
    ]);
  });

  it("leave out games of other variants", async () => {
    expect(await standings(db, league({ win: 1 }, { games: ["yazzo"] }))).toEqual([]);
    expect(await standings(db, league({ win: 1 }, { games: ["four-boxes"] }))).toHaveLength(4);
  });

  it("come with the evenings and as JSON in a stable shape", async () => {
    expect(await eveningsPlayed(db, USUAL)).toMatchObject([
      { date: "2026-01-09", place: "Lion", games: 2 },
      { date: "2026-01-16", place: "Lion", games: 2 },
    ]);
    const json = leagueJson(await leagueReport(db, USUAL_LEAGUE, false)) as {
      players: object[];
      evenings: object[];
    };
    expect(Object.keys(json)).toEqual(["players", "evenings", "waiting"]);
    expect(json.players.find((one) => "name" in one && one.name === "Cleo")).toMatchObject({
      ...{ name: "Cleo", games: 1, evenings: 1, wins: 0, total: 66, mean: 66, best: 66, points: 0 },
    });
    expect(json.evenings[0]).toMatchObject({ date: "2026-01-09", place: "Lion", games: 2 });
  });
});

describe("what is told of players", () => {
  it("has a curve, the boxes that stand out, and rivals", async () => {
    const all = await standings(db, USUAL);
    const anna = all.find(({ name }) => name === "Anna");
    const [details] = await playerDetails(db, USUAL, [anna?.player ?? 0]);
    expect(details?.curve.map(({ games, mean, points }) => [games, mean, points])).toEqual([
      [2, 44, 1],
      [1, 20, 1],
    ]);
    // Anna has 8, 2 and 4 in twos; all have 8, 8, 4, 2, 6, 4, 6 and 1 there.
    expect(details?.bestBox).toMatchObject({ box: { category: "pair" }, mean: 12 });
    expect(details?.worstBox).toMatchObject({ box: { category: "yatzy" } });
    expect(details?.rivals).toMatchObject([
      { name: "Ben", games: 3, ahead: 1, behind: 1 },
      { name: "Cleo", games: 1, ahead: 1, behind: 0 },
    ]);
  });

  it("has records", async () => {
    const told = (await seasonRecords(db, USUAL)).map(({ kind, name, value }) => [kind, name, value]);
    expect(told).toEqual([
      ["highest", "Anna", 73],
      ["lowest", "Dora", 3],
      ["closest", "Anna", 7],
      ["clearest", "Ben", 53],
      ["evening", "Anna", 1],
    ]);
  });
});

describe("a store whose players got together", () => {
  it("takes two names of a person for one, on one evening too, and the sheets of a store of before for theirs", async () => {
    const store = await emptySeason();
    const on = { evening: { date: "2026-02-06", place: "Lion", name: "" } };
    await keepSheets(
      store,
      [
        madeUpSheet("a", { Anna: [3, 8, 12, 50], Ben: [1, 8, 12, 0] }, on),
        madeUpSheet("b", { Ann: [1, 2, 12, 0], Ben: [4, 6, 8, 50] }, on),
      ],
      "Zoe",
    );
    const anna = async (of: PlayedLeague) =>
      (await standings(store, of)).filter(({ name }) => name !== "Ben");
    expect((await mergePlayers(store, "Ann", "Anna", "Zoe")).ok).toBe(true);
    const merged = [{ name: "Anna", games: 2, evenings: 1, total: 88, points: 88 }];
    expect(await anna(league({ total: 1 }, { of: "evenings", best: 1 }))).toMatchObject(merged);
    // As the first version of the tables had it.
    await takeBackGames(store);
    await sql`delete from kysely_migration where name >= '002'`.execute(store);
    await sql`alter table results drop column player_id cascade, drop column strikes cascade`.execute(store);
    await sql`alter table aliases drop constraint aliases_id_player_id_key`.execute(store);
    await sql`alter table results add constraint results_alias_id_fkey foreign key (alias_id) references aliases`.execute(
      store,
    );
    await sql`drop statistics if exists evenings_of_players`.execute(store);
    expect((await migrateStore(store, false)).ok).toBe(true);
    expect(await anna(league({ total: 1 }, { of: "evenings", best: 1 }))).toMatchObject(merged);
    expect((await undoLast(store, "Zoe")).ok).toBe(true);
    expect(await anna(league({ total: 1 }, { score: "mean" }))).toMatchObject([
      { name: "Anna", games: 1, evenings: 1, points: 73 },
      { name: "Ann", games: 1, evenings: 1, points: 15 },
    ]);
  });
});

describe("a league of a game that the lowest total wins", () => {
  /** The standings by what a file says: rank, name and points. */
  async function ranked(text: string | null): Promise<unknown[]> {
    const store = lowest ?? (await emptySeason());
    const rules = text === null ? USUAL_LEAGUE : readLeague("league.yaml", text);
    const read = "ok" in rules ? rules.ok && rules.value : rules;
    if (read === false) throw new Error("the file is a league");
    const all = await standings(store, await resolveLeague(store, read));
    return all.map(({ rank, name, points }) => [rank, name, points]);
  }
  let lowest: Kysely<Tables> | null = null;
  beforeAll(async () => {
    lowest = await emptySeason();
    const sheets = [
      madeUpSheet("a", { Anna: [5, 5, 5, 5], Ben: [9, 9, 9, 9], Cem: [6, 6, 6, 6] }),
      madeUpSheet("b", { Ben: [2, 2, 2, 2], Anna: [4, 4, 4, 4] }),
    ].map((sheet) => ({
      ...sheet,
      game: { ...sheet.game, lowestWins: true },
      results: sheet.results.map((one) => {
        const rank = 1 + sheet.results.filter(({ total }) => total < one.total).length;
        const beaten = sheet.results.filter(({ total }) => total > one.total).length;
        return { ...one, rank, beaten, decides: -one.total };
      }),
    }));
    await keepSheets(lowest, sheets, "Zoe");
  });

  it("ranks by the lower mean who has won as often", async () => {
    // Anna: 20 and 16, and a win. Ben: 36 and 8, and a win. Cem: 24.
    expect(await ranked(null)).toEqual([
      [1, "Anna", 1],
      [2, "Ben", 1],
      [3, "Cem", 0],
    ]);
  });

  it.each([
    ["means where nothing is said of points", "league: Low", ["Anna", "Ben", "Cem"], [18, 22, 24]],
    ["sums if that is said", "score: sum", ["Cem", "Anna", "Ben"], [24, 36, 44]],
    ["the best games", "best: 1", ["Ben", "Anna", "Cem"], [8, 16, 24]],
    ["the lower best total", "{points: {win: 1}, ties: [best]}", ["Ben", "Anna", "Cem"], [1, 1, 0]],
    ["the lower sum", "{points: {win: 1}, ties: [total]}", ["Anna", "Ben", "Cem"], [1, 1, 0]],
    ["totals taken off", "points: {win: 20, total: 0.5}", ["Anna", "Ben", "Cem"], [2, -2, -12]],
    [
      "totals that are minus points",
      "{points: {total: -1}, score: mean}",
      ["Anna", "Ben", "Cem"],
      [-18, -22, -24],
    ],
  ] as const)("ranks by %s", async (_, file, names, points) => {
    expect(await ranked(file)).toEqual(names.map((name, at) => [at + 1, name, points[at]]));
  });

  it("takes the lowest total for the best", async () => {
    if (lowest === null) throw new Error("there is a store");
    const report = await leagueReport(lowest, USUAL_LEAGUE, true);
    expect(report.standings.map(({ name, best, worst }) => [name, best, worst])).toEqual([
      ["Anna", 16, 20],
      ["Ben", 8, 36],
      ["Cem", 24, 24],
    ]);
    const { head, rows } = leagueTable(report, language("en"));
    expect(head.slice(-4, -1)).toEqual(["Lowest", "Highest", "Bonus"]);
    expect(rows[1]?.slice(-4, -2)).toEqual(["8", "36"]);
    const alternative = meansChart(report, language("en"))?.parts.flatMap(
      ({ alternative }) => alternative ?? [],
    );
    expect(alternative?.[1]).toContain("from 8 to 36");
  });
});

describe("a league file", () => {
  it("has each key once", () => {
    const read = readLeague("league.yaml", "league: A\npoints: {win: 1, win: 2}\nleague: B\n");
    const told = read.ok ? [] : read.problems.map(({ code, place }) => [code, place?.line, place?.col]);
    expect(told).toEqual([
      ["duplicate-key", 2, 18],
      ["duplicate-key", 3, 1],
    ]);
  });

  it("tells all that is wrong at once, each with its place", () => {
    const text =
      "points: {rank: [1]}\nbest: 0\nof: weeks\nties: [luck]\npayout: {stake: 1, shares: [a]}\nwins: 3\n";
    const read = readLeague("league.yaml", text);
    expect(read.ok).toBe(false);
    const told = read.ok ? [] : read.problems.map(({ code, message, place }) => [place?.line, code, message]);
    expect(told.sort()).toEqual([
      [1, "unknown-key", "`rank` is not a key of a league here"],
      [2, "bad-value", "`best` must be at least 1"],
      [3, "bad-value", "`of` must be one of games, evenings"],
      [4, "bad-value", "`ties.0` must be one of wins, mean, best, total, games, evenings"],
      [5, "bad-value", "`payout.shares.0` must be a number"],
      [6, "unknown-key", "`wins` is not a key of a league here"],
    ]);
  });

  it("may not pay out more than there is", () => {
    const read = readLeague("league.yaml", "payout: {stake: 1, shares: [60, 60]}\n");
    expect(read.ok || read.problems[0]?.message).toBe("the shares of the payout come to 120 per cent");
  });

  it("is not needed", () => {
    expect(readLeague("league.yaml", "{}")).toMatchObject({
      ok: true,
      value: { points: { total: 1 }, of: "games" },
    });
  });
});

/** Sheets of two games, one of which the lowest total wins, with leavers, strikes, and sheets that don't count yet. */
function randomSeason(random: Random): SheetToKeep[] {
  const names = ["Anna", "Ben", "Cem", "Dora", "Eda"];
  return Array.from({ length: 16 }, (_, at) => {
    const lowestWins = random() < 0.4;
    const players = names.filter(() => random() < 0.4);
    const seats = random() < 0.4 || players.length === 0 ? [pick(names, random)] : players;
    const scores = Object.fromEntries(
      seats.map((name) => [name, [1, 2, 3, 4].map(() => Math.floor(random() * 12))]),
    );
    const date = pick(["", "2026-01-09", "2026-01-16", "2026-02-06"], random);
    const sheet = madeUpSheet(`${at}`, scores, {
      evening: { date, place: pick(["", "Lion"], random), name: "" },
      number: pick([0, 0, 7, 41], random),
      complete: random() < 0.85,
    });
    const isAhead = (a: number, b: number) => (lowestWins ? a < b : a > b);
    const results = sheet.results.map((one) => ({
      ...one,
      rank: 1 + sheet.results.filter(({ total }) => isAhead(total, one.total)).length,
      beaten: sheet.results.filter(({ total }) => isAhead(one.total, total)).length,
      decides: lowestWins ? -one.total : one.total,
      leftEarly: random() < 0.1,
      struck: random() < 0.3 ? [0, 2] : [],
      bonuses: Number(random() < 0.5),
    }));
    const lowGame = lowestWins ? { rules: "fedcba9876543210", variant: "four-low" } : {};
    const waits = random() < 0.1 ? ("names" as const) : null;
    const game = { ...sheet.game, ...lowGame, lowestWins };
    return { ...sheet, game, waits, results: waits === null ? results : [] };
  });
}

/** A report as it reads the same from tables and from a list: without ids, and without the last bits of sums. */
function withoutIds({ league, waiting, standings, evenings, records }: StandingsReport): unknown {
  const plain = {
    ...{ league, waiting, records },
    standings: standings.map(({ player: _, ...one }) => one),
    evenings: evenings.map(({ id: _, ...one }) => one),
  };
  return JSON.parse(JSON.stringify(plain), (_, value) =>
    typeof value === "number" ? Math.round(value * 1e6) / 1e6 : value,
  );
}

describe("the standings of sheets that are in no store", () => {
  const LEAGUES = [
    "{}",
    "{points: {win: 1}, ties: [mean]}",
    "{points: {ranks: [5, 3, 1], beaten: 0.3, played: 1}, best: 2, ties: [wins, best], least: 2}",
    "{points: {total: 0.1, win: 2}, of: evenings, best: 1, payout: {stake: 2, shares: [50, 30, 20]}}",
    "{games: [four-low], points: {total: 1}, of: evenings, ties: [total]}",
    "{games: [four-low], best: 2, score: sum}",
    "{of: evenings, score: mean, least: 2, ties: [games, evenings]}",
    "{games: [four-boxes], points: {win: 3}, payout: {stake: 1, shares: [33.4, 33.3, 33.3]}}",
    "{games: [nothing]}",
  ].map((text) => need(readLeague("league.yaml", text)));

  it.each([1, 2, 3])("are those of a store, by every rule of leagues (%i)", async (seed) => {
    const sheets = randomSeason(randomFrom(seed));
    const store = await emptySeason();
    await keepSheets(store, sheets, "Zoe", true);
    expect((await leagueReport(store, USUAL_LEAGUE, true)).records.length).toBeGreaterThan(8);
    for (const rules of LEAGUES) {
      const kept = await leagueReport(store, rules, true);
      expect(withoutIds(reportSheets(sheets, rules))).toEqual(withoutIds(kept));
    }
  });

  it("say by how many victory points a game was won, and nothing of one that was won at once", async () => {
    const sheets = ["a", "b"].map((name) => madeUpSheet(name, { Anna: [1], Ben: [30] }));
    const decided = sheets.map((sheet, at) => {
      const results = sheet.results.map((one, seat) => {
        return {
          ...one,
          rank: seat + 1,
          decides: at === 0 ? 7 - 3 * seat : one.total,
          wonAtOnce: at + seat === 1,
        };
      });
      return { ...sheet, results };
    });
    const store = await emptySeason();
    await keepSheets(store, decided, "Zoe");
    const kept = await leagueReport(store, USUAL_LEAGUE, true);
    for (const { records } of [reportSheets(decided, USUAL_LEAGUE), kept]) {
      const leads = records.filter(({ kind }) => kind === "closest" || kind === "clearest");
      expect(leads.map(({ name, value }) => [name, value])).toEqual([
        ["Anna", 3],
        ["Anna", 3],
      ]);
    }
  });

  it("rank by points that differ in thousandths, and pay no more than the pot", () => {
    const sheet = madeUpSheet("a", { Anna: [1], Ben: [3], Cem: [9] });
    const rules = "{points: {total: 0.001}, ties: [], payout: {stake: 1000, shares: [33.34, 33.34, 33.34]}}";
    const { standings } = reportSheets([sheet], need(readLeague("league.yaml", rules)));
    expect(standings.map(({ rank, name, payout }) => [rank, name, payout])).toEqual([
      [1, "Cem", 1000],
      [2, "Ben", 1000],
      [3, "Anna", 1000],
    ]);
  });

  it("say who won closest and clearest where the lowest total wins", () => {
    const sheet = madeUpSheet("a", { Anna: [1], Ben: [3], Cem: [9] });
    const results = sheet.results.map((one, at) => ({ ...one, rank: at + 1, decides: -one.total }));
    const low = { ...sheet, game: { ...sheet.game, lowestWins: true }, results };
    const { records } = reportSheets([low], USUAL_LEAGUE);
    const leads = records.filter(({ kind }) => kind === "closest" || kind === "clearest");
    expect(leads.map(({ name, value }) => [name, value])).toEqual([
      ["Anna", 2],
      ["Anna", 2],
    ]);
  });
});
