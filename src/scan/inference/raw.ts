import type { Evidence } from "../digits/evidence.ts";
import type { Alternative, Written } from "./sheet-reading.ts";

/** How probable it is that this stands in a box, by its picture alone. */
export function rawProbability(evidence: Evidence, written: Written): number {
  const { kinds } = evidence;
  if (written.kind === "score")
    return (kinds.number + kinds.corrected) * evidence.probability(String(written.value));
  if (written.kind === "unknown") return kinds.scribble;
  return written.kind === "strike" ? kinds.struck : kinds.empty;
}

/** What most probably stands in a box by its picture alone, without any rule. */
export function rawReading(evidence: Evidence): Alternative {
  const { kinds, likely } = evidence;
  const ways: Alternative[] = [
    { written: { kind: "empty" }, probability: kinds.empty },
    { written: { kind: "strike" }, probability: kinds.struck },
    { written: { kind: "unknown" }, probability: kinds.scribble },
  ];
  const [text] = likely;
  if (text !== undefined) {
    const written: Written = { kind: "score", value: Number(text.text) };
    ways.push({ written, probability: (kinds.number + kinds.corrected) * text.probability });
  }
  return ways.reduce(moreProbable);
}

function moreProbable(best: Alternative, way: Alternative): Alternative {
  return way.probability > best.probability ? way : best;
}

/** Whether a picture shows no ink. */
export function hasNoInk({ kinds }: Evidence): boolean {
  return kinds.empty > 0.5;
}
