import Table from "cli-table3";
import { PAINT } from "./output.ts";

const FRAME =
  "top top-left top-mid top-right left left-mid mid mid-mid right right-mid bottom bottom-left bottom-mid bottom-right";

/** A table without frame: two spaces between columns. @param right the columns aligned to the right @param head printed quietly */
export function table(
  body: readonly (readonly string[])[],
  right: readonly number[] = [],
  head: readonly string[] | null = null,
): string {
  const rows = head === null ? body : [head.map(PAINT.quiet), ...body];
  const width = Math.max(0, ...rows.map((row) => row.length));
  const noFrame = Object.fromEntries(FRAME.split(" ").map((name) => [name, ""]));
  const drawn = new Table({
    chars: { ...noFrame, middle: "  " },
    style: { head: [], border: [], "padding-left": 0, "padding-right": 0 },
    colAligns: Array.from({ length: width }, (_, at) => (right.includes(at) ? "right" : "left")),
  });
  for (const row of rows) drawn.push([...row]);
  return drawn.toString().replace(/[^\S\n]+$/gm, "");
}
