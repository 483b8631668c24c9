import { z } from "zod";
import { hintFor } from "../../problem/wording.ts";
import { CHOICE_ID, MAX_ID_LENGTH, PART_ID } from "../limits.ts";

/** What a check of ours says about a value; travels through zod in the issue's parameters. */
export interface OwnIssue {
  readonly code: string;
  readonly message: string;
  readonly hint: string | null;
  /** A stretch of the text to point at, counted from its start; null for all of it. */
  readonly stretch: { readonly offset: number; readonly length: number } | null;
  /** Point at the key rather than at its value. */
  readonly atKey: boolean;
}

/** The part of zod's context that takes issues. */
export interface IssueSink {
  readonly issues: z.core.$ZodRawIssue[];
}

/** Reports something in our own words about the value that is being looked at, or about what is at `path` below it. */
export function report(
  to: IssueSink,
  said: Pick<OwnIssue, "code" | "message"> & Partial<OwnIssue>,
  path: readonly (string | number)[] = [],
): void {
  const full: OwnIssue = { hint: null, stretch: null, atKey: false, ...said };
  to.issues.push({ code: "custom", input: undefined, path: [...path], params: { said: full } });
}

/** What was said, if an issue is one of ours. */
export function ownIssueIn(params: Readonly<Record<string, unknown>> | undefined): OwnIssue | null {
  const said = params?.said;
  return typeof said === "object" && said !== null ? (said as OwnIssue) : null;
}

/**
 * A map with these keys and no others. The message of an unknown key is never shown; it carries the known keys to whoever
 * words the problem.
 */
export function strict<S extends z.core.$ZodLooseShape>(shape: S) {
  return z.strictObject(shape, {
    error: (issue) => (issue.code === "unrecognized_keys" ? Object.keys(shape).join(" ") : undefined),
  });
}

/** Whether a value is a map. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * A value that is either one of a few words or a map that one of a few keys gives away: `any`, or `{groups: [3, 2]}`. The
 * problem is always about the form that was meant.
 *
 * @param what what is expected, for the message
 */
export function oneForm<T>(
  what: string,
  words: Readonly<Record<string, T>>,
  forms: Readonly<Record<string, z.ZodType<T>>>,
) {
  const read = z.unknown().transform((value, context): T => {
    const form = isRecord(value) ? Object.keys(forms).find((key) => Object.hasOwn(value, key)) : undefined;
    const schema = form === undefined ? undefined : forms[form];
    if (schema !== undefined) {
      const read = schema.safeParse(value);
      if (read.success) return read.data;
      context.issues.push(...(read.error.issues as z.core.$ZodRawIssue[]));
      return z.NEVER;
    }
    const word = typeof value === "string" && Object.hasOwn(words, value) ? words[value] : undefined;
    if (word !== undefined) return word;
    sayNoForm(context, value, what, Object.keys(words), Object.keys(forms));
    return z.NEVER;
  });
  const shapes = [...new Set(Object.values(forms))];
  return writtenAs(
    read,
    z.union(Object.keys(words).length === 0 ? shapes : [z.enum(Object.keys(words)), ...shapes]),
  );
}

function sayNoForm(
  to: IssueSink,
  value: unknown,
  what: string,
  words: readonly string[],
  forms: readonly string[],
): void {
  const key = isRecord(value) ? Object.keys(value)[0] : undefined;
  if (key !== undefined) {
    const message = `\`${key}\` is not known here; expected ${what}`;
    report(to, { code: "unknown-key", message, hint: hintFor(key, forms), atKey: true }, [key]);
  } else if (typeof value === "string") {
    const hint = hintFor(value, [...words, ...forms]);
    report(to, {
      code: "unknown-word",
      message: `\`${value.slice(0, 40)}\` is not known here; expected ${what}`,
      hint,
    });
  } else {
    const all = [...words.map((w) => `\`${w}\``), ...forms.map((f) => `\`{${f}: …}\``)].join(", ");
    report(to, { code: "wrong-type", message: `expected ${what}`, hint: `possible here: ${all}` });
  }
}

/**
 * A definition with an explanation for people who write a variant, and a value that the key could have. Editors show both, by way
 * of the JSON Schema.
 */
export function about<S extends z.ZodType>(schema: S, description: string, example: unknown): S {
  return schema.meta({ description, example });
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
export function byId<T>(part: z.ZodType<T>, most: number, description: string, example: unknown) {
  return mapOf(part, most, id(PART_ID), { description, example });
}

/** A map of parts by words of any kind; whoever reads it looks whether they mean something. */
export function byWord<T>(part: z.ZodType<T>, most: number, description: string, example: unknown) {
  return mapOf(part, most, z.string(), { description, example });
}

/** A list of parts. */
export function listOf<T>(part: z.ZodType<T>, most: number, description: string, example: unknown) {
  const written = about(z.array(part).max(most), description, example);
  return { part, most, allows: () => false, written } satisfies Collection<T>;
}

/** The id of a choice, as a file writes it. */
export const choiceId = id(CHOICE_ID);

function id(form: RegExp) {
  return z.string().regex(form).max(MAX_ID_LENGTH);
}

function mapOf<T>(
  part: z.ZodType<T>,
  most: number,
  key: z.ZodString,
  meta: z.core.GlobalMeta,
): Collection<T> {
  return {
    part,
    most,
    allows: (word) => key.safeParse(word).success,
    written: z.record(key, part).meta({ ...meta, maxProperties: most }),
  };
}
