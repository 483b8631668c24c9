import { readFileSync } from "node:fs";
import { DISK } from "../../src/files/package/variants.ts";
import { IntervalWork } from "../../src/odds/interval/interval.ts";
import { Model } from "../../src/odds/model.ts";
import { bestMean, computeOdds } from "../../src/odds/odds.ts";
import { computeStrategy } from "../../src/odds/strategy/strategy.ts";
import type { Game } from "../../src/rules/game/game.ts";
import { need } from "../../src/rules/problem/problem.ts";
import { readVariant } from "../../src/rules/variant/read-variant.ts";
import { count, readFlags } from "../flags.ts";
import { knownRows, writeFigures } from "../write-figures.ts";
import { simulatedGames } from "./simulated-games.ts";

/** A game whose best expected total is known, as the text of a variant that says how it differs from a shipped one. */
interface KnownGame {
  readonly name: string;
  readonly extends: string;
  readonly rules: string;
  readonly known: number | null;
  /** Minutes of work, and hundreds of megabytes: only with `--all`. */
  readonly isLong?: boolean;
}

const LATE_JOKER =
  "repeats: {joker: {if: {box: filled, own_number: filled}, upper: none, upper_first: false, lower: any, lower_value: as_if_matched}}";
const STRICT_HOUSE =
  "categories: {two_pairs: {pattern: {groups: [2, 2], distinct: false}}, full_house: {pattern: {groups: [3, 2], distinct: true}}}";
const STRICT =
  "categories: {two_pairs: {pattern: {groups: [2, 2], distinct: true}}, full_house: {pattern: {groups: [3, 2], distinct: true}}}";

const GAMES: readonly KnownGame[] = [
  { name: "Yahtzee without extras", extends: "edencity-yatzy", rules: "", known: 245.870775 },
  { name: "Yahtzee, forced joker", extends: "yahtzee", rules: "", known: 254.587729 },
  { name: "Yahtzee, free joker", extends: "yahtzee", rules: LATE_JOKER, known: 254.589609 },
  { name: "Yahtzee without joker", extends: "yahtzee", rules: "repeats: {joker: none}", known: 253.970241 },
  { name: "Yatzy, strict", extends: "yatzy", rules: STRICT, known: 248.439989 },
  { name: "Yatzy, four alike also as two pairs", extends: "yatzy", rules: STRICT_HOUSE, known: 248.644059 },
  {
    name: "Yatzy, strict, bonus of 35",
    extends: "yatzy",
    rules: `${STRICT}\nsections: {upper: {tiers: [{from: 63, add: 35}]}}`,
    known: 235.154867,
  },
  { name: "Yatzy, top down", extends: "forced-yatzy", rules: "", known: 122.558527 },
  { name: "Yatzy-Deluxe (six dice)", extends: "yatzy-deluxe", rules: "", known: null },
  {
    name: "Maxi Yatzy without saved throws",
    extends: "maxi-yatzy",
    rules: "turn: {bank_unused_rolls: false}",
    known: 394.557507,
    isLong: true,
  },
];

function gameOf({ extends: base, rules }: KnownGame): Game {
  const text = `id: bench\nextends: ${base}\nname: {de: Probe, en: Bench}\n${rules}\n`;
  return need(readVariant("bench.yaml", text, DISK));
}

/** What some work finds, and the processor time that it takes. */
function timed<T>(work: () => T): { readonly found: T; readonly seconds: string } {
  const start = process.cpuUsage();
  const found = work();
  const { user, system } = process.cpuUsage(start);
  return { found, seconds: `${((user + system) / 1e6).toFixed(1)} s` };
}

/** Solves games whose worth is known and prints a row for each; processor time, for other programs may run at the same time. */
function bench(all: boolean, write: boolean): void {
  const games = GAMES.filter(({ isLong }) => all || isLong !== true);
  const rows = games.map((one) => {
    const model = new Model(gameOf(one));
    const { found: mean, seconds } = timed(() => bestMean(model));
    const rest = one.isLong === true ? "–" : timed(() => computeOdds(model)).seconds;
    const megabytes = Math.round(process.memoryUsage().rss / 1e6);
    const known = one.known?.toFixed(6) ?? "–";
    if (one.known !== null && Math.abs(one.known - mean) > 1e-6) process.exitCode = 1;
    return `| ${one.name} | ${mean.toFixed(6)} | ${known} | ${model.layout.states} | ${seconds} | ${rest} | ${megabytes} MB |`;
  });
  const table = [
    "| game | here | known | states | best total alone | all odds | memory |",
    "|---|--:|--:|--:|--:|--:|--:|",
    ...rows,
  ];
  console.log(table.join("\n"));
  if (write) writeFigures("bench:odds", table.join("\n"), "odds.md");
}

/** Games that are not solved exactly. */
const WITH_INTERVALS = [
  "yazzo",
  "yam",
  "yamb",
  "triple-yahtzee",
  "kniffel-extreme",
  "maxi-yatzy",
  "doppel-yatzy",
];

