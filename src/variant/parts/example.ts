import { z } from "zod";
import { whole } from "./common.ts";
import { points } from "./round.ts";
import { say, strict } from "./said.ts";

const faces = z.array(whole(-1_000, 1_000)).min(1).max(40);

/** An example as a file writes it. */
export interface ExamplePart {
  readonly row: string;
  readonly faces: readonly number[];
  /** The faces are only the scored dice. */
  readonly handOnly: boolean;
  readonly drop: number | null;
  /** Null: the roll must not be worth anything here. */
  readonly score: number | null;
  /** Choices under which it holds, besides the defaults. */
  readonly with: Readonly<Record<string, string>>;
}

export const example: z.ZodType<ExamplePart> = strict({
  row: z.string(),
  roll: faces.optional(),
  hand: faces.optional(),
  drop: whole(-1_000, 1_000).optional(),
  score: points.optional(),
  illegal: z.literal(true).optional(),
  with: z.record(z.string(), z.string()).default({}),
}).transform((read, context) => {
  const { row, roll, hand, drop, score, illegal } = read;
  if ((roll === undefined) === (hand === undefined)) {
    const message = "an example has either `roll`, all dice, or `hand`, the scored dice";
    say(context, { code: roll === undefined ? "missing-key" : "contradiction", message });
  }
  if ((score === undefined) === (illegal === undefined)) {
    const message = "an example has either `score` or `illegal: true`";
    say(context, { code: score === undefined ? "missing-key" : "contradiction", message });
  }
  if (drop !== undefined && hand !== undefined) {
    say(context, { code: "contradiction", message: "`hand` leaves nothing to drop", atKey: true }, ["drop"]);
  }
  return {
    row,
    faces: roll ?? hand ?? [],
    handOnly: hand !== undefined,
    drop: drop ?? null,
    score: score ?? null,
    with: read.with,
  };
});
