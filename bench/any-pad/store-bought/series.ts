/** Photos from this number on come in series of one pad of our own invention: the program learns it from the first and reads the others. */
const FROM = 10_000;
const LENGTH = 11;
/** Photos from this number on are single ones again. */
const UNTIL = 20_000;

/** The photos of a series, counted from 0. */
export function photosOf(series: number): { readonly first: number; readonly others: readonly number[] } {
  const first = FROM + series * LENGTH;
  return { first, others: Array.from({ length: LENGTH - 1 }, (_, at) => first + 1 + at) };
}

/** The photo that says which pad another one shows: itself, or the first of its series. */
export function padPhotoOf(photo: number): number {
  return isInSeries(photo) ? photo - ((photo - FROM) % LENGTH) : photo;
}

/** Whether a photo is one of a series. */
export function isInSeries(photo: number): boolean {
  return photo >= FROM && photo < UNTIL;
}
