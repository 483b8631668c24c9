import Table from "cli-table3";

/** A table without frame: columns apart by two blanks, numbers to the right. */
export function table(rows: readonly (readonly string[])[], right: readonly number[] = []): string {
  const width = Math.max(0, ...rows.map((row) => row.length));
  const blank = {
    left: "",
    right: "",
    mid: "",
    "left-mid": "",
    "right-mid": "",
    "mid-mid": "",
    middle: "  ",
  };
  const lines = { top: "", "top-mid": "", "top-left": "", "top-right": "", bottom: "" };
  const foot = { "bottom-mid": "", "bottom-left": "", "bottom-right": "" };
  const drawn = new Table({
    chars: { ...blank, ...lines, ...foot },
    style: { head: [], border: [], "padding-left": 0, "padding-right": 0 },
    colAligns: Array.from({ length: width }, (_, at) => (right.includes(at) ? "right" : "left")),
  });
  for (const row of rows) drawn.push([...row]);
  return drawn
    .toString()
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n");
}
