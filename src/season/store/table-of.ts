import { type RawBuilder, sql } from "kysely";

/** The SQL types of columns, by their names. */
type ColumnTypes = Readonly<
  Record<
    string,
    "text" | "integer" | "boolean" | "jsonb" | "double precision" | "integer[]" | "double precision[]"
  >
>;

/** Rows as a table `g` of a query, in one parameter: as many as there are, with only the columns that are named. */
export function tableOf(rows: readonly object[], columns: ColumnTypes): RawBuilder<unknown> {
  const types = Object.entries(columns).map(([name, type]) => `${name} ${type}`);
  const names = new Set(Object.keys(columns));
  const plain = rows.map((row) =>
    Object.fromEntries(Object.entries(row).filter(([name]) => names.has(name))),
  );
  return sql`(select * from jsonb_to_recordset(${JSON.stringify(plain)}::jsonb) as t(${sql.raw(types.join(", "))}))`;
}
