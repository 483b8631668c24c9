import { placesIn } from "../problem/place.ts";

/** As `placesIn`, but the lines are found only when somebody asks for a place: most files are without problems. */
export function lazyPlaces(file: string, text: string): ReturnType<typeof placesIn> {
  let places: ReturnType<typeof placesIn> | null = null;
  return (offset, length) => {
    places ??= placesIn(file, text);
    return places(offset, length);
  };
}
