import { openStudio } from "../../photos/camera/photograph.ts";
import { serve } from "../../photos/work/crew.ts";
import { openStoreBoughtPads } from "../store-bought/stationery.ts";
import { openStoreBoughtShelf } from "../shelf.ts";

/** Makes photos of store-bought pads and puts them on the shelf. */
await serve(async (setting) => {
  const { fold, phone, damage, writing, mistake } = setting;
  const shelf = openStoreBoughtShelf(setting);
  const studio = await openStudio(shelf.prints, fold, phone, await openStoreBoughtPads());
  return async ({ photo, difficulty }) => {
    const { jpeg, truth } = await studio.take(photo, difficulty, {
      damage,
      writing,
      ...(mistake !== undefined && { mistake }),
    });
    shelf.put(jpeg, truth);
    return truth.sheets.length;
  };
});
