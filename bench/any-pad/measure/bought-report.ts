import { bounds, table } from "../../photos/measure/report.ts";
import { tallies, worstOf } from "../../photos/measure/tally.ts";
import type { BoughtScore } from "./bought-score.ts";

/** The figures of all photos as Markdown: what became of pads, then what became of boxes and sheets. */
export function figuresOf(scores: readonly BoughtScore[]): string {
  const groups = [
    ["pads that are shipped", scores.filter(({ isShipped }) => isShipped)],
    ["pads from a file", scores.filter(({ isShipped }) => !isShipped)],
    ["all", scores],
  ] as const;
  const pads = [
    "|  | sheets | rows assigned right | other rows, told as sure | asked which pad |",
    "|---|---:|---:|---:|---:|",
    ...groups.map(([name, photos]) => padRow(name, photos)),
  ].join("\n");
  const boxes = tallies(scores);
  return `${pads}\n\n${table(boxes)}\n\n${boxes.slice(-1).map(bounds).join("")}`;
}

function padRow(name: string, scores: readonly BoughtScore[]): string {
  const sum = (of: (score: BoughtScore) => number) => scores.reduce((all, score) => all + of(score), 0);
  const sheets = sum((score) => score.sheets.length);
  const assigned = sum((score) => score.assigned);
  const share = sheets === 0 ? "–" : `${((100 * assigned) / sheets).toFixed(1)} %`;
  const cells = [
    sheets,
    `${assigned} (${share})`,
    sum((score) => score.wronglySure),
    sum((score) => score.padsAsked),
  ];
  return `| ${[name, ...cells].join(" | ")} |`;
}

/** What went wrong on a photo. */
export function faultsOn(score: BoughtScore): string[] {
  const wrong = score.wronglySure > 0 ? ["other rows than those of the pad, told as sure"] : [];
  return [...wrong, ...worstOf([score]).flatMap(({ faults }) => faults)];
}
