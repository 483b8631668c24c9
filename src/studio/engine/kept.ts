import type { CheckedSheet } from "../../check/evening.ts";
import { type DBSchema, type IDBPDatabase, openDB } from "idb";

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

interface Shelves extends DBSchema {
  variants: { key: string; value: KeptVariant };
  sheets: { key: string; value: KeptSheet };
}

/** What the browser keeps from one visit to the next (IndexedDB). Where it keeps nothing, things last as long as the page. */
export class Kept {
  readonly #opened: Promise<IDBPDatabase<Shelves> | null>;
  readonly #here = new Map<string, KeptVariant>();
  readonly #sheetsHere = new Map<string, KeptSheet>();

  constructor() {
    this.#opened = openDB<Shelves>("augenblock", 2, {
      upgrade(database) {
        const made = [...database.objectStoreNames];
        for (const store of ["variants", "sheets"] as const)
          if (!made.includes(store)) database.createObjectStore(store, { keyPath: "key" });
      },
    }).catch(() => null);
  }

  /** All games, the one that was changed last first. */
  async variants(): Promise<KeptVariant[]> {
    const database = await this.#opened;
    const all = (await database?.getAll("variants").catch(() => null)) ?? [...this.#here.values()];
    return all.sort((a, b) => b.changed - a.changed);
  }

  /** Keeps a game in the place of the one with the same key. */
  async keepVariant(variant: KeptVariant): Promise<void> {
    this.#here.set(variant.key, variant);
    const database = await this.#opened;
    await database?.put("variants", variant).catch(() => undefined);
  }

  /** Forgets a game. */
  async forgetVariant(key: string): Promise<void> {
    this.#here.delete(key);
    const database = await this.#opened;
    await database?.delete("variants", key).catch(() => undefined);
  }

  /** All sheets, in the order of their keys. */
  async sheets(): Promise<KeptSheet[]> {
    const database = await this.#opened;
    return (await database?.getAll("sheets").catch(() => null)) ?? [...this.#sheetsHere.values()];
  }

  /** Keeps sheets, each in the place of the one with the same key. */
  async keepSheets(sheets: readonly KeptSheet[]): Promise<void> {
    const database = await this.#opened;
    for (const sheet of sheets) {
      this.#sheetsHere.set(sheet.key, sheet);
      await database?.put("sheets", sheet).catch(() => undefined);
    }
  }

  /** Forgets sheets by their keys. */
  async forgetSheets(keys: readonly string[]): Promise<void> {
    const database = await this.#opened;
    for (const key of keys) {
      this.#sheetsHere.delete(key);
      await database?.delete("sheets", key).catch(() => undefined);
    }
  }
}
