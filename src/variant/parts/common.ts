import { z } from "zod";
import type { Formula } from "../../dice/formula.ts";
import { FORMULA_NAMES, parseFormula } from "../../dice/formula.ts";
import type { Text } from "../../game/game.ts";
import { nearest } from "../../problem/near.ts";
import { LARGEST_NUMBER, LONGEST_LABEL } from "../limits.ts";
import { say } from "./said.ts";

/** A whole number within bounds. */
export function whole(min: number, max: number = LARGEST_NUMBER) {
  return z.int().min(min).max(max);
}

/** Text for people: not empty, one line. */
export function line(longest: number = LONGEST_LABEL) {
  return z
    .string()
    .trim()
    .min(1)
    .max(longest)
    .transform((text) => text.replace(/\s+/g, " "));
}

/** The same words in several languages; German and English always. */
export function words(longest: number = LONGEST_LABEL): z.ZodType<Text> {
  return z
    .object({ de: line(longest), en: line(longest) })
    .catchall(line(longest))
    .transform((text, context) => {
      for (const key of Object.keys(text).filter((k) => !isLanguageCode(k))) {
        const message = `\`${key.slice(0, 40)}\` is no language code`;
        say(context, { code: "unknown-key", message, hint: "such as `de`, `en`, `fr`", atKey: true }, [key]);
      }
      return text;
    });
}

function isLanguageCode(key: string): boolean {
  return /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(key);
}

/** A formula in a text, or a bare number. */
export const formula: z.ZodType<Formula> = z.unknown().transform((value, context): Formula => {
  if (typeof value === "number" && Number.isInteger(value) && Math.abs(value) <= LARGEST_NUMBER) {
    const number: Formula = { kind: "number", value: Math.abs(value) };
    return value < 0 ? { kind: "minus", of: number } : number;
  }
  if (typeof value !== "string") {
    const message = "expected a whole number or a formula such as `40 + sum`";
    say(context, { code: "wrong-type", message, hint: `a formula may use ${FORMULA_NAMES.join(", ")}` });
    return z.NEVER;
  }
  const read = parseFormula(value);
  if (read.ok) return read.formula;
  const near = read.unknown === null ? null : nearest(read.unknown, FORMULA_NAMES);
  const hint = near === null ? "a formula looks like `40 + sum` or `2 * hit`" : `did you mean \`${near}\`?`;
  const stretch = { offset: read.offset, length: read.length };
  say(context, {
    code: "bad-formula",
    message: `this formula cannot be read: ${read.message}`,
    hint,
    stretch,
  });
  return z.NEVER;
});
