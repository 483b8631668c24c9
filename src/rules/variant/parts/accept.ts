import { z } from "zod";
import { MAX_ENTRIES } from "../limits.ts";
import { LINT_WARNINGS, type LintWarningCode } from "../lint-warnings.ts";
import { strict } from "./said.ts";
import { about } from "./written.ts";

/** Oddities that are meant: for each kind the ids of what may stay as it is. */
export type AcceptPart = Readonly<Partial<Record<LintWarningCode, readonly string[]>>>;

const ids = z.array(z.string()).min(1).max(MAX_ENTRIES);

export const accept: z.ZodType<AcceptPart> = strict(
  Object.fromEntries(
    LINT_WARNINGS.map((code) => {
      const said = `What \`lint\` should no longer warn of as \`${code}\`: the ids of what is meant to be so.`;
      return [code, ids.meta(about(said, ["chance"])).optional()] as const;
    }),
  ),
).meta(
  about(
    "Oddities that are meant, so that `lint` need not warn of them: for each kind the ids that it is about.",
    {
      "same-boxes": ["chance"],
    },
  ),
);
