import { type FSWatcher, watch } from "node:fs";

/** Long enough for an editor to write a file, rename it and touch it again; too short to be waited for. */
const SETTLED_MS = 80;

/**
 * Watches folders, not files: editors that save by renaming put a new file in the old one's place, and whoever watched the old
 * one would hear of nothing more.
 */
export class FolderWatch {
  readonly #watchers = new Map<string, FSWatcher>();
  readonly #stirred: () => void;
  #timer: NodeJS.Timeout | null = null;

  /** @param stirred called once after each burst of changes */
  constructor(stirred: () => void) {
    this.#stirred = stirred;
  }

  /** Watches these folders, and no others any more. A folder that is not there is passed over until the next time. */
  look(folders: readonly string[]): void {
    for (const [folder, watcher] of this.#watchers) {
      if (folders.includes(folder)) continue;
      watcher.close();
      this.#watchers.delete(folder);
    }
    for (const folder of folders) if (!this.#watchers.has(folder)) this.#open(folder);
  }

  /** Stops watching. */
  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.look([]);
  }

  #open(folder: string): void {
    try {
      const watcher = watch(folder, () => this.#stir());
      // A folder that was removed; it is looked for again after the next change.
      watcher.on("error", () => this.#drop(folder, watcher));
      this.#watchers.set(folder, watcher);
    } catch {
      // Not there, or not to be watched: nothing of it can change what is printed.
    }
  }

  #drop(folder: string, watcher: FSWatcher): void {
    watcher.close();
    if (this.#watchers.get(folder) === watcher) this.#watchers.delete(folder);
    this.#stir();
  }

  #stir(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#stirred, SETTLED_MS);
  }
}
