import { readFileSync } from "node:fs";
import { shippedPads } from "../../../src/files/pictures/store-bought-pads.ts";
import { serve } from "../../photos/work/crew.ts";
import { openStoreBoughtPads } from "../store-bought/stationery.ts";
import { openStoreBoughtShelf } from "../shelf.ts";
import { scoreStoreBought } from "../measure/score.ts";
import { openStoreBoughtSubject } from "../measure/subject.ts";

/**
 * Reads photos of store-bought pads from the shelf. The program finds out which of the shipped pads it is; of one of our own invention it is given
 * the file, as with `check --pad FILE`: it knows no other way to hear of it.
 */
await serve(async (setting) => {
  const shelf = openStoreBoughtShelf({ ...setting, anyAge: true });
  const subject = await openStoreBoughtSubject(setting.fold);
  const pads = await openStoreBoughtPads();
  const shipped = await shippedPads();
  return async ({ photo, difficulty }) => {
    const path = shelf.path(photo, difficulty);
    const bytes = new Uint8Array(readFileSync(path));
    const { pad, isShipped } = pads.padOf(photo);
    const known = isShipped ? { pads: shipped, isGiven: false } : { pads: [pad], isGiven: true };
    const start = process.cpuUsage();
    const read = await subject.read(bytes, path, known);
    const { user, system } = process.cpuUsage(start);
    return scoreStoreBought(shelf.truth(photo, difficulty), read, isShipped, (user + system) / 1000);
  };
});
