import { basename, dirname, resolve } from "node:path";
import { isVariantId, VARIANT_ID_HINT } from "../../../rules/variant/limits.ts";
import { fail, need } from "../../console/failure.ts";
import { findVariant, isVariantFile, namesFile } from "../../files/variants.ts";

/**
 * The id under which a new file extends the variant that `--from` names. Ends the command if there is no such variant, or if
 * the new file could not find it: a base is looked for beside the file and among the shipped variants.
 */
export function baseFor(from: string, file: string): string {
  need(findVariant(from, file));
  if (!namesFile(from)) return from;
  const id = basename(from).replace(/\.ya?ml$/i, "");
  if (!isVariantFile(from) || !isVariantId(id)) {
    fail(
      "bad-name",
      `\`${basename(from)}\` is not named as a variant file is, so nothing can extend it`,
      VARIANT_ID_HINT,
    );
  }
  if (resolve(dirname(from)) !== resolve(dirname(file))) {
    const hint = `put the new file there: \`--out ${dirname(from)}\``;
    fail("far-base", `${from} does not lie beside ${file}, where a base is looked for`, hint);
  }
  return id;
}
