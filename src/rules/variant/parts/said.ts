import { z } from "zod";
import { hintFor } from "../../problem/near.ts";
import { writtenAs } from "./written.ts";

/** What a check of ours says about a value; travels through zod in the issue's parameters. */
export interface Said {
  readonly code: string;
  readonly message: string;
  readonly hint: string | null;
  /** A stretch of the text to point at, counted from its start; null for all of it. */
  readonly stretch: { readonly offset: number; readonly length: number } | null;
  /** Point at the key rather than at its value. */
  readonly atKey: boolean;
}

/** The part of zod's context that takes issues. */
export interface Hearer {
  readonly issues: z.core.$ZodRawIssue[];
}

/** Reports something in our own words about the value that is being looked at, or about what is at `path` below it. */
export function say(
  to: Hearer,
  said: Pick<Said, "code" | "message"> & Partial<Said>,
  path: readonly (string | number)[] = [],
): void {
  const full: Said = { hint: null, stretch: null, atKey: false, ...said };
  to.issues.push({ code: "custom", input: undefined, path: [...path], params: { said: full } });
}

/** What was said, if an issue is one of ours. */
export function saidIn(params: Readonly<Record<string, unknown>> | undefined): Said | null {
  const said = params?.said;
  return typeof said === "object" && said !== null ? (said as Said) : null;
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
  to: Hearer,
  value: unknown,
  what: string,
  words: readonly string[],
  forms: readonly string[],
): void {
  const key = isRecord(value) ? Object.keys(value)[0] : undefined;
  if (key !== undefined) {
    const message = `\`${key}\` is not known here; expected ${what}`;
    say(to, { code: "unknown-key", message, hint: hintFor(key, forms), atKey: true }, [key]);
  } else if (typeof value === "string") {
    const hint = hintFor(value, [...words, ...forms]);
    say(to, {
      code: "unknown-word",
      message: `\`${value.slice(0, 40)}\` is not known here; expected ${what}`,
      hint,
    });
  } else {
    const all = [...words.map((w) => `\`${w}\``), ...forms.map((f) => `\`{${f}: …}\``)].join(", ");
    say(to, { code: "wrong-type", message: `expected ${what}`, hint: `possible here: ${all}` });
  }
}
