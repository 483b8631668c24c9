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

interface Shelves extends DBSchema {
  variants: { key: string; value: KeptVariant };
}

/** What the browser keeps from one visit to the next (IndexedDB). Where it keeps nothing, things last as long as the page. */
export class Kept {
  readonly #opened: Promise<IDBPDatabase<Shelves> | null>;
  readonly #here = new Map<string, KeptVariant>();

  constructor() {
    this.#opened = openDB<Shelves>("augenblock", 1, {
      upgrade: (database) => void database.createObjectStore("variants", { keyPath: "key" }),
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
}
