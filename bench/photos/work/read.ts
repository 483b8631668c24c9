import { readFileSync } from "node:fs";
import { score } from "../measure/compare.ts";
import { openSubject } from "../measure/subject.ts";
import { openShelf } from "../shelf.ts";
import { serve } from "./crew.ts";

/** Reads photos from the shelf and compares what was read with what stands there. */
await serve(async ({ folder, ink }) => {
  const shelf = openShelf(folder, true, ink);
  const subject = await openSubject();
  return async ({ photo, difficulty }) => {
    const path = shelf.path(photo, difficulty);
    const bytes = new Uint8Array(readFileSync(path));
    const start = process.cpuUsage();
    const read = await subject.read(bytes, path);
    const { user, system } = process.cpuUsage(start);
    return score(shelf.truth(photo, difficulty), read, (user + system) / 1000);
  };
});
