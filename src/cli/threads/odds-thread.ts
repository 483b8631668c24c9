import { extname } from "node:path";
import { Tinypool } from "tinypool";
import type { Game } from "../../rules/game/game.ts";
import type * as Tasks from "./odds-worker.ts";

// The worker is next to this module and has the same extension, built or not.
const WORKER = new URL(`./odds-worker${extname(import.meta.url)}`, import.meta.url).href;

const START = "start" satisfies keyof typeof Tasks;
const MEANS = "means" satisfies keyof typeof Tasks;

/** The best expected totals of games that can be solved exactly, worked out in a thread of its own. */
export interface MeansThread {
  /** Fails if the thread does. */
  readonly means: Promise<readonly number[]>;
  close(): Promise<void>;
}

/** Starts to solve games in a thread, which no longer needs the event loop of the caller once this has resolved. */
export async function meansThread(games: readonly Game[]): Promise<MeansThread> {
  const pool = new Tinypool({ filename: WORKER, minThreads: 1, maxThreads: 1 });
  // A thread takes its first task only while the event loop of its parent is idle.
  await pool.run(null, { name: START });
  return { means: pool.run(games, { name: MEANS }), close: () => pool.destroy() };
}
