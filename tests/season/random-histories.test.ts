import { type Kysely, sql } from "kysely";
import { describe, expect, it } from "vitest";
import { playedLeague, USUAL_LEAGUE } from "../../src/season/league/league-file.ts";
import { standings } from "../../src/season/league/report.ts";
import type { SheetToKeep } from "../../src/season/sheet-to-keep.ts";
import { changeEvening, listEvenings, undoEvening } from "../../src/season/store/evenings.ts";
import { keepSheets } from "../../src/season/store/keep.ts";
import { decide, openSheets } from "../../src/season/store/open-sheets.ts";
import { leaveSeason, listPlayers, mergePlayers, undoLast } from "../../src/season/store/players.ts";
import type { Tables } from "../../src/season/store/tables.ts";
import { emptySeason, madeUpSheet, takeExport, writeExport } from "../support/seasons.ts";
import { pick, randomFrom, type Random } from "../support/sheets.ts";
import { someOf } from "../support/cases.ts";

const NAMES = ["Anna", "Ann", "Ben", "Cem", "Dora"] as const;
const DAYS = ["2026-01-09", "2026-01-16"] as const;
const STAKE = 250;
const LEAGUE = playedLeague(
  { ...USUAL_LEAGUE, points: { played: 0, win: 0, ranks: [10, 6, 4], beaten: 1, total: 0 } },
  false,
);

/** A result as it counts; of someone who has left, without a name. */
interface Counted {
  readonly hash: string;
  readonly seat: number;
  readonly name: string | null;
  readonly rank: number;
  readonly players: number;
  readonly beaten: number;
  readonly payout: number | null;
}

/** What a store keeps about a result, as far as it decides who plays whom. */
interface Row extends Counted {
  readonly seats: number;
  readonly number: number;
  readonly evening_id: number;
  readonly player_id: number;
  readonly total: number;
}

/** One random history of a season. */
class History {
  readonly #random: Random;
  readonly #handedIn: SheetToKeep[] = [];
  #db: Kysely<Tables>;
  #sheets = 0;

  constructor(seed: number, db: Kysely<Tables>) {
    this.#random = randomFrom(seed);
    this.#db = db;
  }

