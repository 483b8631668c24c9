/** What the command line says about a photo. Plain values only: they are handed to other threads. */
export interface PhotoRequest {
  /** The photo's name. */
  readonly file: string;
  /** The variant to look at first; null: only those in the package. */
  readonly variant: string | null;
  /** House rules of that variant. */
  readonly set: Readonly<Record<string, string>>;
  /** The letters beside the small code, for sheets on which it can't be read. */
  readonly code: string | null;
  /** The paper, for sheets whose code doesn't tell it. */
  readonly paper: string | null;
  /** The folder of templates that the sheets were printed with; null: the usual ones. */
  readonly templates: string | null;
  /** Whether a picture of each sheet is wanted, to be shown. */
  readonly keepPicture: boolean;
}

/** A photo to read. */
export interface PhotoJob extends PhotoRequest {
  readonly bytes: Uint8Array;
  /** The players' names from left to right; who has none is called by number. */
  readonly names: readonly string[];
}
