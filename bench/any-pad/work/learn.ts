import { readFileSync } from "node:fs";
import { difficultyOf } from "../../photos/shelf.ts";
import { serve } from "../../photos/work/crew.ts";
import { photosOf } from "../bought/series.ts";
import { openBoughtPads } from "../bought/stationery.ts";
import { openBoughtShelf } from "../bought-shelf.ts";
import { type BoughtScore, scoreBought } from "../measure/bought-score.ts";
import { openBoughtSubject } from "../measure/bought-subject.ts";

/** What came of a pad that was learned. */
export interface LearnedSeries {
  /** How many rows it has, and how many a person had to tell. */
  readonly rows: number;
  readonly told: number;
  /** The other photos of the series, read with the pad file that was learned. */
  readonly scores: readonly BoughtScore[];
}

/** Learns a pad of our own invention from one photo, and reads the others of its series with it. The task names the series. */
await serve(async (setting) => {
  const shelf = openBoughtShelf({ ...setting, anyAge: true });
  const subject = await openBoughtSubject(setting.fold);
  const bought = await openBoughtPads();
  const bytesOf = (path: string) => new Uint8Array(readFileSync(path));
  return async ({ photo: series }): Promise<LearnedSeries> => {
    const { first, others } = photosOf(series);
    const path = shelf.path(first, difficultyOf(first, null));
    const { pad, rows, told } = await subject.learn(bytesOf(path), path, bought.padOf(first).pad);
    const scores: BoughtScore[] = [];
    for (const photo of others) {
      const difficulty = difficultyOf(photo, null);
      const file = shelf.path(photo, difficulty);
      const start = process.cpuUsage();
      const read = await subject.read(bytesOf(file), file, { pads: [pad], isGiven: true });
      const { user, system } = process.cpuUsage(start);
      scores.push(scoreBought(shelf.truth(photo, difficulty), read, false, (user + system) / 1000));
    }
    return { rows, told, scores };
  };
});
