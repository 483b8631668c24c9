import { drawPad } from "../pad/draw-pad.ts";
import { deliver } from "./deliver.ts";
import { type PadFlags, padJob } from "./pad-job.ts";

interface Flags extends PadFlags {
  readonly sheets: number;
  readonly out?: string;
}

/** `augenblock pad`: the score pad as PDF. */
export async function pad(variant: string, flags: Flags): Promise<void> {
  const { game, language, paper, layout, family, pagesPerSheet } = padJob(variant, flags);
  const sheets = flags.sheets * pagesPerSheet;
  const title = language.text(game.name);
  const pdf = await drawPad(layout, { title, language: language.code, family, sheets });
  const out = flags.out ?? `output/${game.id}-${language.code}-${paper.name}.pdf`;
  await deliver(pdf, out, language.say("cli.written", { file: out, n: sheets }));
}