  async step(): Promise<string> {
    const kinds = ["sheet", "sheet", "sheet", "correction", "correction", "decide", "decide"] as const;
    const kind = pick([...kinds, "merge", "leave", "undo", "evening"] as const, this.#random);
    switch (kind) {
      case "sheet":
        await this.#handIn(this.#newSheet());
        break;
      case "correction":
        await this.#correct();
        break;
      case "decide":
        await this.#decide();
        break;
      case "merge":
        await mergePlayers(this.#db, pick(NAMES, this.#random), pick(NAMES, this.#random), "Zoe");
        break;
      case "leave":
        if (this.#random() < 0.5) await this.#leave();
        break;
      case "undo":
        await (this.#random() < 0.5 ? undoLast(this.#db, "Zoe") : undoEvening(this.#db, "Zoe"));
        break;
      case "evening":
        await this.#moveEvening();
        break;
      default:
        kind satisfies never;
    }
    return kind;
  }

  #boxes(): number[] {
    return Array.from({ length: 8 }, () => Math.floor(this.#random() * 6));
  }

  #newSheet(): SheetToKeep {
    const players = NAMES.filter(() => this.#random() < 0.3).slice(0, this.#random() < 0.7 ? 1 : 3);
    const names = players.length === 0 ? [NAMES[0]] : players;
    const number = ++this.#sheets;
    const isPhoto = this.#random() < 0.4;
    const sheet = madeUpSheet(`a${number}`, Object.fromEntries(names.map((name) => [name, this.#boxes()])));
    return {
      ...sheet,
      game: {
        ...sheet.game,
        ranking: {
          ...{ by: "total", order: "highest", columns: ["main"], prizes: null },
          settlement: { stake: STAKE, share: 90, base: "pot", rest: "house", leaver: "forfeits" },
        },
      },
      evening: { date: pick(DAYS, this.#random), place: "", name: "" },
      ...(isPhoto ? { source: "photo", identity: `Y${number}`, number: 1 + (number % 3) } : {}),
    };
  }

  async #handIn(...sheets: readonly SheetToKeep[]): Promise<void> {
    this.#handedIn.push(...sheets);
    await keepSheets(this.#db, sheets, "Zoe");
  }

  /** Hands in a sheet once more with another score: as another file, as another photo, or typed of the photo. */
  async #correct(): Promise<void> {
    if (this.#handedIn.length === 0) return;
    const sheet = pick(this.#handedIn, this.#random);
    const at = Math.floor(this.#random() * 8);
    const results = sheet.results.map((one, place) => {
      if (place > 0) return one;
      const boxes = one.boxes.with(at, ((one.boxes[at] ?? 0) + 1) % 6);
      const total = boxes.reduce<number>((sum, score) => sum + (score ?? 0), 0);
      return { ...one, boxes, total, decides: total };
    });
    // What is typed of a photo that waits for a decision is not compared with anything.
    const isWaiting = (await this.#waiting()).some(([hash]) => hash === sheet.hash);
    const isTyped = sheet.source === "photo" && !isWaiting && this.#random() < 0.5;
    const changed = isTyped
      ? ({ ...sheet, source: "typed", identity: null, number: 0 } as const)
      : { ...sheet, hash: `b${++this.#sheets}` };
    const ranked = results.map((one) => {
      const rank = 1 + results.filter(({ total }) => total > one.total).length;
      return { ...one, rank, beaten: results.filter(({ total }) => total < one.total).length };
    });
    await this.#handIn({ ...changed, results: ranked });
  }

  async #decide(): Promise<void> {
    const waiting = await openSheets(this.#db);
    if (waiting.length === 0) return;
    const decision = pick(["this", "other", "both"] as const, this.#random);
    expect(await decide(this.#db, pick(waiting, this.#random).id, decision, "Zoe")).toMatchObject({
      ok: true,
    });
  }

  async #leave(): Promise<void> {
    const before = await this.counted();
    const players = await listPlayers(this.#db);
    if (players.length === 0) return;
    const { name } = pick(players, this.#random);
    await leaveSeason(this.#db, name, "Zoe");
    // What others came to stays.
    expect(await this.counted()).toEqual(
      before.map((one) => (one.name === name ? { ...one, name: null } : one)),
    );
  }

  async #moveEvening(): Promise<void> {
    const evenings = await listEvenings(this.#db);
    if (evenings.length === 0) return;
    await changeEvening(
      this.#db,
      String(pick(evenings, this.#random).id),
      { date: pick(DAYS, this.#random) },
      "Zoe",
    );
  }

  async #rows(): Promise<Row[]> {
    const { rows } = await sql<Row>`
      select s.hash, r.seat, p.name, r.rank, r.players, r.beaten, r.payout, s.seats, s.number, r.evening_id, r.player_id, r.total
      from results r join sheets s on s.id = r.sheet_id left join players p on p.id = r.player_id
      where r.counts order by coalesce(s.came_in, s.id), r.seat`.execute(this.#db);
    return rows;
  }

  /** What counts, in the order of the sheets. */
  async counted(): Promise<Counted[]> {
    return (await this.#rows()).map(({ hash, seat, name, rank, players, beaten, payout }) => {
      return { hash, seat, name, rank, players, beaten, payout };
    });
  }

  /** The same, worked out anew from what is kept. */
  async expected(): Promise<Counted[]> {
    const rows = await this.#rows();
    const played = new Map<string, number>();
    const game = new Map<Row, string>();
    for (const row of rows.filter(({ seats }) => seats === 1).toSorted((a, b) => a.number - b.number)) {
      const key = `${row.evening_id} ${row.player_id}`;
      const round = (played.get(key) ?? 0) + 1;
      played.set(key, round);
      game.set(row, `${row.evening_id} ${round}`);
    }
    for (const row of rows.filter(({ seats }) => seats > 1)) game.set(row, row.hash);
    return rows.map((row): Counted => {
      const { hash, seat, name, seats, total } = row;
      const all = rows.filter((one) => game.get(one) === game.get(row));
      const better = all.filter((one) => one.total > total).length;
      const level = all.filter((one) => one.total === total).length;
      const prize = Math.floor(Math.floor((all.length * STAKE * 90) / 100) / level) / 100;
      // Sheets that several share were paid when they were checked, which these never were.
      const payout = seats > 1 || all.length === 1 ? null : better === 0 ? prize : 0;
      const beaten = all.length - better - level;
      return { hash, seat, name, rank: better + 1, players: all.length, beaten, payout };
    });
  }

  async #waiting() {
    const waiting = await openSheets(this.#db);
    const sheets = await this.#db.selectFrom("sheets").select(["id", "hash"]).execute();
    const hashes = new Map(sheets.map(({ id, hash }) => [id, hash]));
    const all = waiting.map(({ id, waits, other }) => [hashes.get(id), waits, hashes.get(other?.id ?? 0)]);
    return all.toSorted((a, b) => String(a).localeCompare(String(b)));
  }

  async state() {
    const table = await standings(this.#db, LEAGUE);
    const players = (await listPlayers(this.#db)).map(({ id: _, ...player }) => player);
    return {
      counted: await this.counted(),
      waiting: await this.#waiting(),
      players,
      table: table.map(({ player: _, ...one }) => one),
    };
  }

  /** Checks all that was handed in so far once more. */
  async handInAgain(): Promise<void> {
    await keepSheets(this.#db, this.#handedIn, "Zoe");
  }

  /** Goes on in another store that has taken in what this one exports. */
  async moveOn(): Promise<void> {
    const written = await writeExport(this.#db);
    this.#db = await emptySeason();
    await takeExport(this.#db, written);
  }
}

describe("a season after any history", () => {
  it.each(someOf([5, 10], 2))("ranks what is kept as if it came in now (seed %i)", async (seed) => {
    const history = new History(seed, await emptySeason());
    const steps: string[] = [];
    let most = 0;
    for (let at = 0; at < 40; at++) {
      steps.push(await history.step());
      expect(await history.counted(), steps.join(" ")).toEqual(await history.expected());
      if (at % 10 !== 9) continue;
      const before = await history.state();
      most = Math.max(most, before.counted.length);
      await history.handInAgain();
      expect(await history.state(), `${steps.join(" ")}, and all once more`).toEqual(before);
      if (at % 20 !== 9) continue;
      await history.moveOn();
      expect(await history.state(), `${steps.join(" ")}, exported and imported`).toEqual(before);
      await history.handInAgain();
      expect(await history.state(), `${steps.join(" ")}, imported, and all once more`).toEqual(before);
    }
    expect(most).toBeGreaterThan(4);
  });
});
