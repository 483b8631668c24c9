/**
 * Where Handlebars gave up, as an offset into the text.
 *
 * Some of its errors carry line and column. The others say the line and draw a caret below an excerpt from which the line
 * breaks were taken out; the place is where the text before the caret fits.
 */
export function parseErrorOffset(error: unknown, text: string, lineStarts: readonly number[]): number {
  const at = error as { lineNumber?: unknown; column?: unknown; message?: unknown };
  if (typeof at.lineNumber === "number" && typeof at.column === "number") {
    return (lineStarts[at.lineNumber - 1] ?? 0) + at.column;
  }
  const [head = "", shown = "", caret = ""] = String(at.message).split("\n");
  const line = Number(/on line (\d+)/.exec(head)?.[1] ?? 1);
  const before = shown.slice(0, Math.max(0, caret.indexOf("^"))).replace(/^\.\.\./, "");
  const from = lineStarts[Math.max(0, line - 2)] ?? 0;
  return offsetAfter(before, text, from) ?? lineStarts[line - 1] ?? 0;
}

function offsetAfter(before: string, text: string, from: number): number | null {
  for (let offset = from; offset <= text.length; offset++) {
    const stretch = text.slice(Math.max(0, offset - 2 * before.length - 80), offset).replaceAll("\n", "");
    // What Handlebars stumbled over is a word of its own, so that it begins after a line break, not with one.
    if (before !== "" && stretch.endsWith(before)) return text.slice(offset).search(/[^\n]|$/) + offset;
  }
  return null;
}
