import { openStudio } from "../camera/photograph.ts";
import { readShares } from "../expectations.ts";
import { ownPads, styleFiles } from "../sheets/own-pads.ts";
import { openShelf } from "../shelf.ts";
import { serve } from "./crew.ts";

/** Makes photos and puts them on the shelf. */
await serve(async ({ folder, anyAge, fold, phone, filled, style, marks, damage, writing }) => {
  const shelf = openShelf(folder, anyAge, fold, phone, styleFiles(style), marks);
  const shares = filled === undefined ? undefined : readShares(filled);
  const studio = await openStudio(shelf.prints, fold, phone, await ownPads({ marks, style, shares }));
  return async ({ photo, difficulty }) => {
    const { jpeg, truth } = await studio.take(photo, difficulty, { damage, writing });
    shelf.put(jpeg, truth);
    return truth.sheets.length;
  };
});