/** Works out intervals of games that can't be solved and prints a row for each: of all, or of those that are named after the flag. */
function benchIntervals(ids: readonly string[], write: boolean): void {
  const named = WITH_INTERVALS.filter((id) => ids.includes(id));
  const known = knownRows("bench:odds-intervals", "odds.md");
  const rows = WITH_INTERVALS.map((id) =>
    named.length === 0 || named.includes(id)
      ? intervalRow(id)
      : (known.find((row) => row.startsWith(`| ${id} |`)) ?? `| ${id} |`),
  );
  const head = ["| game | at least | at most | gap | states | processor time |", "|---|--:|--:|--:|--:|--:|"];
  const table = [...head, ...rows].join("\n");
  console.log(table);
  if (write) writeFigures("bench:odds-intervals", table, "odds.md");
}

function intervalRow(id: string): string {
  const start = process.cpuUsage();
  const text = `id: bench\nextends: ${id}\nname: {de: Probe, en: Bench}\n`;
  const work = new IntervalWork(need(readVariant("bench.yaml", text, DISK)));
  const { low, high, played } = work.find();
  const { user, system } = process.cpuUsage(start);
  const gap = `${(((high - low) / high) * 100).toFixed(1)} %`;
  const seconds = `${((user + system) / 1e6).toFixed(0)} s`;
  return `| ${[id, low.toFixed(1), high.toFixed(1), gap, played.states, seconds].join(" | ")} |`;
}

/** Games whose cards are made. */
const WITH_CARDS = [
  "crag",
  "yacht",
  "generala",
  "edencity-yatzy",
  "yahtzee",
  "kniffel",
  "yatzy",
  "yatzy-deluxe",
  "balut",
];

/** Makes strategy cards and prints what each is worth. */
function benchCards(write: boolean): void {
  const rows = WITH_CARDS.map((id) => {
    const start = process.cpuUsage();
    const text = `id: bench\nextends: ${id}\nname: {de: Probe, en: Bench}\n`;
    const { mean, best, card } = computeStrategy(new Model(need(readVariant("bench.yaml", text, DISK))));
    const { user, system } = process.cpuUsage(start);
    const lines = [...card.holds.flatMap((list) => list.lines), ...card.writes].length;
    const share = `${(((best - mean) / best) * 100).toFixed(1)} %`;
    const seconds = ((user + system) / 1e6).toFixed(0);
    return `| ${[id, best.toFixed(2), mean.toFixed(2), share, lines, `${seconds} s`].join(" | ")} |`;
  });
  const head = [
    "| game | optimal play | the card | lost | lines | processor time |",
    "|---|--:|--:|--:|--:|--:|",
  ];
  const table = [...head, ...rows].join("\n");
  console.log(table);
  if (write) writeFigures("bench:odds-cards", table, "odds.md");
}

/** A house rule that was judged by its odds. */
const JUDGED = "examples/lucky-seven.yaml";

/** Plays games with dice by the solved optimal play, and compares their totals with the odds. */
function benchSimulated(games: number, write: boolean): void {
  const text = readFileSync(new URL(`../../${JUDGED}`, import.meta.url), "utf8");
  const model = new Model(need(readVariant(JUDGED, text, DISK)));
  const odds = computeOdds(model);
  const played = simulatedGames(model, games);
  const margin = (error: number) => `± ${(1.96 * error).toFixed(3)}`;
  const share = (value: number) => `${(value * 100).toFixed(2)} %`;
  const shareMargin = (value: number) => `± ${(196 * Math.sqrt((value * (1 - value)) / games)).toFixed(2)}`;
  const rows = [
    ["total", odds.mean.toFixed(3), played.mean.toFixed(3), margin(played.error)],
    ...odds.tiers.map(({ section, from, probability }) => {
      const reached = played.bonuses.get(section) ?? 0;
      return [`bonus from ${from}`, share(probability), share(reached), shareMargin(reached)];
    }),
    ...model.boxes.flatMap(({ at, category }) => {
      const mine = played.boxes[at];
      const expected = odds.boxes.find((box) => box.category === category.id);
      if (mine === undefined || expected === undefined || expected.zero === 0) return [];
      return [[`zero in ${category.id}`, share(expected.zero), share(mine.zero), shareMargin(mine.zero)]];
    }),
  ];
  const head = [`| | exactly | ${games} games | |`, "|---|--:|--:|--:|"];
  const table = [...head, ...rows.map((row) => `| ${row.join(" | ")} |`)].join("\n");
  console.log(table);
  if (write) writeFigures("bench:odds-simulate", table, "odds.md");
}

/** What the flags can be. */
const FLAGS = {
  allowPositionals: true,
  options: {
    all: { type: "boolean", default: false },
    intervals: { type: "boolean", default: false },
    cards: { type: "boolean", default: false },
    simulate: { type: "string" },
    write: { type: "boolean", default: false },
  },
} as const;

const { values, named, simulated } = readFlags(FLAGS, process.argv.slice(2), ({ values, positionals }) => {
  const known = values.intervals ? WITH_INTERVALS : [];
  const strange = positionals.find((id) => !known.includes(id));
  if (strange !== undefined) throw new Error(`\`${strange}\` is no game of --intervals`);
  const { simulate } = values;
  return {
    values,
    named: positionals,
    simulated: simulate === undefined ? null : count("simulate", simulate, 1),
  };
});
if (values.intervals) benchIntervals(named, values.write);
else if (values.cards) benchCards(values.write);
else if (simulated !== null) benchSimulated(simulated, values.write);
else bench(values.all, values.write);
