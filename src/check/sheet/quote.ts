const PLAIN_WORD = /^[\p{L}_][\p{L}\p{N}_.-]*(?: [\p{L}\p{N}_.-]+)*$/u;

/** What YAML takes for something other than a text, although it is written in letters. */
const NO_TEXT = /^(?:null|true|false)$/i;

/** A word as a YAML value: bare where that is safe, in quotation marks elsewhere. */
export function yamlWord(word: string): string {
  return PLAIN_WORD.test(word) && !NO_TEXT.test(word) ? word : JSON.stringify(word);
}

/** A cell of CSV, in quotation marks if anything in it needs them. */
export function csvCell(text: string): string {
  return /[;,\t"\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A label as it can stand in a comment: on one line. */
export function oneLine(text: string): string {
  return text.replace(/\s+/gu, " ").trim();
}
