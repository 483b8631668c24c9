import { drawPad } from "../pad/draw-pad.ts";
import { deliver } from "./deliver.ts";
import { fail } from "./failure.ts";
import { type PadFlags, padJob } from "./pad-job.ts";

interface Flags extends PadFlags {
  readonly sheets?: number;
  readonly numbered?: { readonly from: number; readonly to: number };
  readonly out?: string;
}

/** `augenblock pad`: the score pad as PDF. */
export async function pad(variant: string, flags: Flags): Promise<void> {
  if (flags.sheets !== undefined && flags.numbered !== undefined) {
    fail("flags-collide", "`--numbered` already says how many sheets there are", "leave out `--sheets`");
  }
  const { game, language, paper, layout, family, pagesPerSheet } = padJob(variant, flags);
  const sheets = sheetsOf(flags) * (flags.numbered === undefined ? pagesPerSheet : 1);
  const title = language.text(game.name);
  const firstNumber = flags.numbered?.from ?? null;
  const pdf = await drawPad(layout, { title, language: language.code, family, sheets, firstNumber });
  const out = flags.out ?? `output/${game.id}-${language.code}-${paper.name}.pdf`;
  await deliver(pdf, out, language.say("cli.written", { file: out, n: sheets }));
}

/** A block that is numbered has as many pages as numbers, also where each player has a sheet of their own. */
function sheetsOf({ sheets, numbered }: Flags): number {
  return numbered === undefined ? (sheets ?? 1) : numbered.to - numbered.from + 1;
}
