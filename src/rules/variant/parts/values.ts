import { z } from "zod";
import type { Formula } from "../../dice/formula.ts";
import { FORMULA_NAMES, namesIn, parseBoxFormula, parseFormula } from "../../dice/formula.ts";
import type { Text } from "../../game/game.ts";
import { nearHint } from "../../problem/wording.ts";
import { MAX_NUMBER, MAX_LABEL_LENGTH } from "../limits.ts";
import { about, type IssueSink, report, writtenAs } from "./definition.ts";

/** A whole number within bounds. */
export function whole(min: number, max: number = MAX_NUMBER) {
  return z.int().min(min).max(max);
}

/** Text for people: not empty, one line. */
function line(longest: number = MAX_LABEL_LENGTH) {
  return z
    .string()
    .trim()
    .min(1)
    .max(longest)
    .transform((text) => text.replace(/\s+/g, " "));
}

/** How the code of a language looks: `de`, `en`, `pt-BR`. */
const LANGUAGE_CODE = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/;

/** The same words in several languages; German and English always. */
export function words(longest: number = MAX_LABEL_LENGTH): z.ZodType<Text> {
  const read = wordsIn({}, longest).transform((text, context) => {
    for (const key of Object.keys(text).filter((k) => !LANGUAGE_CODE.test(k))) {
      const message = `\`${key.slice(0, 40)}\` is no language code`;
      report(context, { code: "unknown-key", message, hint: "such as `de`, `en`, `fr`", atKey: true }, [key]);
    }
    return text;
  });
  return writtenAs(read, wordsIn({}, longest).meta({ propertyNames: { pattern: LANGUAGE_CODE.source } }));
}

/** A map with words in several languages, beside other keys of its own. */
export function wordsIn<S extends z.core.$ZodLooseShape>(others: S, longest: number) {
  const german = about(line(longest), "The words in German. → Große Straße");
  const english = about(line(longest), "The words in English. → Large straight");
  return z.object({ ...others, de: german, en: english }).catchall(line(longest));
}

/** A formula in a text, or a bare number. */
export const formula: z.ZodType<Formula> = writtenAs(
  z.unknown().transform(readFormula),
  z.union([whole(-MAX_NUMBER), z.string().regex(formulaLetters())]),
);

/** The characters and words of a formula; the parser finds out whether they make sense. */
function formulaLetters(): RegExp {
  return new RegExp(`^(?:[\\s\\d+*()-]|${FORMULA_NAMES.join("|")})+$`);
}

function readFormula(value: unknown, context: IssueSink): Formula {
  if (typeof value === "number" && Number.isInteger(value) && Math.abs(value) <= MAX_NUMBER) {
    const number: Formula = { kind: "number", value: Math.abs(value) };
    return value < 0 ? { kind: "minus", of: number } : number;
  }
  if (typeof value !== "string") {
    const message = "expected a whole number or a formula such as `40 + sum`";
    report(context, { code: "wrong-type", message, hint: `a formula may use ${FORMULA_NAMES.join(", ")}` });
    return z.NEVER;
  }
  const read = parseFormula(value);
  if (read.ok) return read.formula;
  const near = read.unknown === null ? null : nearHint(read.unknown, FORMULA_NAMES);
  return reportUnreadable(read, near ?? "a formula looks like `40 + sum` or `2 * hit`", context);
}

function reportUnreadable(
  { message, offset, length }: { readonly message: string; readonly offset: number; readonly length: number },
  hint: string,
  context: IssueSink,
): never {
  const stretch = { offset, length };
  report(context, {
    code: "bad-formula",
    message: `this formula cannot be read: ${message}`,
    hint,
    stretch,
  });
  return z.NEVER;
}

/** A formula about boxes, which are named by their ids; checks find out whether there are such boxes. */
export const boxFormula: z.ZodType<Formula<string>> = writtenAs(
  z.string().transform((text, context): Formula<string> => {
    const read = parseBoxFormula(text);
    const hint = "a formula looks like `(maximum - minimum) * ones`";
    if (!read.ok) return reportUnreadable(read, hint, context);
    if (namesIn(read.formula).length === 0)
      report(context, { code: "bad-formula", message: "this formula names no box", hint });
    return read.formula;
  }),
  z.string().regex(/^[\s\w+*()-]+$/),
);
