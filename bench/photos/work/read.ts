import { readFileSync } from "node:fs";
import { readShares } from "../expectations.ts";
import { keepViews, keptViews } from "../kept-views.ts";
import { score } from "../measure/compare.ts";
import { openSubject } from "../measure/subject.ts";
import { openShelf } from "../shelf.ts";
import { serve } from "./crew.ts";

/** Reads photos from the shelf and compares what was read with what is there. The pictures of boxes are kept next to each photo. */
await serve(async ({ folder, fold, phone, anyAge, replay, expected }) => {
  const shelf = openShelf(folder, true, fold, phone);
  const subject = await openSubject(fold, expected === undefined ? null : readShares(expected));
  return async ({ photo, difficulty }) => {
    const path = shelf.path(photo, difficulty);
    const viewsPath = shelf.viewsPath(photo, difficulty);
    const bytes = new Uint8Array(readFileSync(path));
    const kept = replay ? keptViews(viewsPath, anyAge ? null : bytes) : null;
    const start = process.cpuUsage();
    const views = kept ?? (await subject.view(bytes, path));
    const read = await subject.read(views);
    const { user, system } = process.cpuUsage(start);
    if (kept === null) keepViews(viewsPath, views, bytes);
    const ms = kept === null ? (user + system) / 1000 : null;
    return score(shelf.truth(photo, difficulty), read, ms);
  };
});
