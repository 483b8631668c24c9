import type { CheckedSheet } from "../../check/evening.ts";
import { type DBSchema, type IDBPDatabase, openDB, type StoreNames, type StoreValue } from "idb";
import type { Entered, FillWish } from "./filled-sheet.ts";

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
}

/** A sheet that is being filled in. */
interface KeptFilling {
  readonly key: string;
  readonly wish: FillWish;
  /** When it was begun, in milliseconds. */
  readonly begun: number;
  readonly entered: readonly Entered[];
}

interface Shelves extends DBSchema {
  variants: { key: string; value: KeptVariant };
  sheets: { key: string; value: KeptSheet };
  fillings: { key: string; value: KeptFilling };
}

/** What the browser keeps from one visit to the next (IndexedDB). Where it keeps nothing, things last as long as the page. */
export class Kept {
  /** The one that was changed last comes first. */
  readonly variants: Shelf<"variants">;
  readonly sheets: Shelf<"sheets">;
  readonly fillings: Shelf<"fillings">;

  constructor() {
    const opened = openDB<Shelves>("augenblock", 3, {
      upgrade(database) {
        const made = [...database.objectStoreNames];
        for (const store of ["variants", "sheets", "fillings"] as const)
          if (!made.includes(store)) database.createObjectStore(store, { keyPath: "key" });
      },
    }).catch(() => null);
    this.variants = new Shelf("variants", opened, (a, b) => b.changed - a.changed);
    this.sheets = new Shelf("sheets", opened, (a, b) => (a.key < b.key ? -1 : 1));
    this.fillings = new Shelf("fillings", opened, (a, b) => b.begun - a.begun);
  }
}

/** Things of one kind, each under its key. */
class Shelf<Name extends StoreNames<Shelves>> {
  readonly #name: Name;
  readonly #opened: Promise<IDBPDatabase<Shelves> | null>;
  readonly #order: (a: StoreValue<Shelves, Name>, b: StoreValue<Shelves, Name>) => number;
  readonly #here = new Map<string, StoreValue<Shelves, Name>>();

  /** @param order which of two comes first */
  constructor(
    name: Name,
    opened: Promise<IDBPDatabase<Shelves> | null>,
    order: (a: StoreValue<Shelves, Name>, b: StoreValue<Shelves, Name>) => number,
  ) {
    this.#name = name;
    this.#opened = opened;
    this.#order = order;
  }

  /** All of them, in their order. */
  async all(): Promise<StoreValue<Shelves, Name>[]> {
    const database = await this.#opened;
    const all = (await database?.getAll(this.#name).catch(() => null)) ?? [...this.#here.values()];
    return all.sort(this.#order);
  }

  /** Keeps things, each in the place of the one with the same key. */
  async keep(...things: readonly StoreValue<Shelves, Name>[]): Promise<void> {
    const database = await this.#opened;
    for (const thing of things) {
      this.#here.set(thing.key, thing);
      await database?.put(this.#name, thing).catch(() => undefined);
    }
  }

  /** Forgets things by their keys. */
  async forget(...keys: readonly string[]): Promise<void> {
    const database = await this.#opened;
    for (const key of keys) {
      this.#here.delete(key);
      await database?.delete(this.#name, key).catch(() => undefined);
    }
  }
}
