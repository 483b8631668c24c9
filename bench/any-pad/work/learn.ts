import { readFileSync } from "node:fs";
import { difficultyOf } from "../../photos/shelf.ts";
import { serve } from "../../photos/work/crew.ts";
import { photosOf } from "../store-bought/series.ts";
import { openStoreBoughtPads } from "../store-bought/stationery.ts";
import { openStoreBoughtShelf } from "../shelf.ts";
import { type StoreBoughtScore, scoreStoreBought } from "../measure/score.ts";
import { openStoreBoughtSubject } from "../measure/subject.ts";

/** What came of a pad that was learned. */
export interface LearnedSeries {
  /** How many rows it has, and how many a person had to tell. */
  readonly rows: number;
  readonly told: number;
  /** The other photos of the series, read with the pad file that was learned. */
  readonly scores: readonly StoreBoughtScore[];
}

/** Learns a pad of our own invention from one photo, and reads the others of its series with it. The task names the series. */
await serve(async (setting) => {
  const shelf = openStoreBoughtShelf({ ...setting, anyAge: true });
  const subject = await openStoreBoughtSubject(setting.fold);
  const pads = await openStoreBoughtPads();
  const bytesOf = (path: string) => new Uint8Array(readFileSync(path));
  return async ({ photo: series }): Promise<LearnedSeries> => {
    const { first, others } = photosOf(series);
    const path = shelf.path(first, difficultyOf(first, null));
    const { pad, rows, told } = await subject.learn(bytesOf(path), path, pads.padOf(first).pad);
    const scores: StoreBoughtScore[] = [];
    for (const photo of others) {
      const difficulty = difficultyOf(photo, null);
      const file = shelf.path(photo, difficulty);
      const start = process.cpuUsage();
      const read = await subject.read(bytesOf(file), file, { pads: [pad], isGiven: true });
      const { user, system } = process.cpuUsage(start);
      scores.push(scoreStoreBought(shelf.truth(photo, difficulty), read, false, (user + system) / 1000));
    }
    return { rows, told, scores };
  };
});
