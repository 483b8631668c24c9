import type { z } from "zod";

/** What a key is for, for people who write a variant, with a value that it could have. */
export interface About {
  readonly description: string;
  readonly example: unknown;
}

/**
 * Words about a key, to stand beside its definition: `whole(1, 20).meta(about("How many throws a turn has.", 3))`. Editors
 * show them, by way of the JSON Schema.
 */
export function about(description: string, example: unknown): z.core.GlobalMeta & About {
  return { description, example };
}

/** What a file may write where code of ours does the reading, of which zod knows nothing but that it reads anything. */
const WRITTEN = new WeakMap<z.core.$ZodType, z.ZodType>();

/**
 * A definition that code of ours reads, with the form that a file may write. The form never reads anything; it is for the
 * JSON Schema alone, and may be more generous than the reading, but never stricter.
 */
export function writtenAs<S extends z.ZodType>(schema: S, form: z.ZodType): S {
  WRITTEN.set(schema, form);
  return schema;
}

/** The form that a file may write for a definition; null where the definition says it itself. */
export function writtenForm(schema: z.core.$ZodType): z.ZodType | null {
  const { parent } = schema._zod;
  return WRITTEN.get(schema) ?? (parent === undefined ? null : writtenForm(parent));
}
