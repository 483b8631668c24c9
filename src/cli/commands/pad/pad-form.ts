import { readFileSync } from "node:fs";
import { drawForm } from "../../../print/form/draw-form.ts";
import { sheetCodeOf } from "../../../print/layout/sheet-code.ts";
import { PROFILES } from "../../../print/imposition/print-run.ts";
import { deliver } from "../../console/output.ts";
import { fail } from "../../console/failure.ts";
import { TEMPLATES } from "../../files/package.ts";
import { padJob } from "./pad-job.ts";
import { brandOf, type PadFlags, sheetsOf } from "./settings.ts";

/** Viewers calculate every sum of a form again when one entry changes. */
const MAX_PAGES = 40;

/** Flags about paper that is cut and glued. */
const FOR_PAPER = ["on", "order", "cuts", "glueEdge", "glueMm", "bleed", "cropMarks", "back"] as const;

/** What players type into the form. */
const TYPED_IN = ["playersNamed", "date"] as const;

/** A flag as it is typed. */
function dashed(flag: string): string {
  return flag.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** `--profile fillable`: the pad as a form to fill in on screen. */
export async function padForm(variant: string, flags: PadFlags): Promise<void> {
  const idle = FOR_PAPER.find((flag) => flags[flag] !== undefined);
  if (idle !== undefined) {
    fail("flags-collide", `\`--${dashed(idle)}\` is about paper, and this pad is filled in on a screen`);
  }
  const typed = TYPED_IN.find((flag) => flags[flag] !== undefined);
  if (typed !== undefined) {
    const hint = "leave it out, and type it into the form";
    fail("flags-collide", `\`--${dashed(typed)}\` is for pads on paper`, hint);
  }
  const { branding, look } = await brandOf(flags);
  const job = padJob(variant, flags, PROFILES.home, branding);
  const { game, language, text, paper, layout, family, pagesPerSheet } = job;
  const sheets = sheetsOf(flags);
  const pages = sheets * pagesPerSheet;
  if (pages > MAX_PAGES) {
    const hint = "make several, or copy the file: a form stays empty until it is saved";
    fail("too-many-pages", `a form has at most ${MAX_PAGES} pages, and these are ${pages}`, hint);
  }
  const players = Math.max(...layout.boxes.map(({ player }) => player));
  const pdf = await drawForm({
    ...{ game, language, text, layout, look, family, sheets, pagesPerSheet },
    paper: paper.name,
    code: layout.code?.code ?? sheetCodeOf(game, text, paper, players),
    firstNumber: flags.numbered?.from ?? 0,
    library: readFileSync(new URL("form.js", TEMPLATES), "utf8"),
  });
  const out = flags.out ?? `output/${game.id}-${language.code}-${paper.name}-fillable.pdf`;
  await deliver(pdf, out, language.translate("cli.written", { file: out, n: pages }));
}
