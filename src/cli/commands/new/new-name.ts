import { isVariantId, VARIANT_ID_HINT, MAX_ID_LENGTH } from "../../../rules/variant/limits.ts";
import { fail } from "../../console/failure.ts";
import { shippedIds } from "../../files/variants.ts";

/** Names that Windows keeps for devices; no file can be called so there. */
const DEVICES = /^(con|prn|aux|nul|com\d|lpt\d)$/;

/** Ends the command if a new variant can't be called so. */
export function checkNewName(name: string): void {
  if (/[/\\]/.test(name)) {
    const hint = "give the name alone, and the folder with --out";
    fail("bad-name", `\`${name}\` is a path, not the name of a variant`, hint);
  }
  if (name.length > MAX_ID_LENGTH) {
    fail(
      "bad-name",
      `this name has ${name.length} characters; at most ${MAX_ID_LENGTH} are possible`,
      "take a shorter one",
    );
  }
  if (!isVariantId(name)) fail("bad-name", `\`${name}\` can't be the name of a variant`, wayOut(name));
  if (DEVICES.test(name)) {
    fail(
      "bad-name",
      `\`${name}\` is the name of a device on Windows`,
      `take another one, such as \`my-${name}\``,
    );
  }
  if (shippedIds().includes(name)) {
    const hint = `take another name: \`augenblock new our-${name} --from ${name}\``;
    fail("taken-name", `a variant called \`${name}\` comes with the program`, hint);
  }
}

/** The name in the signs that a name may have, if something is left of it. */
function wayOut(name: string): string {
  const plain = name
    .toLowerCase()
    .replace(/\.ya?ml$/, "")
    .replaceAll("ä", "ae")
    .replaceAll("ö", "oe")
    .replaceAll("ü", "ue")
    .replaceAll("ß", "ss")
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^[-0-9]+|-+$/g, "");
  return isVariantId(plain) ? `did you mean \`${plain}\`?` : VARIANT_ID_HINT;
}
