import type { Result } from "../problem/problem.ts";

/** How variant files are got at. This room never touches a disk; whoever calls it knows where the files are. */
export interface VariantFiles {
  /**
   * The text of a variant by its id: looked for beside the file `from` first, then among the shipped ones.
   *
   * @returns null if there is none; problems if it cannot be read
   */
  find(id: string, from: string | null): Result<{ readonly file: string; readonly text: string }> | null;
  /** The ids of the shipped variants that can be extended, bases included, for near misses. */
  ids(): readonly string[];
}
