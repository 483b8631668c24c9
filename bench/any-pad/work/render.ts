import { openStudio } from "../../photos/camera/photograph.ts";
import { serve } from "../../photos/work/crew.ts";
import { openBoughtPads } from "../bought/stationery.ts";
import { openBoughtShelf } from "../bought-shelf.ts";

/** Makes photos of bought pads and puts them on the shelf. */
await serve(async (setting) => {
  const { fold, phone, damage } = setting;
  const shelf = openBoughtShelf(setting);
  const studio = await openStudio(shelf.prints, fold, phone, await openBoughtPads());
  return async ({ photo, difficulty }) => {
    const { jpeg, truth } = await studio.take(photo, difficulty, { damage });
    shelf.put(jpeg, truth);
    return truth.sheets.length;
  };
});
