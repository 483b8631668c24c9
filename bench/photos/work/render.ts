import { openStudio } from "../camera/photograph.ts";
import { readShares } from "../expectations.ts";
import { playedPads } from "../sheets/played-pads.ts";
import { styledPads, styleFiles } from "../sheets/styled-pads.ts";
import { openShelf } from "../shelf.ts";
import { serve } from "./crew.ts";

/** Makes photos and puts them on the shelf. */
await serve(async ({ folder, anyAge, fold, phone, filled, style, damage }) => {
  const shelf = openShelf(folder, anyAge, fold, phone, styleFiles(style));
  const played = filled === undefined ? [] : [playedPads(readShares(filled))];
  const pads = style === undefined ? played : [await styledPads(style)];
  const studio = await openStudio(shelf.prints, fold, phone, ...pads);
  return async ({ photo, difficulty }) => {
    const { jpeg, truth } = await studio.take(photo, difficulty, { damage });
    shelf.put(jpeg, truth);
    return truth.sheets.length;
  };
});
