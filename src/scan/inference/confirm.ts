import type { ReadBox, SheetReading, Written } from "./sheet-reading.ts";

/**
 * The same reading after a person said what stands in one box. No other box changes: what follows from the answer for the rest
 * of the sheet is a matter of judging it.
 *
 * @param at the place of the box in `reading.boxes`
 */
export function confirm(reading: SheetReading, at: number, written: Written): SheetReading {
  const box = reading.boxes[at];
  if (box === undefined) return reading;
  const isUnknown = written.kind === "unknown";
  const answered: ReadBox = {
    ...box,
    written,
    confidence: isUnknown ? 0 : 1,
    alternatives: isUnknown ? box.alternatives : [],
    doubt: isUnknown ? (box.doubt ?? "unclear") : null,
    confirmed: !isUnknown,
  };
  const boxes = reading.boxes.with(at, answered);
  const holdsInk = written.kind === "score" || written.kind === "strike";
  const players = holdsInk ? [...new Set([...reading.players, box.player])] : reading.players;
  return { boxes, players: [...players].sort((a, b) => a - b) };
}
