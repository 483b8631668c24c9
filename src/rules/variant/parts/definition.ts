import { type Message, msg } from "../../problem/message.ts";
import { z } from "zod";
import {
  type Formula,
  FORMULA_NAMES,
  formulaPattern,
  MAX_FORMULA_LENGTH,
  listFormulaNames,
  parseBoxFormula,
  parseFormula,
} from "../../dice/formula.ts";
import type { Text } from "../../game/game.ts";
import { meantHint, nearest, nearHint, suggestWord } from "../../problem/wording.ts";
import { CHOICE_ID, MAX_ID_LENGTH, MAX_LABEL_LENGTH, MAX_NUMBER, PART_ID } from "../limits.ts";

/** An issue found by our code. zod carries it in the parameters of its own issue. */
interface OwnIssue {
  readonly code: string;
  readonly message: Message;
  readonly hint: Message | null;
  /** The part of the text to point at; null for all of it. */
  readonly stretch: { readonly offset: number; readonly length: number } | null;
  /** Whether to point at the key instead of its value. */
  readonly atKey: boolean;
}

/** The part of zod's context that collects issues. */
export interface IssueSink {
  readonly issues: z.core.$ZodRawIssue[];
}

/** Reports our own issue about the value being read, or about the value at `path` below it. */
export function report(
  to: IssueSink,
  issue: Pick<OwnIssue, "code" | "message"> & Partial<OwnIssue>,
  path: readonly (string | number)[] = [],
): void {
  const own: OwnIssue = { hint: null, stretch: null, atKey: false, ...issue };
  to.issues.push({ code: "custom", input: undefined, path: [...path], params: { own } });
}

/** Our own issue inside one of zod's; null if zod found it itself. */
export function unwrapIssue(issue: z.core.$ZodIssue): OwnIssue | null {
  const own = issue.code === "custom" ? issue.params?.own : undefined;
  return (own as OwnIssue | undefined) ?? null;
}

type CamelCase<Key> = Key extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Key;
type OrNull<T> = undefined extends T ? Exclude<T, undefined> | null : T;

/**
 * A map with these keys and no others, read in this order in camel case, with null for missing keys. The message of an unknown key is never
 * shown; it passes the known keys to the code that words the problem.
 */
