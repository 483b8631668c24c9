import { PAPERS } from "../../../print/layout/paper.ts";
import { writeCalibration } from "../../../print/pad/draw-calibration.ts";
import type { Settings } from "../../../print/imposition/profile.ts";
import { deliverPieces } from "../../console/deliver.ts";
import { fail } from "../../console/failure.ts";
import { typeFamily } from "../../files/fonts.ts";
import { languageOf } from "../../files/languages.ts";

interface Flags {
  readonly lang: string;
  readonly out?: string;
}

/** `augenblock pad --calibrate`: two pages that show by how much a printer misses on the back. */
export async function calibrate({ on }: Settings, { lang, out }: Flags): Promise<void> {
  const language = languageOf(lang);
  const page = on ?? PAPERS.find(({ name }) => name === "a4");
  if (page === undefined) fail("unknown-paper", "there is no paper to calibrate on", "name one with --on");
  const lines = (side: string) => language.translate(`pad.calibration-${side}`).split(" / ");
  const calibration = {
    page,
    title: language.translate("pad.calibration"),
    language: language.code,
    family: typeFamily(),
    front: lines("front"),
    back: lines("back"),
  };
  const file = out ?? `output/calibration-${page.name}.pdf`;
  await deliverPieces((write) => writeCalibration(calibration, write), file);
}
