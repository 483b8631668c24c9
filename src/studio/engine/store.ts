import { type DBSchema, type IDBPDatabase, openDB, type StoreNames, type StoreValue } from "idb";

/** The stores of a database. */
export type StoreSchema = DBSchema;

/** The database operations that are used here. */
export interface Database<Schema extends DBSchema>
  extends Pick<IDBPDatabase<Schema>, "getAll" | "transaction"> {
  close(): void;
}

/** Opens a database. @param onLost to be called if the browser closes it later */
export type OpenDatabase<Schema extends DBSchema> = (onLost: () => void) => Promise<Database<Schema>>;

/** To be raised with each new store. */
const VERSION = 6;

/** Opens the studio's database with these stores, whose key path is `key`. */
export function browserDatabase<Schema extends DBSchema>(
  stores: readonly StoreNames<Schema>[],
): OpenDatabase<Schema> {
  return (onLost) =>
    new Promise((resolve, reject) => {
      let isGivenUp = false;
      openDB<Schema>("augenblock", VERSION, {
        upgrade(database) {
          const made = [...database.objectStoreNames];
          for (const store of stores)
            if (!made.includes(store)) database.createObjectStore(store, { keyPath: "key" });
        },
        // Another window with an older studio may block the upgrade for days.
        blocked() {
          isGivenUp = true;
          reject(new Error("another window holds the database"));
        },
        blocking: (_, __, event) => {
          (event.target as unknown as Database<Schema>).close();
          onLost();
        },
        terminated: onLost,
      }).then((opened) => {
        const database = opened as unknown as Database<Schema>;
        if (isGivenUp) database.close();
        else resolve(database);
      }, reject);
    });
}

/** The connection to a database. Browsers may close it at any time: in the background, or when the disk is full. */
export class Connection<Schema extends DBSchema> {
  readonly #open: OpenDatabase<Schema>;
  #opened: Promise<Database<Schema>> | null = null;

  constructor(open: OpenDatabase<Schema>) {
    this.#open = open;
  }

  /** Runs an operation, again with a new connection if it fails. @returns null if it failed twice */
  async use<T>(work: (database: Database<Schema>) => Promise<T>): Promise<{ readonly result: T } | null> {
    return (await this.#attempt(work)) ?? this.#attempt(work);
  }

  async #attempt<T>(work: (database: Database<Schema>) => Promise<T>) {
    const opened = this.#current();
    try {
      return { result: await work(await opened) };
    } catch {
      this.#drop(opened);
      return null;
    }
  }

  #current(): Promise<Database<Schema>> {
    if (this.#opened !== null) return this.#opened;
    const opened: Promise<Database<Schema>> = this.#open(() => this.#drop(opened));
    this.#opened = opened;
    return opened;
  }

  #drop(opened: Promise<Database<Schema>>): void {
    if (this.#opened !== opened) return;
    this.#opened = null;
    opened.then((database) => database.close()).catch(() => undefined);
  }
}

/** Items of one store, by key: in the database, and in memory until they are saved. */
export class Shelf<Schema extends DBSchema, Name extends StoreNames<Schema>> {
  readonly #name: Name;
  readonly #connection: Connection<Schema>;
  readonly #order: (a: StoreValue<Schema, Name>, b: StoreValue<Schema, Name>) => number;
  readonly #onUse: (shelf: Shelf<Schema, Name>) => Promise<void>;
  /** The current items. */
  #here = new Map<string, StoreValue<Schema, Name>>();
  /** Changes that the database doesn't have yet; null for a deletion. */
  readonly #pending = new Map<string, StoreValue<Schema, Name> | null>();
  #hasFailed = false;
  #saving: Promise<void> = Promise.resolve();

  /** @param order compares two items @param onUse runs after every access to the database */
  constructor(
    name: Name,
    connection: Connection<Schema>,
    order: (a: StoreValue<Schema, Name>, b: StoreValue<Schema, Name>) => number,
    onUse: (shelf: Shelf<Schema, Name>) => Promise<void>,
  ) {
    this.#name = name;
    this.#connection = connection;
    this.#order = order;
    this.#onUse = onUse;
  }

  /** Whether the last access to the database failed. */
  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  /** Unsaved items, in order. */
  get unsaved(): StoreValue<Schema, Name>[] {
    if (!this.#hasFailed) return [];
    return [...this.#pending.values()].filter((one) => one !== null).sort(this.#order);
  }

  /** All items, in order. */
  async all(): Promise<StoreValue<Schema, Name>[]> {
    const stored = await this.#connection.use((database) => database.getAll(this.#name));
    if (stored !== null) {
      this.#here = new Map(stored.result.map((one) => [thingKey(one), one]));
      for (const [key, one] of this.#pending) this.#set(key, one);
    }
    if (stored === null) this.#hasFailed = true;
    else if (this.#hasFailed) await this.save();
    await this.#onUse(this);
    return [...this.#here.values()].sort(this.#order);
  }

  /** Saves items, replacing those with the same keys. */
  async keep(...things: readonly StoreValue<Schema, Name>[]): Promise<void> {
    await this.#change(things.map((one) => [thingKey(one), one]));
  }

  /** Deletes items by key. */
  async forget(...keys: readonly string[]): Promise<void> {
    await this.#change(keys.map((key) => [key, null]));
  }

  /** Writes unsaved changes, one attempt at a time, so that the latest wins. */
  save(): Promise<void> {
    this.#saving = this.#saving.then(() => this.#save());
    return this.#saving;
  }

  async #save(): Promise<void> {
    const batch = [...this.#pending];
    const saved =
      batch.length === 0 ||
      (await this.#connection.use(async (database) => {
        const { store, done } = database.transaction(this.#name, "readwrite");
        const asked = batch.map(([key, one]) =>
          one === null ? store.delete(key as Parameters<typeof store.delete>[0]) : store.put(one),
        );
        await Promise.all([...asked, done]);
      })) !== null;
    // Changes made in the meantime are still unsaved.
    if (saved) for (const [key, one] of batch) if (this.#pending.get(key) === one) this.#pending.delete(key);
    this.#hasFailed = !saved;
  }

  async #change(changes: readonly (readonly [string, StoreValue<Schema, Name> | null])[]): Promise<void> {
    for (const [key, one] of changes) {
      this.#set(key, one);
      this.#pending.set(key, one);
    }
    await this.save();
    await this.#onUse(this);
  }

  #set(key: string, one: StoreValue<Schema, Name> | null): void {
    if (one === null) this.#here.delete(key);
    else this.#here.set(key, one);
  }
}

function thingKey(one: { readonly key: string }): string {
  return one.key;
}
