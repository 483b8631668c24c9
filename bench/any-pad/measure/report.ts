import { bounds, table } from "../../photos/measure/report.ts";
import { tallies, worstOf } from "../../photos/measure/tally.ts";
import type { LearnedSeries } from "../work/learn.ts";
import type { StoreBoughtScore } from "./score.ts";

/**
 * The figures of all photos as Markdown: what became of pads, then what became of boxes and sheets.
 *
 * @param learned the pads that were learned, whose photos are among the scores
 * @param tried how many pads were to be learned
 */
export function figuresOf(
  scores: readonly StoreBoughtScore[],
  learned: readonly LearnedSeries[],
  tried: number,
): string {
  const ofLearned = new Set(learned.flatMap((one) => one.scores));
  const given = scores.filter((one) => !ofLearned.has(one));
  const groups = [
    ["pads that are shipped", given.filter(({ isShipped }) => isShipped)],
    ["pads from a file", given.filter(({ isShipped }) => !isShipped)],
    ...(tried === 0 ? [] : [["pads learned from one photo", [...ofLearned]] as const]),
    ["all", scores],
  ] as const;
  const pads = [
    "|  | sheets | rows assigned right | other rows, told as sure | asked which pad |",
    "|---|---:|---:|---:|---:|",
    ...groups.map(([name, photos]) => padRow(name, photos)),
  ].join("\n");
  const boxes = tallies(scores);
  const rows = learned.reduce((sum, one) => sum + one.rows, 0);
  const told = learned.reduce((sum, one) => sum + one.told, 0);
  const learning = `pads learned: ${learned.length} of ${tried}; of their ${rows} rows, ${told} had to be told\n\n`;
  return `${pads}\n\n${tried === 0 ? "" : learning}${table(boxes)}\n\n${boxes.slice(-1).map(bounds).join("")}`;
}

function padRow(name: string, scores: readonly StoreBoughtScore[]): string {
  const sum = (of: (score: StoreBoughtScore) => number) => scores.reduce((all, score) => all + of(score), 0);
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
export function faultsOn(score: StoreBoughtScore): string[] {
  const wrong = score.wronglySure > 0 ? ["other rows than those of the pad, told as sure"] : [];
  return [...wrong, ...worstOf([score]).flatMap(({ faults }) => faults)];
}
