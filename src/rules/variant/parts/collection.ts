import { z } from "zod";
import { CHOICE_ID, PART_ID } from "../ids.ts";
import { MAX_ID_LENGTH } from "../limits.ts";
import type { About } from "./written.ts";

/** Parts of one kind in a map or a list, each read for itself, so that a broken one does not hide the others. */
export interface Collection<T> {
  readonly part: z.ZodType<T>;
  /** How many there may be. */
  readonly most: number;
  /** Whether a key may stand here; lists have none. */
  readonly allows: (key: string) => boolean;
  /** The collection as a whole, as a file writes it. */
  readonly written: z.ZodType;
}

/** A map of parts by id. */
export function byId<T>(part: z.ZodType<T>, most: number, words: About): Collection<T> {
  return mapOf(part, most, words, id(PART_ID));
}

/** A map of parts by words of any kind; whoever reads it looks whether they mean something. */
export function byWord<T>(part: z.ZodType<T>, most: number, words: About): Collection<T> {
  return mapOf(part, most, words, z.string());
}

/** A list of parts. */
export function listOf<T>(part: z.ZodType<T>, most: number, words: About): Collection<T> {
  return {
    part,
    most,
    allows: () => false,
    written: z
      .array(part)
      .max(most)
      .meta({ ...words }),
  };
}

/** The id of a choice, as a file writes it. */
export const choiceId = id(CHOICE_ID);

function id(form: RegExp) {
  return z.string().regex(form).max(MAX_ID_LENGTH);
}

function mapOf<T>(part: z.ZodType<T>, most: number, words: About, key: z.ZodString): Collection<T> {
  return {
    part,
    most,
    allows: (word) => key.safeParse(word).success,
    written: z.record(key, part).meta({ ...words, maxProperties: most }),
  };
}
