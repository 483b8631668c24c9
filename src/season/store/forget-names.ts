import { sql, type Transaction } from "kysely";
import { nameKey } from "../../check/name.ts";
import type { Answer } from "./open-sheets.ts";
import { type AuditKind, PAGE, readPages, type Tables } from "./tables.ts";

/** Replaces a removed name. */
const NOBODY = "–";

/**
 * Removes the names of a person from all records: open sheets, the audit, answers, and their authors. Files are often named after players,
 * so their names are removed too. Only values that are names change, never keys or other words.
 */
export async function forgetNames(store: Transaction<Tables>, names: readonly string[]): Promise<void> {
  const person = new Person(names);
  await forgetInSheets(store, person);
  await forgetInAudit(store, person);
  await forgetInAnswers(store, person);
}

/** The person to forget. */
class Person {
  readonly #keys: readonly string[];

  constructor(names: readonly string[]) {
    this.#keys = [...new Set(names.map(nameKey))];
  }

  has(name: unknown): boolean {
    return typeof name === "string" && this.#keys.includes(nameKey(name));
  }

  /** Whether a filename contains a name of the person. */
  isNameInFilename(file: unknown): boolean {
    if (typeof file !== "string") return false;
    const folded = nameKey(file);
    return this.#keys.some((key) => folded.includes(key));
  }

  /** Replaces a name of the person. */
  without<T>(name: T): T | string {
    return this.has(name) ? NOBODY : name;
  }
}

async function forgetInSheets(store: Transaction<Tables>, person: Person): Promise<void> {
  const read = (after: number) =>
    store
      .selectFrom("sheets")
      .select(["id", "file", "kept_by", "claimed_by", "packed"])
      .where("id", ">", after)
      .orderBy("id")
      .limit(PAGE)
      .execute();
  for await (const rows of readPages(read))
    for (const row of rows) {
      const file = person.isNameInFilename(row.file) ? NOBODY : row.file;
      const kept_by = person.without(row.kept_by);
      const claimed_by = person.without(row.claimed_by);
      const packed = row.packed === null ? null : packedWithout(row.packed, person);
      const now = { file, kept_by, claimed_by, packed };
      if (Object.entries(now).some(([column, value]) => row[column as keyof typeof now] !== value))
        await store.updateTable("sheets").set(now).where("id", "=", row.id).execute();
    }
}

/** Removes the person's names, and files named after them, from the packed state of an open sheet; unchanged text if it has neither. */
function packedWithout(packed: string, person: Person): string {
  const sheet = parseState(packed);
  const list = (values: unknown, change: (value: unknown) => unknown) =>
    Array.isArray(values) ? values.map(change) : values;
  const plain = (file: unknown) => (person.isNameInFilename(file) ? NOBODY : file);
  const now: Record<string, unknown> = {
    ...sheet,
    names: list(sheet.names, (name) => person.without(name)),
    unnamed: list(sheet.unnamed, (name) => person.without(name)),
    files: list(sheet.files, plain),
  };
  const text = JSON.stringify(now);
  return text === JSON.stringify(sheet) ? packed : text;
}

/** An invalid state can't be continued anyway, so nothing of it is kept. */
function parseState(packed: string): Record<string, unknown> {
  try {
    return JSON.parse(packed) as Record<string, unknown>;
  } catch {
    return {};
  }
}

type Recorded = Readonly<Record<string, unknown>> | null;

async function forgetInAudit(store: Transaction<Tables>, person: Person): Promise<void> {
  const read = (after: number) =>
    store
      .selectFrom("audit")
      .select(["id", "by", "kind", "before", "after"])
      .where("id", ">", after)
      .orderBy("id")
      .limit(PAGE)
      .execute();
  for await (const rows of readPages(read))
    for (const { id, by, kind, before, after } of rows) {
      const json = (value: Recorded) => (value === null ? null : JSON.stringify(value));
      const [was, is] = [before as Recorded, after as Recorded];
      const now = {
        by: person.without(by),
        was: recordWithout(kind, was, person),
        is: recordWithout(kind, is, person),
      };
      if (now.by !== by || json(now.was) !== json(was) || json(now.is) !== json(is))
        await sql`
          update audit set by = ${now.by}, before = ${json(now.was)}::jsonb, after = ${json(now.is)}::jsonb
          where id = ${id}`.execute(store);
    }
}

/** Removes the person from a record of the audit. Each kind of change holds names in different places. */
function recordWithout(kind: AuditKind, record: Recorded, person: Person): Recorded {
  if (record === null) return null;
  switch (kind) {
    case "merge":
    case "rename":
    case "alias":
      return { ...record, ...("name" in record ? { name: person.without(record.name) } : {}) };
    case "kept":
    case "disputed":
    case "replaced": {
      const { file, results, ...others } = record;
      const kept = Array.isArray(results) ? (results as { readonly player: unknown }[]) : null;
      return {
        ...others,
        ...(file === undefined || person.isNameInFilename(file) ? {} : { file }),
        ...(kept === null
          ? {}
          : { results: kept.map((one) => ({ ...one, player: person.without(one.player) })) }),
      };
    }
    case "settled":
    case "decided":
    case "evening":
    case "undo":
    case "leave":
      return record;
    default:
      return kind satisfies never;
  }
}

async function forgetInAnswers(store: Transaction<Tables>, person: Person): Promise<void> {
  const read = (after: number) =>
    store
      .selectFrom("answers")
      .select(["id", "answer", "by"])
      .where("id", ">", after)
      .orderBy("id")
      .limit(PAGE)
      .execute();
  for await (const rows of readPages(read))
    for (const { id, by, ...row } of rows) {
      const answer = row.answer as Answer;
      if (answer.kind === "name" && person.has(answer.name))
        await store.deleteFrom("answers").where("id", "=", id).execute();
      else if (person.has(by))
        await store.updateTable("answers").set({ by: NOBODY }).where("id", "=", id).execute();
    }
}
