import { sql, type Transaction } from "kysely";
import type { SheetToKeep } from "../sheet-to-keep.ts";
import { toSqlTable } from "./tables.ts";
import type { SheetState, Source, Tables, Wait } from "./tables.ts";

/** What a sheet is known by. */
export function sheetKey({ hash, part }: { readonly hash: string; readonly part: number }): string {
  return `${hash} ${part}`;
}

/** The entry that a photo or typed sheet is part of already. */
export interface KnownSheet {
  readonly id: number;
  readonly state: SheetState;
  readonly waits: Wait | null;
  /** How the photo or typed sheet itself came in. */
  readonly source: Source;
}

/** The entries that photos and sheets are part of already. */
export async function findKeptEntries(store: Transaction<Tables>, sheets: readonly SheetToKeep[]) {
  const given = toSqlTable(
    sheets.flatMap((sheet) => [sheet, ...sheet.also]),
    { hash: "text", part: "integer" },
  );
  const { rows } = await sql<KnownSheet & { hash: string; part: number }>`
    select entry.id, s.hash, s.part, s.source, entry.state, entry.waits
    from ${given} g join sheets s using (hash, part)
    join sheets entry on entry.id = coalesce(s.replaced_by, s.id)`.execute(store);
  return new Map(rows.map((row) => [sheetKey(row), row]));
}
