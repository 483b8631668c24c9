import type { CheckedSheet } from "../../check/evening.ts";
import type { Entered, FillWish } from "./filled-sheet.ts";
import type { MadeFile } from "./page-language.ts";
import { browserDatabase, Connection, type OpenDatabase, Shelf, type StoreSchema } from "./store.ts";

/** A game that was written here. */
export interface KeptVariant {
  /** Its place in the list, which it keeps while it is changed. */
  readonly key: string;
  readonly text: string;
  /** Its name as it was last understood; empty if it never was. */
  readonly name: string;
  /** When it was last changed, in milliseconds. */
  readonly changed: number;
}

/** A checked sheet, without its picture. */
export interface KeptSheet {
  /** The same for a sheet that is kept once more after it was corrected. */
  readonly key: string;
  /** The day on which the evening began, as `2026-11-23`. */
  readonly evening: string;
  /** The sheet as `augenblock check` reads it. */
  readonly yaml: string;
  /** What the sheet alone does not say; see `CheckedSheet`. */
  readonly checked: Omit<CheckedSheet, "sheet" | "report">;
  /** Tells games with the same id apart; see `rulesDigest`. Sheets of older studios have none. */
  readonly rules?: string;
}

/** A sheet that is being filled in. */
export interface KeptFilling {
  readonly key: string;
  readonly wish: FillWish;
  /** When it was begun, in milliseconds. */
  readonly begun: number;
  readonly entered: readonly Entered[];
}

/** The stores of the database, by what they hold. */
export interface Shelves extends StoreSchema {
  variants: { key: string; value: KeptVariant };
  /** Games that came with a link. */
  received: { key: string; value: KeptVariant };
  sheets: { key: string; value: KeptSheet };
  fillings: { key: string; value: KeptFilling };
}

/** Whether the browser keeps things, and how many would be lost with the page. */
export interface Keeping {
  readonly isKept: boolean;
  readonly unsaved: number;
}

const STORES = ["variants", "received", "sheets", "fillings"] as const;
const IN_BROWSER = browserDatabase<Shelves>("augenblock", 4, STORES);

/** What the browser keeps from one visit to the next (IndexedDB). Where it keeps nothing, things last as long as the page. */
export class Kept {
  /** The one that was changed last comes first. */
  readonly variants: Shelf<Shelves, "variants">;
  /** The one that came last comes first. */
  readonly received: Shelf<Shelves, "received">;
  readonly sheets: Shelf<Shelves, "sheets">;
  readonly fillings: Shelf<Shelves, "fillings">;
  #told = "";
  #tell: ((keeping: Keeping) => void) | null = null;

  constructor(open: OpenDatabase<Shelves> = IN_BROWSER) {
    const connection = new Connection(open);
    const follow = (shelf: { readonly hasFailed: boolean }) => this.#follow(shelf.hasFailed);
    this.variants = new Shelf("variants", connection, (a, b) => b.changed - a.changed, follow);
    this.received = new Shelf("received", connection, (a, b) => b.changed - a.changed, follow);
    this.sheets = new Shelf("sheets", connection, (a, b) => (a.key < b.key ? -1 : 1), follow);
    this.fillings = new Shelf("fillings", connection, (a, b) => b.begun - a.begun, follow);
  }

  /** Sets the listener that hears whether things are kept, whenever that changes. */
  onChange(tell: (keeping: Keeping) => void): void {
    this.#tell = tell;
  }

  /** Whether things are kept, as far as that was tried. */
  get keeping(): Keeping {
    const isKept = this.#shelves.every(({ hasFailed }) => !hasFailed);
    return { isKept, unsaved: this.#shelves.reduce((sum, { unsaved }) => sum + unsaved.length, 0) };
  }

  /** Tries once more to keep what could not be kept. */
  async retry(): Promise<void> {
    for (const shelf of this.#shelves) if (shelf.hasFailed) await shelf.all();
    for (const shelf of this.#shelves) await shelf.save();
    this.#report();
  }

  get #shelves() {
    return STORES.map((name) => this[name]);
  }

  /** Where one thing could be kept, others may be as well. */
  async #follow(hasFailed: boolean): Promise<void> {
    if (!hasFailed) for (const shelf of this.#shelves) if (shelf.hasFailed) await shelf.save();
    this.#report();
  }

  #report(): void {
    const { keeping } = this;
    const told = JSON.stringify(keeping);
    if (told === this.#told) return;
    this.#told = told;
    this.#tell?.(keeping);
  }
}

/**
 * What would be lost with the page, as a ZIP: games and sheets as files that `augenblock` and the studio read. Null if nothing would.
 *
 * @param filling the sheet that is being filled in, if it is not kept
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

/** A name of a YAML file that no other one has. */
function freeName(name: string, taken: Set<string>): string {
  const stem = name.replace(/\.\w+$/, "").replaceAll(/[^\p{L}\p{N}]+/gu, "-") || "game";
  let path = `${stem}.yaml`;
  for (let n = 2; taken.has(path); n++) path = `${stem}-${n}.yaml`;
  taken.add(path);
  return path;
}
