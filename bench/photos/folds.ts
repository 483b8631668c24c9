import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * A folder with the ink of some writers, and with the network that has never seen a digit of theirs. The shipped network belongs to none: it
 * has learned from them all.
 */
export type Fold = string;

/** The fold that comes with the benches. */
export const FIRST_FOLD: Fold = fileURLToPath(new URL("fold-1", import.meta.url));

/** The files of a fold that hold the ink. */
export const INK_FILES = ["images.png", "scans.png", "index.json"];

/**
 * The folds that photos are made and read by in turn: the first, and one for each folder in `folder`, such as `fold-2`, with the ink and the
 * network that `training/test-ink.py` and `training/train.py --fold` have put there.
 *
 * @param folder null for the first fold alone
 * @throws if there is no such folder
 */
export function openFolds(folder: string | null): readonly Fold[] {
  if (folder === null) return [FIRST_FOLD];
  const names = readdirSync(folder).filter((name) => /^fold-\d+$/.test(name));
  if (names.length === 0) throw new Error(`there is no fold in ${folder}, such as ${join(folder, "fold-2")}`);
  return [FIRST_FOLD, ...names.sort().map((name) => join(folder, name))];
}

/** The tasks of each fold: equal shares, in their order. */
export function byFold<T>(
  tasks: readonly T[],
  folds: readonly Fold[],
): { fold: Fold; tasks: readonly T[] }[] {
  const share = Math.ceil(tasks.length / folds.length);
  return folds.map((fold, at) => ({ fold, tasks: tasks.slice(at * share, (at + 1) * share) }));
}
