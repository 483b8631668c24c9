import { z } from "zod";
import { MAX_NUMBER } from "../limits.ts";
import { about, report, strict, whole } from "./definition.ts";

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

export const example: z.ZodType<ExamplePart> = about(
  strict({
    row: about(z.string(), "The id of the category that the roll is entered in. → full_house"),
    roll: about(faces, "All dice as they fell. → [3, 3, 3, 2, 2]").optional(),
    hand: about(faces, "Only the dice that are scored, where more are rolled. → [3, 3, 3, 2, 2]").optional(),
    drop: about(
      whole(-1_000, 1_000),
      "The die of the roll that is left out, where one more is rolled than scored. → 4",
    ).optional(),
    score: about(whole(-MAX_NUMBER), "What the roll earns. → 53").optional(),
    illegal: about(
      z.literal(true),
      "Instead of `score`: the roll may not be entered in this box. → true",
    ).optional(),
    with: about(
      z.record(z.string(), z.string()),
      "House rules under which the example holds: an option and its choice. → { bonus_tiers: both }",
    ).default({}),
  }).transform(({ roll, hand, illegal, ...read }, context) => {
    const { drop, score } = read;
    if ((roll === null) === (hand === null)) {
      const message = "an example has either `roll`, all dice, or `hand`, the scored dice";
      report(context, { code: roll === null ? "missing-key" : "contradiction", message });
    }
    if ((score === null) === (illegal === null)) {
      const message = "an example has either `score` or `illegal: true`";
      report(context, { code: score === null ? "missing-key" : "contradiction", message });
    }
    if (drop !== null && hand !== null) {
      report(context, { code: "contradiction", message: "`hand` leaves nothing to drop", atKey: true }, [
        "drop",
      ]);
    }
    return { ...read, faces: roll ?? hand ?? [], handOnly: hand !== null };
  }),
  "A roll with what it earns. It is printed on the rule sheet, and proved whenever the file is read. → { roll: [3, 3, 3, 2, 2], row: full_house, score: 53 }",
);