export function strict<S extends z.core.$ZodLooseShape>(shape: S) {
  const keys = Object.keys(shape);
  const error = (issue: z.core.$ZodRawIssue) =>
    issue.code === "unrecognized_keys" ? keys.join(" ") : undefined;
  return z.strictObject(shape, { error }).transform((written) => {
    const read = keys.map((key) => [
      key.replace(/_(.)/g, (_, letter) => letter.toUpperCase()),
      (written as Record<string, unknown>)[key] ?? null,
    ]);
    return Object.fromEntries(read) as { [K in keyof S as CamelCase<K>]: OrNull<z.output<S[K]>> };
  });
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Marks a kind that a file writes as one word. */
export const WORD = "word";

/** How a file writes each kind of a union: as a word (`any`), or as a map with a key of that name (`{run: 5}`). */
type FormByKind<T extends { readonly kind: string }> = {
  readonly [K in T["kind"]]: { readonly kind: K } extends Extract<T, { kind: K }>
    ? typeof WORD | z.ZodType<object>
    : z.ZodType<Omit<Extract<T, { kind: K }>, "kind">>;
};

/** A value of one of several kinds. The compiler demands a form for each kind of the union. */
export function byKind<T extends { readonly kind: string }>(expected: Message, forms: FormByKind<T>) {
  const all = Object.entries<typeof WORD | z.ZodType<object>>(forms);
  const words = all.flatMap(([kind, form]) => (form === WORD ? [[kind, { kind }]] : []));
  const maps = all.flatMap(([kind, form]) =>
    form === WORD ? [] : [[kind, form.transform((read) => ({ kind, ...read }))]],
  );
  return oneForm<T>(expected, Object.fromEntries(words), Object.fromEntries(maps));
}

/** A map form that any of its keys identifies. */
export function byAnyKey<T>(shape: object, form: z.ZodType<T>): Record<string, z.ZodType<T>> {
  return Object.fromEntries(Object.keys(shape).map((key) => [key, form]));
}

/** One of a few words, or a map with one of a few keys: `any`, `{groups: [3, 2]}`. @param expected what is expected, for messages */
export function oneForm<T>(
  expected: Message,
  words: Readonly<Record<string, T>>,
  forms: Readonly<Record<string, z.ZodType<T>>>,
) {
  const names = Object.keys(words);
  const all = [...names, ...Object.keys(forms)];
  const show = (name: string) => (Object.hasOwn(forms, name) ? `{${name}: …}` : name);
  const possible = msg`rules.possible-words-hint: possible here: ${all.map((name) => `\`${show(name)}\``).join(", ")}`;
  const read = z.unknown().transform((value, context): T => {
    const known = isRecord(value)
      ? Object.entries(forms).find(([key]) => Object.hasOwn(value, key))
      : undefined;
    if (known !== undefined) return readAs(known[1], value, context);
    const word = typeof value === "string" && Object.hasOwn(words, value) ? words[value] : undefined;
    if (word !== undefined) return word;
    const [stray] = isRecord(value) ? Object.keys(value) : [];
    if (stray !== undefined) {
      const message = msg`rules.unknown-word: \`${stray}\` is not known here; expected ${expected}`;
      const hint = Object.hasOwn(words, stray) ? meantHint(stray) : suggestWord(stray, Object.keys(forms));
      report(context, { code: "unknown-key", message, hint, atKey: true }, [stray]);
    } else if (typeof value === "string") {
      const message = msg`rules.unknown-word: \`${value.slice(0, 40)}\` is not known here; expected ${expected}`;
      const near = nearest(value, all);
      report(context, {
        code: "unknown-word",
        message,
        hint: near === null ? possible : meantHint(show(near)),
      });
    } else {
      const message = msg`rules.expected-value: expected ${expected}`;
      report(context, { code: "wrong-type", message, hint: possible });
    }
    return z.NEVER;
  });
  const shapes = [...new Set(Object.values(forms))];
  return writtenAs(read, z.union(names.length === 0 ? shapes : [z.enum(names), ...shapes]));
}

/** Reads the value with another schema, and passes on its issues. */
export function readAs<T>(schema: z.ZodType<T>, value: unknown, to: IssueSink): T {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  to.issues.push(...(read.error.issues as z.core.$ZodRawIssue[]));
  return z.NEVER;
}

/** Adds what editors show: an explanation, an arrow, and an example in YAML. */
export function about<S extends z.ZodType>(schema: S, explanation: `${string} → ${string}`): S {
  return schema.describe(explanation);
}

/** The written form of values that our code reads. To zod, such code accepts anything. */
const WRITTEN = new WeakMap<z.core.$ZodType, z.ZodType>();

/** Adds the written form of a value, for the JSON Schema only: never stricter than the code that reads it. */
export function writtenAs<S extends z.ZodType>(schema: S, form: z.ZodType): S {
  WRITTEN.set(schema, form);
  return schema;
}

/** The written form of a schema; null if the schema itself describes it. */
export function writtenForm(schema: z.core.$ZodType): z.ZodType | null {
  const { parent } = schema._zod;
  return WRITTEN.get(schema) ?? (parent === undefined ? null : writtenForm(parent));
}

function buildIdSchema(form: RegExp) {
  return z.string().regex(form).max(MAX_ID_LENGTH);
}

export const choiceId = buildIdSchema(CHOICE_ID);

/** A map of parts by id, or by another key. @param most the maximum number of parts */
export function byId<T>(
  part: z.ZodType<T>,
  most: number,
  explanation: `${string} → ${string}`,
  key = buildIdSchema(PART_ID),
) {
  return about(z.record(key, part), explanation).meta({ maxProperties: most });
}

/** A whole number within bounds. */
export function wholeNumber(min: number, max: number = MAX_NUMBER) {
  return z.int().min(min).max(max);
}

