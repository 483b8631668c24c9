/** The colours that we print ourselves: bold, dim, red, yellow, and back. */
const COLOUR = String.raw`\u001b\[(?:1|2|22|31|33|39)m`;

/** What steers a terminal: control characters but for tab and line break, and those that turn the direction of writing. */
const STEERING = String.raw`[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]`;

const COLOURS_AND_STEERING = new RegExp(`${COLOUR}|${STEERING}`, "g");

/**
 * A text as a terminal may show it. Names in sheets, files and variants come from outside and could move the cursor, clear the screen or
 * type commands; what steers becomes a sign that shows where it stood. @param hasColours whether our own colours stay
 */
export function harmless(text: string, hasColours: boolean): string {
  return text.replace(COLOURS_AND_STEERING, (found) => {
    if (found.length === 1) return toVisibleSymbol(found.charCodeAt(0));
    return hasColours ? found : toVisibleSymbol(ESCAPE) + found.slice(1);
  });
}

const ESCAPE = 0x1b;
const DELETE = 0x7f;

/** Unicode has pictures for the control characters of ASCII: `␛` for escape. */
function toVisibleSymbol(code: number): string {
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === DELETE ? "␡" : "\ufffd";
}

/** JSON escapes some of these characters by itself; this escapes the rest of them in its text, which stays the same JSON. */
export function harmlessJson(json: string): string {
  const toUnicodeEscape = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return json.replace(new RegExp(STEERING, "g"), toUnicodeEscape);
}
