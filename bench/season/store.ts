import { parseSeasonAddress } from "../../src/cli/flags.ts";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { computeOptimalPlay } from "../../src/cli/commands/odds/need-odds.ts";
import { checkSheet } from "../../src/check/check-sheet.ts";
import { readGame } from "../../src/files/package/read-game.ts";
import { openSeason } from "../../src/files/season/season-store.ts";
import { median } from "../../src/rules/arrays.ts";
import { need } from "../../src/rules/problem/problem.ts";
import { leagueReport } from "../../src/season/league/report.ts";
import type { BestPlay } from "../../src/season/league/standings.ts";
import { type League, USUAL_LEAGUE } from "../../src/season/league/league-file.ts";
import {
  keptGame,
  type ResultToKeep,
  listPlayerResults,
  rulesHash,
  type SheetToKeep,
} from "../../src/season/sheet-to-keep.ts";
import { keepSheets } from "../../src/season/store/keep.ts";
import { vacuumChanged } from "../../src/season/store/changes.ts";
import { correctSheet, randomFrom } from "../../tests/support/sheets.ts";

// How fast a season takes in results and makes standings of them: `npm run bench:season -- --store`.

/** A season of a size. */
interface Size {
  readonly results: number;
  readonly players: number;
  readonly evenings: number;
}

const LARGE: Size = { results: 1_000_000, players: 100_000, evenings: 40 };
const SMALL: Size = { results: 40_000, players: 400, evenings: 40 };
const AT_A_TABLE = 4;
/** Sheets that are kept at once. */
const BATCH = 2_500;
/** Games that were drawn box by box; they are dealt to the players again and again. */
const DRAWN = 1_000;
const RUNS = 5;

/** A league of the kind that takes longest: of each player the best evenings. */
const BEST_OF: League = {
  ...USUAL_LEAGUE,
  points: { played: 0, win: 0, ranks: [10, 6, 4, 3], beaten: 0, total: 0 },
  of: "evenings",
  best: 8,
};

const game = need(readGame("yatzy", {}));
const random = randomFrom(2026);

const drawn: (readonly ResultToKeep[])[] = Array.from({ length: DRAWN }, () => {
  const sheet = correctSheet(game, random, { players: AT_A_TABLE, turns: null, lines: 1 });
  return listPlayerResults({ sheet, report: checkSheet(sheet) });
});

/** Sheets of a season, the same ones in every run, one after the other: they are never in memory together. */
function* sheetsOf({ results, players, evenings }: Size): Generator<SheetToKeep> {
  const kept = keptGame(game);
  for (let at = 0; at < results / AT_A_TABLE; at++) {
    const first = Math.floor(random() * players);
    const day = new Date(Date.UTC(2026, 0, 1 + 7 * (at % evenings))).toISOString().slice(0, 10);
    yield {
      ...{ source: "typed", hash: at.toString(16).padStart(64, "0"), part: 0, also: [], file: `${at}.yaml` },
      ...{ identity: null, number: 0, engine: "bench", game: kept, verdict: "correct", complete: true },
      ...{
        evening: { date: day, place: "", name: "" },
        waits: null,
        open: null,
        seats: AT_A_TABLE,
        filled: 60,
      },
      results: (drawn[at % DRAWN] ?? []).map((one, seat) => {
        // Four different players who live all over the country.
        const player = (first + seat * (1 + (at % 97))) % players;
        return { ...one, name: `Player ${player}` };
      }),
    };
  }
}

/** The median of the milliseconds that work takes. */
async function medianMs(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const from = performance.now();
    await work();
    times.push(performance.now() - from);
  }
  return median(times);
}

async function measured(
  store: string,
  url: string,
  size: Size,
  bestPlay: ReadonlyMap<string, BestPlay>,
): Promise<string> {
  const season = need(await openSeason(parseSeasonAddress(url), { isNew: true }));
  const memory: number[] = [];
  let batch: SheetToKeep[] = [];
  let ms = 0;
  const keep = async () => {
    const from = performance.now();
    await keepSheets(season.db, batch, "bench", true);
    ms += performance.now() - from;
    memory.push(process.memoryUsage().rss / 1e6);
    batch = [];
  };
  for (const sheet of sheetsOf(size)) if (batch.push(sheet) === BATCH) await keep();
  if (batch.length > 0) await keep();
  const from = performance.now();
  await vacuumChanged(season.db);
  ms += performance.now() - from;
  const tenth = Math.ceil(memory.length / 10);
  const [early, late] = [Math.max(...memory.slice(0, tenth)), Math.max(...memory.slice(-tenth))];
  const { length: players } = (await leagueReport(season.db, USUAL_LEAGUE, false)).standings;
  const sums = await medianMs(() => leagueReport(season.db, USUAL_LEAGUE, false));
  const best = await medianMs(() => leagueReport(season.db, BEST_OF, false));
  const beside = await medianMs(() => leagueReport(season.db, USUAL_LEAGUE, false, bestPlay));
  await season.close();
  const n = (value: number) => Math.round(value).toLocaleString("en").replaceAll(",", " ");
  const seconds = (value: number) => (value / 1000).toFixed(2);
  return `| ${store} | ${n(size.results)} | ${n(players)} | ${n((size.results / ms) * 1000)} | ${seconds(sums)} s | ${seconds(best)} s | ${seconds(beside)} s | ${n(early)} → ${n(late)} MB |`;
}

/** What a season of each size takes, as a table. @param url of an empty database on a server @param results in the large one */
export async function storeTable(url: string, results = LARGE.results): Promise<string> {
  const rows: string[] = [];
  const known = await computeOptimalPlay(game);
  const bestPlay = new Map(known === null ? [] : [[rulesHash(game), known]]);
  const folder = mkdtempSync(join(tmpdir(), "augenblock-season-"));
  try {
    rows.push(await measured("embedded, 10 000 sheets", join(folder, "season"), SMALL, bestPlay));
  } finally {
    rmSync(folder, { recursive: true });
  }
  const sheets = (results / AT_A_TABLE).toLocaleString("en").replaceAll(",", " ");
  rows.push(await measured(`server, ${sheets} sheets`, url, { ...LARGE, results }, bestPlay));
  const head =
    "| store | results | players | results kept per second | standings, all games | standings, best 8 game nights | all games, with `--odds` | memory, first → last tenth |\n|---|--:|--:|--:|--:|--:|--:|";
  return `${head}\n${rows.join("\n")}`;
}
