import type { CheckedSheet } from "../../check/evening.ts";
import type { NamedPlayer } from "../../scan/view/name-cells.ts";
import type { Entered, FillWish } from "./filled-sheet.ts";
import type { PackageFiles } from "../shelf.ts";
import type { MadeFile, PageLanguage } from "./page-language.ts";
import { browserDatabase, Connection, type OpenDatabase, Shelf, type StoreSchema } from "./store.ts";

/** The key itself, or the next one that is not taken. The keys of games are times of writing, and sort as such. */
export function freeKey(key: string, taken: ReadonlySet<string>): string {
  let free = key;
  for (let n = 1; taken.has(free); n++) free = /^\d+$/.test(key) ? String(Number(key) + n) : `${key} (${n})`;
  return free;
}

/** A game that was written here. */
export interface KeptVariant {
  /** Its place in the list, which it keeps while it is changed. */
  readonly key: string;
  readonly text: string;
  /** The name in its last readable version; empty if there was none. */
  readonly name: string;
  /** When it was last changed, in milliseconds. */
  readonly changed: number;
}

/** A checked sheet, without its picture. */
export interface KeptSheet {
  /** Stays the same when a corrected sheet is saved again. */
  readonly key: string;
  /** The day on which the evening began, as `2026-11-23`. */
  readonly evening: string;
  /** The sheet as `augenblock check` reads it. */
  readonly yaml: string;
  /** The parts of `CheckedSheet` that the text lacks. */
  readonly checked: Omit<CheckedSheet, "sheet" | "report">;
  /** See `rulesDigest`: distinguishes games with the same id. Older studios didn't save it. */
  readonly rules?: string;
  /** Its game as it was, if it was written here; see `wholeText`. Older studios didn't save it. */
  readonly game?: string | undefined;
  /** Its players whose names are known, with how they are written. Older studios didn't save them. */
  readonly named?: readonly NamedPlayer[];
}

/** What a person said about an evening. */
export interface KeptEvening {
  /** The day on which it began, as its sheets have it. */
  readonly key: string;
  readonly name: string;
  readonly place: string;
  /** The day it is listed under, as `2026-11-23`. */
  readonly date: string;
}

export interface KeptSeason {
  /** When it was begun, in milliseconds; 1 for the first one. */
  readonly key: string;
  /** Its first and last day, as `2026-11-23`; empty without a limit. */
  readonly from: string;
  readonly to: string;
  /** How results become points, as a league file of `augenblock league`. */
  readonly league: string;
}

/** The key of the sheet that is being filled in. */
export const ON_THE_TABLE = "now";

/** A sheet that is being filled in. */
export interface KeptFilling {
  readonly key: string;
  readonly wish: FillWish;
  /** When it was begun, in milliseconds. */
  readonly begun: number;
  readonly entered: readonly Entered[];
  /** As in `KeptSheet`. */
  readonly game?: string | undefined;
  readonly correcting?: Pick<KeptSheet, "key" | "evening">;
}

/** The stores of the database. */
export interface Shelves extends StoreSchema {
  variants: { key: string; value: KeptVariant };
  /** Games from links. */
  received: { key: string; value: KeptVariant };
  sheets: { key: string; value: KeptSheet };
  fillings: { key: string; value: KeptFilling };
  evenings: { key: string; value: KeptEvening };
  seasons: { key: string; value: KeptSeason };
}

/** Whether the browser saves data, and how much would be lost when the page is closed. */
export interface Keeping {
  readonly isKept: boolean;
  readonly unsaved: number;
}

/** How much is kept, by what the page calls it. */
export interface KeptCounts {
  readonly games: number;
  readonly evenings: number;
  readonly sheets: number;
  readonly fillings: number;
}

/** The names of the stores. */
export const STORES = ["variants", "received", "sheets", "fillings", "evenings", "seasons"] as const;
const IN_BROWSER = browserDatabase<Shelves>(STORES);

/** Data saved in the browser (IndexedDB); if that fails, in memory until the page is closed. */
export class Kept {
  /** Most recently changed first. */
  readonly variants: Shelf<Shelves, "variants">;
  /** Most recently received first. */
  readonly received: Shelf<Shelves, "received">;
  readonly sheets: Shelf<Shelves, "sheets">;
  readonly fillings: Shelf<Shelves, "fillings">;
  readonly evenings: Shelf<Shelves, "evenings">;
  /** The latest first. */
  readonly seasons: Shelf<Shelves, "seasons">;
  #reported = "";
  #tell: ((keeping: Keeping) => void) | null = null;

