import { readdirSync } from "node:fs";
import { join } from "node:path";

/** Writers, and a network that has never seen a digit of theirs. */
export interface Fold {
  /** A folder with their ink; null for the writers who were held out of the shipped network. */
  readonly ink: string | null;
  /** A folder with the network; null for the shipped one. */
  readonly models: string | null;
}

/** The writers of the bench, and the shipped network. */
export const SHIPPED: Fold = { ink: null, models: null };

/**
 * The folds that photos are made and read by in turn: the shipped network's, and one for each folder in `folder`, such as `fold-2`, with
 * the ink and the network that `training/test-ink.py` and `training/train.py --fold` have put there.
 *
 * @param folder null for the first fold alone
 * @throws if there is no such folder
 */
export function openFolds(folder: string | null): readonly Fold[] {
  if (folder === null) return [SHIPPED];
  const names = readdirSync(folder).filter((name) => /^fold-\d+$/.test(name));
  if (names.length === 0) throw new Error(`there is no fold in ${folder}, such as ${join(folder, "fold-2")}`);
  return [SHIPPED, ...names.sort().map((name) => ({ ink: join(folder, name), models: join(folder, name) }))];
}

/** The tasks of each fold: equal shares, in their order. */
export function byFold<T>(
  tasks: readonly T[],
  folds: readonly Fold[],
): { fold: Fold; tasks: readonly T[] }[] {
  const share = Math.ceil(tasks.length / folds.length);
  return folds.map((fold, at) => ({ fold, tasks: tasks.slice(at * share, (at + 1) * share) }));
}
