import type { HandScore } from "./compare.ts";
import { greatestShare } from "./interval.ts";
import { markdown } from "./markdown.ts";
import type { Tally } from "./tally.ts";

interface Row {
  readonly name: string;
  readonly cell: (tally: Tally) => string;
}

const ROWS: readonly Row[] = [
  { name: "photos", cell: ({ photos }) => String(photos) },
  { name: "sheets found", cell: ({ found, sheets }) => `${found} of ${sheets} (${share(found, sheets)})` },
  { name: "sheets that are not there", cell: ({ extra }) => String(extra) },
  { name: "boxes", cell: ({ boxes }) => String(boxes) },
  { name: "boxes right", cell: ({ right, boxes }) => `${right} (${share(right, boxes)})` },
  { name: "boxes asked", cell: ({ asked, boxes }) => `${asked} (${share(asked, boxes)})` },
  {
    name: "questions per sheet",
    cell: ({ asked, found }) => (found === 0 ? "–" : (asked / found).toFixed(2)),
  },
  { name: "sheets without a question", cell: ({ unasked, found }) => `${unasked} of ${found}` },
  { name: "boxes silently wrong", cell: ({ wrong, boxes }) => `${wrong} (${share(wrong, boxes)})` },
  { name: "hidden boxes asked", cell: ({ hidden, hiddenAsked }) => `${hiddenAsked} of ${hidden}` },
  { name: "planted mistakes", cell: ({ planted }) => String(planted.found + planted.asked + planted.missed) },
  {
    name: "… found at once",
    cell: ({ planted }) =>
      `${planted.found} (${share(planted.found, planted.found + planted.asked + planted.missed)})`,
  },
  { name: "… asked", cell: ({ planted }) => String(planted.asked) },
  { name: "… missed", cell: ({ planted }) => String(planted.missed) },
  { name: "false alarms", cell: ({ falseAlarms, found }) => perSheet(falseAlarms, found) },
  { name: "wrongly called correct", cell: ({ wronglyCorrect }) => String(wronglyCorrect) },
  {
    name: "correct sheets called so at once",
    cell: ({ calledCorrect, correct }) => `${calledCorrect} of ${correct} (${share(calledCorrect, correct)})`,
  },
  { name: "processor time, median", cell: ({ medianMs }) => time(medianMs) },
  { name: "processor time, 95 %", cell: ({ slowMs }) => time(slowMs) },
];

function share(part: number, whole: number): string {
  return whole === 0 ? "–" : `${((100 * part) / whole).toFixed(2)} %`;
}

/** What the counts of rare faults say about many boxes and sheets. */
export function bounds({ wrong, boxes, wronglyCorrect, falseAlarms, found }: Tally): string {
  const perMillion = (faults: number, cases: number) =>
    `${Math.round((1e6 * faults) / Math.max(1, cases))} in a million (at most ${Math.round(1e6 * greatestShare(faults, cases))})`;
  return [
    `silently wrong: ${perMillion(wrong, boxes)} boxes`,
    `wrongly called correct: ${perMillion(wronglyCorrect, found)} sheets`,
    `false alarms: ${perMillion(falseAlarms, found)} sheets`,
  ].join("\n");
}

function time(ms: number | null): string {
  return ms === null ? "–" : `${Math.round(ms)} ms`;
}

function perSheet(count: number, sheets: number): string {
  return count === 0 ? "0" : `${count} (1 in ${Math.round(sheets / count)} sheets)`;
}

/** The figures as a table in Markdown, which reads well in a terminal too. */
export function table(tallies: readonly Tally[]): string {
  const head = ["", ...tallies.map(({ group }) => group)];
  return markdown([head, ...ROWS.map(({ name, cell }) => [name, ...tallies.map(cell)])]);
}

/** The figures of each hand as a table. */
export function handTable(hands: readonly HandScore[]): string {
  const head = ["written by", "inked boxes", "right", "asked", "silently wrong"];
  const rows = hands.map(({ writer, boxes, asked, wrong }) => [
    String(writer),
    String(boxes),
    share(boxes - asked - wrong, boxes),
    share(asked, boxes),
    `${wrong} (${share(wrong, boxes)})`,
  ]);
  return markdown([head, ...rows]);
}
