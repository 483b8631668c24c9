import type { Problem } from "../../rules/problem/problem.ts";
import type { SheetToKeep } from "../sheet-to-keep.ts";

/** What was read in one photo, as JSON. */
export interface PhotoRecord {
  readonly sheets: readonly SheetToKeep[];
  /** Why others of its sheets, or the photo, can't be read. */
  readonly problems: readonly Problem[];
}
