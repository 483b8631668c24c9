import type { TypeFamily } from "./typeface.ts";

/**
 * Text as a family of fonts can show it: a character that it lacks gives way to the plain form that Unicode names for it
 * (`ℂ` to `C`), if that can be shown. Everything else stays, for `missing` to find.
 */
export function showable(text: string, family: TypeFamily): string {
  if (!lacks(text, family)) return text;
  return [...text].map((char) => (lacks(char, family) ? plainer(char, family) : char)).join("");
}

function plainer(char: string, family: TypeFamily): string {
  const plain = char.normalize("NFKC");
  return lacks(plain, family) ? char : plain;
}

function lacks(text: string, { regular, bold }: TypeFamily): boolean {
  return regular.missing(text).length > 0 || bold.missing(text).length > 0;
}
