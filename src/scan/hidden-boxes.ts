import { msg } from "../rules/problem/message.ts";
import { type Problem, problem } from "../rules/problem/problem.ts";
import type { Judgement } from "./inference/judge.ts";
import { questionsAbout } from "./inference/questions.ts";
import type { SheetReading } from "./inference/sheet-reading.ts";

/** From so many questions on, another photo is less work. */
const MANY = 5;

/**
 * The warnings about a sheet, and one more if many of its boxes have to be asked about since they can’t be seen, as under glare. It comes in
 * place of an earlier one: each answer makes them fewer. Where an edge is missing, that says it all.
 *
 * @param file the photo’s name
 */
export function withHiddenBoxes(
  warnings: readonly Problem[],
  reading: SheetReading,
  judgement: Judgement,
  file: string,
): Problem[] {
  const others = warnings.filter(({ code }) => code !== "hidden-boxes");
  if (others.some(({ code }) => code === "missing-edge")) return others;
  const hidden = questionsAbout(reading, judgement).filter((at) => reading.boxes[at]?.doubt === "hidden");
  if (hidden.length < MANY) return others;
  const hint = msg(
    "scan.take-again-without",
  )`take it again without glare and with nothing on the sheet; give both photos, with \`--same-sheet\` if it has no number, and each shows what the other hides`;
  const message = msg(
    "scan.boxes-have-asked",
  )`${hidden.length} boxes that have to be asked about can’t be seen on ${file}; another photo is less work`;
  return [...others, problem("hidden-boxes", message, { severity: "warning", hint })];
}