  constructor(open: OpenDatabase<Shelves> = IN_BROWSER) {
    const connection = new Connection(open);
    const follow = (shelf: { readonly hasFailed: boolean }) => this.#follow(shelf.hasFailed);
    this.variants = new Shelf("variants", connection, (a, b) => b.changed - a.changed, follow);
    this.received = new Shelf("received", connection, (a, b) => b.changed - a.changed, follow);
    this.sheets = new Shelf("sheets", connection, (a, b) => (a.key < b.key ? -1 : 1), follow);
    this.evenings = new Shelf("evenings", connection, (a, b) => (a.key < b.key ? -1 : 1), follow);
    this.seasons = new Shelf("seasons", connection, (a, b) => Number(b.key) - Number(a.key), follow);
    this.fillings = new Shelf("fillings", connection, (a, b) => b.begun - a.begun, follow);
  }

  /** Sets the listener for changes of `keeping`. */
  onChange(tell: (keeping: Keeping) => void): void {
    this.#tell = tell;
  }

  /** The state of the last attempt to save. */
  get keeping(): Keeping {
    const isKept = this.#shelves.every(({ hasFailed }) => !hasFailed);
    return { isKept, unsaved: this.#shelves.reduce((sum, { unsaved }) => sum + unsaved.length, 0) };
  }

  async count(): Promise<KeptCounts> {
    const games = (await this.variants.all()).length + (await this.received.all()).length;
    const sheets = await this.sheets.all();
    const evenings = new Set(sheets.map(({ evening }) => evening)).size;
    return { games, evenings, sheets: sheets.length, fillings: (await this.fillings.all()).length };
  }

  /** Tries again to save unsaved data. */
  async retry(): Promise<void> {
    for (const shelf of this.#shelves) if (shelf.hasFailed) await shelf.all();
    for (const shelf of this.#shelves) await shelf.save();
    this.#report();
  }

  get #shelves() {
    return STORES.map((name) => this[name]);
  }

  /** If one store could save, others may be able to as well. */
  async #follow(hasFailed: boolean): Promise<void> {
    if (!hasFailed) for (const shelf of this.#shelves) if (shelf.hasFailed) await shelf.save();
    this.#report();
  }

  #report(): void {
    const { keeping } = this;
    const state = JSON.stringify(keeping);
    if (state === this.#reported) return;
    this.#reported = state;
    this.#tell?.(keeping);
  }
}

/** A part of the engine, with what all parts need. */
export class EnginePart {
  protected readonly files: PackageFiles;
  protected readonly pageLanguage: PageLanguage;
  protected readonly kept: Kept;
  #last: Promise<unknown> = Promise.resolve();

  constructor(files: PackageFiles, pageLanguage: PageLanguage, kept: Kept) {
    this.files = files;
    this.pageLanguage = pageLanguage;
    this.kept = kept;
  }

  /** Runs one change after the other, each on the result of the one before. */
  protected inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }
}

/**
 * Unsaved games and sheets as a ZIP of files that `augenblock` and the studio read; null if there are none.
 *
 * @param filling the sheet that is being filled in, if it is unsaved
 */
export async function unsavedFile(kept: Kept, filling: MadeFile | null): Promise<MadeFile | null> {
  const files = [
    ...[...kept.variants.unsaved, ...kept.received.unsaved].map(({ name, text }) => ({ name, text })),
    ...kept.sheets.unsaved.map(({ checked, yaml }) => ({ name: checked.file, text: yaml })),
    ...(filling === null ? [] : [{ name: filling.name, text: String(filling.content) }]),
  ];
  if (files.length === 0) return null;
  const { packZip } = await import("../../print/publish/publication.ts");
  const taken = new Set<string>();
  const named = files.map(({ name, text }) => ({
    path: freeName(name, taken),
    bytes: new TextEncoder().encode(text),
  }));
  return { name: "augenblock.zip", type: "application/zip", content: packZip("augenblock", named) };
}

/** A file name that isn't taken. */
function freeName(name: string, taken: Set<string>): string {
  const stem = name.replace(/\.\w+$/, "").replaceAll(/[^\p{L}\p{N}]+/gu, "-") || "game";
  let path = `${stem}.yaml`;
  for (let n = 2; taken.has(path); n++) path = `${stem}-${n}.yaml`;
  taken.add(path);
  return path;
}
