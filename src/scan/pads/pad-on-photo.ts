import type { Text } from "../../rules/game/game.ts";
import type { Judgement } from "../inference/judge.ts";
import type { Pad } from "./pad.ts";

/** The pad that a sheet was taken to be of. */
export interface PadOnPhoto {
  readonly id: string;
  readonly name: Text;
  /** The probability that the cells are the boxes of this pad, in this order. */
  readonly confidence: number;
  /** Whether nobody needs to be asked if it is this pad. */
  readonly isSure: boolean;
  readonly columns: Pad["columns"];
  readonly changes: Pad["changes"];
}

/** Nothing on a sheet is called correct or wrong as long as it is not known which pad it is of. */
export function onUncertainPad(judgement: Judgement, pad: PadOnPhoto | null): Judgement {
  if (pad === null || pad.isSure) return judgement;
  const findings = judgement.findings.map((one) => ({ ...one, isSure: false }));
  return { ...judgement, verdict: "unsure", findings };
}