/** A non-empty line of text. */
function line(longest: number = MAX_LABEL_LENGTH) {
  return z
    .string()
    .trim()
    .min(1)
    .max(longest)
    .transform((text) => text.replace(/\s+/g, " "));
}

/** A language code: `de`, `en`, `pt-BR`. */
const LANGUAGE_CODE = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/;

/** Words in several languages, German and English required. */
export function words(longest: number = MAX_LABEL_LENGTH): z.ZodType<Text> {
  const read = buildWordsSchema({}, longest).transform((text, context) => {
    for (const key of Object.keys(text).filter((k) => !LANGUAGE_CODE.test(k))) {
      const message = msg`rules.bad-language-code: \`${key.slice(0, 40)}\` is not a language code`;
      report(
        context,
        {
          code: "unknown-key",
          message,
          hint: msg`rules.bad-language-code-hint: such as \`de\`, \`en\`, \`fr\``,
          atKey: true,
        },
        [key],
      );
    }
    return text;
  });
  return writtenAs(
    read,
    buildWordsSchema({}, longest).meta({ propertyNames: { pattern: LANGUAGE_CODE.source } }),
  );
}

/** A map with words in several languages, next to other keys. */
export function buildWordsSchema<S extends z.core.$ZodLooseShape>(others: S, longest: number) {
  const german = about(line(longest), "The words in German. → Große Straße");
  const english = about(line(longest), "The words in English. → Large straight");
  return z.object({ ...others, de: german, en: english }).catchall(line(longest));
}

/** Words in one language or more, whichever have something to say. */
export const someWords = z.record(z.string().regex(LANGUAGE_CODE), line());

/** The written form of a formula; the parser does the exact check. */
function formulaText(known: readonly string[] | null) {
  return z.string().regex(formulaPattern(known)).max(MAX_FORMULA_LENGTH);
}

/** A formula as a text, or a number. */
export const formula: z.ZodType<Formula> = writtenAs(
  z.unknown().transform(readFormula),
  z.union([wholeNumber(-MAX_NUMBER), formulaText(FORMULA_NAMES)]),
);

function readFormula(value: unknown, context: IssueSink): Formula {
  if (typeof value === "number" && Number.isInteger(value) && Math.abs(value) <= MAX_NUMBER) {
    const number: Formula = { kind: "number", value: Math.abs(value) };
    return value < 0 ? { kind: "minus", of: number } : number;
  }
  if (typeof value !== "string") {
    const message = msg`rules.formula-expected: expected a whole number or a formula such as \`40 + sum\``;
    report(context, {
      code: "wrong-type",
      message,
      hint: msg`rules.formula-names-hint: a formula may use ${FORMULA_NAMES.join(", ")}`,
    });
    return z.NEVER;
  }
  const read = parseFormula(value);
  if (read.ok) return read.formula;
  const near = read.unknown === null ? null : nearHint(read.unknown, FORMULA_NAMES);
  return reportUnreadable(
    read,
    near ?? msg`rules.formula-example-hint: a formula looks like \`40 + sum\` or \`2 * hit\``,
    context,
  );
}

function reportUnreadable(
  { message: why, offset, length }: Omit<Extract<ReturnType<typeof parseFormula>, { ok: false }>, "ok">,
  hint: Message,
  context: IssueSink,
): never {
  const message = msg`rules.bad-formula: this formula cannot be read: ${why}`;
  report(context, { code: "bad-formula", message, hint, stretch: { offset, length } });
  return z.NEVER;
}

/** A formula about boxes by their ids; checks verify that they exist. */
export const boxFormula: z.ZodType<Formula<string>> = writtenAs(
  z.string().transform((text, context): Formula<string> => {
    const read = parseBoxFormula(text);
    const hint = msg`rules.box-formula-example-hint: a formula looks like \`(maximum - minimum) * ones\``;
    if (!read.ok) return reportUnreadable(read, hint, context);
    if (listFormulaNames(read.formula).length === 0)
      report(context, {
        code: "bad-formula",
        message: msg`rules.formula-without-box: this formula names no box`,
        hint,
      });
    return read.formula;
  }),
  formulaText(null),
);
