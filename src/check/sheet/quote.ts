import { plainScalar } from "../../rules/source/scalar.ts";

const PLAIN_WORD = /^[\p{L}_][\p{L}\p{N}_.-]*(?: [\p{L}\p{N}_.-]+)*$/u;

/** A word as a YAML value: bare where that is safe, in quotation marks elsewhere. */
export function yamlWord(word: string): string {
  return PLAIN_WORD.test(word) && plainScalar(word) === word ? word : JSON.stringify(word);
}

/** A cell of CSV, in quotation marks if anything in it needs them. */
export function csvCell(text: string): string {
  return /[;,\t"\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A label as it can stand in a comment: on one line. */
export function oneLine(text: string): string {
  return text.replace(/\s+/gu, " ").trim();
}
